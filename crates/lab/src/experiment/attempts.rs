//! Attempts to make a puzzle, one by one: how many succeed, and how long they take.
//!
//! A study's time is mostly that of a *successful* attempt. Somebody who waits for a puzzle waits
//! for the failures as well, so both are kept.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use puzzles::make::Tools;
use puzzles::{Board, Fact, Puzzle};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sat::Budget;
use serde::{Deserialize, Serialize};
use workshop::Order;

use super::clock::{Clock, timed};
use super::lab::Lab;
use super::material::{Recipe, Specimen};
use super::numbers::percent;
use super::report::Report;

/// How attempts are made.
pub(super) struct How<'a> {
    /// Does a puzzle fit?
    pub fits: &'a (dyn Fn(&dyn Puzzle) -> bool + Sync),
    /// What rules find out about it, for makers that give cells about which little is known.
    pub deduced: &'a (dyn Fn(&dyn Puzzle) -> Vec<Fact> + Sync),
    /// Who proves instead of our own engine, for makers that let somebody: what it is called, and
    /// a proof, or what went wrong.
    pub prover: Option<(&'a str, Prover<'a>)>,
    /// An attempt ends after this time, and its proofs are not limited otherwise.
    pub limit: Option<Duration>,
    /// Attempts begun at a time for each puzzle that is still missing: more where most fail, one where
    /// an attempt takes long.
    pub ahead: usize,
}

/// Proves that a puzzle has no other solution; nothing if the time ran out.
pub(super) type Prover<'a> =
    &'a (dyn Fn(&dyn Puzzle, &Board) -> Result<Option<Proof>, String> + Sync);

/// A proof on the way to a puzzle.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Proof {
    pub is_unique: bool,
    /// How many clues there were.
    pub clues: usize,
    pub ms: f64,
}

/// One attempt.
#[derive(Serialize, Deserialize)]
struct Tried {
    /// A puzzle, or why there is none.
    made: Result<Specimen, String>,
    late: bool,
    ms: f64,
    notes: Vec<(String, u64)>,
    proofs: Vec<Proof>,
}

/// As the maker does it by itself.
pub(super) const AS_IT_IS: How = How {
    fits: &|_| true,
    deduced: &|_| Vec::new(),
    prover: None,
    limit: None,
    ahead: 4,
};

/// What came of some attempts.
#[derive(Default)]
pub(super) struct Attempts {
    pub attempts: usize,
    pub made: Vec<Arc<dyn Puzzle>>,
    /// Milliseconds of each attempt that succeeded, and of all together.
    pub good: Vec<f64>,
    pub all: f64,
    /// Attempts that their limit of time ended.
    pub late: usize,
    /// Why the others failed.
    pub failures: BTreeMap<String, usize>,
    /// What the maker counted on its way to puzzles.
    pub notes: BTreeMap<String, Vec<f64>>,
    /// The proofs of a prover that took our engine's place.
    pub proofs: Vec<Proof>,
}

/// Attempts between two looks at how many puzzles there are.
const AT_ONCE: usize = 64;

impl Attempts {
    /// So many attempts, or a few more than it takes for that many puzzles. The recipe's wishes are for
    /// the call in the report only: `how` says what fits.
    pub(super) fn of(
        lab: &Lab,
        recipe: &Recipe,
        attempts: usize,
        puzzles: usize,
        how: &How,
        report: &mut Report,
    ) -> Attempts {
        let mut all = Attempts::default();
        let order = match recipe.order(lab.seed()) {
            Ok(order) => order,
            Err(why) => {
                report.lacks(format!("{} cannot be made: {why}.", recipe.family));
                return all;
            }
        };
        lab.say(&format!(
            "{} {} {}",
            recipe.family, recipe.method, recipe.side
        ));
        let mut recipe_name = recipe.call(lab.seed(), 1);
        if let Some((prover, _)) = how.prover {
            recipe_name += &format!(", proved by {prover}");
        }
        while all.attempts < attempts && all.made.len() < puzzles && !lab.is_over() {
            let first = all.attempts;
            let count = AT_ONCE
                .min(attempts - first)
                .min(how.ahead.saturating_mul(puzzles - all.made.len()));
            let name = |i| format!("{recipe_name}, attempt {}", first + i);
            let some = lab.try_measure(count, name, |i| {
                attempt(lab, &order, recipe, how, first + i)
            });
            if some.is_empty() {
                break;
            }
            for tried in some {
                match tried {
                    Ok(tried) => all.add(tried),
                    Err(why) => {
                        all.attempts += 1;
                        report.lacks(format!("{why}."));
                    }
                }
            }
        }
        if all.attempts > 0 {
            let call = recipe.clone().once().call(lab.seed(), all.attempts);
            if !report.material.contains(&call) {
                report.material.push(call);
            }
        }
        all
    }

    fn add(&mut self, tried: Tried) {
        self.attempts += 1;
        self.all += tried.ms;
        self.proofs.extend(tried.proofs);
        match tried.made {
            Err(why) => {
                *self.failures.entry(why).or_default() += 1;
                self.late += tried.late as usize;
            }
            Ok(specimen) => {
                self.good.push(tried.ms);
                self.made.push(specimen.puzzle);
                for (what, count) in tried.notes {
                    self.notes.entry(what).or_default().push(count as f64);
                }
            }
        }
    }

    /// Attempts that succeeded.
    pub(super) fn percent(&self) -> Option<f64> {
        percent(self.made.len(), self.attempts)
    }

