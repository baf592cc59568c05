//! Benchmark files: "rows cols islands", then rows of numbers.

use super::{ISLANDS, islands, numbers, plain};
use crate::format::BlockEnd;
use crate::hashi::build;
use crate::kit::codec::{Numbers, Word, rows};
use crate::kit::prelude::*;
use crate::record::size_of;

const NUMBERS: Numbers = Numbers {
    bounds: ISLANDS,
    nothing: &["0"],
    hidden: &["?"],
};

fn header(text: &str) -> Option<[usize; 3]> {
    let first = text.lines().find(|l| !l.trim().is_empty())?;
    let numbers: Vec<usize> = first
        .split_whitespace()
        .map(|w| w.parse().ok())
        .collect::<Option<_>>()?;
    numbers.try_into().ok()
}

pub(in crate::hashi) fn looks(text: &str) -> bool {
    header(text).is_some()
}

/// Found by counting the numbers, since a row of three looks like another first line.
pub(in crate::hashi) fn end(first_line: &str) -> BlockEnd {
    let [rows, cols, _] = header(first_line).unwrap_or_default();
    BlockEnd::Words(rows.saturating_mul(cols).saturating_add(3))
}

pub(in crate::hashi) fn read(text: &str) -> Result<Document, TextError> {
    let [rows, cols, count] = header(text).unwrap_or_default();
    let start = text.len() - text.trim_start().len();
    let size = size_of(rows, cols).map_err(|e| TextError::at(start, e))?;
    let mut words = text.split_whitespace().skip(3);
    let mut numbers = Vec::with_capacity(size.len());
    for _ in size.cells() {
        let word = words.next().ok_or_else(|| {
            wrong_at!(
                text.trim_end().len(),
                "the file ends before {}",
                counted(size.len(), "number")
            )
        })?;
        numbers.push(rows::read_word(text, word, &NUMBERS)?);
    }
    if let Some(word) = words.next() {
        return Err(wrong_at!(
            rows::offset(text, word),
            "expected the end of the file, found {word:?}"
        ));
    }
    let islands = islands(size, numbers);
    if islands.len() != count {
        return Err(wrong_at!(
            start,
            "the first line says {}, found {}",
            counted(count, "island"),
            islands.len()
        ));
    }
    let puzzle = build(size, islands, 2, false).map_err(|e| TextError::at(start, e))?;
    Ok(Document::new(puzzle))
}

pub(in crate::hashi) fn write(document: &Document) -> Result<String, WriteError> {
    let puzzle = plain(document.puzzle.as_ref(), "has")?;
    if puzzle.islands.iter().any(|i| i.need.is_none()) {
        return Err(WriteError::new("\"has\" has no islands without a number"));
    }
    let size = puzzle.size;
    let head = format!("{} {} {}", size.rows(), size.cols(), puzzle.islands.len());
    let numbers = numbers(puzzle).into_iter();
    let words = numbers.map(|number| NUMBERS.write(number));
    Ok(format!("{head}\n{}", rows::rows(words, size.cols(), " ")))
}
