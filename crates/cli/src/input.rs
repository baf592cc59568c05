//! Where puzzles come from.
//!
//! An argument is a path, `-`, or the puzzle itself. Every source is cut into texts of one puzzle
//! each while it is being read, so a stream of any length needs little memory and is answered as it
//! arrives; the texts are read as puzzles later, in parallel.

mod cut;

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Cursor, IsTerminal};
use std::path::Path;
use std::sync::Arc;

use puzzles::format::{Chunk, Document, ReadError, looks_like_puzzle};
use serde_json::Value;

use crate::output;
use crate::words;
use cut::{Cut, Cutter};

#[derive(clap::Args)]
pub struct Input {
    /// A path, `-` for standard input, a URL, a game ID, or the puzzle's text itself; with none of
    /// these, standard input is read
    ///
    /// The format is recognised from the content. A source may hold many puzzles: one per line
    /// (URLs, game IDs, JSON), or longer texts one after another (blocks that start with `begin`,
    /// save files and others), each of which marks its own beginning.
    #[arg(value_name = "PUZZLE")]
    pub puzzles: Vec<OsString>,
}

/// Where a text came from.
#[derive(Clone, Debug)]
pub enum Source {
    File(Arc<str>),
    Stdin,
    /// An argument that is itself the puzzle.
    Word(Arc<str>),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN_LETTERS: usize = 40;
        match self {
            Source::File(name) => f.write_str(name),
            Source::Stdin => f.write_str("standard input"),
            Source::Word(text) => {
                let line = text.lines().next().unwrap_or("");
                let start: String = line.chars().take(SHOWN_LETTERS).collect();
                let cut = if start.len() < text.len() { "…" } else { "" };
                write!(f, "{start}{cut}")
            }
        }
    }
}

/// One puzzle, not yet read.
#[derive(Clone, Debug)]
pub struct Item {
    /// From 1, over all sources.
    pub number: usize,
    /// Where it came from.
    pub source: Source,
    text: Result<Cut, ReadError>,
}

/// A puzzle that was read.
pub struct Job {
    /// From 1, over all sources.
    pub number: usize,
    /// The puzzle, with what came along.
    pub document: Document,
}

impl Job {
    /// The input's own id, or its number.
    pub fn id(&self) -> Value {
        self.document
            .whole_id()
            .unwrap_or_else(|| self.number.into())
    }

    /// What to call the puzzle in messages.
    pub fn label(&self) -> String {
        match self.id() {
            Value::String(id) => words::harmless(&id),
            id => words::harmless(&id.to_string()),
        }
    }
}

impl Item {
    /// The line of its source on which it starts.
    pub fn line(&self) -> usize {
        self.text.as_ref().map_or_else(|e| e.line, |cut| cut.line)
    }

    /// Read the text as a puzzle.
    pub fn read(&self) -> Result<Job, ReadError> {
        let cut = self.text.as_ref().map_err(Clone::clone)?;
        let chunk = Chunk {
            text: &cut.text,
            line: cut.line,
        };
        let document = chunk.read().map_err(|mut error| {
            if matches!(&self.source, Source::Word(word) if could_be_path(word)) {
                error.message += "; and there is no file of that name";
            }
            error
        })?;
        Ok(Job {
            number: self.number,
            document,
        })
    }

    /// The id of a puzzle that cannot be read: its own, if that much can be made out.
    pub fn id(&self) -> Value {
        let own = || -> Option<Value> {
            let text = &self.text.as_ref().ok()?.text;
            match serde_json::from_str(text).ok()? {
                Value::Object(mut object) => object.remove("id").filter(|id| !id.is_null()),
                _ => None,
            }
        };
        own().unwrap_or_else(|| self.number.into())
    }
}

/// Might somebody have meant a file by this argument?
fn could_be_path(word: &str) -> bool {
    !word.contains("://") && !word.contains(['\n', '{'])
}

impl Input {
    /// All puzzles of all sources, in order.
    pub fn items(self) -> impl Iterator<Item = Item> + Send {
        let words = if self.puzzles.is_empty() {
            if io::stdin().is_terminal() {
                output::complain("Reading puzzles from standard input; end with Ctrl-D.");
            }
            vec![OsString::from("-")]
        } else {
            self.puzzles
        };
        let texts = words.into_iter().flat_map(|word| {
            let (source, cuts) = open(word);
            cuts.map(move |text| (source.clone(), text))
        });
        texts.enumerate().map(|(i, (source, text))| Item {
            number: i + 1,
            source,
            text,
        })
    }
}

fn open(word: OsString) -> (Source, Cutter) {
    if word == "-" {
        return (Source::Stdin, Cutter::new(BufReader::new(io::stdin())));
    }
    let path = Path::new(&word);
    let name: Arc<str> = word.to_string_lossy().into();
    let fail = |source: Source, message: String| (source, Cutter::failed(message));
    match path.metadata() {
        Ok(found) if found.is_dir() => fail(
            Source::File(name),
            "this is a folder; a file with puzzles was expected".to_owned(),
        ),
        Ok(_) => match File::open(path) {
            Ok(file) => (Source::File(name), Cutter::new(BufReader::new(file))),
            Err(error) => fail(Source::File(name), format!("cannot be opened: {error}")),
        },
        Err(_) if word.to_str().is_some_and(looks_like_puzzle) => {
            let text = Cursor::new(name.as_bytes().to_vec());
            (Source::Word(name), Cutter::new(text))
        }
        Err(error) => {
            let why = match error.kind() {
                io::ErrorKind::NotFound => "there is no such file".to_owned(),
                // Long arguments with strange characters fail in many ways as file names.
                io::ErrorKind::InvalidFilename | io::ErrorKind::InvalidInput => {
                    "this is not a file".to_owned()
                }
                _ => format!("cannot be opened as a file ({error})"),
            };
            fail(
                Source::Word(name),
                format!(
                    "{why}, and it does not look like a puzzle in any of the formats (see \
                     `gridwright formats`)"
                ),
            )
        }
    }
}
