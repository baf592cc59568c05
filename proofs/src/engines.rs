//! Every engine and every encoding agrees with the prover, wherever it finishes: all methods with
//! their switches, all encodings through every SMT solver that is installed, the files that are
//! written for other solvers, and the clauses through an independent SAT solver.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use pipe::Solver;
use puzzles::engine::{Encoding, Method, SearchEnd, SwitchKind};
use puzzles::format::Document;
use puzzles::{Answer, Board, Fact, Puzzle, Status, same_answer, solve};
use sat::Budget;

use crate::spread::spread;

/// The SMT solvers that are there; a word about those that are not.
pub fn smt_solvers() -> Vec<Solver> {
    ["z3", "cvc5"]
        .into_iter()
        .map(|name| Solver::parse(name).expect("a solver"))
        .filter(is_there)
        .collect()
}

fn is_there(solver: &Solver) -> bool {
    if !solver.is_installed() {
        let name = solver.name();
        println!("skipped: what needs {name} (apt-get install {name})");
    }
    solver.is_installed()
}

/// Is there an independent SAT solver?
pub fn has_cadical() -> bool {
    is_there(&Solver::parse("cadical").expect("a solver"))
}

/// What came of one way to solve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// It said what the prover says.
    pub agreed: usize,
    /// The budget ran out, or the method cannot get any further.
    pub unfinished: usize,
    /// How many of these reached the limit of time.
    pub out_of_time: usize,
    /// The encoding cannot say this puzzle.
    pub refused: usize,
    /// Not asked, because it had run out of time so often before.
    pub left_out: usize,
    /// Of all puzzles together.
    pub time: Duration,
}

/// Tallies by name, in order.
#[derive(Debug, Default)]
pub struct Report {
    /// Each way to solve.
    pub rows: BTreeMap<String, Tally>,
    /// Unique, ambiguous, without solution.
    pub kinds: [usize; 3],
}

/// What to run, and how long each may take.
pub struct Plan {
    /// The SMT solvers.
    pub solvers: Vec<Solver>,
    /// Whether the clauses go through CaDiCaL.
    pub cadical: bool,
    /// The most that one question may take.
    pub limit: Duration,
    /// A way to solve that has run out of time this often among these puzzles is asked no further:
    /// some are made for small boards only, and would take hours to say nothing.
    pub patience: usize,
}

/// Every way to solve agrees about each of these puzzles.
pub fn prove(documents: &[Document], plan: &Plan) -> Report {
    let report = Mutex::new(Report::default());
    spread(documents, |document| {
        prove_one(document.puzzle.as_ref(), plan, &report);
    });
    report.into_inner().expect("no panic while it is held")
}

fn prove_one(puzzle: &dyn Puzzle, plan: &Plan, report: &Mutex<Report>) {
    let ours = solve(puzzle, 2, Budget::UNLIMITED);
    let book = |name: String, start: Instant, count: fn(&mut Tally)| {
        let mut report = report.lock().expect("no panic while it is held");
        let tally = report.rows.entry(name).or_default();
        let (before, took) = (tally.unfinished, start.elapsed());
        count(tally);
        tally.out_of_time += (tally.unfinished > before && took >= plan.limit) as usize;
        tally.time += took;
    };
    {
        let kind = match ours.status {
            Status::Unique => 0,
            Status::Multiple => 1,
            _ => 2,
        };
        report.lock().expect("no panic while it is held").kinds[kind] += 1;
    }
    let is_hopeless = |name: &str| {
        let mut report = report.lock().expect("no panic while it is held");
        let tally = report.rows.entry(name.to_owned()).or_default();
        let hopeless = tally.out_of_time >= plan.patience;
        tally.left_out += hopeless as usize;
        hopeless
    };
    for method in puzzle.family().engines().methods {
        for with in choices(method) {
            let name = format!("search {} {with}", method.id);
            if is_hopeless(&name) {
                continue;
            }
            let start = Instant::now();
            let found = limited(plan.limit, |budget| {
                let options = method.options(&with, 1).expect("its own switches");
                method.solve(puzzle, &options, 2, budget)
            });
            let known = found.end == SearchEnd::Proved;
            compare(
                puzzle,
                &name,
                &ours,
                known,
                found.status(),
                &found.solutions,
            );
            if known {
                book(name, start, |t| t.agreed += 1);
            } else {
                book(name, start, |t| t.unfinished += 1);
            }
        }
    }
    for encoding in puzzle.family().engines().encodings {
        for solver in &plan.solvers {
            let name = format!("smt {} {}", encoding.id, solver.name());
            let start = Instant::now();
            prove_accepted(puzzle, encoding, solver);
            if is_hopeless(&name) {
                continue;
            }
            let outcome = limited(plan.limit, |budget| {
                pipe::solve(puzzle, encoding, solver, 2, budget)
            });
            match outcome {
                Err(pipe::Error::Refused(_)) => book(name, start, |t| t.refused += 1),
                // A study's instance to the letter may say too little, but only where there is no
                // solution, and its models are never taken for one.
                Err(pipe::Error::WrongModel { .. })
                    if encoding.id.ends_with("-study") && ours.status == Status::None =>
                {
                    book(name, start, |t| t.refused += 1);
                }
                Err(error) => panic!("{name}: {error}: {puzzle:?}"),
                Ok(outcome) => {
                    let known = outcome.status != Status::Unknown;
                    compare(
                        puzzle,
                        &name,
                        &ours,
                        known,
                        outcome.status,
                        &outcome.solutions,
                    );
                    if known {
                        book(name, start, |t| t.agreed += 1);
                    } else {
                        book(name, start, |t| t.unfinished += 1);
                    }
                }
            }
        }
    }
    if plan.cadical {
        let start = Instant::now();
        prove_clauses(puzzle, &ours);
        book("dimacs cadical".to_owned(), start, |t| t.agreed += 1);
    }
}

