//! What players said about puzzles, beside what we say: how far both agree, and the weights and cuts
//! that follow the players better.

use crate::agree::{Confusion, rank_correlation};
use crate::cuts::cuts_by_labels;
use crate::weights::{Pair, accuracy, cross_validated, fitted, score};

/// What is known about one puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    /// The parts of our score, from 0 to 100.
    pub parts: Vec<f64>,
    /// Our score.
    pub score: f64,
    /// Our grade, counted from 0.
    pub grade: usize,
    /// The grade that each player gave.
    pub said: Vec<usize>,
    /// The score decides about its grade.
    pub by_score: bool,
}

impl Opinion {
    fn mean(&self) -> f64 {
        self.said.iter().sum::<usize>() as f64 / self.said.len().max(1) as f64
    }
}

/// How far players and we agree.
#[derive(Clone, PartialEq, Debug)]
pub struct Agreement {
    /// A row for each of our grades, a column for each of theirs.
    pub confusion: Confusion,
    /// Spearman's rank correlation of our score with what was said, puzzle by puzzle.
    pub rank: Option<f64>,
}

/// Compare what was said with our grades, of which there are so many.
pub fn compared(opinions: &[Opinion], grades: usize) -> Agreement {
    let each = opinions
        .iter()
        .flat_map(|o| o.said.iter().map(|said| (o.grade, *said)));
    let scores: Vec<f64> = opinions.iter().map(|o| o.score).collect();
    let said: Vec<f64> = opinions.iter().map(Opinion::mean).collect();
    Agreement {
        confusion: Confusion::of(grades, each),
        rank: rank_correlation(&scores, &said),
    }
}

/// Weights and cuts that follow the players, and the share of pairs of puzzles that they put in the
/// players' order.
#[derive(Clone, PartialEq, Debug)]
pub struct Learnt {
    /// The weights, adding up to ten.
    pub weights: Vec<f64>,
    /// The cuts between three grades.
    pub cuts: [f64; 2],
    /// With the weights that there were.
    pub before: f64,
    /// With these.
    pub after: f64,
    /// With weights that were fitted without the puzzles of the pair.
    pub unseen: Option<f64>,
    /// Opinions that the new grades agree with, of all of which the score decides.
    pub agreeing: (usize, usize),
}

/// With fewer puzzles nothing is learnt.
pub const ENOUGH: usize = 10;

/// Fit weights, from those that there are, and cuts. None if too little was said, or all the same.
pub fn learnt(opinions: &[Opinion], start: &[f64]) -> Option<Learnt> {
    if opinions.len() < ENOUGH {
        return None;
    }
    let said: Vec<f64> = opinions.iter().map(Opinion::mean).collect();
    let places = 0..opinions.len();
    let pairs: Vec<Pair> = (places.clone())
        .flat_map(|low| places.clone().map(move |high| (low, high)))
        .filter(|&(low, high)| said[low] < said[high])
        .map(|(low, high)| Pair { low, high, set: 0 })
        .collect();
    let parts: Vec<Vec<f64>> = opinions.iter().map(|o| o.parts.clone()).collect();
    let weights: Vec<f64> = (fitted(&parts, &pairs, start).iter())
        .map(|w| (w * 100.0).round() / 100.0)
        .collect();
    let with = |weights: &[f64]| -> Vec<f64> { parts.iter().map(|p| score(p, weights)).collect() };
    let scores = with(&weights);
    let graded = || {
        let each = opinions.iter().zip(&scores).filter(|(o, _)| o.by_score);
        each.flat_map(|(o, score)| o.said.iter().map(|said| (*score, *said)))
    };
    let cuts = cuts_by_labels(&graded().collect::<Vec<_>>());
    let agrees = |&(score, said): &(f64, usize)| {
        usize::from(score > cuts[0]) + usize::from(score > cuts[1]) == said
    };
    Some(Learnt {
        before: accuracy(&with(start), &pairs, 0)?,
        after: accuracy(&scores, &pairs, 0)?,
        unseen: cross_validated(&parts, &pairs, start, 3).first().copied()?,
        agreeing: (graded().filter(agrees).count(), graded().count()),
        weights,
        cuts,
    })
}

/// Fit only the cuts, to the scores as they are.
pub fn learnt_cuts(opinions: &[Opinion]) -> Option<Learnt> {
    let as_scored = |opinion: &Opinion| Opinion {
        parts: vec![opinion.score],
        ..opinion.clone()
    };
    let opinions: Vec<Opinion> = opinions.iter().map(as_scored).collect();
    let learnt = learnt(&opinions, &[1.0])?;
    Some(Learnt {
        weights: Vec::new(),
        ..learnt
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::mixed;

    /// Players with these weights and cuts, of whom one in ten says something else.
    fn simulated(count: usize, weights: &[f64], cuts: [f64; 2]) -> Vec<Opinion> {
        let drawn = |n: usize, most: u64| mixed(n as u64) % most;
        (0..count)
            .map(|puzzle| {
                let parts: Vec<f64> = (0..weights.len())
                    .map(|part| drawn(1000 * puzzle + part, 101) as f64)
                    .collect();
                let theirs = score(&parts, weights);
                let grade = usize::from(theirs > cuts[0]) + usize::from(theirs > cuts[1]);
                let said = (0..3).map(|player| match drawn(1000 * puzzle + 900 + player, 10) {
                    0 => drawn(1000 * puzzle + 800 + player, 3) as usize,
                    _ => grade,
                });
                let said = said.collect();
                let score = score(&parts, &[1.0; 4]);
                let grade = usize::from(score > 33.0) + usize::from(score > 66.0);
                Opinion {
                    parts,
                    score,
                    grade,
                    said,
                    by_score: true,
                }
            })
            .collect()
    }

    #[test]
    fn simulated_players_are_understood() {
        let (weights, cuts) = ([6.0, 0.0, 3.0, 1.0], [40.0, 60.0]);
        let opinions = simulated(150, &weights, cuts);
        let before = compared(&opinions, 3);
        assert!(before.rank.is_some_and(|rank| rank < 0.8), "{before:?}");
        let learnt = learnt(&opinions, &[1.0; 4]).expect("enough was said");
        for (found, known) in learnt.weights.iter().zip(weights) {
            assert!((found - known).abs() < 0.8, "{learnt:?}");
        }
        for (found, known) in learnt.cuts.iter().zip(cuts) {
            assert!((found - known).abs() < 3.0, "{learnt:?}");
        }
        assert!(
            learnt
                .unseen
                .is_some_and(|unseen| unseen > learnt.before + 0.05),
            "{learnt:?}"
        );
        let (same, all) = learnt.agreeing;
        assert!(same * 100 > all * 85, "{learnt:?}");
    }

    #[test]
    fn little_teaches_nothing() {
        let few = simulated(9, &[1.0; 4], [40.0, 60.0]);
        assert_eq!(learnt(&few, &[1.0; 4]), None);
        let same = simulated(20, &[1.0; 4], [100.0, 100.0]);
        let silent: Vec<Opinion> = (same.into_iter())
            .map(|one| Opinion {
                said: vec![0],
                ..one
            })
            .collect();
        assert_eq!(learnt(&silent, &[1.0; 4]), None);
    }
}
