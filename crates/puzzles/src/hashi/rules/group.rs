//! Rules about groups of islands that would be cut off from the rest. While islands lie outside a
//! group, some bridge must leave it.

use super::suppose::{ISLAND_AND_NEIGHBOURS, Suppose};
use super::words::{a_bridge_or_more, bridges};
use super::{Hashi, State, clue, connected};
use crate::kit::prelude::*;

/// Two islands that this many bridges between them would complete.
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
            let only = "have bridges to each other only and are cut off from the rest";
            return format!("{ends} {only}.");
        }
        let so = puzzle.runs(false, self.need - 1);
        let with = a_bridge_or_more(self.need);
        let joined = format!("Joined by {with}, {ends} would be complete");
        format!("{joined} and cut off from the rest, so {so} between them.")
    }
}

/// An island that needs this side, or it would be alone with these neighbours.
pub(super) struct LonelyFew {
    island: usize,
    side: usize,
    others: Vec<usize>,
}

impl Deduction<Hashi> for LonelyFew {
    fn find(puzzle: &Hashi, _: &State, found: &mut Findings<Self>) {
        for island in 0..puzzle.islands.len() {
            let Some(need) = puzzle.islands[island].need else {
                continue;
            };
            for side in puzzle.sides(island) {
                let others = || puzzle.sides(island).filter(|&s| s != side);
                let number = |s: usize| {
                    let number = puzzle.islands[puzzle.across(s, island)].need;
                    number.filter(|&n| n <= puzzle.max)
                };
                let Some(sum) = others().map(number).sum::<Option<u8>>() else {
                    continue;
                };
                let are_ones = others().all(|s| number(s) == Some(1));
                // Without this side all of them would be complete, or dead ends.
                if sum != need && !(sum > need && are_ones) {
                    continue;
                }
                found.conclude(&[Fact::yes(puzzle.atom(side, 1))], |because| {
                    let others: Vec<usize> = others().collect();
                    because.push(clue(island));
                    because.extend(others.iter().map(|&s| clue(puzzle.across(s, island))));
                    because.push(connected());
                    LonelyFew {
                        island,
                        side,
                        others,
                    }
                });
            }
        }
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let island = puzzle.island_words(self.island);
        let others = self.others.iter();
        let others = list(others.map(|&s| puzzle.neighbour(self.island, s)), "and");
        let way = puzzle.towards(self.island, self.side);
        let (so, but) = (
            ("would be", "so at least one runs"),
            ("is", "but none can run"),
        );
        let (is, so) = step.so_or_but(so, but);
        format!("Without a bridge {way}, {island} {is} alone with {others}, {so} {way}.")
    }
}

/// A group with one way out, or none, but for dead ends.
pub(super) struct OnlyWayOut {
    /// The island where the way begins, or any of the group.
    island: usize,
    way: Option<usize>,
    size: usize,
    cells: Vec<Cell>,
}

