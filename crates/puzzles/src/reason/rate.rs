//! How hard a puzzle is, how much fun, and how it looks: each a number from 0 to 100 with the parts
//! that made it, and a grade. The numbers come from the trace in rounds, which does not depend on
//! the order of cells, and from how the clues are arranged; only + − × ÷ are used, so that they are
//! the same on every machine.
//!
//! Every part is a number from 0 to 100 with a weight; the score is the weighted mean. Grades come
//! from the family's reference clusters: the nearest one counts.

//! With the weights of the Skyscrapers study everything is as that study has it: its rules in its
//! order, what it counts, views and nothing else, and clusters of such scores.

use logic::{Plan, Round, RuleTable, Trace, TraceEnd, level};
use sat::Budget;

use super::explain::hardest;
use super::layout::Layout;
use super::plan::{RuleFilter, STUDY, plan};
use super::rating::{DIFFICULTY, FUN, LOOKS, NUMBERS, Part, Rating, Score};
use super::study::StudyStats;
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

/// The cluster values of a family, from low to high: three, with names, or another number of them,
/// which are numbered.
#[derive(Clone, PartialEq, Debug)]
pub struct Grades {
    /// The clusters of difficulty, named by [`DIFFICULTY`].
    pub difficulty: Vec<f64>,
    /// The clusters of fun, named by [`FUN`].
    pub fun: Vec<f64>,
    /// The clusters of looks, named by [`LOOKS`].
    pub looks: Vec<f64>,
}

impl Grades {
    /// One line for each: a name and its numbers; `#` begins a comment. In a file for several
    /// families, `family` and its name begin what is said about it. Lines that begin with `study` are
    /// for the study's weights. None if something is missing, or is no list of numbers that rise.
    pub fn read(text: &str, family: &str, weights: Weights) -> Option<Grades> {
        let mut own = true;
        let mut lines: Vec<&str> = Vec::new();
        for line in text.lines().map(str::trim) {
            match line.strip_prefix("family ") {
                Some(name) => own = name.trim() == family,
                None if own => lines.push(line),
                None => {}
            }
        }
        let values = |name: &str| -> Option<Vec<f64>> {
            let line = lines.iter().find_map(|line| match weights {
                Weights::Ours => line.strip_prefix(name),
                Weights::Study => line.strip_prefix(STUDY)?.trim_start().strip_prefix(name),
            })?;
            let numbers = line.split_whitespace().map(|n| n.parse().ok());
            let numbers: Vec<f64> = numbers.collect::<Option<_>>()?;
            let rise = numbers.iter().all(|n| n.is_finite()) && numbers.is_sorted();
            (rise && (1..=NUMBERS.len()).contains(&numbers.len())).then_some(numbers)
        };
        Some(Grades {
            difficulty: values("difficulty")?,
            fun: values("fun")?,
            looks: values("looks")?,
        })
    }
}

/// The name of the nearest cluster; of two equally near, the lower.
fn grade(score: f64, clusters: &[f64], names: [&'static str; 3]) -> &'static str {
    let far = |i: &usize| (score - clusters[*i]).abs();
    let nearest = (0..clusters.len()).min_by(|a, b| far(a).total_cmp(&far(b)));
    match (nearest.unwrap_or(0), clusters.len()) {
        (nearest, 3) => names[nearest],
        (nearest, _) => NUMBERS[nearest],
    }
}

/// 0 for nothing, 50 at `half`, towards 100 beyond.
pub(super) fn saturate(value: f64, half: f64) -> f64 {
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
    /// How many different rules were used.
    rules: u32,
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
    solved: bool,
}

impl TraceStats {
    fn of(trace: &Trace, table: &RuleTable) -> TraceStats {
        let rounds = &trace.rounds;
        let used = rounds.iter().fold(0, |mask, r| mask | r.rules);
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
            rules: used.count_ones(),
            changes: rounds
                .windows(2)
                .filter(|w| w[0].rules != w[1].rules)
                .count() as u32,
            hardest: rounds.iter().map(|r| r.level).max().unwrap_or(0),
            effort: rounds.iter().map(|r| r.weight).sum(),
            trials: rounds.iter().filter(is_trial).count() as u32,
            depth: rounds.iter().map(|r| r.depth).max().unwrap_or(0),
            narrow: narrow / count.max(1) as f64,
            solved: trace.end == TraceEnd::Solved,
        }
    }
}

/// How a puzzle is rated.
#[derive(Clone, Copy)]
pub struct Manner<'a> {
    /// For whom.
    pub player: Player,
    /// How much the parts count.
    pub weights: Weights,
    /// Which rules may be used; none: all, or with the study's weights the study's.
    pub rules: Option<&'a RuleFilter>,
    /// The clusters that give the grades; none: the family's own.
    pub grades: Option<&'a Grades>,
}

