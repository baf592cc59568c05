//! Hints, help, traces, ratings and scratch paper, for every family alike.

mod ask;

use ask::{ask, ask_anything, blank, gestures, samples, solution};
use puzzles::reason::{Player, Weights, rate};
use serde_json::{Value, json};

fn moved(board: &Value, changes: &Value) -> Value {
    let mut board = board.clone();
    for change in changes.as_array().expect("a move") {
        let slot = change[0].as_u64().expect("a slot") as usize;
        assert_eq!(board[slot], change[1], "a move that does not fit");
        assert_ne!(change[1], change[2], "a change that changes nothing");
        board[slot] = change[2].clone();
    }
    board
}

fn differs(puzzle: &Value, board: &Value) -> usize {
    let checked = ask(json!({
        "op": "check", "puzzle": puzzle, "board": board, "against": "solution",
    }));
    checked["differs"].as_array().expect("cells").len()
}

/// The first sample of each family.
fn firsts() -> Vec<Value> {
    let all = samples();
    all.into_iter()
        .step_by(3)
        .map(|(_, puzzle)| puzzle)
        .collect()
}

#[test]
fn hints_lead_to_the_end_and_every_depth_says_more() {
    for puzzle in firsts() {
        let mut board = blank(&puzzle);
        let mut hints = 0;
        loop {
            let hint = ask(json!({ "op": "hint", "puzzle": puzzle, "board": board }));
            if hint["status"] == "finished" {
                break;
            }
            assert_eq!(hint["status"], "step", "{hint}");
            let depths = hint["depths"].as_array().expect("four texts");
            assert!(depths[0].as_str().unwrap().starts_with("Look at "));
            assert!(
                depths[1]
                    .as_str()
                    .unwrap()
                    .contains(hint["name"].as_str().unwrap())
            );
            assert!(depths[2].as_str().unwrap().ends_with('.'), "{depths:?}");
            assert!(depths[3].as_str().unwrap().ends_with('.'), "{depths:?}");
            assert!(!hint["cells"].as_array().unwrap().is_empty());
            board = moved(&board, &hint["move"]);
            hints += 1;
            assert!(hints < 500, "{puzzle}: no end of hints");
        }
        assert!(hints > 3);
        assert_eq!(differs(&puzzle, &board), 0);
    }
}

/// How far cells lie from the nearest of others, in the mean.
fn apart(cells: &Value, others: &Value) -> f64 {
    let places = |cells: &Value| -> Vec<(f64, f64)> {
        let each = cells.as_array().expect("cells").iter();
        let number = |value: &Value| value.as_f64().expect("a number");
        each.map(|at| (number(&at[0]), number(&at[1]))).collect()
    };
    let others = places(others);
    let nearest = |(row, col): &(f64, f64)| {
        let each = others
            .iter()
            .map(|(r, c)| (r - row).abs() + (c - col).abs());
        each.fold(f64::INFINITY, f64::min)
    };
    let cells = places(cells);
    cells.iter().map(nearest).sum::<f64>() / cells.len() as f64
}

#[test]
fn a_hint_is_near_what_was_entered_last() {
    let mut nearer = 0;
    for (_, puzzle) in samples().into_iter().skip(2).step_by(3) {
        let traced = ask(json!({ "op": "trace", "puzzle": puzzle }));
        let before = traced["start"].clone();
        let (mut near, mut anywhere, mut asked) = (0.0, 0.0, 0);
        let steps = traced["steps"].as_array().expect("steps");
        for step in steps.iter().filter(|step| step["move"].is_array()) {
            // A board on which only this one is written, which may be too early for it.
            let Some(board) = entered(&before, &step["move"]) else {
                continue;
            };
            let hint = |since: Option<&Value>| {
                let request = json!({ "op": "hint", "puzzle": puzzle, "board": board });
                let with = |since| json!({ "op": "hint", "puzzle": puzzle, "board": board, "since": since });
                ask(since.map_or(request, with))
            };
            let (here, there) = (hint(Some(&before)), hint(None));
            if here["status"] != "step" || here["level"] != there["level"] {
                continue;
            }
            asked += 1;
            near += apart(&here["cells"], &step["cells"]);
            anywhere += apart(&there["cells"], &step["cells"]);
        }
        assert!(asked > 3, "{puzzle}");
        // Where hardly a step is open there is nothing to choose from.
        assert!(near <= anywhere, "{puzzle}: {near} and {anywhere}");
        nearer += usize::from(near < 0.8 * anywhere);
    }
    assert!(nearer > 2);
}

/// The board with a move that was meant for a later one; none if it does not fit here.
fn entered(board: &Value, changes: &Value) -> Option<Value> {
    let mut board = board.clone();
    for change in changes.as_array()? {
        let slot = change[0].as_u64()? as usize;
        if board[slot] != change[1] {
            return None;
        }
        board[slot] = change[2].clone();
    }
    Some(board)
}

