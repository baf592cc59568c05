//! Cutting a stream into texts of one puzzle each, reading ahead no further than needed: a line is
//! handed on as soon as it arrives. The same rules as `puzzles::format::split`, which cuts a text
//! that is already in memory.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use puzzles::format::{Gather, ReadError, text_of};

/// The most bytes of one puzzle. Ten times what the largest board with all its notes takes;
/// anything longer is not a puzzle, and endless sources exist.
const MOST_BYTES: usize = 16 << 20;

/// The text of one puzzle and the line on which it starts.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The puzzle's text.
    pub text: String,
    /// The line on which it starts, from 1.
    pub line: usize,
}

/// An iterator over the texts of a stream.
pub struct Cutter {
    lines: Lines,
    gather: Gather<Line>,
    /// What has been cut but not yet asked for.
    ready: VecDeque<Result<Cut, ReadError>>,
    /// Nothing has been cut so far.
    is_empty: bool,
    has_ended: bool,
}

/// A line with its end, and its number from 1.
struct Line {
    bytes: Vec<u8>,
    number: usize,
}

impl Line {
    /// The lines of a puzzle as one text.
    fn join(lines: &[Line]) -> Result<Cut, ReadError> {
        let bytes = lines.iter().map(|line| line.bytes.as_slice());
        let bytes = bytes.collect::<Vec<_>>().concat();
        cut(bytes.trim_ascii_end(), lines[0].number)
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
    /// Cut what this reader gives.
    pub fn new(reader: impl BufRead + Send + 'static) -> Cutter {
        Cutter {
            lines: Lines {
                reader: Box::new(reader),
                ready: VecDeque::new(),
                number: 0,
            },
            gather: Gather::default(),
            ready: VecDeque::new(),
            is_empty: true,
            has_ended: false,
        }
    }

    /// A source that could not be opened.
    pub fn failed(message: String) -> Cutter {
        Cutter {
            ready: VecDeque::from([Err(error(1, message))]),
            has_ended: true,
            ..Cutter::new(io::empty())
        }
    }

    /// Read one more line, or find that there are no more.
    fn go_on(&mut self) -> Result<(), ReadError> {
        let whole = match self.lines.next()? {
            Some(line) => {
                let text = String::from_utf8_lossy(&line.bytes).into_owned();
                self.gather.push(text.trim_end_matches(['\n', '\r']), line)
            }
            None => {
                self.has_ended = true;
                self.gather.end()
            }
        };
        self.is_empty &= whole.is_empty();
        self.ready
            .extend(whole.iter().map(|lines| Line::join(lines)));
        if self.gather.bytes() > MOST_BYTES {
            let from = self.gather.first().map_or(1, |line| line.number);
            self.gather = Gather::default();
            return Err(too_long(from));
        }
        if self.has_ended && self.is_empty {
            self.ready.push_back(cut(b"", 1));
        }
        Ok(())
    }
}

impl Iterator for Cutter {
    type Item = Result<Cut, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && !self.has_ended {
            if let Err(error) = self.go_on() {
                // Such a source yields no more lines.
                self.has_ended = true;
                let held = self.gather.end();
                self.ready
                    .extend(held.iter().map(|lines| Line::join(lines)));
                self.ready.push_back(Err(error));
            }
        }
        self.ready.pop_front()
    }
}

fn too_long(line: usize) -> ReadError {
    error(
        line,
        format!("this is longer than any puzzle ({} MiB)", MOST_BYTES >> 20),
    )
}

/// Lines that end with `\n`, `\r\n` or `\r`, mixed.
struct Lines {
    reader: Box<dyn BufRead + Send>,
    ready: VecDeque<Line>,
    /// The number of the last line.
    number: usize,
}

impl Lines {
    fn next(&mut self) -> Result<Option<Line>, ReadError> {
        if self.ready.is_empty() {
            self.fill()?;
        }
        Ok(self.ready.pop_front())
    }

    /// Read up to the next `\n` and cut at every lone `\r`.
    fn fill(&mut self) -> Result<(), ReadError> {
        let mut bytes = Vec::new();
        let limit = MOST_BYTES as u64 + 1;
        let result = self
            .reader
            .by_ref()
            .take(limit)
            .read_until(b'\n', &mut bytes);
        let failed = match result {
            Err(e) => Some(error(self.number + 1, format!("cannot be read: {e}"))),
            Ok(_) if bytes.len() > MOST_BYTES => Some(too_long(self.number + 1)),
            Ok(_) => None,
        };
        if let Some(error) = failed {
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
            "rubbish\n\nmore\n",
            "rubbish\n\nmore\nhashi/3/1/2g2\nmore\n",
            "SAVEFILE:1:x\nGAME\n\nSAVEFILE:1:x\r\nGAME",
            "2\n--\no-\n\n3 1 2\n1\n0\n1\n\nV,V\n\nV",
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
    fn what_comes_before_a_broken_source_is_cut() {
        let lines = Cursor::new(b"2\n--\no-\n".to_vec());
        let source = io::BufReader::new(lines.chain(io::repeat(b'x')));
        let cuts: Vec<_> = Cutter::new(source).collect();
        assert_eq!(cuts.len(), 2);
        assert_eq!(cuts[0].as_ref().map(|c| c.text.as_str()), Ok("2\n--\no-"));
        assert_eq!(cuts[1].as_ref().map_err(|e| e.line).err(), Some(4));
    }

    #[test]
    fn a_text_without_end_is_given_up() {
        let lines = Cursor::new(b"\nbegin\n".to_vec()).chain(io::BufReader::new(Endless(0)));
        let cuts: Vec<_> = Cutter::new(lines).collect();
        assert_eq!(cuts.len(), 1);
        assert_eq!(cuts[0].as_ref().map_err(|e| e.line).err(), Some(2));
    }

    /// Lines of some length.
    struct Endless(usize);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            for byte in buffer.iter_mut() {
                self.0 += 1;
                *byte = if self.0.is_multiple_of(1000) {
                    b'\n'
                } else {
                    b'-'
                };
            }
            Ok(buffer.len())
        }
    }

    #[test]
    fn an_endless_line_is_given_up() {
        let cuts: Vec<_> = Cutter::new(io::BufReader::new(io::repeat(b'x'))).collect();
        assert_eq!(cuts.len(), 1);
        assert!(cuts[0].is_err());
    }
}
