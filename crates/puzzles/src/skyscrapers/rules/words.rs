//! What is said about cells and heights: the parts that sentences are made of.

use super::Skyscrapers;
use super::line::bits;
use crate::Fact;
use crate::board::in_words;
use crate::kit::words::list;

impl Skyscrapers {
    pub(super) fn at_words(&self, at: usize) -> String {
        in_words(self.size.cell(at))
    }

    /// "In row 2", "On the diagonal from the top left"
    pub(super) fn in_line(&self, line: usize) -> String {
        let before = if line < 2 * self.side() { "in" } else { "on" };
        format!("{before} {}", self.line_words(line))
    }

    /// "row 2, columns 1 and 3", as many times as there are rows (or columns, if they are fewer).
    fn places(&self, cells: &[usize]) -> Vec<String> {
        let n = self.side();
        let groups = |key: fn(usize, usize) -> usize, other: fn(usize, usize) -> usize| {
            let mut keys: Vec<usize> = cells.iter().map(|&at| key(at, n)).collect();
            keys.sort_unstable();
            keys.dedup();
            let of = |k: usize| -> Vec<usize> {
                let here = cells.iter().filter(|&&at| key(at, n) == k);
                here.map(|&at| other(at, n) + 1).collect()
            };
            keys.iter().map(|&k| (k + 1, of(k))).collect::<Vec<_>>()
        };
        let (row, col) = (|at: usize, n: usize| at / n, |at: usize, n: usize| at % n);
        let (rows, cols) = (groups(row, col), groups(col, row));
        let by_rows = rows.len() <= cols.len();
        let (groups, line, across) = match by_rows {
            true => (rows, "row", "column"),
            false => (cols, "column", "row"),
        };
        groups
            .into_iter()
            .map(|(k, others)| match others.as_slice() {
                [one] if by_rows => format!("row {k}, column {one}"),
                [one] => format!("row {one}, column {k}"),
                _ => format!("{line} {k}, {across}s {}", list(&others, "and")),
            })
            .collect()
    }

    pub(super) fn cells_words(&self, cells: &[usize]) -> String {
        self.places(cells).join(" and ")
    }

    /// "the 3 stands in row 2, column 4"
    pub(super) fn building(&self, at: usize, height: usize) -> String {
        match height {
            0 => format!("{} is a park", self.at_words(at)),
            _ => format!("the {height} stands in {}", self.at_words(at)),
        }
    }

    /// The cells of facts, each once, in order.
    pub(super) fn cells_of(&self, facts: &[Fact]) -> Vec<usize> {
        let mut cells: Vec<usize> = facts.iter().map(|&f| self.meaning(f).0).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// What follows, as the end of a sentence that began with "so".
    pub(super) fn conclusion(&self, facts: &[Fact]) -> String {
        let about: Vec<(usize, usize)> = facts.iter().map(|&f| self.meaning(f)).collect();
        let cells = self.cells_of(facts);
        let one_height = about.iter().all(|a| a.1 == about[0].1);
        if one_height && cells.len() > 1 && facts.iter().all(|f| !f.is_yes()) {
            let place = self.places(&cells).join(", nor in ");
            return match about[0].1 {
                0 => format!("there is no park in {place}"),
                height => format!("there is no {height} in {place}"),
            };
        }
        // Cell by cell; what is built there says enough.
        let mut said: Vec<String> = Vec::new();
        let mut line = None;
        for at in cells {
            let here = |yes: bool| {
                let of = facts.iter().filter(move |f| f.is_yes() == yes);
                of.map(|&f| self.meaning(f))
                    .filter(move |m| m.0 == at)
                    .fold(0u16, |set, m| set | 1 << m.1)
            };
            let (row, col) = (at / self.side() + 1, at % self.side() + 1);
            let place = match line {
                Some((true, r)) if r == row => format!("column {col}"),
                Some((false, c)) if c == col => format!("row {row}"),
                _ => self.at_words(at),
            };
            let next = self.cells_of(facts).into_iter().find(|&other| other > at);
            line = line.or(next.map(|other| match other / self.side() + 1 == row {
                true => (true, row),
                false => (false, col),
            }));
            let mut not: Vec<String> = bits(here(false) & !1).map(|h| h.to_string()).collect();
            let no_park = here(false) & 1 != 0;
            said.push(match (bits(here(true)).next(), not.len()) {
                (Some(0), _) => format!("{place} is a park"),
                (Some(height), _) => format!("{place} is {height}"),
                (None, 0) => format!("{place} is no park"),
                (None, 1) if !no_park => format!("{place} is not {}", not[0]),
                (None, 2) if !no_park => format!("{place} is neither {} nor {}", not[0], not[1]),
                _ => {
                    if no_park {
                        not.push("a park".to_owned());
                    }
                    match not.len() {
                        2 => format!("{place} is neither {} nor {}", not[0], not[1]),
                        _ => format!("{place} is none of {}", list(&not, "and")),
                    }
                }
            });
        }
        match said.iter().any(|words| words.contains(" and ")) {
            true => said.join("; "),
            false => list(&said, "and"),
        }
    }
}
