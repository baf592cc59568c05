//! Requests to a library: whatever is asked, each is answered or refused, and afterwards the library
//! can be listed and holds what it lists.
//!
//! An input is some requests, one to a line. All are given to a copy of the same library of three
//! puzzles.

use std::fs;
use std::sync::LazyLock;

use serde_json::{Value, json};
use serve::LibraryRequests;

use super::{answered, bounded};
use crate::{Target, seeds};

/// See the head of this file.
pub const TARGET: Target = Target {
    name: "library",
    about: "Requests to a library",
    seeds,
    take,
    share: 5,
    round: 100,
};

/// The most requests of one input.
const MOST_REQUESTS: usize = 6;

fn seeds() -> Vec<Vec<u8>> {
    let single = seeds::requests("library");
    let pairs = single.iter().zip(single.iter().skip(7));
    let pairs: Vec<Vec<u8>> = pairs.map(|(a, b)| [&a[..], &b[..]].join(&b'\n')).collect();
    [single, pairs].concat()
}

/// The file of the library that all inputs begin with.
pub(super) static TEMPLATE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("template.library");
    {
        let library = LibraryRequests::open(&file).expect("a new library");
        let puzzles: Vec<Value> = (seeds::played().iter().step_by(3).take(3))
            .map(|played| json!({ "puzzle": played.puzzle, "tags": ["one"] }))
            .collect();
        let add = json!({ "op": "add", "puzzles": puzzles }).to_string();
        let answer = bounded(|budget| library.answer(&add, budget));
        assert!(answer.starts_with("{\"ok\":true"), "{answer}");
    }
    fs::read(&file).expect("it was closed, so all of it is in this file")
});

fn take(input: &[u8]) -> Result<String, String> {
    let Ok(text) = std::str::from_utf8(input) else {
        return Ok("not text".to_owned());
    };
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let file = folder.path().join("one.library");
    fs::write(&file, &*TEMPLATE).map_err(|e| e.to_string())?;
    let library = LibraryRequests::open(&file).map_err(|e| e.to_string())?;
    let mut outcome = String::new();
    for request in text.lines().take(MOST_REQUESTS) {
        let answer = bounded(|budget| library.answer(request, budget));
        outcome += &answered(&answer)?;
    }
    let ask = |request: Value| -> Result<Value, String> {
        let answer = bounded(|budget| library.answer(&request.to_string(), budget));
        let answer: Value = serde_json::from_str(&answer).map_err(|e| e.to_string())?;
        match answer["ok"] == true {
            true => Ok(answer),
            false => Err(format!("afterwards {request} is answered {answer}")),
        }
    };
    let list = ask(json!({ "op": "list" }))?;
    let entries = list["entries"].as_array().map_or(&[][..], Vec::as_slice);
    let ids: Vec<&Value> = entries.iter().map(|entry| &entry["id"]).collect();
    let got = ask(json!({ "op": "get", "ids": ids }))?;
    match got["entries"].as_array().map(Vec::len) == Some(ids.len()) {
        true => Ok(format!("{outcome} {} left", ids.len())),
        false => Err(format!("{} are listed, but {got} is there", ids.len())),
    }
}
