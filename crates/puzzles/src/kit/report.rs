//! What a checker found, in the order in which it looked: the code of a rule, the cells, the words.

use grid::{Cell, Size};

use crate::board::{Violation, in_words};

/// What was found so far.
#[derive(Default)]
pub(crate) struct Report(pub Vec<Violation>);

impl Report {
    /// These cells break a rule, whatever is entered later.
    pub fn wrong(
        &mut self,
        rule: &'static str,
        cells: impl Into<Vec<Cell>>,
        message: impl Into<String>,
    ) {
        self.add(true, rule, cells, message);
    }

    /// Something is still missing here.
    pub fn unfinished(
        &mut self,
        rule: &'static str,
        cells: impl Into<Vec<Cell>>,
        message: impl Into<String>,
    ) {
        self.add(false, rule, cells, message);
    }

    /// These cells break a rule, or only lack something.
    pub fn add(
        &mut self,
        is_wrong: bool,
        rule: &'static str,
        cells: impl Into<Vec<Cell>>,
        message: impl Into<String>,
    ) {
        let kind = if is_wrong {
            Violation::wrong
        } else {
            Violation::unfinished
        };
        self.0.push(kind(rule, message.into(), cells.into()));
    }

    /// Each of these cells is wrong by itself. In the words, `{}` stands for its place.
    pub fn each(
        &mut self,
        rule: &'static str,
        cells: impl IntoIterator<Item = Cell>,
        message: impl AsRef<str>,
    ) {
        for at in cells {
            self.wrong(rule, [at], placed(message.as_ref(), at));
        }
    }

    /// All these cells are wrong, or only lack something, in the same way: the words name the first
    /// of them, where `{}` stands. Nothing if there are none.
    pub fn all(&mut self, is_wrong: bool, rule: &'static str, cells: Vec<Cell>, message: &str) {
        if let Some(&first) = cells.first() {
            self.add(is_wrong, rule, cells, placed(message, first));
        }
    }
}

/// The words with a cell's place where `{}` stands.
fn placed(message: &str, at: Cell) -> String {
    message.replace("{}", &in_words(at))
}

/// The cells of a board for which this holds, in reading order.
pub(crate) fn cells_where(size: Size, holds: impl Fn(Cell) -> bool) -> Vec<Cell> {
    size.cells().filter(|&at| holds(at)).collect()
}

#[cfg(test)]
mod tests {
    use grid::cell;

    use super::*;
    use crate::board::Severity;

    #[test]
    fn the_place_of_a_cell_comes_into_its_words() {
        let mut report = Report::default();
        report.each("odd", [cell(0, 1), cell(2, 0)], "Something is in {}.");
        report.all(false, "open", vec![cell(1, 1), cell(2, 2)], "{} is open.");
        report.all(true, "open", Vec::new(), "Never said.");
        report.unfinished("empty", [], "Nothing is there.");
        let said: Vec<(Severity, &str, usize)> = (report.0.iter())
            .map(|found| (found.kind, found.message.as_str(), found.cells.len()))
            .collect();
        let (wrong, unfinished) = (Severity::Wrong, Severity::Unfinished);
        assert_eq!(
            said,
            [
                (wrong, "Something is in row 1, column 2.", 1),
                (wrong, "Something is in row 3, column 1.", 1),
                (unfinished, "row 2, column 2 is open.", 2),
                (unfinished, "Nothing is there.", 0),
            ]
        );
    }
}
