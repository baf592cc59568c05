//! Rules about the bridges of one island: what it needs against what its sides can take.

use super::words::bridges;
use super::{Hashi, State, clue};
use crate::kit::prelude::*;
use crate::kit::words::several;

/// An island that has all its bridges, or more.
pub(super) struct Complete {
    island: usize,
    have: u8,
}

impl Deduction<Hashi> for Complete {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        for island in puzzle.islands_to_look_at(found) {
            let Some(left @ ..=0) = puzzle.left(state, island) else {
                continue;
            };
            let grounds = |because: &mut Vec<Ground>| {
                puzzle.cite_bridges(state, island, because);
                let have = state.have[island];
                Complete { island, have }
            };
            if left < 0 {
                return found.contradict(grounds);
            }
            let no_more = |s: usize| puzzle.at_most(s, state.least[s]).next();
            found.conclude(puzzle.sides(island).filter_map(no_more), grounds);
        }
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let island = puzzle.island_words(self.island);
        if step.is_clash() {
            let have = bridges(self.have);
            return format!("{island} would have {have}, which is too many.");
        }
        let closed = (step.therefore.iter()).all(|f| puzzle.span_of(f.var()).1 == 1);
        let so = match (closed, step.therefore.len()) {
            (false, _) => "it gets no more",
            (true, 1) => "its other side stays closed",
            (true, _) => "its other sides stay closed",
        };
        format!("{island} has all its bridges, so {so}.")
    }

    fn aside(&self, puzzle: &Hashi, _: &Step) -> Option<Aside> {
        let island = puzzle.island_words(self.island);
        Some(Aside::Words(format!("{island} is complete")))
    }
}

/// An island whose sides can take just enough, or too little.
pub(super) struct Full {
    island: usize,
    room: u8,
    /// What its open sides can take.
    open: Vec<(usize, u8)>,
}

impl Deduction<Hashi> for Full {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        for island in puzzle.islands_to_look_at(found) {
            let room = state.room[island];
            let need = puzzle.islands[island].need;
            let full = || Full {
                island,
                room,
                open: state.open_sides(puzzle, island, None),
            };
            let grounds = |because: &mut Vec<Ground>| {
                puzzle.cite_room(state, island, None, because);
                full()
            };
            if room < need.unwrap_or(1) {
                return found.contradict(grounds);
            }
            match need {
                Some(need) if room == need => {
                    let open = puzzle.sides(island).filter(|&s| state.undecided(s));
                    let all = open.map(|s| Fact::yes(puzzle.atom(s, state.most[s])));
                    found.conclude(all, grounds);
                }
                None if state.have[island] == 0 => {
                    let mut open = puzzle.sides(island).filter(|&s| state.most[s] > 0);
                    if let (Some(s), None) = (open.next(), open.next()) {
                        // What the other sides can take is what matters, not what this one can.
                        let others = |because: &mut Vec<Ground>| {
                            puzzle.cite_room(state, island, Some(s), because);
                            full()
                        };
                        found.conclude(&[Fact::yes(puzzle.atom(s, 1))], others);
                    }
                }
                _ => {}
            }
        }
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let island = puzzle.island_words(self.island);
        let hidden = puzzle.islands[self.island].need.is_none();
        let take = bridges(self.room);
        let so = puzzle.said(&step.therefore, Some(self.island));
        let takes = || puzzle.takes_words(self.island, &self.open);
        match (self.room, &self.open[..]) {
            (0, _) if step.is_clash() => format!("{island} has no side left for a bridge."),
            _ if step.is_clash() => {
                format!("The sides of {island} can take only {take}, which is too few.")
            }
            _ if hidden => format!("{island} needs a bridge and has one side left, so {so}."),
            (1, &[(side, _)]) => {
                let other = puzzle.neighbour(self.island, side);
                format!("{island} can reach only {other}.")
            }
            (1, _) => format!("Only one side of {island} is left, so its bridge runs there."),
            (_, open) if open.iter().all(|&(_, k)| k == puzzle.max) => format!(
                "The sides of {island} can take {take} and no more, so all of them are needed."
            ),
            (2, _) => format!("{island} can get only {}, and needs both.", takes()),
            _ => format!("{island} can get only {}, and needs them all.", takes()),
        }
    }
}

