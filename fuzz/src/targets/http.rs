//! Requests to the server as bytes on the line: each is answered in HTTP or hung up on, no answer says
//! that the server has a defect, and afterwards the server still gives out its page.
//!
//! There is one server for all inputs, with a library; the word TOKEN in an input stands for what opens
//! it.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::LazyLock;
use std::time::Duration;

use serve::Server;

use crate::{Target, seeds};

/// See the head of this file.
pub const TARGET: Target = Target {
    name: "http",
    about: "Requests to the server, as bytes",
    seeds,
    take,
    share: 4,
    round: 100,
};

/// A server that runs as long as the program.
struct Running {
    address: SocketAddr,
    token: String,
}

static SERVER: LazyLock<Running> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder").keep();
    let server = Server::start_at(0, Some(&folder.join("http.library"))).expect("a server");
    let token = server
        .url()
        .rsplit('/')
        .next()
        .unwrap_or_default()
        .to_owned();
    let address = server.address();
    // Nobody stops it: it is needed until the last input.
    std::mem::forget(server);
    Running { address, token }
});

fn seeds() -> Vec<Vec<u8>> {
    let post = |path: &str, body: &[u8]| {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n\
             Authorization: Bearer TOKEN\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        [head.as_bytes(), body].concat()
    };
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    for path in [
        "/",
        "/app.js",
        "/nothing",
        "/api",
        "/api/library",
        "/../x",
        "/%2e%2e/x",
    ] {
        let get = format!("GET {path} HTTP/1.1\r\nHost: HOST\r\nAccept-Encoding: gzip\r\n\r\n");
        seeds.push(get.into_bytes());
    }
    for (table, path) in [("ops", "/api"), ("library", "/api/library")] {
        if api::schema()[table].is_object() {
            let some = seeds::requests(table);
            seeds.extend(some.iter().step_by(9).map(|body| post(path, body)));
        }
    }
    let chunked = "POST /api HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n\
                   Transfer-Encoding: chunked\r\n\r\n10\r\n{\"op\":\"families\"\r\n1\r\n}\r\n0\r\n\r\n";
    seeds.push(chunked.as_bytes().to_vec());
    let foreign = "GET / HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n\
                   Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nConnection: close\r\n\r\n";
    seeds.push(foreign.as_bytes().to_vec());
    seeds.push(b"GET / HTTP/1.0\r\n\r\nGET / HTTP/1.1\r\nHost: HOST\r\n\r\n".to_vec());
    seeds
}

/// Nothing that the server answers takes so long that somebody would think it hangs.
const ANSWER_TIME: Duration = Duration::from_secs(60);

/// What comes back, until the server hangs up. Who says that nothing more will come (`is_all`) may get no
/// answer at all: to the server that is somebody who has gone.
fn asked(request: &[u8], is_all: bool) -> Result<Vec<u8>, String> {
    let words = |error: std::io::Error| format!("no connection: {error}");
    let mut stream = TcpStream::connect(SERVER.address).map_err(words)?;
    stream.set_read_timeout(Some(ANSWER_TIME)).map_err(words)?;
    stream.set_write_timeout(Some(ANSWER_TIME)).map_err(words)?;
    // Whoever is refused may be hung up on before the end.
    let _ = stream.write_all(request);
    if is_all {
        let _ = stream.shutdown(Shutdown::Write);
    }
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
            Err("no answer and no end of the connection".to_owned())
        }
        // Hung up on in the middle.
        _ => Ok(answer),
    }
}

/// The request with the words that stand for something replaced.
fn filled(input: &[u8]) -> Vec<u8> {
    let host = SERVER.address.to_string();
    let mut out = Vec::with_capacity(input.len() + 64);
    let mut rest = input;
    while let Some(first) = rest.first() {
        let (with, length) = if rest.starts_with(b"TOKEN") {
            (SERVER.token.as_bytes(), 5)
        } else if rest.starts_with(b"HOST") {
            (host.as_bytes(), 4)
        } else {
            (std::slice::from_ref(first), 1)
        };
        out.extend_from_slice(with);
        rest = &rest[length..];
    }
    out
}

fn take(input: &[u8]) -> Result<String, String> {
    let answer = asked(&filled(input), true)?;
    let text = String::from_utf8_lossy(&answer);
    let outcome = match text.split_once("\r\n") {
        None if answer.is_empty() => "hung up on".to_owned(),
        None => return Err(format!("no answer in HTTP: {text:?}")),
        Some((first, rest)) => {
            let mut words = first.split(' ');
            let is_http = words.next().is_some_and(|word| word.starts_with("HTTP/1."));
            let status = words.next().unwrap_or_default();
            if !is_http || status.len() != 3 {
                return Err(format!("no answer in HTTP: {first:?}"));
            }
            if status == "500" {
                return Err(format!("the server calls it a defect of its own: {rest}"));
            }
            let body = rest.split_once("\r\n\r\n").map_or("", |(_, body)| body);
            let body = if body.is_ascii() {
                &body[..body.len().min(200)]
            } else {
                ""
            };
            // As letters: digits do not count in an outcome.
            let status: String = (status.bytes())
                .map(|digit| char::from(b'a' + digit.wrapping_sub(b'0') % 26))
                .collect();
            format!("{status} {body}")
        }
    };
    let page = b"GET / HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n";
    let page = asked(&filled(page), false)?;
    match page.starts_with(b"HTTP/1.1 200") {
        true => Ok(outcome),
        false => {
            let answer = String::from_utf8_lossy(&page);
            let first: String = answer.chars().take(200).collect();
            Err(format!("afterwards the page is not given out: {first}"))
        }
    }
}
