//! The `json` format: one object per puzzle.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde::{Deserialize, de};
use serde_json::Value;
use serde_json::value::RawValue;

use super::table::{BlockEnd, Format, Sign};
use super::{Document, TextError, exact, tatham};
use crate::record::{FieldError, Grid, Record};

pub(super) const FORMAT: Format = Format {
    name: "json",
    carries: "puzzle, marks, solution, title, author, tags",
    is_line: true,
    shared_by: |_| true,
    sign: Sign::Beginning("{"),
    end: |_| BlockEnd::Braces,
    interrupts: |line, inside| {
        line.starts_with('{') && inside.is_none_or(|braces| !braces.take_object(line.trim()))
    },
    read,
    write: |document| Ok(write(&document.to_record())),
};

/// What an object may be: a record, or one of Tatham's game IDs with the solution in his notation.
struct Object {
    record: Record,
    has_type: bool,
    has_rows: bool,
    has_cols: bool,
    solution_text: Option<String>,
}

fn read(text: &str) -> Result<Document, TextError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let object = Object::deserialize(&mut json)
        .and_then(|object| json.end().map(|()| object))
        .map_err(|e| syntax_error(text, &e))?;
    if !object.has_type
        && let Some(Value::String(id)) = object.record.extra.get("id")
        && tatham::looks_like_id(id)
    {
        let id = id.clone();
        return read_game(text, &id, object);
    }
    if !object.has_type {
        return Err(TextError::at(0, "the field \"type\" is missing"));
    }
    if object.solution_text.is_some() {
        return Err(TextError::at(
            locate(text, "solution", None, None),
            "expected rows of cells, found a string",
        ));
    }
    Document::from_record(object.record).map_err(|e| {
        let is_there = match e.field {
            "rows" => object.has_rows,
            "cols" => object.has_cols,
            _ => true,
        };
        if !is_there {
            return TextError::at(0, format!("the field {:?} is missing", e.field));
        }
        placed(text, e)
    })
}

/// What is wrong in a field stands where the field does.
fn placed(text: &str, error: FieldError) -> TextError {
    let FieldError {
        field,
        row,
        col,
        message,
    } = error;
    TextError::at(locate(text, field, row, col), message)
}

/// One of Tatham's games: the ID says which puzzle it is. What else is said about the puzzle has to
/// agree with it, and boards, notes and all other fields are read as in any other object.
fn read_game(text: &str, id: &str, object: Object) -> Result<Document, TextError> {
    let within = |field: &str, e: TextError| {
        let at = locate(text, field, None, None);
        TextError::at(at + 1 + e.offset, e.message)
    };
    let game = tatham::read_game(id).map_err(|e| within("id", e))?;
    let said = game.puzzle.record();
    let mut record = object.record;
    let is_given = [
        ("problem", record.problem.is_some()),
        ("clabels", record.clabels.is_some()),
        ("rlabels", record.rlabels.is_some()),
        ("areas", record.areas.is_some()),
        ("depth", record.depth.is_some()),
        ("variant", record.variant.is_some()),
    ];
    let other = |field: &str| {
        let message = format!("{field:?} and the game ID speak of different puzzles");
        TextError::at(locate(text, field, None, None), message)
    };
    let sides = [
        ("rows", object.has_rows, &mut record.rows, said.rows),
        ("cols", object.has_cols, &mut record.cols, said.cols),
    ];
    for (field, is_given, side, said) in sides {
        if is_given && *side != said {
            return Err(other(field));
        }
        *side = said;
    }
    record.kind = said.kind;
    record.problem = record.problem.or(said.problem);
    record.clabels = record.clabels.or(said.clabels);
    record.rlabels = record.rlabels.or(said.rlabels);
    record.areas = record.areas.or(said.areas);
    record.depth = record.depth.or(said.depth);
    record.variant = record.variant.or(said.variant);
    let mut document = Document::from_record(record).map_err(|e| placed(text, e))?;
    if *document.puzzle != *game.puzzle {
        let field = is_given.iter().find(|(_, is_given)| *is_given);
        return Err(other(field.map_or("id", |(field, _)| field)));
    }
    if let Some(solution) = &object.solution_text {
        let board = game.read_solution(solution);
        document.solution = Some(board.map_err(|e| within("solution", e))?);
    }
    Ok(document)
}

