//! What an answer means.

use crate::sexpr::Sexpr;

/// The answer to `(check-sat)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// There is a solution, whose values can be asked for.
    Sat,
    /// There is no solution.
    Unsat,
    /// The solver gave up, or ran into a limit of its own.
    Unknown,
    /// The solver objects to what it was told, in these words.
    Error(String),
    /// An answer that is none of these.
    Nonsense,
}

impl Reply {
    /// What an answer to `(check-sat)` means.
    pub fn of(answer: &Sexpr) -> Reply {
        match answer {
            Sexpr::Atom(word) => match word.as_str() {
                "sat" => Reply::Sat,
                "unsat" => Reply::Unsat,
                "unknown" | "timeout" => Reply::Unknown,
                _ => Reply::Nonsense,
            },
            _ => error(answer).map_or(Reply::Nonsense, Reply::Error),
        }
    }
}

/// The message of `(error "…")`.
fn error(answer: &Sexpr) -> Option<String> {
    match answer.list()? {
        [Sexpr::Atom(word), rest @ ..] if word == "error" => Some(match rest {
            [Sexpr::Text(message)] => message.clone(),
            rest => rest.iter().map(Sexpr::to_string).collect(),
        }),
        _ => None,
    }
}

/// The truth values in the answer to `(get-value (…))`, in the order in which they were asked for.
pub fn truths(answer: &Sexpr, asked: usize) -> Result<Vec<bool>, Reply> {
    if let Some(message) = error(answer) {
        return Err(Reply::Error(message));
    }
    let pairs = answer.list().unwrap_or_default();
    let truths: Option<Vec<bool>> = pairs
        .iter()
        .map(|pair| match pair.list()? {
            [_, Sexpr::Atom(value)] if value == "true" => Some(true),
            [_, Sexpr::Atom(value)] if value == "false" => Some(false),
            _ => None,
        })
        .collect();
    truths.filter(|t| t.len() == asked).ok_or(Reply::Nonsense)
}

/// The value in the answer to `(get-info :keyword)`.
pub fn info(answer: &Sexpr) -> Option<&str> {
    match answer.list()? {
        [Sexpr::Atom(key), Sexpr::Text(value) | Sexpr::Atom(value)] if key.starts_with(':') => {
            Some(value)
        }
        _ => None,
    }
}

/// One of the figures that a solver reports about its work.
#[derive(Clone, PartialEq, Debug)]
pub enum Statistic {
    /// A plain number.
    Number(f64),
    /// Anything else, as it was written.
    Words(String),
}

/// The answer to `(get-info :all-statistics)`: z3 lists `:key value`, cvc5 pairs `("key" value)`.
/// Figures that are 0 are left out; cvc5 has hundreds of them.
pub fn statistics(answer: &Sexpr) -> Vec<(String, Statistic)> {
    let mut found = Vec::new();
    let list = answer.list().unwrap_or_default();
    let mut items = list.iter().peekable();
    while let Some(item) = items.next() {
        match (item, items.peek()) {
            (Sexpr::Atom(key), Some(Sexpr::List(pairs))) if key.starts_with(':') => {
                for pair in pairs {
                    if let Some([Sexpr::Text(key) | Sexpr::Atom(key), value @ ..]) = pair.list() {
                        found.push((key.clone(), statistic(value)));
                    }
                }
                items.next();
            }
            (Sexpr::Atom(key), Some(value)) if key.starts_with(':') => {
                found.push((key[1..].to_owned(), statistic(std::slice::from_ref(value))));
                items.next();
            }
            _ => {}
        }
    }
    found.retain(|(_, value)| match value {
        Statistic::Number(number) => *number != 0.0,
        Statistic::Words(words) => !["", "{ }", "0ms", "-nan"].contains(&words.as_str()),
    });
    found
}

fn statistic(value: &[Sexpr]) -> Statistic {
    let words: Vec<String> = value
        .iter()
        .map(|v| match v {
            Sexpr::Text(text) => text.clone(),
            other => other.to_string(),
        })
        .collect();
    let words = words.join(" ");
    match words.parse() {
        Ok(number) if f64::is_finite(number) => Statistic::Number(number),
        _ => Statistic::Words(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::Reader;

    fn read(text: &str) -> Sexpr {
        let mut reader = Reader::default();
        let read = reader.next(&mut text.as_bytes()).expect("readable");
        read.or_else(|| reader.end().expect("readable"))
            .expect("whole")
    }

    #[test]
    fn answers_are_told_apart() {
        assert_eq!(Reply::of(&read("sat")), Reply::Sat);
        assert_eq!(Reply::of(&read("unsat")), Reply::Unsat);
        assert_eq!(Reply::of(&read("unknown")), Reply::Unknown);
        assert_eq!(Reply::of(&read("timeout")), Reply::Unknown);
        assert_eq!(Reply::of(&read("y")), Reply::Nonsense);
        assert_eq!(Reply::of(&read("(sat)")), Reply::Nonsense);
        let error = Reply::Error("line 3: no".to_owned());
        assert_eq!(Reply::of(&read("(error \"line 3: no\")")), error);
    }

    #[test]
    fn truth_values_come_in_order_and_in_number() {
        let answer = read("(((= x 1) true) (b false))");
        assert_eq!(truths(&answer, 2), Ok(vec![true, false]));
        assert_eq!(truths(&answer, 3), Err(Reply::Nonsense));
        assert_eq!(truths(&read("((x 7))"), 1), Err(Reply::Nonsense));
        assert_eq!(truths(&read("sat"), 1), Err(Reply::Nonsense));
        let error = Reply::Error("no model".to_owned());
        assert_eq!(truths(&read("(error \"no model\")"), 1), Err(error));
    }

    #[test]
    fn statistics_of_both_kinds_are_read() {
        let z3 = read("(:conflicts 12\n :memory 16.81\n :nothing 0)");
        assert_eq!(
            statistics(&z3),
            [
                ("conflicts".to_owned(), Statistic::Number(12.0)),
                ("memory".to_owned(), Statistic::Number(16.81)),
            ]
        );
        let cvc5 = read(
            "(:all-statistics ((\"sat::conflicts\" 3) (\"a\" 0) (\"t\" 4ms) (\"u\" 0ms) \
             (\"m\" { A: 1 }) (\"n\" {  })))",
        );
        assert_eq!(
            statistics(&cvc5),
            [
                ("sat::conflicts".to_owned(), Statistic::Number(3.0)),
                ("t".to_owned(), Statistic::Words("4ms".to_owned())),
                ("m".to_owned(), Statistic::Words("{ A: 1 }".to_owned())),
            ]
        );
        assert_eq!(statistics(&read("unsupported")), []);
    }

    #[test]
    fn infos_have_a_value() {
        assert_eq!(info(&read("(:version \"4.8.12\")")), Some("4.8.12"));
        assert_eq!(info(&read("unsupported")), None);
    }
}
