//! `gridwright trial report`: what came out of a trial.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use lab::experiment::font_style;
use lab::people::Report;
use people::{Results, Trial};
use serde_json::json;

use super::read;
use crate::exit::Exit;
use crate::output::{self, write_file};
use crate::words;

/// Show what came out of a trial: times by category, what people say, how our ratings agree
///
/// Times are of puzzles that were solved, in seconds, without pauses; what was given up is counted and
/// not averaged. May be asked at any time, also while people are playing.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright trial report bridges.json
  gridwright trial report bridges.json --out bridges
  gridwright trial report --json bridges.json monday.jsonl tuesday.jsonl

The folder of --out gets the tables (categories.csv, opinions.csv, agreement.csv, plays.csv), plots
(times.svg, each.svg, ratings.svg) and report.json. `gridwright experiment run --trial` reads plays.csv.

Exit status: 0 all well; 2 a file cannot be read or written, or does not belong to the trial.")]
pub struct Args {
    /// The trial, as `gridwright trial new` wrote it
    #[arg(value_name = "TRIAL")]
    trial: PathBuf,

    /// What participants did [default: the file beside the trial]
    #[arg(value_name = "RESULTS")]
    results: Vec<PathBuf>,

    /// Write tables, plots and JSON into this folder; it is created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let trial = read(&args.trial)?;
    let paths = match args.results[..] {
        [] => vec![serve::results_beside(&args.trial)],
        _ => args.results.clone(),
    };
    let results: Vec<Results> =
        (paths.iter().map(|path| results(&trial, path))).collect::<anyhow::Result<_>>()?;
    let report = Report::new(&trial, &results);
    if let Some(folder) = &args.out {
        write(&report, folder)?;
    }
    let text = match args.json {
        true => format!("{}\n", json!(report)),
        false => told(&report),
    };
    output::print(text.as_bytes());
    Ok(Exit::Well)
}

fn results(trial: &Trial, path: &Path) -> anyhow::Result<Results> {
    let name = path.display();
    if !path.exists() {
        bail!("there is no {name}: nobody has taken part yet, or its place is to be named");
    }
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let read = Results::read(trial, &text).map_err(|why| anyhow!("{name}: {why}"))?;
    Ok(read.0)
}

fn told(report: &Report) -> String {
    let people = words::count(report.participants, "participant", "participants");
    let mut text = format!(
        "{}: {people}, {} of them to the end.\n\n",
        words::harmless(&report.title),
        report.finished
    );
    text += &report.table().text();
    let opinions = report.opinions();
    if !opinions.rows.is_empty() {
        text += &format!("\n{}", opinions.text());
    }
    text + &format!("\n{}", report.agreement().text())
}

fn write(report: &Report, folder: &Path) -> anyhow::Result<()> {
    let name = folder.display();
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {name}"))?;
    let tables = [
        ("categories", report.table()),
        ("opinions", report.opinions()),
        ("agreement", report.agreement()),
        ("plays", report.every_play()),
    ];
    for (name, table) in tables {
        write_file(&folder.join(format!("{name}.csv")), table.csv().as_bytes())?;
    }
    let style = font_style();
    for (name, plot) in report.plots() {
        write_file(
            &folder.join(format!("{name}.svg")),
            plot.svg(&style).as_bytes(),
        )?;
    }
    let text = serde_json::to_string_pretty(report)? + "\n";
    write_file(&folder.join("report.json"), text.as_bytes())
}
