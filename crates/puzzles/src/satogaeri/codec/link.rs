//! puzz.link: the countries' borders, five to a base-32 digit, then the circles.

use super::{CIRCLES, circles};
use crate::format::{InLinks, Link};
use crate::kit::codec::{Cursor, Number16, Runs};
use crate::kit::prelude::*;
use crate::satogaeri::Satogaeri;

const NUMBERS: Runs<Number16> = Number16::runs(CIRCLES);

/// How many borders one digit holds.
const BITS: usize = 5;

impl InLinks for Satogaeri {
    fn read_link(link: &Link) -> Result<Satogaeri, TextError> {
        if let Some(variant) = link.variant {
            let message = format!("unknown variant {variant:?}; Satogaeri has none");
            return Err(TextError::at(0, message));
        }
        let size = link.size;
        let mut body = Cursor::new(link.body);
        let mut walls = Vec::with_capacity(size.borders());
        // An empty body is an empty board; one that breaks off within the borders is a mistake.
        if !link.body.is_empty() {
            let upright = size.rows() * (size.cols() - 1);
            read_bits(&mut body, upright, &mut walls)?;
            read_bits(&mut body, size.borders() - upright, &mut walls)?;
        }
        walls.resize(size.borders(), false);
        let numbers = NUMBERS.read(&mut body, size.len())?;
        body.end()?;
        let countries = Regions::from_borders(size, |border| walls[border]);
        Ok(Satogaeri::new(countries, circles(size, numbers)))
    }

    fn write_link(&self) -> Result<(String, String), WriteError> {
        let size = self.size;
        let borders = 0..size.borders();
        let walls: Vec<bool> = borders.map(|b| self.countries.is_wall(b)).collect();
        let (upright, level) = walls.split_at(size.rows() * (size.cols() - 1));
        let mut body = String::new();
        write_bits(upright, &mut body);
        write_bits(level, &mut body);
        NUMBERS.write(self.numbers(), &mut body)?;
        Ok((String::new(), body))
    }
}

fn read_bits(body: &mut Cursor, count: usize, bits: &mut Vec<bool>) -> Result<(), TextError> {
    let end = bits.len() + count;
    for _ in 0..count.div_ceil(BITS) {
        let digit = body.digit(1 << BITS, "five borders as a digit 0-9 or a-v")?;
        bits.extend((0..BITS).rev().map(|bit| digit >> bit & 1 == 1));
    }
    bits.truncate(end);
    Ok(())
}

fn write_bits(bits: &[bool], out: &mut String) {
    for five in bits.chunks(BITS) {
        let value = (0..BITS).fold(0, |v, i| v << 1 | u32::from(five.get(i) == Some(&true)));
        out.extend(char::from_digit(value, 1 << BITS));
    }
}
