//! `bench WHAT …`: the measurements, one at a time. `cargo xtask measure` calls it.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the measurements are a program: it prints tables of how long things took"
)]

use std::path::PathBuf;
use std::process::ExitCode;

use bench::baseline::{Book, machine};
use bench::{
    against, archipelagos, compare, contact_sheet, grades, label_order, large_boards, latency,
    making, recorded_moves, rivals, rule_reach, rules, sets, solving,
};
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};
use puzzles::FAMILIES;
use puzzles::format::Document;

// As in the program itself, so that what is measured is what people use.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What is measured: tables for people to read, nothing that passes or fails
#[derive(Parser)]
#[command(name = "bench", max_term_width = 100, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// How fast every puzzle is solved and proved unique, traced by rules and rated
    Solving {
        /// Record the figures in bench/baselines/solving.json
        #[arg(long)]
        record: bool,
    },
    /// How fast puzzles are made, beside the bars that this project set itself
    Making {
        /// Only these families, or lines as in hashi-30
        #[arg(value_name = "LINE")]
        lines: Vec<String>,
        #[command(flatten)]
        share: Share,
        /// Record the figures in bench/baselines/making.json
        #[arg(long, conflicts_with_all = ["lines", "share"])]
        record: bool,
    },
    /// How long a gesture takes on large boards, from the hand to the painted frame (Chromium)
    Latency {
        /// Record the figures in bench/baselines/latency.json
        #[arg(long)]
        record: bool,
    },
    /// Two builds of the program on the same work: ratios, and what got slower
    Compare(compare::Args),
    /// The prover and an SMT solver on a sample of the published puzzles: times and ratios
    Against {
        /// An installed solver: z3 or cvc5
        #[arg(default_value = "z3")]
        solver: String,
    },
    /// Others beside us: Tatham's programs at making, SMT solvers at proving
    Rivals,
    /// How fast large boards made here are solved and proved unique
    LargeBoards {
        #[command(flatten)]
        families: Families,
    },
    /// How many puzzles the rules solve, with and without trial, and how often each rule is used
    RuleReach {
        #[command(flatten)]
        families: Families,
        /// Draw so many of those that resist
        #[arg(long, value_name = "N", default_value_t = 0)]
        show: usize,
    },
    /// Of the moves that people made on published puzzles, how many a rule justifies
    RecordedMoves {
        #[command(flatten)]
        families: Families,
        /// Draw this many that no rule justifies
        #[arg(long, value_name = "N", default_value_t = 0)]
        show: usize,
    },
    /// Whether our scores order puzzles as the difficulty labels of their collections do
    LabelOrder {
        #[command(flatten)]
        families: Families,
    },
    /// Print Hashi of 100×100 with 2,000 islands, one a line: work for other measurements
    Archipelagos {
        /// How many
        #[arg(long, value_name = "N", default_value_t = 20)]
        count: u64,
    },
    /// Draw thirty new puzzles of a family with their solutions, to be looked at
    ContactSheet {
        /// Which puzzles
        #[arg(value_parser = families())]
        family: String,
        /// Where the pictures go
        folder: PathBuf,
        /// Rows and columns
        #[arg(long, value_name = "N", default_value_t = 10)]
        side: usize,
    },
    /// Fit weights, grades and minutes of every family to the published puzzles (writes files)
    Grades {
        /// Only say how well they fit; write nothing
        #[arg(long)]
        look: bool,
    },
}

fn families() -> PossibleValuesParser {
    PossibleValuesParser::new(FAMILIES.iter().map(|f| f.id).collect::<Vec<_>>())
}

#[derive(Args)]
struct Families {
    /// Only these families
    #[arg(value_name = "FAMILY", value_parser = families())]
    families: Vec<String>,
}

impl Families {
    fn wants(&self, id: &str) -> bool {
        self.families.is_empty() || self.families.iter().any(|family| family == id)
    }

    /// Something about each collection.
    fn each(&self, print: impl Fn(&str, &[Document])) {
        for source in sets::all() {
            if self.wants(sets::family_of(&source)) {
                print(&source.name, &source.documents());
            }
        }
    }
}

#[derive(Args)]
struct Share {
    /// Percent of the usual numbers
    #[arg(long, value_name = "PERCENT", default_value_t = 100)]
    share: usize,
}

fn main() -> ExitCode {
    match run(Cli::parse().what) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(what: What) -> Result<ExitCode, String> {
    // Boards are for other programs to read.
    if !matches!(what, What::Archipelagos { .. }) {
        println!("{}", machine());
    }
    match what {
        What::Solving { record } => {
            let mut book = Book::open("solving")?;
            let sources = sets::all();
            solving::print(&solving::table(&sources), &mut book);
            rules::print(&sources, &mut book);
            book.close(record)?;
        }
        What::Making {
            lines,
            share,
            record,
        } => {
            let mut book = Book::open("making")?;
            let wanted = |id: &str| lines.is_empty() || lines.iter().any(|line| line == id);
            making::print(wanted, share.share, &mut book);
            book.close(record)?;
        }
        What::Latency { record } => latency::print(record)?,
        What::Compare(args) => {
            if compare::print(&args)? > 0 {
                return Ok(ExitCode::FAILURE);
            }
        }
        What::Against { solver } => against::print(&sets::all(), &solver),
        What::Rivals => {
            rivals::print();
            for solver in ["z3", "cvc5"] {
                println!("\nproved unique, beside {solver}");
                against::print(&sets::all(), solver);
            }
        }
        What::LargeBoards { families } => large_boards::print(|id| families.wants(id)),
        What::RuleReach { families, show } => {
            families.each(|name, all| rule_reach::print(name, all, show));
        }
        What::RecordedMoves { families, show } => {
            families.each(|name, all| recorded_moves::print(name, all, show));
        }
        What::LabelOrder { families } => families.each(label_order::print),
        What::Archipelagos { count } => print!("{}", archipelagos::archipelagos(count)),
        What::ContactSheet {
            family,
            folder,
            side,
        } => contact_sheet::write(&family, &folder, side)?,
        What::Grades { look } => grades::fit(!look).map_err(|e| format!("the grades: {e}"))?,
    }
    Ok(ExitCode::SUCCESS)
}
