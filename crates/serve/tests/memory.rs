//! What is refused takes up no memory. Alone in its file, and so in its process, because it
//! measures the memory.

mod http;

use std::io::Write;

use http::{JSON, connect, exchange, get, server};

/// Memory of this process, server included, in bytes; none where that cannot be found out.
fn memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: usize = peak.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes << 10)
}

#[test]
fn a_hundred_megabytes_are_refused_without_being_read() {
    const HUGE: usize = 100 << 20;
    let server = server();
    let at = server.address();
    let before = memory();
    let head = format!("POST /api HTTP/1.1\r\nHost: {at}\r\n{JSON}Content-Length: {HUGE}\r\n\r\n");
    let response = exchange(at, head.as_bytes()).expect("an answer to the head alone");
    assert_eq!(response.status, 413);
    assert!(response.json()["error"]["message"].is_string());

    // The same without announcing it, in pieces: cut off after the first megabyte.
    let mut stream = connect(at);
    let head =
        format!("POST /api HTTP/1.1\r\nHost: {at}\r\n{JSON}Transfer-Encoding: chunked\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let piece = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    let sent = (0..HUGE / 0x10000)
        .take_while(|_| stream.write_all(piece.as_bytes()).is_ok())
        .count();
    assert!(sent < 500, "{sent} pieces of 64 kB were taken");

    if let (Some(before), Some(after)) = (before, memory()) {
        assert!(
            after - before < 32 << 20,
            "grew by {} bytes",
            after - before
        );
    }
    assert_eq!(get(at, "/api").status, 200);
    server.stop();
}
