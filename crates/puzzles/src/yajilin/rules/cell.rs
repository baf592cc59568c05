//! Rules about one cell, its neighbours and its ways: the sides that are not closed.

use logic::{About, Found, Ground, Rule, Step};

use super::{State, Yajilin};
use crate::Fact;
use crate::kit::words::capital;

pub(super) const NEXT_TO_SHADED: Rule<Yajilin> = Rule {
    about: About {
        id: "next-to-shaded",
        name: "Next to shaded",
        group: "",
        level: 1,
        weight: 1,
        once: false,
        trial: false,
        words: "Shaded cells never touch, so the loop passes through every neighbour of a shaded \
                cell.",
    },
    find: next_to_shaded,
    say: |game, step| {
        let cell = capital(game.cell_words(step.words[0]));
        if step.is_clash() {
            return format!("{cell} is shaded and touches another shaded cell.");
        }
        format!("{cell} is shaded, so {}.", game.all_words(&step.therefore))
    },
};

fn next_to_shaded(_: &Yajilin, state: &State, found: &mut Found) {
    for fact in found.news().unwrap_or(found.known().facts()) {
        let v = fact.var();
        if !fact.is_yes() || v >= state.lay.free {
            continue;
        }
        let mut passed = [Fact::no(0); 4];
        let mut count = 0;
        for w in state.lay.neighbours(v) {
            passed[count] = Fact::no(w);
            count += 1;
        }
        found.say(&passed[..count], [v as u32, 0, 0, 0], |because| {
            because.push(Ground::Fact(*fact));
        });
        if found.over() {
            return;
        }
    }
}

pub(super) const TWO_LINES: Rule<Yajilin> = Rule {
    about: About {
        id: "two-lines",
        name: "Two lines are enough",
        group: "",
        level: 1,
        weight: 1,
        once: false,
        trial: false,
        words: "The loop comes into a cell once and leaves it once. A cell with two lines gets no \
                more: its other sides are closed.",
    },
    find: two_lines,
    say: |game, step| {
        let cell = capital(game.cell_words(step.words[0]));
        if step.is_clash() {
            return format!("{cell} has more than two lines.");
        }
        let dirs = game.dirs(step.words[0], &step.therefore);
        format!("{cell} has its two lines, so none leads from there {dirs}.")
    },
};

fn two_lines(_: &Yajilin, state: &State, found: &mut Found) {
    let known = found.known();
    for v in state.touched(found) {
        let node = &state.nodes[v as usize];
        if node.lines < 2 || node.ways == 2 {
            continue;
        }
        let because = |because: &mut Vec<Ground>| {
            let drawn = state
                .lay
                .sides(v as usize)
                .filter(|&a| known.yes(a as usize));
            because.extend(drawn.map(|a| Ground::Fact(Fact::yes(a as usize))));
        };
        if node.lines > 2 {
            return found.clash([v, 0, 0, 0], because);
        }
        let (open, count) = open_sides(state, found, v as usize, false);
        found.say(&open[..count], [v, 0, 0, 0], because);
    }
}

/// The sides of a cell that are open, as facts with this answer.
fn open_sides(state: &State, found: &Found, v: usize, yes: bool) -> ([Fact; 4], usize) {
    let mut sides = [Fact::no(0); 4];
    let mut count = 0;
    for atom in state.lay.sides(v) {
        if found.known().is_open(atom as usize) {
            sides[count] = Fact::new(atom as usize, yes);
            count += 1;
        }
    }
    (sides, count)
}

pub(super) const GOES_ON: Rule<Yajilin> = Rule {
    about: About {
        id: "line-goes-on",
        name: "The line goes on",
        group: "",
        level: 1,
        weight: 1,
        once: false,
        trial: false,
        words: "A line never ends. Where it can go on in only one direction, it goes there.",
    },
    find: |_, state, found| forced(state, found, true),
    say: |game, step| {
        let cell = game.cell_words(step.words[0]);
        if step.is_clash() {
            return format!("The line cannot go on from {cell}.");
        }
        let dirs = game.dirs(step.words[0], &step.therefore);
        format!("From {cell} the line can only go on {dirs}.")
    },
};

