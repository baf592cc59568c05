//! Drawing puzzles by hand: whatever a hand does, what it draws can be read again; and every sample
//! can be drawn on an empty board.

use std::sync::Arc;

use grid::{Cell, Size, Symmetry};
use logic::Plan;
use puzzles::engine::SearchEnd;
use puzzles::format::{self, Document};
use puzzles::make::{Place, edited};
use puzzles::play::{Gesture, GestureKind, Side, Target};
use puzzles::reason::{Hint, Limits, Player, Wanted, Weights, hint, rate};
use puzzles::{DrawOptions, FAMILIES, Family, Puzzle, Record, Status, forced, solve, turned};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use sat::Budget;

fn empty(family: &Family, rows: usize, cols: usize) -> Arc<dyn Puzzle> {
    let size = Size::new(rows, cols).expect("a board");
    (family.empty)(size).unwrap_or_else(|e| panic!("{family:?}: {}", e.message))
}

fn samples(family: &'static Family) -> Vec<Arc<dyn Puzzle>> {
    let samples = family.samples().map(|s| s.expect("a sample").puzzle);
    samples.collect()
}

fn gesture(kind: GestureKind, targets: Vec<Target>, value: Option<&str>) -> Gesture {
    Gesture::new(kind, targets, value)
}

/// Sizes that the family allows: all squares, and some others where there are others.
fn sizes(family: &Family) -> Vec<Size> {
    let (least, most) = family.sides;
    let squares = (least..=most).map(|side| (side, side));
    let others = [(least, most), (most, least), (least, least + 1), (7, 4)];
    let all = squares.chain(others);
    let sizes = all.filter_map(|(rows, cols)| Size::new(rows, cols));
    let sizes: Vec<Size> = sizes.filter(|&size| (family.empty)(size).is_ok()).collect();
    assert!(sizes.len() > most - least, "{family:?} refuses a square");
    sizes
}

/// The puzzle comes back from its record, and from its text.
fn assert_readable(puzzle: &dyn Puzzle) {
    let record = puzzle.record();
    let again =
        (puzzle.family().read)(&record).unwrap_or_else(|e| panic!("{}: {record:?}", e.message));
    assert!(*again == *puzzle, "{record:?}");
    for format in ["json", "janko"] {
        let text = format::write(&Document::new(Arc::clone(&again)), format).expect("any puzzle");
        let read = format::split(&text)[0].read();
        let read = read.unwrap_or_else(|e| panic!("{e}: {text}"));
        assert!(*read.puzzle == *puzzle, "{text}");
    }
}

// ---- any gesture ----

fn place(dice: &mut ChaCha8Rng, side: usize) -> i16 {
    match dice.random_range(0..20) {
        0 => *[i16::MIN, -2, -1, side as i16, side as i16 + 1, i16::MAX]
            .get(dice.random_range(0..6))
            .expect("one of six"),
        _ => dice.random_range(-1..=side as i16),
    }
}

fn any_target(dice: &mut ChaCha8Rng, size: Size) -> Target {
    let (row, col) = (place(dice, size.rows()), place(dice, size.cols()));
    match dice.random_range(0..12) {
        0 => Target::Border(row, col, Side::East),
        1 => Target::Border(row, col, Side::South),
        2..4 => Target::Outside(row, col),
        _ => Target::Cell(row, col),
    }
}

/// From one place to neighbours, as a hand does.
fn any_trail(dice: &mut ChaCha8Rng, size: Size) -> Vec<Target> {
    let mut at = (place(dice, size.rows()), place(dice, size.cols()));
    let steps = dice.random_range(1..8);
    let step = |_| {
        let here = Target::Cell(at.0, at.1);
        match dice.random_range(0..4) {
            0 => at.0 = at.0.saturating_add(1),
            1 => at.0 = at.0.saturating_sub(1),
            2 => at.1 = at.1.saturating_add(1),
            _ => at.1 = at.1.saturating_sub(1),
        }
        here
    };
    (0..steps).map(step).collect()
}

