//! Many puzzles: read and worked on in parallel, answered in the order of the input.
//!
//! One thread cuts the input, a pool of workers reads and works, this thread prints. The answers
//! wait in a window of bounded length, so memory does not grow with the stream, and nothing is held
//! back that could be printed. With one worker all of it happens in turn on this thread: a puzzle of
//! a tenth of a millisecond is not worth waking three. A defect inside one puzzle becomes that
//! puzzle's error.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use puzzles::format::ReadError;
use serde_json::json;

use crate::exit::Exit;
use crate::input::{Item, Job, Source};
use crate::output::{self, Out};

#[derive(clap::Args, Clone, Copy)]
pub struct Threads {
    /// Work on this many puzzles at a time, up to four per processor [default: the number of
    /// processors]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl Threads {
    /// The most threads per processor.
    const EACH: usize = 4;

    /// One puzzle after another.
    pub const ONE: Threads = Threads {
        threads: Some(NonZeroUsize::MIN),
    };

    /// How many threads to start. Many more than there are processors are of no use, and thousands
    /// take seconds to start.
    pub fn number(self) -> usize {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let wanted = self.threads.map_or(processors, NonZeroUsize::get);
        wanted.min(Threads::EACH * processors)
    }
}

/// What one puzzle gives.
#[derive(Default)]
pub struct Reply {
    /// For standard output: whole lines, or a whole picture.
    pub out: Vec<u8>,
    /// For standard error: whole lines.
    pub err: String,
    /// The exit status that this puzzle asks for.
    pub exit: Exit,
}

/// For whom the output is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Errors are lines of the output.
    Json,
    /// Errors are messages.
    Human,
}

/// What a run over many puzzles comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Puzzles, whether they could be read or not.
    pub puzzles: usize,
    /// Puzzles that could not be read or worked on.
    pub errors: usize,
    /// The heaviest exit status of all.
    pub exit: Exit,
}

/// Work on every puzzle and print the result. `work` may refuse a puzzle with a message.
pub fn run(
    items: impl Iterator<Item = Item> + Send,
    threads: Threads,
    mode: Mode,
    work: impl Fn(&Job) -> Result<Reply, String> + Sync,
) -> anyhow::Result<Totals> {
    let mut totals = Totals::default();
    let mut out = Out::new();
    let progress = Progress::new();
    let answer = |item: Item| handle(&item, mode, &work);
    in_order(threads.number(), items, answer, |event| match event {
        Event::Waiting => out.flush(totals.exit),
        Event::Ready(Answer { reply, failed }) => {
            totals.puzzles += 1;
            totals.errors += failed as usize;
            totals.exit = totals.exit.max(reply.exit);
            progress.step(totals.puzzles);
            out.print(&reply.out, totals.exit);
            if !reply.err.is_empty() {
                out.flush(totals.exit);
                progress.aside(|| output::complain(reply.err.trim_end()));
            }
        }
    })?;
    progress.end();
    out.flush(totals.exit);
    Ok(totals)
}

struct Answer {
    reply: Reply,
    failed: bool,
}

fn handle(item: &Item, mode: Mode, work: &impl Fn(&Job) -> Result<Reply, String>) -> Answer {
    let start = |message: String| ReadError {
        message,
        line: item.line(),
        column: 1,
    };
    let result = guard(|| {
        let job = item.read()?;
        work(&job).map_err(start)
    });
    match result.unwrap_or_else(|defect| Err(start(defect))) {
        Ok(reply) => Answer {
            reply: match mode {
                Mode::Human => reply,
                Mode::Json => Reply {
                    out: output::json(reply.out),
                    ..reply
                },
            },
            failed: false,
        },
        Err(error) => Answer {
            reply: refusal(item, mode, &error),
            failed: true,
        },
    }
}

fn refusal(item: &Item, mode: Mode, error: &ReadError) -> Reply {
    let ReadError {
        message,
        line,
        column,
    } = error;
    let mut reply = Reply {
        exit: Exit::Wrong,
        ..Reply::default()
    };
    match mode {
        Mode::Human => reply.err = format!("{}:{line}:{column}: {message}\n", item.source),
        Mode::Json => {
            let mut object = json!({
                "id": item.id(),
                "status": "error",
                "error": { "message": message, "line": line, "column": column },
            });
            if let Source::File(name) = &item.source {
                object["file"] = name.as_ref().into();
            }
            reply.out = output::json(format!("{object}\n").into_bytes());
        }
    }
    reply
}

/// What [`in_order`] reports.
pub enum Event<R> {
    /// The next answer.
    Ready(R),
    /// The next answer is not ready yet.
    Waiting,
}

/// How many answers per worker may wait for a slow one before them.
const WINDOW: usize = 64;

/// Large boards recurse deeply; workers get as much as the main thread has.
pub const STACK: usize = 8 << 20;

