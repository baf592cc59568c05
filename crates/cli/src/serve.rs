//! `gridwright serve`: the workbench in the browser.

use anyhow::Result;

use crate::exit::Exit;

/// Open the workbench in the browser, on this machine only.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright serve
  gridwright serve --port 8080 --open

The page is at http://127.0.0.1:7777 until Ctrl-C. What you play is kept in your browser.")]
pub struct Args {
    /// The port to listen on; 0 takes any that is free.
    #[arg(long, default_value_t = 7777)]
    port: u16,
    /// Show the page in the browser at once.
    #[arg(long)]
    open: bool,
}

pub fn run(args: &Args) -> Result<Exit> {
    ::serve::run(::serve::Options {
        port: args.port,
        open: args.open,
    })?;
    Ok(Exit::Well)
}
