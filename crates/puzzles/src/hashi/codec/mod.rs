//! Hashi as text. Here the collections' notation; each other format has its own file.

pub(super) mod benchmark;
pub(super) mod link;
pub(super) mod pzprv3;
pub(super) mod tatham;

use serde_json::{Map, Value, json};

use super::{CLOSED, COUNT, FAMILY, Hashi, Island, MOST_BRIDGES, build, stroke_shift};
use crate::kit::codec::notes::cell_of;
use crate::kit::codec::{Bounds, Number, Numbers, Word, notes};
use crate::kit::prelude::*;
use crate::record::DRAFT;

/// One of 0 could never be connected; at most there are four sides with the most bridges each.
const ISLANDS: Bounds = Bounds::new("an island", 1, 4 * MOST_BRIDGES as u16);

const NUMBERS: Numbers = Numbers {
    bounds: ISLANDS,
    nothing: &["-", ".", ""],
    hidden: &["?"],
};

/// The puzzle as Hashi, if it has the plain rules that other programs know.
fn plain<'a>(puzzle: &'a dyn Puzzle, format: &str) -> Result<&'a Hashi, WriteError> {
    let puzzle: &Hashi = own(puzzle);
    if puzzle.max != 2 || puzzle.no_loop {
        return Err(cannot!(
            "{format} has only Hashi with two bridges between a pair and loops allowed"
        ));
    }
    Ok(puzzle)
}

/// The number of each cell's island.
fn numbers(puzzle: &Hashi) -> Vec<Option<Number>> {
    let mut numbers = vec![None; puzzle.size.len()];
    for island in &puzzle.islands {
        let need = island.need.map(u16::from);
        numbers[puzzle.size.index(island.at)] = Some(need.into());
    }
    numbers
}

fn islands(size: Size, numbers: Vec<Option<Number>>) -> Vec<Island> {
    let numbered = size
        .cells()
        .zip(numbers)
        .filter_map(|(at, n)| Some((at, n?)));
    let island = |(at, number): (Cell, Number)| Island {
        at,
        need: number.given().map(|n| n as u8),
    };
    numbered.map(island).collect()
}

pub(super) fn read(record: &Record) -> Result<Arc<dyn Puzzle>, FieldError> {
    let size = record.size()?;
    let islands = islands(size, record.problem()?.read("problem", &NUMBERS)?);
    let max = match record.depth {
        None => 2,
        Some(depth) if (1..=MOST_BRIDGES as u32).contains(&depth) => depth as u8,
        Some(depth) => {
            return Err(FieldError::field(
                "depth",
                format!("expected 1 to {MOST_BRIDGES} bridges between a pair, found {depth}"),
            ));
        }
    };
    let no_loop = record.variant(&FAMILY, &["noloop"])?.is_some();
    if islands.is_empty() && record.is_draft() {
        return Ok(Arc::new(Hashi::new(size, islands, max, no_loop)));
    }
    build(size, islands, max, no_loop).map_err(|e| FieldError::field("problem", e))
}

impl Records for Hashi {
    /// In the water: 1 or 2 bridges across, 11 or 12 downwards.
    fn recorded(&self, at: Cell, value: u16, _: &[Fact]) -> Vec<Fact> {
        let (down, count) = (value >= 10, value % 10);
        let over = self.spans.iter().position(|&span| {
            let along = matches!(span.dir, Dir::South | Dir::North);
            along == down && self.water(span).any(|water| water == at)
        });
        let bridges = 1..=count.min(self.max.into()) as u8;
        (over.into_iter())
            .flat_map(|span| bridges.clone().map(move |k| Fact::yes(self.atom(span, k))))
            .collect()
    }

    fn record(&self) -> Record {
        let mut record = Record {
            problem: Some(Grid::of(self.size, &NUMBERS, numbers(self))),
            depth: Some(self.max as u32),
            variant: self.no_loop.then(|| "noloop".to_owned()),
            ..Record::new(FAMILY.id, self.size.rows(), self.size.cols())
        };
        if self.islands.is_empty() {
            record.extra.insert(DRAFT.to_owned(), Value::Bool(true));
        }
        record
    }

    fn write_grid(&self, board: &Board, notation: Notation) -> Grid {
        let size = self.size;
        // For each cell what is drawn there, and whether more could come.
        let mut drawn: Vec<Option<(Dir, u16)>> = vec![None; size.len()];
        let mut open = vec![false; size.len()];
        for (s, &span) in self.spans.iter().enumerate() {
            let count = self.drawn(board, s) as u16;
            // Where all possible bridges are drawn, no more can come.
            let closed = board.slots[s] & CLOSED != 0 || count >= self.max as u16;
            for at in self.water(span) {
                let i = size.index(at);
                if count > 0 {
                    drawn[i].get_or_insert((span.dir, count));
                }
                open[i] |= !closed;
            }
        }
        for at in size.cells() {
            for (dir, count) in self.loose(board, at) {
                match &mut drawn[size.index(at)] {
                    _ if count == 0 => {}
                    // Beside a bridge that runs all the way.
                    Some((along, all)) if *along == dir => *all = (*all + count).min(COUNT),
                    Some(_) => {}
                    nothing => *nothing = Some((dir, count)),
                }
            }
        }
        Grid::from_fn(size.rows(), size.cols(), |r, c| {
            let i = size.index(cell(r, c));
            let sign = match (drawn[i], notation) {
                (_, Notation::Forced) if open[i] => '.',
                (Some((dir, count)), _) => sign(dir, count),
                (None, Notation::Marks) if open[i] => '.',
                (None, _) => '-',
            };
            sign.to_string()
        })
    }

