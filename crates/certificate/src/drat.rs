//! DRAT: each clause that is added follows from those that are there by drawing conclusions only
//! (RUP), or cannot take the last solution away (RAT).
//!
//! **RUP.** If the clause were false, all of its literals would be false; drawing conclusions from
//! that must end in a conflict.
//!
//! **RAT.** Otherwise its first literal is the point: with every clause that holds the opposite, what
//! remains of both must follow as above. Any solution without the new clause can then be made one
//! with it by changing that literal.
//!
//! A clause that has settled a literal for good is not dropped when the proof says so, because the
//! literal stays settled. More clauses never make a wrong step right: conclusions drawn from them
//! hold, and a RAT step is compared with them as well.

use std::collections::HashMap;

use crate::dimacs::Clauses;
use crate::lit::{Lit, always_true, sorted, text};
use crate::propagate::{Database, Id};
use crate::steps::{Step, Steps};
use crate::values::Conflict;
use crate::{Accepted, Fault, Place, Refusal, fault};

/// How many steps, or clauses in a step, are looked at before asking whether to stop.
const BETWEEN_LOOKS: usize = 64;

/// Follow a proof in text or in bytes that these clauses have no solution.
pub fn drat(clauses: &Clauses, proof: &[u8], stop: &dyn Fn() -> bool) -> Result<Accepted, Refusal> {
    let mut checker = Checker {
        database: Database::default(),
        known: HashMap::new(),
        refuted: false,
        stop,
    };
    for clause in clauses.iter() {
        checker.store(clause);
    }
    let mut accepted = Accepted::default();
    // A solver that is given the empty clause has nothing to add, and may write nothing.
    let mut complete = clauses.has_empty();
    let mut steps = Steps::new(proof, clauses.vars());
    let mut count = 0_usize;
    while let Some(step) = steps.next()? {
        count += 1;
        if count.is_multiple_of(BETWEEN_LOOKS) && stop() {
            return Err(Refusal::Stopped);
        }
        // What comes after the empty clause is read, but proves nothing any more.
        if complete {
            continue;
        }
        if step.dropped {
            checker.drop(&step)?;
            accepted.dropped += 1;
            continue;
        }
        accepted.added += 1;
        accepted.rat += usize::from(checker.judge(&step)? == Ground::Rat);
        checker.store(&step.lits);
        complete = step.lits.is_empty();
    }
    match complete {
        true => Ok(accepted),
        false => Err(fault(Place::End, "the empty clause is missing").into()),
    }
}

struct Checker<'a> {
    database: Database,
    /// The clauses that are there, by their literals; the same clause may be there several times.
    known: HashMap<Box<[Lit]>, Vec<Id>>,
    /// Conclusions alone have led to a conflict: anything follows now.
    refuted: bool,
    stop: &'a dyn Fn() -> bool,
}

/// Why a clause may be added.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    Follows,
    Rat,
}

impl Checker<'_> {
    fn store(&mut self, lits: &[Lit]) {
        let set = sorted(lits);
        let id = if always_true(&set) {
            self.database.add_always_true()
        } else {
            let (id, result) = self.database.add(&set);
            self.refuted |= result.is_err();
            id
        };
        self.known.entry(set).or_default().push(id);
    }

    fn drop(&mut self, step: &Step) -> Result<(), Fault> {
        let set = sorted(&step.lits);
        let ids = self.known.get_mut(&set).filter(|ids| !ids.is_empty());
        let Some(ids) = ids else {
            let clause = text(&step.lits);
            return Err(fault(
                step.place,
                format!("{clause} is dropped, but it is not there"),
            ));
        };
        let spare = ids.iter().rposition(|&id| !self.database.is_needed(id));
        if let Some(place) = spare {
            self.database.drop(ids.swap_remove(place));
        }
        Ok(())
    }

    fn judge(&mut self, step: &Step) -> Result<Ground, Refusal> {
        if self.refuted || always_true(&sorted(&step.lits)) {
            return Ok(Ground::Follows);
        }
        let start = self.database.mark();
        let opposite = step.lits.iter().map(|&l| !l);
        let ground = match self.conclude(opposite) {
            Err(Conflict) => Ok(Ground::Follows),
            Ok(()) => self.judge_rat(step),
        };
        self.database.back(start);
        ground
    }

    fn conclude(&mut self, assumed: impl IntoIterator<Item = Lit>) -> Result<(), Conflict> {
        for lit in assumed {
            self.database.assume(lit)?;
        }
        self.database.follow(false)
    }

    /// All literals of the clause are taken to be false, and that is no conflict.
    fn judge_rat(&mut self, step: &Step) -> Result<Ground, Refusal> {
        let Some(&pivot) = step.lits.first() else {
            return Err(fault(step.place, "the empty clause does not follow").into());
        };
        let with_opposite = |(id, lits): (Id, &[Lit])| lits.contains(&!pivot).then_some(id);
        let others: Vec<Id> = self.database.live().filter_map(with_opposite).collect();
        for (i, other) in others.into_iter().enumerate() {
            if i.is_multiple_of(BETWEEN_LOOKS) && (self.stop)() {
                return Err(Refusal::Stopped);
            }
            let rest = self.database.lits(other).iter().copied();
            let rest: Vec<Lit> = rest.filter(|&l| l != !pivot).collect();
            let mark = self.database.mark();
            let result = self.conclude(rest.into_iter().map(|l| !l));
            self.database.back(mark);
            if result.is_ok() {
                let cause = format!(
                    "{} does not follow, and may take the last solution away (compare {})",
                    text(&step.lits),
                    text(&sorted(self.database.lits(other))),
                );
                return Err(fault(step.place, cause).into());
            }
        }
        Ok(Ground::Rat)
    }
}