/// An island whose number is smaller than what a side can take.
pub(super) struct Small {
    island: usize,
    need: u8,
}

impl Deduction<Hashi> for Small {
    fn find(puzzle: &Hashi, _: &State, found: &mut Findings<Self>) {
        for island in 0..puzzle.islands.len() {
            if let Some(need) = puzzle.islands[island].need.filter(|&n| n < puzzle.max) {
                let too_many = (puzzle.sides(island)).map(|s| Fact::no(puzzle.atom(s, need + 1)));
                found.conclude(too_many, |because| {
                    because.push(clue(island));
                    Small { island, need }
                });
            }
        }
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let island = puzzle.island_words(self.island);
        let number = bridges(self.need);
        match self.need {
            _ if step.is_clash() => format!("{island} would have too many bridges on one side."),
            1 => format!("{island} has one bridge only, so none of its sides is double."),
            _ => format!("{island} has {number} only, so no side of it takes more."),
        }
    }
}

/// An island with one side that is not settled.
pub(super) struct LastSide {
    island: usize,
    side: usize,
    left: u8,
}

impl Deduction<Hashi> for LastSide {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        for island in puzzle.islands_to_look_at(found) {
            let Some(left @ 1..) = puzzle.left(state, island) else {
                continue;
            };
            let mut open = puzzle.sides(island).filter(|&s| state.undecided(s));
            let (Some(side), None) = (open.next(), open.next()) else {
                continue;
            };
            let left = left as u8;
            let exactly = state.least[side] + left;
            // If it can take no more than that, another rule says so, or that it is too few.
            if exactly >= state.most[side] {
                continue;
            }
            let facts = puzzle.narrowed(state, side, exactly, exactly);
            found.conclude(facts, |because| {
                because.push(clue(island));
                let others = puzzle.sides(island).filter(|&t| t != side);
                others.for_each(|t| puzzle.cite_bounds(state, t, because));
                LastSide { island, side, left }
            });
        }
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let island = puzzle.island_words(self.island);
        let other = puzzle.neighbour(self.island, self.side);
        let (what, run) = match self.left {
            1 => ("its last bridge".to_owned(), "runs"),
            more => (format!("its last {}", bridges(more)), "run"),
        };
        match step.because.last() {
            Some(Ground::Fact(fact)) if step.is_clash() && fact.is_yes() => {
                format!("{island} has one side left for {what}, but more than that run to {other}.")
            }
            _ if step.is_clash() => {
                format!("{island} has one side left, but {what} cannot run to {other}.")
            }
            _ => format!("{island} has one side left, so {what} {run} to {other}."),
        }
    }
}

/// An island none of whose open sides can be left out.
pub(super) struct OneEach {
    island: usize,
    open: usize,
    each: u8,
}

