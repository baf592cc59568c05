//! What players said about puzzles, beside what we say: how far both agree, and what can be learnt from
//! it. The arithmetic is in `fit`; here puzzles become numbers, and what was learnt becomes a file of
//! grades.

use fit::{Agreement, ENOUGH, Learnt, Opinion, compared, learnt, learnt_cuts, rank_correlation};
use puzzles::reason::{Grades, Pace, Part, Rating, SCORES, Score, listed, section};

use crate::Play;

pub use fit::ENOUGH as LEAST;

/// How often players of the Skyscrapers study agreed with its grades, in per cent.
const STUDY: [usize; 3] = [85, 70, 45];

/// A file of what was learnt begins like this.
pub const HEAD: &str =
    "# Grades learnt from players by `gridwright library opinions`, taken by `--grades`.\n";

/// A puzzle with what was said about it.
pub struct Told {
    /// What we say.
    pub rating: Rating,
    /// What players say.
    pub plays: Vec<Play>,
}

/// Does a play say what the player thought, or how long it took?
pub fn says_something(play: &Play) -> bool {
    let timed = play.solved && play.seconds.is_some();
    timed || play.difficulty.is_some() || play.fun.is_some() || play.looks.is_some()
}

/// What was found out about a family: for each scale how far we agree, and what was learnt.
pub struct Opinions {
    /// Of difficulty, fun and looks.
    pub scales: Vec<Scale>,
    /// How long players took.
    pub times: Times,
}

/// What was found out about one scale of a family.
pub struct Scale {
    /// Its name: difficulty, fun or looks.
    pub name: &'static str,
    /// Its grades, from low to high.
    pub grades: &'static [&'static str],
    /// How many puzzles something was said about.
    pub puzzles: usize,
    /// How far players and we agree.
    pub agreement: Agreement,
    /// How often players of the Skyscrapers study agreed with its grades, in per cent.
    pub study: usize,
    /// What was learnt, if it is better than a coin.
    pub learnt: Option<Learnt>,
}

/// How long players took.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// How many times are known.
    pub solved: usize,
    /// Their rank correlation with how much there is to look through.
    pub rank: Option<f64>,
    /// The pace of the players, from enough of them.
    pub pace: Option<Pace>,
}

impl Opinions {
    /// Of puzzles of one family that were rated with these grades.
    pub fn of(told: &[Told], own: &Grades) -> Opinions {
        Opinions {
            scales: (0..SCORES.len())
                .map(|which| scale(told, which, own))
                .collect(),
            times: times(told),
        }
    }

    /// Is there something to put into a file of grades?
    pub fn has_learnt(&self) -> bool {
        self.scales.iter().any(|scale| scale.learnt.is_some()) || self.times.pace.is_some()
    }

    /// What goes into a file of grades about this family; what was not learnt is as before.
    pub fn text(&self, family: &str, own: &Grades) -> String {
        let puzzles = self.scales.iter().map(|scale| scale.puzzles).max();
        let puzzles = puzzles::counted(puzzles.unwrap_or(0), "puzzle");
        let before = [&own.difficulty, &own.fun, &own.looks];
        let cuts = |which: usize| {
            let learnt = self.scales[which].learnt.as_ref();
            let cuts = learnt.map_or(&before[which][..], |learnt| &learnt.cuts);
            format!("cuts {}", listed(cuts))
        };
        let learnt = self.scales[0].learnt.as_ref();
        section(
            family,
            &format!("from what was said about {puzzles}"),
            [cuts(0), cuts(1), cuts(2)],
            learnt.map_or(&own.weights[..], |learnt| &learnt.weights),
            self.times.pace.or(own.pace),
        )
    }
}

fn scale(told: &[Told], which: usize, own: &Grades) -> Scale {
    let (name, grades) = SCORES[which];
    let opinions: Vec<Opinion> = (told.iter())
        .filter_map(|one| opinion(one, which, grades))
        .collect();
    // A file of grades has weights for the difficulty only.
    let learnt = match which {
        0 => learnt(&opinions, &own.weights),
        _ => learnt_cuts(&opinions),
    };
    Scale {
        name,
        grades,
        puzzles: opinions.len(),
        agreement: compared(&opinions, grades.len()),
        study: STUDY[which],
        // What is no better than a coin has not been learnt.
        learnt: learnt.filter(|l| l.unseen.is_some_and(|unseen| unseen > 0.5)),
    }
}

/// What was said about one puzzle on one scale; none if nothing was.
fn opinion(one: &Told, which: usize, grades: &[&str]) -> Option<Opinion> {
    let Rating {
        difficulty,
        fun,
        looks,
        ..
    } = &one.rating;
    let score: &Score = [difficulty, fun, looks][which];
    let place = |word: &str| grades.iter().position(|grade| *grade == word);
    let said = |play: &Play| {
        let said = [&play.difficulty, &play.fun, &play.looks][which];
        place(said.as_deref()?)
    };
    let said: Vec<usize> = one.plays.iter().filter_map(said).collect();
    let value = |part: &Part| match part.weight < 0.0 {
        true => 100.0 - part.value,
        false => part.value,
    };
    let opinion = Opinion {
        parts: score.parts.iter().map(value).collect(),
        score: score.score,
        grade: place(score.grade)?,
        by_score: which > 0 || one.rating.solved_by_rules,
        said,
    };
    Some(opinion).filter(|opinion| !opinion.said.is_empty())
}

/// The pace of the players: minutes for each unit of search, and one standard deviation as a share.
fn times(told: &[Told]) -> Times {
    let each = told.iter().flat_map(|one| {
        let solved = one.plays.iter().filter(|play| play.solved);
        solved.filter_map(|play| Some((one.rating.search, play.seconds? / 60.0)))
    });
    let known: Vec<(f64, f64)> = each.filter(|(s, m)| *s > 0.0 && *m > 0.0).collect();
    let (search, minutes): (Vec<f64>, Vec<f64>) = known.iter().copied().unzip();
    let ratios: Vec<f64> = known
        .iter()
        .map(|(search, minutes)| minutes / search)
        .collect();
    let count = ratios.len() as f64;
    let mean = ratios.iter().sum::<f64>() / count.max(1.0);
    let square = ratios.iter().map(|r| (r - mean) * (r - mean)).sum::<f64>() / count.max(1.0);
    let spread = if mean > 0.0 {
        square.sqrt() / mean
    } else {
        0.0
    };
    let pace = Pace {
        minutes: mean,
        low: (1.0 - spread).max(0.1),
        high: 1.0 + spread,
    };
    Times {
        solved: known.len(),
        rank: rank_correlation(&search, &minutes),
        pace: (known.len() >= ENOUGH).then_some(pace),
    }
}
