//! Where the puzzles of experiments come from: sets of our own making that anybody can make again.
//! A set is a family, a way to make it, a size, options and a seed; the report names the call of
//! `gridwright generate` that makes the same.

use std::sync::Arc;

use puzzles::format::{Document, split, write};
use puzzles::make::ClueSymmetry;
use puzzles::{Board, Family, Puzzle};
use serde::{Deserialize, Serialize};
use workshop::{ATTEMPTS, CONFLICTS, Order, OrderForm, Wish, generate};

use super::lab::Lab;
use super::report::Report;

/// How a set of puzzles is made.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The family, by its name for programs.
    pub family: &'static str,
    /// The way to make it, by its name for programs.
    pub method: &'static str,
    /// Rows and columns.
    pub side: usize,
    /// Options of the method where they are not the usual ones.
    pub options: Vec<(&'static str, i64)>,
    /// How full, from 0 to 1.
    pub density: Option<f64>,
    /// If there are any, only these rules may be needed.
    pub only: Vec<String>,
    /// None of these rules may be needed.
    pub without: Vec<String>,
    /// Each of these rules must be needed.
    pub required: Vec<String>,
    /// One attempt for each puzzle, which may fail.
    pub once: bool,
    /// Candidates as they are, with one solution or several.
    pub unchecked: bool,
}

impl Recipe {
    /// Whatever this method makes of this size.
    pub fn new(family: &'static str, method: &'static str, side: usize) -> Recipe {
        Recipe {
            family,
            method,
            side,
            options: Vec::new(),
            density: None,
            only: Vec::new(),
            without: Vec::new(),
            required: Vec::new(),
            once: false,
            unchecked: false,
        }
    }

    /// With an option.
    pub fn with(mut self, option: &'static str, value: i64) -> Recipe {
        self.options.push((option, value));
        self
    }

    /// So full.
    pub fn density(mut self, density: f64) -> Recipe {
        self.density = Some(density);
        self
    }

    /// Solvable by these rules.
    pub fn only(mut self, rules: &[&str]) -> Recipe {
        self.only = rules.iter().map(|&rule| rule.to_owned()).collect();
        self
    }

    /// Solvable without these rules.
    pub fn without(mut self, rules: &[&str]) -> Recipe {
        self.without = rules.iter().map(|&rule| rule.to_owned()).collect();
        self
    }

    /// One attempt for each puzzle.
    pub fn once(mut self) -> Recipe {
        self.once = true;
        self
    }

    /// Not solvable without these rules, or harder ones.
    pub fn required(mut self, rules: &[&str]) -> Recipe {
        self.required = rules.iter().map(|&rule| rule.to_owned()).collect();
        self
    }

    /// Candidates as they are.
    pub fn unchecked(mut self) -> Recipe {
        self.unchecked = true;
        self
    }

    /// The family itself.
    pub fn family(&self) -> &'static Family {
        puzzles::family(self.family).expect("a test makes something by every recipe")
    }

    /// The order for the workshop, or why there is none.
    pub fn order(&self, seed: u64) -> Result<Order, String> {
        let mut wish = Wish::default();
        wish.rules.choice.only.clone_from(&self.only);
        wish.rules.choice.without.clone_from(&self.without);
        wish.required.clone_from(&self.required);
        OrderForm {
            method: Some(self.method),
            rows: self.side,
            cols: self.side,
            symmetry: ClueSymmetry::Any,
            density: self.density,
            options: self.options.clone(),
            map: None,
            wish,
            seed,
            attempts: Some(if self.once { 1 } else { ATTEMPTS }),
            conflicts: CONFLICTS,
            unchecked: self.unchecked,
        }
        .order(self.family())
    }

    /// The call that makes so many of them.
    pub fn call(&self, seed: u64, count: usize) -> String {
        let mut call = format!(
            "gridwright generate {} --method {} --size {}",
            self.family, self.method, self.side
        );
        let options = self.options.iter();
        let with: Vec<String> = options.map(|(id, value)| format!("{id}={value}")).collect();
        let lists = [
            ("with", &with),
            ("only", &self.only),
            ("without", &self.without),
            ("require", &self.required),
        ];
        for (name, list) in lists {
            if !list.is_empty() {
                call += &format!(" --{name} {}", list.join(","));
            }
        }
        if let Some(density) = self.density {
            call += &format!(" --density {density}");
        }
        if self.once {
            call += " --attempts 1";
        }
        call += match self.unchecked {
            true => " --unchecked",
            false => " --duplicates",
        };
        format!("{call} --seed {seed} --count {count}")
    }
}

