//! What a puzzle looks like and how it goes, in numbers that can be compared: how many clues of which
//! kind, how they lie, and where its hard passage is. What the clues mean nobody needs to know: a
//! clue is a sign in the puzzle's record.

use std::collections::BTreeMap;

use grid::{Cell, Size};
use logic::level;
use puzzles::make::ClueSymmetry;
use puzzles::reason::plain_trace;
use puzzles::{Grid, Puzzle, Record};
use sat::Budget;

/// Every clue of a record with its place; outside the board rows and columns are −1 or n.
pub fn clues(record: &Record) -> Vec<(Cell, String)> {
    let mut all = Vec::new();
    let mut take = |grid: &Option<Grid>, place: &dyn Fn(i16, i16) -> Cell| {
        for (r, row) in grid.iter().flat_map(|grid| &grid.0).enumerate() {
            for (c, sign) in row.iter().enumerate().filter(|(_, sign)| *sign != "-") {
                all.push((place(r as i16, c as i16), sign.clone()));
            }
        }
    };
    let (rows, cols) = (record.rows as i16, record.cols as i16);
    let far = |line: i16, end: i16| if line == 0 { -1 } else { end };
    take(&record.problem, &|row, col| Cell { row, col });
    take(&record.clabels, &|line, col| Cell {
        row: far(line, rows),
        col,
    });
    take(&record.rlabels, &|line, row| Cell {
        row,
        col: far(line, cols),
    });
    all
}

/// What kind of clue a sign is: its number if it begins with one, else the sign.
pub fn kind(sign: &str) -> &str {
    let digits = sign.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 { &sign[..digits] } else { sign }
}

/// The measures of a puzzle by name. Shares are in percent.
pub fn measures(puzzle: &dyn Puzzle, budget: Budget) -> BTreeMap<String, f64> {
    let (record, size) = (puzzle.record(), puzzle.size());
    let clues = clues(&record);
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    let mut all: BTreeMap<String, f64> = BTreeMap::new();
    all.insert("clues".to_owned(), clues.len() as f64);
    for (_, sign) in &clues {
        let share = all.entry(format!("% clues {}", kind(sign))).or_default();
        *share += percent(1, clues.len());
    }
    let places: Vec<Cell> = clues.iter().map(|clue| clue.0).collect();
    all.insert("% symmetric".to_owned(), symmetry(size, &places));
    all.insert("gap".to_owned(), gap(&places));
    if let Some(areas) = &record.areas {
        let labels: std::collections::BTreeSet<&String> = areas.0.iter().flatten().collect();
        all.insert("areas".to_owned(), labels.len() as f64);
    }
    let rounds = plain_trace(puzzle, budget).rounds;
    let steps = |hard: bool| {
        let counted = (rounds.iter()).filter(|round| !hard || round.level >= level::INTERMEDIATE);
        counted.map(|round| round.steps as usize).sum::<usize>()
    };
    all.insert("steps".to_owned(), steps(false) as f64);
    all.insert("hard steps".to_owned(), steps(true) as f64);
    let easy = rounds
        .iter()
        .take_while(|round| round.level < level::INTERMEDIATE);
    let easy: usize = easy.map(|round| round.steps as usize).sum();
    all.insert("% before hard".to_owned(), percent(easy, steps(false)));
    all
}

/// The share of clues with a clue at their image, in the symmetry that suits them best.
fn symmetry(size: Size, places: &[Cell]) -> f64 {
    let kept = |shape: ClueSymmetry| {
        let kept = places
            .iter()
            .filter(|&&at| places.contains(&shape.image(size, at)));
        kept.count()
    };
    let shapes = [
        ClueSymmetry::Turn,
        ClueSymmetry::Mirror,
        ClueSymmetry::Across,
    ];
    let most = shapes.into_iter().map(kept).max().unwrap_or(0);
    100.0 * most as f64 / places.len().max(1) as f64
}

/// How far it is on average from a clue to the next in its row or column.
fn gap(places: &[Cell]) -> f64 {
    let (mut sum, mut count) = (0, 0);
    for at in places {
        let right = (places.iter()).filter(|o| o.row == at.row && o.col > at.col);
        let below = (places.iter()).filter(|o| o.col == at.col && o.row > at.row);
        for far in [
            right.map(|o| o.col - at.col).min(),
            below.map(|o| o.row - at.row).min(),
        ] {
            sum += far.unwrap_or(0) as usize;
            count += far.is_some() as usize;
        }
    }
    sum as f64 / count.max(1) as f64
}

/// The values at a quarter, half and three quarters of a list; zeros for an empty one.
pub fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_unstable_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| {
        let last = values.len().saturating_sub(1);
        let (below, rest) = (quarter * last / 4, (quarter * last % 4) as f64 / 4.0);
        let value = |i: usize| values.get(i.min(last)).copied().unwrap_or(0.0);
        value(below) + rest * (value(below + 1) - value(below))
    })
}
