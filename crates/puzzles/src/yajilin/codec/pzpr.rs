//! puzz.link: URLs and pzprv3 files.

use crate::format::{InFiles, InLinks, Link, Tokens, write_borders, write_cells};
use crate::kit::codec::{Cursor, Item, Runs, Signs, Word};
use crate::kit::prelude::*;
use crate::yajilin::{CLOSED, Clue, DOT, LINE, MOST_NUMBER, SHADED, Yajilin};

/// The directions in the order of puzz.link's numbers, 1 to 4.
const DIRS: [Dir; 4] = [Dir::North, Dir::South, Dir::West, Dir::East];

fn dir_number(dir: Dir) -> usize {
    DIRS.iter().position(|&d| d == dir).unwrap_or_default() + 1
}

/// The clue with a direction, 0 for none, and a number, `None` for "?".
fn clue_of(dir: usize, number: Option<u16>) -> Clue {
    match (dir.checked_sub(1), number) {
        (Some(dir), number) => Clue::Arrow(DIRS[dir], number),
        (None, Some(n)) => Clue::Number(n),
        (None, None) => Clue::Blocked,
    }
}

fn parts_of(clue: Clue) -> (usize, Option<u16>) {
    match clue {
        Clue::Arrow(dir, number) => (dir_number(dir), number),
        Clue::Number(n) => (0, Some(n)),
        Clue::Blocked => (0, None),
    }
}

/// In URLs: direction and number, whose digits are counted by what the first one is.
struct Short;

impl Item for Short {
    type Value = Clue;
    const WHAT: &'static str = "a clue";

    fn read(&self, text: &mut Cursor) -> Result<Option<Clue>, TextError> {
        let (dir, number) = match text.peek() {
            Some(c @ '0'..='4') => {
                text.take();
                let is_hidden = text.take_if('.');
                let number = (!is_hidden).then(|| text.hex(1)).transpose()?;
                (c as usize - '0' as usize, number)
            }
            Some(c @ '5'..='9') => {
                text.take();
                (c as usize - '5' as usize, Some(text.hex(2)?))
            }
            Some('-') => {
                text.take();
                let dir = text.digit(1 + DIRS.len() as u32, "a direction from 0 to 4")?;
                (dir as usize, Some(text.hex(3)?))
            }
            _ => return Ok(None),
        };
        Ok(Some(clue_of(dir, number)))
    }

    fn write(&self, clue: Clue, out: &mut String) -> Result<(), WriteError> {
        out.push_str(&match parts_of(clue) {
            (dir, None) => format!("{dir}."),
            (dir, Some(n @ 0..16)) => format!("{dir}{n:x}"),
            (dir, Some(n @ 16..256)) => format!("{}{n:02x}", dir + 5),
            (dir, Some(n)) => format!("-{dir}{n:03x}"),
        });
        Ok(())
    }
}

const BODY: Runs<Short> = Runs::short('a', Short);

impl InLinks for Yajilin {
    fn read_link(link: &Link) -> Result<Yajilin, TextError> {
        if let Some(flag) = link.flags.chars().find(|c| !['b', 'o'].contains(c)) {
            let message = format!("unknown flag {flag:?} in the URL; Yajilin has \"b\" and \"o\"");
            return Err(TextError::at(0, message));
        }
        let clues = BODY.read_all(link.body, link.size.len())?;
        let outside = link.flags.contains('o');
        Ok(Yajilin::new(link.size, clues, outside))
    }

    fn write_link(&self) -> Result<(String, String), WriteError> {
        let body = BODY.written(self.clues.iter().copied())?;
        let flags = if self.outside { "o" } else { "" };
        Ok((flags.to_owned(), body))
    }
}

/// In files: direction and number with a comma between them.
struct Long;

impl Word for Long {
    type Value = Option<Clue>;

    fn read(&self, word: &str) -> Result<Option<Clue>, String> {
        if ["", "."].contains(&word) {
            return Ok(None);
        }
        let clue = word.split_once(',').and_then(|(dir, number)| {
            let dir = dir.parse().ok().filter(|&d: &usize| d <= DIRS.len())?;
            let number = match number {
                "-" => None,
                _ => Some(number.parse().ok().filter(|&n: &u16| n <= MOST_NUMBER)?),
            };
            Some(clue_of(dir, number))
        });
        clue.map(Some).ok_or_else(|| {
            format!(
                "expected a clue like \"3,2\" (direction 0 to 4, number up to {MOST_NUMBER} or \
                 \"-\") or \".\", found {word:?}"
            )
        })
    }

    fn write(&self, clue: Option<Clue>) -> String {
        match clue.map(parts_of) {
            None => ".".to_owned(),
            Some((dir, None)) => format!("{dir},-"),
            Some((dir, Some(n))) => format!("{dir},{n}"),
        }
    }
}

const ENTRIES: Signs<u16> = Signs {
    signs: &[(".", 0), ("", 0), ("#", SHADED), ("+", DOT)],
    expected: "\"#\" (shaded), \"+\" (dot) or \".\"",
};

const LINES: Signs<u16> = Signs {
    signs: &[("0", 0), ("", 0), ("1", LINE), ("-1", CLOSED)],
    expected: "0, 1 (line) or -1 (cross) for a border",
};

impl InFiles for Yajilin {
    fn read_file(size: Size, tokens: &mut Tokens) -> Result<(Yajilin, Board), TextError> {
        let outside = tokens.peek() == "o";
        if outside {
            tokens.line();
        }
        let puzzle = Yajilin::new(size, tokens.cells(size, &Long)?, outside);
        let mut board = puzzle.blank();
        for (at, entry) in size.cells().zip(tokens.cells(size, &ENTRIES)?) {
            if puzzle.is_free(at) || entry != DOT {
                board.slots[size.index(at)] = entry;
            }
        }
        board.slots[size.len()..].copy_from_slice(&tokens.borders(size, &LINES)?);
        Ok((puzzle, board))
    }

    fn write_file(&self, board: &Board) -> Result<String, WriteError> {
        let size = self.size;
        let is_marked = |at: &Cell| !self.is_free(*at) && board.slots[size.index(*at)] == DOT;
        if let Some(at) = size.cells().find(is_marked) {
            return Err(cannot!(
                "in pzprv3 a dot on a clue says nothing: it cannot say that the one in {} is part \
                 of the loop",
                in_words(at)
            ));
        }
        let mut out = String::from(if self.outside { "o\n" } else { "" });
        write_cells(&mut out, size, &Long, self.clues.iter().copied());
        let entries = board.slots[..size.len()].iter().copied();
        write_cells(&mut out, size, &ENTRIES, entries);
        let line = |border: usize| board.slots[self.border_slot(border)];
        write_borders(&mut out, size, &LINES, line);
        Ok(out)
    }
}
