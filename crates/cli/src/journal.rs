//! A file that grows by a line whenever a part of something long is done, so that it can go on after
//! the program was killed. Its first line says what it belongs to.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// Such a file, ready for more lines.
pub struct Journal(File);

/// What was found in its place.
pub enum Opened {
    /// A journal that begins with the right line, maybe a new one, and its other lines.
    Ours(Journal, Vec<String>),
    /// Something that begins with this text.
    Other(String),
}

impl Journal {
    /// Open a journal that begins with this line, or begin it if there is nothing. A line that was
    /// being written when the program was killed is cut off.
    pub fn open(path: &Path, head: &str) -> io::Result<Opened> {
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("it is no file"));
        }
        let mut lines = Vec::new();
        let mut whole = 0;
        let mut reader = BufReader::new(&file);
        let mut line = String::new();
        while reader.read_line(&mut line)? > 0 && line.ends_with('\n') {
            if whole == 0 && line.trim_end() != head {
                return Ok(Opened::Other(line));
            }
            if whole > 0 {
                lines.push(line.trim_end().to_owned());
            }
            whole += line.len() as u64;
            line.clear();
        }
        if whole == 0 && !head.starts_with(&line) {
            return Ok(Opened::Other(line));
        }
        file.set_len(whole)?;
        let mut journal = Journal(file);
        if whole == 0 {
            journal.add(head)?;
        }
        Ok(Opened::Ours(journal, lines))
    }

    /// Begin a journal where there is none.
    pub fn begin(path: &Path, head: &str) -> io::Result<Journal> {
        let file = OpenOptions::new()
            .append(true)
            .create_new(true)
            .open(path)?;
        let mut journal = Journal(file);
        journal.add(head)?;
        Ok(journal)
    }

    /// Add a line.
    pub fn add(&mut self, line: &str) -> io::Result<()> {
        self.0.write_all(format!("{line}\n").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn lines(path: &Path, head: &str) -> Option<Vec<String>> {
        match Journal::open(path, head).expect("a file") {
            Opened::Ours(_, lines) => Some(lines),
            Opened::Other(_) => None,
        }
    }

    #[test]
    fn a_line_that_was_being_written_is_cut_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let mut journal = Journal::begin(&path, "head").expect("a file");
        for line in ["one", "two"] {
            journal.add(line).expect("a line");
        }
        let text = fs::read_to_string(&path).expect("text");
        assert_eq!(text, "head\none\ntwo\n");
        for end in 0..=text.len() {
            fs::write(&path, &text[..end]).expect("a part");
            let found = lines(&path, "head").expect("it is ours");
            let whole: Vec<&str> = text[..end].split_inclusive('\n').skip(1).collect();
            let whole = whole.into_iter().filter(|line| line.ends_with('\n'));
            assert!(
                found
                    .iter()
                    .map(String::as_str)
                    .eq(whole.map(str::trim_end))
            );
            assert!(fs::read_to_string(&path).is_ok_and(|text| text.ends_with('\n')));
        }
    }

    #[test]
    fn what_belongs_to_something_else_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        for text in ["other\none\n", "other", "head and more\n"] {
            fs::write(&path, text).expect("a file");
            assert_eq!(lines(&path, "head"), None);
            assert_eq!(fs::read_to_string(&path).expect("text"), text);
        }
    }
}
