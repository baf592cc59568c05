//! `gridwright library opinions`: what players said, beside what we say.

use std::collections::BTreeMap;
use std::path::PathBuf;

use ::library::opinions::{HEAD, LEAST, Opinions, Scale, Times, Told, says_something};
use ::library::{Filter, Kept, Library};
use fit::Learnt;
use puzzles::reason::Weights;
use puzzles::{FAMILIES, Family};
use serde_json::{Value, json};

use super::{ask, name_faults, unread};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::output;
use crate::reason::rate::How;
use crate::words;

/// Compare what players said with our grades, and learn from it
///
/// For each family: how often our grades of difficulty, fun and looks are those that players gave
/// (`library played`, or the page), which grades met which, and whether our scores order puzzles as
/// players do. From ten puzzles on, weights and cuts are fitted that follow the players better; how
/// well they do is also said for puzzles that the fit has not seen.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library opinions my.library
  gridwright library opinions --out ours.grades my.library
  gridwright rate --grades ours.grades puzzle.txt

Exit status: 0 compared; 2 wrong input, or a puzzle of the library cannot be read.")]
pub struct Args {
    /// The library
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Write what was learnt into this file, as grades for --grades
    #[arg(long, value_name = "GRADES")]
    out: Option<PathBuf>,

    #[command(flatten)]
    how: How,

    /// Print one JSON object per family, one per line
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    args.how.check()?;
    let (listing, mut faults) = ask(&args.file, |library| library.listing(&Filter::default()))?;
    faults.extend(listing.faults);
    let library = Library::open(&args.file, ::library::Open::Reading)?;
    let mut families: BTreeMap<&str, Vec<Told>> = BTreeMap::new();
    for line in listing.lines {
        match library.get(line.id) {
            Ok(Kept { entry, plays, .. }) if plays.iter().any(says_something) => {
                let puzzle = entry.document.puzzle.as_ref();
                let rating = args.how.rate_puzzle(puzzle, TimeLimit { limit: None });
                let rating = rating.map_err(anyhow::Error::msg)?;
                let family = families.entry(puzzle.family().id).or_default();
                family.push(Told { rating, plays });
            }
            Ok(_) => {}
            Err(error) => faults.push(unread(line.id, &error)),
        }
    }
    let (mut text, exit) = name_faults(&faults, args.json);
    let mut file = HEAD.to_owned();
    let mut has_learnt = false;
    for family in FAMILIES {
        let Some(played) = families.get(family.id) else {
            continue;
        };
        let own = args.how.grades(family.id).map_err(anyhow::Error::msg)?;
        let own = own.unwrap_or_else(|| family.grades(Weights::Ours));
        let found = Opinions::of(played, &own);
        text += &match args.json {
            true => format!("{}\n", json(&found, family)),
            false => told(&found, family),
        };
        if found.has_learnt() {
            has_learnt = true;
            file += &found.text(family.id, &own);
        }
    }
    if families.is_empty() && !args.json {
        text += "Nobody has said anything about these puzzles yet.\n";
    }
    output::print(text.as_bytes());
    if let Some(path) = &args.out {
        if !has_learnt {
            anyhow::bail!(
                "there is nothing to write: opinions of at least {LEAST} puzzles of a family are needed"
            );
        }
        output::write_file(path, file.as_bytes())?;
    }
    Ok(exit)
}

fn told(found: &Opinions, family: &Family) -> String {
    let mut out = format!("{}\n", family.name);
    for scale in found.scales.iter().filter(|scale| scale.puzzles > 0) {
        let Scale {
            name,
            grades,
            agreement,
            study,
            ..
        } = scale;
        let (same, all) = agreement.confusion.agreement();
        out += &format!(
            "  {name}: we agree with {same} of {} ({} %; in the Skyscrapers study {study} %)",
            words::count(all, "opinion", "opinions"),
            (100 * same + all / 2) / all.max(1)
        );
        out += &agreement.rank.map_or("\n".to_owned(), |rank| {
            format!(", rank correlation {rank:.2}\n")
        });
        out += &format!(
            "    ours / theirs{}\n",
            grades
                .iter()
                .map(|grade| format!("{grade:>9}"))
                .collect::<String>()
        );
        for (grade, row) in grades.iter().zip(&agreement.confusion.counts) {
            let cells: Vec<String> = row.iter().map(|n| format!("{n:>9}")).collect();
            out += &format!("    {grade:<13} {}\n", cells.join(""));
        }
        if let Some(learnt) = &scale.learnt {
            out += &learnt_text(learnt);
        }
    }
    let Times { solved, rank, pace } = found.times;
    if solved > 0 {
        out += &format!(
            "  time: {}",
            words::count(solved, "puzzle solved", "puzzles solved")
        );
        out += &rank.map_or(String::new(), |rank| {
            format!(", rank correlation with ours {rank:.2}")
        });
        out += &pace.map_or(String::new(), |pace| {
            format!(
                "; learnt: {:.4} minutes for each unit of search",
                pace.minutes
            )
        });
        out.push('\n');
    }
    out
}

fn json(found: &Opinions, family: &Family) -> Value {
    let mut line = json!({ "type": family.id });
    for scale in &found.scales {
        let (same, all) = scale.agreement.confusion.agreement();
        let mut one = json!({
            "opinions": all,
            "agree": same,
            "study_percent": scale.study,
            "confusion": scale.agreement.confusion.counts,
            "rank_correlation": scale.agreement.rank,
        });
        if let Some(learnt) = &scale.learnt {
            one["learnt"] = json!({
                "weights": learnt.weights, "cuts": learnt.cuts, "agree": learnt.agreeing.0,
                "of": learnt.agreeing.1, "pairs_before": learnt.before,
                "pairs_after": learnt.after, "pairs_unseen": learnt.unseen,
            });
        }
        line[scale.name] = one;
    }
    let Times { solved, rank, pace } = found.times;
    line["time"] = json!({
        "puzzles": solved, "rank_correlation": rank, "minutes_for_each": pace.map(|p| p.minutes),
    });
    line
}

fn learnt_text(learnt: &Learnt) -> String {
    let (same, all) = learnt.agreeing;
    let mut out = format!(
        "    learnt: cuts {:.1} and {:.1}, which agree with {same} of {all}\n",
        learnt.cuts[0], learnt.cuts[1]
    );
    if !learnt.weights.is_empty() {
        let named = puzzles::reason::PARTS.iter().zip(&learnt.weights);
        let named: Vec<String> = named
            .map(|(name, weight)| format!("{name} {weight}"))
            .collect();
        out += &format!("    weights: {}\n", named.join(", "));
        out += &format!(
            "    pairs in the players' order: {:.3} before, {:.3} with these{}\n",
            learnt.before,
            learnt.after,
            learnt.unseen.map_or(String::new(), |unseen| format!(
                ", {unseen:.3} on puzzles not seen"
            ))
        );
    }
    out
}
