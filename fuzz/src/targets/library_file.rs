//! The file of a library as bytes: whatever is in it, it is read, refused or repaired with words, and
//! what was repaired is sound.
//!
//! An input is lines, each a number and bytes: from that place on they stand in the file instead of
//! what was there, or at its end. All are given to a copy of the same library of three puzzles.

use std::fs;

use library::{Filter, Library, Open};

use super::library::TEMPLATE;
use crate::Target;

/// See the head of this file.
pub const TARGET: Target = Target {
    name: "library-file",
    about: "The bytes of a library file",
    seeds,
    take,
    share: 4,
    round: 20,
};

fn seeds() -> Vec<Vec<u8>> {
    let words: [&[u8]; 12] = [
        b"SQLite format 3\0",
        b"\x10\0\x01\x01\0\x40\x20\x20",
        b"\0\0\0\0\0\0\0\x01",
        b"\x0d\0\0\0\x03\x0f\0\0",
        b"\x05\0\0\0\x01\x0f\xfb\0",
        b"\x02\0\0\0\x01\xff\xff\xff\xff",
        b"{\"type\":\"hashi\"}",
        b"rubbish",
        b"CREATE TABLE puzzle(id)",
        b"CREATE TRIGGER t AFTER INSERT ON tag BEGIN SELECT 1; END",
        b"\x1b]0;x\x07",
        b"9223372036854775807",
    ];
    let mut seeds = Vec::new();
    // The head of the file, the beginnings of its pages, and places in between.
    let places = [0, 16, 24, 40, 56, 60, 96, 100, 108, 4095, 4096, 4104];
    let pages = (2..20).flat_map(|page| [page * 4096, page * 4096 + 8, page * 4096 + 3000]);
    for (i, place) in places.into_iter().chain(pages).enumerate() {
        for word in [words[i % words.len()], words[(i * 5 + 3) % words.len()]] {
            seeds.push([format!("{place} ").as_bytes(), word].concat());
        }
    }
    seeds
}

/// The file with these bytes in it.
fn damaged(input: &[u8]) -> Vec<u8> {
    let mut file = TEMPLATE.clone();
    for line in input.split(|&byte| byte == b'\n') {
        let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = String::from_utf8_lossy(&line[..digits]);
        let place = number.parse::<usize>().unwrap_or(0) % (file.len() + 1);
        let bytes = line.get(digits + 1..).unwrap_or_default();
        if bytes.is_empty() && digits > 0 {
            // A number alone is where the file ends.
            file.truncate(place);
            continue;
        }
        let end = (place + bytes.len()).min(file.len());
        file.splice(place..end, bytes.iter().copied());
    }
    file
}

fn take(input: &[u8]) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let path = folder.path().join("one.library");
    let bytes = damaged(input);
    fs::write(&path, &bytes).map_err(|e| e.to_string())?;
    // Words about a file name it, and each has a name of its own.
    let nameless = |words: String| words.replace(&*folder.path().to_string_lossy(), "");
    let mut outcome = String::new();
    let sound = match library::check(&path) {
        Err(error) => {
            outcome += &error.to_string();
            false
        }
        Ok(contents) => {
            let faults = contents.faults.iter().map(|fault| format!("{fault}; "));
            outcome += &faults.collect::<String>();
            contents.faults.is_empty()
        }
    };
    match Library::open(&path, Open::Reading).and_then(|library| {
        let listing = library.listing(&Filter::default())?;
        let mut got = 0;
        for line in &listing.lines {
            got += usize::from(library.get(line.id).is_ok());
        }
        Ok((listing, got))
    }) {
        Err(error) => outcome += &error.to_string(),
        Ok((listing, got)) => {
            if sound && (got < listing.lines.len() || !listing.faults.is_empty()) {
                return Err(nameless(format!(
                    "it is called sound, but of {} puzzles {got} can be read: {:?}",
                    listing.lines.len(),
                    listing.faults
                )));
            }
            outcome += &format!(" {}", "i".repeat(got));
        }
    }
    if fs::read(&path).map_err(|e| e.to_string())? != bytes {
        return Err("looking at it changed it".to_owned());
    }
    let new = folder.path().join("new.library");
    match library::repair(&path, &new) {
        Err(error) => outcome += &format!(" not repaired: {error}"),
        Ok(saved) => {
            let again = library::check(&new).map_err(|e| nameless(e.to_string()))?;
            if !again.faults.is_empty() || again.puzzles != saved.puzzles {
                return Err(format!("repaired it is not sound: {:?}", again.faults));
            }
            outcome += &format!(" {} saved", "i".repeat(saved.puzzles));
        }
    }
    Ok(nameless(outcome))
}
