//! The study's engines: patterns alone ("Help", pressed until nothing changes), patterns with brute
//! force (guess a cell, follow the patterns, take it back), SAT without the loop (look through
//! models until one is right), and, as the study wished, SAT that is told what the patterns found.
//! Those that end in `-study` are the study's to the letter: its patterns (study.rs), and models of
//! its clauses (smt.rs). Patterns begin with what is on the board.

use sat::{Solver, Verdict};

use super::patterns::{State, fill, open_atom};
use super::{Yajilin, encode, smt, study};
use crate::engine::{Found, Meter, Options, Run, SearchEnd, Solutions};
use crate::kit::prelude::*;
use crate::solve::{Status, solve_knowing};

pub(super) const METHODS: &[(&str, Run)] = &[
    ("patterns+search", |puzzle, _, want, budget| {
        patterns_and_search(own(puzzle), want, budget)
    }),
    ("patterns", |puzzle, options, _, _| {
        patterns(own(puzzle), &options.known)
    }),
    ("patterns-study", |puzzle, options, _, _| {
        study::patterns(own(puzzle), &options.known)
    }),
    ("patterns+sat", |puzzle, _, want, budget| {
        patterns_and_sat(own(puzzle), want, budget)
    }),
    ("models", |puzzle, options, want, budget| {
        let puzzle: &Yajilin = own(puzzle);
        let atoms = (0..puzzle.atoms.len()).map(Lit::yes).collect();
        let mut model = Model::new(puzzle.atoms.len());
        encode::without_loop(puzzle, &mut model);
        models(puzzle, (model, atoms), options, (want, budget))
    }),
    (
        "models-study",
        |puzzle, options, want, budget| match smt::clauses(own(puzzle)) {
            Ok(clauses) => models(own(puzzle), clauses, options, (want, budget)),
            Err(_) => Found::nothing(SearchEnd::Stuck, Vec::new()),
        },
    ),
];

fn patterns(puzzle: &Yajilin, known: &[Fact]) -> Found {
    let mut state = State::new(puzzle);
    let entered = known.iter().all(|f| state.set(f.var(), f.is_yes()).is_ok());
    let rounds = match entered {
        true => fill(puzzle, &mut state),
        false => Err(super::patterns::Contradiction),
    };
    let facts = state.facts();
    let board = puzzle.board(&facts);
    let finished = facts.len() == puzzle.atoms.len();
    // The patterns are sound: if they settle everything, nothing else can be a solution.
    let solved = rounds.is_ok() && finished && puzzle.check(&board).is_empty();
    // What was entered may be wrong, and then nothing is proved.
    let stuck = rounds.is_ok() && !finished || !known.is_empty();
    let end = match stuck {
        true => SearchEnd::Stuck,
        false => SearchEnd::Proved,
    };
    let counters = counters(puzzle, rounds.unwrap_or(0), &facts);
    Found {
        partial: (stuck && !solved).then(|| board.clone()),
        solutions: solved.then_some(board).into_iter().collect(),
        ..Found::nothing(end, counters)
    }
}

/// What is counted of patterns: rounds, and of how many atoms the answer was found.
pub(super) fn counters(puzzle: &Yajilin, rounds: u64, facts: &[Fact]) -> Vec<(&'static str, u64)> {
    let (found, atoms) = (facts.len() as u64, puzzle.atoms.len() as u64);
    vec![("rounds", rounds), ("found", found), ("atoms", atoms)]
}

fn patterns_and_search(puzzle: &Yajilin, want: usize, budget: Budget) -> Found {
    let mut search = Search {
        puzzle,
        meter: Meter::new(budget),
        catch: Solutions::new(want),
    };
    search.call(State::new(puzzle));
    let counters = search.catch.counters(&search.meter);
    search.catch.found(&search.meter, counters)
}

struct Search<'a> {
    puzzle: &'a Yajilin,
    meter: Meter<'a>,
    catch: Solutions,
}

