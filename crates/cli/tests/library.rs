//! `gridwright library`.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use common::{AMBIGUOUS, IMPOSSIBLE, UNIQUE, command, folder, run, run_with};

/// The name of a library that does not exist yet.
fn fresh(name: &str) -> String {
    let path = folder(&format!("library-{name}")).join("my.library");
    path.to_str().expect("text").to_owned()
}

/// The manual's puzzle, mirrored.
fn mirrored() -> String {
    let mut puzzle = run(&["convert", "--to", "json", UNIQUE]).json().remove(0);
    for row in puzzle["problem"].as_array_mut().expect("rows") {
        row.as_array_mut().expect("cells").reverse();
    }
    puzzle.to_string()
}

#[test]
fn what_is_added_can_be_listed_shown_and_exported() {
    let file = fresh("all");
    let ran = run(&[
        "library",
        "add",
        "--json",
        "--solve",
        "--rate",
        "--tag",
        "for Ann",
        &file,
        UNIQUE,
        AMBIGUOUS,
        IMPOSSIBLE,
        "hashi/1/1/&",
    ]);
    let lines = ran.json();
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert_eq!(lines[0]["kept"], 1);
    assert_eq!(lines[0]["new"], true);
    assert_eq!(lines[1]["status"], "multiple");
    assert_eq!(lines[2]["status"], "none");
    assert_eq!(lines[3]["status"], "error");
    // Its mirror image is there already, and gets the tag.
    let ran = run(&["library", "add", "--tag", "again", &file, &mirrored()]);
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (0, "1: already there as 1\n")
    );
    let ran = run(&["library", "add", &file, "3x1m3:3a3"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "1: kept as 2\n"));

    let ids = |args: &[&str]| -> Vec<i64> {
        let ran = run(&[&["library", "list", "--json", &file], args].concat());
        assert_eq!(ran.status, 0, "{}", ran.err);
        let lines = ran.json();
        lines
            .iter()
            .map(|l| l["id"].as_i64().expect("a number"))
            .collect()
    };
    assert_eq!(ids(&[]), [1, 2]);
    assert_eq!(ids(&["--tag", "for Ann", "--tag", "again"]), [1]);
    assert_eq!(ids(&["--size", "5"]), [1]);
    assert_eq!(ids(&["--size", "1..4"]), [2]);
    assert_eq!(
        ids(&["--family", "bridges", "--sort", "size", "--limit", "1"]),
        [2]
    );
    assert_eq!(ids(&["--family", "yajilin"]), [0i64; 0]);
    assert_eq!(ids(&["--reverse"]), [2, 1]);
    let ran = run(&[
        "library",
        "played",
        "--minutes",
        "2.5",
        "--fun",
        "fun",
        &file,
        "2",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(ids(&["--state", "solved"]), [2]);
    assert_eq!(ids(&["--state", "new"]), [1]);
    let table = run(&["library", "list", &file]).out;
    assert!(
        table.contains("5×5") && table.contains("[for Ann]"),
        "{table}"
    );

    let shown = run(&["library", "show", "--json", &file, "1"])
        .json()
        .remove(0);
    let grade = shown["rating"]["difficulty"]["grade"]
        .as_str()
        .expect("a grade");
    assert_eq!(ids(&["--grade", grade]), [1]);
    let solved = run(&["solve", "--json", UNIQUE]).json().remove(0);
    assert_eq!(shown["puzzle"]["solution"], solved["solutions"][0]);
    assert_eq!(shown["origin"]["command"], "library add");
    let text = run(&["library", "show", "--solution", &file, "1", "2"]).out;
    let drawn = run(&["draw", "--solution", UNIQUE]).out;
    assert!(text.contains(&drawn), "{text}");
    assert!(text.contains("Solved in 2.5 minutes, fun."), "{text}");

    // Everything goes out and comes in again elsewhere.
    let all = run(&["library", "export", &file]).out;
    let other = fresh("other");
    let ran = run_with(&["library", "add", &other], all.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(run(&["library", "export", &other]).out, all);
    let ran = run(&["library", "export", "--to", "puzzlink", &file, "1"]);
    assert_eq!((ran.status, ran.out.trim()), (0, UNIQUE));
    let ran = run(&["library", "export", "--to", "puzzlink", &file]);
    assert_eq!((ran.status, ran.out.trim()), (2, UNIQUE));
    assert!(ran.err.starts_with("puzzle 2: "), "{}", ran.err);
    for format in run(&["formats", "--json"]).json() {
        let name = format["name"].as_str().expect("a name");
        let direct = run(&["convert", "--to", name, UNIQUE]);
        let ran = run(&["library", "export", "--to", name, &file, "1"]);
        assert_eq!(ran.status, direct.status, "{name}");
        assert_eq!(ran.out.is_empty(), direct.out.is_empty(), "{name}");
    }

    let stats = run(&["library", "stats", "--json", &file]).json().remove(0);
    assert_eq!(stats["puzzles"], 2);
    assert_eq!(stats["with_solution"], 1);
    assert_eq!(stats["states"]["solved"], 1);
    assert_eq!(stats["families"]["hashi"], 2);
    assert!(
        run(&["library", "stats", &file])
            .out
            .starts_with("2 puzzles, 1 with solution; 1 play\n")
    );
    assert_eq!(run(&["library", "remove", &file, "1", "3"]).status, 2);
    assert_eq!(ids(&[]), [1, 2]);
    assert_eq!(
        run(&["library", "remove", &file, "1"]).out,
        "1 puzzle removed\n"
    );
    assert_eq!(ids(&[]), [2]);
}

#[test]
fn what_is_there_gains_what_it_lacked() {
    let file = fresh("gain");
    assert_eq!(run(&["library", "add", &file, UNIQUE]).status, 0);
    let call = ["library", "add", "--json", "--solve", "--rate", &file];
    let ran = run(&[&call[..], &[&mirrored()]].concat());
    assert_eq!((ran.status, &ran.json()[0]["new"]), (0, &false.into()));
    let stats = run(&["library", "stats", "--json", &file]).json().remove(0);
    assert_eq!(stats["with_solution"], 1);
    let kept = run(&["library", "show", "--json", &file, "1"])
        .json()
        .remove(0);
    let solved = run(&["solve", "--json", UNIQUE]).json().remove(0);
    assert_eq!(kept["puzzle"]["solution"], solved["solutions"][0]);
    assert!(kept["rating"].is_object());
    // And loses nothing.
    assert_eq!(run(&["library", "add", &file, UNIQUE]).status, 0);
    let again = run(&["library", "show", "--json", &file, "1"])
        .json()
        .remove(0);
    assert_eq!(again, kept);
}

#[test]
fn how_puzzles_were_played_goes_along_if_asked_and_never_twice() {
    let (file, other) = (fresh("played"), fresh("moved"));
    run(&["library", "add", "--tag", "mine", &file, UNIQUE]);
    for minutes in ["3", "4.5"] {
        let played = ["library", "played", &file, "1", "--minutes", minutes];
        assert_eq!(run(&played).status, 0);
    }
    let plain = run(&["library", "export", &file]).json().remove(0);
    assert!(plain.get("plays").is_none());
    let whole = run(&["library", "export", "--plays", &file]);
    assert_eq!(whole.json()[0]["plays"].as_array().map(Vec::len), Some(2));
    for _ in 0..2 {
        assert_eq!(
            run_with(&["library", "add", &other, "-"], whole.out.as_bytes()).status,
            0
        );
        let again = run(&["library", "export", "--plays", &other]);
        assert_eq!(again.json(), whole.json());
    }
    let wrong = run(&["library", "export", "--plays", "--to", "janko", &file]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("only the format json"), "{}", wrong.err);
    let broken = whole.out.replace("\"solved\":true", "\"solved\":7");
    let refused = run_with(&["library", "add", &other, "-"], broken.as_bytes());
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("its plays"), "{}", refused.err);
}

#[test]
fn a_rating_of_others_is_left_out_and_said() {
    let file = fresh("foreign");
    let mut puzzle = run(&["convert", "--to", "json", UNIQUE]).json().remove(0);
    puzzle["rating"] = serde_json::json!({ "difficulty": { "grade": "bogus", "score": 99 } });
    let text = puzzle.to_string();
    let ran = run(&["library", "add", &file, &text]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "1: kept as 1\n"));
    assert!(ran.err.contains("its rating is not one"), "{}", ran.err);
    let kept = run(&["library", "export", &file]).out;
    assert!(!kept.contains("bogus"), "{kept}");
    // It is rated again if that was asked for.
    let ran = run(&["library", "add", "--json", "--rate", &file, &text]);
    assert!(ran.json()[0]["why"].is_string(), "{}", ran.out);
    let kept = run(&["library", "show", "--json", &file, "1"])
        .json()
        .remove(0);
    assert!(kept["rating"]["difficulty"]["score"].is_number());
}

