//! What is assigned, in which order, and why.

use super::clauses::Ref;
use crate::model::Lit;

/// Why a literal was assigned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// A decision, or known before the first one.
    None,
    /// The clause of it and this literal, which is false.
    Pair(Lit),
    /// A longer clause.
    Clause(Ref),
    /// A graph says so; asked only if somebody wants to know.
    Graph,
}

/// The assignment. Decisions divide it into levels; level 0 holds what is known without any.
#[derive(Default)]
pub(crate) struct Trail {
    /// By the code of a literal: 1 true, −1 false, 0 open.
    values: Vec<i8>,
    level: Vec<u32>,
    reason: Vec<Reason>,
    lits: Vec<Lit>,
    /// Where each level after level 0 begins in `lits`.
    limits: Vec<u32>,
}

impl Trail {
    pub(super) fn grow(&mut self, vars: usize) {
        self.values.resize(2 * vars, 0);
        self.level.resize(vars, 0);
        self.reason.resize(vars, Reason::None);
    }

    /// 1 if the literal is true, −1 if it is false, 0 if that is open.
    pub(crate) fn value(&self, lit: Lit) -> i8 {
        self.values[lit.code()]
    }

    /// The same, for the code of a literal.
    pub(super) fn value_of(&self, code: u32) -> i8 {
        self.values[code as usize]
    }

    pub(super) fn values(&self) -> &[i8] {
        &self.values
    }

    pub(crate) fn assign(&mut self, lit: Lit, reason: Reason) {
        debug_assert_eq!(self.value(lit), 0, "assigned twice");
        self.values[lit.code()] = 1;
        self.values[(!lit).code()] = -1;
        self.level[lit.var()] = self.limits.len() as u32;
        self.reason[lit.var()] = reason;
        self.lits.push(lit);
    }

    pub(super) fn decide(&mut self, lit: Lit) {
        self.open_level();
        self.assign(lit, Reason::None);
    }

    /// A level that holds nothing yet.
    pub(super) fn open_level(&mut self) {
        self.limits.push(self.lits.len() as u32);
    }

    /// How many levels there are above level 0.
    pub(crate) fn depth(&self) -> usize {
        self.limits.len()
    }

    /// All true literals in the order in which they were assigned.
    pub(crate) fn lits(&self) -> &[Lit] {
        &self.lits
    }

    pub(super) fn level(&self, lit: Lit) -> u32 {
        self.level[lit.var()]
    }

    pub(super) fn reason(&self, lit: Lit) -> Reason {
        self.reason[lit.var()]
    }

    /// Where a level begins on the trail.
    pub(super) fn start(&self, level: usize) -> usize {
        match level.checked_sub(1) {
            None => 0,
            Some(i) => self.limits[i] as usize,
        }
    }

    /// Where level 0 ends, if it is not the last one.
    pub(crate) fn root_end(&self) -> Option<u32> {
        self.limits.first().copied()
    }

    /// Forget all levels above this one; `freed` is told of each literal, the latest first.
    pub(super) fn back_to(&mut self, level: usize, mut freed: impl FnMut(Lit)) {
        let len = self.limits[level] as usize;
        for &lit in self.lits[len..].iter().rev() {
            self.values[lit.code()] = 0;
            self.values[(!lit).code()] = 0;
            freed(lit);
        }
        self.lits.truncate(len);
        self.limits.truncate(level);
    }

    /// Clauses have moved to where `place_of` says.
    pub(super) fn move_reasons(&mut self, place_of: &dyn Fn(Ref) -> Option<Ref>) {
        for lit in &self.lits {
            if let Reason::Clause(at) = &mut self.reason[lit.var()] {
                *at = place_of(*at).expect("a reason is never forgotten");
            }
        }
    }

    /// What is known at level 0 needs no reason any more.
    pub(super) fn settle(&mut self) {
        for lit in &self.lits {
            self.reason[lit.var()] = Reason::None;
        }
    }
}
