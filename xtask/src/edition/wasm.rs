//! A compiler for WebAssembly: rustup's, else Debian's, else words that say what to install.
//!
//! Debian has no compiled standard library for this target that fits its newest compiler, but its
//! sources, so there the standard library is built with the engine.

use std::path::Path;

use crate::need;
use crate::run::works;

/// The target that the engine is built for.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The compiler of Debian's package `rustc-web`, and where `rust-web-src` puts the standard library.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_PACKAGES: [&str; 3] = ["rustc-web", "rust-web-src", "lld"];
const DEBIAN_SOURCES: &str = "/usr/lib/rustlib/src/rust/library";

/// How cargo is to be called.
pub struct Compiler {
    /// Further words for cargo.
    pub words: &'static [&'static str],
    /// Environment variables.
    pub variables: &'static [(&'static str, &'static str)],
}

/// The compiler that cargo uses anyway has a standard library for the target.
const OWN: Compiler = Compiler {
    words: &[],
    variables: &[],
};

const DEBIAN: Compiler = Compiler {
    words: &["-Z", "build-std=std,panic_abort"],
    variables: &[
        ("RUSTC", DEBIAN_RUSTC),
        ("RUSTC_BOOTSTRAP", "1"),
        ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld"),
    ],
};

/// Find one, or get one; else what would help.
pub fn compiler() -> Result<Compiler, String> {
    if own() {
        return Ok(OWN);
    }
    if need::may_install() && works("rustup", &["target", "add", TARGET]) && own() {
        return Ok(OWN);
    }
    if debian() || (need::install(&DEBIAN_PACKAGES) && debian()) {
        return Ok(DEBIAN);
    }
    Err(format!(
        "there is no compiler for WebAssembly here. Where Rust is from rustup: rustup target add \
         {TARGET}; on Debian: apt-get install {}",
        DEBIAN_PACKAGES.join(" ")
    ))
}

/// Is the standard library for the target beside the one for this machine?
fn own() -> bool {
    let folder = crate::run::output("rustc", &["--print", "target-libdir", "--target", TARGET]);
    folder.is_ok_and(|folder| {
        let files = std::fs::read_dir(folder.trim());
        files.is_ok_and(|files| {
            files
                .flatten()
                .any(|file| file.file_name().to_string_lossy().starts_with("libstd-"))
        })
    })
}

/// Are Debian's compiler, sources and linker there, and the compiler new enough for us?
fn debian() -> bool {
    let wanted = env!("CARGO_PKG_RUST_VERSION");
    let new_enough = || {
        let about = crate::run::output(DEBIAN_RUSTC, &["--version"]).unwrap_or_default();
        let version = about
            .split_whitespace()
            .nth(1)
            .unwrap_or_default()
            .to_owned();
        numbers(&version) >= numbers(wanted)
    };
    Path::new(DEBIAN_RUSTC).exists()
        && Path::new(DEBIAN_SOURCES).exists()
        && works("wasm-ld", &["--version"])
        && new_enough()
}

/// The first two numbers of a version.
fn numbers(version: &str) -> Vec<u32> {
    let parts = version.split('.').take(2);
    parts.map_while(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(numbers("1.100.0") > numbers("1.95"));
        assert!(numbers("1.95.0-nightly") >= numbers("1.95"));
        assert!(numbers("1.85.0") < numbers("1.95"));
        assert!(numbers("") < numbers("1.95"));
    }
}
