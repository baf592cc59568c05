//! What the tests need from the machine, and getting it.

use std::path::Path;
use std::process::{Command, Stdio};

/// Is libclang there (for building the second solver)? Tries to install it on Debian as root.
pub fn libclang() -> bool {
    let there = || {
        std::env::var_os("LIBCLANG_PATH").is_some()
            || ["/usr/lib", "/usr/lib64", "/usr/local/lib"]
                .iter()
                .any(|folder| has_libclang(Path::new(folder), 2))
    };
    if there() || (install(&["libclang-dev", "g++"]) && there()) {
        return true;
    }
    println!("skipped: the second solver (it needs libclang: apt-get install libclang-dev)");
    false
}

fn has_libclang(folder: &Path, depth: usize) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return false;
    };
    entries.flatten().any(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with("libclang.so")
            || name.starts_with("libclang-") && name.contains(".so")
            || (depth > 0
                && (name.starts_with("llvm") || name.contains("linux-gnu") || name == "lib")
                && has_libclang(&entry.path(), depth - 1))
    })
}

/// The solvers that the engines' tests talk to. Whatever is missing, its tests are skipped and say
/// so.
pub fn solvers() {
    for name in ["z3", "cvc5", "cadical"] {
        let there = on_path(name) || (install(&[name]) && on_path(name));
        if !there {
            println!("skipped: what needs {name} (apt-get install {name})");
        }
    }
}

/// Are Node.js and npm there, for the page's tests, and new enough?
pub fn node() -> bool {
    let there = || on_path("npm") && node_version().is_some_and(|version| version >= NODE);
    if there() || (install(&["nodejs", "npm"]) && there()) {
        return true;
    }
    let (major, minor) = NODE;
    println!("skipped: the tests of the page (they need npm and node {major}.{minor} or newer)");
    false
}

const NODE: (u32, u32) = (20, 11);

fn node_version() -> Option<(u32, u32)> {
    let output = Command::new("node").arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut parts = text.trim().strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// Is a browser there, for the page's tests?
pub fn chromium() -> bool {
    let there = || std::env::var_os("CHROMIUM").is_some() || on_path("chromium");
    if there() || (install(&["chromium", "fonts-dejavu-core"]) && there()) {
        return true;
    }
    println!("skipped: the tests of the page (they need chromium)");
    false
}

fn on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// Install Debian packages, if this is a Debian and we may.
pub fn install(packages: &[&str]) -> bool {
    let apt = |arguments: &[&str]| {
        Command::new("apt-get")
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|s| s.success())
    };
    println!("── installing {}", packages.join(" "));
    apt(&["update"]);
    apt(&[&["install", "--yes", "--no-install-recommends"], packages].concat())
}
