//! Tells the linker how large the module's stack and its memory may become.

#![allow(
    clippy::print_stdout,
    reason = "this is how a build script talks to cargo"
)]

/// As a thread of the server has it: some searches go deep.
const STACK: u32 = 8 << 20;

/// More than any published puzzle needs by far. What wants more is ended, not the browser.
const MEMORY: u32 = 512 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK}");
        println!("cargo::rustc-link-arg-cdylib=--max-memory={MEMORY}");
    }
}
