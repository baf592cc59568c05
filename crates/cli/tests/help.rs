//! What people read before they run anything: every help text and every manual page, compared with
//! accepted ones. Which commands there are is found by asking the program, so a new one is included
//! by itself. Look at the new texts before accepting a change with `INSTA_UPDATE=always`.

mod common;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Stdio;

use common::{command, folder};

/// What the program prints; as wide as in a wide window, whoever runs the tests wherever.
fn said(words: &[&str], last: &[&str]) -> String {
    let output = command()
        .args(words)
        .args(last)
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{words:?} {last:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    text.replace("gridwright.exe", "gridwright")
}

/// The words of all commands; the program itself is the one without words.
fn commands() -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    let mut next = 0;
    while next < all.len() {
        let words: Vec<&str> = all[next].iter().map(String::as_str).collect();
        let help = said(&words, &["-h"]);
        let listed = help
            .split_once("\nCommands:\n")
            .map_or("", |(_, list)| list);
        let names = listed.lines().take_while(|line| !line.is_empty());
        // A line that is further in goes on with what was said about the command above.
        let names = names.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        let inner: Vec<Vec<String>> = names
            .filter(|name| !name.is_empty() && *name != "help")
            .map(|name| [&all[next][..], &[name.to_owned()]].concat())
            .collect();
        all.extend(inner);
        next += 1;
    }
    all
}

/// `gridwright library add` is the page `gridwright-library-add`.
fn name(words: &[String]) -> String {
    [&["gridwright".to_owned()], words].concat().join("-")
}

/// The version changes more often than the texts.
fn without_version(text: &str) -> String {
    text.replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

#[test]
fn help_is_as_accepted() {
    let all = commands();
    assert!(all.len() > 25, "only {} commands were found", all.len());
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        for words in &all {
            let words_now: Vec<&str> = words.iter().map(String::as_str).collect();
            let call = [&["gridwright"], &words_now[..]].concat().join(" ");
            let (short, long) = (said(&words_now, &["-h"]), said(&words_now, &["--help"]));
            for help in [&short, &long] {
                let about = help.split("\n\n").next().unwrap_or("");
                assert!(!about.starts_with("Usage:"), "{call} does not say what it is for");
                assert!(help.contains("Examples:"), "{call} has no example");
            }
            let both = format!("$ {call} -h\n{short}\n$ {call} --help\n{long}");
            insta::assert_snapshot!(format!("help-{}", name(words)), both);
        }
    });
}

#[test]
fn manual_pages_are_as_accepted() {
    let folder = folder("manual");
    let there = folder.to_string_lossy();
    assert_eq!(said(&["man", "--all", &there], &[]), "");
    let names: BTreeSet<String> = commands().iter().map(|words| name(words)).collect();
    assert_eq!(files(&folder, "", ".1"), names, "a page for every command");
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        for words in commands() {
            let mut alone = vec!["man"];
            alone.extend(words.iter().map(String::as_str));
            let page = std::fs::read_to_string(folder.join(format!("{}.1", name(&words))));
            let page = page.expect("a page");
            assert_eq!(said(&alone, &[]), page);
            let (title, about) = page
                .split_once("\n.SH NAME\n")
                .and_then(|(_, rest)| rest.lines().next()?.split_once(" \\- "))
                .expect("a name with what it is for");
            assert_eq!(title.replace('\\', ""), name(&words));
            assert!(!about.is_empty(), "{title} says nothing about itself");
            insta::assert_snapshot!(format!("man-{}", name(&words)), without_version(&page));
        }
    });
}

/// A text that was accepted once and whose command is gone.
#[test]
fn nothing_is_accepted_for_commands_that_are_gone() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let names: BTreeSet<String> = commands().iter().map(|words| name(words)).collect();
    for kind in ["help-", "man-"] {
        let accepted = files(&folder, kind, ".snap");
        let gone: Vec<&String> = accepted.difference(&names).collect();
        assert!(gone.is_empty(), "delete {kind} of {gone:?}");
    }
}

/// What lies between these in the names of a folder's files.
fn files(folder: &Path, before: &str, after: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("a file").file_name());
    names
        .filter_map(|name| {
            let name = name.to_string_lossy();
            let inner = name.strip_prefix(before)?.strip_suffix(after)?;
            Some(inner.to_owned())
        })
        .collect()
}
