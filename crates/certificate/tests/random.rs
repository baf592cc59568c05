//! Random instances beside brute force: where there is no solution, a proof by cases is accepted;
//! where there is one, nothing ever is, whatever is done to the proof. And no input ends in a panic.

use certificate::{Clauses, drat, lrat};

/// The same numbers on every machine (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    fn lit(&mut self, vars: usize) -> i32 {
        let var = self.roll(vars) as i32 + 1;
        if self.roll(2) == 0 { var } else { -var }
    }
}

type Clause = Vec<i32>;

fn random_clauses(dice: &mut Dice) -> (usize, Vec<Clause>) {
    let vars = 2 + dice.roll(5);
    let count = vars * (2 + dice.roll(5));
    let clauses = (0..count)
        .map(|_| {
            let length = 1 + dice.roll(4);
            (0..length).map(|_| dice.lit(vars)).collect()
        })
        .collect();
    (vars, clauses)
}

fn dimacs(vars: usize, clauses: &[Clause]) -> Clauses {
    // Spaces, so that the file is long enough for its variables.
    let mut text = format!("p cnf {vars} {}\n{}", clauses.len(), " ".repeat(vars));
    for clause in clauses {
        text += &line(clause);
    }
    Clauses::read(text.as_bytes()).expect("clauses")
}

fn line(clause: &[i32]) -> String {
    let words: Vec<String> = clause.iter().map(i32::to_string).collect();
    format!("{} 0\n", words.join(" "))
}

fn has_solution(vars: usize, clauses: &[Clause]) -> bool {
    (0..1_u32 << vars).any(|answers| {
        let holds = |lit: &i32| (answers >> (lit.unsigned_abs() - 1) & 1 == 1) == (*lit > 0);
        clauses.iter().all(|clause| clause.iter().any(holds))
    })
}

/// A proof by cases in both notations. Each leaf of the tree of cases breaks a clause; each clause of
/// the proof denies the cases that lead to a node. `None` where a leaf breaks none.
struct Cases<'a> {
    vars: i32,
    clauses: &'a [Clause],
    drat: String,
    lrat: String,
    number: usize,
}

impl Cases<'_> {
    fn deny(&mut self, chosen: &mut Vec<i32>) -> Option<usize> {
        let broken = |clause: &Clause| clause.iter().all(|lit| chosen.contains(&-lit));
        let hints = match self.clauses.iter().position(broken) {
            Some(place) => vec![place + 1],
            None => {
                let next = chosen.len() as i32 + 1;
                if next > self.vars {
                    return None;
                }
                let mut hints = Vec::new();
                for lit in [next, -next] {
                    chosen.push(lit);
                    hints.push(self.deny(chosen)?);
                    chosen.pop();
                }
                hints
            }
        };
        self.number += 1;
        let clause: Clause = chosen.iter().map(|lit| -lit).collect();
        self.drat += &line(&clause);
        let hints: Vec<String> = hints.iter().map(usize::to_string).collect();
        let words = line(&clause);
        self.lrat += &format!("{} {} {} 0\n", self.number, words.trim(), hints.join(" "));
        Some(self.number)
    }
}

fn by_cases(vars: usize, clauses: &[Clause]) -> Option<(String, String)> {
    let mut cases = Cases {
        vars: vars as i32,
        clauses,
        drat: String::new(),
        lrat: String::new(),
        number: clauses.len(),
    };
    cases.deny(&mut Vec::new())?;
    Some((cases.drat, cases.lrat))
}

#[test]
fn proofs_by_cases_are_accepted_where_there_is_no_solution() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut kinds = [0, 0];
    for _ in 0..1_000 {
        let (vars, clauses) = random_clauses(&mut dice);
        let instance = dimacs(vars, &clauses);
        let proof = by_cases(vars, &clauses);
        assert_eq!(proof.is_none(), has_solution(vars, &clauses));
        kinds[usize::from(proof.is_none())] += 1;
        let Some((by_drat, by_lrat)) = proof else {
            continue;
        };
        let result = drat(&instance, by_drat.as_bytes(), &|| false);
        assert!(result.is_ok(), "{result:?}: {clauses:?}\n{by_drat}");
        let result = lrat(&instance, by_lrat.as_bytes(), &|| false);
        assert!(result.is_ok(), "{result:?}: {clauses:?}\n{by_lrat}");
    }
    assert!(kinds.iter().all(|&n| n > 200), "{kinds:?}");
}

