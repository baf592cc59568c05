//! A model of the proving engine as a DIMACS file: clauses only, connectivity included
//! ([`sat::Plain`]), so that any SAT solver can work on it. Comments say what the first variables
//! mean; a variable's number is its atom's number plus one.

use std::fmt::Write;

use sat::{Lit, Model, Plain};

/// `heading` and `meaning` (of each atom answered with yes) become comments.
pub fn write(model: &Model, heading: &[String], meaning: impl Fn(Lit) -> String) -> String {
    write_plain(&Plain::of(model), model.atoms(), heading, meaning)
}

/// The same for clauses that come from a model with this many atoms, with more of them perhaps.
pub fn write_plain(
    plain: &Plain,
    atoms: usize,
    heading: &[String],
    meaning: impl Fn(Lit) -> String,
) -> String {
    write_until(plain, atoms, heading, meaning, &|| false).expect("nothing stops it")
}

/// The same, unless it is time to stop before it is done.
pub fn write_until(
    plain: &Plain,
    atoms: usize,
    heading: &[String],
    meaning: impl Fn(Lit) -> String,
    stop: &dyn Fn() -> bool,
) -> Option<String> {
    let mut out = String::new();
    for line in heading.iter().flat_map(|h| h.lines()) {
        let _ = writeln!(out, "c {line}");
    }
    for atom in 0..atoms {
        let _ = writeln!(out, "c {} {}", atom + 1, meaning(Lit::yes(atom)));
    }
    let _ = writeln!(out, "p cnf {} {}", plain.vars, plain.clauses.len());
    for (i, clause) in plain.clauses.iter().enumerate() {
        if i.is_multiple_of(1024) && stop() {
            return None;
        }
        for lit in clause {
            let sign = if lit.is_yes() { "" } else { "-" };
            let _ = write!(out, "{sign}{} ", lit.var() + 1);
        }
        out.push_str("0\n");
    }
    Some(out)
}

/// What a SAT solver answers about such a file: lines `s …` and `v …`, or `SAT` and a line of
/// numbers as MiniSat writes them. None if the text is neither.
pub fn read(answer: &str, atoms: usize) -> Option<Answer> {
    let mut satisfiable = None;
    let mut truths = vec![false; atoms];
    for line in answer.lines() {
        match line.trim() {
            "s SATISFIABLE" | "SAT" => satisfiable = Some(true),
            "s UNSATISFIABLE" | "UNSAT" => satisfiable = Some(false),
            line => {
                let numbers = line.strip_prefix("v ").unwrap_or(line);
                for word in numbers.split_ascii_whitespace() {
                    let Ok(number) = word.parse::<i64>() else {
                        break;
                    };
                    let var = number.unsigned_abs() as usize;
                    if let Some(truth) = var.checked_sub(1).and_then(|v| truths.get_mut(v)) {
                        *truth = number > 0;
                    }
                }
            }
        }
    }
    satisfiable.map(|yes| match yes {
        true => Answer::Satisfiable(truths),
        false => Answer::Unsatisfiable,
    })
}

/// What a SAT solver found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// With the answers to the atoms.
    Satisfiable(Vec<bool>),
    /// There is no solution.
    Unsatisfiable,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_keep_their_variables_and_say_what_they_mean() {
        let mut model = Model::new(2);
        model.name("rule", 0);
        model.clause(&[Lit::yes(0), Lit::no(1)]);
        model.clause(&[]);
        let text = write(&model, &["two atoms".to_owned()], |l| {
            format!("a{}", l.var())
        });
        assert_eq!(text, "c two atoms\nc 1 a0\nc 2 a1\np cnf 2 2\n1 -2 0\n0\n");
    }

    #[test]
    fn answers_of_both_kinds_are_read() {
        let cadical = "c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n";
        let yes = Some(Answer::Satisfiable(vec![true, false]));
        assert_eq!(read(cadical, 2), yes);
        assert_eq!(read("SAT\n1 -2 3 0\n", 2), yes);
        assert_eq!(read("s UNSATISFIABLE\n", 2), Some(Answer::Unsatisfiable));
        assert_eq!(read("garbage", 2), None);
    }
}
