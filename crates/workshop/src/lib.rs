//! Making puzzles, for any family: the generation loop, and the setter's tools strip, fill and
//! repair. What can be proposed and which clues can be changed is the family's business
//! (`puzzles::make`); what is accepted, how often to try, and what is smallest is decided here.
//!
//! No IO, no clock: everything depends on seeds and conflict limits.

pub mod alike;
mod fill;
mod generate;
mod group;
mod hitting_set;
mod judge;
mod new_clues;
mod order;
mod place;
mod repair;
mod said;
mod single_out;
mod steer;
mod strip;
pub mod traits;
mod varied;
mod wish;

pub use fill::{Fill, Filled, How, Where, fill};
pub use generate::{Made, Order, Outcome, Tally, generate, generate_with};
pub use group::{GROUPS, Group};
pub use judge::{Judge, ProvedBy, Rules, Verdict};
pub use order::{ATTEMPTS, ATTEMPTS_AT_HARDEST, CONFLICTS, OrderForm};
pub use place::{Side, has_border, has_outside, side_of};
pub use repair::{Repair, Repaired, repair};
pub use said::{field, made_over};
pub use strip::{Alone, Refusal, Strip, Stripped, each_alone, strip};
pub use varied::Varied;
pub use wish::{Difficulty, TOO_EASY, TOO_HARD, Wish};
