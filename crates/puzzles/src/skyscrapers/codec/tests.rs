use grid::cell;
use proptest::prelude::*;

use super::skyscrapers;
use crate::board::Board;
use crate::format::{Document, ReadError, split, write};
use crate::puzzle::Play;
use crate::skyscrapers::{PARK, Skyscrapers, shared};

fn read(text: &str) -> Result<Document, ReadError> {
    split(text)[0].read()
}

fn views(document: &Document) -> Vec<Option<u16>> {
    skyscrapers(document.puzzle.as_ref()).views.clone()
}

fn error(text: &str) -> (usize, usize, String) {
    let e = read(text).expect_err("an error");
    (e.line, e.column, e.message)
}

#[test]
fn the_link_of_the_manual() {
    let link = "https://puzz.link/p?skyscrapers/4/4/k13h4j3g";
    let document = read(link).unwrap();
    let mut expected = vec![None; 16];
    for (view, seen) in [(5, 1), (6, 3), (9, 4), (14, 3)] {
        expected[view] = Some(seen);
    }
    assert_eq!(views(&document), expected);
    assert_eq!(write(&document, "puzzlink").unwrap(), link);
    for other in [
        "skyscraper/4/4/k13h4j3g/",
        "http://pzv.jp/p.html?building/4/4/k13h4j3",
        "skyscrapers_edit/4/4/k13h4j3g",
    ] {
        let other = read(other).unwrap();
        assert_eq!(write(&other, "puzzlink").unwrap(), link);
    }
}

#[test]
fn a_link_with_givens_does_not_run_over_the_edge_of_the_field() {
    let link = "https://puzz.link/p?skyscrapers/3/3/2qk3i";
    let document = read(link).unwrap();
    let puzzle = skyscrapers(document.puzzle.as_ref());
    assert_eq!(puzzle.views[0], Some(2));
    assert_eq!(puzzle.views.iter().flatten().count(), 1);
    assert_eq!(puzzle.givens, [0, 0, 0, 0, 0, 3, 0, 0, 0]);
    // One run of 11 views, then one of five cells.
    assert_eq!(write(&document, "puzzlink").unwrap(), link);
}

#[test]
fn bad_links_say_where() {
    let (line, column, message) = error("skyscrapers/4/4/k15h4j3g");
    assert_eq!((line, column), (1, 19), "{message}");
    assert_eq!(message, "expected a view from 1 to 4, found 5");
    assert_eq!(error("skyscrapers/4/4/k13h4j3gg5").1, 26);
    assert_eq!(error("skyscrapers/4/4/k13h4j3gz").1, 25);
    assert_eq!(error("skyscrapers/4/4/k13h4j3g!").1, 25);
    assert!(error("skyscrapers/4/5/k13").2.contains("a square"));
    assert!(error("skyscrapers/13/13/k13").2.contains("2 to 12"));
}

#[test]
fn the_towers_of_the_manual() {
    let id = "6:3/1/3//2/////4////2//4//////1/4/3,l5b3t";
    let document = read(id).unwrap();
    let puzzle = skyscrapers(document.puzzle.as_ref());
    assert_eq!(
        puzzle.views[..5],
        [Some(3), Some(1), Some(3), None, Some(2)]
    );
    assert_eq!(puzzle.views[21..], [Some(1), Some(4), Some(3)]);
    assert_eq!((puzzle.givens[12], puzzle.givens[15]), (5, 3));
    assert_eq!(puzzle.givens.iter().filter(|&&g| g != 0).count(), 2);
    assert_eq!(write(&document, "tatham").unwrap(), id);
    assert!(read(&format!("towers:{id}")).unwrap().puzzle.as_ref() == document.puzzle.as_ref());
}

#[test]
fn givens_side_by_side_and_heights_of_two_digits() {
    let id = "3:///////////,1_2a3_1d";
    assert_eq!(write(&read(id).unwrap(), "tatham").unwrap(), id);
    let large = format!("12:{},12_11z_{}", "/".repeat(47), "10zzzzk");
    let document = read(&large).unwrap();
    let givens = &skyscrapers(document.puzzle.as_ref()).givens;
    assert_eq!((givens[0], givens[1], givens[28]), (12, 11, 10));
    let message = write(&solved(document), "tatham-save").unwrap_err().message;
    assert!(message.contains("one digit"), "{message}");
}

