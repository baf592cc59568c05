//! The study's file: one line per row, cells separated by commas. `V` is blank, `B` black, `L` with
//! the directions of its lines (none: a dot), `N` with number and direction a clue.
//!
//! Spreadsheets write the same in their own ways, which are read as well: semicolons or tabs between the
//! cells, cells in quotes, small letters, separators at the end of a line, lines of nothing else at the end.

use super::NUMBERS;
use crate::format::{BlockEnd, OwnFormat};
use crate::kit::codec::{Word, rows};
use crate::kit::prelude::*;
use crate::record::size_of;
use crate::yajilin::{Clue, DOT, LINE, MOST_NUMBER, SHADED, Yajilin};

enum Entry {
    Blank,
    Black,
    Lines(Vec<Dir>),
    Clue(u16, Dir),
}

/// One cell of the file.
struct Csv;

impl Word for Csv {
    type Value = Entry;

    fn read(&self, word: &str) -> Result<Entry, String> {
        entry_of(&word.to_ascii_uppercase()).ok_or_else(|| {
            format!(
                "expected V, B, L with directions (N, E, S, W) or N with a number up to \
                 {MOST_NUMBER} and a direction, found {word:?}"
            )
        })
    }

    fn write(&self, entry: Entry) -> String {
        let letter = |dir: Dir| dir.letter().to_ascii_uppercase();
        match entry {
            Entry::Blank => "V".to_owned(),
            Entry::Black => "B".to_owned(),
            Entry::Lines(dirs) => "L".chars().chain(dirs.into_iter().map(letter)).collect(),
            Entry::Clue(n, dir) => format!("N{n}{}", letter(dir)),
        }
    }
}

fn entry_of(word: &str) -> Option<Entry> {
    let dir_of = |letter: char| Dir::from_letter(letter).filter(|_| letter.is_ascii_uppercase());
    let mut chars = word.chars();
    match (chars.next()?, chars.as_str()) {
        ('V', "") => Some(Entry::Blank),
        ('B', "") => Some(Entry::Black),
        ('L', dirs) => Some(Entry::Lines(
            dirs.chars().map(dir_of).collect::<Option<_>>()?,
        )),
        ('N', _) => {
            let dir = dir_of(chars.next_back()?)?;
            Some(Entry::Clue(NUMBERS.read(chars.as_str()).ok()?, dir))
        }
        _ => None,
    }
}

fn separator(first: &str) -> char {
    let found = [';', '\t'].into_iter().find(|&sign| first.contains(sign));
    found.unwrap_or(',')
}

/// The cells of a line, without quotes, and without empty ones at its end.
fn cells(line: &str, separator: char) -> Vec<&str> {
    fn bare(cell: &str) -> &str {
        let cell = cell.trim();
        let inner = cell.strip_prefix('"').and_then(|c| c.strip_suffix('"'));
        inner.map_or(cell, str::trim)
    }
    let mut cells: Vec<&str> = line.split(separator).map(bare).collect();
    while cells.len() > 1 && cells.last().is_some_and(|cell| cell.is_empty()) {
        cells.pop();
    }
    cells
}

impl OwnFormat for Yajilin {
    /// Tells by the first row: its first cell is one of ours. Where nothing follows it, it must be
    /// written as the study writes it, or any word of such letters would do.
    fn looks(text: &str) -> bool {
        let first = text.trim_start().lines().next().unwrap_or("");
        match &cells(first, separator(first))[..] {
            [] => false,
            [only] => first.trim() == *only && entry_of(only).is_some(),
            [cell, ..] => Csv.read(cell).is_ok(),
        }
    }

    fn end(_: &str) -> BlockEnd {
        BlockEnd::Blank
    }

