//! Lines for each crate and each family, as `wc -l` counts them. What a kit holds for one family
//! alone counts to that family: code comes into a kit with its second user.

use std::collections::{BTreeMap, BTreeSet};

use super::bare;
use super::sources::{Source, Sources};

#[derive(Default)]
struct Count {
    files: usize,
    lines: usize,
    tests: usize,
}

impl Count {
    fn add(&mut self, source: &Source) {
        self.files += 1;
        self.lines += source.lines();
        self.tests += source.test_lines();
    }
}

/// Both tables.
pub fn print(sources: &Sources) {
    let mut crates: BTreeMap<&str, Count> = BTreeMap::new();
    for source in &sources.all {
        crates.entry(&source.krate).or_default().add(source);
    }
    println!("Lines of Rust by crate              files   lines   of them tests");
    let mut all = Count::default();
    for (name, count) in &crates {
        row(name, count, "");
        all.files += count.files;
        all.lines += count.lines;
        all.tests += count.tests;
    }
    row("together", &all, "");

    println!("\nLines of Rust by family             files   lines   of them tests   and of text");
    let users = users(sources);
    let mut all = Count::default();
    let (mut in_kits, mut texts) = (0, 0);
    for family in &sources.families {
        let (count, kit) = of_family(sources, &users, family);
        in_kits += kit;
        let text = sources.texts.get(family).copied().unwrap_or_default();
        texts += text;
        let note = match kit {
            0 => String::new(),
            lines => format!("  {lines} of them in kits, for it alone"),
        };
        row(family, &count, &format!("{text:>16}{note}"));
        all.files += count.files;
        all.lines += count.lines;
        all.tests += count.tests;
    }
    row("together", &all, &format!("{texts:>16}"));
    let shared = sources.all.iter().filter(|s| s.kit.is_some());
    let kits: usize = shared.map(Source::lines).sum();
    if kits > 0 {
        println!("  kits with several users: {} lines", kits - in_kits);
        for (module, users) in &users {
            let users: Vec<&str> = users.iter().copied().collect();
            println!("    {module:<16} {}", users.join(", "));
        }
    }
}

/// What a family has, and how many lines of it are in kits, for it alone.
fn of_family(
    sources: &Sources,
    users: &BTreeMap<&str, BTreeSet<&str>>,
    family: &str,
) -> (Count, usize) {
    let mut count = Count::default();
    let mut kit = 0;
    for source in &sources.all {
        let is_alone = only_user(source, users) == Some(family);
        if is_alone {
            kit += source.lines();
        }
        if is_alone || source.family.as_deref() == Some(family) {
            count.add(source);
        }
    }
    (count, kit)
}

/// How many lines of Rust all families have together.
#[cfg(test)]
pub fn of_families(sources: &Sources) -> usize {
    let users = users(sources);
    let families = sources.families.iter();
    families
        .map(|family| of_family(sources, &users, family).0.lines)
        .sum()
}

fn row(name: &str, count: &Count, note: &str) {
    let Count {
        files,
        lines,
        tests,
    } = count;
    println!("  {name:<32} {files:>6} {lines:>7} {tests:>7}{note}");
}

/// The family that a kit's file is for, if it is for one alone.
fn only_user<'a>(source: &Source, users: &'a BTreeMap<&str, BTreeSet<&str>>) -> Option<&'a str> {
    let users = users.get(source.kit.as_deref()?)?;
    match users.len() {
        1 => users.first().copied(),
        _ => None,
    }
}

/// Which families use which module of a kit. Who uses one that only hands on what is in others, as a
/// prelude does, uses these.
fn users(sources: &Sources) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut users: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for module in sources.all.iter().filter_map(|s| s.kit.as_deref()) {
        users.entry(module).or_default();
    }
    for source in &sources.all {
        let Some(family) = &source.family else {
            continue;
        };
        for module in named(&bare::code(&source.text), "kit::") {
            let handed_on = (sources.all.iter())
                .filter(|other| other.kit.as_ref() == Some(&module))
                .flat_map(|other| named(&bare::code(&other.text), "pub(crate) use super::"));
            for used in handed_on.chain([module.clone()]) {
                if let Some(families) = users.get_mut(used.as_str()) {
                    families.insert(family);
                }
            }
        }
    }
    users
}

/// The modules that a text names after a path, alone or in braces.
fn named(code: &str, path: &str) -> Vec<String> {
    let mut all = Vec::new();
    for rest in code.split(path).skip(1) {
        let Some(list) = rest.strip_prefix('{') else {
            all.push(word(rest));
            continue;
        };
        let mut depth = 0;
        let mut first = true;
        for (at, letter) in list.char_indices() {
            if first && depth == 0 && (letter.is_alphabetic() || letter == '_') {
                all.push(word(&list[at..]));
                first = false;
            }
            match letter {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => first = true,
                _ => {}
            }
        }
    }
    all
}

fn word(text: &str) -> String {
    let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
    text.chars().take_while(is_word).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sources::tests::sources;
    use super::*;

    #[test]
    fn modules_are_named_alone_and_in_lists() {
        let code =
            "use crate::kit::areas::Areas; use kit::{hands, words::{list, capital}, codec as c};";
        assert_eq!(named(code, "kit::"), ["areas", "hands", "words", "codec"]);
    }

    #[test]
    fn a_kit_with_one_user_counts_to_it() {
        let family = "family! {};\n";
        let found = sources(&[
            ("crates/kit/src/areas.rs", "a\nb\n"),
            ("crates/kit/src/words.rs", "a\n"),
            ("crates/puzzles/src/moons/mod.rs", family),
            (
                "crates/puzzles/src/moons/a.rs",
                "use kit::{areas, words};\n",
            ),
            ("crates/puzzles/src/stars/mod.rs", family),
            (
                "crates/puzzles/src/stars/a.rs",
                "use kit::words::list; // kit::areas\n",
            ),
        ]);
        let users = users(&found);
        assert_eq!(only_user(&found.all[0], &users), Some("moons"));
        assert_eq!(only_user(&found.all[1], &users), None);
        assert_eq!(users["words"].len(), 2);
        let found = sources(&[
            (
                "crates/kit/src/prelude.rs",
                "pub(crate) use super::words::list;\n",
            ),
            ("crates/kit/src/words.rs", "a\n"),
            ("crates/puzzles/src/moons/mod.rs", family),
            ("crates/puzzles/src/moons/a.rs", "use kit::prelude::*;\n"),
        ]);
        assert!(super::users(&found)["words"].contains("moons"));
    }

    #[test]
    fn lines_are_counted_as_wc_does() {
        let text = "a\n#[cfg(test)]\nmod tests {\n}\nb\n";
        let found = sources(&[
            ("crates/a/src/lib.rs", text),
            ("crates/a/tests/b.rs", "c\n"),
        ]);
        let mut count = Count::default();
        found.all.iter().for_each(|source| count.add(source));
        assert_eq!((count.files, count.lines, count.tests), (2, 6, 4));
    }
}
