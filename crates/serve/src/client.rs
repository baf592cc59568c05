//! The client's files, which a browser asks for by their path in `web/`.
//!
//! They are embedded, so the program is one file. A debug build reads them from `web/` whenever
//! they are asked for, so that whoever works on them only has to reload the page.

use std::borrow::Cow;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::Arc;

use axum::extract::Extension;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::edition::{Edition, label, told};
use crate::gzip;
use crate::reply::refuse;
use crate::walk::walk;

const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/client.rs"));

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web");

/// What takes the place of a service worker that an edition at this address has left behind.
const SERVICE_WORKER: &str = "service-worker.js";
const RETIRED: &[u8] = include_bytes!("retired-worker.js");

/// Which page is given out.
#[derive(Default)]
pub(crate) struct Pages {
    /// That of an edition, in place of the built-in one.
    pub(crate) edition: Option<Edition>,
    /// What links that are shared begin with, if it is not where the page was opened.
    pub(crate) address: Option<String>,
    /// It is for participants of a trial, and says so in its head.
    pub(crate) is_trial: bool,
}

const INDEX: &str = "index.html";

/// A file by its path in the URL. Paths are compared, never opened, so none leads out of `web/`.
fn find<'a>(path: &'a str, edition: Option<&'a Edition>) -> Option<(&'a str, Cow<'a, [u8]>)> {
    let name = match path.strip_prefix('/')? {
        "" => INDEX,
        SERVICE_WORKER => return Some((SERVICE_WORKER, Cow::Borrowed(RETIRED))),
        name => name,
    };
    if let Some(edition) = edition {
        return Some((name, edition.find(name)?.into()));
    }
    if cfg!(debug_assertions) {
        let files = walk(Path::new(SOURCES)).unwrap_or_default();
        if let Some(file) = files.iter().find(|file| file.name == name) {
            return Some((name, fs::read(&file.path).ok()?.into()));
        }
    }
    let (_, bytes) = EMBEDDED.iter().find(|(known, _)| *known == name)?;
    Some((name, Cow::Borrowed(*bytes)))
}

pub(crate) async fn client(
    Extension(pages): Extension<Arc<Pages>>,
    method: Method,
    path: axum::http::Uri,
    headers: HeaderMap,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let mut refusal = refuse(StatusCode::METHOD_NOT_ALLOWED, "files can only be read");
        let allow = header::HeaderValue::from_static("GET, HEAD");
        refusal.headers_mut().insert(header::ALLOW, allow);
        return refusal;
    }
    let Some((name, mut bytes)) = find(path.path(), pages.edition.as_ref()) else {
        return refuse(StatusCode::NOT_FOUND, "there is nothing here");
    };
    if name == INDEX {
        let trial = pages.is_trial.then_some(("trial", "yes"));
        let address = pages.address.as_deref().map(|url| ("address", url));
        for (word, content) in trial.into_iter().chain(address) {
            bytes = told(&bytes, word, content).map_or(bytes, Cow::Owned);
        }
    }
    let label = label(name).unwrap_or("application/octet-stream");
    let plain = tag(&bytes);
    let packed = gzip::packed(&headers, label, &plain, &bytes);
    // Not the same bytes, so not the same tag.
    let tag = match packed {
        Some(_) => plain.replacen('"', "\"gzip-", 1),
        None => plain,
    };
    let caching = [
        (header::ETAG, tag.clone()),
        // Keep it, but ask before every use whether it is still the same.
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::VARY, "accept-encoding".to_owned()),
    ];
    if knows(&headers, &tag) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let kind = [(header::CONTENT_TYPE, label)];
    match packed {
        Some(small) => (caching, kind, [(header::CONTENT_ENCODING, "gzip")], small).into_response(),
        None => (caching, kind, bytes.into_owned()).into_response(),
    }
}

fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

fn knows(headers: &HeaderMap, tag: &str) -> bool {
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|known| known.trim())
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_embedded_is_what_is_in_the_folder() {
        let files = walk(Path::new(SOURCES)).unwrap();
        let found: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        let embedded: Vec<&str> = EMBEDDED.iter().map(|(name, _)| *name).collect();
        assert_eq!(embedded, found);
        for (file, (name, bytes)) in files.iter().zip(EMBEDDED) {
            assert!(fs::read(&file.path).unwrap() == *bytes, "{name}");
        }
    }

    #[test]
    fn a_tag_is_known_however_it_is_listed() {
        let listed = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(
                header::IF_NONE_MATCH,
                header::HeaderValue::from_static(value),
            );
            knows(&headers, "\"5\"")
        };
        assert!(listed("\"5\""));
        assert!(listed("\"4\", W/\"5\""));
        assert!(listed("*"));
        assert!(!listed("\"55\""));
        assert!(!knows(&HeaderMap::new(), "\"5\""));
    }
}
