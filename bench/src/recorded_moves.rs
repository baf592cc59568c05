//! What people did on published puzzles: at each of their right entries, is it the conclusion of
//! one step of some rule, after the position has been closed under the rules of levels 1 and 2?

use std::collections::BTreeMap;

use logic::Plan;
use puzzles::format::Document;
use puzzles::{Fact, Puzzle, Reading};
use sat::Budget;
use serde_json::Value;

#[derive(Default)]
struct Tally {
    puzzles: usize,
    entries: usize,
    /// By the rules of levels 1 and 2 alone.
    easy: usize,
    /// By one step of a named rule.
    step: usize,
    by_rule: BTreeMap<&'static str, usize>,
}

/// Print the shares of a collection, and draw so many entries that no rule justifies.
pub fn print(name: &str, documents: &[Document], show: usize) {
    let mut tally = Tally::default();
    let mut shown = 0;
    for document in documents {
        let moves = document.extra.get("moves").and_then(Value::as_str);
        let (Some(moves), Some(_)) = (moves, &document.solution) else {
            continue;
        };
        tally.puzzles += 1;
        replay(document, moves, &mut tally, &mut |fact, known| {
            if shown < show {
                shown += 1;
                let puzzle = document.puzzle.as_ref();
                let picture = puzzle.draw(&puzzle.board(known), &Default::default());
                println!(
                    "{:?}: no rule justifies {}\n{}",
                    document.id(),
                    puzzle.fact_text(fact),
                    scene::text(&picture, &scene::TextStyle::default())
                );
            }
        });
    }
    let share = |n: usize| 100.0 * n as f64 / tally.entries.max(1) as f64;
    println!(
        "{name}: {} puzzles with moves, {} right entries; {:.1} % by levels 1 and 2, {:.1} % by one step more, {} by none",
        tally.puzzles,
        tally.entries,
        share(tally.easy),
        share(tally.easy + tally.step),
        tally.entries - tally.easy - tally.step
    );
    for (rule, uses) in tally.by_rule {
        println!("    {rule:<28} {uses}");
    }
}

fn replay(
    document: &Document,
    moves: &str,
    tally: &mut Tally,
    unjustified: &mut impl FnMut(Fact, &[Fact]),
) {
    let puzzle = document.puzzle.as_ref();
    let reasoner = puzzle.reasoner();
    let table = reasoner.rules();
    let easy = Plan::rounds(&table, |about| about.level <= 2 && !about.trial);
    let all = Plan::without_trial(&table);
    let solution = document.solution.as_ref().expect("asked before");
    let Ok(truth) = puzzle.facts(solution, Reading::Finished) else {
        return;
    };
    let words = Vocabulary::new(puzzle, &truth);
    // What each cell's present entry says.
    let mut entered: BTreeMap<(usize, usize), Vec<Fact>> = BTreeMap::new();
    for entry in moves.split(';') {
        let Some((at, value)) = parse(entry) else {
            continue;
        };
        let facts: Vec<Fact> = words.facts(puzzle, document, at, value);
        if facts.is_empty() || !facts.iter().all(|f| truth.contains(f)) {
            entered.remove(&at);
            continue;
        }
        let mut known = reasoner.givens();
        for &fact in entered.values().flatten() {
            if !known.contains(&fact) {
                known.push(fact);
            }
        }
        entered.insert(at, facts.clone());
        let new: Vec<Fact> = facts.into_iter().filter(|f| !known.contains(f)).collect();
        if new.is_empty() {
            continue;
        }
        tally.entries += 1;
        let closed = reasoner.trace(&known, &easy, Budget::UNLIMITED).known;
        let left: Vec<Fact> = new.into_iter().filter(|&f| !closed.holds(f)).collect();
        let Some(&first) = left.first() else {
            tally.easy += 1;
            continue;
        };
        let steps = reasoner.steps(closed.facts(), &all, Budget::UNLIMITED);
        match steps.iter().find(|s| s.therefore.contains(&first)) {
            Some(step) => {
                tally.step += 1;
                *tally.by_rule.entry(table[step.rule].id).or_default() += 1;
            }
            None => unjustified(first, closed.facts()),
        }
    }
}

/// `bc,11` is column 1, row 2, value 11.
fn parse(entry: &str) -> Option<((usize, usize), i32)> {
    let mut parts = entry.split(',');
    let at: Vec<u8> = parts.next()?.bytes().collect();
    let &[col, row] = at.as_slice() else {
        return None;
    };
    let index = |b: u8| match b {
        b'a'..=b'z' => Some((b - b'a') as usize),
        b'A'..=b'Z' => Some((b - b'A') as usize + 26),
        _ => None,
    };
    let value = match parts.next()? {
        "-" => -1,
        number => number.parse().ok()?,
    };
    Some(((index(row)?, index(col)?), value))
}

