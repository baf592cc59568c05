//! Licence expressions of packages (`MIT OR Apache-2.0`), and which of the licences we take.

/// The licences under which the program may carry the work of others, those we would rather take
/// first: short ones that ask for a notice only. `deny.toml` has the same list.
pub const ALLOWED: [&str; 9] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "Zlib",
    "BSD-3-Clause",
    "BSD-2-Clause",
    "ISC",
    "Unicode-3.0",
    "OFL-1.1",
];

/// The licences under which a package is used: of an `OR` the side that we like better, of an
/// `AND` both. An error names what is not allowed.
pub fn choose(expression: &str) -> Result<Vec<&'static str>, String> {
    // Packages of long ago wrote `/` for `OR`.
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    let chosen = either(&mut words)?;
    match words.next() {
        None => chosen.map_err(|refused| format!("{refused} is not among the allowed licences")),
        Some(word) => Err(format!("{word:?} in the licence {expression:?}")),
    }
}

/// What was chosen, or the licence that is not allowed.
type Choice = Result<Vec<&'static str>, String>;
type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn either(words: &mut Words) -> Result<Choice, String> {
    let mut best = both(words)?;
    while words.next_if_eq(&"OR").is_some() {
        let other = both(words)?;
        best = match (best, other) {
            (Ok(one), Ok(two)) => Ok(if worth(&two) < worth(&one) { two } else { one }),
            (Ok(one), Err(_)) | (Err(_), Ok(one)) => Ok(one),
            (Err(one), Err(_)) => Err(one),
        };
    }
    Ok(best)
}

/// How much we would rather have another, as the list of the allowed has it.
fn worth(chosen: &[&str]) -> usize {
    let place = |licence: &&str| ALLOWED.iter().position(|allowed| allowed == licence);
    chosen.iter().filter_map(place).sum::<usize>() + chosen.len() * ALLOWED.len()
}

fn both(words: &mut Words) -> Result<Choice, String> {
    let mut all = one(words)?;
    while words.next_if_eq(&"AND").is_some() {
        let more = one(words)?;
        all = all.and_then(|all| Ok([all, more?].concat()));
    }
    Ok(all)
}

fn one(words: &mut Words) -> Result<Choice, String> {
    let name = words.next().ok_or("the licence ends too early")?;
    if name == "(" {
        let inside = either(words)?;
        return match words.next() {
            Some(")") => Ok(inside),
            _ => Err("a bracket in the licence is not closed".to_owned()),
        };
    }
    let mut name = name.to_owned();
    if words.next_if_eq(&"WITH").is_some() {
        let exception = words.next().ok_or("the licence ends too early")?;
        name += &format!(" WITH {exception}");
    }
    let allowed = ALLOWED.iter().find(|allowed| **allowed == name);
    Ok(allowed.map(|allowed| vec![*allowed]).ok_or(name))
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn the_shorter_licence_is_taken() {
        for expression in [
            "MIT",
            "MIT OR Apache-2.0",
            "Apache-2.0/MIT",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
            "LGPL-2.1-or-later OR MIT",
            "MIT OR (Zlib AND BSD-3-Clause)",
        ] {
            assert_eq!(choose(expression), Ok(vec!["MIT"]), "{expression}");
        }
        let both = choose("(Apache-2.0 OR MIT) AND Unicode-3.0");
        assert_eq!(both, Ok(vec!["MIT", "Unicode-3.0"]));
    }

    #[test]
    fn what_is_not_allowed_is_named() {
        for (expression, named) in [
            ("GPL-3.0-only", "GPL-3.0-only"),
            ("MIT AND GPL-2.0-only", "GPL-2.0-only"),
            ("GPL-2.0-only WITH Classpath-exception-2.0", "Classpath"),
            ("(MIT", "bracket"),
            ("MIT Zlib", "Zlib"),
            ("", "ends too early"),
        ] {
            let refused = choose(expression).expect_err(expression);
            assert!(refused.contains(named), "{refused}");
        }
    }
}
