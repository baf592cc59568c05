//! The file of recorded digests: a line for each collection and kind of output.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use super::Scope;

/// Where the recorded digests are.
pub const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/digests.txt");

const HEAD: &str = "\
# What the program did when this was recorded, as digests: the family and the collection, the kind of
# output, how many puzzles were looked at, and a digest (FNV-1a, 64 bits) of what came out.
#
# `cargo xtask digests` compares, and fails if anything differs but the kinds that end in `-words`;
# `cargo xtask digests --record` writes what it finds. Record only what was meant to change, and say
# in the commit what that was. docs/measuring.md says how to find the puzzle that differs.
";

/// One line of the record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The family and the collection, as in `hashi/own`.
    pub of: String,
    /// The kind of output: the name of a view, and what is special after a dash.
    pub kind: String,
    /// How many puzzles, or orders, were looked at.
    pub count: usize,
    /// The digest of everything that was seen.
    pub digest: u64,
}

impl Line {
    /// Sentences, which may change.
    pub fn is_words(&self) -> bool {
        self.kind.ends_with("-words")
    }

    /// The view that it comes from.
    pub(super) fn view(&self) -> &str {
        self.kind.split('-').next().unwrap_or(&self.kind)
    }

    fn read(text: &str) -> Option<Line> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [of, kind, count, digest] = words[..] else {
            return None;
        };
        Some(Line {
            of: of.to_owned(),
            kind: kind.to_owned(),
            count: count.parse().ok()?,
            digest: u64::from_str_radix(digest, 16).ok()?,
        })
    }
}

impl Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line {
            of,
            kind,
            count,
            digest,
        } = self;
        write!(f, "{of:<32} {kind:<16} {count:>5} {digest:016x}")
    }
}

/// All recorded lines, by collection and kind.
#[derive(Default)]
pub struct Recorded(BTreeMap<(String, String), Line>);

/// What became of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// As recorded.
    Same(Line),
    /// Other than recorded, or nothing was recorded.
    Other(Line, Option<Line>),
    /// Recorded, and not seen any more.
    Gone(Line),
}

impl Recorded {
    /// Read the file's text; an error is the line that is not understood.
    pub fn read(text: &str) -> Result<Recorded, String> {
        let mut recorded = Recorded::default();
        let lines = text.lines().map(str::trim);
        for text in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            recorded.put(Line::read(text).ok_or_else(|| text.to_owned())?);
        }
        Ok(recorded)
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let mut text = HEAD.to_owned();
        let mut family = "";
        for line in self.0.values() {
            let this = line.of.split('/').next().unwrap_or_default();
            if this != family {
                text.push('\n');
                family = this;
            }
            text += &format!("{line}\n");
        }
        text
    }

    fn put(&mut self, line: Line) {
        self.0.insert((line.of.clone(), line.kind.clone()), line);
    }

    /// Which recorded lines should have been seen and were not. A collection that is not there at
    /// all does not count: published puzzles are no part of the project.
    fn gone(&self, scope: &Scope, seen: &[Line]) -> Vec<Line> {
        let is_there = |line: &Line| seen.iter().any(|other| other.of == line.of);
        let is_seen = |line: &Line| {
            let same = |other: &Line| (&other.of, &other.kind) == (&line.of, &line.kind);
            seen.iter().any(same)
        };
        (self.0.values())
            .filter(|line| scope.holds(line) && is_there(line) && !is_seen(line))
            .cloned()
            .collect()
    }

    /// What was seen beside what is recorded.
    pub fn compare(&self, scope: &Scope, seen: &[Line]) -> Vec<Comparison> {
        let one = |line: &Line| match self.0.get(&(line.of.clone(), line.kind.clone())) {
            Some(before) if before == line => Comparison::Same(line.clone()),
            before => Comparison::Other(line.clone(), before.cloned()),
        };
        let gone = self.gone(scope, seen).into_iter().map(Comparison::Gone);
        seen.iter().map(one).chain(gone).collect()
    }

    /// The collections that are recorded, belong to the scope and were not there.
    pub fn missing(&self, scope: &Scope, seen: &[Line]) -> Vec<String> {
        let is_there = |line: &Line| seen.iter().any(|other| other.of == line.of);
        let mut all: Vec<String> = (self.0.values())
            .filter(|line| scope.holds(line) && !is_there(line))
            .map(|line| line.of.clone())
            .collect();
        all.dedup();
        all
    }

    /// Put what was seen in the place of what was recorded about it; the rest stays.
    pub fn renew(&mut self, scope: &Scope, seen: Vec<Line>) {
        for line in self.gone(scope, &seen) {
            self.0.remove(&(line.of, line.kind));
        }
        for line in seen {
            self.put(line);
        }
    }
}

