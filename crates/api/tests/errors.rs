//! What is refused, and the place that the error gives.

mod ask;

use ask::{ask_anything, blank, refusal, samples};
use serde_json::{Value, json};

#[test]
fn what_is_not_json_is_refused_at_its_place() {
    let (message, place) = refusal("{\"op\": \"show\",\n  \"puzzle\": ä}");
    assert!(
        message.starts_with("not a request: expected value"),
        "{message}"
    );
    assert_eq!(place, Some((2, 13)));
    for text in [
        "",
        " ",
        "5",
        "[]",
        "null",
        "{}",
        "{\"op\": 5}",
        "\u{feff}{}",
    ] {
        let (_, place) = refusal(text);
        assert!(place.is_some(), "{text:?}");
    }
}

#[test]
fn columns_count_characters() {
    let (_, place) = refusal("{\"ä\": \"öü\", ?");
    assert_eq!(place, Some((1, 13)));
}

#[test]
fn an_unknown_op_is_told_what_there_is() {
    let (message, _) = refusal("{\"op\": \"sing\"}");
    assert!(
        message.starts_with("unknown op \"sing\"; there are families, "),
        "{message}"
    );
}

#[test]
fn a_missing_or_wrong_field_is_named() {
    let (message, place) = refusal("{\"op\": \"show\"}");
    assert_eq!(message, "not a request: missing field `puzzle`");
    assert!(place.is_some());
    let (message, place) = refusal("{\"op\": \"show\", \"puzzle\": {}, \"board\": [70000]}");
    assert!(message.contains("expected u16"), "{message}");
    assert_eq!(place.map(|(line, _)| line), Some(1));
}

#[test]
fn an_error_in_the_puzzle_has_its_place_in_the_request() {
    let request = "{\n  \"op\": \"show\",\n  \"puzzle\": {\"type\": \"chess\"}\n}";
    let (message, place) = refusal(request);
    assert!(
        message.starts_with("unknown puzzle type \"chess\""),
        "{message}"
    );
    assert_eq!(place, Some((3, 22)));
    let request = "{\"op\": \"show\", \"puzzle\": 7}";
    assert_eq!(
        refusal(request),
        ("expected the object of a puzzle".to_owned(), Some((1, 26)))
    );
}

#[test]
fn a_huge_board_is_refused_before_anything_is_made_for_it() {
    for (_, mut puzzle) in samples() {
        puzzle["rows"] = json!(10_000);
        puzzle["cols"] = json!(10_000);
        let (message, place) = refusal(&json!({ "op": "show", "puzzle": puzzle }).to_string());
        assert!(message.contains("10000×10000"), "{message}");
        assert!(place.is_some());
        puzzle["rows"] = json!(u64::MAX);
        refusal(&json!({ "op": "show", "puzzle": puzzle }).to_string());
    }
}

#[test]
fn lists_are_bounded() {
    let (_, puzzle) = &samples()[0];
    let board = blank(puzzle);
    let gesture = |targets: usize, key: usize| {
        let target = json!({ "cell": [0, 0] });
        json!({
            "op": "gesture", "puzzle": puzzle, "board": board,
            "gesture": {
                "kind": "drag", "targets": vec![target; targets], "value": "1".repeat(key),
            },
        })
    };
    let fine = ask_anything(&gesture(10_000, 32).to_string(), "gesture");
    assert_eq!(fine["ok"], true);
    let (message, _) = refusal(&gesture(10_001, 1).to_string());
    assert_eq!(message, "10001 targets; at most 10000 are read");
    let (message, _) = refusal(&gesture(1, 33).to_string());
    assert_eq!(message, "33 bytes in a key; at most 32 are read");
    let cells = vec![json!([0, 0]); 10_001];
    let look = json!({ "op": "show", "puzzle": puzzle, "look": { "wrong": cells } });
    let (message, _) = refusal(&look.to_string());
    assert_eq!(message, "10001 cells in a look; at most 10000 are read");
}

#[test]
fn a_request_of_more_than_a_megabyte_is_refused() {
    let text = "x".repeat(api::bounds::REQUEST);
    let (message, _) = refusal(&json!({ "op": "open", "text": text }).to_string());
    assert!(message.starts_with("a request of 1048"), "{message}");
}

#[test]
fn deep_nesting_is_refused() {
    for open in ["[", "{\"puzzle\":"] {
        refusal(&open.repeat(100_000));
        let request = format!("{{\"op\": \"show\", \"puzzle\": {}", open.repeat(100_000));
        refusal(&request);
    }
}

#[test]
fn unknown_fields_are_passed_over() {
    let response: Value = ask_anything("{\"op\": \"families\", \"extra\": [1, 2]}", "families");
    assert_eq!(response["ok"], true);
}
