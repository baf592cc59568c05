//! Who may talk to the server.
//!
//! A page from anywhere can make the browser send requests to 127.0.0.1. Three headers tell such
//! requests from our own: `Host` (a name that was rebound to 127.0.0.1 stays in it), `Origin`
//! (present when a page posts), and `Sec-Fetch-Site` (present in all of today's browsers, whatever
//! is asked for). All are checked on every request, and every response, refusals too, carries the
//! headers that keep pages from doing what ours need not do. Only a link may stand anywhere: to
//! follow it shows our page in a tab of its own, and whoever placed the link sees nothing of it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::reply;
use crate::token::Token;

/// What a page may load and do.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The same for a page that carries its engine.
const ENGINE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
                             worker-src 'self'; style-src 'self'; font-src 'self'; \
                             img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; \
                             base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
];

/// Who may talk to the server, and what its pages may do.
pub(crate) struct Guard {
    names: Names,
    policy: &'static str,
    /// On a network, what every request to the protocol must carry.
    token: Option<Token>,
}

impl Guard {
    /// `at` is where the server listens; with a token it admits only who has that.
    pub(crate) fn new(at: SocketAddr, carries_engine: bool, token: Option<Token>) -> Guard {
        Guard {
            names: Names::new(at),
            token,
            policy: if carries_engine {
                ENGINE_POLICY
            } else {
                POLICY
            },
        }
    }
}

impl Guard {
    /// Does everything but the files of the page need the token?
    pub(crate) fn is_strict(&self) -> bool {
        self.token.is_some()
    }

    /// The files of the page are no secret. A job is known by a name that nobody guesses, and the browser
    /// listens to it without a token.
    fn admits(&self, request: &Request) -> bool {
        let path = request.uri().path();
        let is_asked = path == "/api" || path.starts_with("/api/");
        let is_job = path.starts_with("/api/jobs/");
        let token = self.token.as_ref().filter(|_| is_asked && !is_job);
        token.is_none_or(|token| token.is_in(request.headers()))
    }
}

/// The names under which the server is reached, with the port.
struct Names(Vec<String>);

impl Names {
    /// On this machine, or on a network by its number there: names can be made to point anywhere.
    fn new(at: SocketAddr) -> Names {
        let port = at.port();
        let hosts = match at.ip() {
            IpAddr::V4(Ipv4Addr::LOCALHOST) => ["127.0.0.1", "localhost", "[::1]"]
                .map(str::to_owned)
                .to_vec(),
            IpAddr::V4(ip) => vec![ip.to_string()],
            IpAddr::V6(ip) => vec![format!("[{ip}]")],
        };
        let mut names: Vec<String> = hosts.iter().map(|host| format!("{host}:{port}")).collect();
        if port == 80 {
            names.extend(hosts);
        }
        Names(names)
    }

    fn knows(&self, name: &str) -> bool {
        self.0.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), &'static str> {
        let host = only(headers, header::HOST).flatten();
        let host = host.filter(|host| self.knows(host));
        let named = uri.authority().is_none_or(|a| self.knows(a.as_str()));
        let (Some(host), true) = (host, named) else {
            return Err("this server answers only to the address that it printed");
        };
        let own = |origin: &str| {
            origin
                .strip_prefix("http://")
                .is_some_and(|name| name.eq_ignore_ascii_case(host))
        };
        match only(headers, header::ORIGIN) {
            None => {}
            Some(Some(origin)) if own(origin) => {}
            Some(_) => return Err("this server answers to its own pages only"),
        }
        match only(headers, HeaderName::from_static("sec-fetch-site")) {
            None | Some(Some("same-origin" | "none")) => Ok(()),
            Some(Some("cross-site" | "same-site")) if is_link(method, uri, headers) => Ok(()),
            Some(_) => Err("this server answers to its own pages only"),
        }
    }
}

/// Does somebody follow a link to the page, in a tab and not in a frame?
fn is_link(method: &Method, uri: &Uri, headers: &HeaderMap) -> bool {
    let says = |name, value| only(headers, HeaderName::from_static(name)) == Some(Some(value));
    let path = uri.path();
    method == Method::GET
        && path != "/api"
        && !path.starts_with("/api/")
        && says("sec-fetch-mode", "navigate")
        && says("sec-fetch-dest", "document")
}

/// A header's value: none if it is missing; none inside if it is there twice or is not text.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<Option<&str>> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    Some(first.to_str().ok().filter(|_| values.next().is_none()))
}

