//! Clients of all kinds, and what the server has promised to them.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::Address;
use super::served::Served;

/// How often a list is asked for again that a busy server had no time for.
const ASKED_AGAIN: usize = 20;

/// What the server has called kept.
#[derive(Clone, Default)]
pub struct Promise {
    ids: Arc<Mutex<BTreeSet<i64>>>,
    next: Arc<AtomicU64>,
}

impl Promise {
    /// Add a puzzle that is not there yet; whether the server says that it is kept.
    pub fn add(&self, address: &Address) -> bool {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let add =
            json!({ "op": "add", "puzzles": [{ "puzzle": puzzle(number), "tags": ["soak"] }] });
        let Some((200, answer)) = address.post("/api/library", &add) else {
            return false;
        };
        let Some(id) = answer["added"][0]["id"].as_i64() else {
            return false;
        };
        if let Ok(mut ids) = self.ids.lock() {
            ids.insert(id);
        }
        true
    }

    pub fn kept(&self) -> usize {
        self.ids.lock().map_or(0, |ids| ids.len())
    }

    /// How much of it is not there.
    pub fn lost(&self, served: &Served) -> Result<usize, String> {
        // What is promised while the list is on its way need not be in it.
        let promised = self.ids.lock().map_err(|e| e.to_string())?.clone();
        let ask = || {
            served
                .address
                .post("/api/library", &json!({ "op": "list" }))
        };
        // A server on a crowded machine may be too busy for so long a list; that loses nothing.
        let is_busy = |list: &Option<(u16, Value)>| matches!(list, Some((503, _)));
        let mut list = ask();
        for _ in 0..ASKED_AGAIN {
            if !is_busy(&list) {
                break;
            }
            list = ask();
        }
        let Some((200, list)) = list else {
            return Err(format!("the library cannot be listed: {list:?}"));
        };
        let entries = list["entries"].as_array().ok_or("a list without entries")?;
        let there: BTreeSet<i64> = entries.iter().filter_map(|e| e["id"].as_i64()).collect();
        Ok(promised.difference(&there).count())
    }
}

/// A small puzzle for each number up to some millions, no two alike.
fn puzzle(number: u64) -> Value {
    let digit = |place: u32| (number / 8u64.pow(place) % 8 + 1).to_string();
    let empty = json!(["-", "-", "-", "-", "-", "-", "-"]);
    json!({
        "type": "hashi", "rows": 5, "cols": 7, "title": format!("No. {number}"),
        "problem": [
            ["1", "-", digit(0), "-", digit(1), "-", "2"], empty,
            [digit(2), "-", digit(3), "-", digit(4), "-", digit(5)], empty,
            ["3", "-", digit(6), "-", digit(7), "-", "4"],
        ],
    })
}

/// What a client saw.
#[derive(Default)]
pub struct Seen {
    /// How long each answer took, in milliseconds.
    pub millis: Vec<f64>,
    /// Answers that say that the server is too busy.
    pub busy: usize,
    /// Answers that must not be, and questions without an answer.
    pub odd: Vec<String>,
}

/// Clients at work.
pub struct Load {
    is_over: Arc<AtomicBool>,
    clients: Vec<JoinHandle<Seen>>,
}

impl Load {
    /// Four clients that play and look things up, one that writes, one that is slow and one that
    /// vanishes.
    pub fn on(served: &Served, promise: &Promise) -> Result<Load, String> {
        let requests = Arc::new(requests(&served.address)?);
        let is_over = Arc::new(AtomicBool::new(false));
        let mut clients = Vec::new();
        let mut start = |client: Box<dyn Fn(usize, &mut Seen) + Send>| {
            let is_over = is_over.clone();
            clients.push(std::thread::spawn(move || {
                let mut seen = Seen::default();
                for turn in 0.. {
                    if is_over.load(Ordering::Relaxed) {
                        break;
                    }
                    client(turn, &mut seen);
                }
                seen
            }));
        };
        for number in 0..4 {
            let (address, requests) = (served.address.clone(), requests.clone());
            start(Box::new(move |turn, seen| {
                let (line, body) = &requests[(turn * 7 + number * 3) % requests.len()];
                timed(&address, line, body, seen);
                std::thread::sleep(Duration::from_millis(20));
            }));
        }
        let (address, promise) = (served.address.clone(), promise.clone());
        start(Box::new(move |_, _| {
            promise.add(&address);
            std::thread::sleep(Duration::from_millis(60));
        }));
        let (address, slow) = (served.address.clone(), requests.clone());
        start(Box::new(move |turn, _| {
            let (line, body) = &slow[turn % slow.len()];
            address.dawdle(line, body, 200 + turn % 400, Duration::from_millis(30));
        }));
        let (address, vanishing) = (served.address.clone(), requests);
        start(Box::new(move |turn, _| {
            let (line, body) = &vanishing[turn % vanishing.len()];
            address.vanish(line, body);
            address.dawdle(line, body, 0, Duration::ZERO);
            std::thread::sleep(Duration::from_millis(40));
        }));
        Ok(Load { is_over, clients })
    }

    /// Send everybody home.
    pub fn stop(self) -> Seen {
        self.is_over.store(true, Ordering::Relaxed);
        let mut all = Seen::default();
        for client in self.clients {
            if let Ok(mut seen) = client.join() {
                all.millis.append(&mut seen.millis);
                all.busy += seen.busy;
                all.odd.append(&mut seen.odd);
            }
        }
        all
    }
}

fn timed(address: &Address, line: &str, body: &str, seen: &mut Seen) {
    let start = Instant::now();
    match address.ask(line, body) {
        Some((200, _)) => seen.millis.push(start.elapsed().as_secs_f64() * 1e3),
        Some((503, _)) => seen.busy += 1,
        Some((status, answer)) => seen.odd.push(format!("{line}: {status} {answer:.200}")),
        None => seen.odd.push(format!("{line}: no answer")),
    }
}

/// What clients ask: pages, the protocol about samples of every family, and the library.
fn requests(address: &Address) -> Result<Vec<(String, String)>, String> {
    let families = address.post("/api", &json!({ "op": "families" }));
    let Some((200, families)) = families else {
        return Err("the server does not say which families it has".to_owned());
    };
    let mut requests = Vec::new();
    for path in ["/", "/main.js", "/api", "/api/library"] {
        requests.push((format!("GET {path}"), String::new()));
    }
    let mut post = |path: &str, body: Value| {
        requests.push((format!("POST {path}"), body.to_string()));
    };
    for family in families["families"].as_array().into_iter().flatten() {
        for sample in family["samples"].as_array().into_iter().flatten() {
            let puzzle = &sample["puzzle"];
            for op in ["show", "solve", "rate", "trace", "verdict", "formats"] {
                post("/api", json!({ "op": op, "puzzle": puzzle }));
            }
            let text = puzzle.to_string();
            post("/api", json!({ "op": "open", "text": text }));
            post(
                "/api",
                json!({ "op": "export", "puzzle": puzzle, "format": "janko" }),
            );
        }
        let generate = json!({ "op": "generate", "family": family["id"], "rows": 5, "cols": 5, "seed": 7, "index": 1 });
        post("/api", generate);
    }
    for body in [
        json!({ "op": "get", "ids": [1, 2, 3] }),
        json!({ "op": "stats" }),
        json!({ "op": "play", "id": 1, "play": { "solved": true, "seconds": 60 } }),
        json!({ "op": "tag", "ids": [1], "add": ["seen"], "remove": [] }),
        json!({ "op": "rubbish" }),
    ] {
        post("/api/library", body);
    }
    Ok(requests)
}
