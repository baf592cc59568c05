//! How the families look: blank, half done and solved, as SVG and as terminal text.
//!
//! The first sample of each family, compared with pictures in `snapshots/`. After a change that is
//! meant, look at the new ones (`cargo insta review`, or compare the files) and accept them.

use puzzles::{Board, FAMILIES, Look, Reading, solve};
use sat::Budget;
use scene::TextStyle;

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
        let boards: [(&str, &Board, Look); 3] = [
            ("blank", &puzzle.blank(), Look::default()),
            ("half", &half, Look::default()),
            ("solved", solved, Look::SOLUTION),
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