impl Deduction<Hashi> for OneEach {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        for island in puzzle.islands_to_look_at(found) {
            let Some(need) = puzzle.islands[island].need else {
                continue;
            };
            // As if a side could always take the most that any side can: that is seen at a glance.
            let open = || puzzle.sides(island).filter(|&s| state.most[s] > 0);
            let all = open().count() as u8 * puzzle.max;
            let Some(least) = (need + puzzle.max).checked_sub(all).filter(|&k| k > 0) else {
                continue;
            };
            if all <= need {
                continue;
            }
            let facts = open().map(|s| Fact::yes(puzzle.atom(s, least)));
            found.conclude(facts, |because| {
                because.push(clue(island));
                let closed = puzzle.sides(island).filter(|&s| state.most[s] == 0);
                closed.for_each(|s| puzzle.cite_most(state, s, because));
                let (open, each) = (open().count(), least);
                OneEach { island, open, each }
            });
        }
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let (open, least) = (self.open, self.each);
        let island = puzzle.island_words(self.island);
        let sides = several(open, "side");
        let others = bridges((open - 1) * puzzle.max as usize);
        let least_words = number(least.into());
        match (open, least) {
            _ if step.is_clash() => format!(
                "{island} has {sides} for its bridges and needs {least_words} on each, which one of \
                 them cannot take."
            ),
            (1, k) => format!(
                "{island} has only one side, so {} there.",
                puzzle.runs(true, k)
            ),
            (2, 1) => format!(
                "{island} has two sides, and one alone takes {others} at most, so both get at least \
                 one."
            ),
            (_, 1) => format!(
                "{island} has {sides}. Without one of them it takes {others} at most, so each gets \
                 at least one."
            ),
            _ => format!(
                "{island} has {sides}, of which all but one take {others} at most, so each of them \
                 gets at least {least_words}."
            ),
        }
    }
}

/// An island whose other sides cannot take enough.
pub(super) struct OthersNotEnough {
    island: usize,
    side: usize,
    /// What its other sides can take together, and each of those that are open.
    others: u8,
    open: Vec<(usize, u8)>,
    least: u8,
}

impl Deduction<Hashi> for OthersNotEnough {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        for island in puzzle.islands_to_look_at(found) {
            let Some(need) = puzzle.islands[island].need else {
                continue;
            };
            // If there is no choice at all, the easier rule says it.
            if state.room[island] <= need {
                continue;
            }
            for side in puzzle.sides(island).filter(|&s| state.undecided(s)) {
                let others = state.room[island] - state.most[side];
                let least = need.saturating_sub(others);
                if least <= state.least[side] {
                    continue;
                }
                found.conclude(&[Fact::yes(puzzle.atom(side, least))], |because| {
                    puzzle.cite_room(state, island, Some(side), because);
                    OthersNotEnough {
                        island,
                        side,
                        others,
                        open: state.open_sides(puzzle, island, Some(side)),
                        least,
                    }
                });
            }
        }
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let island = puzzle.island_words(self.island);
        let take = match self.open.iter().all(|&(_, k)| k == puzzle.max) {
            true if self.others == 0 => "can get no bridge on its other sides".to_owned(),
            true => format!("can get only {} on its other sides", bridges(self.others)),
            false => {
                let takes = puzzle.takes_words(self.island, &self.open);
                format!("can get only {takes}")
            }
        };
        let but = format!("but {}", puzzle.runs(false, self.least - 1));
        let so = step.so_or_but(format!("so {}", puzzle.runs(true, self.least)), but);
        let way = puzzle.towards(self.island, self.side);
        format!("{island} {take}, {so} {way}.")
    }
}

/// An island that needs few more bridges.
pub(super) struct FewLeft {
    island: usize,
    left: u8,
}

impl Deduction<Hashi> for FewLeft {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        for island in puzzle.islands_to_look_at(found) {
            let Some(left @ 1..) = puzzle.left(state, island) else {
                continue;
            };
            if left >= puzzle.max as i32 || state.have[island] == 0 {
                continue;
            }
            let left = left as u8;
            let no_more = |s: usize| puzzle.narrowed(state, s, 0, state.least[s] + left);
            found.conclude(puzzle.sides(island).flat_map(no_more), |because| {
                puzzle.cite_bridges(state, island, because);
                FewLeft { island, left }
            });
        }
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let island = puzzle.island_words(self.island);
        let only = match self.left {
            1 => "only one more bridge".to_owned(),
            left => format!("only {} more bridges", number(left.into())),
        };
        match self.left {
            _ if step.is_clash() => {
                format!("{island} needs {only}, but one side of it gets more than that.")
            }
            1 => format!("{island} needs {only}, so no side of it gets two more."),
            _ => format!("{island} needs {only}, so no side of it gets more than that."),
        }
    }
}
