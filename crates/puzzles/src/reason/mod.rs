//! Reasoning like a person, for any family: a whole explanation, the next hint, a rating. The rules
//! are the family's; what is added here needs the puzzle's model or its words.

mod analyse;
mod apply;
mod course;
mod diagnose;
mod example;
mod explain;
mod grades;
mod hint;
mod layout;
mod lesson;
mod moves;
mod open_end;
mod order;
mod picture;
mod plan;
mod rate;
mod rating;
mod smooth;
mod study;
mod told;
mod trace;
mod usage;
mod walkthrough;
mod words;

pub use analyse::{Closure, Measured, Position, Units, smallest_sets};
pub use apply::{Applied, apply, write_in};
pub use course::{PARTS, WEIGHTS};
pub use diagnose::{Contradiction, Diagnosis, clashing, sound, trouble_words, violations_json};
pub use example::example_step;
pub use explain::{Limits, Stop, explain, hardest, hardest_words};
pub use grades::{Grades, Pace, listed, section};
pub use hint::{Hint, Wanted, hint};
pub use lesson::{Lesson, lesson, things};
pub use moves::{Entered, Falsified, Replay, falsified, recorded_game, replay};
pub use open_end::open_end;
pub use picture::{Case, Drawn, Picture, drawn, imagined};
pub use plan::{RuleFilter, STUDY, plan};
pub use rate::{Manner, Player, Weights, rate, rate_as, rate_traced};
pub use rating::{
    DIFFICULTY, EXTREME, FUN, ForeignRating, LOOKS, Mark, Part, Rating, SCORES, Score,
    WrittenRating,
};
pub use told::{Depth, Told, premise, told};
pub use trace::{LookAhead, finished, looked_ahead, plain_trace, trace};
pub use usage::{Use, share, uses, uses_of};
pub use walkthrough::{Length, Passage, Walkthrough, walkthrough};
pub use words::{
    Written, cells, cells_words, citations, ground_text, place_words, reason_words, sentence, why,
    written,
};
