//! The run-length number code of puzz.link: numbers in hexadecimal, runs of empty cells as letters.

use super::error::found;
use super::{TextError, WriteError};

/// A number on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// A clue with its number.
    Given(u16),
    /// A clue without its number, "?".
    Hidden,
}

/// Characters of a body one by one, with the place for errors.
#[derive(Clone, Debug)]
pub struct Digits<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Digits<'a> {
    /// The characters of this body, from its beginning.
    pub fn new(text: &'a str) -> Digits<'a> {
        Digits { text, offset: 0 }
    }

    /// The place of the next character, in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The next character, without taking it.
    pub fn peek(&self) -> Option<char> {
        self.text[self.offset..].chars().next()
    }

    /// Take the next character, if there is one.
    pub fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.offset += c.len_utf8();
        Some(c)
    }

    /// A number of exactly this many hexadecimal digits.
    pub fn hex(&mut self, digits: usize) -> Result<u16, TextError> {
        let mut value = 0;
        for _ in 0..digits {
            let at = self.offset;
            let c = self.take();
            let digit = c.and_then(|c| c.to_digit(16)).ok_or_else(|| {
                TextError::at(
                    at,
                    format!("expected a hexadecimal digit, found {}", found(c)),
                )
            })?;
            value = value << 4 | digit as u16;
        }
        Ok(value)
    }

    /// Nothing may be left over.
    pub fn end(&self) -> Result<(), TextError> {
        match self.peek() {
            None => Ok(()),
            Some(c) => Err(TextError::at(
                self.offset,
                format!("expected the end, found {}", found(Some(c))),
            )),
        }
    }
}

/// Read the numbers of this many cells; a missing tail is empty.
pub fn read_number16(digits: &mut Digits, cells: usize) -> Result<Vec<Option<Number>>, TextError> {
    let mut numbers = Vec::with_capacity(cells);
    while numbers.len() < cells {
        let at = digits.offset();
        let Some(c) = digits.take() else { break };
        let number = match c {
            '0'..='9' | 'a'..='f' => Number::Given(c.to_digit(16).unwrap_or(0) as u16),
            '-' => Number::Given(digits.hex(2)?),
            '+' => Number::Given(digits.hex(3)?),
            '.' => Number::Hidden,
            'g'..='z' => {
                let run = c as usize - 'g' as usize + 1;
                if numbers.len() + run > cells {
                    return Err(TextError::at(
                        at,
                        format!(
                            "{c:?} stands for {run} empty cells, but only {} are left",
                            cells - numbers.len()
                        ),
                    ));
                }
                numbers.extend(std::iter::repeat_n(None, run));
                continue;
            }
            _ => {
                return Err(TextError::at(
                    at,
                    format!(
                        "expected a number or a run of empty cells, found {}",
                        found(Some(c))
                    ),
                ));
            }
        };
        numbers.push(Some(number));
    }
    numbers.resize(cells, None);
    Ok(numbers)
}

/// Write the numbers of all cells, the empty ones at the end included.
pub fn write_number16(
    numbers: impl IntoIterator<Item = Option<Number>>,
    out: &mut String,
) -> Result<(), WriteError> {
    let mut run = 0u8;
    let flush = |run: &mut u8, out: &mut String| {
        if *run > 0 {
            out.push((b'f' + *run) as char);
            *run = 0;
        }
    };
    for number in numbers {
        let Some(number) = number else {
            run += 1;
            if run == 20 {
                flush(&mut run, out);
            }
            continue;
        };
        flush(&mut run, out);
        match number {
            Number::Hidden => out.push('.'),
            Number::Given(n @ 0..16) => out.push_str(&format!("{n:x}")),
            Number::Given(n @ 16..256) => out.push_str(&format!("-{n:02x}")),
            Number::Given(n @ 256..4096) => out.push_str(&format!("+{n:03x}")),
            Number::Given(n) => {
                return Err(WriteError::new(format!(
                    "puzz.link cannot hold a number as large as {n}"
                )));
            }
        }
    }
    flush(&mut run, out);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, cells: usize) -> Result<Vec<Option<Number>>, TextError> {
        let mut digits = Digits::new(text);
        let numbers = read_number16(&mut digits, cells)?;
        digits.end().map(|()| numbers)
    }

    #[test]
    fn numbers_of_every_length_and_runs() {
        let numbers = read("4g-10+100.h", 8).unwrap();
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
        write_number16(numbers, &mut out).unwrap();
        assert_eq!(out, "4g-10+100.i");
    }

    #[test]
    fn bad_codes_are_placed() {
        assert_eq!(read("4-1", 4).unwrap_err().offset, 3);
        assert_eq!(read("4g!", 4).unwrap_err().offset, 2);
        assert_eq!(read("1z", 4).unwrap_err().offset, 1);
        assert_eq!(read("12345", 4).unwrap_err().offset, 4);
    }
}
