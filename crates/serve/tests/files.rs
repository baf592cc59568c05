//! The client's files, and nothing else.

mod http;

use std::io::{BufReader, Write};
use std::path::Path;

use http::{ENDLESS, connect, exchange, get, options, read, read_head, request, server};
use serve::{Options, Server};

/// The client, from this crate.
const WEB: &str = "../../web";

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
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join(WEB);
    let server = server();
    let at = server.address();
    for (path, file, kind) in [
        ("/", "index.html", "text/html; charset=utf-8"),
        ("/index.html", "index.html", "text/html; charset=utf-8"),
        (
            "/server/api.js",
            "server/api.js",
            "text/javascript; charset=utf-8",
        ),
        (
            "/board/board.css",
            "board/board.css",
            "text/css; charset=utf-8",
        ),
    ] {
        let content = std::fs::read_to_string(web.join(file)).expect(file);
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
fn texts_are_compressed_for_who_takes_that_and_are_known_again() {
    let server = server();
    let at = server.address();
    let head = |path: &str, more: &str| {
        let mut stream = connect(at);
        let gzip = "Accept-Encoding: gzip, br";
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {at}\r\n{gzip}\r\n{more}\r\n"
        )
        .unwrap();
        let (status, headers) = read_head(&mut BufReader::new(stream)).unwrap();
        let header = move |name: &str| {
            let found = headers.iter().find(|(known, _)| known == name);
            found.map(|(_, value)| value.clone())
        };
        (status, header)
    };
    let whole = get(at, "/main.js");
    assert_eq!(whole.header("content-encoding"), None);
    let (status, header) = head("/main.js", "");
    assert_eq!(status, 200);
    assert_eq!(header("content-encoding").as_deref(), Some("gzip"));
    assert_eq!(header("vary").as_deref(), Some("accept-encoding"));
    let length: usize = header("content-length").unwrap().parse().unwrap();
    assert!(length < whole.body.len() / 2, "{length}");
    let tag = header("etag").unwrap();
    assert_ne!(
        Some(tag.as_str()),
        whole.header("etag"),
        "these are other bytes"
    );
    let (again, _) = head("/main.js", &format!("If-None-Match: {tag}\r\n"));
    assert_eq!(again, 304);
    let (_, header) = head("/fonts/gridwright-sans.woff2", "");
    assert_eq!(header("content-encoding"), None, "it is compressed already");
    server.stop();
}

#[test]
fn what_only_an_edition_has_is_not_given_out() {
    let server = server();
    for path in ["/edition/updates.js", "/edition/service-worker.js"] {
        assert_eq!(get(server.address(), path).status, 404, "{path}");
    }
    server.stop();
}

/// All stylesheets of the client, by their paths: not all of them are loaded at once.
fn stylesheets(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let name = entry.file_name().into_string().expect("a plain name");
        let kind = entry.file_type().expect("a kind");
        // What only a page without a server has is not given out by one.
        if kind.is_dir() && name != "node_modules" && name != "edition" {
            stylesheets(&entry.path(), &format!("{prefix}{name}/"), found);
        } else if kind.is_file() && name.ends_with(".css") {
            found.push(format!("{prefix}{name}"));
        }
    }
}

/// The fonts that a stylesheet asks for, by name or by kind. Commas part them; a size and a weight
/// may stand before the first.
fn fonts(css: &str) -> Vec<&str> {
    const NAMING: [&str; 5] = ["font", "font-family", "--serif", "--sans", "--mono"];
    const NO_FONT: [&str; 4] = ["inherit", "var(--serif)", "var(--sans)", "var(--mono)"];
    css.split(['{', ';', '}'])
        .filter_map(|declaration| declaration.trim().split_once(':'))
        .filter(|(property, _)| NAMING.contains(property))
        .flat_map(|(_, value)| value.split(','))
        .map(|font| match font.split_once('"') {
            Some((_, name)) => name.trim_end_matches('"'),
            None => font.split_whitespace().last().unwrap_or_default(),
        })
        .filter(|font| !NO_FONT.contains(font))
        .collect()
}

#[test]
fn the_page_asks_for_no_font_but_its_own() {
    const KINDS: [&str; 3] = ["serif", "sans-serif", "monospace"];
    assert_eq!(
        fonts("a { font: 600 1rem/1.2 Georgia, \"Noto Sans\", serif; color: red }"),
        ["Georgia", "Noto Sans", "serif"]
    );
    let server = server();
    let at = server.address();
    let faces = get(at, "/fonts/fonts.css").body;
    let own = fonts(&faces);
    assert_eq!(own.len(), 3, "{own:?}");
    let mut sheets = Vec::new();
    stylesheets(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join(WEB),
        "",
        &mut sheets,
    );
    assert!(sheets.contains(&"fonts/fonts.css".to_owned()) && sheets.len() > 5);
    for sheet in sheets {
        let response = get(at, &format!("/{sheet}"));
        assert_eq!(response.status, 200, "{sheet}");
        let css = response.body;
        for font in fonts(&css) {
            let known = own.contains(&font) || KINDS.contains(&font);
            assert!(known, "{sheet} asks for {font}");
        }
        // Nothing is fetched from anywhere else, fonts or not.
        assert!(!css.contains("//") && !css.contains("@import"), "{sheet}");
    }
    server.stop();
}

