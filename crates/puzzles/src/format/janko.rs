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
use super::table::{BlockEnd, Format, Sign};
use super::{Document, TextError};
use crate::record::{Grid, Record};

pub(super) const FORMAT: Format = Format {
    name: "janko",
    carries: "puzzle, marks, solution",
    is_line: false,
    holds: |_| true,
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
    let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let mut record = Record::default();
    let mut blocks: Vec<Block> = Vec::new();
    let mut scalars: Vec<(&'static str, usize)> = Vec::new();
    let mut in_block = false;
    let mut in_moves = false;
    let mut ended = false;
    for chunk in lines(text) {
        let line = chunk.text.trim();
        if line.is_empty() || line.starts_with('#') || is_begin(line) {
            continue;
        }
        if ended {
            return Err(TextError::at(offset(line), "found more text after \"end\""));
        }
        if is_end(line) {
            ended = true;
            continue;
        }
        if let Some(name) = head(line) {
            in_moves = name == MOVES;
            in_block = !in_moves;
            if let Some(name) = BLOCKS.into_iter().find(|b| *b == name) {
                if blocks.iter().any(|b| b.name == name) {
                    return Err(TextError::at(
                        offset(line),
                        format!("a second block {name:?}"),
                    ));
                }
                blocks.push(Block {
                    name,
                    head: offset(line),
                    rows: Vec::new(),
                });
            }
            continue;
        }
        if in_moves {
            add_moves(&mut record.extra, line);
            continue;
        }
        let mut words = line.split_whitespace();
        let key = words.next().unwrap_or("");
        let bare = key
            .strip_prefix('[')
            .and_then(|k| k.strip_suffix(']'))
            .unwrap_or(key);
        let value = line[key.len()..].trim();
        if let Some(known) = scalar(bare) {
            in_block = false;
            scalars.push((known, offset(line)));
            set_scalar(&mut record, known, value)
                .map_err(|message| TextError::at(offset(line) + key.len(), message))?;
        } else if in_block {
            let cells = line.split_whitespace().map(|w| (w, offset(w))).collect();
            let block = blocks.last_mut().expect("a block has begun");
            block.rows.push(Row {
                offset: offset(line),
                cells,
            });
        } else {
            // Something we have no name for is kept; lists and objects are written as JSON.
            let value = match serde_json::from_str(value) {
                Ok(value @ (Value::Array(_) | Value::Object(_))) => value,
                _ => Value::String(value.to_owned()),
            };
            record.extra.insert(bare.to_owned(), value);
        }
    }
    for block in &blocks {
        let rows = &block.rows;
        let grid = Grid(
            rows.iter()
                .map(|row| row.cells.iter().map(|(w, _)| (*w).to_owned()).collect())
                .collect(),
        );
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
            text.len() - text.trim_start().len(),
            "expected a line \"puzzle …\" that says which family it is",
        ));
    }
    if record.rows == 0 && record.cols == 0 {
        guess_size(&mut record);
    }
    Document::from_record(record).map_err(|e| {
        let block = blocks.iter().find(|b| b.name == e.field);
        let place = match (block, e.row, e.col) {
            (Some(block), Some(r), Some(c)) => block
                .rows
                .get(r)
                .map(|row| row.cells.get(c).map_or(row.offset, |cell| cell.1)),
            (Some(block), Some(r), None) => block.rows.get(r).map(|row| row.offset),
            (Some(block), None, _) => Some(block.head),
            (None, ..) => {
                let key = if e.field == "type" { "puzzle" } else { e.field };
                scalars.iter().rev().find(|(k, _)| *k == key).map(|s| s.1)
            }
        };
        TextError::at(place.unwrap_or(0), e.message)
    })
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
        // A value is one line, whatever it was elsewhere.
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        out.push_str(&format!("{key} {value}\n"));
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
            // A block of its own.
            Value::String(moves)
                if key == MOVES && (is_block(moves) || moves.trim().is_empty()) => {}
            Value::String(text) => scalar(key, text),
            value => scalar(key, &value.to_string()),
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

/// Would this text, as a line of a block, be read as it is?
fn is_block(line: &str) -> bool {
    let means_more = is_begin(line) || is_end(line) || head(line).is_some();
    !means_more && !line.is_empty() && line.trim() == line && !line.contains(['#', '\n', '\r'])
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