#[test]
fn from_a_wrong_board_there_is_a_way_back_that_keeps_what_can_stay() {
    for puzzle in firsts() {
        let empty = blank(&puzzle);
        let mut seen = 0;
        for gesture in gestures(&puzzle) {
            let played = ask(json!({
                "op": "gesture", "puzzle": puzzle, "board": empty, "gesture": gesture,
            }));
            if differs(&puzzle, &played["board"]) == 0 {
                continue;
            }
            let hint = ask(json!({ "op": "hint", "puzzle": puzzle, "board": played["board"] }));
            assert_eq!(hint["status"], "wrong", "{puzzle} {gesture} {hint}");
            assert!(!hint["text"].as_str().unwrap().is_empty());
            assert!(!hint["cells"].as_array().unwrap().is_empty());
            let back = moved(&played["board"], &hint["move"]);
            assert_eq!(back, hint["sound"]);
            assert_eq!(differs(&puzzle, &back), 0);
            let help = ask(json!({ "op": "help", "puzzle": puzzle, "board": played["board"] }));
            assert_eq!(help["status"], "wrong");
            assert_eq!(help["sound"], hint["sound"]);
            seen += 1;
            if seen == 5 {
                break;
            }
        }
        assert!(seen > 0, "{puzzle}: nothing can be wrong");
    }
}

#[test]
fn pencil_marks_survive_the_way_back() {
    let mut kept = 0;
    for puzzle in firsts() {
        let empty = blank(&puzzle);
        let gesture = |board: &Value, gesture: Value| {
            ask(json!({ "op": "gesture", "puzzle": puzzle, "board": board, "gesture": gesture }))
        };
        let note = json!({ "kind": "key", "targets": [{ "cell": [0, 0] }], "value": "~1" });
        let noted = gesture(&empty, note);
        let Some(slot) = noted["move"][0][0].as_u64() else {
            continue;
        };
        for wrong in gestures(&puzzle).into_iter().skip(10) {
            let played = gesture(&noted["board"], wrong);
            if differs(&puzzle, &played["board"]) > 0 {
                let hint = ask(json!({ "op": "hint", "puzzle": puzzle, "board": played["board"] }));
                assert_eq!(hint["status"], "wrong");
                assert_eq!(hint["sound"][slot as usize], noted["board"][slot as usize]);
                kept += 1;
                break;
            }
        }
    }
    assert!(kept > 0, "no family has pencil marks");
}

#[test]
fn help_writes_in_what_the_allowed_rules_find() {
    for puzzle in firsts() {
        let board = blank(&puzzle);
        let help = |rules: Value, once: bool| {
            ask(json!({
                "op": "help", "puzzle": puzzle, "board": board, "rules": rules, "once": once,
            }))
        };
        let all = help(json!({}), false);
        let once = help(json!({}), true);
        assert_eq!(all["status"], "step");
        let many = |help: &Value| help["move"].as_array().map_or(0, Vec::len);
        assert!(many(&all) >= many(&once) && many(&all) > 0);
        assert!(once["steps"].as_u64() > Some(0));
        assert_eq!(differs(&puzzle, &moved(&board, &all["move"])), 0);
        let done = solution(&puzzle);
        let help = ask(json!({ "op": "help", "puzzle": puzzle, "board": done }));
        assert_eq!(help["status"], "finished");
    }
}

#[test]
fn rules_can_be_left_out_and_put_in_order() {
    for puzzle in firsts() {
        let trace = |rules: Value| {
            let trace = ask(json!({ "op": "trace", "puzzle": puzzle, "rules": rules }));
            assert_eq!(trace["ok"], true, "{trace}");
            trace
        };
        let whole = trace(json!({}));
        assert_eq!(whole["status"], "solved");
        let steps = |trace: &Value| trace["steps"].as_array().expect("steps").clone();
        let easy = trace(json!({ "level": 1 }));
        assert!(steps(&easy).iter().all(|step| step["level"] == 1));
        let first = steps(&whole)[0]["rule"].clone();
        let without = trace(json!({ "without": [first] }));
        assert!(steps(&without).iter().all(|step| step["rule"] != first));
        let only = trace(json!({ "only": [first] }));
        assert!(steps(&only).iter().all(|step| step["rule"] == first));
        assert!(!steps(&only).is_empty());
        let hint = ask(json!({
            "op": "hint", "puzzle": puzzle, "board": blank(&puzzle), "rules": { "only": [first] },
        }));
        assert!(hint["status"] == "step" || hint["status"] == "stuck");
    }
    let puzzle = &firsts()[0];
    let no_rule = json!({ "op": "trace", "puzzle": puzzle, "rules": { "only": ["magic"] } });
    assert_eq!(ask(no_rule)["ok"], false);
    let many = vec!["x"; 1000];
    let too_many = json!({ "op": "trace", "puzzle": puzzle, "rules": { "only": many } });
    assert_eq!(ask(too_many)["ok"], false);
}

