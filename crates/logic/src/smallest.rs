//! Smallest reason: where no rule with a name helps, the fewest clues, rules of the game and known
//! facts that leave only one answer to some question.
//!
//! Every constraint of the model has a switch. For each open atom the opposite of its answer is
//! assumed together with all switches and all known facts; the solver's core is a first reason.
//! The shortest few are then shrunk by deletion: what can be left out is left out, until nothing
//! can. It can be stopped at any time and then gives the best so far.

use sat::{Budget, Lit, Model, Name, Solver, Verdict};

use crate::order::sort_by_number;
use crate::step::{Ground, RuleId, Step};
use crate::{Fact, Known};

/// How many of the shortest raw reasons are shrunk.
const SHRUNK: usize = 5;

/// A conclusion with as short a reason as was found.
#[derive(Clone, Debug)]
pub struct Smallest {
    /// The clues, rules of the game and known facts that it takes.
    pub because: Vec<Ground>,
    /// What follows from them.
    pub therefore: Fact,
    /// Nothing can be left out.
    pub minimal: bool,
}

impl Smallest {
    /// As a step.
    pub fn step(self) -> Step {
        Step::without_evidence(RuleId::Smallest, self.because, vec![self.therefore])
    }
}

/// A shortest reason for some fact that is not known yet. None if nothing open is decided, or if
/// the budget ran out before anything was found. Once `enough` says so, the best so far is returned
/// as soon as there is one.
pub fn smallest(
    model: &Model,
    known: &Known,
    enough: &dyn Fn() -> bool,
    budget: Budget,
) -> Option<Smallest> {
    let mut solver = Solver::with_switches(model, budget);
    let switches: Vec<Lit> = (0..model.names().len()).map(|c| solver.switch(c)).collect();
    let mut all = switches.clone();
    all.extend_from_slice(known.facts());
    if solver.solve(&all) != Verdict::Sat {
        return None;
    }
    // What some solution refutes need not be asked.
    let mut candidates: Vec<Option<bool>> = solver.atoms().into_iter().map(Some).collect();
    let mut raw: Vec<(Vec<Lit>, Fact)> = Vec::new();
    for atom in 0..known.atoms() {
        let Some(yes) = candidates[atom].filter(|_| known.is_open(atom)) else {
            continue;
        };
        if !raw.is_empty() && enough() {
            break;
        }
        let fact = Fact::new(atom, yes);
        all.push(!fact);
        match solver.solve(&all) {
            Verdict::Unsat => raw.push((without(solver.core(), !fact), fact)),
            Verdict::Sat => {
                for (candidate, value) in candidates.iter_mut().zip(solver.atoms()) {
                    if *candidate != Some(value) {
                        *candidate = None;
                    }
                }
            }
            Verdict::Unknown => break,
        }
        all.pop();
    }
    sort_by_number(&mut raw, |(_, fact)| fact.var());
    sort_by_number(&mut raw, |(core, _)| core.len());
    let mut best: Option<(Vec<Lit>, Fact, bool)> = None;
    for (core, fact) in raw.into_iter().take(SHRUNK) {
        // The shortest is shrunk in any case: raw ones are hard to read.
        let until: &dyn Fn() -> bool = if best.is_none() { &|| false } else { enough };
        let (core, minimal) = shrink(&mut solver, core, &[!fact], until);
        if best.as_ref().is_none_or(|(b, ..)| core.len() < b.len()) {
            best = Some((core, fact, minimal));
        }
    }
    let (core, therefore, minimal) = best?;
    Some(Smallest {
        because: grounds(model, &switches, core),
        therefore,
        minimal,
    })
}

/// Facts and constraints that contradict each other. No one of them can be left out unless the
/// budget ran out. `None` if nothing clashes, or if that is not known.
pub fn clash(model: &Model, facts: &[Fact], budget: Budget) -> Option<Vec<Ground>> {
    let mut solver = Solver::with_switches(model, budget);
    let switches: Vec<Lit> = (0..model.names().len()).map(|c| solver.switch(c)).collect();
    let mut all = switches.clone();
    all.extend_from_slice(facts);
    if solver.solve(&all) != Verdict::Unsat {
        return None;
    }
    let core = solver.core();
    let (core, _) = shrink(&mut solver, core, &[], &|| false);
    Some(grounds(model, &switches, core))
}

/// Constraints that cannot all hold, among those that `may_go`; the others are taken for granted.
/// No one of them can be left out unless the budget ran out. `None` if they do not clash, or if
/// that is not known.
pub fn clash_among(
    model: &Model,
    may_go: impl Fn(Name) -> bool,
    budget: Budget,
) -> Option<Vec<Name>> {
    let mut solver = Solver::with_switches(model, budget);
    let names = model.names();
    let (free, fixed): (Vec<usize>, Vec<usize>) =
        (0..names.len()).partition(|&constraint| may_go(names[constraint]));
    let fixed: Vec<Lit> = fixed.into_iter().map(|c| solver.switch(c)).collect();
    let switches: Vec<Lit> = free.iter().map(|&c| solver.switch(c)).collect();
    let all: Vec<Lit> = fixed.iter().chain(&switches).copied().collect();
    if solver.solve(&all) != Verdict::Unsat {
        return None;
    }
    let mut core = solver.core();
    core.retain(|lit| switches.contains(lit));
    let (core, _) = shrink(&mut solver, core, &fixed, &|| false);
    let place = |lit: Lit| switches.iter().position(|&s| s == lit);
    let found = core.into_iter().filter_map(place);
    Some(found.map(|at| names[free[at]]).collect())
}

fn grounds(model: &Model, switches: &[Lit], core: Vec<Lit>) -> Vec<Ground> {
    // Switches are numbered one after the other.
    let first = switches.first().map_or(usize::MAX, |s| s.var());
    (core.into_iter())
        .map(|lit| match lit.var().checked_sub(first) {
            Some(constraint) if constraint < switches.len() => {
                Ground::Named(model.names()[constraint])
            }
            _ => Ground::Fact(lit),
        })
        .collect()
}

fn without(mut core: Vec<Lit>, lit: Lit) -> Vec<Lit> {
    core.retain(|&l| l != lit);
    core
}

/// Leave out one thing after another of what contradicts `against`. True if nothing more can be
/// left out.
fn shrink(
    solver: &mut Solver,
    mut core: Vec<Lit>,
    against: &[Lit],
    enough: &dyn Fn() -> bool,
) -> (Vec<Lit>, bool) {
    let mut i = 0;
    while i < core.len() {
        if enough() {
            return (core, false);
        }
        let mut less = core.clone();
        less.swap_remove(i);
        less.extend_from_slice(against);
        match solver.solve(&less) {
            Verdict::Unsat => {
                // Keep the order, so that what has been tried stays in front.
                let needed = solver.core();
                let tried: Vec<Lit> = core[..i].to_vec();
                core.retain(|l| needed.contains(l));
                i = core.iter().filter(|l| tried.contains(l)).count();
            }
            Verdict::Sat => i += 1,
            Verdict::Unknown => return (core, false),
        }
    }
    (core, true)
}
