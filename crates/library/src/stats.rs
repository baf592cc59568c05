//! What there is, in numbers.

use crate::play::{STATE, State};
use crate::{Library, Result};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    pub name: String,
    pub count: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    pub puzzles: usize,
    pub with_solution: usize,
    pub plays: usize,
    pub families: Vec<Count>,
    /// Those without a rating are called "unrated".
    pub grades: Vec<Count>,
    pub states: Vec<Count>,
    pub tags: Vec<Count>,
    pub batches: Vec<BatchStats>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchStats {
    pub request: String,
    pub seed: String,
    pub version: String,
    pub puzzles: usize,
    pub twice: usize,
    pub given_up: usize,
}

impl Library {
    /// All numbers at one instant.
    pub fn stats(&self) -> Result<Stats> {
        let look = self.connection.unchecked_transaction()?;
        let number = |sql: &str| look.query_row(sql, [], |r| r.get::<_, i64>(0));
        let counts = |sql: &str| -> Result<Vec<Count>> {
            let mut query = look.prepare(sql)?;
            let counts = query.query_map([], |row| {
                Ok(Count {
                    name: row.get(0)?,
                    count: row.get::<_, i64>(1)? as usize,
                })
            })?;
            Ok(counts.collect::<rusqlite::Result<_>>()?)
        };
        let mut states = Vec::new();
        for state in State::ALL {
            let sql = format!(
                "SELECT count(*) FROM puzzle WHERE {STATE} = {}",
                state.number()
            );
            states.push(Count {
                name: state.name().to_owned(),
                count: number(&sql)? as usize,
            });
        }
        let mut query = look.prepare(
            "SELECT request, seed, version,
                count(puzzle) FILTER (WHERE first), count(puzzle) FILTER (WHERE NOT first),
                count(why)
             FROM batch LEFT JOIN item ON item.batch = batch.id GROUP BY batch.id ORDER BY batch.id",
        )?;
        let batches = query.query_map([], |row| {
            let count = |i| row.get::<_, i64>(i).map(|n| n as usize);
            Ok(BatchStats {
                request: row.get(0)?,
                seed: row.get(1)?,
                version: row.get(2)?,
                puzzles: count(3)?,
                twice: count(4)?,
                given_up: count(5)?,
            })
        })?;
        Ok(Stats {
            puzzles: number("SELECT count(*) FROM puzzle")? as usize,
            with_solution: number("SELECT count(json_extract(document, '$.solution')) FROM puzzle")?
                as usize,
            plays: number("SELECT count(*) FROM play")? as usize,
            families: counts("SELECT family, count(*) FROM puzzle GROUP BY 1 ORDER BY 1")?,
            grades: counts(
                "SELECT coalesce(grade, 'unrated'), count(*) FROM puzzle GROUP BY 1
                 ORDER BY avg(score)",
            )?,
            states,
            tags: counts("SELECT name, count(*) FROM tag GROUP BY 1 ORDER BY 2 DESC, 1")?,
            batches: batches.collect::<rusqlite::Result<_>>()?,
        })
    }
}
