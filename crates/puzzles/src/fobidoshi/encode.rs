//! The rules as constraints over "this cell holds a circle".

use grid::{Cell, Dir};
use sat::{Lit, Model, Name};

use super::{FORBIDDEN, Fobidoshi, Mark};
use crate::Fact;
use crate::board::{Board, Citation, Reading, in_words};

/// The directions in which four in a row are counted.
const LINES: [Dir; 2] = [Dir::East, Dir::South];

/// A constraint "four" is known by its first cell and its direction.
fn four_name(cell: usize, line: usize) -> usize {
    cell * LINES.len() + line
}

fn four(puzzle: &Fobidoshi, name: usize) -> impl Iterator<Item = Cell> + Clone {
    let start = puzzle.size.cell(name / LINES.len());
    let dir = LINES[name % LINES.len()];
    (0..FORBIDDEN).map(move |i| start.go(dir, i))
}

pub(super) fn encode(puzzle: &Fobidoshi) -> Model {
    let size = puzzle.size;
    let circle = |at: Cell| Lit::yes(size.index(at));
    let mut model = Model::new(size.len());

    for (i, mark) in puzzle.given.iter().enumerate() {
        if *mark != Mark::Nothing {
            model.name("given", i);
            model.clause(&[Lit::new(i, *mark == Mark::Circle)]);
        }
    }
    for i in 0..size.len() {
        for line in 0..LINES.len() {
            let name = four_name(i, line);
            let cells = four(puzzle, name);
            if cells.clone().all(|at| size.contains(at)) {
                model.name("four", name);
                let not_all: Vec<Lit> = cells.map(|at| !circle(at)).collect();
                model.clause(&not_all);
            }
        }
    }
    let circles: Vec<Lit> = size.cells().map(circle).collect();
    let neighbours: Vec<(u32, u32)> = (0..size.borders())
        .map(|border| {
            let (a, z) = size.border_cells(border);
            (size.index(a) as u32, size.index(z) as u32)
        })
        .collect();
    model.name("connected", 0);
    model.connected_vertices(&circles, &neighbours);
    model
}

pub(super) fn facts(puzzle: &Fobidoshi, board: &Board, reading: Reading) -> Vec<Fact> {
    let known = |at: Cell| match puzzle.mark(board, at) {
        Mark::Circle => Some(true),
        Mark::Cross => Some(false),
        Mark::Nothing => (reading == Reading::Finished).then_some(false),
    };
    puzzle
        .size
        .cells()
        .enumerate()
        .filter_map(|(atom, at)| known(at).map(|yes| Fact::new(atom, yes)))
        .collect()
}

pub(super) fn board(puzzle: &Fobidoshi, facts: &[Fact]) -> Board {
    let mut board = Board::blank(puzzle.size.len());
    for fact in facts {
        let mark = if fact.is_yes() {
            Mark::Circle
        } else {
            Mark::Cross
        };
        puzzle.enter(&mut board, puzzle.size.cell(fact.var()), mark);
    }
    board
}

pub(super) fn cite(puzzle: &Fobidoshi, name: Name) -> Citation {
    let at = name.at as usize;
    match name.rule {
        "given" => {
            let cell = puzzle.size.cell(at);
            let what = match puzzle.given[at] {
                Mark::Circle => "circle",
                _ => "cross",
            };
            Citation {
                words: format!("the given {what} in {}", in_words(cell)),
                cells: vec![cell],
            }
        }
        "four" => Citation {
            words: "no four circles in a row".to_owned(),
            cells: four(puzzle, at).collect(),
        },
        _ => Citation {
            words: "all circles are connected".to_owned(),
            cells: Vec::new(),
        },
    }
}