    /// Milliseconds a puzzle, failures included.
    pub(super) fn each(&self) -> Option<f64> {
        (!self.made.is_empty()).then(|| self.all / self.made.len() as f64)
    }

    /// The mean share of the board, in percent, with such a sign in the record.
    pub(super) fn share(&self, counts: impl Fn(&str) -> bool) -> Option<f64> {
        let shares: Vec<f64> = (self.made.iter())
            .map(|puzzle| share(puzzle.as_ref(), &counts))
            .collect();
        super::numbers::mean(&shares)
    }
}

/// One attempt; an error if its prover failed.
fn attempt(
    lab: &Lab,
    order: &Order,
    recipe: &Recipe,
    how: &How,
    number: usize,
) -> Result<Tried, String> {
    let mut rng = ChaCha8Rng::seed_from_u64(lab.seed());
    rng.set_stream(number as u64);
    let (proofs, error) = (RefCell::new(Vec::new()), RefCell::new(None));
    let prove = |puzzle: &dyn Puzzle, solution: &Board| {
        let Some((_, prover)) = how.prover else {
            return false;
        };
        let proof = prover(puzzle, solution).unwrap_or_else(|why| {
            error.replace(Some(why));
            None
        });
        proofs.borrow_mut().extend(proof);
        proof.is_some_and(|proof| proof.is_unique)
    };
    let clock = Clock::start();
    let is_late = || how.limit.is_some_and(|limit| clock.elapsed() >= limit);
    let mut tools = Tools {
        lot: rng.clone().random(),
        rng,
        budget: Budget {
            conflicts: how.limit.map_or(order.conflicts, |_| u64::MAX),
            stop: &|| is_late() || lab.is_over(),
        },
        fits: &|puzzle| (how.fits)(puzzle),
        rules_prove_uniqueness: false,
        plain: false,
        easy: false,
        raw: recipe.unchecked,
        prover: how.prover.map(|_| &prove as _),
        deduced: &|puzzle| (how.deduced)(puzzle),
        notes: Vec::new(),
        hopeless: false,
    };
    let (made, ms) = timed(|| (order.maker.propose)(&order.request, &mut tools));
    let notes = std::mem::take(&mut tools.notes).into_iter();
    if let Some(why) = error.take() {
        return Err(why);
    }
    Ok(Tried {
        made: made.map(Specimen::of).map_err(str::to_owned),
        late: is_late(),
        ms,
        notes: notes
            .map(|(what, count)| (what.to_owned(), count))
            .collect(),
        proofs: proofs.take(),
    })
}

/// The share of the board, in percent, with such a sign in the record.
pub(super) fn share(puzzle: &dyn Puzzle, counts: &impl Fn(&str) -> bool) -> f64 {
    let signs = puzzle.record().problem.map_or(Vec::new(), |grid| grid.0);
    let count = signs.iter().flatten().filter(|sign| counts(sign)).count();
    count as f64 * 100.0 / puzzle.size().len() as f64
}

#[cfg(test)]
mod tests {
    use puzzles::reason::STUDY;

    use super::super::tests::with_lab;
    use super::*;

    /// What the call in the report makes: one attempt for each index.
    fn called(recipe: &Recipe, seed: u64, attempts: usize) -> Vec<String> {
        let order = recipe.clone().once().order(seed).expect("a recipe");
        let made =
            (0..attempts as u64).map(|index| workshop::generate(&order, index, &|| false).made);
        made.flatten()
            .map(|made| format!("{:?}", made.puzzle.record()))
            .collect()
    }

    /// The calls that reports name make the puzzles that were measured, neither more nor fewer.
    #[test]
    fn the_calls_make_the_same_puzzles() {
        let recipes = [
            (Recipe::new("fobidoshi", "random-start", 5), 12),
            (
                Recipe::new("fobidoshi", "random-solution", 6).with("threshold", 100),
                300,
            ),
            (Recipe::new("hashi", "study", 7).with("islands", 11), 8),
            (
                Recipe::new("satogaeri", "study", 6)
                    .with("size", 30)
                    .unchecked(),
                6,
            ),
        ];
        with_lab("hashi failures", |lab, report| {
            for (recipe, attempts) in recipes {
                let run = Attempts::of(lab, &recipe, attempts, usize::MAX / 8, &AS_IT_IS, report);
                same(&recipe, &run, report);
            }
        });
    }

    /// Also where rules say what fits.
    #[test]
    fn the_calls_have_the_same_rules() {
        with_lab("sky strip", |lab, report| {
            let (strip, rules) = super::super::skyscrapers::stripped(5, 10, 50);
            assert_eq!(strip.only, [STUDY]);
            let fits = |puzzle: &dyn Puzzle| super::super::skyscrapers::solves(lab, puzzle, &rules);
            let how = How {
                fits: &fits,
                ..AS_IT_IS
            };
            let run = Attempts::of(lab, &strip, 8, 8, &how, report);
            same(&strip, &run, report);
        });
    }

    fn same(recipe: &Recipe, run: &Attempts, report: &Report) {
        let ours: Vec<String> = (run.made.iter())
            .map(|puzzle| format!("{:?}", puzzle.record()))
            .collect();
        assert!(!ours.is_empty(), "{recipe:?}");
        assert_eq!(ours, called(recipe, 1, run.attempts), "{recipe:?}");
        let call = report.material.last().expect("a call");
        assert!(
            call.contains("--attempts 1") && call.ends_with(&format!("--count {}", run.attempts)),
            "{call}"
        );
    }
}
