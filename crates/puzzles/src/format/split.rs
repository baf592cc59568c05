//! Which format is it, and where does one puzzle end and the next begin?

use super::error::found;
use super::{Document, ReadError, TextError, janko, json, link, pzprv3, tatham};
use crate::FAMILIES;

/// The text of one puzzle and the line on which it starts.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    pub text: &'a str,
    pub line: usize,
}

/// How the puzzles of a text lie in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// One a line (JSON lines, URLs, game IDs); blank lines and those that start with `#` are
    /// nothing.
    Lines,
    /// Blocks that begin with the line `begin`.
    Blocks,
    /// The whole text is one puzzle.
    Whole,
}

impl Layout {
    /// It shows in the first line that is not blank. The second one helps where the first is
    /// broken: one bad line must not hide the others.
    pub fn of(first: &str, second: Option<&str>) -> Layout {
        let first = first.trim();
        let one_line = |line: &str| {
            (line.starts_with('{') && line.ends_with('}'))
                || link::looks(line)
                || tatham::looks_like_id(line)
        };
        if first == "begin" {
            return Layout::Blocks;
        }
        let long = ["SAVEFILE", "pzprv3"].iter().any(|s| first.starts_with(s));
        if long || janko::looks(first) {
            return Layout::Whole;
        }
        let follows = |line: &str| {
            let line = line.trim();
            one_line(line) || (first.starts_with('{') && line.starts_with('{'))
        };
        if one_line(first) || second.is_some_and(follows) {
            Layout::Lines
        } else {
            Layout::Whole
        }
    }
}

/// Cut a text into puzzles, see [`Layout`]. An empty text gives one chunk, which then fails to
/// read.
pub fn split(text: &str) -> Vec<Chunk<'_>> {
    let lines: Vec<Chunk> = lines(text);
    let mut content = lines.iter().filter(|l| !is_blank(l.text));
    let Some(first) = content.next() else {
        return vec![Chunk { text: "", line: 1 }];
    };
    match Layout::of(first.text, content.next().map(|l| l.text)) {
        Layout::Lines => lines.into_iter().filter(|l| !is_blank(l.text)).collect(),
        Layout::Blocks => split_blocks(text, &lines),
        Layout::Whole => vec![Chunk { text, line: 1 }],
    }
}

/// Does a text look like some format, be it well-formed or not?
pub fn looks_like_puzzle(text: &str) -> bool {
    reader(text).is_some()
}

/// Nothing to read in this line: it is blank or a comment.
pub fn is_blank(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

/// Lines without their ends, which may be `\n`, `\r\n` or `\r`, mixed.
pub(super) fn lines(text: &str) -> Vec<Chunk<'_>> {
    let mut all = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let line = all.len() + 1;
        let (text, after) = rest.split_at(end);
        all.push(Chunk { text, line });
        rest = after
            .strip_prefix("\r\n")
            .or_else(|| after.strip_prefix(['\n', '\r']))
            .unwrap_or("");
    }
    all
}

fn split_blocks<'a>(text: &'a str, lines: &[Chunk<'a>]) -> Vec<Chunk<'a>> {
    let offset = |chunk: &Chunk| chunk.text.as_ptr() as usize - text.as_ptr() as usize;
    let mut starts: Vec<&Chunk> = lines.iter().filter(|l| l.text.trim() == "begin").collect();
    starts.dedup_by_key(|l| l.line);
    (0..starts.len())
        .map(|i| {
            let from = offset(starts[i]);
            let to = starts.get(i + 1).map_or(text.len(), |next| offset(next));
            Chunk {
                text: &text[from..to],
                line: starts[i].line,
            }
        })
        .collect()
}

impl Chunk<'_> {
    /// Read the one puzzle in this chunk.
    pub fn read(&self) -> Result<Document, ReadError> {
        self.read_text()
            .map_err(|error| error.in_text(self.text, self.line))
    }

    fn read_text(&self) -> Result<Document, TextError> {
        let start = self.text.trim_start();
        if start.is_empty() {
            return Err(TextError::at(0, "expected a puzzle, found nothing"));
        }
        let Some(read) = reader(self.text) else {
            return Err(TextError::at(
                self.text.len() - start.len(),
                format!(
                    "this is none of the formats that can be read (see `gridwright formats`); it \
                     begins with {}",
                    found(start.chars().next())
                ),
            ));
        };
        read(self.text)
    }
}

/// Who reads a text like this one.
fn reader(text: &str) -> Option<fn(&str) -> Result<Document, TextError>> {
    let start = text.trim_start();
    let first_line = start.lines().next().unwrap_or("").trim_end();
    let own = || {
        let mut all = FAMILIES.iter().flat_map(|f| f.own_formats);
        all.find(|own| (own.looks)(text)).map(|own| own.read)
    };
    if start.starts_with('{') {
        Some(json::read)
    } else if start.starts_with("SAVEFILE") {
        Some(tatham::read_save)
    } else if start.starts_with("pzprv3") {
        Some(pzprv3::read)
    } else if janko::looks(first_line) {
        Some(janko::read)
    } else if let Some(read) = own() {
        Some(read)
    } else if link::looks(first_line) {
        Some(link::read)
    } else if tatham::looks_like_id(first_line) {
        Some(tatham::read)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(text: &str) -> Vec<usize> {
        split(text).iter().map(|chunk| chunk.line).collect()
    }

    #[test]
    fn a_bad_first_line_does_not_hide_the_others() {
        assert_eq!(starts("{\"broken\"\n{\"type\":\"hashi\"}\n"), [1, 2]);
        assert_eq!(
            starts("rubbish\n\nhttps://puzz.link/p?hashi/2/1/11"),
            [1, 3]
        );
        assert_eq!(starts("{\n  \"type\": \"hashi\"\n}\n"), [1]);
    }

    #[test]
    fn blocks_begin_at_begin_and_comments_are_nothing() {
        assert_eq!(starts("# words\nbegin\nend\n\nbegin\nend\n"), [2, 5]);
        assert_eq!(starts("# words\nbegin\nend\n"), [2]);
        assert_eq!(starts("# words\n\n"), [1]);
        assert_eq!(starts("puzzle hashi\nproblem\n1 1\n"), [1]);
    }
}
