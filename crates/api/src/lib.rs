//! The protocol: a JSON request in, a JSON response out.
//!
//! [`answer`] is all there is to it. It is a function of its two arguments: nothing is kept from
//! one request to the next, nothing is read or written, and no clock is looked at; whoever calls
//! it says through the [`Budget`] when it is time to stop. So the server, the tests and a page
//! without a server get the same answers. `docs/protocol.md` is the description for people, and
//! [`schema()`] the one for programs.
//!
//! An operation is a type that implements [`table::Op`] and one line in `OPS`. Nothing in here knows
//! a family by name, and nothing that comes in is used before it is [bounded](bounds).

mod analyse;
pub mod bounds;
mod catalogue;
mod draw;
mod error;
mod generate;
mod grades;
mod hint;
mod judge;
pub mod library;
mod play;
mod rules;
mod schema;
pub mod table;
mod text;
mod trim;
mod values;
mod verdict;

pub use catalogue::FamilyOut;
pub use error::Error;
pub use sat::Budget;
pub use text::read_all;
pub use values::{Change, Move, Picture, PuzzleIn, PuzzleOut, Slots, board};

use serde_json::Value;

use table::{Publication, Table};

const OPS: Table<()> = table! { ();
    "families" => catalogue::Families,
    "levels" => catalogue::Levels,
    "formats" => catalogue::Formats,
    "open" => text::Open,
    "export" => text::Export,
    "show" => play::Show,
    "gesture" => play::Gesture,
    "say" => play::Say,
    "check" => judge::Check,
    "solve" => judge::Solve,
    "hint" => hint::Hint,
    "help" => hint::Help,
    "trace" => analyse::Trace,
    "scratch" => analyse::Scratch,
    "rate" => analyse::Rate,
    "grades" => grades::Read,
    "blank" => draw::Blank,
    "resize" => draw::Resize,
    "set" => draw::Set,
    "canvas" => draw::Canvas,
    "verdict" => verdict::Verdict,
    "repair" => verdict::Repair,
    "strip" => trim::Strip,
    "fill" => trim::Fill,
    "generate" => generate::Generate,
    "shelf" => library::rows::OnRows,
};

/// The response to a request. Never panics because of what is in the request, and never takes
/// longer than the budget where the work is open-ended.
pub fn answer(request: &str, budget: Budget) -> String {
    (OPS.answer(request, budget, || Ok(()))).unwrap_or_else(Error::response)
}

/// All operations, to be published. A server adds the table of its trials.
pub fn publication() -> Publication {
    let about = "Each of `ops` has the schemas of its request, POST /api, and its response; so has \
                 each of `library`, whose requests go to POST /api/library, and each of `trial`, at \
                 POST /api/trial.";
    Publication::new("Gridwright", about)
        .with("ops", &OPS)
        .with("library", &library::OPS)
}

/// The schema of all requests and responses of the protocol, without what only a server has.
pub fn schema() -> Value {
    publication().schema()
}
