//! `gridwright analyse`: which rules are contained in others, which are necessary, which spoil the
//! work of others, whether order matters, which sets are enough; measured on positions of given
//! puzzles.

use std::collections::BTreeMap;

use logic::{Fact, Plan};
use puzzles::reason::{Closure, Measured, Position, Units, smallest_sets};
use puzzles::{FAMILIES, Family, Status, solve};
use rand::Rng;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use sat::Budget;
use serde_json::json;

use super::RuleChoice;
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::output;
use crate::words;

/// Measure which rules of deduction matter, on random positions of puzzles
///
/// Positions are taken from every puzzle in turn: some of the facts of a solution, or what is known
/// at some moment of solving it. On each position every rule is tried alone, every rule is left out
/// once, and the rules are run in another order. What no longer matters on the board does not count.
///
/// A rule is contained in others if they come to everything that it finds. Rules are elementary if
/// they belong to a smallest set that comes to as much as all of them, and necessary if they belong
/// to every such set. A rule spoils another if that no longer sees something after it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright analyse --positions 500 collection.jsonl
  gridwright analyse --only study towers.txt
  gridwright analyse --without chains,fish --seed 7 --json collection.jsonl

The results are measured on these positions; they prove nothing about others. Rules of one group are
one; so are the rules of a study (`--only study`, where a family has one).

Exit status: 0 all measured; 2 wrong input, or a word that is not a rule.")]
pub struct Args {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    rules: RuleChoice,

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
        let table = (family.deductions)();
        let units = Units::of(&table, &args.rules.filter()).map_err(anyhow::Error::msg)?;
        let mut rng = ChaCha8Rng::seed_from_u64(args.seed);
        let positions: Vec<Position> = (0..args.positions as usize)
            .map(|i| {
                let (job, atoms) = &jobs[i % jobs.len()];
                position(job, atoms, &mut rng)
            })
            .collect();
        let analysis = Analysis::of(units, &positions, args.seed);
        out += &match args.json {
            true => analysis.json_line(family),
            false => analysis.text(family),
        };
    }
    output::print(out.as_bytes());
    Ok(exit)
}

/// Some of the facts of a solution, or what is known at some moment on the way there.
fn position<'a>(job: &'a Job, atoms: &[bool], rng: &mut ChaCha8Rng) -> Position<'a> {
    let puzzle = job.document.puzzle.as_ref();
    if rng.random_bool(0.5) {
        let share: f64 = rng.random_range(0.0..0.8);
        let some = atoms.iter().enumerate().filter(|_| rng.random_bool(share));
        return (
            puzzle,
            some.map(|(atom, &yes)| Fact::new(atom, yes)).collect(),
        );
    }
    let reasoner = puzzle.reasoner();
    let plan = Plan::without_trial(&reasoner.rules());
    let known = reasoner.trace(&[], &plan, Budget::UNLIMITED).known;
    let far = rng.random_range(0..=known.facts().len());
    (puzzle, known.facts()[..far].to_vec())
}

/// What was found out about the rules of a family.
struct Analysis {
    units: Units,
    measured: Measured,
    /// For each rule that is contained in the others, some of them that are enough.
    containers: Vec<Option<Vec<usize>>>,
    /// All smallest sets that come to everything.
    sets: Vec<Vec<usize>>,
}

/// More smallest sets than these are not looked for.
const MOST_SETS: usize = 50;

impl Analysis {
    fn of(units: Units, positions: &[Position], seed: u64) -> Analysis {
        let n = units.len();
        let mut measured = Measured::default();
        for (i, position) in positions.iter().enumerate() {
            let mut order: Vec<usize> = (0..n).collect();
            order.shuffle(&mut ChaCha8Rng::seed_from_u64(seed ^ (i as u64) << 20));
            measured.add(&units.measure(position, &order));
        }
        let everything: Vec<usize> = (0..n).collect();
        let whole: Vec<Closure> = (positions.iter())
            .map(|position| units.closure(&everything, position))
            .collect();
        // Where a set failed before, the next one probably fails as well.
        let mut places: Vec<usize> = (0..positions.len()).collect();
        let mut is_enough = |keep: &[usize]| {
            let fails =
                |&place: &usize| !units.closure(keep, &positions[place]).covers(&whole[place]);
            match places.iter().position(fails) {
                Some(first) => {
                    places[..=first].rotate_right(1);
                    false
                }
                None => true,
            }
        };
        let sets = smallest_sets(n, MOST_SETS, &mut is_enough);
        let container = |unit: usize| {
            let contained = measured.fires[unit] > 0 && measured.missed[unit] == 0;
            contained.then(|| {
                let all = |keep: &[usize]| {
                    positions
                        .iter()
                        .all(|position| units.contain(keep, unit, position))
                };
                let mut keep: Vec<usize> = (0..n).filter(|&other| other != unit).collect();
                for other in 0..n {
                    let fewer: Vec<usize> =
                        (keep.iter().copied()).filter(|&k| k != other).collect();
                    if fewer.len() < keep.len() && all(&fewer) {
                        keep = fewer;
                    }
                }
                keep
            })
        };
        let containers = (0..n).map(container).collect();
        Analysis {
            units,
            measured,
            containers,
            sets,
        }
    }

