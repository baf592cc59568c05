//! Straight runs of cells that share something: drawn as one line, or too long.

use grid::{Cell, Dir, Size, cell};

/// The longest runs of cells in one row, or in one column if they go south, that share something:
/// from the first cell of each to the one behind its last. Line by line.
pub(crate) fn runs<T: PartialEq>(
    size: Size,
    dir: Dir,
    what: impl Fn(Cell) -> Option<T>,
) -> Vec<(Cell, Cell, T)> {
    let (lines, length) = match dir.is_vertical() {
        true => (size.cols(), size.rows()),
        false => (size.rows(), size.cols()),
    };
    let mut found = Vec::new();
    for line in 0..lines {
        let at = |i: usize| match dir.is_vertical() {
            true => cell(i, line),
            false => cell(line, i),
        };
        let mut from = 0;
        while from < length {
            let here = what(at(from));
            let mut rest = from + 1..length;
            let to = rest.find(|&i| what(at(i)) != here).unwrap_or(length);
            if let Some(here) = here {
                found.push((at(from), at(to), here));
            }
            from = to;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_along_a_line_is_one_run() {
        let signs = ["aab", ".ab"];
        let size = Size::new(2, 3).expect("a small board");
        let sign = |at: Cell| {
            let sign = signs[at.row as usize].as_bytes()[at.col as usize];
            Some(sign as char).filter(|&sign| sign != '.')
        };
        let told = |dir| {
            let runs = runs(size, dir, sign).into_iter();
            let words = runs.map(|(from, to, sign)| format!("{sign} {from} {to}"));
            words.collect::<Vec<String>>().join(", ")
        };
        assert_eq!(
            told(Dir::East),
            "a r0c0 r0c2, b r0c2 r0c3, a r1c1 r1c2, b r1c2 r1c3"
        );
        assert_eq!(told(Dir::South), "a r0c0 r1c0, a r0c1 r2c1, b r0c2 r2c2");
    }
}
