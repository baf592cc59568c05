//! puzz.link: URLs and pzprv3 files.

use std::sync::Arc;

use grid::{Dir, Size};

use super::super::{CLOSED, Clue, DOT, LINE, MOST_NUMBER, SHADED, Yajilin};
use super::yajilin;
use crate::board::Board;
use crate::format::{
    Digits, Link, Runs, TextError, Token, Tokens, WriteError, write_block, write_borders,
};
use crate::puzzle::{Play, Puzzle};

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

pub(in super::super) fn read_link(link: &Link) -> Result<Arc<dyn Puzzle>, TextError> {
    if let Some(flag) = link.flags.chars().find(|c| !['b', 'o'].contains(c)) {
        return Err(TextError::at(
            0,
            format!("unknown flag {flag:?} in the URL; Yajilin has \"b\" and \"o\""),
        ));
    }
    let clues = read_clues(link.body, link.size.len())?;
    let outside = link.flags.contains('o');
    Ok(Arc::new(Yajilin::new(link.size, clues, outside)))
}

fn read_clues(body: &str, cells: usize) -> Result<Vec<Option<Clue>>, TextError> {
    let mut digits = Digits::new(body);
    let mut clues = Vec::with_capacity(cells);
    while clues.len() < cells {
        let at = digits.offset();
        let Some(c) = digits.take() else { break };
        if let Some(run) = Runs::length(c) {
            let left = cells - clues.len();
            if run > left {
                return Err(TextError::at(
                    at,
                    format!("{c:?} stands for {run} empty cells, but only {left} are left"),
                ));
            }
            clues.extend(std::iter::repeat_n(None, run));
            continue;
        }
        let clue = match c {
            '0'..='4' => {
                let dir = c as usize - '0' as usize;
                let number = if digits.peek() == Some('.') {
                    digits.take();
                    None
                } else {
                    Some(digits.hex(1)?)
                };
                clue_of(dir, number)
            }
            '5'..='9' => clue_of(c as usize - '5' as usize, Some(digits.hex(2)?)),
            '-' => {
                let at = digits.offset();
                let dir = digits.hex(1)? as usize;
                if dir > DIRS.len() {
                    return Err(TextError::at(
                        at,
                        format!("expected a direction from 0 to 4, found {dir:x}"),
                    ));
                }
                clue_of(dir, Some(digits.hex(3)?))
            }
            _ => {
                return Err(TextError::at(
                    at,
                    format!("expected a clue or a run of empty cells, found {c:?}"),
                ));
            }
        };
        clues.push(Some(clue));
    }
    digits.end()?;
    clues.resize(cells, None);
    Ok(clues)
}

pub(in super::super) fn write_link(puzzle: &dyn Puzzle) -> Result<(String, String), WriteError> {
    let puzzle = yajilin(puzzle);
    let mut body = String::new();
    let mut run = 0;
    for clue in &puzzle.clues {
        let Some(clue) = *clue else {
            run += 1;
            continue;
        };
        Runs::write(run, &mut body);
        run = 0;
        body.push_str(&match parts_of(clue) {
            (dir, None) => format!("{dir}."),
            (dir, Some(n @ 0..16)) => format!("{dir}{n:x}"),
            (dir, Some(n @ 16..256)) => format!("{}{n:02x}", dir + 5),
            (dir, Some(n)) => format!("-{dir}{n:03x}"),
        });
    }
    Runs::write(run, &mut body);
    let flags = if puzzle.outside { "o" } else { "" };
    Ok((flags.to_owned(), body))
}

