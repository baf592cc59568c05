//! `cargo xtask house [--check]`: how large the house is and how its rooms hang together. Lines for
//! each crate and family, public items, the longest functions, lines that stand twice, and the
//! arrows between crates, which must be those of docs/architecture.md. What a page in docs names must
//! be there.
//!
//! Everything is read from the text of the files; nothing is compiled.

mod arrows;
mod bare;
mod duplicates;
mod functions;
mod lines;
mod pages;
mod public;
mod sources;

use std::path::Path;

use crate::run::{ROOT, output};
use duplicates::Pair;
use sources::{Source, Sources};

/// How many of the longest functions are shown.
const FUNCTIONS: usize = 15;

/// A function should not have more lines than this.
const LONG_FUNCTION: usize = 60;

/// Print the tables; with `--check` only what should not be.
pub fn house(words: &[String]) -> Result<(), String> {
    let check = match words {
        [] => false,
        [word] if word == "--check" => true,
        _ => return Err("cargo xtask house [--check]".to_owned()),
    };
    let sources = sources::read(Path::new(ROOT)).map_err(|e| format!("cannot read: {e}"))?;
    if !check {
        lines::print(&sources);
        public::print(&sources);
        print_functions(&sources);
    }
    print_duplicates(&sources, check);
    let missing = pages::missing(Path::new(ROOT)).map_err(|e| format!("cannot read: {e}"))?;
    if !missing.is_empty() {
        return Err(missing.join("\n"));
    }
    let faults = faults()?;
    println!("\nArrows between crates, and docs/architecture.md");
    for fault in &faults {
        println!("  {fault}");
    }
    if !faults.is_empty() {
        return Err("the arrows between crates are not those of docs/architecture.md".to_owned());
    }
    println!("  agree");
    Ok(())
}

/// What docs/architecture.md and Cargo do not agree about.
fn faults() -> Result<Vec<String>, String> {
    let page = Path::new(ROOT).join("docs/architecture.md");
    let page = std::fs::read_to_string(&page).map_err(|e| format!("{}: {e}", page.display()))?;
    let call = [
        "metadata",
        "--no-deps",
        "--format-version",
        "1",
        "--offline",
    ];
    let found = arrows::found(&output("cargo", &call)?)?;
    let said = arrows::said(&page, &found)?;
    Ok(arrows::compare(&found, &said))
}

fn print_functions(sources: &Sources) {
    let mut all: Vec<(usize, String)> = Vec::new();
    for source in sources.production() {
        for function in functions::functions(&source.code()) {
            let place = format!("{}:{} {}", source.path, function.line, function.name);
            all.push((function.lines, place));
        }
    }
    all.sort_by(|a, b| (b.0, &a.1).cmp(&(a.0, &b.1)));
    let long = all
        .iter()
        .filter(|(lines, _)| *lines > LONG_FUNCTION)
        .count();
    println!(
        "\nLongest functions ({} in all, {long} longer than {LONG_FUNCTION} lines, marked *)",
        all.len()
    );
    for (lines, place) in all.iter().take(FUNCTIONS) {
        let mark = if *lines > LONG_FUNCTION { "*" } else { " " };
        println!("  {lines:>5} {mark} {place}");
    }
}

/// What stands in two families.
fn across_families(sources: &Sources) -> Vec<Pair> {
    let of_families: Vec<&Source> = sources
        .production()
        .filter(|source| source.family.is_some())
        .collect();
    duplicates::pairs(&of_families, |a, b| a.family != b.family)
}

fn print_duplicates(sources: &Sources, only_families: bool) {
    let families = across_families(sources);
    println!(
        "\nDuplicates across families: {} pairs of {} or more lines",
        families.len(),
        duplicates::LEAST_LINES
    );
    print_pairs(&families);
    if only_families {
        return;
    }
    let all: Vec<&Source> = sources.production().collect();
    let others = duplicates::pairs(&all, |a, b| {
        let across = a.family.is_some() && b.family.is_some() && a.family != b.family;
        a.path != b.path && !across
    });
    println!("\nOther duplicates between files: {} pairs", others.len());
    print_pairs(&others);
}

fn print_pairs(pairs: &[Pair]) {
    for pair in pairs {
        let Pair { lines, a, b } = pair;
        println!("  {lines:>5}   {a}   {b}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What five families may have together; a sixth is worth at most what they are on average. Whoever
    /// needs more should look for what families have in common, or whether a text can say it; 27,000 is
    /// where this is to go.
    const MOST_LINES: usize = 30_000;
    const FAMILIES: usize = 5;

    #[test]
    fn families_share_what_they_have_in_common() {
        let sources = sources::read(Path::new(ROOT)).expect("the files can be read");
        let most = MOST_LINES / FAMILIES * sources.families.len().max(FAMILIES);
        let lines = lines::of_families(&sources);
        assert!(
            lines > most / 2 && lines <= most,
            "the families have {lines} lines of Rust together; `cargo xtask house` says which of them, \
             and at most {most} are agreed upon (xtask/src/house/mod.rs)"
        );
        assert_eq!(
            across_families(&sources),
            [],
            "lines that stand in two families"
        );
        assert!(sources.all.iter().any(|source| source.krate == "fuzz"));
        assert!(sources.texts.values().all(|&lines| lines > 500));
    }

    #[test]
    fn the_arrows_between_crates_are_those_of_the_page() {
        let faults = super::faults().expect("cargo and the page can be read");
        assert_eq!(faults, Vec::<String>::new(), "see docs/architecture.md");
    }
}
