//! `gridwright analyse`: which rules are contained in others, which are necessary, whether order
//! matters, which sets are elementary; measured on positions of given puzzles.

use std::collections::BTreeMap;

use logic::Fact;
use puzzles::reason::{Analysis, Position, analyse};
use puzzles::{FAMILIES, Family, Status, solve};
use rand::Rng;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use sat::Budget;
use serde_json::json;

use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::output;
use crate::words;

/// Measure which rules of deduction matter, on random positions of puzzles
///
/// Random positions are taken from every puzzle: some of the facts of a solution. On each position
/// every rule is tried alone, every rule is left out once, and the rules are run in another order.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright analyse --positions 500 collection.jsonl
  gridwright analyse --seed 7 --json collection.jsonl

The results are measured on these positions; they prove nothing about others.")]
pub struct Args {
    #[command(flatten)]
    input: Input,

    /// Number of positions per family
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,

    /// Seed for the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Print one JSON object per family, one per line
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let mut exit = Exit::Well;
    let mut jobs: BTreeMap<&'static str, Vec<(Job, Vec<bool>)>> = BTreeMap::new();
    for item in args.input.items() {
        match item.read() {
            Ok(job) => {
                let puzzle = job.document.puzzle.as_ref();
                if let Some(atoms) = some_solution(puzzle) {
                    jobs.entry(puzzle.family().id)
                        .or_default()
                        .push((job, atoms));
                }
            }
            Err(error) => {
                exit = Exit::Wrong;
                output::complain(&format!("{}: {error}", item.source));
            }
        }
    }
    let mut out = String::new();
    for family in FAMILIES {
        let Some(jobs) = jobs.get(family.id) else {
            continue;
        };
        let mut rng = ChaCha8Rng::seed_from_u64(args.seed);
        let positions: Vec<Position> = (0..args.positions as usize)
            .map(|i| {
                let (job, atoms) = &jobs[i % jobs.len()];
                let share: f64 = rng.random_range(0.0..0.8);
                let known = (atoms.iter().enumerate())
                    .filter(|_| rng.random_bool(share))
                    .map(|(atom, &yes)| Fact::new(atom, yes))
                    .collect();
                (job.document.puzzle.as_ref(), known)
            })
            .collect();
        let shuffled = |i: usize, rules: &[usize]| {
            let mut rules = rules.to_vec();
            rules.shuffle(&mut ChaCha8Rng::seed_from_u64(args.seed ^ (i as u64) << 20));
            rules
        };
        let analysis = analyse(&positions, shuffled);
        out += &match args.json {
            true => json_line(family, &analysis),
            false => text(family, &analysis),
        };
    }
    output::print(out.as_bytes());
    Ok(exit)
}

/// The answers to all atoms in some solution.
fn some_solution(puzzle: &dyn puzzles::Puzzle) -> Option<Vec<bool>> {
    let answer = solve(puzzle, 2, Budget::conflicts(100_000));
    if matches!(answer.status, Status::None) {
        return None;
    }
    let facts = puzzle
        .facts(answer.solutions.first()?, puzzles::Reading::Finished)
        .ok()?;
    let mut atoms = vec![false; puzzle.reasoner().atoms()];
    for fact in facts {
        atoms[fact.var()] = fact.is_yes();
    }
    Some(atoms)
}

/// Pairs (a, b): what a finds, b finds too; only where a found anything.
fn contained(analysis: &Analysis) -> Vec<(usize, usize)> {
    let n = analysis.rules.len();
    (0..n)
        .flat_map(|a| (0..n).map(move |b| (a, b)))
        .filter(|&(a, b)| a != b && analysis.fires[a] > 0 && analysis.contained[a][b])
        .collect()
}

fn json_line(family: &Family, analysis: &Analysis) -> String {
    let table = (family.deductions)();
    let id = |place: usize| table[analysis.rules[place]].id;
    let rules: Vec<_> = (0..analysis.rules.len())
        .map(|a| json!({ "rule": id(a), "fires": analysis.fires[a], "needed": analysis.needed[a] }))
        .collect();
    let pairs: Vec<_> = contained(analysis)
        .iter()
        .map(|&(a, b)| json!([id(a), id(b)]))
        .collect();
    let elementary: Vec<&str> = analysis.elementary.iter().map(|&r| table[r].id).collect();
    let line = json!({
        "type": family.id,
        "positions": analysis.positions,
        "rules": rules,
        "contained": pairs,
        "elementary": elementary,
        "order_matters": analysis.order_matters,
    });
    format!("{line}\n")
}

fn text(family: &Family, analysis: &Analysis) -> String {
    let table = (family.deductions)();
    let id = |place: usize| table[analysis.rules[place]].id;
    let mut out = format!(
        "{}: {}\n  rule                        finds something  is needed\n",
        family.name,
        words::count(analysis.positions, "position", "positions")
    );
    for a in 0..analysis.rules.len() {
        out += &format!(
            "  {:<28} {:>14} {:>10}\n",
            id(a),
            analysis.fires[a],
            analysis.needed[a]
        );
    }
    for (a, b) in contained(analysis) {
        out += &format!("  everything {} found, {} found too\n", id(a), id(b));
    }
    let elementary: Vec<&str> = analysis.elementary.iter().map(|&r| table[r].id).collect();
    out += &format!(
        "  these alone get as far as all: {}\n",
        elementary.join(", ")
    );
    out += &match analysis.order_matters {
        0 => "  another order never ended elsewhere\n".to_owned(),
        n => format!(
            "  another order ended elsewhere {}\n",
            words::count(n, "time", "times")
        ),
    };
    out
}
