//! What other programs write: answers of SMT and SAT solvers, clauses, models and proofs.
//!
//! An input is parts with a line `%` between them: clauses, then a model, a proof, an answer.

use certificate::{Clauses, Truths, drat, lrat};
use smt::{Reader, Reply, dimacs, info, statistics, truths};

use super::bounded;
use crate::{ROUND, Target};

/// See the head of this file.
pub const TARGET: Target = Target {
    name: "solvers",
    about: "What solvers write: answers, clauses, models, proofs",
    seeds,
    take,
    share: 10,
    round: ROUND,
};

fn seeds() -> Vec<Vec<u8>> {
    let clauses = "c words\np cnf 3 5\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 3 0\n-3 0\n";
    let model = "s SATISFIABLE\nv 1 -2 3 0\n";
    let proofs = [
        "2 0\n1 0\nd 1 2 0\n0\n",
        "6 2 0 1 2 0\n7 1 0 3 6 0\n8 0 7 6 4 5 0\n",
        "a\x04\0a\x02\0d\x02\x04\0a\0",
        "c words\n1 2 3 0\n0\n",
    ];
    let answers = [
        "sat\n((a true) (|b c| false))\n(:version \"4.8\")\n",
        "(:time 0.5 :conflicts 12 :name \"x\"\"y\")\nunsat\n",
        "unknown\n(error \"line 1: \\\"no\\\"\")\n; words\n(() ((a) b))",
        "unsupported\n|a\nb| (:reason-unknown canceled)",
    ];
    let mut seeds = Vec::new();
    for proof in proofs {
        for answer in answers {
            seeds.push(format!("{clauses}%\n{model}%\n{proof}%\n{answer}").into_bytes());
        }
    }
    seeds
}

fn take(input: &[u8]) -> Result<String, String> {
    let mut parts = input.split(|&byte| byte == b'%');
    let mut part = || parts.next().unwrap_or_default();
    let (cnf, model, proof, answer) = (part(), part(), part(), part());
    let mut outcome = String::new();
    match Clauses::read(cnf) {
        Err(fault) => outcome += &format!("{fault:?}"),
        Ok(clauses) => {
            match Truths::read(model, clauses.vars()) {
                Err(fault) => outcome += &format!("{fault:?}"),
                Ok(truths) => {
                    let met = clauses.satisfied_by(&truths, clauses.len());
                    outcome += &format!("{met:?}");
                }
            }
            for check in [drat, lrat] {
                let accepted = bounded(|budget| check(&clauses, proof, budget.stop));
                outcome += &format!("{accepted:?}");
                // What a proof refutes has no model.
                let is_met = Truths::read(model, clauses.vars())
                    .is_ok_and(|truths| clauses.satisfied_by(&truths, clauses.len()).is_ok());
                if accepted.is_ok() && is_met {
                    return Err("clauses with a model are called refuted".to_owned());
                }
            }
        }
    }
    let words = String::from_utf8_lossy(answer);
    outcome += &format!("{:?}", dimacs::read(&words, 5).is_some());
    let mut rest = answer;
    let mut reader = Reader::default();
    loop {
        match reader.next(&mut rest) {
            Ok(Some(sexpr)) => {
                let reply = match Reply::of(&sexpr) {
                    Reply::Sat => "sat",
                    Reply::Unsat => "unsat",
                    _ => "other",
                };
                let is_model = truths(&sexpr, 2).is_ok();
                let figures = statistics(&sexpr).len();
                let name = info(&sexpr).is_some();
                outcome += &format!("{reply}{is_model}{figures}{name}");
            }
            Ok(None) => break,
            Err(_) => return Ok(outcome + "unreadable"),
        }
    }
    outcome += &format!("{:?}", reader.end().is_ok());
    Ok(outcome)
}
