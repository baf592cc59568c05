//! The study's file: one line per row, cells separated by commas. `V` is blank, `B` black, `L` with
//! the directions of its lines (none: a dot), `N` with number and direction a clue.
//!
//! Spreadsheets write the same in their own ways, which are read as well: semicolons or tabs between the
//! cells, cells in quotes, small letters, separators at the end of a line, lines of nothing else at the end.

use super::NUMBERS;
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
        ('L', dirs) => dirs
            .chars()
            .map(dir_of)
            .collect::<Option<_>>()
            .map(Entry::Lines),
        ('N', _) => {
            let dir = dir_of(chars.next_back()?)?;
            Some(Entry::Clue(NUMBERS.read(chars.as_str()).ok()?, dir))
        }
        _ => None,
    }
}

/// Tells by the first row: its first cell is one of ours. Where nothing follows it, it must be written as
/// the study writes it, or any word of such letters would do.
pub(in crate::yajilin) fn looks_like_csv(text: &str) -> bool {
    let first = text.trim_start().lines().next().unwrap_or("");
    let cells = cells(first, separator(first));
    match &cells[..] {
        [] => false,
        [only] => first.trim() == *only && entry_of(only).is_some(),
        [cell, ..] => Csv.read(cell).is_ok(),
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

pub(in crate::yajilin) fn read_csv(text: &str) -> Result<Document, TextError> {
    let mut lines = rows::lines(text);
    let separator = separator(lines.first().unwrap_or(&""));
    while lines
        .last()
        .is_some_and(|line| cells(line, separator) == [""])
    {
        lines.pop();
    }
    let words: Vec<Vec<&str>> = lines.iter().map(|line| cells(line, separator)).collect();
    let cols = words.first().map_or(0, Vec::len);
    let start = text.len() - text.trim_start().len();
    let size = size_of(lines.len(), cols).map_err(|e| TextError::at(start, e))?;
    let mut entries = Vec::with_capacity(size.len());
    for (r, row) in words.iter().enumerate() {
        if row.len() != cols {
            let has = counted(row.len(), "cell");
            return Err(wrong_at!(
                rows::offset(text, lines[r]),
                "row {} has {has}, expected {cols}",
                r + 1
            ));
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
            Entry::Lines(dirs) => {
                if dirs.is_empty() {
                    board.slots[size.index(at)] = DOT;
                }
                for dir in dirs {
                    let border = size.border(at, dir).ok_or_else(|| {
                        wrong_at!(place, "a line in {} would leave the board", in_words(at))
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

pub(in crate::yajilin) fn write_csv(document: &Document) -> Result<String, WriteError> {
    let puzzle: &Yajilin = own(document.puzzle.as_ref());
    if puzzle.outside {
        return Err(WriteError::new(
            "yajilin-csv has no variant \"outside\" (shaded cells outside the loop)",
        ));
    }
    let blank = puzzle.blank();
    // It has no place for a solution, and nobody wants a puzzle passed on solved.
    let board = document.marks.as_ref().unwrap_or(&blank);
    cannot_say(puzzle, board)?;
    let mut cells = Vec::with_capacity(puzzle.size.len());
    for at in puzzle.size.cells() {
        cells.push(Csv.write(entry_at(puzzle, board, at)?));
    }
    Ok(rows::rows(cells, puzzle.size.cols(), ","))
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
    let tells = |at| puzzle.is_free(at) && !puzzle.is_shaded(board, at);
    let is_changed = |at: &Cell| !puzzle.is_free(*at) && board.slots[size.index(*at)] != 0;
    if let Some(at) = size.cells().find(is_changed) {
        let how = match puzzle.is_shaded(board, at) {
            true => "shaded",
            false => "part of the loop",
        };
        return Err(cannot!(
            "yajilin-csv cannot say that the clue in {} is {how}",
            in_words(at)
        ));
    }
    for border in 0..size.borders() {
        let (a, z) = size.border_cells(border);
        if board.slots[puzzle.border_slot(border)] == LINE && !tells(a) && !tells(z) {
            return Err(cannot!(
                "yajilin-csv cannot say that a line joins {} and {}",
                in_words(a),
                in_words(z)
            ));
        }
    }
    Ok(())
}
