//! puzz.link URLs: `https://puzz.link/p?<pid>/[v:<variant>/][<flags>/]<cols>/<rows>/<body>`.

use std::sync::Arc;

use grid::Size;

use super::error::found;
use super::gather::stands_alone;
use super::table::{BlockEnd, Format, Sign};
use super::tatham::looks_like_id;
use super::{Document, TextError, WriteError};
use crate::FAMILIES;
use crate::engine::own;
use crate::puzzle::Puzzle;

pub(super) const FORMAT: Format = Format {
    name: "puzzlink",
    carries: "puzzle (URL)",
    is_line: true,
    shared_by: |family| family.links().is_some(),
    sign: Sign::Look(looks),
    end: |_| BlockEnd::Line,
    interrupts: |line, _| stands_alone(line),
    read,
    write,
};

/// What a family knows about its URLs.
pub struct Links {
    /// Names of the puzzle in URLs; the first one is written.
    pub pids: &'static [&'static str],
    /// Read the puzzle of a URL. Errors are placed in its body.
    pub read: fn(&Link) -> Result<Arc<dyn Puzzle>, TextError>,
    /// Flags (mostly none) and body of a puzzle's URL.
    pub write: fn(&dyn Puzzle) -> Result<(String, String), WriteError>,
}

/// What a family's puzzles are in URLs.
pub(crate) trait InLinks: Puzzle + Sized + 'static {
    /// Read the puzzle of a URL. Errors are placed in its body.
    fn read_link(link: &Link) -> Result<Self, TextError>;

    /// Flags (mostly none) and body of the puzzle's URL.
    fn write_link(&self) -> Result<(String, String), WriteError>;
}

impl Links {
    pub(super) const fn of<P: InLinks>(pids: &'static [&'static str]) -> Links {
        Links {
            pids,
            read: |link| Ok(Arc::new(P::read_link(link)?)),
            write: |puzzle| own::<P>(puzzle).write_link(),
        }
    }
}

/// A URL taken apart.
#[derive(Clone, Copy, Debug)]
pub struct Link<'a> {
    /// The variant after `v:`, if there is one.
    pub variant: Option<&'a str>,
    /// The letters between variant and size; often empty.
    pub flags: &'a str,
    /// The size of the board; in the URL, columns come first.
    pub size: Size,
    /// Everything after the size.
    pub body: &'a str,
}

/// The part after the question mark; the whole text if it has none.
fn query(line: &str) -> &str {
    line.find('?').map_or(line, |at| &line[at + 1..])
}

fn pid_of(query: &str) -> &str {
    let pid = query.split('/').next().unwrap_or("");
    pid.strip_suffix("_edit")
        .or_else(|| pid.strip_suffix("_play"))
        .unwrap_or(pid)
}

fn links_of(pid: &str) -> Option<&'static Links> {
    FAMILIES
        .iter()
        .filter_map(|f| f.links())
        .find(|l| l.pids.contains(&pid))
}

/// Cut at the first slash, or at the end: even an empty part has a place in the text.
fn cut_at_slash(text: &str) -> (&str, &str) {
    text.split_once('/').unwrap_or(text.split_at(text.len()))
}

fn is_url(line: &str) -> bool {
    ["http://", "https://", "puzz.link/", "pzv.jp/"]
        .iter()
        .any(|start| line.starts_with(start))
}

fn looks(line: &str) -> bool {
    (is_url(line) && !looks_like_id(line))
        || (line.contains('/') && links_of(pid_of(query(line))).is_some())
}

fn read(text: &str) -> Result<Document, TextError> {
    let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let line = text.trim();
    if let Some(at) = line.find(char::is_whitespace) {
        let found = found(line[at..].chars().next());
        let message = format!("expected the end of the URL, found {found}");
        return Err(TextError::at(offset(line) + at, message));
    }
    if is_url(line) && line.contains("penpa-edit") {
        return Err(TextError::at(
            offset(line),
            "a link of penpa-edit holds a drawing that does not say which puzzle it is; it cannot be \
             read",
        ));
    }
    if is_url(line) && !line.contains('?') {
        return Err(TextError::at(
            text.trim_end().len(),
            "this URL holds no puzzle; expected one like https://puzz.link/p?<type>/<columns>/<rows>/…",
        ));
    }
    let query = query(line);
    let (links, link) = take_apart(query).map_err(|e| e.shifted(offset(query)))?;
    let puzzle = (links.read)(&link).map_err(|e| e.shifted(offset(link.body)))?;
    Ok(Document::new(puzzle))
}

/// The parts of a URL after its question mark. Errors are placed in these.
fn take_apart(query: &str) -> Result<(&'static Links, Link<'_>), TextError> {
    let pid = pid_of(query);
    let links = links_of(pid).ok_or_else(|| TextError::at(0, unknown(pid)))?;
    let mut rest = cut_at_slash(query).1;
    let mut item = |what: &str| -> Result<&str, TextError> {
        if rest.is_empty() {
            let message = format!("the URL ends before {what}");
            return Err(TextError::at(query.len(), message));
        }
        let (item, after) = cut_at_slash(rest);
        rest = after;
        Ok(item)
    };
    let mut variant = None;
    let mut flags = "";
    let mut cols = item("the number of columns")?;
    if let Some(name) = cols.strip_prefix("v:") {
        variant = Some(name);
        cols = item("the number of columns")?;
    }
    if !cols.starts_with(|c: char| c.is_ascii_digit()) && cols.chars().all(char::is_alphanumeric) {
        flags = cols;
        cols = item("the number of columns")?;
    }
    let rows = item("the number of rows")?;
    let (cols, rows) = (side(query, cols, "columns")?, side(query, rows, "rows")?);
    let size = Size::new(rows, cols).expect("both were just checked");
    let body = rest.strip_suffix('/').unwrap_or(rest);
    let link = Link {
        variant,
        flags,
        size,
        body,
    };
    Ok((links, link))
}

fn unknown(pid: &str) -> String {
    let known = FAMILIES.iter().filter_map(|f| f.links());
    let known: Vec<&str> = known.map(|l| l.pids[0]).collect();
    format!(
        "unknown puzzle type {pid:?} in the URL; the known ones are {}",
        known.join(", ")
    )
}

/// The number of rows or columns that a part of the URL is.
fn side(query: &str, item: &str, what: &str) -> Result<usize, TextError> {
    let in_range = |n: &usize| (1..=grid::MAX_SIDE).contains(n);
    item.parse().ok().filter(in_range).ok_or_else(|| {
        TextError::at(
            item.as_ptr() as usize - query.as_ptr() as usize,
            format!(
                "expected the number of {what}, 1 to {}, found {item:?}",
                grid::MAX_SIDE
            ),
        )
    })
}

fn write(document: &Document) -> Result<String, WriteError> {
    let puzzle = document.puzzle.as_ref();
    let links = puzzle.family().links().expect("only families with links");
    let (flags, body) = (links.write)(puzzle)?;
    let (rows, cols) = (puzzle.size().rows(), puzzle.size().cols());
    let flags = if flags.is_empty() { flags } else { flags + "/" };
    let pid = links.pids[0];
    Ok(format!(
        "https://puzz.link/p?{pid}/{flags}{cols}/{rows}/{body}"
    ))
}
