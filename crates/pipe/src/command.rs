//! Which solver, and how it is called.

use std::path::Path;

/// A program that speaks SMT-LIB on its standard input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solver {
    pub(crate) program: String,
    pub(crate) arguments: Vec<String>,
}

/// Solvers that need arguments to read standard input, and where to get them.
struct Known {
    name: &'static str,
    arguments: &'static [&'static str],
    hint: &'static str,
}

const KNOWN: [Known; 4] = [
    Known {
        name: "z3",
        arguments: &["-in"],
        hint: "on Debian and Ubuntu: apt-get install z3; elsewhere see github.com/Z3Prover/z3",
    },
    Known {
        name: "cvc5",
        arguments: &["--lang", "smt2", "--incremental", "--produce-models"],
        hint: "on Debian and Ubuntu: apt-get install cvc5; elsewhere see cvc5.github.io",
    },
    // A Java archive, unless there is a program of this name.
    Known {
        name: SMTINTERPOL,
        arguments: &["-q"],
        hint: "it is a Java archive: put the path of smtinterpol.jar into SMTINTERPOL_JAR, or see \
               ultimate.informatik.uni-freiburg.de/smtinterpol",
    },
    // No SMT solver: it proves what certificates state.
    Known {
        name: "cadical",
        arguments: &[],
        hint: "on Debian and Ubuntu: apt-get install cadical; elsewhere see \
               github.com/arminbiere/cadical",
    },
];

const SMTINTERPOL: &str = "smtinterpol";

/// Where SMTInterpol's archive is, if somebody says so or Debian has put it there.
fn smtinterpol_jar() -> Option<String> {
    let said = std::env::var("SMTINTERPOL_JAR").ok();
    said.or_else(|| {
        let usual = "/usr/share/java/smtinterpol.jar";
        Path::new(usual).is_file().then(|| usual.to_owned())
    })
}

fn known(program: &str) -> Option<&'static Known> {
    let name = Path::new(program).file_name()?.to_str()?;
    KNOWN.iter().find(|k| k.name == name)
}

impl Solver {
    /// `z3`, `cvc5`, `smtinterpol`, or any command with its arguments, separated by spaces; quotes keep words
    /// together. A known solver without arguments gets those that it needs.
    pub fn parse(text: &str) -> Result<Solver, String> {
        let mut words = words(text)?.into_iter();
        let Some(program) = words.next().filter(|p| !p.is_empty()) else {
            return Err("expected z3, cvc5, or a command with its arguments".to_owned());
        };
        let mut arguments: Vec<String> = words.collect();
        if arguments.is_empty()
            && let Some(known) = known(&program)
        {
            arguments = known.arguments.iter().map(|a| (*a).to_owned()).collect();
        }
        let solver = Solver { program, arguments };
        if solver.program == SMTINTERPOL
            && !solver.is_installed()
            && let Some(jar) = smtinterpol_jar()
        {
            let mut arguments = vec!["-jar".to_owned(), jar];
            arguments.extend(solver.arguments);
            return Ok(Solver {
                program: "java".to_owned(),
                arguments,
            });
        }
        Ok(solver)
    }

    /// The program's name, for messages; of a Java archive its own.
    pub fn name(&self) -> &str {
        if let [jar, path, ..] = &self.arguments[..]
            && jar == "-jar"
        {
            let file = Path::new(path).file_stem();
            return file.and_then(|f| f.to_str()).unwrap_or(path);
        }
        let file = Path::new(&self.program).file_name();
        file.and_then(|f| f.to_str()).unwrap_or(&self.program)
    }

    /// A program with these arguments, as they are.
    pub(crate) fn with(program: &str, arguments: &[&str]) -> Solver {
        Solver {
            program: program.to_owned(),
            arguments: arguments.iter().map(|a| (*a).to_owned()).collect(),
        }
    }

    pub(crate) fn hint(&self) -> String {
        match known(&self.program) {
            Some(known) => known.hint.to_owned(),
            None => "is the command right?".to_owned(),
        }
    }

    /// Is the program on the PATH?
    pub fn is_installed(&self) -> bool {
        if self.program.contains('/') {
            return Path::new(&self.program).is_file();
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| folder.join(&self.program).is_file())
    }
}

/// Words between spaces; '…' and "…" keep spaces inside a word.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if let Some(quote) = quote {
        return Err(format!(
            "a closing {quote} is missing in the command {text}"
        ));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_solvers_get_what_they_need() {
        let z3 = Solver::parse("z3").expect("a solver");
        assert_eq!(z3.arguments, ["-in"]);
        let there = Solver::parse("/opt/bin/cvc5").expect("a solver");
        assert_eq!((there.name(), there.arguments.len()), ("cvc5", 4));
        let own = Solver::parse("z3 -smt2 -in").expect("a solver");
        assert_eq!(own.arguments, ["-smt2", "-in"]);
        let archive = Solver::parse("java -jar /opt/smtinterpol.jar -q").expect("a solver");
        assert_eq!(
            (archive.name(), archive.arguments.len()),
            ("smtinterpol", 3)
        );
        let other = Solver::parse("yices-smt2 --incremental").expect("a solver");
        assert_eq!(other.arguments, ["--incremental"]);
    }

    #[test]
    fn quotes_keep_words_together() {
        let shell = Solver::parse("sh -c 'z3 -in' \"\" a\"b c\"").expect("a command");
        assert_eq!(shell.arguments, ["-c", "z3 -in", "", "ab c"]);
        assert!(Solver::parse("sh -c 'z3").is_err());
        assert!(Solver::parse("  ").is_err() && Solver::parse("''").is_err());
    }
}
