//! Search engines of all families, on the examples of these.

use puzzles::engine::{Found, SearchEnd};
use puzzles::{FAMILIES, Puzzle, Status, format, solve};
use sat::Budget;

fn searched(puzzle: &dyn Puzzle, id: &str) -> Found {
    let methods = puzzle.family().engines().methods.iter();
    let method = { methods }
        .find(|method| method.id == id)
        .expect("a method");
    let options = method.options("", 0).expect("none");
    // What takes longer proves nothing here.
    method.solve(puzzle, &options, 5, Budget::conflicts(10_000))
}

#[test]
fn what_a_method_proves_agrees_with_the_prover() {
    for family in FAMILIES {
        let mut compared = 0;
        for example in family.examples() {
            let document = example.expect("an example that can be read");
            let puzzle = document.puzzle.as_ref();
            let proved = solve(puzzle, 5, Budget::UNLIMITED);
            for method in family.engines().methods {
                let found = searched(puzzle, method.id);
                if found.end == SearchEnd::Proved {
                    assert_eq!(found.status(), proved.status, "{}: {puzzle:?}", method.id);
                    compared += 1;
                }
            }
        }
        let has_methods = !family.engines().methods.is_empty();
        assert!(compared > 10 || !has_methods, "{family:?}: {compared}");
    }
}

/// What patterns alone make of a board of 4×4 cells with this sign in its first cell.
fn patterns(first: &str) -> Found {
    let blank = "- - - -\n".repeat(3);
    let text = format!("puzzle yajilin\nproblem\n{first} - - -\n{blank}");
    let document = format::split(&text)[0].read().expect("a puzzle");
    searched(document.puzzle.as_ref(), "patterns")
}

#[test]
fn patterns_alone_say_how_far_they_came() {
    let found = patterns("-");
    assert_eq!(found.status(), Status::Unknown);
    assert!(found.partial.is_some());
    // Two of three cells: the first and the last.
    assert!(patterns("2e").counter("found") > Some(2));
}
