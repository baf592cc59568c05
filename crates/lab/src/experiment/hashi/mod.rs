//! The experiments of the Hashi study.

mod making;
mod people;
mod solving;

pub(super) use making::{failures, generate, iterations};
pub(super) use people::{depth, people};
pub(super) use solving::{border, satunsat, solve, variants};

use puzzles::Family;
use puzzles::format::Document;

use super::lab::Lab;
use super::material::{Recipe, Specimen};
use super::numbers::Summary;
use super::plot::BoxOf;
use super::report::Report;
use super::table::Cell;

const NAME: &str = "hashi";

fn family() -> &'static Family {
    puzzles::family(NAME).expect("one of the families")
}

/// Sides with the islands that the study's generator has on them.
const SIZES: [(usize, usize); 4] = [(7, 11), (15, 36), (30, 91), (50, 151)];

/// The study's three kinds of puzzles. Its easy and hard ones come from Tatham's generator; such that
/// need the same rules are made here. (Not such of our own grades: these move whenever they are fitted
/// anew.)
const KINDS: [&str; 3] = ["Easy", "Hard", "Generated"];

/// What Tatham's easy puzzles are solved with: of 150 none needs more, and every one of 150 medium ones.
const EASY_RULES: [&str; 6] = [
    "island-complete",
    "island-full",
    "last-side",
    "small-number",
    "one-each",
    "crossing",
];

/// What his hard puzzles need most often, and none of his medium ones.
const HARD_RULE: &str = "few-left";

/// The share of cells that are islands on Tatham's boards: 12, 35, 83 and 133 of them on average.
fn density(side: usize) -> f64 {
    match side {
        ..=7 => 0.25,
        8..=15 => 0.155,
        16..=30 => 0.093,
        _ => 0.053,
    }
}

/// Half of the bridges are double in Tatham's solutions, and his numbers are 3.1 on average. Of these
/// some are single again in the end, and then ours are the same.
const DOUBLES: i64 = 60;

/// How a kind is made. Islands are few and lie anywhere, as on Tatham's boards: ours usually have twice
/// as many, in a pattern, and mostly single bridges, which takes people and solvers far longer.
fn recipe(kind: &str, side: usize, islands: usize) -> Recipe {
    let like_tatham = Recipe::new(NAME, "ours", side)
        .density(density(side))
        .with("symmetric", 0)
        .with("doubles", DOUBLES);
    match kind {
        "Easy" => like_tatham.only(&EASY_RULES),
        "Hard" => like_tatham.required(&[HARD_RULE]),
        _ => Recipe::new(NAME, "study", side).with("islands", islands as i64),
    }
}

/// The kinds that given puzzles are of, as Tatham's generator labels them.
const GIVEN_KINDS: [&str; 4] = ["Easy", "Medium", "Hard", "given"];

fn given_kind(document: &Document) -> &'static str {
    let label = document.extra.get("difficulty");
    match label.and_then(|label| label.as_str()) {
        Some("0") => "Easy",
        Some("1") => "Medium",
        Some("2") => "Hard",
        _ => "given",
    }
}

/// The kinds of puzzles that there are in this run.
fn kinds(lab: &Lab) -> &'static [&'static str] {
    match lab.given(NAME).is_empty() {
        true => &KINDS,
        false => &GIVEN_KINDS,
    }
}

/// The sizes of this run: the first so many of the study's, or those of the square boards that were
/// given.
fn sizes(lab: &Lab, ours: usize) -> Vec<(usize, usize)> {
    let given = lab.given_puzzles(NAME);
    let square = given.iter().map(|puzzle| puzzle.size());
    let square = square.filter(|size| size.rows() == size.cols());
    let mut sides: Vec<usize> = square.map(|size| size.rows()).collect();
    sides.sort_unstable();
    sides.dedup();
    match given.is_empty() {
        true => SIZES[..ours].to_vec(),
        false => sides.into_iter().map(|side| (side, 0)).collect(),
    }
}

/// Puzzles of a kind.
fn specimens(
    lab: &Lab,
    kind: &'static str,
    (side, islands): (usize, usize),
    count: usize,
    report: &mut Report,
) -> Vec<Specimen> {
    let given = lab.given(NAME);
    if given.is_empty() {
        return lab.make(&recipe(kind, side, islands), count, report);
    }
    let wanted = |document: &&&Document| {
        let size = document.puzzle.size();
        (size.rows(), size.cols()) == (side, side) && given_kind(document) == kind
    };
    let own = given.iter().filter(wanted).take(count);
    let specimen = |document: &&Document| Specimen {
        puzzle: document.puzzle.clone(),
        solution: document.solution.clone(),
    };
    own.map(specimen).collect()
}

/// Puzzles of the study's generator, or all that were given of this size.
fn generated(lab: &Lab, size: (usize, usize), count: usize, report: &mut Report) -> Vec<Specimen> {
    match lab.given(NAME).is_empty() {
        true => specimens(lab, "Generated", size, count, report),
        false => {
            let all = GIVEN_KINDS.iter();
            all.flat_map(|&kind| specimens(lab, kind, size, count, report))
                .collect()
        }
    }
}

fn size_name(side: usize) -> String {
    format!("{side}×{side}")
}

/// As the published tables write it.
fn size_key(side: usize) -> String {
    format!("{side}x{side}")
}

/// Mean, standard deviation, smallest and largest.
fn four(values: &[f64]) -> [Cell; 4] {
    match Summary::of(values) {
        Some(s) => [s.mean, s.sd, s.min, s.max].map(Cell::from),
        None => [Cell::Nothing, Cell::Nothing, Cell::Nothing, Cell::Nothing],
    }
}

/// A box of ours.
fn five(name: String, series: &str, values: &[f64]) -> Option<BoxOf> {
    let s = Summary::of(values)?;
    Some(BoxOf {
        name,
        series: series.to_owned(),
        five: [s.min, s.low, s.median, s.high, s.max],
        published: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tatham's have 34.4 islands (easy) and 35.4 (hard) with 3.19 and 3.02 bridges each on 15×15, and
    /// 12.2 with 2.89 and 2.66 on 7×7.
    #[test]
    fn easy_and_hard_ones_are_as_full_as_tathams() {
        for (kind, side, islands, number) in [
            ("Easy", 7, 12.2, 2.89),
            ("Hard", 7, 12.2, 2.66),
            ("Easy", 15, 34.4, 3.19),
            ("Hard", 15, 35.4, 3.02),
        ] {
            let order = recipe(kind, side, 0).order(1).expect("a recipe");
            let (mut count, mut sum, puzzles) = (0, 0, 12);
            for index in 0..puzzles {
                let made = workshop::generate(&order, index, &|| false).made;
                let record = made.expect("a puzzle").puzzle.record();
                let signs = record.problem.expect("numbers").0;
                for sign in signs.iter().flatten().filter(|sign| *sign != "-") {
                    count += 1;
                    sum += sign.parse::<usize>().expect("a number");
                }
            }
            let near = |ours: f64, tatham: f64| (ours / tatham - 1.0).abs() < 0.1;
            let (mean, each) = (count as f64 / puzzles as f64, sum as f64 / count as f64);
            assert!(near(mean, islands), "{kind} {side}: {mean} islands");
            assert!(near(each, number), "{kind} {side}: {each} bridges each");
        }
    }
}
