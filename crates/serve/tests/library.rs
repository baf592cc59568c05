//! The library behind the server: what is kept, what is refused, and that there is no way to any
//! other file.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod http;

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use http::{ENDLESS, get, post, server, server_with};
use puzzles::FAMILIES;
use puzzles::reason::ForeignRating;
use serde_json::{Value, json};
use serve::{Limits, Server};
use tempfile::TempDir;

struct Shelf {
    folder: TempDir,
    server: Option<Server>,
    at: SocketAddr,
}

impl Shelf {
    fn new() -> Shelf {
        let folder = tempfile::tempdir().expect("a folder");
        let server = another(folder.path());
        Shelf {
            at: server.address(),
            folder,
            server: Some(server),
        }
    }

    fn ask(&self, request: Value) -> Value {
        ask(self.at, request)
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        if let Some(server) = self.server.take() {
            server.stop();
        }
    }
}

fn another(folder: &Path) -> Server {
    server_with(Some(&folder.join("my.library")), ENDLESS)
}

fn answer(at: SocketAddr, request: &Value) -> Value {
    let response = post(at, "/api/library", request);
    assert_eq!(response.status, 200, "{}", response.body);
    response.json()
}

/// Ask what is answered; request and response are held against the published schema.
fn ask(at: SocketAddr, request: Value) -> Value {
    let answer = answer(at, &request);
    assert_eq!(answer["ok"], true, "{request}: {answer}");
    let op = request["op"].as_str().expect("an op");
    for (part, value) in [("request", &request), ("response", &answer)] {
        let mut schema = SCHEMA["library"][op][part].clone();
        schema["$defs"] = SCHEMA["$defs"].clone();
        if let Err(error) = jsonschema::validate(&schema, value) {
            panic!("not a {part} by the schema: {error}\n{value}");
        }
    }
    answer
}

static SCHEMA: LazyLock<Value> = LazyLock::new(api::schema);

/// The samples of all families.
fn samples() -> Vec<Value> {
    let lines = FAMILIES
        .iter()
        .flat_map(|family| family.texts.samples.lines());
    lines
        .map(|line| serde_json::from_str(line).expect("JSON lines"))
        .collect()
}

/// Puzzles that are all different, however they are turned.
fn numbered(n: u64) -> Value {
    let digit = |place: u32| (n / 8u64.pow(place) % 8 + 1).to_string();
    let empty = json!(["-", "-", "-", "-", "-"]);
    json!({
        "type": FAMILIES[0].id, "rows": 5, "cols": 5,
        "problem": [
            ["1", "-", digit(0), "-", "2"], empty,
            [digit(1), "-", digit(2), "-", digit(3)], empty,
            ["3", "-", digit(4), "-", "4"],
        ],
    })
}

fn rating(score: f64, grade: &str) -> Value {
    json!({ "difficulty": { "score": score, "grade": grade } })
}

fn ids(answer: &Value) -> Vec<i64> {
    let entries = answer["entries"].as_array().expect("entries");
    entries
        .iter()
        .map(|entry| entry["id"].as_i64().expect("a number"))
        .collect()
}

#[test]
fn without_a_library_the_server_says_so() {
    let server = server();
    let at = server.address();
    assert_eq!(
        get(at, "/api/library").json(),
        json!({ "ok": true, "library": false })
    );
    for path in ["/api/library", "/api/library/jobs"] {
        let refused = post(at, path, &json!({ "op": "list" }));
        assert_eq!(
            (refused.status, &refused.json()["ok"]),
            (404, &json!(false))
        );
    }
    server.stop();
}

