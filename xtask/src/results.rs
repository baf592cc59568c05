//! Reading what test runners write: JUnit files (nextest), and the lines of `cargo test`.
//!
//! A test that can do only part of its work prints a line `skipped: …` and passes; those lines are
//! gathered here too.

use crate::report::Tests;

/// What tests print before a reason.
const SKIPPED: &str = "skipped: ";

/// The tests in a JUnit file.
pub fn junit(text: &str) -> Tests {
    let mut tests = Tests::default();
    // The names of the suites around what is read.
    let mut suites: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<']) {
        rest = &rest[at..];
        let Some(end) = tag_end(rest) else { break };
        let tag = &rest[..end];
        let mut body = "";
        if tag.starts_with("<testsuite ") {
            suites.push(attribute(tag, "name").unwrap_or_default());
        } else if tag.starts_with("</testsuite") {
            suites.pop();
        } else if tag.starts_with("<testcase ") {
            if !tag.ends_with('/') {
                body = &rest[end..rest.find("</testcase>").unwrap_or(rest.len())];
            }
            let own = attribute(tag, "name").unwrap_or_default();
            let name = [&suites[..], &[own]].concat().join(" › ");
            test(name, body, &mut tests);
        }
        rest = &rest[end + body.len()..];
    }
    tests
}

fn test(name: String, body: &str, tests: &mut Tests) {
    if body.contains("<failure") || body.contains("<error") {
        tests.failed.push(name);
    } else if let Some(at) = body.find("<skipped") {
        let tag = &body[at..];
        let why = attribute(&tag[..tag_end(tag).unwrap_or(tag.len())], "message");
        tests.skipped.push(match why {
            Some(why) if why != "true" => format!("{name}: {why}"),
            _ => name,
        });
    } else {
        tests.passed += 1;
    }
    // The output of a test begins right behind its tag.
    for line in body.split(['\n', '>']) {
        if let Some(why) = line.strip_prefix(SKIPPED) {
            let why = why.split('<').next().unwrap_or(why);
            tests.skipped.push(plain(why));
        }
    }
}

/// Where a tag ends: its `>`, outside of quotes.
fn tag_end(text: &str) -> Option<usize> {
    let mut quoted = false;
    text.find(|c| {
        quoted ^= c == '"';
        c == '>' && !quoted
    })
}

fn attribute(head: &str, name: &str) -> Option<String> {
    let start = format!(" {name}=\"");
    let at = head.find(&start)? + start.len();
    let value = &head[at..];
    Some(plain(&value[..value.find('"')?]))
}

fn plain(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&")
}

/// Reads the lines of `cargo test -- --show-output` as they come.
#[derive(Default)]
pub struct Lines {
    pub tests: Tests,
    /// After the list of failures has begun: their output is not listed again.
    failures: bool,
}

impl Lines {
    pub fn read(&mut self, line: &str) {
        if line == "successes:" {
            self.failures = false;
        } else if line == "failures:" {
            self.failures = true;
        } else if let Some(why) = line.strip_prefix(SKIPPED) {
            if !self.failures {
                self.tests.skipped.push(why.to_owned());
            }
        } else if let Some((name, how)) = line
            .strip_prefix("test ")
            .and_then(|test| test.split_once(" ... "))
        {
            self.failures = false;
            match how {
                "ok" => self.tests.passed += 1,
                "FAILED" => self.tests.failed.push(name.to_owned()),
                _ => self
                    .tests
                    .skipped
                    .push(match how.strip_prefix("ignored, ") {
                        Some(why) => format!("{name}: {why}"),
                        None => format!("{name}: {how}"),
                    }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_nextest() {
        let text = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="nextest-run" tests="3">
<testsuite name="pipe::solvers" tests="2">
<testcase name="short" classname="pipe::solvers" time="0.1"/>
<testcase name="a &lt; b" classname="pipe::solvers" time="0.1">
    <system-out>skipped: what needs z3 &amp; co
running
skipped: what needs cvc5</system-out>
</testcase>
</testsuite>
<testsuite name="sat::named" tests="1">
<testcase name="bad" classname="sat::named" time="0.1">
    <failure type="test failure">thread panicked</failure>
</testcase>
</testsuite></testsuites>"#;
        let found = junit(text);
        assert_eq!(found.passed, 2);
        assert_eq!(found.failed, ["sat::named › bad"]);
        assert_eq!(found.skipped, ["what needs z3 & co", "what needs cvc5"]);
    }

    #[test]
    fn the_lines_of_cargo_test() {
        let mut lines = Lines::default();
        let text = "
running 3 tests
test good ... ok
test long ... ignored, takes an hour
test bad ... FAILED

successes:

---- good stdout ----
skipped: what needs z3

successes:
    good

failures:

---- bad stdout ----
thread 'bad' panicked

failures:
    bad
";
        text.lines().for_each(|line| lines.read(line));
        assert_eq!(lines.tests.passed, 1);
        assert_eq!(lines.tests.failed, ["bad"]);
        assert_eq!(
            lines.tests.skipped,
            ["long: takes an hour", "what needs z3"]
        );
    }
}
