//! Random changes by a process that is killed again and again, beside a plain map. Whatever was
//! reported as done is there, what was under way is there wholly or not at all, and nothing else is.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::hint;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use common::{numbered, open};
use library::{Batch, Filter, Library, Open, Outcome, Play, check};

const KILLS: u64 = 60;

/// What a change is, in one line, as it is sent to the process that makes it.
#[derive(Clone, Debug)]
enum Change {
    Add {
        n: u64,
        tag: String,
    },
    Tag {
        id: i64,
        tag: String,
    },
    Untag {
        id: i64,
        tag: String,
    },
    Remove {
        id: i64,
    },
    Play {
        id: i64,
        at: i64,
    },
    /// The index of the batch gives the puzzle of the same number.
    Store {
        index: u64,
    },
    /// One of the other files, again and again.
    Merge {
        file: u64,
    },
}

#[derive(Clone, PartialEq, Debug, Default)]
struct Kept {
    n: u64,
    tags: BTreeSet<String>,
    plays: Vec<i64>,
}

/// What the library should hold.
#[derive(Clone, PartialEq, Debug, Default)]
struct Model {
    puzzles: BTreeMap<i64, Kept>,
    done: BTreeSet<u64>,
    last: i64,
}

/// There are so many files to merge.
const FILES: u64 = 3;

/// The puzzles in a file that is merged: more than are merged in one change, and some of those that
/// are added otherwise.
fn other(file: u64) -> std::ops::Range<u64> {
    let first = NUMBERS_BELOW - 50 + file * 180;
    first..first + 230
}

/// As in the crate: how many puzzles a merge brings in one change.
const AT_ONCE: usize = 100;

impl Model {
    fn add(&mut self, n: u64, tags: &[&str]) -> &mut Kept {
        let there = self.puzzles.iter().find(|(_, kept)| kept.n == n);
        let id = there.map(|(id, _)| *id).unwrap_or_else(|| {
            self.last += 1;
            self.last
        });
        let kept = self.puzzles.entry(id).or_default();
        kept.n = n;
        kept.tags.extend(tags.iter().map(|tag| tag.to_string()));
        kept
    }

    /// What may be there if the change is cut short; the last is the whole change.
    fn after(&self, change: &Change) -> Vec<Model> {
        let mut all = vec![self.clone()];
        let mut next = self.clone();
        match change {
            Change::Add { n, tag } => {
                next.add(*n, &["numbered", tag]);
            }
            Change::Tag { id, tag } => {
                next.puzzles.entry(*id).and_modify(|kept| {
                    kept.tags.insert(tag.clone());
                });
            }
            Change::Untag { id, tag } => {
                next.puzzles.entry(*id).and_modify(|kept| {
                    kept.tags.remove(tag);
                });
            }
            Change::Remove { id } => {
                next.puzzles.remove(id);
            }
            Change::Play { id, at } => {
                next.puzzles
                    .entry(*id)
                    .and_modify(|kept| kept.plays.push(*at));
            }
            Change::Store { index } => {
                // One that was removed does not come back.
                if next.done.insert(*index) {
                    next.add(*index, &["numbered"]);
                }
            }
            Change::Merge { file } => {
                let puzzles: Vec<u64> = other(*file).collect();
                for chunk in puzzles.chunks(AT_ONCE) {
                    for &n in chunk {
                        let kept = next.add(n, &["numbered", "merged"]);
                        // Each was played once, in the year of its number.
                        if !kept.plays.contains(&-(n as i64)) {
                            kept.plays.push(-(n as i64));
                        }
                    }
                    all.push(next.clone());
                }
            }
        }
        all.push(next);
        all
    }