#[test]
fn what_is_added_is_listed_told_exported_and_removed() {
    let shelf = Shelf::new();
    let about = get(shelf.at, "/api/library").json();
    assert_eq!(
        about,
        json!({ "ok": true, "library": true, "name": "my.library" })
    );
    let puzzle = &samples()[0];
    let solved = post(
        shelf.at,
        "/api",
        &json!({ "op": "solve", "puzzle": puzzle }),
    )
    .json();
    let whole = json!({
        "puzzle": puzzle, "solution": solved["solutions"][0], "rating": rating(42.5, "medium"),
        "tags": ["for Ann", " for Ann ", "b"],
        "origin": { "command": "draw", "seed": 7, "index": 3 },
    });
    let added = shelf.ask(json!({ "op": "add", "puzzles": [whole, { "puzzle": samples()[3] }] }));
    let id = added["added"][0]["id"].as_i64().expect("a number");
    assert_eq!(added["added"][0]["new"], true);

    let list = shelf.ask(json!({ "op": "list" }));
    assert_eq!(list["total"], 2);
    let line = &list["entries"][0];
    assert_eq!(
        (&line["id"], &line["title"]),
        (&json!(id), &puzzle["title"])
    );
    assert_eq!(
        (&line["grade"], &line["score"]),
        (&json!("medium"), &json!(42.5))
    );
    assert_eq!(
        (&line["state"], &line["tags"]),
        (&json!("new"), &json!(["b", "for Ann"]))
    );
    assert_eq!(line["name"], FAMILIES[0].name);
    assert_eq!(line.get("scene"), None);

    let told = shelf.ask(json!({ "op": "get", "ids": [id, 4711, id] }));
    let entry = &told["entries"][0];
    assert_eq!(ids(&told), [id]);
    assert_eq!(entry["puzzle"], *puzzle);
    assert_eq!(entry["rating"], rating(42.5, "medium"));
    assert_eq!(entry["origin"]["seed"], 7);
    assert!(!entry["scene"]["items"].as_array().unwrap().is_empty());
    assert_eq!(entry["plays"], json!([]));

    // The mirror image counts as the same puzzle.
    let mut mirrored = puzzle.clone();
    for row in mirrored["problem"].as_array_mut().unwrap() {
        row.as_array_mut().unwrap().reverse();
    }
    let again =
        shelf.ask(json!({ "op": "add", "puzzles": [{ "puzzle": mirrored, "tags": ["c"] }] }));
    assert_eq!(again["added"], json!([{ "id": id, "new": false }]));

    shelf.ask(json!({ "op": "tag", "ids": [id], "add": ["d", "d"], "remove": ["b", "none"] }));
    let told = shelf.ask(json!({ "op": "get", "ids": [id] }));
    assert_eq!(told["entries"][0]["tags"], json!(["c", "d", "for Ann"]));

    let text = shelf.ask(json!({ "op": "export", "ids": [id], "format": "json" }));
    let exported: Value = serde_json::from_str(text["text"].as_str().unwrap()).unwrap();
    assert_eq!(exported["problem"], puzzle["problem"]);
    assert!(exported["solution"].is_array());

    let stats = shelf.ask(json!({ "op": "stats" }));
    assert_eq!(stats["puzzles"], 2);
    assert_eq!(
        stats["grades"],
        json!([
            { "name": "medium", "count": 1 }, { "name": "unrated", "count": 1 },
        ])
    );
    let removed = shelf.ask(json!({ "op": "remove", "ids": [id, id, 4711] }));
    assert_eq!(removed["removed"], 1);
    assert_eq!(shelf.ask(json!({ "op": "list" }))["total"], 1);
}

