//! The files of an edition: completed, compressed, written.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::path::Path;

use serde_json::json;
use zopfli::{Format, Options};

use super::{PAPERS, digest};

/// Where in `index.html` the edition's part of the head goes: behind this.
const HEAD: &str = "<meta charset=\"utf-8\">\n";

/// What `service-worker.js` says as long as nobody has said more.
const UNSAID: &str = "const EDITION = { version: \"\", files: [\"\"] };";

/// How often the packer looks for something better; more brings next to nothing.
const ITERATIONS: NonZeroU64 = NonZeroU64::new(5).expect("more than none");

/// The engine as browsers fetch it. The file without the ending is for those who look into it.
const ENGINE: &str = "engine/engine.wasm";

/// The icons as pictures.
const ICONS: &str = "edition/icons/";

/// Smaller files gain nothing.
const WORTHWHILE: usize = 1000;

/// The files by their places in the folder.
#[derive(Default)]
pub struct Folder(BTreeMap<String, Vec<u8>>);

impl Folder {
    pub fn add(&mut self, name: &str, bytes: Vec<u8>) {
        self.0.insert(name.to_owned(), bytes);
    }

    /// Say in `index.html` that this is an edition, in the service worker which one, and lay the
    /// compressed files beside the others.
    pub fn complete(&mut self, head: &str, address: Option<&str>) -> Result<(), String> {
        let mut head = head.to_owned();
        if let Some(address) = address {
            head += &format!("  <meta name=\"gridwright-address\" content=\"{address}\">\n");
        }
        self.replace("index.html", HEAD, &format!("{HEAD}{head}"))?;
        let engine = self.0.get(ENGINE).map(|bytes| gzip(bytes)).transpose();
        let engine = engine.map_err(|e| format!("{ENGINE}: {e}"))?;
        let engine = engine.ok_or("there is no engine")?;
        self.add(&format!("{ENGINE}.gz"), engine);

        let kept = || self.kept();
        let version = digest(kept());
        // A host may send whoever asks for index.html to its folder, and what came by such a detour
        // cannot be shown as a page. So it is asked for under the folder's name.
        let names = kept().map(|(name, _)| if name == "index.html" { "" } else { name });
        let files = json!(names.collect::<Vec<_>>());
        let said = format!("const EDITION = {{ version: \"{version}\", files: {files} }};");
        self.replace("service-worker.js", UNSAID, &said)?;

        let mut packed = Vec::new();
        for (name, bytes) in &self.0 {
            if bytes.len() < WORTHWHILE || !compressible(name) {
                continue;
            }
            let small = gzip(bytes).map_err(|e| format!("{name}: {e}"))?;
            packed.push((format!("{name}.gz"), small));
        }
        self.0.extend(packed);
        Ok(())
    }

    /// What a browser keeps: all that the page may ask for. Icons are asked for by the system, when
    /// it installs the page.
    fn kept(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let unasked = ["service-worker.js", ENGINE];
        self.0
            .iter()
            .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
            .filter(move |(name, _)| !unasked.contains(name) && !PAPERS.contains(name))
            .filter(|(name, _)| !name.starts_with(ICONS))
    }

    fn replace(&mut self, name: &str, what: &str, by: &str) -> Result<(), String> {
        let bytes = self.0.get_mut(name).ok_or(format!("there is no {name}"))?;
        let text = String::from_utf8_lossy(bytes).into_owned();
        if text.matches(what).count() != 1 {
            return Err(format!("{name} does not say {} once", what.trim_end()));
        }
        *bytes = text.replacen(what, by, 1).into_bytes();
        Ok(())
    }

