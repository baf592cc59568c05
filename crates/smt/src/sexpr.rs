//! What solvers answer: S-expressions, read piece by piece as they come.
//!
//! Solvers do not keep to the standard everywhere (cvc5 prints `0ms` and `{ a: 1 }` among its
//! statistics), so every run of other characters counts as an atom. What comes from a process is
//! not trusted: depth and size of one answer are bounded.

use std::fmt;

/// An S-expression as solvers write it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sexpr {
    /// A symbol, keyword, number, or the inside of `|…|`.
    Atom(String),
    /// The inside of `"…"`.
    Text(String),
    /// What stands between two brackets.
    List(Vec<Sexpr>),
}

impl Sexpr {
    /// The word, if this is an atom.
    pub fn atom(&self) -> Option<&str> {
        match self {
            Sexpr::Atom(atom) => Some(atom),
            _ => None,
        }
    }

    /// The items, if this is a list.
    pub fn list(&self) -> Option<&[Sexpr]> {
        match self {
            Sexpr::List(list) => Some(list),
            _ => None,
        }
    }
}

impl fmt::Display for Sexpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sexpr::Atom(atom) => f.write_str(atom),
            Sexpr::Text(text) => write!(f, "\"{}\"", text.replace('"', "\"\"")),
            Sexpr::List(list) => {
                f.write_str("(")?;
                for (i, item) in list.iter().enumerate() {
                    write!(f, "{}{item}", if i > 0 { " " } else { "" })?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Why bytes are not an S-expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unreadable {
    /// More brackets are closed than were opened.
    #[error("one closing bracket too many")]
    Closing,
    /// More brackets are open than any answer needs.
    #[error("brackets nested too deeply")]
    Deep,
    /// More bytes than any answer needs.
    #[error("the answer is too long")]
    Long,
    /// The bytes are not UTF-8.
    #[error("bytes that are not text")]
    NoText,
}

/// The deepest nesting and the longest answer that are read.
const DEEPEST: usize = 200;
const LONGEST_ANSWER: usize = 1 << 26;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Inside {
    Nothing,
    Atom,
    Comment,
    /// `|…|`
    Bars,
    /// `"…"`
    Quotes,
    /// `"…"` and then a quote: the end, or the first half of a doubled quote.
    QuotesMaybe,
}

/// Collects bytes until an S-expression is complete.
#[derive(Debug)]
pub struct Reader {
    inside: Inside,
    token: Vec<u8>,
    open: Vec<Vec<Sexpr>>,
    bytes: usize,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader {
            inside: Inside::Nothing,
            token: Vec::new(),
            open: Vec::new(),
            bytes: 0,
        }
    }
}

impl Reader {
    /// Take bytes from the front of `input` until an expression is complete. What is taken is cut
    /// off. An atom outside brackets is complete only when something follows it, such as a line's
    /// end.
    pub fn next(&mut self, input: &mut &[u8]) -> Result<Option<Sexpr>, Unreadable> {
        while let Some((&byte, rest)) = input.split_first() {
            // A byte that only ends an atom is looked at again.
            let (done, taken) = self.step(byte)?;
            if taken {
                *input = rest;
            }
            if let Some(done) = done {
                self.bytes = 0;
                return Ok(Some(done));
            }
        }
        Ok(None)
    }

    /// The end of the input: the atom that was still open, if any.
    pub fn end(&mut self) -> Result<Option<Sexpr>, Unreadable> {
        self.next(&mut &b"\n"[..])
    }

    /// Has part of an expression been read?
    pub fn is_inside(&self) -> bool {
        !self.open.is_empty() || !matches!(self.inside, Inside::Nothing | Inside::Comment)
    }

    fn step(&mut self, byte: u8) -> Result<(Option<Sexpr>, bool), Unreadable> {
        self.bytes += 1;
        if self.bytes > LONGEST_ANSWER {
            return Err(Unreadable::Long);
        }
        match (self.inside, byte) {
            (Inside::Comment, b'\n') => self.inside = Inside::Nothing,
            (Inside::Comment, _) => {}
            (Inside::Quotes, b'"') => self.inside = Inside::QuotesMaybe,
            (Inside::QuotesMaybe, b'"') => {
                self.token.push(b'"');
                self.inside = Inside::Quotes;
            }
            (Inside::QuotesMaybe, _) => return Ok((self.finish(Sexpr::Text)?, false)),
            (Inside::Bars, b'|') => return Ok((self.finish(Sexpr::Atom)?, true)),
            (Inside::Quotes | Inside::Bars, _) => self.token.push(byte),
            (Inside::Atom, b'(' | b')' | b'"' | b'|' | b';' | b' ' | b'\t' | b'\r' | b'\n') => {
                return Ok((self.finish(Sexpr::Atom)?, false));
            }
            (Inside::Atom, _) => self.token.push(byte),
            (Inside::Nothing, b' ' | b'\t' | b'\r' | b'\n') => {}
            (Inside::Nothing, b';') => self.inside = Inside::Comment,
            (Inside::Nothing, b'"') => self.inside = Inside::Quotes,
            (Inside::Nothing, b'|') => self.inside = Inside::Bars,
            (Inside::Nothing, b'(') => {
                if self.open.len() >= DEEPEST {
                    return Err(Unreadable::Deep);
                }
                self.open.push(Vec::new());
            }
            (Inside::Nothing, b')') => {
                let list = self.open.pop().ok_or(Unreadable::Closing)?;
                return Ok((self.put(Sexpr::List(list)), true));
            }
            (Inside::Nothing, _) => {
                self.inside = Inside::Atom;
                self.token.push(byte);
            }
        }
        Ok((None, true))
    }

    fn finish(&mut self, kind: fn(String) -> Sexpr) -> Result<Option<Sexpr>, Unreadable> {
        self.inside = Inside::Nothing;
        let token = std::mem::take(&mut self.token);
        let text = String::from_utf8(token).map_err(|_| Unreadable::NoText)?;
        Ok(self.put(kind(text)))
    }

    /// Put an expression into the innermost open list; if there is none, it is complete.
    fn put(&mut self, done: Sexpr) -> Option<Sexpr> {
        match self.open.last_mut() {
            Some(list) => {
                list.push(done);
                None
            }
            None => Some(done),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut text: &[u8]) -> Result<Vec<String>, Unreadable> {
        let mut reader = Reader::default();
        let mut found = Vec::new();
        while let Some(expression) = reader.next(&mut text)? {
            found.push(expression.to_string());
        }
        found.extend(reader.end()?.map(|e| e.to_string()));
        Ok(found)
    }

    #[test]
    fn answers_are_read_one_by_one() {
        let text = b"sat\n(((= x |a b|) true)\n ; so\n (y (- 1)))(:name \"a \"\"b\"\"\")unsat";
        let found = all(text).expect("readable");
        let list = "(((= x a b) true) (y (- 1)))";
        assert_eq!(found, ["sat", list, "(:name \"a \"\"b\"\"\")", "unsat"]);
    }

    #[test]
    fn it_does_not_matter_where_the_stream_is_cut() {
        let text: &[u8] = b"(a \"x\"\"y\" (b) |c d|) e \"f\" ";
        let whole = all(text).expect("readable");
        for cut in 0..text.len() {
            let mut reader = Reader::default();
            let mut found = Vec::new();
            for mut part in [&text[..cut], &text[cut..]] {
                while let Some(expression) = reader.next(&mut part).expect("readable") {
                    found.push(expression.to_string());
                }
                assert!(part.is_empty());
            }
            assert_eq!(found, whole, "cut at {cut}");
        }
    }

    #[test]
    fn garbage_is_an_error_and_not_a_crash() {
        assert_eq!(all(b"a )"), Err(Unreadable::Closing));
        assert_eq!(all(&[0xff, b' ']), Err(Unreadable::NoText));
        assert_eq!(all("(".repeat(1000).as_bytes()), Err(Unreadable::Deep));
        assert_eq!(all(b"(((\"open"), Ok(vec![]));
    }
}
