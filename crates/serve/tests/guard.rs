//! Only our own pages are answered, and every answer says what pages may do.

mod http;

use http::{
    ENDLESS, JSON, TOKEN, exchange, get, keyless, post, request, server, server_with, solve,
};
use serde_json::json;

const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; \
                   img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; \
                   base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[test]
fn another_host_is_refused() {
    let server = server();
    let at = server.address();
    let port = at.port();
    let status = |host: &str| {
        let text = format!("GET /api HTTP/1.1\r\n{host}\r\n");
        exchange(at, text.as_bytes()).unwrap().status
    };
    for host in ["127.0.0.1", "localhost", "[::1]"] {
        assert_eq!(status(&format!("Host: {host}:{port}\r\n")), 200, "{host}");
    }
    for host in [
        "evil.example",
        "evil.example:80",
        "localhost",
        "127.0.0.1:1",
        "",
    ] {
        assert_eq!(status(&format!("Host: {host}\r\n")), 403, "{host}");
    }
    assert_eq!(status(&format!("Host: evil.example:{port}\r\n")), 403);
    assert_eq!(status(""), 403);
    server.stop();
}

#[test]
fn another_origin_is_refused() {
    let server = server();
    let at = server.address();
    let body = solve().to_string();
    let status =
        |headers: &str| request(at, "POST /api", &format!("{JSON}{headers}"), &body).status;
    assert_eq!(status(""), 200);
    assert_eq!(status(&format!("Origin: http://{at}\r\n")), 200);
    assert_eq!(status("Sec-Fetch-Site: same-origin\r\n"), 200);
    for headers in [
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Origin: http://127.0.0.1\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
    ] {
        assert_eq!(status(headers), 403, "{headers}");
    }
    server.stop();
}

#[test]
fn a_form_of_another_page_has_the_wrong_type() {
    let server = server();
    let at = server.address();
    let body = solve().to_string();
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/jsonp",
        "",
    ] {
        let header = format!("Content-Type: {kind}\r\n");
        assert_eq!(
            request(at, "POST /api", &header, &body).status,
            415,
            "{kind}"
        );
        assert_eq!(
            request(at, "POST /api/jobs", &header, &body).status,
            415,
            "{kind}"
        );
    }
    assert_eq!(request(at, "POST /api", "", &body).status, 415);
    let header = "Content-Type: application/json; charset=utf-8\r\n";
    assert_eq!(request(at, "POST /api", header, &body).status, 200);
    server.stop();
}

#[test]
fn a_link_on_another_site_opens_the_page() {
    let server = server();
    let at = server.address();
    let follow = |line: &str, dest: &str| {
        let headers = format!(
            "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: {dest}\r\n"
        );
        request(at, line, &headers, "").status
    };
    assert_eq!(follow("GET /", "document"), 200);
    assert_eq!(follow("GET /", "iframe"), 403);
    assert_eq!(follow("GET /api", "document"), 403);
    assert_eq!(follow("POST /", "document"), 403);
    server.stop();
}

/// The page and the protocol are everybody's, the library is not.
#[test]
fn the_library_opens_with_its_token_only() {
    let folder = tempfile::tempdir().unwrap();
    let server = server_with(Some(&folder.path().join("my.library")), ENDLESS);
    let at = server.address();
    assert_eq!(server.url(), format!("http://{at}/#/token/{TOKEN}"));
    let list = json!({ "op": "list" }).to_string();
    let wrong = "Authorization: Bearer for-test\r\n";
    for key in ["", wrong] {
        let headers = format!("{JSON}{key}");
        for line in [
            "POST /api/library",
            "POST /api/library/jobs",
            "GET /api/library",
        ] {
            let response = keyless(at, line, &headers, &list);
            assert_eq!(response.status, 401, "{line}");
            assert!(!response.body.contains("my.library"), "{response:?}");
        }
        let solved = keyless(at, "POST /api", &headers, &solve().to_string());
        assert_eq!(solved.status, 200);
        assert_eq!(keyless(at, "GET /", key, "").status, 200);
    }
    assert_eq!(request(at, "POST /api/library", JSON, &list).status, 200);
    // Who cannot start a job of the library cannot listen to one either.
    let job = post(at, "/api/library/jobs", &json!({ "op": "list" })).json();
    let name = job["job"].as_str().unwrap();
    let (number, secret) = name.split_once('-').expect("a secret in its name");
    assert_eq!(secret.len(), 32);
    for guess in [number.to_owned(), format!("{number}-{}", "0".repeat(32))] {
        assert_eq!(get(at, &format!("/api/jobs/{guess}")).status, 404);
        let cancel = request(at, &format!("DELETE /api/jobs/{guess}"), "", "");
        assert_eq!(cancel.status, 404);
    }
    let heard = request(
        at,
        &format!("GET /api/jobs/{name}"),
        "Connection: close\r\n",
        "",
    );
    assert_eq!(heard.status, 200);
    server.stop();
}

#[test]
fn every_response_has_the_strict_headers() {
    let server = server();
    let at = server.address();
    let responses = [
        get(at, "/"),
        get(at, "/api"),
        get(at, "/nothing"),
        get(at, "/api/jobs/7"),
        get(at, "/api/jobs"),
        post(at, "/api", &solve()),
        post(at, "/api", &json!(5)),
        request(at, "PUT /api", "", ""),
        request(at, "POST /", "", ""),
        request(at, "DELETE /api/jobs/x", "", ""),
        request(at, "OPTIONS /api", "", ""),
        request(at, "GET /", "Origin: http://evil.example\r\n", ""),
        request(at, "POST /api", "", "x"),
    ];
    for response in responses {
        let has = |name: &str, value: &str| {
            assert_eq!(response.header(name), Some(value), "{name}: {response:?}");
        };
        has("content-security-policy", CSP);
        has("x-content-type-options", "nosniff");
        has("referrer-policy", "no-referrer");
        has("cross-origin-resource-policy", "same-origin");
        has("cross-origin-opener-policy", "same-origin");
        assert_eq!(response.header("access-control-allow-origin"), None);
    }
    server.stop();
}
