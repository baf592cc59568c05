//! `cargo xtask licences`: the licences of everything that is in the program, in `THIRD-PARTY.md`.
//!
//! The list is what cargo would build the program of on the platforms that archives are made for,
//! the texts are those that lie in the packages. The C libraries and the fonts in some of the
//! packages are not in cargo's list, so they are named here ([`CARRIED`]); fonts of the page are
//! found by the licences that lie beside them in `web/fonts`. The file is the same on every
//! machine; with `--check` it is compared with what is in the repository. A licence that is not
//! allowed and a package that is not from the registry are errors, which is the part of `cargo
//! deny` that needs no tool.

mod expression;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::run::{ROOT, output};
use text::Text;

/// Where the list is kept.
pub const FILE: &str = "THIRD-PARTY.md";

/// The platforms that archives are made for (.github/workflows/release.yml).
const PLATFORMS: [&str; 4] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
];

/// Something in a package that is not the package's own.
struct Carried {
    /// The package.
    by: &'static str,
    name: &'static str,
    licence: &'static str,
    /// The text, in the package.
    path: &'static str,
}

const CARRIED: [Carried; 3] = [
    Carried {
        by: "libsqlite3-sys",
        name: "SQLite",
        licence: PUBLIC,
        path: "sqlite3/sqlite3.h",
    },
    Carried {
        by: "libmimalloc-sys",
        name: "mimalloc (the C library)",
        licence: "MIT",
        path: "c_src/mimalloc/v2/LICENSE",
    },
    Carried {
        by: "notosans",
        name: "Noto Sans (fonts)",
        licence: "OFL-1.1",
        path: "fonts/LICENSE_OFL.txt",
    },
];

const PUBLIC: &str = "public domain";

/// What of the work of others is in the program.
struct Item {
    name: String,
    version: String,
    /// As its authors put it.
    licence: String,
    /// Those that we take.
    chosen: Vec<&'static str>,
    texts: Vec<Text>,
    authors: String,
}

/// Write the file, or with `--check` compare it.
pub fn licences(rest: &[String]) -> Result<(), String> {
    let file = Path::new(ROOT).join(FILE);
    let now = page(&items()?);
    match rest {
        [] => {
            std::fs::write(&file, &now).map_err(|e| format!("{FILE}: {e}"))?;
            println!("{FILE}: {} KB", now.len() / 1000);
            Ok(())
        }
        [word] if word == "--check" => {
            let kept = std::fs::read_to_string(&file).map_err(|e| format!("{FILE}: {e}"))?;
            if kept.replace("\r\n", "\n") == now {
                println!("{FILE} is up to date");
                return Ok(());
            }
            let mut lines = kept.lines().zip(now.lines()).enumerate();
            let place = lines.find(|(_, (kept, now))| kept != now);
            let place = place.map_or("its end".to_owned(), |(n, (_, now))| {
                format!("line {}, which should be {now:?}", n + 1)
            });
            Err(format!(
                "{FILE} is not up to date at {place}; cargo xtask licences"
            ))
        }
        _ => Err("cargo xtask licences [--check]".to_owned()),
    }
}

/// Everything that is in the program and not of this project, in order of names.
fn items() -> Result<Vec<Item>, String> {
    let tree = tree()?;
    let mut arguments = vec!["metadata", "--format-version", "1", "--locked"];
    arguments.extend(PLATFORMS.iter().flat_map(|p| ["--filter-platform", p]));
    let metadata: Value = serde_json::from_str(&output("cargo", &arguments)?)
        .map_err(|e| format!("cargo metadata: {e}"))?;
    let mut items = Vec::new();
    let mut refused = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let word = |key: &str| package[key].as_str().unwrap_or_default();
        let this = (word("name").to_owned(), word("version").to_owned());
        let ours = package["source"].is_null();
        if !tree.contains(&this) || ours {
            continue;
        }
        if !(word("source").starts_with("registry+")
            && word("source").ends_with("/crates.io-index"))
        {
            refused.push(format!("{} {} is not from the registry", this.0, this.1));
        }
        match item(package, this) {
            Ok(item) => items.extend(item),
            Err(why) => refused.push(why),
        }
    }
    items.extend(fonts(&Path::new(ROOT).join("web/fonts"))?);
    if !refused.is_empty() {
        return Err(refused.join("\n"));
    }
    items.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(items)
}

/// Name and version of what the program is built of.
fn tree() -> Result<BTreeSet<(String, String)>, String> {
    let mut arguments = vec!["tree", "--package", "gridwright", "--locked"];
    arguments.extend(["--edges", "normal", "--prefix", "none", "--format", "{p}"]);
    arguments.extend(PLATFORMS.iter().flat_map(|p| ["--target", p]));
    let tree = output("cargo", &arguments)?;
    let package = |line: &str| {
        let mut words = line.split(' ');
        let name = words.next()?.to_owned();
        Some((name, words.next()?.strip_prefix('v')?.to_owned()))
    };
    Ok(tree.lines().filter_map(package).collect())
}

/// A package, and what it carries.
fn item(package: &Value, (name, version): (String, String)) -> Result<Vec<Item>, String> {
    let manifest = Path::new(package["manifest_path"].as_str().unwrap_or_default());
    let folder = manifest.parent().ok_or("a package without a folder")?;
    let licence = package["license"].as_str().unwrap_or_default();
    let chosen = expression::choose(licence).map_err(|e| format!("{name} {version}: {e}"))?;
    let mut texts = Vec::new();
    for path in texts_in(folder)? {
        let text = Text::of(&read(&path)?);
        texts.extend(text.filter(|text| chosen.contains(&text.licence)));
    }
    let authors = package["authors"].as_array().into_iter().flatten();
    let authors: Vec<&str> = authors.filter_map(Value::as_str).collect();
    let carried = CARRIED.iter().filter(|carried| carried.by == name);
    let mut items = carried
        .map(|carried| carried.item(folder))
        .collect::<Result<Vec<Item>, String>>()?;
    items.push(Item {
        name,
        version,
        licence: licence.to_owned(),
        chosen,
        texts,
        authors: authors.join(", "),
    });
    Ok(items)
}

