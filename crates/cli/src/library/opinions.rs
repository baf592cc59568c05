//! `gridwright library opinions`: what players said, beside what we say.

use std::collections::BTreeMap;
use std::path::PathBuf;

use ::library::{Filter, Kept, Library, Play};
use fit::{ENOUGH, Learnt, Opinion, compared, learnt, learnt_cuts, rank_correlation};
use puzzles::reason::{Grades, Pace, Rating, SCORES, Score, Weights};
use puzzles::{FAMILIES, Family};
use serde_json::{Value, json};

use super::{ask, name_faults, unread};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::output;
use crate::reason::rate::How;
use crate::words;

/// How often players of the Skyscrapers study agreed with its grades, in per cent.
const STUDY: [usize; 3] = [85, 70, 45];

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

/// A puzzle with what was said about it.
struct Played {
    rating: Rating,
    plays: Vec<Play>,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    args.how.check()?;
    let (listing, mut faults) = ask(&args.file, |library| library.listing(&Filter::default()))?;
    faults.extend(listing.faults);
    let library = Library::open(&args.file, ::library::Open::Reading)?;
    let mut families: BTreeMap<&str, Vec<Played>> = BTreeMap::new();
    for line in listing.lines {
        match library.get(line.id) {
            Ok(Kept { entry, plays, .. }) if plays.iter().any(says_something) => {
                let puzzle = entry.document.puzzle.as_ref();
                let rating = args.how.rate_puzzle(puzzle, TimeLimit { limit: None });
                let rating = rating.map_err(anyhow::Error::msg)?;
                let family = families.entry(puzzle.family().id).or_default();
                family.push(Played { rating, plays });
            }
            Ok(_) => {}
            Err(error) => faults.push(unread(line.id, &error)),
        }
    }
    let (mut text, exit) = name_faults(&faults, args.json);
    let mut file =
        "# Grades learnt from players by `gridwright library opinions`, taken by `--grades`.\n"
            .to_owned();
    let mut has_learnt = false;
    for family in FAMILIES {
        let Some(played) = families.get(family.id) else {
            continue;
        };
        let own = args.how.grades(family.id).map_err(anyhow::Error::msg)?;
        let own = own.unwrap_or_else(|| family.grades(Weights::Ours));
        let found = Found::of(played, &own);
        text += &match args.json {
            true => format!("{}\n", found.json(family)),
            false => found.text(family),
        };
        if found.has_learnt() {
            has_learnt = true;
            file += &found.file(family, &own);
        }
    }
    if families.is_empty() && !args.json {
        text += "Nobody has said anything about these puzzles yet.\n";
    }
    output::print(text.as_bytes());
    if let Some(path) = &args.out {
        if !has_learnt {
            anyhow::bail!(
                "there is nothing to write: opinions of at least {ENOUGH} puzzles of a family are needed"
            );
        }
        output::write_file(path, file.as_bytes())?;
    }
    Ok(exit)
}

fn says_something(play: &Play) -> bool {
    let timed = play.solved && play.seconds.is_some();
    timed || play.difficulty.is_some() || play.fun.is_some() || play.looks.is_some()
}

/// What was found out about a family: for each scale how far we agree, and what was learnt.
struct Found {
    scales: Vec<Scale>,
    /// How many times are known, their rank correlation with ours, and the pace that they give.
    times: (usize, Option<f64>, Option<Pace>),
}

struct Scale {
    opinions: Vec<Opinion>,
    learnt: Option<Learnt>,
}

impl Found {
    fn of(played: &[Played], own: &Grades) -> Found {
        let scale = |which: usize| {
            let (name, grades) = SCORES[which];
            let place = |word: &str| grades.iter().position(|grade| *grade == word);
            let opinion = |one: &Played| {
                let score: &Score =
                    [&one.rating.difficulty, &one.rating.fun, &one.rating.looks][which];
                let said = |play: &Play| {
                    let said = match name {
                        "difficulty" => &play.difficulty,
                        "fun" => &play.fun,
                        _ => &play.looks,
                    };
                    place(said.as_deref()?)
                };
                let said: Vec<usize> = one.plays.iter().filter_map(said).collect();
                let value = |part: &puzzles::reason::Part| match part.weight < 0.0 {
                    true => 100.0 - part.value,
                    false => part.value,
                };
                Some(Opinion {
                    parts: score.parts.iter().map(value).collect(),
                    score: score.score,
                    grade: place(score.grade)?,
                    by_score: which > 0 || one.rating.solved_by_rules,
                    said,
                })
                .filter(|opinion| !opinion.said.is_empty())
            };
            let opinions: Vec<Opinion> = played.iter().filter_map(opinion).collect();
            // A file of grades has weights for the difficulty only.
            let learnt = match which {
                0 => learnt(&opinions, &own.weights),
                _ => learnt_cuts(&opinions),
            };
            // What is no better than a coin has not been learnt.
            let learnt = learnt.filter(|l| l.unseen.is_some_and(|unseen| unseen > 0.5));
            Scale { opinions, learnt }
        };
        Found {
            scales: (0..SCORES.len()).map(scale).collect(),
            times: times(played),
        }
    }

