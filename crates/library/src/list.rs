//! Looking for puzzles in the file.

use puzzles::reason::DIFFICULTY;
use rusqlite::types::{Type, Value, ValueRef};
use rusqlite::{Row, params_from_iter};
use shelf::{Filter, Sort, State, Summary};

use crate::play::STATE;
use crate::{Fault, Library, Result};

/// The puzzles that a list shows, and those that it cannot show.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Listing {
    /// The puzzles, in the filter's order.
    pub lines: Vec<Summary>,
    /// What cannot be read of those that match.
    pub faults: Vec<Fault>,
}

/// Whether a puzzle's document is JSON at all, in SQL.
pub(crate) const READABLE: &str = "json_valid(document)";

impl Library {
    /// The puzzles that match a filter, in its order. Those that cannot be read are left out.
    pub fn list(&self, filter: &Filter) -> Result<Vec<Summary>> {
        Ok(self.listing(filter)?.lines)
    }

    /// The puzzles that match a filter, in its order, and what cannot be read.
    pub fn listing(&self, filter: &Filter) -> Result<Listing> {
        let mut sql = format!(
            "SELECT id, family, rows, cols, grade, score, {STATE},
                (SELECT json_group_array(name) FROM
                    (SELECT name FROM tag WHERE tag.puzzle = puzzle.id ORDER BY name)),
                CASE WHEN {READABLE} THEN json_extract(document, '$.title') END, {READABLE}
             FROM puzzle WHERE true"
        );
        let mut values: Vec<Value> = Vec::new();
        let mut also = |condition: &str, value: Value| {
            sql += &format!(" AND {condition}");
            values.push(value);
        };
        if let Some(family) = &filter.family {
            also("family = ?", family.clone().into());
        }
        if let Some((least, most)) = filter.sides {
            also("min(rows, cols) >= ?", (least as i64).into());
            also("max(rows, cols) <= ?", (most as i64).into());
        }
        for (side, wanted) in [("rows", filter.rows), ("cols", filter.cols)] {
            if let Some(wanted) = wanted {
                also(&format!("{side} = ?"), (wanted as i64).into());
            }
        }
        if let Some(grade) = &filter.grade {
            also("grade = ?", grade.clone().into());
        }
        for tag in &filter.tags {
            let tagged = "EXISTS (SELECT 1 FROM tag WHERE tag.puzzle = puzzle.id AND name = ?)";
            also(tagged, tag.clone().into());
        }
        if let Some(state) = filter.state {
            also(&format!("{STATE} = ?"), state.number().into());
        }
        let down = if filter.reverse { " DESC" } else { "" };
        let key = match filter.sort {
            Sort::Id => "id".to_owned(),
            Sort::Family => "family".to_owned(),
            Sort::Size => "rows * cols".to_owned(),
            Sort::Difficulty => "score".to_owned(),
            Sort::Grade => {
                let ranks = DIFFICULTY.iter().enumerate();
                let ranks: String = ranks
                    .map(|(i, g)| format!(" WHEN '{g}' THEN {i}"))
                    .collect();
                format!("CASE grade{ranks} END")
            }
            // Of plays at the same time, or at times that are not known, the order of recording.
            Sort::Played => {
                let last =
                    |what| format!("(SELECT max({what}) FROM play WHERE play.puzzle = puzzle.id)");
                format!("{}{down}, {}", last("coalesce(at, 0)"), last("play.id"))
            }
        };
        sql += &format!(" ORDER BY {key}{down}, id{down}");
        let mut query = self.connection.prepare(&sql)?;
        let mut rows = query.query(params_from_iter(values))?;
        let text = filter.text.as_ref().map(|text| text.to_lowercase());
        let most = filter.limit.unwrap_or(usize::MAX);
        let mut listing = Listing::default();
        while listing.lines.len() < most
            && let Some(row) = rows.next()?
        {
            let line = match summary(row) {
                Ok(line) => line,
                Err(why) => {
                    listing.faults.push(Fault::puzzle(row.get(0)?, why));
                    continue;
                }
            };
            // SQLite knows small and capital letters of English only.
            if text.as_ref().is_none_or(|text| line.says(text)) {
                listing.lines.push(line);
            }
        }
        Ok(listing)
    }
}

/// A line of the list, or why there is none.
fn summary(row: &Row) -> std::result::Result<Summary, String> {
    match row.get(9) {
        Ok(false) => Err("its document is not JSON".to_owned()),
        _ => columns(row).map_err(|error| format!("its row cannot be read: {error}")),
    }
}

fn columns(row: &Row) -> rusqlite::Result<Summary> {
    let tags: String = row.get(7)?;
    let bad = |e| rusqlite::Error::FromSqlConversionFailure(7, Type::Text, Box::new(e));
    Ok(Summary {
        id: row.get(0)?,
        family: row.get(1)?,
        rows: row.get::<_, u32>(2)? as usize,
        cols: row.get::<_, u32>(3)? as usize,
        grade: row.get(4)?,
        score: row.get(5)?,
        state: State::of_number(row.get(6)?),
        tags: serde_json::from_str(&tags).map_err(bad)?,
        // A title that is not text is the document's business.
        title: match row.get_ref(8)? {
            ValueRef::Text(_) => Some(row.get(8)?),
            _ => None,
        },
    })
}