pub(in super::super) fn read_pzprv3(
    size: Size,
    tokens: &mut Tokens,
) -> Result<(Arc<dyn Puzzle>, Board), TextError> {
    let outside = tokens.peek() == "o";
    if outside {
        tokens.line();
    }
    let clues = tokens
        .block(size.rows(), size.cols())?
        .into_iter()
        .map(read_clue)
        .collect::<Result<_, _>>()?;
    let puzzle = Yajilin::new(size, clues, outside);
    let mut board = puzzle.blank();
    let answers = tokens.block(size.rows(), size.cols())?;
    for (at, token) in size.cells().zip(answers) {
        board.slots[size.index(at)] = match token.text {
            "." | "" => 0,
            "#" => SHADED,
            "+" if puzzle.is_free(at) => DOT,
            "+" => 0,
            other => {
                return Err(token.error(format!(
                    "expected \"#\" (shaded), \"+\" (dot) or \".\", found {other:?}"
                )));
            }
        };
    }
    for (border, token) in tokens.borders(size)?.into_iter().enumerate() {
        board.slots[puzzle.border_slot(border)] = match token.text {
            "" | "0" => 0,
            "1" => LINE,
            "-1" => CLOSED,
            other => {
                return Err(token.error(format!(
                    "expected 0, 1 (line) or -1 (cross) for a border, found {other:?}"
                )));
            }
        };
    }
    Ok((Arc::new(puzzle), board))
}

fn read_clue(token: Token) -> Result<Option<Clue>, TextError> {
    if ["", "."].contains(&token.text) {
        return Ok(None);
    }
    let bad = || {
        token.error(format!(
            "expected a clue like \"3,2\" (direction 0 to 4, number up to {MOST_NUMBER} or \"-\") or \
             \".\", found {:?}",
            token.text
        ))
    };
    let (dir, number) = token.text.split_once(',').ok_or_else(bad)?;
    let dir = dir.parse().ok().filter(|&d: &usize| d <= DIRS.len());
    let number = match number {
        "-" => None,
        _ => {
            let n = number.parse().ok().filter(|&n: &u16| n <= MOST_NUMBER);
            Some(n.ok_or_else(bad)?)
        }
    };
    Ok(Some(clue_of(dir.ok_or_else(bad)?, number)))
}

pub(in super::super) fn write_pzprv3(
    puzzle: &dyn Puzzle,
    board: &Board,
) -> Result<String, WriteError> {
    let puzzle = yajilin(puzzle);
    let size = puzzle.size;
    let mut out = String::new();
    if puzzle.outside {
        out.push_str("o\n");
    }
    let clues = puzzle.clues.iter().map(|clue| match clue.map(parts_of) {
        None => ".".to_owned(),
        Some((dir, None)) => format!("{dir},-"),
        Some((dir, Some(n))) => format!("{dir},{n}"),
    });
    write_block(&mut out, size.cols(), clues);
    let answers = board.slots[..size.len()].iter().map(|&entry| {
        let sign = match entry {
            SHADED => "#",
            DOT => "+",
            _ => ".",
        };
        sign.to_owned()
    });
    write_block(&mut out, size.cols(), answers);
    write_borders(&mut out, size, |border| {
        let sign = match board.slots[puzzle.border_slot(border)] {
            LINE => "1",
            CLOSED => "-1",
            _ => "0",
        };
        sign.to_owned()
    });
    Ok(out)
}

#[cfg(test)]
mod tests {
    use grid::cell;

    use super::*;
    use crate::format::{Document, split, write};

    fn read(text: &str) -> Document {
        split(text)[0].read().unwrap_or_else(|e| panic!("{e}"))
    }

    #[track_caller]
    fn fails(text: &str, column: usize, part: &str) {
        let error = split(text)[0].read().unwrap_err();
        assert!(error.message.contains(part), "{error}");
        assert_eq!((error.line, error.column), (1, column), "{error}");
    }

    #[test]
    fn the_url_of_the_manual() {
        let document = read("yajilin/5/5/m32j10");
        let puzzle = yajilin(document.puzzle.as_ref());
        assert_eq!(
            puzzle.clue(cell(2, 3)),
            Some(Clue::Arrow(Dir::West, Some(2)))
        );
        assert_eq!(
            puzzle.clue(cell(4, 4)),
            Some(Clue::Arrow(Dir::North, Some(0)))
        );
        assert_eq!(puzzle.clues.iter().flatten().count(), 2);
        assert_eq!(
            write(&document, "puzzlink").unwrap(),
            "https://puzz.link/p?yajilin/5/5/m32j10"
        );
    }

