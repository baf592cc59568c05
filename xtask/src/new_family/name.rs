//! Which names a family can have.

use std::path::Path;

use super::{FAMILIES, TEMPLATE, folder, read};

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

/// Can a family be called so? If not, why.
pub fn usable(root: &Path, id: &str) -> Result<(), String> {
    let is_word = id.starts_with(|c: char| c.is_ascii_lowercase())
        && (id.bytes()).all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    if !is_word {
        return Err(format!(
            "{id:?} cannot be the name of a family: it is one word of small letters (and digits \
             after the first), as in hashi"
        ));
    }
    if RESERVED.contains(&id) {
        return Err(format!(
            "{id:?} cannot be the name of a family: Rust has that word"
        ));
    }
    for path in [
        format!("{FAMILIES}/{id}"),
        format!("{FAMILIES}/{id}.rs"),
        format!("crates/{id}"),
        format!("docs/{id}.md"),
    ] {
        if root.join(&path).exists() {
            return Err(format!(
                "{id:?} cannot be the name of a new family: there is {path}"
            ));
        }
    }
    if let Some(path) = other_name(root, id)? {
        return Err(format!(
            "{id:?} cannot be the name of a new family: {path} has it for another"
        ));
    }
    if let Some(word) = in_template(root, id)? {
        return Err(format!(
            "{id:?} cannot be the name of a family: what every family is made from uses the word \
             {word} already"
        ));
    }
    Ok(())
}

/// The family that people know by this name, too.
fn other_name(root: &Path, id: &str) -> Result<Option<String>, String> {
    let quoted = format!("{id:?}");
    let folders = std::fs::read_dir(root.join(FAMILIES));
    for entry in folders.map_err(|e| format!("{FAMILIES}: {e}"))?.flatten() {
        let text = std::fs::read_to_string(entry.path().join("mod.rs"));
        if text.is_ok_and(|text| text.contains(&quoted)) {
            let folder = entry.file_name();
            return Ok(Some(format!("{FAMILIES}/{}/mod.rs", folder.display())));
        }
    }
    Ok(None)
}

/// A word of the template's code that the name would be mistaken for, or a package it uses.
fn in_template(root: &Path, id: &str) -> Result<Option<String>, String> {
    let words = |text: &str, word: &str| {
        let is_part = |c: char| !(c.is_alphanumeric() || c == '_');
        text.split(is_part).any(|each| each == word)
    };
    let failed = |stop| match stop {
        crate::Stop::Failed(message) | crate::Stop::Refused(message) => message,
    };
    let packages = read(&root.join("crates/puzzles/Cargo.toml")).map_err(failed)?;
    if words(&packages, id) {
        return Ok(Some(id.to_owned()));
    }
    for path in folder(&root.join(TEMPLATE)).map_err(failed)? {
        if path.extension().is_some_and(|e| e == "rs") {
            let text = read(&path).map_err(failed)?;
            let both = [id.to_owned(), shown(id)];
            if let Some(word) = both.into_iter().find(|word| words(&text, word)) {
                return Ok(Some(word));
            }
        }
    }
    Ok(None)
}
