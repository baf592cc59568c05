//! The rules as constraints over "this cell is shaded" and "the loop uses this border".

use sat::Counter;

use super::{Clue, Yajilin};
use crate::kit::areas::joined;
use crate::kit::prelude::*;

impl Encode for Yajilin {
    fn atom_count(&self) -> usize {
        self.atoms.len()
    }

    fn state(&self, model: &mut Model) {
        without_loop(self, model);
        single_loop(self, model);
        if self.outside {
            shaded_outside(self, model);
        }
    }
}

/// Everything that is stated cell by cell and clue by clue.
pub(super) fn without_loop(puzzle: &Yajilin, model: &mut Model) {
    shaded_or_visited(puzzle, model);
    not_touching(puzzle, model);
    for dir in Dir::ALL {
        let edge = |&at: &Cell| puzzle.size.neighbour(at, dir).is_none();
        for at in puzzle.size.cells().filter(edge) {
            count_from(puzzle, model, at, dir);
        }
    }
    for at in puzzle.size.cells() {
        if let Some(Clue::Number(_)) = puzzle.clue(at) {
            model.name("noArrow", puzzle.size.index(at));
            model.clause(&[]);
        }
    }
}

/// "This cell is shaded", if it can be.
fn shaded(puzzle: &Yajilin, at: Cell) -> Option<Lit> {
    puzzle.shaded_atom[puzzle.size.index(at)].map(Lit::yes)
}

/// "The loop crosses the border on this side of the cell", if it can.
fn line(puzzle: &Yajilin, at: Cell, dir: Dir) -> Option<Lit> {
    puzzle.line_atom[puzzle.size.border(at, dir)?].map(Lit::yes)
}

fn shaded_or_visited(puzzle: &Yajilin, model: &mut Model) {
    let mut lines = Vec::with_capacity(4);
    for at in puzzle.size.cells() {
        if let Some(shaded) = shaded(puzzle, at) {
            lines.clear();
            lines.extend(Dir::ALL.into_iter().filter_map(|d| line(puzzle, at, d)));
            let is_known = |&lit: &Lit| model.known(lit) != 0;
            if is_known(&shaded) && lines.iter().all(is_known) {
                continue;
            }
            model.name("cell", puzzle.size.index(at));
            model.loop_degree(!shaded, &lines);
        }
    }
}

fn not_touching(puzzle: &Yajilin, model: &mut Model) {
    for border in 0..puzzle.size.borders() {
        if puzzle.line_atom[border].is_none() {
            continue;
        }
        let (a, z) = puzzle.size.border_cells(border);
        if let (Some(a), Some(z)) = (shaded(puzzle, a), shaded(puzzle, z)) {
            model.name("touching", border);
            model.clause(&[!a, !z]);
        }
    }
}

/// All clues that point to this cell on the edge of the board share one counter, which starts at
/// the edge and grows towards them; what lies between two clues is then counted exactly as well.
///
/// Of two neighbours at most one is shaded, so they are counted together, as "one of the two".
/// Counting cell by cell took three times as many conflicts, and a counter per clue twice as many.
fn count_from(puzzle: &Yajilin, model: &mut Model, edge: Cell, dir: Dir) {
    let size = puzzle.size;
    let need = |at: Cell| match puzzle.clue(at) {
        Some(Clue::Arrow(d, Some(n))) if d == dir => Some(n as usize),
        _ => None,
    };
    let inwards = size.ray(edge, dir.opposite());
    let cells: Vec<Cell> = std::iter::once(edge).chain(inwards).collect();
    let Some(last) = cells.iter().rposition(|&at| need(at).is_some()) else {
        return;
    };
    let most = cells.iter().copied().filter_map(need).max().unwrap_or(0);
    let mut counter = Counter::new(most + 1);
    let mut waiting: Option<Lit> = None;
    for &at in &cells[..=last] {
        match (shaded(puzzle, at), waiting.take()) {
            (Some(lit), None) => waiting = Some(lit),
            (Some(lit), Some(neighbour)) => {
                let either = model.helper();
                model.define(&[!either, lit, neighbour]);
                model.define(&[either, !lit]);
                model.define(&[either, !neighbour]);
                counter = counter.with(model, either);
            }
            (None, Some(alone)) => counter = counter.with(model, alone),
            (None, None) => {}
        }
        if let Some(n) = need(at) {
            model.name("clue", size.index(at));
            model.count_is_at_least(&counter, n);
            model.count_is_at_most(&counter, n);
        }
    }
}

