//! A client of the plainest kind: one request to a connection.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// Where a server is, and what opens its library.
#[derive(Clone)]
pub struct Address {
    pub at: SocketAddr,
    pub token: String,
}

/// No answer that is right takes longer than this.
const ANSWER_TIME: Duration = Duration::from_secs(30);

impl Address {
    fn connect(&self) -> Option<TcpStream> {
        let stream = TcpStream::connect_timeout(&self.at, ANSWER_TIME).ok()?;
        stream.set_read_timeout(Some(ANSWER_TIME)).ok()?;
        stream.set_write_timeout(Some(ANSWER_TIME)).ok()?;
        Some(stream)
    }

    /// The bytes of a request.
    fn request(&self, line: &str, body: &str) -> String {
        format!(
            "{line} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: \
             application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            self.at,
            self.token,
            body.len()
        )
    }

    /// The status and body of the answer; none if there is none.
    pub fn ask(&self, line: &str, body: &str) -> Option<(u16, String)> {
        let mut stream = self.connect()?;
        stream.write_all(self.request(line, body).as_bytes()).ok()?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some((status, body.to_owned()))
    }

    /// The answer to a request, as JSON; none if it was not answered.
    pub fn post(&self, path: &str, body: &Value) -> Option<(u16, Value)> {
        let (status, answer) = self.ask(&format!("POST {path}"), &body.to_string())?;
        Some((status, serde_json::from_str(&answer).unwrap_or(Value::Null)))
    }

    /// Send a request a few bytes at a time, and perhaps not all of it.
    pub fn dawdle(&self, line: &str, body: &str, part: usize, pause: Duration) {
        let Some(mut stream) = self.connect() else {
            return;
        };
        let request = self.request(line, body);
        for piece in request.as_bytes()[..request.len().min(part)].chunks(40) {
            if stream.write_all(piece).is_err() {
                return;
            }
            std::thread::sleep(pause);
        }
    }

    /// Ask, and go away before the answer comes.
    pub fn vanish(&self, line: &str, body: &str) {
        if let Some(mut stream) = self.connect() {
            let _ = stream.write_all(self.request(line, body).as_bytes());
        }
    }
}
