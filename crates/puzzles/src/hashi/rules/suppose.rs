//! What would follow at once if a few sides had given numbers of bridges: which islands would be
//! complete, which sides closed, whether islands would be cut off or an island left short.
//!
//! Nothing is followed further than that. A side counts as closed if it is closed already, if it
//! crosses a supposed bridge, or if one of its islands would be complete. A 1 is a dead end: no way
//! leads over it to other islands.

use super::{Hashi, State, clue, connected};
use crate::kit::areas::{Marks, Met, Search};
use crate::kit::prelude::*;

/// The most islands that one island may be joined to at once, with itself.
pub(super) const ISLAND_AND_NEIGHBOURS: usize = 5;

/// Sides with their numbers of bridges.
pub(super) type Way = Vec<(usize, u8)>;

/// Sides with the numbers of bridges that are supposed there.
pub(super) struct Suppose<'a> {
    pub(super) puzzle: &'a Hashi,
    pub(super) state: &'a State,
    pub(super) set: Way,
}

/// Scratch space for searching the network, used again and again.
pub(super) struct Paper {
    search: Search,
    wanted: Marks,
    closed: Vec<usize>,
}

impl Paper {
    pub(super) fn new(puzzle: &Hashi) -> Paper {
        Paper {
            search: Search::new(puzzle.islands.len()),
            wanted: Marks::new(puzzle.islands.len()),
            closed: Vec::new(),
        }
    }
}