#[test]
fn wrong_calls_get_one_message_and_change_nothing() {
    let file = fresh("wrong");
    for args in [
        vec!["library", "list", &file],
        vec!["library", "stats", &file],
        vec!["library", "remove", &file, "1"],
    ] {
        let ran = run(&args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert!(ran.err.contains("there is no library"), "{}", ran.err);
        assert_eq!(ran.err.lines().count(), 1);
    }
    assert!(!fs::exists(&file).expect("looked"));
    fs::write(&file, "My diary\n").expect("written");
    for args in [
        vec!["library", "list", &file],
        vec!["library", "add", &file, UNIQUE],
    ] {
        let ran = run(&args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert!(
            ran.err.contains("is not a Gridwright library"),
            "{}",
            ran.err
        );
        assert_eq!(ran.err.lines().count(), 1);
    }
    assert_eq!(fs::read(&file).expect("read"), b"My diary\n");
    let file = fresh("wrong-2");
    // A solution that is wrong.
    let mut json = run(&["convert", "--to", "json", "hashi/3/1/1g1"])
        .json()
        .remove(0);
    json["solution"] = serde_json::json!([["-", "-", "-"]]);
    let ran = run(&["library", "add", &file, &json.to_string()]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("solution"), "{}", ran.err);
    for args in [
        ["library", "list", "--size", "9..3", &file],
        ["library", "list", "--family", "chess", &file],
        ["library", "show", "--json", &file, "77"],
        ["library", "export", "--limit=1", &file, "1"],
    ] {
        let ran = run(&args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(!ran.err.is_empty());
    }
}

#[test]
fn an_interrupted_add_is_finished_by_the_next() {
    let file = fresh("killed");
    // Lines of different lengths.
    let puzzles: String = (3..60)
        .map(|n| format!("{n}x1m2:1{}1\n", run_of(n - 2)))
        .collect();
    for kill_after in [1, 5, 20] {
        let mut child = command()
            .args(["library", "add", &file])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("started");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(puzzles.as_bytes()).expect("written");
        let answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        answers.take(kill_after).last();
        child.kill().expect("killed");
        child.wait().expect("ended");
    }
    let ran = run_with(&["library", "add", &file], puzzles.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.err);
    let out = run(&["library", "export", "--to", "tatham", &file]).out;
    assert_eq!(out, puzzles);
}

/// This many empty cells in a game ID.
fn run_of(cells: usize) -> String {
    let long = "z".repeat(cells / 26);
    match cells % 26 {
        0 => long,
        rest => format!("{long}{}", char::from(b'a' + rest as u8 - 1)),
    }
}

/// Players who look at nothing but the hardest rule: what they say is learnt, and written so that
/// `rate` says it, too.
#[test]
fn opinions_are_compared_and_learnt() {
    let file = fresh("opinions");
    let ran = run(&["library", "opinions", &file]);
    assert_eq!(ran.status, 2, "{}", ran.out);
    let puzzles = "../../proofs/puzzles/hashi.jsonl";
    assert_eq!(run(&["library", "add", "--rate", &file, puzzles]).status, 0);
    let ran = run(&["library", "opinions", &file]);
    assert_eq!((ran.status, ran.out.contains("Nobody has said")), (0, true));

    let rated = run(&["rate", "--json", puzzles]).json();
    let hardest = |line: &serde_json::Value| {
        let part = &line["difficulty"]["parts"]["hardest"]["value"];
        part.as_f64().expect("a number")
    };
    for (i, line) in rated.iter().enumerate() {
        let said = match hardest(line) {
            value if value < 25.0 => "easy",
            value if value < 45.0 => "medium",
            _ => "hard",
        };
        let id = (i + 1).to_string();
        let say = ["library", "played", "--minutes", "3", "--difficulty", said];
        assert_eq!(run(&[&say[..], &[&file, &id]].concat()).status, 0);
    }
    let out = fresh("opinions-out") + ".grades";
    let ran = run(&["library", "opinions", "--json", "--out", &out, &file]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let found = &ran.json()[0]["difficulty"];
    assert_eq!(found["opinions"], rated.len());
    let learnt = &found["learnt"];
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    assert!(
        number(&learnt["pairs_after"]) >= number(&learnt["pairs_before"]),
        "{learnt}"
    );
    assert!(
        number(&learnt["agree"]) >= number(&found["agree"]),
        "{found}"
    );
    let by_file = run(&["rate", "--json", "--grades", &out, puzzles]).json();
    let weight = &by_file[0]["difficulty"]["parts"]["hardest"]["weight"];
    assert_eq!(weight, &learnt["weights"][0]);
    let made = run(&[
        "generate", "hashi", "--size", "5", "--json", "--grades", &out,
    ]);
    assert_eq!(
        made.json()[0]["rating"]["difficulty"]["parts"]["hardest"]["weight"],
        *weight
    );
    // The same grades go into a library, by making and by adding, and another file is another batch.
    let kept = fresh("opinions-kept");
    let call = ["generate", "hashi", "--size", "5", "--seed", "1"];
    let batch =
        |grades: &str| run(&[&call[..], &["--grades", grades, "--library", &kept]].concat());
    assert_eq!(batch(&out).status, 0);
    assert!(
        batch(&out).out.contains("from earlier runs"),
        "the same batch"
    );
    let other = fresh("opinions-other") + ".grades";
    let text = std::fs::read_to_string(&out).expect("it was written");
    std::fs::write(&other, text + "\n# Another.\n").expect("room for a file");
    assert!(
        !batch(&other).out.contains("from earlier runs"),
        "another batch"
    );
    let added = fresh("opinions-added");
    let add = [
        "library", "add", "--rate", "--grades", &out, &added, puzzles,
    ];
    assert_eq!(run(&add).status, 0);
    for file in [&kept, &added] {
        let first = &run(&["library", "export", "--to", "json", file]).json()[0];
        let part = &first["rating"]["difficulty"]["parts"]["hardest"];
        assert_eq!(part["weight"], *weight, "{first}");
    }
    let needless = ["library", "add", "--grades", &out, &added, puzzles];
    assert_eq!(run(&needless).status, 2, "without --rate");
    assert!(
        run(&["library", "opinions", &file])
            .out
            .contains("weights: hardest")
    );
}

#[test]
fn what_a_terminal_would_obey_is_never_printed_of_a_library() {
    let file = fresh("obeyed");
    let odd = "\u{1b}[8mx\u{1b}]0;pwn\u{7}\u{9b}2J\u{202e}\u{7f}";
    let puzzle = serde_json::json!({
        "id": odd, "title": odd, "author": odd, "tags": [odd], "type": "hashi", "rows": 1,
        "cols": 3, "problem": [["1", "-", "1"]], "origin": odd,
        "plays": [{ "solved": true, "difficulty": "easy" }],
    });
    let added = run_with(&["library", "add", &file], puzzle.to_string().as_bytes());
    assert_eq!(added.status, 0, "{}", added.err);
    for words in [
        &["list"][..],
        &["list", "--json"],
        &["stats"],
        &["stats", "--json"],
        &["check"],
        &["check", "--json"],
        &["export"],
        &["export", "--to", "janko"],
    ] {
        let ran = run(&[&["library"], words, &[file.as_str()]].concat());
        let obeyed = |text: &str| {
            text.chars()
                .any(|c| c.is_control() && c != '\n' || c == '\u{202e}')
        };
        assert!(!obeyed(&ran.out), "{words:?}: {:?}", ran.out);
        assert!(!obeyed(&ran.err), "{words:?}: {:?}", ran.err);
    }
    for words in [&["show"][..], &["show", "--json"]] {
        let ran = run(&[&["library"], words, &[&file, "1"]].concat());
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(ran.out.contains("pwn"), "{}", ran.out);
        let obeyed = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!ran.out.contains(obeyed), "{words:?}: {:?}", ran.out);
    }
    // Whoever reads the JSON gets the title as it is.
    let shown = run(&["library", "show", "--json", &file, "1"]).json();
    assert_eq!(shown[0]["puzzle"]["title"], odd);
}

#[test]
fn a_tag_that_a_terminal_would_obey_is_refused() {
    let file = fresh("odd-tag");
    for tag in ["a\u{1b}]0;x\u{7}", "a\nb", "a\u{202e}b"] {
        let ran = run(&["library", "add", "--tag", tag, &file, UNIQUE]);
        assert_eq!(ran.status, 2, "{tag:?}");
        assert!(ran.err.contains("a tag is on one line"), "{}", ran.err);
        let made = run(&["generate", "hashi", "--library", &file, "--tag", tag]);
        assert_eq!(made.status, 2, "{tag:?}");
    }
    assert!(!fs::exists(&file).expect("a folder"));
}
