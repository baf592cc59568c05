//! Pieces of sentences: capitals, lists, numbers, directions, places.

use std::collections::BTreeMap;

use grid::{Cell, Dir, Size};

use crate::board::in_words;
use crate::kit::lists::distinct;

/// With a capital letter.
pub(crate) fn capital(text: impl AsRef<str>) -> String {
    let mut letters = text.as_ref().chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// "a", "a and b", "a, b and c"; if parts have commas themselves, "a, b; c, d and e, f".
pub(crate) fn list<T: ToString>(items: impl IntoIterator<Item = T>, and: &str) -> String {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    let Some(last) = items.pop() else {
        return String::new();
    };
    if items.is_empty() {
        return last;
    }
    let has_commas = items.len() > 1 && items.iter().any(|item| item.contains(','));
    let between = if has_commas { "; " } else { ", " };
    format!("{} {and} {last}", items.join(between))
}

/// "no", "one", … "twelve", "13".
pub(crate) fn number(count: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    (WORDS.get(count)).map_or_else(|| count.to_string(), |word| word.to_string())
}

/// "one bridge", "two bridges", … "13 bridges".
pub(crate) fn several(count: usize, one: &str) -> String {
    match count {
        1 => format!("one {one}"),
        count => format!("{} {one}s", number(count)),
    }
}

/// "no bridge", "only one bridge", "only 3 bridges".
pub(crate) fn only(count: usize, one: &str) -> String {
    match count {
        0 => format!("no {one}"),
        1 => format!("only one {one}"),
        n => format!("only {n} {one}s"),
    }
}

/// "north", "east", "south", "west".
pub(crate) fn compass(dir: Dir) -> &'static str {
    match dir {
        Dir::North => "north",
        Dir::East => "east",
        Dir::South => "south",
        Dir::West => "west",
    }
}

/// "up", "to the right", "down", "to the left".
pub(crate) fn towards(dir: Dir) -> &'static str {
    match dir {
        Dir::North => "up",
        Dir::East => "to the right",
        Dir::South => "down",
        Dir::West => "to the left",
    }
}

/// "row 2, columns 3 and 5 to 7", once for each row; or for each column, if these are fewer.
pub(crate) fn places(cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
    let (mut rows, mut cols) = (BTreeMap::new(), BTreeMap::new());
    for at in distinct(cells) {
        rows.entry(at.row).or_insert_with(Vec::new).push(at);
        cols.entry(at.col).or_insert_with(Vec::new).push(at);
    }
    let by_rows = rows.len() <= cols.len();
    let lines = if by_rows { rows } else { cols };
    let place = |(line, cells): (i16, Vec<Cell>)| match (&cells[..], by_rows) {
        ([one], _) => in_words(*one),
        (many, true) => {
            let cols: Vec<i16> = many.iter().map(|at| at.col + 1).collect();
            format!("row {}, columns {}", line + 1, numbers(&cols))
        }
        (many, false) => {
            let rows: Vec<i16> = many.iter().map(|at| at.row + 1).collect();
            format!("column {}, rows {}", line + 1, numbers(&rows))
        }
    };
    lines.into_iter().map(place).collect()
}

/// "row 2, columns 3 and 5 and row 4, column 1".
pub(crate) fn cells(cells: impl IntoIterator<Item = Cell>) -> String {
    list(places(cells), "and")
}

/// Where on the board these cells lie, roughly: "at the top left", "at the right", "in the middle".
pub(crate) fn part(size: Size, cells: impl IntoIterator<Item = Cell>) -> &'static str {
    const PARTS: [[&str; 3]; 3] = [
        ["at the top left", "at the top", "at the top right"],
        ["on the left", "in the middle", "on the right"],
        ["at the bottom left", "at the bottom", "at the bottom right"],
    ];
    let (mut rows, mut cols, mut count) = (0, 0, 0);
    for at in cells {
        rows += at.row as usize;
        cols += at.col as usize;
        count += 1;
    }
    // In thirds of the board.
    let third =
        |sum: usize, side: usize| (3 * (2 * sum + count) / (2 * count.max(1) * side)).min(2);
    PARTS[third(rows, size.rows())][third(cols, size.cols())]
}

/// Numbers in ascending order: "1, 3 and 5 to 7".
fn numbers(numbers: &[i16]) -> String {
    let runs = numbers.chunk_by(|a, z| a + 1 == *z);
    let items = runs.flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{first} to {last}")],
        _ => run.iter().map(i16::to_string).collect(),
    });
    list(items, "and")
}

