//! The study's file: one line per row, cells separated by commas. `V` is blank, `B` black, `L` with
//! the directions of its lines (none: a dot), `N` with number and direction a clue.

use std::sync::Arc;

use grid::{Dir, Size};

use super::super::{Clue, DOT, LINE, MOST_NUMBER, SHADED, Yajilin};
use super::yajilin;
use crate::board::{Board, counted, in_words};
use crate::format::{Document, TextError, WriteError};
use crate::puzzle::Play;

enum Entry {
    Blank,
    Black,
    Lines(Vec<Dir>),
    Clue(u16, Dir),
}

fn dir_of(letter: char) -> Option<Dir> {
    Dir::from_letter(letter).filter(|_| letter.is_ascii_uppercase())
}

fn entry_of(text: &str) -> Option<Entry> {
    let mut chars = text.chars();
    let first = chars.next()?;
    let rest = chars.as_str();
    match (first, rest) {
        ('V', "") => Some(Entry::Blank),
        ('B', "") => Some(Entry::Black),
        ('L', _) => rest
            .chars()
            .map(dir_of)
            .collect::<Option<_>>()
            .map(Entry::Lines),
        ('N', _) => {
            let dir = dir_of(chars.next_back()?)?;
            let number = chars.as_str();
            let digits = number.bytes().all(|b| b.is_ascii_digit());
            let n = number
                .parse()
                .ok()
                .filter(|&n| digits && n <= MOST_NUMBER)?;
            Some(Entry::Clue(n, dir))
        }
        _ => None,
    }
}

/// Tells by the first row: its first cell is one of ours, and alone or followed by a comma.
pub(in super::super) fn looks_like_csv(text: &str) -> bool {
    let first = text.trim_start().lines().next().unwrap_or("");
    let cell = first.split(',').next().unwrap_or("").trim();
    entry_of(cell).is_some()
}

pub(in super::super) fn read_csv(text: &str) -> Result<Document, TextError> {
    let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let lines: Vec<&str> = text
        .split(['\n', '\r'])
        .filter(|line| !line.trim().is_empty())
        .collect();
    let cols = lines.first().map_or(0, |line| line.split(',').count());
    let size = Size::new(lines.len(), cols).ok_or_else(|| {
        TextError::at(
            text.len() - text.trim_start().len(),
            format!(
                "a board has 1 to {} rows and columns, this one {}×{cols}",
                grid::MAX_SIDE,
                lines.len()
            ),
        )
    })?;
    let mut entries = Vec::with_capacity(size.len());
    for (r, line) in lines.iter().enumerate() {
        let width = line.split(',').count();
        if width != cols {
            return Err(TextError::at(
                offset(line),
                format!(
                    "row {} has {}, expected {cols}",
                    r + 1,
                    counted(width, "cell")
                ),
            ));
        }
        for part in line.split(',') {
            let part = part.trim();
            let entry = entry_of(part).ok_or_else(|| {
                TextError::at(
                    offset(part),
                    format!(
                        "expected V, B, L with directions (N, E, S, W) or N with a number up to \
                         {MOST_NUMBER} and a direction, found {part:?}"
                    ),
                )
            })?;
            entries.push((entry, offset(part)));
        }
    }
    let clues = entries.iter().map(|(entry, _)| match *entry {
        Entry::Clue(n, dir) => Some(Clue::Arrow(dir, Some(n))),
        _ => None,
    });
    let puzzle = Yajilin::new(size, clues.collect(), false);
    let mut board = puzzle.blank();
    for (at, (entry, place)) in size.cells().zip(entries) {
        match entry {
            Entry::Blank | Entry::Clue(..) => {}
            Entry::Black => board.slots[size.index(at)] = SHADED,
            Entry::Lines(dirs) => {
                if dirs.is_empty() {
                    board.slots[size.index(at)] = DOT;
                }
                for dir in dirs {
                    let border = size.border(at, dir).ok_or_else(|| {
                        TextError::at(
                            place,
                            format!("a line in {} would leave the board", in_words(at)),
                        )
                    })?;
                    board.slots[puzzle.border_slot(border)] = LINE;
                }
            }
        }
    }
    let mut document = Document::new(Arc::new(puzzle));
    if board != document.puzzle.blank() {
        document.marks = Some(board);
    }
    Ok(document)
}

