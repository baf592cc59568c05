//! Rules about groups of islands that would be cut off from the rest. While islands lie outside a
//! group, some bridge must leave it.

use logic::{Deduction, Findings, Ground, Situation, Step};

use super::suppose::{ISLAND_AND_NEIGHBOURS, Suppose};
use super::words::{a_bridge_or_more, bridges};
use super::{Hashi, State, clue, connected};
use crate::Fact;
use crate::kit::lists::distinct;
use crate::kit::words::capital;

/// Two islands that this many bridges between them would complete.
#[derive(Debug)]
pub(super) struct LonelyPair {
    span: usize,
    need: u8,
}

/// The number of bridges between the two ends that would complete both.
fn pair_number(puzzle: &Hashi, span: usize) -> Option<u8> {
    let (a, z) = puzzle.spans[span].ends;
    let need = puzzle.islands[a].need?;
    let same = puzzle.islands[z].need == Some(need);
    (same && need <= puzzle.max && puzzle.islands.len() > 2).then_some(need)
}

impl Deduction<Hashi> for LonelyPair {
    fn find(puzzle: &Hashi, _: &State, found: &mut Findings<Self>) {
        for span in 0..puzzle.spans.len() {
            let Some(need) = pair_number(puzzle, span) else {
                continue;
            };
            found.conclude(&[Fact::no(puzzle.atom(span, need))], |because| {
                because.extend(puzzle.both_ends(span).map(clue));
                because.push(connected());
                LonelyPair { span, need }
            });
        }
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let ends = puzzle.ends_words(self.span);
        if step.is_clash() {
            return capital(format!(
                "{ends} have bridges to each other only and are cut off from the rest."
            ));
        }
        capital(format!(
            "Joined by {}, {ends} would be complete and cut off from the rest, so {} between them.",
            a_bridge_or_more(self.need),
            puzzle.runs(false, self.need - 1)
        ))
    }
}

/// A group with one way out, or none; with one, this is the island where it begins.
#[derive(Debug)]
pub(super) struct OnlyWayOut {
    island: usize,
    group_size: usize,
    way: Option<usize>,
}

impl Deduction<Hashi> for OnlyWayOut {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        for leader in puzzle.groups_to_look_at(state, found) {
            let group_size = state.group_size(leader);
            if group_size == puzzle.islands.len() {
                continue;
            }
            let border = || {
                (state.group(leader))
                    .flat_map(|i| puzzle.sides(i).map(move |s| (i, s)))
                    .filter(|&(i, s)| state.leader(puzzle.across(s, i)) != leader)
            };
            let mut open = border().filter(|&(_, s)| state.most[s] > 0);
            let (way, second) = (open.next(), open.next());
            if second.is_some() {
                continue;
            }
            let grounds = |because: &mut Vec<Ground>| {
                let closed = border().filter(|&(_, s)| state.most[s] == 0);
                because.extend(closed.map(|(_, s)| puzzle.no_bridge(s)));
                because.push(connected());
                OnlyWayOut {
                    island: way.map_or(leader, |(island, _)| island),
                    group_size,
                    way: way.map(|(_, span)| span),
                }
            };
            match way {
                Some((_, s)) => found.conclude(&[Fact::yes(puzzle.atom(s, 1))], grounds),
                None => return found.contradict(grounds),
            }
        }
    }

    fn say(&self, puzzle: &Hashi, _: &Step) -> String {
        let island = puzzle.island_words(self.island);
        let group = match self.group_size {
            1 => island,
            _ => format!("the group of {island}"),
        };
        capital(match self.way {
            None => format!("{group} is cut off from the rest."),
            Some(way) => format!(
                "{group} has only one way out to the other islands, so at least one bridge runs to \
                 {}.",
                puzzle.island_words(puzzle.across(way, self.island))
            ),
        })
    }
}

/// A span on which so many bridges would cut off the group of its ends.
#[derive(Debug)]
pub(super) struct CutOffByBridge {
    span: usize,
    bridges: u8,
    /// How many of them are known.
    least: u8,
}

