//! A client of the plainest kind: it is the server that is tested, down to the bytes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(dead_code, reason = "not every test uses all of it")]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use puzzles::FAMILIES;
use serde_json::{Value, json};
use serve::{Limits, Options, Server, Token};

const NEVER: Duration = Duration::from_secs(3600);

/// No machine is so slow that it reaches one of these; a test sets those that it means to reach.
pub const ENDLESS: Limits = Limits {
    head: NEVER,
    silence: NEVER,
    dawdling: NEVER,
    body: NEVER,
    refusal: NEVER,
    turn: NEVER,
    request: NEVER,
    grace: NEVER,
    library: NEVER,
    job: NEVER,
    unheard: NEVER,
};

pub fn server() -> Server {
    server_with(None, ENDLESS)
}

/// A server with a library file, or with limits that can be reached.
pub fn server_with(library: Option<&Path>, limits: Limits) -> Server {
    let options = Options {
        library: library.map(Path::to_path_buf),
        ..options()
    };
    Server::start_whole(&options, api::answer, limits).expect("some port is free")
}

/// How servers are started here: on any port, with a token that is known.
pub fn options() -> Options {
    Options {
        port: 0,
        token: Token::chosen(TOKEN),
        ..Options::default()
    }
}

/// What opens the library of these servers.
pub const TOKEN: &str = "for-tests";

#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Response {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }
}

pub fn connect(at: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(at).expect("the server listens");
    // Only so that a defect does not hang for ever; no answer is judged by how long it took.
    let patience = Some(Duration::from_secs(300));
    stream.set_read_timeout(patience).unwrap();
    stream.set_write_timeout(patience).unwrap();
    stream
}

/// Send these bytes and read the one response.
pub fn exchange(at: SocketAddr, request: &[u8]) -> io::Result<Response> {
    let mut stream = connect(at);
    stream.write_all(request)?;
    read(stream)
}

pub fn read(stream: TcpStream) -> io::Result<Response> {
    let mut reader = BufReader::new(stream);
    let (status, headers) = read_head(&mut reader)?;
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length: usize = length.map_or(0, |(_, length)| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let body = String::from_utf8(body).expect("text");
    Ok(Response {
        status,
        headers,
        body,
    })
}

pub fn read_head(reader: &mut impl BufRead) -> io::Result<(u16, Vec<(String, String)>)> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let line = line.trim_end().to_owned();
        if line.is_empty() {
            break;
        }
        lines.push(line);
    }
    let status = lines[0].split(' ').nth(1).unwrap().parse().unwrap();
    let header = |line: &String| {
        let (name, value) = line.split_once(": ").expect("a header");
        (name.to_ascii_lowercase(), value.to_owned())
    };
    Ok((status, lines[1..].iter().map(header).collect()))
}

/// The header that opens the library, where it is asked.
fn key(line: &str) -> String {
    match line.contains(" /api/library") {
        true => format!("Authorization: Bearer {TOKEN}\r\n"),
        false => String::new(),
    }
}

/// A request with these headers besides the host, and what the library wants.
pub fn request(at: SocketAddr, line: &str, headers: &str, body: &str) -> Response {
    keyless(at, line, &format!("{}{headers}", key(line)), body)
}

/// A request with these headers besides the host, and no other.
pub fn keyless(at: SocketAddr, line: &str, headers: &str, body: &str) -> Response {
    let length = body.len();
    let text =
        format!("{line} HTTP/1.1\r\nHost: {at}\r\n{headers}Content-Length: {length}\r\n\r\n{body}");
    exchange(at, text.as_bytes()).expect("a response")
}

pub fn get(at: SocketAddr, path: &str) -> Response {
    request(at, &format!("GET {path}"), "", "")
}

pub const JSON: &str = "Content-Type: application/json\r\n";

pub fn post(at: SocketAddr, path: &str, body: &Value) -> Response {
    request(at, &format!("POST {path}"), JSON, &body.to_string())
}

/// The first sample of the first family.
pub fn sample() -> Value {
    let line = FAMILIES[0]
        .texts
        .samples
        .lines()
        .next()
        .expect("three samples");
    serde_json::from_str(line).expect("JSON lines")
}

pub fn solve() -> Value {
    json!({ "op": "solve", "puzzle": sample() })
}
