//! Random small puzzles of every family: some unique, many ambiguous or without solution, and all
//! variants. Proofs may know families by name; the program may not. A family that is not named here
//! is drawn at random by a setter's hand, which every family knows.

use std::sync::Arc;

use grid::Size;
use puzzles::format::{Document, split};
use puzzles::make::{BoardSpec, ClueSymmetry, Edit, Tools, edited};
use puzzles::play::{Gesture, GestureKind, Target};
use puzzles::{Family, Puzzle, solve};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sat::Budget;
use serde_json::{Value, json};

type Signs = Vec<Vec<String>>;

/// A random puzzle of this family.
pub fn puzzle(family: &str, rng: &mut ChaCha8Rng) -> Document {
    sized(family, rng, 6)
}

/// A random puzzle of this family on a board that is small enough, mostly, to try everything on it.
pub fn small(family: &str, rng: &mut ChaCha8Rng) -> Document {
    sized(family, rng, 4)
}

/// A random puzzle with at most this many rows and columns.
fn sized(family: &str, rng: &mut ChaCha8Rng, most: usize) -> Document {
    // Some random boards are not puzzles at all (a board without any island): try again.
    for _ in 0..1000 {
        if let Some(document) = attempt(family, rng, most) {
            return document;
        }
    }
    panic!("no random {family} can be read");
}

/// A puzzle that was made for a solution: the first thing that one of the family's makers thinks
/// of, which may have other solutions too.
pub fn made(family: &Family, rng: &mut ChaCha8Rng) -> Arc<dyn Puzzle> {
    let least = family.sides.0;
    for _ in 0..1000 {
        let maker = family.makers.choose(rng).expect("a family has makers");
        let (rows, cols) = sides(rng, least, family.sides.1.min(8).max(least));
        let spec = BoardSpec {
            rows,
            // Some families have square boards only.
            cols: if rng.random_bool(0.5) { rows } else { cols },
            symmetry: ClueSymmetry::Any,
            density: None,
            options: maker.options.iter().map(|o| (o.id, o.usual)).collect(),
            map: None,
        };
        let mut tools = Tools {
            rng: ChaCha8Rng::from_rng(rng),
            lot: rng.random(),
            budget: Budget::conflicts(10_000),
            fits: &|_| true,
            rules_prove_uniqueness: false,
            plain: false,
            easy: false,
            raw: true,
            prover: None,
            deduced: &|_| Vec::new(),
            notes: Vec::new(),
            hopeless: false,
        };
        if let Ok(puzzle) = (maker.propose)(&spec, &mut tools) {
            return puzzle;
        }
    }
    panic!("the makers of {family:?} think of nothing");
}

fn attempt(family: &str, rng: &mut ChaCha8Rng, most: usize) -> Option<Document> {
    let record = match family {
        "hashi" => hashi(rng, most),
        "yajilin" => yajilin(rng, most),
        "skyscrapers" => skyscrapers(rng, most),
        "satogaeri" => satogaeri(rng, most),
        "fobidoshi" => fobidoshi(rng, most),
        _ => return drawn(puzzles::family(family)?, rng, most).map(Document::new),
    };
    split(&record.to_string())[0].read().ok()
}

/// A puzzle of any family: a hand that draws a few clues anywhere on an empty board, and then,
/// mostly, some of what a solution tells. None if the family has no board of the size that came up.
fn drawn(family: &Family, rng: &mut ChaCha8Rng, most_wanted: usize) -> Option<Arc<dyn Puzzle>> {
    let (least, most) = family.sides;
    let (rows, cols) = sides(rng, least, most.min(most_wanted).max(least));
    // Some families have square boards only.
    let cols = if rng.random_bool(0.5) { rows } else { cols };
    let size = Size::new(rows, cols)?;
    let mut puzzle = (family.empty)(size).ok()?;
    let clues = rng.random_range(0..=1 + size.len() / 4);
    for _ in 0..clues {
        let keys = puzzle.all_setter_keys();
        let at = (
            rng.random_range(-1..=rows as i16),
            rng.random_range(-1..=cols as i16),
        );
        let is_inside = (0..rows as i16).contains(&at.0) && (0..cols as i16).contains(&at.1);
        let target = match is_inside {
            true => Target::Cell(at.0, at.1),
            false => Target::Outside(at.0, at.1),
        };
        let key = keys.choose(rng).map(String::as_str);
        let gesture = Gesture::new(GestureKind::Key, vec![target], key);
        puzzle = puzzle.edit(&gesture).unwrap_or(puzzle);
    }
    if rng.random_bool(0.3) {
        return Some(puzzle);
    }
    let solutions = solve(puzzle.as_ref(), 4, Budget::conflicts(10_000)).solutions;
    let Some(solution) = solutions.choose(rng) else {
        return Some(puzzle);
    };
    let share = rng.random_range(0.1..0.9);
    let mut told: Vec<Edit> = puzzle.reveals(solution);
    told.retain(|_| rng.random_bool(share));
    edited(puzzle.as_ref(), &told).ok()
}

