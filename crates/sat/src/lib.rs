//! The proving engine.
//!
//! A [`Model`] is a set of named constraints over yes/no variables: clauses, counts, and graphs
//! whose chosen part must be connected. It is plain data, so that it can be solved here, written
//! to a file for another solver, or taken apart to explain a conclusion. A [`Solver`] works on a
//! model: it finds solutions, proves that there are no more, tells what all solutions share, and
//! names the constraints that clash. Everything is deterministic and bounded by a [`Budget`].

mod budget;
mod cdcl;
mod count;
mod graph;
mod model;
mod plain;
mod reach;
mod shared;
mod solver;

pub use budget::Budget;
pub use count::Counter;
pub use graph::{Edge, Graph, Need, Search};
pub use model::{Clause, Lit, Model, Name};
pub use plain::Plain;
pub use shared::{Shared, shared};
pub use solver::{Solver, Stats, Verdict};
