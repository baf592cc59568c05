//! Files for browsers that take them compressed, which all do.
//!
//! Compressed are texts only; fonts and pictures are already. Each is compressed once, when it is
//! first asked for. Answers of the protocol are not: they never leave the machine, and compressing
//! takes longer than sending.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use axum::http::{HeaderMap, header};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Smaller files gain nothing.
const WORTHWHILE: usize = 1000;

/// Compressed files by the tags of their contents. In a debug build a file may change while the
/// server runs; what it was before is then forgotten with all others.
static PACKED: Mutex<BTreeMap<String, Bytes>> = Mutex::new(BTreeMap::new());

/// More than there are files.
const MOST_KEPT: usize = 500;

/// The file compressed, if the browser takes that and it is worth it.
pub(crate) fn packed(headers: &HeaderMap, label: &str, tag: &str, bytes: &[u8]) -> Option<Bytes> {
    if bytes.len() < WORTHWHILE || !is_text(label) || !takes_gzip(headers) {
        return None;
    }
    let mut packed = PACKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = packed.get(tag) {
        return Some(known.clone());
    }
    let small = Bytes::from(pack(bytes).ok()?);
    if packed.len() >= MOST_KEPT {
        packed.clear();
    }
    packed.insert(tag.to_owned(), small.clone());
    Some(small)
}

fn pack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(bytes)?;
    packer.finish()
}

fn is_text(label: &str) -> bool {
    label.starts_with("text/") || label.contains("svg") || label.contains("json")
}

/// `gzip`, and not with the weight 0, which means "anything but".
fn takes_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    let words = values.filter_map(|value| value.to_str().ok());
    words.flat_map(|value| value.split(',')).any(|word| {
        let (name, weight) = word.split_once(';').unwrap_or((word, "q=1"));
        let weight = weight.trim().strip_prefix("q=");
        let weight = weight.and_then(|weight| weight.parse().ok()).unwrap_or(1.0);
        name.trim().eq_ignore_ascii_case("gzip") && weight > 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepting(value: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let value = header::HeaderValue::from_static(value);
        headers.insert(header::ACCEPT_ENCODING, value);
        headers
    }

    #[test]
    fn only_who_asks_for_it_gets_it() {
        for yes in [
            "gzip",
            "br, gzip, deflate",
            "GZIP;q=0.5",
            "deflate;q=0, gzip",
        ] {
            assert!(takes_gzip(&accepting(yes)), "{yes}");
        }
        for no in ["", "br", "gzip;q=0", "gzip;q=0.0", "xgzip"] {
            assert!(!takes_gzip(&accepting(no)), "{no}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }

    #[test]
    fn only_long_texts_are_worth_it() {
        let gzip = accepting("gzip");
        let long = [b' '; 2 * WORTHWHILE];
        let small = packed(&gzip, "text/css; charset=utf-8", "\"long\"", &long);
        assert!(small.is_some_and(|small| small.len() < 100 && small.starts_with(&[0x1f, 0x8b])));
        assert!(packed(&gzip, "text/css", "\"short\"", b"short").is_none());
        assert!(packed(&gzip, "font/woff2", "\"font\"", &long).is_none());
    }
}
