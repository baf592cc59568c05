//! Reasoning before searching.
//!
//! Most puzzles are solved, and seen to have no second solution, by what follows directly and by a
//! few suppositions, in less time than it takes to state them for the prover. A family says what
//! follows directly ([`Position::conclude`]); here it is supposed in turn that each of the ways to go
//! on is the right one. What is concluded must be entailed, and the ways together must leave nothing
//! out: then a search that came to its end is a proof. One that does not end soon is given up, since
//! it learns nothing from its dead ends, and the prover goes on from what is known without any
//! supposition.

use sat::{Budget, Stats};

/// What is known about a puzzle at some moment.
pub(crate) trait Position: Clone {
    /// A supposition.
    type Way;

    /// Draw conclusions until nothing follows any more; false if nothing is possible.
    fn conclude(&mut self) -> bool;

    /// Ways to go on, one of which is right in every solution, and of which two never are; none if
    /// everything is known.
    fn ways(&self) -> Vec<Self::Way>;

    /// Suppose this.
    fn suppose(&mut self, way: Self::Way);
}

/// What came of it.
pub(crate) struct Sieve<P> {
    /// What is known without a supposition; none if there is no solution.
    pub(crate) known: Option<P>,
    /// Solutions, at most as many as were wanted.
    pub(crate) solutions: Vec<P>,
    /// The search ended early, because it had found all that was wanted or was given up.
    pub(crate) more: bool,
    /// It was given up.
    pub(crate) cut: bool,
    /// Suppositions made, and those that came to nothing.
    pub(crate) stats: Stats,
}

/// Look for up to `want` solutions with at most so many suppositions; for none, only for what is
/// known without any.
pub(crate) fn sift<P: Position>(
    mut start: P,
    want: usize,
    suppositions: u64,
    budget: Budget,
) -> Sieve<P> {
    let mut sieve = Sieve {
        known: None,
        solutions: Vec::new(),
        more: false,
        cut: want == 0,
        stats: Stats::default(),
    };
    if !start.conclude() {
        return sieve;
    }
    if want == 0 {
        sieve.known = Some(start);
    } else {
        sieve.known = Some(start.clone());
        sieve.search(start, want, suppositions, budget);
    }
    sieve
}

impl<P: Position> Sieve<P> {
    /// Look for solutions from here on.
    fn search(&mut self, position: P, want: usize, suppositions: u64, budget: Budget) {
        let ways = position.ways();
        if ways.is_empty() {
            self.more |= self.solutions.len() == want;
            if !self.more {
                self.solutions.push(position);
            }
            return;
        }
        for way in ways {
            let spent = self.stats.decisions;
            if spent >= suppositions || spent.is_multiple_of(64) && spent > 0 && (budget.stop)() {
                (self.more, self.cut) = (true, true);
                return;
            }
            self.stats.decisions += 1;
            let mut next = position.clone();
            next.suppose(way);
            if next.conclude() {
                self.search(next, want, suppositions, budget);
            } else {
                self.stats.conflicts += 1;
            }
            if self.more {
                return;
            }
        }
    }
}
