//! Files of grades: what is read of them is in order, and can be graded by.

use puzzles::FAMILIES;
use puzzles::reason::{Grades, Weights};

use crate::{ROUND, Target};

/// See the head of this file.
pub const TARGET: Target = Target {
    name: "grades",
    about: "Files of grades",
    seeds,
    take,
    share: 3,
    round: ROUND,
};

fn seeds() -> Vec<Vec<u8>> {
    let three = "difficulty 10 20.5 30\nfun 1 2 3\nlooks 40 50 60\n";
    let cuts = "difficulty cuts 10 20\nfun cuts 5\nlooks cuts 1 2 3 4\n";
    let more = "weights 1 2 0 0.5 1\nminutes 0.1 0.5 2\n";
    let study = "study difficulty 1 2 3\nstudy fun 1 2 3\nstudy looks 1 2 3\n";
    let mut seeds = Vec::new();
    for family in FAMILIES {
        let id = family.id;
        seeds.push(format!("# words\nfamily {id}\n{three}{more}"));
        seeds.push(format!("family other\n{cuts}family {id}\n{three}{study}"));
        seeds.push(format!("{cuts}{more}{study}"));
    }
    seeds.into_iter().map(String::into_bytes).collect()
}

fn take(input: &[u8]) -> Result<String, String> {
    let Ok(text) = std::str::from_utf8(input) else {
        return Ok("not text".to_owned());
    };
    let mut outcome = String::new();
    for family in FAMILIES {
        for weights in [Weights::Ours, Weights::Study] {
            let Some(grades) = Grades::read(text, family.id, weights) else {
                outcome += "none ";
                continue;
            };
            for cuts in [&grades.difficulty, &grades.fun, &grades.looks] {
                if !cuts.is_sorted() || cuts.iter().any(|cut| !cut.is_finite()) {
                    return Err(format!("grades that do not rise: {grades:?}"));
                }
                // A figure for each, since digits do not count in an outcome.
                outcome += &"i".repeat(cuts.len());
                outcome.push(' ');
            }
            let sum: f64 = grades.weights.iter().sum();
            if !(sum.is_finite() && sum > 0.0) {
                return Err(format!("weights that weigh nothing: {grades:?}"));
            }
            if let Some(pace) = &grades.pace {
                outcome += match pace.low <= pace.high {
                    true => "minutes ",
                    false => return Err(format!("low is above high: {pace:?}")),
                };
            }
        }
    }
    Ok(outcome)
}