    fn of(path: &Path) -> Model {
        let mut library = open(path);
        let mut model = Model::default();
        for line in library.list(&Filter::default()).expect("a list") {
            let kept = library.get(line.id).expect("kept");
            let n = kept.entry.origin.index.expect("an index");
            assert!(*kept.entry.document.puzzle == *numbered(n).document.puzzle);
            let plays = kept.plays.iter().filter_map(|play| play.at).collect();
            let tags = line.tags.into_iter().collect();
            model.puzzles.insert(line.id, Kept { n, tags, plays });
        }
        let batch = batch(&mut library);
        let missing: BTreeSet<u64> = batch.missing(NUMBERS_BELOW).expect("indices").collect();
        model.done = (0..NUMBERS_BELOW)
            .filter(|index| !missing.contains(index))
            .collect();
        model
    }
}

/// Numbers of puzzles are below this.
const NUMBERS_BELOW: u64 = 300;

fn batch(library: &mut Library) -> Batch<'_> {
    Batch::open(library, "a request", 1, "1").expect("a batch")
}

fn make(library: &mut Library, change: &Change, folder: &Path) -> library::Result<()> {
    match change.clone() {
        Change::Add { n, tag } => {
            let mut entry = numbered(n);
            entry.tags.push(tag);
            library.add(&entry).map(drop)
        }
        Change::Tag { id, tag } => library.tag(&[id], &[tag], &[]),
        Change::Untag { id, tag } => library.tag(&[id], &[], &[tag]),
        Change::Remove { id } => library.remove(&[id]),
        Change::Play { id, at } => {
            let play = Play {
                at: Some(at),
                ..Play::default()
            };
            library.played(id, &play)
        }
        Change::Store { index } => {
            let outcome = Outcome::Puzzle(Box::new(numbered(index)));
            batch(library).store(index, &outcome).map(drop)
        }
        Change::Merge { file } => {
            let path = folder.join(format!("{file}.library"));
            let files = [Library::open(&path, Open::Reading)?];
            library.merge(&files).map(drop)
        }
    }
}

/// Dice that fall the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % most
    }

    fn change(&mut self, model: &Model) -> Change {
        let tag = format!("tag {}", self.below(4));
        let ids: Vec<i64> = model.puzzles.keys().copied().collect();
        let id = ids
            .get(self.below(ids.len().max(1) as u64) as usize)
            .copied();
        match (self.below(12), id) {
            (0..3, _) | (_, None) => Change::Add {
                n: self.below(NUMBERS_BELOW),
                tag,
            },
            (3, Some(id)) => Change::Tag { id, tag },
            (4, Some(id)) => Change::Untag { id, tag },
            (5 | 6, Some(id)) => Change::Remove { id },
            (7, Some(id)) => Change::Play {
                id,
                at: self.below(1000) as i64,
            },
            (8..11, _) => Change::Store {
                index: self.below(NUMBERS_BELOW),
            },
            // The other files are left for those who are killed while they merge.
            _ => Change::Merge { file: 0 },
        }
    }
}

fn word(change: &Change) -> String {
    match change {
        Change::Add { n, tag } => format!("add {n} {tag}"),
        Change::Tag { id, tag } => format!("tag {id} {tag}"),
        Change::Untag { id, tag } => format!("untag {id} {tag}"),
        Change::Remove { id } => format!("remove {id} -"),
        Change::Play { id, at } => format!("play {id} {at}"),
        Change::Store { index } => format!("store {index} -"),
        Change::Merge { file } => format!("merge {file} -"),
    }
}

fn read(line: &str) -> Change {
    let mut words = line.splitn(3, ' ');
    let mut next = || words.next().expect("a word");
    let (what, number, rest) = (next(), next().parse::<i64>().expect("a number"), next());
    let tag = rest.to_owned();
    match what {
        "add" => Change::Add {
            n: number as u64,
            tag,
        },
        "tag" => Change::Tag { id: number, tag },
        "untag" => Change::Untag { id: number, tag },
        "remove" => Change::Remove { id: number },
        "play" => Change::Play {
            id: number,
            at: rest.parse().expect("a number"),
        },
        "store" => Change::Store {
            index: number as u64,
        },
        _ => Change::Merge {
            file: number as u64,
        },
    }
}

