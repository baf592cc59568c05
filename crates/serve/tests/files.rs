//! The client's files, and nothing else.

mod http;

use std::io::Write;
use std::path::Path;

use http::{connect, exchange, get, read, request, server};

#[test]
fn no_path_leads_out_of_the_client() {
    let server = server();
    let at = server.address();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/%2e%2e%2fCargo.toml",
        "/..\\Cargo.toml",
        "/..%5cCargo.toml",
        "/./../Cargo.toml",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/etc/passwd",
        "/index.html/../../Cargo.toml",
        "/index.html%00.js",
        "/node_modules/typescript/package.json",
        "/package.json",
        "/.gitignore",
        "/api/../../Cargo.toml",
    ] {
        let response = get(at, path);
        assert_eq!(response.status, 404, "{path}");
        assert!(!response.body.contains("[package]"), "{path}");
    }
    server.stop();
}

#[test]
fn a_file_is_served_with_its_type_and_only_once() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let server = server();
    let at = server.address();
    for (path, file, kind) in [
        ("/", "index.html", "text/html; charset=utf-8"),
        ("/index.html", "index.html", "text/html; charset=utf-8"),
        ("/api.js", "api.js", "text/javascript; charset=utf-8"),
        ("/style.css", "style.css", "text/css; charset=utf-8"),
    ] {
        // The client may be laid out differently one day.
        let Ok(content) = std::fs::read_to_string(web.join(file)) else {
            continue;
        };
        let response = get(at, path);
        assert_eq!(response.status, 200, "{path}");
        assert_eq!(response.body, content);
        assert_eq!(response.header("content-type"), Some(kind));
        assert_eq!(response.header("cache-control"), Some("no-cache"));
        let tag = response.header("etag").expect("a tag");
        let known = format!("If-None-Match: {tag}\r\n");
        let again = request(at, &format!("GET {path}"), &known, "");
        assert_eq!((again.status, again.body.as_str()), (304, ""));
        let other = request(
            at,
            &format!("GET {path}"),
            "If-None-Match: \"other\"\r\n",
            "",
        );
        assert_eq!(other.status, 200);
    }
    server.stop();
}

#[test]
fn files_can_only_be_read() {
    let server = server();
    let at = server.address();
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"] {
        let response = request(at, &format!("{method} /index.html"), "", "");
        assert_eq!(response.status, 405, "{method}");
        assert_eq!(response.header("allow"), Some("GET, HEAD"));
    }
    server.stop();
}

#[test]
fn the_schema_is_published() {
    let server = server();
    let response = get(server.address(), "/api");
    assert_eq!(response.header("content-type"), Some("application/json"));
    assert_eq!(response.json(), api::schema());
    server.stop();
}

#[test]
fn what_is_not_http_does_no_harm() {
    let server = server();
    let at = server.address();
    for bytes in [
        &b"\0\0\0\0\r\n\r\n"[..],
        b"hello\r\n\r\n",
        b"GET / HTTP/9\r\n\r\n",
    ] {
        let mut stream = connect(at);
        stream.write_all(bytes).unwrap();
        assert!(read(stream).map_or(400, |response| response.status) >= 400);
    }
    let long = format!(
        "GET /{} HTTP/1.1\r\nHost: {at}\r\n\r\n",
        "x".repeat(200_000)
    );
    assert!(exchange(at, long.as_bytes()).map_or(400, |response| response.status) >= 400);
    assert_eq!(get(at, "/api").status, 200);
    server.stop();
}
