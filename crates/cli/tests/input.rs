//! Bad and odd input: one clear message each, and never a crash.

mod common;

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;

use common::{UNIQUE, command, folder, run, run_with};

/// The one message of a call that fails.
fn message(args: &[&str], input: &[u8]) -> String {
    let ran = run_with(args, input);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert_eq!(ran.out, "");
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    // The same as a JSON line.
    let mut args = args.to_vec();
    args.insert(1, "--json");
    let ran = run_with(&args, input);
    let [line] = &ran.json()[..] else {
        panic!("one line: {}", ran.out)
    };
    assert_eq!(line["id"], 1);
    assert_eq!(line["status"], "error");
    let error = line["error"].as_object().expect("an object");
    assert!(error["message"].is_string());
    assert!(error["line"].is_u64() && error["column"].is_u64());
    assert_eq!(error.len(), 3);
    message_of(ran.status, &ran.err, line["error"]["message"].as_str())
}

fn message_of(status: i32, err: &str, message: Option<&str>) -> String {
    assert_eq!((status, err), (2, ""));
    message.expect("a message").to_owned()
}

fn solve(word: &str) -> String {
    message(&["solve", word], b"")
}

#[test]
fn a_word_that_is_neither_a_file_nor_a_puzzle() {
    let text = solve("no-such-file.txt");
    assert!(
        text.contains("no such file") && text.contains("formats"),
        "{text}"
    );
    let text = solve("hashi/no-such-file.txt");
    assert!(text.contains("no file of that name"), "{text}");
    assert!(solve("").contains("formats"));
    assert!(solve(&"x".repeat(100_000)).contains("formats"));
}

#[test]
fn a_folder_is_no_file() {
    let folder = folder("a_folder_is_no_file");
    assert!(solve(folder.to_str().expect("text")).contains("folder"));
}

#[test]
fn truncated_urls() {
    let mut cut = UNIQUE.len();
    while let Some(at) = UNIQUE[..cut].rfind('/') {
        cut = at;
        if cut < "https://puzz.link".len() {
            break;
        }
        solve(&UNIQUE[..cut]);
    }
    assert!(solve("https://puzz.link/p?hashi/5/").contains("rows"));
}

#[test]
fn sizes_and_numbers_out_of_range() {
    solve("hashi/10000/10000/zzzz");
    solve("10000x10000m2:zzzz");
    solve("pzprv3/hashikake/10000/10000/");
    message(&["solve"], b"10000 10000 3\n0 0 0\n");
    message(
        &["solve"],
        b"begin\npuzzle hashi\nsize 10000\nproblem\n1 1\nend\n",
    );
    let huge = "{\"type\":\"hashi\",\"rows\":10000,\"cols\":10000,\"problem\":[]}";
    assert!(solve(huge).contains("10000"));
    let json = |number: &str| {
        format!(
            "{{\"type\":\"hashi\",\"rows\":1,\"cols\":3,\"problem\":[[\"{number}\",\"-\",\"1\"]]}}"
        )
    };
    for number in ["0", "17", "-1", "99999999999999999999"] {
        solve(&json(number));
    }
    solve("{\"type\":\"hashi\",\"rows\":-1,\"cols\":3,\"problem\":[]}");
    solve("{\"type\":\"hashi\",\"rows\":1e9,\"cols\":3,\"problem\":[]}");
}

#[test]
fn a_grid_that_is_no_rectangle() {
    let text =
        solve("{\"type\":\"hashi\",\"rows\":2,\"cols\":2,\"problem\":[[\"1\",\"1\"],[\"-\"]]}");
    assert!(text.contains("row 2"), "{text}");
    message(
        &["solve"],
        b"begin\npuzzle hashi\nsize 2\nproblem\n1 1\n-\nend\n",
    );
}

#[test]
fn rubbish_and_nothing() {
    let rubbish: Vec<u8> = (0..100_000u32)
        .map(|i| (i.wrapping_mul(i) >> 3) as u8 | 0x80)
        .collect();
    message(&["solve"], &rubbish);
    message(&["solve"], b"\0\0\0\0");
    assert!(message(&["solve"], b"").contains("nothing"));
    assert!(message(&["solve"], b"\n \n# only words\n").contains("nothing"));
    let nested = "[".repeat(100_000);
    solve(&format!("{{\"type\":\"hashi\",\"x\":{nested}"));
}

