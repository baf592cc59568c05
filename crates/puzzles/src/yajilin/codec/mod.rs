//! Yajilin as text.

mod csv;
mod notation;
mod pzpr;

pub(super) use csv::{looks_like_csv, read_csv, write_csv};
pub(super) use notation::read;
pub(super) use pzpr::{read_link, read_pzprv3, write_link, write_pzprv3};

use super::MOST_NUMBER;
use crate::kit::codec::Bounds;

const NUMBERS: Bounds = Bounds::new("a number", 0, MOST_NUMBER);
