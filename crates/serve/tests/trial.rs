//! A trial behind the page: what a participant is told, what is kept, and who may ask on a network.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod http;

use std::net::IpAddr;
use std::path::Path;

use http::{ENDLESS, JSON, TOKEN, exchange, get, keyless, options, post};
use people::{Hints, Task, Trial};
use puzzles::format::split;
use serde_json::{Value, json};
use serve::{Options, Server, TrialRun};

/// A warm-up, one easy and one hard puzzle, each with a title that gives it away.
fn trial(hints: Hints) -> Trial {
    let task = |category: &str, width: usize| {
        let row = |sign: &str| {
            let mut row = vec![sign; width];
            (row[0], row[width - 1]) = ("1", "1");
            json!([row])
        };
        let text = json!({
            "type": "hashi", "rows": 1, "cols": width, "title": format!("SECRET {category}"),
            "problem": row("-"), "solution": row("1"),
        });
        Task {
            name: String::new(),
            warm_up: false,
            category: format!("SECRET {category}"),
            rating: serde_json::from_value(
                json!({ "difficulty": { "score": 12.5, "grade": "hard" } }),
            )
            .ok(),
            puzzle: split(&text.to_string())[0].read().unwrap(),
        }
    };
    let puzzles = vec![task("easy", 4), task("hard", 5)];
    let mut trial = Trial::new("Bridges", 1, vec![task("warm", 3)], puzzles, None).unwrap();
    trial.hints = hints;
    trial
}

fn started(trial: &Trial, results: &Path) -> Result<Server, serve::ServeError> {
    let run = TrialRun {
        trial: trial.clone(),
        results: results.to_owned(),
        version: "0".to_owned(),
    };
    let options = Options {
        trial: Some(run),
        ..options()
    };
    Server::start_whole(&options, api::answer, ENDLESS)
}

fn ask(server: &Server, request: &Value) -> Value {
    let response = post(server.address(), "/api/trial", request);
    assert_eq!(response.status, 200, "{response:?}");
    // Whatever is asked, nothing is given away.
    let text = response.body.to_lowercase();
    for secret in [
        "secret",
        "12.5",
        "\"hard\"",
        "solution\"",
        "category",
        "rating",
    ] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    response.json()
}

/// Comes, and plays a puzzle to its end.
fn play(server: &Server, trial: &Trial, code: &str, visit: &Value, state: &Value) -> Value {
    let tell = |happening: Value| {
        let mut request =
            json!({ "op": "tell", "code": code, "visit": visit, "puzzle": state["name"] });
        let fields = request.as_object_mut().unwrap();
        fields.extend(happening.as_object().unwrap().clone());
        let answer = ask(server, &request);
        assert_eq!(answer["ok"], true, "{answer}");
        answer
    };
    let place = trial.place(state["name"].as_str().unwrap()).unwrap();
    let board = &trial.puzzles[place].puzzle.solution.as_ref().unwrap().slots;
    tell(json!({ "event": "began" }));
    let moved = tell(
        json!({ "event": "moved", "seconds": 1.0, "from": 0, "entries": [{ "m": [[0, 0, 1]] }] }),
    );
    assert_eq!(moved["have"], 1);
    let ended = tell(json!({ "event": "ended", "seconds": 2.0, "solved": true, "board": board }));
    assert_eq!(ended["state"]["stage"], "say");
    tell(json!({ "event": "said", "difficulty": "easy" }))["state"].clone()
}