/// No switch, each alone, and all together; methods that only take numbers run shorter than usual.
fn choices(method: &Method) -> Vec<String> {
    let on_off = method
        .switches
        .iter()
        .filter(|s| s.kind == SwitchKind::OnOff);
    let on_off: Vec<&str> = on_off.map(|s| s.id).collect();
    let mut choices = vec![String::new()];
    choices.extend(on_off.iter().map(|id| (*id).to_owned()));
    // All but the one that is no proof.
    let proving: Vec<&str> = on_off
        .into_iter()
        .filter(|id| *id != "first-only")
        .collect();
    if proving.len() > 1 {
        choices.push(proving.join(","));
    }
    if method.switches.iter().any(|s| s.id == "generations") {
        choices[0] = "generations=500".to_owned();
    }
    choices
}

fn limited<T>(limit: Duration, work: impl FnOnce(Budget) -> T) -> T {
    let deadline = Instant::now() + limit;
    work(Budget {
        stop: &|| Instant::now() >= deadline,
        ..Budget::UNLIMITED
    })
}

/// The same status, if it is known; and in any case no other solution than ours, if ours is the
/// only one.
fn compare(
    puzzle: &dyn Puzzle,
    name: &str,
    ours: &Answer,
    known: bool,
    status: Status,
    solutions: &[Board],
) {
    if known {
        assert_eq!(status, ours.status, "{name}: {puzzle:?}");
    }
    for board in solutions {
        assert_ne!(ours.status, Status::None, "{name}: {board:?} of {puzzle:?}");
        if ours.status == Status::Unique {
            let same = same_answer(puzzle, board, &ours.solutions[0]);
            assert!(same, "{name}: another solution of {puzzle:?}");
        }
    }
    for (i, a) in solutions.iter().enumerate() {
        for b in &solutions[..i] {
            let same = same_answer(puzzle, a, b);
            assert!(!same, "{name}: the same solution twice of {puzzle:?}");
        }
    }
}

/// A written file is accepted without a word.
fn prove_accepted(puzzle: &dyn Puzzle, encoding: &Encoding, solver: &Solver) {
    let Ok(instance) = (encoding.build)(puzzle) else {
        return; // refused, which is counted elsewhere
    };
    let mut text = smt::script(&instance.script, &["a file".to_owned()]);
    text += "(exit)\n";
    let arguments: &[&str] = match solver.name() {
        "z3" => &["-smt2", "-in"],
        _ => &["--lang", "smt2"],
    };
    let said = piped(solver.name(), arguments, &text);
    assert_eq!(
        said,
        "",
        "{} about {}: {puzzle:?}",
        solver.name(),
        encoding.id
    );
}

/// An independent solver decides the clauses, and its model decodes to a solution.
fn prove_clauses(puzzle: &dyn Puzzle, ours: &Answer) {
    let model = puzzle.encode();
    let text = smt::dimacs::write(&model, &[], |fact| puzzle.fact_text(fact));
    let said = piped("cadical", &["-q"], &text);
    let answer = smt::dimacs::read(&said, model.atoms());
    match answer.unwrap_or_else(|| panic!("cadical says {said:?} about {puzzle:?}")) {
        smt::dimacs::Answer::Unsatisfiable => {
            assert_eq!(ours.status, Status::None, "cadical: {puzzle:?}");
        }
        smt::dimacs::Answer::Satisfiable(truths) => {
            let facts = truths.iter().enumerate();
            let facts: Vec<Fact> = facts.map(|(atom, &yes)| Fact::new(atom, yes)).collect();
            let board = puzzle.board(&facts);
            let violations = puzzle.check(&board);
            assert!(
                violations.is_empty(),
                "cadical: {violations:?} in {puzzle:?}"
            );
            compare(puzzle, "cadical", ours, false, Status::Unknown, &[board]);
        }
    }
}

/// Everything that a program says about this input.
fn piped(program: &str, arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("{program}: {e}"));
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("written");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

impl Report {
    /// Print the table.
    pub fn print(&self, name: &str) {
        let [unique, multiple, none] = self.kinds;
        println!("{name}: {unique} unique, {multiple} ambiguous, {none} without solution");
        println!(
            "  {:<46} {:>7} {:>10} {:>8} {:>8} {:>9}",
            "", "agree", "unfinished", "left out", "refused", "seconds"
        );
        for (name, tally) in &self.rows {
            println!(
                "  {name:<46} {:>7} {:>10} {:>8} {:>8} {:>9.1}",
                tally.agreed,
                tally.unfinished,
                tally.left_out,
                tally.refused,
                tally.time.as_secs_f64()
            );
        }
    }
}
