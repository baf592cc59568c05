//! Reasoning like a person, for any family: a whole explanation, the next hint, a rating. The rules
//! are the family's; what is added here needs the puzzle's model or its words.

mod analyse;
mod explain;
mod hint;
mod layout;
mod plan;
mod rate;
mod words;

pub use analyse::{Analysis, Position, analyse};
pub use explain::{Limits, Stop, explain};
pub use hint::{Hint, Trouble, apply, hint};
pub use plan::{Choice, plan};
pub use rate::{
    DIFFICULTY, FUN, Grades, LOOKS, Part, Player, Rating, Score, Weights, plain_trace, rate,
    rate_traced,
};
pub use words::{Written, cells, citations, ground_text, reason_words, sentence, written};
