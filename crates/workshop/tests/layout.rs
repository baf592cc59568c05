//! Puzzles on a setter's layout: unique, with a clue wherever one must be and none where none may be.

use puzzles::make::{ClueMap, ClueSymmetry};
use puzzles::{Status, family, solve};
use sat::Budget;
use workshop::{CONFLICTS, Difficulty, OrderForm, Outcome, Wish, generate, has_border, traits};

fn form<'a>(map: ClueMap, wish: Wish) -> OrderForm<'a> {
    OrderForm {
        method: None,
        rows: map.size().rows(),
        cols: map.size().cols(),
        symmetry: ClueSymmetry::Any,
        density: None,
        options: Vec::new(),
        map: Some(map),
        wish,
        seed: 1,
        attempts: None,
        conflicts: CONFLICTS,
        unchecked: false,
    }
}

fn on(id: &str, rows: &[&str], wish: Wish, index: u64) -> (ClueMap, Outcome) {
    let family = family(id).expect("a family");
    let map = ClueMap::read(&rows.join("\n"), has_border(family)).expect("a picture");
    let order = form(map.clone(), wish).order(family).expect("an order");
    (map, generate(&order, index, &|| false))
}

/// The puzzles of these indices are as the picture wants them.
fn holds(id: &str, rows: &[&str], wish: &Wish, indices: u64) {
    for index in 0..indices {
        let (map, outcome) = on(id, rows, wish.clone(), index);
        let why = outcome.why_not();
        let made = outcome
            .made
            .unwrap_or_else(|| panic!("{id} {index}: {why}"));
        let puzzle = made.puzzle.as_ref();
        assert_eq!(puzzle.size(), map.size());
        let answer = solve(puzzle, 2, Budget::UNLIMITED);
        assert_eq!(answer.status, Status::Unique, "{id} {index}");
        let clues = traits::clues(&puzzle.record());
        assert!(
            clues.iter().all(|(at, _)| map.may(*at)),
            "{id} {index}: {clues:?}"
        );
        let (n, m) = (map.size().rows() as i16, map.size().cols() as i16);
        for at in (-1..=n).flat_map(|row| (-1..=m).map(move |col| grid::Cell { row, col })) {
            let has = clues.iter().any(|clue| clue.0 == at);
            assert!(has || !map.must(at), "{id} {index}: none at {at:?}");
        }
    }
}

#[test]
fn islands_lie_where_they_are_wanted() {
    let rows = [
        "#..#..#", ".......", "#..#.#.", ".......", "#..#..#", ".......", "#..#..#",
    ];
    holds("hashi", &rows, &Wish::default(), 6);
    let free = [
        "#?????#?", "????????", "?......?", "?......?", "?......?", "????????", "????????",
        "#?????#?",
    ];
    holds("hashi", &free, &Wish::default(), 3);
    let side_by_side = ["##.#.", ".....", "#.#.#", "....."];
    holds("hashi", &side_by_side, &Wish::default(), 3);
}

#[test]
fn views_and_heights_are_told_where_they_are_wanted() {
    let views = [
        ".#.#.#.", "#.....#", ".......", "#.....#", ".......", "#.....#", ".#.#.#.",
    ];
    holds("skyscrapers", &views, &Wish::default(), 3);
    let both = ["..##..", "......", "#.#?.#", "#.?#.#", "......", "..##.."];
    holds("skyscrapers", &both, &Wish::default(), 3);
    let inside = ["......", ".#??#.", ".????.", ".????.", ".#??#.", "......"];
    holds("skyscrapers", &inside, &Wish::default(), 3);
}

#[test]
fn circles_lie_where_they_are_wanted() {
    let rows = [
        "#..#..#.", "........", "..#..#..", "#......#", "..#..#..", "........", ".#..#..#",
        "...#....",
    ];
    holds("satogaeri", &rows, &Wish::default(), 4);
    let free = ["??????", "?#..#?", "?....?", "?....?", "?#..#?", "??????"];
    holds("satogaeri", &free, &Wish::default(), 4);
}

#[test]
fn marks_are_given_where_they_are_wanted() {
    let rows = ["#.#.#.", ".#.#.#", "#.#.#.", ".#.#.#", "#.#.#.", ".#.#.#"];
    holds("fobidoshi", &rows, &Wish::default(), 4);
    let free = [
        "#??????#", "?.????.?", "??.??.??", "???##???", "???##???", "??.??.??", "?.????.?",
        "#??????#",
    ];
    holds("fobidoshi", &free, &Wish::default(), 3);
    let frame = [
        "########", "#......#", "#......#", "#......#", "#......#", "#......#", "#......#",
        "########",
    ];
    holds("fobidoshi", &frame, &Wish::default(), 2);
}

#[test]
fn arrows_are_where_they_are_wanted() {
    let rows = ["......", ".#..#.", "......", "..##..", "......", ".#..#."];
    holds("yajilin", &rows, &Wish::default(), 3);
    let free = [
        "????????", "?#????#?", "????????", "???..???", "???..???", "????????", "?#????#?",
        "????????",
    ];
    holds("yajilin", &free, &Wish::default(), 3);
}

#[test]
fn grades_can_be_wished_for_on_a_layout() {
    let wish = |grade: usize| Wish {
        difficulty: Some(Difficulty::Grade(grade)),
        ..Wish::default()
    };
    let rows = [
        "#..#..#.#",
        ".........",
        "#..#.#..#",
        ".........",
        "#..#..#.#",
        ".........",
        "#..#..#.#",
    ];
    holds("hashi", &rows, &wish(0), 2);
    holds("hashi", &rows, &wish(1), 2);
}

#[test]
fn what_does_not_go_with_a_layout_is_refused_with_words() {
    let hashi = family("hashi").expect("a family");
    let map = || ClueMap::read("#.#\n...\n#.#", false).expect("a picture");
    let mut study = form(map(), Wish::default());
    study.method = Some("study");
    assert!(
        study
            .order(hashi)
            .is_err_and(|why| why.contains("keeps to no layout"))
    );
    let mut turned = form(map(), Wish::default());
    turned.symmetry = ClueSymmetry::Turn;
    assert!(
        turned
            .order(hashi)
            .is_err_and(|why| why.contains("how symmetric"))
    );
    let mut wide = form(map(), Wish::default());
    wide.cols = 4;
    assert!(
        wide.order(hashi)
            .is_err_and(|why| why.contains("3×3, not 3×4"))
    );
}

#[test]
fn where_nothing_can_be_the_reason_is_said_at_once() {
    let apart = ["#...", "..#."];
    let crowded = ["#..", "###", "###"];
    let alone = ["....", ".##.", "....", "...."];
    for (id, rows, reason) in [
        ("hashi", &apart[..], "these islands cannot be joined"),
        ("yajilin", &crowded, "no loop around these clues"),
        ("fobidoshi", &alone, "no solution was found"),
    ] {
        let (_, outcome) = on(id, rows, Wish::default(), 0);
        let why = outcome.why_not();
        assert!(outcome.made.is_none() && why.contains(reason), "{why}");
        assert_eq!(outcome.tally.attempts, 1);
    }
}
