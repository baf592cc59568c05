//! Programs that write into a library or merge libraries are killed again and again, alone and
//! together. Whatever was called kept is there afterwards, the file is sound after every kill, and
//! when everything has been started once more it holds what a file holds that was left in peace.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

/// How many puzzles there are to write in each of three lots, which overlap.
const LOT: usize = 400;

/// How often a file is used at most before it is finished and compared.
const ROUND: u32 = 10;

/// What was killed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Writers that were killed at work.
    pub writers: u32,
    /// Mergers that were killed at work.
    pub mergers: u32,
    /// Mergers of which some changes were there and others not.
    pub halfway: u32,
    /// Puzzles that were called kept before a kill, and found after it.
    pub kept: usize,
    /// Files that in the end held what they would have held in peace.
    pub files: u32,
}

impl Tally {
    /// Print a line.
    pub fn print(&self) {
        println!(
            "{} writers and {} mergers killed at work, {} halfway: {} puzzles called kept, all of \
             them there; {} files sound after every kill and complete in the end",
            self.writers, self.mergers, self.halfway, self.kept, self.files
        );
    }

    fn kills(&self) -> u32 {
        self.writers + self.mergers
    }
}

/// Kill at least so many programs at work. `program` is `gridwright`, `folder` is there for the files.
pub fn prove(program: &Path, folder: &Path, kills: u32) -> Tally {
    let shop = Shop { program, folder };
    // Two files to merge, and puzzles that are added one by one.
    let files = [0, 1].map(|lot| {
        let path = shop.file(&format!("from-{lot}"));
        shop.add_all(&path, lot);
        path
    });
    let peace = shop.file("peace");
    shop.add_all(&peace, 2);
    let start = Instant::now();
    shop.finish(shop.merge(&peace, &files));
    // How long to wait at most before a kill: less after one that came too late.
    let mut patience = start.elapsed();
    let expected = shop.names(&peace);
    // What comes by merging only.
    let added: BTreeSet<String> = puzzles(2).map(|(name, _)| name).collect();
    let merged: BTreeSet<&String> = expected.difference(&added).collect();

    let mut rng = ChaCha8Rng::seed_from_u64(kills as u64);
    let mut tally = Tally::default();
    let mut war = shop.file("war-0");
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut on_this_file = 0;
    for attempt in 1.. {
        assert!(attempt < kills * 20, "hardly ever at work: {tally:?}");
        let mut adder = None;
        let mut merger = None;
        let kind = rng.random_range(0..3);
        if kind != 0 {
            merger = Some(shop.merge(&war, &files).spawn().expect("the program"));
        }
        if kind != 1 {
            adder = Some(shop.add(&war, 2));
        }
        // A writer is killed after some answers, or at any time; a merger while it works.
        if rng.random_bool(0.5)
            && let Some(adder) = &mut adder
        {
            adder.listen(rng.random_range(1..LOT / 4));
        } else {
            std::thread::sleep(patience.mul_f64(rng.random_range(0.0..1.0)));
        }
        std::thread::sleep(Duration::from_micros(rng.random_range(0..3000)));
        let before = tally.kills();
        let mut complete = false;
        if let Some(merger) = &mut merger {
            let at_work = end(merger);
            tally.mergers += at_work as u32;
            complete = !at_work;
        }
        if let Some(mut adder) = adder {
            tally.writers += end(&mut adder.child) as u32;
            adder.listen(usize::MAX);
            tally.kept += adder.kept.len();
            known.extend(adder.kept);
        }
        let hit = tally.kills() > before;
        patience = patience.mul_f64(if hit { 1.1 } else { 0.7 });
        shop.is_sound(&war, &known);
        let names = shop.names(&war);
        let lost: Vec<&String> = known.difference(&names).collect();
        assert!(
            lost.is_empty(),
            "attempt {attempt}: called kept, and lost: {lost:?}"
        );
        let there = names.iter().filter(|name| merged.contains(name)).count();
        let before = known.iter().filter(|name| merged.contains(name)).count();
        tally.halfway += (before < there && there < merged.len()) as u32;
        // What has once been merged does not go either.
        known = names;
        on_this_file += 1;
        if complete || on_this_file == ROUND || tally.kills() >= kills {
            shop.add_all(&war, 2);
            shop.finish(shop.merge(&war, &files));
            shop.is_sound(&war, &expected);
            let exported = shop.exported(&war);
            assert_eq!(exported.len(), expected.len(), "twice, or missing");
            assert_eq!(shop.names(&war), expected);
            tally.files += 1;
            if tally.kills() >= kills {
                break;
            }
            war = shop.file(&format!("war-{attempt}"));
            known.clear();
            on_this_file = 0;
        }
    }
    tally
}

