//! Bars of what is in a table.

use super::super::table::{Cell, Side, Table};
use super::{Axis, Bars, Drawing, Plot};

impl Plot {
    /// Bars of all columns with these headings, a group for each row, named by what the row is about.
    /// Rows without a number are left out.
    pub(in super::super) fn of_table(title: &str, y: Axis, table: &Table, heads: &[&str]) -> Plot {
        let name = |row: &[Cell]| {
            let keys = row.iter().zip(&table.columns);
            let keys = keys.filter(|(_, column)| column.side == Side::Key);
            let keys: Vec<String> = keys.map(|(cell, _)| cell.text()).collect();
            keys.join(", ")
        };
        let columns = table.columns.iter().enumerate().filter(|(_, column)| {
            column.side != Side::Key && heads.contains(&column.title.as_str())
        });
        let columns: Vec<(usize, Side, &str)> = columns
            .map(|(i, column)| (i, column.side, column.title.as_str()))
            .collect();
        let number = |cell: &Cell| match cell {
            Cell::Number(number) => Some(*number),
            _ => None,
        };
        let has_number =
            |row: &&Vec<Cell>| columns.iter().any(|&(i, ..)| number(&row[i]).is_some());
        let rows: Vec<&Vec<Cell>> = table.rows.iter().filter(has_number).collect();
        let series = columns.iter().map(|&(i, side, head)| Bars {
            name: match (side, heads.len()) {
                (Side::Published, 1) => "published".to_owned(),
                (_, 1) => "ours".to_owned(),
                (Side::Published, _) => format!("{head}, published"),
                _ => head.to_owned(),
            },
            published: side == Side::Published,
            values: rows.iter().map(|row| number(&row[i])).collect(),
        });
        // What nobody published is not in the legend.
        let series = series.filter(|bars| bars.values.iter().any(Option::is_some));
        Plot {
            title: title.to_owned(),
            x: Axis::plain(""),
            y,
            drawing: Drawing::Bars(rows.iter().map(|row| name(row)).collect(), series.collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::table::row;
    use super::*;

    #[test]
    fn bars_of_a_table_are_its_numbers() {
        let mut table = Table::new("t", &["n", "who"], &["ms", "in words"], &["ms", "sd"]);
        table.row(row![5usize, "a", 3.0, "fast", 2.0, 1.0]);
        table.row(row![6usize, "b", None::<f64>, "", 4.0, 1.0]);
        table.row(row![7usize, "c", None::<f64>, "slow", None::<f64>, 1.0]);
        let plot = Plot::of_table("Time", Axis::plain("ms"), &table, &["ms"]);
        let Drawing::Bars(groups, series) = plot.drawing else {
            panic!("no bars");
        };
        assert_eq!(groups, ["5, a", "6, b"]);
        assert_eq!(
            series,
            [
                Bars::published(vec![Some(3.0), None]),
                Bars::ours("ours", vec![Some(2.0), Some(4.0)])
            ]
        );
    }
}
