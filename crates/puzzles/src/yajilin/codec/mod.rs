//! Yajilin as text.

mod csv;
mod notation;
mod pzpr;

use super::MOST_NUMBER;
use crate::kit::codec::Bounds;

const NUMBERS: Bounds = Bounds::new("a number", 0, MOST_NUMBER);
