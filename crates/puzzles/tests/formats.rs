//! What texts are read as and written as: the cases that every family lists in
//! `examples/formats.txt`, and whatever a hand draws and plays, in every format.

mod cases;

use std::sync::Arc;

use cases::{Case, Outcome, cases};
use grid::{Cell, Dir, Size};
use puzzles::format::{self, Document, FamilyFormat, Lost, ReadError, split};
use puzzles::play::{Gesture, GestureKind, Target};
use puzzles::{Board, FAMILIES, Family, Grid, Notation, Puzzle};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn read(text: &str) -> Result<Document, ReadError> {
    let chunks = split(text);
    assert_eq!(chunks.len(), 1, "not one puzzle:\n{text}");
    chunks[0].read()
}

/// An error unless this holds.
fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    holds.then_some(()).ok_or_else(what)
}

/// These formats hold everything.
const WHOLE: [&str; 2] = ["json", "janko"];

/// What a format makes of a document is read as the same puzzle. Gives what was read.
fn comes_back(document: &Document, format: &str) -> Result<Option<Document>, String> {
    let Ok(text) = format::write(document, format) else {
        return Ok(None);
    };
    let again = read(&text).map_err(|e| format!("as {format}: {e}\n{text}"))?;
    let same = *again.puzzle == *document.puzzle;
    ensure(same, || format!("as {format} it is another puzzle\n{text}"))?;
    Ok(Some(again))
}

/// Does what is expected become of a text?
fn check(family: &Family, case: &Case) -> Result<(), String> {
    let found = read(&case.text);
    for outcome in &case.outcomes {
        match (outcome, &found) {
            (Outcome::Fails(line, column, words), Err(e)) => ensure(
                (e.line, e.column) == (*line, *column) && e.message.contains(words),
                || format!("it fails at {}:{}: {}", e.line, e.column, e.message),
            )?,
            (Outcome::Fails(..), Ok(_)) => return Err("it can be read".to_owned()),
            (_, Err(e)) => {
                return Err(format!(
                    "it fails at {}:{}: {}",
                    e.line, e.column, e.message
                ));
            }
            (Outcome::Becomes(format, text), Ok(document)) => becomes(document, format, text)?,
            (Outcome::Stays(format), Ok(document)) => becomes(document, format, &case.text)?,
            (Outcome::Refused(format, words), Ok(document)) => {
                match format::write(document, format) {
                    Ok(text) => return Err(format!("{format} holds it\n{text}")),
                    Err(e) => ensure(e.message.contains(words), || format!("{format}: {e}"))?,
                }
            }
            (Outcome::Wrong(is_wrong), Ok(document)) => {
                let board = document.solution.as_ref().or(document.marks.as_ref());
                let wrong = document.puzzle.check(board.expect("a board"));
                ensure(wrong.is_empty() != *is_wrong, || format!("{wrong:?}"))?;
            }
        }
    }
    let Ok(document) = &found else { return Ok(()) };
    let owner = document.puzzle.family();
    ensure(owner.id == family.id, || format!("it is read as {owner:?}"))?;
    format::formats().try_for_each(|format| comes_back(document, format.name).map(drop))
}

fn becomes(document: &Document, format: &str, text: &str) -> Result<(), String> {
    let written = format::write(document, format).map_err(|e| format!("{format}: {e}"))?;
    ensure(written == text, || format!("as {format} it is\n{written}"))?;
    let again = read(text).map_err(|e| format!("{format}: {e}"))?;
    let twice = format::write(&again, format);
    ensure(twice == Ok(written), || format!("{format}: then {twice:?}"))?;
    let same = (&again.solution, &again.marks) == (&document.solution, &document.marks);
    ensure(same || !WHOLE.contains(&format), || {
        format!("{format} changes a board")
    })
}

