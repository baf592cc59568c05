//! The rating of the Skyscrapers study: what it counts, with its weights.
//!
//! Difficulty: size (2), views taken away (2), rules used (1), different rules (1), their share of all
//! its rules (2), alternation (2), SimpleTry used (3), TryLarge used (1). Fun: looks harder than it is
//! (1), fits the player (2), no SimpleTry (2), length (1). How the study scaled these to each other is
//! not told; each is a number from 0 to 100 here, and what is or is not used is 100 or 0.
//!
//! Other families have no such study; there each of our rules counts, by groups.

use logic::{RuleTable, Trace, TraceEnd};

use super::course::saturate;
use super::layout::Layout;
use super::plan::means;
use super::rate::{Player, fitting, part, surprise};
use super::rating::Part;

pub(super) struct StudyStats {
    /// How often rules were used.
    uses: u32,
    /// How many different rules were used, of how many.
    rules: (u32, usize),
    /// How often another rule was used than the time before.
    changes: u32,
    /// A rule that supposes something was used.
    simple_try: bool,
    /// The larger form of a rule was used.
    large: bool,
    solved: bool,
}

impl StudyStats {
    pub(super) fn of(trace: &Trace, table: &RuleTable) -> StudyStats {
        let mut groups: Vec<&str> = (table.own().iter())
            .map(|about| {
                if about.group.is_empty() {
                    about.id
                } else {
                    about.group
                }
            })
            .collect();
        groups.dedup();
        let ours: Vec<[&str; 1]> = groups.into_iter().map(|group| [group]).collect();
        let entries: Vec<&[&str]> = match table.study().is_empty() {
            true => ours.iter().map(|entry| &entry[..]).collect(),
            false => table.study().iter().map(|one| one.rules).collect(),
        };
        let entry_of = |place: usize| {
            let own = |entry: &&[&str]| entry.iter().any(|word| means(word, table[place]));
            entries.iter().position(own)
        };
        let places: Vec<Option<usize>> = (0..table.len()).map(entry_of).collect();
        let used = |rules: u64| {
            let there = (0..table.len()).filter(|place| rules >> place & 1 == 1);
            there.fold(0u64, |mask, place| {
                mask | 1 << places[place].unwrap_or(entries.len())
            })
        };
        let rounds: Vec<u64> = trace.rounds.iter().map(|round| used(round.rules)).collect();
        let all = rounds.iter().fold(0, |all, round| all | round);
        let is_large = |place: usize| {
            let entry = places[place].map_or(&[][..], |entry| entries[entry]);
            entry.iter().skip(1).any(|word| means(word, table[place]))
        };
        let mut steps = trace.steps.iter().map(|step| table.place(step.rule));
        StudyStats {
            uses: trace.rounds.iter().map(|round| round.steps).sum(),
            rules: (all.count_ones(), entries.len()),
            changes: rounds.windows(2).filter(|two| two[0] != two[1]).count() as u32,
            simple_try: steps.clone().any(|place| table[place].trial),
            large: steps.any(is_large),
            solved: trace.end == TraceEnd::Solved,
        }
    }

    /// SimpleTry, or more than that.
    fn trial(&self) -> f64 {
        if self.simple_try || !self.solved {
            100.0
        } else {
            0.0
        }
    }

    pub(super) fn difficulty(&self, layout: &Layout) -> Vec<Part> {
        let (used, of) = self.rules;
        let alternation = 100.0 * self.changes as f64 / self.uses.max(1) as f64;
        vec![
            part("size", layout.big, 2.0),
            part("stripped", layout.missing, 2.0),
            part("steps", saturate(self.uses as f64, 100.0), 1.0),
            part("rules", saturate(used as f64, 6.0), 1.0),
            part(
                "share",
                100.0 * (used as f64).min(of as f64) / of.max(1) as f64,
                2.0,
            ),
            part("alternation", alternation, 2.0),
            part("trial", self.trial(), 3.0),
            part("large", if self.large { 100.0 } else { 0.0 }, 1.0),
        ]
    }

    pub(super) fn fun(&self, layout: &Layout, hard: f64, player: Player) -> Vec<Part> {
        let (challenge, length) = fitting(hard, self.uses, player);
        vec![
            part("surprise", surprise(layout, hard), 1.0),
            part("challenge", challenge, 2.0),
            part("trial", self.trial(), -2.0),
            part("length", length, 1.0),
        ]
    }
}