    fn read_grid(&self, grid: &Grid, notation: Notation) -> Result<Board, FieldError> {
        let size = self.size;
        let mut strokes: Vec<Option<(Dir, u16)>> = vec![None; size.len()];
        let mut empty = vec![false; size.len()];
        let given = numbers(self);
        for (r, c, sign) in grid.cells() {
            let i = size.index(cell(r, c));
            match sign {
                "-" => empty[i] = true,
                "." | "" => {}
                // Some write the island's number here again.
                _ if given[i].is_some() && NUMBERS.write(given[i]) == sign => {}
                _ => {
                    let count = count_of(sign).ok_or_else(|| {
                        let expected = format!("1 to {MOST_BRIDGES}, a to d or \"-\"");
                        let message = format!("expected {expected}, found {sign:?}");
                        FieldError::cell(notation.field(), r, c, message)
                    })?;
                    strokes[i] = Some(count);
                }
            }
        }
        let mut board = self.blank();
        for (s, &span) in self.spans.iter().enumerate() {
            let along = |at: Cell| match strokes[size.index(at)] {
                Some((dir, count)) if dir == span.dir => count,
                _ => 0,
            };
            let whole = self.water(span).map(along).min().unwrap_or(0);
            board.slots[s] = whole;
            if whole == 0 && self.water(span).any(|at| empty[size.index(at)]) {
                board.slots[s] = CLOSED;
            }
            for at in self.water(span) {
                if let Some((dir, count)) = &mut strokes[size.index(at)]
                    && *dir == span.dir
                {
                    *count -= whole;
                }
            }
        }
        for at in size.cells() {
            if let Some((dir, count)) = strokes[size.index(at)] {
                board.slots[self.loose_slot(at)] |= count << stroke_shift(dir);
            }
        }
        Ok(board)
    }

    fn write_board(&self, board: &Board, notation: Notation, record: &mut Record) {
        record.set_board(notation, self.write_grid(board, notation));
        write_bridges(self, board, notation, record);
    }

    fn read_board(&self, record: &Record, notation: Notation) -> Result<Option<Board>, FieldError> {
        let mut board = self.read_signs(record, notation)?;
        // A list of all bridges belongs to the solution, or to the marks where they are the only board.
        let is_own = match notation {
            Notation::Solution => record.solution.is_some() || record.marks.is_none(),
            _ => record.solution.is_none() && record.marks.is_some(),
        };
        if is_own {
            read_lists(self, None, &record.extra, &mut board)?;
        }
        let notes = record.extra.get("notes").and_then(Value::as_object);
        if let Some(notes) = notes.filter(|_| notation != Notation::Solution) {
            read_lists(self, Some("notes"), notes, &mut board)?;
        }
        if let Some(board) = &mut board
            && notation == Notation::Solution
        {
            close_the_rest(self, board);
        }
        Ok(board)
    }
}

fn sign(dir: Dir, count: u16) -> char {
    let first = if dir == Dir::East { b'1' } else { b'a' };
    (first + count as u8 - 1) as char
}

fn count_of(sign: &str) -> Option<(Dir, u16)> {
    let byte = *sign.as_bytes().first().filter(|_| sign.len() == 1)?;
    match byte {
        b'1'..=b'7' => Some((Dir::East, (byte - b'0') as u16)),
        b'a'..=b'g' => Some((Dir::South, (byte - b'a') as u16 + 1)),
        _ => None,
    }
}

/// In a finished board nothing more comes where nothing is.
fn close_the_rest(puzzle: &Hashi, board: &mut Board) {
    for s in 0..puzzle.spans.len() {
        match puzzle.drawn(board, s) {
            0 => board.slots[s] |= CLOSED,
            _ => board.slots[s] &= !CLOSED,
        }
    }
}