#[test]
fn a_trace_goes_from_the_start_to_the_solution_move_by_move() {
    for puzzle in firsts() {
        let trace = ask(json!({ "op": "trace", "puzzle": puzzle }));
        let mut board = trace["start"].clone();
        for step in trace["steps"].as_array().unwrap() {
            if step.get("move").is_some() {
                board = moved(&board, &step["move"]);
            }
            assert!(!step["therefore"].as_array().unwrap().is_empty());
            assert!(!step["cells"].as_array().unwrap().is_empty());
        }
        let checked = ask(json!({
            "op": "check", "puzzle": puzzle, "board": board, "against": "rules",
        }));
        assert_eq!(checked["complete"], true, "{puzzle}: {checked}");
        assert!(trace["hardest"].is_string());
        // From the middle of the way the rest is shorter.
        let again = ask(json!({ "op": "trace", "puzzle": puzzle, "board": board }));
        let many = |trace: &Value| trace["steps"].as_array().unwrap().len();
        assert!(many(&again) < many(&trace));
    }
}

#[test]
fn scratch_paper_fills_up_with_the_steps() {
    let mut layered = 0;
    for puzzle in firsts() {
        let trace = ask(json!({ "op": "trace", "puzzle": puzzle }));
        let steps = trace["steps"].as_array().unwrap().len();
        let scratch = |steps: Value| {
            let request = json!({
                "op": "scratch", "puzzle": puzzle, "board": trace["start"], "steps": steps,
            });
            let scratch = ask(request);
            assert_eq!(scratch["ok"], true, "{scratch}");
            scratch
        };
        let first = scratch(json!(0));
        assert_eq!(first, scratch(Value::Null));
        let last = scratch(json!(steps));
        assert_eq!(last, scratch(json!(steps + 1000)));
        assert_ne!(first["scene"], last["scene"]);
        let layers = last["layers"].as_array().unwrap();
        assert_eq!(layers.len(), first["layers"].as_array().unwrap().len());
        layered += layers.len();
        if !layers.is_empty() {
            assert_ne!(first["layers"], last["layers"]);
        }
    }
    assert!(layered > 0, "no family has scratch paper");
}

#[test]
fn ratings_are_those_of_the_library_crates() {
    for puzzle in firsts() {
        let read = puzzles::format::split(&puzzle.to_string())[0]
            .read()
            .unwrap();
        let ours = rate(
            read.puzzle.as_ref(),
            Player(3),
            Weights::Ours,
            api::Budget::UNLIMITED,
        );
        let theirs = ask(json!({ "op": "rate", "puzzle": puzzle, "player": 3 }));
        assert_eq!(theirs["status"], "rated");
        assert_eq!(theirs["rating"], json!(ours));
    }
    let all_hard = "difficulty cuts 0 0.5\nfun cuts 50 75\nlooks cuts 50 70\n";
    for puzzle in firsts() {
        let by_file = ask(json!({ "op": "rate", "puzzle": puzzle, "grades": all_hard }));
        assert_eq!(
            by_file["rating"]["difficulty"]["grade"], "hard",
            "{by_file}"
        );
    }
    let nothing = json!({ "op": "rate", "puzzle": firsts()[0], "grades": "easy" }).to_string();
    let refused = ask_anything(&nothing, "rate");
    assert!(refused.to_string().contains("no grades for"), "{refused}");
    let nobody = json!({ "op": "rate", "puzzle": firsts()[0], "player": 4 }).to_string();
    assert_eq!(ask_anything(&nobody, "rate")["ok"], false);
}

#[test]
fn who_is_told_to_stop_does_not_know() {
    let stop = || true;
    let budget = api::Budget {
        conflicts: u64::MAX,
        stop: &stop,
    };
    for puzzle in firsts() {
        let board = blank(&puzzle);
        for op in [
            "hint", "help", "trace", "rate", "verdict", "repair", "scratch",
        ] {
            let request = json!({ "op": op, "puzzle": puzzle, "board": board, "steps": 5 });
            let answer: Value =
                serde_json::from_str(&api::answer(&request.to_string(), budget)).unwrap();
            assert_eq!(answer["ok"], true, "{op}: {answer}");
        }
        let trace = json!({ "op": "trace", "puzzle": puzzle }).to_string();
        let answer: Value = serde_json::from_str(&api::answer(&trace, budget)).unwrap();
        assert_eq!(answer["status"], "unknown");
    }
}

#[test]
fn the_page_has_the_same_grades() {
    let page = include_str!("../../../web/ui/scores.js");
    for (name, grades) in puzzles::reason::SCORES {
        let list = format!("grades: {}", json!(grades)).replace(',', ", ");
        let line = page
            .lines()
            .find(|line| line.contains(&format!("id: \"{name}\", ")));
        assert!(
            line.is_some_and(|line| line.contains(&list)),
            "{name}: {list}"
        );
    }
}
