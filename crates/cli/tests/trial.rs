//! `gridwright trial`: from choosing puzzles to the report, with participants that have no browser.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

use common::{AMBIGUOUS, IMPOSSIBLE, UNIQUE, command, folder, run};
use people::Trial;
use serde_json::{Value, json};

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("text").to_owned()
}

/// A small trial: puzzles from a file, from a library and from an order.
fn small(folder: &Path) -> String {
    let (trial, file, library) = (
        path(folder, "trial.json"),
        path(folder, "puzzles.txt"),
        path(folder, "my.library"),
    );
    fs::write(&file, format!("{UNIQUE}\n4x1m2:1b1\n")).expect("written");
    let made = run(&[
        "generate",
        "hashi",
        "--size",
        "5",
        "--count",
        "3",
        "--seed",
        "4",
        "--library",
        &library,
        "--tag",
        "kept",
    ]);
    assert_eq!(made.status, 0, "{}", made.err);
    let from_library = format!("shelf=library export '{library}' --tag kept");
    let ran = run(&[
        "trial",
        "new",
        &trial,
        "--title",
        "Small",
        "--seed",
        "3",
        "--each",
        "2",
        "--warm-up",
        "3x1m2:1a1",
        "--puzzles",
        &format!("file={file}"),
        "--puzzles",
        &from_library,
        "--puzzles",
        "made=generate hashi --size 6 --count 2 --seed 5",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out
            .contains("1 warm-up, then 6 puzzles in the order of seed 3 (file 2, shelf 2, made 2)"),
        "{}",
        ran.out
    );
    trial
}

fn read(trial: &str) -> Trial {
    Trial::read(&fs::read_to_string(trial).expect("a file")).expect("a trial")
}

#[test]
fn puzzles_come_from_files_libraries_and_orders() {
    let folder = folder("trial-new");
    let trial = small(&folder);
    let made = read(&trial);
    assert_eq!(made.categories, ["file", "shelf", "made"]);
    assert!(made.puzzles.iter().all(|task| task.rating.is_some()));
    let again = run(&["trial", "new", &trial, "--puzzles", "a=3x1m2:1a1"]);
    assert_eq!(again.status, 2);
    assert!(again.err.contains("there already"), "{}", again.err);
    for (source, why) in [
        (AMBIGUOUS, "several solutions"),
        (IMPOSSIBLE, "no solution"),
        ("no-such-file", "there is no such file"),
        ("generate nothing", "did not end well"),
        ("library export 'x", "quote"),
    ] {
        let other = path(&folder, "other.json");
        let ran = run(&["trial", "new", &other, "--puzzles", &format!("a={source}")]);
        assert_eq!(ran.status, 2, "{source}");
        assert!(ran.err.contains(why), "{source}: {}", ran.err);
        assert!(!Path::new(&other).exists());
    }
    let other = path(&folder, "twice.json");
    let twice = run(&[
        "trial",
        "new",
        &other,
        "--puzzles",
        "a=4x1m2:1b1",
        "--puzzles",
        "b=1x4m2:1b1",
    ]);
    assert!(
        twice.err.contains("the same as a, puzzle 1"),
        "{}",
        twice.err
    );
    let coded = run(&[
        "trial",
        "new",
        &other,
        "--json",
        "--participants",
        "3",
        "--puzzles",
        "a=4x1m2:1b1",
    ]);
    assert_eq!(coded.json()[0]["codes"].as_array().expect("codes").len(), 3);
}

/// A server that runs a trial.
struct Desk {
    child: Child,
    at: String,
}

impl Desk {
    fn start(trial: &str) -> Desk {
        let mut command = command();
        command.args(["serve", "--port", "0", "--trial", trial]);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it runs");
        let mut line = String::new();
        let out = child.stdout.as_mut().expect("a pipe");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let at = line
            .split("http://")
            .nth(1)
            .and_then(|at| at.split_whitespace().next());
        let at = at.expect("an address").to_owned();
        Desk { child, at }
    }

    fn ask(&self, request: &Value) -> Value {
        let body = request.to_string();
        let mut stream = TcpStream::connect(&self.at).expect("the server listens");
        let head = format!(
            "POST /api/trial HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            self.at,
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("sent");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("an answer");
        let (_, body) = text.split_once("\r\n\r\n").expect("a body");
        let answer: Value = serde_json::from_str(body).unwrap_or_else(|e| panic!("{e}: {text}"));
        assert_eq!(answer["ok"], true, "{request}: {answer}");
        answer
    }

    /// As with kill -9.
    fn kill(mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
    }
}

/// How long the participants take: by person and place.
fn seconds(person: usize, place: usize) -> f64 {
    (10 * (place + 1) + 100 * person) as f64 + 0.5
}

#[test]
fn the_report_says_what_was_played_though_the_server_was_killed_all_the_time() {
    let folder = folder("trial-run");
    let file = small(&folder);
    let trial = read(&file);
    let solved = |place: usize| {
        let puzzle = trial.puzzle(place).as_ref();
        puzzles::solve(puzzle, 2, sat::Budget::UNLIMITED).solutions[0]
            .slots
            .clone()
    };
    let mut expected: Vec<(String, f64, bool)> = Vec::new();
    for person in 0..3 {
        let mut desk = Desk::start(&file);
        let code = desk.ask(&json!({ "op": "join" }))["code"].clone();
        let mut came = desk.ask(&json!({ "op": "come", "code": code }));
        for (place, task) in trial.puzzles.iter().enumerate() {
            let gives_up = person == 1 && place == 2;
            let tell = |desk: &Desk, came: &Value, what: Value| {
                let mut request = json!({ "op": "tell", "code": code, "visit": came["visit"], "puzzle": task.name });
                let fields = request.as_object_mut().expect("an object");
                fields.extend(what.as_object().expect("an object").clone());
                desk.ask(&request)
            };
            tell(&desk, &came, json!({ "event": "began" }));
            tell(
                &desk,
                &came,
                json!({ "event": "moved", "seconds": 1.0, "from": 0, "entries": [{ "m": [] }] }),
            );
            if person == 2 {
                desk.kill();
                desk = Desk::start(&file);
                came = desk.ask(&json!({ "op": "come", "code": code }));
                assert_eq!(came["state"]["entries"], json!([{ "m": [] }]));
                tell(&desk, &came, json!({ "event": "went_on", "seconds": 1.0 }));
            }
            let seconds = seconds(person, place);
            let board = match gives_up {
                true => vec![0; solved(place).len()],
                false => solved(place),
            };
            tell(
                &desk,
                &came,
                json!({ "event": "ended", "seconds": seconds, "solved": !gives_up, "board": board }),
            );
            tell(
                &desk,
                &came,
                json!({ "event": "said", "difficulty": "medium" }),
            );
            let category = if task.warm_up {
                "warm-up"
            } else {
                &task.category
            };
            expected.push((category.to_owned(), seconds, !gives_up));
        }
        desk.kill();
    }
    let out = folder.join("report");
    let ran = run(&[
        "trial",
        "report",
        "--json",
        &file,
        "--out",
        out.to_str().expect("text"),
    ]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let report = &ran.json()[0];
    assert_eq!(
        (&report["participants"], &report["finished"]),
        (&json!(3), &json!(3))
    );
    let rows = report["categories"].as_array().expect("rows");
    assert_eq!(rows.len(), 4);
    for row in rows {
        let own = expected
            .iter()
            .filter(|(category, ..)| row["category"] == **category);
        let times: Vec<f64> = own.clone().filter(|one| one.2).map(|one| one.1).collect();
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let squares = times.iter().map(|time| (time - mean).powi(2)).sum::<f64>();
        let sd = (squares / (times.len() - 1) as f64).sqrt();
        let least = times.iter().copied().fold(f64::INFINITY, f64::min);
        let most = times.iter().copied().fold(0.0, f64::max);
        for (field, number) in [("mean", mean), ("sd", sd), ("min", least), ("max", most)] {
            let told = row[field].as_f64().expect("a number");
            assert!(
                (told - number).abs() < 1e-9,
                "{field}: {told}, not {number}"
            );
        }
        assert_eq!(row["solved"], times.len());
        assert_eq!(row["given_up"], own.count() - times.len());
    }
    let plays = report["plays"].as_array().expect("plays");
    assert_eq!(plays.len(), expected.len());
    for (play, (category, seconds, solved)) in plays.iter().zip(&expected) {
        assert_eq!(play["category"], **category);
        assert_eq!(
            (&play["seconds"], &play["solved"]),
            (&json!(seconds), &json!(solved))
        );
        assert_eq!(
            play["pauses"],
            u32::from(play["participant"] == plays[14]["participant"])
        );
    }
    for name in [
        "categories.csv",
        "opinions.csv",
        "agreement.csv",
        "plays.csv",
        "report.json",
    ] {
        assert!(out.join(name).is_file(), "{name}");
    }
    for name in ["times", "each", "ratings"] {
        let svg = fs::read_to_string(out.join(format!("{name}.svg"))).expect("a picture");
        assert!(
            svg.starts_with("<svg") && svg.ends_with("</svg>\n"),
            "{name}"
        );
    }
    let text = run(&["trial", "report", &file]);
    assert!(
        text.out
            .starts_with("Small: 3 participants, 3 of them to the end."),
        "{}",
        text.out
    );
    let results = path(&folder, "trial.results.jsonl");
    let broken = fs::read_to_string(&results).expect("results") + "nonsense\n";
    fs::write(path(&folder, "broken.jsonl"), broken).expect("written");
    let refused = run(&["trial", "report", &file, &path(&folder, "broken.jsonl")]);
    assert_eq!(refused.status, 2);
    assert!(
        refused.err.contains("broken.jsonl: line "),
        "{}",
        refused.err
    );
}
