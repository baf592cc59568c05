//! Jobs: started, heard, cancelled, forgotten.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod http;

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use api::Budget;
use http::{ENDLESS, JSON, connect, get, post, read_head, request, server, solve};
use serde_json::{Value, json};
use serve::{Limits, Server};

fn start(at: SocketAddr, body: &Value) -> String {
    let response = post(at, "/api/jobs", body);
    assert_eq!(response.status, 200, "{response:?}");
    response.json()["job"].as_str().unwrap().to_owned()
}

/// The stream of a job's events.
struct Events(BufReader<TcpStream>);

impl Events {
    fn of(at: SocketAddr, job: &str) -> Events {
        let mut stream = connect(at);
        let text = format!("GET /api/jobs/{job} HTTP/1.1\r\nHost: {at}\r\n\r\n");
        stream.write_all(text.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let (status, headers) = read_head(&mut reader).unwrap();
        assert_eq!(status, 200);
        let has = |name: &str, value: &str| headers.contains(&(name.into(), value.into()));
        assert!(has("content-type", "text/event-stream"), "{headers:?}");
        assert!(has("cache-control", "no-store"), "{headers:?}");
        assert!(
            headers
                .iter()
                .any(|(name, _)| name == "content-security-policy")
        );
        Events(reader)
    }

    /// Name and data of the next event; the lines around them are lengths of chunks.
    fn next(&mut self) -> Option<(String, Value)> {
        let mut name = None;
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).unwrap_or(0) == 0 {
                return None;
            }
            if let Some(event) = line.strip_prefix("event: ") {
                name = Some(event.trim_end().to_owned());
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Some((name?, serde_json::from_str(data).unwrap()));
            }
        }
    }

    fn last(mut self) -> Value {
        loop {
            let (name, data) = self.next().expect("an answer in the end");
            if name == "done" {
                return data;
            }
            assert_eq!(name, "progress");
            assert!(data["seconds"].as_f64().unwrap() >= 0.0);
        }
    }
}

/// Work that ignores the request to stop goes on until a test sets this.
static RELEASED: AtomicBool = AtomicBool::new(false);

/// A protocol for cases that are hard to bring about: it dawdles until it is stopped, or does not
/// stop, or panics.
fn difficult(request: &str, budget: Budget) -> String {
    static BEGUN: AtomicUsize = AtomicUsize::new(0);
    static DAWDLING: AtomicUsize = AtomicUsize::new(0);
    let op = |name: &str| request.contains(&format!("\"{name}\""));
    if op("panic") {
        panic!("asked to");
    } else if op("dawdle") {
        DAWDLING.fetch_add(1, Ordering::SeqCst);
        BEGUN.fetch_add(1, Ordering::SeqCst);
        while !(budget.stop)() {
            thread::sleep(Duration::from_millis(1));
        }
        DAWDLING.fetch_sub(1, Ordering::SeqCst);
    } else if op("deaf") {
        while !RELEASED.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(1));
        }
    }
    let count = |counter: &AtomicUsize| counter.load(Ordering::SeqCst);
    json!({ "ok": true, "begun": count(&BEGUN), "dawdling": count(&DAWDLING) }).to_string()
}

fn difficult_server(limits: Limits) -> Server {
    Server::start_with(0, difficult, None, limits).unwrap()
}

