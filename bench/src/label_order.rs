//! Do our scores put puzzles in the order of the labels that their collections give them?

use std::collections::BTreeMap;

use puzzles::Puzzle;
use puzzles::format::Document;
use puzzles::reason::{Player, Weights, rate};
use sat::Budget;
use serde_json::Value;

fn score(puzzle: &dyn Puzzle) -> f64 {
    let rating = rate(puzzle, Player(2), Weights::Ours, Budget::UNLIMITED);
    rating.difficulty.score
}

/// The labels of the collections, easiest first.
const LABELS: [&str; 7] = ["0", "1", "2", "e", "h", "x", "u"];

/// For each size: the median score of each label, and for neighbouring labels the chance that a
/// puzzle with the harder label scores higher.
pub fn print(name: &str, documents: &[Document]) {
    let mut sizes: BTreeMap<(usize, usize), BTreeMap<usize, Vec<f64>>> = BTreeMap::new();
    for document in documents {
        let label = document.extra.get("difficulty").and_then(Value::as_str);
        let Some(label) = label.and_then(|l| LABELS.iter().position(|x| *x == l)) else {
            continue;
        };
        let puzzle = document.puzzle.as_ref();
        let size = (puzzle.size().rows(), puzzle.size().cols());
        let scores = sizes.entry(size).or_default().entry(label).or_default();
        scores.push(score(puzzle));
    }
    for ((rows, cols), labels) in sizes {
        let mut before: Option<Vec<f64>> = None;
        for (label, mut scores) in labels {
            scores.sort_by(f64::total_cmp);
            let median = scores[scores.len() / 2];
            let over = before.map_or(String::new(), |b| {
                format!(", over the one before {:.3}", chance(&b, &scores))
            });
            println!(
                "{name} {rows}×{cols} {}: {} puzzles, median {median:.2}{over}",
                LABELS[label],
                scores.len()
            );
            before = Some(scores);
        }
    }
}

/// The chance that one of `high` scores higher than one of `low`; a tie is half.
fn chance(low: &[f64], high: &[f64]) -> f64 {
    let mut points = 0.0;
    for h in high {
        for l in low {
            points += if h > l {
                1.0
            } else if h == l {
                0.5
            } else {
                0.0
            };
        }
    }
    points / (low.len() * high.len()) as f64
}
