//! Looking for puzzles.

use puzzles::reason::DIFFICULTY;
use rusqlite::params_from_iter;
use rusqlite::types::Value;

use crate::play::{STATE, State};
use crate::{Error, Library, Result};

/// Which puzzles, in which order. A field that is none or empty excludes nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// The family's id.
    pub family: Option<String>,
    /// The least and the greatest number of rows and of columns.
    pub sides: Option<(usize, usize)>,
    /// Exactly this many rows.
    pub rows: Option<usize>,
    /// Exactly this many columns.
    pub cols: Option<usize>,
    /// The grade of the difficulty.
    pub grade: Option<String>,
    /// A text somewhere in the title or in a tag, in any mix of small and capital letters.
    pub text: Option<String>,
    /// Tags that a puzzle must all have.
    pub tags: Vec<String>,
    /// How far the player has got.
    pub state: Option<State>,
    /// The order of the list.
    pub sort: Sort,
    /// Turn the order round.
    pub reverse: bool,
    /// At most this many puzzles.
    pub limit: Option<usize>,
}

/// What to sort by. Equal ones stay in the order of their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sort {
    /// By the number in the library.
    #[default]
    Id,
    /// By the family's id.
    Family,
    /// By the number of cells.
    Size,
    /// By the score of the difficulty; puzzles without a rating come first.
    Difficulty,
    /// By the grade of the difficulty; puzzles without a rating come first.
    Grade,
    /// By when they were last played; those never played come first.
    Played,
}

/// One puzzle in a list.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The number in the library.
    pub id: i64,
    /// The family's id.
    pub family: String,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The grade of the difficulty, if it is rated.
    pub grade: Option<String>,
    /// The score of the difficulty, if it is rated.
    pub score: Option<f64>,
    /// How far the player has got.
    pub state: State,
    /// Its tags, in alphabetical order.
    pub tags: Vec<String>,
    /// The title that the document gives.
    pub title: Option<String>,
}

impl Library {
    /// The puzzles that match a filter, in its order.
    pub fn list(&self, filter: &Filter) -> Result<Vec<Summary>> {
        let mut sql = format!(
            "SELECT id, family, rows, cols, grade, score, {STATE},
                (SELECT json_group_array(name) FROM
                    (SELECT name FROM tag WHERE tag.puzzle = puzzle.id ORDER BY name)),
                json_extract(document, '$.title')
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
            Sort::Played => "(SELECT max(id) FROM play WHERE play.puzzle = puzzle.id)".to_owned(),
        };
        sql += &format!(" ORDER BY {key}{down}, id{down}");
        let mut query = self.connection.prepare(&sql)?;
        let mut rows = query.query(params_from_iter(values))?;
        let text = filter.text.as_ref().map(|text| text.to_lowercase());
        let most = filter.limit.unwrap_or(usize::MAX);
        let mut list = Vec::new();
        while list.len() < most
            && let Some(row) = rows.next()?
        {
            let id = row.get(0)?;
            let tags: String = row.get(7)?;
            let line = Summary {
                id,
                family: row.get(1)?,
                rows: row.get::<_, i64>(2)? as usize,
                cols: row.get::<_, i64>(3)? as usize,
                grade: row.get(4)?,
                score: row.get(5)?,
                state: State::of_number(row.get(6)?),
                tags: serde_json::from_str(&tags).map_err(|e| Error::Damaged(e.to_string()))?,
                // A title that is not text is the document's business.
                title: match row.get::<_, Value>(8)? {
                    Value::Text(title) => Some(title),
                    _ => None,
                },
            };
            // SQLite knows small and capital letters of English only.
            let has = |said: &String, text: &str| said.to_lowercase().contains(text);
            let fits = |text: &String| line.title.iter().chain(&line.tags).any(|s| has(s, text));
            if text.as_ref().is_none_or(fits) {
                list.push(line);
            }
        }
        Ok(list)
    }
}
