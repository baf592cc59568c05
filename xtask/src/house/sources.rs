//! The Rust files of the project: which crate and which family they belong to, and which of their
//! lines are only there for tests.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use super::bare;

/// The folder of the families.
const FAMILIES: &str = "crates/puzzles/src/";

/// Where kits may be: code that several families use.
const KITS: [&str; 2] = ["crates/kit/src/", "crates/puzzles/src/kit/"];

/// One Rust file.
pub struct Source {
    /// From the workspace's folder on.
    pub path: String,
    /// The folder of its crate, as in `crates/grid`.
    pub krate: String,
    /// The family whose folder it is in.
    pub family: Option<String>,
    /// The module of a kit that it belongs to.
    pub kit: Option<String>,
    /// The text.
    pub text: String,
    /// Nothing in it is there for users: tests, examples, the template of a family.
    pub is_test: bool,
    /// For each line whether it is only there for tests.
    tests: Vec<bool>,
}

/// All of them.
pub struct Sources {
    /// In the order of their paths.
    pub all: Vec<Source>,
    /// In the order of their names.
    pub families: Vec<String>,
    /// How many lines of text each of them has in its folder besides: what it says in words, its
    /// rules, its examples.
    pub texts: BTreeMap<String, usize>,
}

impl Sources {
    /// What users get: no file of tests or examples.
    pub fn production(&self) -> impl Iterator<Item = &Source> {
        self.all.iter().filter(|source| !source.is_test)
    }
}

impl Source {
    /// How many lines there are, as `wc -l` counts them.
    pub fn lines(&self) -> usize {
        self.text.matches('\n').count()
    }

    /// How many of them are only there for tests.
    pub fn test_lines(&self) -> usize {
        match self.is_test {
            true => self.lines(),
            false => self.tests.iter().filter(|&&is_test| is_test).count(),
        }
    }

    /// The production lines without comments, numbered from 1.
    pub fn statements(&self) -> Vec<(usize, String)> {
        let bare = bare::without_comments(&self.text);
        let lines = bare.lines().enumerate().filter(|(i, _)| !self.tests[*i]);
        lines
            .map(|(i, line)| (i + 1, line.trim().to_owned()))
            .filter(|(_, line)| !line.is_empty())
            .collect()
    }

    /// The production code without comments and with empty literals; lines of tests are blank.
    pub fn code(&self) -> String {
        let bare = bare::code(&self.text);
        let lines = bare.lines().zip(&self.tests);
        lines
            .map(|(line, &is_test)| {
                if is_test {
                    "\n".to_owned()
                } else {
                    format!("{line}\n")
                }
            })
            .collect()
    }
}

/// Read all Rust files of a workspace.
pub fn read(root: &Path) -> io::Result<Sources> {
    let mut paths = Vec::new();
    for part in ["crates", "proofs", "fuzz", "bench", "xtask"] {
        files(&root.join(part), &["rs"], &mut paths)?;
    }
    let mut texts = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path)?;
        let path = path.strip_prefix(root).unwrap_or(&path);
        texts.push((path.to_string_lossy().replace('\\', "/"), text));
    }
    texts.sort();
    let mut sources = sorted(texts);
    for family in &sources.families {
        let mut paths = Vec::new();
        let folder = root.join(FAMILIES).join(family);
        files(&folder, &["txt", "jsonl"], &mut paths)?;
        let mut lines = 0;
        for path in paths {
            lines += std::fs::read_to_string(&path)?.matches('\n').count();
        }
        sources.texts.insert(family.clone(), lines);
    }
    Ok(sources)
}

/// All files of a folder with one of these endings.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if !path.ends_with("target") {
                files(&path, endings, found)?;
            }
        } else if path
            .extension()
            .is_some_and(|e| endings.iter().any(|end| e == *end))
        {
            found.push(path);
        }
    }
    Ok(())
}

/// Files as they belong together.
pub fn sorted(texts: Vec<(String, String)>) -> Sources {
    let family = |(path, text): &(String, String)| {
        let name = path.strip_prefix(FAMILIES)?.strip_suffix("/mod.rs")?;
        text.contains("family! {").then(|| name.to_owned())
    };
    let families: Vec<String> = texts.iter().filter_map(family).collect();
    let test_modules: BTreeSet<String> = texts.iter().flat_map(test_modules).collect();
    let all = texts.into_iter().map(|(path, text)| {
        let parts: Vec<&str> = path.split('/').collect();
        let of_crate = if parts[0] == "crates" { 2 } else { 1 };
        let folder = path.strip_prefix(FAMILIES).and_then(|p| p.split_once('/'));
        let is_test = parts
            .iter()
            .any(|part| ["tests", "tests.rs", "examples", "template"].contains(part))
            || (test_modules.iter())
                .any(|m| path == format!("{m}.rs") || path.starts_with(&format!("{m}/")));
        Source {
            krate: parts[..of_crate.min(parts.len())].join("/"),
            family: folder
                .map(|(folder, _)| folder.to_owned())
                .filter(|folder| families.contains(folder)),
            kit: kit_module(&path),
            tests: test_lines(&text),
            is_test,
            path,
            text,
        }
    });
    Sources {
        all: all.collect(),
        families: families.clone(),
        texts: BTreeMap::new(),
    }
}

