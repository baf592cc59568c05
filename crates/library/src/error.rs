//! What can be wrong with a library, in words for people.

use rusqlite::ErrorCode;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is no library {0}")]
    Missing(String),
    #[error("{0} is no library of Gridwright; nothing was changed")]
    Foreign(String),
    #[error("{path} cannot be opened: {why}")]
    Unreadable { path: String, why: String },
    #[error(
        "{path} is a library of version {found}, and this program knows versions up to {known}; \
         a newer Gridwright can open it"
    )]
    Newer {
        path: String,
        found: i64,
        known: i64,
    },
    #[error("there is no puzzle {0} in the library")]
    NoPuzzle(i64),
    #[error("puzzle {id} of the library cannot be read: {why}")]
    BadPuzzle { id: i64, why: String },
    #[error("the puzzle cannot be kept: {0}")]
    Unwritable(String),
    #[error(
        "this batch was begun by version {begun} of Gridwright; version {now} may make other \
         puzzles from the same seed. Take another seed or another library"
    )]
    OtherVersion { begun: String, now: String },
    #[error("the library is being written to by another process; try again")]
    Busy,
    #[error("the library cannot be written to; the file or its folder is read-only")]
    ReadOnly,
    #[error("the library is damaged: {0}")]
    Damaged(String),
    #[error("the library cannot be used: {0}")]
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::Busy,
            Some(ErrorCode::ReadOnly) => Error::ReadOnly,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Error::Damaged(error.to_string())
            }
            _ => Error::Database(error),
        }
    }
}