fn single_loop(puzzle: &Yajilin, model: &mut Model) {
    let size = puzzle.size;
    // Cells that the loop may visit, and their numbers among these.
    let mut on_loop: Vec<Lit> = Vec::new();
    let mut number = vec![0; size.len()];
    for (cell, atom) in puzzle.shaded_atom.iter().enumerate() {
        if let Some(shaded) = atom.map(Lit::yes)
            && model.known(shaded) <= 0
        {
            number[cell] = on_loop.len() as u32;
            on_loop.push(!shaded);
        }
    }
    let open_line = |border: usize| {
        let line = puzzle.line_atom[border].map(Lit::yes)?;
        (model.known(line) >= 0).then_some(line)
    };
    // Corners are one face of the graph of all possible lines if none can pass between them.
    let closed = (0..size.borders()).filter(|&border| open_line(border).is_none());
    let face = joined(size.len(), closed.map(|border| size.border_corners(border)));
    let mut edges: Vec<(u32, u32, Lit)> = Vec::new();
    let mut sides: Vec<(u32, u32)> = Vec::new();
    for border in 0..size.borders() {
        if let Some(line) = open_line(border) {
            let (a, z) = size.border_cells(border);
            edges.push((number[size.index(a)], number[size.index(z)], line));
            let (a, z) = size.border_corners(border);
            sides.push((face[a] as u32, face[z] as u32));
        }
    }
    model.name("loop", 0);
    model.single_loop(&on_loop, &edges, &sides);
}

/// The loop runs between corners, so for each corner there is an answer to "is it inside?". The
/// rim is outside, and the answer changes where a line passes.
fn shaded_outside(puzzle: &Yajilin, model: &mut Model) {
    let size = puzzle.size;
    // `None` is "outside, certainly". Stated along each row, beginning at the western rim.
    let mut inside: Vec<Option<Lit>> = vec![None; size.len()];
    for at in size.cells().filter(|at| at.row > 0 && at.col > 0) {
        let (row, col) = (at.row as usize, at.col as usize);
        let before = inside[size.corner(row, col - 1)];
        let passing = line(puzzle, at.step(Dir::West), Dir::North);
        inside[size.index(at)] = match (before, passing) {
            (Some(before), Some(line)) => {
                let differs = model.helper();
                for clause in even(&[before, line, differs]) {
                    model.define(&clause);
                }
                Some(differs)
            }
            (before, passing) => before.or(passing),
        };
    }
    // That the answers fit together in all other places, and at the eastern rim, follows from the
    // single loop.
    model.name("loop", 0);
    for border in 0..size.borders() {
        let (a, z) = size.border_cells(border);
        if a.row != z.row && (z.col as usize) + 1 < size.cols() {
            continue;
        }
        let (a, z) = puzzle.size.border_corners(border);
        let line = puzzle.line_atom[border].map(Lit::yes);
        let lits: Vec<Lit> = [inside[a], inside[z], line].into_iter().flatten().collect();
        for clause in even(&lits) {
            model.clause(&clause);
        }
    }
    for at in size.cells() {
        let Some(shaded) = shaded(puzzle, at) else {
            continue;
        };
        model.name("outside", size.index(at));
        let (row, col) = (at.row as usize, at.col as usize);
        for (down, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            if let Some(inside) = inside[size.corner(row + down, col + right)] {
                model.clause(&[!shaded, !inside]);
            }
        }
    }
}

/// Clauses for "an even number of these (at most three) is true".
fn even(lits: &[Lit]) -> Vec<Vec<Lit>> {
    let odd = (0..1u32 << lits.len()).filter(|signs| signs.count_ones() % 2 == 1);
    let not_exactly_these = |signs: u32| {
        let lit = |(i, &l): (usize, &Lit)| if signs >> i & 1 == 1 { !l } else { l };
        lits.iter().enumerate().map(lit).collect()
    };
    odd.map(not_exactly_these).collect()
}
