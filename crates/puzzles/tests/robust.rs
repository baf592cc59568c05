//! Nothing that comes from outside makes the program panic: texts, cut and changed at any place,
//! and boards and gestures of any kind. Errors name a place inside the text.

#[expect(dead_code, reason = "only the texts are of use here")]
mod cases;

use std::sync::LazyLock;

use proptest::prelude::*;
use puzzles::format::{self, split, text_of};
use puzzles::play::{Gesture, GestureKind, Side, Target};
use puzzles::{DrawOptions, FAMILIES, Notation, Reading};

/// Every example of every family in each of the formats that can hold it.
fn texts(formats: &[&str]) -> Vec<String> {
    let examples = FAMILIES.iter().flat_map(|family| family.examples());
    let mut texts = Vec::new();
    for example in examples {
        let example = example.expect("an example that can be read");
        for format in formats {
            texts.extend(format::write(&example, format));
        }
    }
    texts
}

/// Those, and every text that a family lists as right or wrong.
static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let formats = format::formats();
    let mut all = texts(&formats.map(|f| f.name).collect::<Vec<_>>());
    let cases = FAMILIES.iter().flat_map(|family| cases::cases(family));
    all.extend(cases.map(|case| case.text));
    all
});

/// Those that stand on a line of their own.
static LINES: LazyLock<Vec<String>> = LazyLock::new(|| texts(&["json", "puzzlink", "tatham"]));