const CHILD: &str = "LIBRARY_TEST_MODEL";

/// The process that gets killed: this test alone, with the name of a folder.
#[test]
fn worker() {
    let Some(folder) = env::var_os(CHILD) else {
        return;
    };
    let folder = Path::new(&folder);
    let mut library = open(&folder.join("a.library"));
    for line in io::stdin().lines() {
        let change = read(&line.expect("a line"));
        println!("\nbegun");
        make(&mut library, &change, folder).expect("made");
        println!("\ndone");
    }
}

struct Worker {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Worker {
    fn start(folder: &Path) -> Worker {
        let mut child = Command::new(env::current_exe().expect("this program"))
            .args(["worker", "--exact", "--nocapture", "--test-threads=1"])
            .env(CHILD, folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("started");
        Worker {
            input: child.stdin.take().expect("a pipe"),
            output: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
        }
    }

    fn send(&mut self, change: &Change) {
        writeln!(self.input, "{}", word(change)).expect("sent");
    }

    fn wait_for(&mut self, word: &str) {
        let mut line = String::new();
        while line.trim_end() != word {
            line.clear();
            assert!(
                self.output.read_line(&mut line).expect("a line") > 0,
                "it ended"
            );
        }
    }
}

#[test]
fn killed_again_and_again_it_holds_what_a_map_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.library");
    for file in 0..FILES {
        let mut library = open(&folder.path().join(format!("{file}.library")));
        let entries: Vec<_> = (other(file).map(numbered))
            .map(|mut entry| {
                entry.tags.push("merged".to_owned());
                entry
            })
            .collect();
        let added = library.add_all(&entries).expect("added");
        for (n, added) in other(file).zip(added) {
            let play = Play {
                at: Some(-(n as i64)),
                ..Play::default()
            };
            library.played(added.id(), &play).expect("played");
        }
    }
    let mut dice = Dice(1);
    let mut model = Model::default();
    let (mut whole, mut nothing, mut part) = (0, 0, 0);
    for kill in 0..KILLS {
        let mut worker = Worker::start(folder.path());
        for _ in 0..dice.below(6) {
            let change = dice.change(&model);
            worker.send(&change);
            worker.wait_for("done");
            model = model.after(&change).pop().expect("the whole change");
        }
        // The last one is cut short, sooner or later: a merge takes longer than the others.
        let file = 1 + kill * (FILES - 1) / KILLS;
        let change = match kill % 2 {
            0 => Change::Merge { file },
            _ => dice.change(&model),
        };
        worker.send(&change);
        worker.wait_for("begun");
        for _ in 0..(1000 + dice.below(1000)) << dice.below(13) {
            hint::spin_loop();
        }
        worker.child.kill().expect("killed");
        worker.child.wait().expect("ended");
        assert_eq!(check(&path).expect("checked").faults, [], "kill {kill}");
        let found = Model::of(&path);
        let possible = model.after(&change);
        let same = |model: &&Model| model.puzzles == found.puzzles && model.done == found.done;
        // The last that fits: a change that changes nothing is whole.
        let at = possible.iter().rev().find(same).unwrap_or_else(|| {
            panic!("kill {kill}, {change:?}: {found:#?} is none of {possible:#?}")
        });
        match at {
            at if Some(at) == possible.last() => whole += 1,
            at if *at == model => nothing += 1,
            _ => part += 1,
        }
        model = at.clone();
    }
    println!("{whole} changes were whole, {nothing} left nothing, {part} merges were begun");
    let mut library = open(&path);
    for file in 0..FILES {
        let change = Change::Merge { file };
        make(&mut library, &change, folder.path()).expect("merged");
        model = model.after(&change).pop().expect("the whole change");
    }
    drop(library);
    assert_eq!(Model::of(&path).puzzles, model.puzzles);
}