fn blank(rows: usize, cols: usize) -> Signs {
    vec![vec!["-".to_owned(); cols]; rows]
}

fn sides(rng: &mut ChaCha8Rng, least: usize, most: usize) -> (usize, usize) {
    (
        rng.random_range(least..=most),
        rng.random_range(least..=most),
    )
}

/// Islands at random; numbers from random bridges between those that see each other, mostly.
fn hashi(rng: &mut ChaCha8Rng, most: usize) -> Value {
    let (rows, cols) = sides(rng, 2, most);
    let depth = *[1, 2, 2, 2, 3, 4].choose(rng).expect("six of them");
    let mut need = vec![vec![0i32; cols]; rows];
    let share = rng.random_range(0.25..0.7);
    let island: Vec<Vec<bool>> = (0..rows)
        .map(|_| (0..cols).map(|_| rng.random_bool(share)).collect())
        .collect();
    let mut taken = vec![vec![false; cols]; rows];
    for r in 0..rows {
        for c in 0..cols {
            if !island[r][c] {
                continue;
            }
            for (dr, dc) in [(0, 1), (1, 0)] {
                let mut k = 1;
                while r + dr * k < rows && c + dc * k < cols && !island[r + dr * k][c + dc * k] {
                    k += 1;
                }
                let (r2, c2) = (r + dr * k, c + dc * k);
                let free = (1..k).all(|i| {
                    r + dr * i < rows && c + dc * i < cols && !taken[r + dr * i][c + dc * i]
                });
                if r2 < rows && c2 < cols && free && rng.random_bool(0.8) {
                    let bridges = rng.random_range(1..=depth);
                    need[r][c] += bridges;
                    need[r2][c2] += bridges;
                    for i in 1..k {
                        taken[r + dr * i][c + dc * i] = true;
                    }
                }
            }
        }
    }
    let mut problem = blank(rows, cols);
    for r in 0..rows {
        for c in 0..cols {
            if island[r][c] {
                let wrong = rng.random_bool(0.02) as i32;
                problem[r][c] = if rng.random_bool(0.1) {
                    "?".to_owned()
                } else {
                    (need[r][c] + wrong).max(1).to_string()
                };
            }
        }
    }
    let mut record =
        json!({"type": "hashi", "rows": rows, "cols": cols, "problem": problem, "depth": depth});
    if rng.random_bool(0.2) {
        record["variant"] = json!("noloop");
    }
    record
}

/// Clues whose numbers come from random shading that does not touch, mostly.
fn yajilin(rng: &mut ChaCha8Rng, most: usize) -> Value {
    let (rows, cols) = sides(rng, 1, most);
    let mut problem = blank(rows, cols);
    let mut shaded = vec![vec![false; cols]; rows];
    let clues = rng.random_range(0.0..0.3);
    let density = rng.random_range(0.0..0.4);
    for r in 0..rows {
        for c in 0..cols {
            if rng.random_bool(clues) {
                problem[r][c] = "clue".to_owned();
            } else if rng.random_bool(density)
                && !(r > 0 && shaded[r - 1][c])
                && !(c > 0 && shaded[r][c - 1])
            {
                shaded[r][c] = true;
            }
        }
    }
    for (r, row) in problem.iter_mut().enumerate() {
        for (c, sign) in row.iter_mut().enumerate() {
            if sign != "clue" {
                continue;
            }
            let (letter, dr, dc) = *[("n", -1, 0), ("e", 0, 1), ("s", 1, 0), ("w", 0, -1)]
                .choose(rng)
                .expect("four of them");
            let mut count = 0;
            let (mut rr, mut cc) = (r as i32 + dr, c as i32 + dc);
            while (0..rows as i32).contains(&rr) && (0..cols as i32).contains(&cc) {
                count += shaded[rr as usize][cc as usize] as u32;
                rr += dr;
                cc += dc;
            }
            count += rng.random_bool(0.05) as u32;
            *sign = match rng.random_range(0..20) {
                0 => "x".to_owned(),
                1 => format!("?{letter}"),
                _ => format!("{count}{letter}"),
            };
        }
    }
    let mut record = json!({"type": "yajilin", "rows": rows, "cols": cols, "problem": problem});
    if rng.random_bool(0.25) {
        record["variant"] = json!("outside");
    }
    record
}

