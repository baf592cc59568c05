//! Every step of every rule is entailed by the rules of the game and what was known, and by what
//! the step itself cites: proved with the proving engine.

use logic::{Chain, Ground, Plan, Step, Trace, Way};
use puzzles::format::Document;
use puzzles::reason::{Length, sentence, walkthrough};
use puzzles::{Fact, Family, Puzzle};
use rand::Rng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use sat::{Budget, Lit, Solver, Verdict};

/// On boards with more cells what a step cites may take the solver too long to prove with: an
/// argument by parity, say, is short for a person and long for resolution.
const CITED: usize = 200;

/// The model of a puzzle, loaded so that clues can be left out.
struct Court<'a> {
    puzzle: &'a dyn Puzzle,
    all: Solver<'static>,
    parts: Solver<'static>,
    names: Vec<sat::Name>,
}

impl<'a> Court<'a> {
    fn new(puzzle: &'a dyn Puzzle) -> Court<'a> {
        let model = puzzle.encode();
        let mut parts = Solver::with_switches(&model, Budget::UNLIMITED);
        let names = model.names().to_vec();
        // The rules of the game always hold; clues hold when they are cited.
        for (i, name) in names.iter().enumerate() {
            if !puzzle.cite(*name).clue {
                let switch = parts.switch(i);
                parts.add(&[switch]);
            }
        }
        Court {
            puzzle,
            all: Solver::new(&model, Budget::UNLIMITED),
            parts,
            names,
        }
    }

    /// The step's conclusion follows from what it cites, which is all known: so it follows from what
    /// is known, too. On large boards only the latter is proved.
    fn judge(&mut self, known: &[Fact], step: &Step) {
        let mut cited: Vec<Lit> = Vec::new();
        for ground in &step.because {
            match *ground {
                Ground::Fact(fact) => {
                    assert!(
                        known.contains(&fact),
                        "{}",
                        self.complaint("cites what is not known", step, known)
                    );
                    cited.push(fact);
                }
                Ground::Named(name) => {
                    let at = self.names.iter().position(|n| *n == name);
                    let at = at.unwrap_or_else(|| panic!("{name:?} is no constraint"));
                    cited.push(self.parts.switch(at));
                }
            }
        }
        let conclusions: Vec<Option<Fact>> = match step.therefore.as_slice() {
            [] => vec![None],
            facts => facts.iter().copied().map(Some).collect(),
        };
        for conclusion in conclusions {
            let against = conclusion.map(|fact| !fact);
            if self.puzzle.size().len() > CITED {
                let mut known_and: Vec<Lit> = known.to_vec();
                known_and.extend(against);
                let verdict = self.all.solve(&known_and);
                let complaint = || self.complaint("is not entailed", step, known);
                assert_eq!(verdict, Verdict::Unsat, "{}", complaint());
                continue;
            }
            let mut cited_and = cited.clone();
            cited_and.extend(against);
            let verdict = self.parts.solve(&cited_and);
            assert_eq!(
                verdict,
                Verdict::Unsat,
                "{}",
                self.complaint("does not follow from what it cites", step, known)
            );
        }
    }

    fn complaint(&self, what: &str, step: &Step, known: &[Fact]) -> String {
        let text = |f: &Fact| self.puzzle.fact_text(*f);
        let texts = |facts: &[Fact]| facts.iter().map(text).collect::<Vec<_>>().join(" ");
        let because: Vec<String> = (step.because.iter())
            .map(|g| match g {
                Ground::Fact(f) => text(f),
                Ground::Named(name) => format!("{name:?}"),
            })
            .collect();
        let board = self.puzzle.board(known);
        format!(
            "{}: {} {what}\nbecause {}\ntherefore {}\nknown {}\n{:?}\n{}",
            self.puzzle.family().id,
            (self.puzzle.family().deductions)()[step.rule].id,
            because.join(" "),
            texts(&step.therefore),
            texts(known),
            self.puzzle,
            scene::text(
                &self.puzzle.draw(&board, &Default::default()),
                &scene::TextStyle::default()
            ),
        )
    }
}

/// A step, and every step of its chain if it supposes something, can be told to people.
fn read(puzzle: &dyn Puzzle, step: &Step) {
    let inner = step.chain.iter().flat_map(|chain| &chain.steps);
    for step in inner.chain([step]) {
        let text = sentence(puzzle, step);
        let reads = text.starts_with(char::is_uppercase) && text.ends_with('.');
        assert!(reads && !text.contains("  "), "{text:?}: {step:?}");
    }
}

fn learn(known: &mut Vec<Fact>, facts: &[Fact], with: impl Fn(Fact) -> Vec<Fact>) {
    for &fact in facts {
        for fact in [fact].into_iter().chain(with(fact)) {
            if !known.contains(&fact) {
                known.push(fact);
            }
        }
    }
}

/// The trace of a published puzzle, step by step; the number of steps.
pub fn prove_trace(document: &Document) -> usize {
    let puzzle = document.puzzle.as_ref();
    let reasoner = puzzle.reasoner();
    let plan = Plan::with_trial(&reasoner.rules()).with_reasons();
    let trace = reasoner.trace(&[], &plan, Budget::UNLIMITED);
    let mut known = reasoner.givens();
    let mut court = Court::new(puzzle);
    for step in &trace.steps {
        court.judge(&known, step);
        if let Some(chain) = &step.chain {
            follow(&mut court, &known, chain);
        }
        learn(&mut known, &step.therefore, |fact| reasoner.implied(fact));
    }
    tell(puzzle, &trace);
    trace.steps.len()
}

/// What is told of a supposition leads from it to a contradiction, step by step, and cites nothing
/// that was not known or told before.
fn follow(court: &mut Court, known: &[Fact], chain: &Chain) {
    let reasoner = court.puzzle.reasoner();
    let mut known = known.to_vec();
    learn(&mut known, &[chain.suppose], |fact| reasoner.implied(fact));
    for step in &chain.steps {
        court.judge(&known, step);
        learn(&mut known, &step.therefore, |fact| reasoner.implied(fact));
    }
    let ends = chain.steps.last().is_some_and(Step::is_clash);
    assert!(ends, "a supposition stands: {chain:?}");
}

/// Told in another order, every step still comes after all that it cites.
fn tell(puzzle: &dyn Puzzle, trace: &Trace) {
    let seen = |fact| puzzle.reasoner().seen_with(fact);
    let mut known = Vec::new();
    learn(&mut known, &puzzle.reasoner().givens(), seen);
    for passage in walkthrough(puzzle, &[], trace, Length::Full).passages {
        for ground in &passage.step.because {
            if let Ground::Fact(fact) = ground {
                assert!(known.contains(fact), "{:?} comes too soon", passage.step);
            }
        }
        learn(&mut known, &passage.step.therefore, seen);
    }
}

/// What was proved.
#[derive(Default, Debug)]
pub struct Tally {
    /// Random positions.
    pub positions: usize,
    /// How many steps of each rule were proved, contradictions included.
    pub steps: Vec<usize>,
}

impl Tally {
    /// Print how often each rule was proved.
    pub fn print(&self, family: &Family) {
        println!(
            "{}: {} random positions, {} steps entailed by what is known and by what they cite",
            family.id,
            self.positions,
            self.steps.iter().sum::<usize>()
        );
        for (rule, steps) in (family.deductions)().iter().zip(&self.steps) {
            println!("    {:<24} {steps}", rule.id);
        }
    }
}

/// Random positions of one puzzle, in which every rule is tried alone, and a run of all rules in
/// random order.
pub fn prove_positions(puzzle: &dyn Puzzle, count: usize, rng: &mut ChaCha8Rng, tally: &mut Tally) {
    let reasoner = puzzle.reasoner();
    let table = reasoner.rules();
    let implied = |fact: Fact| reasoner.implied(fact);
    let own = table.own().len();
    tally.steps.resize(table.len(), 0);
    let mut court = Court::new(puzzle);
    let givens = reasoner.givens();
    let mut solution = (court.all.solve(&givens) == Verdict::Sat).then(|| court.all.atoms());
    for _ in 0..count {
        let mut known = givens.clone();
        if let Some(atoms) = &solution {
            let share = rng.random_range(0.0..1.0f64).powi(2);
            for (atom, &yes) in atoms.iter().enumerate() {
                if rng.random_bool(share) {
                    learn(&mut known, &[Fact::new(atom, yes)], implied);
                }
            }
        }
        // Now and then a wrong entry: what follows from it must follow all the same.
        if rng.random_bool(0.2) && reasoner.atoms() > 0 {
            let fact = Fact::new(rng.random_range(0..reasoner.atoms()), rng.random_bool(0.5));
            let clear = |f: &Fact| !known.contains(&!*f);
            if clear(&fact) && reasoner.implied(fact).iter().all(clear) {
                learn(&mut known, &[fact], implied);
            }
        }
        for rule in 0..own {
            let plan = Plan::of(vec![rule], Way::Order).with_reasons();
            for step in reasoner.steps(&known, &plan, Budget::UNLIMITED) {
                court.judge(&known, &step);
                tally.steps[table.place(step.rule)] += 1;
            }
        }
        let mut rules: Vec<usize> = (0..own).collect();
        rules.shuffle(rng);
        let plan = Plan {
            trial: rng.random_bool(0.2),
            ..Plan::of(rules, Way::Order).with_reasons()
        };
        let trace = reasoner.trace(&known, &plan, Budget::UNLIMITED);
        for step in &trace.steps {
            court.judge(&known, step);
            read(puzzle, step);
            tally.steps[table.place(step.rule)] += 1;
            learn(&mut known, &step.therefore, implied);
        }
        // What was not looked at again after small changes would show now.
        if trace.end == logic::TraceEnd::Stuck && !plan.trial {
            let missed = reasoner.steps(&known, &plan, Budget::UNLIMITED);
            if let Some(step) = missed.first() {
                panic!("{}", court.complaint("was missed", step, &known));
            }
        }
        tally.positions += 1;
        // Another solution next time, if there is one.
        if let Some(atoms) = &solution {
            let flipped = rng.random_range(0..atoms.len().max(1));
            if let Some(&yes) = atoms.get(flipped)
                && court.all.solve(&[Lit::new(flipped, !yes)]) == Verdict::Sat
            {
                solution = Some(court.all.atoms());
            }
        }
    }
}
