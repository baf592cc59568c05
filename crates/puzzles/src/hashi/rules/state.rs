//! What the rules keep at hand: bounds for every span, sums for every island, and the groups of
//! islands that are joined already.

use super::Hashi;
use crate::Fact;

/// What is known about the bridges, with the sums and groups that the rules ask for.
pub struct State {
    /// For every span: how many bridges there are at least, and at most.
    pub(super) least: Vec<u8>,
    pub(super) most: Vec<u8>,
    /// For every island: the sums of both over its sides.
    pub(super) have: Vec<u8>,
    pub(super) room: Vec<u8>,
    groups: Groups,
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            least: self.least.clone(),
            most: self.most.clone(),
            have: self.have.clone(),
            room: self.room.clone(),
            groups: self.groups.clone(),
        }
    }

    fn clone_from(&mut self, other: &State) {
        self.least.clone_from(&other.least);
        self.most.clone_from(&other.most);
        self.have.clone_from(&other.have);
        self.room.clone_from(&other.room);
        self.groups.clone_from(&other.groups);
    }
}

impl State {
    pub(super) fn new(game: &Hashi) -> State {
        let sides = |i: usize| game.sides(i).count() as u8;
        State {
            least: vec![0; game.spans.len()],
            most: vec![game.max; game.spans.len()],
            have: vec![0; game.islands.len()],
            room: (0..game.islands.len())
                .map(|i| sides(i) * game.max)
                .collect(),
            groups: Groups::new(game.islands.len()),
        }
    }

    pub(super) fn learn(&mut self, game: &Hashi, fact: Fact) {
        let (span, k) = game.span_of(fact.var());
        let (a, z) = game.spans[span].ends;
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

    /// The island that stands for the group of this one.
    pub(super) fn leader(&self, island: usize) -> usize {
        self.groups.leader[island] as usize
    }

    pub(super) fn group_size(&self, leader: usize) -> usize {
        self.groups.size[leader] as usize
    }

    /// The islands of a group.
    pub(super) fn group(&self, leader: usize) -> impl Iterator<Item = usize> + '_ {
        let next = &self.groups.next;
        std::iter::successors(Some(leader), move |&i| Some(next[i] as usize))
            .take(self.group_size(leader))
    }
}

/// Islands joined by known bridges. Each group is a ring of islands with one of them as leader; the
/// smaller ring is spliced into the larger.
struct Groups {
    leader: Vec<u32>,
    next: Vec<u32>,
    /// The size of the group, for each leader.
    size: Vec<u32>,
}

impl Clone for Groups {
    fn clone(&self) -> Groups {
        Groups {
            leader: self.leader.clone(),
            next: self.next.clone(),
            size: self.size.clone(),
        }
    }

    fn clone_from(&mut self, other: &Groups) {
        self.leader.clone_from(&other.leader);
        self.next.clone_from(&other.next);
        self.size.clone_from(&other.size);
    }
}

impl Groups {
    fn new(islands: usize) -> Groups {
        let own: Vec<u32> = (0..islands as u32).collect();
        Groups {
            leader: own.clone(),
            next: own,
            size: vec![1; islands],
        }
    }

    fn join(&mut self, a: usize, z: usize) {
        let (a, z) = (self.leader[a] as usize, self.leader[z] as usize);
        if a == z {
            return;
        }
        let (large, small) = if self.size[a] >= self.size[z] {
            (a, z)
        } else {
            (z, a)
        };
        let mut i = small;
        loop {
            self.leader[i] = large as u32;
            i = self.next[i] as usize;
            if i == small {
                break;
            }
        }
        self.next.swap(large, small);
        self.size[large] += self.size[small];
    }
}
