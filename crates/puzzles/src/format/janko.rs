//! The text blocks of the published collections.
//!
//! ```text
//! begin
//! puzzle hashi
//! size 5
//! depth 2
//! problem
//! 4 - 2 - -
//! …
//! end
//! ```
//! Block heads may also be written `[problem]`. `begin` and `end` may be missing.

use serde_json::{Map, Value};

use super::split::lines;
use super::table::{BlockEnd, Format, Sign, format_of};
use super::{Document, TextError, exact, is_obeyed};
use crate::record::{FieldError, Grid, Record};

pub(super) const FORMAT: Format = Format {
    name: "janko",
    carries: "puzzle, marks, solution",
    is_line: false,
    shared_by: |_| true,
    sign: Sign::Look(looks),
    end: |_| BlockEnd::Last(is_end),
    interrupts: |line, _| is_begin(line.trim()),
    read,
    write: |document| Ok(write(&document.to_record())),
};

const BLOCKS: [&str; 6] = [
    "problem", "areas", "clabels", "rlabels", "solution", "marks",
];

/// How somebody solved it: a block that is one text, however many lines it takes.
const MOVES: &str = "moves";

/// A block as it stands in the text: its head's offset and its rows with offsets.
struct Block<'a> {
    name: &'static str,
    head: usize,
    rows: Vec<Row<'a>>,
}

struct Row<'a> {
    offset: usize,
    cells: Vec<(&'a str, usize)>,
}

fn head(line: &str) -> Option<&str> {
    let bare = line
        .strip_prefix('[')
        .and_then(|l| l.strip_suffix(']'))
        .unwrap_or(line)
        .trim();
    (BLOCKS.contains(&bare) || bare == MOVES).then_some(bare)
}

fn looks(first_line: &str) -> bool {
    let first = first_line.split_whitespace().next().unwrap_or("");
    head(first_line).is_some()
        || ["begin", "puzzle", "[begin]", "[puzzle]"].contains(&first)
        || (first_line.starts_with('[') && first_line.ends_with(']'))
}

fn is_begin(line: &str) -> bool {
    ["begin", "[begin]"].contains(&line)
}

fn is_end(line: &str) -> bool {
    ["end", "[end]"].contains(&line)
}

fn read(text: &str) -> Result<Document, TextError> {
    let mut reader = Reader {
        text,
        record: Record::default(),
        blocks: Vec::new(),
        scalars: Vec::new(),
        part: Part::Scalars,
    };
    for chunk in lines(text) {
        let line = chunk.text.trim();
        let is_row = reader.part == Part::Block && is_row(line);
        if !(line.is_empty() || line.starts_with('#') && !is_row || is_begin(line)) {
            reader.take_in(line)?;
        }
    }
    reader.finish()
}

/// A line that begins with `#` is a comment, unless that is the sign of its first cell: then other
/// signs and numbers follow, and no words.
fn is_row(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let sign = |word: &str| ["-", ".", "?", "#"].contains(&word) || word.parse::<u16>().is_ok();
    words.next() == Some("#") && words.clone().next().is_some() && words.all(sign)
}

/// Which part of the text a line stands in.
#[derive(PartialEq)]
enum Part {
    Scalars,
    Block,
    Moves,
    Ended,
}

/// Takes in one line after the other, and remembers where things stood.
struct Reader<'a> {
    text: &'a str,
    record: Record,
    blocks: Vec<Block<'a>>,
    scalars: Vec<(&'static str, usize)>,
    part: Part,
}

impl<'a> Reader<'a> {
    /// Where a part of the text stands in it.
    fn offset(&self, part: &str) -> usize {
        part.as_ptr() as usize - self.text.as_ptr() as usize
    }

    fn take_in(&mut self, line: &'a str) -> Result<(), TextError> {
        if self.part == Part::Ended {
            let message = "found more text after \"end\"";
            return Err(TextError::at(self.offset(line), message));
        }
        if is_end(line) {
            self.part = Part::Ended;
            return Ok(());
        }
        match head(line) {
            Some(name) => self.open(name, line),
            None if self.part == Part::Moves => {
                add_moves(&mut self.record.extra, line);
                Ok(())
            }
            None => self.take_in_fields(line),
        }
    }

    /// Begin a block, or the moves.
    fn open(&mut self, name: &str, line: &str) -> Result<(), TextError> {
        let Some(name) = BLOCKS.into_iter().find(|b| *b == name) else {
            self.part = Part::Moves;
            return Ok(());
        };
        self.part = Part::Block;
        let head = self.offset(line);
        if self.blocks.iter().any(|b| b.name == name) {
            return Err(TextError::at(head, format!("a second block {name:?}")));
        }
        self.blocks.push(Block {
            name,
            head,
            rows: Vec::new(),
        });
        Ok(())
    }

