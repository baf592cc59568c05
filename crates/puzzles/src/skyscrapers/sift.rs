//! Solving by lines: what follows from them (lines.rs), and if that is not enough, a cell with
//! fewest heights is tried.

use super::lines::{Field, Heights, LineSet, Lines};
use super::{LARGEST_SIDE, PARK, Skyscrapers};
use crate::kit::prelude::*;
use crate::kit::sift::{Position, sift};

/// The most cells that are tried before the prover is asked.
const SUPPOSITIONS: u64 = 100;
/// Along a line at most so many sets of heights are followed, which is all of them up to size 9.
const SETS: usize = 512;

/// A square being filled.
#[derive(Clone)]
pub(super) struct Square<'a> {
    lines: Lines<'a>,
    pub(super) field: Field,
    /// Lines that have not been looked at since one of their cells changed.
    changed: LineSet,
}

impl<'a> Square<'a> {
    /// `givens`: for each cell what may stand there, if it is given.
    pub(super) fn new(
        lines: Lines<'a>,
        givens: impl Iterator<Item = Option<Heights>>,
    ) -> Square<'a> {
        let all = lines.all_heights();
        let mut field = [all; LARGEST_SIDE * LARGEST_SIDE];
        for (cell, given) in field.iter_mut().zip(givens) {
            *cell = given.unwrap_or(all);
        }
        Square {
            lines,
            field,
            changed: lines.all(),
        }
    }
}

impl Position for Square<'_> {
    type Way = (usize, Heights);

    fn conclude(&mut self) -> bool {
        let changed = std::mem::take(&mut self.changed);
        self.lines.settle(&mut self.field, changed)
    }

    fn ways(&self) -> Vec<(usize, Heights)> {
        let cells = self.field[..self.lines.n * self.lines.n].iter().enumerate();
        let open = cells.filter(|(_, heights)| !heights.is_power_of_two());
        let Some((cell, &heights)) = open.min_by_key(|(_, heights)| heights.count_ones()) else {
            return Vec::new();
        };
        let each = (0..Heights::BITS).map(|height| 1 << height);
        each.filter(|height| heights & height != 0)
            .map(|height| (cell, height))
            .collect()
    }

    fn suppose(&mut self, (cell, height): (usize, Heights)) {
        self.field[cell] = height;
        self.changed |= self.lines.through(cell);
        // Most suppositions fail sooner than it takes to follow all ways to fill a line.
        self.lines.sets = 0;
    }
}

impl Sift for Skyscrapers {
    fn sift(&self, want: usize, budget: Budget) -> Sifted {
        let depth = self.depth as usize;
        let views: Option<Vec<u8>> = (self.views.iter())
            .map(|view| match *view {
                None => Some(0),
                Some(seen) => (1..=self.depth).contains(&seen).then_some(seen as u8),
            })
            .collect();
        let Some(views) = views else {
            return Sifted::nothing();
        };
        let lines = Lines {
            n: self.side(),
            depth,
            diagonals: self.diagonals,
            views: &views,
            sets: SETS,
        };
        let all = lines.all_heights();
        let given = |&given: &u16| match given {
            0 => None,
            PARK => Some(1 & all),
            height if height as usize <= depth => Some(1 << height),
            _ => Some(0),
        };
        let square = Square::new(lines, self.givens.iter().map(given));
        let sieve = sift(square, want, SUPPOSITIONS, budget);
        Sifted::of(sieve, |square| self.said_by(&square.field))
    }
}

impl Skyscrapers {
    /// What a field says.
    fn said_by(&self, field: &Field) -> Vec<Fact> {
        let mut facts = Vec::new();
        for at in self.size.cells() {
            let can = field[self.size.index(at)];
            for height in self.lowest()..=self.depth {
                let is = Fact::yes(self.atom(at, height));
                if can >> height & 1 == 0 {
                    facts.push(!is);
                } else if can.is_power_of_two() {
                    facts.push(is);
                }
            }
        }
        facts
    }
}
