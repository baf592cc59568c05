//! Words for places, and for what is cut off.

use super::Fobidoshi;
use super::paper::Clash;
use crate::kit::words;

/// "row 1, columns 2 and 5".
pub(super) fn places(puzzle: &Fobidoshi, cells: &[usize]) -> String {
    words::cells(cells.iter().map(|&c| puzzle.size.cell(c)))
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
