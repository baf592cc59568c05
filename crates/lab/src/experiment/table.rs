//! Tables of *published | ours*, as text and as CSV.

use serde::{Deserialize, Serialize};

/// A table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// What it shows.
    pub name: String,
    /// What is in each column.
    pub columns: Vec<Column>,
    /// As many cells as there are columns, in each.
    pub rows: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Column {
    /// Its heading.
    pub title: String,
    /// Whose numbers they are.
    pub side: Side,
}

/// Whose numbers a column has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Nobody's: it says what the row is about.
    Key,
    /// The study's.
    Published,
    /// This program's, on this machine.
    Ours,
}

impl Side {
    fn words(self) -> &'static str {
        match self {
            Side::Key => "",
            Side::Published => "published",
            Side::Ours => "ours",
        }
    }
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// A number.
    Number(f64),
    /// A word.
    Words(String),
    /// Nothing is known.
    Nothing,
}

impl Cell {
    /// For people: numbers with three digits that matter.
    pub fn text(&self) -> String {
        match self {
            Cell::Number(number) => number_text(*number),
            Cell::Words(words) => words.clone(),
            Cell::Nothing => "–".to_owned(),
        }
    }

    fn is_number(&self) -> bool {
        !matches!(self, Cell::Words(_))
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Cell {
        match number.is_finite() {
            true => Cell::Number(number),
            false => Cell::Nothing,
        }
    }
}

impl From<usize> for Cell {
    fn from(number: usize) -> Cell {
        Cell::Number(number as f64)
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Cell {
        Cell::Number(number as f64)
    }
}

impl From<&str> for Cell {
    fn from(words: &str) -> Cell {
        Cell::Words(words.to_owned())
    }
}

impl From<String> for Cell {
    fn from(words: String) -> Cell {
        Cell::Words(words)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Cell {
        cell.map_or(Cell::Nothing, Into::into)
    }
}

/// The cells of a row, whatever they are made of.
macro_rules! row {
    ($($cell:expr),+ $(,)?) => { vec![$($crate::experiment::Cell::from($cell)),+] };
}
pub(super) use row;

/// "161,280", "12.3", "0.00456".
pub(super) fn number_text(number: f64) -> String {
    let size = number.abs();
    let decimals = match size {
        _ if number.fract() == 0.0 => 0,
        100.0.. => 0,
        10.0.. => 1,
        1.0.. => 2,
        0.1.. => 3,
        _ => 4,
    };
    let text = format!("{size:.decimals$}");
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if number < 0.0 { "−" } else { "" };
    format!("{sign}{grouped}{rest}")
}

impl Table {
    /// An empty table with these columns: what rows are about, published, ours.
    pub fn new(name: impl Into<String>, keys: &[&str], published: &[&str], ours: &[&str]) -> Table {
        let sides = [
            (Side::Key, keys),
            (Side::Published, published),
            (Side::Ours, ours),
        ];
        let columns = sides.into_iter().flat_map(|(side, titles)| {
            let column = move |title: &&str| Column {
                title: (*title).to_owned(),
                side,
            };
            titles.iter().map(column)
        });
        Table {
            name: name.into(),
            columns: columns.collect(),
            rows: Vec::new(),
        }
    }

    /// One more row, with a cell for each column.
    pub fn row(&mut self, cells: Vec<Cell>) {
        assert_eq!(cells.len(), self.columns.len(), "a row of {:?}", self.name);
        self.rows.push(cells);
    }

    /// Columns next to each other that are of one side: how many, and whose.
    pub(super) fn sides(&self) -> Vec<(Side, usize)> {
        let runs = self.columns.chunk_by(|a, b| a.side == b.side);
        runs.map(|run| (run[0].side, run.len())).collect()
    }

    /// Is everything in this column a number, so that it stands to the right?
    pub(super) fn is_numeric(&self, column: usize) -> bool {
        self.rows.iter().all(|row| row[column].is_number())
    }