fn any_gesture(dice: &mut ChaCha8Rng, puzzle: &dyn Puzzle) -> Gesture {
    const KINDS: [GestureKind; 4] = [
        GestureKind::Tap,
        GestureKind::Alt,
        GestureKind::Drag,
        GestureKind::Key,
    ];
    const RUBBISH: [&str; 12] = [
        "",
        "é",
        "-1",
        "99999",
        "~3",
        "at most 9",
        "highest 0",
        "x",
        "n",
        "c",
        "0",
        "?",
    ];
    let pad = puzzle.all_setter_keys();
    let value = match dice.random_range(0..4) {
        0 => RUBBISH[dice.random_range(0..RUBBISH.len())],
        _ => &pad[dice.random_range(0..pad.len())],
    };
    let targets = match dice.random_range(0..10) {
        0 => Vec::new(),
        1..5 => any_trail(dice, puzzle.size()),
        _ => vec![any_target(dice, puzzle.size())],
    };
    let kind = KINDS[dice.random_range(0..KINDS.len())];
    gesture(
        kind,
        targets,
        Some(value).filter(|_| dice.random_bool(0.95)),
    )
}

#[test]
fn whatever_is_drawn_can_be_read_again() {
    for family in FAMILIES {
        let mut dice = ChaCha8Rng::seed_from_u64(7);
        let least = family.sides.0;
        let mut starts = vec![empty(family, least, least), empty(family, 5, 5)];
        starts.extend((family.empty)(Size::new(3, 8).expect("a board")));
        starts.extend(samples(family));
        for start in starts {
            let mut puzzle = start;
            let mut meant = 0;
            for step in 0..600 {
                let gesture = any_gesture(&mut dice, puzzle.as_ref());
                let Some(after) = puzzle.edit(&gesture) else {
                    continue;
                };
                assert!(*after != *puzzle, "{gesture:?} changes nothing");
                assert_eq!(after.size(), puzzle.size());
                assert_readable(after.as_ref());
                let blank = after.blank();
                after.draw(&blank, &DrawOptions::default());
                after.check(&blank);
                if step % 50 == 0 && after.size().len() <= 64 {
                    solve(after.as_ref(), 2, Budget::conflicts(200));
                }
                puzzle = after;
                meant += 1;
            }
            assert!(
                meant > 20,
                "{family:?}: only {meant} gestures meant something"
            );
        }
    }
}

// ---- what the page asks while somebody draws ----

/// Everything that looks at a puzzle looks at this one, too, and says nothing untrue.
fn assert_bearable(puzzle: &Arc<dyn Puzzle>) {
    let budget = Budget::conflicts(300);
    let family = puzzle.family();
    let status = solve(puzzle.as_ref(), 2, budget).status;
    let rating = rate(puzzle.as_ref(), Player(1), Weights::Ours, budget);
    // What has no solution may have been filled in before the rules noticed.
    assert!(
        !(rating.solved_by_rules && status == Status::Multiple),
        "{puzzle:?}"
    );
    let table = puzzle.reasoner().rules();
    let plan = Plan::without_trial(&table);
    let limits = Limits {
        all: budget,
        reason: &|| (Box::new(|| true), Box::new(|| true)),
    };
    let wanted = Wanted {
        plan: &plan,
        smallest: false,
        near: &[],
    };
    let hint = hint(puzzle.as_ref(), &puzzle.blank(), wanted, limits);
    if status == Status::None {
        assert!(
            matches!(hint, Hint::Contradiction(_) | Hint::Unknown),
            "{puzzle:?}: {hint:?}"
        );
    }
    forced(puzzle.as_ref(), budget);
    puzzle.scratch(&[]);
    for encoding in family.engines().encodings {
        let _ = (encoding.build)(puzzle.as_ref());
    }
    for method in family.engines().methods {
        let options = method.options("", 1).expect("the usual");
        let found = method.solve(puzzle.as_ref(), &options, 2, Budget::conflicts(50));
        if found.end == SearchEnd::Proved && status != Status::Unknown {
            assert_eq!(found.status(), status, "{} on {puzzle:?}", method.id);
        }
    }
    for format in format::formats() {
        let _ = format::write(&Document::new(Arc::clone(puzzle)), format.name);
    }
    for symmetry in Symmetry::ALL {
        assert_readable(turned(puzzle.as_ref(), symmetry).as_ref());
    }
    for edit in puzzle.removals() {
        edited(puzzle.as_ref(), &[edit]).expect("a puzzle with a clue less");
    }
}

