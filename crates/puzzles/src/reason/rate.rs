//! How hard a puzzle is, how much fun, and how it looks: each a number from 0 to 100 with the parts
//! that made it, and a grade. The numbers come from the trace in rounds, which does not depend on
//! the order of cells, and from how the clues are arranged; only + − × ÷ are used, so that they are
//! the same on every machine.
//!
//! Every part is a number from 0 to 100 with a weight; the score is the weighted mean. Grades come
//! from the family's reference clusters: the nearest one counts.

use logic::{Plan, Round, RuleTable, Trace, TraceEnd, level};
use sat::Budget;

use super::layout::Layout;
use super::rating::{DIFFICULTY, FUN, LOOKS, Part, Rating, Score};
use super::trace::{plain_trace, trace};
use crate::puzzle::Puzzle;

/// How a player sees things: 1 beginner, 2 practised, 3 expert.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player(pub u8);

impl Player {
    /// Knows the puzzle's rules, and what can be seen at a glance or easily.
    pub const BEGINNER: Player = Player(1);
    /// Has solved some; whom puzzles are rated for if nobody says otherwise.
    pub const PRACTISED: Player = Player(2);
    /// Knows every named rule.
    pub const EXPERT: Player = Player(3);

    /// All of them with the names that programs use.
    pub const ALL: [(Player, &str); 3] = [
        (Player::BEGINNER, "beginner"),
        (Player::PRACTISED, "practised"),
        (Player::EXPERT, "expert"),
    ];

    /// The highest level of rules that this player is expected to see.
    pub fn sees(self) -> u8 {
        match self {
            Player::BEGINNER => level::EASY,
            Player::PRACTISED => level::INTERMEDIATE,
            _ => level::EXPERT,
        }
    }
}

/// Which weights the parts of a score have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weights {
    /// Those of this program.
    Ours,
    /// Those of the Skyscrapers study.
    Study,
}

/// The cluster values of a family, from low to high.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Grades {
    /// The clusters of difficulty, named by [`DIFFICULTY`].
    pub difficulty: [f64; 3],
    /// The clusters of fun, named by [`FUN`].
    pub fun: [f64; 3],
    /// The clusters of looks, named by [`LOOKS`].
    pub looks: [f64; 3],
}

impl Grades {
    /// One line for each: a name and three numbers; `#` begins a comment.
    pub fn read(text: &str) -> Option<Grades> {
        let values = |name: &str| -> Option<[f64; 3]> {
            let line = text.lines().find_map(|l| l.strip_prefix(name))?;
            let mut numbers = line.split_whitespace().map(|n| n.parse().ok());
            Some([numbers.next()??, numbers.next()??, numbers.next()??])
        };
        Some(Grades {
            difficulty: values("difficulty")?,
            fun: values("fun")?,
            looks: values("looks")?,
        })
    }
}

