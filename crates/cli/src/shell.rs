//! `gridwright completions` and `gridwright man`: derived from the definitions of the commands.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::CommandFactory;
use clap::builder::Resettable;
use clap_complete::Shell;

use crate::exit::Exit;
use crate::output;
use crate::{Cli, VERSION};

/// Print the completions for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright completions bash > ~/.local/share/bash-completion/completions/gridwright
  gridwright completions zsh > ~/.zfunc/_gridwright")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Print a manual page
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright man > gridwright.1
  gridwright man solve > gridwright-solve.1
  gridwright man library add > gridwright-library-add.1
  gridwright man --all ~/.local/share/man/man1")]
pub struct ManArgs {
    /// The page of this command instead of the whole program's; two words for a command inside
    /// another
    command: Vec<String>,
    /// Write the pages of the program and of all its commands into this folder, which is made if
    /// there is none
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    all: Option<PathBuf>,
}

pub fn completions(args: &CompletionsArgs) -> anyhow::Result<Exit> {
    let mut out = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "gridwright", &mut out);
    output::print(&out);
    Ok(Exit::Well)
}

pub fn man(args: &ManArgs) -> anyhow::Result<Exit> {
    let mut program = Cli::command();
    program.build();
    if let Some(folder) = &args.all {
        let made = std::fs::create_dir_all(folder);
        made.with_context(|| format!("cannot make the folder {}", folder.display()))?;
        return write_pages(&program, folder);
    }
    let mut command = &program;
    for (i, name) in args.command.iter().enumerate() {
        let words = || args.command[..=i].join(" ");
        let found = command.find_subcommand(name);
        command = found.with_context(|| format!("there is no command {:?}", words()))?;
    }
    output::print(page(command)?.as_bytes());
    Ok(Exit::Well)
}

/// The page of a command and those of the commands that it has.
fn write_pages(command: &clap::Command, folder: &Path) -> anyhow::Result<Exit> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    output::write_file(&folder.join(format!("{name}.1")), page(command)?.as_bytes())?;
    for inner in command.get_subcommands() {
        if inner.get_name() != "help" {
            write_pages(inner, folder)?;
        }
    }
    Ok(Exit::Well)
}

/// The text after the help gets sections of its own, as in other manuals.
fn page(command: &clap::Command) -> anyhow::Result<String> {
    let below = command.get_after_help().map(ToString::to_string);
    let bare = command.clone().after_help(Resettable::Reset);
    let mut page = Vec::new();
    clap_mangen::Man::new(bare)
        .source(format!("gridwright {VERSION}"))
        .render(&mut page)?;
    let page = String::from_utf8(page).context("the manual page is not text")?;
    let sections = sections(&below.unwrap_or_default());
    // The version is the last thing a reader looks for.
    let end = page.find("\n.SH VERSION").map_or(page.len(), |at| at + 1);
    Ok(format!("{}{sections}{}", &page[..end], &page[end..]))
}

fn sections(help: &str) -> String {
    let mut out = String::new();
    for paragraph in help.split("\n\n") {
        if let Some(examples) = paragraph.strip_prefix("Examples:\n") {
            out += &format!(".SH EXAMPLES\n.nf\n{}.fi\n", lines(examples));
        } else if let Some(status) = paragraph.strip_prefix("Exit status: ") {
            out += &format!(".SH \"EXIT STATUS\"\n{}", lines(status));
        } else if !paragraph.trim().is_empty() {
            out += &format!(".SH NOTES\n{}", lines(paragraph));
        }
    }
    out
}

/// Lines escaped so that the formatter takes none of them for a command.
fn lines(text: &str) -> String {
    let line = |line: &str| {
        let line = line.trim().replace('\\', "\\e").replace('-', "\\-");
        let guard = if line.starts_with(['.', '\'']) {
            "\\&"
        } else {
            ""
        };
        format!("{guard}{line}\n")
    };
    text.lines().map(line).collect()
}
