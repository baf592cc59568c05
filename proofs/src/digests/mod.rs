//! What the program does today, kept as digests, so that a change of its inside can show that
//! nothing changed outside: steps, solutions, violations, ratings, pictures, what hands do, what
//! formats hold, what is made of a seed.
//!
//! A `View` looks at one puzzle and writes what it sees on pages, one page for each kind of output
//! (views that words belong to keep them on pages of their own, whose kind ends in `-words`: they may
//! change, and it is only said that they did). The pages of a collection make one digest for each
//! kind. `proofs/digests.txt` holds those that were recorded; `cargo xtask digests` compares.

mod boards;
mod hands;
mod hash;
mod making;
mod reasoning;
mod recorded;
mod texts;

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use puzzles::FAMILIES;
use puzzles::format::Document;

use crate::corpora::{self, Source};
use hash::Digest;
pub use recorded::{Comparison, FILE, Line, Recorded};

/// What a view writes: a page for each kind of output.
#[derive(Default)]
pub struct Pages(BTreeMap<&'static str, String>);

impl Pages {
    /// One more line on the page of this kind.
    fn line(&mut self, kind: &'static str, line: impl Display) {
        writeln!(self.0.entry(kind).or_default(), "{line}").expect("a string takes everything");
    }
}

/// One way to look at a puzzle.
struct View {
    /// Its kinds of output are named after it.
    name: &'static str,
    /// It looks at every so-many-th of our own puzzles, and of the published ones; 0: at none.
    every: [usize; 2],
    see: fn(&Document, &mut Pages),
}

/// All views of puzzles that are there. How often one looks is a question of how long it takes.
const VIEWS: &[View] = &[
    view("explain", [1, 1], reasoning::explain),
    view("rate", [1, 1], reasoning::rate_once),
    view("presets", [1, 4], reasoning::rate_all),
    view("solve", [1, 1], boards::solve),
    view("check", [1, 1], boards::check),
    view("facts", [1, 4], boards::facts),
    view("draw", [1, 4], boards::draw),
    view("play", [1, 2], hands::play),
    view("set", [1, 4], hands::set),
    view("edits", [1, 4], hands::edits),
    view("formats", [1, 1], texts::formats),
    view("instances", [5, 40], texts::instances),
    view("protocol", [3, 25], texts::protocol),
    view("strip", [3, 0], making::strip),
];

const fn view(name: &'static str, every: [usize; 2], see: fn(&Document, &mut Pages)) -> View {
    View { name, every, see }
}

/// The view that looks at no puzzle but makes some.
const GENERATE: &str = "generate";

/// The view of what the protocol says about no puzzle.
const CATALOGUE: &str = "catalogue";

/// The names of all views.
pub fn views() -> impl Iterator<Item = &'static str> {
    let puzzles = VIEWS.iter().map(|view| view.name);
    puzzles.chain([GENERATE, CATALOGUE])
}

/// What to look at.
#[derive(Default)]
pub struct Scope {
    /// Only these families; all, if there are none.
    pub families: Vec<String>,
    /// Only these views; all, if there are none.
    pub views: Vec<String>,
    /// Only the few small puzzles that the tests look at.
    pub short: bool,
}

impl Scope {
    fn wants(&self, view: &str) -> bool {
        self.views.is_empty() || self.views.iter().any(|name| name == view)
    }

    /// Is it of a family that is wanted? What belongs to no family is left out if one is named.
    fn wants_family(&self, id: &str) -> bool {
        self.families.is_empty() || self.families.iter().any(|family| family == id)
    }

    /// Does a line of the record belong to what is looked at?
    fn holds(&self, line: &Line) -> bool {
        let (family, collection) = line.of.split_once('/').unwrap_or((&line.of, ""));
        self.wants_family(family) && self.wants(line.view()) && (!self.short || collection == SHORT)
    }
}

/// The collection of the tests.
const SHORT: &str = "short";

/// One look at one puzzle, or at one order.
struct Task {
    /// The family and the collection.
    of: String,
    /// What is looked at, for people.
    title: String,
    see: Box<dyn Fn(&mut Pages) + Send + Sync>,
}

