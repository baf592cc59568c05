//! Requests to a library, wherever it is kept: in a file behind the server (`serve`), or in rows that a
//! browser keeps (`rows`). They are answered by the same operations in both places.
//!
//! Everything that comes in is bounded before it is used (`input`).

mod input;
mod judge;
mod read;
mod report;
pub(crate) mod rows;
mod write;

use sat::Budget;
use shelf::{Lacks, Refusal, Shelf};

use crate::Error;
use crate::table::{Table, Tools};

/// What the library's operations use.
pub struct OnShelf {
    /// Where the puzzles are.
    pub shelf: Box<dyn Shelf>,
    /// The time, in seconds since 1970, for plays that do not say when they were.
    pub now: Option<i64>,
}

/// Why there is no answer.
pub enum Trouble {
    /// It will never be done.
    Refused(Error),
    /// It may be done later.
    Later(String),
    /// It can be done once this is known, too.
    Lacks(Lacks),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        Trouble::Refused(error)
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        match refusal {
            Refusal::Never(words) => Trouble::Refused(Error::new(words)),
            Refusal::Later(words) => Trouble::Later(words),
            Refusal::Lacks(lacks) => Trouble::Lacks(lacks),
        }
    }
}

impl Tools for OnShelf {
    type Refusal = Trouble;
}

type Call<'a> = crate::table::Call<'a, OnShelf>;

pub(crate) const OPS: Table<OnShelf> = crate::table! { OnShelf;
    "list" => read::List,
    "get" => read::Get,
    "stats" => read::Stats,
    "export" => read::Export,
    "report" => report::Report,
    "opinions" => judge::Compare,
    "cluster" => judge::Regrade,
    "rate" => judge::Rate,
    "add" => write::Add,
    "import" => write::Import,
    "tag" => write::Tag,
    "remove" => write::Remove,
    "play" => write::Played,
};

/// The response to a request to a library, which is fetched once it is known that the request is one.
pub fn answer(
    request: &str,
    budget: Budget,
    shelf: impl FnOnce() -> Result<OnShelf, Trouble>,
) -> Result<String, Trouble> {
    OPS.answer(request, budget, shelf)
}
