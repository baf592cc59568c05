//! Hashi as text. Here the collections' notation; each other format has its own file.

mod benchmark;
mod link;
mod pzprv3;
mod tatham;

use serde_json::{Map, Value, json};

use super::{CLOSED, COUNT, FAMILY, Hashi, Island, MOST_BRIDGES, stroke_shift};
use crate::kit::codec::notes::{self, List, cell_of};
use crate::kit::codec::{Bounds, Number, Numbers, Word, numbered};
use crate::kit::prelude::*;
use crate::record::DRAFT;

/// One of 0 could never be connected; at most there are four sides with the most bridges each.
const ISLANDS: Bounds = Bounds::new("an island", 1, 4 * MOST_BRIDGES as u16);

const NUMBERS: Numbers = Numbers::new(ISLANDS, &["-", ".", ""], &["?"]);

// What the grid cannot say: bridges between touching islands and bridges under bridges (a list of
// all bridges, which says everything but loose pieces), these, and sides closed at more than none.

const BRIDGES: List = List {
    name: "bridges",
    what: "bridges",
    form: "[row, column, row, column, count] of two islands that see each other",
};

const LOOSE: List = List {
    name: "loose",
    what: "loose pieces",
    form: "[row, column, \"n\", \"e\", \"s\" or \"w\", count]",
};

const CLOSED_SIDES: List = List {
    name: "closed",
    what: "closed sides",
    form: "[row, column, row, column] of two islands that see each other",
};

fn islands(size: Size, numbers: Vec<Option<Number>>) -> Vec<Island> {
    let island = |(at, need): (Cell, Option<u16>)| Island {
        at,
        need: need.map(|n| n as u8),
    };
    numbered(size, numbers).map(island).collect()
}

/// A puzzle, which has an island.
fn build(size: Size, islands: Vec<Island>, max: u8, no_loop: bool) -> Result<Hashi, String> {
    match islands.is_empty() {
        true => Err("a board without any island".to_owned()),
        false => Ok(Hashi::new(size, islands, max, no_loop)),
    }
}

impl Hashi {
    /// Refuse what has other than the plain rules that other programs know.
    fn must_be_plain(&self, format: &str) -> Result<(), WriteError> {
        match self.max != 2 || self.no_loop {
            true => Err(cannot!(
                "{format} has only Hashi with two bridges between a pair and loops allowed"
            )),
            false => Ok(()),
        }
    }

