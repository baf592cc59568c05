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

/// How a kind is made.
fn recipe(kind: &str, side: usize, islands: usize) -> Recipe {
    match kind {
        "Easy" => Recipe::new(NAME, "ours", side).only(&EASY_RULES),
        "Hard" => Recipe::new(NAME, "ours", side).required(&[HARD_RULE]),
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
