//! What a library does with puzzles, whatever it is kept in.
//!
//! A puzzle is kept once, however it is turned or mirrored ([`canonical()`]); what is known of it in two
//! places is joined ([`join`]); lists are filtered and sorted ([`Filter`]). All of this is the same for
//! the library file (`library`, SQLite) and for the rows that a browser keeps ([`Rows`]), so that puzzles
//! move from one to the other without loss.
//!
//! [`Shelf`] is what requests to a library may do with it. Nothing here reads or writes anything.

mod canonical;
mod entry;
pub mod gain;
pub mod join;
mod list;
pub mod opinions;
mod play;
mod rows;

pub use canonical::canonical;
pub use entry::{Entry, Kept, Origin, rating_left_out};
pub use join::Side;
pub use list::{Filter, Sort, Summary};
pub use play::{Play, State};
pub use puzzles::reason::WrittenRating;
pub use rows::{Changes, Lacks, Row, RowLine, Rows};

/// What became of a puzzle that was to be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// It is kept under this number.
    New(i64),
    /// It was there already under this number, perhaps turned or mirrored. Tags were added, and the
    /// solution and rating if it had none.
    There(i64),
}

impl Added {
    /// The number under which the puzzle is kept, new or not.
    pub fn id(self) -> i64 {
        match self {
            Added::New(id) | Added::There(id) => id,
        }
    }
}

/// Why something was not done.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// It will never be done, for this reason.
    Never(String),
    /// It may be done later.
    Later(String),
    /// It can be done once this is known, too.
    Lacks(Lacks),
}

impl Refusal {
    /// There is no puzzle of this number.
    pub fn no_puzzle(id: i64) -> Refusal {
        Refusal::Never(format!("there is no puzzle {id} in the library"))
    }
}

/// A result that may be refused.
pub type Result<T> = std::result::Result<T, Refusal>;

/// What requests do with a library. Each change is done whole or not at all.
pub trait Shelf {
    /// These numbers will be asked for. A shelf that has to fetch them does so at once.
    fn expect(&mut self, ids: &[i64]) -> Result<()>;

    /// The puzzles that match a filter, in its order.
    fn list(&mut self, filter: &Filter) -> Result<Vec<Summary>>;

    /// What is kept under a number; none if there is nothing, or nothing that this program
    /// understands.
    fn get(&mut self, id: i64) -> Result<Option<Kept>>;

    /// Add puzzles with how they were played, unless they are there already.
    fn add(&mut self, new: Vec<Side>) -> Result<Vec<Added>>;

    /// Add and remove tags: on all of these puzzles or, if one is not there, on none.
    fn tag(&mut self, ids: &[i64], add: &[String], remove: &[String]) -> Result<()>;

    /// Remove whichever of these puzzles are kept; returns how many were.
    fn remove(&mut self, ids: &[i64]) -> Result<usize>;

    /// Keep these ratings in place of whatever there was: all of them or, if a puzzle is not there,
    /// none.
    fn rate(&mut self, ratings: Vec<(i64, WrittenRating)>) -> Result<()>;

    /// Record how a puzzle was played.
    fn played(&mut self, id: i64, play: Play) -> Result<()>;

    /// Record how a puzzle was played, and add the puzzle if it is not there. If it is there turned
    /// or mirrored, the play's board and moves do not fit and are left out.
    fn played_anew(&mut self, entry: Entry, play: Play) -> Result<Added>;
}
