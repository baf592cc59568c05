//! What somebody wants of a generated puzzle, beyond one solution.

use grid::Cell;
use logic::{Plan, RuleId, RuleTable, TRIAL, TraceEnd};
use puzzles::reason::{DIFFICULTY, Grades, Manner, Rating, rate_as};
use puzzles::{Fact, Puzzle};
use sat::Budget;

use crate::judge::Rules;

/// How hard a puzzle is to be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Difficulty {
    /// One of [`DIFFICULTY`], counted from 0.
    Grade(usize),
    /// A range of scores from 0 to 100, both ends included.
    Score(f64, f64),
}

/// How near a puzzle comes to needing the rules that are required.
#[derive(Default)]
pub(crate) struct Nearness {
    /// How many of them are needed.
    pub(crate) needed: usize,
    /// Without how many of them the others that are no harder get stuck.
    pub(crate) stuck: usize,
    /// Where they do although the rule is used.
    pub(crate) open: Vec<Cell>,
}

/// The hardest grade of [`DIFFICULTY`].
const HARDEST: usize = DIFFICULTY.len() - 1;

impl Difficulty {
    /// A number that others do not have.
    pub(crate) fn mark(self) -> u64 {
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        match self {
            Difficulty::Grade(grade) => (grade as u64 + 1).wrapping_mul(SPREAD),
            Difficulty::Score(least, most) => {
                let both = least.to_bits().rotate_left(32) ^ most.to_bits();
                both.wrapping_mul(SPREAD)
            }
        }
    }
}

/// What somebody wants of a generated puzzle, beyond one solution.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// How hard it is to be.
    pub difficulty: Option<Difficulty>,
    /// The rules that may be needed.
    pub rules: Rules,
    /// Rules (or groups of them) that must be needed: of the rules allowed, those that are no
    /// harder get further with it than without it. That something harder would do as well, as trial
    /// often would, does not count.
    pub required: Vec<String>,
    /// At least so many points for looks.
    pub looks: f64,
    /// Grades, weights and minutes that are not the family's own.
    pub grades: Option<Box<Grades>>,
}

impl Wish {
    /// An error if a word is not a rule of this table, or not one that is allowed.
    pub fn check(&self, table: &RuleTable) -> Result<(), String> {
        self.rules.plan_of(table)?;
        if self.rules.no_trial && self.wants_hardest() && self.grades.is_none() {
            return Err(format!(
                "{} puzzles are those that need trial, so they cannot be had without it",
                DIFFICULTY[HARDEST]
            ));
        }
        for word in &self.required {
            let is_meant = |rule: &RuleId| {
                let about = table[*rule];
                about.id == word || about.group == word
            };
            let mut meant = table.ids().filter(is_meant).peekable();
            if meant.peek().is_some() && meant.all(|rule| table[rule].never_made) {
                return Err(format!(
                    "no puzzle that is made needs {word}, so it cannot be required"
                ));
            }
            let (with, without) = self.around(word, table)?;
            if with.rules == without.rules && with.trial == without.trial {
                return Err(format!(
                    "{word} is not among the rules allowed, so it cannot be required"
                ));
            }
        }
        Ok(())
    }

    /// Whether the hardest grade is wanted.
    pub fn wants_hardest(&self) -> bool {
        self.difficulty == Some(Difficulty::Grade(HARDEST))
    }

    /// Whether nothing in particular is wanted.
    pub fn is_none(&self) -> bool {
        self.difficulty.is_none()
            && self.rules.is_all()
            && self.required.is_empty()
            && self.looks <= 0.0
    }

    /// Whether all that is wanted is, at most, that nothing has to be supposed.
    pub fn is_plain(&self) -> bool {
        self.difficulty.is_none() && self.names_no_rule()
    }

    /// Whether the easiest grade is wanted, by whatever rules.
    pub fn is_easy(&self) -> bool {
        self.difficulty == Some(Difficulty::Grade(0)) && self.names_no_rule()
    }

    fn names_no_rule(&self) -> bool {
        let mut rules = self.rules.clone();
        rules.no_trial = false;
        self.required.is_empty() && rules.is_all()
    }

