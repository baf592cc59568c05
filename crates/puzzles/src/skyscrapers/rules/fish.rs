//! One height in several lines: x-wing, swordfish, and the corner between two diagonal cells.

use super::line::{Short, bits};
use super::sets::{is_small, tight};
use super::words::height_words;
use super::{Skyscrapers, State};
use crate::kit::prelude::*;

/// Cells that share a line with both cells that are left for a height in some line.
pub(super) struct Corner {
    line: usize,
    height: usize,
    left: [usize; 2],
}

impl Deduction<Skyscrapers> for Corner {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        if !puzzle.diagonals {
            return;
        }
        let touched = puzzle.heights_to_look_at(found, 0..puzzle.line_count());
        for (line, touched) in touched.into_iter().enumerate() {
            found.each(bits(touched & puzzle.single_heights()), |height, found| {
                let places = state.places[line][height];
                if places.count_ones() != 2 {
                    return;
                }
                let left = [places.trailing_zeros(), places.ilog2()];
                let left = left.map(|p| puzzle.line_cell(line, p as usize));
                let sees_both = |&at: &usize| {
                    state.can[at] & 1 << height != 0
                        && !left.contains(&at)
                        && left.iter().all(|&one| puzzle.share_a_line(at, one))
                };
                let both = (0..puzzle.size.len()).filter(sees_both);
                found.conclude(both.map(|at| puzzle.is_not(at, height)), |because| {
                    let others = puzzle.other_cells(line, places);
                    because.extend(others.map(|at| puzzle.excluded(at, height)));
                    Self { line, height, left }
                });
            });
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let what = height_words(self.height);
        let [a, b] = self.left.map(|at| puzzle.at_words(at));
        let line = puzzle.in_line(self.line);
        let why = format!("{line} the {what} is in {a} or in {b}");
        let so = ", and what shares a line with both cannot be it: ";
        puzzle.sentence(step, &why, so, &format!(", but both see another {what}"))
    }
}

/// Rows in which a height has only cells of as many columns left, or the other way round.
pub(super) struct Fish<const SIZE: usize> {
    height: usize,
    /// Are the lines rows, and those across them columns?
    in_rows: bool,
    lines: Vec<usize>,
    across: Vec<usize>,
}

impl<const SIZE: usize> Deduction<Skyscrapers> for Fish<SIZE> {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        let n = puzzle.side();
        for height in bits(puzzle.heights_with_news(found) & puzzle.single_heights()) {
            found.each([(0, n), (n, 0)], |(base, cover), found| {
                let sets = (0..n).map(|i| (i, state.places[base + i][height]));
                let small = sets.filter(|&(_, places)| is_small(places, SIZE));
                tight(&Short::of((0, 0), small), SIZE, |lines, places| {
                    let others = bits(places).flat_map(|i| {
                        let there = bits(state.places[cover + i][height]);
                        let others = there.filter(|p| !lines.contains(p));
                        others.map(move |p| puzzle.line_cell(cover + i, p))
                    });
                    found.conclude(others.map(|at| puzzle.is_not(at, height)), |because| {
                        for &line in lines {
                            let others = puzzle.other_cells(base + line, places);
                            because.extend(others.map(|at| puzzle.why_not(state, at, height)));
                        }
                        Self {
                            height,
                            in_rows: base == 0,
                            lines: lines.to_vec(),
                            across: bits(places).collect(),
                        }
                    });
                });
            });
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let (lines, across) = match self.in_rows {
            true => ("rows", "columns"),
            false => ("columns", "rows"),
        };
        let numbers = |places: &[usize]| list(places.iter().map(|i| i + 1), "and");
        let [these, those] = [&self.lines, &self.across].map(|places| numbers(places));
        let what = height_words(self.height);
        let why = format!("In {lines} {these} the {what} can only be in {across} {those}");
        let but = ", but it stands there already in another place";
        puzzle.sentence(step, &why, ", so ", but)
    }
}
