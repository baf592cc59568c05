//! Embeds the client: one `include_bytes!` per file. Needs nothing but the files.

#![allow(
    clippy::print_stdout,
    reason = "this is how a build script talks to cargo"
)]

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

#[path = "src/walk.rs"]
#[allow(dead_code, reason = "the server uses the rest")]
mod walk;

fn main() {
    let here = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let root = Path::new(&here).join("../../web");
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/walk.rs");
    let mut list = String::from("&[\n");
    for file in walk::walk(&root).expect("web/ can be read") {
        let path = file.path.canonicalize().expect("the file was just found");
        writeln!(list, "({:?}, include_bytes!({path:?})),", file.name).expect("strings grow");
    }
    list.push(']');
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("client.rs"), list).expect("OUT_DIR can be written");
}
