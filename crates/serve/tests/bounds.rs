//! Too much, too many, too slow: refused, and the server lives.

mod http;

use std::collections::BTreeMap;
use std::io::{BufReader, ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use http::{
    ENDLESS, JSON, connect, exchange, get, post, read, request, sample, server, server_with, solve,
};
use serde_json::json;
use serve::{Limits, Server};

#[test]
fn a_little_too_much_is_told_so() {
    let server = server();
    let body = json!({ "op": "open", "text": "x".repeat(3 << 20) });
    let response = post(server.address(), "/api", &body);
    assert_eq!(response.status, 413);
    server.stop();
}

#[test]
fn a_huge_board_is_refused_with_a_message() {
    let server = server();
    let mut puzzle = sample();
    puzzle["rows"] = json!(10_000);
    puzzle["cols"] = json!(10_000);
    let response = post(
        server.address(),
        "/api",
        &json!({ "op": "solve", "puzzle": puzzle }),
    );
    assert_eq!(response.status, 200);
    assert_eq!(response.json()["ok"], false);
    let message = response.json()["error"]["message"].to_string();
    assert!(message.contains("1 to 100 rows and columns"), "{message}");
    server.stop();
}

#[test]
fn a_body_that_is_no_text_is_refused() {
    let server = server();
    let at = server.address();
    let head = format!("POST /api HTTP/1.1\r\nHost: {at}\r\n{JSON}Content-Length: 2\r\n\r\n");
    let response = exchange(at, &[head.as_bytes(), b"\xff\xfe"].concat()).unwrap();
    assert_eq!(response.status, 400);
    let response = request(at, "POST /api", JSON, "no json");
    assert_eq!(
        (response.status, &response.json()["ok"]),
        (200, &json!(false))
    );
    server.stop();
}

#[test]
fn a_thousand_at_once_are_answered_or_turned_away() {
    const CLIENTS: usize = 1000;
    // Few get their turn in the time that users are given. But this machine has to be the clients as
    // well, and they may take as long as they like to say what they want.
    let limits = Limits {
        turn: Limits::default().turn,
        ..ENDLESS
    };
    let server = server_with(None, limits);
    let at = server.address();
    let body = solve().to_string();
    let together = Barrier::new(CLIENTS);
    let statuses: Vec<u16> = thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|_| {
                let client = || {
                    together.wait();
                    request(at, "POST /api", JSON, &body).status
                };
                let small = thread::Builder::new().stack_size(256 << 10);
                small.spawn_scoped(scope, client).unwrap()
            })
            .collect();
        clients.into_iter().map(|c| c.join().unwrap()).collect()
    });
    let mut counts = BTreeMap::new();
    for status in statuses {
        *counts.entry(status).or_insert(0) += 1;
    }
    assert!(counts.keys().all(|s| [200, 503].contains(s)), "{counts:?}");
    assert!(counts[&200] > 0);
    assert_eq!(get(at, "/api").status, 200, "and it is still there");
    server.stop();
}

/// Time enough for whoever has something to say, on any machine.
fn not_for_ever() -> Limits {
    let Limits { head, body, .. } = Limits::default();
    Limits {
        head,
        body,
        ..ENDLESS
    }
}

/// Returns when the server hangs up.
fn dropped(server: &Server, bytes: &str) {
    let mut stream = connect(server.address());
    for byte in bytes.bytes() {
        if stream.write_all(&[byte]).is_err() {
            break;
        }
    }
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        Ok(_) => {}
        Err(e) if e.kind() == ErrorKind::ConnectionReset => {}
        Err(e) => panic!("{bytes:?}: {e}"),
    }
}

#[test]
fn slow_clients_are_dropped() {
    let server = server_with(None, not_for_ever());
    let at = server.address();
    let body = format!("POST /api HTTP/1.1\r\nHost: {at}\r\n{JSON}Content-Length: 100\r\n\r\n{{");
    thread::scope(|scope| {
        for bytes in ["", "GET / HTT", &body] {
            let server = &server;
            scope.spawn(move || dropped(server, bytes));
        }
        // And nobody else notices.
        assert_eq!(get(at, "/api").status, 200);
    });
    server.stop();
}

#[test]
fn idle_connections_do_not_keep_others_out() {
    let server = server_with(None, not_for_ever());
    let at = server.address();
    // As many as the server takes, and then some.
    let idle: Vec<_> = (0..200).map(|_| connect(at)).collect();
    let response = get(at, "/api");
    assert_eq!(response.status, 200);
    drop(idle);
    server.stop();
}