pub(in super::super) fn write_csv(document: &Document) -> Result<String, WriteError> {
    let puzzle = yajilin(document.puzzle.as_ref());
    if puzzle.outside {
        return Err(WriteError::new(
            "yajilin-csv has no variant \"outside\" (shaded cells outside the loop)",
        ));
    }
    let blank = puzzle.blank();
    // It has no place for a solution, and nobody wants a puzzle passed on solved.
    let board = document.marks.as_ref().unwrap_or(&blank);
    cannot_say(puzzle, board)?;
    let size = puzzle.size;
    let mut out = String::new();
    for at in size.cells() {
        match puzzle.clue(at) {
            Some(Clue::Arrow(dir, Some(n))) => {
                out.push_str(&format!("N{n}{}", dir.letter().to_ascii_uppercase()));
            }
            Some(Clue::Arrow(_, None)) => {
                return Err(WriteError::new("yajilin-csv has no clues without a number"));
            }
            Some(Clue::Number(_)) => {
                return Err(WriteError::new(
                    "yajilin-csv has no numbers without an arrow",
                ));
            }
            Some(Clue::Blocked) => {
                return Err(WriteError::new("yajilin-csv has no blocked cells"));
            }
            None => {
                let entry = board.slots[size.index(at)];
                let lines = puzzle.lines(board, at);
                let letters: String = lines.map(|dir| dir.letter().to_ascii_uppercase()).collect();
                if entry == SHADED {
                    out.push('B');
                } else if entry == DOT || !letters.is_empty() {
                    out.push('L');
                    out.push_str(&letters);
                } else {
                    out.push('V');
                }
            }
        }
        let end_of_row = at.col as usize + 1 == size.cols();
        out.push(if end_of_row { '\n' } else { ',' });
    }
    out.pop();
    Ok(out)
}

/// Refuse lines that no cell can tell of: only one that is neither a clue nor black can.
fn cannot_say(puzzle: &Yajilin, board: &Board) -> Result<(), WriteError> {
    let size = puzzle.size;
    let tells = |at| puzzle.is_free(at) && !puzzle.is_shaded(board, at);
    if let Some(at) = size
        .cells()
        .find(|&at| !puzzle.is_free(at) && puzzle.is_shaded(board, at))
    {
        return Err(WriteError::new(format!(
            "yajilin-csv cannot say that the clue in {} is shaded",
            in_words(at)
        )));
    }
    for border in 0..size.borders() {
        let (a, z) = size.border_cells(border);
        if board.slots[puzzle.border_slot(border)] == LINE && !tells(a) && !tells(z) {
            return Err(WriteError::new(format!(
                "yajilin-csv cannot say that a line joins {} and {}",
                in_words(a),
                in_words(z)
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{split, write};

    fn read(text: &str) -> Document {
        split(text)[0].read().unwrap_or_else(|e| panic!("{e}"))
    }

    #[track_caller]
    fn fails(text: &str, line: usize, column: usize, part: &str) {
        let error = split(text)[0].read().unwrap_err();
        assert!(error.message.contains(part), "{error}");
        assert_eq!((error.line, error.column), (line, column), "{error}");
    }

    #[test]
    fn a_file_of_the_study() {
        let text = "V,N12W,B\nL,LES,LW\nV,LN,N0E";
        let document = read(text);
        let puzzle = yajilin(document.puzzle.as_ref());
        assert_eq!(puzzle.clues[1], Some(Clue::Arrow(Dir::West, Some(12))));
        assert_eq!(puzzle.clues[8], Some(Clue::Arrow(Dir::East, Some(0))));
        let marks = document.marks.as_ref().unwrap();
        assert_eq!(marks.slots[..9], [0, 0, 1, 2, 0, 0, 0, 0, 0]);
        assert_eq!(marks.slots.iter().filter(|&&s| s == LINE).count(), 3);
        assert_eq!(write(&document, "yajilin-csv").unwrap(), text);
        assert_eq!(
            read("\nV, V\r\nN1N,V\r\n").puzzle.size(),
            Size::new(2, 2).unwrap()
        );
        assert!(read("V").marks.is_none());
    }

    #[test]
    fn bad_files_are_placed() {
        fails("V,V\nV,Q", 2, 3, "expected V, B");
        fails("V,V\nV", 2, 1, "expected 2");
        fails("V,LE", 1, 3, "leave the board");
        fails("N5000W", 1, 1, "none of the formats");
        fails("V,N5000W", 1, 3, "up to 4095");
    }

    #[test]
    fn what_it_has_no_word_for_is_refused() {
        for (url, part) in [
            ("yajilin/o/2/2/d", "outside"),
            ("yajilin/2/2/1.c", "without a number"),
            ("yajilin/2/2/0.c", "blocked"),
            ("yajilin/2/2/01c", "without an arrow"),
        ] {
            let error = write(&read(url), "yajilin-csv").unwrap_err();
            assert!(error.message.contains(part), "{error}");
        }
        let on_clues = read("pzprv3/yajilin/1/2/1,1 1,1/. ./1/");
        assert!(write(&on_clues, "yajilin-csv").is_err());
        let shaded_clue = read("pzprv3/yajilin/1/2/1,1 ./# ./0/");
        assert!(write(&shaded_clue, "yajilin-csv").is_err());
    }
}
