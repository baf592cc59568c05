//! Running the program.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test says what it skips"
)]
#![allow(dead_code, reason = "each test file uses its part of this")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The puzzle of the manual, and others of four to six islands.
pub const UNIQUE: &str = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3";
pub const AMBIGUOUS: &str = "hashi/3/3/3g3i3g3";
pub const IMPOSSIBLE: &str = "hashi/3/1/1g2";

/// What opens the library of a server.
pub const TOKEN: &str = "for-tests";

/// The program as users have it, except that it is patient: no machine is so slow or so busy that it
/// reaches a limit of time that the test has not asked for.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwright"));
    command.env_remove("RUST_BACKTRACE");
    command.env("GRIDWRIGHT_STRETCH", "200");
    // Nothing is left in the home of whoever runs the tests.
    command.env("GRIDWRIGHT_TOKEN", TOKEN);
    command
}

pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    fn new(output: Output) -> Ran {
        Ran {
            status: output.status.code().expect("an exit status"),
            out: String::from_utf8(output.stdout).expect("text"),
            err: String::from_utf8(output.stderr).expect("text"),
        }
    }

    /// The lines as JSON objects; there is nothing else.
    pub fn json(&self) -> Vec<Value> {
        self.out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
            .collect()
    }
}

pub fn run(args: &[&str]) -> Ran {
    Ran::new(command().args(args).output().expect("the program runs"))
}

pub fn run_with(args: &[&str], input: &[u8]) -> Ran {
    let mut child = command()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("written");
    Ran::new(output)
}

/// An empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

pub fn corpora() -> Option<PathBuf> {
    let said = std::env::var_os("GRIDWRIGHT_CORPORA").map(PathBuf::from);
    // Seen from the project's folder, whatever folder we are in.
    let beside = PathBuf::from("../shared/corpora");
    let folder = match &said {
        Some(folder) => folder.clone(),
        None => Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(&beside),
    };
    if folder.is_dir() {
        return Some(folder);
    }
    let named = said.unwrap_or(beside);
    let named = named.display();
    println!("skipped: published puzzles (none at {named}; GRIDWRIGHT_CORPORA may say where)");
    None
}
