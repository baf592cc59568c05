//! Lines without blanks, as in URLs and game IDs: clues one after another, and letters for runs of
//! empty cells.

use super::{Bounds, Number};
use crate::format::{TextError, WriteError, found};

/// The characters of a text one by one, with their places for errors.
pub(crate) struct Cursor<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, offset: 0 }
    }

    /// The place of the next character, in bytes.
    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    /// The next character, without taking it.
    pub(crate) fn peek(&self) -> Option<char> {
        self.text[self.offset..].chars().next()
    }

    /// Take the next character, if there is one.
    pub(crate) fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.offset += c.len_utf8();
        Some(c)
    }

    /// Take the next character if it is this one.
    pub(crate) fn take_if(&mut self, c: char) -> bool {
        let is_next = self.peek() == Some(c);
        self.offset += if is_next { c.len_utf8() } else { 0 };
        is_next
    }

    /// Take all decimal digits that come next; there may be none.
    pub(crate) fn digits(&mut self) -> &'a str {
        let rest = &self.text[self.offset..];
        let count = rest.bytes().take_while(u8::is_ascii_digit).count();
        self.offset += count;
        &rest[..count]
    }

    /// Take the decimal number that comes next, if there is one and it is not too large.
    pub(crate) fn number(&mut self, most: usize) -> Option<usize> {
        let start = self.offset;
        let number = self.digits().parse().ok().filter(|n| *n <= most);
        if number.is_none() {
            self.offset = start;
        }
        number
    }

    /// A number of exactly this many hexadecimal digits.
    pub(crate) fn hex(&mut self, digits: usize) -> Result<u16, TextError> {
        let mut value = 0;
        for _ in 0..digits {
            let digit = self.digit(16, "a hexadecimal digit")?;
            value = value << 4 | digit as u16;
        }
        Ok(value)
    }

    /// One digit of this base.
    pub(crate) fn digit(&mut self, base: u32, what: &str) -> Result<u32, TextError> {
        let digit = self.peek().and_then(|c| c.to_digit(base));
        let digit = digit.ok_or_else(|| self.expected(what))?;
        self.take();
        Ok(digit)
    }

    /// The error that this was expected next.
    pub(crate) fn expected(&self, what: &str) -> TextError {
        let found = found(self.peek());
        TextError::at(self.offset, format!("expected {what}, found {found}"))
    }

    /// Nothing may be left over.
    pub(crate) fn end(&self) -> Result<(), TextError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected("the end")),
        }
    }
}

/// How one clue is written in such a line.
pub(crate) trait Item {
    /// What it says.
    type Value;
    /// What it is, for messages.
    const WHAT: &'static str;

    /// Read a clue; nothing if none can begin with the next character.
    fn read(&self, text: &mut Cursor) -> Result<Option<Self::Value>, TextError>;

    fn write(&self, value: Self::Value, out: &mut String) -> Result<(), WriteError>;
}

/// All cells of a board row by row: a clue, or a letter for as many empty cells as its place from
/// `one` to `z` says.
pub(crate) struct Runs<I> {
    /// The letter for one empty cell.
    pub one: char,
    pub item: I,
    /// What parts two clues that follow each other, if they need it.
    pub between: Option<char>,
    /// Must every cell be told? If not, a missing tail is empty.
    pub is_whole: bool,
}

impl<I: Item> Runs<I> {
    /// puzz.link's way: a missing tail is empty.
    pub(crate) const fn short(one: char, item: I) -> Runs<I> {
        Runs {
            one,
            item,
            between: None,
            is_whole: false,
        }
    }

    /// Tatham's way: all cells are told.
    pub(crate) const fn whole(item: I, between: Option<char>) -> Runs<I> {
        Runs {
            one: 'a',
            item,
            between,
            is_whole: true,
        }
    }

    /// How many empty cells a letter stands for.
    fn length(&self, c: char) -> Option<usize> {
        (self.one..='z')
            .contains(&c)
            .then(|| c as usize - self.one as usize + 1)
    }

    /// Read the clues of this many cells.
    pub(crate) fn read(
        &self,
        text: &mut Cursor,
        cells: usize,
    ) -> Result<Vec<Option<I::Value>>, TextError> {
        let mut clues = Vec::with_capacity(cells);
        while let Some(c) = text.peek().filter(|_| clues.len() < cells) {
            if let Some(run) = self.length(c) {
                let left = cells - clues.len();
                if run > left {
                    let message =
                        format!("{c:?} stands for {run} empty cells, but only {left} are left");
                    return Err(TextError::at(text.offset(), message));
                }
                text.take();
                clues.extend((0..run).map(|_| None));
            } else if self.between != Some(c) {
                let clue = self.item.read(text)?;
                let expected = format!("{} or a run of empty cells", I::WHAT);
                clues.push(Some(clue.ok_or_else(|| text.expected(&expected))?));
            } else {
                text.take();
            }
        }
        let told = clues.len();
        if self.is_whole && told < cells {
            let message = format!("only {told} of the board's {cells} cells are described");
            return Err(TextError::at(text.offset(), message));
        }
        clues.resize_with(cells, || None);
        Ok(clues)
    }

    /// Read all of a text, which tells the clues of this many cells and nothing else.
    pub(crate) fn read_all(
        &self,
        text: &str,
        cells: usize,
    ) -> Result<Vec<Option<I::Value>>, TextError> {
        let mut text = Cursor::new(text);
        let clues = self.read(&mut text, cells)?;
        while self.between.is_some_and(|c| text.take_if(c)) {}
        text.end().map(|()| clues)
    }

