//! What is measured on: our own puzzles, thirty a family, which are there on every machine, and the
//! published ones, if there are any.

use proofs::corpora::{self, Source};
use puzzles::format::{Document, split, write};
use puzzles::{FAMILIES, Family};

use crate::making::{Run, order};

/// So many puzzles of each family are made where there is no file.
const COUNT: usize = 30;

/// Our own puzzles, a source for each family: the project's, or made by a fixed seed if there are
/// none of that family.
pub fn own() -> Vec<Source> {
    let mut own = corpora::own();
    for family in FAMILIES {
        let name = format!("own/{}", family.id);
        if !own.iter().any(|source| source.name == name) {
            let text = made(family);
            own.push(Source { name, text });
        }
    }
    own
}

/// Ours and the published ones.
pub fn all() -> Vec<Source> {
    let mut all = own();
    all.extend(corpora::sources());
    all
}

fn made(family: &'static Family) -> String {
    let side = match family.id {
        "skyscrapers" => 6,
        _ => 10,
    };
    let run = Run::of(&order(family, family.makers[0].id, side, &[]), COUNT);
    let line = |puzzle| write(&Document::new(puzzle), "json").expect("every puzzle has a record");
    let lines = run.made.into_iter().map(|made| line(made.puzzle));
    lines
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

/// The family of a source's first puzzle.
pub fn family_of(source: &Source) -> &'static str {
    let first = source.text.lines().next().unwrap_or_default();
    let chunks = split(first);
    let document = chunks.first().and_then(|chunk| chunk.read().ok());
    document.map_or("", |d| d.puzzle.family().id)
}

/// Tells texts apart: how many lines, and a number that other texts hardly have.
pub fn fingerprint(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{} puzzles, {:08x}", text.lines().count(), hash as u32)
}
