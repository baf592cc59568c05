//! What came of each part of a run: printed at the end, so that nobody has to look for it.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::run::processor;

/// The tests of one part.
#[derive(Default, Debug, PartialEq, Eq)]
pub struct Tests {
    pub passed: usize,
    /// Names of those that failed.
    pub failed: Vec<String>,
    /// What was left out, and why.
    pub skipped: Vec<String>,
    /// Names of those that passed, but failed at first.
    pub second: Vec<String>,
}

/// How a part ended.
enum Outcome {
    Passed,
    Failed(String),
    Skipped(String),
}

struct Part {
    name: &'static str,
    outcome: Outcome,
    seconds: f64,
    processor: Option<f64>,
    /// None: it is one check, and has no tests to count.
    tests: Option<Tests>,
}

#[derive(Default)]
pub struct Report {
    parts: Vec<Part>,
    /// What no part stands for.
    skipped: Vec<String>,
}

impl Report {
    /// Do a part that is one check.
    pub fn check(&mut self, name: &'static str, work: impl FnOnce() -> Result<(), String>) -> bool {
        self.part(name, || (work(), None))
    }

    /// Do a part that is one check, unless the work says why it cannot be done here.
    pub fn attempt(
        &mut self,
        name: &'static str,
        work: impl FnOnce() -> Result<Option<String>, String>,
    ) {
        let mut cannot = None;
        self.check(name, || work().map(|why| cannot = why));
        if let (Some(why), Some(part)) = (cannot, self.parts.last_mut()) {
            eprintln!("── skipped: {name}: {why}");
            part.outcome = Outcome::Skipped(why);
        }
    }

    /// Do a part that has tests.
    pub fn tests(
        &mut self,
        name: &'static str,
        work: impl FnOnce() -> (Result<(), String>, Tests),
    ) -> bool {
        self.part(name, || {
            let (result, tests) = work();
            (result, Some(tests))
        })
    }

    fn part(
        &mut self,
        name: &'static str,
        work: impl FnOnce() -> (Result<(), String>, Option<Tests>),
    ) -> bool {
        let start = Instant::now();
        let before = processor();
        let (result, tests) = work();
        let passed = result.is_ok();
        self.parts.push(Part {
            name,
            outcome: result.map_or_else(Outcome::Failed, |()| Outcome::Passed),
            seconds: start.elapsed().as_secs_f64(),
            processor: processor()
                .zip(before)
                .map(|(after, before)| after - before),
            tests,
        });
        passed
    }

    /// A part that cannot be done here.
    pub fn skip(&mut self, name: &'static str, why: String) {
        eprintln!("── skipped: {name}: {why}");
        self.parts.push(Part {
            name,
            outcome: Outcome::Skipped(why),
            seconds: 0.0,
            processor: None,
            tests: None,
        });
    }

    /// Something smaller than a part that cannot be done here.
    pub fn left_out(&mut self, what: String) {
        eprintln!("── skipped: {what}");
        self.skipped.push(what);
    }

    /// Print everything; the failed parts are the error.
    pub fn end(self) -> Result<(), String> {
        println!("\n{}", self.table());
        let failed: Vec<&str> = (self.parts.iter())
            .filter(|part| matches!(part.outcome, Outcome::Failed(_)))
            .map(|part| part.name)
            .collect();
        match failed.is_empty() {
            true => Ok(()),
            false => Err(format!("failed: {}", failed.join(", "))),
        }
    }

    fn table(&self) -> String {
        let mut text = String::new();
        let (mut passed, mut failed, mut skipped) = (0, Vec::new(), Vec::new());
        let mut second = Vec::new();
        for part in &self.parts {
            let name = part.name;
            let none = Tests::default();
            let tests = part.tests.as_ref().unwrap_or(&none);
            let word = match &part.outcome {
                Outcome::Passed => "passed",
                Outcome::Failed(_) => "failed",
                Outcome::Skipped(_) => "skipped",
            };
            text += &format!("{word:<8}{name:<14}");
            if !matches!(part.outcome, Outcome::Skipped(_)) {
                text += &format!("{:>6.0} s", part.seconds);
                if let Some(seconds) = part.processor {
                    text += &format!("{seconds:>8.0} s of processor time");
                }
            }
            text += "\n";
            match &part.outcome {
                // A check, or tests that never came to run, count as one.
                Outcome::Passed if part.tests.is_none() => passed += 1,
                Outcome::Failed(why) if tests.failed.is_empty() => {
                    failed.push(format!("{name}: {why}"));
                }
                Outcome::Skipped(why) => skipped.push(format!("{name}: {why}")),
                _ => {}
            }
            passed += tests.passed;
            failed.extend(tests.failed.iter().map(|test| format!("{name}: {test}")));
            skipped.extend(each_once(&tests.skipped));
            second.extend(tests.second.iter().map(|test| format!("{name}: {test}")));
        }
        skipped.extend_from_slice(&self.skipped);
        for (head, lines) in [
            ("failed", &failed),
            ("passed at the second try", &second),
            ("skipped", &skipped),
        ] {
            if !lines.is_empty() {
                text += &format!("\n{head}:\n  {}\n", lines.join("\n  "));
            }
        }
        text + &format!(
            "\n{passed} passed, {} failed, {} skipped\n",
            failed.len(),
            skipped.len()
        )
    }
}

/// What several tests skipped for the same reason is said once.
fn each_once(lines: &[String]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for line in lines {
        *counts.entry(line).or_default() += 1;
    }
    let said = |(line, count)| match count {
        1 => String::from(line),
        _ => format!("{line} ({count} tests)"),
    };
    counts.into_iter().map(said).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_names_what_failed_and_what_was_skipped() {
        let mut report = Report::default();
        assert!(report.check("formatting", || Ok(())));
        assert!(!report.check("lints", || Err("failed: cargo clippy".to_owned())));
        let skipped = "what needs z3".to_owned();
        report.tests("Rust tests", || {
            let tests = Tests {
                passed: 5,
                failed: vec!["sat::named cores".to_owned()],
                skipped: vec![skipped.clone(), skipped],
                second: vec!["shy › one".to_owned()],
            };
            (Err("failed: cargo test".to_owned()), tests)
        });
        report.skip("page tests", "they need chromium".to_owned());
        let table = report.table();
        let end = "\
failed:
  lints: failed: cargo clippy
  Rust tests: sat::named cores

passed at the second try:
  Rust tests: shy › one

skipped:
  what needs z3 (2 tests)
  page tests: they need chromium

6 passed, 2 failed, 2 skipped
";
        assert!(table.ends_with(end), "{table}");
        assert_eq!(
            report.end(),
            Err("failed: lints, Rust tests".to_owned()),
            "and so does the exit status"
        );
    }
}