impl Deduction<Hashi> for CutOffByBridge {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        found.each(spans_of_groups(puzzle, state, found), |span, found| {
            let ends = puzzle.both_ends(span);
            let least = state.least[span];
            for k in least + 1..=state.most[span] {
                // Two islands by themselves: left to the easier rule.
                let alone = ends.iter().all(|&i| state.group_size(state.leader(i)) == 1);
                if alone && pair_number(puzzle, span) == Some(k) {
                    break;
                }
                let mut suppose = Suppose::new(puzzle, state);
                suppose.set(span, k);
                if suppose.cuts_off(&ends) {
                    found.conclude(&[Fact::no(puzzle.atom(span, k))], |because| {
                        suppose.cite_border(&ends, because);
                        because.push(connected());
                        CutOffByBridge {
                            span,
                            bridges: k,
                            least,
                        }
                    });
                    break;
                }
            }
        });
    }

    fn say(&self, puzzle: &Hashi, _: &Step) -> String {
        let ends = puzzle.ends_words(self.span);
        let what = match (self.bridges - self.least, self.least) {
            (1, 0) => "a bridge".to_owned(),
            (1, _) => "another bridge".to_owned(),
            (_, 0) => bridges(self.bridges),
            (more, _) => format!("{} more", bridges(more)),
        };
        let fewer = self.bridges - 1;
        let so = match self.least {
            1.. if self.least == fewer => format!("it stays at {}", bridges(fewer)),
            _ => puzzle.runs(false, fewer) + " there",
        };
        format!(
            "With {what} between {ends}, nothing would lead from their group to the other islands, \
             so {so}."
        )
    }
}

/// The undecided spans of the groups that have news.
fn spans_of_groups(puzzle: &Hashi, state: &State, found: &Situation) -> Vec<usize> {
    let mut spans = Vec::new();
    for leader in puzzle.groups_to_look_at(state, found) {
        for i in state.group(leader) {
            spans.extend(puzzle.sides(i).filter(|&s| state.undecided(s)));
        }
    }
    distinct(spans)
}

/// An island that would be cut off if it got no more bridges on this side.
#[derive(Debug)]
pub(super) struct CutOffByClosing {
    island: usize,
    side: usize,
    /// How many bridges are known there.
    least: u8,
    /// How many other sides are open.
    others: usize,
}

impl Deduction<Hashi> for CutOffByClosing {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        found.each(islands_at_groups(puzzle, state, found), |island, found| {
            let Some(need) = puzzle.islands[island].need else {
                return;
            };
            for side in puzzle.sides(island).filter(|&s| state.undecided(s)) {
                let least = state.least[side];
                if state.room[island] - state.most[side] + least != need {
                    continue;
                }
                let mut suppose = Suppose::new(puzzle, state);
                let mut islands = [island; ISLAND_AND_NEIGHBOURS];
                for (t, slot) in puzzle.sides(island).zip(&mut islands[1..]) {
                    let k = if t == side { least } else { state.most[t] };
                    suppose.set(t, k);
                    if k > 0 {
                        *slot = puzzle.across(t, island);
                    }
                }
                if suppose.cuts_off(&islands) {
                    found.conclude(&[Fact::yes(puzzle.atom(side, least + 1))], |because| {
                        puzzle.cite_room(state, island, Some(side), because);
                        suppose.cite_border(&islands, because);
                        because.push(connected());
                        let others = puzzle.sides(island).filter(|&t| t != side);
                        CutOffByClosing {
                            island,
                            side,
                            least,
                            others: others.filter(|&t| state.most[t] > 0).count(),
                        }
                    });
                }
            }
        });
    }

    fn say(&self, puzzle: &Hashi, _: &Step) -> String {
        let island = puzzle.island_words(self.island);
        let other = puzzle.island_words(puzzle.across(self.side, self.island));
        let (without, so) = match self.least {
            0 => ("a bridge", "at least one bridge runs there".to_owned()),
            k => ("another bridge", puzzle.runs(true, k + 1) + " there"),
        };
        let sides = if self.others == 1 { "side" } else { "sides" };
        format!(
            "Without {without} to {other}, {island} would have to fill its other {sides} and be \
             cut off with what lies there, so {so}."
        )
    }
}

/// The islands of the groups that have news, and their neighbours.
fn islands_at_groups(puzzle: &Hashi, state: &State, found: &Situation) -> Vec<usize> {
    let mut islands = Vec::new();
    for leader in puzzle.groups_to_look_at(state, found) {
        for i in state.group(leader) {
            islands.push(i);
            let open = puzzle.sides(i).filter(|&s| state.undecided(s));
            islands.extend(open.map(|s| puzzle.across(s, i)));
        }
    }
    distinct(islands)
}
