//! The page of an edition, which carries its engine, in place of the built-in one (docs/edition.md). The
//! server says in its head that it is there, for the library and for long work.
//!
//! The files are read once, when the server starts: no path in a request ever opens one.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::walk::content_type;

/// What a folder must hold to be an edition.
const ENGINE: &str = "engine/engine.wasm.gz";
const INDEX: &str = "index.html";

/// Behind this goes what the page is told.
const CHARSET: &str = "<meta charset=\"utf-8\">\n";

/// The page with a word for itself in its head, and what it says; none if this is not our page.
pub(crate) fn told(index: &[u8], word: &str, content: &str) -> Option<Vec<u8>> {
    let text = String::from_utf8_lossy(index);
    let meta = format!("{CHARSET}  <meta name=\"gridwright-{word}\" content=\"{content}\">\n");
    let told = text.contains(CHARSET);
    told.then(|| text.replacen(CHARSET, &meta, 1).into_bytes())
}

/// An edition is about three megabytes in a hundred files; a folder that is much larger is another one.
const MOST_BYTES: u64 = 64 << 20;
const MOST_FILES: usize = 2_000;

/// The files by their paths in the URL.
pub(crate) struct Edition(BTreeMap<String, Vec<u8>>);

impl Edition {
    /// Read the edition in this folder.
    pub(crate) fn read(folder: &Path) -> io::Result<Edition> {
        let mut edition = Edition(BTreeMap::new());
        let mut bytes = 0;
        edition.enter(folder, "", &mut bytes)?;
        let none = || io::Error::new(ErrorKind::NotFound, "this is no edition of the page");
        if !edition.0.contains_key(ENGINE) {
            return Err(none());
        }
        let index = edition.0.get_mut(INDEX).ok_or_else(none)?;
        *index = told(index, "server", "yes").ok_or_else(none)?;
        Ok(edition)
    }

    fn enter(&mut self, folder: &Path, prefix: &str, bytes: &mut u64) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            let kind = entry.file_type()?;
            let name = format!("{prefix}{name}");
            if kind.is_dir() {
                self.enter(&entry.path(), &format!("{name}/"), bytes)?;
            } else if kind.is_file() && label(&name).is_some() {
                *bytes += entry.metadata()?.len();
                if *bytes > MOST_BYTES || self.0.len() >= MOST_FILES {
                    let words = "this folder is too large for an edition of the page";
                    return Err(io::Error::other(words));
                }
                self.0.insert(name, fs::read(entry.path())?);
            }
        }
        Ok(())
    }

    /// A file by its path in the URL, without the leading slash.
    pub(crate) fn find(&self, name: &str) -> Option<&[u8]> {
        self.0.get(name).map(Vec::as_slice)
    }
}

/// The content type of a file that the page may ask for.
pub(crate) fn label(name: &str) -> Option<&'static str> {
    match name {
        ENGINE => Some("application/gzip"),
        "engine/known.json" => Some("application/json"),
        _ => content_type(name),
    }
}
