//! Only our own pages are answered, and every answer says what pages may do.

mod http;

use http::{JSON, exchange, get, post, request, server, solve};
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
