//! The puzzle families.
//!
//! A family is a folder here and one line in the list of them, [`FAMILIES`]. It says what the puzzle is, reads and
//! writes it, checks a board, states the rules as constraints, and draws. Everything else in the
//! program works on [`Puzzle`] and [`Family`] and knows no family by name.

mod about;
mod board;
pub mod engine;
mod entries;
pub mod format;
mod kit;
pub mod make;
pub mod play;
mod puzzle;
pub mod reason;
mod record;
mod solve;
mod turn;

mod fobidoshi;
mod hashi;
mod satogaeri;
mod skyscrapers;
mod yajilin;

// What `cargo xtask new-family` makes a family from, so that it is built and tested with the rest.
#[cfg(test)]
#[path = "../template/newfamily/mod.rs"]
mod newfamily;

pub use about::{About, Variant};
pub use board::{Board, Citation, DrawOptions, Reading, Severity, Violation, counted};
pub use puzzle::{
    Atoms, Choice, Clues, Drawing, Encode, Family, Making, Play, Puzzle, Records, Rules, Setting,
    Sift, Sifted, Spot, Texts,
};
pub use record::{FieldError, Grid, Notation, Record};
pub use solve::{
    Answer, Forced, Status, different_cells, forced, forced_signs, same_answer, solve,
    solve_knowing,
};
pub use turn::{all_turned, turned};

/// A fact is an atom with an answer: a literal over one of the first variables of the model.
pub type Fact = sat::Lit;

/// The families, and beside them their engines, in a list of its own: what solves puzzles in no
/// other way than the proving engine, as the page does, is linked without them.
macro_rules! families {
    ($($folder:ident),* $(,)?) => {
        /// All families there are.
        pub static FAMILIES: &[&Family] = &[$(&$folder::FAMILY),*];

        /// The engines of all families, in the same order.
        static ENGINES: &[&std::sync::LazyLock<engine::Engines>] = &[$(&$folder::ENGINES),*];
    };
}

// `cargo xtask new-family` adds another: a folder, and a line here.
families! {
    hashi,
    skyscrapers,
    yajilin,
    satogaeri,
    fobidoshi,
}

/// Find a family by its id or one of its other names.
pub fn family(name: &str) -> Option<&'static Family> {
    let name = name.to_ascii_lowercase();
    let all = FAMILIES.iter().copied();
    // The template's examples are read as those of any family.
    #[cfg(test)]
    let all = all.chain([&newfamily::FAMILY]);
    let mut all = all;
    all.find(|f| f.id == name || f.aliases.contains(&name.as_str()))
}
