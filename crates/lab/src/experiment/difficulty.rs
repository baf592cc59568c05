//! Solvers' own figures as a measure of difficulty, for every family: how conflicts, decisions and
//! propagations go with our score, our grade, and the levels that publishers give. The Satogaeri
//! study announced this and left the section empty.

use std::sync::Arc;
use std::time::Duration;

use fit::rank_correlation;
use puzzles::format::Document;
use puzzles::reason::{DIFFICULTY, Player, Weights, rate};
use puzzles::{Family, Puzzle, solve};
use sat::Budget;

use super::entry::STUDIES;
use super::lab::Lab;
use super::material::Recipe;
use super::memo::puzzle_digest;
use super::plot::{Axis, Cloud, Drawing, Plot};
use super::report::Report;
use super::solvers::{ask_all, encoding, have_solver};
use super::table::{Cell, Table, row};

const FIGURES: [&str; 3] = ["conflicts", "decisions", "propagations"];

/// How a family's puzzles are stated, and how ours are made: sides from the smallest sample's on.
fn ways(family: &str) -> (&'static str, Vec<Recipe>) {
    let sides = |method: &'static str, sides: [usize; 3]| {
        let name = STUDIES.iter().find(|study| study.family == family);
        let name = name.map_or("", |study| study.family);
        sides.map(|side| Recipe::new(name, method, side)).to_vec()
    };
    match family {
        "fobidoshi" => ("levels", sides("full", [5, 8, 10])),
        "yajilin" => ("levels", sides("ours", [5, 8, 10])),
        "skyscrapers" => ("heights", sides("uniform", [4, 5, 6])),
        "hashi" => ("graph", sides("ours", [6, 9, 11])),
        _ => {
            let recipes = sides("ours", [5, 8, 10]).into_iter();
            let recipes = recipes.map(|recipe| recipe.with("numberless", 30));
            ("matrices-study", recipes.collect())
        }
    }
}

/// A puzzle, with what its publisher says: levels count only within a source.
struct Judged {
    puzzle: Arc<dyn Puzzle>,
    published: Option<(String, f64)>,
    score: f64,
    grade: f64,
}

/// What a publisher says of a puzzle: a source, and a level in it.
fn published(document: &Document) -> Option<(String, f64)> {
    if let Some(label) = document.extra.get("label") {
        let source = label
            .get("source")
            .map_or(String::new(), |source| source.to_string());
        return Some((source, label.get("level")?.as_f64()?));
    }
    let level = document.extra.get("difficulty")?.as_str()?;
    let place = "012ehxu".find(level)?;
    let size = document.puzzle.size();
    Some((format!("{}×{}", size.rows(), size.cols()), place as f64))
}

fn material(lab: &Lab, family: &'static Family, report: &mut Report) -> Vec<Judged> {
    let given = lab.given(family.id);
    let mut puzzles: Vec<(Arc<dyn Puzzle>, Option<(String, f64)>)> = (given.iter())
        .map(|document| (document.puzzle.clone(), published(document)))
        .collect();
    if lab.settings().given.is_empty() {
        let recipes = ways(family.id).1;
        let few = if lab.pick(true, false, false) {
            0..1
        } else {
            1..recipes.len()
        };
        for recipe in &recipes[few] {
            let made = lab.puzzles(recipe, lab.count(), report);
            puzzles.extend(made.into_iter().map(|puzzle| (puzzle, None)));
        }
    }
    let cell = |i: usize| format!("rating, {}", puzzle_digest(puzzles[i].0.as_ref()));
    let rated = lab.measure(puzzles.len(), cell, |i| {
        let rating = lab.within(Duration::from_secs(2), |budget| {
            rate(
                puzzles[i].0.as_ref(),
                Player::PRACTISED,
                Weights::Ours,
                budget,
            )
        });
        let grade = DIFFICULTY
            .iter()
            .position(|g| *g == rating.difficulty.grade);
        (rating.difficulty.score, grade.unwrap_or(0) as f64)
    });
    let all = puzzles.into_iter().zip(rated);
    all.map(|((puzzle, published), (score, grade))| Judged {
        puzzle,
        published,
        score,
        grade,
    })
    .collect()
}

/// The mean of the correlations within each source, by how many puzzles it has.
fn within_sources(figures: &[f64], judged: &[&Judged]) -> Option<f64> {
    let mut sources: Vec<&str> = (judged.iter())
        .filter_map(|one| Some(one.published.as_ref()?.0.as_str()))
        .collect();
    sources.sort_unstable();
    sources.dedup();
    let (mut sum, mut weights) = (0.0, 0.0);
    for source in sources {
        let own = judged.iter().zip(figures).filter_map(|(one, figure)| {
            let (from, level) = one.published.as_ref()?;
            (from == source).then_some((*figure, *level))
        });
        let (own, levels): (Vec<f64>, Vec<f64>) = own.unzip();
        if let Some(correlation) = rank_correlation(&own, &levels) {
            sum += correlation * own.len() as f64;
            weights += own.len() as f64;
        }
    }
    (weights > 0.0).then(|| sum / weights)
}

/// One engine's figures of the puzzles that it solved.
struct Engine {
    name: String,
    /// For each puzzle, by its place among all: conflicts, decisions, propagations.
    figures: Vec<(usize, [f64; 3])>,
}

