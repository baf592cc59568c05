//! Whatever numbers are in the slots and whatever the player does: an answer, never a panic.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ask;

use std::sync::{Arc, LazyLock};

use ask::{ask_anything, samples};
use proptest::prelude::*;
use puzzles::play::{Gesture, GestureKind, Side, Target};
use puzzles::{Board, DrawOptions, FAMILIES, Family, Puzzle, Reading};
use serde_json::{Value, json};

/// All puzzles that the families bring along.
static PUZZLES: LazyLock<Vec<Arc<dyn Puzzle>>> = LazyLock::new(|| {
    FAMILIES
        .iter()
        .flat_map(|family| family.examples().chain(family.samples()))
        .map(|document| document.unwrap().puzzle)
        .collect()
});

static SAMPLES: LazyLock<Vec<(&Family, Value)>> = LazyLock::new(samples);

/// Mostly something plausible, and sometimes anything.
fn number() -> impl Strategy<Value = u16> {
    prop_oneof![4 => Just(0), 4 => 0u16..16, 2 => 0u16..512, 2 => any::<u16>(), 1 => Just(u16::MAX)]
}

/// As many numbers as any board of ours may need; cut to the length of the board.
fn numbers() -> impl Strategy<Value = Vec<u16>> {
    prop_oneof![
        prop::collection::vec(number(), 64).prop_map(|some| some.repeat(64)),
        number().prop_map(|all| vec![all; 4096]),
    ]
}

fn coordinate() -> impl Strategy<Value = i16> {
    prop_oneof![
        12 => -1i16..16,
        1 => any::<i16>(),
        1 => Just(i16::MIN),
        1 => Just(i16::MAX),
    ]
}

fn target() -> impl Strategy<Value = Target> {
    let at = || (coordinate(), coordinate());
    prop_oneof![
        4 => at().prop_map(|(r, c)| Target::Cell(r, c)),
        1 => at().prop_map(|(r, c)| Target::Outside(r, c)),
        1 => (at(), prop_oneof![Just(Side::East), Just(Side::South)])
            .prop_map(|((r, c), side)| Target::Border(r, c, side)),
    ]
}

fn gesture() -> impl Strategy<Value = Gesture> {
    let kind = prop_oneof![
        Just(GestureKind::Tap),
        Just(GestureKind::Alt),
        Just(GestureKind::Drag),
        Just(GestureKind::Key),
    ];
    let value = prop_oneof![
        Just(None),
        "[~]?[0-9a-zA-Z]{0,3}".prop_map(Some),
        Just(Some("delete".to_owned())),
        Just(Some("99999999999999999999".to_owned())),
        any::<String>().prop_map(Some),
    ];
    (
        kind,
        prop::collection::vec(target(), 0..8),
        value,
        any::<bool>(),
    )
        .prop_map(|(kind, targets, value, tidy)| Gesture {
            tidy,
            again: tidy,
            ..Gesture::new(kind, targets, value.as_deref())
        })
}

fn sized(puzzle: &dyn Puzzle, mut slots: Vec<u16>) -> Board {
    slots.resize(puzzle.blank().slots.len(), 3);
    Board { slots }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn families_stand_any_board(slots in numbers()) {
        for puzzle in PUZZLES.iter() {
            let board = sized(puzzle.as_ref(), slots.clone());
            let _ = puzzle.check(&board);
            let _ = puzzle.draw(&board, &DrawOptions { met: true, ..DrawOptions::default() });
            let _ = puzzle.facts(&board, Reading::Partial);
            let _ = puzzle.facts(&board, Reading::Finished);
            for at in puzzle.size().cells() {
                let _ = puzzle.say(&board, at);
            }
        }
    }

    #[test]
    fn families_stand_any_gesture(slots in numbers(), gesture in gesture()) {
        for puzzle in PUZZLES.iter() {
            let board = sized(puzzle.as_ref(), slots.clone());
            if let Some(after) = puzzle.gesture(&board, &gesture) {
                prop_assert_eq!(after.slots.len(), board.slots.len());
            }
        }
    }

    #[test]
    fn any_board_can_be_written(slots in numbers()) {
        for puzzle in PUZZLES.iter() {
            let mut document = puzzles::format::Document::new(puzzle.clone());
            document.marks = Some(sized(puzzle.as_ref(), slots.clone()));
            for format in puzzles::format::formats() {
                let _ = puzzles::format::write(&document, format.name);
            }
        }
    }

    #[test]
    fn any_text_has_an_answer(text in any::<String>()) {
        ask_anything(&text, "show");
        ask_anything(&json!({ "op": "open", "text": text }).to_string(), "open");
    }
}