/// Look at everything in the scope; the lines come in a fixed order. The pages are left in a folder,
/// if one is named: a file for each line.
pub fn compute(scope: &Scope, dump: Option<&Path>) -> std::io::Result<Vec<Line>> {
    let tasks = tasks(scope);
    let seen = see_all(&tasks, dump.is_some());
    let mut lines: BTreeMap<(&str, &'static str), (usize, Digest)> = BTreeMap::new();
    let mut texts: BTreeMap<(&str, &'static str), String> = BTreeMap::new();
    for (task, kinds) in tasks.iter().zip(seen) {
        for (kind, (digest, text)) in kinds {
            let (count, whole) = lines.entry((&task.of, kind)).or_default();
            *count += 1;
            whole.add(&digest.to_le_bytes());
            if dump.is_some() {
                let page = texts.entry((&task.of, kind)).or_default();
                *page += &format!("== {}\n{text}", task.title);
            }
        }
    }
    for ((of, kind), text) in texts {
        let folder = dump.unwrap_or(Path::new(".")).join(of);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(format!("{kind}.txt")), text)?;
    }
    let line = |((of, kind), (count, digest)): ((&str, &'static str), (usize, Digest))| Line {
        of: of.to_owned(),
        kind: kind.to_owned(),
        count,
        digest: digest.value(),
    };
    Ok(lines.into_iter().map(line).collect())
}

/// The digests of a task's pages, and the pages themselves if they are kept.
type Seen = BTreeMap<&'static str, (u64, String)>;

/// What each task sees, on all cores.
fn see_all(tasks: &[Task], keep: bool) -> Vec<Seen> {
    let next = AtomicUsize::new(0);
    let seen: Vec<Mutex<Seen>> = tasks.iter().map(|_| Mutex::default()).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(at) else { break };
                    let mut pages = Pages::default();
                    (task.see)(&mut pages);
                    let digests = pages.0.into_iter().map(|(kind, text)| {
                        let digest = Digest::of(text.as_bytes()).value();
                        (kind, (digest, if keep { text } else { String::new() }))
                    });
                    *seen[at].lock().expect("no panic while it is held") = digests.collect();
                }
            });
        }
    });
    let inner = |seen: Mutex<Seen>| seen.into_inner().expect("no panic while it is held");
    seen.into_iter().map(inner).collect()
}

fn tasks(scope: &Scope) -> Vec<Task> {
    let mut tasks = Vec::new();
    for family in FAMILIES.iter().filter(|f| scope.wants_family(f.id)) {
        let own = corpora::own_of(family).documents();
        let short = own.iter().filter(|d| d.puzzle.size().len() <= 49).take(3);
        let short = short.cloned().collect();
        look_at(
            &mut tasks,
            scope,
            &format!("{}/{SHORT}", family.id),
            short,
            |_| 1,
        );
        if !scope.short {
            let of = format!("{}/own", family.id);
            look_at(&mut tasks, scope, &of, own, |view| view.every[0]);
        }
        if scope.wants(GENERATE) {
            tasks.extend(making::orders(family, scope.short));
        }
    }
    if !scope.short {
        for source in corpora::sources() {
            let (of, documents) = named(&source);
            if scope.wants_family(of.split('/').next().unwrap_or_default()) {
                look_at(&mut tasks, scope, &of, documents, |view| view.every[1]);
            }
        }
    }
    if scope.wants(CATALOGUE) && scope.families.is_empty() {
        tasks.push(Task {
            of: format!("all/{SHORT}"),
            title: "what there is".to_owned(),
            see: Box::new(texts::catalogue),
        });
    }
    tasks
}

/// A published collection as it is named in the record, beginning with its family.
fn named(source: &Source) -> (String, Vec<Document>) {
    let documents = source.documents();
    let family = documents.first().map_or("", |d| d.puzzle.family().id);
    let name = source.name.replace(&format!("/{family}"), "");
    (format!("{family}/{}", name.replace('/', "-")), documents)
}

/// All views that are wanted, at as many of the puzzles as they look at.
fn look_at(
    tasks: &mut Vec<Task>,
    scope: &Scope,
    of: &str,
    documents: Vec<Document>,
    every: impl Fn(&View) -> usize,
) {
    let documents: Vec<Arc<Document>> = documents.into_iter().map(Arc::new).collect();
    for view in VIEWS.iter().filter(|view| scope.wants(view.name)) {
        let step = every(view);
        if step == 0 {
            continue;
        }
        for (i, document) in documents.iter().enumerate().step_by(step) {
            let (document, see) = (document.clone(), view.see);
            let id = document.id().map_or(String::new(), |id| id.to_string());
            tasks.push(Task {
                of: of.to_owned(),
                title: format!("{} {id}", i + 1),
                see: Box::new(move |pages| see(&document, pages)),
            });
        }
    }
}
