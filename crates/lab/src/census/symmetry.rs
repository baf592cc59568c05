//! Clues around a square, and the eight ways to turn and mirror them.

/// How many heights are seen along a line from its two ends: three bits each, the beginning below.
pub(super) type Line = u8;

/// The line walked the other way.
pub(super) fn reversed(line: Line) -> Line {
    (line & 7) << 3 | line >> 3
}

/// The lines of a square that are known: rows from the top, columns from the left. A row begins on
/// the left, a column at the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Lines<const N: usize> {
    pub(super) rows: [Line; N],
    pub(super) columns: [Line; N],
}

impl<const N: usize> Lines<N> {
    fn mirrored(mut self, side: usize) -> Lines<N> {
        self.rows = self.rows.map(reversed);
        self.columns[..side].reverse();
        self
    }

    fn transposed(self) -> Lines<N> {
        Lines {
            rows: self.columns,
            columns: self.rows,
        }
    }

    /// All eight images of lines of which the first so many are used, itself first. For any number
    /// of lines they come in the same order.
    pub(super) fn images(self, side: usize) -> [Lines<N>; 8] {
        let flipped = self.transposed().mirrored(side).transposed();
        let upright = [self, flipped].map(|lines| [lines, lines.mirrored(side)]);
        std::array::from_fn(|i| {
            let image = upright[i >> 1 & 1][i & 1];
            if i < 4 { image } else { image.transposed() }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_different_images_that_form_a_group() {
        let lines = Lines {
            rows: [0o12, 0o34, 0o56],
            columns: [0o21, 0o43, 0o67],
        };
        let images = lines.images(3);
        for (i, image) in images.iter().enumerate() {
            assert!(!images[..i].contains(image));
            assert!(image.images(3).iter().all(|again| images.contains(again)));
        }
    }
}