    /// Rules that are in some smallest set, and those that are in each of them.
    fn elementary_and_necessary(&self) -> [Vec<&'static str>; 2] {
        let all = 0..self.units.len();
        let some = all
            .clone()
            .filter(|one| self.sets.iter().any(|set| set.contains(one)));
        let each = all.filter(|one| self.sets.iter().all(|set| set.contains(one)));
        [
            some.map(|one| self.units.name(one)).collect(),
            each.map(|one| self.units.name(one)).collect(),
        ]
    }

    /// Pairs (a, b): what a found, b by itself came to as well, and nobody misses a.
    fn contained(&self) -> Vec<(usize, usize)> {
        let n = self.units.len();
        (0..n)
            .flat_map(|a| (0..n).map(move |b| (a, b)))
            .filter(|&(a, b)| self.measured.is_contained(a, b))
            .collect()
    }

    /// Triples (a, b, times): after a, b no longer saw something.
    fn spoils(&self) -> Vec<(usize, usize, usize)> {
        let n = self.units.len();
        (0..n)
            .flat_map(|a| (0..n).map(move |b| (a, b)))
            .map(|(a, b)| (a, b, self.measured.spoils[a][b]))
            .filter(|&(.., times)| times > 0)
            .collect()
    }

    fn names(&self, units: &[usize]) -> Vec<&'static str> {
        units.iter().map(|&unit| self.units.name(unit)).collect()
    }

    fn json_line(&self, family: &Family) -> String {
        let id = |unit: usize| self.units.name(unit);
        let measured = &self.measured;
        let rules: Vec<_> = (0..self.units.len())
            .map(|a| {
                json!({
                    "rule": id(a),
                    "fires": measured.fires[a],
                    "needed": measured.needed[a],
                    "contained_in": self.containers[a].as_ref().map(|some| self.names(some)),
                })
            })
            .collect();
        let pairs: Vec<_> = self
            .contained()
            .iter()
            .map(|&(a, b)| json!([id(a), id(b)]))
            .collect();
        let spoils: Vec<_> = (self.spoils().iter())
            .map(|&(a, b, times)| json!({ "rule": id(a), "spoils": id(b), "times": times }))
            .collect();
        let sets: Vec<_> = self.sets.iter().map(|set| self.names(set)).collect();
        let [elementary, necessary] = self.elementary_and_necessary();
        let line = json!({
            "type": family.id,
            "positions": measured.positions,
            "rules": rules,
            "contained": pairs,
            "smallest_sets": sets,
            "elementary": elementary,
            "necessary": necessary,
            "spoils": spoils,
            "order_matters": measured.order_matters,
        });
        format!("{line}\n")
    }

    fn text(&self, family: &Family) -> String {
        let id = |unit: usize| self.units.name(unit);
        let measured = &self.measured;
        let mut out = format!(
            "{}: {}\n  rule                        finds something  is needed  contained in\n",
            family.name,
            words::count(measured.positions, "position", "positions")
        );
        for a in 0..self.units.len() {
            let within = match &self.containers[a] {
                Some(some) => self.names(some).join(" + "),
                None => String::new(),
            };
            let line = format!(
                "  {:<28} {:>14} {:>10}  {within}",
                id(a),
                measured.fires[a],
                measured.needed[a]
            );
            out += &format!("{}\n", line.trim_end());
        }
        for (a, b) in self.contained() {
            out += &format!(
                "  {} alone comes to everything that {} finds\n",
                id(b),
                id(a)
            );
        }
        for set in &self.sets {
            out += &format!(
                "  these get as far as all: {}\n",
                self.names(set).join(", ")
            );
        }
        let [elementary, necessary] = self.elementary_and_necessary();
        out += &format!("  elementary (in such a set): {}\n", elementary.join(", "));
        out += &format!(
            "  necessary (in every such set): {}\n",
            necessary.join(", ")
        );
        for (a, b, times) in self.spoils() {
            let times = words::count(times, "time", "times");
            out += &format!(
                "  after {} {} no longer sees something: {times}\n",
                id(a),
                id(b)
            );
        }
        out += &match measured.order_matters {
            0 => "  another order never led elsewhere\n".to_owned(),
            n => format!(
                "  another order led elsewhere {}\n",
                words::count(n, "time", "times")
            ),
        };
        out
    }
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
