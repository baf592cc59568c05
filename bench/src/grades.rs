//! The weights and grades of every family, fitted to the published puzzles and stored in the family's
//! folder. Only numbers are kept, nothing of the puzzles.
//!
//! What the collections say is believed as an order, and only where it can be compared: levels of one
//! source and size, and neighbouring difficulties of Tatham's games of one size. What is printed
//! beside the fit is how well it does on puzzles that it has not seen.
//!
//! Cuts between easy, medium and hard lie where scores of published puzzles that named rules solve
//! divide best, as long as no grade holds too many of them. Fun and looks are numbers whose words mean
//! the same in all families, so their cuts are the same everywhere.

use std::collections::BTreeMap;
use std::path::PathBuf;

use fit::{Confusion, Pair, accuracy, cross_validated, cuts_by_spread, fitted};
use proofs::corpora;
use puzzles::format::Document;
use puzzles::reason::{DIFFICULTY, Player, Rating, WEIGHTS, Weights, rate};
use puzzles::{FAMILIES, Family};
use sat::Budget;

use crate::pace;

/// With fewer pairs nothing is fitted.
const ENOUGH: usize = 300;
/// How often puzzles are dealt into heaps for what is said about puzzles that were not seen.
const TIMES: u64 = 5;

/// Below the first boring or plain, above the second fun or striking.
const FUN_AND_LOOKS: &str = "fun cuts 50 75\nlooks cuts 50 70\n";

struct Judged {
    collection: String,
    size: (usize, usize),
    /// Who gives the level, and the level.
    label: Option<(String, usize)>,
    rating: Rating,
}

impl Judged {
    fn parts(&self) -> Vec<f64> {
        self.rating
            .difficulty
            .parts
            .iter()
            .map(|p| p.value)
            .collect()
    }
}

/// Fit each family for which there are published puzzles; write the files, unless it is only to be
/// looked at.
pub fn fit(write: bool) -> std::io::Result<()> {
    let sources = corpora::sources();
    for family in FAMILIES {
        let mut all: Vec<Judged> = Vec::new();
        for source in &sources {
            let collection = source.name.split('/').next().unwrap_or_default();
            let own = |d: &&Document| d.puzzle.family().id == family.id;
            for document in source.documents().iter().filter(own) {
                let puzzle = document.puzzle.as_ref();
                all.push(Judged {
                    collection: collection.to_owned(),
                    size: (puzzle.size().rows(), puzzle.size().cols()),
                    label: label(document),
                    rating: rate(puzzle, Player(2), Weights::Ours, Budget::UNLIMITED),
                });
            }
        }
        if all.is_empty() {
            println!("{}: no puzzles, so its grades stay", family.id);
            continue;
        }
        let text = fit_one(family, &all);
        println!("{}:\n{text}", family.id);
        if write {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/puzzles/src");
            let folder = PathBuf::from(folder).join(family.id);
            std::fs::write(folder.join("examples/grades.txt"), &text)?;
        }
    }
    Ok(())
}

fn label(document: &Document) -> Option<(String, usize)> {
    if let Some(label) = document.extra.get("label") {
        let source = label.get("source")?.as_str()?.to_owned();
        return Some((source, label.get("level")?.as_u64()? as usize));
    }
    let level = document.extra.get("difficulty")?.as_str()?;
    Some((String::new(), "012ehxu".find(level)?))
}

/// Who is to score more than whom, and the names of the sets.
fn pairs(all: &[Judged]) -> (Vec<Pair>, Vec<String>) {
    let (mut pairs, mut names) = (Vec::new(), BTreeMap::new());
    for (low, a) in all.iter().enumerate() {
        for (high, b) in all.iter().enumerate() {
            let (Some((who, least)), Some((other, most))) = (&a.label, &b.label) else {
                continue;
            };
            if who != other || a.size != b.size || least >= most || a.collection != b.collection {
                continue;
            }
            let name = match who.as_str() {
                "" if most - least > 1 => continue,
                "" => format!("{} {least} → {most}", a.collection),
                source => format!("{} {source}", a.collection),
            };
            let next = names.len();
            let set = *names.entry(name).or_insert(next);
            pairs.push(Pair { low, high, set });
        }
    }
    let mut list = vec![String::new(); names.len()];
    for (name, set) in names {
        list[set] = name;
    }
    (pairs, list)
}

