//! Rules about the bridges of one island: what it needs against what its sides can take.

use logic::{About, Deduction, Findings, Ground, Step};

use super::words::bridges;
use super::{Hashi, State, clue};
use crate::Fact;
use crate::kit::words::{capital, number};

/// An island that has all its bridges, or more.
#[derive(Debug)]
pub(super) struct Complete {
    island: usize,
    have: usize,
}

impl Deduction<Hashi> for Complete {
    const ABOUT: About = About::new(
        "island-complete",
        "Island complete",
        1,
        1,
        "An island that has all its bridges gets no more: its other sides are closed.",
    );

    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        for i in puzzle.islands_to_look_at(found) {
            let Some(left) = puzzle.left(state, i) else {
                continue;
            };
            if left > 0 {
                continue;
            }
            let grounds = |because: &mut Vec<Ground>| {
                because.push(clue(i));
                puzzle
                    .sides(i)
                    .for_each(|s| puzzle.cite_least(state, s, because));
                Complete {
                    island: i,
                    have: state.have[i] as usize,
                }
            };
            if left < 0 {
                found.contradict(grounds);
                return;
            }
            let mut closed = [None; 4];
            for (slot, s) in closed.iter_mut().zip(puzzle.sides(i)) {
                *slot = puzzle.at_most(s, state.least[s]).next();
            }
            let closed: Vec<Fact> = closed.into_iter().flatten().collect();
            found.conclude(&closed, grounds);
        }
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let island = puzzle.island_words(self.island);
        if step.is_clash() {
            let have = bridges(self.have);
            return capital(format!("{island} would have {have}, which is too many."));
        }
        let closed = step
            .therefore
            .iter()
            .all(|f| puzzle.span_of(f.var()).1 == 1);
        let so = match (closed, step.therefore.len()) {
            (false, _) => "it gets no more".to_owned(),
            (true, 1) => "its other side stays closed".to_owned(),
            (true, _) => "its other sides stay closed".to_owned(),
        };
        capital(format!("{island} has all its bridges, so {so}."))
    }
}

/// An island whose sides can take just enough, or too little.
#[derive(Debug)]
pub(super) struct Full {
    island: usize,
    room: usize,
}