#[test]
fn a_bad_line_is_one_error_and_the_rest_goes_on() {
    for bad in [
        &["rubbish", "more rubbish"][..],
        &["rubbish", "{\"id\":\"x\",\"type\":"],
        &["[]"],
        &["begin"],
        &["pzprv3/hashikake/5/5"],
        &["1"],
    ] {
        for first in ["", UNIQUE] {
            let stream = format!("{first}\n{}\n{UNIQUE}\n{UNIQUE}\n", bad.join("\n"));
            let ran = run_with(&["solve", "--json"], stream.as_bytes());
            assert_eq!(ran.status, 2);
            let status: Vec<_> = ran.json().iter().map(|l| l["status"].clone()).collect();
            let before = if first.is_empty() { 0 } else { 1 };
            let mut expected = vec!["unique"; before];
            expected.extend(vec!["error"; bad.len()]);
            expected.extend(["unique", "unique"]);
            assert_eq!(status, expected, "{stream}");
        }
    }
}

#[test]
fn save_files_may_follow_each_other() {
    let save = run(&["convert", "--to", "tatham-save", UNIQUE]).out;
    let ran = run_with(&["convert", "--to", "puzzlink"], save.repeat(3).as_bytes());
    assert_eq!(ran.status, 0);
    assert_eq!(ran.out, format!("{UNIQUE}\n").repeat(3));
}

#[test]
fn an_error_names_its_file() {
    let folder = folder("an_error_names_its_file");
    let path = folder.join("empty.txt");
    fs::write(&path, "").expect("written");
    let name = path.to_str().expect("text");
    let ran = run(&["solve", name]);
    assert!(ran.err.starts_with(&format!("{name}:1:1: ")), "{}", ran.err);
    let ran = run(&["solve", "--json", name]);
    assert_eq!(ran.json()[0]["file"], name);
}

#[test]
fn line_ends_may_be_mixed() {
    let mixed = b"\xEF\xBB\xBFbegin\r\npuzzle hashi\rsize 1 3\nproblem\r\n1 - 1\rend\r\n";
    assert_eq!(run_with(&["solve"], mixed).status, 0);
    let stream = format!("{UNIQUE}\r\n\r{UNIQUE}\n\r\n{UNIQUE}\r{UNIQUE}");
    let ran = run_with(&["solve", "--json"], stream.as_bytes());
    assert_eq!((ran.status, ran.json().len()), (0, 4));
}

#[test]
fn sources_of_all_kinds_are_numbered_through() {
    let folder = folder("sources");
    let path = folder.join("two.txt");
    fs::write(&path, format!("{UNIQUE}\n{UNIQUE}\n")).expect("written");
    let name = path.to_str().expect("text");
    let ran = run_with(
        &[
            "solve",
            "--json",
            "2x1m2:11",
            name,
            "-",
            "begin\npuzzle hashi\nproblem\n1 1\nend",
        ],
        b"3x1m2:1a1\n3x1m2:2a2\n",
    );
    assert_eq!(ran.status, 0, "{}", ran.out);
    let ids: Vec<_> = ran.json().iter().map(|l| l["id"].as_u64()).collect();
    assert_eq!(ids, [1, 2, 3, 4, 5, 6].map(Some));
}

#[test]
fn an_answer_does_not_wait_for_the_next_puzzle() {
    let mut child = command()
        .args(["solve", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = child.stdout.take().expect("a pipe");
    for _ in 0..3 {
        writeln!(stdin, "{UNIQUE}").expect("written");
        let mut byte = [0];
        while byte != *b"\n" {
            stdout.read_exact(&mut byte).expect("an answer");
        }
    }
    drop(stdin);
    assert!(child.wait().expect("an end").success());
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_it_quietly() {
    let mut child = command()
        .args(["solve", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // Like `head -1`: reads a little and goes away; the input never ends.
    let mut stdout = child.stdout.take().expect("a pipe");
    let writer = std::thread::spawn(move || while writeln!(stdin, "{UNIQUE}").is_ok() {});
    stdout.read_exact(&mut [0; 10]).expect("an answer");
    drop(stdout);
    let output = child.wait_with_output().expect("an end");
    writer.join().expect("an end");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stderr, b"");
}