#[test]
fn half_made_puzzles_are_looked_at_without_harm() {
    for family in FAMILIES {
        let mut dice = ChaCha8Rng::seed_from_u64(11);
        let least = family.sides.0;
        let mut starts = vec![empty(family, least, least), empty(family, 4, 4)];
        starts.extend((family.empty)(Size::new(1, 6).expect("a board")));
        starts.extend((family.empty)(Size::new(4, 3).expect("a board")));
        for start in starts {
            assert_bearable(&start);
            let mut puzzle = start;
            for step in 0..120 {
                let gesture = any_gesture(&mut dice, puzzle.as_ref());
                puzzle = puzzle.edit(&gesture).unwrap_or(puzzle);
                if step % 8 == 0 {
                    assert_bearable(&puzzle);
                }
            }
        }
    }
}

// ---- every sample by hand ----

fn key(target: Target, value: &str) -> Gesture {
    gesture(GestureKind::Key, vec![target], Some(value))
}

fn drag(cells: &[Cell]) -> Gesture {
    let targets = cells.iter().map(|at| Target::Cell(at.row, at.col));
    gesture(GestureKind::Drag, targets.collect(), None)
}

/// The clues of a record with their places.
fn clues(record: &Record) -> Vec<(Place, &str)> {
    let mut clues = Vec::new();
    let cell = |row: usize, col: usize| grid::cell(row, col);
    for (row, col, sign) in record.problem.iter().flat_map(|grid| grid.cells()) {
        clues.push((Place::Cell(cell(row, col)), sign));
    }
    for (end, i, sign) in record.clabels.iter().flat_map(|grid| grid.cells()) {
        let row = if end == 0 { -1 } else { record.rows as i16 };
        clues.push((Place::Outside(Cell { row, col: i as i16 }), sign));
    }
    for (end, i, sign) in record.rlabels.iter().flat_map(|grid| grid.cells()) {
        let col = if end == 0 { -1 } else { record.cols as i16 };
        clues.push((Place::Outside(Cell { row: i as i16, col }), sign));
    }
    clues.retain(|(_, sign)| *sign != "-");
    clues
}

/// Type each clue: a number with an arrow is a number and an arrow.
fn typed(record: &Record) -> Vec<Gesture> {
    let mut gestures = Vec::new();
    for (place, sign) in clues(record) {
        let target = match place {
            Place::Cell(at) => Target::Cell(at.row, at.col),
            Place::Outside(at) => Target::Outside(at.row, at.col),
        };
        let letters = sign.len() - sign.trim_end_matches(['n', 'e', 's', 'w']).len();
        let (number, arrow) = sign.split_at(sign.len() - letters);
        for value in [arrow, number].into_iter().filter(|v| !v.is_empty()) {
            gestures.push(key(target, value));
        }
    }
    gestures
}

/// Each country is begun with one cell and pulled over its others one by one.
fn countries(record: &Record, size: Size) -> Vec<Gesture> {
    let Some(areas) = &record.areas else {
        return Vec::new();
    };
    let label = |at: Cell| &areas.0[at.row as usize][at.col as usize];
    let mut seen = vec![false; size.len()];
    let mut gestures = Vec::new();
    for first in size.cells() {
        if std::mem::replace(&mut seen[size.index(first)], true) {
            continue;
        }
        gestures.push(key(Target::Cell(first.row, first.col), "country"));
        let mut todo = vec![first];
        while let Some(at) = todo.pop() {
            for (_, next) in size.neighbours(at) {
                if label(next) == label(first) && !seen[size.index(next)] {
                    seen[size.index(next)] = true;
                    gestures.push(drag(&[at, next]));
                    todo.push(next);
                }
            }
        }
    }
    gestures
}

#[test]
fn every_sample_can_be_drawn_on_an_empty_board() {
    for family in FAMILIES {
        for sample in samples(family) {
            let (record, size) = (sample.record(), sample.size());
            let mut puzzle = empty(family, size.rows(), size.cols());
            let all = countries(&record, size).into_iter().chain(typed(&record));
            for gesture in all {
                // What is so already, such as land that nobody has cut yet, need not be drawn.
                puzzle = puzzle.edit(&gesture).unwrap_or(puzzle);
                assert_readable(puzzle.as_ref());
            }
            assert!(*puzzle == *sample, "{family:?}: {:?}", puzzle.record());
        }
    }
}

#[test]
fn every_clue_can_be_taken_away() {
    for family in FAMILIES {
        for sample in samples(family) {
            let mut puzzle = Arc::clone(&sample);
            for (place, sign) in clues(&sample.record()) {
                let target = match place {
                    Place::Cell(at) => Target::Cell(at.row, at.col),
                    Place::Outside(at) => Target::Outside(at.row, at.col),
                };
                let after = puzzle.edit(&key(target, "delete"));
                puzzle = after.unwrap_or_else(|| panic!("{family:?}: {sign} at {place:?} stays"));
                assert_readable(puzzle.as_ref());
            }
            assert_eq!(clues(&puzzle.record()), []);
        }
    }
}

