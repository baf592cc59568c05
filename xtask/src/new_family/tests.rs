use super::*;

/// The part of the workspace that a new family is made from and added to, in a folder that is
/// removed at the end.
struct Copy(PathBuf);

impl Copy {
    fn new(name: &str) -> Copy {
        let unique = format!("gridwright-new-family-{name}-{}", std::process::id());
        let copy = Copy(std::env::temp_dir().join(unique));
        let root = Path::new(ROOT);
        let mut paths = folder(&root.join(TEMPLATE)).expect("the template");
        paths.extend(folder(&root.join(FAMILIES)).expect("the families"));
        let others = [
            "crates/puzzles/Cargo.toml",
            "web/tests/drivers.js",
            "web/tests/setters.js",
        ];
        paths.extend(others.map(|path| root.join(path)));
        for path in paths {
            let inside = path.strip_prefix(root).expect("a file of the workspace");
            write(&copy.0.join(inside), &read(&path).expect("a text")).expect("room for a copy");
        }
        copy
    }

    fn read(&self, path: &str) -> String {
        read(&self.0.join(path)).unwrap_or_else(|stop| panic!("{stop:?}"))
    }

    fn make(&self, id: &str) {
        for (path, text) in plan(&self.0, id).unwrap_or_else(|stop| panic!("{stop:?}")) {
            write(&self.0.join(path), &text).expect("room for a file");
        }
    }

    /// Why this name is refused.
    fn refused(&self, id: &str) -> String {
        match plan(&self.0, id) {
            Err(Stop::Refused(why)) => why,
            other => panic!("{id}: {other:?}"),
        }
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn every_file_of_the_template_is_there_under_the_new_name() {
    let copy = Copy::new("files");
    copy.make("lonely");
    let template = folder(&copy.0.join(TEMPLATE).join(ID)).expect("the template");
    let made = folder(&copy.0.join(FAMILIES).join("lonely")).expect("the family");
    assert_eq!(made.len(), template.len());
    for path in made {
        let text = read(&path).expect("a text");
        assert!(
            !text.contains(ID) && !text.contains(NAME),
            "{}",
            path.display()
        );
    }
    let module = copy.read("crates/puzzles/src/lonely/mod.rs");
    for part in [
        "pub struct Lonely",
        "family! {\n    Lonely, \"lonely\",\n",
        "FILL IN:",
    ] {
        assert!(module.contains(part), "{part}");
    }
    let words = copy.read("crates/puzzles/src/lonely/family.txt");
    assert!(words.contains("\nname: Lonely\n"), "{words}");
    assert!(copy.read("docs/lonely.md").starts_with("# Lonely\n"));
}

#[test]
fn the_lists_have_one_entry_more_and_nothing_else_is_changed() {
    let copy = Copy::new("lists");
    let lists = [
        "crates/puzzles/src/lib.rs",
        "web/tests/drivers.js",
        "web/tests/setters.js",
    ];
    let before = lists.map(|path| copy.read(path));
    copy.make("lonely");
    let after = lists.map(|path| copy.read(path));
    for (before, after) in before.iter().zip(&after) {
        let mut lines = after.lines();
        let kept = before.lines().all(|line| lines.any(|other| other == line));
        assert!(kept, "{after}");
        assert!(after.contains("lonely") && !after.contains(ID) || before.contains(ID));
    }
    let [library, drivers, setters] = after;
    let place = |text: &str| library.find(text).unwrap_or_else(|| panic!("{text}"));
    assert!(place("mod hashi;") < place("mod lonely;"));
    assert!(place("mod lonely;") < place("mod satogaeri;"));
    assert!(place("    fobidoshi,\n    lonely,\n}") > place("mod lonely;"));
    assert!(drivers.contains("\n  lonely: {\n    solve:"));
    assert!(setters.contains("\n  lonely: (puzzle) =>"));
}

#[test]
fn a_second_family_comes_after_the_first() {
    let copy = Copy::new("second");
    copy.make("lonely");
    copy.make("zebra");
    let library = copy.read("crates/puzzles/src/lib.rs");
    assert!(library.contains("    lonely,\n    zebra,\n}"));
    assert!(library.contains("mod yajilin;\nmod zebra;\n"));
}

#[test]
fn a_name_that_is_taken_or_is_none_is_refused() {
    let copy = Copy::new("refused");
    copy.make("lonely");
    for (id, why) in [
        ("lonely", "there is crates/puzzles/src/lonely"),
        ("hashi", "there is crates/puzzles/src/hashi"),
        ("board", "there is crates/puzzles/src/board.rs"),
        ("bridges", "hashi is called so, too"),
        ("rules", "uses the word rules"),
        ("string", "uses the word String"),
        ("serde", "uses the word serde"),
        ("match", "Rust has that word"),
        ("", "one word of small letters"),
        ("Lonely", "one word of small letters"),
        ("two words", "one word of small letters"),
        ("two-words", "one word of small letters"),
        ("2nd", "one word of small letters"),
        ("../escape", "one word of small letters"),
        ("übung", "one word of small letters"),
    ] {
        let words = copy.refused(id);
        assert!(
            words.contains(why) && !words.contains('\n'),
            "{id}: {words}"
        );
    }
}

#[test]
fn a_call_without_one_name_is_refused() {
    for words in [vec![], vec!["one".to_owned(), "two".to_owned()]] {
        assert!(matches!(new_family(&words), Err(Stop::Refused(_))));
    }
}