impl Carried {
    fn item(&self, folder: &Path) -> Result<Item, String> {
        let path = folder.join(self.path);
        let file = read(&path)?;
        let (texts, chosen) = if self.licence == PUBLIC {
            let blessing = file.contains("The author disclaims copyright to this source code");
            if !blessing {
                return Err(format!("{} is no longer in the public domain", self.name));
            }
            (Vec::new(), Vec::new())
        } else {
            let text = Text::of(&file).filter(|text| text.licence == self.licence);
            let text = text.ok_or(format!("{}: not {}", path.display(), self.licence))?;
            (vec![text], vec![self.licence])
        };
        let mark = "#define SQLITE_VERSION ";
        let version = file.lines().find_map(|line| line.strip_prefix(mark));
        Ok(Item {
            name: self.name.to_owned(),
            version: version.unwrap_or("").trim().replace('"', ""),
            licence: self.licence.to_owned(),
            chosen,
            texts,
            authors: format!("in the package {}", self.by),
        })
    }
}

/// The fonts of the page, by the licences that lie beside them; none if there is no such folder.
fn fonts(folder: &Path) -> Result<Vec<Item>, String> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let font = |path: PathBuf| {
        let name = path.strip_prefix(ROOT).unwrap_or(&path);
        let name = name.to_string_lossy().replace('\\', "/");
        let text = Text::of(&read(&path)?);
        let text = text.filter(|text| expression::ALLOWED.contains(&text.licence));
        let text = text.ok_or(format!("{name}: a licence that is not allowed"))?;
        Ok(Item {
            name,
            version: String::new(),
            licence: text.licence.to_owned(),
            chosen: vec![text.licence],
            texts: vec![text],
            authors: "fonts of the page".to_owned(),
        })
    };
    texts_in(folder)?.into_iter().map(font).collect()
}

/// Files in a folder whose names are those of licences, in order.
fn texts_in(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let named = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.to_uppercase();
        let marks = ["LICENSE", "LICENCE", "COPYING", "OFL", "NOTICE"];
        path.is_file() && marks.iter().any(|mark| name.contains(mark))
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(named);
    paths.sort();
    Ok(paths)
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

const HEAD: &str = "\
# Third-party software

The program `gridwright` contains the work of many others, listed here with the licences under \
which it is used; where a package offers a choice, the last column says which is taken. The list is that of \
all platforms for which archives are made, so some of it is in one of them only. The Rust standard \
library is in it, too (MIT OR Apache-2.0, © The Rust Project contributors), and packages that only \
write parts of the program while it is built.

Made by `cargo xtask licences`: do not change it by hand.

";

/// What one licence says, and for whom.
#[derive(Default)]
struct Group {
    body: String,
    /// The lines of copyright, and who has them.
    holders: BTreeMap<String, Vec<String>>,
}

/// The file.
fn page(items: &[Item]) -> String {
    let mut page = HEAD.to_owned();
    page += "| what | version | licence | used under |\n|---|---|---|---|\n";
    for item in items {
        let Item {
            name,
            version,
            licence,
            ..
        } = item;
        let chosen = match item.chosen.is_empty() {
            true => licence.clone(),
            false => item.chosen.join(" and "),
        };
        let _ = writeln!(page, "| {name} | {version} | {licence} | {chosen} |");
    }
    page += "\nSQLite's authors have put it into the public domain, with a blessing: “May you do \
             good and not evil. May you find forgiveness for yourself and forgive others. May you \
             share freely, never taking more than you give.”\n";
    for licence in expression::ALLOWED {
        let used: Vec<&Item> = items
            .iter()
            .filter(|i| i.chosen.contains(&licence))
            .collect();
        if !used.is_empty() {
            write_licence(&mut page, licence, &used);
        }
    }
    page
}

/// The texts of one licence, each with whose they are.
fn write_licence(page: &mut String, licence: &str, used: &[&Item]) {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    let mut without = Vec::new();
    for item in used {
        let label = format!("{} {}", item.name, item.version).trim().to_owned();
        let mut any = false;
        for text in item.texts.iter().filter(|text| text.licence == licence) {
            any = true;
            let group = groups.entry(text.key()).or_default();
            if group.body.is_empty() {
                group.body.clone_from(&text.body);
            }
            let holders = group.holders.entry(text.copyright.join("; ")).or_default();
            if !holders.contains(&label) {
                holders.push(label.clone());
            }
        }
        if !any {
            without.push((label, &item.authors));
        }
    }
    let mut groups: Vec<Group> = groups.into_values().collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.holders.len()));
    let _ = writeln!(page, "\n## {licence}");
    if !without.is_empty() {
        page.push_str("\nPackages without a text of their own, which is the one below:\n\n");
        for (label, authors) in &without {
            let _ = match authors.is_empty() {
                true => writeln!(page, "- {label}"),
                false => writeln!(page, "- {label}: {authors}"),
            };
        }
    }
    for group in groups {
        page.push('\n');
        for (copyright, holders) in &group.holders {
            let holders = holders.join(", ");
            let _ = match copyright.is_empty() {
                true => writeln!(page, "- {holders}"),
                false => writeln!(page, "- {holders}: {copyright}"),
            };
        }
        let _ = writeln!(page, "\n```text\n{}\n```", group.body);
    }
}
