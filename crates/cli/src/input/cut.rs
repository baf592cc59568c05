//! Cutting a stream into texts of one puzzle each, without reading ahead more than needed: a line
//! is handed on as soon as it is there. The same rules as `puzzles::format::split`, which cuts a
//! text that is already in memory.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use puzzles::format::{Layout, ReadError, is_blank, text_of};

/// The most bytes of one puzzle. Ten times what the largest board with all its notes takes; more
/// is no puzzle, and endless sources exist.
const MOST: usize = 16 << 20;

/// The text of one puzzle and the line on which it starts.
#[derive(Clone, Debug)]
pub struct Cut {
    pub text: String,
    pub line: usize,
}

pub struct Cutter {
    lines: Lines,
    /// Lines that were read to find out the layout.
    head: VecDeque<Line>,
    state: State,
}

enum State {
    Start,
    Lines,
    Blocks,
    Failed(ReadError),
    End,
}

/// A line with its end, and its number from 1.
struct Line {
    bytes: Vec<u8>,
    number: usize,
}

impl Line {
    fn trimmed(&self) -> &[u8] {
        self.bytes.trim_ascii()
    }

    fn is_blank(&self) -> bool {
        let text = self.trimmed();
        text.is_empty() || is_blank(&String::from_utf8_lossy(text))
    }

    fn cut(self) -> Result<Cut, ReadError> {
        let end = self.bytes.trim_ascii_end().len();
        cut(&self.bytes[..end], self.number)
    }
}

fn cut(bytes: &[u8], line: usize) -> Result<Cut, ReadError> {
    match text_of(bytes) {
        Ok(text) => Ok(Cut {
            text: text.to_owned(),
            line,
        }),
        Err(error) => Err(ReadError {
            line: error.line + line - 1,
            ..error
        }),
    }
}

fn error(line: usize, message: impl Into<String>) -> ReadError {
    ReadError {
        message: message.into(),
        line,
        column: 1,
    }
}

impl Cutter {
    pub fn new(reader: impl BufRead + Send + 'static) -> Cutter {
        Cutter {
            lines: Lines {
                reader: Box::new(reader),
                ready: VecDeque::new(),
                number: 0,
            },
            head: VecDeque::new(),
            state: State::Start,
        }
    }

    /// A source that could not be opened.
    pub fn failed(message: String) -> Cutter {
        Cutter {
            state: State::Failed(error(1, message)),
            ..Cutter::new(io::empty())
        }
    }

    fn next_line(&mut self) -> Result<Option<Line>, ReadError> {
        match self.head.pop_front() {
            Some(line) => Ok(Some(line)),
            None => self.lines.next(),
        }
    }

    /// Read until two lines with content are there, and see what they look like.
    fn start(&mut self) -> Result<Option<Cut>, ReadError> {
        let mut content = Vec::new();
        while content.len() < 2
            && let Some(line) = self.lines.next()?
        {
            if !line.is_blank() {
                content.push(String::from_utf8_lossy(line.trimmed()).into_owned());
                // The first line often tells all; then nothing waits for the second.
                if content.len() == 1 && Layout::of(&content[0], None) != Layout::Whole {
                    self.head.push_back(line);
                    break;
                }
            }
            self.head.push_back(line);
        }
        let Some(first) = content.first() else {
            self.state = State::End;
            return cut(b"", 1).map(Some);
        };
        match Layout::of(first, content.get(1).map(String::as_str)) {
            Layout::Lines => self.state = State::Lines,
            Layout::Blocks => self.state = State::Blocks,
            Layout::Whole => {
                self.state = State::End;
                return self.whole().map(Some);
            }
        }
        self.go_on()
    }

    fn whole(&mut self) -> Result<Cut, ReadError> {
        let mut bytes: Vec<u8> = self.head.drain(..).flat_map(|l| l.bytes).collect();
        while let Some(line) = self.lines.next()? {
            bytes.extend(line.bytes);
            if bytes.len() > MOST {
                return Err(too_long(1));
            }
        }
        cut(&bytes, 1)
    }

    fn block(&mut self) -> Result<Option<Cut>, ReadError> {
        let mut first = None;
        let mut bytes = Vec::new();
        while let Some(line) = self.next_line()? {
            if line.trimmed() == b"begin" {
                if first.is_some() {
                    self.head.push_front(line);
                    break;
                }
                first = Some(line.number);
            }
            if let Some(first) = first {
                bytes.extend(line.bytes);
                if bytes.len() > MOST {
                    return Err(too_long(first));
                }
            }
        }
        first.map(|first| cut(&bytes, first)).transpose()
    }

