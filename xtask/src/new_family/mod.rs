//! `cargo xtask new-family NAME`: begins a family. What it writes is a whole little game under the
//! new name, so that everything works at once; every place that has to become the real game holds
//! the marker `FILL IN:`, and a test (crates/puzzles/tests/finished.rs) fails for each and says what
//! to do. docs/adding-a-family.md goes through it.
//!
//! The little game is in crates/puzzles/template, where it is built and tested with the crate.
//! Everything is worked out before the first file is written: a call that is refused changes
//! nothing.

mod insert;
mod name;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use crate::Stop;
use crate::run::{ROOT, run};

/// The name in the template that becomes the family's, as programs write it.
const ID: &str = "newfamily";
/// The same as people and types have it.
const NAME: &str = "NewFamily";

/// Where the template is.
const TEMPLATE: &str = "crates/puzzles/template";
/// Where the families are.
const FAMILIES: &str = "crates/puzzles/src";

/// Begin the family that is named.
pub fn new_family(words: &[String]) -> Result<(), Stop> {
    let [name] = words else {
        let call = "new-family takes one name, as in `cargo xtask new-family heyawake`";
        return Err(Stop::Refused(call.to_owned()));
    };
    let files = plan(Path::new(ROOT), name)?;
    for (path, text) in &files {
        write(&Path::new(ROOT).join(path), text)?;
        println!("{}", path.display());
    }
    // The order of imports depends on the name.
    run("cargo", &["fmt", "--package", "puzzles"])?;
    println!(
        "\n{name} is there, with the template's game. What is to be filled in is said by\n\
         \n    cargo test -p puzzles --test finished\n\n\
         and docs/adding-a-family.md says in which order."
    );
    Ok(())
}

/// Every file that is new or different, from the workspace's folder on.
fn plan(root: &Path, id: &str) -> Result<Vec<(PathBuf, String)>, Stop> {
    name::usable(root, id)?;
    let mut files = Vec::new();
    let template = root.join(TEMPLATE);
    for path in folder(&template.join(ID))? {
        let text = named(&read(&path)?, id);
        let inside = path.strip_prefix(template.join(ID)).unwrap_or(&path);
        files.push((Path::new(FAMILIES).join(id).join(inside), text));
    }
    files.sort();
    let page = named(&read(&template.join("page.md"))?, id);
    files.push((PathBuf::from(format!("docs/{id}.md")), page));
    let mut change = |path: &str, with: &dyn Fn(&str) -> Option<String>| {
        let text = read(&root.join(path))?;
        let after = with(&text).ok_or_else(|| format!("{path} is not as it was: no list found"))?;
        files.push((PathBuf::from(path), after));
        Ok::<(), Stop>(())
    };
    change("crates/puzzles/src/lib.rs", &|text| {
        insert::family(text, id)
    })?;
    for (path, list, entry) in [
        ("web/tests/drivers.js", "DRIVERS", "driver.js"),
        ("web/tests/setters.js", "SETTERS", "setter.js"),
    ] {
        let entry = named(&read(&template.join(entry))?, id);
        change(path, &|text| insert::entry(text, list, &entry))?;
    }
    Ok(files)
}

/// The template's text under the family's name.
fn named(text: &str, id: &str) -> String {
    text.replace(ID, id).replace(NAME, &name::shown(id))
}

/// All files in a folder and below.
fn folder(path: &Path) -> Result<Vec<PathBuf>, Stop> {
    let unreadable = |e: std::io::Error| format!("{}: {e}", path.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        match path.is_dir() {
            true => files.extend(folder(&path)?),
            false => files.push(path),
        }
    }
    Ok(files)
}

fn read(path: &Path) -> Result<String, Stop> {
    let text = std::fs::read_to_string(path);
    Ok(text.map_err(|e| format!("{}: {e}", path.display()))?)
}

fn write(path: &Path, text: &str) -> Result<(), Stop> {
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    let written = folder.and_then(|()| std::fs::write(path, text));
    Ok(written.map_err(|e| format!("{}: {e}", path.display()))?)
}
