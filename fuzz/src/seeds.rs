//! What targets begin with: the families' examples, in every format.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use puzzles::format::{Document, formats, split, write};
use puzzles::{Board, FAMILIES, Family, Puzzle};
use serde_json::{Value, json};

/// The most cells of a board that inputs are made of: large ones take long and show nothing new.
const CELLS: usize = 64;

/// Every example of every family, where it is small.
pub fn documents() -> Vec<Document> {
    let examples = FAMILIES
        .iter()
        .flat_map(|family| family.examples().chain(family.samples()));
    let small = |document: &Document| document.puzzle.size().len() <= CELLS;
    examples.flatten().filter(small).collect()
}

/// These in every format, and the texts that families list as right or wrong.
pub fn texts() -> Vec<Vec<u8>> {
    let mut texts: Vec<String> = Vec::new();
    for document in documents() {
        texts.extend(formats().filter_map(|format| write(&document, format.name).ok()));
    }
    texts.extend(FAMILIES.iter().flat_map(|family| listed(family)));
    texts.sort_unstable();
    texts.dedup();
    texts.into_iter().map(String::into_bytes).collect()
}

/// The texts in a family's `formats.txt`: what stands between its headings and directives.
fn listed(family: &Family) -> Vec<String> {
    let file = format!("../crates/puzzles/src/{}/examples/formats.txt", family.id);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let mut texts = vec![String::new()];
    for line in text.lines().filter(|line| !line.starts_with("# ")) {
        match line.strip_prefix("> if line 1 is: ") {
            Some(line) => texts.push(line.replace('␤', "\n")),
            None if line.starts_with("> ") || line.starts_with("= ") => texts.push(String::new()),
            None => {
                let last = texts.last_mut().expect("one to begin with");
                *last += &line.replace('␠', " ").replace('␉', "\t").replace('␍', "\r");
                last.push('\n');
            }
        }
    }
    texts.retain(|text| !text.trim().is_empty());
    texts
}

/// A puzzle as requests have it, and boards that fit: one with nothing on it and one with a solution.
pub struct Played {
    /// The object of the puzzle.
    pub puzzle: Value,
    /// Its boards.
    pub boards: Vec<Vec<u16>>,
    /// Its family.
    pub family: &'static str,
}

/// A few small puzzles of every family.
pub fn played() -> Vec<Played> {
    const EACH: usize = 3;
    let mut played = Vec::new();
    for family in FAMILIES {
        let documents = documents();
        let own = documents
            .iter()
            .filter(|d| d.puzzle.family().id == family.id);
        played.extend(own.take(EACH).map(|document| Played {
            puzzle: object(&document.puzzle),
            boards: boards(document),
            family: family.id,
        }));
    }
    played
}

fn object(puzzle: &Arc<dyn Puzzle>) -> Value {
    let text = write(&Document::new(puzzle.clone()), "json").expect("json holds everything");
    serde_json::from_str(&text).expect("the json format writes JSON")
}

fn boards(document: &Document) -> Vec<Vec<u16>> {
    let blank = document.puzzle.blank();
    let given = document.marks.iter().chain(&document.solution);
    let boards = std::iter::once(&blank).chain(given);
    boards.map(|board: &Board| board.slots.clone()).collect()
}

/// Requests for every operation of a table of the schema, for a few puzzles. Each has all fields that
/// any operation knows: those that it does not ask for are ignored.
pub fn requests(table: &str) -> Vec<Vec<u8>> {
    let schema = api::schema();
    let ops = schema[table].as_object().expect("a table of operations");
    let mut requests = Vec::new();
    for (i, (op, of)) in ops.iter().enumerate() {
        for (j, played) in played().iter().enumerate() {
            let board = &played.boards[(i + j) % played.boards.len()];
            let all = fields(played, board);
            let mut request = json!({ "op": op });
            let properties = of["request"]["properties"].as_object();
            for name in properties
                .into_iter()
                .flat_map(|properties| properties.keys())
            {
                if let Some(value) = all.get(name) {
                    request[name] = value.clone();
                }
            }
            requests.push(request.to_string().into_bytes());
        }
    }
    requests
}

/// A value for each field that operations have.
fn fields(played: &Played, board: &[u16]) -> Value {
    let text = played.puzzle.to_string();
    let whole = split(&text)[0].read().expect("it was written just now");
    json!({
        "puzzle": played.puzzle, "board": board, "text": text, "format": "janko",
        "gesture": { "kind": "tap", "targets": [{ "cell": [0, 0] }], "value": "2", "tidy": true },
        "look": { "met": true, "wrong": [[0, 0]], "layers": [1] }, "against": "solution",
        "cell": [0, 0], "rules": { "level": 3 }, "once": true, "steps": 2, "player": 2,
        "family": played.family, "rows": whole.puzzle.size().rows(), "cols": whole.puzzle.size().cols(),
        "symmetry": "turn", "seed": 5, "index": 1, "attempts": 2, "count": 1,
        "ids": [1, 2, 99], "id": 1, "tags": ["one", "two"], "add": ["three"], "remove": ["one"],
        "puzzles": [{ "puzzle": played.puzzle, "tags": ["new"] }],
        "play": { "solved": true, "seconds": 61, "difficulty": "hard", "board": board, "moves": [[[0, 0, 1]]] },
        "request": { "op": "import", "text": text }, "plays": true,
        "known": { "next": 1, "plays": 0, "lines": [], "ids": [1, 2], "keys": [] },
        "filter": { "family": played.family, "tag": "one" },
    })
}
