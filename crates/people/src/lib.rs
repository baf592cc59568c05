//! Trials with people: a set of puzzles that participants solve in the same order, without knowing
//! what each is an example of, while times and opinions are written down (docs/trials.md).
//!
//! [`Trial`] is the file that an organiser makes; it holds everything. [`Line`] is one line of the
//! results file, to which whatever a participant does is appended. [`Results`] is what the lines come
//! to. The same code takes a line when it happens and when the file is read again, so what is in the
//! file is what was accepted.
//!
//! Invariant: no file, no clock and no socket here, and nothing that [`Trial::sheet`] gives away says
//! more about a puzzle than its clues.

mod code;
mod line;
mod results;
mod trial;

pub use code::{code, code_of};
pub use line::{Event, Happening, Line, Opened, Opinion, Why};
pub use results::{Participant, Play, Results, Stage};
pub use trial::{Hints, Task, Trial};