fn syntax_error(text: &str, error: &serde_json::Error) -> TextError {
    // serde_json counts lines from 1 and columns in bytes.
    let line_start: usize = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    TextError::at(
        line_start + error.column().saturating_sub(1),
        format!("not a JSON object for a puzzle: {}", words(error)),
    )
}

/// What is wrong, without the place.
fn words(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let words = message.rsplit_once(" at line ");
    words
        .map_or(message.as_str(), |(words, _)| words)
        .to_owned()
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = Object;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object with the fields of a puzzle")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
        let mut record = Record::default();
        let (mut has_type, mut has_rows, mut has_cols) = (false, false, false);
        let mut solution_text = None;
        while let Some(key) = map.next_key::<Cow<str>>()? {
            match key.as_ref() {
                "type" => {
                    record.kind = map.next_value()?;
                    has_type = true;
                }
                "rows" => {
                    record.rows = map.next_value::<Count>()?.0;
                    has_rows = true;
                }
                "cols" => {
                    record.cols = map.next_value::<Count>()?.0;
                    has_cols = true;
                }
                "problem" => record.problem = map.next_value()?,
                "clabels" => record.clabels = map.next_value()?,
                "rlabels" => record.rlabels = map.next_value()?,
                "areas" => record.areas = map.next_value()?,
                "depth" => {
                    let depth = map.next_value::<Option<Count>>()?;
                    // One that is too large stays too large for every puzzle.
                    record.depth = depth.map(|Count(n)| n.try_into().unwrap_or(u32::MAX));
                }
                "variant" => record.variant = map.next_value()?,
                "solution" => match map.next_value::<GridOrText>()? {
                    GridOrText::Grid(grid) => record.solution = Some(grid),
                    GridOrText::Text(text) => solution_text = Some(text),
                    GridOrText::Nothing => {}
                },
                "marks" => record.marks = map.next_value()?,
                _ => {
                    let key = key.into_owned();
                    let text: &RawValue = map.next_value()?;
                    let (value, verbatim) =
                        exact::read(text.get()).map_err(|e| A::Error::custom(words(&e)))?;
                    verbatim.map(|text| record.verbatim.insert(key.clone(), text));
                    if record.extra.insert(key.clone(), value).is_some() {
                        return Err(A::Error::custom(format!("the field {key:?} occurs twice")));
                    }
                }
            }
        }
        Ok(Object {
            record,
            has_type,
            has_rows,
            has_cols,
            solution_text,
        })
    }
}

/// A number of things, whose errors are worded for people.
struct Count(usize);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Count, D::Error> {
        struct Whole;
        impl Visitor<'_> for Whole {
            type Value = Count;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a whole number, 0 or more")
            }
            fn visit_u64<E: de::Error>(self, n: u64) -> Result<Count, E> {
                let count = usize::try_from(n);
                let too_large = |_| E::invalid_value(de::Unexpected::Unsigned(n), &self);
                count.map(Count).map_err(too_large)
            }
        }
        deserializer.deserialize_u64(Whole)
    }
}

impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Grid, D::Error> {
        Vec::<Vec<String>>::deserialize(deserializer).map(Grid)
    }
}

enum GridOrText {
    Grid(Grid),
    Text(String),
    Nothing,
}

impl<'de> Deserialize<'de> for GridOrText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GridOrText, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = GridOrText;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("rows of cells")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<GridOrText, E> {
                Ok(GridOrText::Text(text.to_owned()))
            }
            fn visit_unit<E: de::Error>(self) -> Result<GridOrText, E> {
                Ok(GridOrText::Nothing)
            }
            fn visit_seq<A: de::SeqAccess<'de>>(self, seq: A) -> Result<GridOrText, A::Error> {
                Grid::deserialize(de::value::SeqAccessDeserializer::new(seq)).map(GridOrText::Grid)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// Where a field of the outermost object, or a row or cell of it, begins in the text. The text is