/// Steps at random, with new variables, dropped clauses and RAT among them, end in the empty clause.
/// If anything of this is accepted, there is no solution.
#[test]
fn nothing_is_accepted_where_there_is_a_solution() {
    let mut dice = Dice(0x1234_5678_9abc_def1);
    let (mut accepted, mut not_implied, mut satisfiable) = (0, 0, 0);
    for _ in 0..3_000 {
        let vars = 4 + dice.roll(2);
        let clauses: Vec<Clause> = (0..vars * 4 + dice.roll(8))
            .map(|_| (0..3).map(|_| dice.lit(vars)).collect())
            .collect();
        let solvable = has_solution(vars, &clauses);
        satisfiable += usize::from(solvable);
        let instance = dimacs(vars, &clauses);
        // Steps that are refused are left out, so that the proof goes on for a while.
        let mut proof = String::new();
        let mut there = clauses.clone();
        for _ in 0..12 {
            if dice.roll(4) == 0 && !there.is_empty() {
                let place = dice.roll(there.len());
                proof += &format!("d {}", line(&there.swap_remove(place)));
            }
            let length = 1 + dice.roll(3);
            let clause: Clause = (0..length).map(|_| dice.lit(vars + 2)).collect();
            let longer = format!("{proof}{}0\n", line(&clause));
            match drat(&instance, longer.as_bytes(), &|| false) {
                Ok(_) => {
                    assert!(!solvable, "{clauses:?}\n{longer}");
                    accepted += 1;
                    break;
                }
                Err(refusal) if refusal.to_string().contains("the empty clause does not") => {
                    let denied = clause.iter().map(|&lit| vec![-lit]);
                    let without: Vec<Clause> = there.iter().cloned().chain(denied).collect();
                    not_implied += usize::from(has_solution(vars + 2, &without));
                    proof += &line(&clause);
                    there.push(clause);
                }
                Err(_) => {}
            }
        }
    }
    assert!(
        accepted > 500 && not_implied > 500 && satisfiable > 500,
        "{accepted} {not_implied} {satisfiable}"
    );
}

/// Right proofs with bytes changed, lost, doubled or swapped: never a panic, and never accepted where
/// the clauses, one of which was taken away, have a solution.
#[test]
fn damage_is_survived_and_never_believed() {
    let mut dice = Dice(0x0dd_ba11);
    let mut judged = 0;
    for _ in 0..300 {
        let (vars, mut clauses) = random_clauses(&mut dice);
        let Some((by_drat, by_lrat)) = by_cases(vars, &clauses) else {
            continue;
        };
        let place = dice.roll(clauses.len());
        clauses.remove(place);
        let solvable = has_solution(vars, &clauses);
        let instance = dimacs(vars, &clauses);
        for _ in 0..20 {
            for proof in [&by_drat, &by_lrat] {
                let mut bytes = proof.clone().into_bytes();
                for _ in 0..1 + dice.roll(4) {
                    damage(&mut bytes, &mut dice);
                }
                for result in [
                    drat(&instance, &bytes, &|| false),
                    lrat(&instance, &bytes, &|| false),
                ] {
                    assert!(result.is_err() || !solvable, "{clauses:?}\n{bytes:?}");
                    judged += 1;
                }
                let _ = Clauses::read(&bytes);
                let _ = certificate::Truths::read(&bytes, vars);
            }
        }
    }
    assert!(judged > 5_000, "{judged}");
}

fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) {
    if bytes.is_empty() {
        return;
    }
    let at = dice.roll(bytes.len());
    match dice.roll(6) {
        0 => bytes[at] = dice.roll(256) as u8,
        1 => bytes[at] = b"0123456789- d\n\0a"[dice.roll(16)],
        2 => drop(bytes.remove(at)),
        3 => bytes.insert(at, b"0123456789- d\n\0a"[dice.roll(16)]),
        4 => bytes.truncate(at),
        _ => {
            let end = (at + 1 + dice.roll(12)).min(bytes.len());
            let piece = bytes[at..end].to_vec();
            bytes.splice(at..at, piece);
        }
    }
}
