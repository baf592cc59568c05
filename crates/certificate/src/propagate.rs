//! What follows from clauses at once: a clause with all literals false but one makes that one true.
//!
//! Each clause of two or more literals is looked at only when one of two of them, those it watches,
//! becomes false. Both are the first in its list.

use crate::lit::Lit;
use crate::values::{Conflict, Mark, Values};

/// Clauses, and what is taken to be true.
#[derive(Default)]
pub(crate) struct Database {
    lits: Vec<Lit>,
    clauses: Vec<Stored>,
    /// For each literal, the clauses that watch it.
    watchers: Vec<Vec<Watcher>>,
    values: Values,
    /// How much of the trail has been followed.
    followed: usize,
}

/// A clause's number.
pub(crate) type Id = usize;

#[derive(Clone, Copy)]
struct Stored {
    start: usize,
    end: usize,
    live: bool,
    /// It has made a literal true for good, so it stays.
    needed: bool,
}

#[derive(Clone, Copy)]
struct Watcher {
    clause: Id,
    /// Some other literal of the clause. If it is true, there is nothing to do.
    other: Lit,
}

impl Database {
    fn value(&self, lit: Lit) -> Option<bool> {
        self.values.of(lit)
    }

    /// Take a literal to be true, without following it yet.
    pub(crate) fn assume(&mut self, lit: Lit) -> Result<(), Conflict> {
        self.grow(lit);
        self.values.assume(lit)
    }

    /// Make room for what watches this literal or its opposite.
    fn grow(&mut self, lit: Lit) {
        let room = lit.index().max((!lit).index()) + 1;
        if self.watchers.len() < room {
            self.watchers.resize(room, Vec::new());
        }
    }

    pub(crate) fn mark(&self) -> Mark {
        self.values.mark()
    }

    /// Forget what was taken to be true since then. Everything before had been followed.
    pub(crate) fn back(&mut self, mark: Mark) {
        self.values.back(mark);
        self.followed = mark.0;
    }

    /// Add a clause (a set that is not always true) while nothing is assumed, and follow it.
    pub(crate) fn add(&mut self, set: &[Lit]) -> (Id, Result<(), Conflict>) {
        let id = self.clauses.len();
        let start = self.lits.len();
        for &lit in set {
            self.grow(lit);
        }
        // Those that are not false first.
        for wanted in [false, true] {
            for &lit in set {
                if (self.value(lit) == Some(false)) == wanted {
                    self.lits.push(lit);
                }
            }
        }
        let end = self.lits.len();
        let open = |place: &&Lit| self.value(**place) != Some(false);
        let mut open = self.lits[start..end].iter().take(2).filter(open).copied();
        let (first, second) = (open.next(), open.next());
        let is_news = second.is_none() && first.is_some_and(|lit| self.value(lit).is_none());
        self.clauses.push(Stored {
            start,
            end,
            live: true,
            needed: is_news,
        });
        let result = match (first, second) {
            (None, _) => Err(Conflict),
            (Some(lit), None) => self.assume(lit).and_then(|()| self.follow(true)),
            (Some(a), Some(b)) => {
                for (lit, other) in [(a, b), (b, a)] {
                    self.watchers[lit.index()].push(Watcher { clause: id, other });
                }
                Ok(())
            }
        };
        (id, result)
    }

    /// Give a number to a clause that is always true. Nothing ever follows from it, and no step has to
    /// be compared with it, so it counts as gone.
    pub(crate) fn add_always_true(&mut self) -> Id {
        self.clauses.push(Stored {
            start: 0,
            end: 0,
            live: false,
            needed: false,
        });
        self.clauses.len() - 1
    }

    /// Whether a clause must stay because something was settled by it.
    pub(crate) fn is_needed(&self, id: Id) -> bool {
        self.clauses[id].needed
    }

    /// Drop a clause that is not needed.
    pub(crate) fn drop(&mut self, id: Id) {
        self.clauses[id].live = false;
    }

    /// All clauses that are there.
    pub(crate) fn live(&self) -> impl Iterator<Item = (Id, &[Lit])> {
        let live = self.clauses.iter().enumerate().filter(|(_, c)| c.live);
        live.map(|(id, c)| (id, &self.lits[c.start..c.end]))
    }

    pub(crate) fn lits(&self, id: Id) -> &[Lit] {
        let clause = self.clauses[id];
        &self.lits[clause.start..clause.end]
    }

    /// Everything that follows at once from what is taken to be true; for good, or until it is taken
    /// back.
    pub(crate) fn follow(&mut self, for_good: bool) -> Result<(), Conflict> {
        while let Some(&lit) = self.values.trail().get(self.followed) {
            self.followed += 1;
            let index = (!lit).index();
            let mut watchers = std::mem::take(&mut self.watchers[index]);
            let result = self.follow_one(!lit, &mut watchers, for_good);
            self.watchers[index] = watchers;
            result?;
        }
        Ok(())
    }

    /// Go through the clauses that watch a literal which is now false; those that found another
    /// literal to watch leave the list.
    fn follow_one(
        &mut self,
        gone: Lit,
        watchers: &mut Vec<Watcher>,
        for_good: bool,
    ) -> Result<(), Conflict> {
        let mut kept = 0;
        let mut result = Ok(());
        let mut next = 0;
        while let Some(&watcher) = watchers.get(next) {
            next += 1;
            if self.value(watcher.other) == Some(true) {
                watchers[kept] = watcher;
                kept += 1;
                continue;
            }
            let clause = self.clauses[watcher.clause];
            if !clause.live {
                continue;
            }
            if self.lits[clause.start] == gone {
                self.lits.swap(clause.start, clause.start + 1);
            }
            let other = self.lits[clause.start];
            let watcher = Watcher { other, ..watcher };
            let is_open = |&place: &usize| self.value(self.lits[place]) != Some(false);
            let open = match self.value(other) {
                Some(true) => None,
                _ => (clause.start + 2..clause.end).find(is_open),
            };
            if let Some(place) = open {
                self.lits.swap(clause.start + 1, place);
                let watched = self.lits[clause.start + 1];
                self.watchers[watched.index()].push(watcher);
                continue;
            }
            watchers[kept] = watcher;
            kept += 1;
            if self.value(other) == Some(true) {
                continue;
            }
            self.clauses[watcher.clause].needed |= for_good;
            result = self.assume(other);
            if result.is_err() {
                break;
            }
        }
        watchers.copy_within(next.., kept);
        watchers.truncate(kept + watchers.len() - next);
        result
    }
}
