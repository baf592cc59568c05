//! `gridwright serve --library`: what it reported as kept survives the server.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use common::{TOKEN, command, folder, run};
use serde_json::{Value, json};

/// A server of its own process.
struct Served {
    child: Child,
    at: String,
    /// From the address that it printed.
    token: String,
}

impl Served {
    fn start(library: &str) -> Served {
        Served::start_by(command().args(["serve", "--port", "0", "--library", library]))
    }

    fn start_by(command: &mut Command) -> Served {
        let child = command.stdout(Stdio::piped()).spawn();
        let mut child = child.expect("the program runs");
        let mut line = String::new();
        let out = child.stdout.as_mut().expect("a pipe");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let at = line.split("http://").nth(1).expect("an address");
        let at = at.split_whitespace().next().expect("an address");
        let (at, token) = at.split_once("/#/token/").unwrap_or((at, ""));
        Served {
            child,
            at: at.to_owned(),
            token: token.to_owned(),
        }
    }

    fn ask(&self, request: &Value) -> Value {
        let body = request.to_string();
        let mut stream = TcpStream::connect(&self.at).expect("the server listens");
        let head = format!(
            "POST /api/library HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Authorization: Bearer {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            self.at,
            self.token,
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("sent");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("an answer");
        let (_, body) = text.split_once("\r\n\r\n").expect("a body");
        serde_json::from_str(body).unwrap_or_else(|e| panic!("{e}: {text}"))
    }

    /// As with kill -9: nothing is tidied up.
    fn kill(mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
    }
}

fn puzzle(n: u32) -> Value {
    let digit = |place: u32| (n / 8u32.pow(place) % 8 + 1).to_string();
    let empty = json!(["-", "-", "-", "-", "-"]);
    json!({
        "type": "hashi", "rows": 5, "cols": 5,
        "problem": [
            ["1", "-", digit(0), "-", "2"], empty,
            [digit(1), "-", digit(2), "-", digit(3)], empty,
            ["3", "-", digit(4), "-", "4"],
        ],
    })
}

#[test]
fn a_killed_server_loses_nothing_that_it_called_kept() {
    let path = folder("serve-kill").join("my.library");
    let file = path.to_str().expect("text");
    let _ = std::fs::remove_file(file);
    let mut kept = Vec::new();
    for round in 0..8 {
        let served = Served::start(file);
        for n in 0..3 {
            let one = [json!({ "puzzle": puzzle(3 * round + n), "tags": ["kept"] })];
            let added = served.ask(&json!({ "op": "add", "puzzles": one }));
            assert_eq!(added["added"][0]["new"], true, "{added}");
            let id = added["added"][0]["id"].as_i64().expect("a number");
            let play = json!({ "solved": true, "seconds": n });
            let played = served.ask(&json!({ "op": "play", "id": id, "play": play }));
            assert_eq!(played["ok"], true);
            kept.push(id);
        }
        served.kill();
        let list = run(&[
            "library", "list", "--json", "--tag", "kept", "--state", "solved", file,
        ]);
        let found: Vec<i64> = list
            .json()
            .iter()
            .map(|l| l["id"].as_i64().unwrap())
            .collect();
        assert_eq!(found, kept, "round {round}");
    }
}

#[test]
fn two_processes_serve_one_file() {
    let path = folder("serve-two").join("my.library");
    let file = path.to_str().expect("text");
    let _ = std::fs::remove_file(file);
    let (one, two) = (Served::start(file), Served::start(file));
    for n in 0..20 {
        let add = json!({ "op": "add", "puzzles": [{ "puzzle": puzzle(n) }] });
        assert_eq!(one.ask(&add)["added"][0]["new"], true);
        assert_eq!(two.ask(&add)["added"][0]["new"], false);
        // Commands use the file at the same time.
        let list = run(&["library", "list", "--json", file]);
        assert_eq!(list.json().len(), n as usize + 1);
    }
    one.kill();
    assert_eq!(two.ask(&json!({ "op": "list" }))["total"], 20);
    two.kill();
    assert_eq!(run(&["library", "list", "--json", file]).json().len(), 20);
}

#[test]
fn what_is_no_library_is_refused() {
    let path = folder("serve-foreign").join("notes.txt");
    std::fs::write(&path, "my notes").expect("written");
    let ran = run(&[
        "serve",
        "--port",
        "0",
        "--library",
        path.to_str().expect("text"),
    ]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("not a Gridwright library"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(&path).expect("read"), "my notes");
}

#[test]
fn the_printed_address_opens_the_library_and_stays_the_same() {
    let folder = folder("serve-token");
    let library = folder.join("my.library");
    let library = library.to_str().expect("text");
    let start = || {
        let mut command = command();
        command.env_remove("GRIDWRIGHT_TOKEN");
        command.env("XDG_STATE_HOME", &folder);
        Served::start_by(command.args(["serve", "--port", "0", "--library", library]))
    };
    let first = start();
    assert_eq!(first.token.len(), 32, "{}", first.token);
    assert_eq!(first.ask(&json!({ "op": "list" }))["total"], 0);
    let mut stranger = start();
    assert_eq!(stranger.token, first.token, "from start to start");
    stranger.token = "guessed".to_owned();
    let refused = stranger.ask(&json!({ "op": "list" }));
    assert_eq!(refused["ok"], false);
    let message = refused["error"]["message"].as_str().expect("words");
    assert!(message.contains("token"), "{message}");
    first.kill();
    stranger.kill();
    let chosen = Served::start(library);
    assert_eq!(chosen.token, TOKEN);
    chosen.kill();
    // A server without a library asks nobody for anything.
    let bare = Served::start_by(command().args(["serve", "--port", "0"]));
    assert_eq!(bare.token, "");
    bare.kill();
}

/// However soon after the address is printed.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_server_well() {
    for signal in ["-INT", "-TERM"].repeat(10) {
        let mut served = Served::start_by(command().args(["serve", "--port", "0"]));
        let id = served.child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.expect("kill is everywhere").success());
        let status = served.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(0), "{signal}: {status}");
    }
}