impl Manner<'_> {
    /// For a practised player, with our weights, all rules and the family's own clusters.
    pub const USUAL: Manner<'static> = Manner {
        player: Player::PRACTISED,
        weights: Weights::Ours,
        rules: None,
        grades: None,
    };
}

/// Rate a puzzle; never with smallest reasons.
pub fn rate(puzzle: &dyn Puzzle, player: Player, weights: Weights, budget: Budget) -> Rating {
    let manner = Manner {
        player,
        weights,
        ..Manner::USUAL
    };
    rate_as(puzzle, manner, budget).expect("every family can be rated with its own rules")
}

/// Rate a puzzle in a manner of one's own. An error names a word that is not a rule.
pub fn rate_as(puzzle: &dyn Puzzle, manner: Manner, budget: Budget) -> Result<Rating, String> {
    let table = puzzle.reasoner().rules();
    let study = RuleFilter {
        only: vec![STUDY.to_owned()],
        order: vec![STUDY.to_owned()],
        ..RuleFilter::default()
    };
    let has_study = manner.weights == Weights::Study && !table.study().is_empty();
    let Some(rules) = manner.rules.or(has_study.then_some(&study)) else {
        return Ok(rated(puzzle, plain_trace(puzzle, budget), manner, budget));
    };
    let (whole, _) = plan(&table, rules)?;
    let mut plain = Plan {
        trial: false,
        ..whole.clone()
    };
    plain.rules.retain(|&rule| !table[rule].trial);
    let mut way = trace(puzzle, &[], &plain, budget);
    let solved_by_rules = way.end == TraceEnd::Solved;
    if !solved_by_rules && (whole.trial || whole.rules != plain.rules) {
        way = trace(puzzle, &[], &whole, budget);
    }
    Ok(rating(puzzle, solved_by_rules, &way, manner))
}

/// Rate a puzzle when it is already known how far the rules get (see [`plain_trace`]).
pub fn rate_traced(
    puzzle: &dyn Puzzle,
    plain: Trace,
    player: Player,
    weights: Weights,
    budget: Budget,
) -> Rating {
    let manner = Manner {
        player,
        weights,
        ..Manner::USUAL
    };
    rated(puzzle, plain, manner, budget)
}

fn rated(puzzle: &dyn Puzzle, plain: Trace, manner: Manner, budget: Budget) -> Rating {
    let solved_by_rules = plain.end == TraceEnd::Solved;
    let way = if solved_by_rules {
        plain
    } else {
        let table = puzzle.reasoner().rules();
        trace(puzzle, &[], &Plan::with_trial(&table), budget)
    };
    rating(puzzle, solved_by_rules, &way, manner)
}

