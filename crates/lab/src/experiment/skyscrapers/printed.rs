//! What the study's printed rules conclude and what fits all the same, as docs/studies.md lists it:
//! each is a line with its views, some cells, a conclusion, and a way to fill the line that breaks it.
//! Ours draw none of these conclusions.

use logic::{TraceEnd, Way};
use puzzles::format::split;
use puzzles::reason::trace;
use sat::Budget;
use serde_json::json;

use super::{plan, study_rules};

struct Printed {
    rule: &'static str,
    /// From the left and from the right, 0 for none.
    views: [u8; 2],
    /// 0 for a free cell.
    cells: &'static [u8],
    /// In this cell, this height stands or does not; none for "a contradiction".
    concludes: Option<(usize, u8, bool)>,
    but_this_fits: &'static [u8],
}

const PRINTED: [Printed; 8] = [
    Printed {
        rule: "differs-is-possible",
        views: [3, 0],
        cells: &[0, 0, 4, 0],
        concludes: Some((0, 1, false)),
        but_this_fits: &[1, 2, 4, 3],
    },
    Printed {
        rule: "differs-one",
        views: [2, 0],
        cells: &[0, 3, 0, 0, 0],
        concludes: Some((0, 5, true)),
        but_this_fits: &[4, 3, 5, 1, 2],
    },
    Printed {
        rule: "differs-one",
        views: [2, 0],
        cells: &[4, 0, 0, 0, 0],
        concludes: Some((1, 5, true)),
        but_this_fits: &[4, 3, 5, 1, 2],
    },
    Printed {
        rule: "differs-one",
        views: [3, 0],
        cells: &[3, 0, 0, 5, 0],
        concludes: Some((4, 4, true)),
        but_this_fits: &[3, 2, 4, 5, 1],
    },
    Printed {
        rule: "differs-one",
        views: [3, 0],
        cells: &[0, 0, 3, 5, 0],
        concludes: Some((0, 1, false)),
        but_this_fits: &[1, 4, 3, 5, 2],
    },
    Printed {
        rule: "blocks",
        views: [2, 0],
        cells: &[0, 0, 0, 0, 0],
        concludes: Some((0, 1, false)),
        but_this_fits: &[1, 5, 2, 3, 4],
    },
    Printed {
        rule: "rule-n-plus-1",
        views: [1, 5],
        cells: &[0, 0, 0, 0, 0],
        concludes: Some((3, 2, false)),
        but_this_fits: &[5, 4, 3, 2, 1],
    },
    Printed {
        rule: "simple-try",
        views: [2, 0],
        cells: &[0, 1, 2, 3, 0],
        concludes: None,
        but_this_fits: &[4, 1, 2, 3, 5],
    },
];

fn seen<'a>(line: impl Iterator<Item = &'a u8>) -> u8 {
    let mut highest = 0;
    let higher = line.filter(|&&height| {
        let is_higher = height > highest;
        highest = highest.max(height);
        is_higher
    });
    higher.count() as u8
}

#[test]
fn every_counterexample_is_one_and_ours_do_not_fall_for_it() {
    for Printed {
        rule,
        views: [left, right],
        cells,
        concludes,
        but_this_fits: line,
    } in PRINTED
    {
        let free_or_same = cells
            .iter()
            .zip(line)
            .all(|(cell, height)| *cell == 0 || cell == height);
        assert!(free_or_same, "{rule}");
        assert!([0, seen(line.iter())].contains(&left), "{rule}");
        assert!([0, seen(line.iter().rev())].contains(&right), "{rule}");
        if let Some((cell, height, stands)) = concludes {
            assert_eq!(line[cell] == height, !stands, "{rule}");
        }
        let n = cells.len();
        let sign = |number: u8| {
            if number == 0 {
                "-".to_owned()
            } else {
                number.to_string()
            }
        };
        let column = |first: u8| {
            let rest = std::iter::repeat_n("-".to_owned(), n - 1);
            std::iter::once(sign(first)).chain(rest).collect::<Vec<_>>()
        };
        let mut problem = vec![vec!["-".to_owned(); n]; n];
        problem[0] = cells.iter().map(|&cell| sign(cell)).collect();
        let text = json!({
            "type": "skyscrapers", "rows": n, "cols": n, "problem": problem,
            "rlabels": [column(left), column(right)],
        });
        let document = split(&text.to_string())[0].read().expect("a puzzle");
        let puzzle = document.puzzle.as_ref();
        for names in [vec![rule], study_rules(&[])] {
            let trace = trace(puzzle, &[], &plan(&names, Way::Order), Budget::UNLIMITED);
            assert_ne!(trace.end, TraceEnd::Contradiction, "{rule}");
            if let Some((cell, height, stands)) = concludes {
                let sign = if stands { "=" } else { "!=" };
                let wrong = format!("r0c{cell}{sign}{height}");
                let known = trace.known.facts().iter();
                assert!(
                    !known.into_iter().any(|&f| puzzle.fact_text(f) == wrong),
                    "{rule}: {wrong}"
                );
            }
        }
    }
}
