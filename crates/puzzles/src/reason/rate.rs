//! How hard a puzzle is, how much fun, and how it looks: each a number from 0 to 100 with the parts
//! that made it, and a grade. The numbers come from the trace in rounds, which does not depend on
//! the order of cells, and from how the clues are arranged; only + − × ÷ are used, so that they are
//! the same on every machine.
//!
//! Every part is a number from 0 to 100 with a weight; the score is the weighted mean. Weights and
//! grades are data of the family ([`super::grades`]). What named rules do not solve is extreme.
//!
//! With the weights of the Skyscrapers study everything is as that study has it: its rules in its
//! order, what it counts, views and nothing else, and clusters of such scores.

use logic::{Plan, RuleId, Trace, TraceEnd, level};
use sat::Budget;

use super::course::Course;
use super::explain::hardest;
use super::grades::{Grades, grade};
use super::layout::Layout;
use super::plan::{RuleFilter, STUDY, plan};
use super::rating::{DIFFICULTY, EXTREME, FUN, LOOKS, Part, Rating, Score};
use super::study::StudyStats;
use super::trace::trace;
use super::usage::uses_in;
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
        let (solved_by_rules, way) = usual_way(puzzle, budget);
        return Ok(rating(puzzle, solved_by_rules, &way, manner));
    };
    let (whole, _) = plan(&table, rules)?;
    let mut plain = Plan {
        trial: false,
        ..whole.clone()
    };
    plain.rules.retain(|&rule| !table[rule].trial);
    let mut way = trace(puzzle, &[], &plain, budget);
    let solved_by_rules = way.end == TraceEnd::Solved;
    let in_time = way.end != TraceEnd::Stopped;
    if in_time && !solved_by_rules && (whole.trial || whole.rules != plain.rules) {
        way = trace(puzzle, &[], &whole, budget);
    }
    Ok(rating(puzzle, solved_by_rules, &way, manner))
}

/// Whether the rules alone solve a puzzle, and how it is solved with trials if they do not: what
/// [`rate_traced`] makes of a [`super::plain_trace`], without going the way to the first trial twice.
fn usual_way(puzzle: &dyn Puzzle, budget: Budget) -> (bool, Trace) {
    let table = puzzle.reasoner().rules();
    let plan = Plan::with_trial(&table).lightest_first(&table);
    let way = trace(puzzle, &[], &plan, budget);
    let has_supposed = (way.steps.iter()).any(|step| step.rule == RuleId::Trial);
    if !has_supposed && way.end != TraceEnd::Stuck {
        return (way.end == TraceEnd::Solved, way);
    }
    // Few rules find less when more is known, so that another order may get further.
    let other = trace(puzzle, &[], &Plan::without_trial(&table), budget);
    match other.end {
        TraceEnd::Solved => (true, other),
        _ => (false, way),
    }
}

/// Rate a puzzle when it is already known how far the rules get (see [`super::plain_trace`]); which rules the
/// manner allows does not matter then.
pub fn rate_traced(puzzle: &dyn Puzzle, plain: Trace, manner: Manner, budget: Budget) -> Rating {
    let solved_by_rules = plain.end == TraceEnd::Solved;
    let way = match plain.end {
        // If time ran out, what was found until then says more than a second beginning.
        TraceEnd::Solved | TraceEnd::Stopped => plain,
        _ => {
            let table = puzzle.reasoner().rules();
            let plan = Plan::with_trial(&table).lightest_first(&table);
            let supposing = trace(puzzle, &[], &plan, budget);
            let found = |way: &Trace| way.known.facts().len();
            match supposing.end {
                TraceEnd::Stopped if found(&supposing) < found(&plain) => Trace {
                    end: TraceEnd::Stopped,
                    ..plain
                },
                _ => supposing,
            }
        }
    };
    rating(puzzle, solved_by_rules, &way, manner)
}

fn rating(puzzle: &dyn Puzzle, solved_by_rules: bool, way: &Trace, manner: Manner) -> Rating {
    let table = puzzle.reasoner().rules();
    let course = Course::of(way, &table);
    let layout = Layout::of(puzzle, manner.weights);
    let own;
    let grades = match manner.grades {
        Some(grades) => grades,
        None => {
            own = puzzle.family().grades(manner.weights);
            &own
        }
    };
    let (difficulty, fun) = match manner.weights {
        Weights::Ours => {
            let difficulty = course.difficulty(&layout, &grades.weights);
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
    let score = |parts: Vec<Part>, cuts: &[f64], names: &[&'static str]| Score {
        score: mean(&parts),
        grade: grade(mean(&parts), cuts, names),
        parts,
    };
    let mut difficulty = score(difficulty, &grades.difficulty, &DIFFICULTY);
    // The study knows three grades, and other numbers of grades have no names.
    if !solved_by_rules && manner.weights == Weights::Ours && grades.difficulty.len() == 2 {
        difficulty.grade = EXTREME;
    }
    let pace = grades.pace.filter(|_| course.solved);
    let minutes = pace.map(|pace| pace.minutes * course.search());
    Rating {
        difficulty,
        fun: score(fun, &grades.fun, &FUN),
        looks: score(layout.looks(manner.weights), &grades.looks, &LOOKS),
        solved_by_rules,
        needs_trial: !solved_by_rules && course.solved,
        hardest: hardest(puzzle, way),
        steps: way.steps.len() as u32,
        work: course.steps,
        minutes,
        minutes_range: (minutes.zip(pace)).map(|(m, pace)| [pace.low * m, pace.high * m]),
        search: course.search(),
        uses: uses_in(&way.steps, &table),
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

fn fun(course: &Course, layout: &Layout, hard: f64, player: Player) -> Vec<Part> {
    let (challenge, length) = fitting(hard, course.steps, player);
    let mut parts = vec![
        part("challenge", challenge, 2.0),
        part("surprise", surprise(layout, hard), 1.0),
        part("length", length, 1.0),
    ];
    parts.extend(course.fun(player.sees()));
    parts
}
