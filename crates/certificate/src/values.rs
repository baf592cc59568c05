//! What is taken to be true, in the order in which it was, so that it can be taken back.

use crate::lit::Lit;

#[derive(Default)]
pub(crate) struct Values {
    /// For each variable.
    truths: Vec<Option<bool>>,
    trail: Vec<Lit>,
}

/// Something is to be true that is known to be false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conflict;

/// A moment to go back to.
#[derive(Clone, Copy)]
pub(crate) struct Mark(pub(crate) usize);

impl Values {
    pub(crate) fn of(&self, lit: Lit) -> Option<bool> {
        let truth = self.truths.get(lit.var()).copied().flatten();
        truth.map(|yes| yes == lit.is_yes())
    }

    /// Take a literal to be true.
    pub(crate) fn assume(&mut self, lit: Lit) -> Result<(), Conflict> {
        match self.of(lit) {
            Some(true) => Ok(()),
            Some(false) => Err(Conflict),
            None => {
                if self.truths.len() <= lit.var() {
                    self.truths.resize(lit.var() + 1, None);
                }
                self.truths[lit.var()] = Some(lit.is_yes());
                self.trail.push(lit);
                Ok(())
            }
        }
    }

    /// What was taken to be true, from the first on.
    pub(crate) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    pub(crate) fn back(&mut self, mark: Mark) {
        for lit in self.trail.drain(mark.0..) {
            self.truths[lit.var()] = None;
        }
    }
}