/// With a board that holds something everywhere.
fn solved(mut document: Document) -> Document {
    let mut board = document.puzzle.blank();
    board.slots.fill(1);
    document.solution = Some(board);
    document
}

#[test]
fn a_save_file_carries_the_solution() {
    let save = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nGAME    :6:Towers\n\
                PARAMS  :3:3de\nDESC    :13:3///////////1\nSOLVE   :10:S123231312";
    let document = read(save).unwrap();
    let solution = document.solution.as_ref().unwrap();
    assert_eq!(solution.slots[..9], [1, 2, 3, 2, 3, 1, 3, 1, 2]);
    let again = read(&write(&document, "tatham-save").unwrap()).unwrap();
    assert_eq!(again.solution, document.solution);
    for (bad, place) in [("S12323131", 9), ("S1232313120", 10), ("S123241312", 5)] {
        let text = save
            .replace("S123231312", bad)
            .replace(":10:", &format!(":{}:", bad.len()));
        let (line, column, _) = error(&text);
        let start = format!("SOLVE   :{}:", bad.len()).len();
        assert_eq!((line, column), (5, start + place + 1), "{bad}");
    }
}

#[test]
fn bad_towers_say_where() {
    for (id, column) in [
        ("3://///4/////", 8),
        ("3:////////////", 15),
        ("3:////", 7),
        ("3:///////////,a", 16),
        ("3:///////////,j", 15),
        ("3:///////////,a!g", 16),
        ("3:///////////,a4g", 16),
        ("towers:3dz:///////////", 9),
        ("99999999999999999999:///", 1),
        ("1:///", 1),
        ("3#123456", 2),
    ] {
        assert_eq!(error(id).1, column, "{id}: {:?}", error(id));
    }
}

#[test]
fn game_ids_are_told_apart_by_their_parameters() {
    use super::tatham::looks_like_params;
    for towers in ["5", "5de", "12du"] {
        assert!(looks_like_params(towers), "{towers}");
    }
    for other in [
        "",
        "7x7",
        "7x7m2",
        "7x7i30e10m2d1",
        "5d",
        "5dee",
        "d",
        "de",
        "5e",
    ] {
        assert!(!looks_like_params(other), "{other}");
    }
}

const FILE: &str = "pzprv3\nskyscrapers\n3\n3\n\
    . 2 . . . \n. q1 2 .[1,3,,] . \n3 . 3[1,,,] . . \n. . 4 . 1 \n. . . . . ";

#[test]
fn files_of_pzprv3() {
    let document = read(FILE).unwrap();
    let puzzle = skyscrapers(document.puzzle.as_ref());
    let mut views = vec![None; 12];
    (views[0], views[7], views[11]) = (Some(2), Some(3), Some(1));
    assert_eq!(puzzle.views, views);
    assert_eq!(puzzle.givens, [1, 0, 0, 0, 0, 0, 0, 0, 0]);
    let marks = document.marks.as_ref().unwrap();
    assert_eq!(marks.slots[..9], [0, 2, 0, 0, 3, 0, 0, 4, 0]);
    assert_eq!(marks.slots[9..], [0, 0, 0b1010, 0, 0b10, 0, 0, 0, 0]);
    assert_eq!(write(&document, "pzprv3").unwrap(), FILE);
    let bare = read("pzprv3/skyscrapers/4/4").unwrap();
    assert!(bare.marks.is_none());
}

#[test]
fn bad_files_of_pzprv3_say_where() {
    for (from, to, line, column) in [
        (
            "pzprv3\nskyscrapers\n3\n3\n. 2",
            "pzprv3\nskyscrapers\n3\n3\n7 2",
            5,
            1,
        ),
        (". 2 .", ". 9 .", 5, 3),
        ("q1", "q4", 6, 3),
        (".[1,3,,]", ".[1,9,,]", 6, 8),
        (".[1,3,,]", ".[1,3", 6, 8),
        ("3[1,,,]", "x", 7, 5),
        ("\n3\n3\n", "\n3\n4\n", 5, 1),
        ("\n3\n3\n", "\n13\n13\n", 5, 1),
    ] {
        let (l, c, message) = error(&FILE.replacen(from, to, 1));
        assert_eq!((l, c), (line, column), "{to}: {message}");
    }
}

