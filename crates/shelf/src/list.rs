//! Looking for puzzles.

use std::cmp::Ordering;

use puzzles::reason::DIFFICULTY;
use serde::{Deserialize, Serialize};

use crate::play::State;

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
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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

impl Summary {
    /// Is this text, in small letters, somewhere in the title or in a tag?
    pub fn says(&self, text: &str) -> bool {
        let mut said = self.title.iter().chain(&self.tags);
        said.any(|said| said.to_lowercase().contains(text))
    }
}

impl Filter {
    /// Does it leave this puzzle in the list?
    pub fn fits(&self, line: &Summary) -> bool {
        fn open<T: PartialEq>(wanted: &Option<T>, is: &T) -> bool {
            wanted.as_ref().is_none_or(|wanted| wanted == is)
        }
        let Summary { rows, cols, .. } = *line;
        let within = |(least, most)| rows.min(cols) >= least && rows.max(cols) <= most;
        let text = self.text.as_ref().map(|text| text.to_lowercase());
        open(&self.family, &line.family)
            && self.sides.is_none_or(within)
            && open(&self.rows, &rows)
            && open(&self.cols, &cols)
            && (self.grade.is_none() || self.grade == line.grade)
            && self.tags.iter().all(|tag| line.tags.contains(tag))
            && open(&self.state, &line.state)
            && text.is_none_or(|text| line.says(&text))
    }

    /// The order of two puzzles; `played` says when each was played last.
    pub fn order<P: Ord>(
        &self,
        (a, played_a): (&Summary, &P),
        (b, played_b): (&Summary, &P),
    ) -> Ordering {
        let grade = |line: &Summary| {
            let grade = line.grade.as_deref()?;
            DIFFICULTY.iter().position(|known| *known == grade)
        };
        let score = |line: &Summary| line.score.unwrap_or(f64::NEG_INFINITY);
        let first = match self.sort {
            Sort::Id => Ordering::Equal,
            Sort::Family => a.family.cmp(&b.family),
            Sort::Size => (a.rows * a.cols).cmp(&(b.rows * b.cols)),
            Sort::Difficulty => score(a).total_cmp(&score(b)),
            Sort::Grade => grade(a).cmp(&grade(b)),
            Sort::Played => played_a.cmp(played_b),
        };
        let order = first.then(a.id.cmp(&b.id));
        if self.reverse { order.reverse() } else { order }
    }
}