#[test]
fn lists_are_filtered_and_sorted() {
    let shelf = Shelf::new();
    let all = samples();
    let puzzles: Vec<Value> = all
        .iter()
        .enumerate()
        .map(|(i, puzzle)| {
            let grade = ["hard", "easy", "medium"][i % 3];
            json!({ "puzzle": puzzle, "tags": [format!("t{}", i % 2), "Äpfel"],
                    "rating": rating((i * 7 % 100) as f64, grade) })
        })
        .collect();
    let added = shelf.ask(json!({ "op": "add", "puzzles": puzzles }));
    let number = |i: usize| added["added"][i]["id"].clone();
    shelf.ask(json!({ "op": "play", "id": number(1), "play": { "solved": true } }));
    shelf.ask(json!({ "op": "play", "id": number(0), "play": { "solved": false } }));
    let list = |filter: Value| {
        let mut request = filter;
        request["op"] = json!("list");
        ids(&shelf.ask(request))
    };
    let expect = |wanted: &dyn Fn(usize, &Value) -> bool| -> Vec<i64> {
        let all = all.iter().enumerate().filter(|(i, p)| wanted(*i, p));
        all.map(|(i, _)| number(i).as_i64().unwrap()).collect()
    };
    let family = FAMILIES[1].id;
    assert_eq!(
        list(json!({ "family": family })),
        expect(&|_, p| p["type"] == family)
    );
    assert_eq!(list(json!({ "grade": "easy" })), expect(&|i, _| i % 3 == 1));
    assert_eq!(
        list(json!({ "tags": ["t1", "Äpfel"] })),
        expect(&|i, _| i % 2 == 1)
    );
    assert_eq!(list(json!({ "state": "solved" })), expect(&|i, _| i == 1));
    assert_eq!(list(json!({ "state": "started" })), expect(&|i, _| i == 0));
    assert_eq!(list(json!({ "state": "new" })), expect(&|i, _| i > 1));
    assert_eq!(list(json!({ "text": "äPFEL" })), expect(&|_, _| true));
    let title = all[4]["title"].as_str().unwrap().to_uppercase();
    assert_eq!(list(json!({ "text": title })), expect(&|i, _| i == 4));
    let rows = &all[0]["rows"];
    assert_eq!(
        list(json!({ "rows": rows })),
        expect(&|_, p| p["rows"] == *rows)
    );
    let last = |filter: Value| list(filter).pop().unwrap();
    assert_eq!(json!(last(json!({ "sort": "played" }))), number(0));
    let grades = shelf.ask(json!({ "op": "list", "sort": "grade" }));
    let grades: Vec<usize> = grades["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| {
            ["easy", "medium", "hard"]
                .iter()
                .position(|g| e["grade"] == *g)
                .unwrap()
        })
        .collect();
    assert!(grades.is_sorted());
    let mut up = list(json!({ "sort": "score" }));
    up.reverse();
    assert_eq!(up, list(json!({ "sort": "score", "reverse": true })));
    let stats = shelf.ask(json!({ "op": "stats", "grade": "easy" }));
    assert_eq!(stats["puzzles"], 5);
}

#[test]
fn plays_are_appended_and_never_changed() {
    let shelf = Shelf::new();
    let puzzle = &samples()[0];
    let slots = post(shelf.at, "/api", &json!({ "op": "show", "puzzle": puzzle })).json()["board"]
        .as_array()
        .unwrap()
        .len();
    let mut board = vec![0; slots];
    board[0] = 1;
    let first = json!({
        "at": 1_700_000_000, "seconds": 61.5, "solved": false, "difficulty": "easy", "fun": "fun",
        "looks": "plain", "board": board, "moves": [[[0, 0, 1]]],
    });
    let id = shelf.ask(json!({ "op": "play", "puzzle": puzzle, "play": first }))["id"].clone();
    shelf.ask(json!({ "op": "play", "id": id, "play": { "solved": true } }));
    shelf.ask(json!({ "op": "play", "puzzle": puzzle, "play": { "solved": false } }));
    let told = shelf.ask(json!({ "op": "get", "ids": [id] }));
    let plays = told["entries"][0]["plays"].as_array().unwrap();
    assert_eq!(plays.len(), 3);
    assert_eq!(plays[0], first);
    assert_eq!(plays[1]["solved"], true);
    assert!(
        plays[1]["at"].as_i64().unwrap() > 1_700_000_000,
        "the server knows the time"
    );
    assert_eq!(told["entries"][0]["state"], "solved");
    assert_eq!(shelf.ask(json!({ "op": "list" }))["total"], 1);
}