#[test]
fn what_a_format_cannot_hold_it_refuses() {
    let parks = read("{\"type\":\"skyscrapers\",\"rows\":3,\"cols\":3,\"depth\":2}").unwrap();
    let diagonals = "{\"type\":\"skyscrapers\",\"rows\":4,\"cols\":4,\"variant\":\"diagonals\"}";
    let diagonals = read(diagonals).unwrap();
    for format in ["puzzlink", "pzprv3", "tatham"] {
        assert!(write(&parks, format).unwrap_err().message.contains("parks"));
        let message = write(&diagonals, format).unwrap_err().message;
        assert!(message.contains("diagonals"), "{message}");
    }
    let mut plain = read("skyscrapers/5/5/").unwrap();
    let mut board = plain.puzzle.blank();
    board.slots[25] = 0b111110;
    plain.marks = Some(board);
    let message = write(&plain, "pzprv3").unwrap_err().message;
    assert!(message.contains("4 pencil marks"), "{message}");
}

fn janko(lines: &str) -> String {
    format!("begin\npuzzle skyscrapers\nsize 3\n{lines}\nend")
}

#[test]
fn bad_records_say_where() {
    for (lines, line, column, words) in [
        ("clabels\n- 4 -\n- - -", 5, 3, "a view from 1 to 3"),
        ("clabels\n- 0 -\n- - -", 5, 3, "a view from 1 to 3"),
        ("rlabels\n- - -\n- - ?", 6, 5, "a view from 1 to 3"),
        ("rlabels\n- - -", 4, 1, "rlabels has 1 row,"),
        ("clabels\n- - -\n- -", 6, 1, "2 cells"),
        ("depth 4", 4, 1, "from 1 to 3"),
        ("depth 0", 4, 1, "from 1 to 3"),
        ("variant sums", 4, 1, "unknown variant"),
        ("problem\n- - -\n- 0 -\n- - -", 6, 3, "a height from 1 to 3"),
        (
            "problem\n- - -\n- +2 -\n- - -",
            6,
            3,
            "a height from 1 to 3",
        ),
        (
            "solution\n- - -\n- x -\n- - -",
            6,
            3,
            "a height from 1 to 99",
        ),
        (
            "marks\n. . 100\n. . .\n. . .",
            5,
            5,
            "a height from 1 to 99",
        ),
    ] {
        let (l, c, message) = error(&janko(lines));
        assert_eq!((l, c), (line, column), "{lines}: {message}");
        assert!(message.contains(words), "{lines}: {message}");
    }
    let notes = janko("notes {\"pencil\": [[0, 3, [1]]]}");
    assert!(error(&notes).2.contains("pencil marks"));
    let notes = janko("notes {\"pencil\": [[0, 0, [0]]]}");
    assert!(error(&notes).2.contains("pencil marks"));
    assert!(
        error("{\"type\":\"skyscrapers\",\"rows\":3,\"cols\":4}")
            .2
            .contains("square")
    );
    assert!(
        error("{\"type\":\"skyscrapers\",\"rows\":13,\"cols\":13}")
            .2
            .contains("2 to 12")
    );
}

#[test]
fn parks_may_be_written_in_two_ways() {
    let park = |sign| format!("{}{sign} 1 2\n1 2 -\n2 0 1", "depth 2\nsolution\n");
    let dash = read(&janko(&park("-"))).unwrap();
    let zero = read(&janko(&park("0"))).unwrap();
    assert_eq!(dash.solution, zero.solution);
    let written = write(&zero, "janko").unwrap();
    assert!(written.contains("\n- 1 2\n1 2 -\n2 - 1\n"), "{written}");
}

