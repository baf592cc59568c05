//! Yajilin as text.

mod csv;
mod notation;
mod pzpr;

pub(super) use csv::{looks_like_csv, read_csv, write_csv};
pub(super) use notation::read;
pub(super) use pzpr::{read_link, read_pzprv3, write_link, write_pzprv3};

use super::Yajilin;
use crate::puzzle::Puzzle;

fn yajilin(puzzle: &dyn Puzzle) -> &Yajilin {
    let any: &dyn std::any::Any = puzzle;
    any.downcast_ref().expect("the family's own puzzle")
}