/// The kit's module that a file belongs to; its root belongs to none.
fn kit_module(path: &str) -> Option<String> {
    let inside = KITS.iter().find_map(|kit| path.strip_prefix(kit))?;
    let module = inside.split('/').next()?.trim_end_matches(".rs");
    (!["lib", "mod"].contains(&module)).then(|| module.to_owned())
}

/// The files, without their ending, that a file names as modules for tests only.
fn test_modules((path, text): &(String, String)) -> Vec<String> {
    let bare = bare::code(text);
    let folder = match path.rsplit_once('/') {
        Some((folder, "mod.rs" | "lib.rs" | "main.rs")) => folder.to_owned(),
        _ => path.trim_end_matches(".rs").to_owned(),
    };
    let after = bare.split("#[cfg(test)]").skip(1);
    after
        .filter_map(|rest| {
            let item = rest.trim_start().split_once(['{', ';'])?.0;
            let is_file = rest.trim_start()[item.len()..].starts_with(';');
            let name = item.trim().rsplit_once("mod ")?.1;
            is_file.then(|| format!("{folder}/{}", name.trim()))
        })
        .collect()
}

/// For each line whether it belongs to an item that is there for tests only.
fn test_lines(text: &str) -> Vec<bool> {
    let bare = bare::code(text);
    let mut tests = vec![false; text.lines().count()];
    let mut from = 0;
    while let Some(at) = bare[from..].find("#[cfg(test)]") {
        let start = from + at;
        let end = item_end(&bare, start + "#[cfg(test)]".len());
        let line = |at: usize| bare[..at].matches('\n').count();
        let last = line(end).min(tests.len().saturating_sub(1));
        for test in &mut tests[line(start)..=last] {
            *test = true;
        }
        from = end;
    }
    tests
}

/// Where the item that begins here ends: after its block, or after its semicolon.
pub fn item_end(bare: &str, from: usize) -> usize {
    let mut depth = 0;
    for (at, letter) in bare[from..].char_indices() {
        match letter {
            '{' | '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return from + at;
                }
            }
            ';' if depth == 0 => return from + at,
            _ => {}
        }
    }
    bare.len()
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Sources from paths and texts.
    pub fn sources(files: &[(&str, &str)]) -> Sources {
        let owned = |&(path, text): &(&str, &str)| (path.to_owned(), text.to_owned());
        sorted(files.iter().map(owned).collect())
    }

    #[test]
    fn lines_of_tests_are_told_apart() {
        let text =
            "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() { let c = \"}\"; }\n}\nfn d() {}\n";
        assert_eq!(test_lines(text), [false, true, true, true, true, false]);
        assert_eq!(
            test_lines("#[cfg(test)]\nuse a::{b, c};\nfn d() {}\n"),
            [true, true, false]
        );
    }

    #[test]
    fn files_know_where_they_belong() {
        let found = sources(&[
            ("crates/puzzles/src/hand.rs", "\n"),
            ("crates/puzzles/src/kit/areas.rs", "\n"),
            ("crates/puzzles/src/kit/mod.rs", "\n"),
            (
                "crates/puzzles/src/stars/mod.rs",
                "family! {};\n#[cfg(test)]\nmod oracle;\n",
            ),
            ("crates/puzzles/src/stars/oracle.rs", "\n"),
            ("crates/puzzles/src/stars/rules/a.rs", "\n"),
            ("crates/sat/tests/b.rs", "\n"),
            ("proofs/src/lib.rs", "\n"),
        ]);
        assert_eq!(found.families, ["stars"]);
        let families: Vec<bool> = found.all.iter().map(|s| s.family.is_some()).collect();
        assert_eq!(
            families,
            [false, false, false, true, true, true, false, false]
        );
        let tests: Vec<bool> = found.all.iter().map(|s| s.is_test).collect();
        assert_eq!(
            tests,
            [false, false, false, false, true, false, true, false]
        );
        assert_eq!(found.all[1].kit.as_deref(), Some("areas"));
        assert_eq!(found.all[2].kit, None);
        let crates: Vec<&str> = found.all.iter().map(|s| s.krate.as_str()).collect();
        assert_eq!(crates[5..], ["crates/puzzles", "crates/sat", "proofs"]);
    }
}