/// "the top left area", "the area in the middle", by where most of it lies.
pub(crate) fn area(size: Size, cells: &[Cell]) -> String {
    let third = |of: fn(&Cell) -> i16, side: usize| {
        let sum: usize = cells.iter().map(|at| of(at) as usize * 2 + 1).sum();
        (3 * sum / (2 * side * cells.len().max(1))).min(2)
    };
    let rows = ["top", "", "bottom"][third(|at| at.row, size.rows())];
    let cols = ["left", "", "right"][third(|at| at.col, size.cols())];
    match (rows, cols) {
        ("", "") => "the area in the middle".to_owned(),
        (one, "") | ("", one) => format!("the {one} area"),
        (rows, cols) => format!("the {rows} {cols} area"),
    }
}

/// Cells that lie no further from an edge than this lie at the edge.
const AT_EDGE: i16 = 2;

/// Where a group of cells is: "in the top left corner", "at the right edge", or around which cell.
pub(crate) fn whereabouts(size: Size, cells: &[Cell]) -> String {
    let (last_row, last_col) = (size.rows() as i16 - 1, size.cols() as i16 - 1);
    let edges: [(&str, &dyn Fn(&Cell) -> i16); 4] = [
        ("top", &|at| at.row),
        ("bottom", &|at| last_row - at.row),
        ("left", &|at| at.col),
        ("right", &|at| last_col - at.col),
    ];
    let at: Vec<&str> = (edges.iter())
        .filter(|(_, far)| cells.iter().all(|at| far(at) < AT_EDGE))
        .filter(|(_, far)| cells.iter().any(|at| far(at) == 0))
        .map(|(name, _)| *name)
        .collect();
    let middle = |of: fn(&Cell) -> i16| {
        cells.iter().map(of).map(i32::from).sum::<i32>() / cells.len().max(1) as i32
    };
    let (row, col) = (middle(|at| at.row), middle(|at| at.col));
    let far = |at: &&Cell| (at.row as i32 - row).abs() + (at.col as i32 - col).abs();
    match (&at[..], cells.iter().min_by_key(far)) {
        ([edge], _) => format!("at the {edge} edge"),
        ([row @ ("top" | "bottom"), col @ ("left" | "right")], _) => {
            format!("in the {row} {col} corner")
        }
        (_, Some(&at)) => format!("around {}", in_words(at)),
        (_, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use grid::cell;

    use super::*;

    #[test]
    fn only_the_first_letter_is_made_a_capital() {
        assert_eq!(capital("the 3 in row 1"), "The 3 in row 1");
        assert_eq!(capital("édge"), "Édge");
        assert_eq!(capital(""), "");
    }

    #[test]
    fn a_list_reads_as_a_person_would_say_it() {
        assert_eq!(list([0; 0], "and"), "");
        assert_eq!(list([1], "and"), "1");
        assert_eq!(list([1, 2], "or"), "1 or 2");
        assert_eq!(list(["a", "b", "c"], "and"), "a, b and c");
        assert_eq!(list(["a, b", "c, d", "e"], "and"), "a, b; c, d and e");
    }

    #[test]
    fn small_numbers_are_words() {
        assert_eq!([0, 1, 12, 13].map(number), ["no", "one", "twelve", "13"]);
    }

    #[test]
    fn cells_are_told_by_the_fewest_lines() {
        let told = |all: &[(usize, usize)]| cells(all.iter().map(|&(row, col)| cell(row, col)));
        assert_eq!(told(&[(0, 1)]), "row 1, column 2");
        assert_eq!(told(&[(1, 4), (1, 2), (1, 2)]), "row 2, columns 3 and 5");
        assert_eq!(
            told(&[(1, 4), (2, 4), (3, 4), (5, 4)]),
            "column 5, rows 2 to 4 and 6"
        );
        assert_eq!(
            told(&[(0, 1), (3, 2)]),
            "row 1, column 2 and row 4, column 3"
        );
        assert_eq!(
            told(&[(0, 0), (1, 0), (2, 0), (2, 3)]),
            "column 1, rows 1 to 3 and row 3, column 4"
        );
    }

    #[test]
    fn groups_are_named_after_where_they_are() {
        let size = Size::new(9, 9).expect("a board");
        let at = |all: &[(usize, usize)]| -> Vec<Cell> {
            all.iter().map(|&(row, col)| cell(row, col)).collect()
        };
        let near = |all: &[(usize, usize)]| whereabouts(size, &at(all));
        assert_eq!(near(&[(0, 0), (1, 0), (1, 1)]), "in the top left corner");
        let low = Size::new(2, 9).expect("a size");
        let both = [cell(0, 4), cell(1, 4)];
        assert_eq!(whereabouts(low, &both), "around row 1, column 5");
        assert_eq!(near(&[(3, 8), (4, 8), (4, 7)]), "at the right edge");
        assert_eq!(near(&[(4, 4), (4, 5), (5, 5)]), "around row 5, column 5");
        assert_eq!(area(size, &at(&[(0, 0), (1, 1)])), "the top left area");
        assert_eq!(area(size, &at(&[(4, 8)])), "the right area");
        assert_eq!(area(size, &at(&[(4, 4)])), "the area in the middle");
    }
}
