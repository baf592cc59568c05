//! Making puzzles: what a family says so that the workshop can propose, strip, fill and repair.
//!
//! A [`Maker`] is one way to propose a puzzle; a family lists its own, the best first. An [`Edit`]
//! is the smallest change to the clues, a sign at a place of the puzzle's record: taking something
//! away ([`crate::Making::removals`]) or telling something about a solution ([`crate::Making::reveals`]). What is
//! accepted, how often it is tried and where it is kept is the workshop's business.

mod ambiguity;
mod clue_map;
pub(crate) mod prelude;
#[cfg(test)]
pub(crate) mod tests;
mod wishes;

use std::sync::Arc;

pub use clue_map::{ClueMap, MapError};
use grid::{Cell, Size};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use sat::Budget;

use crate::Fact;
use crate::board::Board;
use crate::puzzle::Puzzle;
use crate::reason::place_words;
use crate::record::{FieldError, Notation};
use crate::solve::{Status, solve};

/// What is asked for. Sizes are within the family's and the maker's limits.
#[derive(Clone, Debug)]
pub struct BoardSpec {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// How the clues are to be arranged.
    pub symmetry: ClueSymmetry,
    /// How full, from 0 to 1, as [`Maker::density`] says; defaults to what looks best.
    pub density: Option<f64>,
    /// The maker's own options, each with the value that was asked for or its usual one.
    pub options: Vec<(&'static str, i64)>,
    /// Where clues must and may be; anywhere if there is none. Only a family's first maker keeps to
    /// it.
    pub map: Option<ClueMap>,
}

impl BoardSpec {
    /// The size of the board.
    pub(crate) fn size(&self) -> Result<Size, &'static str> {
        Size::new(self.rows, self.cols).ok_or("no such size")
    }

    /// The value of one of the maker's own options.
    pub fn option(&self, id: &str) -> i64 {
        let found = self.options.iter().find(|(name, _)| *name == id);
        found.expect("an option of this maker").1
    }

    /// The value of an option that is never negative.
    pub(crate) fn number(&self, id: &str) -> usize {
        self.option(id) as usize
    }

    /// Is an option chosen that is 0 or 1?
    pub(crate) fn has(&self, id: &str) -> bool {
        self.option(id) == 1
    }
}

/// A share of a board's cells as their number.
pub(crate) fn cells_of(size: Size, share: f64) -> usize {
    (size.len() as f64 * share).round() as usize
}

/// How many of these cells lie in each quarter of the board.
pub(crate) fn quarters(size: Size, cells: impl IntoIterator<Item = Cell>) -> [usize; 4] {
    let (rows, cols) = (size.rows() as i16, size.cols() as i16);
    let mut quarters = [0; 4];
    for at in cells {
        let (lower, right) = (2 * at.row >= rows, 2 * at.col >= cols);
        quarters[2 * usize::from(lower) + usize::from(right)] += 1;
    }
    quarters
}

/// What an attempt led to, or in a few words why it failed.
pub(crate) type Attempt<T> = Result<T, &'static str>;

/// A maker could not find out whether there are other solutions.
pub(crate) const TOO_LONG: &str = "the proof took too long";
/// A maker has changed a candidate as often as it does, and there are still other solutions.
pub(crate) const AMBIGUOUS: &str = "still ambiguous after all changes";
/// There is one solution, but the puzzle does not fit the request, whatever was changed.
pub(crate) const UNWANTED: &str = "unique, but not as wanted";
/// The puzzle with all its clues does not fit the request, so none with fewer will.
pub(crate) const NOT_ALLOWED: &str = "not within what is allowed";
/// All clues there are leave more than one solution.
pub(crate) const SEVERAL: &str = "several solutions";

/// How the clues are arranged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClueSymmetry {
    /// In any way.
    Any,
    /// The same after half a turn of the board.
    Turn,
    /// Mirrored left to right.
    Mirror,
    /// Mirrored top to bottom.
    Across,
    /// The areas are mirrored both ways; the clues lie in any way.
    Both,
}

