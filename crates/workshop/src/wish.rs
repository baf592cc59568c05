//! What somebody wishes of a generated puzzle, beyond one solution.

use puzzles::Puzzle;
use puzzles::reason::{Choice, DIFFICULTY, Player, Rating, Weights, rate};
use sat::Budget;

use crate::judge::Rules;

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Difficulty {
    /// One of [`DIFFICULTY`], counted from 0.
    Grade(usize),
    /// A score from 0 to 100; both ends belong to it.
    Score(f64, f64),
}

#[derive(Clone, Debug, Default)]
pub struct Wish {
    pub difficulty: Option<Difficulty>,
    /// The rules that may be needed.
    pub rules: Rules,
    /// Rules (or groups of them) that must be needed: without any one of them the others that are
    /// allowed do not finish the puzzle.
    pub required: Vec<String>,
}

impl Wish {
    /// Words that are no rules of this table, as an error.
    pub fn check(&self, table: &[&'static logic::About]) -> Result<(), String> {
        puzzles::reason::plan(table, &self.rules.choice)?;
        let only = self.required.clone();
        let required = Choice {
            only,
            ..Choice::default()
        };
        puzzles::reason::plan(table, &required).map(drop)
    }

    /// Could a puzzle like this, or one with more clues, still be wanted? Asked by makers while they
    /// take clues away: what is too hard already will not become easier.
    pub fn fits(&self, puzzle: &dyn Puzzle, budget: Budget) -> bool {
        if !self.rules.is_all() && !self.rules.solve(puzzle, budget) {
            return false;
        }
        match self.difficulty {
            None => true,
            Some(Difficulty::Grade(grade)) if grade + 1 == DIFFICULTY.len() => true,
            Some(Difficulty::Score(_, most)) if most >= 100.0 => true,
            Some(difficulty) => {
                !matches!(against(difficulty, &rated(puzzle, budget)), Some(TOO_HARD))
            }
        }
    }

    /// Why this puzzle is not wanted, if it is not.
    pub fn refuses(
        &self,
        puzzle: &dyn Puzzle,
        rating: &Rating,
        budget: Budget,
    ) -> Option<&'static str> {
        if let Some(why) = self.difficulty.and_then(|d| against(d, rating)) {
            return Some(why);
        }
        // The rating has already answered the usual question.
        let plain = self.rules.choice.only.is_empty() && self.rules.choice.without.is_empty();
        let solvable = match plain && self.rules.choice.level.is_none() && self.rules.no_trial {
            true => rating.solved_by_rules,
            false => self.rules.is_all() || self.rules.solve(puzzle, budget),
        };
        if !solvable {
            return Some(if plain { NEEDS_TRIAL } else { NEEDS_MORE });
        }
        for word in &self.required {
            let mut rules = self.rules.clone();
            rules.choice.without.push(word.clone());
            if rules.solve(puzzle, budget) {
                return Some(NOT_NEEDED);
            }
        }
        None
    }
}

pub(crate) fn rated(puzzle: &dyn Puzzle, budget: Budget) -> Rating {
    rate(puzzle, Player(2), Weights::Ours, budget)
}

pub const TOO_EASY: &str = "too easy";
pub const TOO_HARD: &str = "too hard";
const NEEDS_TRIAL: &str = "it needs trial";
const NEEDS_MORE: &str = "the rules allowed do not finish it";
const NOT_NEEDED: &str = "a rule required is not needed";

/// On which side the rating misses what is wanted.
fn against(difficulty: Difficulty, rating: &Rating) -> Option<&'static str> {
    match difficulty {
        Difficulty::Grade(wanted) => {
            let is = DIFFICULTY
                .iter()
                .position(|&g| g == rating.difficulty.grade);
            match is.unwrap_or(DIFFICULTY.len()).cmp(&wanted) {
                std::cmp::Ordering::Less => Some(TOO_EASY),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(TOO_HARD),
            }
        }
        Difficulty::Score(least, _) if rating.difficulty.score < least => Some(TOO_EASY),
        Difficulty::Score(_, most) if rating.difficulty.score > most => Some(TOO_HARD),
        Difficulty::Score(..) => None,
    }
}
