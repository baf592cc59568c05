//! What came out of a trial with people, as a table of comma-separated values with a heading.
//!
//! One line for each puzzle that somebody solved. Columns that experiments know: `category` (as the
//! study calls it), `seconds`, `puzzle` (in any notation without a comma), and `difficulty`, `fun`,
//! `looks` as 1, 2 or 3, or as the words for our grades. Other columns are passed over.

use std::sync::Arc;

use puzzles::Puzzle;
use puzzles::format::split;

/// A trial with people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Trial {
    /// The table in a text; an error says which line is wrong, counted from 1.
    pub fn read(text: &str) -> Result<Trial, String> {
        let lines = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty());
        let mut lines = lines.map(|(i, line)| {
            let cells = line
                .split(',')
                .map(|cell| cell.trim().trim_matches('"').to_owned());
            (i + 1, cells.collect::<Vec<String>>())
        });
        let heads = lines.next().map_or(Vec::new(), |(_, heads)| heads);
        let heads: Vec<String> = heads.iter().map(|head| head.to_lowercase()).collect();
        let known = ["category", "seconds", "difficulty", "fun", "looks"];
        if !heads.iter().any(|head| known.contains(&head.as_str())) {
            return Err(format!(
                "line 1: expected headings, some of {}",
                known.join(", ")
            ));
        }
        let mut rows = Vec::new();
        for (line, row) in lines {
            if row.len() != heads.len() {
                let (has, wanted) = (row.len(), heads.len());
                return Err(format!(
                    "line {line}: it has {has} cells, the headings have {wanted}"
                ));
            }
            rows.push(row);
        }
        Ok(Trial { heads, rows })
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// What a line has in a column.
    pub fn cell(&self, row: usize, head: &str) -> Option<&str> {
        let column = self.heads.iter().position(|h| h == head)?;
        Some(self.rows[row][column].as_str()).filter(|cell| !cell.is_empty())
    }

    /// A number in a column.
    pub fn number(&self, row: usize, head: &str) -> Option<f64> {
        self.cell(row, head)?.parse().ok()
    }

    /// A grade in a column, counted from 0: a number from 1, or one of these words.
    pub fn grade(&self, row: usize, head: &str, names: &[&str]) -> Option<usize> {
        let cell = self.cell(row, head)?;
        let word = names
            .iter()
            .position(|name| name.eq_ignore_ascii_case(cell));
        let number = || {
            cell.parse::<usize>()
                .ok()?
                .checked_sub(1)
                .filter(|&grade| grade < names.len())
        };
        word.or_else(number)
    }

    /// The puzzle of a line.
    pub fn puzzle(&self, row: usize) -> Option<Arc<dyn Puzzle>> {
        let text = self.cell(row, "puzzle")?;
        let document = split(text).first()?.read().ok()?;
        Some(document.puzzle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trial_is_read_or_refused_with_a_line() {
        let trial =
            Trial::read("person,category,Seconds\n1,Easy,61.5\n\n2,\"Hard\",\n").expect("a trial");
        assert_eq!((trial.len(), trial.number(0, "seconds")), (2, Some(61.5)));
        assert_eq!(
            (trial.cell(1, "category"), trial.number(1, "seconds")),
            (Some("Hard"), None)
        );
        let bad = Trial::read("category,seconds\nEasy").expect_err("a short line");
        assert!(bad.starts_with("line 2"), "{bad}");
        assert!(Trial::read("a,b\n1,2").is_err() && Trial::read("").is_err());
    }

    #[test]
    fn grades_are_numbers_or_words() {
        let trial = Trial::read("difficulty,fun\n3,boring\nmedium,9").expect("a trial");
        let names = ["boring", "fair", "fun"];
        let hard = ["easy", "medium", "hard"];
        assert_eq!(trial.grade(0, "difficulty", &hard), Some(2));
        assert_eq!(trial.grade(1, "difficulty", &hard), Some(1));
        assert_eq!(trial.grade(0, "fun", &names), Some(0));
        assert_eq!(trial.grade(1, "fun", &names), None);
    }
}