/// However patient the server is otherwise, and however far they came.
#[test]
fn half_open_connections_hold_nobody_up() {
    let silence = Duration::ZERO;
    beside_half_open(Limits { silence, ..ENDLESS });
}

/// With the limits that users have.
#[test]
fn half_open_connections_hold_no_user_up() {
    beside_half_open(Limits {
        silence: Limits::default().silence,
        dawdling: Limits::default().dawdling,
        ..ENDLESS
    });
}

/// Clients are answered while three times as many as there are places stay half open.
fn beside_half_open(limits: Limits) {
    let server = server_with(None, limits);
    let at = server.address();
    let head = format!("POST /api HTTP/1.1\r\nHost: {at}\r\n{JSON}");
    let beginnings = [
        String::new(),
        "GET / HTT".to_owned(),
        format!("{head}Content-Length: 100\r\n\r\n{{"),
        format!("{head}Transfer-Encoding: chunked\r\n\r\n5\r\n{{"),
    ];
    let half_open: Vec<_> = (beginnings.iter().cycle().take(400))
        .map(|beginning| {
            let mut stream = connect(at);
            // It may have had to make room already.
            let _ = stream.write_all(beginning.as_bytes());
            stream
        })
        .collect();
    for _ in 0..3 {
        assert_eq!(post(at, "/api", &solve()).json()["status"], "unique");
        assert_eq!(get(at, "/").status, 200);
    }
    drop(half_open);
    server.stop();
}

#[test]
fn a_broken_body_is_called_broken() {
    let server = server();
    let at = server.address();
    let head =
        format!("POST /api HTTP/1.1\r\nHost: {at}\r\n{JSON}Transfer-Encoding: chunked\r\n\r\n");
    for chunks in ["zz\r\n{}\r\n0\r\n\r\n", "2\r\n{}rubbish\r\n"] {
        let response = exchange(at, format!("{head}{chunks}").as_bytes()).unwrap();
        assert_eq!(response.status, 400, "{chunks:?}");
    }
    let whole = "12\r\n{\"op\":\"families\"}\n\r\n0\r\n\r\n";
    let response = exchange(at, format!("{head}{whole}").as_bytes()).unwrap();
    assert_eq!(
        (response.status, &response.json()["ok"]),
        (200, &json!(true))
    );
    // Too much is still called too much.
    let much = format!("{head}200000\r\n{}\r\n0\r\n\r\n", "x".repeat(0x20_0000));
    let mut stream = connect(at);
    let _ = stream.write_all(much.as_bytes());
    if let Ok(response) = read(stream) {
        assert_eq!(response.status, 413);
    }
    server.stop();
}

#[test]
fn a_connection_may_be_used_again() {
    let server = server();
    let at = server.address();
    let mut stream = connect(at);
    for _ in 0..3 {
        let text = format!("GET /nothing HTTP/1.1\r\nHost: {at}\r\n\r\n");
        stream.write_all(text.as_bytes()).unwrap();
        assert_eq!(read(stream.try_clone().unwrap()).unwrap().status, 404);
    }
    server.stop();
}

#[test]
fn two_clients_play_at_once() {
    let server = server();
    let at = server.address();
    let play = |at: SocketAddr, turn: usize| {
        let shown = post(at, "/api", &json!({ "op": "show", "puzzle": sample() })).json();
        let mut board = shown["board"].clone();
        board[turn] = json!(1);
        let mine = json!({ "op": "show", "puzzle": sample(), "board": board });
        for _ in 0..30 {
            assert_eq!(post(at, "/api", &mine).json()["board"], board);
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| play(at, 0));
        scope.spawn(|| play(at, 1));
    });
    server.stop();
}

#[test]
fn a_taken_port_is_said_clearly() {
    let server = server();
    let port = server.address().port();
    let error = Server::start(port).err().expect("the port is taken");
    let message = error.to_string();
    assert!(
        message.starts_with(&format!("port {port} is taken")),
        "{message}"
    );
    server.stop();
}

#[test]
fn the_end_comes_whoever_is_connected() {
    let server = server();
    let at = server.address();
    let idle = connect(at);
    let mut slow = connect(at);
    slow.write_all(b"POST /api HTTP/1.1\r\n").unwrap();
    // They would stay for ever; stopping does not wait for them.
    server.stop();
    let mut rest = Vec::new();
    let _ = BufReader::new(idle).read_to_end(&mut rest);
    // Nobody listens any more, as soon as the server's threads have noticed.
    while std::net::TcpStream::connect(at).is_ok() {
        thread::yield_now();
    }
}
