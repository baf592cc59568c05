//! Benchmark files: "rows cols islands", then rows of numbers.

use super::{ISLANDS, build, islands};
use crate::format::{BlockEnd, OwnFormat};
use crate::hashi::Hashi;
use crate::kit::codec::{Numbers, Word, rows};
use crate::kit::prelude::*;
use crate::record::size_of;

const NUMBERS: Numbers = Numbers::new(ISLANDS, &["0"], &["?"]);

fn header(text: &str) -> Option<[usize; 3]> {
    let first = text.lines().find(|l| !l.trim().is_empty())?;
    let numbers = first.split_whitespace().map(|w| w.parse().ok());
    numbers.collect::<Option<Vec<usize>>>()?.try_into().ok()
}

impl OwnFormat for Hashi {
    fn looks(line: &str) -> bool {
        header(line).is_some()
    }

    /// Found by counting the numbers, since a row of three looks like another first line.
    fn end(first_line: &str) -> BlockEnd {
        let [rows, cols, _] = header(first_line).unwrap_or_default();
        BlockEnd::Words(rows.saturating_mul(cols).saturating_add(3))
    }

    fn read_own(text: &str) -> Result<Document, TextError> {
        let [rows, cols, count] = header(text).unwrap_or_default();
        let start = text.len() - text.trim_start().len();
        let wrong = |message: String| TextError::at(start, message);
        let size = size_of(rows, cols).map_err(wrong)?;
        let mut words = text.split_whitespace().skip(3);
        let mut numbers = Vec::with_capacity(size.len());
        let (all, end) = (counted(size.len(), "number"), text.trim_end().len());
        for _ in size.cells() {
            let too_few = || wrong_at!(end, "the file ends before {all}");
            let word = words.next().ok_or_else(too_few)?;
            numbers.push(rows::read_word(text, word, &NUMBERS)?);
        }
        if let Some(word) = words.next() {
            let message = format!("expected the end of the file, found {word:?}");
            return Err(TextError::at(rows::offset(text, word), message));
        }
        let islands = islands(size, numbers);
        if islands.len() != count {
            let (said, there) = (counted(count, "island"), islands.len());
            return Err(wrong(format!("the first line says {said}, found {there}")));
        }
        let puzzle = build(size, islands, 2, false).map_err(wrong)?;
        Ok(Document::new(Arc::new(puzzle)))
    }

    fn write_own(&self, _: &Document) -> Result<String, WriteError> {
        self.must_be_plain("has")?;
        if self.islands.iter().any(|i| i.need.is_none()) {
            return Err(WriteError::new("\"has\" has no islands without a number"));
        }
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let words = self.numbers().map(|number| NUMBERS.write(number));
        let numbers = rows::rows(words, cols, " ");
        Ok(format!("{rows} {cols} {}\n{numbers}", self.islands.len()))
    }
}