#[test]
fn the_fonts_are_served() {
    let server = server();
    let at = server.address();
    let faces = get(at, "/fonts/fonts.css").body;
    let files = faces.split("url(\"").skip(1);
    let files: Vec<&str> = files.filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(files.len(), 3);
    for file in files {
        let mut stream = connect(at);
        write!(stream, "GET /fonts/{file} HTTP/1.1\r\nHost: {at}\r\n\r\n").unwrap();
        let (status, headers) = read_head(&mut BufReader::new(stream)).unwrap();
        let header = |name: &str| {
            let found = headers.iter().find(|(known, _)| known == name);
            found.map(|(_, value)| value.as_str()).expect(name)
        };
        assert_eq!((status, header("content-type")), (200, "font/woff2"));
        assert!(header("content-security-policy").contains("font-src 'self';"));
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
    assert_eq!(response.json(), serve::schema());
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

#[test]
fn an_edition_is_given_out_with_the_word_that_there_is_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        path
    };
    let with = |edition: &Path| Options {
        edition: Some(edition.to_path_buf()),
        ..options()
    };
    let index = "<head>\n<meta charset=\"utf-8\">\n<title>mine</title></head>";
    std::fs::write(at("index.html"), index).unwrap();
    let refused = Server::start_whole(&with(folder.path()), api::answer, ENDLESS);
    let words = refused.err().unwrap().to_string();
    assert!(words.contains("no edition of the page"), "{words}");
    std::fs::write(at("engine/engine.wasm.gz"), b"packed").unwrap();
    std::fs::write(at("engine/known.json"), b"[]").unwrap();
    std::fs::write(at("engine/engine.wasm"), b"large").unwrap();
    std::fs::write(at("edition/updates.js"), b"1").unwrap();
    std::fs::write(at("service-worker.js"), b"its own").unwrap();
    std::fs::write(at("notes.txt"), b"secret").unwrap();

    let server = Server::start_whole(&with(folder.path()), api::answer, ENDLESS).unwrap();
    let here = server.address();
    let page = get(here, "/");
    assert!(
        page.body.contains("<meta name=\"gridwright-server\""),
        "{}",
        page.body
    );
    assert!(page.body.contains("<title>mine</title>"));
    let policy = page.header("content-security-policy").unwrap().to_owned();
    assert!(policy.contains("wasm-unsafe-eval") && policy.contains("worker-src 'self'"));
    for (path, kind) in [
        ("/engine/engine.wasm.gz", "application/gzip"),
        ("/engine/known.json", "application/json"),
        ("/edition/updates.js", "text/javascript; charset=utf-8"),
    ] {
        let response = get(here, path);
        assert_eq!(
            (response.status, response.header("content-type")),
            (200, Some(kind))
        );
        assert_eq!(response.header("content-encoding"), None, "{path}");
    }
    for path in [
        "/notes.txt",
        "/engine/engine.wasm",
        "/main.js",
        "/../secret",
    ] {
        assert_eq!(get(here, path).status, 404, "{path}");
    }
    assert!(get(here, "/service-worker.js").body.contains("unregister"));
    server.stop();
}

#[test]
fn the_page_is_told_under_which_address_others_reach_it() {
    let said = |address: Option<&str>| {
        let options = Options {
            address: address.map(str::to_owned),
            ..options()
        };
        let server = Server::start_whole(&options, api::answer, ENDLESS).unwrap();
        let page = get(server.address(), "/").body;
        server.stop();
        page
    };
    let meta = "<meta name=\"gridwright-address\" content=\"https://example.org/p/\">";
    let address = serve::public_address("https://example.org/p").unwrap();
    assert!(said(Some(&address)).contains(meta));
    assert!(!said(None).contains("gridwright-address"));
}

#[test]
fn a_service_worker_that_an_edition_left_behind_retires() {
    let server = server();
    let worker = get(server.address(), "/service-worker.js");
    assert!(worker.body.contains("unregister"), "{}", worker.body);
    let page = get(server.address(), "/");
    assert!(
        !page
            .header("content-security-policy")
            .unwrap()
            .contains("wasm")
    );
    server.stop();
}
