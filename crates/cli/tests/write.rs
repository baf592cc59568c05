//! `convert`, `draw`, and what the program says about itself.

mod common;

use std::fs;

use common::{AMBIGUOUS, IMPOSSIBLE, UNIQUE, folder, run, run_with};

#[test]
fn every_format_leads_to_every_other() {
    let formats = run(&["formats", "--json"]).json();
    let names: Vec<&str> = formats
        .iter()
        .filter(|f| {
            f["families"]
                .as_array()
                .is_some_and(|l| l.contains(&"hashi".into()))
        })
        .filter_map(|f| f["name"].as_str())
        .collect();
    assert!(names.len() >= 7, "{names:?}");
    for from in &names {
        let there = run(&["convert", "--to", from, UNIQUE]);
        assert_eq!(there.status, 0, "{}", there.err);
        for to in &names {
            let direct = run(&["convert", "--to", to, UNIQUE]).out;
            let over = run_with(&["convert", "--to", to], there.out.as_bytes());
            // A file with an empty board brings that board along.
            let plain = |text: &str| text.split("marks\n").next().unwrap_or("").len();
            assert_eq!(over.status, 0, "{from} to {to}: {}", over.err);
            if !["json", "janko"].contains(to) {
                assert_eq!(over.out, direct, "{from} to {to}");
            } else {
                assert!(plain(&over.out) > 0);
            }
        }
    }
    assert_eq!(
        run(&["convert", "--to", "puzzlink", UNIQUE]).out.trim(),
        UNIQUE
    );
}

#[test]
fn many_puzzles_stay_readable() {
    let input = format!("{UNIQUE}\n{AMBIGUOUS}\n");
    let formats = run(&["formats", "--json"]).json();
    let holds = |f: &&serde_json::Value| {
        let families = f["families"].as_array().expect("a list");
        families.contains(&"hashi".into())
    };
    let names: Vec<&str> = formats
        .iter()
        .filter(holds)
        .filter_map(|f| f["name"].as_str())
        .collect();
    assert!(names.len() >= 7, "{names:?}");
    for format in names {
        let there = run_with(&["convert", "--to", format], input.as_bytes());
        let back = run_with(&["convert", "--to", "puzzlink"], there.out.as_bytes());
        let expected = format!("{UNIQUE}\nhttps://puzz.link/p?{AMBIGUOUS}\n");
        assert_eq!(back.out, expected, "{format}");
    }
}

#[test]
fn a_format_that_cannot_hold_a_puzzle_says_so() {
    let triple = "3x1m3:3a3";
    let ran = run(&["convert", "--to", "puzzlink", triple, UNIQUE]);
    assert_eq!(ran.status, 2);
    assert_eq!(ran.out.trim(), UNIQUE);
    assert!(
        ran.err.starts_with(&format!("{triple}:1:1: ")),
        "{}",
        ran.err
    );
    let ran = run(&["convert", "--json", "--to", "puzzlink", triple, UNIQUE]);
    let lines = ran.json();
    assert_eq!(lines[0]["status"], "error");
    assert_eq!(lines[1]["text"], UNIQUE);
}

#[test]
fn pictures_are_written_whole() {
    let folder = folder("pictures");
    let path = |name: &str| folder.join(name).to_str().expect("text").to_owned();
    let (svg, png) = (path("puzzle.svg"), path("puzzle.png"));
    assert_eq!(run(&["draw", "-o", &svg, UNIQUE]).status, 0);
    let text = fs::read_to_string(&svg).expect("text");
    assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"));
    // An old file is replaced; what cannot be drawn leaves it alone.
    fs::write(&png, "old").expect("written");
    let too_large = run(&["draw", "--size", "1000", "-o", &png, "hashi/99/99/1g1"]);
    assert_eq!(too_large.status, 2);
    assert_eq!(fs::read(&png).expect("a file"), b"old");
    assert_eq!(run(&["draw", "--solution", "-o", &png, UNIQUE]).status, 0);
    assert!(fs::read(&png).expect("a file").starts_with(b"\x89PNG\r\n"));
    // Nothing else is left behind.
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2);
    let nowhere = path("no/such/folder/x.svg");
    let ran = run(&["draw", "-o", &nowhere, UNIQUE]);
    assert_eq!(ran.status, 2);
    let folder = path("no/such/folder");
    let end = format!("there is no folder {folder}\n");
    assert!(ran.err.ends_with(&end), "{}", ran.err);
    let unknown = path("x.gif");
    let ran = run(&["draw", "-o", &unknown, UNIQUE]);
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("\"gif\"") && ran.err.contains("--to"),
        "{}",
        ran.err
    );
    assert!(!fs::exists(&unknown).expect("a folder"));
    assert_eq!(
        run(&["draw", "--to", "svg", "-o", &unknown, UNIQUE]).status,
        0
    );
    assert!(
        fs::read_to_string(&unknown)
            .expect("text")
            .starts_with("<svg")
    );
}

