//! `gridwright completions` and `gridwright man`: derived from the definitions of the commands.

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::Cli;
use crate::exit::Exit;
use crate::output;

/// Print the completions for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright completions bash > ~/.local/share/bash-completion/completions/gridwright
  gridwright completions zsh > ~/.zfunc/_gridwright")]
pub struct CompletionsArgs {
    shell: Shell,
}

/// Print a manual page
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright man > gridwright.1
  gridwright man solve > gridwright-solve.1")]
pub struct ManArgs {
    /// The page of this command instead of the program's
    command: Option<String>,
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
    let page = match &args.command {
        None => program,
        Some(name) => {
            let command = program.find_subcommand(name);
            let command = command.with_context(|| format!("there is no command {name:?}"))?;
            command.clone()
        }
    };
    let mut out = Vec::new();
    clap_mangen::Man::new(page).render(&mut out)?;
    output::print(&out);
    Ok(Exit::Well)
}