#[test]
fn texts_are_imported_with_what_could_not_be_read() {
    let shelf = Shelf::new();
    let lines: Vec<String> = samples().iter().map(Value::to_string).collect();
    let text = format!("{}\n{{\"type\": \"chess\"}}\n", lines.join("\n"));
    let answer = shelf.ask(json!({ "op": "import", "text": text, "tags": ["new"] }));
    assert_eq!(answer["added"].as_array().unwrap().len(), lines.len());
    let errors = answer["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0]["line"], lines.len() + 1);
    let again = shelf.ask(json!({ "op": "import", "text": lines[0] }));
    assert_eq!(again["added"][0]["new"], false);
    let list = shelf.ask(json!({ "op": "list", "tags": ["new"] }));
    assert_eq!(list["total"], lines.len());
}

#[test]
fn reports_count_rules_also_as_a_job() {
    let shelf = Shelf::new();
    let puzzles: Vec<Value> = samples().iter().map(|p| json!({ "puzzle": p })).collect();
    let added = shelf.ask(json!({ "op": "add", "puzzles": puzzles }));
    let added = added["added"].as_array().unwrap();
    let all: Vec<&Value> = added.iter().map(|a| &a["id"]).collect();
    let request = json!({ "op": "report", "ids": all });
    let report = shelf.ask(request.clone());
    assert_eq!(
        (&report["status"], &report["puzzles"]),
        (&json!("done"), &json!(15))
    );
    for family in FAMILIES {
        let rules = report["rules"].as_array().unwrap().iter();
        let rules: Vec<_> = rules.filter(|rule| rule["family"] == family.id).collect();
        assert_eq!(rules.len(), (family.deductions)().len());
        let percent: f64 = rules
            .iter()
            .map(|rule| rule["steps"].as_f64().unwrap())
            .sum();
        assert!((percent - 100.0).abs() < 1.0, "{percent}");
    }
    let grades = &report["grades"][0];
    assert_eq!(grades["puzzles"], 3);
    let job = post(shelf.at, "/api/library/jobs", &request).json();
    let events = get_stream(shelf.at, job["job"].as_str().expect("a job"));
    assert!(events.contains(&report.to_string()), "{events}");
}

/// Small puzzles of one family, some of them harder than others.
fn made(count: u64) -> Vec<Value> {
    let family = FAMILIES[0].id;
    let one = |index: u64| {
        let grade = ["easy", "medium", "hard"][index as usize % 3];
        let request = json!({
            "op": "generate", "family": family, "rows": 7, "cols": 7, "seed": 18, "index": index,
            "difficulty": grade,
        });
        let answer = api::answer(&request.to_string(), api::Budget::UNLIMITED);
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["status"], "made", "{answer}");
        answer["puzzle"].clone()
    };
    (0..count).map(one).collect()
}

/// The answer of the protocol's other half.
fn plainly(request: Value) -> Value {
    let answer = api::answer(&request.to_string(), api::Budget::UNLIMITED);
    serde_json::from_str(&answer).unwrap()
}

#[test]
fn ratings_are_replaced_by_those_of_other_grades() {
    let shelf = Shelf::new();
    let puzzles = made(6);
    let added: Vec<Value> = (puzzles.iter().map(|p| json!({ "puzzle": p }))).collect();
    let added = shelf.ask(json!({ "op": "add", "puzzles": added }));
    let all: Vec<i64> = (added["added"].as_array().unwrap().iter())
        .map(|one| one["id"].as_i64().unwrap())
        .collect();
    let rated = shelf.ask(json!({ "op": "rate", "ids": all }));
    assert_eq!(
        (&rated["status"], &rated["rated"]),
        (&json!("done"), &json!(6))
    );
    let grades = |shelf: &Shelf| -> Vec<Value> {
        let list = shelf.ask(json!({ "op": "list" }));
        let entries = list["entries"].as_array().unwrap();
        entries.iter().map(|entry| entry["grade"].clone()).collect()
    };
    let own = grades(&shelf);
    let clustered = shelf.ask(json!({ "op": "cluster", "ids": all }));
    assert_eq!(clustered["families"][0]["puzzles"], 6);
    let text = clustered["text"].as_str().unwrap();
    let about = plainly(json!({ "op": "grades", "text": text }));
    assert_eq!(
        about["families"],
        json!([{ "family": FAMILIES[0].id, "name": FAMILIES[0].name, "named": true }])
    );
    // All that is easy for us is hard for these.
    let strict = "difficulty cuts -2 -1\nfun cuts 1 2\nlooks cuts 1 2\n";
    shelf.ask(json!({ "op": "rate", "ids": all, "grades": strict }));
    let hard = grades(&shelf);
    assert!(
        hard.iter()
            .all(|grade| grade == "hard" || grade == "extreme"),
        "{hard:?}"
    );
    assert_ne!(own, hard);
    // Numbered grades cannot be kept, and nothing is half done.
    let numbered = "difficulty cuts 1 2 3\nfun cuts 1 2\nlooks cuts 1 2\n";
    let refused = answer(
        shelf.at,
        &json!({ "op": "rate", "ids": all, "grades": numbered }),
    );
    assert_eq!(refused["ok"], false, "{refused}");
    assert_eq!(grades(&shelf), hard);
    let none = plainly(json!({ "op": "grades", "text": "difficulty" }));
    assert_eq!(none["ok"], false);
}

