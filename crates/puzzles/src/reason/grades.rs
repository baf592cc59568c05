//! Grades as data: where one ends and the next begins, how much the parts of the difficulty count, and
//! how long people take. Each family has such a text, made from published puzzles
//! (`examples/grades.txt`); anybody can write another, by hand, with `gridwright cluster` or from what
//! players said (`gridwright library opinions`).
//!
//! A line for each; `#` begins a comment. In a text for several families, `family` and its name begin
//! what is said about it. Lines that begin with `study` are for the study's weights.
//!
//! ```text
//! difficulty cuts 22.5 41     below the first is easy, above the last is hard
//! fun 35 42 87                or: values of clusters; the nearest counts
//! looks 51 75 98
//! weights 4 3 1 1 1 2         of the parts, as `rate` lists them
//! minutes 0.014 0.3 1.7       for each unit of search; a low and a high estimate as shares
//! ```

use super::course::{PARTS, WEIGHTS};
use super::plan::STUDY;
use super::rate::Weights;
use super::rating::NUMBERS;

/// What grades, weights and minutes are given by.
#[derive(Clone, PartialEq, Debug)]
pub struct Grades {
    /// Where the grades of difficulty are divided, from low to high: at two places if they are to
    /// have names, else they are numbered.
    pub difficulty: Vec<f64>,
    /// Where the grades of fun are divided.
    pub fun: Vec<f64>,
    /// Where the grades of looks are divided.
    pub looks: Vec<f64>,
    /// How much each of [`PARTS`] counts in the difficulty.
    pub weights: [f64; PARTS.len()],
    /// How long people take, if somebody has measured it.
    pub pace: Option<Pace>,
}

/// How long people take for what there is to look through.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// Minutes for each unit.
    pub minutes: f64,
    /// A low estimate, as a share of it.
    pub low: f64,
    /// A high one.
    pub high: f64,
}

impl Grades {
    /// Read what a text says about a family. None if something is missing, or is not what it should
    /// be.
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
        let said = |name: &str| {
            lines.iter().find_map(|line| {
                let line = match weights {
                    Weights::Ours => line,
                    Weights::Study => line.strip_prefix(STUDY)?.trim_start(),
                };
                line.strip_prefix(name)?.strip_prefix(' ')
            })
        };
        let cuts = |name: &str| {
            let line = said(name)?.trim();
            let (cuts, are_cuts) = match line.strip_prefix("cuts ") {
                Some(cuts) => (numbers(cuts)?, true),
                None => (numbers(line)?, false),
            };
            let grades = cuts.len() + usize::from(are_cuts);
            if !cuts.is_sorted() || !(1..=NUMBERS.len()).contains(&grades) {
                return None;
            }
            let between = || cuts.windows(2).map(|two| (two[0] + two[1]) / 2.0).collect();
            Some(if are_cuts { cuts } else { between() })
        };
        Some(Grades {
            difficulty: cuts("difficulty")?,
            fun: cuts("fun")?,
            looks: cuts("looks")?,
            weights: match said("weights") {
                None => WEIGHTS,
                Some(line) => {
                    let weights: [f64; PARTS.len()] = numbers(line)?.try_into().ok()?;
                    let some = weights.iter().any(|w| *w > 0.0);
                    weights
                        .iter()
                        .all(|w| *w >= 0.0)
                        .then_some(weights)
                        .filter(|_| some)?
                }
            },
            pace: match said("minutes") {
                None => None,
                Some(line) => {
                    let [minutes, low, high] = numbers(line)?.try_into().ok()?;
                    let right = minutes > 0.0 && (0.0..=1.0).contains(&low) && high >= 1.0;
                    Some(Pace { minutes, low, high })
                        .filter(|_| right)
                        .map(Some)?
                }
            },
        })
    }
}

/// What a file of grades says about a family, as [`Grades::read`] reads it: the grades of difficulty,
/// fun and looks as they stand in their lines, with the weights and the pace that go with them.
pub fn section(
    family: &str,
    from: &str,
    [difficulty, fun, looks]: [String; 3],
    weights: &[f64],
    pace: Option<Pace>,
) -> String {
    let mut out = format!(
        "family {family}\n# {from}\nweights {}\ndifficulty {difficulty}\nfun {fun}\nlooks {looks}\n",
        listed(weights)
    );
    if let Some(Pace { minutes, low, high }) = pace {
        out += &format!("minutes {minutes:.5} {low:.2} {high:.2}\n");
    }
    out
}

/// Numbers as a line of grades has them.
pub fn listed(numbers: &[f64]) -> String {
    let words: Vec<String> = numbers.iter().map(|n| format!("{n:.2}")).collect();
    words.join(" ")
}

fn numbers(line: &str) -> Option<Vec<f64>> {
    let number = |n: &str| n.parse().ok().filter(|n: &f64| n.is_finite());
    line.split_whitespace().map(number).collect()
}

/// The name of the grade in which a score lies; at a cut, the lower.
pub(super) fn grade(score: f64, cuts: &[f64], names: &[&'static str]) -> &'static str {
    let place = cuts.iter().filter(|cut| score > **cut).count();
    match cuts.len() {
        2 => names[place],
        _ => NUMBERS[place.min(NUMBERS.len() - 1)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_and_clusters_weights_and_minutes_are_read() {
        let text = "family a\ndifficulty cuts 20 40\nfun 10 20 40 # three\nlooks 1 2\n";
        assert_eq!(Grades::read(text, "b", Weights::Ours), None);
        assert_eq!(
            Grades::read(text, "a", Weights::Ours),
            None,
            "a comment ends no line"
        );
        let text = text.replace(" # three", "");
        let grades = Grades::read(&text, "a", Weights::Ours).expect("grades");
        assert_eq!(grades.difficulty, [20.0, 40.0]);
        assert_eq!((grades.fun, grades.looks), (vec![15.0, 30.0], vec![1.5]));
        assert_eq!((grades.weights, grades.pace), (WEIGHTS, None));
        let more = text.clone() + "weights 1 0 0 0 0 2\nminutes 0.5 0.25 2\n";
        let grades = Grades::read(&more, "a", Weights::Ours).expect("grades");
        assert_eq!(grades.weights[5], 2.0);
        let pace = Pace {
            minutes: 0.5,
            low: 0.25,
            high: 2.0,
        };
        assert_eq!(grades.pace, Some(pace));
        for wrong in [
            "weights 1 2",
            "weights 1 -1 0 0 0 0",
            "weights 0 0 0 0 0 0",
            "minutes 1 2 3",
            "minutes 1",
        ] {
            assert_eq!(
                Grades::read(&format!("{text}{wrong}\n"), "a", Weights::Ours),
                None,
                "{wrong}"
            );
        }
        assert_eq!(
            Grades::read(&text.replace("20 40", "40 20"), "a", Weights::Ours),
            None
        );
    }

    #[test]
    fn a_score_at_a_cut_has_the_lower_grade() {
        let names = ["easy", "medium", "hard"];
        let of = |score| grade(score, &[20.0, 40.0], &names);
        assert_eq!(
            [of(20.0), of(20.1), of(40.0), of(99.0)],
            ["easy", "medium", "medium", "hard"]
        );
        assert_eq!(grade(30.0, &[20.0], &names), "2");
    }
}
