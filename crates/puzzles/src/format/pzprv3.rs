//! `pzprv3` files: `/` and line ends separate lines, blanks separate tokens, rows come first.

use std::sync::Arc;

use grid::Size;

use super::table::{BlockEnd, Format, Sign};
use super::{Document, TextError, WriteError};
use crate::FAMILIES;
use crate::board::{Board, counted};
use crate::engine::own;
use crate::kit::codec::Word;
use crate::puzzle::Puzzle;

pub(super) const FORMAT: Format = Format {
    name: "pzprv3",
    carries: "puzzle, marks",
    is_line: false,
    shared_by: |family| family.pzprv3().is_some(),
    sign: Sign::Beginning("pzprv3"),
    end: |_| BlockEnd::Tail,
    interrupts: |_, _| true,
    read,
    write,
};

/// What a family knows about its files. The pids are those of its URLs.
pub struct Pzprv3 {
    /// The name of the puzzle in files that are written; those of URLs can be read as well.
    pub pid: &'static str,
    /// Read clues and entries from the lines after the size.
    pub read: fn(Size, &mut Tokens) -> Result<(Arc<dyn Puzzle>, Board), TextError>,
    /// Lines after the size, each ended by a newline.
    pub write: fn(&dyn Puzzle, &Board) -> Result<String, WriteError>,
}

/// What a family's puzzles are in files.
pub(crate) trait InFiles: Puzzle + Sized + 'static {
    /// Read clues and entries from the lines after the size.
    fn read_file(size: Size, tokens: &mut Tokens) -> Result<(Self, Board), TextError>;

    /// Lines after the size, each ended by a newline.
    fn write_file(&self, board: &Board) -> Result<String, WriteError>;
}

impl Pzprv3 {
    pub(super) const fn of<P: InFiles>(pid: &'static str) -> Pzprv3 {
        Pzprv3 {
            pid,
            read: |size, tokens| {
                let (puzzle, board) = P::read_file(size, tokens)?;
                Ok((Arc::new(puzzle), board))
            },
            write: |puzzle, board| own::<P>(puzzle).write_file(board),
        }
    }
}

/// One word of a file and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The word; empty if the file ends before it.
    pub text: &'a str,
    /// Its place in the file, in bytes.
    pub offset: usize,
}

impl Token<'_> {
    /// An error at this token.
    pub fn error(&self, message: impl Into<String>) -> TextError {
        TextError::at(self.offset, message)
    }

    /// A whole number in a range.
    pub fn number<T: TryFrom<i64>>(
        &self,
        range: std::ops::RangeInclusive<i64>,
    ) -> Result<T, TextError> {
        self.text
            .parse()
            .ok()
            .filter(|n| range.contains(n))
            .and_then(|n| T::try_from(n).ok())
            .ok_or_else(|| {
                self.error(format!(
                    "expected a number from {} to {}, found {:?}",
                    range.start(),
                    range.end(),
                    self.text
                ))
            })
    }
}

/// What may come after the board, and is skipped.
const TAILS: [&str; 2] = ["info:", "history:"];

pub(super) fn is_tail(line: &str) -> bool {
    TAILS.iter().any(|tail| line.starts_with(tail))
}

/// Where in a line of a file, or in a file that is one line, the tail begins.
pub(super) fn find_tail(line: &str) -> Option<usize> {
    TAILS.iter().filter_map(|tail| line.find(tail)).min()
}

/// The lines of a file after its header, read one after the other.
pub struct Tokens<'a> {
    lines: Vec<Token<'a>>,
    next: usize,
    end: usize,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Tokens<'a> {
        let mut lines = Vec::new();
        let mut offset = 0;
        for line in text.split(['/', '\n', '\r']) {
            let trimmed = line.trim();
            if is_tail(trimmed) || trimmed.starts_with('{') {
                break;
            }
            // \r\n leaves an empty line between the two.
            let bytes = text.as_bytes();
            let after_cr = offset > 0
                && bytes[offset - 1] == b'\n'
                && offset > 1
                && bytes[offset - 2] == b'\r';
            if after_cr {
                lines.pop();
            }
            lines.push(Token { text: line, offset });
            offset += line.len() + 1;
        }
        Tokens {
            lines,
            next: 0,
            end: text.trim_end().len(),
        }
    }

    /// The next line as it is, without taking it.
    pub(crate) fn peek(&self) -> &'a str {
        self.lines.get(self.next).map_or("", |l| l.text.trim())
    }

    /// The next line as one token; empty at the end.
    pub(crate) fn line(&mut self) -> Token<'a> {
        let line = self.lines.get(self.next).copied();
        self.next += 1;
        line.map_or(
            Token {
                text: "",
                offset: self.end,
            },
            |l| {
                let lead = l.text.len() - l.text.trim_start().len();
                Token {
                    text: l.text.trim(),
                    offset: l.offset + lead,
                }
            },
        )
    }

    /// A block of lines with this many tokens each, row after row; what is missing at the end of a
    /// line or of the file is an empty token.
    pub(crate) fn block(&mut self, rows: usize, cols: usize) -> Result<Vec<Token<'a>>, TextError> {
        let mut tokens = Vec::with_capacity(rows * cols);
        for _ in 0..rows {
            if cols == 0 && !self.peek().is_empty() {
                break; // Nothing to say about a block without columns: some leave its lines out.
            }
            let line = self.line();
            let mut here = 0;
            let base = line.text.as_ptr() as usize;
            for word in line.text.split_whitespace() {
                let token = Token {
                    text: word,
                    offset: line.offset + (word.as_ptr() as usize - base),
                };
                if here == cols {
                    return Err(token.error(format!(
                        "expected {} in this line, found more",
                        counted(cols, "item")
                    )));
                }
                tokens.push(token);
                here += 1;
            }
            let end = Token {
                text: "",
                offset: line.offset + line.text.len(),
            };
            tokens.extend(std::iter::repeat_n(end, cols - here));
        }
        Ok(tokens)
    }

    /// A block with one word for each cell.
    pub(crate) fn cells<W: Word>(
        &mut self,
        size: Size,
        word: &W,
    ) -> Result<Vec<W::Value>, TextError> {
        read_words(self.block(size.rows(), size.cols())?, word)
    }

    /// A block with one word for each border, in the order of [`Size::border`].
    pub(crate) fn borders<W: Word>(
        &mut self,
        size: Size,
        word: &W,
    ) -> Result<Vec<W::Value>, TextError> {
        let mut tokens = self.block(size.rows(), size.cols() - 1)?;
        tokens.append(&mut self.block(size.rows() - 1, size.cols())?);
        read_words(tokens, word)
    }

    fn finish(mut self) -> Result<(), TextError> {
        while self.next < self.lines.len() {
            let line = self.line();
            if !line.text.is_empty() {
                return Err(line.error(format!(
                    "expected the end of the file, found {:?}",
                    line.text
                )));
            }
        }
        Ok(())
    }
}