    /// Write the clues of all cells, the empty ones at the end included.
    pub(crate) fn write(
        &self,
        clues: impl IntoIterator<Item = Option<I::Value>>,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let mut run = 0;
        let mut is_first = true;
        for clue in clues {
            let Some(clue) = clue else {
                run += 1;
                continue;
            };
            if run == 0 && !is_first {
                out.extend(self.between);
            }
            self.write_run(run, out);
            self.item.write(clue, out)?;
            (run, is_first) = (0, false);
        }
        self.write_run(run, out);
        Ok(())
    }

    /// The clues of all cells as a text of their own.
    pub(crate) fn written(
        &self,
        clues: impl IntoIterator<Item = Option<I::Value>>,
    ) -> Result<String, WriteError> {
        let mut out = String::new();
        self.write(clues, &mut out).map(|()| out)
    }

    fn write_run(&self, mut run: usize, out: &mut String) {
        let longest = 'z' as usize - self.one as usize + 1;
        while run > 0 {
            let now = run.min(longest);
            out.extend((self.one..='z').nth(now - 1));
            run -= now;
        }
    }
}

/// puzz.link's numbers: hexadecimal, with a sign in front that says how many digits there are if it
/// is more than one.
pub(crate) struct Number16(pub Bounds);

impl Number16 {
    /// Numbers among runs, as they stand in URLs: `a` to `f` are digits there.
    pub(crate) const fn runs(bounds: Bounds) -> Runs<Number16> {
        Runs::short('g', Number16(bounds))
    }
}

impl Item for Number16 {
    type Value = Number;
    const WHAT: &'static str = "a number";

    fn read(&self, text: &mut Cursor) -> Result<Option<Number>, TextError> {
        let at = text.offset();
        let number = match text.peek() {
            Some('.') => {
                text.take();
                return Ok(Some(Number::Hidden));
            }
            Some('0'..='9' | 'a'..='f') => text.hex(1)?,
            Some('-') => {
                text.take();
                text.hex(2)?
            }
            Some('+') => {
                text.take();
                text.hex(3)?
            }
            _ => return Ok(None),
        };
        let number = self.0.check(number).map_err(|e| TextError::at(at, e))?;
        Ok(Some(Number::Given(number)))
    }

    fn write(&self, value: Number, out: &mut String) -> Result<(), WriteError> {
        let text = match value {
            Number::Hidden => ".".to_owned(),
            Number::Given(n @ 0..16) => format!("{n:x}"),
            Number::Given(n @ 16..256) => format!("-{n:02x}"),
            Number::Given(n @ 256..4096) => format!("+{n:03x}"),
            Number::Given(n) => {
                let message = format!("puzz.link cannot hold a number as large as {n}");
                return Err(WriteError::new(message));
            }
        };
        out.push_str(&text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: Runs<Number16> = Number16::runs(Bounds::new("a heap", 0, 4095));

    #[test]
    fn numbers_of_every_length_and_runs() {
        let numbers = NUMBERS.read_all("4g-10+100.h", 8).unwrap();
        let given = |n| Some(Number::Given(n));
        let expected = [
            given(4),
            None,
            given(16),
            given(256),
            Some(Number::Hidden),
            None,
            None,
            None,
        ];
        assert_eq!(numbers, expected);
        let mut out = String::new();
        NUMBERS.write(numbers, &mut out).unwrap();
        assert_eq!(out, "4g-10+100.i");
    }

    #[test]
    fn runs_of_any_length() {
        for (run, text) in [(0, ""), (19, "y"), (20, "z"), (21, "zg"), (60, "zzz")] {
            let mut out = String::new();
            NUMBERS.write(vec![None; run], &mut out).unwrap();
            assert_eq!(out, text);
            assert_eq!(NUMBERS.read_all(text, run), Ok(vec![None; run]));
        }
    }

    #[test]
    fn bad_codes_are_placed() {
        let place = |text: &str| NUMBERS.read_all(text, 4).unwrap_err().offset;
        assert_eq!(place("4-1"), 3);
        assert_eq!(place("4g!"), 2);
        assert_eq!(place("1z"), 1);
        assert_eq!(place("12345"), 4);
    }

    /// Digits that need a bar between them, and no tail left out.
    struct Digit;

    impl Item for Digit {
        type Value = u32;
        const WHAT: &'static str = "a digit";

        fn read(&self, text: &mut Cursor) -> Result<Option<u32>, TextError> {
            text.digit(10, "a digit").map(Some)
        }

        fn write(&self, value: u32, out: &mut String) -> Result<(), WriteError> {
            out.push_str(&value.to_string());
            Ok(())
        }
    }

    #[test]
    fn clues_may_be_parted_and_all_cells_told() {
        let runs = Runs::whole(Digit, Some('_'));
        let cells = vec![Some(1), Some(2), None, Some(3), None, None];
        let mut out = String::new();
        runs.write(cells.clone(), &mut out).unwrap();
        assert_eq!(out, "1_2a3b");
        assert_eq!(runs.read_all("1_2a_3b_", 6), Ok(cells));
        let error = runs.read_all("1_2a", 6).unwrap_err();
        assert_eq!(error.offset, 4);
        assert_eq!(error.message, "only 3 of the board's 6 cells are described");
    }
}
