//! Which names a family can have.

use std::path::Path;

use super::{FAMILIES, TEMPLATE, folder, read};
use crate::Stop;

/// Words that no module can be called by, and crates that are always there.
const RESERVED: &[&str] = &[
    "abstract", "alloc", "as", "async", "await", "become", "box", "break", "const", "continue",
    "core", "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen",
    "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv",
    "pub", "ref", "return", "self", "static", "std", "struct", "super", "test", "trait", "true",
    "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// The name with a capital letter, as people and types have it.
pub fn shown(id: &str) -> String {
    let (first, rest) = id.split_at(1);
    first.to_ascii_uppercase() + rest
}

/// Can a family be called so? If not, it is refused with the reason.
pub fn usable(root: &Path, id: &str) -> Result<(), Stop> {
    match why_not(root, id)? {
        None => Ok(()),
        Some(why) => Err(Stop::Refused(format!(
            "{id:?} cannot be the name of a new family: {why}"
        ))),
    }
}

fn why_not(root: &Path, id: &str) -> Result<Option<String>, Stop> {
    let is_word = id.starts_with(|c: char| c.is_ascii_lowercase())
        && (id.bytes()).all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    if !is_word {
        let why = "it is one word of small letters (and digits after the first), as in hashi";
        return Ok(Some(why.to_owned()));
    }
    if RESERVED.contains(&id) {
        return Ok(Some("Rust has that word".to_owned()));
    }
    for path in [
        format!("{FAMILIES}/{id}"),
        format!("{FAMILIES}/{id}.rs"),
        format!("crates/{id}"),
        format!("docs/{id}.md"),
    ] {
        if root.join(&path).exists() {
            return Ok(Some(format!("there is {path}")));
        }
    }
    if let Some(family) = other_name(root, id)? {
        return Ok(Some(format!("{family} is called so, too")));
    }
    let word = in_template(root, id)?;
    Ok(word.map(|word| format!("what every family is made from uses the word {word}")))
}

/// The family that people know by this name, too.
fn other_name(root: &Path, id: &str) -> Result<Option<String>, Stop> {
    let quoted = format!("{id:?}");
    for path in folder(&root.join(FAMILIES))? {
        if !path.ends_with("mod.rs") {
            continue;
        }
        let text = read(&path)?;
        if !text.contains("family! {") {
            continue;
        }
        let words = read(&path.with_file_name("family.txt"))?;
        let also = words.lines().find_map(|line| line.strip_prefix("also: "));
        let is_also = also.is_some_and(|names| names.split(", ").any(|name| name == id));
        if is_also || text.contains(&quoted) {
            let folder = path.parent().and_then(Path::file_name);
            return Ok(folder.map(|name| name.display().to_string()));
        }
    }
    Ok(None)
}

/// A word of the template's code that the name would be mistaken for, or a package it uses.
fn in_template(root: &Path, id: &str) -> Result<Option<String>, Stop> {
    let mut paths = folder(&root.join(TEMPLATE))?;
    paths.retain(|path| path.extension().is_some_and(|e| e == "rs"));
    paths.push(root.join("crates/puzzles/Cargo.toml"));
    let shown = shown(id);
    for path in paths {
        let text = read(&path)?;
        let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        if let Some(word) = words.find(|word| [id, &shown].contains(word)) {
            return Ok(Some(word.to_owned()));
        }
    }
    Ok(None)
}
