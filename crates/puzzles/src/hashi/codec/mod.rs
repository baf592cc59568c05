//! Hashi as text. Here the collections' notation; each other format has its own file.

use crate::puzzle::{Play, Puzzle, Records};
pub(super) mod benchmark;
pub(super) mod link;
pub(super) mod pzprv3;
pub(super) mod tatham;

use std::collections::BTreeMap;
use std::sync::Arc;

use grid::{Cell, Dir, cell};
use serde_json::{Map, Value, json};

use super::{CLOSED, COUNT, FAMILY, Hashi, Island, MOST_BRIDGES, build, stroke_shift};
use crate::board::Board;
use crate::format::{Number, WriteError};
use crate::record::{DRAFT, FieldError, Grid, Notation, Record};

/// The most bridges that any island can have: four sides with four bridges each.
const MOST_NEEDED: u8 = 4 * MOST_BRIDGES;

fn need_of(text: &str) -> Result<Option<u8>, String> {
    if text == "?" {
        return Ok(None);
    }
    match text.parse() {
        Ok(0) => Err("an island of 0 could never be connected".to_owned()),
        Ok(n) if n <= MOST_NEEDED => Ok(Some(n)),
        _ => Err(format!(
            "expected an island from 1 to {MOST_NEEDED}, \"?\" or \"-\", found {text:?}"
        )),
    }
}

fn hashi(puzzle: &dyn Puzzle) -> &Hashi {
    let any: &dyn std::any::Any = puzzle;
    any.downcast_ref().expect("the family's own puzzle")
}

/// The puzzle as Hashi, if it has the plain rules that other programs know.
fn plain<'a>(puzzle: &'a dyn Puzzle, format: &str) -> Result<&'a Hashi, WriteError> {
    let puzzle = hashi(puzzle);
    if puzzle.max != 2 || puzzle.no_loop {
        return Err(WriteError::new(format!(
            "{format} has only Hashi with two bridges between a pair and loops allowed"
        )));
    }
    Ok(puzzle)
}

fn numbers(puzzle: &Hashi) -> Vec<Option<Number>> {
    let mut numbers = vec![None; puzzle.size.len()];
    for island in &puzzle.islands {
        numbers[puzzle.size.index(island.at)] = Some(
            island
                .need
                .map_or(Number::Hidden, |n| Number::Given(n as u16)),
        );
    }
    numbers
}

pub(super) fn read(record: &Record) -> Result<Arc<dyn Puzzle>, FieldError> {
    let size = record.size()?;
    let mut islands = Vec::new();
    for (r, c, sign) in record.problem()?.cells() {
        if !["-", ".", ""].contains(&sign) {
            let need = need_of(sign).map_err(|e| FieldError::cell("problem", r, c, e))?;
            islands.push(Island {
                at: cell(r, c),
                need,
            });
        }
    }
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
    let no_loop = match record.variant.as_deref() {
        None | Some("") => false,
        Some("noloop") => true,
        Some(other) => {
            return Err(FieldError::field(
                "variant",
                format!("unknown variant {other:?}; there is \"noloop\""),
            ));
        }
    };
    if islands.is_empty() && record.is_draft() {
        return Ok(Arc::new(Hashi::new(size, islands, max, no_loop)));
    }
    build(size, islands, max, no_loop).map_err(|e| FieldError::field("problem", e))
}

