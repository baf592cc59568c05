//! The page's tests, in node. Those that fail are run once more, alone and one at a time: a browser on a
//! busy machine now and then does something that no test can foresee. Whatever passes only then is named,
//! so that it is seen and looked at; what fails twice has failed.

use serde_json::Value;

use crate::report::Tests;
use crate::run::{NPM, program, run_with, target};

/// If more than this fail, it is no chance.
const MOST_BY_CHANCE: usize = 12;

/// A test that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Failure {
    file: String,
    /// None: the file as a whole.
    name: Option<String>,
    words: String,
}

/// What the reporter of the page's tests has written.
#[derive(Default, Debug, PartialEq, Eq)]
struct Results {
    passed: usize,
    failed: Vec<Failure>,
    skipped: Vec<String>,
}

impl Results {
    fn read(text: &str) -> Option<Results> {
        let all: Value = serde_json::from_str(text).ok()?;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let failure = |each: &Value| {
            Some(Failure {
                file: text(&each["file"])?,
                name: text(&each["name"]),
                words: text(&each["words"])?,
            })
        };
        Some(Results {
            passed: all["passed"].as_u64()? as usize,
            failed: all["failed"]
                .as_array()?
                .iter()
                .filter_map(failure)
                .collect(),
            skipped: all["skipped"].as_array()?.iter().filter_map(text).collect(),
        })
    }
}

/// Run these tests, and those that fail a second time.
pub fn run(script: &str, variables: &[(&str, &str)]) -> (Result<(), String>, Tests) {
    let (result, found) = once(script, &[], variables);
    let Some(found) = found else {
        let none = Err("no results were written".to_owned());
        return (result.and(none), Tests::default());
    };
    let few = (1..=MOST_BY_CHANCE).contains(&found.failed.len());
    let again = |failure: &Failure| {
        let (_, second) = once("test-again", &words(failure), variables);
        // One that did not come to run has not passed.
        second
            .is_some_and(|second| second.passed > 0 && !second.failed.iter().any(|f| f.is(failure)))
    };
    let (second, failed): (Vec<Failure>, Vec<Failure>) =
        (found.failed.into_iter()).partition(|failure| few && again(failure));
    let named = |all: &[Failure]| all.iter().map(|f| f.words.clone()).collect::<Vec<_>>();
    let tests = Tests {
        passed: found.passed + second.len(),
        failed: named(&failed),
        skipped: found.skipped,
        second: named(&second),
    };
    let result = match (failed.is_empty(), second.is_empty()) {
        _ if tests.passed + tests.failed.len() == 0 => Err("no test was run".to_owned()),
        (true, false) => Ok(()),
        (true, true) => result,
        (false, _) => result.and(Err("tests of the page failed".to_owned())),
    };
    (result, tests)
}

/// Run a script of npm, and read what came of it.
fn once(
    script: &str,
    words: &[String],
    variables: &[(&str, &str)],
) -> (Result<(), String>, Option<Results>) {
    let file = target().join(format!("page-{script}.json"));
    let _ = std::fs::remove_file(&file);
    let (program, results) = (program("debug"), file.to_string_lossy());
    let own = [
        ("GRIDWRIGHT_BIN", &*program),
        ("GRIDWRIGHT_RESULTS", &*results),
    ];
    let mut call = vec!["run", script, "--prefix", "web", "--"];
    call.extend(words.iter().map(String::as_str));
    let result = run_with(NPM, &call, &[&own[..], variables].concat());
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    (result, Results::read(&text))
}

/// What node is told to run this test and no other. It may run others of the same name in the same file.
fn words(failure: &Failure) -> Vec<String> {
    let pattern = failure
        .name
        .as_deref()
        .map(|name| format!("--test-name-pattern=^{}$", escaped(name)));
    pattern.into_iter().chain([failure.file.clone()]).collect()
}

/// The name as a pattern that only it matches.
fn escaped(name: &str) -> String {
    let special = |sign: char| "\\^$.*+?()[]{}|/".contains(sign);
    let sign = |sign: char| match special(sign) {
        true => vec!['\\', sign],
        false => vec![sign],
    };
    name.chars().flat_map(sign).collect()
}

impl Failure {
    /// Is it the same test? What it said may differ.
    fn is(&self, other: &Failure) -> bool {
        let place = |words: &str| words.split(": ").next().map(str::to_owned);
        self.file == other.file && place(&self.words) == place(&other.words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(name: Option<&str>, words: &str) -> Failure {
        Failure {
            file: "/x/a.test.js".to_owned(),
            name: name.map(str::to_owned),
            words: words.to_owned(),
        }
    }

    #[test]
    fn results_are_read() {
        let text = r#"{"passed":3,"failed":[{"file":"/x/a.test.js","name":"b (c)","words":"a.test.js › b (c): no"}],"skipped":["d: needs e"]}"#;
        let read = Results::read(text);
        let expected = Results {
            passed: 3,
            failed: vec![failure(Some("b (c)"), "a.test.js › b (c): no")],
            skipped: vec!["d: needs e".to_owned()],
        };
        assert_eq!(read, Some(expected));
        assert_eq!(Results::read("{"), None);
    }

    #[test]
    fn one_test_is_called_by_its_name() {
        let one = words(&failure(Some("a (b), c?"), ""));
        assert_eq!(
            one,
            ["--test-name-pattern=^a \\(b\\), c\\?$", "/x/a.test.js"]
        );
        assert_eq!(words(&failure(None, "")), ["/x/a.test.js"]);
    }

    #[test]
    fn the_same_test_may_fail_for_another_reason() {
        let (one, other) = (
            failure(Some("b"), "a › b: no"),
            failure(Some("b"), "a › b: never"),
        );
        assert!(one.is(&other));
        assert!(!one.is(&failure(Some("b"), "a › c › b: no")));
    }
}
