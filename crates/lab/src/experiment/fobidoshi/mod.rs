//! The experiments of the Fobidoshi study.

mod making;
mod solving;

pub(super) use making::{solution, start, threshold};
pub(super) use solving::{next, smt, switches};

use puzzles::{Family, Notation, solve};
use sat::Budget;

use super::attempts::share;
use super::lab::Lab;
use super::material::{Recipe, Specimen};
use super::numbers::Summary;
use super::plot::{Axis, Plot};
use super::report::Report;
use super::table::{Table, row};

const NAME: &str = "fobidoshi";

fn family() -> &'static Family {
    puzzles::family(NAME).expect("one of the families")
}

/// Puzzles of a size: given ones, filled up as in the study with puzzles that its second generator
/// makes. A threshold that is best for the size gives the same kind of puzzles in less time.
fn of_size(lab: &Lab, side: usize, count: usize, report: &mut Report) -> Vec<Specimen> {
    let recipe = Recipe::new(NAME, "random-solution", side).with("threshold", 0);
    let mut set = lab.given_or(&recipe, count, report);
    if set.len() < count && !lab.was_cut() {
        set.extend(lab.make(&recipe, count - set.len(), report));
    }
    set
}

/// All puzzles of the sizes of the study's collection.
fn collection(lab: &Lab, report: &mut Report) -> Vec<Specimen> {
    let given = lab.given(NAME);
    if !given.is_empty() {
        let all = given.into_iter().map(|document| Specimen {
            puzzle: document.puzzle.clone(),
            solution: document.solution.clone(),
        });
        return all.collect();
    }
    let sides: &[usize] = lab.pick(
        &[4],
        &[4, 5, 6, 7, 8, 9, 10, 12],
        &[4, 5, 6, 7, 8, 9, 10, 12],
    );
    let each = lab.count().div_ceil(sides.len());
    sides
        .iter()
        .flat_map(|&side| lab.make(&Recipe::new(NAME, "full", side), each, report))
        .collect()
}

pub(super) fn corpus(lab: &Lab, report: &mut Report) {
    let set = collection(lab, report);
    let found = lab.each(set.len(), |i| {
        let Specimen { puzzle, solution } = &set[i];
        let puzzle = puzzle.as_ref();
        let solution = solution.clone().or_else(|| {
            let mut answer = solve(puzzle, 2, Budget::UNLIMITED);
            answer.solutions.pop()
        });
        let circles = solution.map(|board| {
            let grid = puzzle.write_grid(&board, Notation::Solution);
            let circles = grid.0.iter().flatten().filter(|sign| *sign == "o").count();
            100.0 * circles as f64 / puzzle.size().len() as f64
        });
        let filled = share(puzzle, &|sign: &str| sign != "-");
        (filled, share(puzzle, &|sign: &str| sign == "o"), circles)
    });
    let heads = ["mean %", "min %"];
    let mut table = Table::new(
        format!("shares of the cells (puzzles: {})", found.len()),
        &["what"],
        &heads,
        &heads,
    );
    let columns: [(&str, [f64; 2], Vec<f64>); 3] = [
        (
            "filled at the start",
            [38.2691, 22.2222],
            found.iter().map(|f| f.0).collect(),
        ),
        (
            "circles at the start",
            [34.2309, 17.1875],
            found.iter().map(|f| f.1).collect(),
        ),
        (
            "circles in the solution",
            [66.8944, 57.8125],
            found.iter().filter_map(|f| f.2).collect(),
        ),
    ];
    for (what, [mean, min], ours) in columns {
        let s = Summary::of(&ours);
        table.row(row![what, mean, min, s.map(|s| s.mean), s.map(|s| s.min)]);
    }
    report.plots.push(Plot::of_table(
        "Shares of the cells (mean)",
        Axis::plain("%"),
        &table,
        &["mean %"],
    ));
    report.tables.push(table);
}