/// The name of the nearest cluster; of two equally near, the lower.
fn grade(score: f64, clusters: [f64; 3], names: [&'static str; 3]) -> &'static str {
    let far = |i: &usize| (score - clusters[*i]).abs();
    let nearest = (0..3).min_by(|a, b| far(a).total_cmp(&far(b)));
    names[nearest.unwrap_or(0)]
}

/// 0 for nothing, 50 at `half`, towards 100 beyond.
fn saturate(value: f64, half: f64) -> f64 {
    100.0 * value / (value + half)
}

fn mean(parts: &[Part]) -> f64 {
    let weights: f64 = parts.iter().map(|p| p.weight.abs()).sum();
    let sum: f64 = (parts.iter())
        // A negative weight counts against: the less of it, the better.
        .map(|p| {
            p.weight.abs()
                * if p.weight < 0.0 {
                    100.0 - p.value
                } else {
                    p.value
                }
        })
        .sum();
    if weights > 0.0 { sum / weights } else { 0.0 }
}

/// What the trace says about the difficulty.
struct TraceStats {
    steps: u32,
    rounds: u32,
    /// How many different rules were used, of how many.
    rules: (u32, usize),
    /// How often the set of rules at work changed from one round to the next.
    changes: u32,
    hardest: u8,
    /// The sum of the weights of the hardest rule of every round.
    effort: u32,
    trials: u32,
    /// The longest chain, in rounds.
    depth: u32,
    /// The mean of 1/(steps possible) over the rounds.
    narrow: f64,
    large: u32,
    solved: bool,
}

impl TraceStats {
    fn of(trace: &Trace, table: &RuleTable) -> TraceStats {
        let rounds = &trace.rounds;
        let used = rounds.iter().fold(0, |mask, r| mask | r.rules);
        let hardest_weight = |round: &Round| -> u32 {
            (table.iter().enumerate())
                .filter(|(r, _)| round.rules >> r & 1 == 1)
                .map(|(_, about)| about.weight)
                .max()
                .unwrap_or(0)
        };
        let is_trial = |round: &&Round| {
            round.level == level::TRIAL
                || (table.iter().enumerate())
                    .any(|(r, about)| about.trial && round.rules >> r & 1 == 1)
        };
        let count = rounds.len() as u32;
        // The sum of nothing would be -0.
        let narrow = (rounds.iter()).fold(0.0, |sum, r| sum + 1.0 / r.steps.max(1) as f64);
        TraceStats {
            steps: rounds.iter().map(|r| r.steps).sum(),
            rounds: count,
            // Smallest reason is not counted: it takes no part in a rating.
            rules: (used.count_ones(), table.own().len() + 1),
            changes: rounds
                .windows(2)
                .filter(|w| w[0].rules != w[1].rules)
                .count() as u32,
            hardest: rounds.iter().map(|r| r.level).max().unwrap_or(0),
            effort: rounds.iter().map(hardest_weight).sum(),
            trials: rounds.iter().filter(is_trial).count() as u32,
            depth: rounds.iter().map(|r| r.depth).max().unwrap_or(0),
            narrow: narrow / count.max(1) as f64,
            large: rounds.iter().filter(|r| r.level == level::EXPERT).count() as u32,
            solved: trace.end == TraceEnd::Solved,
        }
    }
}

/// Rate a puzzle; never with smallest reasons.
pub fn rate(puzzle: &dyn Puzzle, player: Player, weights: Weights, budget: Budget) -> Rating {
    rate_traced(puzzle, plain_trace(puzzle, budget), player, weights, budget)
}

/// Rate a puzzle when it is already known how far the rules get (see [`plain_trace`]).
pub fn rate_traced(
    puzzle: &dyn Puzzle,
    plain: Trace,
    player: Player,
    weights: Weights,
    budget: Budget,
) -> Rating {
    let table = puzzle.reasoner().rules();
    let solved_by_rules = plain.end == TraceEnd::Solved;
    let trace = if solved_by_rules {
        plain
    } else {
        trace(puzzle, &[], &Plan::with_trial(&table), budget)
    };
    let course = TraceStats::of(&trace, &table);
    let layout = Layout::of(puzzle);
    let grades = puzzle.family().grades();
    let difficulty = difficulty(&course, &layout, weights);
    let hard = mean(&difficulty);
    let fun = fun(&course, &layout, hard, player, weights);
    let looks = layout.looks(weights);
    let score = |parts: Vec<Part>, clusters, names| Score {
        score: mean(&parts),
        grade: grade(mean(&parts), clusters, names),
        parts,
    };
    let used = trace.rounds.iter().fold(0, |mask, r| mask | r.rules);
    let hardest = (table.iter().enumerate())
        .filter(|(r, _)| used >> r & 1 == 1)
        .max_by_key(|(r, about)| (about.level, about.weight, usize::MAX - r))
        .map(|(_, about)| about.id);
    Rating {
        difficulty: score(difficulty, grades.difficulty, DIFFICULTY),
        fun: score(fun, grades.fun, FUN),
        looks: score(looks, grades.looks, LOOKS),
        solved_by_rules,
        needs_trial: !solved_by_rules && course.solved,
        hardest,
        steps: course.steps,
        minutes: (4 * course.steps + 20 * course.effort) as f64 / 60.0,
        stopped: trace.end == TraceEnd::Stopped,
    }
}

fn part(name: &'static str, value: f64, weight: f64) -> Part {
    Part {
        name,
        value,
        weight,
    }
}

fn difficulty(course: &TraceStats, layout: &Layout, weights: Weights) -> Vec<Part> {
    let size = saturate(layout.cells as f64, 100.0);
    let missing = layout.missing;
    let steps = saturate(course.steps as f64, 100.0);
    let (used, of) = course.rules;
    let rules = saturate(used as f64, 6.0);
    let share = 100.0 * used as f64 / of.max(1) as f64;
    let alternation = 100.0 * course.changes as f64 / course.rounds.max(1) as f64;
    let trial = match (course.solved, course.trials) {
        (false, _) => 100.0,
        (true, 0) => 0.0,
        (true, trials) => 40.0 + 0.6 * saturate((trials * course.depth.max(1)) as f64, 8.0),
    };
    match weights {
        Weights::Study => vec![
            part("size", size, 2.0),
            part("stripped", missing, 2.0),
            part("steps", steps, 1.0),
            part("rules", rules, 1.0),
            part("share", share, 2.0),
            part("alternation", alternation, 2.0),
            part("trial", trial, 3.0),
            part("large", saturate(course.large as f64, 3.0), 1.0),
        ],
        Weights::Ours => {
            let hardest = match (course.solved, course.hardest) {
                (false, _) => 100.0,
                (true, hardest) => 20.0 * (hardest.max(level::GLANCE) - level::GLANCE) as f64,
            };
            vec![
                part("hardest", hardest, 6.0),
                part("effort", saturate(course.effort as f64, 60.0), 4.0),
                part("trial", trial, 3.0),
                part("narrow", 100.0 * course.narrow, 1.0),
                part("steps", steps, 1.0),
                part("rules", rules, 0.5),
                part("alternation", alternation, 0.5),
                part("size", size, 0.5),
                part("missing", missing, 0.5),
            ]
        }
    }
}

/// How hard a puzzle should be, and how long, for players of levels 1, 2, 3.
const CHALLENGE: [f64; 3] = [15.0, 35.0, 60.0];
const LENGTH: [f64; 3] = [40.0, 100.0, 250.0];

fn fun(
    course: &TraceStats,
    layout: &Layout,
    hard: f64,
    player: Player,
    weights: Weights,
) -> Vec<Part> {
    let level = (player.0.clamp(1, 3) - 1) as usize;
    let near = |value: f64, wanted: f64| {
        let off = (value - wanted).abs() / wanted;
        100.0 / (1.0 + off * off)
    };
    // It looks as hard as it is, or harder.
    let seems = layout.seems_hard;
    let surprise = (50.0 + seems - hard).clamp(0.0, 100.0);
    let challenge = near(hard, CHALLENGE[level]);
    let length = near(course.steps as f64, LENGTH[level]);
    let trial = if course.trials > 0 || !course.solved {
        100.0
    } else {
        0.0
    };
    match weights {
        Weights::Study => vec![
            part("surprise", surprise, 1.0),
            part("challenge", challenge, 2.0),
            part("trial", trial, -2.0),
            part("length", length, 1.0),
        ],
        Weights::Ours => {
            let variety = saturate(course.rules.0 as f64, 4.0);
            vec![
                part("surprise", surprise, 1.0),
                part("challenge", challenge, 3.0),
                part("trial", trial, -2.0),
                part("length", length, 1.0),
                part("variety", variety, 1.0),
            ]
        }
    }
}
