//! Asking the protocol. Every request and response in these tests is held against the schema.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(dead_code, reason = "not every test uses all of it")]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use api::{Budget, answer, schema};
use jsonschema::Validator;
use puzzles::{FAMILIES, Family};
use serde_json::{Value, json};

struct Validators {
    request: Validator,
    response: Validator,
}

static VALIDATORS: LazyLock<BTreeMap<String, Validators>> = LazyLock::new(|| {
    let schema = schema();
    let validator = |part: &Value| {
        let mut part = part.clone();
        part["$schema"] = schema["$schema"].clone();
        part["$defs"] = schema["$defs"].clone();
        jsonschema::validator_for(&part).unwrap_or_else(|e| panic!("{e}"))
    };
    let ops = schema["ops"].as_object().expect("an object");
    ops.iter()
        .map(|(name, op)| {
            let validators = Validators {
                request: validator(&op["request"]),
                response: validator(&op["response"]),
            };
            (name.clone(), validators)
        })
        .collect()
});

/// Ask something that is a request.
pub fn ask(request: Value) -> Value {
    let op = request["op"].as_str().expect("an op");
    if let Err(error) = VALIDATORS[op].request.validate(&request) {
        panic!("not a request by the schema: {error}\n{request}");
    }
    ask_anything(&request.to_string(), op)
}

/// Ask with any text; what comes back must still be a response.
pub fn ask_anything(request: &str, op: &str) -> Value {
    let text = answer(request, Budget::UNLIMITED);
    let response = serde_json::from_str(&text).expect("a response is JSON");
    if let Err(error) = VALIDATORS[op].response.validate(&response) {
        panic!("not a response by the schema: {error}\n{response}");
    }
    response
}

/// Ask something that is refused; the message, and its place if it has one.
pub fn refusal(request: &str) -> (String, Option<(u64, u64)>) {
    let response = ask_anything(request, "show");
    assert_eq!(response["ok"], false, "{response}");
    let error = &response["error"];
    let place = error["line"].as_u64().zip(error["column"].as_u64());
    (error["message"].as_str().unwrap().to_owned(), place)
}

/// The families' samples, each with its family.
pub fn samples() -> Vec<(&'static Family, Value)> {
    let families = ask(json!({ "op": "families" }));
    let families = families["families"].as_array().unwrap();
    assert_eq!(families.len(), FAMILIES.len());
    let samples = |(family, described): (&&'static Family, &Value)| {
        assert_eq!(described["id"], family.id);
        let family = *family;
        let samples = described["samples"].as_array().unwrap().clone();
        samples
            .into_iter()
            .map(move |sample| (family, sample["puzzle"].clone()))
    };
    FAMILIES.iter().zip(families).flat_map(samples).collect()
}

pub fn blank(puzzle: &Value) -> Value {
    let shown = ask(json!({ "op": "show", "puzzle": puzzle }));
    assert_eq!(shown["ok"], true, "{shown}");
    shown["board"].clone()
}

pub fn solution(puzzle: &Value) -> Value {
    let solved = ask(json!({ "op": "solve", "puzzle": puzzle }));
    assert_eq!(solved["status"], "unique", "{puzzle}");
    solved["solutions"][0].clone()
}

/// Gestures of all kinds on and between all cells.
pub fn gestures(puzzle: &Value) -> Vec<Value> {
    let side = |field: &str| puzzle[field].as_i64().unwrap();
    let mut all = Vec::new();
    for row in 0..side("rows") {
        for col in 0..side("cols") {
            let at = json!({ "cell": [row, col] });
            all.push(json!({ "kind": "tap", "targets": [at] }));
            all.push(json!({ "kind": "key", "targets": [at], "value": "1" }));
            for next in [
                json!({ "cell": [row, col + 1] }),
                json!({ "cell": [row + 1, col] }),
            ] {
                all.push(json!({ "kind": "drag", "targets": [at, next] }));
            }
            all.push(json!({ "kind": "alt", "targets": [at] }));
        }
    }
    all
}
