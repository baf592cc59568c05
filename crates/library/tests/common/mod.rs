//! Puzzles to keep.
#![allow(dead_code, reason = "each test file uses its part of this")]

use std::path::Path;

use library::{Entry, Library, Open, Origin};
use puzzles::format::{Chunk, Document};

pub fn document(text: &str) -> Document {
    Chunk { text, line: 1 }.read().expect("a puzzle")
}

/// Puzzles that differ, however they are turned: the corners pin them down.
pub fn numbered(n: u64) -> Entry {
    let digit = |place: u32| n / 8u64.pow(place) % 8 + 1;
    let text = format!(
        r#"{{"type":"hashi","rows":5,"cols":5,"problem":[["1","-","{}","-","2"],["-","-","-","-","-"],["{}","-","{}","-","{}"],["-","-","-","-","-"],["3","-","{}","-","4"]]}}"#,
        digit(0),
        digit(1),
        digit(2),
        digit(3),
        digit(4)
    );
    Entry {
        document: document(&text),
        rating: None,
        tags: vec!["numbered".to_owned()],
        origin: Origin {
            command: Some("test".to_owned()),
            seed: Some(u64::MAX),
            index: Some(n),
            version: None,
        },
    }
}

pub fn open(path: &Path) -> Library {
    Library::open(path, Open::OrCreate).unwrap_or_else(|e| panic!("{e}"))
}

/// Everything that is kept, in the order of the numbers.
pub fn dump(library: &Library) -> Vec<(i64, String)> {
    let list = library.list(&library::Filter::default()).expect("a list");
    let text = |id| {
        let kept = library.get(id).expect("a puzzle");
        puzzles::format::write(&kept.entry.whole(), "json").expect("json")
    };
    list.iter().map(|line| (line.id, text(line.id))).collect()
}
