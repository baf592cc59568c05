//! The search: conflict-driven clause learning, for models of a puzzle's size.
//!
//! A puzzle has some hundreds or thousands of clauses and is solved after some dozens of conflicts,
//! so what counts is how fast a model is loaded and how little a decision costs, not how a search
//! of hours is steered. This is MiniSat's search (Eén and Sörensson 2003) with what later solvers
//! showed to be better, as far as it paid on puzzles: clauses of two literals that are nothing but
//! watches, the number of levels that a learned clause joins (Audemard and Simon 2009) as the
//! measure of its worth. Graphs are asked at every fixpoint ([`crate::reach`]).
//!
//! Atoms are decided before any helper. So once all atoms have a value, those that were decided imply
//! the others, and the clause that excludes a solution names only them (see [`Core::exclude`]).

mod analyse;
mod clauses;
mod load;
mod order;
mod reduce;
mod trail;

pub(crate) use self::trail::{Reason, Trail};

use self::analyse::Analysis;
use self::clauses::{Clauses, Ref, Watch, Watches};
use self::order::Order;
use crate::budget::Watchdog;
use crate::model::Lit;
use crate::reach::{Found, Reach};
use crate::solver::{Stats, Verdict};

/// Conflicts before the first fresh start; later ones follow Luby's sequence.
const FIRST_RESTART: u64 = 100;

/// Up to so many literals of a new clause are compared one with another.
const SHORT: usize = 16;

/// A falsified clause.
#[derive(Clone, Copy)]
enum Conflict {
    Pair(Lit, Lit),
    Clause(Ref),
    /// In the buffer of the graphs.
    Graph,
}

pub(crate) struct Core {
    trail: Trail,
    /// Up to here the trail has been propagated.
    head: usize,
    clauses: Clauses,
    watches: Watches,
    learned: Vec<Ref>,
    /// How many learned clauses are kept before some are forgotten.
    most_learned: usize,
    clause_step: f32,
    order: Order,
    atoms: usize,
    phase: Vec<bool>,
    /// No solution at all, whatever is assumed.
    refuted: bool,
    /// The values of the last solution, by the code of a literal.
    model: Vec<i8>,
    /// What is on the trail above level 0: a solution, found without assuming any helper.
    solved: bool,
    /// What is on the trail above level 0: a solution's part that is left after excluding it, from
    /// where the search can go on.
    goes_on: bool,
    core: Vec<Lit>,
    analysis: Analysis,
    stats: Stats,
}

impl Core {
    /// Add a variable that is not an atom.
    pub(crate) fn helper(&mut self, reach: &mut Reach) -> usize {
        self.restart(reach);
        let var = self.phase.len();
        self.phase.push(false);
        self.trail.grow(var + 1);
        self.watches.grow(2 * (var + 1));
        self.analysis.grow(var + 1);
        var
    }

    /// One more clause, which must hold from now on.
    pub(crate) fn add(&mut self, lits: &[Lit], reach: &mut Reach) {
        self.restart(reach);
        let mut clause: Vec<Lit> = Vec::with_capacity(lits.len());
        // In a long one it would take too long to look for each literal among all others.
        let mut said = Vec::new();
        if lits.len() > SHORT {
            said.resize(self.trail.values().len(), false);
        }
        for &lit in lits {
            let is_said = |lit: Lit| match said.get(lit.code()) {
                Some(&said) => said,
                None => clause.contains(&lit),
            };
            if self.trail.value(lit) > 0 || is_said(!lit) {
                return;
            }
            if self.trail.value(lit) == 0 && !is_said(lit) {
                clause.push(lit);
                if let Some(said) = said.get_mut(lit.code()) {
                    *said = true;
                }
            }
        }
        match *clause {
            [] => self.refuted = true,
            [only] => self.trail.assign(only, Reason::None),
            [a, b] => self.watch_pair(a, b),
            _ => {
                self.watch_long(&clause, 0);
            }
        }
    }

    fn watch_pair(&mut self, a: Lit, b: Lit) {
        for (lit, other) in [(a, b), (b, a)] {
            let clause = Watch::PAIR;
            self.watches.push(lit.code(), Watch { clause, other });
        }
    }

    fn watch_long(&mut self, lits: &[Lit], glue: u32) -> Ref {
        let clause = self.clauses.push(lits, glue);
        for (lit, other) in [(lits[0], lits[1]), (lits[1], lits[0])] {
            self.watches.push(lit.code(), Watch { clause, other });
        }
        if glue > 0 {
            self.learned.push(clause);
        }
        clause
    }

