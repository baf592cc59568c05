//! The library behind the page: the requests of `POST /api/library` on the one file that the server
//! was started with.
//!
//! The path is known to the [`Shelf`] alone. No request contains a path, no answer reveals it, and
//! all access to the file goes through `library`, so nothing else can be read or written. Every
//! request opens the file again: several servers and commands may use it at once, and whatever
//! happens to one request is forgotten with its connection. An answer is sent only after the change
//! it reports was committed.

mod ask;
mod look;
mod report;
mod take;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api::{Budget, Error, read, success};
use library::{Library, Open};
use serde::Deserialize;

use crate::work::{Done, Work};

/// Where the library is.
pub(crate) struct Shelf {
    path: PathBuf,
    name: String,
    /// One connection stays open, unused: when the last one is closed, SQLite tidies up, which
    /// costs more than most requests.
    _open: Mutex<Library>,
}

/// Why there is no answer.
enum Trouble {
    Refused(Error),
    Later(String),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        Trouble::Refused(error)
    }
}

impl From<library::Error> for Trouble {
    fn from(error: library::Error) -> Trouble {
        use library::Error as Of;
        // Errors that would reveal the path are put in other words.
        let words = match error {
            Of::Busy => return Trouble::Later(error.to_string()),
            Of::Missing(_) => "the library file does not exist any more".to_owned(),
            Of::Foreign(_) => "the library file is not a library any more".to_owned(),
            Of::Unreadable { .. } => "the library file cannot be opened".to_owned(),
            Of::Newer { .. } => "the library file was changed by a newer Gridwright".to_owned(),
            _ => error.to_string(),
        };
        Trouble::Refused(Error::new(words))
    }
}

type Answer = Result<String, Trouble>;

/// What an operation may use besides its own fields.
struct Call<'a> {
    request: &'a str,
    library: Library,
    budget: Budget<'a>,
}

/// An operation: its fields come out of the request.
trait Op<'a>: Deserialize<'a> {
    fn answer(self, call: &mut Call<'a>) -> Answer;
}

fn run<'a, T: Op<'a>>(call: &mut Call<'a>) -> Answer {
    read::<T>(call.request)?.answer(call)
}

struct Entry {
    name: &'static str,
    answer: for<'a> fn(&mut Call<'a>) -> Answer,
}

macro_rules! op {
    ($name:literal, $op:ty) => {
        Entry {
            name: $name,
            answer: |call| run::<$op>(call),
        }
    };
}

const OPS: &[Entry] = &[
    op!("list", look::List),
    op!("get", look::Get),
    op!("stats", look::Stats),
    op!("export", look::Export),
    op!("report", report::Report),
    op!("add", ask::Add),
    op!("import", ask::Import),
    op!("tag", ask::Tag),
    op!("remove", ask::Remove),
    op!("play", ask::Played),
];

impl Shelf {
    /// The library at this path, which is created if it does not exist.
    pub(crate) fn open(path: &Path) -> Result<Shelf, library::Error> {
        let unreadable = |why: std::io::Error| library::Error::Unreadable {
            path: path.display().to_string(),
            why: why.to_string(),
        };
        // An absolute path stays right if the process changes its folder.
        let path = std::path::absolute(path).map_err(unreadable)?;
        let open = Library::open(&path, Open::OrCreate)?;
        let name = path.file_name().unwrap_or_default();
        Ok(Shelf {
            name: name.to_string_lossy().into_owned(),
            path,
            _open: Mutex::new(open),
        })
    }

    /// The name of the file, without its folder.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// What answers requests. Each waits this long for other processes that write.
    pub(crate) fn work(self, patience: Duration) -> Work {
        Arc::new(
            move |request, budget| match self.answer(request, patience, budget) {
                Ok(text) => Done::Answer(text),
                Err(Trouble::Refused(error)) => Done::Answer(error.response()),
                Err(Trouble::Later(why)) => Done::Later(why),
            },
        )
    }

    fn answer(&self, request: &str, patience: Duration, budget: Budget) -> Answer {
        #[derive(Deserialize)]
        struct Head {
            op: String,
        }
        let Head { op } = read(request)?;
        let Some(entry) = OPS.iter().find(|entry| entry.name == op) else {
            let known: Vec<&str> = OPS.iter().map(|entry| entry.name).collect();
            let message = format!("unknown op {op:?}; there are {}", known.join(", "));
            return Err(Error::new(message).into());
        };
        let mut library = Library::open(&self.path, Open::Existing)?;
        library.wait_for(patience)?;
        (entry.answer)(&mut Call {
            request,
            library,
            budget,
        })
    }
}

fn well(response: &impl serde::Serialize) -> Answer {
    Ok(success(response))
}
