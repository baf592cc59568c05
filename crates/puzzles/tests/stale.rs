//! What came with a board goes with it: a board that is replaced or taken away leaves no notes of
//! an older state behind.

use puzzles::format::{self, Document, split};

fn read(text: &str) -> Document {
    split(text)[0].read().unwrap_or_else(|e| panic!("{e}"))
}

/// Boards of several families with something that a grid cannot say, and the field that says it.
const NOTED: [(&str, &str); 5] = [
    (
        r#"{"type":"hashi","rows":1,"cols":3,"problem":[["1","1","-"]],
            "solution":[["-","-","-"]],"bridges":[[0,0,0,1,1]]}"#,
        "bridges",
    ),
    (
        r#"{"type":"hashi","rows":1,"cols":3,"problem":[["1","-","1"]],
            "marks":[[".","1","."]],"notes":{"closed":[[0,0,0,2]]}}"#,
        "notes",
    ),
    (
        r#"{"type":"yajilin","rows":2,"cols":2,"problem":[["-","-"],["-","-"]],
            "marks":[[".","."],[".","."]],"notes":{"closed":[[0,0,"e"]]}}"#,
        "notes",
    ),
    (
        r#"{"type":"skyscrapers","rows":2,"cols":2,"clabels":[["1","-"],["-","-"]],
            "rlabels":[["-","-"],["-","-"]],"marks":[[".","."],[".","."]],
            "notes":{"pencil":[[0,1,[1,2]]]}}"#,
        "notes",
    ),
    (
        r#"{"type":"satogaeri","rows":1,"cols":3,"problem":[["1","-","-"]],
            "areas":[["1","1","1"]],"marks":[["e","w","."]],"notes":{"marked":[[0,0]]}}"#,
        "notes",
    ),
];

#[test]
fn what_a_grid_cannot_say_is_written_again() {
    for (text, field) in NOTED {
        let document = read(text);
        let written = format::write(&document, "json").unwrap();
        assert!(written.contains(&format!("{field:?}")), "{written}");
        let again = read(&written);
        assert_eq!(again.marks, document.marks);
        assert_eq!(again.solution, document.solution);
    }
}

#[test]
fn a_board_that_is_replaced_or_gone_leaves_nothing_behind() {
    for (text, field) in NOTED {
        let document = read(text);
        let blank = document.puzzle.blank();
        let replaced = Document {
            solution: document.solution.as_ref().map(|_| blank.clone()),
            marks: document.marks.as_ref().map(|_| blank.clone()),
            ..document.clone()
        };
        let gone = Document {
            solution: None,
            marks: None,
            ..document
        };
        for changed in [replaced, gone] {
            for format in ["json", "janko"] {
                let written = format::write(&changed, format).unwrap();
                assert!(!written.contains(field), "{written}");
            }
        }
    }
}

#[test]
fn other_fields_stay() {
    let text = r#"{"type":"fobidoshi","rows":1,"cols":3,"problem":[["o","-","-"]],
        "marks":[["o",".","."]],"notes":"drawn by hand","title":"Three"}"#;
    let written = format::write(&read(text), "json").unwrap();
    assert!(written.contains("drawn by hand") && written.contains("Three"));
}