    /// Go back to level 0.
    fn restart(&mut self, reach: &mut Reach) {
        self.goes_on = false;
        self.solved = false;
        self.back_to(0, reach);
    }

    fn back_to(&mut self, level: usize, reach: &mut Reach) {
        if level >= self.trail.depth() {
            return;
        }
        reach.undo_to(self.trail.start(level + 1), self.trail.lits());
        let (phase, order) = (&mut self.phase, &mut self.order);
        self.trail.back_to(level, |lit| {
            phase[lit.var()] = lit.is_yes();
            order.insert(lit.var());
        });
        self.head = self.trail.lits().len();
    }

    /// Draw all conclusions from clauses.
    fn propagate(&mut self) -> Option<Conflict> {
        let begun = self.head;
        let mut conflict = None;
        while conflict.is_none() && self.head < self.trail.lits().len() {
            let lit = !self.trail.lits()[self.head];
            self.head += 1;
            conflict = self.look_at(lit);
        }
        self.stats.propagations += (self.head - begun) as u64;
        conflict
    }

    /// Look at all clauses that watch a literal which has become false.
    fn look_at(&mut self, lit: Lit) -> Option<Conflict> {
        let code = lit.code() as u32;
        let (start, end) = self.watches.range(lit.code());
        let (mut next, mut keep) = (start, start);
        let mut conflict = None;
        'watches: while next < end {
            let watch = self.watches.get(next);
            next += 1;
            let value = self.trail.value(watch.other);
            if value > 0 {
                self.watches.set(keep, watch);
                keep += 1;
                continue;
            }
            if watch.clause == Watch::PAIR {
                self.watches.set(keep, watch);
                keep += 1;
                if value == 0 {
                    self.trail.assign(watch.other, Reason::Pair(lit));
                    continue;
                }
                conflict = Some(Conflict::Pair(lit, watch.other));
                break;
            }
            let lits = self.clauses.lits_mut(watch.clause);
            if lits[0] == code {
                lits.swap(0, 1);
            }
            let other = Lit::of_code(lits[0]);
            let rewatch = Watch { other, ..watch };
            let value = self.trail.value(other);
            if value > 0 {
                self.watches.set(keep, rewatch);
                keep += 1;
                continue;
            }
            for i in 2..lits.len() {
                if self.trail.value_of(lits[i]) >= 0 {
                    lits.swap(1, i);
                    self.watches.push(lits[1] as usize, rewatch);
                    continue 'watches;
                }
            }
            self.watches.set(keep, rewatch);
            keep += 1;
            if value < 0 {
                conflict = Some(Conflict::Clause(watch.clause));
                break;
            }
            self.trail.assign(other, Reason::Clause(watch.clause));
        }
        if keep < next {
            while next < end {
                self.watches.set(keep, self.watches.get(next));
                next += 1;
                keep += 1;
            }
            self.watches.cut(lit.code(), keep);
        }
        conflict
    }

    /// Draw all conclusions, from clauses and graphs.
    fn conclude(&mut self, reach: &mut Reach) -> Option<Conflict> {
        loop {
            if let Some(conflict) = self.propagate() {
                return Some(conflict);
            }
            match reach.check(&mut self.trail) {
                Found::Nothing => return None,
                Found::Forced => {}
                Found::Conflict => return Some(Conflict::Graph),
            }
        }
    }

    /// An open variable and its answer; none if all have one.
    fn choose(&mut self) -> Option<Lit> {
        while let Some(var) = self.order.pop() {
            if self.trail.value(Lit::yes(var)) == 0 {
                return Some(Lit::new(var, self.phase[var]));
            }
        }
        let helpers = self.atoms..self.phase.len();
        let open = |&var: &usize| self.trail.value(Lit::yes(var)) == 0;
        helpers
            .into_iter()
            .find(open)
            .map(|var| Lit::new(var, self.phase[var]))
    }

    pub(crate) fn solve(
        &mut self,
        assumptions: &[Lit],
        reach: &mut Reach,
        dog: &mut Watchdog,
    ) -> Verdict {
        self.core.clear();
        if !self.goes_on || !assumptions.is_empty() {
            self.restart(reach);
        }
        self.goes_on = false;
        let mut restarts = 0;
        let mut until_restart = FIRST_RESTART;
        loop {
            if self.refuted {
                return Verdict::Unsat;
            }
            if let Some(conflict) = self.conclude(reach) {
                self.stats.conflicts += 1;
                dog.conflict();
                if !self.learn(conflict, reach) {
                    self.refuted = true;
                }
                until_restart = until_restart.saturating_sub(1);
                continue;
            }
            if dog.stop() {
                self.back_to(0, reach);
                return Verdict::Unknown;
            }
            if until_restart == 0 {
                restarts += 1;
                self.stats.restarts += 1;
                until_restart = luby(restarts) * FIRST_RESTART;
                self.back_to(0, reach);
                continue;
            }
            if self.trail.depth() == 0 {
                self.trail.settle();
            }
            if self.learned.len() >= self.most_learned + self.trail.lits().len() {
                self.forget();
            }
            let assumed = assumptions.get(self.trail.depth()).copied();
            let decision = match assumed {
                Some(lit) if self.trail.value(lit) > 0 => {
                    self.trail.open_level();
                    continue;
                }
                Some(lit) if self.trail.value(lit) < 0 => {
                    self.blame(lit, reach);
                    self.back_to(0, reach);
                    return Verdict::Unsat;
                }
                Some(lit) => lit,
                None => match self.choose() {
                    Some(lit) => lit,
                    // All clauses hold, and the graphs have been looked at.
                    None => {
                        debug_assert!(reach.hang_together());
                        self.model.clear();
                        self.model.extend_from_slice(self.trail.values());
                        self.solved = assumptions.iter().all(|l| l.var() < self.atoms);
                        return Verdict::Sat;
                    }
                },
            };
            self.stats.decisions += 1;
            self.trail.decide(decision);
        }
    }

    /// Exclude the solution just found: from now on some atom is answered differently.
    ///
    /// All atoms were decided before the first helper, and what was not decided follows from what
    /// was. So it suffices that one of the decisions about atoms is another: a clause of some
    /// dozens of literals instead of thousands. It is false now, so the search goes on where it is.
    pub(crate) fn exclude(&mut self, atoms: &[bool], reach: &mut Reach) {
        if !self.solved {
            let differs = |(atom, &yes): (usize, &bool)| Lit::new(atom, !yes);
            let clause: Vec<Lit> = atoms.iter().enumerate().map(differs).collect();
            return self.add(&clause, reach);
        }
        self.solved = false;
        self.goes_on = true;
        let known = self.trail.root_end().map(|end| end as usize);
        let known = known.unwrap_or(self.trail.lits().len());
        let is_choice = |l: &&Lit| l.var() < self.atoms && self.trail.reason(**l) == Reason::None;
        let choices = self.trail.lits()[known..].iter().filter(is_choice);
        // The last of them becomes open first, so it is watched, and the one before it.
        let clause: Vec<Lit> = choices.rev().map(|&l| !l).collect();
        let level = clause.get(1).map_or(0, |&l| self.trail.level(l));
        self.back_to(level as usize, reach);
        let reason = match *clause {
            [] | [_] => Reason::None,
            [a, b] => {
                self.watch_pair(a, b);
                Reason::Pair(b)
            }
            _ => Reason::Clause(self.watch_long(&clause, 0)),
        };
        match clause.first() {
            Some(&last) => self.trail.assign(last, reason),
            None => self.refuted = true,
        }
    }

    /// The value in the last solution.
    pub(crate) fn in_model(&self, lit: Lit) -> bool {
        match self.model.get(lit.code()) {
            Some(&value) => value > 0,
            None => !lit.is_yes(),
        }
    }

    /// Is this literal known at level 0?
    pub(crate) fn proved(&self, lit: Lit) -> bool {
        self.trail.value(lit) > 0 && self.trail.level(lit) == 0
    }

    /// After "unsatisfiable": assumptions that suffice for it.
    pub(crate) fn core(&self) -> &[Lit] {
        &self.core
    }

    pub(crate) fn stats(&self) -> Stats {
        self.stats
    }
}

/// Luby's sequence 1, 1, 2, 1, 1, 2, 4, …
fn luby(n: u64) -> u64 {
    let mut n = n + 1;
    loop {
        let bits = u64::BITS - n.leading_zeros();
        if n == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        n -= (1 << (bits - 1)) - 1;
    }
}
