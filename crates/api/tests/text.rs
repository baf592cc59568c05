//! Opening and exporting, for every family alike.

mod ask;

use ask::{ask, samples, solution};
use puzzles::FAMILIES;
use serde_json::{Value, json};

fn open(text: &str) -> Value {
    let response = ask(json!({ "op": "open", "text": text }));
    assert_eq!(response["ok"], true, "{response}");
    response
}

#[test]
fn a_family_is_described_drawn_and_has_samples() {
    let families = ask(json!({ "op": "families" }));
    for family in families["families"].as_array().unwrap() {
        let has = |field: &str| !family[field].as_array().unwrap().is_empty();
        assert!(has("howToPlay"));
        assert!(family["picture"]["items"].as_array().unwrap().len() > 3);
        assert_eq!(family["samples"].as_array().unwrap().len(), 3);
    }
}

#[test]
fn many_puzzles_are_opened_and_the_bad_ones_reported_with_their_line() {
    for family in FAMILIES {
        let text = format!("{}\n{{\"type\": 5}}\n", family.texts.samples.trim_end());
        let opened = open(&text);
        assert_eq!(opened["puzzles"].as_array().unwrap().len(), 3);
        for puzzle in opened["puzzles"].as_array().unwrap() {
            assert_eq!(puzzle["name"], family.name);
            assert_eq!(puzzle["title"], puzzle["puzzle"]["title"]);
            assert_eq!(puzzle.get("board"), None);
        }
        let errors = opened["errors"].as_array().unwrap();
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0]["line"], 4);
        assert!(errors[0]["column"].as_u64() > Some(1));
    }
}

#[test]
fn a_text_that_is_nothing_is_an_error_with_a_place() {
    for text in ["", "\n\n", "hello", "{", "http://", "\u{0}"] {
        let opened = open(text);
        assert_eq!(opened["puzzles"], json!([]), "{text:?}");
        assert!(opened["errors"][0]["line"].as_u64() >= Some(1), "{opened}");
    }
}

#[test]
fn two_hundred_puzzles_are_opened_and_the_rest_is_named() {
    let line = FAMILIES[0].texts.samples.lines().next().unwrap();
    let text = vec![line; 203].join("\n");
    let opened = open(&text);
    assert_eq!(opened["puzzles"].as_array().unwrap().len(), 200);
    assert_eq!(
        opened["errors"],
        json!([{
            "message": "more than 200 puzzles at once; the 3 from here on are left out",
            "line": 201,
            "column": 1,
        }])
    );
}

#[test]
fn a_puzzle_is_called_by_its_title_its_identity_or_its_size() {
    let line = FAMILIES[0].texts.samples.lines().next().unwrap();
    let mut puzzle: Value = serde_json::from_str(line).unwrap();
    puzzle["id"] = json!("no-1");
    let title = |puzzle: &Value| open(&puzzle.to_string())["puzzles"][0]["title"].clone();
    assert_eq!(title(&puzzle), puzzle["title"]);
    puzzle["title"] = json!(" ");
    assert_eq!(title(&puzzle), "no-1");
    puzzle["id"] = json!(5);
    let size = format!("{}×{}", puzzle["rows"], puzzle["cols"]);
    assert_eq!(title(&puzzle), size);
}

#[test]
fn marks_come_along_and_solutions_do_not() {
    for (_, puzzle) in samples() {
        let board = solution(&puzzle);
        let exported = ask(json!({
            "op": "export", "puzzle": puzzle, "board": board, "format": "json",
        }));
        let opened = open(exported["text"].as_str().unwrap());
        assert_eq!(opened["puzzles"][0]["board"], board);
        assert_eq!(opened["puzzles"][0]["puzzle"], puzzle);
    }
    for family in FAMILIES {
        for opened in open(family.texts.boards)["puzzles"].as_array().unwrap() {
            let puzzle = opened["puzzle"].as_object().unwrap();
            for field in ["solution", "marks", "notes"] {
                assert!(!puzzle.contains_key(field), "{puzzle:?}");
            }
            // It is what the client sends back: it must mean the same again.
            let again = &open(&opened["puzzle"].to_string())["puzzles"][0];
            assert_eq!(again["puzzle"], opened["puzzle"]);
            assert_eq!(again.get("board"), None);
        }
    }
}

#[test]
fn what_is_exported_can_be_opened() {
    for (family, puzzle) in samples() {
        let formats = ask(json!({ "op": "formats", "puzzle": puzzle }));
        let formats = formats["formats"].as_array().unwrap();
        assert!(formats.contains(&json!("json")), "{family:?}");
        for format in formats {
            let exported = ask(json!({ "op": "export", "puzzle": puzzle, "format": format }));
            let opened = open(exported["text"].as_str().unwrap());
            assert_eq!(opened["errors"], json!([]), "{family:?} as {format}");
            let back = &opened["puzzles"][0]["puzzle"];
            for field in ["type", "rows", "cols"] {
                assert_eq!(back.get(field), puzzle.get(field), "{family:?} as {format}");
            }
        }
        let refused = ask(json!({ "op": "export", "puzzle": puzzle, "format": "gif" }));
        let message = refused["error"]["message"].as_str().unwrap();
        assert!(message.starts_with("unknown format \"gif\""), "{message}");
    }
}