    /// For a terminal.
    pub fn text(&self) -> String {
        let cells: Vec<Vec<String>> = (self.rows.iter())
            .map(|row| row.iter().map(Cell::text).collect())
            .collect();
        let wide = |text: &str| text.chars().count();
        let mut widths: Vec<usize> = (self.columns.iter().enumerate())
            .map(|(i, column)| {
                let cells = cells.iter().map(|row| wide(&row[i]));
                cells.max().unwrap_or(0).max(wide(&column.title))
            })
            .collect();
        // The name of a side stands over its columns.
        let mut first = 0;
        for (side, columns) in self.sides() {
            let room = widths[first..first + columns].iter().sum::<usize>() + 2 * (columns - 1);
            widths[first] += wide(side.words()).saturating_sub(room);
            first += columns;
        }
        let line = |cells: &dyn Fn(usize) -> String| {
            let mut line = String::new();
            for (i, &width) in widths.iter().enumerate() {
                if i > 0 {
                    let same = self.columns[i].side == self.columns[i - 1].side;
                    line += if same { "  " } else { " | " };
                }
                let text = cells(i);
                let room = " ".repeat(width.saturating_sub(wide(&text)));
                line += &match self.is_numeric(i) && !self.rows.is_empty() {
                    true => room + &text,
                    false => text + &room,
                };
            }
            format!("  {}\n", line.trim_end())
        };
        let mut out = format!("  {}\n", self.name);
        let mut heads = String::new();
        let mut first = 0;
        for (side, columns) in self.sides() {
            let room = widths[first..first + columns].iter().sum::<usize>() + 2 * (columns - 1);
            if first > 0 {
                heads += " | ";
            }
            heads += &format!("{:<room$}", side.words());
            first += columns;
        }
        if !heads.trim().is_empty() {
            out += &format!("  {}\n", heads.trim_end());
        }
        out += &line(&|i| self.columns[i].title.clone());
        for row in &cells {
            out += &line(&|i| row[i].clone());
        }
        out
    }

    /// As comma-separated values; published and ours are said in the headings.
    pub fn csv(&self) -> String {
        let quoted = |text: &str| match text.contains([',', '"', '\n']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.to_owned(),
        };
        let heads = self.columns.iter().map(|column| match column.side {
            Side::Key => quoted(&column.title),
            side => quoted(&format!("{} {}", side.words(), column.title)),
        });
        let mut out = heads.collect::<Vec<_>>().join(",") + "\n";
        for row in &self.rows {
            let cells = row.iter().map(|cell| match cell {
                Cell::Number(number) => number.to_string(),
                Cell::Words(words) => quoted(words),
                Cell::Nothing => String::new(),
            });
            out += &(cells.collect::<Vec<_>>().join(",") + "\n");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_for_people() {
        for (number, text) in [
            (0.0, "0"),
            (161_280.0, "161,280"),
            (12.345, "12.3"),
            (1234.5, "1,234"),
            (-0.5, "−0.500"),
            (0.00456, "0.0046"),
        ] {
            assert_eq!(number_text(number), text);
        }
    }

    #[test]
    fn a_table_is_text_and_csv() {
        let mut table = Table::new("Times", &["size"], &["ms"], &["ms", "said by"]);
        table.row(row!["7×7", 15.69, 1.5, "a, b"]);
        table.row(row!["15×15", None::<f64>, 1000usize, "c"]);
        assert_eq!(
            table.text(),
            "  Times\n\
             \x20       | published | ours\n\
             \x20 size  |        ms |    ms  said by\n\
             \x20 7×7   |      15.7 |  1.50  a, b\n\
             \x20 15×15 |         – | 1,000  c\n"
        );
        assert_eq!(
            table.csv(),
            "size,published ms,ours ms,ours said by\n7×7,15.69,1.5,\"a, b\"\n15×15,,1000,c\n"
        );
    }

    #[test]
    fn cells_are_read_back() {
        let cells = row![1.5, "x", None::<f64>];
        let text = serde_json::to_string(&cells).expect("JSON");
        assert_eq!(text, "[1.5,\"x\",null]");
        let read: Vec<Cell> = serde_json::from_str(&text).expect("cells");
        assert_eq!(read, cells);
    }
}
