//! What has been found out so far: for every atom yes, no or nothing, and in which order.

use crate::Fact;

const OPEN: u8 = 2;

clone_by_field! {
    /// The answers to atoms, and the order in which they became known.
    #[derive(Debug)]
    pub struct Known {
        answers: Vec<u8>,
        order: Vec<Fact>,
    }
}

impl Known {
    /// Nothing is known about this many atoms.
    pub fn new(atoms: usize) -> Known {
        Known {
            answers: vec![OPEN; atoms],
            order: Vec::new(),
        }
    }

    /// How many atoms there are, open or not.
    pub fn atoms(&self) -> usize {
        self.answers.len()
    }

    /// How many atoms have no answer yet.
    pub fn open(&self) -> usize {
        self.answers.len() - self.order.len()
    }

    /// The answer to an atom, if it is known.
    pub fn answer(&self, atom: usize) -> Option<bool> {
        match self.answers[atom] {
            OPEN => None,
            yes => Some(yes == 1),
        }
    }

    /// Is there no answer to this atom yet?
    pub fn is_open(&self, atom: usize) -> bool {
        self.answers[atom] == OPEN
    }

    /// Is the answer to this atom known to be yes?
    pub fn yes(&self, atom: usize) -> bool {
        self.answers[atom] == 1
    }

    /// Is the answer to this atom known to be no?
    pub fn no(&self, atom: usize) -> bool {
        self.answers[atom] == 0
    }

    /// Is this fact known?
    pub fn holds(&self, fact: Fact) -> bool {
        self.answers[fact.var()] == fact.is_yes() as u8
    }

    /// All facts, in the order in which they became known.
    pub fn facts(&self) -> &[Fact] {
        &self.order
    }

    /// Take note of a fact; false if the opposite is known.
    pub fn learn(&mut self, fact: Fact) -> bool {
        match self.answer(fact.var()) {
            None => {
                self.answers[fact.var()] = fact.is_yes() as u8;
                self.order.push(fact);
                true
            }
            Some(yes) => yes == fact.is_yes(),
        }
    }
}