    /// A line with a key that is known, a row of the block, or something else, which is kept.
    fn take_in_fields(&mut self, line: &'a str) -> Result<(), TextError> {
        let start = self.offset(line);
        let key = line.split_whitespace().next().unwrap_or("");
        let bare = key
            .strip_prefix('[')
            .and_then(|k| k.strip_suffix(']'))
            .unwrap_or(key);
        let value = line[key.len()..].trim();
        if let Some(known) = scalar(bare) {
            self.part = Part::Scalars;
            self.scalars.push((known, start));
            return set_scalar(&mut self.record, known, value)
                .map_err(|message| TextError::at(start + key.len(), message));
        }
        if self.part == Part::Block {
            let words = line.split_whitespace();
            let cells = words.map(|word| (word, self.offset(word))).collect();
            let block = self.blocks.last_mut().expect("a block has begun");
            block.rows.push(Row {
                offset: start,
                cells,
            });
            return Ok(());
        }
        // In a record these are something else.
        if bare == "type" || BLOCKS.contains(&bare) {
            let message = match bare {
                "type" => "expected \"puzzle\" instead of \"type\"".to_owned(),
                block => format!("expected {block:?} alone on its line, and its rows below it"),
            };
            return Err(TextError::at(start, message));
        }
        // Lists and objects are written as JSON.
        let value = match exact::read(value) {
            Ok((value @ (Value::Array(_) | Value::Object(_)), verbatim)) => {
                verbatim.map(|text| self.record.verbatim.insert(bare.to_owned(), text));
                value
            }
            _ => Value::String(value.to_owned()),
        };
        self.record.extra.insert(bare.to_owned(), value);
        Ok(())
    }

    /// All lines have come.
    fn finish(mut self) -> Result<Document, TextError> {
        let record = &mut self.record;
        for block in &self.blocks {
            let words = |row: &Row| row.cells.iter().map(|(w, _)| (*w).to_owned()).collect();
            let grid = Grid(block.rows.iter().map(words).collect());
            match block.name {
                "problem" => record.problem = Some(grid),
                "areas" => record.areas = Some(grid),
                "clabels" => record.clabels = Some(grid),
                "rlabels" => record.rlabels = Some(grid),
                "solution" => record.solution = Some(grid),
                _ => record.marks = Some(grid),
            }
        }
        if record.kind.is_empty() {
            return Err(TextError::at(
                self.text.len() - self.text.trim_start().len(),
                "expected a line \"puzzle …\" that says which family it is",
            ));
        }
        if record.rows == 0 && record.cols == 0 {
            guess_size(record);
        }
        let record = std::mem::take(record);
        Document::from_record(record).map_err(|e| self.placed(e))
    }

    /// What is wrong in a field stands where its block or its line does.
    fn placed(&self, error: FieldError) -> TextError {
        let block = self.blocks.iter().find(|b| b.name == error.field);
        let place = match (block, error.row, error.col) {
            (Some(block), Some(r), Some(c)) => {
                (block.rows.get(r)).map(|row| row.cells.get(c).map_or(row.offset, |cell| cell.1))
            }
            (Some(block), Some(r), None) => block.rows.get(r).map(|row| row.offset),
            (Some(block), None, _) => Some(block.head),
            (None, ..) => {
                let key = match error.field {
                    "type" => "puzzle",
                    field => field,
                };
                let mut scalars = self.scalars.iter().rev();
                scalars.find(|(k, _)| *k == key).map(|s| s.1)
            }
        };
        TextError::at(place.unwrap_or(0), error.message)
    }
}

fn add_moves(extra: &mut Map<String, Value>, line: &str) {
    match extra.get_mut(MOVES) {
        Some(Value::String(moves)) => moves.push_str(line),
        _ => {
            extra.insert(MOVES.into(), Value::String(line.to_owned()));
        }
    }
}

fn scalar(key: &str) -> Option<&'static str> {
    const SCALARS: [&str; 12] = [
        "puzzle", "size", "rows", "cols", "depth", "variant", "id", "title", "author", "source",
        "info", "expect",
    ];
    SCALARS.into_iter().find(|s| *s == key)
}

fn set_scalar(record: &mut Record, key: &'static str, value: &str) -> Result<(), String> {
    let number = || -> Result<usize, String> {
        value
            .parse()
            .map_err(|_| format!("expected a number after {key}, found {value:?}"))
    };
    match key {
        "puzzle" => record.kind = value.to_owned(),
        "size" => {
            let mut parts = value.split(['x', 'X', ' ']).filter(|p| !p.is_empty());
            let mut side = || parts.next().and_then(|p| p.parse().ok());
            record.rows = side().ok_or_else(|| format!("expected a size, found {value:?}"))?;
            record.cols = side().unwrap_or(record.rows);
        }
        "rows" => record.rows = number()?,
        "cols" => record.cols = number()?,
        "depth" => {
            record.depth =
                Some(u32::try_from(number()?).map_err(|_| format!("depth {value} is too large"))?);
        }
        "variant" => record.variant = Some(value.to_owned()),
        _ => {
            record
                .extra
                .insert(key.to_owned(), Value::String(value.to_owned()));
        }
    }
    Ok(())
}

