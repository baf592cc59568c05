//! LRAT: as DRAT, but every clause has a number, and each step names the clauses that it needs, in
//! the order in which they are needed. Nothing has to be searched for.
//!
//! A line is `NUMBER LITERALS 0 HINTS 0`, or `NUMBER d NUMBERS 0` to drop clauses. The instance's
//! clauses have the numbers from 1. A hint is a clause in which, so far, all literals are false but
//! one, which becomes true; the last one is a clause in which all are false. In a RAT step a negative
//! hint names a clause with the opposite of the first literal, and the hints after it belong to that
//! clause; every such clause must be named.

use std::collections::BTreeMap;

use crate::dimacs::Clauses;
use crate::lit::{Lit, MOST_VARS, text};
use crate::values::{Conflict, Mark, Values};
use crate::words::{Word, Words};
use crate::{Accepted, Fault, Place, Refusal, fault};

/// How many steps are followed before asking whether to stop.
const BETWEEN_LOOKS: usize = 64;

/// Follow a proof in text that these clauses have no solution.
pub fn lrat(clauses: &Clauses, proof: &[u8], stop: &dyn Fn() -> bool) -> Result<Accepted, Refusal> {
    let mut checker = Checker {
        clauses: BTreeMap::new(),
        values: Values::default(),
    };
    for (number, clause) in (1..).zip(clauses.iter()) {
        checker.clauses.insert(number, clause.into());
    }
    let mut last = clauses.len() as i64;
    let mut accepted = Accepted::default();
    // A solver that is given the empty clause has nothing to add, and may write nothing.
    let mut complete = clauses.has_empty();
    let mut count = 0_usize;
    let mut lines = Lines {
        words: Words::new(proof),
        vars: (clauses.vars() + proof.len()).min(MOST_VARS),
    };
    while let Some((number, line, what)) = lines.next()? {
        count += 1;
        if count.is_multiple_of(BETWEEN_LOOKS) && stop() {
            return Err(Refusal::Stopped);
        }
        if complete {
            continue;
        }
        match what {
            What::Drop(numbers) => {
                for number in numbers {
                    if checker.clauses.remove(&number).is_none() {
                        return Err(line.fault(no_such(number)).into());
                    }
                    accepted.dropped += 1;
                }
            }
            What::Add { lits, hints } => {
                if number <= last {
                    let cause = format!("clause {number} comes after clause {last}");
                    return Err(line.fault(cause).into());
                }
                last = number;
                let result = checker.judge(&lits, &hints);
                checker.values.back(Mark(0));
                accepted.rat += usize::from(result.map_err(|cause| line.fault(cause))?);
                accepted.added += 1;
                complete = lits.is_empty();
                checker.clauses.insert(number, lits.into());
            }
        }
    }
    match complete {
        true => Ok(accepted),
        false => Err(fault(Place::End, "the empty clause is missing").into()),
    }
}

fn no_such(number: i64) -> String {
    format!("there is no clause {number} (any more)")
}

enum What {
    Add { lits: Vec<Lit>, hints: Vec<i64> },
    Drop(Vec<i64>),
}

struct Lines<'a> {
    words: Words<'a>,
    vars: usize,
}

impl<'a> Lines<'a> {
    /// The number of a step, its first word, and what it does.
    fn next(&mut self) -> Result<Option<(i64, Word<'a>, What)>, Fault> {
        let Some(first) = self.words.next() else {
            return Ok(None);
        };
        let number = first.number()?;
        let word = self.word()?;
        if word.bytes == b"d" {
            let start = self.word()?;
            let numbers = self.numbers(start)?;
            return Ok(Some((number, first, What::Drop(numbers))));
        }
        let vars = self.vars;
        let lits = self.numbers(word)?.into_iter().map(|number| {
            let lit = Lit::of(number, vars);
            lit.ok_or_else(|| word.fault(format!("{number} is no literal of this instance")))
        });
        let lits = lits.collect::<Result<_, _>>()?;
        let start = self.word()?;
        let hints = self.numbers(start)?;
        Ok(Some((number, first, What::Add { lits, hints })))
    }