fn read_all(text: &str) {
    let lines = text.split(['\n', '\r']).count();
    for chunk in split(text) {
        match chunk.read() {
            Err(error) => {
                assert!(!error.message.is_empty());
                assert!((1..=lines + 1).contains(&error.line), "{error} in {text:?}");
                assert!(error.column >= 1);
            }
            Ok(document) => {
                let blank = document.puzzle.blank();
                document
                    .puzzle
                    .check(document.marks.as_ref().unwrap_or(&blank));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_can_be_refused(text in "\\PC*") {
        read_all(&text);
    }

    #[test]
    fn any_bytes_can_be_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(text) = text_of(&bytes) {
            read_all(text);
        }
    }

    #[test]
    fn a_changed_text_is_read_or_refused(
        pick in any::<prop::sample::Index>(),
        cut in any::<prop::sample::Index>(),
        with in prop_oneof![
            Just(String::new()), "[0-9]{1,6}", "[a-z]{1,3}", "[/,:;.#?{}\\[\\]\" -]{1,2}",
            Just("\r\n".to_owned()), Just("99999999999999999999".to_owned()), "\\PC",
            // Longer pieces of nothing, and of what formats are made of.
            "\\PC{0,40}", "[-0-9a-z/,_.\\[\\]q \n:\"+?;LS]{0,60}", "[ -~\n\r\tä]{0,60}"
        ],
        drop in 0usize..4,
        truncate in proptest::bool::weighted(0.3),
    ) {
        let text = &TEXTS[pick.index(TEXTS.len())];
        let chars: Vec<char> = text.chars().collect();
        let at = cut.index(chars.len() + 1);
        let mut changed: String = chars[..at].iter().collect();
        changed.push_str(&with);
        if !truncate {
            changed.extend(chars[(at + drop).min(chars.len())..].iter());
        }
        read_all(&changed);
    }

    #[test]
    fn a_bad_line_hides_no_other(
        picks in proptest::collection::vec(any::<prop::sample::Index>(), 1..5),
        at in any::<prop::sample::Index>(),
        bad in proptest::collection::vec(
            prop_oneof![
                "\\PC*", "[0-9]{1,4}( [0-9]{1,4}){0,3}", "[{}\\[\\]\":,a]{1,12}", "[VBL],?[VBLN1]?",
                Just("begin".to_owned()), Just("end".to_owned()), Just("problem".to_owned()),
                Just("puzzle hashi".to_owned()), Just("pzprv3/hashikake/5/5".to_owned()),
                Just("pzprv3/yajilin/1/1/history:{".to_owned()), Just("SAVEFILE:1".to_owned()),
                Just("{\"id\":\"x\",\"type\":".to_owned()),
            ],
            1..4,
        ),
    ) {
        let mut lines: Vec<&String> = picks.iter().map(|pick| &LINES[pick.index(LINES.len())]).collect();
        let at = at.index(lines.len() + 1);
        lines.splice(at..at, &bad);
        let text: Vec<&str> = lines.iter().map(|line| line.as_str()).collect();
        let text = text.join("\n");
        let chunks = split(&text);
        for (i, line) in lines.iter().enumerate() {
            if !(at..at + bad.len()).contains(&i) {
                let chunk = chunks.iter().find(|chunk| chunk.line == i + 1);
                prop_assert_eq!(chunk.map(|chunk| chunk.text), Some(line.as_str()), "{}", text);
            }
        }
        // No bad line disappears, unless another text has begun before it.
        let first = chunks.iter().find(|chunk| chunk.line == at + 1);
        let nothing = bad[0].trim().is_empty() || bad[0].trim().starts_with('#');
        prop_assert!(nothing || first.is_some(), "{}", text);
    }

    #[test]
    fn any_board_and_gesture_can_be_handled(
        pick in any::<prop::sample::Index>(),
        values in proptest::collection::vec(prop_oneof![0u16..20, any::<u16>()], 1..60),
        kind in prop_oneof![
            Just(GestureKind::Tap), Just(GestureKind::Alt),
            Just(GestureKind::Drag), Just(GestureKind::Key)
        ],
        targets in proptest::collection::vec(
            prop_oneof![
                (-2i16..9, -2i16..9).prop_map(|(r, c)| Target::Cell(r, c)),
                (any::<i16>(), any::<i16>()).prop_map(|(r, c)| Target::Cell(r, c)),
                (-2i16..9, -2i16..9).prop_map(|(r, c)| Target::Border(r, c, Side::East)),
                (-2i16..9, -2i16..9).prop_map(|(r, c)| Target::Border(r, c, Side::South)),
                (any::<i16>(), any::<i16>()).prop_map(|(r, c)| Target::Border(r, c, Side::South)),
                (-2i16..9, -2i16..9).prop_map(|(r, c)| Target::Outside(r, c)),
            ],
            0..6,
        ),
        value in proptest::option::of("~?([0-9]{1,3}|[a-z]|delete|\\PC)"),
        tidy in any::<bool>(),
    ) {
        let examples: Vec<_> = FAMILIES.iter().flat_map(|f| f.examples()).flatten().collect();
        let puzzle = examples[pick.index(examples.len())].puzzle.clone();
        let mut board = puzzle.blank();
        for (slot, value) in board.slots.iter_mut().zip(values.iter().cycle()) {
            *slot = *value;
        }
        let gesture = Gesture { tidy, ..Gesture::new(kind, targets, value.as_deref()) };
        // By hand nothing is drawn that no atom can say.
        if let Some(after) = puzzle.gesture(&puzzle.blank(), &gesture) {
            prop_assert!(puzzle.facts(&after, Reading::Partial).is_ok(), "{:?}", gesture);
        }
        for board in [board, puzzle.blank()] {
            let _ = puzzle.play(&board, &gesture);
            let _ = puzzle.check(&board);
            let _ = puzzle.facts(&board, Reading::Partial);
            let _ = puzzle.facts(&board, Reading::Finished);
            let _ = puzzle.draw(&board, &DrawOptions { met: true, ..DrawOptions::default() });
            let _ = puzzle.write_grid(&board, Notation::Marks);
            let _ = puzzle.write_grid(&board, Notation::Forced);
            let mut document = format::Document::new(puzzle.clone());
            document.marks = Some(board.clone());
            for format in format::formats() {
                let _ = format::write(&document, format.name);
            }
            for at in puzzle.size().cells() {
                let _ = puzzle.say(&board, at);
            }
        }
    }
}

#[test]
fn hopeless_inputs_get_one_clear_message() {
    for (text, part) in [
        ("", "nothing"),
        ("   \n  ", "nothing"),
        ("https://puzz.link/p?hashi/5", "ends before"),
        ("https://puzz.link/p?hashi/10000/10000/g", "1 to 100"),
        ("https://puzz.link/p?nothing/5/5/g", "unknown puzzle type"),
        (
            "{\"type\":\"hashi\",\"rows\":10000,\"cols\":10000,\"problem\":[]}",
            "1 to 100",
        ),
        (
            "{\"type\":\"hashi\",\"rows\":2,\"cols\":2,\"problem\":[[\"1\"],[\"1\",\"-\"]]}",
            "row 1 of problem has 1 cell, expected 2",
        ),
        (
            "{\"type\":\"chess\",\"rows\":2,\"cols\":2}",
            "unknown puzzle type",
        ),
        ("{\"type\":", "JSON"),
        ("{\"type\":\"hashi\",\"cols\":2}", "\"rows\" is missing"),
        ("{\"type\":\"hashi\",\"rows\":2}", "\"cols\" is missing"),
        (
            "{\"type\":\"hashi\",\"rows\":\"2\",\"cols\":2}",
            "expected a whole number",
        ),
        (
            "{\"type\":\"hashi\",\"rows\":-2,\"cols\":2}",
            "expected a whole number",
        ),
        (
            "{\"type\":\"hashi\",\"rows\":2,\"cols\":2,\"depth\":1.5}",
            "expected a whole number",
        ),
        ("https://example.com/foo", "holds no puzzle"),
        ("1\n", "one row of one cell below it"),
        ("7", "7 rows of 7 cells below it"),
        ("pzprv3/hashikake/99999999999999/5", "1 to 100"),
        ("\u{1}\u{2}\u{3}", "none of the formats"),
    ] {
        let error = split(text)[0].read().expect_err(text);
        assert!(error.message.contains(part), "{text:?}: {error}");
    }
}

#[test]
fn a_place_is_named_exactly() {
    let text = "begin\r\npuzzle hashi\rrows 1\ncols 3\nproblem\n1 - x\nend\n";
    let error = split(text)[0].read().expect_err("x is not an island");
    assert_eq!((error.line, error.column), (6, 5), "{error}");
    let json =
        "{\"type\": \"hashi\", \"rows\": 1, \"cols\": 3,\n \"problem\": [[\"1\", \"-\", \"x\"]]}";
    let error = split(json)[0].read().expect_err("x is not an island");
    assert_eq!((error.line, error.column), (2, 25), "{error}");
    let rubbish = text_of(b"ab\ncd\xff").expect_err("not text");
    assert_eq!((rubbish.line, rubbish.column), (2, 3));
}

#[test]
fn three_puzzles_of_any_format_are_read_as_three() {
    for format in format::formats() {
        let documents: Vec<_> = FAMILIES
            .iter()
            .flat_map(|family| family.examples().chain(family.samples()))
            .map(|document| document.expect("an example that can be read"))
            .filter(|document| format::write(document, format.name).is_ok())
            .collect();
        assert!(documents.len() > 3, "{}", format.name);
        for three in documents.windows(3) {
            let mut text = String::new();
            for document in three {
                let one = format::write(document, format.name).expect("it was written before");
                if !text.is_empty() {
                    text += format::separator(format.name);
                }
                text += &one;
                text.push('\n');
            }
            let chunks = split(&text);
            assert_eq!(chunks.len(), 3, "{}: {text}", format.name);
            for (chunk, document) in chunks.iter().zip(three) {
                let read = chunk
                    .read()
                    .unwrap_or_else(|e| panic!("{}: {e}: {text}", format.name));
                assert!(*read.puzzle == *document.puzzle, "{}: {text}", format.name);
            }
        }
    }
}

/// The format has room for what a player has entered, and none for the answer.
#[test]
fn a_solution_is_no_players_work() {
    for family in FAMILIES {
        for mut document in family.examples().flatten() {
            let Some(solution) = document.solution.take() else {
                continue;
            };
            document.marks = None;
            let mut solved = document.clone();
            solved.solution = Some(solution);
            for format in ["puzzlink", "pzprv3", "tatham", "has", "yajilin-csv"] {
                let texts = [&document, &solved].map(|d| format::write(d, format).ok());
                assert_eq!(texts[0], texts[1], "{format}");
            }
        }
    }
}