pub(crate) async fn guard(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let checked = guard
        .names
        .check(request.method(), request.uri(), request.headers());
    let mut response = match checked {
        Ok(()) if !guard.admits(&request) => reply::refuse(
            StatusCode::UNAUTHORIZED,
            "this needs the token that stands in the address printed by `gridwright serve`",
        ),
        Ok(()) => next.run(request).await,
        Err(message) => reply::refuse(StatusCode::FORBIDDEN, message),
    };
    let policy = [(header::CONTENT_SECURITY_POLICY, guard.policy)];
    for (name, value) in HEADERS.into_iter().chain(policy) {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(headers: &[(&str, &str)]) -> bool {
        allowed_to(&Method::GET, "/", headers)
    }

    fn allowed_to(method: &Method, path: &'static str, headers: &[(&str, &str)]) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(
                HeaderName::from_bytes(name.as_bytes()).unwrap(),
                HeaderValue::from_str(value).unwrap(),
            );
        }
        let names = Names::new(SocketAddr::from((Ipv4Addr::LOCALHOST, 7777)));
        names.check(method, &Uri::from_static(path), &map).is_ok()
    }

    #[test]
    fn only_our_own_names_are_hosts() {
        for host in [
            "127.0.0.1:7777",
            "localhost:7777",
            "LocalHost:7777",
            "[::1]:7777",
        ] {
            assert!(allowed(&[("host", host)]), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:7777",
            "127.0.0.1",
            "127.0.0.1:80",
            "127.0.0.1:7777.evil.example",
            "evil@127.0.0.1:7777",
            "",
        ] {
            assert!(!allowed(&[("host", host)]), "{host}");
        }
        assert!(!allowed(&[]));
        assert!(!allowed(&[
            ("host", "127.0.0.1:7777"),
            ("host", "evil.example")
        ]));
    }

    #[test]
    fn on_a_network_only_its_number_is_a_host() {
        let names = Names::new(SocketAddr::from(([192, 168, 1, 20], 7777)));
        assert!(names.knows("192.168.1.20:7777"));
        for host in [
            "127.0.0.1:7777",
            "localhost:7777",
            "192.168.1.2:7777",
            "192.168.1.20",
            "192.168.1.20:7777.evil.example",
            "room.local:7777",
        ] {
            assert!(!names.knows(host), "{host}");
        }
    }

    #[test]
    fn only_our_own_pages_are_origins() {
        let from = |name, value| allowed(&[("host", "localhost:7777"), (name, value)]);
        assert!(from("origin", "http://localhost:7777"));
        for origin in [
            "null",
            "http://127.0.0.1:7777",
            "https://localhost:7777",
            "http://localhost:3000",
            "http://localhost",
            "http://evil.example",
        ] {
            assert!(!from("origin", origin), "{origin}");
        }
        assert!(from("sec-fetch-site", "same-origin"));
        assert!(from("sec-fetch-site", "none"));
        assert!(!from("sec-fetch-site", "cross-site"));
        assert!(!from("sec-fetch-site", "same-site"));
    }

    #[test]
    fn a_link_may_stand_anywhere_and_opens_the_page_only() {
        let follow = |method, path, mode, dest| {
            let headers = [
                ("host", "127.0.0.1:7777"),
                ("sec-fetch-site", "cross-site"),
                ("sec-fetch-mode", mode),
                ("sec-fetch-dest", dest),
            ];
            allowed_to(&method, path, &headers)
        };
        assert!(follow(Method::GET, "/", "navigate", "document"));
        assert!(!follow(Method::GET, "/", "navigate", "iframe"));
        assert!(!follow(Method::GET, "/", "no-cors", "image"));
        assert!(!follow(Method::GET, "/", "cors", "empty"));
        assert!(!follow(Method::POST, "/", "navigate", "document"));
        assert!(!follow(Method::GET, "/api", "navigate", "document"));
        assert!(!follow(Method::GET, "/api/library", "navigate", "document"));
    }

    #[test]
    fn a_request_that_names_another_server_is_refused() {
        let mut headers = HeaderMap::new();
        headers.insert("host", HeaderValue::from_static("127.0.0.1:7777"));
        let names = Names::new(SocketAddr::from((Ipv4Addr::LOCALHOST, 7777)));
        let check = |uri| names.check(&Method::GET, &uri, &headers);
        let ask = |uri| check(Uri::from_static(uri)).is_ok();
        assert!(ask("http://127.0.0.1:7777/"));
        assert!(!ask("http://evil.example/"));
    }
}
