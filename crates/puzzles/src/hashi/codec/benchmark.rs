//! Benchmark files: "rows cols islands", then rows of numbers.

use grid::Size;

use super::super::{Island, build};
use super::{need_of, numbers, plain};
use crate::board::counted;
use crate::format::{BlockEnd, Document, Number, TextError, WriteError};

fn has_header(text: &str) -> Option<[usize; 3]> {
    let first = text.lines().find(|l| !l.trim().is_empty())?;
    let numbers: Vec<usize> = first
        .split_whitespace()
        .map(|w| w.parse().ok())
        .collect::<Option<_>>()?;
    numbers.try_into().ok()
}

pub(in super::super) fn looks_like_has(text: &str) -> bool {
    has_header(text).is_some()
}

/// Found by counting the numbers, since a row of three looks like another first line.
pub(in super::super) fn end_of_has(first_line: &str) -> BlockEnd {
    let [rows, cols, _] = has_header(first_line).unwrap_or_default();
    BlockEnd::Words(rows.saturating_mul(cols).saturating_add(3))
}

pub(in super::super) fn read_has(text: &str) -> Result<Document, TextError> {
    let [rows, cols, count] = has_header(text).unwrap_or_default();
    let start = text.len() - text.trim_start().len();
    let size = Size::new(rows, cols).ok_or_else(|| {
        TextError::at(
            start,
            format!(
                "a board has 1 to {} rows and columns, this one {rows}×{cols}",
                grid::MAX_SIDE
            ),
        )
    })?;
    let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let mut words = text.split_whitespace().skip(3);
    let mut islands = Vec::new();
    for at in size.cells() {
        let word = words.next().ok_or_else(|| {
            TextError::at(
                text.trim_end().len(),
                format!("the file ends before {}", counted(size.len(), "number")),
            )
        })?;
        if word != "0" {
            let need = need_of(word).map_err(|e| TextError::at(offset(word), e))?;
            islands.push(Island { at, need });
        }
    }
    if let Some(word) = words.next() {
        return Err(TextError::at(
            offset(word),
            format!("expected the end of the file, found {word:?}"),
        ));
    }
    if islands.len() != count {
        return Err(TextError::at(
            start,
            format!(
                "the first line says {}, found {}",
                counted(count, "island"),
                islands.len()
            ),
        ));
    }
    let puzzle = build(size, islands, 2, false).map_err(|e| TextError::at(start, e))?;
    Ok(Document::new(puzzle))
}

pub(in super::super) fn write_has(document: &Document) -> Result<String, WriteError> {
    let puzzle = plain(document.puzzle.as_ref(), "has")?;
    if puzzle.islands.iter().any(|i| i.need.is_none()) {
        return Err(WriteError::new("\"has\" has no islands without a number"));
    }
    let size = puzzle.size;
    let mut out = format!("{} {} {}\n", size.rows(), size.cols(), puzzle.islands.len());
    let numbers: Vec<String> = numbers(puzzle)
        .into_iter()
        .map(|n| match n {
            Some(Number::Given(n)) => n.to_string(),
            _ => "0".to_owned(),
        })
        .collect();
    for row in numbers.chunks(size.cols()) {
        out.push_str(&row.join(" "));
        out.push('\n');
    }
    out.pop();
    Ok(out)
}