// ---- sizes ----

#[test]
fn there_is_an_empty_board_of_every_size_and_one_becomes_the_other() {
    for family in FAMILIES {
        let sizes = sizes(family);
        for &size in &sizes {
            let board = (family.empty)(size).expect("a size that is allowed");
            assert_eq!(board.size(), size);
            assert_eq!(clues(&board.record()), []);
            if size.len() < 200 {
                assert_readable(board.as_ref());
                board.draw(&board.blank(), &DrawOptions::default());
                assert!(!board.setter_keys().is_empty());
            }
        }
        let (first, last) = (sizes[0], sizes[sizes.len() / 2]);
        let small = (family.empty)(first).expect("a board");
        let large = (family.empty)(last).expect("a board");
        assert!(
            *small.resized(last).expect("a board") == *large,
            "{family:?}"
        );
        assert!(
            *large.resized(first).expect("a board") == *small,
            "{family:?}"
        );
    }
}

#[test]
fn larger_and_smaller_again_is_the_same() {
    for family in FAMILIES {
        for sample in samples(family) {
            let size = sample.size();
            let larger = Size::new(size.rows() + 3, size.cols() + 3).expect("a board");
            let grown = sample.resized(larger).expect("a larger board");
            assert_readable(grown.as_ref());
            assert_eq!(clues(&grown.record()).len(), clues(&sample.record()).len());
            let back = grown.resized(size).expect("the size it had");
            assert!(*back == *sample, "{family:?}: {:?}", back.record());
        }
    }
}

#[test]
fn a_board_of_any_size_keeps_what_fits() {
    for family in FAMILIES {
        let sample = samples(family).swap_remove(2);
        for size in sizes(family) {
            let resized = sample.resized(size).expect("a size that is allowed");
            assert_eq!(resized.size(), size);
            if size.len() < 200 {
                assert_readable(resized.as_ref());
            }
            let kept = clues(&resized.record()).len();
            assert!(kept <= clues(&sample.record()).len());
        }
    }
}

#[test]
fn a_size_that_a_family_has_not_is_refused_with_a_reason() {
    for family in FAMILIES {
        let (least, most) = family.sides;
        let sample = samples(family).swap_remove(0);
        for rows in least..=most.min(14) {
            for cols in least..=most.min(14) {
                let size = Size::new(rows, cols).expect("a board");
                match ((family.empty)(size), sample.resized(size)) {
                    (Ok(board), Ok(resized)) => {
                        assert_eq!((board.size(), resized.size()), (size, size));
                    }
                    (Err(e), Err(again)) => {
                        assert!(!e.message.is_empty());
                        assert_eq!(e, again);
                        assert_ne!(rows, cols, "{family:?}: {}", e.message);
                    }
                    _ => panic!("{family:?}: {size:?} is refused once"),
                }
            }
        }
        for side in [1, 100]
            .into_iter()
            .filter(|side| !(least..=most).contains(side))
        {
            let size = Size::new(side, side).expect("a board");
            assert!((family.empty)(size).is_err() && sample.resized(size).is_err());
        }
    }
}

/// A board without an island is no puzzle, and only a file that calls it a draft may hold one.
#[test]
fn only_a_draft_may_be_without_islands() {
    let read = |text: &str| format::split(text)[0].read();
    let problem = r#""type":"hashi","rows":1,"cols":2,"problem":[["-","-"]]"#;
    assert!(read(&format!("{{{problem}}}")).is_err());
    assert!(read(&format!("{{{problem},\"draft\":false}}")).is_err());
    let mut draft = read(&format!("{{{problem},\"draft\":true,\"title\":\"t\"}}")).unwrap();
    assert_eq!(draft.puzzle.record().extra.len(), 1);
    // With an island it is no longer a draft, whatever it was read from.
    let tap = gesture(GestureKind::Tap, vec![Target::Cell(0, 0)], None);
    draft.puzzle = draft.puzzle.edit(&tap).expect("an island");
    let written = format::write(&draft, "json").unwrap();
    assert!(
        !written.contains("draft") && written.contains("title"),
        "{written}"
    );
}
