//! The steps of a DRAT proof, read one by one.
//!
//! In text a step is numbers up to a 0, after a `d` if a clause is dropped. In bytes a step is `a` or
//! `d`, then each literal as twice its variable plus one if it is negative, seven bits to a byte with
//! the lowest first, and a zero byte. A zero byte ends every step of the second form and never
//! occurs in the first, which is how they are told apart.

use crate::lit::{Lit, MOST_VARS};
use crate::words::Words;
use crate::{Fault, Place, fault};

/// A clause that is added or dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub(crate) place: Place,
    pub(crate) dropped: bool,
    /// In the order of the file: the first literal is the one that a RAT step turns on.
    pub(crate) lits: Vec<Lit>,
}

pub(crate) struct Steps<'a> {
    form: Form<'a>,
    /// Variables beyond those of the instance may be new, but each takes at least a byte.
    vars: usize,
}

enum Form<'a> {
    Text(Words<'a>),
    Bytes { bytes: &'a [u8], at: usize },
}

impl<'a> Steps<'a> {
    pub(crate) fn new(proof: &'a [u8], vars: usize) -> Steps<'a> {
        Steps {
            vars: (vars + proof.len()).min(MOST_VARS),
            form: match proof.contains(&0) {
                true => Form::Bytes {
                    bytes: proof,
                    at: 0,
                },
                false => Form::Text(Words::new(proof)),
            },
        }
    }

    /// The next step; none at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Step>, Fault> {
        match &mut self.form {
            Form::Text(words) => text_step(words, self.vars),
            Form::Bytes { bytes, at } => byte_step(bytes, at, self.vars),
        }
    }
}

const UNENDED: &str = "the file ends in the middle of a step";

fn beyond(number: impl std::fmt::Display) -> String {
    format!("{number} is no literal of this instance")
}

fn text_step(words: &mut Words, vars: usize) -> Result<Option<Step>, Fault> {
    let mut step: Option<Step> = None;
    for word in words.by_ref() {
        let begun = step.is_some();
        let current = step.get_or_insert(Step {
            place: Place::Line(word.line),
            dropped: false,
            lits: Vec::new(),
        });
        if word.bytes == b"d" && !begun {
            current.dropped = true;
            continue;
        }
        match word.number()? {
            0 => return Ok(step),
            number => {
                let lit = Lit::of(number, vars).ok_or_else(|| word.fault(beyond(number)))?;
                current.lits.push(lit);
            }
        }
    }
    match step {
        None => Ok(None),
        Some(_) => Err(fault(Place::Line(words.line()), UNENDED)),
    }
}

fn byte_step(bytes: &[u8], at: &mut usize, vars: usize) -> Result<Option<Step>, Fault> {
    let Some(&kind) = bytes.get(*at) else {
        return Ok(None);
    };
    let place = Place::Byte(*at + 1);
    if kind != b'a' && kind != b'd' {
        let cause = format!("a step begins with a or d, not with the byte {kind}");
        return Err(fault(place, cause));
    }
    *at += 1;
    let mut lits = Vec::new();
    loop {
        let here = Place::Byte(*at + 1);
        let mut code: u64 = 0;
        let mut shift = 0;
        loop {
            let &byte = (bytes.get(*at)).ok_or_else(|| fault(here, UNENDED))?;
            *at += 1;
            // Four bytes and a bit hold every literal there can be.
            if shift > 28 {
                return Err(fault(here, "a number is too long for a literal"));
            }
            code |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        if code == 0 {
            let dropped = kind == b'd';
            return Ok(Some(Step {
                place,
                dropped,
                lits,
            }));
        }
        let var = (code / 2) as i64;
        let number = if code % 2 == 1 { -var } else { var };
        lits.push(Lit::of(number, vars).ok_or_else(|| fault(here, beyond(number)))?);
    }
}