/// Any puzzle that the family has, and any board on it.
fn puzzles(plain: bool) -> impl Strategy<Value = (Skyscrapers, Board)> {
    (2..=12usize, any::<bool>(), any::<u8>()).prop_flat_map(move |(n, diagonals, depth)| {
        let depth = if plain { n } else { 1 + depth as usize % n };
        let mut puzzle = Skyscrapers::empty(n).expect("a small side");
        puzzle.depth = depth as u16;
        puzzle.diagonals = diagonals && !plain;
        let (lowest, most) = (puzzle.lowest(), puzzle.depth);
        let values = move |highest: u16| {
            prop_oneof![
                2 => Just(0u16),
                1 => (lowest..=highest).prop_map(|h| if h == 0 { PARK } else { h }),
            ]
        };
        let marks = prop_oneof![
            2 => Just(0u16),
            1 => any::<u16>().prop_map(move |m| m & ((2 << most) - 1) & !(lowest & 1)),
        ];
        (
            proptest::collection::vec(proptest::option::of(1..=n as u16), 4 * n),
            proptest::collection::vec(values(most), n * n),
            proptest::collection::vec(values(99), n * n),
            proptest::collection::vec(marks, n * n),
        )
            .prop_map(move |(views, givens, entries, marks)| {
                let mut puzzle = puzzle.clone();
                (puzzle.views, puzzle.givens) = (views, givens);
                let mut board = puzzle.blank();
                for (at, (&entry, &marks)) in puzzle.size.cells().zip(entries.iter().zip(&marks)) {
                    puzzle.enter(&mut board, at, entry);
                    board.slots[puzzle.pencil_slot(at)] = marks;
                }
                (puzzle, board)
            })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn records_come_back((puzzle, board) in puzzles(false)) {
        let mut document = Document::new(shared(puzzle));
        document.marks = Some(board);
        for format in ["json", "janko"] {
            let text = write(&document, format).unwrap();
            let again = read(&text).unwrap();
            prop_assert!(again.puzzle.as_ref() == document.puzzle.as_ref());
            prop_assert_eq!(&again.marks, &document.marks);
            prop_assert_eq!(write(&again, format).unwrap(), text);
        }
    }

    #[test]
    fn plain_puzzles_come_back((puzzle, mut board) in puzzles(true)) {
        let cells = puzzle.size.len();
        for i in 0..cells {
            // No changed givens, and no more marks than pzprv3 has room for.
            let given = puzzle.givens[i] != 0;
            board.slots[cells + i] &= if given { 0 } else { 0b11110 };
            if given {
                board.slots[i] = 0;
            }
        }
        let mut document = Document::new(shared(puzzle));
        for format in ["puzzlink", "tatham", "tatham-save", "pzprv3"] {
            if format == "pzprv3" {
                document.marks = Some(board.clone());
            }
            let text = write(&document, format).unwrap();
            let again = read(&text).unwrap();
            prop_assert!(again.puzzle.as_ref() == document.puzzle.as_ref(), "{}", text);
            let blank = again.puzzle.blank();
            let expected = document.marks.clone().filter(|m| *m != blank);
            prop_assert_eq!(&again.marks, &expected);
            prop_assert_eq!(write(&again, format).unwrap(), text);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(
        head in prop_oneof![
            Just("skyscrapers/"), Just("towers:"), Just("3:"), Just("4de:"),
            Just("pzprv3/skyscrapers/"), Just("pzprv3/skyscrapers/3/3/"),
            Just("skyscrapers/3/3/"), Just("begin\npuzzle skyscrapers\nsize 3\n"),
            Just("begin\npuzzle skyscrapers\nsize 3\nmarks\n"),
            Just("{\"type\":\"skyscrapers\",\"rows\":3,\"cols\":3,"),
        ],
        tail in prop_oneof![any::<String>(), "[-0-9a-z/,_.\\[\\]q \n:\"]{0,60}"],
    ) {
        let _ = read(&format!("{head}{tail}"));
    }

    #[test]
    fn no_solution_text_makes_a_reader_panic(text in "S?[0-9a-zäß]{0,12}") {
        let puzzle = shared(Skyscrapers::empty(3).expect("a small side"));
        let _ = super::tatham::read_solution(puzzle.as_ref(), &text);
    }

    #[test]
    fn no_part_of_a_text_makes_a_reader_panic((puzzle, board) in puzzles(false), cut in 0..400usize) {
        let mut document = Document::new(shared(puzzle));
        document.marks = Some(board);
        for format in ["json", "janko", "puzzlink", "tatham-save"] {
            if let Ok(text) = write(&document, format) {
                let cut = cut.min(text.len());
                let _ = read(text.get(..cut).unwrap_or(""));
            }
        }
    }
}

#[test]
fn views_and_givens_are_in_reading_order() {
    let puzzle = Skyscrapers::empty(3).expect("a small side");
    assert_eq!(puzzle.sight(4), [cell(2, 1), cell(1, 1), cell(0, 1)]);
    assert_eq!(puzzle.sight(9), [cell(0, 2), cell(0, 1), cell(0, 0)]);
    assert_eq!(puzzle.outside(4).row, 3);
    assert_eq!(puzzle.outside(9).col, 3);
}