    /// The number of each cell's island.
    fn numbers(&self) -> impl Iterator<Item = Option<Number>> + '_ {
        let number = |at| Some(self.islands[self.island_at(at)?].need.map(u16::from).into());
        self.size.cells().map(number)
    }

    /// In a finished board nothing more comes where nothing is.
    fn close_the_rest(&self, board: &mut Board) {
        for slot in &mut board.slots[..self.spans.len()] {
            match *slot & COUNT {
                0 => *slot |= CLOSED,
                _ => *slot &= !CLOSED,
            }
        }
    }

    /// Add what the grid cannot say, as far as it has not said it.
    fn write_lists(&self, board: &Board, notation: Notation, record: &mut Record) {
        let grid = record.board(notation);
        let said = grid.and_then(|grid| self.read_grid(grid, notation).ok());
        let side = |s: usize| {
            let (a, z) = self.ends(self.spans[s]);
            [a.row, a.col, z.row, z.col]
        };
        let spans = 0..self.spans.len();
        let differs = |&s: &usize, bits: u16| {
            let there = |said: &Board| (said.slots[s] ^ board.slots[s]) & bits != 0;
            said.as_ref().is_some_and(there)
        };
        let is_needed = spans.clone().any(|s| differs(&s, COUNT));
        let bridge = |s: usize| {
            let [r1, c1, r2, c2] = side(s);
            json!([r1, c1, r2, c2, self.drawn(board, s)])
        };
        let bridges = || self.all_drawn(board).map(bridge).collect();
        let pieces = |board: &Board| board.slots[self.spans.len()..].to_vec();
        let there = match &said {
            // The list of bridges says that there is nothing else.
            Some(said) if !is_needed => pieces(said),
            _ => pieces(&self.blank()),
        };
        let has_pieces = there != pieces(board);
        let mut lists = vec![
            (BRIDGES.name, is_needed.then(bridges)),
            (LOOSE.name, has_pieces.then(|| self.noted_pieces(board))),
        ];
        if notation == Notation::Solution {
            for (name, list) in lists {
                list.map(|list| record.extra.insert(name.into(), Value::Array(list)));
            }
            return;
        }
        if notation == Notation::Marks {
            let closed = spans.filter(|s| differs(s, CLOSED)).map(|s| json!(side(s)));
            let closed = Some(closed.collect()).filter(|list: &Vec<Value>| !list.is_empty());
            lists.push((CLOSED_SIDES.name, closed));
        }
        notes::write_lists(record, lists);
    }

    fn noted_pieces(&self, board: &Board) -> Vec<Value> {
        let cells = self.size.cells();
        let sides = cells.flat_map(|at| Dir::ALL.map(|side| (at, side)));
        let piece = |(at, side): (Cell, Dir)| {
            let count = self.strokes(board, at, side);
            (count > 0).then(|| json!([at.row, at.col, side.letter().to_string(), count]))
        };
        sides.filter_map(piece).collect()
    }

    /// Read what the grid could not say. Mistakes are placed in this field, or in that of the list.
    fn read_lists(
        &self,
        field: Option<&'static str>,
        lists: &Map<String, Value>,
        board: &mut Option<Board>,
    ) -> Result<(), FieldError> {
        let spans = self.spans.len();
        let all = |list: &List, entry: &dyn Fn(&[Value]) -> Option<(usize, u16)>| {
            let found = lists.get(list.name).filter(|found| found.is_array());
            list.read_value(field.unwrap_or(list.name), found, entry)
        };
        let mut put = |entries: Vec<(usize, u16)>, clear: &dyn Fn(&mut [u16])| {
            let slots = &mut board.get_or_insert_with(|| self.blank()).slots;
            clear(slots);
            (entries.iter()).for_each(|&(slot, entry)| slots[slot] |= entry);
        };
        if let Some(bridges) = all(&BRIDGES, &|parts| self.noted_bridge(parts))? {
            put(bridges, &|slots| {
                slots[..spans].iter_mut().for_each(|slot| *slot &= CLOSED);
                slots[spans..].fill(0);
            });
        }
        if let Some(pieces) = all(&LOOSE, &|parts| self.noted_piece(parts))? {
            put(pieces, &|slots| slots[spans..].fill(0));
        }
        let side = |parts: &[Value]| Some((self.noted_bridge(parts)?.0, CLOSED));
        if let Some(closed) = all(&CLOSED_SIDES, &side)? {
            put(closed, &|_| ());
        }
        Ok(())
    }

    /// A bridge as a list says it: its slot and how many there are.
    fn noted_bridge(&self, parts: &[Value]) -> Option<(usize, u16)> {
        let [r1, c1, r2, c2, rest @ ..] = parts else {
            return None;
        };
        let (a, z) = (cell_of(self.size, r1, c1)?, cell_of(self.size, r2, c2)?);
        let count = rest.first().map_or(Some(0), Value::as_u64)?;
        let span = self.span_between(a, z)?;
        (count <= COUNT as u64).then_some((span, count as u16))
    }

    /// A loose piece as a list says it: its slot and what that holds.
    fn noted_piece(&self, parts: &[Value]) -> Option<(usize, u16)> {
        let [row, col, side, count] = parts else {
            return None;
        };
        let mut letters = side.as_str()?.chars();
        let side = letters.next().and_then(Dir::from_letter)?;
        let is_one = letters.next().is_none();
        let fits = |n: &u64| is_one && (1..=COUNT as u64).contains(n);
        let count = count.as_u64().filter(fits)? as u16;
        let slot = self.loose_slot(cell_of(self.size, row, col)?);
        Some((slot, count << stroke_shift(side)))
    }
}

impl Records for Hashi {
    fn read(record: &Record) -> Result<Hashi, FieldError> {
        let size = record.size()?;
        let islands = islands(size, record.problem()?.read("problem", &NUMBERS)?);
        let expected = format!("1 to {MOST_BRIDGES} bridges between a pair");
        let max = record.depth_up_to(MOST_BRIDGES.into(), &expected)?;
        let max = max.unwrap_or(2) as u8;
        let no_loop = record.variant(&FAMILY, &["noloop"])?.is_some();
        if islands.is_empty() && record.is_draft() {
            return Ok(Hashi::new(size, islands, max, no_loop));
        }
        build(size, islands, max, no_loop).map_err(|e| FieldError::field("problem", e))
    }

    /// In the water: 1 or 2 bridges across, 11 or 12 downwards.
    fn recorded(&self, at: Cell, value: u16, _: &[Fact]) -> Vec<Fact> {
        let (down, count) = (value >= 10, value % 10);
        let over = self.spans.iter().position(|&span| {
            span.dir.is_vertical() == down && self.water(span).any(|water| water == at)
        });
        let bridges = 1..=count.min(self.max.into()) as u8;
        (over.into_iter())
            .flat_map(|span| bridges.clone().map(move |k| Fact::yes(self.atom(span, k))))
            .collect()
    }

    fn record(&self) -> Record {
        let mut record = Record {
            problem: Some(Grid::of(self.size, &NUMBERS, self.numbers())),
            depth: Some(self.max as u32),
            variant: self.no_loop.then(|| "noloop".to_owned()),
            ..Record::of(&FAMILY, self.size)
        };
        if self.islands.is_empty() {
            record.extra.insert(DRAFT.to_owned(), Value::Bool(true));
        }
        record
    }