impl Comparison {
    /// What has to be looked into: anything but sentences.
    pub fn is_failure(&self) -> bool {
        match self {
            Comparison::Same(_) => false,
            Comparison::Other(line, _) | Comparison::Gone(line) => !line.is_words(),
        }
    }
}

impl Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Comparison::Same(line) => write!(f, "{line}"),
            Comparison::Gone(line) => write!(f, "{line}  GONE: recorded, not seen any more"),
            Comparison::Other(line, None) => write!(f, "{line}  NEW: not recorded"),
            Comparison::Other(line, Some(_)) if line.is_words() => {
                write!(f, "{line}  words changed")
            }
            Comparison::Other(line, Some(before)) if before.count != line.count => {
                write!(f, "{line}  DIFFERS: recorded from {}", before.count)
            }
            Comparison::Other(line, Some(before)) => {
                write!(f, "{line}  DIFFERS: recorded {:016x}", before.digest)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(of: &str, kind: &str, digest: u64) -> Line {
        Line {
            of: of.to_owned(),
            kind: kind.to_owned(),
            count: 3,
            digest,
        }
    }

    fn recorded(lines: &[Line]) -> Recorded {
        let mut recorded = Recorded::default();
        recorded.renew(&Scope::default(), lines.to_vec());
        recorded
    }

    #[test]
    fn what_is_written_is_read_again() {
        let lines = [line("a/own", "solve", 7), line("b/own", "check-words", 8)];
        let text = recorded(&lines).text();
        let again = Recorded::read(&text).expect("our own text");
        let same = again.compare(&Scope::default(), &lines);
        assert_eq!(same, lines.map(Comparison::Same));
        assert!(Recorded::read("a/own solve three 7").is_err());
    }

    #[test]
    fn only_words_may_change() {
        let before = recorded(&[line("a/own", "solve", 1), line("a/own", "check-words", 2)]);
        let fails = |seen: &[Line]| -> Vec<bool> {
            let all = before.compare(&Scope::default(), seen);
            all.iter().map(Comparison::is_failure).collect()
        };
        let words = line("a/own", "check-words", 3);
        assert_eq!(
            fails(&[line("a/own", "solve", 1), words.clone()]),
            [false; 2]
        );
        assert_eq!(
            fails(&[line("a/own", "solve", 4), words.clone()]),
            [true, false]
        );
        // Not seen any more.
        assert_eq!(fails(&[words]), [false, true]);
        // Seen for the first time, beside what is recorded of another collection.
        assert_eq!(fails(&[line("b/own", "solve", 1)]), [true]);
    }

    #[test]
    fn recording_a_part_leaves_the_rest() {
        let mut all = recorded(&[line("a/own", "solve", 1), line("a/own", "check", 2)]);
        let scope = Scope {
            views: vec!["check".to_owned()],
            ..Scope::default()
        };
        all.renew(&scope, vec![line("a/own", "check", 5)]);
        let now = [line("a/own", "solve", 1), line("a/own", "check", 5)];
        let same = all.compare(&Scope::default(), &now);
        assert_eq!(same, now.map(Comparison::Same));
    }
}