#[test]
fn opinions_are_compared_and_become_grades() {
    let shelf = Shelf::new();
    let nobody = shelf.ask(json!({ "op": "opinions", "ids": [] }));
    assert_eq!(nobody["families"], json!([]));
    assert_eq!(nobody.get("text"), None);
    let mut ids = Vec::new();
    for puzzle in made(12) {
        let rating = &plainly(json!({ "op": "rate", "puzzle": puzzle }))["rating"];
        // Players who find everything a grade harder than we do, all of them alike.
        let said = match rating["difficulty"]["grade"].as_str().unwrap() {
            "easy" => "medium",
            _ => "hard",
        };
        let play = json!({ "solved": true, "seconds": 60, "difficulty": said });
        let played = shelf.ask(json!({ "op": "play", "puzzle": puzzle, "play": play }));
        ids.push(played["id"].clone());
    }
    let found = shelf.ask(json!({ "op": "opinions", "ids": ids }));
    let family = &found["families"][0];
    assert_eq!(
        (&family["puzzles"], &family["times"]),
        (&json!(12), &json!(12))
    );
    let scale = &family["scales"][0];
    assert_eq!(
        (&scale["name"], &scale["opinions"], &scale["study"]),
        (&json!("difficulty"), &json!(12), &json!(85))
    );
    assert_eq!(
        family["scales"].as_array().unwrap().len(),
        1,
        "nobody spoke of fun or looks"
    );
    assert_eq!(
        scale["agree"], scale["confusion"][2][2],
        "only what is hard for both"
    );
    assert!(scale["confusion"][0][1].as_u64() > Some(0), "{scale}");
    assert!(
        scale["learnt"]["agree"].as_u64() > scale["agree"].as_u64(),
        "{scale}"
    );
    let text = found["text"].as_str().expect("something was learnt");
    let again = shelf.ask(json!({ "op": "opinions", "ids": ids, "grades": text }));
    let now = &again["families"][0]["scales"][0];
    assert_eq!(
        now["agree"], scale["learnt"]["agree"],
        "with what was learnt we agree"
    );
}

