//! From a model to a search, at once: literals are counted first, so that every list gets its room.

use super::analyse::Analysis;
use super::clauses::{Clauses, Watch, Watches};
use super::order::Order;
use super::{Core, Reason, Trail};
use crate::model::{Lit, Model};
use crate::solver::Stats;

/// What a clause of so many literals says for deciding these first (after Jeroslow and Wang 1990). On
/// published puzzles of connected cells it took a quarter off the conflicts, elsewhere nothing.
const WEIGHTS: [f64; 8] = [0.0, 0.0, 0.09, 0.027, 0.0081, 0.00243, 0.000729, 0.0002187];

impl Core {
    /// `switches[c]` must be true for constraint number c to hold; if there are none, all hold.
    /// `vars` counts the switches, too.
    pub(crate) fn new(model: &Model, switches: &[Lit], vars: usize) -> Core {
        let mut core = Core {
            trail: Trail::default(),
            head: 0,
            clauses: Clauses::default(),
            watches: Watches::default(),
            learned: Vec::new(),
            most_learned: 0,
            clause_step: 1.0,
            order: Order::new(Vec::new()),
            atoms: model.atoms(),
            phase: vec![false; vars],
            refuted: false,
            model: Vec::new(),
            solved: false,
            goes_on: false,
            core: Vec::new(),
            analysis: Analysis::default(),
            stats: Stats::default(),
        };
        core.trail.grow(vars);
        core.analysis.grow(vars);
        core.load(model, switches);
        core
    }

    fn load(&mut self, model: &Model, switches: &[Lit]) {
        if switches.is_empty() {
            for clause in model.clauses() {
                if let &[only] = clause.lits {
                    self.settle(only);
                }
            }
        }
        let (clauses, lits) = model.extent();
        self.clauses
            .reserve(clauses, lits + clauses.min(switches.len()));
        let mut room = vec![0u32; self.trail.values().len()];
        let mut pairs: Vec<(Lit, Lit)> = Vec::new();
        let mut left: Vec<Lit> = Vec::new();
        let mut weights = vec![0.0; self.atoms];
        for clause in model.clauses() {
            left.clear();
            let switch = clause.constraint.and_then(|c| switches.get(c)).map(|&s| !s);
            if !self.simplify(clause.lits.iter().copied().chain(switch), &mut left) {
                continue;
            }
            match *left {
                [] => self.refuted = true,
                [only] => self.settle(only),
                [a, b] => pairs.push((a, b)),
                _ => {
                    self.clauses.push(&left, 0);
                }
            }
            if let Some(&weight) = WEIGHTS.get(left.len()) {
                for lit in left.iter().filter(|l| l.var() < self.atoms) {
                    weights[lit.var()] += weight;
                }
            }
            if let &[a, b, ..] = &*left {
                room[a.code()] += 1;
                room[b.code()] += 1;
            }
        }
        self.order = Order::new(weights);
        self.most_learned = (clauses / 3).max(2000);
        self.watches = Watches::with_room(&room);
        for (a, b) in pairs {
            self.watch_pair(a, b);
        }
        let mut next = self.clauses.first();
        while let Some(clause) = next {
            next = self.clauses.next(clause);
            let lits = self.clauses.lits(clause);
            let (a, b) = (Lit::of_code(lits[0]), Lit::of_code(lits[1]));
            for (lit, other) in [(a, b), (b, a)] {
                self.watches.push(lit.code(), Watch { clause, other });
            }
        }
    }

    /// Known from the beginning.
    fn settle(&mut self, lit: Lit) {
        match self.trail.value(lit) {
            0 => self.trail.assign(lit, Reason::None),
            value => self.refuted |= value < 0,
        }
    }

    /// The literals that are open, each once. False if one is true, or a literal and its opposite
    /// are there.
    fn simplify(&self, lits: impl Iterator<Item = Lit>, left: &mut Vec<Lit>) -> bool {
        for lit in lits {
            match self.trail.value(lit) {
                0 if left.contains(&!lit) => return false,
                0 if !left.contains(&lit) => left.push(lit),
                1 => return false,
                _ => {}
            }
        }
        true
    }
}
