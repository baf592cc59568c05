//! Which files of `web/` make up the client. Used by the build script and, in debug builds, by the
//! server, so that both see the same files.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The endings of files that a browser may ask for, with their content types.
pub const TYPES: &[(&str, &str)] = &[
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("woff2", "font/woff2"),
    ("webmanifest", "application/manifest+json"),
];

/// Folders that are not part of the client: for developers, or for pages without a server only.
const OURS: &[&str] = &[
    "edition",
    "node_modules",
    "test",
    "tests",
    "test-results",
    "types",
];

/// A file of the client: its path in the URL (without the leading slash) and on disk.
pub struct Found {
    pub name: String,
    pub path: PathBuf,
}

/// All files of the client, by name. Only what is found here is ever served, so no path in a
/// request can lead anywhere else.
pub fn walk(root: &Path) -> io::Result<Vec<Found>> {
    let mut found = Vec::new();
    if root.is_dir() {
        enter(root, "", &mut found)?;
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

fn enter(folder: &Path, prefix: &str, found: &mut Vec<Found>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let kind = entry.file_type()?;
        let developers = name.starts_with('.') || name.contains(".config.");
        let path = entry.path();
        if kind.is_dir() && !developers && !OURS.contains(&name.as_str()) {
            enter(&path, &format!("{prefix}{name}/"), found)?;
        } else if kind.is_file() && !developers && content_type(&name).is_some() {
            let name = format!("{prefix}{name}");
            found.push(Found { name, path });
        }
    }
    Ok(())
}

pub fn content_type(name: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit_once('.')?;
    TYPES
        .iter()
        .find(|(known, _)| *known == extension)
        .map(|&(_, label)| label)
}