/// Some texts give no size: it is that of the problem.
fn guess_size(record: &mut Record) {
    let grid = record.problem.as_ref().or(record.solution.as_ref());
    if let Some(grid) = grid {
        record.rows = grid.0.len();
        record.cols = grid.0.first().map_or(0, Vec::len);
    }
}

fn write(record: &Record) -> String {
    let mut out = String::from("begin\n");
    let mut scalar = |key: &str, value: &str| {
        let line = format!("{key} {}", one_line(value));
        if !begins_another(&line) {
            out.push_str(&format!("{line}\n"));
        }
    };
    scalar("puzzle", &record.kind);
    scalar("rows", &record.rows.to_string());
    scalar("cols", &record.cols.to_string());
    if let Some(depth) = record.depth {
        scalar("depth", &depth.to_string());
    }
    if let Some(variant) = &record.variant {
        scalar("variant", variant);
    }
    for (key, value) in &record.extra {
        match value {
            Value::Null => {}
            // Its line would be read as something else.
            _ if !is_key(key) => {}
            // A block of its own.
            Value::String(moves)
                if key == MOVES && (is_block(moves) || moves.trim().is_empty()) => {}
            // It would be read as what it looks like.
            Value::String(text) if !is_scalar(key) && is_list(&one_line(text)) => {}
            Value::String(text) => scalar(key, text),
            value => match exact::as_written(&record.verbatim, key, value) {
                Some(text) => scalar(key, text),
                None => scalar(key, &value.to_string()),
            },
        }
    }
    let blocks = [
        ("problem", &record.problem),
        ("clabels", &record.clabels),
        ("rlabels", &record.rlabels),
        ("areas", &record.areas),
        ("solution", &record.solution),
        ("marks", &record.marks),
    ];
    for (name, grid) in blocks {
        if let Some(grid) = grid {
            out.push_str(name);
            out.push('\n');
            for row in &grid.0 {
                out.push_str(&row.join(" "));
                out.push('\n');
            }
        }
    }
    if let Some(Value::String(moves)) = record.extra.get(MOVES)
        && is_block(moves)
    {
        out.push_str(&format!("{MOVES}\n{moves}\n"));
    }
    out.push_str("end");
    out
}

/// A value is one line without anything that a terminal would obey, whatever it was elsewhere.
fn one_line(value: &str) -> String {
    let parts = value.split(|c: char| c.is_whitespace() || is_obeyed(c));
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// Is it the text of a list or of an object?
fn is_list(text: &str) -> bool {
    let read = serde_json::from_str(text);
    matches!(read, Ok(Value::Array(_) | Value::Object(_)))
}

/// Is the value of this key always one text?
fn is_scalar(key: &str) -> bool {
    scalar(key).is_some()
}

/// Would this line be taken for the beginning of a text of its own?
fn begins_another(line: &str) -> bool {
    format_of(line.trim()).is_some_and(|format| (format.interrupts)(line, None))
}

/// Would a line that begins with this word be read as a field of this name?
fn is_key(key: &str) -> bool {
    const OURS: [&str; 7] = ["puzzle", "size", "rows", "cols", "depth", "variant", "type"];
    let means_more = is_begin(key) || is_end(key) || head(key).is_some_and(|name| name != MOVES);
    let is_word = |c: char| !c.is_whitespace() && !is_obeyed(c) && !"[]#".contains(c);
    !means_more && !OURS.contains(&key) && !key.is_empty() && key.chars().all(is_word)
}

/// Would this text, as a line of a block, be read as it is?
fn is_block(line: &str) -> bool {
    let means_more = is_begin(line) || is_end(line) || head(line).is_some() || begins_another(line);
    let is_odd = |c: char| c == '#' || is_obeyed(c);
    !means_more && !line.is_empty() && line.trim() == line && !line.contains(is_odd)
}

#[cfg(test)]
mod tests {
    use super::super::{split, write};

    #[test]
    fn moves_are_a_block() {
        let text = "begin\npuzzle hashi\nrows 1\ncols 2\ndepth 2\ntitle t\nproblem\n1 1\n\
                    moves\nZ2;ff,5;ec,5;\nend";
        let document = split(text)[0].read().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(document.extra["moves"], "Z2;ff,5;ec,5;");
        assert_eq!(write(&document, "janko").as_deref(), Ok(text));
        for odd in ["end", "problem", "#1", " a ", "two\nlines"] {
            let mut document = document.clone();
            document.extra.insert("moves".into(), odd.into());
            let text = write(&document, "janko").expect("any puzzle");
            let again = split(&text)[0].read().unwrap_or_else(|e| panic!("{e}"));
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let moves = again.extra["moves"].as_str().map(words);
            assert_eq!(moves, Some(words(odd)), "{text}");
            assert!(*again.puzzle == *document.puzzle);
        }
    }
}
