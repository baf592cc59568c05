//! What a document says about how its puzzle was made, changed and rated, in fields beside the
//! puzzle. Whoever prints such a field takes its name from here: what was said of a puzzle is no
//! longer true once it is changed, and [`made_over`] drops every field of this list.

use std::sync::Arc;

use puzzles::Puzzle;
use puzzles::format::Document;

macro_rules! fields {
    ($($(#[$about:meta])+ $name:ident = $field:literal;)+) => {
        /// The names of the fields.
        pub mod field {
            $($(#[$about])+ pub const $name: &str = $field;)+
        }

        const FIELDS: &[&str] = &[$($field),+];
    };
}

fields! {
    /// How hard it is, how much fun, and how it looks.
    RATING = "rating";
    /// The seed that it was made with.
    SEED = "seed";
    /// Its index in the run with that seed.
    INDEX = "index";
    /// The method that made it.
    METHOD = "method";
    /// What became of it.
    STATUS = "status";
    /// The clues that were taken away.
    TAKEN = "taken";
    /// No other clue can be taken away.
    MINIMAL = "minimal";
    /// The clues without which there is not one solution, each by itself.
    NEEDED = "needed";
    /// The clues that could go, each by itself.
    CAN_GO = "can_go";
    /// How many questions that took.
    CALLS = "calls";
    /// The clues that were revealed.
    TOLD = "told";
    /// The clues that were added.
    ADDED = "added";
    /// Where solutions differed before.
    AMBIGUOUS = "ambiguous";
    /// Fewer added clues are not enough.
    SMALLEST = "smallest";
    /// The solution is different from those before.
    FRESH = "fresh";
    /// The solution is the one that came along.
    KEPT = "kept";
}

/// The document with another puzzle: titles stay, boards and what was said about them go.
pub fn made_over(document: &Document, puzzle: Arc<dyn Puzzle>) -> Document {
    document.made_over(puzzle, FIELDS)
}

#[cfg(test)]
mod tests {
    use puzzles::FAMILIES;

    use super::*;

    #[test]
    fn titles_stay_and_what_was_said_goes() {
        let sample = FAMILIES[0].samples().next().expect("a sample");
        let mut document = sample.expect("read");
        let puzzle = document.puzzle.clone();
        document.marks = Some(puzzle.blank());
        document.extra.clear();
        for name in ["title", field::RATING, "author", field::KEPT, "colour"] {
            document.extra.insert(name.to_owned(), name.into());
        }
        let after = made_over(&document, puzzle);
        let names: Vec<&String> = after.extra.keys().collect();
        assert_eq!(names, ["title", "author", "colour"]);
        assert!(after.marks.is_none());
    }
}