#[test]
fn a_dash_is_standard_output() {
    for args in [
        &["draw", "--to", "svg"][..],
        &["draw"],
        &["smt"],
        &["dimacs"],
    ] {
        let plain = run(&[args, &[UNIQUE]].concat());
        let dash = run(&[args, &["-o", "-", UNIQUE]].concat());
        assert_eq!(dash.status, 0, "{}", dash.err);
        assert_eq!(dash.out, plain.out);
        assert!(!dash.out.is_empty());
    }
}

#[cfg(unix)]
#[test]
fn a_written_file_is_like_any_other() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("permissions");
    let path = |name: &str| folder.join(name);
    let word = |name: &str| path(name).to_str().expect("text").to_owned();
    fs::write(path("other"), "").expect("written");
    let mode = |name: &str| {
        fs::metadata(path(name))
            .expect("a file")
            .permissions()
            .mode()
    };
    run(&["draw", "-o", &word("new.svg"), UNIQUE]);
    assert_eq!(mode("new.svg"), mode("other"));
    fs::set_permissions(path("new.svg"), fs::Permissions::from_mode(0o640)).expect("changed");
    symlink("new.svg", path("link.svg")).expect("a link");
    run(&["draw", "-o", &word("link.svg"), AMBIGUOUS]);
    assert!(path("link.svg").is_symlink());
    assert_eq!(mode("new.svg") & 0o777, 0o640);
    let text = fs::read_to_string(path("new.svg")).expect("text");
    assert!(text.contains("viewBox=\"-0.1 -0.1 3.2 3.2\""), "{text}");
}

#[test]
fn several_pictures_need_several_names() {
    let folder = folder("several");
    let path = |name: &str| folder.join(name).to_str().expect("text").to_owned();
    let ran = run(&["draw", "-o", &path("one.svg"), UNIQUE, AMBIGUOUS]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("{}"), "{}", ran.err);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
    assert_eq!(run(&["draw", "--to", "svg", UNIQUE, AMBIGUOUS]).status, 2);
    let ran = run(&["draw", "-o", &path("page-{}.svg"), UNIQUE, AMBIGUOUS]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""));
    assert!(folder.join("page-1.svg").is_file() && folder.join("page-2.svg").is_file());
}

#[test]
fn text_is_drawn_with_and_without_solution() {
    let blank = run(&["draw", UNIQUE]);
    assert!(blank.out.starts_with("4   2\n"), "{}", blank.out);
    let solved = run(&["draw", "--solution", UNIQUE]);
    assert!(solved.out.starts_with("4═══2\n"), "{}", solved.out);
    let none = run(&["draw", "--solution", IMPOSSIBLE]);
    assert_eq!((none.status, none.out.as_str()), (1, ""));
    let unknown = run(&["draw", "--solution", "--time-limit", "0", UNIQUE]);
    assert_eq!(unknown.status, 3);
    let several = run(&["draw", "--solution", AMBIGUOUS]);
    assert_eq!(several.status, 0);
    assert!(several.err.contains("several solutions"));
}

#[test]
fn what_there_is_can_be_listed() {
    let families = run(&["families", "--json"]).json();
    assert!(families.iter().any(|f| f["id"] == "hashi"));
    for key in [
        "name",
        "rules",
        "variants",
        "formats",
        "violations",
        "sides",
    ] {
        assert!(families[0].get(key).is_some(), "{key}");
    }
    assert!(run(&["families"]).out.contains("Hashi"));
    assert!(run(&["formats"]).out.contains("puzzlink"));
}

#[test]
fn every_command_has_help_with_examples() {
    let help = run(&["--help"]).out;
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|l| *l != "Commands:")
        .skip(1)
        .take_while(|l| !l.is_empty())
        .filter_map(|l| l.split_whitespace().next())
        .filter(|&c| c != "help")
        .collect();
    assert!(commands.len() >= 8, "{commands:?}");
    for command in commands {
        for flag in ["-h", "--help"] {
            let help = run(&[command, flag]);
            assert_eq!(help.status, 0);
            assert!(help.out.contains("Examples:"), "{command}");
        }
        let page = run(&["man", command]).out;
        assert!(page.contains(&format!("gridwright\\-{command}")), "{page}");
        assert!(page.contains("\n.SH EXAMPLES\n.nf\ngridwright "), "{page}");
        assert!(!page.contains(".SH EXTRA"), "{page}");
        let version = format!("\"gridwright {}\"", env!("CARGO_PKG_VERSION"));
        assert!(page.contains(&version), "{page}");
    }
    let page = run(&["man", "library", "add"]).out;
    assert!(page.contains("gridwright\\-library\\-add"), "{page}");
    let page = run(&["man", "solve"]).out;
    assert!(page.contains("\n.SH \"EXIT STATUS\"\n0 "), "{page}");
    let ran = run(&["man", "library", "subtract"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("\"library subtract\""), "{}", ran.err);
    assert!(run(&["man"]).out.starts_with(".ie"));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(run(&["completions", shell]).out.contains("gridwright"));
    }
}
