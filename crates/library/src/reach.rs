//! Reaching the rows of a damaged table: what lies before the damage and what lies behind it.
//!
//! A table is a tree of pages. Walking along it stops at a page that cannot be read, but a row behind
//! that page can be found from the root, and the walk goes on from there in both directions. So only
//! the rows of bad pages are out of reach.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::Result;

/// The numbers of a table's rows, as far as they can be reached.
#[derive(Default)]
pub struct Reached {
    pub numbers: BTreeSet<i64>,
    pub gaps: Vec<Gap>,
}

/// Rows may be missing between these numbers; behind the last gap there may be no row.
pub struct Gap {
    pub after: i64,
    pub before: Option<i64>,
    pub why: String,
}

/// How many numbers behind a bad page are tried one by one, before the steps become longer. A page
/// holds at most some hundred rows.
const ONE_BY_ONE: i64 = 4096;

/// The numbers of a table with a column `id`.
pub fn numbers(connection: &Connection, table: &str) -> Result<Reached> {
    let mut up = connection.prepare(&format!(
        "SELECT id FROM {table} NOT INDEXED WHERE id > ?1 ORDER BY id LIMIT 1"
    ))?;
    let mut down = connection.prepare(&format!(
        "SELECT id FROM {table} NOT INDEXED WHERE id < ?1 ORDER BY id DESC LIMIT 1"
    ))?;
    // In a damaged tree even the order may be wrong: that must not make the walk endless.
    let disorder = || "its rows are not in order".to_owned();
    let mut next = |after: i64| match up.query_row([after], |row| row.get(0)).optional() {
        Ok(Some(id)) if id <= after => Err(disorder()),
        found => found.map_err(|e| e.to_string()),
    };
    let mut previous = |before: i64| match down.query_row([before], |row| row.get(0)).optional() {
        Ok(Some(id)) if id >= before => Err(disorder()),
        found => found.map_err(|e| e.to_string()),
    };
    let mut reached = Reached::default();
    let mut at = i64::MIN;
    loop {
        let why = match next(at) {
            Ok(Some(id)) => {
                reached.numbers.insert(id);
                at = id;
                continue;
            }
            Ok(None) => return Ok(reached),
            Err(why) => why,
        };
        // Numbers begin with 1; before the first of them nothing is worth a try.
        let after = at.max(0);
        let steps = (1..=ONE_BY_ONE).chain((13..62).map(|power| 1i64 << power));
        let behind = steps
            .map_while(|step| after.checked_add(step))
            .find_map(|start| match next(start) {
                Ok(found) => Some(found.unwrap_or(i64::MAX)),
                Err(_) => None,
            });
        let mut before = None;
        if let Some(far) = behind {
            // From there back to the damage.
            let mut low = far;
            if far < i64::MAX {
                reached.numbers.insert(far);
                before = Some(far);
            }
            while let Ok(Some(id)) = previous(low)
                && id > after
            {
                reached.numbers.insert(id);
                before = Some(id);
                low = id;
            }
        }
        reached.gaps.push(Gap { after, before, why });
        match behind {
            Some(far) if far < i64::MAX => at = far,
            _ => return Ok(reached),
        }
    }
}

/// Rows that could be read, each once, and why some could not.
pub struct Rows<T> {
    pub rows: BTreeSet<T>,
    pub why: Option<String>,
}

impl<T> Default for Rows<T> {
    fn default() -> Rows<T> {
        Rows {
            rows: BTreeSet::new(),
            why: None,
        }
    }
}

/// The rows of these queries, which all give the same rows and end in `ORDER BY` with plain columns:
/// forwards until something cannot be read, then backwards, then the same with the next.
pub fn both_ways<T: Ord>(
    connection: &Connection,
    queries: &[&str],
    read: impl Fn(&Row) -> rusqlite::Result<T>,
) -> Result<Rows<T>> {
    let mut found = Rows::default();
    for query in queries {
        let (start, order) = query.rsplit_once("ORDER BY").unwrap_or((*query, ""));
        let backwards = order.replace(',', " DESC,");
        for sql in [
            query.to_string(),
            format!("{start}ORDER BY {backwards} DESC"),
        ] {
            let ended = all(connection, &sql, &read, &mut found.rows);
            match ended {
                Ok(None) => return Ok(Rows { why: None, ..found }),
                Ok(Some(why)) | Err(why) => found.why = Some(why),
            }
        }
    }
    Ok(found)
}

/// All rows up to the first page that cannot be read. A row that cannot be read alone is left out,
/// and said.
fn all<T: Ord>(
    connection: &Connection,
    sql: &str,
    read: impl Fn(&Row) -> rusqlite::Result<T>,
    found: &mut BTreeSet<T>,
) -> std::result::Result<Option<String>, String> {
    let words = |error: rusqlite::Error| error.to_string();
    let mut query = connection.prepare(sql).map_err(words)?;
    let mut rows = query.query(params![]).map_err(words)?;
    let mut why = None;
    while let Some(row) = rows.next().map_err(words)? {
        match read(row) {
            Ok(row) => {
                found.insert(row);
            }
            Err(error) => why = Some(error.to_string()),
        }
    }
    Ok(why)
}
