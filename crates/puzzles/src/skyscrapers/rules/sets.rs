//! Pairs and triples in a line, naked and hidden. The park takes part if a line has just one.

use super::line::{Bits, Short, bits};
use super::words::height_words;
use super::{Skyscrapers, State};
use crate::kit::prelude::*;

/// Every choice of `size` of the sets whose union has exactly `size` elements and of which no
/// part does so already.
pub(super) fn tight(sets: &[(usize, Bits)], size: usize, mut say: impl FnMut(&[usize], Bits)) {
    for (i, &(a, first)) in sets.iter().enumerate() {
        for (j, &(b, second)) in sets.iter().enumerate().skip(i + 1) {
            let two = first | second;
            if two.count_ones() as usize > size {
                continue;
            }
            if size == 2 {
                if two.count_ones() == 2 {
                    say(&[a, b], two);
                }
                continue;
            }
            for &(c, third) in &sets[j + 1..] {
                let all = two | third;
                let pair = [two, first | third, second | third]
                    .iter()
                    .any(|p| p.count_ones() < 3);
                if all.count_ones() == 3 && !pair {
                    say(&[a, b, c], all);
                }
            }
        }
    }
}

/// Can a set be part of a choice of this size?
pub(super) fn is_small(set: Bits, size: usize) -> bool {
    (2..=size as u32).contains(&set.count_ones())
}

/// "the 2, the 3 and the park"
fn heights_words(heights: &[usize]) -> String {
    let (parks, buildings): (Vec<usize>, Vec<usize>) = heights.iter().partition(|&&h| h == 0);
    let all = buildings.into_iter().chain(parks);
    list(all.map(|h| format!("the {}", height_words(h))), "and")
}

/// Cells of a line that can hold only as many heights as they are.
pub(super) struct Naked<const SIZE: usize> {
    line: usize,
    cells: Vec<usize>,
    heights: Vec<usize>,
}

impl<const SIZE: usize> Deduction<Skyscrapers> for Naked<SIZE> {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        found.each(puzzle.lines_to_look_at(found), |line, found| {
            let cells = (0..puzzle.side()).map(|p| puzzle.line_cell(line, p));
            let sets = cells.clone().map(|at| (at, state.can[at]));
            let small = sets.filter(|&(at, can)| {
                state.built[at] == 0 && is_small(can, SIZE) && can & !puzzle.single_heights() == 0
            });
            tight(&Short::of((0, 0), small), SIZE, |naked, heights| {
                let others = cells.clone().filter(|at| !naked.contains(at));
                let not = others.flat_map(|at| puzzle.none_of(at, heights & state.can[at]));
                found.conclude(not, |because| {
                    because.extend(naked.iter().flat_map(|&at| puzzle.only(at, state.can[at])));
                    Self {
                        line,
                        cells: naked.to_vec(),
                        heights: bits(heights).collect(),
                    }
                });
            });
        });
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let heights = heights_words(&self.heights);
        let why = format!(
            "{} can hold only {heights}",
            puzzle.cells_words(&self.cells)
        );
        let line = puzzle.line_words(self.line);
        let so = format!(", so they stand nowhere else in {line}: ");
        let but = format!(", which are needed elsewhere in {line}, too");
        puzzle.sentence(step, &why, &so, &but)
    }
}

/// Heights that have only as many cells of a line left as they are.
pub(super) struct Hidden<const SIZE: usize> {
    line: usize,
    cells: Vec<usize>,
    heights: Vec<usize>,
}

impl<const SIZE: usize> Deduction<Skyscrapers> for Hidden<SIZE> {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        found.each(puzzle.lines_to_look_at(found), |line, found| {
            let cells = (0..puzzle.side()).map(|p| puzzle.line_cell(line, p));
            let built = cells.fold(0, |set, at| set | state.built[at]);
            let sets = bits(puzzle.single_heights() & !built).map(|h| (h, state.places[line][h]));
            let small = sets.filter(|&(_, places)| is_small(places, SIZE));
            tight(&Short::of((0, 0), small), SIZE, |heights, places| {
                let cells = bits(places).map(|p| puzzle.line_cell(line, p));
                let set = heights.iter().fold(0 as Bits, |set, h| set | 1 << h);
                let not = |at| puzzle.none_of(at, state.can[at] & !set);
                found.conclude(cells.clone().flat_map(not), |because| {
                    for &height in heights {
                        let others = puzzle.other_cells(line, state.places[line][height]);
                        because.extend(others.map(|at| puzzle.excluded(at, height)));
                    }
                    Self {
                        line,
                        cells: cells.collect(),
                        heights: heights.to_vec(),
                    }
                });
            });
        });
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let (n, cells) = (puzzle.side(), self.cells.iter());
        let cells = match self.line / n {
            0 => format!("columns {}", list(cells.map(|at| at % n + 1), "and")),
            1 => format!("rows {}", list(cells.map(|at| at / n + 1), "and")),
            _ => puzzle.cells_words(&self.cells),
        };
        let (inside, heights) = (puzzle.in_line(self.line), heights_words(&self.heights));
        let why = format!("{inside} only {cells} are left for {heights}");
        let but = ", but something else stands there";
        puzzle.sentence(step, &why, ", so nothing else stands there: ", but)
    }
}