fn fit_one(family: &Family, all: &[Judged]) -> String {
    let parts: Vec<Vec<f64>> = all.iter().map(Judged::parts).collect();
    let (pairs, names) = pairs(all);
    let fits = pairs.len() >= ENOUGH;
    let weights: Vec<f64> = match fits {
        true => (fitted(&parts, &pairs, &WEIGHTS).iter())
            .map(|w| (w * 10.0).round() / 10.0)
            .collect(),
        false => WEIGHTS.to_vec(),
    };
    let scores: Vec<f64> = parts.iter().map(|p| fit::score(p, &weights)).collect();
    let stored: Vec<f64> = all.iter().map(|j| j.rating.difficulty.score).collect();
    let common: Vec<f64> = parts.iter().map(|p| fit::score(p, &WEIGHTS)).collect();
    if !names.is_empty() {
        println!(
            "{}: pairs in order: as stored, with the common weights, fitted, on puzzles not seen",
            family.id
        );
        let kept = match fits {
            true => cross_validated(&parts, &pairs, &WEIGHTS, TIMES),
            false => Vec::new(),
        };
        for (set, name) in names.iter().enumerate() {
            let share = |scores: &[f64]| accuracy(scores, &pairs, set).unwrap_or(0.0);
            let kept = kept.get(set).copied().flatten();
            println!(
                "  {name}: {} pairs, {:.3}, {:.3}, {:.3}, {}",
                pairs.iter().filter(|pair| pair.set == set).count(),
                share(&stored),
                share(&common),
                share(&scores),
                kept.map_or("not fitted".to_owned(), |kept| format!("{kept:.3}")),
            );
        }
    }
    let solved = |one: &&(usize, &Judged)| one.1.rating.solved_by_rules;
    let set = |wanted: &dyn Fn(&Judged) -> bool| -> (Vec<f64>, usize) {
        let own: Vec<(usize, &Judged)> =
            all.iter().enumerate().filter(|(_, j)| wanted(j)).collect();
        let named: Vec<f64> = own.iter().filter(solved).map(|(i, _)| scores[*i]).collect();
        let others = own.len() - named.len();
        (named, others)
    };
    let by_people = set(&|j| j.collection != "tatham");
    let [low, high] = cuts_by_spread(&[by_people, set(&|_| true)]).unwrap_or([33.0, 66.0]);
    let grade = |i: usize| match all[i].rating.solved_by_rules {
        true => usize::from(scores[i] > low) + usize::from(scores[i] > high),
        false => 3,
    };
    let mut text = format!(
        "# Made by `cargo xtask measure grades` from {} published puzzles.\n",
        all.len()
    );
    if fits {
        let line: Vec<String> = weights.iter().map(f64::to_string).collect();
        let of: Vec<&str> = names.iter().map(String::as_str).collect();
        text += &format!(
            "# Of hardest, passage, early, narrow, missing, trial; fitted to {} pairs: {}.\nweights {}\n",
            pairs.len(),
            of.join(", "),
            line.join(" ")
        );
    }
    text += &format!("difficulty cuts {low:.2} {high:.2}\n");
    let mut collections: Vec<&str> = all.iter().map(|j| j.collection.as_str()).collect();
    collections.sort_unstable();
    collections.dedup();
    for collection in collections {
        let own = (0..all.len()).filter(|i| all[*i].collection == collection);
        let mut counts = [0; DIFFICULTY.len()];
        own.for_each(|i| counts[grade(i)] += 1);
        let words: Vec<String> = (DIFFICULTY.iter().zip(counts))
            .map(|(grade, n)| format!("{n} {grade}"))
            .collect();
        text += &format!("#   {collection}: {}\n", words.join(", "));
    }
    text += FUN_AND_LOOKS;
    text += &pace::line(family, all.iter().map(|j| (&j.label, j.size, &j.rating)));
    confusion(all, &grade);
    for (name, score) in [
        ("fun", (|r| r.fun.score) as fn(&Rating) -> f64),
        ("looks", |r| r.looks.score),
    ] {
        let mut scores: Vec<f64> = all.iter().map(|j| score(&j.rating)).collect();
        scores.sort_by(f64::total_cmp);
        let at = |share: usize| scores[(scores.len() - 1) * share / 10];
        println!(
            "  {name}, from the lowest tenth to the highest: {:.0?}",
            [at(1), at(3), at(5), at(7), at(9)]
        );
    }
    text
}

/// Which levels became which grades.
fn confusion(all: &[Judged], grade: &dyn Fn(usize) -> usize) {
    let mut by: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
    for (i, judged) in all.iter().enumerate() {
        if let Some((source, level)) = &judged.label {
            let name = format!("{} {source}", judged.collection);
            by.entry(name).or_default().push((*level, grade(i)));
        }
    }
    for (name, counted) in by {
        let most = counted.iter().map(|(level, _)| *level).max().unwrap_or(0);
        let both = Confusion::of(most.max(DIFFICULTY.len() - 1) + 1, counted);
        println!("  {name}: grades of each level ({})", DIFFICULTY.join(", "));
        for (level, row) in both.counts.iter().enumerate() {
            let row = &row[..DIFFICULTY.len()];
            if row.iter().any(|n| *n > 0) {
                println!("    level {level}: {row:?}");
            }
        }
    }
}