/// All events of a job.
fn get_stream(at: SocketAddr, id: &str) -> String {
    use std::io::{BufReader, Read, Write};
    let mut stream = http::connect(at);
    let head = format!("GET /api/jobs/{id} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut text = String::new();
    BufReader::new(stream).read_to_string(&mut text).unwrap();
    text
}

#[test]
fn what_is_wrong_or_too_much_is_refused_and_changes_nothing() {
    let shelf = Shelf::new();
    let puzzle = &samples()[0];
    let id = shelf.ask(json!({ "op": "add", "puzzles": [{ "puzzle": puzzle }] }))["added"][0]["id"]
        .clone();
    let before = shelf.ask(json!({ "op": "get", "ids": [id] }));
    let long = "x".repeat(1000);
    let other = numbered(1);
    let many: Vec<i64> = (0..20_001).collect();
    let mut titled = other.clone();
    titled["title"] = json!(long);
    let play = |play: Value| json!({ "op": "play", "id": id, "play": play });
    for wrong in [
        json!({}),
        json!([]),
        json!({ "op": "sing" }),
        json!({ "op": "get" }),
        json!({ "op": "get", "ids": "1" }),
        json!({ "op": "get", "ids": (0..101).collect::<Vec<_>>() }),
        json!({ "op": "get", "ids": [1.5] }),
        json!({ "op": "remove", "ids": many }),
        json!({ "op": "list", "family": "chess" }),
        json!({ "op": "list", "grade": "endless" }),
        json!({ "op": "list", "state": "lost" }),
        json!({ "op": "list", "sort": "id; DROP TABLE puzzle" }),
        json!({ "op": "list", "text": long }),
        json!({ "op": "list", "rows": -1 }),
        json!({ "op": "tag", "ids": [id], "add": [long] }),
        json!({ "op": "tag", "ids": [id], "add": [""] }),
        json!({ "op": "tag", "ids": [id], "add": ["a\nb"] }),
        json!({ "op": "tag", "ids": [id], "add": vec!["x"; 51] }),
        json!({ "op": "tag", "ids": [id, 4711], "add": ["x"] }),
        json!({ "op": "export", "ids": [id], "format": "magic" }),
        json!({ "op": "add", "puzzles": [{ "puzzle": other }, { "puzzle": { "type": "chess" } }] }),
        json!({ "op": "add", "puzzles": [{ "puzzle": other, "solution": [1, 2] }] }),
        json!({ "op": "add", "puzzles": [{ "puzzle": other, "rating": { "difficulty": 5 } }] }),
        json!({ "op": "add", "puzzles": [{ "puzzle": other, "rating": rating(5.0, "endless") }] }),
        json!({ "op": "add", "puzzles": [{ "puzzle": other, "origin": { "command": long } }] }),
        json!({ "op": "add", "puzzles": [{ "puzzle": other, "origin": { "index": u64::MAX } }] }),
        json!({ "op": "add", "puzzles": [{ "puzzle": titled }] }),
        json!({ "op": "add", "puzzles": vec![json!({ "puzzle": other }); 201] }),
        json!({ "op": "play", "play": { "solved": true } }),
        json!({ "op": "play", "id": id, "puzzle": puzzle, "play": { "solved": true } }),
        json!({ "op": "play", "id": 4711, "play": { "solved": true } }),
        play(json!({})),
        play(json!({ "solved": true, "at": -5 })),
        play(json!({ "solved": true, "seconds": -1 })),
        play(json!({ "solved": true, "seconds": 1e300 })),
        play(json!({ "solved": true, "fun": "<b>" })),
        play(json!({ "solved": true, "board": [1, 2, 3] })),
        play(json!({ "solved": true, "moves": [[[99_999, 0, 1]]] })),
    ] {
        let answer = answer(shelf.at, &wrong);
        assert_eq!(answer["ok"], false, "{wrong}");
        assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
    }
    assert_eq!(shelf.ask(json!({ "op": "get", "ids": [id] })), before);
    assert_eq!(shelf.ask(json!({ "op": "list" }))["total"], 1);
}

/// The library decides what a rating is, so a request is told what `library add` tells: one of its
/// own that is none is refused, one inside of a puzzle is left out.
#[test]
fn a_rating_must_be_one() {
    let shelf = Shelf::new();
    let difficulty = json!({ "score": 5, "grade": "easy" });
    let wrongs = [
        json!({ "stars": 5 }),
        json!({ "difficulty": { "score": 101, "grade": "easy" } }),
        json!({ "difficulty": difficulty, "fun": { "score": -7, "grade": "hilarious" } }),
        json!({ "difficulty": difficulty, "looks": { "score": 7 } }),
    ];
    for (n, wrong) in wrongs.into_iter().enumerate() {
        let mut puzzle = numbered(n as u64);
        let refused = answer(
            shelf.at,
            &json!({ "op": "add", "puzzles": [{ "puzzle": puzzle, "rating": wrong }] }),
        );
        assert_eq!(refused["ok"], false, "{wrong}");
        assert_eq!(refused["error"]["message"], ForeignRating.to_string());

        puzzle["rating"] = wrong;
        let text = puzzle.to_string();
        for request in [
            json!({ "op": "add", "puzzles": [{ "puzzle": puzzle }] }),
            json!({ "op": "import", "text": text }),
        ] {
            let added = shelf.ask(request);
            let why = added["added"][0]["why"].as_str().expect("words");
            assert_eq!(why, format!("{}, and was left out", ForeignRating));
            let kept = shelf.ask(json!({ "op": "get", "ids": [added["added"][0]["id"]] }));
            assert_eq!(kept["entries"][0].get("rating"), None, "{text}");
        }
    }
    let mut puzzle = numbered(9);
    puzzle["rating"] = json!({ "difficulty": difficulty });
    let added = shelf.ask(json!({ "op": "add", "puzzles": [{ "puzzle": puzzle }] }));
    assert_eq!(added["added"][0].get("why"), None);
}

/// A wrong solution is refused, even if it has the right length.
#[test]
fn a_solution_must_be_one() {
    let shelf = Shelf::new();
    let puzzle = &samples()[0];
    let shown = post(shelf.at, "/api", &json!({ "op": "show", "puzzle": puzzle })).json();
    let request =
        json!({ "op": "add", "puzzles": [{ "puzzle": puzzle, "solution": shown["board"] }] });
    let answer = answer(shelf.at, &request);
    assert_eq!(answer["ok"], false);
    assert!(
        answer["error"]["message"]
            .as_str()
            .unwrap()
            .contains("solution")
    );
}

#[test]
fn no_request_leads_to_another_file() {
    let shelf = Shelf::new();
    let secret = shelf.folder.path().join("secret.txt");
    fs::write(&secret, samples()[0].to_string()).unwrap();
    let paths = [
        secret.display().to_string(),
        format!("file://{}", secret.display()),
        "secret.txt".to_owned(),
        "../../../../etc/passwd".to_owned(),
        "/etc/passwd".to_owned(),
        format!("{}?mode=rwc", secret.display()),
    ];
    let hidden = shelf.folder.path().display().to_string();
    for path in &paths {
        for request in [
            json!({ "op": "import", "text": path }),
            json!({ "op": "import", "text": path, "path": path, "file": path, "library": path }),
            json!({ "op": "list", "library": path, "path": path, "file": path, "name": path }),
            json!({ "op": "export", "ids": [], "format": path }),
            json!({ "op": "export", "ids": [], "format": "json", "output": path, "to": path }),
            json!({ "op": "open", "path": path }),
            json!({ "op": path }),
            json!({ "op": "get", "ids": [path] }),
            json!({ "op": "add", "puzzles": [{ "puzzle": path }] }),
        ] {
            let body = post(shelf.at, "/api/library", &request).body;
            // The request's own words may come back in a message, but nothing that was not in it.
            if !request.to_string().contains(&hidden) {
                assert!(!body.contains(&hidden), "{request}: {body}");
            }
            assert!(!body.contains("root:"), "{request}: {body}");
        }
        let url = format!("/api/library/{path}");
        if !url.contains(' ') {
            assert!(get(shelf.at, &url).status >= 400, "{url}");
        }
    }
    assert_eq!(shelf.ask(json!({ "op": "list" }))["total"], 0);
    let mut files: Vec<String> = fs::read_dir(shelf.folder.path())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.starts_with("my.library-"))
        .collect();
    files.sort();
    assert_eq!(files, ["my.library", "secret.txt"]);
    let text = fs::read_to_string(&secret).unwrap();
    assert_eq!(text, samples()[0].to_string());
}

