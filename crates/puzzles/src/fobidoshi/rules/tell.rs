//! Words for places, and for what is cut off.

use super::Fobidoshi;
use super::paper::Clash;
use crate::kit::words::list;

/// Cells in words; short if they are all in one row or column.
pub(super) fn places(puzzle: &Fobidoshi, cells: &[usize]) -> String {
    let at: Vec<_> = cells.iter().map(|&c| puzzle.size.cell(c)).collect();
    if let [first, _, ..] = at[..] {
        let mut rows: Vec<_> = at.iter().map(|c| c.row + 1).collect();
        let mut cols: Vec<_> = at.iter().map(|c| c.col + 1).collect();
        rows.sort_unstable();
        cols.sort_unstable();
        if at.iter().all(|c| c.row == first.row) {
            return format!("row {}, columns {}", first.row + 1, list(cols, "and"));
        }
        if at.iter().all(|c| c.col == first.col) {
            return format!("column {}, rows {}", first.col + 1, list(rows, "and"));
        }
    }
    let words: Vec<String> = cells.iter().map(|&c| puzzle.cell_words(c)).collect();
    words.join(" and ")
}

/// "… the circle in row 1, column 1 off from the one in row 5, column 5".
pub(super) fn cut_words(puzzle: &Fobidoshi, clash: &Clash, start: &str) -> String {
    let Clash::Split {
        inside, outside, ..
    } = clash
    else {
        return format!("{start} the circles apart");
    };
    format!(
        "{start} the circle in {} off from the one in {}",
        puzzle.cell_words(*inside),
        puzzle.cell_words(*outside)
    )
}
