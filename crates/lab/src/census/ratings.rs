//! What rules and ratings say of all puzzles of a size.
//!
//! One of each class of puzzles is solved and rated, and counts for its turned and mirrored images:
//! both are the same for all of them (`cargo xtask prove symmetries`).

use std::collections::BTreeMap;
use std::ops::AddAssign;

use logic::{Plan, TraceEnd, Way};
use puzzles::Puzzle;
use puzzles::format::split;
use puzzles::reason::{Player, Weights, rate};
use sat::Budget;
use serde::{Deserialize, Serialize};

/// Sets of rules that are tried, simpler ones first: what one solves is not tried with the next.
const RULE_SETS: &[(&str, &[&str])] = &[
    ("study_without_tries", &["try", "try-large", "simple-try"]),
    ("study_without_simple_try", &["simple-try"]),
    ("study", &[]),
];

/// What rules and ratings say of puzzles with one solution.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Ratings {
    /// How many of them sets of the study's rules solve.
    pub solved_by: BTreeMap<String, u64>,
    /// Those at the ends of the study's rating, of all that its rules solve.
    #[serde(flatten)]
    pub ends: Ends,
    /// The same of those that they solve without SimpleTry.
    pub without_simple_try: Ends,
}

/// Puzzles at the ends of a rating.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Ends {
    /// The hardest.
    pub hardest: Option<Extreme>,
    /// The easiest.
    pub easiest: Option<Extreme>,
    /// The most fun.
    pub most_fun: Option<Extreme>,
    /// The most boring.
    pub least_fun: Option<Extreme>,
}

/// The puzzles with the highest or lowest score.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Extreme {
    /// Their score.
    pub score: f64,
    /// How many there are that are no images of each other.
    pub classes: u64,
    /// How many there are with their images.
    pub puzzles: u64,
    /// One of them.
    pub example: String,
}

/// Scores are sums of few parts: so many decimals tell them apart, and are the same after they were
/// written and read, and whichever of equal ones came first.
fn rounded(score: f64) -> f64 {
    (score * 1e6).round() / 1e6
}

impl Extreme {
    /// The better of the two, or both if they are equal.
    fn join(kept: &mut Option<Extreme>, other: Extreme, better: fn(f64, f64) -> bool) {
        match kept {
            Some(kept) if kept.score == other.score => {
                kept.classes += other.classes;
                kept.puzzles += other.puzzles;
                if other.example < kept.example {
                    kept.example = other.example;
                }
            }
            Some(kept) if better(kept.score, other.score) => {}
            _ => *kept = Some(other),
        }
    }
}

impl AddAssign for Ratings {
    fn add_assign(&mut self, other: Ratings) {
        for (rules, puzzles) in other.solved_by {
            *self.solved_by.entry(rules).or_default() += puzzles;
        }
        self.ends += other.ends;
        self.without_simple_try += other.without_simple_try;
    }
}

impl AddAssign for Ends {
    fn add_assign(&mut self, other: Ends) {
        let high: fn(f64, f64) -> bool = |kept, new| kept > new;
        let low: fn(f64, f64) -> bool = |kept, new| kept < new;
        for (kept, other, better) in [
            (&mut self.hardest, other.hardest, high),
            (&mut self.easiest, other.easiest, low),
            (&mut self.most_fun, other.most_fun, high),
            (&mut self.least_fun, other.least_fun, low),
        ] {
            if let Some(other) = other {
                Extreme::join(kept, other, better);
            }
        }
    }
}

impl Ratings {
    /// One puzzle, by its ID, and its images.
    pub(super) fn add(&mut self, id: &str, images: u64) {
        let Ok(document) = split(id)[0].read() else {
            unreachable!("{id} is a puzzle");
        };
        let puzzle = document.puzzle.as_ref();
        let mut solved = false;
        let mut without_simple_try = false;
        for (name, left_out) in RULE_SETS {
            solved = solved || is_solved(puzzle, left_out);
            without_simple_try |= solved && !left_out.is_empty();
            let count = if solved { images } else { 0 };
            *self.solved_by.entry((*name).to_owned()).or_default() += count;
        }
        if !solved {
            return;
        }
        let rating = rate(puzzle, Player(2), Weights::Study, Budget::UNLIMITED);
        let extreme = |score: f64| {
            Some(Extreme {
                score: rounded(score),
                classes: 1,
                puzzles: images,
                example: id.to_owned(),
            })
        };
        let (hard, fun) = (rating.difficulty.score, rating.fun.score);
        let ends = Ends {
            hardest: extreme(hard),
            easiest: extreme(hard),
            most_fun: extreme(fun),
            least_fun: extreme(fun),
        };
        if without_simple_try {
            self.without_simple_try += ends.clone();
        }
        self.ends += ends;
    }
}

/// Do the study's rules without these solve it?
fn is_solved(puzzle: &dyn Puzzle, left_out: &[&str]) -> bool {
    let table = puzzle.reasoner().rules();
    let is_wanted = |r: &usize| {
        let about = &table[*r];
        let mut names = table.study().iter().flat_map(|one| one.rules);
        names.any(|name| [about.id, about.group].contains(name) && !left_out.contains(name))
    };
    let mut rules: Vec<usize> = (0..table.own().len()).filter(is_wanted).collect();
    rules.sort_by_key(|&r| (table[r].level, r));
    let plan = Plan::of(rules, Way::Rounds);
    let trace = puzzle.reasoner().trace(&[], &plan, Budget::UNLIMITED);
    trace.end == TraceEnd::Solved
}