    /// Write it where nothing is, or where an edition was before.
    pub fn write(&self, out: &Path) -> Result<(), String> {
        let failed = |e: std::io::Error| format!("{}: {e}", out.display());
        let mut there = match std::fs::read_dir(out) {
            Ok(entries) => entries.count(),
            Err(_) => 0,
        };
        if there > 0 && out.join("service-worker.js").is_file() && out.join(ENGINE).is_file() {
            std::fs::remove_dir_all(out).map_err(failed)?;
            there = 0;
        }
        if there > 0 {
            return Err(format!(
                "{} is neither empty nor an edition, so nothing was written there",
                out.display()
            ));
        }
        for (name, bytes) in &self.0 {
            let path = out.join(name);
            std::fs::create_dir_all(path.parent().unwrap_or(out)).map_err(failed)?;
            std::fs::write(&path, bytes).map_err(failed)?;
        }
        Ok(())
    }

    /// What a first visit transfers, from a host that compresses and from one that does not.
    pub fn sizes(&self) -> String {
        let size = |name: &str| self.0.get(name).map(Vec::len);
        let engine = format!("{ENGINE}.gz");
        let (mut plain, mut small, mut count) = (0, 0, 0);
        for (name, bytes) in self.kept() {
            if name == engine || name.ends_with(".gz") {
                continue;
            }
            count += 1;
            plain += bytes.len();
            small += size(&format!("{name}.gz")).unwrap_or(bytes.len());
        }
        let kilo = |bytes: usize| bytes as f64 / 1e3;
        format!(
            "page: {count} files, {:.0} KB, compressed {:.0} KB\nengine: {:.0} KB, compressed {:.0} KB",
            kilo(plain),
            kilo(small),
            kilo(size(ENGINE).unwrap_or(0)),
            kilo(size(&engine).unwrap_or(0)),
        )
    }
}

fn compressible(name: &str) -> bool {
    let endings = ["html", "css", "js", "json", "svg", "webmanifest", "md"];
    (name.rsplit_once('.')).is_some_and(|(_, ending)| endings.contains(&ending))
}

/// Zopfli takes some seconds for what everybody then fetches, and is four per cent smaller than what gzip
/// makes. No time and no system in the head: the same file gives the same bytes.
fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let options = Options {
        iteration_count: ITERATIONS,
        ..Options::default()
    };
    let mut packed = Vec::new();
    zopfli::compress(options, Format::Gzip, bytes, &mut packed)?;
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> Folder {
        let mut folder = Folder::default();
        folder.add("index.html", format!("<head>\n{HEAD}</head>").into_bytes());
        folder.add("service-worker.js", UNSAID.as_bytes().to_vec());
        folder.add("main.js", vec![b' '; 5000]);
        folder.add(ENGINE, vec![b'w'; 5000]);
        folder.add("LICENSE-MIT", Vec::new());
        folder
    }

    fn text(folder: &Folder, name: &str) -> String {
        String::from_utf8_lossy(&folder.0[name]).into_owned()
    }

    #[test]
    fn the_worker_knows_every_file_that_the_page_asks_for() {
        let mut folder = folder();
        folder
            .complete("  <meta name=\"x\">\n", None)
            .expect("all is there");
        let said = text(&folder, "service-worker.js");
        assert!(
            said.contains(r#"files: ["engine/engine.wasm.gz","","main.js"]"#),
            "{said}"
        );
        assert!(text(&folder, "index.html").contains("utf-8\">\n  <meta name=\"x\">\n</head>"));
        assert!(folder.0["main.js.gz"].len() < 100);
        assert!(!folder.0.contains_key("engine/engine.wasm.gz.gz"));
    }

    #[test]
    fn another_content_is_another_version() {
        let version = |change: &str| {
            let mut folder = folder();
            folder.add("main.js", change.as_bytes().to_vec());
            folder.complete("", None).expect("all is there");
            text(&folder, "service-worker.js")
        };
        assert_eq!(version("a"), version("a"));
        assert_ne!(version("a"), version("b"));
    }

    #[test]
    fn a_page_without_the_place_for_the_head_is_an_error() {
        let mut folder = folder();
        folder.add("index.html", b"<html>".to_vec());
        assert!(folder.complete("", None).is_err());
    }
}
