//! One value as a word: signs, and numbers within bounds.

use grid::{Cell, Size};

/// How a value is written as a word, and read from one.
pub(crate) trait Word {
    /// What a word says.
    type Value;

    /// What the word says, or what is wrong with it: what was expected, and what was found.
    fn read(&self, word: &str) -> Result<Self::Value, String>;

    /// The word for a value.
    fn write(&self, value: Self::Value) -> String;
}

/// A sign for each value. Of several signs for the same value the first is written; a value that
/// has none, as a slot from outside may hold, is written like the first value of all.
pub(crate) struct Signs<T: 'static> {
    pub signs: &'static [(&'static str, T)],
    /// What may stand there, for messages.
    pub expected: &'static str,
}

impl<T: Copy + PartialEq> Word for Signs<T> {
    type Value = T;

    fn read(&self, word: &str) -> Result<T, String> {
        // Byte by byte: signs are too short for the compiler's usual call to pay.
        let is_word = |(sign, _): &&(&str, T)| sign.bytes().eq(word.bytes());
        self.signs.iter().find(is_word).map_or_else(
            || Err(format!("expected {}, found {word:?}", self.expected)),
            |(_, value)| Ok(*value),
        )
    }

    fn write(&self, value: T) -> String {
        let found = self.signs.iter().find(|(_, other)| *other == value);
        found.unwrap_or(&self.signs[0]).0.to_owned()
    }
}

/// Which numbers are possible.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// What has the number, for messages: "a view".
    pub what: &'static str,
    pub least: u16,
    pub most: u16,
}

impl Bounds {
    pub(crate) const fn new(what: &'static str, least: u16, most: u16) -> Bounds {
        Bounds { what, least, most }
    }

    /// What was expected, for messages.
    pub(crate) fn expected(&self) -> String {
        format!(
            "expected {} from {} to {}",
            self.what, self.least, self.most
        )
    }

    /// The number, if it is possible.
    pub(crate) fn check(&self, number: u16) -> Result<u16, String> {
        match (self.least..=self.most).contains(&number) {
            true => Ok(number),
            false => Err(format!("{}, found {number}", self.expected())),
        }
    }

    /// The number that these digits are. There is no sign in front.
    pub(crate) fn read(&self, word: &str) -> Result<u16, String> {
        self.number(word)
            .ok_or_else(|| format!("{}, found {word:?}", self.expected()))
    }

    fn number(&self, word: &str) -> Option<u16> {
        let digits = word.bytes().all(|b| b.is_ascii_digit());
        let number = word.parse().ok().filter(|_| digits)?;
        self.check(number).ok()
    }
}

/// A clue with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Number {
    Given(u16),
    /// The number is not told, "?".
    Hidden,
}

impl Number {
    pub(crate) fn given(self) -> Option<u16> {
        match self {
            Number::Given(n) => Some(n),
            Number::Hidden => None,
        }
    }
}

impl From<Option<u16>> for Number {
    fn from(number: Option<u16>) -> Number {
        number.map_or(Number::Hidden, Number::Given)
    }
}

/// The cells of a board that hold a clue with a number, and the number where it is told.
pub(crate) fn numbered(
    size: Size,
    numbers: Vec<Option<Number>>,
) -> impl Iterator<Item = (Cell, Option<u16>)> {
    let cells = size.cells().zip(numbers);
    cells.filter_map(|(at, number)| Some((at, number?.given())))
}

/// Cells with numbers, without, and with one that is not told.
pub(crate) struct Numbers {
    pub bounds: Bounds,
    /// Signs for a cell without a clue. The first is written.
    pub nothing: &'static [&'static str],
    /// Signs for a number that is not told, if there are such. The first is written.
    pub hidden: &'static [&'static str],
}

impl Numbers {
    /// Numbers within bounds; the signs for nothing, and for a number that is not told.
    pub(crate) const fn new(
        bounds: Bounds,
        nothing: &'static [&'static str],
        hidden: &'static [&'static str],
    ) -> Numbers {
        Numbers {
            bounds,
            nothing,
            hidden,
        }
    }
}

impl Word for Numbers {
    type Value = Option<Number>;

    fn read(&self, word: &str) -> Result<Option<Number>, String> {
        if self.nothing.contains(&word) {
            return Ok(None);
        }
        if self.hidden.contains(&word) {
            return Ok(Some(Number::Hidden));
        }
        let number = self.bounds.number(word).map(Number::Given);
        number.map(Some).ok_or_else(|| {
            let hidden = self.hidden.first().map(|sign| format!(", {sign:?}"));
            format!(
                "{}{} or {:?}, found {word:?}",
                self.bounds.expected(),
                hidden.unwrap_or_default(),
                self.nothing[0]
            )
        })
    }

    fn write(&self, value: Option<Number>) -> String {
        match value {
            None => self.nothing[0].to_owned(),
            Some(Number::Given(n)) => n.to_string(),
            Some(Number::Hidden) => self.hidden[0].to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: Numbers = Numbers {
        bounds: Bounds::new("a heap", 1, 12),
        nothing: &["-", "."],
        hidden: &["?"],
    };

    #[test]
    fn what_is_written_is_read_again() {
        for value in [None, Some(Number::Hidden), Some(Number::Given(12))] {
            assert_eq!(NUMBERS.read(&NUMBERS.write(value)), Ok(value));
        }
        assert_eq!(NUMBERS.read("."), Ok(None));
        assert_eq!(NUMBERS.read("007"), Ok(Some(Number::Given(7))));
    }

    #[test]
    fn what_was_expected_is_said() {
        for word in ["0", "13", "+2", "-2", "", "é", "99999999999999999999"] {
            let words = format!("expected a heap from 1 to 12, \"?\" or \"-\", found {word:?}");
            assert_eq!(NUMBERS.read(word), Err(words));
        }
    }
}
