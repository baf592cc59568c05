//! Lines and cells by number, without an allocation: cells row by row, lines as rows, columns,
//! diagonals. And where a rule has to look again.

use std::ops::Range;

use super::super::lines::{Heights, LineSet, through};
use super::{HEIGHTS, LINES, Skyscrapers, State};
use crate::kit::lists;
use crate::kit::prelude::*;

/// A set of heights (bit 0 is the park), or of positions in a line.
pub(super) type Bits = Heights;

/// A list of one line or one cell: no longer than there are heights.
pub(super) type Short<T> = lists::Short<T, HEIGHTS>;

/// The positions of the bits that are set.
pub(super) fn bits(set: impl Into<LineSet>) -> impl Iterator<Item = usize> + Clone {
    let mut left: LineSet = set.into();
    std::iter::from_fn(move || {
        let next = (left != 0).then(|| left.trailing_zeros() as usize);
        left &= left.wrapping_sub(1);
        next
    })
}

impl Skyscrapers {
    pub(super) fn line_count(&self) -> usize {
        2 * self.side() + 2 * self.diagonals as usize
    }

    /// All heights a cell may have, as bits; bit 0 is the park.
    pub(super) fn all_heights(&self) -> Bits {
        (2 << self.depth) - (1 << self.lowest())
    }

    /// Heights that stand once in a line, as bits: the park too, if there is only one.
    pub(super) fn single_heights(&self) -> Bits {
        self.all_heights() & !((self.parks() > 1) as Bits)
    }

    pub(super) fn line_cell(&self, line: usize, position: usize) -> usize {
        let n = self.side();
        match line {
            _ if line < n => line * n + position,
            _ if line < 2 * n => position * n + line - n,
            _ if line == 2 * n => position * (n + 1),
            _ => (position + 1) * (n - 1),
        }
    }

    /// The lines that a cell lies in, with its position there.
    pub(super) fn lines_through(&self, at: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let n = self.side();
        let (row, col) = (at / n, at % n);
        bits(self.through(at)).map(move |line| (line, if line == row { col } else { row }))
    }

    /// The lines that a cell lies in.
    pub(super) fn through(&self, at: usize) -> LineSet {
        through(self.side(), self.diagonals, at)
    }

    fn atom_at(&self, at: usize, height: usize) -> usize {
        at * self.atoms_per_cell() + height - self.lowest() as usize
    }

    pub(super) fn is(&self, at: usize, height: usize) -> Fact {
        Fact::yes(self.atom_at(at, height))
    }

    pub(super) fn is_not(&self, at: usize, height: usize) -> Fact {
        Fact::no(self.atom_at(at, height))
    }

    /// The cell and the height that a fact is about.
    pub(super) fn meaning(&self, fact: Fact) -> (usize, usize) {
        let (atom, per_cell) = (fact.var() as u32, self.atoms_per_cell() as u32);
        let at = atom / per_cell;
        let height = atom - at * per_cell + self.lowest() as u32;
        (at as usize, height as usize)
    }

    /// The lines with news that matter.
    fn lines_with(&self, found: &Situation, matters: impl Fn(Fact) -> bool) -> LineSet {
        let all: LineSet = (1 << self.line_count()) - 1;
        let mut lines = if found.news().is_none() { all } else { 0 };
        for &fact in found.news().unwrap_or(&[]).iter().filter(|&&f| matters(f)) {
            lines |= self.through(self.meaning(fact).0);
            if lines == all {
                break;
            }
        }
        lines
    }

    /// The lines with news.
    pub(super) fn lines_to_look_at(
        &self,
        found: &Situation,
    ) -> impl Iterator<Item = usize> + use<> {
        bits(self.lines_with(found, |_| true))
    }

    /// The rows and columns with news; for a rule that depends on what is built alone, only those with
    /// a new building.
    pub(super) fn rows_and_columns_to_look_at(
        &self,
        found: &Situation,
        by_buildings: bool,
    ) -> impl Iterator<Item = usize> + use<> {
        let rows_and_columns: LineSet = (1 << (2 * self.side())) - 1;
        let matters = |fact: Fact| !by_buildings || fact.is_yes();
        bits(self.lines_with(found, matters) & rows_and_columns)
    }

    /// For each of these lines the heights that have lost a place there.
    pub(super) fn heights_to_look_at(
        &self,
        found: &Situation,
        lines: Range<usize>,
    ) -> [Bits; LINES] {
        let mut touched = [0; LINES];
        let wanted: LineSet = (1 << lines.end) - (1 << lines.start);
        match found.news() {
            None => touched[lines].fill(self.all_heights()),
            Some(news) => {
                for &fact in news.iter().filter(|f| !f.is_yes()) {
                    let (at, height) = self.meaning(fact);
                    let lines = bits(self.through(at) & wanted);
                    lines.for_each(|line| touched[line] |= 1 << height);
                }
            }
        }
        touched
    }