/// Views of a random square (with parks now and then), some taken away, one sometimes changed.
fn skyscrapers(rng: &mut ChaCha8Rng, most: usize) -> Value {
    let n: usize = rng.random_range(2..=most.min(5));
    let depth = if rng.random_bool(0.3) {
        rng.random_range(1..=n)
    } else {
        n
    };
    let mut rows: Vec<usize> = (0..n).collect();
    let mut symbols: Vec<usize> = (0..n).map(|s| if s < depth { s + 1 } else { 0 }).collect();
    rows.shuffle(rng);
    symbols.shuffle(rng);
    let square: Vec<Vec<usize>> = rows
        .iter()
        .map(|r| (0..n).map(|c| symbols[(r + c) % n]).collect())
        .collect();
    let view = |line: Vec<usize>| {
        let mut highest = 0;
        line.into_iter().fold(0, |seen, h| {
            let taller = h > highest;
            highest = highest.max(h);
            seen + taller as usize
        })
    };
    let keep = rng.random_range(0.3..1.0);
    let mut label = |line: Vec<usize>| {
        let changed = view(line) + rng.random_bool(0.02) as usize;
        if rng.random_bool(keep) && (1..=depth).contains(&changed) {
            changed.to_string()
        } else {
            "-".to_owned()
        }
    };
    let column = |c: usize| -> Vec<usize> { square.iter().map(|row| row[c]).collect() };
    let back = |mut line: Vec<usize>| {
        line.reverse();
        line
    };
    let top: Vec<String> = (0..n).map(|c| label(column(c))).collect();
    let bottom: Vec<String> = (0..n).map(|c| label(back(column(c)))).collect();
    let left: Vec<String> = (0..n).map(|r| label(square[r].clone())).collect();
    let right: Vec<String> = (0..n).map(|r| label(back(square[r].clone()))).collect();
    let mut problem = blank(n, n);
    if rng.random_bool(0.4) {
        for _ in 0..rng.random_range(1..=2) {
            let (r, c) = (rng.random_range(0..n), rng.random_range(0..n));
            problem[r][c] = square[r][c].to_string();
        }
    }
    let mut record = json!({
        "type": "skyscrapers", "rows": n, "cols": n, "depth": depth,
        "clabels": [top, bottom], "rlabels": [left, right], "problem": problem,
    });
    if rng.random_bool(0.2) {
        record["variant"] = json!("diagonals");
    }
    record
}

/// Countries by random walls; circles that really can move somewhere, mostly one for each country.
fn satogaeri(rng: &mut ChaCha8Rng, most: usize) -> Value {
    let (rows, cols) = sides(rng, 1, most);
    let mut label: Vec<usize> = (0..rows * cols).collect();
    let joins = rng.random_range(0.3..0.7);
    for r in 0..rows {
        for c in 0..cols {
            for (dr, dc) in [(0, 1), (1, 0)] {
                if r + dr < rows && c + dc < cols && rng.random_bool(joins) {
                    let (a, b) = (label[r * cols + c], label[(r + dr) * cols + c + dc]);
                    for l in &mut label {
                        if *l == b {
                            *l = a;
                        }
                    }
                }
            }
        }
    }
    let mut countries = label.clone();
    countries.sort_unstable();
    countries.dedup();
    let mut problem = blank(rows, cols);
    let mut free: Vec<usize> = (0..rows * cols).collect();
    free.shuffle(rng);
    let spare = rng.random_range(0..10);
    let circles = match spare {
        0 => countries.len().saturating_sub(1),
        1 => countries.len() + 1,
        _ => countries.len(),
    };
    for &at in free.iter().take(circles) {
        problem[at / cols][at % cols] = match rng.random_range(0..8) {
            0..=2 => "?".to_owned(),
            n => (n / 2 - 1).to_string(),
        };
    }
    let areas: Signs = label
        .chunks(cols)
        .map(|row| row.iter().map(usize::to_string).collect())
        .collect();
    json!({"type": "satogaeri", "rows": rows, "cols": cols, "problem": problem, "areas": areas})
}

fn fobidoshi(rng: &mut ChaCha8Rng, most: usize) -> Value {
    let (rows, cols) = sides(rng, 1, most);
    let mut problem = blank(rows, cols);
    let circles = rng.random_range(0.1..0.45);
    let crosses = rng.random_range(0.0..0.4);
    for sign in problem.iter_mut().flatten() {
        if rng.random_bool(circles) {
            *sign = "o".to_owned();
        } else if rng.random_bool(crosses) {
            *sign = "x".to_owned();
        }
    }
    json!({"type": "fobidoshi", "rows": rows, "cols": cols, "problem": problem})
}

#[cfg(test)]
mod tests {
    use puzzles::{FAMILIES, Status};

    use super::*;

    /// Every family can be drawn at random, not only those that nobody has written a random puzzle
    /// for: most boards that come up are puzzles, and together they have any number of solutions.
    #[test]
    fn a_family_that_is_not_named_is_drawn_by_hand() {
        let mut all = Vec::new();
        for family in FAMILIES {
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let puzzles: Vec<_> = (0..60).filter_map(|_| drawn(family, &mut rng, 6)).collect();
            assert!(puzzles.len() >= 20, "{family:?}: {}", puzzles.len());
            let statuses = puzzles.iter().map(|puzzle| {
                let record = puzzle.record();
                let again = (family.read)(&record);
                assert!(again.is_ok_and(|again| *again == **puzzle), "{record:?}");
                solve(puzzle.as_ref(), 2, Budget::conflicts(10_000)).status
            });
            all.extend(statuses);
        }
        for status in [Status::Unique, Status::Multiple, Status::None] {
            let count = all.iter().filter(|&&each| each == status).count();
            assert!(count >= 20, "{status:?}: {count} of {}", all.len());
        }
    }
}
