//! Clauses in the DIMACS format, and solutions of them as SAT solvers print them.

use crate::lit::{Lit, MOST_VARS, text};
use crate::words::Words;
use crate::{Fault, Place, fault};

/// A DIMACS file. Clauses keep their order, so that their numbers mean what they mean in proofs.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    vars: usize,
    lits: Vec<Lit>,
    /// Where each clause ends in `lits`.
    ends: Vec<usize>,
}

/// The answers to variables, as far as somebody stated them.
#[derive(Clone, Debug)]
pub struct Truths(Vec<Option<bool>>);

impl Clauses {
    /// Read a file. What it announces on its line `p cnf` must be what follows.
    pub fn read(file: &[u8]) -> Result<Clauses, Fault> {
        let mut words = Words::new(file);
        let mut next = |what: &str| {
            let word = words.next();
            word.ok_or_else(|| fault(Place::End, format!("expected {what}")))
        };
        for expected in ["p", "cnf"] {
            let word = next("a line such as “p cnf 20 91”")?;
            if word.bytes != expected.as_bytes() {
                let cause = format!("expected a line such as “p cnf 20 91”, not {}", word.text());
                return Err(word.fault(cause));
            }
        }
        let word = next("the number of variables")?;
        // A variable that is used takes at least a byte.
        let vars = usize::try_from(word.number()?)
            .ok()
            .filter(|&vars| vars <= file.len().min(MOST_VARS))
            .ok_or_else(|| word.fault("more variables than a file of this length can use"))?;
        let announced = next("the number of clauses")?.number()?;

        let mut clauses = Clauses {
            vars,
            ..Clauses::default()
        };
        let mut start = 0;
        let mut last = None;
        for word in words {
            last = Some(word);
            match word.number()? {
                0 => {
                    start = clauses.lits.len();
                    clauses.ends.push(start);
                }
                number => clauses.lits.push(Lit::of(number, vars).ok_or_else(|| {
                    word.fault(format!("{number} is beyond the {vars} variables announced"))
                })?),
            }
        }
        if let Some(word) = last.filter(|_| clauses.lits.len() > start) {
            return Err(word.fault("the last clause does not end with 0"));
        }
        if i64::try_from(clauses.len()) != Ok(announced) {
            let found = clauses.len();
            let cause = format!("{announced} clauses are announced, but there are {found}");
            return Err(fault(Place::End, cause));
        }
        Ok(clauses)
    }

    /// How many variables there are.
    pub fn vars(&self) -> usize {
        self.vars
    }

    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Is there no clause at all?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Is one of the clauses empty? Nothing satisfies that.
    pub(crate) fn has_empty(&self) -> bool {
        self.iter().any(<[Lit]>::is_empty)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(a, &b)| &self.lits[a..b])
    }

    /// Do these answers satisfy each of the first `count` clauses? If not, what is wrong.
    pub fn satisfied_by(&self, truths: &Truths, count: usize) -> Result<(), String> {
        let holds = |lit: &Lit| truths.0.get(lit.var()) == Some(&Some(lit.is_yes()));
        for (i, clause) in self.iter().take(count).enumerate() {
            if !clause.iter().any(holds) {
                return Err(format!(
                    "clause {}, {}, is not satisfied",
                    i + 1,
                    text(clause)
                ));
            }
        }
        Ok(())
    }
}

impl Truths {
    /// Read what a SAT solver prints: lines `v 1 -2 … 0`, after a line `s SATISFIABLE` or without.
    pub fn read(file: &[u8], vars: usize) -> Result<Truths, Fault> {
        let mut truths = vec![None; vars];
        let mut ended = false;
        for word in Words::new(file) {
            match word.bytes {
                b"s" | b"SATISFIABLE" | b"v" => continue,
                _ if ended => return Err(word.fault("expected nothing after the 0")),
                _ => {}
            }
            let number = word.number()?;
            if number == 0 {
                ended = true;
                continue;
            }
            let lit = Lit::of(number, vars)
                .ok_or_else(|| word.fault(format!("there are only {vars} variables")))?;
            let truth = &mut truths[lit.var()];
            if truth.is_some() {
                return Err(word.fault(format!("variable {} is stated twice", lit.var() + 1)));
            }
            *truth = Some(lit.is_yes());
        }
        if !ended {
            return Err(fault(Place::End, "the 0 that ends the answers is missing"));
        }
        Ok(Truths(truths))
    }

    /// The answer to the variable with this number, counted from 0.
    pub fn get(&self, var: usize) -> Option<bool> {
        self.0.get(var).copied().flatten()
    }
}
