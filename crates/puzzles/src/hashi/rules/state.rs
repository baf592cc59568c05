//! What the rules keep at hand: bounds for every span, sums for every island, and the groups of
//! islands that are joined already.

use super::Hashi;
use crate::kit::prelude::*;

logic::clone_by_field! {
    /// What is known about the bridges, with the sums and groups that the rules ask for.
    pub struct State {
        /// For every span: how many bridges there are at least, and at most.
        pub(super) least: Vec<u8>,
        pub(super) most: Vec<u8>,
        /// For every island: the sums of both over its sides.
        pub(super) have: Vec<u8>,
        pub(super) room: Vec<u8>,
        /// How many islands are no dead ends.
        pub(super) hubs: usize,
        groups: Groups,
    }
}

impl State {
    pub(super) fn new(puzzle: &Hashi) -> State {
        let (spans, islands) = (puzzle.spans.len(), puzzle.islands.len());
        let room = (0..islands).map(|i| puzzle.sides(i).count() as u8 * puzzle.max);
        State {
            least: vec![0; spans],
            most: vec![puzzle.max; spans],
            have: vec![0; islands],
            room: room.collect(),
            hubs: (0..islands).filter(|&i| !puzzle.is_dead_end(i)).count(),
            groups: Groups::new(islands),
        }
    }

    pub(super) fn learn(&mut self, puzzle: &Hashi, fact: Fact) {
        let (span, k) = puzzle.span_of(fact.var());
        let (a, z) = puzzle.spans[span].ends;
        if fact.is_yes() {
            let more = k.saturating_sub(self.least[span]);
            if more > 0 && self.least[span] == 0 {
                self.groups.join(a, z);
            }
            self.least[span] += more;
            self.have[a] += more;
            self.have[z] += more;
        } else {
            let less = (self.most[span] + 1).saturating_sub(k);
            self.most[span] -= less;
            self.room[a] -= less;
            self.room[z] -= less;
        }
    }

    /// It is not known yet how many bridges run here.
    pub(super) fn undecided(&self, span: usize) -> bool {
        self.least[span] < self.most[span]
    }

    /// The spans where that is not known.
    pub(super) fn undecided_spans(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.least.len()).filter(|&span| self.undecided(span))
    }

    /// What the sides of an island where bridges may run can take, but for one of them.
    pub(super) fn open_sides(
        &self,
        puzzle: &Hashi,
        island: usize,
        but: Option<usize>,
    ) -> Vec<(usize, u8)> {
        let open = |&s: &usize| Some(s) != but && self.most[s] > 0;
        let sides = puzzle.sides(island).filter(open);
        sides.map(|s| (s, self.most[s])).collect()
    }

    /// The island that stands for the group of this one.
    pub(super) fn leader(&self, island: usize) -> usize {
        self.groups.islands[island].leader as usize
    }

    pub(super) fn group_size(&self, leader: usize) -> usize {
        self.groups.islands[leader].size as usize
    }

    /// The islands of a group.
    pub(super) fn group(&self, leader: usize) -> impl Iterator<Item = usize> + '_ {
        let islands = &self.groups.islands;
        std::iter::successors(Some(leader), move |&i| Some(islands[i].next as usize))
            .take(self.group_size(leader))
    }
}

logic::clone_by_field! {
    /// Islands joined by known bridges. Each group is a ring of islands with one of them as leader; the
    /// smaller ring is spliced into the larger.
    struct Groups {
        islands: Vec<Member>,
    }
}

#[derive(Clone)]
struct Member {
    leader: u32,
    next: u32,
    /// The size of the group, if this is its leader.
    size: u32,
}

impl Groups {
    fn new(islands: usize) -> Groups {
        let alone = |i: u32| Member {
            leader: i,
            next: i,
            size: 1,
        };
        let islands = (0..islands as u32).map(alone).collect();
        Groups { islands }
    }

    fn join(&mut self, a: usize, z: usize) {
        let islands = &mut self.islands;
        let (a, z) = (islands[a].leader as usize, islands[z].leader as usize);
        if a == z {
            return;
        }
        let a_is_larger = islands[a].size >= islands[z].size;
        let (large, small) = if a_is_larger { (a, z) } else { (z, a) };
        let mut i = small;
        loop {
            islands[i].leader = large as u32;
            i = islands[i].next as usize;
            if i == small {
                break;
            }
        }
        let first = islands[large].next;
        islands[large].next = std::mem::replace(&mut islands[small].next, first);
        islands[large].size += islands[small].size;
    }
}