/// What a column says of each family and engine, in words: "Hashi (our own engine 0.50, z3 0.61)".
fn by_engine(table: &Table, column: usize) -> String {
    let mut families: Vec<(String, Vec<String>)> = Vec::new();
    for row in &table.rows {
        let (family, engine) = (row[0].text(), row[1].text());
        let engine = engine.split(',').next().unwrap_or_default();
        let words = match &row[column] {
            Cell::Number(number) => format!("{engine} {number:.2}"),
            _ => format!("{engine} none"),
        };
        match families.last_mut().filter(|(name, _)| *name == family) {
            Some((_, all)) => all.push(words),
            None => families.push((family, vec![words])),
        }
    }
    let all: Vec<String> = (families.iter())
        .map(|(family, engines)| format!("{family} ({})", engines.join(", ")))
        .collect();
    all.join("; ")
}

pub(super) fn solver_statistics(lab: &Lab, report: &mut Report) {
    let keys = ["family", "engine"];
    let own: Vec<&str> = FIGURES.iter().copied().chain(["puzzles"]).collect();
    let mut tables = [
        Table::new(
            "rank correlation with our score of difficulty",
            &keys,
            &[],
            &own,
        ),
        Table::new("rank correlation with our grade", &keys, &[], &own),
        Table::new(
            "rank correlation with published levels, within each source",
            &keys,
            &[],
            &own,
        ),
    ];
    let have = have_solver(lab, report);
    let mut clouds = Vec::new();
    let mut labelled = false;
    let mut parts = STUDIES.len() * (lab.settings().solvers.len() + 1);
    for study in STUDIES {
        lab.begin_part(parts);
        parts -= 1;
        let family = puzzles::family(study.family).expect("a test finds every study's family");
        let judged = material(lab, family, report);
        if judged.is_empty() {
            continue;
        }
        let refs: Vec<&dyn Puzzle> = judged.iter().map(|one| one.puzzle.as_ref()).collect();
        let ours = lab.each(refs.len(), |i| {
            let stats = solve(refs[i], 2, Budget::UNLIMITED).stats;
            [stats.conflicts, stats.decisions, stats.propagations].map(|n| n as f64)
        });
        let mut engines = vec![Engine {
            name: "our own engine".to_owned(),
            figures: ours.into_iter().enumerate().collect(),
        }];
        let stated = encoding(family, ways(family.id).0);
        if let (true, Some(encoding)) = (have, stated) {
            let limit = Duration::from_secs(lab.pick(60, 3, 60));
            for solver in &lab.settings().solvers {
                lab.begin_part(parts);
                parts -= 1;
                let answers = ask_all(lab, &refs, encoding, solver, limit, report);
                let solved = answers.iter().enumerate();
                let solved = solved.filter_map(|(i, answer)| Some((i, answer.as_ref()?)));
                engines.push(Engine {
                    name: format!("{}, {}", solver.name(), encoding.id),
                    figures: solved
                        .map(|(i, answer)| (i, FIGURES.map(|word| answer.figure(word))))
                        .collect(),
                });
            }
        }
        for Engine { name, figures } in engines {
            let judged: Vec<&Judged> = figures.iter().map(|(i, _)| &judged[*i]).collect();
            let column = |which: usize| -> Vec<f64> {
                figures.iter().map(|(_, numbers)| numbers[which]).collect()
            };
            let scores: Vec<f64> = judged.iter().map(|one| one.score).collect();
            let grades: Vec<f64> = judged.iter().map(|one| one.grade).collect();
            let measures: [&dyn Fn(&[f64]) -> Option<f64>; 3] = [
                &|figures| rank_correlation(figures, &scores),
                &|figures| rank_correlation(figures, &grades),
                &|figures| within_sources(figures, &judged),
            ];
            for (table, measure) in tables.iter_mut().zip(measures) {
                let [a, b, c] = [0, 1, 2].map(|which| measure(&column(which)));
                table.row(row![family.name, name.clone(), a, b, c, judged.len()]);
            }
            labelled |= judged.iter().any(|one| one.published.is_some());
            let points = column(1).into_iter().zip(scores.iter().copied());
            clouds.push(Cloud {
                name: format!(
                    "{}, {}",
                    family.name,
                    name.split(',').next().unwrap_or_default()
                ),
                points: points.map(|(x, y)| (x + 1.0, y)).collect(),
            });
        }
    }
    let [score, grade, level] = tables;
    report.say(format!(
        "Decisions and our score, by family and engine: {}. 1 would be the same order, 0 no relation.",
        by_engine(&score, 3)
    ));
    report.tables.extend([score, grade]);
    match labelled {
        true => report.tables.push(level),
        false => report.say(
            "Our own puzzles have no published levels; --puzzles takes some that have (`label` with \
             source and level, or Tatham's `difficulty`).",
        ),
    }
    report.plots.push(Plot {
        title: "Decisions of solvers and our score".to_owned(),
        x: Axis::logarithmic("decisions + 1"),
        y: Axis::plain("score of difficulty"),
        drawing: Drawing::Scatter(clouds),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_is_named() {
        let mut table = Table::new("t", &["family", "engine"], &[], &["a", "b"]);
        table.row(row!["Hashi", "our own engine", 0.1, 0.5]);
        table.row(row!["Hashi", "z3, graph", 0.1, 0.61]);
        table.row(row!["Yajilin", "z3, levels", 0.1, None::<f64>]);
        assert_eq!(
            by_engine(&table, 3),
            "Hashi (our own engine 0.50, z3 0.61); Yajilin (z3 none)"
        );
    }
}
