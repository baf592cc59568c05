//! What a conflict teaches.
//!
//! Reasons are followed back from the falsified clause until one literal of its level is left (the
//! first unique implication point). Literals that follow from others of the clause are left out.

use std::cmp::Reverse;

use super::{Conflict, Core};
use crate::cdcl::trail::Reason;
use crate::model::Lit;
use crate::reach::Reach;

/// What is kept between two conflicts, so that nothing is allocated anew.
#[derive(Default)]
pub(super) struct Analysis {
    /// For each variable: nothing, in the clause, found to follow from it, found not to.
    seen: Vec<Seen>,
    /// Variables whose `seen` must be reset.
    touched: Vec<Lit>,
    /// The clause being learned.
    clause: Vec<Lit>,
    /// Why one literal is as it is: false literals, of which one had to be true.
    why: Vec<Lit>,
    stack: Vec<(Lit, u32)>,
    /// For each level the number of the clause that last had a literal of it.
    level_stamp: Vec<u32>,
    stamp: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Seen {
    #[default]
    No,
    Source,
    Implied,
    Independent,
}

impl Analysis {
    pub(super) fn grow(&mut self, vars: usize) {
        self.seen.resize(vars, Seen::No);
    }
}

impl Core {
    /// Learn from a conflict and go back to where what was learned says something. False if the
    /// conflict does not depend on any decision.
    pub(super) fn learn(&mut self, conflict: Conflict, reach: &mut Reach) -> bool {
        let mut why = std::mem::take(&mut self.analysis.why);
        why.clear();
        match conflict {
            Conflict::Pair(a, b) => why.extend([a, b]),
            Conflict::Clause(at) => {
                self.bump_clause(at);
                why.extend(self.clauses.lits(at).iter().map(|&c| Lit::of_code(c)));
            }
            Conflict::Graph => why.extend_from_slice(reach.conflict()),
        }
        let level = why.iter().map(|&l| self.trail.level(l)).max().unwrap_or(0);
        if level == 0 {
            self.analysis.why = why;
            return false;
        }
        // A graph may see late what has been wrong for a while.
        self.back_to(level as usize, reach);
        if matches!(conflict, Conflict::Graph) {
            self.keep(&mut why, level);
        }
        self.resolve(level, why, reach);
        self.leave_out_implied();
        self.take_in(reach);
        self.order.decay();
        self.clause_step *= 1.0 / 0.999;
        true
    }

    /// Keep what a graph said, unless what is learned from it says the same. On published puzzles of
    /// connected cells this took a tenth off the conflicts.
    fn keep(&mut self, lemma: &mut Vec<Lit>, level: u32) {
        lemma.retain(|&l| self.trail.level(l) > 0);
        lemma.sort_unstable_by_key(|&l| (Reverse(self.trail.level(l)), l));
        lemma.dedup();
        match **lemma {
            [_, second, ..] if self.trail.level(second) < level => {}
            [a, b] => self.watch_pair(a, b),
            [_, _, _, ..] => {
                let glue = self.glue(lemma);
                self.watch_long(lemma, glue);
            }
            _ => {}
        }
    }