fn read_words<W: Word>(tokens: Vec<Token>, word: &W) -> Result<Vec<W::Value>, TextError> {
    let read = |token: Token| word.read(token.text).map_err(|e| token.error(e));
    tokens.into_iter().map(read).collect()
}

/// Write a block as lines of tokens; every token is followed by a blank, as in other programs'
/// files.
pub(crate) fn write_block(out: &mut String, cols: usize, tokens: impl IntoIterator<Item = String>) {
    for (i, token) in tokens.into_iter().enumerate() {
        out.push_str(&token);
        out.push(' ');
        if (i + 1) % cols == 0 {
            out.push('\n');
        }
    }
}

/// Write a block with one word for each cell.
pub(crate) fn write_cells<W: Word>(
    out: &mut String,
    size: Size,
    word: &W,
    values: impl IntoIterator<Item = W::Value>,
) {
    let words = values.into_iter().map(|value| word.write(value));
    write_block(out, size.cols(), words);
}

/// Write a block with one word for each border, in the order of [`Size::border`].
pub(crate) fn write_borders<W: Word>(
    out: &mut String,
    size: Size,
    word: &W,
    value: impl Fn(usize) -> W::Value,
) {
    let across = size.rows() * (size.cols() - 1);
    let words = |borders: std::ops::Range<usize>| borders.map(|b| word.write(value(b)));
    if size.cols() > 1 {
        write_block(out, size.cols() - 1, words(0..across));
    } else {
        out.push_str(&"\n".repeat(size.rows()));
    }
    write_block(out, size.cols(), words(across..size.borders()));
}

fn read(text: &str) -> Result<Document, TextError> {
    let mut tokens = Tokens::new(text);
    let mut header = |what: &str| -> Result<Token, TextError> {
        loop {
            let line = tokens.line();
            if line.text.is_empty() && tokens.next <= tokens.lines.len() {
                continue;
            }
            if line.text.is_empty() {
                return Err(line.error(format!("the file ends before {what}")));
            }
            if !line.text.starts_with("v:") {
                return Ok(line);
            }
        }
    };
    header("its first line")?;
    let pid = header("the name of the puzzle")?;
    let pzprv3 = FAMILIES
        .iter()
        .filter_map(|f| f.pzprv3().map(|p| (f, p)))
        .find(|(f, p)| p.pid == pid.text || f.links().is_some_and(|l| l.pids.contains(&pid.text)))
        .map(|(_, p)| p)
        .ok_or_else(|| pid.error(format!("unknown puzzle type {:?}", pid.text)))?;
    let limit = 1..=grid::MAX_SIDE as i64;
    let rows: usize = header("the number of rows")?.number(limit.clone())?;
    let cols: usize = header("the number of columns")?.number(limit)?;
    let size = Size::new(rows, cols).expect("both were just checked");
    let (puzzle, board) = (pzprv3.read)(size, &mut tokens)?;
    tokens.finish()?;
    let mut document = Document::new(puzzle);
    if board != document.puzzle.blank() {
        document.marks = Some(board);
    }
    Ok(document)
}

fn write(document: &Document) -> Result<String, WriteError> {
    let puzzle = document.puzzle.as_ref();
    let pzprv3 = (puzzle.family().pzprv3()).expect("only families with such files");
    let blank = puzzle.blank();
    // It has no place for a solution, and nobody wants the puzzle handed on solved.
    let board = document.marks.as_ref().unwrap_or(&blank);
    let lines = (pzprv3.write)(puzzle, board)?;
    let size = puzzle.size();
    Ok(format!(
        "pzprv3\n{}\n{}\n{}\n{}",
        pzprv3.pid,
        size.rows(),
        size.cols(),
        lines.trim_end_matches('\n')
    ))
}