#[test]
fn a_library_that_is_gone_or_another_file_is_said_without_its_path() {
    let shelf = Shelf::new();
    let file = shelf.folder.path().join("my.library");
    let hidden = shelf.folder.path().display().to_string();
    for name in ["my.library", "my.library-wal", "my.library-shm"] {
        let _ = fs::remove_file(shelf.folder.path().join(name));
    }
    let refused = |at| {
        let answer = answer(at, &json!({ "op": "list" }));
        assert_eq!(answer["ok"], false);
        assert!(!answer.to_string().contains(&hidden), "{answer}");
    };
    refused(shelf.at);
    assert!(!file.exists(), "a request does not create it again");
    // What is not a library cannot be opened as one.
    let foreign = shelf.folder.path().join("notes.txt");
    fs::write(&foreign, "my notes").unwrap();
    assert!(Server::start_at(0, Some(&foreign)).is_err());
    assert_eq!(fs::read_to_string(&foreign).unwrap(), "my notes");
}

#[test]
fn two_servers_on_one_file_lose_nothing() {
    const EACH: u64 = 40;
    let shelf = Shelf::new();
    let second = another(shelf.folder.path());
    let writers: Vec<_> = [(shelf.at, 0), (second.address(), 1), (shelf.at, 2), (second.address(), 3)]
        .into_iter()
        .map(|(at, writer)| {
            thread::spawn(move || {
                for n in 0..EACH {
                    // Neighbours add the same puzzle, at the same time through both servers.
                    let puzzle = numbered(writer / 2 * EACH + n);
                    let add = json!({ "op": "add", "puzzles": [{ "puzzle": puzzle, "tags": [format!("w{writer}")] }] });
                    let id = ask_again(at, &add)["added"][0]["id"].clone();
                    let play = json!({ "op": "play", "id": id, "play": { "solved": true, "seconds": n } });
                    ask_again(at, &play);
                }
            })
        })
        .collect();
    for writer in writers {
        writer.join().expect("no writer fails");
    }
    for at in [shelf.at, second.address()] {
        let list = ask(at, json!({ "op": "list" }));
        assert_eq!(list["total"], 2 * EACH);
        let all = ids(&list);
        let mut plays = 0;
        for some in all.chunks(100) {
            let told = ask(at, json!({ "op": "get", "ids": some }));
            let entries = told["entries"].as_array().unwrap();
            plays += entries
                .iter()
                .map(|e| e["plays"].as_array().unwrap().len())
                .sum::<usize>();
            assert!(
                entries
                    .iter()
                    .all(|e| e["tags"].as_array().unwrap().len() == 2)
            );
        }
        assert_eq!(plays as u64, 4 * EACH);
    }
    second.stop();
}