fn rating(puzzle: &dyn Puzzle, solved_by_rules: bool, way: &Trace, manner: Manner) -> Rating {
    let table = puzzle.reasoner().rules();
    let course = TraceStats::of(way, &table);
    let layout = Layout::of(puzzle, manner.weights);
    let (difficulty, fun) = match manner.weights {
        Weights::Ours => {
            let difficulty = difficulty(&course, &layout);
            let hard = mean(&difficulty);
            (difficulty, fun(&course, &layout, hard, manner.player))
        }
        Weights::Study => {
            let stats = StudyStats::of(way, &table);
            let difficulty = stats.difficulty(&layout);
            let fun = stats.fun(&layout, mean(&difficulty), manner.player);
            (difficulty, fun)
        }
    };
    let own;
    let grades = match manner.grades {
        Some(grades) => grades,
        None => {
            own = puzzle.family().grades(manner.weights);
            &own
        }
    };
    let score = |parts: Vec<Part>, clusters: &[f64], names| Score {
        score: mean(&parts),
        grade: grade(mean(&parts), clusters, names),
        parts,
    };
    Rating {
        difficulty: score(difficulty, &grades.difficulty, DIFFICULTY),
        fun: score(fun, &grades.fun, FUN),
        looks: score(layout.looks(manner.weights), &grades.looks, LOOKS),
        solved_by_rules,
        needs_trial: !solved_by_rules && course.solved,
        hardest: hardest(puzzle, way),
        steps: way.steps.len() as u32,
        minutes: (4 * course.steps + 20 * course.effort) as f64 / 60.0,
        stopped: way.end == TraceEnd::Stopped,
    }
}

pub(super) fn part(name: &'static str, value: f64, weight: f64) -> Part {
    Part {
        name,
        value,
        weight,
    }
}

fn difficulty(course: &TraceStats, layout: &Layout) -> Vec<Part> {
    let alternation = 100.0 * course.changes as f64 / course.rounds.max(1) as f64;
    let trial = match (course.solved, course.trials) {
        (false, _) => 100.0,
        (true, 0) => 0.0,
        (true, trials) => 40.0 + 0.6 * saturate((trials * course.depth.max(1)) as f64, 8.0),
    };
    let hardest = match (course.solved, course.hardest) {
        (false, _) => 100.0,
        (true, hardest) => 20.0 * (hardest.max(level::GLANCE) - level::GLANCE) as f64,
    };
    vec![
        part("hardest", hardest, 6.0),
        part("effort", saturate(course.effort as f64, 60.0), 4.0),
        part("trial", trial, 3.0),
        part("narrow", 100.0 * course.narrow, 1.0),
        part("steps", saturate(course.steps as f64, 100.0), 1.0),
        part("rules", saturate(course.rules as f64, 6.0), 0.5),
        part("alternation", alternation, 0.5),
        part("size", layout.big, 0.5),
        part("missing", layout.missing, 0.5),
    ]
}

/// How hard a puzzle should be, and how long, for players of levels 1, 2, 3.
const CHALLENGE: [f64; 3] = [15.0, 35.0, 60.0];
const LENGTH: [f64; 3] = [40.0, 100.0, 250.0];

/// How well the challenge and the length fit a player.
pub(super) fn fitting(hard: f64, steps: u32, player: Player) -> (f64, f64) {
    let level = (player.0.clamp(1, 3) - 1) as usize;
    let near = |value: f64, wanted: f64| {
        let off = (value - wanted).abs() / wanted;
        100.0 / (1.0 + off * off)
    };
    (
        near(hard, CHALLENGE[level]),
        near(steps as f64, LENGTH[level]),
    )
}

/// It looks as hard as it is, or harder.
pub(super) fn surprise(layout: &Layout, hard: f64) -> f64 {
    (50.0 + layout.seems_hard - hard).clamp(0.0, 100.0)
}

fn fun(course: &TraceStats, layout: &Layout, hard: f64, player: Player) -> Vec<Part> {
    let (challenge, length) = fitting(hard, course.steps, player);
    let trial = if course.trials > 0 || !course.solved {
        100.0
    } else {
        0.0
    };
    vec![
        part("surprise", surprise(layout, hard), 1.0),
        part("challenge", challenge, 3.0),
        part("trial", trial, -2.0),
        part("length", length, 1.0),
        part("variety", saturate(course.rules as f64, 4.0), 1.0),
    ]
}
