//! From the hand to the painted frame: the page is played in Chromium by `web/tests/latency.js`,
//! which prints its table and leaves the figures in a file.

use std::process::Command;

use crate::baseline::{Book, Figure};

/// `GRIDWRIGHT_BIN` says which program serves the page.
pub fn print(record: bool) -> Result<(), String> {
    let mut book = Book::open("latency")?;
    let file = std::env::temp_dir().join(format!("gridwright-latency-{}", std::process::id()));
    let status = Command::new("npm")
        .args(["run", "--silent", "latency", "--prefix", "web"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .env("LATENCY_FIGURES", &file)
        .status()
        .map_err(|e| format!("npm cannot be run: {e}"))?;
    if !status.success() {
        return Err("the page could not be played".to_owned());
    }
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    std::fs::remove_file(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let figures: Vec<Figure> = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    println!("{:<62} {:>12} {}", "median", "now", Book::HEAD);
    for figure in figures {
        let now = format!("{:.1} {}", figure.value, figure.unit);
        println!(
            "{:<62} {now:>12} {}",
            figure.name.clone(),
            book.enter(figure)
        );
    }
    book.close(record)
}
