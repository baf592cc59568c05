//! Counts: exactly, at least, at most k of these.
//!
//! A few literals are written out subset by subset, which needs no helper variables and propagates
//! best. Longer lists go through a unary counter (Sinz's sequential counter, with both directions
//! of each definition, so that one counter can serve several constraints).

use crate::model::{Lit, Model};

/// Above this many subsets a counter is used.
const MOST_SUBSETS: usize = 24;

impl Model {
    /// Exactly `k` of these literals are true.
    pub fn exactly(&mut self, k: usize, lits: &[Lit]) {
        if subsets(lits.len(), k + 1) + subsets(lits.len(), (lits.len() + 1).saturating_sub(k))
            <= 2 * MOST_SUBSETS
        {
            self.at_least(k, lits);
            self.at_most(k, lits);
        } else {
            let counter = Counter::of(self, lits, k + 1);
            self.count_is_at_least(&counter, k);
            self.count_is_at_most(&counter, k);
        }
    }

    /// `k` or more of these literals are true.
    pub fn at_least(&mut self, k: usize, lits: &[Lit]) {
        if k == 0 {
            return;
        }
        if k > lits.len() {
            return self.clause(&[]);
        }
        // Among any n−k+1 of them one is true.
        let group = lits.len() - k + 1;
        if subsets(lits.len(), group) <= MOST_SUBSETS {
            for_each_subset(lits, group, &mut |some| self.clause(some));
        } else {
            let counter = Counter::of(self, lits, k);
            self.count_is_at_least(&counter, k);
        }
    }

    /// No more than `k` of these literals are true.
    pub fn at_most(&mut self, k: usize, lits: &[Lit]) {
        if k >= lits.len() {
            return;
        }
        // Among any k+1 of them one is false.
        if subsets(lits.len(), k + 1) <= MOST_SUBSETS {
            let negated: Vec<Lit> = lits.iter().map(|&l| !l).collect();
            for_each_subset(&negated, k + 1, &mut |some| self.clause(some));
        } else {
            let counter = Counter::of(self, lits, k + 1);
            self.count_is_at_most(&counter, k);
        }
    }

    /// The counter stands at `k` or more.
    pub fn count_is_at_least(&mut self, counter: &Counter, k: usize) {
        match counter.at_least(k) {
            Reached::Always => {}
            Reached::Never => self.clause(&[]),
            Reached::If(lit) => self.clause(&[lit]),
        }
    }

    /// The counter stands at `k` or less.
    pub fn count_is_at_most(&mut self, counter: &Counter, k: usize) {
        match counter.at_least(k + 1) {
            Reached::Never => {}
            Reached::Always => self.clause(&[]),
            Reached::If(lit) => self.clause(&[!lit]),
        }
    }
}

/// How many of some literals are true, in unary, counted up to a cap. It grows literal by literal,
/// and every stage stays usable: clues that look along the same line share one counter.
#[derive(Clone, Debug)]
pub struct Counter {
    cap: usize,
    len: usize,
    /// `reached[j]` is true exactly when more than j are true.
    reached: Vec<Lit>,
}

pub(crate) enum Reached {
    Always,
    Never,
    If(Lit),
}

impl Counter {
    /// Nothing counted yet; it cannot tell `cap` from more than `cap`.
    pub fn new(cap: usize) -> Counter {
        Counter {
            cap,
            len: 0,
            reached: Vec::new(),
        }
    }

    /// A counter of all these literals.
    pub fn of(model: &mut Model, lits: &[Lit], cap: usize) -> Counter {
        let start = Counter::new(cap);
        lits.iter()
            .fold(start, |counter, &lit| counter.with(model, lit))
    }

    /// This count plus one literal.
    pub fn with(&self, model: &mut Model, lit: Lit) -> Counter {
        if model.known(lit) < 0 {
            return self.clone();
        }
        let len = self.len + 1;
        let mut reached = Vec::with_capacity(len.min(self.cap));
        for j in 0..len.min(self.cap) {
            // more than j now  ⇔  more than j before, or exactly j before and this one too
            let before = self.reached.get(j).copied();
            let less = j.checked_sub(1).map(|i| self.reached[i]);
            if before.is_none() && less.is_none() {
                reached.push(lit);
                continue;
            }
            let now = model.helper();
            if let Some(before) = before {
                model.define(&[!before, now]);
            }
            match less {
                Some(less) => {
                    model.define(&[!less, !lit, now]);
                    model.define(&[!now, less]);
                }
                None => model.define(&[!lit, now]),
            }
            match before {
                Some(before) => model.define(&[!now, before, lit]),
                None => model.define(&[!now, lit]),
            }
            reached.push(now);
        }
        Counter {
            cap: self.cap,
            len,
            reached,
        }
    }

    pub(crate) fn at_least(&self, k: usize) -> Reached {
        assert!(k <= self.cap, "counted only up to {}", self.cap);
        match k.checked_sub(1) {
            None => Reached::Always,
            Some(i) => self
                .reached
                .get(i)
                .map_or(Reached::Never, |&l| Reached::If(l)),
        }
    }
}

/// n choose k, or something large.
fn subsets(n: usize, k: usize) -> usize {
    if k > n {
        return 0;
    }
    let k = k.min(n - k);
    let mut result = 1usize;
    for i in 0..k {
        result = result.saturating_mul(n - i) / (i + 1);
    }
    result
}

fn for_each_subset(lits: &[Lit], k: usize, found: &mut dyn FnMut(&[Lit])) {
    fn extend(lits: &[Lit], k: usize, chosen: &mut Vec<Lit>, found: &mut dyn FnMut(&[Lit])) {
        if k == 0 {
            return found(chosen);
        }
        for i in 0..=lits.len() - k {
            chosen.push(lits[i]);
            extend(&lits[i + 1..], k - 1, chosen, found);
            chosen.pop();
        }
    }
    extend(lits, k, &mut Vec::with_capacity(k), found);
}
