//! How often a maker's proposal is a unique puzzle, and how long it takes, on one core:
//! `cargo run --release -p puzzles --example makers -- FAMILY MAKER ROWS COLS COUNT [any|turn|mirror]
//! [no-trial] [show] [OPTION=VALUE …]`.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use puzzles::make::{Request, Shape, Tools};
use puzzles::reason::{Player, Weights, rate};
use puzzles::{Puzzle, family};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use sat::Budget;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, id, rows, cols, count, rest @ ..] = args.as_slice() else {
        eprintln!(
            "FAMILY MAKER ROWS COLS COUNT [any|turn|mirror] [no-trial] [show] [OPTION=VALUE]"
        );
        std::process::exit(2);
    };
    let number = |text: &String| text.parse::<usize>().expect("a number");
    let maker = family(name)
        .and_then(|f| f.makers.iter().find(|m| m.id == *id))
        .expect("a maker of a family");
    let has = |word: &str| rest.iter().any(|r| r == word);
    let value = |id: &str| {
        let given = rest.iter().find_map(|r| r.strip_prefix(&format!("{id}=")));
        given.map(|v| v.parse::<f64>().expect("a number"))
    };
    let option = |o: &puzzles::make::MakerOption| (o.id, value(o.id).map_or(o.usual, |v| v as i64));
    let request = Request {
        rows: number(rows),
        cols: number(cols),
        symmetry: match () {
            () if has("turn") => Shape::Turn,
            () if has("mirror") => Shape::Mirror,
            () => Shape::Any,
        },
        density: value("density"),
        options: maker.options.iter().map(option).collect(),
    };
    let budget = Budget::conflicts(100_000);
    let by_rules = |p: &dyn Puzzle| rate(p, Player(2), Weights::Ours, budget).solved_by_rules;
    let no_trial = has("no-trial");
    let (mut unique, mut solvable, mut time, mut longest) = (0, 0, Duration::ZERO, Duration::ZERO);
    let mut failures: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..number(count) as u64 {
        let mut tools = Tools {
            rng: ChaCha8Rng::seed_from_u64(seed),
            budget,
            fits: &|p| !no_trial || by_rules(p),
            notes: Vec::new(),
        };
        let start = Instant::now();
        let made = (maker.propose)(&request, &mut tools);
        let took = start.elapsed();
        (time, longest) = (time + took, longest.max(took));
        match made {
            Err(why) => *failures.entry(why).or_default() += 1,
            Ok(puzzle) if tools.is_unique(puzzle.as_ref()) => {
                unique += 1;
                solvable += by_rules(puzzle.as_ref()) as usize;
                if has("show") {
                    let record = puzzle.record();
                    for row in record.problem.iter().flat_map(|g| &g.0) {
                        println!(
                            "{}",
                            row.iter().map(|s| format!("{s:>3}")).collect::<String>()
                        );
                    }
                    for row in record.areas.iter().flat_map(|g| &g.0) {
                        println!(
                            "{}",
                            row.iter().map(|s| format!("{s:>4}")).collect::<String>()
                        );
                    }
                    println!();
                }
            }
            Ok(_) => *failures.entry("ambiguous").or_default() += 1,
        }
    }
    let ms = |t: Duration| t.as_secs_f64() * 1000.0;
    println!(
        "{name} {id} {rows}x{cols}: {unique} of {count} unique, {solvable} of them by rules; \
         {:.2} ms a puzzle, longest attempt {:.1} ms; {failures:?}",
        ms(time) / unique.max(1) as f64,
        ms(longest),
    );
}
