//! Showing boards and playing on them, for every family alike.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ask;

use ask::{ask, blank, gestures, samples, solution};
use serde_json::{Value, json};

#[test]
fn a_puzzle_is_shown_blank_if_no_board_is_sent() {
    for (family, puzzle) in samples() {
        let shown = ask(json!({ "op": "show", "puzzle": puzzle }));
        assert_eq!(shown["name"], family.name);
        assert_eq!(shown["rules"], family.rules);
        assert_eq!(shown["complete"], false);
        assert_eq!(
            shown["scene"]["size"],
            json!([puzzle["rows"], puzzle["cols"]])
        );
        let again = ask(json!({ "op": "show", "puzzle": puzzle, "board": shown["board"] }));
        assert_eq!(again, shown);
    }
}

#[test]
fn a_solution_is_complete_and_may_be_drawn_as_one() {
    for (_, puzzle) in samples() {
        let board = solution(&puzzle);
        let shown = ask(json!({
            "op": "show", "puzzle": puzzle, "board": board, "look": { "solution": true, "met": true },
        }));
        assert_eq!(shown["complete"], true);
        assert!(count(&shown, "solution") > 0);
        assert_eq!(count(&shown, "entered"), 0);
    }
}

fn count(response: &Value, role: &str) -> usize {
    let items = response["scene"]["items"].as_array().unwrap();
    items.iter().filter(|item| item["role"] == role).count()
}

#[test]
fn a_look_marks_cells_and_trial_layers() {
    let (_, puzzle) = &samples()[0];
    let board = solution(puzzle);
    let layers = vec![1; board.as_array().unwrap().len()];
    let look = json!({
        "layers": layers,
        "wrong": [[0, 0], [1, 1], [30_000, -30_000]],
        "highlight": [[0, 0]],
    });
    let shown = ask(json!({ "op": "show", "puzzle": puzzle, "board": board, "look": look }));
    assert_eq!(count(&shown, "wrong"), 2, "the cell far away is left out");
    assert_eq!(count(&shown, "highlight"), 1);
    assert!(count(&shown, "trial") > 0);
    let one = json!({ "layers": [] });
    let shown = ask(json!({ "op": "show", "puzzle": puzzle, "board": board, "look": one }));
    assert_eq!(
        count(&shown, "trial"),
        0,
        "layers may be shorter than the board"
    );
}

#[test]
fn a_board_of_another_length_is_refused() {
    for (_, puzzle) in samples() {
        let mut board = blank(&puzzle);
        board.as_array_mut().unwrap().push(json!(0));
        for op in ["show", "check", "gesture", "say", "export"] {
            let response = ask(json!({
                "op": op, "puzzle": puzzle, "board": board, "against": "rules", "cell": [0, 0],
                "gesture": { "kind": "tap", "targets": [] }, "format": "json",
            }));
            let message = response["error"]["message"].as_str().unwrap();
            assert!(message.starts_with("the board has "), "{op}: {message}");
        }
    }
}

#[test]
fn a_move_leads_to_the_board_and_back() {
    for (family, puzzle) in samples() {
        let blank = blank(&puzzle);
        let mut board = blank.clone();
        let mut undo = Vec::new();
        for gesture in gestures(&puzzle) {
            let played = ask(json!({
                "op": "gesture", "puzzle": puzzle, "board": board, "gesture": gesture,
            }));
            assert_eq!(played["ok"], true, "{gesture}: {played}");
            let Some(changes) = played["move"].as_array() else {
                assert_eq!(played["board"], board, "nothing meant, nothing changed");
                continue;
            };
            for change in changes {
                let slot = change[0].as_u64().unwrap() as usize;
                assert_eq!(board[slot], change[1]);
                assert_ne!(change[1], change[2]);
                board[slot] = change[2].clone();
                undo.push((slot, change[1].clone()));
            }
            assert_eq!(played["board"], board);
        }
        assert!(!undo.is_empty(), "{family:?}: no gesture means anything");
        for (slot, old) in undo.into_iter().rev() {
            board[slot] = old;
        }
        assert_eq!(board, blank);
    }
}