impl ClueSymmetry {
    /// The arrangement that a text calls by this name.
    pub(crate) fn named(name: &str) -> Option<ClueSymmetry> {
        match name {
            "turn" => Some(ClueSymmetry::Turn),
            "mirror" => Some(ClueSymmetry::Mirror),
            "across" => Some(ClueSymmetry::Across),
            "both" => Some(ClueSymmetry::Both),
            _ => None,
        }
    }

    /// The cell that goes with this one: either both have a clue or neither. In [`ClueSymmetry::Any`], the
    /// cell itself.
    pub fn image(self, size: Size, at: Cell) -> Cell {
        let row = size.rows() as i16 - 1 - at.row;
        let col = size.cols() as i16 - 1 - at.col;
        match self {
            ClueSymmetry::Any | ClueSymmetry::Both => at,
            ClueSymmetry::Turn => Cell { row, col },
            ClueSymmetry::Mirror => Cell { row: at.row, col },
            ClueSymmetry::Across => Cell { row, col: at.col },
        }
    }
}

/// An option of a maker: a number, or 0 and 1 for no and yes.
pub struct MakerOption {
    /// The name that callers choose it by.
    pub id: &'static str,
    /// What it does, for people.
    pub words: &'static str,
    /// The value if none is given.
    pub usual: i64,
    /// The smallest value allowed.
    pub least: i64,
    /// The largest value allowed.
    pub most: i64,
    /// Values that mean something else than their number, in words.
    pub names: &'static [(i64, &'static str)],
}

impl MakerOption {
    /// What it does, and what the values mean that are not just numbers.
    pub fn in_full(&self) -> String {
        let names = self.names.iter();
        let names: Vec<String> = names
            .map(|(value, words)| format!("{value}: {words}"))
            .collect();
        match names.is_empty() {
            true => self.words.to_owned(),
            false => format!("{} ({})", self.words, names.join("; ")),
        }
    }
}

/// One way to propose a puzzle.
pub struct Maker {
    /// The name that callers choose it by.
    pub id: &'static str,
    /// What it does, for people.
    pub words: &'static str,
    /// Its own options.
    pub options: &'static [MakerOption],
    /// Which shapes it can make besides [`ClueSymmetry::Any`].
    pub shapes: &'static [ClueSymmetry],
    /// What a density is a share of, in a few words; none if it takes none.
    pub density: Option<&'static str>,
    /// Each of its proofs can be left to another prover.
    pub lets_prove: bool,
    /// A candidate, unique or not; or in a few words why this attempt failed, for the statistics.
    pub propose: Propose,
}

/// How a maker proposes a puzzle.
pub type Propose = fn(&BoardSpec, &mut Tools) -> Attempt<Arc<dyn Puzzle>>;

/// What a maker works with. Everything it does depends on the random numbers and on conflict
/// limits only, never on time.
pub struct Tools<'a> {
    /// The only source of chance.
    pub rng: ChaCha8Rng,
    /// A number from 0 to below 1, the same for all candidates of one puzzle: for what is to come as
    /// often in the end as it is drawn, even if it makes most candidates unfit.
    pub lot: f64,
    /// The limit for one proof of uniqueness.
    pub budget: Budget<'a>,
    /// Does the puzzle fit the request so far: solvable by the rules allowed, not too hard?
    pub fits: &'a dyn Fn(&dyn Puzzle) -> bool,
    /// Whatever fits has one solution, because rules finish it.
    pub rules_prove_uniqueness: bool,
    /// Nothing in particular is wanted, so what is seen to have one solution at once will do.
    pub plain: bool,
    /// Something easy is wanted and nothing else, so what is seen by the lightest rules alone will do.
    pub easy: bool,
    /// Nothing is to be proved: what comes first is taken as it is, for test sets.
    pub raw: bool,
    /// Another prover in the place of ours, for makers that let one ([`Maker::lets_prove`]).
    pub prover: Option<Prover<'a>>,
    /// What the rules allowed find out about a puzzle.
    pub deduced: &'a dyn Fn(&dyn Puzzle) -> Vec<Fact>,
    /// What a maker counted, for those who study it.
    pub notes: Vec<(&'static str, u64)>,
    /// A maker has proved that no candidate can be what is asked for, so that it need not be asked
    /// for another.
    pub hopeless: bool,
}

/// Is this solution of a puzzle the only one?
pub type Prover<'a> = &'a dyn Fn(&dyn Puzzle, &Board) -> bool;

