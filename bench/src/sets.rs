//! What is measured on: our own puzzles, thirty a family, which are there on every machine, and the
//! published ones, if there are any.

use proofs::corpora::{self, Source};
use puzzles::format::split;

/// Ours and the published ones.
pub fn all() -> Vec<Source> {
    let mut all = corpora::own();
    all.extend(corpora::sources());
    all
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