    /// Fill the clause being learned; its first literal is the one that will be assigned.
    fn resolve(&mut self, level: u32, mut why: Vec<Lit>, reach: &mut Reach) {
        self.analysis.clause.clear();
        self.analysis.clause.push(Lit::yes(0));
        let mut open = 0;
        let mut next = self.trail.lits().len();
        let asserted = loop {
            for &lit in &why {
                let at = self.trail.level(lit);
                let seen = &mut self.analysis.seen[lit.var()];
                if *seen == Seen::No && at > 0 {
                    *seen = Seen::Source;
                    self.analysis.touched.push(lit);
                    self.order.bump(lit.var());
                    if at >= level {
                        open += 1;
                    } else {
                        self.analysis.clause.push(lit);
                    }
                }
            }
            let lit = loop {
                next -= 1;
                let lit = self.trail.lits()[next];
                if self.analysis.seen[lit.var()] != Seen::No {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                break lit;
            }
            self.ask_why(lit, &mut why, reach);
        };
        self.analysis.why = why;
        self.analysis.clause[0] = !asserted;
    }

    /// Collects the false literals because of which this one is true.
    fn ask_why(&mut self, lit: Lit, why: &mut Vec<Lit>, reach: &mut Reach) {
        why.clear();
        match self.trail.reason(lit) {
            Reason::None => {}
            Reason::Pair(other) => why.push(other),
            Reason::Clause(at) => {
                self.bump_clause(at);
                let lits = self.clauses.lits(at);
                why.extend(lits[1..].iter().map(|&c| Lit::of_code(c)));
            }
            Reason::Graph => {
                let root_end = self.trail.root_end();
                why.extend(reach.explain(lit, root_end).iter().map(|&l| !l));
            }
        }
    }

    fn bump_clause(&mut self, at: super::Ref) {
        if self.clauses.glue(at) == 0 {
            return;
        }
        let activity = self.clauses.activity(at) + self.clause_step;
        self.clauses.set_activity(at, activity);
        if activity > 1e20 {
            for &at in &self.learned {
                let activity = self.clauses.activity(at);
                self.clauses.set_activity(at, activity * 1e-20);
            }
            self.clause_step *= 1e-20;
        }
    }

    /// Leave out literals that are false because others of the clause are.
    fn leave_out_implied(&mut self) {
        let mut clause = std::mem::take(&mut self.analysis.clause);
        let levels = clause[1..]
            .iter()
            .fold(0u64, |all, &l| all | 1 << (self.trail.level(l) & 63));
        let mut kept = 1;
        for i in 1..clause.len() {
            let lit = clause[i];
            if !self.is_implied(lit, levels) {
                clause[kept] = lit;
                kept += 1;
            }
        }
        clause.truncate(kept);
        self.analysis.clause = clause;
        for lit in self.analysis.touched.drain(..) {
            self.analysis.seen[lit.var()] = Seen::No;
        }
    }

    /// Is this literal false only because literals of the clause are? `levels` are theirs, modulo
    /// 64: a reason on any other level cannot lead back to them.
    fn is_implied(&mut self, lit: Lit, levels: u64) -> bool {
        if !matches!(self.trail.reason(lit), Reason::Pair(_) | Reason::Clause(_)) {
            return false;
        }
        // Depth first; a literal with the number of its reason's literal to be looked at next.
        let mut stack = std::mem::take(&mut self.analysis.stack);
        stack.clear();
        stack.push((lit, 0));
        let mut implied = true;
        while let Some(&(at, next)) = stack.last() {
            let cause = match self.trail.reason(at) {
                Reason::Pair(other) if next == 0 => Some(other),
                Reason::Clause(clause) => {
                    let lits = self.clauses.lits(clause);
                    lits.get(next as usize + 1).map(|&c| Lit::of_code(c))
                }
                _ => None,
            };
            let Some(cause) = cause else {
                stack.pop();
                self.note(at, Seen::Implied);
                continue;
            };
            if let Some(top) = stack.last_mut() {
                top.1 += 1;
            }
            let level = self.trail.level(cause);
            match self.analysis.seen[cause.var()] {
                _ if level == 0 => continue,
                Seen::Source | Seen::Implied => continue,
                Seen::No
                    if levels >> (level & 63) & 1 == 1
                        && matches!(
                            self.trail.reason(cause),
                            Reason::Pair(_) | Reason::Clause(_)
                        ) =>
                {
                    stack.push((cause, 0));
                }
                Seen::No | Seen::Independent => {
                    self.note(cause, Seen::Independent);
                    for &(lit, _) in &stack {
                        self.note(lit, Seen::Independent);
                    }
                    implied = false;
                    break;
                }
            }
        }
        self.analysis.stack = stack;
        implied
    }

    fn note(&mut self, lit: Lit, what: Seen) {
        let seen = &mut self.analysis.seen[lit.var()];
        if *seen == Seen::No {
            *seen = what;
            self.analysis.touched.push(lit);
        }
    }

    /// Go back to where the learned clause has one open literal, and add it.
    fn take_in(&mut self, reach: &mut Reach) {
        let mut clause = std::mem::take(&mut self.analysis.clause);
        let highest = (1..clause.len()).max_by_key(|&i| self.trail.level(clause[i]));
        let back = highest.map_or(0, |i| self.trail.level(clause[i]));
        if let Some(i) = highest {
            clause.swap(1, i);
        }
        let glue = self.glue(&clause);
        self.back_to(back as usize, reach);
        let reason = match *clause {
            [_] => Reason::None,
            [a, b] => {
                self.watch_pair(a, b);
                Reason::Pair(b)
            }
            _ => {
                let at = self.watch_long(&clause, glue);
                self.bump_clause(at);
                Reason::Clause(at)
            }
        };
        self.trail.assign(clause[0], reason);
        self.analysis.clause = clause;
    }

    /// How many levels a clause joins.
    fn glue(&mut self, clause: &[Lit]) -> u32 {
        self.analysis.stamp += 1;
        let stamps = &mut self.analysis.level_stamp;
        stamps.resize(stamps.len().max(self.trail.depth() + 1), 0);
        let mut levels = 0;
        for &lit in clause {
            let stamp = &mut self.analysis.level_stamp[self.trail.level(lit) as usize];
            if *stamp != self.analysis.stamp {
                *stamp = self.analysis.stamp;
                levels += 1;
            }
        }
        levels
    }

    /// This assumption is false: collect the assumptions that make it so, and itself.
    pub(super) fn blame(&mut self, assumption: Lit, reach: &mut Reach) {
        self.core.push(assumption);
        if self.trail.level(assumption) == 0 {
            return;
        }
        let mut why = std::mem::take(&mut self.analysis.why);
        self.analysis.seen[assumption.var()] = Seen::Source;
        for i in (self.trail.start(1)..self.trail.lits().len()).rev() {
            let lit = self.trail.lits()[i];
            if std::mem::take(&mut self.analysis.seen[lit.var()]) == Seen::No {
                continue;
            }
            if self.trail.reason(lit) == Reason::None {
                self.core.push(lit);
                continue;
            }
            self.ask_why(lit, &mut why, reach);
            for &cause in &why {
                if self.trail.level(cause) > 0 {
                    self.analysis.seen[cause.var()] = Seen::Source;
                }
            }
        }
        self.analysis.why = why;
    }
}
