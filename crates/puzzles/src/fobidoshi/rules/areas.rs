//! The areas that crosses leave: what no circle can reach, and cells through which every
//! connection runs.

use logic::{About, Found, Ground, Rule, Step};

use super::paper::{Clash, Paper};
use super::tell::cut_words;
use super::{Fobidoshi, State};
use crate::Fact;

/// The most cells of a pocket that people see at a glance.
const POCKET: usize = 8;

pub(super) const OUT_OF_REACH: Rule<Fobidoshi> = Rule {
    about: About {
        id: "out-of-reach",
        name: "Out of reach",
        group: "",
        level: 2,
        weight: 2,
        once: false,
        trial: false,
        words: "Blank cells that crosses and the edge separate from all circles can never be \
                connected with them, so they get crosses (as soon as there is any circle).",
    },
    find: out_of_reach,
    say: say_out_of_reach,
};

pub(super) const BOTTLENECK: Rule<Fobidoshi> = Rule {
    about: About {
        id: "bottleneck",
        name: "Bottleneck",
        group: "",
        level: 2,
        weight: 4,
        once: false,
        trial: false,
        words: "A blank cell that is the only mouth of a small pocket with circles in it (up to \
                eight cells): a cross there would close the pocket, so it gets a circle.",
    },
    find: |game, state, found| mouths(game, state, found, true),
    say: say_mouth,
};

pub(super) const MUST_REACH: Rule<Fobidoshi> = Rule {
    about: About {
        id: "must-reach",
        name: "Must reach",
        group: "",
        level: 3,
        weight: 6,
        once: false,
        trial: false,
        words: "Every connection between some circles runs through this one blank cell, however \
                far around it goes: a cross there would join the walls of crosses and cut the \
                board in two, with circles on both sides. So it gets a circle.",
    },
    find: |game, state, found| mouths(game, state, found, false),
    say: say_mouth,
};

fn facts(cells: &[usize], yes: bool) -> impl Iterator<Item = Ground> {
    cells.iter().map(move |&c| Ground::Fact(Fact::new(c, yes)))
}

fn split_grounds(clash: &Clash, because: &mut Vec<Ground>) {
    if let Clash::Split {
        inside,
        outside,
        wall,
    } = clash
    {
        because.extend(facts(wall, false));
        because.extend(facts(&[*inside, *outside], true));
    }
}

fn out_of_reach(game: &Fobidoshi, state: &State, found: &mut Found) {
    if state.circles == 0 {
        return;
    }
    let mut paper = Paper::new(game, state, found.known());
    let known = found.known();
    let mut seen = vec![false; game.size.len()];
    let mut circle_areas = 0;
    for start in 0..game.size.len() {
        if found.over() {
            return;
        }
        if seen[start] || known.no(start) {
            continue;
        }
        let (area, wall) = paper.area(start, usize::MAX);
        area.iter().for_each(|&c| seen[c] = true);
        if let Some(&circle) = area.iter().find(|&&c| known.yes(c)) {
            circle_areas += 1;
            if circle_areas > 1 {
                let clash = paper.split(usize::MAX).expect("circles in two areas");
                let words = [circle as u32, area.len() as u32, 0, 0];
                found.clash(words, |because| split_grounds(&clash, because));
                return;
            }
            continue;
        }
        let crosses: Vec<Fact> = area.iter().map(|&c| Fact::no(c)).collect();
        let circle = known.facts().iter().find(|f| f.is_yes());
        let circle = circle.expect("there is one").var();
        let words = [start as u32, area.len() as u32, circle as u32, 0];
        found.say(&crosses, words, |because| {
            because.extend(facts(&wall, false));
            because.extend(facts(&[circle], true));
        });
    }
}

fn say_out_of_reach(game: &Fobidoshi, step: &Step) -> String {
    let place = game.cell_words(step.words[0] as usize);
    if step.is_clash() {
        return match Paper::of_grounds(game, &step.because, usize::MAX).split(usize::MAX) {
            Some(clash) => format!("{}.", cut_words(game, &clash, "Crosses cut")),
            None => format!("Crosses cut the circle in {place} off from the others."),
        };
    }
    match step.therefore.len() {
        1 => format!("No circle can reach {place}, so it gets a cross."),
        n => {
            format!("No circle can reach the {n} blank cells around {place}, so they get crosses.")
        }
    }
}

fn mouths(game: &Fobidoshi, state: &State, found: &mut Found, pockets: bool) {
    let mut paper = Paper::new(game, state, found.known());
    let Ok(gaps) = paper.gaps() else {
        return;
    };
    for gap in gaps {
        if found.over() {
            return;
        }
        let Some(clash) = paper.split(gap) else {
            continue;
        };
        let is_pocket = game.beside(gap).any(|c| {
            if paper.is_cross(c) {
                return false;
            }
            let (area, _) = paper.area(c, gap);
            area.len() <= POCKET && area.iter().any(|&c| paper.is_circle(c))
        });
        if is_pocket == pockets {
            let words = [gap as u32, 0, 0, 0];
            found.say(&[Fact::yes(gap)], words, |because| {
                split_grounds(&clash, because)
            });
        }
    }
}

fn say_mouth(game: &Fobidoshi, step: &Step) -> String {
    let gap = step.words[0] as usize;
    let place = game.cell_words(gap);
    let mut paper = Paper::of_grounds(game, &step.because, gap);
    let cut = format!("A cross in {place} would cut");
    let cut = match paper.split(gap) {
        Some(clash) => cut_words(game, &clash, &cut),
        None => format!("{cut} the circles apart"),
    };
    match step.is_clash() {
        true => format!("{cut}, but it has one."),
        false => format!("{cut}, so it gets a circle."),
    }
}
