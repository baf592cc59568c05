//! What developers run. `cargo xtask` alone prints [`TASKS`].

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for developers, which says what it does and how long it took"
)]

mod compare;
mod deny;
mod digests;
mod dist;
mod house;
mod licences;
mod measure;
mod need;
mod prove;
mod report;
mod results;
mod run;
mod test;
mod workflows;

use std::process::ExitCode;

/// What a task does with the words after its name.
type Run = fn(&[String]) -> Result<(), String>;

/// Every task: name, words that may follow, what it does in a line, and its function.
const TASKS: &[(&str, &str, &str, Run)] = &[
    (
        "test",
        "",
        "formatting, lints, docs and all tests, as CI runs them; installs what is missing where it can, \
         unless GRIDWRIGHT_NO_INSTALL is set",
        |_| test::test(),
    ),
    (
        "page",
        "",
        "of these only what concerns the page: its types, and its tests in Chromium",
        |_| test::page(),
    ),
    (
        "prove",
        "[NAME…] [--list]",
        "the long proofs, with every assertion on; takes long",
        prove::prove,
    ),
    (
        "digests",
        "[--record] [--dump FOLDER]",
        "what the program does, compared with what was recorded; --help says more",
        digests::digests,
    ),
    (
        "bench",
        "[--record]",
        "how fast puzzles are solved, traced by rules and rated",
        |rest| measure::measure("solving", rest),
    ),
    (
        "making",
        "[LINE…] [--record]",
        "how fast puzzles are made, next to the targets",
        |rest| measure::measure("making", rest),
    ),
    (
        "latency",
        "[--record]",
        "how long a gesture takes on large boards",
        |rest| measure::measure("latency", rest),
    ),
    (
        "yields",
        "[FAMILY…]",
        "the studies' tables about making puzzles, next to ours",
        |rest| measure::measure("yields", rest),
    ),
    (
        "measure",
        "[NAME …]",
        "everything that can be measured; without a name, the list",
        measure::by_name,
    ),
    (
        "compare",
        "OLD [NEW]",
        "two revisions at the same work, and what got slower",
        compare::compare,
    ),
    (
        "house",
        "[--check]",
        "lines, public items, long functions, duplicates, and the arrows between crates; fails if \
         those are not as docs/architecture.md says",
        house::house,
    ),
    (
        "protocol",
        "",
        "write web/protocol.d.ts, the types of the page, from the schemas of the protocol",
        |_| test::protocol(),
    ),
    (
        "licences",
        "[--check]",
        "write THIRD-PARTY.md, or only compare it",
        licences::licences,
    ),
    (
        "deny",
        "",
        "licences, bans, sources and advisories of all packages, by cargo deny",
        |_| deny::task(),
    ),
    (
        "workflows",
        "",
        "check the workflow files of the forge",
        |_| workflows::task(),
    ),
    (
        "dist",
        "[--zip]",
        "the archive for this machine, as it is attached to a release",
        dist::dist,
    ),
];

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_default();
    let rest: Vec<String> = words.collect();
    let task = TASKS.iter().find(|(task, ..)| *task == name);
    match task.map_or_else(|| Err(list()), |(_, _, _, run)| run(&rest)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn list() -> String {
    let mut text = "cargo xtask TASK; docs/measuring.md says more about what measures\n".to_owned();
    for (name, words, about, _) in TASKS {
        text += &format!("\n  {:<26}{about}", format!("{name} {words}"));
    }
    text
}