struct Vocabulary {
    facts: BTreeMap<String, Fact>,
    /// For families whose entries are parts of something: which true fact a cell belongs to.
    truth: Vec<Fact>,
}

impl Vocabulary {
    fn new(puzzle: &dyn Puzzle, truth: &[Fact]) -> Vocabulary {
        let facts = (0..puzzle.reasoner().atoms())
            .flat_map(|atom| [Fact::yes(atom), Fact::no(atom)])
            .map(|fact| (puzzle.fact_text(fact), fact))
            .collect();
        Vocabulary {
            facts,
            truth: truth.to_vec(),
        }
    }

    /// What an entry says, in atoms; empty if nothing.
    fn facts(
        &self,
        puzzle: &dyn Puzzle,
        document: &Document,
        (row, col): (usize, usize),
        value: i32,
    ) -> Vec<Fact> {
        let texts: Vec<String> = match puzzle.family().id {
            "skyscrapers" if row > 0 && col > 0 && value >= 0 => {
                vec![format!("r{}c{}={value}", row - 1, col - 1)]
            }
            "fobidoshi" if value >= 0 => {
                let sign = if value == 1 { "=" } else { "!=" };
                vec![format!("r{row}c{col}{sign}o")]
            }
            "yajilin" if value == 16 => vec![format!("r{row}c{col}=x")],
            "yajilin" if value > 0 => lines(row, col, value),
            "hashi" if value > 0 => return self.bridges(document, (row, col), value),
            "satogaeri" if value > 0 => return self.track(document, (row, col), value),
            _ => Vec::new(),
        };
        texts
            .iter()
            .filter_map(|t| self.facts.get(t).copied())
            .collect()
    }

    /// The bridge over this cell: between the nearest islands on both sides.
    fn bridges(&self, document: &Document, (row, col): (usize, usize), value: i32) -> Vec<Fact> {
        let record = document.puzzle.record();
        let Some(grid) = &record.problem else {
            return Vec::new();
        };
        let island = |r: usize, c: usize| grid.0[r][c] != "-";
        let (a, z) = if value < 10 {
            let west = (0..col).rev().find(|&c| island(row, c));
            let east = (col + 1..grid.0[row].len()).find(|&c| island(row, c));
            match (west, east) {
                (Some(w), Some(e)) => ((row, w), (row, e)),
                _ => return Vec::new(),
            }
        } else {
            let north = (0..row).rev().find(|&r| island(r, col));
            let south = (row + 1..grid.0.len()).find(|&r| island(r, col));
            match (north, south) {
                (Some(n), Some(s)) => ((n, col), (s, col)),
                _ => return Vec::new(),
            }
        };
        (1..=value % 10)
            .filter_map(|k| {
                let text = format!("r{}c{}-r{}c{}>={k}", a.0, a.1, z.0, z.1);
                self.facts.get(&text).copied()
            })
            .collect()
    }

    /// A piece of a track, if it is right, stands for the whole move.
    fn track(&self, document: &Document, (row, col): (usize, usize), value: i32) -> Vec<Fact> {
        let puzzle = document.puzzle.as_ref();
        let letters: String = [(1, 'n'), (2, 'e'), (4, 's'), (8, 'w')]
            .iter()
            .filter(|(bit, _)| value & bit != 0)
            .map(|&(_, letter)| letter)
            .collect();
        (self.truth.iter().copied())
            .filter(|f| f.is_yes())
            .find(|&fact| {
                let grid = puzzle.write_grid(&puzzle.board(&[fact]), puzzles::Notation::Solution);
                let there = &grid.0[row][col];
                !letters.is_empty() && letters.chars().all(|l| there.contains(l))
            })
            .into_iter()
            .collect()
    }
}

/// The lines that leave a cell in the directions of a bit set.
fn lines(row: usize, col: usize, value: i32) -> Vec<String> {
    let mut texts = Vec::new();
    if value & 1 != 0 && row > 0 {
        texts.push(format!("r{}c{col}s=1", row - 1));
    }
    if value & 2 != 0 {
        texts.push(format!("r{row}c{col}e=1"));
    }
    if value & 4 != 0 {
        texts.push(format!("r{row}c{col}s=1"));
    }
    if value & 8 != 0 && col > 0 {
        texts.push(format!("r{row}c{}e=1", col - 1));
    }
    texts
}