pub(super) const TWO_WAYS: Rule<Yajilin> = Rule {
    about: About {
        id: "two-ways",
        name: "Two ways, both used",
        group: "",
        level: 1,
        weight: 1,
        once: false,
        trial: false,
        words: "A cell on the loop needs a way in and a way out. If it has only two ways, the \
                loop takes both.",
    },
    find: |_, state, found| forced(state, found, false),
    say: |game, step| {
        let cell = game.cell_words(step.words[0]);
        if step.is_clash() {
            return format!("The loop passes through {cell}, but cannot get in and out.");
        }
        let dirs = game.dirs(step.words[0], &step.therefore);
        format!("The loop passes through {cell} and has only two ways there, so it leads {dirs}.")
    },
};

/// Cells on the loop that have no choice, with a line already or without.
fn forced(state: &State, found: &mut Found, with_line: bool) {
    let known = found.known();
    for v in state.touched(found) {
        let node = &state.nodes[v as usize];
        let stuck = node.ways < 2 || node.ways == 2 && node.lines < 2;
        if !stuck || (node.lines > 0) != with_line || !known.no(v as usize) {
            continue;
        }
        let because = |because: &mut Vec<Ground>| {
            state.why_on_loop(known, v as usize, because);
            state.closed_sides(known, v as usize, because);
        };
        if node.ways < 2 {
            return found.clash([v, 0, 0, 0], because);
        }
        let (open, count) = open_sides(state, found, v as usize, true);
        found.say(&open[..count], [v, 0, 0, 0], because);
    }
}

pub(super) const NO_WAY: Rule<Yajilin> = Rule {
    about: About {
        id: "no-way-through",
        name: "No way through",
        group: "",
        level: 1,
        weight: 1,
        once: false,
        trial: false,
        words: "The loop cannot pass through a cell that has fewer than two ways. Such a cell is \
                shaded.",
    },
    find: no_way,
    say: |game, step| {
        let cell = game.cell_words(step.words[0]);
        if step.is_clash() {
            return format!("The loop cannot get in and out of {cell}, but must pass there.");
        }
        format!("The loop cannot get in and out of {cell}, so this cell is shaded.")
    },
};

fn no_way(game: &Yajilin, state: &State, found: &mut Found) {
    let known = found.known();
    for v in state.touched(found) {
        let v = v as usize;
        if state.nodes[v].ways < 2 && known.is_open(v) {
            found.say(&[Fact::yes(v)], [v as u32, 0, 0, 0], |because| {
                because.push(state.shaded_or_not(game, v));
                state.closed_sides(known, v, because);
            });
        }
    }
}

pub(super) const EITHER_WAY: Rule<Yajilin> = Rule {
    about: About {
        id: "either-way",
        name: "Shaded or not, the neighbours are not",
        group: "",
        level: 2,
        weight: 2,
        once: false,
        trial: false,
        words: "A cell has only two ways. If it is on the loop, the loop runs through both \
                neighbours there; if it is shaded, the loop passes through its neighbours too. So \
                neither of the two is shaded.",
    },
    find: either_way,
    say: either_way_words,
};

fn either_way(game: &Yajilin, state: &State, found: &mut Found) {
    let known = found.known();
    for v in state.touched(found) {
        let v = v as usize;
        if state.nodes[v].ways != 2 || !known.is_open(v) {
            continue;
        }
        let mut passed = [Fact::no(0); 2];
        let mut count = 0;
        for atom in state.lay.sides(v) {
            if !known.no(atom as usize) {
                passed[count] = Fact::no(state.lay.over(v, atom));
                count += 1;
            }
        }
        found.say(&passed, [v as u32, 0, 0, 0], |because| {
            because.push(state.shaded_or_not(game, v));
            state.closed_sides(known, v, because);
        });
    }
}

fn either_way_words(game: &Yajilin, step: &Step) -> String {
    let cell = capital(game.cell_words(step.words[0]));
    if step.is_clash() {
        return format!("{cell} can neither be shaded nor be on the loop.");
    }
    let what = game.all_words(&step.therefore);
    format!("{cell} has only two ways; shaded or not, {what}.")
}
