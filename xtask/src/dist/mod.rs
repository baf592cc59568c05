//! `cargo xtask dist`: the archive for this machine, as it is attached to a release.
//!
//! A folder `gridwright-VERSION-TARGET` with the program, what to read first, the licences, the
//! manual pages and the completions for shells; packed for Windows as a zip, elsewhere as tar.gz.
//! Order, times and owners of the files are always the same, so that the same program gives the
//! same archive.

mod zip;

use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};

use crate::licences;
use crate::run::{ROOT, output, target};

/// What lies beside the program. All of it must be there.
const PAPERS: [&str; 5] = [
    "README.md",
    "CHANGELOG.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    licences::FILE,
];

/// The shells, and what their completions are usually called.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "gridwright.bash"),
    ("elvish", "gridwright.elv"),
    ("fish", "gridwright.fish"),
    ("powershell", "_gridwright.ps1"),
    ("zsh", "_gridwright"),
];

/// Where in the folder, rights, contents.
type Packed = (String, u32, Vec<u8>);

/// Build the program and pack it; with `--zip` as for Windows.
pub fn dist(rest: &[String]) -> Result<(), String> {
    let zip = match rest {
        [] => cfg!(windows),
        [word] if word == "--zip" => true,
        _ => return Err("cargo xtask dist [--zip]".to_owned()),
    };
    licences::licences(&["--check".to_owned()])?;
    let host = host()?;
    let name = format!("gridwright-{}-{host}", env!("CARGO_PKG_VERSION"));
    let program = build()?;
    let folder = target().join("dist");
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;

    let files = files(&program, &folder.join(&name))?;
    let files: Vec<Packed> = files
        .into_iter()
        .map(|(path, mode, contents)| (format!("{name}/{path}"), mode, contents))
        .collect();
    let (archive, suffix) = match zip {
        true => (zip::zip(&files), "zip"),
        false => (tar(&files), "tar.gz"),
    };
    let archive = archive.map_err(|e| format!("the archive: {e}"))?;
    let path = folder.join(format!("{name}.{suffix}"));
    write(&path, &archive)?;
    let sum: String = Sha256::digest(&archive)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let line = format!("{sum}  {name}.{suffix}\n");
    write(
        &folder.join(format!("{name}.{suffix}.sha256")),
        line.as_bytes(),
    )?;
    println!("{}", path.display());
    println!(
        "{} files, {:.1} MB\nsha256 {sum}",
        files.len(),
        archive.len() as f64 / 1e6
    );
    Ok(())
}

/// What kind of machine this is, as Rust calls it.
fn host() -> Result<String, String> {
    let about = output("rustc", &["-vV"])?;
    let line = about.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(line
        .ok_or("rustc does not say for what it builds")?
        .to_owned())
}

fn build() -> Result<PathBuf, String> {
    output(
        "cargo",
        &["build", "--release", "--locked", "--package", "gridwright"],
    )?;
    let name = format!("gridwright{}", std::env::consts::EXE_SUFFIX);
    Ok(target().join("release").join(name))
}

/// Everything that goes into the archive, in order.
fn files(program: &Path, scratch: &Path) -> Result<Vec<Packed>, String> {
    let mut files: Vec<Packed> = Vec::new();
    for paper in PAPERS {
        files.push((paper.to_owned(), 0o644, read(&Path::new(ROOT).join(paper))?));
    }
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    files.push((name.into_owned(), 0o755, read(program)?));
    for (shell, file) in SHELLS {
        let text = said_by(program, &["completions", shell])?;
        files.push((format!("completions/{file}"), 0o644, text));
    }
    // The program writes its manual pages into a folder: it knows which there are.
    let _ = std::fs::remove_dir_all(scratch);
    let folder = scratch.to_string_lossy();
    said_by(program, &["man", "--all", &folder])?;
    let pages = std::fs::read_dir(scratch).map_err(|e| format!("{folder}: {e}"))?;
    for page in pages.flatten() {
        let name = page.file_name().to_string_lossy().into_owned();
        files.push((format!("man/man1/{name}"), 0o644, read(&page.path())?));
    }
    std::fs::remove_dir_all(scratch).map_err(|e| format!("{folder}: {e}"))?;
    files.sort();
    Ok(files)
}

fn said_by(program: &Path, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let said = Command::new(program)
        .args(arguments)
        .output()
        .map_err(|e| format!("{}: {e}", program.display()))?;
    match said.status.success() {
        true => Ok(said.stdout),
        false => Err(String::from_utf8_lossy(&said.stderr).into_owned()),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()))
}

fn tar(files: &[Packed]) -> std::io::Result<Vec<u8>> {
    // The head of a gzip file can carry time and system; neither is said.
    let packer = GzBuilder::new().write(Vec::new(), Compression::best());
    let mut archive = tar::Builder::new(packer);
    for (path, mode, contents) in files {
        let mut header = tar::Header::new_ustar();
        header.set_size(contents.len() as u64);
        header.set_mode(*mode);
        archive.append_data(&mut header, path, contents.as_slice())?;
    }
    archive.into_inner()?.finish()
}
