//! The library behind the page: the requests of `POST /api/library` on the one file that the server
//! was started with.
//!
//! The path is known to the [`LibraryFile`] alone. No request contains a path, no answer reveals it, and
//! all access to the file goes through `library`, so nothing else can be read or written. Every
//! request opens the file again: several servers and commands may use it at once, and whatever
//! happens to one request is forgotten with its connection. An answer is sent only after the change
//! it reports was committed.

mod input;
mod read;
mod report;
mod write;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api::table::{Table, Tools};
use api::{Budget, Error};
use library::{Library, Open};
use serde_json::Value;

use crate::work::{Done, Work};

/// Where the library is.
pub(crate) struct LibraryFile {
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

/// What the library's operations use: the file, opened for one request.
struct Opened {
    library: Library,
}

impl Tools for Opened {
    type Refusal = Trouble;
}

type Call<'a> = api::table::Call<'a, Opened>;

const OPS: Table<Opened> = api::table! { Opened;
    "list" => read::List,
    "get" => read::Get,
    "stats" => read::Stats,
    "export" => read::Export,
    "report" => report::Report,
    "add" => write::Add,
    "import" => write::Import,
    "tag" => write::Tag,
    "remove" => write::Remove,
    "play" => write::Played,
};

/// The schema of all requests and responses: those of the protocol and those of the library.
pub fn schema() -> Value {
    api::publication().with("library", &OPS).schema()
}

/// The requests to a library without a server around them, for tests that ask very many.
#[doc(hidden)]
pub struct LibraryRequests(Work);

impl LibraryRequests {
    /// Requests to the library at this path, which is created if it does not exist.
    pub fn open(path: &Path) -> Result<LibraryRequests, library::Error> {
        let patience = crate::Limits::default().library;
        Ok(LibraryRequests(LibraryFile::open(path)?.work(patience)))
    }

    /// The answer to a request.
    pub fn answer(&self, request: &str, budget: Budget) -> String {
        match (self.0)(request, budget) {
            Done::Answer(text) => text,
            Done::Later(why) => Error::new(why).response(),
        }
    }
}

impl LibraryFile {
    /// The library at this path, which is created if it does not exist.
    pub(crate) fn open(path: &Path) -> Result<LibraryFile, library::Error> {
        let unreadable = |why: std::io::Error| library::Error::Unreadable {
            path: path.display().to_string(),
            why: why.to_string(),
        };
        // An absolute path stays right if the process changes its folder.
        let path = std::path::absolute(path).map_err(unreadable)?;
        let open = Library::open(&path, Open::OrCreate)?;
        let name = path.file_name().unwrap_or_default();
        Ok(LibraryFile {
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

    fn answer(&self, request: &str, patience: Duration, budget: Budget) -> Result<String, Trouble> {
        OPS.answer(request, budget, || {
            let mut library = Library::open(&self.path, Open::Existing)?;
            library.wait_for(patience)?;
            Ok(Opened { library })
        })
    }
}
