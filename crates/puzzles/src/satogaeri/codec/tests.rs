use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use super::*;
use crate::format::{Document, ReadError, split, write};
use crate::satogaeri::random;

fn read(text: &str) -> Result<Document, ReadError> {
    split(text)[0].read()
}

/// The puzzle of the manual.
const URL: &str = "https://puzz.link/p?satogaeri/4/4/94g1g02m1h.j";

const PZPRV3: &str = "pzprv3\nsatogaeri\n4\n4\n\
    2 . . . \n. . . . \n1 . . - \n. . . . \n\
    0 0 0 0 \n0 0 0 0 \n0 0 0 0 \n0 0 0 0 \n\
    0 1 0 \n0 1 0 \n0 1 0 \n0 1 0 \n0 0 0 0 \n1 1 0 0 \n0 0 0 0 \n\
    1 1 0 \n0 0 0 \n0 0 0 \n0 0 0 \n0 0 0 0 \n1 0 0 0 \n0 0 0 0 ";

const JANKO: &str = "begin\npuzzle satogaeri\nrows 4\ncols 4\nproblem\n\
    2 - - -\n- - - -\n1 - - ?\n- - - -\nareas\n1 1 2 2\n1 1 2 2\n3 3 2 2\n3 3 2 2\n\
    marks\ne ew w .\ns . . -\nn . . .\n. - . .\nend";

#[test]
fn the_example_of_the_manual_in_every_format() {
    let from_url = read(URL).unwrap();
    let puzzle = satogaeri(from_url.puzzle.as_ref());
    assert_eq!(puzzle.countries.count(), 3);
    let circles: Vec<_> = puzzle.circles.iter().map(|c| (c.at, c.number)).collect();
    let expected = [
        (cell(0, 0), Some(2)),
        (cell(2, 0), Some(1)),
        (cell(2, 3), None),
    ];
    assert_eq!(circles, expected);
    assert_eq!(write(&from_url, "puzzlink").unwrap(), URL);
    let from_file = read(PZPRV3).unwrap();
    assert_eq!(write(&from_file, "pzprv3").unwrap(), PZPRV3);
    let from_janko = read(JANKO).unwrap();
    assert_eq!(write(&from_janko, "janko").unwrap(), JANKO);
    assert!(*from_file.puzzle == *from_url.puzzle && *from_janko.puzzle == *from_url.puzzle);
    // The file has no room for the two marks.
    let mut without = from_janko.marks.unwrap();
    without.slots[puzzle.size.borders()..].fill(0);
    assert_eq!(from_file.marks, Some(without));
}

#[test]
fn other_spellings_of_the_same() {
    let puzzle = read(URL).unwrap().puzzle;
    for text in [
        "satogaeri/4/4/94g1g02m1h.j/",
        "http://pzv.jp/p.html?sato/4/4/94g1g02m1h.j",
        "https://puzz.link/p?satogaeri_edit/4/4/94g1g02m1h.",
        &PZPRV3.replace('\n', "/"),
        &PZPRV3.replace("4\n4\n", "4\r\n4\r\n"),
        &PZPRV3.replace("\n1 1 0 \n0 0 0 \n0 0 0", "\n-1 1 0 \n0 0 0 \n0 0 0"),
        &JANKO.replace("problem", "[problem]"),
        &JANKO.replace(" 2 2", " east east"),
    ] {
        assert!(*read(text).unwrap().puzzle == *puzzle, "{text}");
    }
}

#[test]
fn boards_of_nothing() {
    for text in [
        "satogaeri/4/4/",
        "pzprv3/satogaeri/4/4",
        "satogaeri/1/1/",
        "satogaeri/1/1/.",
        "satogaeri/1/5/vg",
        "pzprv3/satogaeri/1/1/5 ",
    ] {
        let document = read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        for format in ["json", "janko", "puzzlink", "pzprv3"] {
            let again = read(&write(&document, format).unwrap()).unwrap();
            assert!(*again.puzzle == *document.puzzle, "{text} as {format}");
        }
    }
}

#[test]
fn mistakes_are_placed() {
    let error = |text: &str| {
        let e = read(text).map(|_| ()).expect_err(text);
        (e.line, e.column, e.message)
    };
    let at = |text: &str| {
        let (line, column, _) = error(text);
        (line, column)
    };
    assert_eq!(at("satogaeri/4/4/9"), (1, 16));
    assert_eq!(at("satogaeri/4/4/94w1g02m1h.j"), (1, 17));
    assert_eq!(at("satogaeri/4/4/94g1g02m1h.z"), (1, 26));
    assert_eq!(at("satogaeri/4/4/94g1g02m1h.j5"), (1, 27));
    assert_eq!(at("satogaeri/4/4/94g1g0!"), (1, 21));
    assert_eq!(at("satogaeri/v:odd/4/4/94g1g02m1h.j"), (1, 21));
    assert_eq!(at("satogaeri/4/400/"), (1, 13));
    assert_eq!(at(&JANKO.replace("1 - - ?", "1 - - x")), (8, 7));
    assert_eq!(at(&JANKO.replace("1 - - ?", "1 - - 4096")), (8, 7));
    assert_eq!(at(&JANKO.replace("1 - - ?", "1 - -")), (8, 1));
    assert_eq!(
        at(&JANKO.replace("3 3 2 2\nmarks", "3 3 - 2\nmarks")),
        (14, 5)
    );
    assert_eq!(
        at(&JANKO.replace("3 3 2 2\nmarks", "3 3 2 1\nmarks")),
        (14, 7)
    );
    assert_eq!(at(&JANKO.replace("3 3 2 2\nmarks", "marks")), (10, 1));
    assert_eq!(at(&JANKO.replace("e ew w .", "e ew w e")), (16, 8));
    assert_eq!(at(&JANKO.replace("e ew w .", "e ex w .")), (16, 3));
    assert_eq!(
        at(&JANKO.replace("rows 4", "rows 4\nvariant torus")),
        (4, 1)
    );
    assert_eq!(at(&JANKO.replace("rows 4", "rows 0")), (3, 1));
    assert!(
        error(&JANKO.replace("areas\n1 1 2 2\n1 1 2 2\n3 3 2 2\n3 3 2 2\n", ""))
            .2
            .contains("areas")
    );
    let notes = |notes: &str| JANKO.replace("rows 4", &format!("notes {notes}\nrows 4"));
    for bad in [
        r#"{"marked":7}"#,
        r#"{"marked":[[0]]}"#,
        r#"{"marked":[[0,4]]}"#,
    ] {
        assert!(error(&notes(bad)).2.contains("marked"), "{bad}");
    }
    assert_eq!(at(&PZPRV3.replace("1 . . - ", "1 . . x ")), (7, 7));
    assert_eq!(at(&PZPRV3.replace("1 1 0 0 ", "1 2 0 0 ")), (18, 3));
    assert_eq!(at(&PZPRV3.replace("1 1 0 \n", "1 1 2 \n")), (20, 5));
    assert_eq!(at(&format!("{PZPRV3}\n7")), (27, 1));
}

