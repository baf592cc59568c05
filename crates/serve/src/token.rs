//! The word that opens the library.
//!
//! Whoever can open a connection on this machine can play, because that harms nobody. The library is
//! one person's, so a request to it must carry a word that only this person has seen: it stands in
//! the address that `serve` prints and opens, the page takes it from there and keeps it in its
//! browser. It stays the same from start to start, in a file that only its owner can read, so that
//! bookmarks and open tabs go on.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use axum::http::{HeaderMap, header};

/// Letters and digits that nobody guesses.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// How many random bytes there are in one.
    const BYTES: usize = 16;

    /// One that nobody has seen.
    pub fn new() -> io::Result<Token> {
        secret().map(Token)
    }

    /// One that somebody has chosen; none if it is empty or has to be quoted in an address.
    pub fn chosen(word: &str) -> Option<Token> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        (!word.is_empty() && word.chars().all(is_plain)).then(|| Token(word.to_owned()))
    }

    /// The one kept in this file; if there is none, a new one that is kept there from now on.
    pub fn kept(file: &Path) -> io::Result<Token> {
        match Token::read(file) {
            Ok(token) => return Ok(token),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(0o600);
        }
        let token = Token::new()?;
        match options.open(file) {
            Ok(mut file) => file.write_all(token.0.as_bytes()).map(|()| token),
            // Another server was started in the same moment.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Token::read(file),
            Err(error) => Err(error),
        }
    }

    fn read(file: &Path) -> io::Result<Token> {
        let word = fs::read_to_string(file)?;
        let bad = || io::Error::new(io::ErrorKind::InvalidData, "there is no token in it");
        Token::chosen(word.trim()).ok_or_else(bad)
    }

    /// The word itself.
    pub fn word(&self) -> &str {
        &self.0
    }

    /// Does a request carry it, as `Authorization: Bearer …`?
    pub(crate) fn is_in(&self, headers: &HeaderMap) -> bool {
        let mut values = headers.get_all(header::AUTHORIZATION).iter();
        let given = values.next().and_then(|value| value.to_str().ok());
        let given = given.and_then(|value| value.strip_prefix("Bearer "));
        given.is_some_and(|word| same(word, &self.0)) && values.next().is_none()
    }
}

/// Letters and digits that nobody guesses.
pub(crate) fn secret() -> io::Result<String> {
    let mut bytes = [0; Token::BYTES];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Are these the same? How long that takes tells nothing about where they differ.
pub(crate) fn same(a: &str, b: &str) -> bool {
    let differ = a
        .bytes()
        .zip(b.bytes())
        .fold(0, |all, (a, b)| all | (a ^ b));
    a.len() == b.len() && differ == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_token_stays_and_only_its_owner_reads_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep").join("token");
        let first = Token::kept(&file).unwrap();
        assert_eq!(first.word().len(), 2 * Token::BYTES);
        assert_eq!(Token::kept(&file).unwrap().word(), first.word());
        assert_ne!(Token::new().unwrap().word(), first.word());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&file).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        fs::write(&file, "two words").unwrap();
        assert!(Token::kept(&file).is_err());
    }

    #[test]
    fn only_the_whole_word_opens() {
        let token = Token::chosen("abc-1").unwrap();
        let opens = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(header::AUTHORIZATION, value.parse().unwrap());
            }
            token.is_in(&headers)
        };
        assert!(opens(&["Bearer abc-1"]));
        for values in [
            &[][..],
            &["abc-1"],
            &["Bearer abc-"],
            &["Bearer abc-12"],
            &["Bearer ABC-1"],
            &["Bearer "],
            &["Bearer abc-1", "Bearer abc-1"],
        ] {
            assert!(!opens(values), "{values:?}");
        }
        assert!(Token::chosen("").is_none());
        assert!(Token::chosen("a b").is_none());
        assert!(Token::chosen("a/b").is_none());
    }
}
