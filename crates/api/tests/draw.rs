//! Drawing puzzles by hand, judging, repairing and generating them, for every family alike.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ask;

use std::sync::Arc;

use ask::{ask, ask_anything, samples};
use grid::Symmetry;
use puzzles::make::edited;
use puzzles::{FAMILIES, Family, Puzzle, turned};
use serde_json::{Value, json};

/// A size that every family has.
const SIDE: usize = 5;

fn empty(family: &Family) -> Value {
    let blank = ask(json!({ "op": "blank", "family": family.id, "rows": SIDE, "cols": SIDE }));
    assert_eq!(blank["ok"], true, "{blank}");
    blank["puzzle"].clone()
}

fn read(puzzle: &Value) -> Arc<dyn Puzzle> {
    let text = puzzle.to_string();
    puzzles::format::split(&text)[0].read().unwrap().puzzle
}

fn written(puzzle: Arc<dyn Puzzle>) -> Value {
    let document = puzzles::format::Document::new(puzzle);
    serde_json::from_str(&puzzles::format::write(&document, "json").unwrap()).unwrap()
}

fn pad(puzzle: &Value) -> Vec<String> {
    let canvas = ask(json!({ "op": "canvas", "puzzle": puzzle }));
    assert!(!canvas["howTo"].as_array().unwrap().is_empty());
    serde_json::from_value(canvas["pad"].clone()).unwrap()
}

fn set(puzzle: &Value, gesture: Value, symmetry: &str) -> Value {
    let set = ask(json!({
        "op": "set", "puzzle": puzzle, "gesture": gesture, "symmetry": symmetry,
    }));
    assert_eq!(set["ok"], true, "{set}");
    set
}

#[test]
fn blank_boards_have_the_sizes_that_the_family_says() {
    for family in FAMILIES {
        let puzzle = empty(family);
        assert_eq!(
            (&puzzle["rows"], &puzzle["cols"]),
            (&json!(SIDE), &json!(SIDE))
        );
        let (least, most) = family.sides;
        for (rows, cols) in [(0, SIDE), (SIDE, most + 1), (least.max(1) - 1, 1 << 40)] {
            let wrong = json!({ "op": "blank", "family": family.id, "rows": rows, "cols": cols });
            assert_eq!(ask(wrong)["ok"], false);
        }
    }
    let nothing = ask(json!({ "op": "blank", "family": "chess", "rows": 5, "cols": 5 }));
    assert!(
        nothing["error"]["message"]
            .as_str()
            .unwrap()
            .contains(FAMILIES[0].id)
    );
}

#[test]
fn keys_of_the_pad_set_clues_that_can_be_seen_and_judged() {
    for family in FAMILIES {
        let puzzle = empty(family);
        let mut changes = 0;
        for key in pad(&puzzle) {
            for at in [json!({ "cell": [0, 1] }), json!({ "outside": [-1, 1] })] {
                let gesture = json!({ "kind": "key", "targets": [at], "value": key });
                let after = set(&puzzle, gesture, "none");
                assert_eq!(after["changed"], after["puzzle"] != puzzle, "{key}");
                changes += (after["changed"] == true) as usize;
                let verdict = ask(json!({ "op": "verdict", "puzzle": after["puzzle"] }));
                assert_eq!(verdict["ok"], true, "{verdict}");
            }
        }
        assert!(changes > 0, "{family:?}: no key sets anything");
    }
}