/// Do `work` on all items with this many workers; `emit` sees the answers in the order of the
/// items.
pub fn in_order<T: Send, R: Send>(
    workers: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut emit: impl FnMut(Event<R>),
) -> anyhow::Result<()> {
    if workers == 1 {
        for item in items {
            emit(Event::Ready(work(item)));
            emit(Event::Waiting);
        }
        return Ok(());
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(workers)
        .stack_size(STACK)
        .build()
        .context("cannot start threads")?;
    // A place for each answer, in the order of the items.
    let (places, queue) = mpsc::sync_channel(WINDOW * workers);
    thread::scope(|threads| {
        threads.spawn(|| {
            let work = &work;
            pool.in_place_scope(|tasks| {
                for item in items {
                    let (place, answer) = mpsc::sync_channel(1);
                    if places.send(answer).is_err() {
                        break; // the printing thread is gone
                    }
                    tasks.spawn(move |_| drop(place.send(work(item))));
                }
            });
            drop(places);
        });
        while let Some(answer) = next(&queue, &mut emit) {
            // An answer is missing only if `work` panicked, and then the scope panics too.
            if let Some(answer) = next(&answer, &mut emit) {
                emit(Event::Ready(answer));
            }
        }
    });
    Ok(())
}

/// The next thing from a channel; before waiting for it, say so.
fn next<T, R>(channel: &mpsc::Receiver<T>, emit: &mut impl FnMut(Event<R>)) -> Option<T> {
    match channel.try_recv() {
        Ok(thing) => Some(thing),
        Err(mpsc::TryRecvError::Disconnected) => None,
        Err(mpsc::TryRecvError::Empty) => {
            emit(Event::Waiting);
            channel.recv().ok()
        }
    }
}

// ---- defects ----

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static DEFECT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A panic inside [`guard`] is kept as a message instead of being printed; with RUST_BACKTRACE it
/// is printed as well.
pub fn mute_guarded_panics() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !GUARDED.get() {
            return print(info);
        }
        let place = info.location().map_or(String::new(), |l| format!(" ({l})"));
        DEFECT.set(format!("{}{place}", panic_message(info.payload())));
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|v| v != "0") {
            print(info);
        }
    }));
}

fn panic_message(payload: &dyn Any) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("no message")
}

/// Run something whose panics must not end the program.
pub fn guard<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let before = GUARDED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(before);
    result.map_err(|payload| {
        let mut message = DEFECT.take();
        if message.is_empty() {
            message = panic_message(payload.as_ref()).to_owned();
        }
        const MUCH: usize = 600;
        if let Some((cut, _)) = message.char_indices().nth(MUCH) {
            message.truncate(cut);
            message.push('…');
        }
        format!("a defect in gridwright, please report it: {message}")
    })
}

// ---- progress ----

/// A counter on standard error, for people who watch while the answers go elsewhere.
pub struct Progress(Option<ProgressBar>);

impl Progress {
    /// A counter, unless the answers go to the same screen.
    pub fn new() -> Progress {
        Progress::beside(true)
    }

    /// A counter, unless answers appear on the same screen: they are progress enough.
    pub fn beside(answers: bool) -> Progress {
        if !io::stderr().is_terminal() || answers && io::stdout().is_terminal() {
            return Progress(None);
        }
        Progress::spinning("{spinner} {pos} puzzles, {elapsed} {msg}")
    }

    /// Only words: what is going on, while nothing is counted.
    pub fn of_words() -> Progress {
        match io::stderr().is_terminal() {
            true => Progress::spinning("{spinner} {elapsed} {wide_msg}"),
            false => Progress(None),
        }
    }

    fn spinning(template: &str) -> Progress {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress(Some(bar))
    }

    fn step(&self, done: usize) {
        if let Some(bar) = &self.0 {
            bar.set_position(done as u64);
        }
    }

    /// Show the number done, with a few words.
    pub fn say(&self, done: u64, words: &str) {
        if let Some(bar) = &self.0 {
            bar.set_position(done);
            bar.set_message(words.to_owned());
        }
    }

    /// Print something else without garbling the counter.
    pub fn aside(&self, print: impl FnOnce()) {
        match &self.0 {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Take the counter off the screen.
    pub fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_keep_the_order_of_the_items() {
        for workers in [1, 2, 5] {
            let mut seen = Vec::new();
            let slow_first = |i: u64| {
                thread::sleep(Duration::from_millis(if i.is_multiple_of(7) {
                    3
                } else {
                    0
                }));
                i * i
            };
            in_order(workers, 0..500, slow_first, |event| {
                if let Event::Ready(square) = event {
                    seen.push(square);
                }
            })
            .expect("threads");
            assert!(seen.iter().copied().eq((0..500).map(|i| i * i)));
        }
    }

    #[test]
    fn threads_are_bounded() {
        let number = |n| {
            let threads = NonZeroUsize::new(n);
            Threads { threads }.number()
        };
        assert_eq!(number(1), 1);
        assert_eq!(number(2), 2);
        assert!(number(1_000_000) <= Threads::EACH * number(0));
    }

    #[test]
    fn a_defect_is_a_message() {
        mute_guarded_panics();
        let message = guard(|| panic!("{} is not 5", 2 + 2)).expect_err("a panic");
        assert!(
            message.contains("defect") && message.contains("4 is not 5"),
            "{message}"
        );
        assert_eq!(guard(|| 7), Ok(7));
    }
}
