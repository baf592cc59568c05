//! Programs that are not solvers: whatever they do, there is a clear error, or "unknown" when they
//! are stopped, and no process stays behind. One test for that, because it looks at all children of this
//! process.

#![cfg(unix)]

use std::path::Path;
use std::time::Duration;

use pipe::{Error, Outcome, Solver, decide, solve};
use puzzles::engine::Encoding;
use puzzles::{FAMILIES, Puzzle, Status};
use sat::Budget;

fn ask(
    puzzle: &dyn Puzzle,
    command: &str,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Outcome, Error> {
    let solver = Solver::parse(command).expect("a command");
    let budget = Budget {
        stop,
        ..Budget::UNLIMITED
    };
    let encoding = &puzzle.family().engines().encodings[0];
    solve(puzzle, encoding, &solver, 2, budget)
}

/// Processes, dead or alive, whose parent we are, and those with this word in their command.
fn left_behind(word: &str) -> Vec<String> {
    let me = std::process::id().to_string();
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let read = |file: &str| std::fs::read_to_string(entry.path().join(file));
        let Ok(stat) = read("stat") else { continue };
        // pid (name) state parent …
        let fields: Vec<&str> = stat
            .rsplit(')')
            .next()
            .unwrap_or("")
            .split_whitespace()
            .collect();
        let command = read("cmdline").unwrap_or_default();
        if fields.get(1) == Some(&me.as_str()) || command.contains(word) {
            found.push(stat);
        }
    }
    found
}

/// Do this many processes sleep for this long? Where that cannot be seen: yes.
fn do_sleep(number: usize, marker: &str) -> bool {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let commands =
        processes.filter_map(|entry| std::fs::read_to_string(entry.path().join("cmdline")).ok());
    let wanted = format!("sleep\0{marker}\0");
    !Path::new("/proc/self/cmdline").exists()
        || commands.filter(|command| *command == wanted).count() >= number
}

#[test]
fn when_the_time_is_over_nothing_is_stated_and_no_solver_started() {
    let sample = FAMILIES[0].samples().next().expect("a sample");
    let document = sample.expect("a sample that can be read");
    let puzzle = document.puzzle.as_ref();
    let stated = Encoding {
        id: "none",
        words: "never stated",
        build: |_| panic!("stated all the same"),
    };
    let solver = Solver::parse("no-such-solver").expect("a command");
    let over = Budget {
        stop: &|| true,
        ..Budget::UNLIMITED
    };
    let outcome = solve(puzzle, &stated, &solver, 2, over).expect("no error");
    assert_eq!(outcome.status, Status::Unknown);
    assert!(outcome.more && outcome.solutions.is_empty());
    assert_eq!(decide(puzzle, &stated, &solver, None, over), Ok(None));
}

#[test]
fn bad_solvers_give_clear_errors_and_leave_nothing_behind() {
    let sample = FAMILIES[0].samples().next().expect("a sample");
    let document = sample.expect("a sample that can be read");
    let puzzle = document.puzzle.as_ref();
    let never = &|| false;
    let error = |command: &str| {
        let error = ask(puzzle, command, never).expect_err(command);
        (error.clone(), error.to_string())
    };

    let (kind, words) = error("no-such-solver --at all");
    assert!(matches!(kind, Error::NotInstalled { .. }), "{words}");
    let (kind, words) = error("/");
    assert!(matches!(kind, Error::NotStarted { .. }), "{words}");
    let (kind, words) = error("true");
    assert!(matches!(kind, Error::Crashed { .. }), "{words}");
    assert!(words.contains("exit status: 0"), "{words}");
    let (_, words) = error("sh -c 'echo out of memory >&2; exit 7'");
    assert!(words.contains("exit status: 7") && words.contains("out of memory"));
    let (_, words) = error("sh -c 'kill -9 $$'");
    assert!(words.contains("signal: 9"), "{words}");
    let (kind, words) = error("yes");
    assert!(matches!(kind, Error::Nonsense { .. }), "{words}");
    let (kind, words) = error("cat");
    assert!(matches!(kind, Error::Nonsense { .. }), "{words}");
    let (kind, words) = error("cat /dev/zero");
    assert!(matches!(kind, Error::Nonsense { .. }), "{words}");
    let (kind, words) = error("sh -c 'echo \"(a)(b)(error no)\"; cat > /dev/null'");
    assert!(matches!(kind, Error::Rejected { .. }), "{words}");
    // It claims to have a model and then talks about something else.
    let (kind, words) = error("sh -c 'echo \"(a)(b) sat ((x true))\"; cat > /dev/null'");
    assert!(matches!(kind, Error::Nonsense { .. }), "{words}");

    // It never answers, and neither does what it has started. As soon as that is running, it is
    // stopped.
    let marker = &format!("86399.{}", std::process::id());
    for (command, number) in [
        (format!("sleep {marker}"), 1),
        (format!("sh -c 'sleep {marker} & sleep {marker}'"), 2),
    ] {
        let outcome = ask(puzzle, &command, &|| do_sleep(number, marker)).expect("no error");
        assert_eq!(outcome.status, Status::Unknown, "{command}");
    }
    let (kind, words) = error(&format!("sh -c 'exec >&- ; sleep {marker}'"));
    assert!(matches!(kind, Error::Crashed { .. }), "{words}");
    assert!(words.contains("it closed its output"), "{words}");
    let unknown = ask(puzzle, "sh -c 'echo \"(a)(b) unknown\"; cat'", never).expect("an answer");
    assert_eq!(unknown.status, Status::Unknown);
    assert!(unknown.gave_up.is_some() && unknown.more);

    // One that is stopped before it could begin is gone as well.
    let stopped = ask(puzzle, &format!("sleep {marker}"), &|| true).expect("no error");
    assert_eq!(stopped.status, Status::Unknown);

    // What was killed may still be on its way out.
    let mut left = left_behind(marker);
    for _ in 0..6000 {
        if left.is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
        left = left_behind(marker);
    }
    panic!("processes stay behind: {left:?}");
}
