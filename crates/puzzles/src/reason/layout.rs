//! How the clues of a puzzle are arranged and what they say, read from its record, for every family
//! alike.

use std::cmp::Ordering;

use grid::{Cell, Size, Symmetry, cell};

use super::rate::Weights;
use super::rating::Part;
use crate::puzzle::Puzzle;
use crate::record::Record;

pub(super) struct Layout {
    /// How large the board is, 0 to 100.
    pub big: f64,
    /// How much of what could be given as clues is not, 0 to 100.
    pub missing: f64,
    /// How hard it looks at first sight, 0 to 100.
    pub seems_hard: f64,
    balance: f64,
    symmetry: f64,
    variety: f64,
}

/// The clues of a puzzle, as its record has them.
struct Clues<'a> {
    /// Where there are clues, around the board too, and what they say.
    all: Vec<(Cell, &'a str)>,
    /// How many of them lie in each quarter of the board or, if there are places around it, at each
    /// of its sides.
    groups: [usize; 4],
    /// How many places for clues there are around the board.
    around: usize,
}

impl Clues<'_> {
    fn of(record: &Record, size: Size) -> Clues<'_> {
        let is_blank = |sign: &str| matches!(sign, "-" | "." | "");
        let problem = record.problem.iter().flat_map(|problem| problem.cells());
        let given = problem.filter(|&(.., sign)| !is_blank(sign));
        let mut clues = Clues {
            all: given.map(|(r, c, sign)| (cell(r, c), sign)).collect(),
            groups: [0; 4],
            around: 0,
        };
        let (rows, cols) = (size.rows() as i16, size.cols() as i16);
        let outside = [(&record.clabels, true), (&record.rlabels, false)];
        for (side, (labels, are_columns)) in outside.into_iter().enumerate() {
            for (end, labels) in labels.iter().flat_map(|labels| &labels.0).enumerate() {
                clues.around += labels.len();
                let told = labels.iter().enumerate();
                for (i, sign) in told.filter(|(_, sign)| !is_blank(sign)) {
                    clues.groups[(2 * side + end) % 4] += 1;
                    let far = match (end, are_columns) {
                        (0, _) => -1,
                        (_, true) => rows,
                        (_, false) => cols,
                    };
                    let (row, col) = match are_columns {
                        true => (far, i as i16),
                        false => (i as i16, far),
                    };
                    clues.all.push((Cell { row, col }, sign));
                }
            }
        }
        if clues.around == 0 {
            clues.groups = quarters(clues.all.iter().map(|(at, _)| *at), size);
        }
        clues
    }
}

impl Layout {
    /// The study sees nothing but the views around the board, where there are any.
    pub fn of(puzzle: &dyn Puzzle, weights: Weights) -> Layout {
        let (size, record) = (puzzle.size(), puzzle.record());
        let Clues {
            all: mut clues,
            groups,
            around,
        } = Clues::of(&record, size);
        let inside = clues.iter().filter(|(at, _)| size.contains(*at)).count();
        let (places, told) = match around {
            0 => (size.len(), inside),
            around => (around, clues.len() - inside),
        };
        if around > 0 && weights == Weights::Study {
            clues.retain(|(at, _)| !size.contains(*at));
        }
        let mut missing = 100.0 * (places - told.min(places)) as f64 / places.max(1) as f64;
        let mut balanced = balance(groups);
        if around > 0 && inside > 0 && weights == Weights::Ours {
            // Given cells are told besides, and lie in quarters where the others lie on sides.
            missing *= (size.len() - inside) as f64 / size.len() as f64;
            let given = clues.iter().map(|(at, _)| *at);
            let given = quarters(given.filter(|at| size.contains(*at)), size);
            balanced = (balanced + balance(given)) / 2.0;
        }
        let ones = clues
            .iter()
            .filter(|(_, sign)| match weights {
                Weights::Ours => sign.starts_with('1'),
                Weights::Study => *sign == "1",
            })
            .count();
        let few_ones = 100.0 - 100.0 * ones as f64 / clues.len().max(1) as f64;
        let big = 100.0 * size.len() as f64 / (size.len() as f64 + 100.0);
        Layout {
            big,
            missing,
            seems_hard: (2.0 * few_ones + 3.0 * missing + big) / 6.0,
            balance: balanced,
            symmetry: symmetry(&clues, size),
            variety: variety(&clues),
        }
    }

