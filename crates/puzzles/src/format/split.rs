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

/// Cut a text into puzzles. Formats of one line (JSON lines, URLs, game IDs) give a chunk a line,
/// except blank lines and lines that start with `#`; blocks between `begin` and `end` give a chunk
/// each; anything else is one puzzle. An empty text gives one chunk, which then fails to read.
pub fn split(text: &str) -> Vec<Chunk<'_>> {
    let lines: Vec<Chunk> = lines(text);
    let mut content = lines.iter().filter(|l| !is_blank(l.text));
    let Some(first) = content.next() else {
        return vec![Chunk { text, line: 1 }];
    };
    let start = first.text.trim();
    if start == "begin" && lines.iter().filter(|l| l.text.trim() == "begin").count() > 1 {
        return split_blocks(text, &lines);
    }
    let one_line = (start.starts_with('{') && (start.ends_with('}') || content.next().is_none()))
        || link::looks(start)
        || (tatham::looks_like_id(start) && !start.starts_with("SAVEFILE"));
    if one_line {
        lines.into_iter().filter(|l| !is_blank(l.text)).collect()
    } else {
        vec![Chunk { text, line: 1 }]
    }
}

fn is_blank(line: &str) -> bool {
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
        let text = self.text;
        let start = text.trim_start();
        let first_line = start.lines().next().unwrap_or("").trim_end();
        if start.is_empty() {
            return Err(TextError::at(0, "expected a puzzle, found nothing"));
        }
        if start.starts_with('{') {
            json::read(text)
        } else if start.starts_with("SAVEFILE") {
            tatham::read_save(text)
        } else if start.starts_with("pzprv3") {
            pzprv3::read(text)
        } else if janko::looks(first_line) {
            janko::read(text)
        } else if let Some(own) = FAMILIES
            .iter()
            .flat_map(|f| f.own_formats)
            .find(|own| (own.looks)(text))
        {
            (own.read)(text)
        } else if link::looks(first_line) {
            link::read(text)
        } else if tatham::looks_like_id(first_line) {
            tatham::read(text)
        } else {
            Err(TextError::at(
                text.len() - start.len(),
                format!(
                    "this is none of the formats that can be read (see `gridwright formats`); it \
                     begins with {}",
                    found(start.chars().next())
                ),
            ))
        }
    }
}
