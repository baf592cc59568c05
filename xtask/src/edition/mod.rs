//! `cargo xtask edition`: the page with its engine, as a folder that any static host serves.
//!
//! The page's own files, the engine as WebAssembly, what the first view asks with the answers, and
//! what a browser needs to keep it all and to install it (docs/edition.md). Nothing in the folder
//! names a host or a path, so it works wherever it is put. The same sources give the same folder.

mod engine;
mod folder;
mod known;
mod lean;
mod wasm;

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::licences;
use crate::run::{ROOT, target};
use folder::Folder;

/// The page's files that a server gives out, by the same rule as the server.
#[path = "../../../crates/serve/src/walk.rs"]
mod walk;

/// The address that links begin with, by the same rule as the server's.
#[path = "../../../crates/serve/src/address.rs"]
mod address;

/// What only an edition has.
const OWN: &str = "edition";

/// What must go with the program wherever it goes.
const PAPERS: [&str; 3] = ["LICENSE-MIT", "LICENSE-APACHE", licences::FILE];

/// How it is called.
const USAGE: &str = "cargo xtask edition [--out FOLDER] [--address URL]";

/// Where the edition is made if nobody says otherwise.
pub fn usual_place() -> PathBuf {
    target().join("edition")
}

/// Make an edition.
pub fn task(rest: &[String]) -> Result<(), String> {
    let mut out = usual_place();
    let mut address = None;
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        match (word.as_str(), words.next()) {
            ("--out", Some(folder)) => {
                out = std::env::current_dir().unwrap_or_default().join(folder)
            }
            ("--address", Some(url)) => address = Some(address::public_address(url)?),
            _ => return Err(USAGE.to_owned()),
        }
    }
    edition(&out, address.as_deref(), &wasm::compiler()?)
}

/// The same for tests: why it cannot be made on this machine, if it cannot.
pub fn for_tests() -> Result<Result<(), String>, String> {
    let compiler = wasm::compiler()?;
    Ok(edition(&usual_place(), None, &compiler))
}

fn edition(out: &Path, address: Option<&str>, compiler: &wasm::Compiler) -> Result<(), String> {
    let engine = engine::build(compiler)?;
    let web = Path::new(ROOT).join("web");
    let mut folder = Folder::default();
    for file in files(&web)? {
        folder.add(&file.name, lean_bytes(&file)?);
    }
    for file in files(&web.join(OWN))? {
        folder.add(&place_of(&file.name), lean_bytes(&file)?);
    }
    for paper in PAPERS {
        folder.add(paper, read(&Path::new(ROOT).join(paper))?);
    }
    folder.add("engine/known.json", known::answers()?);
    folder.add("engine/engine.wasm", engine);
    let head = read(&web.join(OWN).join("head.html"))?;
    folder.complete(&String::from_utf8_lossy(&head), address)?;
    folder.write(out)?;
    println!("{}\n{}", out.display(), folder.sizes());
    Ok(())
}

/// Two files of the edition's own must lie at the top of the folder: a service worker keeps only
/// what lies below it, and a manifest's addresses begin where it is.
fn place_of(name: &str) -> String {
    match name {
        "service-worker.js" | "manifest.webmanifest" => name.to_owned(),
        _ => format!("{OWN}/{name}"),
    }
}

/// The page of a trial's participant, which only a server that runs the trial gives out.
const FOR_SERVERS: &str = "views/participant/";

fn files(folder: &Path) -> Result<Vec<walk::Found>, String> {
    let found = walk::walk(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(found
        .into_iter()
        .filter(|file| file.name != "head.html" && !file.name.starts_with(FOR_SERVERS))
        .collect())
}

/// A file of the page as it goes into the folder.
fn lean_bytes(file: &walk::Found) -> Result<Vec<u8>, String> {
    let bytes = read(&file.path)?;
    if !lean::has_comments(&file.name) {
        return Ok(bytes);
    }
    let text = String::from_utf8(bytes).map_err(|_| format!("{} is no text", file.name))?;
    Ok(lean::without_comments(&text).into_bytes())
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))
}

/// What tells one content from another, in a few letters.
fn digest<'a>(parts: impl Iterator<Item = (&'a str, &'a [u8])>) -> String {
    let mut hasher = Sha256::new();
    for (name, bytes) in parts {
        hasher.update(name.len().to_le_bytes());
        hasher.update(name);
        hasher.update(bytes.len().to_le_bytes());
        hasher.update(bytes);
    }
    let sum = hasher.finalize();
    sum.iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
