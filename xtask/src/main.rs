//! What developers run. `cargo xtask` alone prints [`TASKS`].

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for developers, which says what it does and how long it took"
)]

mod compare;
mod coverage;
mod deny;
mod digests;
mod dist;
mod edition;
mod house;
mod licences;
mod measure;
mod need;
mod new_family;
mod page_tests;
mod prove;
mod report;
mod results;
mod run;
mod soak;
mod test;
mod workflows;

use std::process::ExitCode;

/// What a task does with the words after its name.
type Run = fn(&[String]) -> Result<(), Stop>;

/// Why a task did not end well, in words.
#[derive(Debug)]
enum Stop {
    /// What was to be done failed.
    Failed(String),
    /// It was called in a way that makes no sense, and did nothing.
    Refused(String),
}

impl From<String> for Stop {
    fn from(message: String) -> Stop {
        Stop::Failed(message)
    }
}

/// Every task: name, words that may follow, what it does in a line, and its function.
const TASKS: &[(&str, &str, &str, Run)] = &[
    (
        "test",
        "",
        "formatting, lints, docs and all tests, as CI runs them; installs what is missing where it can, \
         unless GRIDWRIGHT_NO_INSTALL is set",
        |_| Ok(test::test()?),
    ),
    (
        "page",
        "",
        "of these only what concerns the page: its types, and its tests in Chromium",
        |_| Ok(test::page()?),
    ),
    (
        "prove",
        "[NAME…] [--list]",
        "the long proofs, with every assertion on; takes long",
        |rest| Ok(prove::prove(rest)?),
    ),
    (
        "fuzz",
        "[TARGET…] [--count N | --seconds N] [--seed N | --coverage]",
        "changed texts and requests to everything that reads any; --help says more",
        |rest| Ok(prove::fuzz(rest)?),
    ),
    (
        "soak",
        "[--minutes N]",
        "the server under load and faults, and whether it stays small, quick and honest",
        soak::soak,
    ),
    (
        "digests",
        "[--record] [--dump FOLDER]",
        "what the program does, compared with what was recorded; --help says more",
        |rest| Ok(digests::digests(rest)?),
    ),
    (
        "bench",
        "[--record]",
        "how fast puzzles are solved, traced by rules and rated",
        |rest| Ok(measure::measure("solving", rest)?),
    ),
    (
        "making",
        "[LINE…] [--record]",
        "how fast puzzles are made, next to the targets",
        |rest| Ok(measure::measure("making", rest)?),
    ),
    (
        "rivals",
        "",
        "others beside us in one run: Tatham's programs at making, SMT solvers at proving",
        |rest| Ok(measure::measure("rivals", rest)?),
    ),
    (
        "latency",
        "[--edition] [--record]",
        "how long a gesture takes on large boards, in a page of the server or in an edition",
        |rest| Ok(measure::measure("latency", rest)?),
    ),
    (
        "measure",
        "[NAME …]",
        "everything that can be measured; without a name, the list",
        |rest| Ok(measure::by_name(rest)?),
    ),
    (
        "compare",
        "OLD [NEW]",
        "two revisions at the same work, and what got slower",
        |rest| Ok(compare::compare(rest)?),
    ),
    (
        "house",
        "[--check]",
        "lines, public items, long functions, duplicates, and the arrows between crates; fails if \
         those are not as docs/architecture.md says",
        |rest| Ok(house::house(rest)?),
    ),
    (
        "protocol",
        "",
        "write web/protocol.d.ts, the types of the page, from the schemas of the protocol",
        |_| Ok(test::protocol()?),
    ),
    (
        "licences",
        "[--check]",
        "write THIRD-PARTY.md, or only compare it",
        |rest| Ok(licences::licences(rest)?),
    ),
    (
        "deny",
        "",
        "licences, bans, sources and advisories of all packages, by cargo deny",
        |_| Ok(deny::task()?),
    ),
    (
        "workflows",
        "",
        "check the workflow files of the forge",
        |_| Ok(workflows::task()?),
    ),
    (
        "new-family",
        "NAME",
        "begin a family of puzzles; tests then say what is to be filled in",
        new_family::new_family,
    ),
    (
        "dist",
        "[--zip]",
        "the archive for this machine, as it is attached to a release",
        |rest| Ok(dist::dist(rest)?),
    ),
    (
        "edition",
        "[--out FOLDER] [--address URL]",
        "the page with its engine, as a folder for any static host; gets a compiler for WebAssembly \
         where it can",
        |rest| Ok(edition::task(rest)?),
    ),
];

/// The exit status of a call that makes no sense.
const REFUSED: u8 = 2;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_default();
    let rest: Vec<String> = words.collect();
    let task = TASKS.iter().find(|(task, ..)| *task == name);
    let (message, status) = match task.map(|(_, _, _, run)| run(&rest)) {
        Some(Ok(())) => return ExitCode::SUCCESS,
        Some(Err(Stop::Failed(message))) => (message, ExitCode::FAILURE),
        Some(Err(Stop::Refused(message))) => (message, ExitCode::from(REFUSED)),
        None => (list(), ExitCode::from(REFUSED)),
    };
    eprintln!("xtask: {message}");
    status
}

fn list() -> String {
    let mut text = "cargo xtask TASK; docs/measuring.md says more about what measures\n".to_owned();
    for (name, words, about, _) in TASKS {
        text += &format!("\n  {:<26}{about}", format!("{name} {words}"));
    }
    text
}
