//! Forgetting: of the clauses that were learned, the half that is worth least.

use super::clauses::{Clauses, Ref, Watches};
use super::{Core, Reason};
use crate::model::Lit;

/// A learned clause that joins so few levels is never forgotten.
const GOOD_GLUE: u32 = 2;

impl Core {
    /// Forget half of what was learned, and move the rest together.
    pub(super) fn forget(&mut self) {
        let clauses = &self.clauses;
        let worth = |&at: &Ref| (clauses.glue(at) <= GOOD_GLUE, clauses.activity(at));
        self.learned.sort_by(|a, b| {
            let (a, b) = (worth(a), worth(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        let half = self.learned.len() / 2;
        let is_reason = |at: Ref| {
            let first = Lit::of_code(clauses.lits(at)[0]);
            self.trail.value(first) > 0 && self.trail.reason(first) == Reason::Clause(at)
        };
        let mut gone: Vec<Ref> = self.learned[..half].to_vec();
        gone.retain(|&at| clauses.glue(at) > GOOD_GLUE && !is_reason(at));
        gone.sort_unstable();
        self.rebuild(&gone);
        self.most_learned += self.most_learned / 10;
    }

    /// All clauses but these, in a new collection.
    fn rebuild(&mut self, gone: &[Ref]) {
        let old = std::mem::take(&mut self.clauses);
        let mut gone = gone.iter().peekable();
        self.clauses = Clauses::default();
        self.learned.clear();
        let mut moved: Vec<(Ref, Ref)> = Vec::new();
        let mut next = old.first();
        while let Some(at) = next {
            next = old.next(at);
            if gone.next_if_eq(&&at).is_some() {
                continue;
            }
            let place = self.clauses.copy(&old, at);
            if self.clauses.glue(place) > 0 {
                self.learned.push(place);
            }
            moved.push((at, place));
        }
        let place_of = |at: Ref| -> Option<Ref> {
            let found = moved.binary_search_by_key(&at, |&(old, _)| old);
            found.ok().map(|i| moved[i].1)
        };
        self.trail.move_reasons(&place_of);
        self.watches.move_clauses(&place_of);
    }
}

impl Watches {
    /// Clauses have moved, or are gone.
    fn move_clauses(&mut self, place_of: &dyn Fn(Ref) -> Option<Ref>) {
        for lit in 0..self.lits() {
            let (start, end) = self.range(lit);
            let mut keep = start;
            for i in start..end {
                let mut watch = self.get(i);
                if watch.clause != super::Watch::PAIR {
                    match place_of(watch.clause) {
                        Some(place) => watch.clause = place,
                        None => continue,
                    }
                }
                self.set(keep, watch);
                keep += 1;
            }
            self.cut(lit, keep);
        }
    }
}