#[test]
fn a_country_in_two_pieces_is_named() {
    let text = JANKO.replace("3 3 2 2\nmarks", "3 3 2 1\nmarks");
    let message = read(&text).map(|_| ()).unwrap_err().message;
    assert_eq!(message, "the cells of country \"1\" do not all touch");
}

#[test]
fn a_track_that_is_known_to_end_is_kept_in_the_notes() {
    let mut document = read(URL).unwrap();
    let puzzle = satogaeri(document.puzzle.as_ref());
    let mut board = puzzle.blank();
    puzzle.set_track(&mut board, 2, Way::Go(Dir::West, 2), 1);
    board.slots[puzzle.mark_slot(cell(2, 3))] = 1;
    document.marks = Some(board.clone());
    let text = write(&document, "json").unwrap();
    let object: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["notes"], json!({"marked": [[2, 3]]}));
    assert_eq!(object["marks"][2], json!([".", "e", "ew", "w"]));
    let mut again = read(&text).unwrap();
    assert_eq!(again.marks, Some(board));
    // Another board does not get the notes of the first one.
    again.marks = Some(again.puzzle.blank());
    let text = write(&again, "json").unwrap();
    assert_eq!(read(&text).unwrap().marks, Some(again.puzzle.blank()));
}

proptest! {
    #[test]
    fn readers_never_panic(
        body in "[0-9a-z.+-]{0,40}|\\PC{0,20}",
        cols in 0usize..12,
        rows in 0usize..12,
        signs in prop::collection::vec("[0-9?nesw.-]{0,3}|\\PC{0,3}", 0..40),
    ) {
        let _ = read(&format!("satogaeri/{cols}/{rows}/{body}"));
        let _ = read(&format!("pzprv3/satogaeri/{rows}/{cols}/{}", signs.join(" /")));
        let line = signs.join(" ");
        for block in ["problem", "areas", "marks", "solution"] {
            let _ = read(&format!("begin\npuzzle satogaeri\n{block}\n{line}\n{line}\nend"));
            let _ = read(&JANKO.replace("- - - -", &line).replace("problem", block));
            let _ = read(&JANKO.replace(". - . .", &line));
        }
        let grid: Vec<_> = signs.chunks(cols.max(1)).collect();
        let object = json!({
            "type": "satogaeri", "rows": rows, "cols": cols, "problem": grid, "areas": grid,
            "marks": grid, "solution": grid, "notes": {"marked": grid},
        });
        let _ = read(&object.to_string());
    }

    #[test]
    fn what_is_written_is_read_again(
        seed: u64,
        rows in 1usize..7,
        cols in 1usize..7,
        from in 0usize..3,
    ) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let size = Size::new(rows, cols).unwrap();
        let puzzle = random::any(&mut rng, size);
        let board = match from {
            0 => random::filling(&mut rng, &puzzle),
            1 => random::moves(&mut rng, &puzzle),
            _ => puzzle.blank(),
        };
        let mut document = Document::new(Arc::new(puzzle.clone()));
        document.marks = Some(board.clone());
        for format in ["json", "janko"] {
            let again = read(&write(&document, format).unwrap()).unwrap();
            prop_assert!(*again.puzzle == *document.puzzle);
            prop_assert_eq!(again.marks.as_ref(), Some(&board), "{}", format);
        }
        let file = read(&write(&document, "pzprv3").unwrap()).unwrap();
        prop_assert!(*file.puzzle == *document.puzzle);
        let lines = &board.slots[..size.borders()];
        let found = file.marks.unwrap_or_else(|| puzzle.blank());
        prop_assert_eq!(&found.slots[..size.borders()], lines);
        let link = read(&write(&document, "puzzlink").unwrap()).unwrap();
        prop_assert!(*link.puzzle == *document.puzzle);
        // A solution says that all circles have arrived, and nothing more.
        let mut solved = Document::new(Arc::new(puzzle.clone()));
        solved.solution = Some(board.clone());
        let again = read(&write(&solved, "json").unwrap()).unwrap().solution.unwrap();
        prop_assert_eq!(&again.slots[..size.borders()], lines);
        for at in size.cells() {
            prop_assert_eq!(puzzle.is_marked(&again, at), puzzle.circle_at(at).is_some());
        }
    }
}
