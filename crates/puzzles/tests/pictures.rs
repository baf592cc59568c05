//! How the families look: blank, half done and solved, as SVG and as terminal text.
//!
//! The first sample of each family, compared with pictures in `snapshots/`. After a change that is
//! meant, look at the new ones (`cargo insta review`, or compare the files) and accept them.

use logic::Plan;
use puzzles::play::{Gesture, GestureKind, Target};
use puzzles::reason::{Limits, drawn, explain};
use puzzles::{Board, DrawOptions, FAMILIES, Puzzle, Reading, format, solve};
use sat::Budget;
use scene::{Mark, Role, Scene, TextStyle};

#[test]
fn every_family_looks_as_it_did() {
    for family in FAMILIES {
        let sample = family
            .samples()
            .next()
            .expect("a sample")
            .expect("a puzzle");
        let puzzle = sample.puzzle.as_ref();
        let answer = solve(puzzle, 2, Budget::UNLIMITED);
        let solved = &answer.solutions[0];
        let mut facts = puzzle
            .facts(solved, Reading::Finished)
            .expect("a solution says what it says");
        facts.truncate(facts.len() / 2);
        let half = puzzle.board(&facts);
        let boards: [(&str, &Board, DrawOptions); 3] = [
            ("blank", &puzzle.blank(), DrawOptions::default()),
            ("half", &half, DrawOptions::default()),
            ("solved", solved, DrawOptions::SOLUTION),
        ];
        for (state, board, look) in boards {
            let scene = puzzle.draw(board, &look);
            let name = |kind: &str| format!("{}_{state}_{kind}", family.id);
            insta::assert_snapshot!(name("svg"), scene::svg(&scene, "", 32.0));
            insta::assert_snapshot!(
                name("text"),
                scene::text(&scene, &TextStyle { colour: false })
            );
        }
    }
}

/// Examples of what is drawn only sometimes: those that have a name for their picture.
#[test]
fn examples_with_a_picture_look_as_they_did() {
    let mut shown = 0;
    for family in FAMILIES {
        for example in family.examples() {
            let example = example.expect("a puzzle");
            let Some(name) = example.extra.get("picture").and_then(|name| name.as_str()) else {
                continue;
            };
            let board = example.marks.expect("its marks");
            let scene = example.puzzle.draw(&board, &DrawOptions::default());
            let name = |kind: &str| format!("{}_{name}_{kind}", family.id);
            insta::assert_snapshot!(name("svg"), scene::svg(&scene, "", 32.0));
            let text = scene::text(&scene, &TextStyle { colour: false });
            insta::assert_snapshot!(name("text"), text);
            let known = (example.puzzle.facts(&board, Reading::Partial)).expect("it can be said");
            let sheets = example.puzzle.scratch(&known).into_iter();
            let sheets =
                sheets.map(|(title, sheet)| format!("{title}\n{}", scene::svg(&sheet, "", 32.0)));
            let sheets: Vec<String> = sheets.collect();
            if !sheets.is_empty() {
                insta::assert_snapshot!(name("scratch"), sheets.join("\n"));
            }
            shown += 1;
        }
    }
    assert!(shown > 2, "{shown}");
}

/// What is drawn of a loop's inside and outside are ways from corner to corner of cells.
#[test]
fn ways_past_the_loop_go_from_corner_to_corner_beside_it() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../proofs/puzzles/yajilin.jsonl"
    );
    let file = std::fs::read_to_string(file).expect("our own puzzles");
    let mut ways = 0;
    for chunk in format::split(&file) {
        let puzzle = chunk.read().expect("a puzzle").puzzle;
        let plan = Plan::without_trial(&puzzle.reasoner().rules()).with_reasons();
        let limits = Limits::within(Budget::UNLIMITED);
        for step in explain(puzzle.as_ref(), &[], &plan, false, limits).steps {
            for mark in drawn(puzzle.as_ref(), &step).marks {
                let Mark::Line {
                    role: Role::Way,
                    points,
                } = mark
                else {
                    continue;
                };
                ways += 1;
                for pair in points.windows(2) {
                    let far = (pair[0].x - pair[1].x).abs() + (pair[0].y - pair[1].y).abs();
                    assert_eq!(far, 1.0, "{points:?}");
                }
            }
        }
    }
    assert!(ways > 20, "{ways}");
}

/// No drawing needs a font: the SVG has nothing in it but shapes.
fn assert_outlines(scene: &Scene, puzzle: &dyn Puzzle) {
    let svg = scene::svg(scene, "", 32.0);
    let text = svg.lines().find(|line| line.starts_with("<text"));
    assert_eq!(text, None, "{:?}: a sign without outline", puzzle.family());
}

#[test]
fn every_sign_on_a_board_has_an_outline() {
    for family in FAMILIES {
        for document in family.samples().chain(family.examples()) {
            let document = document.expect("a puzzle");
            let puzzle = document.puzzle.as_ref();
            let blank = puzzle.blank();
            let kept = document.marks.iter().chain(&document.solution);
            for board in kept.chain([&blank]) {
                assert_outlines(&puzzle.draw(board, &DrawOptions::default()), puzzle);
                let facts = puzzle.facts(board, Reading::Partial).unwrap_or_default();
                for (_, scene) in puzzle.scratch(&facts) {
                    assert_outlines(&scene, puzzle);
                }
            }
            // Whatever can be typed by a player, as an entry and as a pencil mark, and by a setter.
            let at: Vec<Target> = (puzzle.size().cells())
                .map(|at| Target::Cell(at.row, at.col))
                .collect();
            let key =
                |value: String, at: Target| Gesture::new(GestureKind::Key, vec![at], Some(&value));
            for value in puzzle.player_keys() {
                for value in [format!("~{value}"), value] {
                    let boards = at.iter().map(|&at| key(value.clone(), at));
                    if let Some(board) = boards
                        .filter_map(|gesture| puzzle.gesture(&blank, &gesture))
                        .next()
                    {
                        assert_outlines(&puzzle.draw(&board, &DrawOptions::default()), puzzle);
                    }
                }
            }
            for value in puzzle.all_setter_keys() {
                let changed = at.iter().map(|&at| key(value.clone(), at));
                if let Some(puzzle) = changed.filter_map(|gesture| puzzle.edit(&gesture)).next() {
                    let scene = puzzle.draw(&puzzle.blank(), &DrawOptions::default());
                    assert_outlines(&scene, puzzle.as_ref());
                }
            }
        }
    }
}
