//! What one entry would leave for a clue.
//!
//! If a cell were shaded, the loop would pass through its neighbours, and where one of these has
//! only two ways left, through the next cells too. If a border were closed, a cell of the loop
//! with three ways would have to use the other two. If a line were drawn, cells would be passed,
//! and others lose a way. When that takes so many cells from a clue that it cannot get its number
//! any more, the entry is wrong. Nothing is followed further than that.

use logic::{About, Found, Ground, Known, Rule, Step};

use super::lay::{NONE, Span};
use super::{State, Yajilin, clue};
use crate::Fact;
use crate::kit::words::capital;

pub(super) const STARVE: Rule<Yajilin> = Rule {
    about: About {
        id: "clue-would-starve",
        name: "A clue would starve",
        group: "",
        level: 4,
        weight: 7,
        once: false,
        trial: false,
        words: "Look at what an entry would do to the cells beside it. Around a shaded cell the \
                loop passes, and a cell with only two ways left leads it on. Where a border is \
                closed, cells of the loop with three ways have to use the other two. If the loop \
                would then pass through so many cells of an arrow that its number can no longer \
                be reached, the entry is wrong.",
    },
    find,
    say,
};

/// A cell that the loop would pass through, and the cell (if any) that would lead it there.
type Passed = (u32, u32);

fn find(_: &Yajilin, state: &State, found: &mut Found) {
    let known = found.known();
    let mut passed: Vec<Passed> = Vec::new();
    for atom in 0..known.atoms() {
        if found.over() {
            return;
        }
        if !known.is_open(atom) {
            continue;
        }
        for yes in [true, false] {
            let suppose = Fact::new(atom, yes);
            passed.clear();
            if atom >= state.lay.free {
                border(state, known, suppose, &mut passed);
            } else if yes {
                shaded(state, known, atom, &mut passed);
            }
            let starved = starved(state, known, suppose, &passed);
            if let Some(s) = starved {
                let span = &state.lay.spans[s as usize];
                let words = [span.clue, span.beyond, 0, 0];
                found.say(&[!suppose], words, |because| {
                    because.extend(reason(state, known, suppose, &passed, span));
                });
                break;
            }
        }
    }
}

/// A cell that is on the loop and has only these ways: it leads to the cells behind them.
fn leads(state: &State, known: &Known, x: usize, without: u32, passed: &mut Vec<Passed>) {
    for atom in state.lay.sides(x) {
        if atom != without && !known.no(atom as usize) {
            let w = state.lay.over(x, atom);
            if known.is_open(w) {
                passed.push((w as u32, x as u32));
            }
        }
    }
}

fn shaded(state: &State, known: &Known, v: usize, passed: &mut Vec<Passed>) {
    for (d, &x) in state.lay.next[v].iter().enumerate() {
        if x == NONE {
            continue;
        }
        let x = x as usize;
        if known.is_open(x) {
            passed.push((x as u32, NONE));
        }
        let back = state.lay.side[v][d];
        if state.nodes[x].ways - !known.no(back as usize) as u8 == 2 {
            leads(state, known, x, back, passed);
        }
    }
}

fn border(state: &State, known: &Known, suppose: Fact, passed: &mut Vec<Passed>) {
    let atom = suppose.var() as u32;
    for u in state.lay.ends[suppose.var() - state.lay.free] {
        let u = u as usize;
        if !suppose.is_yes() {
            if known.no(u) && state.nodes[u].ways == 3 {
                leads(state, known, u, atom, passed);
            }
            continue;
        }
        if known.is_open(u) {
            passed.push((u as u32, NONE));
        }
        if state.nodes[u].lines != 1 {
            continue;
        }
        // It has its two lines then, and its neighbours lose a way.
        for side in state.lay.sides(u) {
            let x = state.lay.over(u, side);
            let lost = side != atom && known.is_open(side as usize);
            if lost && known.no(x) && state.nodes[x].ways == 3 {
                leads(state, known, x, side, passed);
            }
        }
    }
}

/// The first span that could no longer get its number.
fn starved(state: &State, known: &Known, suppose: Fact, passed: &[Passed]) -> Option<u32> {
    let spans = passed
        .iter()
        .flat_map(|p| &state.lay.spans_of[p.0 as usize]);
    let mut last = NONE;
    for &s in spans {
        if s == last {
            continue;
        }
        last = s;
        let (span, count) = (&state.lay.spans[s as usize], state.counts[s as usize]);
        // Few clues are so near to their limit.
        let need = span.need - count.shaded as i32;
        if need <= 0 || 2 * (need + passed.len() as i32) < count.open as i32 {
            continue;
        }
        if need > room(known, span, suppose, passed) {
            return Some(s);
        }
    }
    None
}

/// How many more shaded cells fit, the supposed one included.
fn room(known: &Known, span: &Span, suppose: Fact, passed: &[Passed]) -> i32 {
    let mut room = 0;
    let mut run = 0;
    for &v in &span.cells {
        let is_supposed = v != NONE && suppose == Fact::yes(v as usize);
        room += is_supposed as i32;
        let open = v != NONE
            && known.is_open(v as usize)
            && !is_supposed
            && !passed.iter().any(|p| p.0 == v);
        if open {
            run += 1;
        } else {
            room += (run + 1) / 2;
            run = 0;
        }
    }
    room + (run + 1) / 2
}

fn reason(
    state: &State,
    known: &Known,
    suppose: Fact,
    passed: &[Passed],
    span: &Span,
) -> Vec<Ground> {
    let mut because = Vec::new();
    clue::cite_full(known, span, &mut because);
    let near = match suppose.var().checked_sub(state.lay.free) {
        Some(line) => state.lay.ends[line],
        None => [suppose.var() as u32, NONE],
    };
    let mut leaders: Vec<u32> = (passed.iter())
        .filter(|p| p.1 != NONE && span.cells.contains(&p.0))
        .map(|p| p.1)
        .collect();
    leaders.dedup();
    for x in leaders {
        // Beside a supposed shaded cell it is on the loop anyway.
        if suppose.var() >= state.lay.free {
            state.why_on_loop(known, x as usize, &mut because);
            // And it loses a way because of the lines where the supposed one begins.
            for u in near {
                if suppose.is_yes() && state.lay.between(u, x).is_some() {
                    state.why_on_loop(known, u as usize, &mut because);
                }
            }
        }
        let closed = (state.lay.sides(x as usize)).filter(|&a| {
            known.no(a as usize) && !near.contains(&(state.lay.over(x as usize, a) as u32))
        });
        because.extend(closed.map(|a| state.why_closed(known, a)));
    }
    let mut once = Vec::new();
    for ground in because {
        if !once.contains(&ground) {
            once.push(ground);
        }
    }
    once
}

fn say(game: &Yajilin, step: &Step) -> String {
    let [clue, beyond, ..] = step.words;
    let clues = match beyond {
        NONE => game.clue_at(clue),
        _ => format!("{} and {}", game.clue_at(clue), game.clue_at(beyond)),
    };
    let Some(&fact) = step.therefore.first() else {
        return format!("{} cannot get enough shaded cells.", capital(clues));
    };
    let entry = match (fact.var() < game.free(), fact.is_yes()) {
        (true, _) => format!("{} were shaded", game.cell_words(fact.var() as u32)),
        (false, false) => format!("the loop ran between {}", game.line_words(fact.var())),
        (false, true) => format!("no line ran between {}", game.line_words(fact.var())),
    };
    let what = game.all_words(&step.therefore);
    format!("If {entry}, the loop would take too many cells from {clues}, so {what}.")
}
