//! Recorded figures, and new ones beside them. A baseline is a file in `bench/baselines` that is
//! part of the project: figures with the machine, the day and the commit that gave them. They show
//! roughly what changed since; other machines differ, so nothing is judged by them.

use std::path::PathBuf;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// One number of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// What was measured; unique in a table.
    pub name: String,
    /// Less is better.
    pub value: f64,
    /// Of the value.
    pub unit: String,
    /// What it was measured on. Figures of other things are not compared.
    pub of: String,
}

/// A recorded table.
#[derive(Debug, Serialize, Deserialize)]
pub struct Baseline {
    machine: String,
    date: String,
    commit: String,
    figures: Vec<Figure>,
}

/// A table while it is being made: what is recorded of it, and what is new.
pub struct Book {
    what: &'static str,
    recorded: Option<Baseline>,
    new: Vec<Figure>,
}

impl Book {
    /// The book of `bench/baselines/WHAT.json`.
    pub fn open(what: &'static str) -> Result<Book, String> {
        let recorded = match std::fs::read_to_string(path(what)) {
            Ok(text) => Some(serde_json::from_str(&text).map_err(|e| format!("{what}.json: {e}"))?),
            Err(_) => None,
        };
        Ok(Book {
            what,
            recorded,
            new: Vec::new(),
        })
    }

    /// Heads of the two columns of [`Book::enter`].
    pub const HEAD: &str = "  recorded    ratio";

    /// Take a figure down; gives the recorded one and the ratio as two columns.
    pub fn enter(&mut self, figure: Figure) -> String {
        let recorded = self.recorded.iter().flat_map(|r| &r.figures);
        let before = recorded.into_iter().find(|f| f.name == figure.name);
        let columns = match before {
            None => format!("{:>10} {:>8}", "–", ""),
            Some(before) if (&before.of, &before.unit) != (&figure.of, &figure.unit) => {
                format!("{:>10} {:>8}", "other set", "")
            }
            // Nothing is no measure of anything.
            Some(before) if before.value == 0.0 => format!("{:>10} {:>8}", "0", ""),
            Some(before) => format!(
                "{:>10} {:>7.2}×",
                short(before.value),
                figure.value / before.value
            ),
        };
        self.new.push(figure);
        columns
    }

    /// After the table: where the recorded figures come from; or record the new ones.
    pub fn close(self, record: bool) -> Result<(), String> {
        if record {
            let baseline = Baseline {
                machine: machine(),
                date: today(),
                commit: commit(),
                figures: self.new,
            };
            let path = path(self.what);
            let text = serde_json::to_string_pretty(&baseline).map_err(|e| e.to_string())?;
            let folder = path.parent().expect("a file in a folder");
            std::fs::create_dir_all(folder)
                .and_then(|()| std::fs::write(&path, text + "\n"))
                .map_err(|e| format!("{}: {e}", path.display()))?;
            println!("recorded in bench/baselines/{}.json", self.what);
        } else if let Some(Baseline {
            machine,
            date,
            commit,
            ..
        }) = self.recorded
        {
            println!("recorded on {date} at {commit}: {machine}");
            println!(
                "Other machines, and busy ones, differ: `cargo xtask compare` runs two revisions \
                 side by side."
            );
        } else {
            println!("nothing is recorded yet (--record does it)");
        }
        Ok(())
    }
}

/// Three digits that matter.
fn short(value: f64) -> String {
    let digits = match value.abs() {
        v if v >= 100.0 => 0,
        v if v >= 10.0 => 1,
        v if v >= 1.0 => 2,
        _ => 3,
    };
    format!("{value:.digits$}")
}

fn path(what: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/baselines");
    PathBuf::from(folder).join(format!("{what}.json"))
}

/// The processor and its number of cores.
pub fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|l| l.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown processor", |(_, name)| name.trim());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores, {}", std::env::consts::OS)
}

/// What git says about the working tree; `dirty` if it has changes that are not committed.
fn commit() -> String {
    let described = Command::new("git")
        .args(["describe", "--always", "--dirty", "--exclude=*"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    match described {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        }
        _ => "an unknown commit".to_owned(),
    }
}

/// The day in UTC, as in 2026-01-31.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH);
    let days = seconds.map_or(0, |s| s.as_secs() / 86_400) as i64;
    day(days)
}

/// The day that is so many days after 1970-01-01. Years are counted from March, so that the leap
/// day is the last of its year.
fn day(since_1970: i64) -> String {
    let days = since_1970 + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    format!("{:04}-{month:02}-{day:02}", year + era * 400 + next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_names() {
        let days = [0, 58, 59, 789, 790, 11_016, 20_773];
        let names = days.map(day);
        assert_eq!(
            names,
            [
                "1970-01-01",
                "1970-02-28",
                "1970-03-01",
                "1972-02-29",
                "1972-03-01",
                "2000-02-29",
                "2026-11-16"
            ]
        );
    }

    #[test]
    fn figures_stand_beside_those_of_the_same_set_only() {
        let figure = |value, of: &str| Figure {
            name: "a".to_owned(),
            value,
            unit: "ms".to_owned(),
            of: of.to_owned(),
        };
        let mut book = Book {
            what: "test",
            recorded: Some(Baseline {
                machine: String::new(),
                date: String::new(),
                commit: String::new(),
                figures: vec![figure(2.0, "30 puzzles")],
            }),
            new: Vec::new(),
        };
        let same = book.enter(figure(3.0, "30 puzzles"));
        assert_eq!(
            same.split_whitespace().collect::<Vec<_>>(),
            ["2.00", "1.50×"]
        );
        assert_eq!(book.enter(figure(3.0, "31 puzzles")).trim(), "other set");
    }
}