/// A client that is told to come later tries again.
fn ask_again(at: SocketAddr, request: &Value) -> Value {
    loop {
        let response = post(at, "/api/library", request);
        if response.status == 503 {
            continue;
        }
        let answer = response.json();
        assert_eq!(
            (response.status, &answer["ok"]),
            (200, &json!(true)),
            "{answer}"
        );
        return answer;
    }
}

/// While another process holds the lock for long, a change is put off with 503 and not made.
#[test]
fn a_locked_library_is_said_to_be_busy() {
    let shelf = Shelf::new();
    let file = shelf.folder.path().join("my.library");
    let impatient = Limits {
        library: Duration::from_millis(20),
        ..ENDLESS
    };
    let server = server_with(Some(&file), impatient);
    let lock = rusqlite::Connection::open(&file).unwrap();
    lock.execute_batch("BEGIN IMMEDIATE").unwrap();
    let add = json!({ "op": "add", "puzzles": [{ "puzzle": samples()[0] }] });
    let response = post(server.address(), "/api/library", &add);
    assert_eq!(response.status, 503, "{}", response.body);
    // Reading does not wait.
    let list = ask(server.address(), json!({ "op": "list" }));
    assert_eq!(list["total"], 0);
    server.stop();
    lock.execute_batch("ROLLBACK").unwrap();
    assert_eq!(shelf.ask(json!({ "op": "list" }))["total"], 0);
    shelf.ask(add);
}
