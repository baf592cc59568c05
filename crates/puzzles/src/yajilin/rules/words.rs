//! What cells, lines and clues are called in sentences.

use grid::{Cell, Dir};
use logic::{Ground, Step};

use super::super::{Atom, Yajilin};
use crate::board::in_words;
use crate::kit::words::list;

/// Numbers in ascending order: "1, 3 and 5 to 7".
fn numbers(numbers: &[i16]) -> String {
    let runs = numbers.chunk_by(|a, z| a + 1 == *z);
    let items: Vec<String> = runs
        .flat_map(|run| match run {
            [first, _, .., last] => vec![format!("{first} to {last}")],
            _ => run.iter().map(i16::to_string).collect(),
        })
        .collect();
    list(&items, "and")
}

/// "row 2, columns 3 and 5 and row 4, column 1".
pub(super) fn cells(cells: &[Cell]) -> String {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells.dedup();
    let one_column = cells.len() > 1 && cells.iter().all(|c| c.col == cells[0].col);
    if one_column {
        let rows: Vec<i16> = cells.iter().map(|c| c.row + 1).collect();
        return format!("column {}, rows {}", cells[0].col + 1, numbers(&rows));
    }
    let groups: Vec<String> = cells
        .chunk_by(|a, z| a.row == z.row)
        .map(|row| match row {
            [one] => in_words(*one),
            _ => {
                let cols: Vec<i16> = row.iter().map(|c| c.col + 1).collect();
                format!("row {}, columns {}", row[0].row + 1, numbers(&cols))
            }
        })
        .collect();
    list(&groups, "and")
}

fn dir_words(dir: Dir) -> &'static str {
    match dir {
        Dir::North => "up",
        Dir::East => "right",
        Dir::South => "down",
        Dir::West => "left",
    }
}

impl Yajilin {
    /// How many atoms ask about cells; the others ask about lines.
    pub(super) fn free(&self) -> usize {
        self.clues.iter().filter(|clue| clue.is_none()).count()
    }

    /// The cell that an atom asks about; of a line its first.
    pub(super) fn place(&self, v: usize) -> Cell {
        match self.atoms[v] {
            Atom::Shaded(at) => at,
            Atom::Line(border) => self.size.border_cells(border).0,
        }
    }

    /// The cell of the fact that stands against a conclusion: in a contradiction it is the last
    /// ground. Of a line it is the first cell.
    pub(super) fn cell_against(&self, step: &Step) -> Option<Cell> {
        match step.because.last()? {
            Ground::Fact(fact) if step.is_clash() => Some(self.place(fact.var())),
            _ => None,
        }
    }

    /// "row 2, columns 3 and 4".
    pub(super) fn line_words(&self, atom: usize) -> String {
        match self.atoms[atom] {
            Atom::Line(border) => {
                let (a, z) = self.size.border_cells(border);
                cells(&[a, z])
            }
            Atom::Shaded(at) => in_words(at),
        }
    }

    /// The directions in which the lines that follow leave a cell: "up and right".
    pub(super) fn dirs(&self, at: Cell, step: &Step) -> String {
        let follows = |dir: &Dir| {
            let atom = self.size.border(at, *dir).and_then(|b| self.line_atom[b]);
            atom.is_some_and(|atom| step.therefore.iter().any(|f| f.var() == atom))
        };
        list(Dir::ALL.into_iter().filter(follows).map(dir_words), "and")
    }

    /// What follows, as the end of a sentence.
    pub(super) fn conclusions(&self, step: &Step) -> String {
        let mut shaded = Vec::new();
        let mut passed = Vec::new();
        let mut drawn = Vec::new();
        let mut closed = Vec::new();
        for &fact in &step.therefore {
            match (self.atoms[fact.var()], fact.is_yes()) {
                (Atom::Shaded(at), true) => shaded.push(at),
                (Atom::Shaded(at), false) => passed.push(at),
                (Atom::Line(_), true) => drawn.push(self.line_words(fact.var())),
                (Atom::Line(_), false) => closed.push(self.line_words(fact.var())),
            }
        }
        let are = if shaded.len() > 1 { "are" } else { "is" };
        let (drawn, closed) = (drawn.join(", and between "), closed.join(", nor between "));
        let parts = [
            (!shaded.is_empty()).then(|| format!("{} {are} shaded", cells(&shaded))),
            (!passed.is_empty()).then(|| format!("the loop passes through {}", cells(&passed))),
            (!drawn.is_empty()).then(|| format!("the loop runs between {drawn}")),
            (!closed.is_empty()).then(|| format!("no line runs between {closed}")),
        ];
        parts
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(", and ")
    }
}
