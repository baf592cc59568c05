//! What would follow at once if a few sides had given numbers of bridges: which islands would be
//! complete, which sides closed, whether islands would be cut off or an island left short.
//!
//! Nothing is followed further than that. A side counts as closed if it is closed already, if it
//! crosses a supposed bridge, or if one of its islands would be complete.

use logic::Ground;

use super::{Hashi, State, cite, clue};
use crate::Fact;

pub(super) struct Suppose<'a> {
    game: &'a Hashi,
    state: &'a State,
    set: Vec<(usize, u8)>,
}

/// Scratch space for searching the network, used again and again.
pub(super) struct Paper {
    stamp: u32,
    seen: Vec<u32>,
    wanted: Vec<u32>,
    queue: Vec<usize>,
    closed: Vec<usize>,
}

impl Paper {
    pub(super) fn new(game: &Hashi) -> Paper {
        Paper {
            stamp: 0,
            seen: vec![0; game.islands.len()],
            wanted: vec![0; game.islands.len()],
            queue: Vec::new(),
            closed: Vec::new(),
        }
    }
}

impl<'a> Suppose<'a> {
    pub(super) fn new(game: &'a Hashi, state: &'a State) -> Suppose<'a> {
        Suppose {
            game,
            state,
            set: Vec::with_capacity(8),
        }
    }

    pub(super) fn set(&mut self, span: usize, bridges: u8) {
        self.set.push((span, bridges));
    }

    /// Take back everything supposed.
    pub(super) fn clear(&mut self) {
        self.set.clear();
    }

    /// Take back the last supposition.
    pub(super) fn unset(&mut self) {
        self.set.pop();
    }

    pub(super) fn all(&self) -> &[(usize, u8)] {
        &self.set
    }

    fn value(&self, span: usize) -> Option<u8> {
        let here = self.all().iter().find(|&&(s, _)| s == span);
        here.map(|&(_, k)| k)
    }

    /// How many bridges an island would have at least.
    fn have(&self, island: usize) -> u8 {
        let mut have = self.state.have[island];
        for &(s, k) in self.all() {
            let (a, z) = self.game.spans[s].ends;
            if a == island || z == island {
                have += k - self.state.least[s];
            }
        }
        have
    }

    fn complete(&self, island: usize) -> bool {
        let need = self.game.islands[island].need;
        need.is_some_and(|need| self.have(island) >= need)
    }

    fn crossed(&self, span: usize) -> bool {
        let crossed_by = &self.game.crossed_by[span];
        !crossed_by.is_empty()
            && (self.all().iter()).any(|&(s, k)| k > 0 && crossed_by.contains(&s))
    }

    /// No bridge would run here.
    fn closed(&self, span: usize) -> bool {
        if self.state.most[span] == 0 {
            return true;
        }
        if let Some(k) = self.value(span) {
            return k == 0;
        }
        let (a, z) = self.game.spans[span].ends;
        self.state.least[span] == 0 && (self.complete(a) || self.complete(z) || self.crossed(span))
    }

    /// Why no bridge would run here.
    fn cite_closed(&self, span: usize, because: &mut Vec<Ground>) {
        if self.state.most[span] == 0 {
            cite(because, Ground::Fact(Fact::no(self.game.atom(span, 1))));
        } else if self.value(span).is_none() && !self.crossed(span) {
            let (a, z) = self.game.spans[span].ends;
            let island = if self.complete(a) { a } else { z };
            cite(because, clue(island));
            for s in self.game.sides(island) {
                if self.value(s).is_none() {
                    self.game.cite_least(self.state, s, because);
                }
            }
        }
    }

    /// If the groups of these islands were joined into one, would it be cut off from the rest?
    pub(super) fn cuts_off(&self, islands: &[usize]) -> bool {
        let (game, state) = (self.game, self.state);
        let mut leaders = [usize::MAX; 5];
        let mut groups = 0;
        let mut size = 0;
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
        let mut members = leaders.iter().flat_map(|&l| state.group(l));
        size < game.islands.len()
            && members.all(|i| {
                let mut sides = game.sides(i);
                sides.all(|s| state.most[s] == 0 || inside(game.across(s, i)) || self.closed(s))
            })
    }

    /// Why they would be cut off.
    pub(super) fn cite_border(&self, islands: &[usize], because: &mut Vec<Ground>) {
        let leader = |i: usize| self.state.leader(i);
        let inside = |i: usize| islands.iter().any(|&j| leader(j) == leader(i));
        for i in (0..self.game.islands.len()).filter(|&i| inside(i)) {
            for s in self.game.sides(i) {
                if !inside(self.game.across(s, i)) {
                    self.cite_closed(s, because);
                }
            }
        }
    }

    /// Collect the sides that would be closed but are not closed yet.
    fn collect_closed(&self, paper: &mut Paper) {
        let game = self.game;
        paper.closed.clear();
        let closed = &mut paper.closed;
        let mut note = |s: usize| {
            if self.state.most[s] > 0 && !closed.contains(&s) && self.closed(s) {
                closed.push(s);
            }
        };
        for &(s, k) in self.all() {
            note(s);
            if k > 0 && self.state.least[s] == 0 {
                game.crossed_by[s].iter().for_each(|&c| note(c));
            }
            let (a, z) = game.spans[s].ends;
            for i in [a, z] {
                if self.complete(i) {
                    game.sides(i).for_each(&mut note);
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
        let game = self.game;
        let Some(&first) = paper.closed.first() else {
            return false;
        };
        // What was connected still is if the ends of all closed sides are.
        paper.stamp += 1;
        let stamp = paper.stamp;
        let mut wanted = 0;
        for &s in &paper.closed {
            let (a, z) = game.spans[s].ends;
            for i in [a, z] {
                if paper.wanted[i] != stamp {
                    paper.wanted[i] = stamp;
                    wanted += 1;
                }
            }
        }
        let start = game.spans[first].ends.0;
        paper.seen[start] = stamp;
        wanted -= 1;
        paper.queue.clear();
        paper.queue.push(start);
        let mut next = 0;
        while wanted > 0 {
            let Some(&i) = paper.queue.get(next) else {
                return true;
            };
            next += 1;
            for s in game.sides(i) {
                let j = game.across(s, i);
                if paper.seen[j] == stamp || self.state.most[s] == 0 || paper.closed.contains(&s) {
                    continue;
                }
                paper.seen[j] = stamp;
                paper.queue.push(j);
                if paper.wanted[j] == stamp {
                    wanted -= 1;
                    if wanted == 0 {
                        break;
                    }
                }
            }
        }
        false
    }

    /// Why the network would fall apart: the border of the part that was seen.
    pub(super) fn cite_division(&self, paper: &Paper, because: &mut Vec<Ground>) {
        let inside = |i: usize| paper.seen[i] == paper.stamp;
        for &i in &paper.queue {
            for s in self.game.sides(i) {
                if !inside(self.game.across(s, i)) {
                    self.cite_closed(s, because);
                }
            }
        }
    }

    /// An island that could not get all its bridges; needs the closed sides on the paper.
    fn short(&self, paper: &Paper) -> Option<usize> {
        let game = self.game;
        let set = self.all().iter().map(|&(s, _)| s);
        let ends = (set.chain(paper.closed.iter().copied())).flat_map(|s| {
            let (a, z) = game.spans[s].ends;
            [a, z]
        });
        ends.into_iter().find(|&i| {
            let takes = |s: usize| match self.value(s) {
                Some(k) => k,
                None if paper.closed.contains(&s) => 0,
                None => self.state.most[s],
            };
            let room: u8 = game.sides(i).map(takes).sum();
            room < game.islands[i].need.unwrap_or(1)
        })
    }

    fn cite_short(&self, island: usize, because: &mut Vec<Ground>) {
        cite(because, clue(island));
        for s in self.game.sides(island) {
            if self.value(s).is_none() {
                if self.closed(s) {
                    self.cite_closed(s, because);
                } else {
                    self.game.cite_most(self.state, s, because);
                }
            }
        }
    }

    /// An island that would have too many bridges.
    fn overfull(&self) -> Option<usize> {
        let ends = self.all().iter().flat_map(|&(s, _)| {
            let (a, z) = self.game.spans[s].ends;
            [a, z]
        });
        ends.into_iter()
            .find(|&i| (self.game.islands[i].need).is_some_and(|need| self.have(i) > need))
    }

    /// Two of the supposed bridges would cross.
    fn crosses(&self) -> bool {
        (self.all().iter()).any(|&(s, k)| k > 0 && self.crossed(s))
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

    /// Why it would be wrong.
    pub(super) fn cite_break(&self, paper: &mut Paper, because: &mut Vec<Ground>) {
        if self.crosses() {
            return;
        }
        if let Some(island) = self.overfull() {
            cite(because, clue(island));
            let others = self.game.sides(island).filter(|&s| self.value(s).is_none());
            return others.for_each(|s| self.game.cite_least(self.state, s, because));
        }
        self.collect_closed(paper);
        match self.short(paper) {
            Some(island) => self.cite_short(island, because),
            None => {
                self.falls_apart(paper);
                self.cite_division(paper, because);
            }
        }
    }
}