    fn has_learnt(&self) -> bool {
        self.scales.iter().any(|scale| scale.learnt.is_some()) || self.times.2.is_some()
    }

    fn text(&self, family: &Family) -> String {
        let mut out = format!("{}\n", family.name);
        for ((scale, (name, grades)), study) in self.scales.iter().zip(SCORES).zip(STUDY) {
            if scale.opinions.is_empty() {
                continue;
            }
            let agreement = compared(&scale.opinions, grades.len());
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
        let (times, rank, pace) = self.times;
        if times > 0 {
            out += &format!(
                "  time: {}",
                words::count(times, "puzzle solved", "puzzles solved")
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

    fn json(&self, family: &Family) -> Value {
        let mut line = json!({ "type": family.id });
        for ((scale, (name, grades)), study) in self.scales.iter().zip(SCORES).zip(STUDY) {
            let agreement = compared(&scale.opinions, grades.len());
            let (same, all) = agreement.confusion.agreement();
            line[name] = json!({
                "opinions": all,
                "agree": same,
                "study_percent": study,
                "confusion": agreement.confusion.counts,
                "rank_correlation": agreement.rank,
            });
            if let Some(learnt) = &scale.learnt {
                line[name]["learnt"] = json!({
                    "weights": learnt.weights, "cuts": learnt.cuts, "agree": learnt.agreeing.0,
                    "of": learnt.agreeing.1, "pairs_before": learnt.before,
                    "pairs_after": learnt.after, "pairs_unseen": learnt.unseen,
                });
            }
        }
        let (times, rank, pace) = self.times;
        line["time"] = json!({
            "puzzles": times, "rank_correlation": rank, "minutes_for_each": pace.map(|p| p.minutes),
        });
        line
    }

    /// What goes into a file of grades.
    fn file(&self, family: &Family, own: &Grades) -> String {
        let puzzles = self.scales.iter().map(|scale| scale.opinions.len()).max();
        let mut out = format!(
            "family {}\n# from what was said about {}\n",
            family.id,
            words::count(puzzles.unwrap_or(0), "puzzle", "puzzles")
        );
        let numbers = |list: &[f64]| {
            let words: Vec<String> = list.iter().map(|n| format!("{n:.2}")).collect();
            words.join(" ")
        };
        let weights = self.scales[0].learnt.as_ref().map(|l| l.weights.clone());
        out += &format!(
            "weights {}\n",
            numbers(&weights.unwrap_or_else(|| own.weights.to_vec()))
        );
        let before = [&own.difficulty, &own.fun, &own.looks];
        for ((scale, (name, _)), before) in self.scales.iter().zip(SCORES).zip(before) {
            let cuts = scale
                .learnt
                .as_ref()
                .map_or(before.clone(), |l| l.cuts.to_vec());
            out += &format!("{name} cuts {}\n", numbers(&cuts));
        }
        if let Some(pace) = self.times.2.or(own.pace) {
            out += &format!(
                "minutes {:.5} {:.2} {:.2}\n",
                pace.minutes, pace.low, pace.high
            );
        }
        out
    }
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

/// The pace of the players: minutes for each unit of search, and one standard deviation as a share.
fn times(played: &[Played]) -> (usize, Option<f64>, Option<Pace>) {
    let each = played.iter().flat_map(|one| {
        let solved = one.plays.iter().filter(|play| play.solved);
        solved.filter_map(|play| Some((one.rating.search, play.seconds? / 60.0)))
    });
    let known: Vec<(f64, f64)> = each.filter(|(s, m)| *s > 0.0 && *m > 0.0).collect();
    let (search, minutes): (Vec<f64>, Vec<f64>) = known.iter().copied().unzip();
    let rank = rank_correlation(&search, &minutes);
    let ratios: Vec<f64> = known
        .iter()
        .map(|(search, minutes)| minutes / search)
        .collect();
    let count = ratios.len() as f64;
    let mean = ratios.iter().sum::<f64>() / count.max(1.0);
    let square = ratios.iter().map(|r| (r - mean) * (r - mean)).sum::<f64>() / count.max(1.0);
    let spread = if mean > 0.0 {
        square.sqrt() / mean
    } else {
        0.0
    };
    let pace = Pace {
        minutes: mean,
        low: (1.0 - spread).max(0.1),
        high: 1.0 + spread,
    };
    (known.len(), rank, (known.len() >= ENOUGH).then_some(pace))
}