impl Search<'_> {
    fn call(&mut self, mut state: State) {
        if self.meter.enter() && fill(self.puzzle, &mut state).is_ok() {
            match open_atom(self.puzzle, &state) {
                None => {
                    let board = self.puzzle.board(&state.facts());
                    if self.puzzle.check(&board).is_empty() {
                        self.catch.add_after(&self.meter, board);
                    }
                }
                Some(atom) => {
                    for guess in [true, false] {
                        let mut next = state.clone();
                        if next.set(atom, guess).is_ok() {
                            self.call(next);
                        }
                        if self.meter.is_stopped() || self.catch.is_full() {
                            break;
                        }
                    }
                }
            }
        }
        self.meter.leave();
    }
}

fn patterns_and_sat(puzzle: &Yajilin, want: usize, budget: Budget) -> Found {
    let mut state = State::new(puzzle);
    let rounds = fill(puzzle, &mut state);
    let facts = state.facts();
    let mut counters = counters(puzzle, rounds.unwrap_or(0), &facts);
    if rounds.is_err() {
        return Found::nothing(SearchEnd::Proved, counters);
    }
    let answer = solve_knowing(puzzle, &facts, want, budget);
    counters.extend([
        ("conflicts", answer.stats.conflicts),
        ("decisions", answer.stats.decisions),
        ("propagations", answer.stats.propagations),
    ]);
    let end = match answer.status {
        Status::Unknown => SearchEnd::Stopped,
        _ => SearchEnd::Proved,
    };
    Found {
        more: answer.more,
        solutions: answer.solutions,
        ..Found::nothing(end, counters)
    }
}

/// A model without the loop, and which of its variables are the atoms; every wrong solution is
/// forbidden one by one.
fn models(
    puzzle: &Yajilin,
    (model, atoms): (Model, Vec<Lit>),
    options: &Options,
    (want, budget): (usize, Budget),
) -> Found {
    let mut solver = Solver::new(&model, budget);
    let mut catch = Solutions::new(want);
    let mut seeds = Vec::new();
    if options.is_on("patterns") {
        let mut state = State::new(puzzle);
        if fill(puzzle, &mut state).is_err() {
            return Found::nothing(SearchEnd::Proved, vec![("models", 0), ("conflicts", 0)]);
        }
        let lit = |fact: Fact| match fact.is_yes() {
            true => atoms[fact.var()],
            false => !atoms[fact.var()],
        };
        seeds.extend(state.facts().into_iter().map(lit));
    }
    let (mut looked_at, mut to_first, mut stopped) = (0, None, false);
    let first_only = options.is_on("first-only");
    while !(catch.is_full() || first_only && to_first.is_some()) {
        let verdict = match (budget.stop)() {
            true => Verdict::Unknown,
            false => solver.solve(&seeds),
        };
        if verdict != Verdict::Sat {
            stopped = verdict == Verdict::Unknown;
            break;
        }
        looked_at += 1;
        let truths = solver.atoms();
        let fact = |(atom, lit): (usize, &Lit)| Lit::new(atom, truths[lit.var()]);
        let facts: Vec<Lit> = atoms.iter().enumerate().map(fact).collect();
        let board = puzzle.board(&facts);
        if puzzle.check(&board).is_empty() {
            catch.add(board);
            to_first.get_or_insert(looked_at);
        }
        solver.exclude(&truths);
    }
    let cut_short = first_only && to_first.is_some();
    let end = match (stopped, cut_short) {
        (true, _) => SearchEnd::Stopped,
        (_, true) => SearchEnd::Stuck,
        _ => SearchEnd::Proved,
    };
    let counters = vec![
        ("models", to_first.unwrap_or(looked_at)),
        ("models_all", looked_at),
        ("conflicts", solver.stats().conflicts),
    ];
    Found {
        more: catch.more || stopped || cut_short,
        solutions: catch.solutions,
        ..Found::nothing(end, counters)
    }
}