impl<'a> Suppose<'a> {
    pub(super) fn new(puzzle: &'a Hashi, state: &'a State) -> Suppose<'a> {
        let set = Vec::with_capacity(8);
        Suppose { puzzle, state, set }
    }

    fn value(&self, span: usize) -> Option<u8> {
        let here = self.set.iter().find(|&&(s, _)| s == span);
        here.map(|&(_, k)| k)
    }

    /// How many bridges an island would have at least.
    fn have(&self, island: usize) -> u8 {
        let mut have = self.state.have[island];
        for &(s, k) in &self.set {
            if self.puzzle.both_ends(s).contains(&island) {
                have += k - self.state.least[s];
            }
        }
        have
    }

    fn complete(&self, island: usize) -> bool {
        let need = self.puzzle.islands[island].need;
        need.is_some_and(|need| self.have(island) >= need)
    }

    fn crossed(&self, span: usize) -> bool {
        let crossed_by = &self.puzzle.crossed_by[span];
        !crossed_by.is_empty() && (self.set.iter()).any(|&(s, k)| k > 0 && crossed_by.contains(&s))
    }

    /// No bridge would run here.
    fn closed(&self, span: usize) -> bool {
        if self.state.most[span] == 0 {
            return true;
        }
        if let Some(k) = self.value(span) {
            return k == 0;
        }
        let (a, z) = self.puzzle.spans[span].ends;
        self.state.least[span] == 0 && (self.complete(a) || self.complete(z) || self.crossed(span))
    }

    /// Why no bridge would run here.
    fn cite_closed(&self, span: usize, because: &mut Vec<Ground>) {
        if self.state.most[span] == 0 {
            cite(because, self.puzzle.no_bridge(span));
        } else if self.value(span).is_none() && !self.crossed(span) {
            let (a, z) = self.puzzle.spans[span].ends;
            self.cite_bridges(if self.complete(a) { a } else { z }, because);
        }
    }

    /// The sides of an island where nothing is supposed.
    fn unset(&self, island: usize) -> impl Iterator<Item = usize> {
        (self.puzzle.sides(island)).filter(|&s| self.value(s).is_none())
    }

    /// Cite an island's number and the bridges that it has on such sides.
    fn cite_bridges(&self, island: usize, because: &mut Vec<Ground>) {
        cite(because, clue(island));
        (self.unset(island)).for_each(|s| self.puzzle.cite_least(self.state, s, because));
    }

    /// If the groups of these islands were joined into one, would it be cut off from the rest?
    pub(super) fn cuts_off(&self, islands: &[usize]) -> bool {
        let (puzzle, state) = (self.puzzle, self.state);
        let mut leaders = [usize::MAX; ISLAND_AND_NEIGHBOURS];
        let (mut groups, mut size, mut hubs) = (0, 0, 0);
        for &i in islands {
            let leader = state.leader(i);
            if !leaders[..groups].contains(&leader) {
                leaders[groups] = leader;
                groups += 1;
                size += state.group_size(leader);
            }
        }
        let leaders = &leaders[..groups];
        let inside = |i: usize| leaders.contains(&state.leader(i));
        let mut has_dead_end = false;
        let mut members = leaders.iter().flat_map(|&l| state.group(l));
        let closed = members.all(|i| {
            hubs += !puzzle.is_dead_end(i) as usize;
            puzzle.sides(i).all(|s| {
                let other = puzzle.across(s, i);
                let closed = state.most[s] == 0 || inside(other) || self.closed(s);
                has_dead_end |= !closed;
                closed || puzzle.is_dead_end(other)
            })
        });
        closed
            && match has_dead_end {
                true => hubs < state.hubs,
                false => size < puzzle.islands.len(),
            }
    }

    /// Why they would be cut off; returned is the group that they would form.
    pub(super) fn cite_border(&self, islands: &[usize], because: &mut Vec<Ground>) -> Vec<usize> {
        let leader = |i: usize| self.state.leader(i);
        let inside = |i: usize| islands.iter().any(|&j| leader(j) == leader(i));
        let islands = 0..self.puzzle.islands.len();
        let members: Vec<usize> = islands.filter(|&i| inside(i)).collect();
        self.cite_closed_between(&members, inside, because);
        because.push(connected());
        members
    }

    /// Why the sides that lead from these islands to others would be closed, or lead nowhere.
    fn cite_closed_between(
        &self,
        islands: &[usize],
        inside: impl Fn(usize) -> bool,
        because: &mut Vec<Ground>,
    ) {
        let sides = |i| (self.puzzle.sides(i)).map(move |s| (s, self.puzzle.across(s, i)));
        let all = islands.iter().flat_map(|&i| sides(i));
        for (s, other) in all.filter(|&(_, other)| !inside(other)) {
            match self.puzzle.is_dead_end(other) && !self.closed(s) {
                true => cite(because, clue(other)),
                false => self.cite_closed(s, because),
            }
        }
    }

    /// Collect the sides that would be closed but are not closed yet.
    fn collect_closed(&self, paper: &mut Paper) {
        let puzzle = self.puzzle;
        paper.closed.clear();
        let closed = &mut paper.closed;
        let mut note = |s: usize| {
            if self.state.most[s] > 0 && !closed.contains(&s) && self.closed(s) {
                closed.push(s);
            }
        };
        for &(s, k) in &self.set {
            note(s);
            if k > 0 && self.state.least[s] == 0 {
                puzzle.crossed_by[s].iter().for_each(|&c| note(c));
            }
            for i in puzzle.both_ends(s) {
                if self.complete(i) {
                    puzzle.sides(i).for_each(&mut note);
                }
            }
        }
    }

    /// The network of all bridges that are still possible would fall apart. The islands of one
    /// part are then those seen on the paper.
    pub(super) fn divides(&self, paper: &mut Paper) -> bool {
        self.collect_closed(paper);
        self.falls_apart(paper)
    }

    fn falls_apart(&self, paper: &mut Paper) -> bool {
        let puzzle = self.puzzle;
        let Paper {
            search,
            wanted,
            closed,
        } = paper;
        // What was connected still is if the ends of all closed sides are.
        let ends = || closed.iter().flat_map(|&s| puzzle.both_ends(s));
        let Some(first) = ends().find(|&i| !puzzle.is_dead_end(i)) else {
            return false;
        };
        wanted.clear();
        let mut missing = ends().filter(|&i| wanted.add(i)).count() - 1;
        search.begin(first, []);
        let open = |s: usize| self.state.most[s] > 0 && !closed.contains(&s);
        let next = |i| (puzzle.sides(i).filter(|&s| open(s))).map(move |s| puzzle.across(s, i));
        search.go(next, |i| {
            missing -= wanted.has(i) as usize;
            match missing {
                0 => Met::Enough,
                _ if puzzle.is_dead_end(i) => Met::Beside,
                _ => Met::Inside,
            }
        });
        missing > 0
    }

    /// Why the network would fall apart: the border of the part that was seen.
    pub(super) fn cite_division(&self, paper: &Paper, because: &mut Vec<Ground>) {
        let inside = |i: usize| paper.search.met.has(i) && !self.puzzle.is_dead_end(i);
        self.cite_closed_between(paper.search.area(), inside, because);
    }

    /// An island that could not get all its bridges; needs the closed sides on the paper.
    fn short(&self, paper: &Paper) -> Option<usize> {
        let puzzle = self.puzzle;
        let set = self.set.iter().map(|&(s, _)| s);
        let spans = set.chain(paper.closed.iter().copied());
        (spans.flat_map(|s| puzzle.both_ends(s))).find(|&i| {
            let takes = |s: usize| match self.value(s) {
                Some(k) => k,
                None if paper.closed.contains(&s) => 0,
                None => self.state.most[s],
            };
            let room: u8 = puzzle.sides(i).map(takes).sum();
            room < puzzle.islands[i].need.unwrap_or(1)
        })
    }

    fn cite_short(&self, island: usize, because: &mut Vec<Ground>) {
        cite(because, clue(island));
        for s in self.unset(island) {
            match self.closed(s) {
                true => self.cite_closed(s, because),
                false => self.puzzle.cite_most(self.state, s, because),
            }
        }
    }

    /// An island that would have too many bridges.
    fn overfull(&self) -> Option<usize> {
        let set = self.set.iter();
        (set.flat_map(|&(s, _)| self.puzzle.both_ends(s)))
            .find(|&i| (self.puzzle.islands[i].need).is_some_and(|need| self.have(i) > need))
    }

    /// Two of the supposed bridges would cross.
    fn crosses(&self) -> bool {
        (self.set.iter()).any(|&(s, k)| k > 0 && self.crossed(s))
    }

    /// Something would be wrong at once: two bridges would cross, an island would have too many
    /// or too few, or islands would be cut off.
    pub(super) fn breaks(&self, paper: &mut Paper) -> bool {
        if self.crosses() || self.overfull().is_some() {
            return true;
        }
        self.collect_closed(paper);
        self.short(paper).is_some() || self.falls_apart(paper)
    }

    /// What would be wrong, and why.
    pub(super) fn cite_break(&self, paper: &mut Paper, because: &mut Vec<Ground>) -> Harm {
        if self.crosses() {
            return Harm::Crossing;
        }
        if let Some(island) = self.overfull() {
            self.cite_bridges(island, because);
            return Harm::TooMany(island);
        }
        self.collect_closed(paper);
        if let Some(island) = self.short(paper) {
            self.cite_short(island, because);
            return Harm::TooFew(island);
        }
        self.falls_apart(paper);
        self.cite_division(paper, because);
        Harm::CutOff(self.smaller_part(paper))
    }

    /// The part of the network that was seen or, if that is smaller, what was not.
    pub(super) fn smaller_part(&self, paper: &Paper) -> Vec<usize> {
        let (seen, met) = (paper.search.area(), &paper.search.met);
        let all = 0..self.puzzle.islands.len();
        match 2 * seen.len() <= self.state.hubs {
            true => seen.to_vec(),
            false => all.filter(|&i| !met.has(i)).collect(),
        }
    }
}