impl Deduction<Hashi> for OnlyWayOut {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        for leader in puzzle.groups_to_look_at(state, found) {
            let hubs = state.group(leader).filter(|&i| !puzzle.is_dead_end(i));
            let is_everything = hubs.count() == state.hubs;
            if state.group_size(leader) == puzzle.islands.len() {
                continue;
            }
            let border = || {
                (state.group(leader))
                    .flat_map(|i| puzzle.sides(i).map(move |s| (i, s)))
                    .filter(|&(i, s)| state.leader(puzzle.across(s, i)) != leader)
            };
            // Once all others are dead ends, they are what has to be reached.
            let leads = |i: usize, s: usize| {
                state.most[s] > 0 && (is_everything || !puzzle.is_dead_end(puzzle.across(s, i)))
            };
            let mut open = border().filter(|&(i, s)| leads(i, s));
            let (way, second) = (open.next(), open.next());
            if second.is_some() {
                continue;
            }
            let grounds = |because: &mut Vec<Ground>| {
                for (i, s) in border().filter(|&(i, s)| !leads(i, s)) {
                    match state.most[s] {
                        0 => because.push(puzzle.no_bridge(s)),
                        _ => cite(because, clue(puzzle.across(s, i))),
                    }
                }
                because.push(connected());
                let group: Vec<usize> = state.group(leader).collect();
                OnlyWayOut {
                    island: way.map_or(leader, |(island, _)| island),
                    way: way.map(|(_, span)| span),
                    size: group.len(),
                    cells: puzzle.cells_of(state, &group, true),
                }
            };
            match way {
                Some((_, s)) => found.conclude(&[Fact::yes(puzzle.atom(s, 1))], grounds),
                None => return found.contradict(grounds),
            }
        }
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let island = puzzle.island_words(self.island);
        let group = match self.size {
            1 => island,
            many => format!("the group of {} islands with {island}", number(many)),
        };
        let ends = puzzle.but_for_dead_ends(step);
        let Some(way) = self.way else {
            return format!("{group} is cut off from the rest{ends}.");
        };
        let so = step.so_or_but("so at least one bridge runs", "but no bridge can run");
        let there = puzzle.neighbour(self.island, way);
        format!("{group} has only one way out{ends}, {so} to {there}.")
    }

    fn picture(&self, _: &Hashi, _: &Step) -> Picture {
        Picture::default().thing(self.cells.iter().copied())
    }
}

/// A span on which so many bridges would cut off the group of its ends.
pub(super) struct CutOffByBridge {
    span: usize,
    bridges: u8,
    /// How many of them are known.
    least: u8,
    cells: Vec<Cell>,
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
                suppose.set.push((span, k));
                if suppose.cuts_off(&ends) {
                    found.conclude(&[Fact::no(puzzle.atom(span, k))], |because| {
                        let group = suppose.cite_border(&ends, because);
                        CutOffByBridge {
                            span,
                            bridges: k,
                            least,
                            cells: puzzle.cells_of(state, &group, true),
                        }
                    });
                    break;
                }
            }
        });
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
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
        let so = step.so_or_but(format!("so {so}"), "but as many must run there".into());
        let but = puzzle.but_for_dead_ends(step);
        let why = format!("With {what} between {ends}, nothing would lead from their group");
        format!("{why} to the other islands{but}, {so}.")
    }

    fn picture(&self, _: &Hashi, _: &Step) -> Picture {
        Picture::default().thing(self.cells.iter().copied())
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
pub(super) struct CutOffByClosing {
    island: usize,
    side: usize,
    /// How many bridges are known there.
    least: u8,
    /// What its other sides that are open can take.
    others: Vec<(usize, u8)>,
    cells: Vec<Cell>,
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
                    suppose.set.push((t, k));
                    if k > 0 {
                        *slot = puzzle.across(t, island);
                    }
                }
                if suppose.cuts_off(&islands) {
                    found.conclude(&[Fact::yes(puzzle.atom(side, least + 1))], |because| {
                        puzzle.cite_room(state, island, Some(side), because);
                        let group = suppose.cite_border(&islands, because);
                        CutOffByClosing {
                            island,
                            side,
                            least,
                            others: state.open_sides(puzzle, island, Some(side)),
                            cells: puzzle.cells_of(state, &group, true),
                        }
                    });
                }
            }
        });
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let island = puzzle.island_words(self.island);
        let way = puzzle.towards(self.island, self.side);
        let without = match self.least {
            0 => "a bridge",
            _ => "another bridge",
        };
        let fill = match self.others.is_empty() {
            true => "be complete".to_owned(),
            false => format!("have {}", puzzle.takes_words(self.island, &self.others)),
        };
        let but = format!("But there cannot be {without} {way}.");
        let so = format!("So {} {way}.", puzzle.runs(true, self.least + 1));
        let so = step.so_or_but(so, but);
        let but = puzzle.but_for_dead_ends(step);
        let why = format!("Without {without} {way}, {island} would {fill}");
        format!("{why}, and its group would be cut off{but}. {so}")
    }

    fn picture(&self, _: &Hashi, _: &Step) -> Picture {
        Picture::default().thing(self.cells.iter().copied())
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