#[test]
fn a_participant_plays_everything_and_learns_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let trial = trial(Hints::None);
    let results = folder.path().join("results.jsonl");
    let server = started(&trial, &results).unwrap();
    let about = ask(&server, &json!({ "op": "about" }));
    assert_eq!(
        (&about["warmUps"], &about["puzzles"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(about["families"].as_array().unwrap().len(), 1);
    let code = ask(&server, &json!({ "op": "join" }))["code"].clone();
    let came = ask(&server, &json!({ "op": "come", "code": code }));
    let mut state = came["state"].clone();
    let mut names = Vec::new();
    while state["stage"] == "play" {
        names.push(format!(
            "{} {}/{}",
            state["name"], state["number"], state["of"]
        ));
        state = play(
            &server,
            &trial,
            code.as_str().unwrap(),
            &came["visit"],
            &state,
        );
    }
    assert_eq!(names, ["\"w1\" 1/1", "\"p1\" 1/2", "\"p2\" 2/2"]);
    assert_eq!(
        (&state["stage"], &state["solvedSoFar"]),
        (&json!("end"), &json!(3))
    );
    let again = ask(&server, &json!({ "op": "come", "code": code }));
    assert_eq!(again["state"]["stage"], "end");
    let wrong = ask(
        &server,
        &json!({ "op": "tell", "code": "ZZZZZ", "visit": 1, "puzzle": "w1", "event": "began" }),
    );
    assert_eq!(wrong["ok"], false);
    server.stop();
}

#[test]
fn what_was_kept_is_there_after_a_restart_and_the_last_page_counts() {
    let folder = tempfile::tempdir().unwrap();
    let trial = trial(Hints::None);
    let results = folder.path().join("results.jsonl");
    let server = started(&trial, &results).unwrap();
    let code = ask(&server, &json!({ "op": "join" }))["code"].clone();
    let tell = |server: &Server, visit: u32, what: Value| {
        let mut request = json!({ "op": "tell", "code": code, "visit": visit, "puzzle": "w1" });
        request
            .as_object_mut()
            .unwrap()
            .extend(what.as_object().unwrap().clone());
        ask(server, &request)
    };
    let busy = started(&trial, &results)
        .err()
        .expect("only one server writes");
    assert!(busy.to_string().contains("in use"), "{busy}");
    let typed = code.as_str().unwrap().to_lowercase();
    let typed = format!(" {}-{} ", &typed[..2], &typed[2..]);
    assert_eq!(
        ask(&server, &json!({ "op": "come", "code": typed }))["visit"],
        1
    );
    let mistyped = ask(&server, &json!({ "op": "come", "code": "WRONG" }));
    assert_eq!(mistyped["ok"], false, "nobody new");
    tell(&server, 1, json!({ "event": "began" }));
    let entries = json!([{ "m": [[0, 0, 1]] }, -1]);
    tell(
        &server,
        1,
        json!({ "event": "moved", "seconds": 3.5, "from": 0, "entries": entries }),
    );
    let ahead = tell(
        &server,
        1,
        json!({ "event": "moved", "seconds": 4.0, "from": 9, "entries": [1] }),
    );
    assert_eq!(ahead["have"], 2, "the rest is to be said again");
    server.stop();
    // Killed in the middle of a line.
    let text = std::fs::read_to_string(&results).unwrap();
    std::fs::write(&results, format!("{text}{{\"at\":1,\"co")).unwrap();

    let server = started(&trial, &results).unwrap();
    let back = ask(&server, &json!({ "op": "come", "code": code }));
    assert_eq!(back["visit"], 2);
    let state = &back["state"];
    assert_eq!(
        (&state["begun"], &state["seconds"]),
        (&json!(true), &json!(3.5))
    );
    assert_eq!(state["entries"], entries);
    assert_eq!(
        tell(&server, 1, json!({ "event": "went_on", "seconds": 9.0 }))["elsewhere"],
        true
    );
    assert_eq!(
        tell(&server, 2, json!({ "event": "went_on", "seconds": 3.5 }))["ok"],
        true
    );
    server.stop();

    let mut other = trial.clone();
    other.puzzles.swap(1, 2);
    let refused = started(&other, &results).err().expect("another trial");
    assert!(refused.to_string().contains("another trial"), "{refused}");
}

#[test]
fn the_page_says_that_it_is_a_trial_and_the_program_does_not_help() {
    let folder = tempfile::tempdir().unwrap();
    for (hints, status) in [(Hints::Rules, 403), (Hints::All, 200)] {
        let trial = trial(hints);
        let server = started(&trial, &folder.path().join(format!("{status}.jsonl"))).unwrap();
        let page = get(server.address(), "/");
        assert!(page.body.contains("gridwright-trial"), "{page:?}");
        let puzzle = trial.sheet(0);
        let ask = |request: Value| post(server.address(), "/api", &request).status;
        assert_eq!(ask(json!({ "op": "show", "puzzle": puzzle })), 200);
        assert_eq!(ask(json!({ "op": "hint", "puzzle": puzzle })), status);
        assert_eq!(ask(json!({ "op": "rate", "puzzle": puzzle })), 403);
        assert_eq!(ask(json!({ "op": "solve", "puzzle": puzzle })), 403);
        let job = json!({ "op": "solve", "puzzle": puzzle });
        assert_eq!(post(server.address(), "/api/jobs", &job).status, 403);
        server.stop();
    }
    let server = http::server();
    let page = get(server.address(), "/");
    assert!(!page.body.contains("gridwright-trial"));
    assert_eq!(
        post(server.address(), "/api/trial", &json!({ "op": "about" })).status,
        404
    );
    server.stop();
}

/// 127.0.0.2 is this machine, too, but not the usual address.
#[cfg(target_os = "linux")]
#[test]
fn on_a_network_nothing_is_answered_without_the_token() {
    let lan: IpAddr = "127.0.0.2".parse().unwrap();
    let options = Options {
        lan: Some(lan),
        ..options()
    };
    let server = Server::start_whole(&options, api::answer, ENDLESS).unwrap();
    let at = server.address();
    assert_eq!(at.ip(), lan);
    assert!(
        server.url().ends_with(&format!("/#/token/{TOKEN}")),
        "{}",
        server.url()
    );
    assert_eq!(get(at, "/").status, 200, "the page is no secret");
    let ask = |headers: &str| {
        let body = json!({ "op": "levels" }).to_string();
        keyless(at, "POST /api", &format!("{JSON}{headers}"), &body).status
    };
    let key = format!("Authorization: Bearer {TOKEN}\r\n");
    assert_eq!(ask(""), 401);
    assert_eq!(ask("Authorization: Bearer guessed\r\n"), 401);
    assert_eq!(ask(&key), 200);
    assert_eq!(get(at, "/api").status, 401);
    let job = json!({ "op": "levels" }).to_string();
    let job = keyless(at, "POST /api/jobs", &format!("{JSON}{key}"), &job).json();
    let name = job["job"].to_string();
    assert!(name.len() > 30, "nobody guesses {name}");
    assert_eq!(ask(&format!("{key}Origin: http://evil.example\r\n")), 403);
    let other = format!(
        "GET /api HTTP/1.1\r\nHost: localhost:{}\r\n{key}\r\n",
        at.port()
    );
    assert_eq!(exchange(at, other.as_bytes()).unwrap().status, 403);
    server.stop();
}