#[test]
fn targets_beside_the_sheet_mean_nothing() {
    for (_, puzzle) in samples() {
        let board = blank(&puzzle);
        for kind in ["tap", "alt", "drag", "key"] {
            let far = json!([
                { "cell": [i16::MIN, 0] }, { "border": [0, i16::MAX, "s"] }, { "outside": [-2, 5] },
            ]);
            let gesture = json!({ "kind": kind, "targets": far, "value": "1" });
            let played = ask(json!({
                "op": "gesture", "puzzle": puzzle, "board": board, "gesture": gesture,
            }));
            assert_eq!(played["ok"], true);
            assert_eq!(played.get("move"), None);
        }
    }
}

#[test]
fn every_cell_can_be_said() {
    for (_, puzzle) in samples() {
        let board = solution(&puzzle);
        for row in 0..puzzle["rows"].as_u64().unwrap() {
            let said = ask(json!({
                "op": "say", "puzzle": puzzle, "board": board, "cell": [row, 0],
            }));
            assert!(!said["text"].as_str().unwrap().is_empty());
        }
        let said = ask(json!({ "op": "say", "puzzle": puzzle, "board": board, "cell": [-1, 0] }));
        assert_eq!(
            said["error"]["message"],
            "the cell r-1c0 is not on the board"
        );
    }
}

/// The same request has the same answer, whatever was asked in between.
#[test]
fn nothing_is_kept_between_requests() {
    let puzzles = samples();
    let requests: Vec<String> = puzzles
        .iter()
        .flat_map(|(_, puzzle)| {
            let board = blank(puzzle);
            let gesture = &gestures(puzzle)[0];
            [
                json!({ "op": "show", "puzzle": puzzle }),
                json!({ "op": "gesture", "puzzle": puzzle, "board": board, "gesture": gesture }),
                json!({ "op": "check", "puzzle": puzzle, "board": board, "against": "solution" }),
            ]
        })
        .map(|request| request.to_string())
        .collect();
    let answers = |order: &mut dyn Iterator<Item = &String>| -> Vec<String> {
        order
            .map(|r| api::answer(r, api::Budget::UNLIMITED))
            .collect()
    };
    let forth = answers(&mut requests.iter());
    let mut back = answers(&mut requests.iter().rev());
    back.reverse();
    assert_eq!(forth, back);
}

#[test]
fn hands_are_listed_and_understood() {
    let families = ask(json!({ "op": "families" }))["families"].clone();
    let mut differ = 0;
    for (family, puzzle) in firsts() {
        let described = families.as_array().unwrap().iter();
        let described = described.clone().find(|f| f["id"] == family.id).unwrap();
        let hands = described["hands"].as_array().unwrap();
        let blank = ask(json!({ "op": "show", "puzzle": puzzle }))["board"].clone();
        // The same gesture twice, on each cell of the first rows.
        let twice = |hands: Option<&Value>, kind: &str| {
            let cells = (0..3).flat_map(|row| (0..3).map(move |col| (row, col)));
            let boards = cells.map(|(row, col)| {
                let cell = json!([{ "cell": [row, col] }]);
                let mut gesture = json!({ "kind": kind, "targets": cell, "again": true });
                if let Some(id) = hands {
                    gesture["hands"] = id.clone();
                }
                let act = |board: &Value| {
                    let request = json!({
                        "op": "gesture", "puzzle": puzzle, "board": board, "gesture": gesture,
                    });
                    ask(request)["board"].clone()
                };
                let once = act(&blank);
                (act(&once), once)
            });
            boards.collect::<Vec<_>>()
        };
        for (i, each) in hands.iter().enumerate() {
            let id = Some(&each["id"]);
            let same = ["tap", "alt"].map(|kind| twice(id, kind) == twice(None, kind));
            assert_eq!(same == [true, true], i == 0, "{family:?} {each}");
            differ += i;
        }
        let unknown = json!("unheard-of");
        let as_usual = twice(Some(&unknown), "tap") == twice(None, "tap");
        assert!(as_usual, "{family:?}");
    }
    assert!(differ > 4);
}

/// The first sample of each family.
fn firsts() -> Vec<(&'static puzzles::Family, Value)> {
    let mut firsts = samples();
    firsts.dedup_by_key(|(family, _)| family.id);
    firsts
}
