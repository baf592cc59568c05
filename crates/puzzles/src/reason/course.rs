//! The course of a puzzle: what a trace in rounds says about how hard the way is, how long, and what
//! is in store on it. In such a trace no rule is used that lighter ones make superfluous
//! ([`logic::Way::Lightest`]), so the heaviest that was used is one that nobody can do without.

use logic::{Round, RuleTable, Trace, TraceEnd, level};

use super::layout::Layout;
use super::rating::Part;

/// The parts of our difficulty, in the order of their weights.
pub const PARTS: [&str; 6] = ["hardest", "passage", "early", "narrow", "missing", "trial"];

/// How much each part counts where nobody knows better: from here fits begin, and families without
/// labels stay here.
pub const WEIGHTS: [f64; 6] = [4.0, 3.0, 1.0, 1.0, 1.0, 2.0];

/// The weight at which a rule is half as hard as can be.
const HALF_HARD: f64 = 8.0;

/// 0 for nothing, 50 at `half`, towards 100 beyond.
pub(super) fn saturate(value: f64, half: f64) -> f64 {
    100.0 * value / (value + half)
}

pub(super) struct Course<'a> {
    rounds: &'a [Round],
    /// How many steps were possible, all rounds together.
    pub steps: u32,
    /// How many different rules were used.
    pub rules: u32,
    /// Rounds in which something was supposed, each as often as its chain is long.
    trials: u32,
    pub solved: bool,
}

impl<'a> Course<'a> {
    pub fn of(trace: &'a Trace, table: &RuleTable) -> Course<'a> {
        let rounds = &trace.rounds;
        let used = rounds.iter().fold(0, |mask, r| mask | r.rules);
        let supposes = |round: &&Round| {
            let own = (table.iter().enumerate()).any(|(r, a)| a.trial && round.rules >> r & 1 == 1);
            round.level == level::TRIAL || own
        };
        Course {
            rounds,
            steps: rounds.iter().map(|r| r.steps).sum(),
            rules: used.count_ones(),
            trials: (rounds.iter().filter(supposes))
                .map(|r| r.depth.max(1))
                .sum(),
            solved: trace.end == TraceEnd::Solved,
        }
    }

    /// Is nothing supposed, and is it solved?
    pub fn is_plain(&self) -> bool {
        self.solved && self.trials == 0
    }

    /// The heaviest rule that cannot be done without.
    fn hardest(&self) -> f64 {
        match self.solved {
            true => saturate(
                self.rounds
                    .iter()
                    .map(|r| r.weight)
                    .max()
                    .unwrap_or(0)
                    .into(),
                HALF_HARD,
            ),
            false => 100.0,
        }
    }

    /// The hardest fifth of the rounds: how heavy their rules are.
    fn passage(&self) -> f64 {
        let mut weights: Vec<u32> = self.rounds.iter().map(|r| r.weight).collect();
        weights.sort_unstable();
        weights.reverse();
        let wanted = weights.len() as f64 / 5.0;
        let (mut sum, mut left) = (0.0, wanted);
        for weight in weights {
            sum += left.min(1.0) * weight as f64;
            left = (left - 1.0).max(0.0);
        }
        if wanted > 0.0 {
            saturate(sum / wanted, HALF_HARD)
        } else {
            0.0
        }
    }

    /// Of all that is found, the share that is still to be found when a round begins.
    fn ahead(&self) -> impl Iterator<Item = (&Round, f64)> {
        let all: u32 = self.rounds.iter().map(|r| r.facts).sum();
        self.rounds.iter().scan(all, |ahead, round| {
            let now = *ahead;
            *ahead -= round.facts;
            Some((round, now as f64))
        })
    }

    /// How early the first step comes that is not easy: how much is still to be found then.
    fn early(&self) -> f64 {
        let all = self.ahead().next().map_or(0.0, |(_, all)| all);
        let first = self.ahead().find(|(round, _)| round.level > level::EASY);
        first.map_or(0.0, |(_, left)| 100.0 * left / all.max(1.0))
    }

    /// How heavy the rules are for each step that is open at a time: heavy where little is open is
    /// hard to find.
    fn narrow(&self) -> f64 {
        let sum =
            (self.rounds.iter()).fold(0.0, |sum, r| sum + r.weight as f64 / r.steps.max(1) as f64);
        saturate(sum / self.rounds.len().max(1) as f64, 2.0)
    }

    fn trial(&self) -> f64 {
        match (self.solved, self.trials) {
            (false, _) => 100.0,
            (true, 0) => 0.0,
            (true, trials) => 50.0 + 0.5 * saturate(trials as f64, 20.0),
        }
    }

    pub fn difficulty(&self, layout: &Layout, weights: &[f64; 6]) -> Vec<Part> {
        let values = [
            self.hardest(),
            self.passage(),
            self.early(),
            self.narrow(),
            layout.missing,
            self.trial(),
        ];
        let parts = PARTS.iter().zip(values).zip(weights);
        parts
            .map(|((&name, value), &weight)| Part {
                name,
                value,
                weight,
            })
            .collect()
    }

    /// Key moments: passages with steps of this level or above, from one run of easier rounds to the
    /// next.
    fn moments(&self, level: u8) -> f64 {
        let hard = |round: &Round| round.level >= level;
        let begins = self
            .rounds
            .windows(2)
            .filter(|two| !hard(&two[0]) && hard(&two[1]));
        let first = self.rounds.first().is_some_and(hard);
        saturate((begins.count() + usize::from(first)) as f64, 1.0)
    }

    /// How often there is more than one place to go on.
    fn flow(&self) -> f64 {
        let wide = self.rounds.iter().filter(|round| round.steps > 1).count();
        100.0 * wide as f64 / self.rounds.len().max(1) as f64
    }

    /// How late the last thing comes that is not seen at a glance: what is left is only filled in.
    fn ending(&self) -> f64 {
        let all = self.ahead().next().map_or(0.0, |(_, all)| all);
        let seen = self
            .ahead()
            .filter(|(round, _)| round.level > level::GLANCE);
        seen.last()
            .map_or(0.0, |(_, left)| 100.0 * (1.0 - left / all.max(1.0)))
    }

    /// What makes the way enjoyable, apart from how hard it is.
    pub fn fun(&self, level: u8) -> [Part; 5] {
        let trial = if self.is_plain() { 0.0 } else { 100.0 };
        let part = |name, value, weight| Part {
            name,
            value,
            weight,
        };
        [
            part("moments", self.moments(level), 2.0),
            part("variety", saturate(self.rules as f64, 4.0), 1.0),
            part("flow", self.flow(), 1.0),
            part("ending", self.ending(), 1.0),
            part("trial", trial, -3.0),
        ]
    }

    /// How much there is to look through: in every round what is still to be found, for each step
    /// that can be found in it, times the weight of its rule. Times of people follow this.
    pub fn search(&self) -> f64 {
        self.ahead().fold(0.0, |sum, (round, left)| {
            sum + round.weight as f64 * left / round.steps.max(1) as f64
        })
    }
}