    fn go_on(&mut self) -> Result<Option<Cut>, ReadError> {
        match self.state {
            State::Start => self.start(),
            State::Lines => loop {
                match self.next_line()? {
                    Some(line) if line.is_blank() => {}
                    Some(line) => return line.cut().map(Some),
                    None => return Ok(None),
                }
            },
            State::Blocks => self.block(),
            State::Failed(_) | State::End => Ok(None),
        }
    }
}

impl Iterator for Cutter {
    type Item = Result<Cut, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let State::Failed(error) = &self.state {
            let error = error.clone();
            self.state = State::End;
            return Some(Err(error));
        }
        let next = self.go_on().transpose();
        if next.is_none() || self.lines.number == Lines::BROKEN {
            self.state = State::End;
        }
        next
    }
}

fn too_long(line: usize) -> ReadError {
    error(
        line,
        format!("this is longer than any puzzle ({} MiB)", MOST >> 20),
    )
}

/// Lines that end with `\n`, `\r\n` or `\r`, mixed.
struct Lines {
    reader: Box<dyn BufRead + Send>,
    ready: VecDeque<Line>,
    /// Of the last line.
    number: usize,
}

impl Lines {
    /// Instead of a number: the source gives no more lines after an error.
    const BROKEN: usize = usize::MAX;

    fn next(&mut self) -> Result<Option<Line>, ReadError> {
        if self.ready.is_empty() {
            self.fill()?;
        }
        Ok(self.ready.pop_front())
    }

    /// Read up to the next `\n` and cut at every lone `\r`.
    fn fill(&mut self) -> Result<(), ReadError> {
        if self.number == Lines::BROKEN {
            return Ok(());
        }
        let mut bytes = Vec::new();
        let limit = MOST as u64 + 1;
        let result = self
            .reader
            .by_ref()
            .take(limit)
            .read_until(b'\n', &mut bytes);
        let failed = match result {
            Err(e) => Some(error(self.number + 1, format!("cannot be read: {e}"))),
            Ok(_) if bytes.len() > MOST => Some(too_long(self.number + 1)),
            Ok(_) => None,
        };
        if let Some(error) = failed {
            self.number = Lines::BROKEN;
            return Err(error);
        }
        if self.number == 0 && bytes.starts_with(b"\xEF\xBB\xBF") {
            bytes.drain(..3);
        }
        let mut from = 0;
        for i in 0..bytes.len() {
            let ends = match bytes[i] {
                b'\n' => true,
                b'\r' => bytes.get(i + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends || i + 1 == bytes.len() {
                self.number += 1;
                self.ready.push_back(Line {
                    bytes: bytes[from..=i].to_vec(),
                    number: self.number,
                });
                from = i + 1;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use puzzles::format::split;

    use super::*;

    fn cuts(text: &[u8]) -> Vec<Result<Cut, ReadError>> {
        Cutter::new(Cursor::new(text.to_vec())).collect()
    }

    #[test]
    fn a_stream_is_cut_like_a_text_in_memory() {
        let texts = [
            "",
            "\n# nothing\n",
            "{\"a\":1}\n\n# words\r\n{\"b\":2}\r{\"c\"\n",
            "{\"broken\n{\"a\":1}\n",
            "{\n\"a\":1\n}\n",
            "rubbish\nhttps://puzz.link/p?x\n",
            "# head\nbegin\npuzzle x\nend\n\nbegin\nend",
            "begin\r\nend\r\n",
            "pzprv3/x/2/2\r\n. . \r\n. . \r\n",
            "  \n7x7m2:abc\n7x7m2:abd",
        ];
        for text in texts {
            let whole: Vec<(String, usize)> = split(text)
                .iter()
                .map(|c| (c.text.trim().to_owned(), c.line))
                .collect();
            let stream: Vec<(String, usize)> = cuts(text.as_bytes())
                .into_iter()
                .map(|c| c.expect("text"))
                .map(|c| (c.text.trim().to_owned(), c.line))
                .collect();
            assert_eq!(stream, whole, "{text:?}");
        }
    }

    #[test]
    fn a_bad_byte_spoils_its_line_only() {
        let cuts = cuts(b"{}\n{\"\xFF\"}\n{}\n");
        assert_eq!(cuts.len(), 3);
        let error = cuts[1].as_ref().expect_err("a bad byte");
        assert_eq!((error.line, error.column), (2, 3));
        assert_eq!(cuts[2].as_ref().map(|c| c.line).ok(), Some(3));
    }

    #[test]
    fn an_endless_line_is_given_up() {
        let cuts: Vec<_> = Cutter::new(io::BufReader::new(io::repeat(b'x'))).collect();
        assert_eq!(cuts.len(), 1);
        assert!(cuts[0].is_err());
    }
}
