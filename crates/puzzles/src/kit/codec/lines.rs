//! Lines that leave a cell, by the directions in which they do.

use grid::{Cell, Dir, Size};

use crate::board::in_words;

/// The borders that lines from a cell cross, by the letters of their directions. `sign` is all that
/// stands there, and `expected` what may, for messages.
pub(crate) fn borders(
    size: Size,
    at: Cell,
    letters: &str,
    (sign, expected): (&str, &str),
) -> Result<Vec<usize>, String> {
    let border = |letter: char| {
        let unknown = || format!("expected {expected}, found {sign:?}");
        let dir = Dir::from_letter(letter).ok_or_else(unknown)?;
        let outside = || {
            format!(
                "the line {letter:?} in {} would leave the board",
                in_words(at)
            )
        };
        size.border(at, dir).ok_or_else(outside)
    };
    letters.chars().map(border).collect()
}

/// The directions of lines as the published recordings of games have them: each bit is a line, 1
/// north, 2 east, 4 south, 8 west.
pub(crate) fn of_bits(bits: u16) -> impl Iterator<Item = Dir> {
    (Dir::ALL.into_iter()).filter(move |&dir| bits >> dir as u16 & 1 == 1)
}

#[cfg(test)]
mod tests {
    use grid::cell;

    use super::*;

    #[test]
    fn letters_and_bits_are_directions() {
        let size = Size::new(2, 2).expect("a small board");
        let read = |letters: &str| borders(size, cell(0, 0), letters, (letters, "a way"));
        assert_eq!(read("es"), Ok(vec![0, 2]));
        assert_eq!(read("e?").unwrap_err(), "expected a way, found \"e?\"");
        let outside = "the line 'n' in row 1, column 1 would leave the board";
        assert_eq!(read("n").unwrap_err(), outside);
        assert_eq!(of_bits(9).collect::<Vec<_>>(), [Dir::North, Dir::West]);
    }
}
