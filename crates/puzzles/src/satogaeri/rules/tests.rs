//! The rules on random puzzles that have a solution (those of the long proofs mostly have none).

use grid::{Regions, Size, Symmetry};
use logic::{Ground, Plan, Reasoner, Step, Trace, TraceEnd};
use rand::Rng;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sat::{Budget, Lit, Solver, Verdict};

use super::super::{Circle, Satogaeri, random};
use crate::Fact;
use crate::board::Reading;
use crate::puzzle::{Atoms, Encode};

fn puzzle(rng: &mut ChaCha8Rng, most: usize) -> (Satogaeri, Vec<Fact>) {
    let (rows, cols) = (rng.random_range(2..=most), rng.random_range(2..=most));
    let size = Size::new(rows, cols).unwrap();
    let count = rng.random_range(1 + size.len() / 6..=1 + size.len() / 3);
    let hidden = rng.random_range(0.0..1.0);
    let (puzzle, board) = random::with_solution(rng, size, count, hidden);
    let truth = puzzle.facts(&board, Reading::Finished).unwrap();
    (puzzle, truth)
}

/// Does a step follow from what it cites and the rules of every puzzle?
fn judge(puzzle: &Satogaeri, parts: &mut Solver, names: &[sat::Name], step: &Step) {
    let mut cited: Vec<Lit> = Vec::new();
    for (i, &name) in names.iter().enumerate() {
        if !puzzle.cite(name).clue || step.because.contains(&Ground::Named(name)) {
            cited.push(parts.switch(i));
        }
    }
    cited.extend(step.because.iter().filter_map(|g| match g {
        Ground::Fact(fact) => Some(*fact),
        Ground::Named(_) => None,
    }));
    let against: Vec<Option<Lit>> = match step.therefore.as_slice() {
        [] => vec![None],
        facts => facts.iter().map(|&f| Some(!f)).collect(),
    };
    for opposite in against {
        let mut all = cited.clone();
        all.extend(opposite);
        let rule = puzzle.rules()[step.rule].id;
        assert_eq!(
            parts.solve(&all),
            Verdict::Unsat,
            "{rule}: {step:?}\n{puzzle:?}"
        );
    }
}

#[test]
fn every_step_follows_from_what_it_cites() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut uses = vec![0; Satogaeri::table().len()];
    for _ in 0..400 {
        let (puzzle, truth) = puzzle(&mut rng, 8);
        let model = puzzle.encode();
        let names = model.names().to_vec();
        let mut parts = Solver::with_switches(&model, Budget::UNLIMITED);
        let table = Reasoner::rules(&puzzle);
        let share = rng.random_range(0.0..0.5f64);
        let mut known: Vec<Fact> = Vec::new();
        for &fact in &truth {
            if rng.random_bool(share) {
                known.push(fact);
                known.extend(Reasoner::implied(&puzzle, fact));
            }
        }
        known.sort_unstable();
        known.dedup();
        let plan = Plan::without_trial(&table).with_reasons();
        for step in puzzle.steps(&known, &plan, Budget::UNLIMITED) {
            judge(&puzzle, &mut parts, &names, &step);
            uses[table.place(step.rule)] += 1;
        }
        let plan = Plan::with_trial(&table).with_reasons();
        let trace = puzzle.trace(&known, &plan, Budget::UNLIMITED);
        assert_ne!(trace.end, TraceEnd::Contradiction, "{puzzle:?}");
        for step in &trace.steps {
            judge(&puzzle, &mut parts, &names, step);
            uses[table.place(step.rule)] += 1;
            let inner = step.chain.iter().flat_map(|c| &c.steps);
            for said in inner.chain([step]).filter(|s| s.chain.is_none()) {
                let text = Reasoner::say(&puzzle, said);
                assert!(text.ends_with('.') && !text.contains("  "), "{text}");
            }
        }
        if trace.end == TraceEnd::Solved {
            assert!(truth.iter().all(|&f| trace.known.holds(f)));
        }
    }
    let never: Vec<&str> = (Satogaeri::table().iter().zip(&uses))
        .filter(|(about, uses)| **uses == 0 && !["count", "smallest-reason"].contains(&about.id))
        .map(|(about, _)| about.id)
        .collect();
    assert!(never.is_empty(), "{never:?} {uses:?}");
}

impl Satogaeri {
    fn table() -> logic::RuleTable {
        logic::rule_table::<Satogaeri>()
    }
}

fn turned(puzzle: &Satogaeri, symmetry: Symmetry) -> Satogaeri {
    let size = symmetry.size(puzzle.size);
    let mut labels = vec![0; size.len()];
    for at in puzzle.size.cells() {
        let there = symmetry.cell(puzzle.size, at);
        labels[size.index(there)] = puzzle.countries.of(at);
    }
    let mut circles: Vec<Circle> = (puzzle.circles.iter())
        .map(|c| Circle {
            at: symmetry.cell(puzzle.size, c.at),
            number: c.number,
        })
        .collect();
    circles.sort_unstable_by_key(|c| c.at);
    Satogaeri::new(Regions::from_labels(size, &labels), circles)
}

#[test]
fn a_turned_puzzle_is_solved_in_the_same_rounds() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let plan = Plan::with_trial(&Satogaeri::table());
    let mut hard = 0;
    for _ in 0..150 {
        let (puzzle, _) = puzzle(&mut rng, 9);
        let trace = |p: &Satogaeri| -> Trace { p.trace(&[], &plan, Budget::UNLIMITED) };
        let upright = trace(&puzzle);
        hard += usize::from(upright.rounds.iter().any(|r| r.level > 2));
        for symmetry in Symmetry::ALL {
            let there = trace(&turned(&puzzle, symmetry));
            assert_eq!(upright.rounds, there.rounds, "{symmetry:?} {puzzle:?}");
            assert_eq!(upright.end, there.end);
            assert_eq!(upright.known.open(), there.known.open());
        }
    }
    assert!(hard > 30, "{hard}");
}
