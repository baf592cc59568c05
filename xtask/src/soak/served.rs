//! A server in a process of its own, and what the system says about it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::json;

use super::client::Address;
use super::load::Promise;

/// How large files may become.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Disk {
    Large,
    /// Hardly larger than they are. A limit of the system for this process, since a disk that is
    /// really full needs rights that developers do not have: writing fails as it would there.
    Full,
}

pub struct Served {
    child: Child,
    /// How much the clock is wrong, for the server to read.
    clock: PathBuf,
    pub address: Address,
}

impl Served {
    pub fn start(program: &str, library: &Path, disk: Disk) -> Result<Served, String> {
        let clock = library.with_extension("clock");
        std::fs::write(&clock, "0").map_err(|e| format!("{}: {e}", clock.display()))?;
        let library = library.to_str().ok_or("a folder with a strange name")?;
        let call = "exec \"$0\" serve --port 0 --library \"$1\"";
        // Who ignores the signal is told by an error instead.
        let call = match disk {
            Disk::Large => call.to_owned(),
            Disk::Full => format!("trap '' XFSZ; ulimit -f {}; {call}", blocks(library)),
        };
        let mut child = Command::new("sh")
            .args(["-c", &call, program, library])
            .env("GRIDWRIGHT_TOKEN", "soak")
            .env("GRIDWRIGHT_CLOCK", &clock)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("sh cannot be run: {e}"))?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or("no output")?;
        let read = BufReader::new(out).read_line(&mut line);
        read.map_err(|e| e.to_string())?;
        let url = line
            .split_whitespace()
            .find(|word| word.starts_with("http://"));
        let found = url.and_then(|url| url.strip_prefix("http://")?.split_once("/#/token/"));
        let (at, token) = found.ok_or_else(|| format!("no address of a library: {line:?}"))?;
        let at = at.parse().map_err(|_| format!("no address: {at}"))?;
        let token = token.to_owned();
        Ok(Served {
            child,
            clock,
            address: Address { at, token },
        })
    }

    fn proc(&self, name: &str) -> std::path::PathBuf {
        Path::new("/proc")
            .join(self.child.id().to_string())
            .join(name)
    }

    /// Resident memory in megabytes.
    pub fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(self.proc("status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        kilobytes.unwrap_or(0.0) / 1024.0
    }

    /// Files and connections that it has open.
    pub fn descriptors(&self) -> usize {
        std::fs::read_dir(self.proc("fd")).map_or(0, Iterator::count)
    }

    /// The same after everybody has left: the last connections end a little later.
    pub fn settled_descriptors(&self, before: usize) -> usize {
        for _ in 0..150 {
            if self.descriptors() <= before {
                break;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        self.descriptors()
    }

    fn signal(&self, name: &str) -> Result<(), String> {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status();
        match sent.is_ok_and(|status| status.success()) {
            true => Ok(()),
            false => Err(format!("kill {name} failed: the server is gone")),
        }
    }

    /// It does nothing for a while and does not notice, as if the machine had slept.
    pub fn pause(&self, time: Duration) -> Result<(), String> {
        self.signal("-STOP")?;
        std::thread::sleep(time);
        self.signal("-CONT")
    }

    /// Let its clock be wrong by so many seconds; whether it dates what happens by that, and goes on
    /// where there is no such date.
    pub fn jump(&self, seconds: i64) -> Result<bool, String> {
        // In one go, so that the server never reads half a number.
        let draft = self.clock.with_extension("draft");
        let written = std::fs::write(&draft, seconds.to_string())
            .and_then(|()| std::fs::rename(&draft, &self.clock));
        written.map_err(|e| format!("{}: {e}", self.clock.display()))?;
        let now = || {
            let since = SystemTime::now().duration_since(UNIX_EPOCH);
            since.map_or(0, |time| time.as_secs() as i64)
        };
        let before = now() + seconds;
        let play = json!({ "op": "play", "id": 1, "play": { "solved": true, "seconds": 1 } });
        let played = self.address.post("/api/library", &play);
        let get = json!({ "op": "get", "ids": [1] });
        let got = self.address.post("/api/library", &get);
        let (Some((200, played)), Some((200, got))) = (&played, &got) else {
            return Ok(false);
        };
        if played["ok"] != true {
            // The first puzzle is not there yet.
            return Ok(got["ok"] == true || got["error"].is_object());
        }
        let dates = got["entries"][0]["plays"].as_array();
        let mut dates = dates.into_iter().flatten().map(|play| play["at"].as_i64());
        let expected = before..=now() + seconds;
        Ok(match before < 0 {
            true => dates.any(|at| at.is_none()),
            false => dates.flatten().any(|at| expected.contains(&at)),
        })
    }

    /// As with kill -9: nothing is tidied up.
    pub fn kill(mut self) -> Result<(), String> {
        self.child.kill().map_err(|e| e.to_string())?;
        self.child.wait().map(drop).map_err(|e| e.to_string())
    }

    /// As with Ctrl-C.
    pub fn end(mut self) -> Result<(), String> {
        self.signal("-INT")?;
        let status = self.child.wait().map_err(|e| e.to_string())?;
        match status.success() {
            true => Ok(()),
            false => Err(format!("the server ended with {status}")),
        }
    }

    /// Is it true that nothing more can be written, but read?
    pub fn is_full(&self, promise: &Promise) -> Result<bool, String> {
        let refused = (0..MOST_ADDED).any(|_| !promise.add(&self.address));
        let lost = promise.lost(self)?;
        Ok(refused && lost == 0)
    }
}

/// How much longer files may become on a disk that is full.
const ROOM: u64 = 64 << 10;

/// So many puzzles do not fit into that, however short the load before them was: each takes more than
/// this many bytes.
const MOST_ADDED: u64 = ROOM / 32;

/// The limit for files, in blocks of 512 bytes: a little more than the library has.
fn blocks(library: &str) -> u64 {
    let length = |name: String| std::fs::metadata(name).map_or(0, |file| file.len());
    let largest = length(library.to_owned()).max(length(format!("{library}-wal")));
    (largest + ROOM) / 512
}