proptest! {
    // Slower: each answer is held against the schema.
    #![proptest_config(ProptestConfig {
        cases: 8,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_request_has_an_answer(slots in numbers(), gesture in gesture()) {
        for (_, puzzle) in SAMPLES.iter() {
            let text = puzzle.to_string();
            let document = puzzles::format::Chunk { text: &text, line: 1 }.read().unwrap();
            let board = sized(document.puzzle.as_ref(), slots.clone()).slots;
            for op in ["show", "gesture", "check", "say"] {
                let request = json!({
                    "op": op, "puzzle": puzzle, "board": board, "gesture": gesture,
                    "against": "solution", "cell": [0, 0],
                });
                ask_anything(&request.to_string(), op);
            }
        }
    }
}

proptest! {
    // Slower still: they reason about whatever they are given.
    #![proptest_config(ProptestConfig {
        cases: 4,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn whoever_reasons_or_draws_stands_anything(
        slots in numbers(),
        gesture in gesture(),
        steps in prop_oneof![Just(0usize), 0usize..20, any::<usize>()],
        side in prop_oneof![0usize..20, any::<usize>()],
        words in prop::collection::vec(any::<String>(), 0..3),
    ) {
        for (family, puzzle) in SAMPLES.iter().step_by(3) {
            let text = puzzle.to_string();
            let document = puzzles::format::Chunk { text: &text, line: 1 }.read().unwrap();
            let board = sized(document.puzzle.as_ref(), slots.clone()).slots;
            for op in ["hint", "help", "trace", "scratch", "set", "canvas", "blank", "resize"] {
                let request = json!({
                    "op": op, "puzzle": puzzle, "board": board, "gesture": gesture,
                    "steps": steps, "family": family.id, "rows": side, "cols": side,
                    "symmetry": "turn", "look": { "wrong": [[-1, 300]] },
                });
                ask_anything(&request.to_string(), op);
            }
            for op in ["trace", "hint", "generate"] {
                let request = json!({
                    "op": op, "puzzle": puzzle, "board": board, "rules": { "only": words },
                    "family": family.id, "rows": 4, "cols": 4, "seed": 1, "index": steps,
                    "required": words, "attempts": 1,
                });
                ask_anything(&request.to_string(), op);
            }
        }
    }

    #[test]
    fn what_any_gestures_draw_has_a_verdict(gestures in prop::collection::vec(gesture(), 12)) {
        for family in FAMILIES {
            let blank = json!({ "op": "blank", "family": family.id, "rows": 5, "cols": 5 });
            let mut puzzle = ask_anything(&blank.to_string(), "blank")["puzzle"].clone();
            for (i, gesture) in gestures.iter().enumerate() {
                let symmetry = ["none", "turn", "mirror"][i % 3];
                let set = json!({
                    "op": "set", "puzzle": puzzle, "gesture": gesture, "symmetry": symmetry,
                });
                let answer = ask_anything(&set.to_string(), "set");
                if answer["ok"] == true {
                    puzzle = answer["puzzle"].clone();
                }
            }
            for op in ["verdict", "canvas", "rate"] {
                let request = json!({ "op": op, "puzzle": puzzle }).to_string();
                prop_assert_eq!(&ask_anything(&request, op)["ok"], true);
            }
        }
    }
}
