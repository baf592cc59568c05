//! What cells, lines and clues are called in sentences.

use grid::{Cell, Dir};

use super::super::{Atom, Yajilin};
use crate::Fact;
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

    /// The cell of a free cell's atom.
    pub(super) fn place(&self, v: usize) -> Cell {
        match self.atoms[v] {
            Atom::Shaded(at) => at,
            Atom::Line(border) => self.size.border_cells(border).0,
        }
    }

    pub(super) fn cell_words(&self, v: u32) -> String {
        in_words(self.place(v as usize))
    }

    /// The cell that a fact is about; of a line its first.
    pub(super) fn cell_words_of(&self, fact: Fact) -> String {
        in_words(self.place(fact.var()))
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

    /// "the 2 in row 3, column 4", by the number of its cell.
    pub(super) fn clue_at(&self, cell: u32) -> String {
        self.clue_words(self.size.cell(cell as usize))
    }

    /// The directions in which the lines of these facts leave a cell: "up and right".
    pub(super) fn dirs(&self, v: u32, facts: &[Fact]) -> String {
        let at = self.place(v as usize);
        let named: Vec<String> = (Dir::ALL.into_iter())
            .filter(|&dir| {
                let atom = self.size.border(at, dir).and_then(|b| self.line_atom[b]);
                atom.is_some_and(|atom| facts.iter().any(|f| f.var() == atom))
            })
            .map(|dir| dir_words(dir).to_owned())
            .collect();
        list(&named, "and")
    }

    /// What follows, as the end of a sentence.
    pub(super) fn all_words(&self, facts: &[Fact]) -> String {
        let mut shaded = Vec::new();
        let mut passed = Vec::new();
        let mut drawn = Vec::new();
        let mut closed = Vec::new();
        for &fact in facts {
            match (self.atoms[fact.var()], fact.is_yes()) {
                (Atom::Shaded(at), true) => shaded.push(at),
                (Atom::Shaded(at), false) => passed.push(at),
                (Atom::Line(_), true) => drawn.push(self.line_words(fact.var())),
                (Atom::Line(_), false) => closed.push(self.line_words(fact.var())),
            }
        }
        let mut parts = Vec::new();
        if !shaded.is_empty() {
            let verb = if shaded.len() > 1 { "are" } else { "is" };
            parts.push(format!("{} {verb} shaded", cells(&shaded)));
        }
        if !passed.is_empty() {
            parts.push(format!("the loop passes through {}", cells(&passed)));
        }
        if !drawn.is_empty() {
            parts.push(format!(
                "the loop runs between {}",
                drawn.join(", and between ")
            ));
        }
        if !closed.is_empty() {
            parts.push(format!(
                "no line runs between {}",
                closed.join(", nor between ")
            ));
        }
        parts.join(", and ")
    }
}
