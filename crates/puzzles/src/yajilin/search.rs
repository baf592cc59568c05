//! The study's engines: patterns alone ("Help", pressed until nothing changes), patterns with brute
//! force (guess a cell, follow the patterns, take it back), SAT without the loop (look through
//! models until one is right), and, as the study wished, SAT that is told what the patterns found.

use sat::{Budget, Lit, Model, Solver, Verdict};

use super::patterns::{State, fill, open_atom};
use super::{Yajilin, encode};
use crate::engine::{Found, Meter, Method, SearchEnd, Solutions, own};
use crate::puzzle::{Atoms, Rules};
use crate::solve::{Status, solve_knowing};

pub(super) const METHODS: &[Method] = &[
    Method {
        id: "patterns+search",
        words: "the study's patterns, and brute force where they find nothing more",
        switches: &[],
        run: |puzzle, _, want, budget| patterns_and_search(own(puzzle), want, budget),
    },
    Method {
        id: "patterns",
        words: "the study's patterns alone, until they find nothing more",
        switches: &[],
        run: |puzzle, _, _, _| patterns(own(puzzle)),
    },
    Method {
        id: "patterns+sat",
        words: "the proving engine, told what the patterns found (the study's wish)",
        switches: &[],
        run: |puzzle, _, want, budget| patterns_and_sat(own(puzzle), want, budget),
    },
    Method {
        id: "models",
        words: "the proving engine without the loop, looking through models (the study's SAT)",
        switches: &[],
        run: |puzzle, _, want, budget| models(own(puzzle), want, budget),
    },
];

fn patterns(puzzle: &Yajilin) -> Found {
    let mut state = State::new(puzzle);
    let rounds = fill(puzzle, &mut state);
    let facts = state.facts();
    let board = puzzle.board(&facts);
    let finished = facts.len() == puzzle.atoms.len();
    // The patterns are sound: if they settle everything, nothing else can be a solution.
    let solved = rounds.is_ok() && finished && puzzle.check(&board).is_empty();
    let stuck = rounds.is_ok() && !finished;
    Found {
        end: if stuck {
            SearchEnd::Stuck
        } else {
            SearchEnd::Proved
        },
        more: stuck,
        counters: vec![
            ("rounds", rounds.unwrap_or(0)),
            ("found", facts.len() as u64),
            ("atoms", puzzle.atoms.len() as u64),
        ],
        partial: stuck.then(|| board.clone()),
        solutions: if solved { vec![board] } else { Vec::new() },
    }
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
    let mut counters = vec![
        ("rounds", rounds.unwrap_or(0)),
        ("found", facts.len() as u64),
        ("atoms", puzzle.atoms.len() as u64),
    ];
    if rounds.is_err() {
        return Found {
            end: SearchEnd::Proved,
            solutions: Vec::new(),
            more: false,
            partial: None,
            counters,
        };
    }
    let answer = solve_knowing(puzzle, &facts, want, budget);
    counters.extend([
        ("conflicts", answer.stats.conflicts),
        ("decisions", answer.stats.decisions),
        ("propagations", answer.stats.propagations),
    ]);
    Found {
        end: match answer.status {
            Status::Unknown => SearchEnd::Stopped,
            _ => SearchEnd::Proved,
        },
        more: answer.more,
        solutions: answer.solutions,
        partial: None,
        counters,
    }
}

/// The model without its graphs, with every wrong solution forbidden one by one.
fn models(puzzle: &Yajilin, want: usize, budget: Budget) -> Found {
    let mut model = Model::new(puzzle.atoms.len());
    encode::without_loop(puzzle, &mut model);
    let mut solver = Solver::new(&model, budget);
    let mut catch = Solutions::new(want);
    let (mut looked_at, mut stopped) = (0, false);
    while !catch.is_full() {
        if (budget.stop)() {
            stopped = true;
            break;
        }
        match solver.solve(&[]) {
            Verdict::Unsat => break,
            Verdict::Unknown => {
                stopped = true;
                break;
            }
            Verdict::Sat => {}
        }
        looked_at += 1;
        let atoms = solver.atoms();
        let facts: Vec<Lit> = atoms
            .iter()
            .enumerate()
            .map(|(atom, &yes)| Lit::new(atom, yes))
            .collect();
        let board = puzzle.board(&facts);
        if puzzle.check(&board).is_empty() {
            catch.add(board);
        }
        solver.exclude(&atoms);
    }
    Found {
        end: if stopped {
            SearchEnd::Stopped
        } else {
            SearchEnd::Proved
        },
        more: catch.more || stopped,
        solutions: catch.solutions,
        partial: None,
        counters: vec![
            ("models", looked_at),
            ("conflicts", solver.stats().conflicts),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::solve::solve;

    fn read(text: &str) -> crate::format::Document {
        crate::format::split(text)[0].read().expect("a puzzle")
    }

    fn searched(puzzle: &dyn Puzzle, id: &str) -> Found {
        let method = METHODS.iter().find(|m| m.id == id).expect("a method");
        let options = method.options("", 0).expect("none");
        method.solve(puzzle, &options, 5, Budget::UNLIMITED)
    }

    const BLANK: &str = r#"{"type":"yajilin","rows":4,"cols":4,
        "problem":[["-","-","-","-"],["-","-","-","-"],["-","-","-","-"],["-","-","-","-"]]}"#;

    #[test]
    fn patterns_alone_say_how_far_they_came() {
        let blank = read(&BLANK.replace('\n', " "));
        let found = searched(blank.puzzle.as_ref(), "patterns");
        assert_eq!(found.status(), Status::Unknown);
        assert!(found.partial.is_some());
        let number = BLANK.replace('\n', " ").replacen("\"-\"", "\"2e\"", 1);
        let number = read(&number);
        let found = searched(number.puzzle.as_ref(), "patterns");
        // Two of three cells: the first and the last.
        assert!(found.counter("found") > Some(2));
    }

    #[test]
    fn every_method_agrees_with_the_prover_on_the_examples() {
        let mut compared = 0;
        for example in crate::yajilin::FAMILY.examples() {
            let document = example.expect("an example that can be read");
            let puzzle = document.puzzle.as_ref();
            let proved = solve(puzzle, 5, Budget::UNLIMITED);
            for method in METHODS {
                let found = searched(puzzle, method.id);
                if found.end == SearchEnd::Proved {
                    assert_eq!(found.status(), proved.status, "{}: {puzzle:?}", method.id);
                    compared += 1;
                }
            }
        }
        assert!(compared > 20, "{compared}");
    }
}
