//! What the tests need from the machine, and getting it.
//!
//! Nothing here may stop a run: whoever cannot install anything gets a reason in words, and what
//! needs the missing thing is left out.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::run::{program, target, works};

/// What a run from a clean clone writes, in gigabytes (measured: 7 without, 8 with the edition).
const ROOM: f64 = 8.0;

/// Room on the disk for what is going to be built. On a full disk everything fails somehow, and
/// nothing says why.
pub fn room() -> Result<(), String> {
    let built = Path::new(&program("debug")).exists();
    match free(&target()) {
        Some(free) if !built && free < ROOM => Err(format!(
            "only {free:.1} GB are free where it is built, and a first run writes {ROOM:.0} GB"
        )),
        _ => Ok(()),
    }
}

/// Gigabytes free on the disk of this folder, where somebody can tell.
fn free(folder: &Path) -> Option<f64> {
    let output = Command::new("df").arg("-Pk").arg(folder).output().ok()?;
    free_kilobytes(&String::from_utf8(output.stdout).ok()?).map(|free| free * 1024.0 / 1e9)
}

/// The fourth column of the only disk in the table that `df -Pk` prints.
fn free_kilobytes(table: &str) -> Option<f64> {
    let disk = table.lines().nth(1)?;
    disk.split_whitespace().nth(3)?.parse().ok()
}

/// What it takes to build the second solver: libclang and a C++ compiler.
pub fn second_solver() -> Result<(), String> {
    let compiler = || {
        std::env::var_os("CXX").is_some()
            || ["c++", "g++", "clang++"].into_iter().any(on_path)
            || cfg!(windows)
    };
    let libclang = || {
        std::env::var_os("LIBCLANG_PATH").is_some_and(|path| !path.is_empty())
            || ["/usr/lib", "/usr/lib64", "/usr/local/lib"]
                .iter()
                .any(|folder| has_libclang(Path::new(folder), 2))
    };
    there_or_installed(
        || compiler() && libclang(),
        &["libclang-dev", "g++"],
        "it needs a C++ compiler and libclang",
    )
}

fn has_libclang(folder: &Path, depth: usize) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return false;
    };
    entries.flatten().any(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // The C++ interface is another library, and of no use here.
        let is_other = name.starts_with("libclang-cpp");
        name.starts_with("libclang.so")
            || name.starts_with("libclang-") && name.contains(".so") && !is_other
            || (depth > 0
                && (name.starts_with("llvm") || name.contains("linux-gnu") || name == "lib")
                && has_libclang(&entry.path(), depth - 1))
    })
}

/// The solvers that the engines' tests talk to. Tests that miss one say so themselves.
pub fn solvers() {
    for name in ["z3", "cvc5", "cadical"] {
        if let Err(why) = there_or_installed(|| on_path(name), &[name], "it is not here") {
            eprintln!("skipped: what needs {name}: {why}");
        }
    }
}

/// Node.js and npm, new enough, for the page's tests.
pub fn node() -> Result<(), String> {
    let (major, minor) = NODE;
    there_or_installed(
        || on_path("npm") && node_version().is_some_and(|version| version >= NODE),
        &["nodejs", "npm"],
        &format!("they need npm, and node {major}.{minor} or newer"),
    )
}

const NODE: (u32, u32) = (20, 11);

fn node_version() -> Option<(u32, u32)> {
    let output = Command::new("node").arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut parts = text.trim().strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// A browser, for the page's tests.
pub fn chromium() -> Result<(), String> {
    there_or_installed(
        || std::env::var_os("CHROMIUM").is_some() || on_path("chromium"),
        &["chromium", "fonts-dejavu-core"],
        "they need chromium, on the PATH or where CHROMIUM says",
    )
}

fn on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let endings = if cfg!(windows) {
        &[".exe", ".cmd"][..]
    } else {
        &[""]
    };
    std::env::split_paths(&path).any(|folder| {
        let is_there = |ending: &&str| folder.join(format!("{program}{ending}")).is_file();
        endings.iter().any(is_there)
    })
}

/// Is it there, or can it be installed? If not: why it is wanted, and what would help.
fn there_or_installed(
    there: impl Fn() -> bool,
    packages: &[&str],
    why: &str,
) -> Result<(), String> {
    if there() || (install(packages) && there()) {
        return Ok(());
    }
    Err(format!("{why} (apt-get install {})", packages.join(" ")))
}

/// Set to anything, it keeps these tasks from installing anything.
const NO_INSTALL: &str = "GRIDWRIGHT_NO_INSTALL";

/// May anything be installed?
pub fn may_install() -> bool {
    std::env::var_os(NO_INSTALL).is_none()
}

/// Install Debian packages, if this is a Debian and we may.
pub fn install(packages: &[&str]) -> bool {
    if !may_install() || !on_path("apt-get") || !is_root() {
        return false;
    }
    eprintln!(
        "── installing {} with apt-get ({NO_INSTALL}=1 would keep it from that)",
        packages.join(" ")
    );
    let apt = |arguments: &[&str]| {
        Command::new("apt-get")
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|s| s.success())
    };
    apt(&["update"]);
    apt(&[&["install", "--yes", "--no-install-recommends"], packages].concat())
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// A command of cargo that may not be installed, such as `fmt`, and the name of its component.
pub fn component(command: &str, name: &str) -> Result<(), String> {
    match works("cargo", &[command, "--version"]) {
        true => Ok(()),
        false => Err(format!("it needs {name} (rustup component add {name})")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_free_room_is_read_from_the_table() {
        let table = "Filesystem 1024-blocks Used Available Capacity Mounted on\n\
                     /dev/vda 264093696 95000000 293888 100% /\n";
        assert_eq!(free_kilobytes(table), Some(293_888.0));
        assert_eq!(free_kilobytes("df: no such file\n"), None);
    }
}
