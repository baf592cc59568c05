//! Texts: every format written and read back, instances for other solvers, and the protocol.

use puzzles::format::{self, Document, split};
use sat::Budget;
use serde_json::{Map, Value, json};

use super::Pages;
use super::boards::{boards, half, solution};

/// The puzzle in every format, with its solution and with a board half done, and what is read back.
pub fn formats(document: &Document, pages: &mut Pages) {
    let mut begun = document.clone();
    begun.marks = Some(half(&solution(document), 0));
    for format in format::formats() {
        for (name, document) in [("as it came", document), ("begun", &begun)] {
            let name = format!("{} {name}", format.name);
            match format::write(document, format.name) {
                Ok(text) => {
                    pages.line("formats", format!("{name}\n{text}"));
                    pages.line("formats", read_back(&text));
                }
                Err(error) => {
                    pages.line("formats", format!("{name}: cannot"));
                    pages.line("formats-words", error);
                }
            }
        }
    }
}

/// What a text says, as JSON.
fn read_back(text: &str) -> String {
    let read = |chunk: &format::Chunk| match chunk.read() {
        Ok(again) => format::write(&again, "json").unwrap_or_else(|_| "cannot".to_owned()),
        Err(error) => format!("wrong at {}:{}", error.line, error.column),
    };
    let all: Vec<String> = split(text).iter().map(read).collect();
    all.join("\n")
}

/// The instances for SAT and SMT solvers.
pub fn instances(document: &Document, pages: &mut Pages) {
    let puzzle = document.puzzle.as_ref();
    let meaning = |fact| puzzle.fact_text(fact);
    pages.line(
        "instances",
        smt::dimacs::write(&puzzle.encode(), &[], meaning),
    );
    for encoding in puzzle.family().engines().encodings {
        let text = match (encoding.build)(puzzle) {
            Ok(instance) => {
                let values = smt::get_values(&instance.script, &instance.atoms);
                smt::script(&instance.script, &[]) + &values
            }
            Err(_) => "cannot".to_owned(),
        };
        pages.line("instances", format!("{}\n{text}", encoding.id));
    }
}

/// What the protocol answers about a puzzle and some boards.
pub fn protocol(document: &Document, pages: &mut Pages) {
    let bare = Document::new(document.puzzle.clone());
    let text = format::write(&bare, "json").expect("every puzzle can be written as JSON");
    let puzzle: Value = serde_json::from_str(&text).expect("the json format writes JSON");
    let size = document.puzzle.size();
    let mut ask = |op: &str, fields: Value| {
        let mut request = json!({ "op": op, "puzzle": puzzle });
        for (key, value) in fields.as_object().into_iter().flatten() {
            request[key] = value.clone();
        }
        answer("protocol", "protocol-words", &request, pages);
    };
    ask("open", json!({ "text": text }));
    ask("verdict", json!({ "rate": true }));
    ask("canvas", json!({}));
    ask("rate", json!({ "player": 1 }));
    ask("solve", json!({}));
    ask(
        "resize",
        json!({ "rows": size.rows() + 1, "cols": size.cols() + 1 }),
    );
    ask("export", json!({ "format": "janko" }));
    // Smallest reasons are searched for with a number of questions here, not for a time; on large
    // boards that takes long.
    if size.len() <= 64 {
        ask("trace", json!({}));
    }
    for (_, board) in boards(document).into_iter().take(5) {
        let slots = board.slots;
        ask("show", json!({ "board": slots, "look": { "met": true } }));
        ask("check", json!({ "board": slots }));
        ask("check", json!({ "board": slots, "against": "solution" }));
        ask("help", json!({ "board": slots }));
        ask("say", json!({ "board": slots, "cell": [0, 0] }));
        ask(
            "scratch",
            json!({ "board": slots, "steps": 3, "rules": { "level": 2 } }),
        );
        let drag = json!({ "kind": "drag", "targets": [{ "cell": [0, 0] }, { "cell": [0, 1] }] });
        ask("gesture", json!({ "board": slots, "gesture": drag }));
        ask("hint", json!({ "board": slots, "rules": { "level": 4 } }));
    }
}

/// What the protocol says about no puzzle: families, rules, formats.
pub fn catalogue(pages: &mut Pages) {
    for op in ["families", "formats"] {
        answer("catalogue", "catalogue-words", &json!({ "op": op }), pages);
    }
}

/// An answer without its sentences on one page, and all of it on another.
fn answer(kind: &'static str, words: &'static str, request: &Value, pages: &mut Pages) {
    let text = api::answer(&request.to_string(), Budget::UNLIMITED);
    let answer: Value = serde_json::from_str(&text).expect("the protocol answers with JSON");
    let op = request["op"].as_str().unwrap_or_default();
    pages.line(kind, format!("{op} {}", wordless(&answer)));
    pages.line(words, format!("{op} {text}"));
}

/// Fields of the protocol that hold sentences.
const SENTENCES: [&str; 12] = [
    "about", "carries", "depths", "error", "gesture", "meaning", "message", "name", "rules",
    "text", "title", "words",
];

/// The same without sentences; scenes, whose texts are clues, are left alone.
fn wordless(value: &Value) -> Value {
    let is_words = |value: &Value| match value {
        Value::String(_) => true,
        Value::Array(all) => !all.is_empty() && all.iter().all(Value::is_string),
        _ => false,
    };
    match value {
        Value::Object(fields) => {
            let kept = fields.iter().filter_map(|(key, value)| match key.as_str() {
                "scene" => Some((key.clone(), value.clone())),
                key if SENTENCES.contains(&key) && is_words(value) => None,
                _ => Some((key.clone(), wordless(value))),
            });
            Value::Object(kept.collect::<Map<_, _>>())
        }
        Value::Array(all) => all.iter().map(wordless).collect(),
        other => other.clone(),
    }
}
