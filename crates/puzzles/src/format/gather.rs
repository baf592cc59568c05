//! Where does one puzzle end and the next begin?
//!
//! Decided line by line, so that a stream can be answered as it comes. A line that is a puzzle by
//! itself (JSON, URLs, game IDs) stands alone. One that begins a longer text (a JSON object, a
//! block of the collections, a save file, …) opens it; what follows belongs to it until the text
//! shows its own end, or until a line comes that can only be the beginning of something else. So a
//! broken line costs itself and never what follows.
//!
//! A line that begins nothing is one bad puzzle if there have been puzzles before it. Until there
//! are, such lines wait: a text in which nothing can be recognised is one bad text, not one for
//! every line.

use super::pzprv3;
use super::table::{BlockEnd, format_of};

/// Nothing to read in this line: it is blank or a comment.
pub(super) fn is_blank(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

/// Does a line that could be a puzzle by itself stand alone, inside another text?
pub(super) fn stands_alone(line: &str) -> bool {
    let text = line.trim();
    !text.contains(char::is_whitespace) && !text.starts_with('"')
}

/// Puts together lines that belong to the same puzzle.
pub struct Gather<L> {
    held: Vec<Held<L>>,
    bytes: usize,
    open: Option<Open>,
    /// Something recognisable has come.
    is_known: bool,
    /// A puzzle on a line of its own has come.
    in_lines: bool,
}

struct Held<L> {
    line: L,
    is_blank: bool,
}

/// The text whose lines are held.
enum Open {
    /// A single line, complete by itself.
    Line,
    /// Nothing recognisable, as everything has been so far.
    Unknown,
    /// In braces.
    Object(Braces),
    /// With what may come after it in braces.
    Tailed(Braces),
    /// Until this, with so many words so far.
    Until(BlockEnd, usize),
}

impl<L> Default for Gather<L> {
    fn default() -> Gather<L> {
        Gather {
            held: Vec::new(),
            bytes: 0,
            open: None,
            is_known: false,
            in_lines: false,
        }
    }
}

impl<L> Gather<L> {
    /// Take one more line, and its text. Returns the lines of each puzzle that is now complete.
    pub fn push(&mut self, text: &str, line: L) -> Vec<Vec<L>> {
        let is_blank = is_blank(text);
        let mut whole = match &self.open {
            Some(open) if open.is_over(text) => self.close(true),
            _ => Vec::new(),
        };
        let mut open = match self.open.take() {
            Some(open) => open,
            None if is_blank => return whole,
            None => self.begin(text.trim()),
        };
        let is_whole = open.take_in(text);
        self.open = Some(open);
        self.bytes += text.len();
        self.held.push(Held { line, is_blank });
        if is_whole {
            whole.append(&mut self.close(true));
        }
        whole
    }

    /// There are no more lines.
    pub fn end(&mut self) -> Vec<Vec<L>> {
        self.close(false)
    }

    /// Length of the text that is not complete yet.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The first line of that text.
    pub fn first(&self) -> Option<&L> {
        self.held.first().map(|held| &held.line)
    }

    fn begin(&mut self, text: &str) -> Open {
        let Some(format) = format_of(text) else {
            return if self.is_known {
                Open::Line
            } else {
                Open::Unknown
            };
        };
        self.is_known = true;
        let open = match (format.end)(text) {
            BlockEnd::Line => Open::Line,
            BlockEnd::Braces if text.ends_with('}') => Open::Line,
            // Where each line is a puzzle, this is one that was cut off.
            BlockEnd::Braces if self.in_lines && text != "{" => Open::Line,
            // No string continues on the next line.
            BlockEnd::Braces if Braces::default().take_in(text) => Open::Line,
            BlockEnd::Braces => Open::Object(Braces::default()),
            BlockEnd::Tail => Open::Tailed(Braces::default()),
            end => Open::Until(end, 0),
        };
        self.in_lines |= matches!(open, Open::Line);
        open
    }

    /// `more`: something follows.
    fn close(&mut self, more: bool) -> Vec<Vec<L>> {
        let held = std::mem::take(&mut self.held);
        self.bytes = 0;
        match self.open.take() {
            None => Vec::new(),
            Some(Open::Unknown) if more => held
                .into_iter()
                .filter(|held| !held.is_blank)
                .map(|held| vec![held.line])
                .collect(),
            Some(_) => vec![held.into_iter().map(|held| held.line).collect()],
        }
    }
}

impl Open {
    /// Is this line no longer part of it?
    fn is_over(&self, line: &str) -> bool {
        let text = line.trim();
        match self {
            Open::Until(BlockEnd::Blank, _) if text.is_empty() => return true,
            Open::Tailed(tail) if tail.is_closed() => {
                return !text.is_empty() && !pzprv3::is_tail(text);
            }
            _ => {}
        }
        let Some(next) = format_of(text) else {
            return false;
        };
        match self {
            // Nothing that begins another text can stand in these.
            Open::Unknown | Open::Until(BlockEnd::Next, _) => true,
            Open::Object(braces) | Open::Tailed(braces) => (next.interrupts)(line, Some(braces)),
            _ => (next.interrupts)(line, None),
        }
    }

    /// Take one more line of it; true if it is complete now.
    fn take_in(&mut self, line: &str) -> bool {
        match self {
            Open::Line => true,
            Open::Unknown => false,
            Open::Object(braces) => {
                braces.take_in(line);
                braces.is_closed()
            }
            Open::Tailed(tail) => {
                if let Some(at) = pzprv3::find_tail(line) {
                    tail.take_in(&line[at..]);
                } else if tail.is_open() {
                    tail.take_in(line);
                }
                false
            }
            Open::Until(end, words) => {
                *words += line.split_whitespace().count();
                match *end {
                    BlockEnd::Words(all) => *words >= all,
                    BlockEnd::Last(is_last) => is_last(line.trim()),
                    _ => false,
                }
            }
        }
    }
}

/// How deep in braces a JSON text is.
#[derive(Default)]
pub struct Braces {
    has_begun: bool,
    depth: usize,
    last: Option<char>,
}

impl Braces {
    fn is_open(&self) -> bool {
        self.depth > 0
    }

    fn is_closed(&self) -> bool {
        self.has_begun && self.depth == 0
    }

    /// Returns whether the line ends inside a string.
    fn take_in(&mut self, line: &str) -> bool {
        let (mut in_string, mut is_escaped) = (false, false);
        for c in line.chars() {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = in_string,
                '"' => in_string = !in_string,
                _ if in_string => {}
                '{' => {
                    self.has_begun = true;
                    self.depth += 1;
                }
                '}' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if self.is_closed() {
                return false;
            }
            if !c.is_whitespace() {
                self.last = Some(c);
            }
        }
        in_string
    }

    /// Can an object that begins a line be part of this one? Puzzles have names and types.
    pub(super) fn take_object(&self, line: &str) -> bool {
        self.is_open()
            && matches!(self.last, Some('[' | ':' | ','))
            && !line.contains("\"type\"")
            && !line.contains("\"id\"")
    }
}

#[cfg(test)]
mod tests {
    use super::super::split;

    /// The first and the last line of each puzzle.
    #[track_caller]
    fn cuts(text: &str, expected: &[(usize, usize)]) {
        let found: Vec<(usize, usize)> = split(text)
            .iter()
            .map(|c| (c.line, c.line + c.text.trim_end().matches('\n').count()))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_bad_line_costs_itself() {
        cuts("{\"broken\"\n{\"type\":\"x\"}", &[(1, 1), (2, 2)]);
        cuts("{\"id\":\"x\",\"type\":\n{\"id\":1}", &[(1, 1), (2, 2)]);
        cuts("{\"id\":\"x\nrubbish\n2x1m2:11", &[(1, 1), (2, 2), (3, 3)]);
        cuts(
            "one\n\ntwo\nhashi/3/1/2g2\nthree\nfour\nhashi/3/1/2g2",
            &[(1, 1), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)],
        );
        cuts(
            "{\"a\":1}\n{\"a\":\nrubbish\n{\"a\":1}",
            &[(1, 1), (2, 2), (3, 3), (4, 4)],
        );
        for bad in [
            "[]",
            "begin",
            "problem",
            "pzprv3/hashikake/5/5",
            "pzprv3/hashikake/5/5/history:{",
            "SAVEFILE:4:what",
            "1",
            "1 2 3",
            "V",
            "{",
            "{\"a\":[",
        ] {
            for good in ["hashi/3/1/2g2", "2x1m2:11", "{\"type\":\"x\"}"] {
                let text = format!("{bad}\n{good}\n{good}\n");
                cuts(&text, &[(1, 1), (2, 2), (3, 3)]);
            }
        }
    }

    #[test]
    fn a_text_without_anything_is_one_bad_text() {
        cuts("Dear all,\n\nthis is no puzzle.\n", &[(1, 3)]);
    }

    #[test]
    fn objects_may_take_many_lines() {
        let object = "{\n  \"type\": \"x\",\n  \"url\":\n  \"https://puzz.link/p?hashi/2\",\n\
                      \"notes\": [\n{\"a\": \"}\"},\n{\"b\": 1}\n]\n}\n";
        cuts(object, &[(1, 9)]);
        cuts(&format!("{object}\n{object}"), &[(1, 9), (11, 19)]);
        cuts("{\"type\": 1,\n\"rows\": 2}\n{\"a\":1}", &[(1, 2), (3, 3)]);
    }

    #[test]
    fn blocks_end_at_end_or_where_others_begin() {
        cuts("# words\nbegin\nend\n\nbegin\nend\n", &[(2, 3), (5, 6)]);
        cuts("begin\nproblem\n1 1\nbegin\nend", &[(1, 3), (4, 5)]);
        cuts("puzzle hashi\nproblem\n1 1\n", &[(1, 3)]);
        cuts(
            "begin\nsource https://puzz.link/p?hashi/2\n# words\nend\nrubbish",
            &[(1, 4), (5, 5)],
        );
    }

    #[test]
    fn files_follow_each_other() {
        cuts("SAVEFILE:1\nGAME\nSAVEFILE:1\nGAME", &[(1, 2), (3, 4)]);
        cuts("pzprv3\nx\n# .\npzprv3/x/1/1\n5", &[(1, 3), (4, 5)]);
        let tail = "pzprv3\nx\ninfo:{\n\"a\":1\n}\nhistory:{}\n";
        cuts(&format!("{tail}1 2 3\n"), &[(1, 6), (7, 7)]);
        cuts("2\n--\no-\n\n2\n--\n--\n--\n-o", &[(1, 3), (5, 9)]);
        cuts("3 1 2\n1\n0\n1\n1 3 2\n1 0 1", &[(1, 4), (5, 6)]);
        cuts("V,B\nV,V\n\nV\nV\n", &[(1, 2), (4, 5)]);
    }
}