#[test]
fn with_a_symmetry_what_is_drawn_has_it() {
    let turn = |s: &Symmetry| s.cell(read_size(), grid::cell(0, 0)) == grid::cell(4, 4);
    let mirror = |s: &Symmetry| s.cell(read_size(), grid::cell(0, 0)) == grid::cell(0, 4);
    let straight = |s: &Symmetry| s.dir(grid::Dir::North).is_vertical();
    let find = |wanted: &dyn Fn(&Symmetry) -> bool| {
        let all = Symmetry::ALL.into_iter();
        all.filter(straight).find(wanted).expect("one of the eight")
    };
    for (name, symmetry) in [("turn", find(&turn)), ("mirror", find(&mirror))] {
        for family in FAMILIES {
            let mut changes = 0;
            let blank = empty(family);
            for key in pad(&blank) {
                for at in [json!({ "cell": [0, 1] }), json!({ "outside": [-1, 1] })] {
                    let gesture = json!({ "kind": "key", "targets": [at], "value": key });
                    let after = set(&blank, gesture, name);
                    changes += (after["changed"] == true) as usize;
                    let puzzle = read(&after["puzzle"]);
                    let image = turned(puzzle.as_ref(), symmetry);
                    assert_eq!(puzzle.record(), image.record(), "{name} {key}");
                }
            }
            assert!(changes > 0);
        }
    }
}

fn read_size() -> grid::Size {
    grid::Size::new(SIDE, SIDE).unwrap()
}

#[test]
fn titles_stay_and_what_was_said_about_the_clues_goes() {
    let mut puzzle = empty(FAMILIES[0]);
    puzzle["title"] = json!("Mine");
    puzzle["rating"] = json!({ "difficulty": {} });
    let key = pad(&puzzle)[0].clone();
    let gesture = json!({ "kind": "key", "targets": [{ "cell": [0, 0] }], "value": key });
    let after = set(&puzzle, gesture, "none")["puzzle"].clone();
    assert_eq!(after["title"], "Mine");
    assert_eq!(after.get("rating"), None);
}

#[test]
fn a_larger_sheet_has_the_same_clues() {
    for (family, puzzle) in samples() {
        let side = |field: &str| puzzle[field].as_u64().unwrap();
        let resize = |puzzle: &Value, more: u64| {
            ask(json!({
                "op": "resize", "puzzle": puzzle,
                "rows": side("rows") + more, "cols": side("cols") + more,
            }))
        };
        let larger = resize(&puzzle, 1);
        // Some families have a largest size, or only certain sizes.
        if larger["ok"] == false {
            continue;
        }
        assert_eq!(larger["puzzle"]["rows"], side("rows") + 1, "{family:?}");
        assert_eq!(larger["puzzle"]["title"], puzzle["title"]);
        let huge = json!({ "op": "resize", "puzzle": puzzle, "rows": 101, "cols": 5 });
        assert_eq!(ask(huge)["ok"], false);
    }
}

#[test]
fn one_solution_is_told_with_its_rating() {
    for (_, puzzle) in samples() {
        let verdict = ask(json!({ "op": "verdict", "puzzle": puzzle, "rate": true }));
        assert_eq!(verdict["status"], "unique");
        assert_eq!(verdict["solutions"].as_array().unwrap().len(), 1);
        let by_rules = &verdict["rating"]["solved_by_rules"];
        assert_eq!(&json!(verdict["trial"] != true), by_rules);
        let plain = ask(json!({ "op": "verdict", "puzzle": puzzle }));
        assert_eq!(plain["solutions"], verdict["solutions"]);
        assert_eq!(plain.get("rating"), None);
    }
}

