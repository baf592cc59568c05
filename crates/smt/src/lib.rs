//! Instances for other people's solvers, as data and as text.
//!
//! A [`Script`] is an SMT-LIB 2.6 instance: symbols with their sorts, and terms that must hold. It
//! is built as data, checked for sorts, and only then written ([`write`]). [`Reader`] reads what a
//! solver answers. [`dimacs`] writes a model of the proving engine as clauses. No process is
//! started here and no file is touched: the pipe to an installed solver lives in a crate above.

pub mod dimacs;
mod read;
mod script;
mod sexpr;
mod term;
mod write;

pub use read::{Reply, Statistic, info, statistics, truths};
pub use script::{Logic, Script};
pub use sexpr::{Reader, Sexpr, Unreadable};
pub use term::{Op, Sort, Symbol, Term};
pub use write::{assertion, get_values, script, term};