#[test]
fn texts_become_what_they_should() {
    let mut faults = Vec::new();
    for family in FAMILIES {
        for case in cases(family) {
            if let Err(fault) = check(family, &case) {
                faults.push(format!("{}\n{}\n  {fault}", case.place, case.text));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// A game ID without a name belongs to the one game whose parameters look so.
#[test]
fn no_game_id_looks_like_that_of_another_game() {
    let looks = |family: &Family, params: &str| {
        family.formats.iter().any(|format| match format {
            FamilyFormat::Tatham(game) => (game.looks)(params),
            _ => false,
        })
    };
    let mut seen = 0;
    for family in FAMILIES {
        for case in cases(family) {
            let Some((params, _)) = case.text.split_once(':') else {
                continue;
            };
            if looks(family, params) {
                let all = FAMILIES.iter().filter(|other| looks(other, params));
                assert_eq!(all.count(), 1, "{}: {params}", case.place);
                seen += 1;
            }
        }
    }
    assert!(seen > 5, "only {seen} game IDs among the cases");
}

// ---- whatever a hand draws and plays ----

fn any_gesture(dice: &mut ChaCha8Rng, size: Size, keys: &[String]) -> Gesture {
    let mut at = Cell {
        row: dice.random_range(-1..=size.rows() as i16),
        col: dice.random_range(-1..=size.cols() as i16),
    };
    let kind = match dice.random_range(0..6) {
        0 => GestureKind::Tap,
        1 => GestureKind::Alt,
        2 | 3 => GestureKind::Drag,
        _ => GestureKind::Key,
    };
    let mut targets = vec![match size.contains(at) {
        true => Target::Cell(at.row, at.col),
        false => Target::Outside(at.row, at.col),
    }];
    let mut value = None;
    if kind == GestureKind::Key {
        value = keys.get(dice.random_range(0..keys.len().max(1))).cloned();
    }
    if kind == GestureKind::Drag {
        let mut dir = Dir::ALL[dice.random_range(0..4)];
        for _ in 0..dice.random_range(1..6) {
            if dice.random_bool(0.2) {
                dir = Dir::ALL[dice.random_range(0..4)];
            }
            at = at.step(dir);
            targets.push(Target::Cell(at.row, at.col));
        }
    }
    Gesture::new(kind, targets, value.as_deref())
}

fn drawn(dice: &mut ChaCha8Rng, family: &Family) -> Arc<dyn Puzzle> {
    let (least, most) = family.sides;
    let mut side = || dice.random_range(least..=most.min(6));
    let size = Size::new(side(), side()).expect("a small board");
    let square = Size::new(size.rows(), size.rows()).expect("a small board");
    let mut puzzle = (family.empty)(size)
        .or_else(|_| (family.empty)(square))
        .unwrap_or_else(|e| panic!("{family:?}: {}", e.message));
    for _ in 0..dice.random_range(0..60) {
        let gesture = any_gesture(dice, puzzle.size(), &puzzle.all_setter_keys());
        puzzle = puzzle.edit(&gesture).unwrap_or(puzzle);
    }
    puzzle
}

fn played(dice: &mut ChaCha8Rng, puzzle: &dyn Puzzle) -> Board {
    let mut board = puzzle.blank();
    for _ in 0..dice.random_range(0..80) {
        let gesture = any_gesture(dice, puzzle.size(), &puzzle.player_keys());
        board = puzzle.gesture(&board, &gesture).unwrap_or(board);
    }
    board
}

/// All signs that boards of the family have.
fn signs(family: &'static Family) -> Vec<String> {
    let cases = cases(family).into_iter().map(|case| read(&case.text));
    let documents = family.examples().chain(cases).flatten();
    let mut signs = vec![".".to_owned()];
    for document in documents {
        for board in document.marks.iter().chain(&document.solution) {
            let grid = document.puzzle.write_grid(board, Notation::Marks);
            signs.extend(grid.0.into_iter().flatten());
        }
    }
    signs.sort_unstable();
    signs.dedup();
    signs
}

/// A board with any of these signs anywhere, as an import may bring it: right, wrong, or with a
/// given changed. None if a sign cannot stand where it came to stand.
fn imported(
    dice: &mut ChaCha8Rng,
    puzzle: &dyn Puzzle,
    signs: &[String],
    notation: Notation,
) -> Option<Document> {
    let mut sign = || match dice.random_bool(0.6) {
        true => ".".to_owned(),
        false => signs[dice.random_range(0..signs.len())].clone(),
    };
    let mut record = puzzle.record();
    let rows = (0..record.rows).map(|_| (0..record.cols).map(|_| sign()).collect());
    record.set_board(notation, Grid(rows.collect()));
    read(&serde_json::to_string(&record).expect("a record")).ok()
}

/// What these formats make of a document is read as the same, and written again as it is.
fn assert_comes_back(document: &Document, formats: &[&str], place: &str) {
    for format in formats {
        let again = comes_back(document, format);
        let Some(again) = again.unwrap_or_else(|e| panic!("{place}: {e}")) else {
            continue;
        };
        let texts = [document, &again].map(|d| format::write(d, format));
        assert_eq!(texts[0], texts[1], "{place}");
        if WHOLE.contains(format) {
            assert_eq!(again.marks, document.marks, "{place}: {texts:?}");
        }
        let lost = format::write_telling(document, format).map(|(_, lost)| lost);
        let boards = [
            (&document.solution, &again.solution, "solution"),
            (&document.marks, &again.marks, "marks"),
        ];
        for (before, after, field) in boards {
            let told = [Lost::Board(field), Lost::Part(field)];
            let is_told = match &lost {
                Ok(lost) => told.iter().any(|told| lost.contains(told)),
                Err(_) => true,
            };
            let blank = Some(document.puzzle.blank());
            let same = before == after || *before == blank && after.is_none();
            assert!(
                same || is_told,
                "{place}: {format} loses {field}: {texts:?}"
            );
        }
    }
}

#[test]
fn whatever_a_hand_draws_and_plays_comes_back() {
    let all: Vec<&str> = format::formats().map(|format| format.name).collect();
    for family in FAMILIES {
        let mut dice = ChaCha8Rng::seed_from_u64(19);
        let signs = signs(family);
        let (mut clues, mut entries, mut imports) = (0, 0, 0);
        for round in 0..250 {
            let drawn = Document::new(drawn(&mut dice, family));
            let board = played(&mut dice, drawn.puzzle.as_ref());
            clues += !drawn.puzzle.removals().is_empty() as usize;
            entries += (board != drawn.puzzle.blank()) as usize;
            let place = format!("{family:?}, round {round}");
            let mut marked = drawn.clone();
            marked.marks = Some(board.clone());
            let mut solved = drawn.clone();
            solved.solution = Some(board);
            let imported: Vec<Document> = [Notation::Marks, Notation::Solution]
                .into_iter()
                .filter_map(|how| imported(&mut dice, drawn.puzzle.as_ref(), &signs, how))
                .collect();
            imports += imported.len();
            // A sheet without anything is no puzzle yet, which only these formats say.
            let is_draft = drawn.puzzle.record().extra.contains_key("draft");
            let formats = if is_draft { &WHOLE[..] } else { &all };
            for document in [drawn, marked, solved] {
                assert_comes_back(&document, formats, &place);
            }
            for import in imported {
                assert_comes_back(&import, formats, &place);
                for format in WHOLE {
                    let told = format::write_telling(&import, format).expect("any board");
                    assert_eq!(told.1, [], "{place}: {}", told.0);
                }
            }
        }
        for (what, count) in [
            ("puzzles with clues", clues),
            ("boards with entries", entries),
            ("boards that can be read", imports),
        ] {
            assert!(count > 40, "{family:?}: only {count} {what}");
        }
    }
}
