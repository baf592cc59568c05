//! What the program prints and writes.
//!
//! Standard output is written in whole lines (or whole pictures), so whatever ends the program, a
//! reader never sees half of one. A pipe that nobody reads any more ends the program quietly.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, Once};

use anyhow::Context;
use puzzles::format::without_controls;
use scene::TextStyle;
use tempfile::{NamedTempFile, TempDir};

use crate::exit::Exit;
use crate::words;

/// Print a message for people to standard error. If that is closed, nothing can be done about it.
/// A message may quote a file, but a terminal obeys nothing of what stands in it.
pub fn complain(message: &str) {
    let message = words::escaped(message, |c| c == '\n');
    let _ = writeln!(io::stderr(), "{message}");
}

/// Standard output, written in whole lines.
pub struct Out {
    buffer: Vec<u8>,
}

impl Out {
    /// Enough to make system calls rare.
    const FULL: usize = 1 << 16;

    /// Nothing is printed yet.
    pub fn new() -> Out {
        Out { buffer: Vec::new() }
    }

    /// `bytes` are whole lines, or a whole picture. `exit` is what the program would end with now.
    pub fn print(&mut self, bytes: &[u8], exit: Exit) {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= Out::FULL {
            self.flush(exit);
        }
    }

    /// An output that cannot be written to is the end: at once, because another thread may be
    /// waiting for input that never comes.
    pub fn flush(&mut self, exit: Exit) {
        if self.buffer.is_empty() {
            return;
        }
        let mut stdout = io::stdout().lock();
        if stdout.is_terminal() {
            self.buffer = tame(std::mem::take(&mut self.buffer), text_style().colour);
        }
        let result = stdout.write_all(&self.buffer).and_then(|()| stdout.flush());
        self.buffer.clear();
        if let Err(error) = result {
            // Nobody is listening any more, as in `| head`: not an error.
            pipe::end_all();
            if error.kind() == io::ErrorKind::BrokenPipe {
                process::exit(exit.code().into());
            }
            complain(&format!("gridwright: cannot write the answers: {error}"));
            process::exit(Exit::Wrong.code().into());
        }
    }
}

/// What may be shown on a terminal: of everything that it would obey only the ends of lines and the
/// colours of our drawings, if they have any. Whatever comes from files is harmless before it gets here,
/// but a puzzle that is shown in one of the formats stands there as it is. Pictures are left alone.
fn tame(bytes: Vec<u8>, has_colour: bool) -> Vec<u8> {
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(picture) => return picture.into_bytes(),
    };
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find('\u{1b}') {
        let (before, from) = rest.split_at(at);
        let end = colour(from).filter(|_| has_colour).unwrap_or(1);
        out += &words::escaped(before, |c| "\n\t".contains(c));
        out += &words::escaped(&from[..end], |_| end > 1);
        rest = &from[end..];
    }
    out += &words::escaped(rest, |c| "\n\t".contains(c));
    out.into_bytes()
}

/// The length of the choice of a colour, if a text begins with one that our drawings make: colours and
/// bold or dim letters, but nothing that blinks or cannot be seen.
fn colour(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\u{1b}[")?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    let is_ours = |number: &str| matches!(number.parse(), Ok(0..=2 | 30..=36 | 41..=47 | 90));
    let ours = numbers[..end].split(';').all(is_ours) && numbers[end..].starts_with('m');
    ours.then_some(end + 3)
}

/// Lines of JSON in which nothing stands as it is that a terminal would obey.
pub fn json(lines: Vec<u8>) -> Vec<u8> {
    match String::from_utf8(lines) {
        Ok(text) => without_controls(text).into_bytes(),
        Err(other) => other.into_bytes(),
    }
}

/// Print lines of JSON, all at once.
pub fn print_json(text: String) {
    print(without_controls(text).as_bytes());
}

/// Print all of this at once.
pub fn print(bytes: &[u8]) {
    let mut out = Out::new();
    out.print(bytes, Exit::Well);
    out.flush(Exit::Well);
}

/// Colours only on a terminal, and only if NO_COLOR is not set (no-color.org).
pub fn text_style() -> TextStyle {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    TextStyle {
        colour: io::stdout().is_terminal() && !unwanted,
    }
}

/// Files and folders being written, which must not stay behind if the program is interrupted. If there are
/// none, an interrupt simply ends the program, as the system would.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED
        .lock()
        .unwrap_or_else(|poison| poison.into_inner())
}

/// From now on an interrupt also ends the solvers that we started and removes what is half-written.
pub fn clean_up_when_interrupted() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a handler the worst case is a temporary file that stays behind.
        let _ = ctrlc::set_handler(|| {
            pipe::end_all();
            for path in unfinished().iter() {
                let _ = match path.is_dir() {
                    true => fs::remove_dir_all(path),
                    false => fs::remove_file(path),
                };
            }
            process::exit(130);
        });
    });
}

/// The file to write to; none if standard output is meant, which `-` means too.
pub fn file(path: Option<PathBuf>) -> Option<PathBuf> {
    path.filter(|path| path != Path::new("-"))
}

/// Standard output as a place to write to, bit by bit; everything until a line break is one line.
impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= Out::FULL && bytes.ends_with(b"\n") {
            Out::flush(self, Exit::Well);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Out::flush(self, Exit::Well);
        Ok(())
    }
}

/// Write a file whole or not at all: it is written next to its place first, then moved there.
pub fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_file_with(path, |file| file.write_all(bytes))
}

