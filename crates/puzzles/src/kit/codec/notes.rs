//! Lists in a record's `notes`: what a grid of signs cannot say about a board. Each is a list of
//! lists, as `[[row, column], …]`.

use grid::{Cell, Size};
use serde_json::{Map, Value, json};

use crate::record::{FieldError, Record};

/// The field of a record that holds the lists.
pub(crate) const NOTES: &str = "notes";

/// A list of notes: where it stands, what it holds, and how each of these is written.
pub(crate) struct List<'a> {
    /// Its key in the notes.
    pub name: &'static str,
    /// What it holds, for messages: "marked cells".
    pub what: &'static str,
    /// How one of them is written, for messages: `[row, column]`.
    pub form: &'a str,
}

impl List<'_> {
    /// What the list in a record's notes says, if it is there.
    pub(crate) fn read<T>(
        &self,
        record: &Record,
        entry: impl Fn(&[Value]) -> Option<T>,
    ) -> Result<Option<Vec<T>>, FieldError> {
        let notes = record.extra.get(NOTES);
        self.read_value(NOTES, notes.and_then(|notes| notes.get(self.name)), entry)
    }

    /// What a list says, if it is there. Mistakes are placed in this field of a record.
    pub(crate) fn read_value<T>(
        &self,
        field: &'static str,
        list: Option<&Value>,
        entry: impl Fn(&[Value]) -> Option<T>,
    ) -> Result<Option<Vec<T>>, FieldError> {
        let (what, form) = (self.what, self.form);
        let Some(list) = list else {
            return Ok(None);
        };
        let bad = |message| FieldError::field(field, message);
        let list = (list.as_array())
            .ok_or_else(|| bad(format!("expected a list of {what}, found {list}")))?;
        let read = |item: &Value| {
            let found = item.as_array().and_then(|parts| entry(parts));
            found.ok_or_else(|| bad(format!("expected {what} as {form}, found {item}")))
        };
        list.iter().map(read).collect::<Result<_, _>>().map(Some)
    }

    /// The cells of the list, if it is one of cells; none if it is not there.
    pub(crate) fn read_cells(&self, record: &Record, size: Size) -> Result<Vec<Cell>, FieldError> {
        let cells = self.read(record, |parts| match parts {
            [row, col] => cell_of(size, row, col),
            _ => None,
        })?;
        Ok(cells.unwrap_or_default())
    }
}

/// Cells for a list.
pub(crate) fn cells(cells: impl Iterator<Item = Cell>) -> Vec<Value> {
    cells.map(|at| json!([at.row, at.col])).collect()
}

/// Put these lists into the record, if they hold something. Notes that came with the record belong
/// to a board that is replaced.
pub(crate) fn write<const N: usize>(record: &mut Record, lists: [(&str, Vec<Value>); N]) {
    let lists = lists.map(|(name, list)| (name, Some(list).filter(|list| !list.is_empty())));
    write_lists(record, lists);
}

/// The same, where an empty list can say something, too.
pub(crate) fn write_lists<'a>(
    record: &mut Record,
    lists: impl IntoIterator<Item = (&'a str, Option<Vec<Value>>)>,
) {
    let mut notes = Map::new();
    for (name, list) in lists {
        list.map(|list| notes.insert(name.to_owned(), Value::Array(list)));
    }
    if notes.is_empty() {
        record.extra.shift_remove(NOTES);
    } else {
        record.extra.insert(NOTES.to_owned(), notes.into());
    }
}

/// The cell with this row and column, if the board has it.
pub(crate) fn cell_of(size: Size, row: &Value, col: &Value) -> Option<Cell> {
    let at = Cell {
        row: row.as_u64()?.try_into().ok()?,
        col: col.as_u64()?.try_into().ok()?,
    };
    size.contains(at).then_some(at)
}
