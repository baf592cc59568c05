//! Hashi as text: the collections' notation, puzz.link, pzprv3, Tatham's Bridges, benchmark files.

use std::sync::Arc;

use grid::{Cell, Dir, Size, cell};
use serde_json::{Value, json};

use super::{CLOSED, FAMILY, Hashi, Island, MOST, build};
use crate::board::Board;
use crate::format::{
    Digits, Document, Link, Number, Runs, TextError, Tokens, WriteError, read_number16,
    write_block, write_borders, write_number16,
};
use crate::puzzle::Puzzle;
use crate::record::{FieldError, Grid, Notation, Record};

/// No island can have more: four sides with four bridges each.
const MOST_NEEDED: u8 = 4 * MOST;

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

// ---- the collections' notation ----

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
        Some(depth) if (1..=MOST as u32).contains(&depth) => depth as u8,
        Some(depth) => {
            return Err(FieldError::field(
                "depth",
                format!("expected 1 to {MOST} bridges between a pair, found {depth}"),
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
    build(size, islands, max, no_loop).map_err(|e| FieldError::field("problem", e))
}

pub(super) fn record(puzzle: &Hashi) -> Record {
    let (rows, cols) = (puzzle.size.rows(), puzzle.size.cols());
    let mut signs = vec![vec!["-".to_owned(); cols]; rows];
    for island in &puzzle.islands {
        signs[island.at.row as usize][island.at.col as usize] =
            island.need.map_or("?".to_owned(), |n| n.to_string());
    }
    Record {
        problem: Some(Grid(signs)),
        depth: Some(puzzle.max as u32),
        variant: puzzle.no_loop.then(|| "noloop".to_owned()),
        ..Record::new(FAMILY.id, rows, cols)
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

pub(super) fn write_grid(puzzle: &Hashi, board: &Board, notation: Notation) -> Grid {
    let size = puzzle.size;
    // For each cell what is drawn there, and whether more could come.
    let mut drawn: Vec<Option<char>> = vec![None; size.len()];
    let mut open = vec![false; size.len()];
    for (s, &span) in puzzle.spans.iter().enumerate() {
        let count = puzzle.drawn(board, s) as u16;
        // Where all possible bridges are drawn, no more can come.
        let closed = board.slots[s] & CLOSED != 0 || count >= puzzle.max as u16;
        for at in puzzle.water(span) {
            let i = size.index(at);
            if count > 0 {
                drawn[i].get_or_insert(sign(span.dir, count));
            }
            open[i] |= !closed;
        }
    }
    for at in size.cells() {
        for (dir, count) in puzzle.loose(board, at) {
            if count > 0 {
                drawn[size.index(at)].get_or_insert(sign(dir, count));
            }
        }
    }
    Grid::from_fn(size.rows(), size.cols(), |r, c| {
        let i = size.index(cell(r, c));
        let sign = match (drawn[i], notation) {
            (_, Notation::Forced) if open[i] => '.',
            (Some(sign), _) => sign,
            (None, Notation::Marks) if open[i] => '.',
            (None, _) => '-',
        };
        sign.to_string()
    })
}

pub(super) fn read_grid(puzzle: &Hashi, grid: &Grid) -> Result<Board, FieldError> {
    let size = puzzle.size;
    let mut strokes: Vec<Option<(Dir, u16)>> = vec![None; size.len()];
    let mut empty = vec![false; size.len()];
    for (r, c, sign) in grid.cells() {
        let i = size.index(cell(r, c));
        match sign {
            "-" => empty[i] = true,
            "." | "" => {}
            _ => {
                strokes[i] = Some(count_of(sign).ok_or_else(|| {
                    FieldError::cell(
                        "solution",
                        r,
                        c,
                        format!("expected 1 to {MOST}, a to d or \"-\", found {sign:?}"),
                    )
                })?);
            }
        }
    }
    for island in &puzzle.islands {
        // Some write the island's number here again.
        strokes[size.index(island.at)] = None;
    }
    let mut board = puzzle.blank();
    for (s, &span) in puzzle.spans.iter().enumerate() {
        let along = |at: Cell| match strokes[size.index(at)] {
            Some((dir, count)) if dir == span.dir => count,
            _ => 0,
        };
        let whole = puzzle.water(span).map(along).min().unwrap_or(0);
        board.slots[s] = whole;
        if whole == 0 && puzzle.water(span).any(|at| empty[size.index(at)]) {
            board.slots[s] = CLOSED;
        }
        for at in puzzle.water(span) {
            if let Some((dir, count)) = &mut strokes[size.index(at)]
                && *dir == span.dir
            {
                *count -= whole;
            }
        }
    }
    for at in size.cells() {
        if let Some((dir, count)) = strokes[size.index(at)] {
            let shift = if dir == Dir::East { 0 } else { 4 };
            board.slots[puzzle.loose_slot(at)] |= count << shift;
        }
    }
    Ok(board)
}

/// What the grid cannot say: bridges between touching islands, bridges under bridges, and sides
/// closed at more than none. As lists of `[row, column, row, column, count]` and of sides.
pub(super) fn write_bridges(
    puzzle: &Hashi,
    board: &Board,
    notation: Notation,
    record: &mut Record,
) {
    let said = record.board(notation).map(|grid| read_grid(puzzle, grid));
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
    let mut notes = serde_json::Map::new();
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

pub(super) fn read_board(
    puzzle: &Hashi,
    record: &Record,
    notation: Notation,
) -> Result<Option<Board>, FieldError> {
    let mut board = match record.board(notation) {
        Some(grid) => {
            grid.check_size(notation.field(), puzzle.size.rows(), puzzle.size.cols())?;
            let board = read_grid(puzzle, grid).map_err(|e| FieldError {
                field: notation.field(),
                ..e
            })?;
            Some(board)
        }
        None => None,
    };
    let (field, lists) = match notation {
        Notation::Solution => ("bridges", Some(&record.extra)),
        _ => (
            "notes",
            record.extra.get("notes").and_then(Value::as_object),
        ),
    };
    let Some(lists) = lists else { return Ok(board) };
    let span_of = |item: &Value| -> Option<(usize, u16)> {
        let numbers: Vec<u64> = item
            .as_array()?
            .iter()
            .map(Value::as_u64)
            .collect::<Option<_>>()?;
        let [r1, c1, r2, c2, ref rest @ ..] = numbers[..] else {
            return None;
        };
        let at = |r: u64, c: u64| {
            puzzle
                .islands
                .iter()
                .position(|i| (i.at.row as u64, i.at.col as u64) == (r, c))
        };
        let (a, z) = (at(r1, c1)?, at(r2, c2)?);
        let ends = (a.min(z), a.max(z));
        let span = puzzle.spans.iter().position(|s| s.ends == ends)?;
        let count = rest.first().copied().unwrap_or(0);
        (count <= super::COUNT as u64).then_some((span, count as u16))
    };
    for key in ["bridges", "closed"] {
        let Some(list) = lists.get(key).and_then(Value::as_array) else {
            continue;
        };
        let board = board.get_or_insert_with(|| puzzle.blank());
        if key == "bridges" {
            for slot in &mut board.slots {
                *slot &= CLOSED;
            }
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
    Ok(board)
}

// ---- puzz.link ----

fn from_numbers(size: Size, numbers: Vec<Option<Number>>) -> Result<Arc<dyn Puzzle>, TextError> {
    let mut islands = Vec::new();
    for (at, number) in size.cells().zip(numbers) {
        let need = match number {
            None => continue,
            Some(Number::Hidden) => None,
            Some(Number::Given(n)) => need_of(&n.to_string()).map_err(|e| TextError::at(0, e))?,
        };
        islands.push(Island { at, need });
    }
    build(size, islands, 2, false).map_err(|e| TextError::at(0, e))
}

pub(super) fn read_link(link: &Link) -> Result<Arc<dyn Puzzle>, TextError> {
    let mut digits = Digits::new(link.body);
    let numbers = read_number16(&mut digits, link.size.len())?;
    digits.end()?;
    from_numbers(link.size, numbers)
}

/// puzz.link knows the plain rules only.
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

pub(super) fn write_link(puzzle: &dyn Puzzle) -> Result<(String, String), WriteError> {
    let puzzle = plain(puzzle, "puzz.link")?;
    let mut body = String::new();
    write_number16(numbers(puzzle), &mut body)?;
    Ok((String::new(), body))
}

// ---- pzprv3 ----

pub(super) fn read_pzprv3(
    size: Size,
    tokens: &mut Tokens,
) -> Result<(Arc<dyn Puzzle>, Board), TextError> {
    let mut islands = Vec::new();
    for (at, token) in size.cells().zip(tokens.block(size.rows(), size.cols())?) {
        let need = match token.text {
            "." | "" => continue,
            "-" => None,
            text => need_of(text).map_err(|e| token.error(e))?,
        };
        islands.push(Island { at, need });
    }
    if islands.is_empty() {
        return Err(TextError::at(0, "a board without any island"));
    }
    let puzzle = Hashi::new(size, islands, 2, false);
    let mut lines = Vec::with_capacity(size.borders());
    for token in tokens.borders(size)? {
        lines.push(match token.text {
            "" => 0,
            _ => token.number::<i8>(-1..=7)?,
        });
    }
    let board = board_of_lines(&puzzle, lines);
    Ok((Arc::new(puzzle), board))
}

/// Lines on borders become bridges where they run all the way, else loose strokes.
fn board_of_lines(puzzle: &Hashi, mut lines: Vec<i8>) -> Board {
    let size = puzzle.size;
    let mut board = puzzle.blank();
    for (s, &span) in puzzle.spans.iter().enumerate() {
        let borders = borders_of(puzzle, span);
        let whole = borders.iter().map(|&b| lines[b]).min().unwrap_or(0);
        board.slots[s] = if whole < 0 { CLOSED } else { whole as u16 };
        for b in borders {
            lines[b] -= whole.max(0);
        }
    }
    for (border, &count) in lines.iter().enumerate() {
        if count > 0 {
            let (a, z) = size.border_cells(border);
            let in_water = |c: Cell| !puzzle.islands.iter().any(|i| i.at == c);
            let at = if in_water(a) { a } else { z };
            let shift = if a.row == z.row { 0 } else { 4 };
            let slot = &mut board.slots[puzzle.loose_slot(at)];
            let before = *slot >> shift & 15;
            *slot = *slot & !(15 << shift) | before.max(count as u16) << shift;
        }
    }
    board
}

fn borders_of(puzzle: &Hashi, span: super::Span) -> Vec<usize> {
    let (from, to) = puzzle.ends(span);
    std::iter::successors(Some(from), |c| Some(c.step(span.dir)))
        .take_while(|&c| c != to)
        .filter_map(|c| puzzle.size.border(c, span.dir))
        .collect()
}

pub(super) fn write_pzprv3(puzzle: &dyn Puzzle, board: &Board) -> Result<String, WriteError> {
    let puzzle = plain(puzzle, "pzprv3")?;
    let size = puzzle.size;
    let mut out = String::new();
    let numbers = numbers(puzzle).into_iter().map(|number| match number {
        None => ".".to_owned(),
        Some(Number::Hidden) => "-".to_owned(),
        Some(Number::Given(n)) => n.to_string(),
    });
    write_block(&mut out, size.cols(), numbers);
    let mut lines = vec![0i8; size.borders()];
    for at in size.cells() {
        for (dir, count) in puzzle.loose(board, at) {
            if count > 0
                && let Some(border) = size.border(at, dir)
            {
                lines[border] = count as i8;
            }
        }
    }
    for (s, &span) in puzzle.spans.iter().enumerate() {
        let drawn = puzzle.drawn(board, s) as i8;
        for border in borders_of(puzzle, span) {
            if drawn > 0 {
                lines[border] = drawn;
            } else if board.slots[s] & CLOSED != 0 && lines[border] == 0 {
                lines[border] = -1;
            }
        }
    }
    write_borders(&mut out, size, |border| lines[border].to_string());
    Ok(out)
}

// ---- Tatham's Bridges ----

pub(super) fn looks_like_params(params: &str) -> bool {
    let Some((w, rest)) = params.split_once('x') else {
        return false;
    };
    let digits = |s: &str| !s.is_empty() && s.chars().all(|c| c.is_ascii_digit());
    let height = rest
        .split(|c: char| !c.is_ascii_digit())
        .next()
        .unwrap_or("");
    digits(w) && digits(height) && rest.chars().all(|c| c.is_ascii_alphanumeric())
}

struct Params {
    size: Size,
    max: u8,
    no_loop: bool,
}

fn read_params(params: &str) -> Result<Params, TextError> {
    let bad =
        |at: usize, what: &str| TextError::at(at, format!("expected {what}, as in 7x7i30e10m2d1"));
    let mut rest = params;
    let at = |rest: &str| params.len() - rest.len();
    let number = |rest: &mut &str, limit: usize| -> Option<usize> {
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let n = rest[..end].parse().ok().filter(|n| *n <= limit)?;
        *rest = &rest[end..];
        Some(n)
    };
    let size_error = || {
        TextError::at(
            0,
            format!(
                "expected a size up to {0}x{0}, found {params:?}",
                grid::MAX_SIDE
            ),
        )
    };
    let cols = number(&mut rest, grid::MAX_SIDE).ok_or_else(size_error)?;
    rest = rest
        .strip_prefix('x')
        .ok_or_else(|| bad(at(rest), "\"x\""))?;
    let rows = number(&mut rest, grid::MAX_SIDE).ok_or_else(size_error)?;
    let size = Size::new(rows, cols).ok_or_else(size_error)?;
    let (mut max, mut no_loop) = (2, false);
    while let Some(c) = rest.chars().next() {
        let here = at(rest);
        rest = &rest[c.len_utf8()..];
        match c {
            'i' | 'e' | 'd' => {
                number(&mut rest, 100).ok_or_else(|| bad(at(rest), "a number"))?;
            }
            'm' => {
                max = number(&mut rest, MOST as usize)
                    .filter(|m| *m >= 1)
                    .ok_or_else(|| bad(at(rest), "1 to 4 bridges"))? as u8;
            }
            'L' => no_loop = true,
            _ => return Err(bad(here, "one of i, e, m, L, d")),
        }
    }
    Ok(Params { size, max, no_loop })
}

pub(super) fn read_tatham(params: &str, desc: &str) -> Result<Arc<dyn Puzzle>, TextError> {
    let Params { size, max, no_loop } = read_params(params)?;
    let base = params.len() + 1;
    let mut islands = Vec::new();
    let mut at = 0;
    for (i, c) in desc.char_indices() {
        let error = |message: String| TextError::at(base + i, message);
        if let Some(run) = Runs::length(c) {
            at += run;
        } else {
            let need = match c {
                '1'..='9' => c as u8 - b'0',
                'A'..='G' => c as u8 - b'A' + 10,
                _ => {
                    return Err(error(format!(
                        "expected an island or a run of water, found {c:?}"
                    )));
                }
            };
            if at < size.len() {
                islands.push(Island {
                    at: size.cell(at),
                    need: Some(need),
                });
            }
            at += 1;
        }
        if at > size.len() {
            return Err(error(format!(
                "more than the {} cells of the board",
                size.len()
            )));
        }
    }
    if at < size.len() {
        return Err(TextError::at(
            base + desc.len(),
            format!(
                "only {at} of the board's {} cells are described",
                size.len()
            ),
        ));
    }
    build(size, islands, max, no_loop).map_err(|e| TextError::at(base, e))
}

pub(super) fn write_tatham(puzzle: &dyn Puzzle) -> Result<(String, String), WriteError> {
    let puzzle = hashi(puzzle);
    let size = puzzle.size;
    let no_loop = if puzzle.no_loop { "L" } else { "" };
    let params = format!("{}x{}m{}{no_loop}", size.cols(), size.rows(), puzzle.max);
    let mut desc = String::new();
    let mut last = 0;
    for island in &puzzle.islands {
        let Some(need) = island.need else {
            return Err(WriteError::new("Bridges has no islands without a number"));
        };
        let at = size.index(island.at);
        Runs::write(at - last, &mut desc);
        let base = if need < 10 { b'0' } else { b'A' - 10 };
        desc.push((base + need) as char);
        last = at + 1;
    }
    Runs::write(size.len() - last, &mut desc);
    Ok((params, desc))
}

pub(super) fn read_tatham_solution(puzzle: &dyn Puzzle, text: &str) -> Result<Board, TextError> {
    let puzzle = hashi(puzzle);
    let mut board = puzzle.blank();
    let mut offset = 0;
    for item in text.split(';') {
        if let Some(line) = item.strip_prefix('L') {
            let numbers: Option<Vec<i16>> = line.split(',').map(|n| n.parse().ok()).collect();
            let span = numbers.as_deref().and_then(|numbers| {
                let [x1, y1, x2, y2, count @ 0..=7] = *numbers else {
                    return None;
                };
                let ends = [Cell { row: y1, col: x1 }, Cell { row: y2, col: x2 }];
                let (from, to) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
                let span = puzzle
                    .spans
                    .iter()
                    .position(|&s| puzzle.ends(s) == (from, to))?;
                Some((span, count as u16))
            });
            let (span, count) = span.ok_or_else(|| {
                TextError::at(
                    offset,
                    format!("expected a bridge Lx,y,x,y,count between two islands, found {item:?}"),
                )
            })?;
            board.slots[span] = count;
        } else if !item.is_empty() && item != "S" && !item.starts_with(['M', 'N']) {
            return Err(TextError::at(
                offset,
                format!(
                    "expected a bridge Lx,y,x,y,count or a mark Mx,y or Nx,y,x,y, found {item:?}"
                ),
            ));
        }
        offset += item.len() + 1;
    }
    Ok(board)
}

pub(super) fn write_tatham_solution(
    puzzle: &dyn Puzzle,
    board: &Board,
) -> Result<String, WriteError> {
    let puzzle = hashi(puzzle);
    let mut out = String::from("S");
    for (s, &span) in puzzle.spans.iter().enumerate() {
        let (a, z) = puzzle.ends(span);
        let drawn = puzzle.drawn(board, s);
        if drawn > 0 {
            out.push_str(&format!(
                ";L{},{},{},{},{drawn}",
                a.col, a.row, z.col, z.row
            ));
        }
    }
    Ok(out)
}

// ---- benchmark files: "rows cols islands", then rows of numbers ----

fn has_header(text: &str) -> Option<[usize; 3]> {
    let first = text.lines().find(|l| !l.trim().is_empty())?;
    let numbers: Vec<usize> = first
        .split_whitespace()
        .map(|w| w.parse().ok())
        .collect::<Option<_>>()?;
    numbers.try_into().ok()
}

pub(super) fn looks_like_has(text: &str) -> bool {
    has_header(text).is_some()
}

pub(super) fn read_has(text: &str) -> Result<Document, TextError> {
    let [rows, cols, count] = has_header(text).unwrap_or_default();
    let start = text.len() - text.trim_start().len();
    let size = Size::new(rows, cols).ok_or_else(|| {
        TextError::at(
            start,
            format!(
                "a board has 1 to {} rows and columns, this one {rows}×{cols}",
                grid::MAX_SIDE
            ),
        )
    })?;
    let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let mut words = text.split_whitespace().skip(3);
    let mut islands = Vec::new();
    for at in size.cells() {
        let word = words.next().ok_or_else(|| {
            TextError::at(
                text.trim_end().len(),
                format!("the file ends before {} numbers", size.len()),
            )
        })?;
        if word != "0" {
            let need = need_of(word).map_err(|e| TextError::at(offset(word), e))?;
            islands.push(Island { at, need });
        }
    }
    if let Some(word) = words.next() {
        return Err(TextError::at(
            offset(word),
            format!("expected the end of the file, found {word:?}"),
        ));
    }
    if islands.len() != count {
        return Err(TextError::at(
            start,
            format!(
                "the first line says {count} islands, but there are {}",
                islands.len()
            ),
        ));
    }
    let puzzle = build(size, islands, 2, false).map_err(|e| TextError::at(start, e))?;
    Ok(Document::new(puzzle))
}

pub(super) fn write_has(document: &Document) -> Result<String, WriteError> {
    let puzzle = plain(document.puzzle.as_ref(), "has")?;
    if puzzle.islands.iter().any(|i| i.need.is_none()) {
        return Err(WriteError::new("has has no islands without a number"));
    }
    let size = puzzle.size;
    let mut out = format!("{} {} {}\n", size.rows(), size.cols(), puzzle.islands.len());
    let numbers: Vec<String> = numbers(puzzle)
        .into_iter()
        .map(|n| match n {
            Some(Number::Given(n)) => n.to_string(),
            _ => "0".to_owned(),
        })
        .collect();
    for row in numbers.chunks(size.cols()) {
        out.push_str(&row.join(" "));
        out.push('\n');
    }
    out.pop();
    Ok(out)
}