/// What would be wrong at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Harm {
    /// Two bridges would cross.
    Crossing,
    /// This island would have too many bridges.
    TooMany(usize),
    /// This island could not get all its bridges.
    TooFew(usize),
    /// These islands would be cut off from the others.
    CutOff(Vec<usize>),
}

/// What is wrong, to follow "would": "leave the 2 in row 1, column 3 short or cut islands off".
pub(super) fn harm_words(puzzle: &Hashi, harms: &[&Harm]) -> String {
    const MOST_NAMED: usize = 2;
    let name = |islands: Vec<usize>| match islands.len() > MOST_NAMED {
        true => "an island".to_owned(),
        false => list(islands.iter().map(|&i| puzzle.island_words(i)), "or"),
    };
    let (mut short, mut full, mut apart) = (Vec::new(), Vec::new(), Vec::new());
    for harm in harms {
        match harm {
            Harm::TooFew(island) => short.push(*island),
            Harm::TooMany(island) => full.push(*island),
            Harm::CutOff(islands) => apart.push(islands),
            Harm::Crossing => {}
        }
    }
    let (short, full) = (distinct(short), distinct(full));
    apart.dedup();
    let mut words: Vec<String> = Vec::new();
    if short == full && !short.is_empty() {
        words.push(format!("give {} too few or too many", name(short)));
    } else {
        if !short.is_empty() {
            words.push(format!("leave {} short", name(short)));
        }
        if !full.is_empty() {
            words.push(format!("give {} too many", name(full)));
        }
    }
    match &apart[..] {
        [] => {}
        [one] => words.push(format!("cut off {}", puzzle.part_words(one))),
        _ => words.push("cut islands off".to_owned()),
    }
    if harms.contains(&&Harm::Crossing) {
        words.push("make bridges cross".to_owned());
    }
    list(words, "or")
}