impl Records for Hashi {
    fn record(&self) -> Record {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let mut signs = vec![vec!["-".to_owned(); cols]; rows];
        for island in &self.islands {
            signs[island.at.row as usize][island.at.col as usize] =
                island.need.map_or("?".to_owned(), |n| n.to_string());
        }
        let mut record = Record {
            problem: Some(Grid(signs)),
            depth: Some(self.max as u32),
            variant: self.no_loop.then(|| "noloop".to_owned()),
            ..Record::new(FAMILY.id, rows, cols)
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

    fn read_grid(&self, grid: &Grid, _: Notation) -> Result<Board, FieldError> {
        let size = self.size;
        let mut strokes: Vec<Option<(Dir, u16)>> = vec![None; size.len()];
        let mut empty = vec![false; size.len()];
        let problem = self.record().problem.unwrap_or_default();
        let mut given = vec![None; size.len()];
        for island in &self.islands {
            let (row, col) = (island.at.row as usize, island.at.col as usize);
            given[size.index(island.at)] = Some(problem.0[row][col].as_str());
        }
        for (r, c, sign) in grid.cells() {
            let i = size.index(cell(r, c));
            match sign {
                "-" => empty[i] = true,
                "." | "" => {}
                // Some write the island's number here again.
                _ if given[i] == Some(sign) => {}
                _ => {
                    strokes[i] = Some(count_of(sign).ok_or_else(|| {
                        FieldError::cell(
                            "solution",
                            r,
                            c,
                            format!(
                                "expected 1 to {MOST_BRIDGES}, a to d or \"-\", found {sign:?}"
                            ),
                        )
                    })?);
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
        let mut board = match record.board(notation) {
            Some(grid) => {
                grid.check_size(notation.field(), self.size.rows(), self.size.cols())?;
                let board = self.read_grid(grid, notation).map_err(|e| FieldError {
                    field: notation.field(),
                    ..e
                })?;
                Some(board)
            }
            None => None,
        };
        // A list of all bridges belongs to the solution, or to the marks where they are the only board.
        let is_own = match notation {
            Notation::Solution => record.solution.is_some() || record.marks.is_none(),
            _ => record.solution.is_none() && record.marks.is_some(),
        };
        let own = is_own.then_some(("bridges", &record.extra));
        let notes = record.extra.get("notes").and_then(Value::as_object);
        let notes = notes.filter(|_| notation != Notation::Solution);
        for (field, lists) in own.into_iter().chain(notes.map(|notes| ("notes", notes))) {
            read_lists(self, field, lists, &mut board)?;
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

/// What the grid cannot say: bridges between touching islands, bridges under bridges, and sides
/// closed at more than none. As lists of `[row, column, row, column, count]` and of sides.
pub(super) fn write_bridges(
    puzzle: &Hashi,
    board: &Board,
    notation: Notation,
    record: &mut Record,
) {
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
    if notation == Notation::Solution {
        if needed {
            record.extra.insert("bridges".into(), Value::Array(all));
        }
        return;
    }
    let mut notes = Map::new();
    if needed {
        notes.insert("bridges".into(), Value::Array(all));
    }
    if !closed.is_empty() {
        notes.insert("closed".into(), Value::Array(closed));
    }
    if !notes.is_empty() {
        record.extra.insert("notes".into(), Value::Object(notes));
    }
}

/// Bridges, which say everything, and sides that are closed.
fn read_lists(
    puzzle: &Hashi,
    field: &'static str,
    lists: &Map<String, Value>,
    board: &mut Option<Board>,
) -> Result<(), FieldError> {
    if !lists.contains_key("bridges") && !lists.contains_key("closed") {
        return Ok(());
    }
    let islands: BTreeMap<(u64, u64), usize> = puzzle
        .islands
        .iter()
        .enumerate()
        .map(|(i, island)| ((island.at.row as u64, island.at.col as u64), i))
        .collect();
    let span_of = |item: &Value| -> Option<(usize, u16)> {
        let numbers: Vec<u64> = item
            .as_array()?
            .iter()
            .map(Value::as_u64)
            .collect::<Option<_>>()?;
        let [r1, c1, r2, c2, ref rest @ ..] = numbers[..] else {
            return None;
        };
        let (a, z) = (*islands.get(&(r1, c1))?, *islands.get(&(r2, c2))?);
        let ends = (a.min(z), a.max(z));
        let mut spans = puzzle.spans_at[a].iter().flatten().copied();
        let span = spans.find(|&s| puzzle.spans[s].ends == ends)?;
        let count = rest.first().copied().unwrap_or(0);
        (count <= COUNT as u64).then_some((span, count as u16))
    };
    for key in ["bridges", "closed"] {
        let Some(list) = lists.get(key).and_then(Value::as_array) else {
            continue;
        };
        let board = board.get_or_insert_with(|| puzzle.blank());
        if key == "bridges" {
            let (sides, strokes) = board.slots.split_at_mut(puzzle.spans.len());
            sides.iter_mut().for_each(|slot| *slot &= CLOSED);
            strokes.fill(0);
        }
        for item in list {
            let (span, count) = span_of(item).ok_or_else(|| {
                FieldError::field(
                    field,
                    format!("expected [row, column, row, column, count] of two islands that see each other, found {item}"),
                )
            })?;
            board.slots[span] |= if key == "closed" { CLOSED } else { count };
        }
    }
    Ok(())
}
