//! The library behind the page: the requests of `POST /api/library` on the one file that the server
//! was started with.
//!
//! The path is known to the [`LibraryFile`] alone. No request contains a path, no answer reveals it, and
//! all access to the file goes through `library`, so nothing else can be read or written. Every
//! request opens the file again: several servers and commands may use it at once, and whatever
//! happens to one request is forgotten with its connection. An answer is sent only after the change
//! it reports was committed.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api::library::{OnShelf, Trouble};
use api::{Budget, Error};
use library::{Added, Entry, Filter, Kept, Library, Open, Play, Side, Summary};
use shelf::{Refusal, Result, Shelf, WrittenRating};

use crate::clock;
use crate::work::{Done, Work};

/// Where the library is.
pub(crate) struct LibraryFile {
    path: PathBuf,
    name: String,
    /// One connection stays open, unused: when the last one is closed, SQLite tidies up, which
    /// costs more than most requests.
    _open: Mutex<Library>,
}

/// What went wrong with the file, without revealing its path.
fn refusal(error: library::Error) -> Refusal {
    use library::Error as Of;
    Refusal::Never(match error {
        Of::Busy => return Refusal::Later(error.to_string()),
        Of::Missing(_) => "the library file does not exist any more".to_owned(),
        Of::Foreign(_) => "the library file is not a library any more".to_owned(),
        Of::Unreadable { .. } => "the library file cannot be opened".to_owned(),
        Of::Newer { .. } => "the library file was changed by a newer Gridwright".to_owned(),
        _ => error.to_string(),
    })
}

/// The file, opened for one request.
struct Opened(Library);

impl Shelf for Opened {
    fn expect(&mut self, _: &[i64]) -> Result<()> {
        Ok(())
    }

    fn list(&mut self, filter: &Filter) -> Result<Vec<Summary>> {
        self.0.list(filter).map_err(refusal)
    }

    fn get(&mut self, id: i64) -> Result<Option<Kept>> {
        match self.0.get(id) {
            Ok(kept) => Ok(Some(kept)),
            Err(library::Error::NoPuzzle(_) | library::Error::BadPuzzle { .. }) => Ok(None),
            Err(error) => Err(refusal(error)),
        }
    }

    fn add(&mut self, new: Vec<Side>) -> Result<Vec<Added>> {
        self.0.add_played(new).map_err(refusal)
    }

    fn tag(&mut self, ids: &[i64], add: &[String], remove: &[String]) -> Result<()> {
        self.0.tag(ids, add, remove).map_err(refusal)
    }

    fn remove(&mut self, ids: &[i64]) -> Result<usize> {
        self.0.discard(ids).map_err(refusal)
    }

    fn rate(&mut self, ratings: Vec<(i64, WrittenRating)>) -> Result<()> {
        self.0.rate(&ratings).map_err(refusal)
    }

    fn played(&mut self, id: i64, play: Play) -> Result<()> {
        self.0.played(id, &play).map_err(refusal)
    }

    fn played_anew(&mut self, entry: Entry, play: Play) -> Result<Added> {
        self.0.played_anew(&entry, &play).map_err(refusal)
    }
}

/// The requests to a library without a server around them, for tests that ask very many.
#[doc(hidden)]
pub struct LibraryRequests(Work);

impl LibraryRequests {
    /// Requests to the library at this path, which is created if it does not exist.
    pub fn open(path: &Path) -> library::Result<LibraryRequests> {
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
    pub(crate) fn open(path: &Path) -> library::Result<LibraryFile> {
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
                // A file lacks nothing.
                Err(Trouble::Lacks(_)) => Done::Later("the library is incomplete".to_owned()),
            },
        )
    }

    fn answer(
        &self,
        request: &str,
        patience: Duration,
        budget: Budget,
    ) -> std::result::Result<String, Trouble> {
        api::library::answer(request, budget, || {
            let open = || {
                let mut library = Library::open(&self.path, Open::Existing)?;
                library.wait_for(patience)?;
                Ok(library)
            };
            Ok(OnShelf {
                shelf: Box::new(Opened(open().map_err(refusal)?)),
                now: clock::seconds(),
            })
        })
    }
}
