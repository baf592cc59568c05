//! Files that the pages in docs name: a path in back quotes must be there. Pages shorten paths, so it
//! is enough if some file's path ends like that.

use std::io;
use std::path::Path;

/// Where files are that pages speak of.
const PARTS: [&str; 8] = [
    "crates", "proofs", "fuzz", "bench", "xtask", "web", "docs", ".ci",
];

/// Endings of files that we write. Others, as `.json`, are mostly those of a user.
const ENDINGS: [&str; 7] = [".rs", ".js", ".ts", ".css", ".md", ".toml", ".txt"];

/// The family that a page begins as an example.
const EXAMPLE: &str = "heyawake";

/// Every path in a page for which there is no file, with page and line.
pub fn missing(root: &Path) -> io::Result<Vec<String>> {
    let mut paths = Vec::new();
    for part in PARTS.iter().map(|part| root.join(part)) {
        if part.exists() {
            files(&part, &mut paths)?;
        }
    }
    for entry in std::fs::read_dir(root)? {
        paths.push(entry?.path().to_string_lossy().replace('\\', "/"));
    }
    let is_there = |named: &str| {
        let end = format!("/{named}");
        paths.iter().any(|path| path.ends_with(&end))
    };
    let mut missing = Vec::new();
    let pages = paths.iter().filter(|path| path.ends_with(".md"));
    let docs = root.join("docs");
    let is_page = |path: &&String| Path::new(path).parent() == Some(docs.as_path());
    for page in pages.filter(is_page) {
        let text = std::fs::read_to_string(page)?;
        for (line, named) in named(&text) {
            if !is_there(named) {
                missing.push(format!("{page}:{line} names {named}, which is not there"));
            }
        }
    }
    Ok(missing)
}

/// The paths of files that a page names, with their lines.
fn named(page: &str) -> Vec<(usize, &str)> {
    let is_path = |word: &&str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "_./-".contains(c);
        // A text without a folder is one that a command writes.
        let is_text = word.ends_with(".txt") && !word.contains('/');
        word.chars().all(plain)
            && ENDINGS.iter().any(|end| word.ends_with(end))
            && !is_text
            && !word.contains(EXAMPLE)
    };
    (1..)
        .zip(page.lines())
        .flat_map(|(at, line)| {
            let quoted = line.split('`').skip(1).step_by(2);
            quoted.filter(is_path).map(move |word| (at, word))
        })
        .collect()
}

fn files(folder: &Path, found: &mut Vec<String>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true if path.ends_with("target") || path.ends_with("node_modules") => {}
            true => files(&path, found)?,
            false => found.push(path.to_string_lossy().replace('\\', "/")),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::ROOT;

    #[test]
    fn what_pages_name_is_there() {
        let missing = missing(Path::new(ROOT)).expect("the pages can be read");
        assert_eq!(missing, Vec::<String>::new());
    }

    #[test]
    fn paths_are_told_from_other_words() {
        let page = "See `a/b.rs` and `Board`,\n`docs/heyawake.md`, `c.js`, `x.txt` or `y/x.txt`.\n";
        assert_eq!(named(page), [(1, "a/b.rs"), (2, "c.js"), (2, "y/x.txt")]);
    }
}
