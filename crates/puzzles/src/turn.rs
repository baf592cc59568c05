//! Turned and mirrored puzzles. The notation of the collections is enough for that: grids are
//! turned, clues outside move with their side, and an arrow at the end of a clue turns with the
//! board.

use std::sync::Arc;

use grid::{Cell, Dir, Size, Symmetry};

use crate::puzzle::Puzzle;
use crate::record::{Grid, Record};

/// The same puzzle, turned or mirrored.
pub fn turned(puzzle: &dyn Puzzle, symmetry: Symmetry) -> Arc<dyn Puzzle> {
    turned_record(puzzle, &puzzle.record(), symmetry)
}

/// The puzzle as it lies, and its seven turned and mirrored images.
pub fn all_turned(puzzle: &dyn Puzzle) -> impl Iterator<Item = Arc<dyn Puzzle>> {
    let record = puzzle.record();
    Symmetry::ALL
        .into_iter()
        .map(move |symmetry| turned_record(puzzle, &record, symmetry))
}

fn turned_record(puzzle: &dyn Puzzle, old: &Record, symmetry: Symmetry) -> Arc<dyn Puzzle> {
    let size = puzzle.size();
    let to = symmetry.size(size);
    let grid = |grid: &Option<Grid>, sign: fn(&str, Symmetry) -> String| {
        (grid.as_ref()).map(|grid| turned_grid(grid, size, symmetry, sign))
    };
    let mut record = Record {
        problem: grid(&old.problem, turned_sign),
        areas: grid(&old.areas, |sign, _| sign.to_owned()),
        depth: old.depth,
        variant: old.variant.clone(),
        extra: old.extra.clone(),
        ..Record::new(&old.kind, to.rows(), to.cols())
    };
    if old.clabels.is_some() || old.rlabels.is_some() {
        (record.clabels, record.rlabels) = turned_labels(old, size, symmetry);
    }
    (puzzle.family().read)(&record).expect("a turned puzzle is a puzzle")
}

fn turned_grid(
    grid: &Grid,
    size: Size,
    symmetry: Symmetry,
    sign: impl Fn(&str, Symmetry) -> String,
) -> Grid {
    let to = symmetry.size(size);
    let mut turned = Grid::from_fn(to.rows(), to.cols(), |_, _| String::new());
    for at in size.cells() {
        let image = symmetry.cell(size, at);
        turned.0[image.row as usize][image.col as usize] =
            sign(&grid.0[at.row as usize][at.col as usize], symmetry);
    }
    turned
}

/// `2w` is a number with an arrow.
fn turned_sign(sign: &str, symmetry: Symmetry) -> String {
    let (number, last) = match sign.char_indices().last() {
        Some((at, last)) if at > 0 => (&sign[..at], last),
        _ => return sign.to_owned(),
    };
    match Dir::ALL.into_iter().find(|dir| dir.letter() == last) {
        Some(dir) => format!("{number}{}", symmetry.dir(dir).letter()),
        None => sign.to_owned(),
    }
}

fn turned_labels(old: &Record, size: Size, symmetry: Symmetry) -> (Option<Grid>, Option<Grid>) {
    let to = symmetry.size(size);
    let blank = |n: usize| Grid::from_fn(2, n, |_, _| "-".to_owned());
    let (mut columns, mut rows) = (blank(to.cols()), blank(to.rows()));
    let mut put = |at: Cell, sign: &str| {
        let image = symmetry.cell(size, at);
        let (row, col) = (image.row, image.col);
        let place = match (row, col) {
            (-1, col) => &mut columns.0[0][col as usize],
            (row, col) if row == to.rows() as i16 => &mut columns.0[1][col as usize],
            (row, -1) => &mut rows.0[0][row as usize],
            (row, _) => &mut rows.0[1][row as usize],
        };
        *place = sign.to_owned();
    };
    let ends = |labels: &Option<Grid>| labels.as_ref().map_or(Vec::new(), |l| l.0.clone());
    for (end, labels) in ends(&old.clabels).iter().enumerate() {
        for (col, sign) in labels.iter().enumerate() {
            let row = if end == 0 { -1 } else { size.rows() as i16 };
            let col = col as i16;
            put(Cell { row, col }, sign);
        }
    }
    for (end, labels) in ends(&old.rlabels).iter().enumerate() {
        for (row, sign) in labels.iter().enumerate() {
            let col = if end == 0 { -1 } else { size.cols() as i16 };
            let row = row as i16;
            put(Cell { row, col }, sign);
        }
    }
    (Some(columns), Some(rows))
}
