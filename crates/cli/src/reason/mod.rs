//! The commands that reason like a person.

pub mod analyse;
pub mod explain;
pub mod hint;
mod moves;
mod page;
mod pictures;
pub mod rate;
pub mod report;
pub mod rules;
mod teaching;

use logic::Plan;
use puzzles::Puzzle;
use puzzles::reason::{RuleFilter, plan};

/// Which rules of deduction may be used.
#[derive(clap::Args, Clone, Default)]
pub struct RuleChoice {
    /// Use only these rules or groups of rules (see `gridwright rules FAMILY`); `study` means those
    /// of the study about the family
    #[arg(long, value_name = "RULE,…", value_delimiter = ',')]
    only: Vec<String>,

    /// Do not use these rules or groups of rules
    #[arg(long, value_name = "RULE,…", value_delimiter = ',')]
    without: Vec<String>,

    /// Try these rules first, in this order, and start again after each success; `study` is the
    /// study's own loop
    #[arg(long, value_name = "RULE,…", value_delimiter = ',')]
    order: Vec<String>,
}

impl RuleChoice {
    /// Were any rules chosen?
    pub fn is_some(&self) -> bool {
        !(self.only.is_empty() && self.without.is_empty() && self.order.is_empty())
    }

    /// What it says.
    pub fn filter(&self) -> RuleFilter {
        RuleFilter {
            only: self.only.clone(),
            without: self.without.clone(),
            order: self.order.clone(),
            level: None,
        }
    }

    /// The plan for a puzzle, and whether smallest reasons are allowed.
    pub fn plan(&self, puzzle: &dyn Puzzle, level: Option<u8>) -> Result<(Plan, bool), String> {
        let choice = RuleFilter {
            level,
            ..self.filter()
        };
        let (plan, smallest) = plan(&puzzle.reasoner().rules(), &choice)?;
        Ok((plan.with_reasons(), smallest))
    }
}
