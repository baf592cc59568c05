//! The experiments of the five studies, each under one name.
//!
//! An experiment is an entry of one table ([`ENTRIES`]): what is varied, what is measured, how many
//! puzzles, what was published, and a function that does it. Everything else is shared: where
//! puzzles come from ([`Recipe`]), limits of time and threads ([`Lab`]), and what comes out
//! ([`Report`]: tables of *published | ours*, plots, sentences), which is written as text, CSV,
//! JSON, SVG and one page of HTML.
//!
//! Published times are those of other machines: they are shown, and nothing is tested against them.
//! Where ours differ from what was published, a sentence beside the entry says why, or that nobody
//! knows.

mod attempts;
mod clock;
mod difficulty;
mod entries;
mod entry;
mod fobidoshi;
mod hashi;
mod lab;
mod material;
mod memo;
mod numbers;
mod page;
mod plot;
mod published;
mod report;
mod satogaeri;
mod skyscrapers;
mod solvers;
mod table;
mod trial;
mod yajilin;

pub use clock::Clock;
pub use entries::ENTRIES;
pub use entry::{Entry, STUDIES, Study, WrongName, chosen};
pub use lab::{Lab, Sample, Settings};
pub use material::Recipe;
pub use memo::{Memo, digest, puzzle_digest};
pub use numbers::Summary;
pub use page::{Facts, page};
pub use plot::{Axis, Bars, BoxOf, Cloud, Curve, Drawing, Plot, Point, font_style};
pub use report::Report;
pub use solvers::solver_version;
pub use table::{Cell, Column, Side, Table};
pub use trial::Trial;

#[cfg(test)]
mod tests;
