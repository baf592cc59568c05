//! Where clauses lie, and who watches them.
//!
//! All clauses are one vector of numbers, one after the other, and so are all lists of watches: a
//! puzzle's model is loaded in some dozens of microseconds, of which a list of its own for each
//! literal would take the larger part. A list that is full moves to the end and leaves its old place
//! empty. Clauses of two literals are nothing but their two watches.

use crate::model::Lit;

/// A clause's place.
pub(super) type Ref = u32;

/// Words before a clause's literals: their number, how many levels it joined when it was learned
/// (0 if it was not), how active it was.
const HEAD: usize = 3;

#[derive(Default)]
pub(super) struct Clauses {
    words: Vec<u32>,
}

impl Clauses {
    pub(super) fn reserve(&mut self, clauses: usize, lits: usize) {
        self.words.reserve(HEAD * clauses + lits);
    }

    /// `glue`: how many levels it joins, if it was learned, else 0.
    pub(super) fn push(&mut self, lits: &[Lit], glue: u32) -> Ref {
        let at = self.words.len() as Ref;
        self.words.extend([lits.len() as u32, glue, 0]);
        self.words.extend(lits.iter().map(|l| l.code() as u32));
        at
    }

    pub(super) fn lits(&self, at: Ref) -> &[u32] {
        let start = at as usize + HEAD;
        &self.words[start..start + self.words[at as usize] as usize]
    }

    pub(super) fn lits_mut(&mut self, at: Ref) -> &mut [u32] {
        let start = at as usize + HEAD;
        let len = self.words[at as usize] as usize;
        &mut self.words[start..start + len]
    }

    pub(super) fn glue(&self, at: Ref) -> u32 {
        self.words[at as usize + 1]
    }

    pub(super) fn activity(&self, at: Ref) -> f32 {
        f32::from_bits(self.words[at as usize + 2])
    }

    pub(super) fn set_activity(&mut self, at: Ref, activity: f32) {
        self.words[at as usize + 2] = activity.to_bits();
    }

    /// All clauses, with the place behind the last one at the end.
    pub(super) fn next(&self, at: Ref) -> Option<Ref> {
        let after = at as usize + HEAD + self.words[at as usize] as usize;
        (after < self.words.len()).then_some(after as Ref)
    }

    pub(super) fn first(&self) -> Option<Ref> {
        (!self.words.is_empty()).then_some(0)
    }

    /// Copy a clause of another collection.
    pub(super) fn copy(&mut self, from: &Clauses, at: Ref) -> Ref {
        let place = self.words.len() as Ref;
        let end = at as usize + HEAD + from.words[at as usize] as usize;
        self.words.extend_from_slice(&from.words[at as usize..end]);
        place
    }
}

/// A clause as one of its two watched literals knows it.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    /// [`Watch::PAIR`] if the clause is this literal and the other one.
    pub(super) clause: Ref,
    /// Another literal of the clause: while it is true, nobody needs to look at the clause.
    pub(super) other: Lit,
}

impl Watch {
    pub(super) const PAIR: Ref = Ref::MAX;
}

#[derive(Clone, Copy, Default)]
struct List {
    start: u32,
    len: u32,
    room: u32,
}

/// For each literal the clauses to be looked at when it becomes false.
#[derive(Default)]
pub(super) struct Watches {
    lists: Vec<List>,
    all: Vec<Watch>,
}

impl Watches {
    /// Empty lists with room for this many each.
    pub(super) fn with_room(room: &[u32]) -> Watches {
        let mut lists = Vec::with_capacity(room.len());
        let mut start = 0;
        for &room in room {
            lists.push(List {
                start,
                len: 0,
                room,
            });
            start += room;
        }
        let nobody = Watch {
            clause: Watch::PAIR,
            other: Lit::yes(0),
        };
        let mut all = Vec::with_capacity(start as usize + start as usize / 2);
        all.resize(start as usize, nobody);
        Watches { lists, all }
    }

    pub(super) fn grow(&mut self, lits: usize) {
        self.lists.resize(lits, List::default());
    }

    pub(super) fn push(&mut self, lit: usize, watch: Watch) {
        let list = self.lists[lit];
        if list.len < list.room {
            self.all[(list.start + list.len) as usize] = watch;
            self.lists[lit].len += 1;
        } else {
            self.move_and_push(lit, watch);
        }
    }

    fn move_and_push(&mut self, lit: usize, watch: Watch) {
        let list = self.lists[lit];
        let start = self.all.len();
        let old = list.start as usize..(list.start + list.len) as usize;
        self.all.extend_from_within(old);
        let room = (2 * list.len).max(4);
        self.all.resize(start + room as usize, watch);
        self.lists[lit] = List {
            start: start as u32,
            len: list.len + 1,
            room,
        };
    }

    /// The range of a literal's watches, for [`Watches::get`] and [`Watches::set`].
    pub(super) fn range(&self, lit: usize) -> (usize, usize) {
        let list = self.lists[lit];
        (list.start as usize, (list.start + list.len) as usize)
    }

    pub(super) fn get(&self, place: usize) -> Watch {
        self.all[place]
    }

    pub(super) fn set(&mut self, place: usize, watch: Watch) {
        self.all[place] = watch;
    }

    /// Keep what stands before `end`, a place in the literal's range.
    pub(super) fn cut(&mut self, lit: usize, end: usize) {
        let list = &mut self.lists[lit];
        list.len = end as u32 - list.start;
    }

    pub(super) fn lits(&self) -> usize {
        self.lists.len()
    }
}
