//! The cases in a family's `examples/formats.txt`: texts, and what becomes of them. The head of each
//! file says how they are written.

use std::fs;
use std::path::Path;

use puzzles::Family;

/// A text and what is expected of it.
pub struct Case {
    /// The file and line where it stands, and its title.
    pub place: String,
    pub text: String,
    pub outcomes: Vec<Outcome>,
}

#[derive(Clone)]
pub enum Outcome {
    /// Written in this format it is this text.
    Becomes(String, String),
    /// Written in this format it is the same text again.
    Stays(String),
    /// This format cannot hold it; the message has these words.
    Refused(String, String),
    /// It cannot be read: line and column, and words of the message.
    Fails(usize, usize, String),
    /// The board that came with it breaks a rule, or none.
    Wrong(bool),
}

/// Signs for characters that nobody sees.
const UNSEEN: [(char, &str); 4] = [('␠', " "), ('␉', "\t"), ('␍', "\r"), ('␤', "\n")];

/// All cases of a family.
pub fn cases(family: &Family) -> Vec<Case> {
    let path = format!("src/{}/examples/formats.txt", family.id);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(&path);
    let text = fs::read_to_string(file).unwrap_or_else(|e| {
        panic!("{path}: {e}: write down what texts of {family:?} are read as, and which fail")
    });
    let mut reader = Reader::default();
    for (number, line) in text.lines().enumerate() {
        let place = format!("{path}:{}", number + 1);
        match line.split_once(' ') {
            Some(("=", title)) => reader.begin(format!("{place}: {title}")),
            _ if reader.title.is_empty() => {
                assert!(
                    line.is_empty() || line.starts_with('#'),
                    "{place}: before any case"
                );
            }
            Some((">", directive)) => reader.direct(directive, &place),
            _ => reader.lines.push(line.to_owned()),
        }
    }
    reader.begin(String::new());
    reader.done
}

/// Reads one case after the other.
#[derive(Default)]
struct Reader {
    done: Vec<Case>,
    title: String,
    /// The first text of the case, of which others may be variations.
    base: String,
    /// Texts of which the next outcomes are expected.
    texts: Vec<String>,
    outcomes: Vec<Outcome>,
    /// The lines that are being read: a text, or the last outcome's.
    lines: Vec<String>,
}

impl Reader {
    /// Begin a case; the last one is complete.
    fn begin(&mut self, title: String) {
        self.flush();
        self.close();
        self.base.clear();
        self.title = title;
    }

    /// The lines so far are complete.
    fn flush(&mut self) {
        let lines = std::mem::take(&mut self.lines).join("\n");
        let mut text = lines.trim_end_matches('\n').to_owned();
        for (sign, meaning) in UNSEEN {
            text = text.replace(sign, meaning);
        }
        match self.outcomes.last_mut() {
            Some(Outcome::Becomes(_, expected)) => *expected = text,
            _ if text.is_empty() => {}
            None => {
                if self.base.is_empty() {
                    self.base = text.clone();
                }
                self.texts.push(text);
            }
            Some(_) => panic!("{}: what is the text for?\n{text}", self.title),
        }
    }

    /// All outcomes of these texts are known.
    fn close(&mut self) {
        let outcomes = std::mem::take(&mut self.outcomes);
        for text in std::mem::take(&mut self.texts) {
            assert!(!outcomes.is_empty(), "{}: nothing is expected", self.title);
            self.done.push(Case {
                place: self.title.clone(),
                text,
                outcomes: outcomes.clone(),
            });
        }
    }

    fn direct(&mut self, directive: &str, place: &str) {
        self.flush();
        let words: Vec<&str> = directive.splitn(5, ' ').collect();
        let number = |word: &str| {
            let number = word.trim_end_matches(':').parse();
            number.unwrap_or_else(|_| panic!("{place}: {word:?} is no number"))
        };
        match words[..] {
            ["or"] => assert!(self.outcomes.is_empty(), "{place}: of which text?"),
            ["stays", format] => self.outcomes.push(Outcome::Stays(format.to_owned())),
            ["becomes", format] => {
                let expected = Outcome::Becomes(format.to_owned(), String::new());
                self.outcomes.push(expected);
            }
            ["refused", "by", format, ..] => {
                let format = format.trim_end_matches(':');
                let message = words[3..].join(" ");
                let refused = Outcome::Refused(format.to_owned(), message);
                self.outcomes.push(refused);
            }
            ["fails", at, ..] => {
                let at = at.split_once(':');
                let (line, column) = at.unwrap_or_else(|| panic!("{place}: LINE:COLUMN"));
                let message = words[2..].join(" ");
                let fails = Outcome::Fails(number(line), number(column), message);
                self.outcomes.push(fails);
            }
            ["is", "right"] => self.outcomes.push(Outcome::Wrong(false)),
            ["is", "wrong"] => self.outcomes.push(Outcome::Wrong(true)),
            ["if", "line", line, "is:", ..] => {
                self.close();
                self.vary(number(line), number(line), &words[4..].join(" "));
            }
            ["if", "lines", lines, "are:", ..] => {
                self.close();
                let lines = lines.split_once('-');
                let (first, last) = lines.unwrap_or_else(|| panic!("{place}: FIRST-LAST"));
                self.vary(number(first), number(last), &words[4..].join(" "));
            }
            _ => panic!("{place}: {directive:?} means nothing"),
        }
    }

    /// The next text is the first one with other words in these lines.
    fn vary(&mut self, first: usize, last: usize, other: &str) {
        let mut lines: Vec<&str> = self.base.lines().collect();
        lines.splice(first - 1..last, [other]);
        self.lines = vec![lines.join("\n")];
    }
}