#[test]
fn several_solutions_are_told_with_where_they_differ_and_can_be_repaired() {
    for (family, sample) in samples().into_iter().step_by(3) {
        let mut puzzle = read(&sample);
        let verdict = |puzzle: &Value| ask(json!({ "op": "verdict", "puzzle": puzzle }));
        // Take clues away until there are several.
        while verdict(&written(puzzle.clone()))["status"] == "unique" {
            let weaker = puzzle.removals();
            let edit = weaker.first().expect("a clue");
            puzzle = edited(puzzle.as_ref(), std::slice::from_ref(edit)).unwrap();
        }
        let draft = written(puzzle);
        let several = verdict(&draft);
        assert_eq!(several["status"], "multiple", "{family:?}");
        assert!(!several["differs"].as_array().unwrap().is_empty());
        assert_ne!(several["solutions"][0], several["solutions"][1]);
        let repaired = ask(json!({ "op": "repair", "puzzle": draft }));
        assert_eq!(repaired["status"], "repaired", "{family:?}");
        let added = repaired["added"].as_array().unwrap();
        let text = added[0]["text"].as_str().expect("a clue in words");
        assert!(text.contains("row") || text.contains("column"), "{text}");
        assert!(!repaired["differs"].as_array().unwrap().is_empty());
        let good = verdict(&repaired["puzzle"]);
        assert_eq!(good["status"], "unique");
        let again = ask(json!({ "op": "repair", "puzzle": repaired["puzzle"] }));
        assert_eq!(again["status"], "unique");
    }
}

#[test]
fn no_solution_is_told_with_what_clashes() {
    let mut clashes = 0;
    for family in FAMILIES {
        let opened = ask(json!({ "op": "open", "text": family.texts.boards }));
        for example in opened["puzzles"].as_array().unwrap() {
            let verdict = ask(json!({ "op": "verdict", "puzzle": example["puzzle"] }));
            if verdict["status"] == "none" {
                let text = verdict["clash"]["text"].as_str().expect("a reason");
                assert!(text.ends_with('.'), "{text}");
                clashes += 1;
                let repair = ask(json!({ "op": "repair", "puzzle": example["puzzle"] }));
                assert_eq!(repair["status"], "none");
            }
        }
    }
    assert!(clashes > 0, "every example has a solution");
}

fn order(family: &Family) -> Value {
    json!({
        "op": "generate", "family": family.id, "rows": SIDE, "cols": SIDE, "seed": 7, "index": 0,
    })
}

#[test]
fn what_is_generated_is_a_puzzle_and_the_same_again() {
    for family in FAMILIES {
        let order = order(family);
        let made = ask(order.clone());
        assert_eq!(made["status"], "made", "{made}");
        let verdict = ask(json!({ "op": "verdict", "puzzle": made["puzzle"], "rate": true }));
        assert_eq!(verdict["status"], "unique");
        assert_eq!(verdict["solutions"][0], made["solution"]);
        assert_eq!(verdict["rating"], made["rating"]);
        assert_eq!(made["tally"]["accepted"], 1);
        assert_eq!(ask(order.clone()), made);
        let mut next = order.clone();
        next["index"] = json!(1);
        assert_ne!(ask(next)["puzzle"], made["puzzle"]);
    }
}

#[test]
fn every_method_takes_its_own_options() {
    let families = ask(json!({ "op": "families" }));
    for (family, described) in FAMILIES
        .iter()
        .zip(families["families"].as_array().unwrap())
    {
        for method in described["methods"].as_array().unwrap() {
            let mut order = order(family);
            order["method"] = method["id"].clone();
            let mut options = json!({});
            for option in method["options"].as_array().unwrap() {
                options[option["id"].as_str().unwrap()] = option["usual"].clone();
            }
            order["options"] = options;
            order["attempts"] = json!(20);
            let made = ask(order.clone());
            assert_eq!(made["ok"], true, "{made}");
            order["options"]["no such option"] = json!(1);
            assert_eq!(ask(order.clone())["ok"], false);
            for option in method["options"].as_array().unwrap() {
                order["options"] = json!({});
                let most = option["most"].as_i64().unwrap();
                order["options"][option["id"].as_str().unwrap()] = json!(most + 1);
                assert_eq!(ask(order.clone())["ok"], false);
            }
        }
    }
}

