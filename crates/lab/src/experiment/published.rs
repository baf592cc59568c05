//! The published tables, as data (`crates/lab/published`).

/// A published table.
pub(super) struct Published {
    heads: Vec<&'static str>,
    rows: Vec<Vec<&'static str>>,
}

impl Published {
    pub(super) fn read(text: &'static str) -> Published {
        let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        Published {
            heads: lines.next().unwrap_or_default(),
            rows: lines.collect(),
        }
    }

    fn column(&self, head: &str) -> usize {
        let found = self.heads.iter().position(|h| *h == head);
        found.unwrap_or_else(|| panic!("a column {head} among {:?}", self.heads))
    }

    /// The number in this column of the row with these words.
    pub(super) fn number(&self, keys: &[(&str, &str)], column: &str) -> Option<f64> {
        let is = |row: &&Vec<&str>| {
            keys.iter()
                .all(|(head, word)| row[self.column(head)] == *word)
        };
        self.rows.iter().find(is)?[self.column(column)].parse().ok()
    }

    /// Several of them.
    pub(super) fn numbers<const N: usize>(
        &self,
        keys: &[(&str, &str)],
        columns: [&str; N],
    ) -> [Option<f64>; N] {
        columns.map(|column| self.number(keys, column))
    }

    /// All rows, as they stand.
    pub(super) fn rows(&self) -> &[Vec<&'static str>] {
        &self.rows
    }
}

macro_rules! published {
    ($($name:ident = $file:literal;)+) => {
        $(pub(super) fn $name() -> Published {
            Published::read(include_str!(concat!("../../published/", $file, ".csv")))
        })+
    };
}

published! {
    fobidoshi_t1 = "fobidoshi-t1-random-start";
    fobidoshi_t2 = "fobidoshi-t2-random-solution";
    fobidoshi_t3 = "fobidoshi-t3-threshold";
    hashi_6_1 = "hashi-6.1-sat-unsat";
    hashi_6_2 = "hashi-6.2-people";
    hashi_a2 = "hashi-a2-total";
    hashi_a3 = "hashi-a3-construction";
    hashi_a4 = "hashi-a4-solving";
    hashi_a5 = "hashi-a5-generation-ms";
    hashi_a6 = "hashi-a6-tries-place";
    hashi_a7 = "hashi-a7-tries-unique";
    skyscrapers_f59 = "skyscrapers-f59-rule-usage";
    skyscrapers_tables = "skyscrapers-tables";
}

/// A number of the Skyscrapers study's small tables.
pub(super) fn skyscrapers(table: &str, size: usize, column: &str) -> Option<f64> {
    let size = size.to_string();
    let keys = [("table", table), ("size", &size), ("column", column)];
    skyscrapers_tables().number(&keys, "value")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_number_is_one() {
        for (table, words) in [
            (fobidoshi_t1(), 0),
            (fobidoshi_t2(), 0),
            (fobidoshi_t3(), 0),
            (hashi_6_1(), 2),
            (hashi_6_2(), 1),
            (hashi_a2(), 3),
            (hashi_a3(), 3),
            (hashi_a4(), 3),
            (hashi_a5(), 3),
            (hashi_a6(), 3),
            (hashi_a7(), 3),
            (skyscrapers_f59(), 1),
            (skyscrapers_tables(), 3),
        ] {
            assert!(table.rows().len() >= 4);
            for row in table.rows() {
                assert_eq!(row.len(), table.heads.len(), "{row:?}");
                for number in &row[words..] {
                    assert!(number.parse::<f64>().is_ok(), "{row:?}");
                }
            }
        }
        let size = [
            ("size", "50x50"),
            ("difficulty", "Hard"),
            ("encoding", "Grid"),
        ];
        assert_eq!(hashi_a2().number(&size, "max_ms"), Some(233_734.0));
        assert_eq!(skyscrapers("T3 rules all", 6, "tries"), Some(11.55));
    }
}