/// The tests of this file that dawdle do so one at a time, because they count.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Wait until this many requests dawdle.
fn until_dawdling(at: SocketAddr, number: usize) {
    while post(at, "/api", &json!({})).json()["dawdling"] != number {
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_job_ends_with_the_answer() {
    let server = server();
    let at = server.address();
    let job = start(at, &solve());
    let done = Events::of(at, &job).last();
    assert_eq!(done, post(at, "/api", &solve()).json());
    assert_eq!(
        get(at, &format!("/api/jobs/{job}")).status,
        404,
        "it is forgotten"
    );
    server.stop();
}

#[test]
fn a_bad_request_is_answered_as_a_job_too() {
    let server = server();
    let at = server.address();
    let done = Events::of(at, &start(at, &json!({ "op": "sing" }))).last();
    assert_eq!(done["ok"], false);
    server.stop();
}

#[test]
fn unknown_jobs_are_not_found() {
    let server = server();
    let at = server.address();
    for id in ["1", "0", "x", "-1", "99999999999999999999999", "%31"] {
        assert_eq!(get(at, &format!("/api/jobs/{id}")).status, 404, "{id}");
        let line = format!("DELETE /api/jobs/{id}");
        assert_eq!(request(at, &line, "", "").status, 404, "{id}");
    }
    server.stop();
}

#[test]
fn a_job_shows_life_until_it_is_cancelled() {
    let _alone = alone();
    let server = difficult_server(ENDLESS);
    let at = server.address();
    let job = start(at, &json!({ "op": "dawdle" }));
    let mut events = Events::of(at, &job);
    for expected in [0.0, 0.4, 0.9] {
        let (name, data) = events.next().unwrap();
        assert_eq!(name, "progress");
        assert!(data["seconds"].as_f64().unwrap() >= expected, "{data}");
    }
    assert_eq!(
        get(at, &format!("/api/jobs/{job}")).status,
        409,
        "one listener only"
    );
    let cancelled = request(at, &format!("DELETE /api/jobs/{job}"), "", "");
    assert_eq!(cancelled.json(), json!({ "ok": true }));
    assert_eq!(events.last()["ok"], true, "the answer still comes");
    assert_eq!(get(at, &format!("/api/jobs/{job}")).status, 404);
    server.stop();
}

#[test]
fn a_cancelled_search_does_not_know() {
    let server = server();
    let at = server.address();
    let job = start(at, &solve());
    request(at, &format!("DELETE /api/jobs/{job}"), "", "");
    let done = Events::of(at, &job).last();
    // It may have been faster than the request to stop.
    assert!(["unique", "unknown"].contains(&done["status"].as_str().unwrap()));
    server.stop();
}

#[test]
fn a_job_ends_when_its_listener_goes() {
    let _alone = alone();
    let server = difficult_server(ENDLESS);
    let at = server.address();
    let job = start(at, &json!({ "op": "dawdle" }));
    until_dawdling(at, 1);
    let mut events = Events::of(at, &job);
    events.next().unwrap();
    drop(events);
    until_dawdling(at, 0);
    assert_eq!(get(at, &format!("/api/jobs/{job}")).status, 404);
    server.stop();
}

#[test]
fn a_job_that_nobody_listens_to_ends() {
    let _alone = alone();
    let unheard = Duration::from_millis(20);
    let server = difficult_server(Limits { unheard, ..ENDLESS });
    let at = server.address();
    let begun = || post(at, "/api", &json!({})).json()["begun"].clone();
    let before = begun();
    let job = start(at, &json!({ "op": "dawdle" }));
    while begun() == before {
        thread::sleep(Duration::from_millis(5));
    }
    until_dawdling(at, 0);
    assert_eq!(get(at, &format!("/api/jobs/{job}")).status, 404);
    server.stop();
}

#[test]
fn there_are_only_so_many_jobs() {
    let _alone = alone();
    let server = difficult_server(ENDLESS);
    let at = server.address();
    let dawdle = json!({ "op": "dawdle" });
    let mut jobs = Vec::new();
    let refused = loop {
        let response = post(at, "/api/jobs", &dawdle);
        if response.status != 200 {
            break response;
        }
        let job = response.json()["job"].as_str().unwrap().to_owned();
        jobs.push((Events::of(at, &job), job));
        assert!(jobs.len() < 100);
    };
    assert_eq!(refused.status, 503);
    assert_eq!(refused.header("retry-after"), Some("1"));
    // Plain requests have seats of their own.
    assert_eq!(post(at, "/api", &json!({})).status, 200);
    let (events, job) = jobs.pop().unwrap();
    request(at, &format!("DELETE /api/jobs/{job}"), "", "");
    events.last();
    // Whoever has the answer may start the next one.
    start(at, &dawdle);
    drop(jobs);
    server.stop();
}

#[test]
fn unheard_answers_do_not_pile_up() {
    let server = difficult_server(ENDLESS);
    let at = server.address();
    let statuses: Vec<u16> = (0..200)
        .map(|_| post(at, "/api/jobs", &json!({})).status)
        .collect();
    assert!(statuses.iter().filter(|&&s| s == 200).count() <= 16);
    assert!(statuses.iter().all(|s| [200, 503].contains(s)));
    server.stop();
}

#[test]
fn a_request_is_stopped_at_its_deadline() {
    let _alone = alone();
    let request = Duration::from_millis(20);
    let server = difficult_server(Limits { request, ..ENDLESS });
    let at = server.address();
    assert_eq!(post(at, "/api", &json!({ "op": "dawdle" })).status, 200);
    server.stop();
}

#[test]
fn a_request_that_does_not_stop_is_given_up() {
    let _alone = alone();
    RELEASED.store(false, Ordering::SeqCst);
    let (request, grace) = (Duration::from_millis(20), Duration::from_millis(20));
    let server = difficult_server(Limits {
        request,
        grace,
        ..ENDLESS
    });
    let at = server.address();
    assert_eq!(post(at, "/api", &json!({ "op": "deaf" })).status, 503);
    RELEASED.store(true, Ordering::SeqCst);
    server.stop();
}

#[test]
fn a_request_whose_client_is_gone_is_stopped() {
    let _alone = alone();
    let server = difficult_server(ENDLESS);
    let at = server.address();
    let mut stream = connect(at);
    let body = "{\"op\": \"dawdle\"}";
    let length = body.len();
    let text =
        format!("POST /api HTTP/1.1\r\nHost: {at}\r\n{JSON}Content-Length: {length}\r\n\r\n{body}");
    stream.write_all(text.as_bytes()).unwrap();
    until_dawdling(at, 1);
    drop(stream);
    until_dawdling(at, 0);
    server.stop();
}

#[test]
fn a_panic_is_an_error_and_the_server_lives() {
    let server = difficult_server(ENDLESS);
    let at = server.address();
    for _ in 0..20 {
        let response = post(at, "/api", &json!({ "op": "panic" }));
        assert_eq!(response.status, 500);
        assert_eq!(response.json()["ok"], false);
        let done = Events::of(at, &start(at, &json!({ "op": "panic" }))).last();
        assert_eq!(done["ok"], false);
    }
    assert_eq!(post(at, "/api", &json!({})).status, 200);
    server.stop();
}

#[test]
fn the_end_comes_in_the_middle_of_jobs() {
    let _alone = alone();
    RELEASED.store(false, Ordering::SeqCst);
    let server = difficult_server(ENDLESS);
    let at = server.address();
    let mut events = Events::of(at, &start(at, &json!({ "op": "dawdle" })));
    let deaf = Events::of(at, &start(at, &json!({ "op": "deaf" })));
    events.next().unwrap();
    // It waits for none of them, not even for the one that never ends by itself.
    server.stop();
    while events.next().is_some() {}
    drop(deaf);
    RELEASED.store(true, Ordering::SeqCst);
}