/// known to be well-formed; 0 if the field is not there.
fn locate(text: &str, field: &str, row: Option<usize>, col: Option<usize>) -> usize {
    let mut scan = Scan { text, at: 0 };
    scan.open();
    while let Some(key) = scan.key() {
        if key == field {
            let mut place = scan.blank();
            for index in [row, col].into_iter().flatten() {
                if scan.peek() != Some(b'[') {
                    break;
                }
                scan.open();
                for _ in 0..index {
                    scan.value();
                    scan.comma();
                }
                place = scan.blank();
            }
            return place;
        }
        scan.value();
        scan.comma();
    }
    0
}

/// Walks over JSON that has been read before.
struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blank(&mut self) -> usize {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
        self.at
    }

    fn open(&mut self) {
        self.blank();
        self.at += 1;
        self.blank();
    }

    fn comma(&mut self) {
        self.blank();
        if self.peek() == Some(b',') {
            self.at += 1;
            self.blank();
        }
    }

    /// The next key and its colon.
    fn key(&mut self) -> Option<&'a str> {
        self.blank();
        if self.peek() != Some(b'"') {
            return None;
        }
        let start = self.at + 1;
        self.value();
        let key = &self.text[start..self.at - 1];
        self.blank();
        self.at += 1;
        self.blank();
        Some(key)
    }

    fn value(&mut self) {
        self.blank();
        let mut depth = 0;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.at += 1;
                    while let Some(inside) = self.peek() {
                        self.at += 1 + (inside == b'\\') as usize;
                        if inside == b'"' {
                            break;
                        }
                    }
                    if depth == 0 {
                        return;
                    }
                    continue;
                }
                b'[' | b'{' => depth += 1,
                b']' | b'}' if depth == 0 => return,
                b']' | b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        return;
                    }
                }
                b',' if depth == 0 => return,
                _ => {}
            }
            self.at += 1;
        }
    }
}

fn write(record: &Record) -> String {
    let text = serde_json::to_string(record);
    without_controls(text.expect("strings, numbers and lists always serialise"))
}

/// The same JSON without anything that a terminal would obey, or that would turn a line around: JSON
/// has another way of writing it. (What JSON allows in no string is not there to begin with.)
pub fn without_controls(json: String) -> String {
    // Mostly all of it is plain ASCII, which bytes tell faster than characters.
    let is_plain = |&byte: &u8| (b' '..0x7f).contains(&byte) || byte == b'\n';
    let is_obeyed = |c: char| is_obeyed(c) && c != '\n';
    if json.as_bytes().iter().all(is_plain) || !json.contains(is_obeyed) {
        return json;
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        match is_obeyed(c) {
            // All of them are within the first plane.
            true => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => out.push(c),
        }
    }
    out
}

/// Would a terminal obey this character, or turn the rest of its line around?
pub fn is_obeyed(c: char) -> bool {
    let turns = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    c.is_control() || turns
}

impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let (ids, rest): (Vec<_>, Vec<_>) = self.extra.iter().partition(|(key, _)| *key == "id");
        let field = |map: &mut S::SerializeMap, key: &str, value: &Value| match exact::as_written(
            &self.verbatim,
            key,
            value,
        )
        .map(serde_json::from_str)
        {
            Some(Ok(text)) => map.serialize_entry::<_, RawValue>(key, text),
            _ => map.serialize_entry(key, value),
        };
        for (key, id) in ids {
            field(&mut map, key, id)?;
        }
        map.serialize_entry("type", &self.kind)?;
        map.serialize_entry("rows", &self.rows)?;
        map.serialize_entry("cols", &self.cols)?;
        let grids = [
            ("problem", &self.problem),
            ("clabels", &self.clabels),
            ("rlabels", &self.rlabels),
            ("areas", &self.areas),
        ];
        for (key, grid) in grids {
            if let Some(grid) = grid {
                map.serialize_entry(key, grid)?;
            }
        }
        if let Some(depth) = self.depth {
            map.serialize_entry("depth", &depth)?;
        }
        if let Some(variant) = &self.variant {
            map.serialize_entry("variant", variant)?;
        }
        for (key, grid) in [("solution", &self.solution), ("marks", &self.marks)] {
            if let Some(grid) = grid {
                map.serialize_entry(key, grid)?;
            }
        }
        for (key, value) in rest {
            field(&mut map, key, value)?;
        }
        map.end()
    }
}