    fn write_grid(&self, board: &Board, notation: Notation) -> Grid {
        // For each cell what is drawn there, and whether more could come.
        let mut drawn: Sheet<Option<(Dir, u16)>> = Sheet::filled(self.size, None);
        let mut open = Sheet::filled(self.size, false);
        for (s, &span) in self.spans.iter().enumerate() {
            let count = self.drawn(board, s);
            // Where all possible bridges are drawn, no more can come.
            let closed = board.slots[s] & CLOSED != 0 || count >= self.max;
            for at in self.water(span) {
                if count > 0 {
                    drawn[at].get_or_insert((span.dir, count.into()));
                }
                open[at] |= !closed;
            }
        }
        for at in self.size.cells() {
            for (dir, count) in self.loose(board, at) {
                match &mut drawn[at] {
                    _ if count == 0 => {}
                    // Beside a bridge that runs all the way.
                    Some((along, all)) if *along == dir => *all = (*all + count).min(COUNT),
                    Some(_) => {}
                    nothing => *nothing = Some((dir, count)),
                }
            }
        }
        Grid::by_cell(self.size, |at| {
            let sign = match (drawn[at], notation) {
                (_, Notation::Forced) if open[at] => '.',
                (Some((dir, count)), _) => sign(dir, count),
                (None, Notation::Marks) if open[at] => '.',
                (None, _) => '-',
            };
            sign.to_string()
        })
    }

    fn read_grid(&self, grid: &Grid, notation: Notation) -> Result<Board, FieldError> {
        let mut strokes: Sheet<Option<(Dir, u16)>> = Sheet::filled(self.size, None);
        let mut empty = Sheet::filled(self.size, false);
        for ((r, c, sign), given) in grid.cells().zip(self.numbers()) {
            match sign {
                "-" => empty[cell(r, c)] = true,
                "." | "" => {}
                // Some write the island's number here again.
                _ if given.is_some() && NUMBERS.write(given) == sign => {}
                _ => {
                    let count = count_of(sign).ok_or_else(|| {
                        let expected = format!("1 to {MOST_BRIDGES}, a to d or \"-\"");
                        let message = format!("expected {expected}, found {sign:?}");
                        FieldError::cell(notation.field(), r, c, message)
                    })?;
                    strokes[cell(r, c)] = Some(count);
                }
            }
        }
        let mut board = self.blank();
        for (s, &span) in self.spans.iter().enumerate() {
            let along = |at: Cell| match strokes[at] {
                Some((dir, count)) if dir == span.dir => count,
                _ => 0,
            };
            let whole = self.water(span).map(along).min().unwrap_or(0);
            let is_closed = whole == 0 && self.water(span).any(|at| empty[at]);
            board.slots[s] = if is_closed { CLOSED } else { whole };
            for at in self.water(span) {
                if let Some((dir, count)) = &mut strokes[at]
                    && *dir == span.dir
                {
                    *count -= whole;
                }
            }
        }
        for at in self.size.cells() {
            if let Some((dir, count)) = strokes[at] {
                board.slots[self.loose_slot(at)] |= count << stroke_shift(dir);
            }
        }
        Ok(board)
    }

    fn write_board(&self, board: &Board, notation: Notation, record: &mut Record) {
        record.set_board(notation, self.write_grid(board, notation));
        self.write_lists(board, notation, record);
    }

    fn read_board(&self, record: &Record, notation: Notation) -> Result<Option<Board>, FieldError> {
        let mut board = self.read_signs(record, notation)?;
        // A list of all bridges belongs to the solution, or to the marks where they are the only board.
        let is_own = match notation {
            Notation::Solution => record.solution.is_some() || record.marks.is_none(),
            _ => record.solution.is_none() && record.marks.is_some(),
        };
        if is_own {
            self.read_lists(None, &record.extra, &mut board)?;
        }
        if notation == Notation::Solution {
            { board.iter_mut() }.for_each(|board| self.close_the_rest(board));
        } else if let Some(Value::Object(lists)) = record.extra.get(notes::NOTES) {
            self.read_lists(Some(notes::NOTES), lists, &mut board)?;
        }
        Ok(board)
    }
}

fn sign(dir: Dir, count: u16) -> char {
    let first = if dir == Dir::East { b'1' } else { b'a' };
    (first + count as u8 - 1) as char
}

fn count_of(sign: &str) -> Option<(Dir, u16)> {
    match *sign.as_bytes() {
        [digit @ b'1'..=b'7'] => Some((Dir::East, (digit - b'0').into())),
        [letter @ b'a'..=b'g'] => Some((Dir::South, (letter - b'a' + 1).into())),
        _ => None,
    }
}
