//! What a library holds, in numbers.

use shelf::State;

use crate::list::READABLE;
use crate::play::STATE;
use crate::{Fault, Library, Result};

/// How many puzzles share a name, such as a tag or a grade.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// The name.
    pub name: String,
    /// How many there are.
    pub count: usize,
}

/// A library in numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// All puzzles.
    pub puzzles: usize,
    /// Puzzles that are kept with a solution.
    pub with_solution: usize,
    /// How often puzzles were played.
    pub plays: usize,
    /// Puzzles per family.
    pub families: Vec<Count>,
    /// Puzzles per grade of difficulty; those without a rating are called "unrated".
    pub grades: Vec<Count>,
    /// Puzzles per state of play.
    pub states: Vec<Count>,
    /// Puzzles per tag, the most frequent tag first.
    pub tags: Vec<Count>,
    /// The batches, in the order in which they were begun.
    pub batches: Vec<BatchStats>,
    /// Puzzles that cannot be read, which are not counted.
    pub faults: Vec<Fault>,
}

/// A batch in numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchStats {
    /// What was asked for, as a command without seed and count.
    pub request: String,
    /// The seed, as text: it may be too large for SQLite's integers.
    pub seed: String,
    /// The version of the program that began it.
    pub version: String,
    /// New puzzles that it brought.
    pub puzzles: usize,
    /// Indices that gave a puzzle that was there already.
    pub twice: usize,
    /// Indices that gave no puzzle.
    pub given_up: usize,
}

impl Library {
    /// Count everything, as it is at one instant.
    pub fn stats(&self) -> Result<Stats> {
        let look = self.connection.unchecked_transaction()?;
        let bad: Vec<i64> = look
            .prepare(&format!(
                "SELECT id FROM puzzle WHERE NOT {READABLE} ORDER BY id"
            ))?
            .query_map([], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        let listed = bad
            .iter()
            .map(i64::to_string)
            .collect::<Vec<_>>()
            .join(", ");
        // Which puzzles are counted, and which rows that belong to puzzles.
        let sound = format!("id NOT IN ({listed})");
        let of_sound = format!("puzzle NOT IN ({listed})");
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
                "SELECT count(*) FROM puzzle WHERE {STATE} = {} AND {sound}",
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
            puzzles: number(&format!("SELECT count(*) FROM puzzle WHERE {sound}"))? as usize,
            with_solution: number(&format!(
                "SELECT count(json_extract(document, '$.solution')) FROM puzzle WHERE {sound}"
            ))? as usize,
            plays: number(&format!("SELECT count(*) FROM play WHERE {of_sound}"))? as usize,
            families: counts(&format!(
                "SELECT family, count(*) FROM puzzle WHERE {sound} GROUP BY 1 ORDER BY 1"
            ))?,
            grades: counts(&format!(
                "SELECT coalesce(grade, 'unrated'), count(*) FROM puzzle WHERE {sound} GROUP BY 1
                 ORDER BY avg(score)"
            ))?,
            states,
            tags: counts(&format!(
                "SELECT name, count(*) FROM tag WHERE {of_sound} GROUP BY 1 ORDER BY 2 DESC, 1"
            ))?,
            faults: (bad.into_iter())
                .map(|id| Fault::puzzle(id, "its document is not JSON"))
                .collect(),
            batches: batches.collect::<rusqlite::Result<_>>()?,
        })
    }
}
