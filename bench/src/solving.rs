//! How fast: every puzzle read, solved, proved unique and printed, one after the other.

use std::time::Duration;

use proofs::corpora::Source;
use puzzles::format::split;
use puzzles::{Notation, solve};
use sat::Budget;

use crate::archipelagos::archipelagos;
use crate::baseline::{Book, Figure};
use crate::clock::Clock;
use crate::sets::fingerprint;

/// One source.
pub struct Row {
    /// What it is called.
    pub name: String,
    /// Which puzzles these are.
    pub of: String,
    /// Of each puzzle, shortest first.
    pub times: Vec<Duration>,
    /// Of all puzzles together.
    pub conflicts: u64,
}

/// One pass over a source; the printed solutions are thrown away, but made.
pub fn measure(name: &str, lines: &str) -> Row {
    let mut times = Vec::new();
    let mut conflicts = 0;
    for chunk in split(lines) {
        let clock = Clock::start();
        let document = chunk.read().unwrap_or_else(|e| panic!("{name}: {e}"));
        let answer = solve(document.puzzle.as_ref(), 2, Budget::UNLIMITED);
        for board in &answer.solutions {
            let grid = document.puzzle.write_grid(board, Notation::Solution);
            std::hint::black_box(serde_json::to_string(&grid).expect("strings"));
        }
        times.push(clock.elapsed());
        conflicts += answer.stats.conflicts;
    }
    times.sort_unstable();
    Row {
        name: name.to_owned(),
        of: fingerprint(lines),
        times,
        conflicts,
    }
}

/// The best of several passes, to keep other work on the machine out of the figures.
pub fn best_of(passes: usize, name: &str, lines: &str) -> Row {
    (0..passes)
        .map(|_| measure(name, lines))
        .min_by_key(|row| row.times.iter().sum::<Duration>())
        .expect("at least one pass")
}

/// All sources, those of Tatham's grouped by size as well, and boards as large as they may be.
pub fn table(sources: &[Source]) -> Vec<Row> {
    let mut rows = Vec::new();
    for source in sources {
        // Our own puzzles take a few milliseconds, in which every hiccup of the machine shows.
        let passes = if source.name.starts_with("own/") {
            20
        } else {
            3
        };
        rows.push(best_of(passes, &source.name, &source.text));
        if source.name.starts_with("tatham") {
            for size in sizes(&source.text) {
                let lines: String = source
                    .text
                    .lines()
                    .filter(|l| size_of(l) == size)
                    .flat_map(|l| [l, "\n"])
                    .collect();
                rows.push(best_of(3, &format!("{} {size}", source.name), &lines));
            }
        }
    }
    rows.push(best_of(3, "hashi 100x100", &archipelagos(20)));
    rows
}

/// The size at the beginning of a game ID: digits, or digits x digits.
fn size_of(line: &str) -> String {
    let id = line.split("\"id\": \"").nth(1).unwrap_or("");
    let end = id
        .char_indices()
        .find(|&(i, c)| {
            !(c.is_ascii_digit()
                || (c == 'x' && id[i + 1..].starts_with(|d: char| d.is_ascii_digit())))
        })
        .map_or(id.len(), |(i, _)| i);
    id[..end].to_owned()
}

fn sizes(text: &str) -> Vec<String> {
    let mut sizes: Vec<String> = text.lines().map(size_of).collect();
    sizes.sort_by_key(|s| (s.len(), s.clone()));
    sizes.dedup();
    sizes
}

/// Processor time; the totals go into the book.
pub fn print(rows: &[Row], book: &mut Book) {
    println!(
        "{:<22} {:>6} {:>10} {} {:>9} {:>9} {:>9} {:>10}",
        "puzzles",
        "count",
        "total ms",
        Book::HEAD,
        "median",
        "95 %",
        "worst",
        "conflicts"
    );
    for row in rows {
        let ms = |d: Duration| d.as_secs_f64() * 1e3;
        let at = |share: f64| {
            let place = ((row.times.len() as f64 - 1.0) * share).round() as usize;
            row.times.get(place).copied().unwrap_or_default()
        };
        let total = ms(row.times.iter().sum());
        let columns = book.enter(Figure {
            name: format!("solving {}", row.name),
            value: total,
            unit: "ms".to_owned(),
            of: row.of.clone(),
        });
        println!(
            "{:<22} {:>6} {total:>10.1} {columns} {:>9.3} {:>9.3} {:>9.3} {:>10}",
            row.name,
            row.times.len(),
            ms(at(0.5)),
            ms(at(0.95)),
            ms(at(1.0)),
            row.conflicts
        );
    }
}