#[test]
fn what_cannot_be_made_is_said() {
    let family = FAMILIES[0];
    let with = |field: &str, value: Value| {
        let mut order = order(family);
        order[field] = value;
        order.to_string()
    };
    for wrong in [
        with("family", json!("chess")),
        with("method", json!("magic")),
        with("rows", json!(0)),
        with("cols", json!(100_000)),
        with("density", json!(1.5)),
        with("difficulty", json!("endless")),
        with("difficulty", json!([50, 10])),
        with("difficulty", json!([-1, 10])),
        with("attempts", json!(0)),
        with("attempts", json!(1_000_000)),
        with("required", json!(["magic"])),
        with("rules", json!({ "only": ["magic"] })),
        with("seed", json!(-1)),
        with("symmetry", json!("spiral")),
    ] {
        let answer = ask_anything(&wrong, "generate");
        assert_eq!(answer["ok"], false, "{wrong}");
        assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
    }
    let mut hopeless = order(family);
    hopeless["difficulty"] = json!([99.9, 100]);
    hopeless["attempts"] = json!(3);
    let failed = ask(hopeless);
    assert_eq!(failed["status"], "failed");
    assert_eq!(failed["tally"]["attempts"], 3);
    assert!(failed["why"].as_str().unwrap().contains("3 candidates"));
}

#[test]
fn what_is_not_needed_can_be_stripped_and_what_is_missing_filled_in() {
    for family in FAMILIES {
        let (_, sample) = samples()
            .into_iter()
            .find(|(f, _)| f.id == family.id)
            .unwrap();
        let strip = ask(json!({ "op": "strip", "puzzle": sample }));
        assert_eq!(strip["status"], "stripped", "{family:?}");
        assert_eq!(strip["minimal"], true, "{family:?}");
        let taken = strip["taken"].as_array().unwrap().len();
        let minimal = &strip["puzzle"];
        let verdict = ask(json!({ "op": "verdict", "puzzle": minimal }));
        assert_eq!(verdict["status"], "unique", "{family:?}");
        let again = ask(json!({ "op": "strip", "puzzle": minimal }));
        assert_eq!(again["taken"], json!([]), "{family:?}");
        if taken > 1 {
            let one = ask(json!({ "op": "strip", "puzzle": sample, "amount": 1 }));
            assert_eq!(one["taken"].as_array().unwrap().len(), 1);
        }

        // Without one of its clues it is ambiguous, and gets a clue again.
        let puzzle = read(minimal);
        let weaker = edited(puzzle.as_ref(), &puzzle.removals()[..1]).unwrap();
        let weaker = written(weaker);
        let refused = ask(json!({ "op": "strip", "puzzle": weaker }));
        assert_eq!(refused["status"], "refused", "{family:?}");
        let fill = ask(json!({ "op": "fill", "puzzle": weaker }));
        // A family whose clues lie outside reveals cells: those alone may not be enough.
        assert!(
            ["filled", "ambiguous"].contains(&fill["status"].as_str().unwrap()),
            "{fill}"
        );
        if fill["status"] == "filled" {
            assert!(!fill["added"].as_array().unwrap().is_empty());
            let verdict = ask(json!({ "op": "verdict", "puzzle": fill["puzzle"] }));
            assert_eq!(verdict["status"], "unique", "{family:?}");
        }
    }
}

#[test]
fn each_choice_can_be_made_and_then_holds() {
    let mut made = 0;
    for family in FAMILIES {
        let blank = empty(family);
        let choices =
            |puzzle: &Value| ask(json!({ "op": "canvas", "puzzle": puzzle }))["choices"].clone();
        let before = choices(&blank);
        for (at, choice) in before.as_array().unwrap().iter().enumerate() {
            for (i, key) in choice["keys"].as_array().unwrap().iter().enumerate() {
                let gesture =
                    json!({ "kind": "key", "targets": [{ "cell": [0, 0] }], "value": key });
                let after = set(&blank, gesture, "none");
                assert_eq!(after["changed"], json!(choice["now"] != json!(i)));
                assert_eq!(
                    choices(&after["puzzle"])[at]["now"],
                    json!(i),
                    "{family:?} {key}"
                );
                made += 1;
            }
        }
    }
    assert!(made > 10);
}