    pub fn looks(&self, weights: Weights) -> Vec<Part> {
        let part = |name, value, weight| Part {
            name,
            value,
            weight,
        };
        match weights {
            Weights::Study => vec![
                part("balance", self.balance, 2.0),
                part("variety", self.variety, 1.0),
            ],
            Weights::Ours => vec![
                part("balance", self.balance, 2.0),
                part("symmetry", self.symmetry, 2.0),
                part("variety", self.variety, 1.0),
            ],
        }
    }
}

/// How much lies in each quarter of the board, four for each cell: one in the middle row or column
/// lies half on either side, so that nothing depends on how the puzzle is turned.
fn quarters(cells: impl Iterator<Item = Cell>, size: Size) -> [usize; 4] {
    // How much of a cell lies before the middle, and how much behind it.
    let halves = |at: i16, long: usize| match (2 * at + 1).cmp(&(long as i16)) {
        Ordering::Less => [2, 0],
        Ordering::Equal => [1, 1],
        Ordering::Greater => [0, 2],
    };
    let mut quarters = [0; 4];
    for at in cells {
        let (rows, cols) = (halves(at.row, size.rows()), halves(at.col, size.cols()));
        for (quarter, lies) in quarters.iter_mut().enumerate() {
            *lies += rows[quarter / 2] * cols[quarter % 2];
        }
    }
    quarters
}

/// 100 if all sides (or quarters) have equally many clues, 0 if one has all of them.
fn balance(groups: [usize; 4]) -> f64 {
    let total: usize = groups.iter().sum();
    let (most, least) = (groups.iter().max(), groups.iter().min());
    let spread = most.unwrap_or(&0) - least.unwrap_or(&0);
    100.0 - 100.0 * spread as f64 / total.max(1) as f64
}

/// The share of clues whose mirror image is a clue too, for the best of the symmetries.
fn symmetry(clues: &[(Cell, &str)], size: Size) -> f64 {
    let mut taken: Vec<Cell> = clues.iter().map(|(at, _)| *at).collect();
    taken.sort_unstable();
    let share = |symmetry: Symmetry| {
        let kept = |at: &&Cell| taken.binary_search(&symmetry.cell(size, **at)).is_ok();
        100.0 * taken.iter().filter(kept).count() as f64 / taken.len().max(1) as f64
    };
    (Symmetry::ALL.iter().copied())
        .filter(|s| *s != Symmetry::IDENTITY && s.size(size) == size)
        .map(share)
        .fold(0.0, f64::max)
}

/// Many different numbers, or strikingly few.
fn variety(clues: &[(Cell, &str)]) -> f64 {
    let mut signs: Vec<&str> = clues.iter().map(|&(_, sign)| sign).collect();
    signs.sort_unstable();
    let runs: Vec<usize> = signs.chunk_by(|a, b| a == b).map(<[&str]>::len).collect();
    let different = 100.0 * runs.len() as f64 / (runs.len() as f64 + 3.0);
    let same = 100.0 * *runs.iter().max().unwrap_or(&0) as f64 / signs.len().max(1) as f64;
    if same >= 80.0 {
        different.max(same)
    } else {
        different
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_in_the_middle_lies_on_both_sides() {
        let size = Size::new(3, 4).expect("small");
        let lies = |row, col| quarters([Cell { row, col }].into_iter(), size);
        assert_eq!(lies(0, 0), [4, 0, 0, 0]);
        assert_eq!(lies(1, 0), [2, 0, 2, 0]);
        assert_eq!(lies(2, 3), [0, 0, 0, 4]);
        let middle = [Cell { row: 1, col: 1 }].into_iter();
        let square = Size::new(3, 3).expect("small");
        assert_eq!(quarters(middle, square), [1, 1, 1, 1]);
    }
}