/// What the grid cannot say: bridges between touching islands, bridges under bridges, sides closed
/// at more than none, and loose pieces beside these. As lists of `[row, column, row, column, count]`,
/// of sides, and of `[row, column, side, count]`.
fn write_bridges(puzzle: &Hashi, board: &Board, notation: Notation, record: &mut Record) {
    let said = record
        .board(notation)
        .map(|grid| puzzle.read_grid(grid, notation));
    let mut needed = false;
    let mut closed = Vec::new();
    let mut all = Vec::new();
    for (s, &span) in puzzle.spans.iter().enumerate() {
        let (a, z) = puzzle.ends(span);
        let drawn = puzzle.drawn(board, s);
        let side = [a.row, a.col, z.row, z.col];
        if drawn > 0 {
            all.push(json!([a.row, a.col, z.row, z.col, drawn]));
        }
        if let Some(Ok(said)) = &said {
            needed |= puzzle.drawn(said, s) != drawn;
            if notation == Notation::Marks && said.slots[s] & CLOSED != board.slots[s] & CLOSED {
                closed.push(json!(side));
            }
        }
    }
    let pieces = |board: &Board| board.slots[puzzle.spans.len()..].to_vec();
    let there = match said {
        // The list of bridges says that there is nothing else.
        Some(Ok(said)) if !needed => pieces(&said),
        _ => pieces(&puzzle.blank()),
    };
    let mut lists = vec![
        ("bridges", needed.then_some(all)),
        (
            "loose",
            (there != pieces(board)).then(|| loose(puzzle, board)),
        ),
    ];
    if notation == Notation::Solution {
        for (name, list) in lists {
            list.map(|list| record.extra.insert(name.into(), Value::Array(list)));
        }
    } else {
        lists.push(("closed", (!closed.is_empty()).then_some(closed)));
        notes::write_lists(record, lists);
    }
}

/// All loose pieces.
fn loose(puzzle: &Hashi, board: &Board) -> Vec<Value> {
    let sides = puzzle
        .size
        .cells()
        .flat_map(|at| Dir::ALL.map(|side| (at, side)));
    let pieces = sides.map(|(at, side)| (at, side, puzzle.strokes(board, at, side)));
    pieces
        .filter(|&(.., count)| count > 0)
        .map(|(at, side, count)| json!([at.row, at.col, side.letter().to_string(), count]))
        .collect()
}

/// Bridges, which say everything but loose pieces, these, and sides that are closed. Mistakes are
/// placed in this field, or in that of the list.
fn read_lists(
    puzzle: &Hashi,
    field: Option<&'static str>,
    lists: &Map<String, Value>,
    board: &mut Option<Board>,
) -> Result<(), FieldError> {
    let span_of = |item: &Value| -> Option<(usize, u16)> {
        let [r1, c1, r2, c2, rest @ ..] = item.as_array()?.as_slice() else {
            return None;
        };
        let (a, z) = (cell_of(puzzle.size, r1, c1)?, cell_of(puzzle.size, r2, c2)?);
        let count = rest.first().map_or(Some(0), Value::as_u64)?;
        let span = span_between(puzzle, a, z)?;
        (count <= COUNT as u64).then_some((span, count as u16))
    };
    let piece_of = |item: &Value| -> Option<(usize, u16)> {
        let [row, col, side, count] = item.as_array()?.as_slice() else {
            return None;
        };
        let mut letters = side.as_str()?.chars();
        let side = letters.next().and_then(Dir::from_letter)?;
        let is_one = letters.next().is_none();
        let count = count
            .as_u64()
            .filter(|n| is_one && (1..=COUNT as u64).contains(n))?;
        let slot = puzzle.loose_slot(cell_of(puzzle.size, row, col)?);
        Some((slot, (count as u16) << stroke_shift(side)))
    };
    for key in ["bridges", "loose", "closed"] {
        let field = field.unwrap_or(key);
        let Some(list) = lists.get(key).and_then(Value::as_array) else {
            continue;
        };
        let board = board.get_or_insert_with(|| puzzle.blank());
        if key == "bridges" {
            let (sides, strokes) = board.slots.split_at_mut(puzzle.spans.len());
            sides.iter_mut().for_each(|slot| *slot &= CLOSED);
            strokes.fill(0);
        }
        if key == "loose" {
            board.slots[puzzle.spans.len()..].fill(0);
            for item in list {
                let (slot, piece) = piece_of(item).ok_or_else(|| {
                    let message = format!(
                        "expected [row, column, \"n\", \"e\", \"s\" or \"w\", count] of a loose \
                         piece, found {item}"
                    );
                    FieldError::field(field, message)
                })?;
                board.slots[slot] |= piece;
            }
            continue;
        }
        for item in list {
            let (span, count) = span_of(item).ok_or_else(|| {
                let message = format!(
                    "expected [row, column, row, column, count] of two islands that see each \
                     other, found {item}"
                );
                FieldError::field(field, message)
            })?;
            board.slots[span] |= if key == "closed" { CLOSED } else { count };
        }
    }
    Ok(())
}

/// Where bridges between the islands at these two cells are, if they see each other.
fn span_between(puzzle: &Hashi, a: Cell, z: Cell) -> Option<usize> {
    let island = (puzzle.islands).binary_search_by_key(&a, |island| island.at);
    let ends = (a.min(z), a.max(z));
    let mut sides = puzzle.sides(island.ok()?);
    sides.find(|&s| puzzle.ends(puzzle.spans[s]) == ends)
}