impl Deduction<Hashi> for Full {
    const ABOUT: About = About::new(
        "island-full",
        "Every bridge needed",
        1,
        1,
        "Count what the sides of an island can still take. If that is exactly its number, \
                every side gets all it can take: an 8 has two bridges on each side, a 4 in a \
                corner two on both. An island without a number needs at least one bridge, so its \
                last open side gets one.",
    );

    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        for i in puzzle.islands_to_look_at(found) {
            let room = state.room[i];
            let need = puzzle.islands[i].need;
            let evidence = || Full {
                island: i,
                room: room as usize,
            };
            let grounds = |because: &mut Vec<Ground>| {
                because.push(clue(i));
                puzzle
                    .sides(i)
                    .for_each(|s| puzzle.cite_most(state, s, because));
                evidence()
            };
            if room < need.unwrap_or(1) {
                found.contradict(grounds);
                return;
            }
            match need {
                Some(need) if room == need => {
                    let all = puzzle.sides(i).filter(|&s| state.undecided(s));
                    let all: Vec<Fact> = all
                        .map(|s| Fact::yes(puzzle.atom(s, state.most[s])))
                        .collect();
                    found.conclude(&all, grounds);
                }
                None if state.have[i] == 0 => {
                    let mut open = puzzle.sides(i).filter(|&s| state.most[s] > 0);
                    if let (Some(s), None) = (open.next(), open.next()) {
                        // What the other sides can take is what matters, not what this one can.
                        let others = |because: &mut Vec<Ground>| {
                            because.push(clue(i));
                            let others = puzzle.sides(i).filter(|&t| t != s);
                            others.for_each(|t| puzzle.cite_most(state, t, because));
                            evidence()
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
        let room = self.room;
        let hidden = puzzle.islands[self.island].need.is_none();
        if step.is_clash() {
            return match room {
                0 => capital(format!("{island} has no side left for a bridge.")),
                _ => format!(
                    "The sides of {island} can take only {}, which is too few.",
                    bridges(room)
                ),
            };
        }
        if hidden {
            return capital(format!(
                "{island} needs a bridge and has one side left, so {}.",
                puzzle.conclusions(step)
            ));
        }
        match room {
            1 => format!("Only one side of {island} is left, so the bridge runs there."),
            _ => format!(
                "The sides of {island} can take {} and no more, so all of them are needed.",
                bridges(room)
            ),
        }
    }
}

/// An island whose number is smaller than what a side can take.
#[derive(Debug)]
pub(super) struct Small {
    island: usize,
    need: usize,
}

impl Deduction<Hashi> for Small {
    const ABOUT: About = About::new(
        "small-number",
        "Small number",
        1,
        1,
        "No side of an island takes more bridges than its number says: a 1 has no double \
                bridge.",
    )
    .looking_once();

    fn find(puzzle: &Hashi, _: &State, found: &mut Findings<Self>) {
        for i in 0..puzzle.islands.len() {
            if let Some(need) = puzzle.islands[i].need.filter(|&n| n < puzzle.max) {
                let sides = puzzle.sides(i);
                let too_many: Vec<Fact> =
                    sides.map(|s| Fact::no(puzzle.atom(s, need + 1))).collect();
                found.conclude(&too_many, |because| {
                    because.push(clue(i));
                    Small {
                        island: i,
                        need: need as usize,
                    }
                });
            }
        }
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let island = puzzle.island_words(self.island);
        let text = match self.need {
            _ if step.is_clash() => format!("{island} would have too many bridges on one side."),
            1 => format!("{island} has one bridge only, so none of its sides is double."),
            k => format!(
                "{island} has {} only, so no side of it takes more.",
                bridges(k)
            ),
        };
        capital(text)
    }
}

/// An island with one side that is not settled.
#[derive(Debug)]
pub(super) struct LastSide {
    island: usize,
    side: usize,
    left: usize,
}

impl Deduction<Hashi> for LastSide {
    const ABOUT: About = About::new(
        "last-side",
        "Last side",
        1,
        1,
        "If all sides of an island but one are settled, the last one gets exactly the \
                bridges that are still missing.",
    );

    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        for i in puzzle.islands_to_look_at(found) {
            let Some(left @ 1..) = puzzle.left(state, i) else {
                continue;
            };
            let mut open = puzzle.sides(i).filter(|&s| state.undecided(s));
            let (Some(s), None) = (open.next(), open.next()) else {
                continue;
            };
            let exactly = state.least[s] + left as u8;
            // If it can take no more than that, another rule says so, or that it is too few.
            if exactly >= state.most[s] {
                continue;
            }
            let facts = [
                Fact::yes(puzzle.atom(s, exactly)),
                Fact::no(puzzle.atom(s, exactly + 1)),
            ];
            found.conclude(&facts, |because| {
                because.push(clue(i));
                for t in puzzle.sides(i).filter(|&t| t != s) {
                    puzzle.cite_least(state, t, because);
                    puzzle.cite_most(state, t, because);
                }
                LastSide {
                    island: i,
                    side: s,
                    left: left as usize,
                }
            });
        }
    }

    fn say(&self, puzzle: &Hashi, _: &Step) -> String {
        let island = puzzle.island_words(self.island);
        let other = puzzle.island_words(puzzle.across(self.side, self.island));
        let what = match self.left {
            1 => "its last bridge runs".to_owned(),
            k => format!("its last {} bridges run", number(k)),
        };
        capital(format!("{island} has one side left, so {what} to {other}."))
    }
}

/// An island none of whose open sides can be left out.
#[derive(Debug)]
pub(super) struct OneEach {
    island: usize,
    open: usize,
    least: usize,
}

impl Deduction<Hashi> for OneEach {
    const ABOUT: About = About::new(
        "one-each",
        "One on each side",
        1,
        2,
        "If an island needs more than all its open sides but one could take, none of them \
                can be left out: a 7 has a bridge on each of its four sides, a 5 with three sides \
                on all three, a 3 in a corner on both.",
    );

    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        for i in puzzle.islands_to_look_at(found) {
            let Some(need) = puzzle.islands[i].need else {
                continue;
            };
            // As if a side could always take the most that any side can: that is seen at a glance.
            let open = || puzzle.sides(i).filter(|&s| state.most[s] > 0);
            let all = open().count() as u8 * puzzle.max;
            let Some(least) = (need + puzzle.max).checked_sub(all).filter(|&k| k > 0) else {
                continue;
            };
            if all <= need {
                continue;
            }
            let facts: Vec<Fact> = open().map(|s| Fact::yes(puzzle.atom(s, least))).collect();
            found.conclude(&facts, |because| {
                because.push(clue(i));
                let closed = puzzle.sides(i).filter(|&s| state.most[s] == 0);
                closed.for_each(|s| puzzle.cite_most(state, s, because));
                OneEach {
                    island: i,
                    open: open().count(),
                    least: least as usize,
                }
            });
        }
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let (open, least) = (self.open, self.least);
        let island = puzzle.island_words(self.island);
        let sides = match open {
            1 => "one side".to_owned(),
            k => format!("{} sides", number(k)),
        };
        if step.is_clash() {
            return capital(format!(
                "{island} has {sides} for its bridges and needs {} on each, which one of them cannot \
                 take.",
                number(least)
            ));
        }
        let others = bridges((open - 1) * puzzle.max as usize);
        capital(match (open, least) {
            (1, k) => format!(
                "{island} has only one side, so {} there.",
                puzzle.runs(true, k)
            ),
            (2, 1) => format!(
                "With one of its two sides closed, {island} could have {others} at most, so both get \
                 at least one."
            ),
            (n, 1) => format!(
                "With one of its {} sides closed, {island} could have {others} at most, so each of \
                 them gets at least one.",
                number(n)
            ),
            (n, k) => format!(
                "{island} has {} sides, of which all but one take {others} at most, so each of them \
                 gets at least {}.",
                number(n),
                number(k)
            ),
        })
    }
}

/// An island whose other sides cannot take enough.
#[derive(Debug)]
pub(super) struct OthersNotEnough {
    island: usize,
    side: usize,
    others: usize,
    least: usize,
}

impl Deduction<Hashi> for OthersNotEnough {
    const ABOUT: About = About::new(
        "others-not-enough",
        "The other sides are not enough",
        2,
        3,
        "Add up what the other sides of an island can take, given that a neighbouring 1 \
                takes only one bridge and that a finished neighbour takes none. What is missing \
                from the island's number must run on this side.",
    );

    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        for i in puzzle.islands_to_look_at(found) {
            let Some(need) = puzzle.islands[i].need else {
                continue;
            };
            // If there is no choice at all, the easier rule says it.
            if state.room[i] <= need {
                continue;
            }
            for s in puzzle.sides(i).filter(|&s| state.undecided(s)) {
                let others = state.room[i] - state.most[s];
                let least = need.saturating_sub(others);
                if least <= state.least[s] {
                    continue;
                }
                found.conclude(&[Fact::yes(puzzle.atom(s, least))], |because| {
                    because.push(clue(i));
                    let all_but_this = puzzle.sides(i).filter(|&t| t != s);
                    all_but_this.for_each(|t| puzzle.cite_most(state, t, because));
                    OthersNotEnough {
                        island: i,
                        side: s,
                        others: others as usize,
                        least: least as usize,
                    }
                });
            }
        }
    }

    fn say(&self, puzzle: &Hashi, _: &Step) -> String {
        let island = puzzle.island_words(self.island);
        let other = puzzle.island_words(puzzle.across(self.side, self.island));
        let take = match self.others {
            0 => "cannot take any bridge".to_owned(),
            k => format!("can take only {}", bridges(k)),
        };
        format!(
            "The other sides of {island} {take}, so {} to {other}.",
            puzzle.runs(true, self.least),
        )
    }
}

/// An island that needs few more bridges.
#[derive(Debug)]
pub(super) struct FewLeft {
    island: usize,
    left: usize,
}

impl Deduction<Hashi> for FewLeft {
    const ABOUT: About = About::new(
        "few-left",
        "Few bridges left",
        3,
        3,
        "No side of an island gets more new bridges than the island still needs: a 3 that \
                has two of its bridges already has only one to give, so no other side of it is \
                double.",
    );

    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        for i in puzzle.islands_to_look_at(found) {
            let Some(left @ 1..) = puzzle.left(state, i) else {
                continue;
            };
            if left >= puzzle.max as i32 || state.have[i] == 0 {
                continue;
            }
            let too_many = (puzzle.sides(i))
                .map(|s| (s, state.least[s] + left as u8))
                .filter(|&(s, most)| most < state.most[s]);
            let too_many: Vec<Fact> = too_many
                .map(|(s, most)| Fact::no(puzzle.atom(s, most + 1)))
                .collect();
            found.conclude(&too_many, |because| {
                because.push(clue(i));
                puzzle
                    .sides(i)
                    .for_each(|s| puzzle.cite_least(state, s, because));
                FewLeft {
                    island: i,
                    left: left as usize,
                }
            });
        }
    }

    fn say(&self, puzzle: &Hashi, _: &Step) -> String {
        let island = puzzle.island_words(self.island);
        capital(match self.left {
            1 => format!("{island} needs only one more bridge, so no side of it gets two more."),
            k => format!(
                "{island} needs only {} more bridges, so no side of it gets more than that.",
                number(k)
            ),
        })
    }
}