/// The same for what is written bit by bit.
pub fn write_file_with<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> anyhow::Result<T> {
    write_whole(path, write).with_context(|| format!("cannot write {}", path.display()))
}

fn write_whole<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> io::Result<T> {
    let there = fs::metadata(path).ok();
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        // A device or a pipe has no "beside", and a folder fails here with the right message.
        let file = fs::OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .open(path)?;
        return written(file, write);
    }
    clean_up_when_interrupted();
    // A link stays a link: its target is what is written.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = folder_of(&path)?;
    let mut file = {
        // Under the lock, so that an interrupt finds either no file or its name.
        let mut unfinished = unfinished();
        // The name of a file that nobody asked for would only confuse.
        let file = new_beside(folder).map_err(|e| io::Error::from(e.kind()))?;
        unfinished.push(file.path().to_owned());
        file
    };
    let temporary = file.path().to_owned();
    let result = written(file.as_file_mut(), write).and_then(|done| {
        if let Some(there) = there {
            file.as_file().set_permissions(there.permissions())?;
        }
        file.persist(&path).map_err(|e| e.error)?;
        Ok(done)
    });
    unfinished().retain(|p| *p != temporary);
    result
}

/// Write with few system calls, and all of it.
fn written<T>(
    file: impl Write,
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> io::Result<T> {
    let mut file = io::BufWriter::new(file);
    let done = write(&mut file)?;
    file.flush()?;
    Ok(done)
}

/// The folder that a path is in; an error if it is not there.
fn folder_of(path: &Path) -> io::Result<&Path> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        let message = format!("there is no folder {}", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    Ok(folder)
}

/// A folder that appears whole or not at all: it is filled next to its place first, then moved there.
pub struct NewFolder {
    place: PathBuf,
    /// None once it has been moved.
    filling: Option<TempDir>,
}

impl NewFolder {
    /// Nothing may be there yet but an empty folder.
    pub fn at(place: &Path) -> anyhow::Result<NewFolder> {
        let context = || format!("cannot write {}", place.display());
        NewFolder::is_free(place).with_context(context)?;
        clean_up_when_interrupted();
        let mut unfinished = unfinished();
        let folder = folder_of(place).with_context(context)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".gridwright-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o777));
        }
        let filling = builder.tempdir_in(folder);
        let filling = filling.map_err(|e| io::Error::from(e.kind()));
        let filling = filling.with_context(context)?;
        unfinished.push(filling.path().to_owned());
        Ok(NewFolder {
            place: place.to_owned(),
            filling: Some(filling),
        })
    }

    /// Is there nothing, or an empty folder?
    pub fn is_free(place: &Path) -> io::Result<()> {
        let taken = |what: &str| Err(io::Error::new(io::ErrorKind::AlreadyExists, what));
        match fs::symlink_metadata(place) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
            Ok(there) if !there.is_dir() => taken("there is something else in this place"),
            Ok(_) if fs::read_dir(place)?.next().is_some() => taken("the folder is not empty"),
            Ok(_) => Ok(()),
        }
    }

    /// Where to put its files.
    pub fn path(&self) -> &Path {
        self.filling.as_ref().map_or(&self.place, TempDir::path)
    }

    /// It is full: move it to its place.
    pub fn finish(mut self) -> anyhow::Result<()> {
        let context = || format!("cannot write {}", self.place.display());
        NewFolder::is_free(&self.place).with_context(context)?;
        // It is empty if it is there, and not every system moves a folder over another.
        let _ = fs::remove_dir(&self.place);
        fs::rename(self.path(), &self.place).with_context(context)?;
        if let Some(filling) = self.filling.take() {
            let filled = filling.keep();
            unfinished().retain(|path| *path != filled);
        }
        Ok(())
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        if let Some(filling) = self.filling.take() {
            let path = filling.path().to_owned();
            drop(filling);
            unfinished().retain(|unfinished| *unfinished != path);
        }
    }
}

/// An empty file with the permissions of any new file.
fn new_beside(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".gridwright-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Does the name of this file have room for a number?
pub fn has_number(path: &Path) -> bool {
    path.to_str().is_some_and(|name| name.contains("{}"))
}

/// The file of this number: it stands for `{}` in the name.
pub fn numbered_path(path: &Path, number: usize) -> PathBuf {
    match path.to_str() {
        Some(name) => name.replace("{}", &number.to_string()).into(),
        None => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_obeys_colours_only() {
        let tamed = |text: &str| String::from_utf8(tame(text.into(), true)).expect("text");
        assert_eq!(
            tamed("a\u{1b}[1;31mb\u{1b}[0m\n"),
            "a\u{1b}[1;31mb\u{1b}[0m\n"
        );
        assert_eq!(tamed("\u{1b}]0;x\u{7}\n"), "\\u{1b}]0;x\\u{7}\n");
        assert_eq!(tamed("\u{1b}[2J\u{9b}"), "\\u{1b}[2J\\u{9b}");
        assert_eq!(tamed("\u{1b}["), "\\u{1b}[");
        // What cannot be seen, blinks or is underlined is none of our drawings.
        for code in ["8", "5", "4", "1;8", "38;5;1", "", "99"] {
            let text = format!("\u{1b}[{code}mx");
            assert_eq!(tamed(&text), format!("\\u{{1b}}[{code}mx"), "{code}");
        }
        let plain = tame(b"\x1b[31mx".to_vec(), false);
        assert_eq!(
            plain, b"\\u{1b}[31mx",
            "no colour is ours where none is wanted"
        );
        assert_eq!(tame(vec![0x89, b'P', 0x1b], true), [0x89, b'P', 0x1b]);
    }
}