    /// The heights about which something is new anywhere.
    pub(super) fn heights_with_news(&self, found: &Situation) -> Bits {
        let all = self.all_heights();
        found.news().map_or(all, |news| {
            let no = news.iter().filter(|f| !f.is_yes());
            no.fold(0, |set, &f| set | 1 << self.meaning(f).1)
        })
    }

    /// What may stand here: what is built, else what is not excluded.
    pub(super) fn open_heights(&self, state: &State, at: usize) -> Bits {
        match state.built[at] {
            0 => state.can[at],
            one if one.is_power_of_two() => one,
            _ => 0,
        }
    }

    pub(super) fn can_be(&self, state: &State, at: usize, height: usize) -> bool {
        self.open_heights(state, at) & 1 << height != 0
    }

    /// That none of these heights stands here.
    pub(super) fn none_of(&self, at: usize, heights: Bits) -> impl Iterator<Item = Fact> {
        bits(heights).map(move |height| self.is_not(at, height))
    }

    /// The grounds that only these heights are left here.
    pub(super) fn only(&self, at: usize, left: Bits) -> impl Iterator<Item = Ground> {
        (self.none_of(at, self.all_heights() & !left)).map(Ground::Fact)
    }

    /// The ground that this height stands here.
    pub(super) fn stands(&self, at: usize, height: usize) -> Ground {
        Ground::Fact(self.is(at, height))
    }

    /// The ground that this height is excluded here.
    pub(super) fn excluded(&self, at: usize, height: usize) -> Ground {
        Ground::Fact(self.is_not(at, height))
    }

    /// Why this height does not stand here: something else does, or it is excluded.
    pub(super) fn why_not(&self, state: &State, at: usize, height: usize) -> Ground {
        match state.built[at] & !(1 << height) {
            0 => self.excluded(at, height),
            other => self.stands(at, other.trailing_zeros() as usize),
        }
    }

    /// The cells of a line at the other positions than these.
    pub(super) fn other_cells(&self, line: usize, positions: Bits) -> impl Iterator<Item = usize> {
        bits(!positions & ((1 << self.side()) - 1)).map(move |p| self.line_cell(line, p))
    }

    pub(super) fn view_ground(&self, view: usize) -> Ground {
        Ground::named("view", view)
    }

    /// That this height does not stand at a position of a view's line.
    pub(super) fn not_seen_at(&self, view: usize, position: usize, height: usize) -> Fact {
        self.is_not(self.seen_cell(view, position), height)
    }

    /// Report what a view says by itself.
    pub(super) fn conclude_from_view<D: Deduction<Skyscrapers>>(
        &self,
        found: &mut Findings<D>,
        view: usize,
        facts: impl IntoIterator<Item = Fact>,
        evidence: D,
    ) {
        found.conclude(facts, |because| {
            because.push(self.view_ground(view));
            evidence
        });
    }

    /// The views along a row or column: from its first cell, and from its last.
    pub(super) fn views_of(&self, line: usize) -> [usize; 2] {
        let n = self.side();
        match line < n {
            true => [2 * n + line, 3 * n + line],
            false => [line - n, line],
        }
    }

    /// The cell that is nearest the viewer, and from each to the next.
    pub(super) fn sight_along(&self, view: usize) -> (usize, isize) {
        let (n, i) = (self.side(), view % self.side());
        match view / n {
            0 => (i, n as isize),
            1 => (n * (n - 1) + i, -(n as isize)),
            2 => (i * n, 1),
            _ => (i * n + n - 1, -1),
        }
    }

    /// A cell of a view's line; position 0 is nearest the viewer.
    pub(super) fn seen_cell(&self, view: usize, position: usize) -> usize {
        let (first, step) = self.sight_along(view);
        first.wrapping_add_signed(step * position as isize)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Skyscrapers;

    #[test]
    fn lines_and_views_agree_with_the_puzzles_own() {
        for n in [2, 5] {
            let mut puzzle = Skyscrapers::empty(n).unwrap();
            puzzle.diagonals = true;
            for (i, line) in puzzle.lines().iter().enumerate() {
                for (p, &at) in line.iter().enumerate() {
                    assert_eq!(puzzle.line_cell(i, p), puzzle.size.index(at));
                    let through = puzzle.lines_through(puzzle.size.index(at));
                    assert!(through.into_iter().any(|l| l == (i, p)));
                }
            }
            for view in 0..4 * n {
                for (p, &at) in puzzle.sight(view).iter().enumerate() {
                    assert_eq!(puzzle.seen_cell(view, p), puzzle.size.index(at));
                }
            }
            for line in 0..2 * n {
                let [near, far] = puzzle.views_of(line).map(|view| puzzle.seen_cell(view, 0));
                assert_eq!([near, far], [0, n - 1].map(|p| puzzle.line_cell(line, p)));
            }
        }
    }
}