    /// The rules allowed that are no harder than this one (or this group), with it and without it.
    fn around(&self, word: &str, table: &RuleTable) -> Result<(Plan, Plan), String> {
        let mut with = self.rules.clone();
        let mut only_it = Rules::default();
        only_it.choice.only = vec![word.to_owned()];
        let it = only_it.plan_of(table)?;
        let levels = it.rules.iter().map(|&rule| table[rule].level);
        let hardest = levels.chain(it.trial.then_some(TRIAL.level)).max();
        let most = with.choice.level.unwrap_or(u8::MAX);
        with.choice.level = Some(hardest.unwrap_or(0).min(most));
        let mut without = with.clone();
        without.choice.without.push(word.to_owned());
        Ok((with.plan_of(table)?, without.plan_of(table)?))
    }

    /// Is a required rule needed?
    fn needs(&self, word: &str, puzzle: &dyn Puzzle, budget: Budget) -> bool {
        let reasoner = puzzle.reasoner();
        let known = |plan: &Plan| reasoner.trace(&[], plan, budget).known.facts().len();
        let plans = self.around(word, &reasoner.rules());
        plans.is_ok_and(|(with, without)| known(&with) > known(&without))
    }

    /// How near a puzzle comes to needing the rules that are required.
    pub(crate) fn nearness(&self, puzzle: &dyn Puzzle, budget: Budget) -> Nearness {
        let reasoner = puzzle.reasoner();
        let table = reasoner.rules();
        let mut all = Nearness::default();
        for word in &self.required {
            let Ok((with, without)) = self.around(word, &table) else {
                continue;
            };
            let without = reasoner.trace(&[], &without, budget);
            if without.end != TraceEnd::Stuck {
                continue;
            }
            all.stuck += 1;
            let with = reasoner.trace(&[], &with, budget);
            if with.known.facts().len() > without.known.facts().len() {
                all.needed += 1;
            } else {
                let open = (0..reasoner.atoms()).filter(|&atom| without.known.is_open(atom));
                all.open
                    .extend(open.flat_map(|atom| puzzle.fact_cells(Fact::new(atom, true))));
            }
        }
        all
    }

    /// Could this puzzle, or one with fewer clues, still be what is wanted? Makers ask this while
    /// they take clues away: what is too hard already will not become easier.
    pub fn fits(&self, puzzle: &dyn Puzzle, budget: Budget) -> bool {
        if self.rules_prove_uniqueness() && !self.rules.solve(puzzle, budget) {
            return false;
        }
        match self.difficulty {
            None => true,
            Some(Difficulty::Grade(grade)) if grade + 1 == DIFFICULTY.len() => true,
            Some(Difficulty::Score(_, most)) if most >= 100.0 => true,
            Some(difficulty) => {
                let rating = self.rated(puzzle, budget);
                !matches!(against(difficulty, &rating), Some(TOO_HARD))
            }
        }
    }

    /// How a puzzle is rated for whoever has this wish.
    pub fn manner(&self) -> Manner<'_> {
        Manner {
            grades: self.grades.as_deref(),
            ..Manner::USUAL
        }
    }

    pub(crate) fn rated(&self, puzzle: &dyn Puzzle, budget: Budget) -> Rating {
        let rated = rate_as(puzzle, self.manner(), budget);
        rated.expect("no rule is named that there is not")
    }

    /// Does what [`Wish::fits`] accepts have one solution? It does if rules must finish it.
    pub fn rules_prove_uniqueness(&self) -> bool {
        !self.rules.is_all()
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
        if rating.looks.score < self.looks {
            return Some(TOO_PLAIN);
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
        let needed = |word: &String| self.needs(word, puzzle, budget);
        (!self.required.iter().all(needed)).then_some(NOT_NEEDED)
    }
}

/// Why a puzzle is rejected whose rating is below what is wanted.
pub const TOO_EASY: &str = "too easy";
/// Why a puzzle is rejected whose rating is above what is wanted.
pub const TOO_HARD: &str = "too hard";
const TOO_PLAIN: &str = "too plain";
const NEEDS_TRIAL: &str = "it needs trial";
const NEEDS_MORE: &str = "the allowed rules do not finish it";
pub(crate) const NOT_NEEDED: &str = "a required rule is not needed";

/// On which side of what is wanted the rating lies.
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
