//! `gridwright serve`: the workbench in the browser.

use std::path::PathBuf;

use anyhow::Result;

use crate::exit::Exit;
use crate::patience::stretch;

/// Open the workbench in the browser, on this machine only
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright serve
  gridwright serve --library my.library --open
  gridwright serve --port 8080

The page is at http://127.0.0.1:7777 until Ctrl-C. What you play is kept in your browser; puzzles,
ratings and how they were played are also kept in the library, if there is one (see `gridwright
library`).")]
pub struct Args {
    /// The port to listen on; 0 takes any free one
    #[arg(long, default_value_t = 7777)]
    port: u16,
    /// The library file that the page may read and change; created if it does not exist
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
    /// Show the page in the browser at once
    #[arg(long)]
    open: bool,
}

pub fn run(args: &Args) -> Result<Exit> {
    ::serve::run(::serve::Options {
        port: args.port,
        open: args.open,
        library: args.library.clone(),
        patience: stretch(),
    })?;
    Ok(Exit::Well)
}