/// Kill it; was it still at work?
fn end(child: &mut Child) -> bool {
    let at_work = child.try_wait().is_ok_and(|end| end.is_none());
    // One that has ended cannot be killed any more.
    let _ = child.kill();
    child.wait().expect("the child");
    at_work
}

struct Shop<'a> {
    program: &'a Path,
    folder: &'a Path,
}

/// A process that adds puzzles, and what it said is kept.
struct Adder {
    child: Child,
    answers: BufReader<std::process::ChildStdout>,
    names: Vec<String>,
    kept: Vec<String>,
}

impl Adder {
    /// Read so many more answers, or as many as there are.
    fn listen(&mut self, most: usize) {
        for _ in 0..most {
            let mut line = String::new();
            let read = self.answers.read_line(&mut line);
            // The last line may have been cut off by the kill.
            if !read.is_ok_and(|n| n > 0) || !line.ends_with('\n') {
                return;
            }
            let answer: Value = serde_json::from_str(&line).expect("JSON");
            assert_eq!(answer["status"], "kept", "{line}");
            self.kept.push(self.names[self.kept.len()].clone());
        }
    }
}

impl Shop<'_> {
    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.library"))
    }

    fn call(&self, words: &[&str], file: &Path) -> Command {
        let mut command = Command::new(self.program);
        command.arg("library").args(words).arg(file);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command
    }

    fn merge(&self, into: &Path, files: &[PathBuf]) -> Command {
        let mut command = self.call(&["merge"], into);
        command.args(files);
        command
    }

    fn finish(&self, mut command: Command) {
        let status = command.status().expect("the program");
        assert!(status.success(), "{command:?}: {status}");
    }

    fn add(&self, file: &Path, lot: usize) -> Adder {
        let mut child = (self.call(&["add", "--json"], file))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
        let (names, lines): (Vec<String>, Vec<String>) = puzzles(lot).unzip();
        let mut input = child.stdin.take().expect("a pipe");
        // On its own, because the process may be killed before it has read everything.
        std::thread::spawn(move || drop(input.write_all(lines.concat().as_bytes())));
        Adder {
            answers: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
            names,
            kept: Vec::new(),
        }
    }

    fn add_all(&self, file: &Path, lot: usize) {
        let mut adder = self.add(file, lot);
        adder.listen(usize::MAX);
        let status = adder.child.wait().expect("the program");
        assert!(status.success() && adder.kept.len() == LOT, "{status}");
    }

    /// Check a file, which holds at least what is known to be kept. If that is nothing, it need not
    /// even be there: a program that was killed early has not made it, or what it began is undone
    /// when the next one looks.
    fn is_sound(&self, file: &Path, known: &BTreeSet<String>) {
        let mut check = self.call(&["check"], file);
        let checked = check.stderr(Stdio::piped()).output().expect("the program");
        let said = String::from_utf8_lossy(&checked.stderr);
        let is_missing = said.contains("there is no library") && known.is_empty();
        let is_sound = checked.status.success() || is_missing;
        assert!(is_sound, "{check:?}: {}: {said}", checked.status);
    }

    fn exported(&self, file: &Path) -> Vec<Value> {
        let answer = self.call(&["export"], file).stdout(Stdio::piped()).output();
        let text = String::from_utf8(answer.expect("the program").stdout).expect("text");
        let lines = text
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"));
        lines.collect()
    }

    /// What the puzzles of a file are called.
    fn names(&self, file: &Path) -> BTreeSet<String> {
        let name = |puzzle: Value| puzzle["title"].as_str().expect("a title").to_owned();
        self.exported(file).into_iter().map(name).collect()
    }
}

/// The puzzles of a lot, each with its name: half of them are in the next lot, too, turned round.
fn puzzles(lot: usize) -> impl Iterator<Item = (String, String)> {
    (lot * LOT / 2..lot * LOT / 2 + LOT).map(move |n| {
        let digit = |place: u32| (n / 8usize.pow(place) % 8 + 1).to_string();
        let mut rows = [
            [
                "1".to_owned(),
                "-".to_owned(),
                digit(0),
                "-".to_owned(),
                "2".to_owned(),
            ],
            ["-"; 5].map(str::to_owned),
            [digit(1), "-".to_owned(), digit(2), "-".to_owned(), digit(3)],
            ["-"; 5].map(str::to_owned),
            [
                "3".to_owned(),
                "-".to_owned(),
                digit(4),
                "-".to_owned(),
                "4".to_owned(),
            ],
        ];
        if lot % 2 == 1 {
            rows.reverse();
        }
        let name = format!("puzzle {n}");
        let puzzle = serde_json::json!({
            "type": "hashi", "rows": 5, "cols": 5, "problem": rows, "title": name,
        });
        (name, format!("{puzzle}\n"))
    })
}