/// A puzzle of a set, with its solution if it is known to be the only one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(super) struct Specimen {
    pub puzzle: Arc<dyn Puzzle>,
    pub solution: Option<Board>,
}

impl Specimen {
    /// A puzzle alone.
    pub(super) fn of(puzzle: Arc<dyn Puzzle>) -> Specimen {
        Specimen {
            puzzle,
            solution: None,
        }
    }
}

/// As a puzzle in our own format; what that cannot hold is made again.
impl From<Specimen> for String {
    fn from(specimen: Specimen) -> String {
        let mut document = Document::new(specimen.puzzle);
        document.solution = specimen.solution;
        write(&document, "json").unwrap_or_default()
    }
}

impl TryFrom<String> for Specimen {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Specimen, Self::Error> {
        let chunks = split(&text);
        let chunk = chunks.first().ok_or("a puzzle was expected")?;
        let document = chunk.read().map_err(|_| "this is no puzzle")?;
        Ok(Specimen {
            puzzle: document.puzzle,
            solution: document.solution,
        })
    }
}

impl Lab<'_> {
    /// Make a set of puzzles. Fewer if the time runs out, or where there are none; why there are
    /// none at all is said in the report.
    pub(super) fn make(&self, recipe: &Recipe, count: usize, report: &mut Report) -> Vec<Specimen> {
        let order = match recipe.order(self.seed()) {
            Ok(order) => order,
            Err(why) => {
                report.lacks(format!("{} cannot be made: {why}.", recipe.family));
                return Vec::new();
            }
        };
        let call = recipe.call(self.seed(), count);
        self.say(&call);
        report.material.push(call);
        let name = |_| recipe.call(self.seed(), 1);
        let made = self.measure(count, name, |index| {
            let outcome = generate(&order, index as u64, &|| self.is_over());
            outcome.made.map(|made| Specimen {
                puzzle: made.puzzle,
                solution: made.checked.map(|(solution, _)| solution),
            })
        });
        let made: Vec<Specimen> = made.into_iter().flatten().collect();
        if made.len() < count && !self.was_cut() {
            report.say(format!(
                "Only {} of {count} came out: {}.",
                made.len(),
                recipe.call(self.seed(), count)
            ));
        }
        made
    }

    /// The same, if only the puzzles are of interest.
    pub(super) fn puzzles(
        &self,
        recipe: &Recipe,
        count: usize,
        report: &mut Report,
    ) -> Vec<Arc<dyn Puzzle>> {
        let made = self.make(recipe, count, report);
        made.into_iter().map(|one| one.puzzle).collect()
    }

    /// The puzzles of this family and size that were given, so many at most; if there are none of the
    /// family, those of the recipe.
    pub(super) fn given_or(
        &self,
        recipe: &Recipe,
        count: usize,
        report: &mut Report,
    ) -> Vec<Specimen> {
        let given = self.given(recipe.family);
        let of_size = |document: &&&Document| {
            let size = document.puzzle.size();
            (size.rows(), size.cols()) == (recipe.side, recipe.side)
        };
        if given.is_empty() {
            return self.make(recipe, count, report);
        }
        let own = given.iter().filter(of_size).take(count);
        let specimens = own.map(|document| Specimen {
            puzzle: document.puzzle.clone(),
            solution: document.solution.clone(),
        });
        specimens.collect()
    }
}