    #[test]
    fn every_kind_of_clue_in_a_url() {
        let url = "https://puzz.link/p?yajilin/o/6/6/1.0.022f74f-1123-0100zc";
        let document = read(url);
        let puzzle = yajilin(document.puzzle.as_ref());
        assert!(puzzle.outside);
        let clues = [
            Clue::Arrow(Dir::North, None),
            Clue::Blocked,
            Clue::Number(2),
            Clue::Arrow(Dir::South, Some(15)),
            Clue::Arrow(Dir::South, Some(0x4f)),
            Clue::Arrow(Dir::North, Some(0x123)),
            Clue::Number(0x100),
        ];
        let found: Vec<Clue> = puzzle.clues.iter().copied().map_while(|c| c).collect();
        assert_eq!(found, clues);
        assert_eq!(write(&document, "puzzlink").unwrap(), url);
    }

    #[test]
    fn flags_aliases_and_long_runs() {
        let plain = read("yajilin/8/8/zzl");
        for url in [
            "https://pzv.jp/p.html?yajirin/8/8/zzl/",
            "yajilin_edit/b/8/8/",
            "https://puzz.link/p?yajilin/v:odd/8/8/",
        ] {
            assert!(*read(url).puzzle == *plain.puzzle, "{url}");
        }
        assert_eq!(
            write(&plain, "puzzlink").unwrap(),
            "https://puzz.link/p?yajilin/8/8/zzl"
        );
        assert!(yajilin(read("yajilin/bo/8/8/").puzzle.as_ref()).outside);
    }

    #[test]
    fn bad_urls_are_placed() {
        fails("yajilin/4/4/z", 13, "only 16 are left");
        fails("yajilin/4/4/a1", 15, "hexadecimal");
        fails("yajilin/4/4/a1x", 15, "hexadecimal");
        fails("yajilin/4/4/a-9000", 15, "direction");
        fails("yajilin/4/4/A", 13, "expected a clue");
        fails("yajilin/2/1/b1", 14, "expected the end");
        fails("yajilin/q/4/4/", 15, "unknown flag");
        fails("yajilin/400/4/", 9, "columns");
    }

    #[test]
    fn a_file_with_everything() {
        let text = "pzprv3\nyajilin\n2\n3\no\n. 1,0 . \n. 0,- 2,- \n# . + \n. . . \n0 -1 \n0 0 \n\
                    1 0 -1 ";
        let document = read(text);
        let puzzle = yajilin(document.puzzle.as_ref());
        assert!(puzzle.outside);
        assert_eq!(puzzle.clue(cell(1, 1)), Some(Clue::Blocked));
        let marks = document.marks.as_ref().unwrap();
        assert_eq!(marks.slots, [1, 0, 2, 0, 0, 0, 0, 2, 0, 0, 1, 0, 2]);
        assert_eq!(write(&document, "pzprv3").unwrap(), text);
        // All on one line, without a board.
        let bare = read("pzprv3/yajilin/2/3/o/. 1,0 ./. 0,- 2,-/");
        assert!(*bare.puzzle == *document.puzzle && bare.marks.is_none());
        assert!(read("pzprv3/yajirin/5/5").marks.is_none());
    }

    #[test]
    fn bad_files_are_placed() {
        fails("pzprv3/yajilin/1/2/. 5,1 /", 22, "expected a clue");
        fails("pzprv3/yajilin/1/2/. 1;1 /", 22, "expected a clue");
        fails("pzprv3/yajilin/1/2/. ./. 3/", 26, "shaded");
        fails("pzprv3/yajilin/1/2/. ./. ./7/", 28, "border");
        fails("pzprv3/yajilin/1/2/. . ./", 24, "found more");
    }
}
