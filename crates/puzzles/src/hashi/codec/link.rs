//! Hashi on puzz.link: numbers and runs of empty cells, the plain rules only.

use super::{ISLANDS, build, islands};
use crate::format::{InLinks, Link};
use crate::hashi::Hashi;
use crate::kit::codec::{Number16, Runs};
use crate::kit::prelude::*;

const BODY: Runs<Number16> = Number16::runs(ISLANDS);

impl InLinks for Hashi {
    fn read_link(link: &Link) -> Result<Hashi, TextError> {
        let numbers = BODY.read_all(link.body, link.size.len())?;
        build(link.size, islands(link.size, numbers), 2, false).map_err(|e| TextError::at(0, e))
    }

    fn write_link(&self) -> Result<(String, String), WriteError> {
        self.must_be_plain("puzz.link")?;
        let body = BODY.written(self.numbers())?;
        Ok((String::new(), body))
    }
}
