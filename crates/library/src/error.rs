//! What can be wrong with a library, in words for people.

use rusqlite::ErrorCode;

/// A result whose error is the library's.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a library cannot be opened, read or changed. Its display is the message for people.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no file of this name.
    #[error("there is no library {0}")]
    Missing(String),
    /// The file belongs to something else.
    #[error("{0} is not a Gridwright library; nothing was changed")]
    Foreign(String),
    /// The file cannot be opened.
    #[error("{path} cannot be opened: {why}")]
    Unreadable {
        /// The file's name.
        path: String,
        /// What the system says.
        why: String,
    },
    /// A newer version of the program made the file.
    #[error(
        "{path} is a library of version {found}, but this program only knows versions up to \
         {known}; a newer Gridwright can open it"
    )]
    Newer {
        /// The file's name.
        path: String,
        /// The file's version.
        found: i64,
        /// The latest version that this program knows.
        known: i64,
    },
    /// No puzzle has this number.
    #[error("there is no puzzle {0} in the library")]
    NoPuzzle(i64),
    /// What is kept under a number cannot be read as a puzzle.
    #[error("puzzle {id} of the library cannot be read: {why}")]
    BadPuzzle {
        /// Its number.
        id: i64,
        /// What the reader says.
        why: String,
    },
    /// The puzzle cannot be written down.
    #[error("the puzzle cannot be kept: {0}")]
    Unwritable(String),
    /// Another version of the program began the batch.
    #[error(
        "this batch was begun by version {begun} of Gridwright; version {now} may make different \
         puzzles from the same seed. Use another seed or another library"
    )]
    OtherVersion {
        /// The version that began the batch.
        begun: String,
        /// The version of this program.
        now: String,
    },
    /// Another process held the lock for too long.
    #[error("the library is being written to by another process; try again")]
    Busy,
    /// Changes are not possible, but reading is.
    #[error("the library cannot be written to; the file or its folder is read-only")]
    ReadOnly,
    /// The file declares something that this program did not put there, or lacks something.
    #[error(
        "the file {0}; it was not used and nothing was changed. `gridwright library repair` makes \
         a clean copy"
    )]
    Altered(String),
    /// SQLite finds the file damaged.
    #[error(
        "the library is damaged: {0}. `gridwright library check` names what is bad, and `gridwright \
         library repair` saves the rest into a new file"
    )]
    Damaged(String),
    /// The file was found damaged before anything was written.
    #[error(
        "the library is damaged, so nothing was written into it: {0}. `gridwright library check` \
         names what is bad, and `gridwright library repair` saves the rest into a new file"
    )]
    NotWritten(String),
    /// A file cannot be merged into a library.
    #[error("{path} cannot be merged: {why}")]
    Unmergeable {
        /// The file's name.
        path: String,
        /// Why not.
        why: String,
    },
    /// A file must not be written over another.
    #[error("{0} is already there; it was left alone")]
    Taken(String),
    /// Anything else that SQLite reports.
    #[error("the library cannot be used: {0}")]
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::Busy,
            // What cannot be opened once the file is open is what SQLite wants to write beside it.
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) => Error::ReadOnly,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Error::Damaged(error.to_string())
            }
            _ => Error::Database(error),
        }
    }
}
