//! What the first view asks, with the answers, so that it is shown before the engine is there.

use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::run::command;

/// The requests with their answers, as JSON.
pub fn answers() -> Result<Vec<u8>, String> {
    let first = vec![json!({ "op": "families" }), json!({ "op": "levels" })];
    let mut known = ask(first)?;
    let samples = known[0]["answer"]["families"]
        .as_array()
        .into_iter()
        .flatten();
    let samples = samples.flat_map(|family| family["samples"].as_array().into_iter().flatten());
    // As board/thumbnail.js asks for them.
    let pictures = samples.map(|sample| {
        let puzzle = &sample["puzzle"];
        json!({ "op": "show", "puzzle": puzzle, "look": { "met": true } })
    });
    let pictures = ask(pictures.collect())?;
    known.extend(pictures);
    Ok(Value::from(known).to_string().into_bytes())
}

/// Ask the protocol, as it is built for this machine.
fn ask(requests: Vec<Value>) -> Result<Vec<Value>, String> {
    let failed = |e: std::io::Error| format!("the protocol cannot be asked: {e}");
    let words = ["run", "--quiet", "-p", "api", "--example", "answer"];
    let mut asked = command("cargo", &words, &[])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let lines: String = requests
        .iter()
        .map(|request| format!("{request}\n"))
        .collect();
    let mut input = asked.stdin.take().ok_or("the protocol does not listen")?;
    let writing = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = asked.wait_with_output().map_err(failed)?;
    let _ = writing.join();
    let text = String::from_utf8_lossy(&output.stdout);
    let answers: Vec<Value> = text.lines().flat_map(serde_json::from_str).collect();
    if answers.len() != requests.len() || answers.iter().any(|answer| answer["ok"] != true) {
        return Err("the protocol has no answers to what the first view asks".to_owned());
    }
    let pairs = requests.into_iter().zip(answers);
    Ok(pairs
        .map(|(request, answer)| json!({ "request": request, "answer": answer }))
        .collect())
}
