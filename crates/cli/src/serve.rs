//! `gridwright serve`: the workbench in the browser.

use std::ffi::OsString;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serve::{Token, TrialRun};

use crate::exit::Exit;
use crate::output::complain;
use crate::patience::stretch;
use crate::trial;

/// Open the workbench in the browser, or run a trial with people
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright serve
  gridwright serve --library my.library --open
  gridwright serve --port 8080
  gridwright serve --address https://example.org/puzzles/
  gridwright serve --trial bridges.json
  gridwright serve --trial bridges.json --lan

The page is at http://127.0.0.1:7777 until Ctrl-C. What you play is kept in your browser; puzzles,
ratings and how they were played are also kept in the library, if there is one (see `gridwright
library`).

Other users of this machine can open the page, too, but not the library: that opens only in a browser
in which the address that is printed has been opened once, because there is a token in it. The token
is kept in a file of yours (on Linux in ~/.local/state/gridwright) and stays the same; remove the file
to have a new one, or set GRIDWRIGHT_TOKEN to choose one.

With --lan other machines and phones on the same network can open the page: those that are given the
address that is printed, also as a QR code, because the same token is in it and nothing is answered
without. There is no encryption, so use a network that you trust.

With --trial the page is that of participants (see `gridwright trial`), and nothing else is offered.
What they do is written into the results file at once; start the same command again after an
interruption, and everybody goes on where they were.")]
pub struct Args {
    /// The port to listen on; 0 takes any free one
    #[arg(long, default_value_t = 7777)]
    port: u16,
    /// The library file that the page may read and change; created if it does not exist
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
    /// Give out the page of this edition, which carries its engine (see docs/edition.md); without it,
    /// that in the folder `edition` beside the program, if there is one, else the built-in page
    #[arg(long, value_name = "FOLDER")]
    edition: Option<PathBuf>,
    /// What shared links begin with; without it, the address at which the page was opened
    #[arg(long, value_name = "URL", value_parser = ::serve::public_address, conflicts_with = "trial")]
    address: Option<String>,
    /// Run this trial: the page is for its participants
    #[arg(long, value_name = "FILE", conflicts_with_all = ["library", "edition"])]
    trial: Option<PathBuf>,
    /// Where to write what participants do [default: beside the trial, as in bridges.results.jsonl]
    #[arg(long, value_name = "FILE", requires = "trial")]
    results: Option<PathBuf>,
    /// Listen on the network, at this address of this machine or at the one that leads elsewhere
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true)]
    lan: Option<Option<IpAddr>>,
    /// Show the page in the browser at once
    #[arg(long)]
    open: bool,
}

pub fn run(args: &Args) -> Result<Exit> {
    let token = match args.library.is_some() || args.lan.is_some() {
        true => token()?,
        false => None,
    };
    let lan = args.lan.map(|address| {
        let address = address.or_else(::serve::own_address);
        address.context("this machine is on no network; give its address, as in --lan=192.168.1.20")
    });
    let trial = args.trial.as_deref().map(|path| {
        Ok::<_, anyhow::Error>(TrialRun {
            trial: trial::read(path)?,
            results: match &args.results {
                Some(results) => results.clone(),
                None => ::serve::results_beside(path),
            },
            version: crate::VERSION.to_owned(),
        })
    });
    let trial = trial.transpose()?;
    // A page with its engine could rate puzzles itself.
    let edition = match trial {
        Some(_) => None,
        None => args.edition.clone().or_else(beside),
    };
    ::serve::run(::serve::Options {
        port: args.port,
        open: args.open,
        library: args.library.clone(),
        trial,
        lan: lan.transpose()?,
        token,
        edition,
        address: args.address.clone(),
        patience: stretch(),
    })?;
    Ok(Exit::Well)
}

/// The edition that lies beside the program, as in its archives.
fn beside() -> Option<PathBuf> {
    let folder = std::env::current_exe().ok()?.parent()?.join("edition");
    folder
        .join("engine/engine.wasm.gz")
        .is_file()
        .then_some(folder)
}

/// The token of this user; none if there is no place to keep one.
fn token() -> Result<Option<Token>> {
    if let Some(word) = std::env::var_os("GRIDWRIGHT_TOKEN").filter(|word| !word.is_empty()) {
        let token = word.to_str().and_then(Token::chosen);
        let token = token.context("GRIDWRIGHT_TOKEN must consist of letters, digits, - and _")?;
        return Ok(Some(token));
    }
    let Some(file) = token_file(|name| std::env::var_os(name)) else {
        return Ok(None);
    };
    match Token::kept(&file) {
        Ok(token) => Ok(Some(token)),
        Err(error) => {
            let file = file.display();
            complain(&format!(
                "gridwright: the token cannot be kept in {file} ({error}); this one is for now only"
            ));
            Ok(None)
        }
    }
}

/// Where it is kept: with what programs remember from one start to the next.
fn token_file(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let folder = |name: &str| {
        let folder = variable(name).map(PathBuf::from);
        folder.filter(|folder| folder.is_absolute())
    };
    let state = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else {
        let home = folder("HOME").map(|home| home.join(".local/state"));
        folder("XDG_STATE_HOME").or(home)
    };
    state.map(|state| state.join(Path::new("gridwright/token")))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_token_has_its_place() {
        let file = |variables: &[(&str, &str)]| {
            token_file(|name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| value.into())
            })
        };
        let home = ("HOME", "/home/a");
        let state = Some(PathBuf::from("/home/a/.local/state/gridwright/token"));
        assert_eq!(file(&[home]), state);
        assert_eq!(file(&[home, ("XDG_STATE_HOME", "relative")]), state);
        let other = Some(PathBuf::from("/var/s/gridwright/token"));
        assert_eq!(file(&[home, ("XDG_STATE_HOME", "/var/s")]), other);
        assert_eq!(file(&[]), None);
    }
}
