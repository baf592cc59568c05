//! What cells, lines and clues are called in sentences.

use scene::Point;

use super::super::draw::border_centre;
use super::super::{Atom, Yajilin};
use crate::kit::lists::{put_last, sort_by_number};
use crate::kit::prelude::*;
use crate::kit::words::{cells, towards};

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

    /// "columns 3 and 4 of row 2", to follow "between".
    pub(super) fn line_words(&self, atom: usize) -> String {
        match self.atoms[atom] {
            Atom::Line(border) => two_cells(self.size.border_cells(border)),
            Atom::Shaded(at) => in_words(at),
        }
    }

    /// The directions in which the lines that follow leave a cell: "up and to the right".
    pub(super) fn dirs(&self, at: Cell, step: &Step) -> String {
        let follows = |dir: &Dir| {
            let atom = self.size.border(at, *dir).and_then(|b| self.line_atom[b]);
            atom.is_some_and(|atom| step.therefore.iter().any(|f| f.var() == atom))
        };
        list(Dir::ALL.into_iter().filter(follows).map(towards), "and")
    }

    /// The cells that an atom asks about.
    pub(super) fn places(&self, atom: usize) -> Vec<Cell> {
        self.fact_cells(Fact::yes(atom))
    }

    /// The middle of a cell or a border.
    pub(super) fn middle(&self, atom: usize) -> Point {
        match self.atoms[atom] {
            Atom::Shaded(at) => scene::centre(at),
            Atom::Line(border) => border_centre(self, border),
        }
    }

    /// An entry that is only supposed: "row 2, column 3 were shaded".
    pub(super) fn entry_words(&self, fact: Fact) -> String {
        let atom = fact.var();
        match (atom < self.free(), fact.is_yes()) {
            (true, true) => format!("{} were shaded", in_words(self.place(atom))),
            (true, false) => format!("the loop passed through {}", in_words(self.place(atom))),
            (false, true) => format!("the loop ran between {}", self.line_words(atom)),
            (false, false) => format!("no line ran between {}", self.line_words(atom)),
        }
    }

    /// What would follow: shaded cells, and lines by the cells that they join.
    pub(super) fn imagined(&self, facts: &[Fact]) -> String {
        let (shaded, lines): (Vec<Fact>, Vec<Fact>) =
            facts.iter().partition(|fact| fact.var() < self.free());
        let at = |facts: Vec<Fact>| cells(facts.iter().flat_map(|f| self.places(f.var())));
        let parts = [
            (!shaded.is_empty()).then(|| format!("{} would be shaded", at(shaded))),
            (!lines.is_empty()).then(|| format!("the loop would join {}", at(lines))),
        ];
        list(parts.into_iter().flatten(), "and")
    }

    /// What follows, as the end of a sentence.
    pub(super) fn conclusions(&self, step: &Step) -> String {
        self.said(&step.therefore)
    }

    /// "so" and what follows, or what stands against it.
    pub(super) fn so_or_but(&self, step: &Step, but: &str) -> String {
        step.so_or_but(format!("so {}", self.conclusions(step)), but.to_owned())
    }

    /// What facts say, those of a kind together.
    pub(super) fn said(&self, facts: &[Fact]) -> String {
        let mut shaded = Vec::new();
        let mut passed = Vec::new();
        let mut drawn = Vec::new();
        let mut closed = Vec::new();
        for &fact in facts {
            match (self.atoms[fact.var()], fact.is_yes()) {
                (Atom::Shaded(at), true) => shaded.push(at),
                (Atom::Shaded(at), false) => passed.push(at),
                (Atom::Line(border), true) => drawn.push(self.size.border_cells(border)),
                (Atom::Line(_), false) => closed.push(self.line_words(fact.var())),
            }
        }
        let are = if shaded.len() > 1 { "are" } else { "is" };
        let are_many = drawn.len() > 1;
        let how = if are_many { "joins" } else { "runs between" };
        let closed = closed.join(", nor between ");
        let drawn_words = match drawn[..] {
            [one] => two_cells(one),
            _ => list(stretches(drawn.clone()), "and"),
        };
        let parts = [
            (!shaded.is_empty()).then(|| format!("{} {are} shaded", cells(shaded))),
            (!passed.is_empty()).then(|| format!("the loop passes through {}", cells(passed))),
            (!drawn.is_empty()).then(|| format!("the loop {how} {drawn_words}")),
            (!closed.is_empty()).then(|| format!("no line runs between {closed}")),
        ];
        let mut parts: Vec<String> = parts.into_iter().flatten().collect();
        let last = parts.pop().unwrap_or_default();
        match parts.is_empty() {
            true => last,
            false => format!("{}, and {last}", parts.join(", ")),
        }
    }
}

/// "columns 3 and 4 of row 2", "rows 5 and 6 of column 9": two cells beside each other, to follow
/// "between".
fn two_cells((a, z): (Cell, Cell)) -> String {
    let (row, col, below, beside) = (a.row + 1, a.col + 1, z.row + 1, z.col + 1);
    match row == below {
        true => format!("columns {col} and {beside} of row {row}"),
        false => format!("rows {row} and {below} of column {col}"),
    }
}

/// Lines between cells, those straight behind each other together: "row 2, columns 3 to 5".
fn stretches(mut lines: Vec<(Cell, Cell)>) -> Vec<String> {
    let is_upright = |&(a, z): &(Cell, Cell)| a.col == z.col;
    let number = |line: i16, along: i16| (line as usize) << u8::BITS | along as usize;
    sort_by_number(&mut lines, |line| match is_upright(line) {
        true => number(line.0.col, line.0.row),
        false => number(line.0.row, line.0.col),
    });
    put_last(&mut lines, is_upright);
    lines.dedup();
    let goes_on = |one: &(Cell, Cell), next: &(Cell, Cell)| {
        one.1 == next.0 && is_upright(one) == is_upright(next)
    };
    let stretch = |lines: &[(Cell, Cell)]| cells(lines.iter().flat_map(|&(a, z)| [a, z]));
    lines.chunk_by(goes_on).map(stretch).collect()
}