    fn read_own(text: &str) -> Result<Document, TextError> {
        let lines = rows::lines(text);
        let separator = separator(lines.first().unwrap_or(&""));
        let mut words: Vec<Vec<&str>> = lines.iter().map(|line| cells(line, separator)).collect();
        while words.last().is_some_and(|cells| cells == &[""]) {
            words.pop();
        }
        let cols = words.first().map_or(0, Vec::len);
        let start = text.len() - text.trim_start().len();
        let size = size_of(words.len(), cols).map_err(|e| TextError::at(start, e))?;
        let mut entries = Vec::with_capacity(size.len());
        for (r, row) in words.iter().enumerate() {
            if row.len() != cols {
                let (row, has) = (r + 1, counted(row.len(), "cell"));
                let place = rows::offset(text, lines[r]);
                return Err(wrong_at!(place, "row {row} has {has}, expected {cols}"));
            }
            for cell in row {
                let entry = rows::read_word(text, cell, &Csv)?;
                entries.push((entry, rows::offset(text, cell)));
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
                Entry::Lines(dirs) if dirs.is_empty() => board.slots[size.index(at)] = DOT,
                Entry::Lines(dirs) => {
                    for dir in dirs {
                        let outside =
                            || wrong_at!(place, "a line in {} would leave the board", in_words(at));
                        let border = size.border(at, dir).ok_or_else(outside)?;
                        board.slots[puzzle.border_slot(border)] = LINE;
                    }
                }
            }
        }
        let marks = Some(board).filter(|board| *board != puzzle.blank());
        Ok(Document {
            marks,
            ..Document::new(Arc::new(puzzle))
        })
    }

    fn write_own(&self, document: &Document) -> Result<String, WriteError> {
        if self.outside {
            let outside = "variant \"outside\" (shaded cells outside the loop)";
            return Err(cannot!("yajilin-csv has no {outside}"));
        }
        let blank = self.blank();
        // It has no place for a solution, and nobody wants a puzzle passed on solved.
        let board = document.marks.as_ref().unwrap_or(&blank);
        cannot_say(self, board)?;
        let entry = |at| Ok(Csv.write(entry_at(self, board, at)?));
        let cells: Result<Vec<String>, WriteError> = self.size.cells().map(entry).collect();
        Ok(rows::rows(cells?, self.size.cols(), ","))
    }
}

fn entry_at(puzzle: &Yajilin, board: &Board, at: Cell) -> Result<Entry, WriteError> {
    let lacks = |what: &str| Err(cannot!("yajilin-csv has no {what}"));
    let entry = board.slots[puzzle.size.index(at)];
    let lines: Vec<Dir> = puzzle.lines(board, at).collect();
    match puzzle.clue(at) {
        Some(Clue::Arrow(dir, Some(n))) => Ok(Entry::Clue(n, dir)),
        Some(Clue::Arrow(_, None)) => lacks("clues without a number"),
        Some(Clue::Number(_)) => lacks("numbers without an arrow"),
        Some(Clue::Blocked) => lacks("blocked cells"),
        None if entry == SHADED => Ok(Entry::Black),
        None if entry == DOT || !lines.is_empty() => Ok(Entry::Lines(lines)),
        None => Ok(Entry::Blank),
    }
}

/// Refuse lines that no cell can tell of: only one that is neither a clue nor black can.
fn cannot_say(puzzle: &Yajilin, board: &Board) -> Result<(), WriteError> {
    let size = puzzle.size;
    let refused = |what: String| Err(cannot!("yajilin-csv cannot say that {what}"));
    let tells = |at| puzzle.is_free(at) && !puzzle.is_shaded(board, at);
    let is_changed = |at: &Cell| !puzzle.is_free(*at) && board.slots[size.index(*at)] != 0;
    if let Some(at) = size.cells().find(is_changed) {
        let how = match puzzle.is_shaded(board, at) {
            true => "shaded",
            false => "part of the loop",
        };
        return refused(format!("the clue in {} is {how}", in_words(at)));
    }
    for border in 0..size.borders() {
        let (a, z) = size.border_cells(border);
        if board.slots[puzzle.border_slot(border)] == LINE && !tells(a) && !tells(z) {
            return refused(format!("a line joins {} and {}", in_words(a), in_words(z)));
        }
    }
    Ok(())
}