    fn word(&mut self) -> Result<Word<'a>, Fault> {
        let line = Place::Line(self.words.line());
        let cause = "the file ends in the middle of a step";
        self.words.next().ok_or_else(|| fault(line, cause))
    }

    /// The numbers up to the next 0, beginning with this word.
    fn numbers(&mut self, first: Word<'a>) -> Result<Vec<i64>, Fault> {
        let mut numbers = Vec::new();
        let mut word = first;
        loop {
            match word.number()? {
                0 => return Ok(numbers),
                number => numbers.push(number),
            }
            word = self.word()?;
        }
    }
}

struct Checker {
    clauses: BTreeMap<i64, Box<[Lit]>>,
    values: Values,
}

impl Checker {
    /// Whether the clause may be added, and whether that took a RAT step.
    fn judge(&mut self, lits: &[Lit], hints: &[i64]) -> Result<bool, String> {
        if self.deny(lits.iter().copied()).is_err() {
            return Ok(false); // it is always true
        }
        let first_rat = hints.iter().position(|&hint| hint < 0);
        let (plain, groups) = hints.split_at(first_rat.unwrap_or(hints.len()));
        if self.follow(plain)?.is_err() {
            return Ok(false);
        }
        let Some(&pivot) = lits.first() else {
            return Err("the empty clause does not follow from the clauses named".to_owned());
        };
        if groups.is_empty() {
            let clause = text(lits);
            return Err(format!("{clause} does not follow from the clauses named"));
        }
        let mut named = Vec::new();
        for group in groups.chunk_by(|_, next| *next > 0) {
            let number = -group[0];
            let other = self.clause(number)?;
            if !other.contains(&!pivot) {
                return Err(format!("clause {number} does not hold {}", !pivot));
            }
            let rest: Vec<Lit> = other.iter().copied().filter(|&l| l != !pivot).collect();
            let mark = self.values.mark();
            let end = match self.deny(rest) {
                Err(conflict) => Err(conflict),
                Ok(()) => self.follow(&group[1..])?,
            };
            self.values.back(mark);
            if end.is_ok() {
                let clause = text(lits);
                let cause = "does not follow from the clauses named";
                return Err(format!("{clause} with clause {number} {cause}"));
            }
            named.push(number);
        }
        named.sort_unstable();
        let mut with_opposite = self.clauses.iter().filter(|(_, c)| c.contains(&!pivot));
        match with_opposite.find(|(number, _)| named.binary_search(number).is_err()) {
            None => Ok(true),
            Some((number, _)) => Err(format!("clause {number} holds {} but is not named", !pivot)),
        }
    }

    fn clause(&self, number: i64) -> Result<&[Lit], String> {
        let clause = self.clauses.get(&number);
        clause.map(AsRef::as_ref).ok_or_else(|| no_such(number))
    }

    /// Take all of these to be false.
    fn deny(&mut self, lits: impl IntoIterator<Item = Lit>) -> Result<(), Conflict> {
        lits.into_iter()
            .try_for_each(|lit| self.values.assume(!lit))
    }

    /// Draw the conclusions of these clauses in turn, up to a conflict.
    fn follow(&mut self, hints: &[i64]) -> Result<Result<(), Conflict>, String> {
        for &number in hints {
            let mut open = None;
            for &lit in self.clause(number)? {
                if self.values.of(lit) != Some(false) && open != Some(lit) {
                    if open.is_some() {
                        return Err(format!("nothing follows from clause {number} here"));
                    }
                    open = Some(lit);
                }
            }
            match open {
                None => return Ok(Err(Conflict)),
                // It is open, so this is no conflict.
                Some(lit) => self.values.assume(lit).unwrap_or(()),
            }
        }
        Ok(Ok(()))
    }
}