impl Tools<'_> {
    /// Is it proved, by whoever is to prove it, that a puzzle has no other solution than this?
    pub fn is_only(&self, puzzle: &dyn Puzzle, solution: impl FnOnce() -> Board) -> bool {
        match self.prover {
            Some(prover) if !self.raw => prover(puzzle, &solution()),
            _ => self.is_unique(puzzle),
        }
    }

    /// Is it proved that there is exactly one solution, or is no proof wanted?
    pub fn is_unique(&self, puzzle: &dyn Puzzle) -> bool {
        self.raw || solve(puzzle, 2, self.budget).status == Status::Unique
    }

    /// Two different solutions, if there are several; one if it is the only one.
    pub fn solutions(&self, puzzle: &dyn Puzzle) -> (Status, Vec<Board>) {
        let answer = solve(puzzle, 2, self.budget);
        (answer.status, answer.solutions)
    }
}

/// These in random order.
pub(crate) fn shuffled<T>(items: impl IntoIterator<Item = T>, rng: &mut ChaCha8Rng) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.shuffle(rng);
    items
}

/// Where in a record a clue stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// In a cell of the board.
    Cell(Cell),
    /// Outside: row or column −1 or n, as cells of outside clues are counted everywhere.
    Outside(Cell),
}

impl Place {
    /// The cell meant, on the board or outside it.
    pub fn cell(self) -> Cell {
        match self {
            Place::Cell(at) | Place::Outside(at) => at,
        }
    }
}

/// A different sign at a place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edit {
    /// Where the clue stands.
    pub place: Place,
    /// The sign that it has afterwards.
    pub sign: String,
}

impl Edit {
    /// Another sign in a cell.
    pub fn cell(at: Cell, sign: impl ToString) -> Edit {
        let sign = sign.to_string();
        Edit {
            place: Place::Cell(at),
            sign,
        }
    }

    /// Another sign around the board.
    pub fn outside(at: Cell, sign: impl ToString) -> Edit {
        let sign = sign.to_string();
        Edit {
            place: Place::Outside(at),
            sign,
        }
    }

    /// "a circle in row 1, column 2", "3 above column 4".
    pub fn words(&self, puzzle: &dyn Puzzle) -> String {
        let place = place_words(puzzle.size(), self.place.cell());
        let sign = puzzle.sign_words(&self.sign);
        match self.place {
            Place::Cell(_) => format!("{sign} in {place}"),
            Place::Outside(_) => format!("{sign} {place}"),
        }
    }
}

/// The puzzle with other signs at these places.
pub fn edited(puzzle: &dyn Puzzle, edits: &[Edit]) -> Result<Arc<dyn Puzzle>, FieldError> {
    let mut record = puzzle.record();
    let (rows, cols) = (puzzle.size().rows(), puzzle.size().cols());
    let blank = |rows: usize, cols: usize| crate::Grid::from_fn(rows, cols, |_, _| "-".to_owned());
    for edit in edits {
        let at = edit.place.cell();
        let sign = match edit.place {
            Place::Cell(at) => {
                let grid = record.problem.get_or_insert_with(|| blank(rows, cols));
                &mut grid.0[at.row as usize][at.col as usize]
            }
            Place::Outside(_) if at.row == -1 || at.row == rows as i16 => {
                let grid = record.clabels.get_or_insert_with(|| blank(2, cols));
                &mut grid.0[(at.row != -1) as usize][at.col as usize]
            }
            Place::Outside(_) => {
                let grid = record.rlabels.get_or_insert_with(|| blank(2, rows));
                &mut grid.0[(at.col != -1) as usize][at.row as usize]
            }
        };
        sign.clone_from(&edit.sign);
    }
    (puzzle.family().read)(&record)
}

/// A board of one puzzle as a board of another that differs only in its clues. Some families leave
/// what is given out of a board.
pub fn carried(from: &dyn Puzzle, to: &dyn Puzzle, solution: &Board) -> Board {
    let mut record = from.record();
    from.write_board(solution, Notation::Solution, &mut record);
    let read = to.read_board(&record, Notation::Solution);
    read.ok().flatten().unwrap_or_else(|| to.blank())
}
