//! Others beside us, in one run on one machine: Simon Tatham's programs making bridges and towers of
//! the same sizes, and SMT solvers proving the same puzzles (`against`). What is not installed is left
//! out with a word.
//!
//! Levels are not the same thing: his say which of his deductions a puzzle needs, ours how hard it is for
//! people. They stand beside each other from easiest to hardest; what he calls unreasonable, because it
//! has to be tried out, stands beside our hard, which never has to.

use std::process::{Command, Stdio};
use std::time::Duration;

use workshop::Difficulty;

use crate::making::{Run, order, without_trial};

/// A program of his, and his sizes and levels beside a grade of ours.
struct Pair {
    program: &'static str,
    family: &'static str,
    side: usize,
    /// His parameters, his level's name, and our grade, counted from 0.
    level: (&'static str, &'static str, usize),
}

const fn pair(
    program: &'static str,
    family: &'static str,
    side: usize,
    level: (&'static str, &'static str, usize),
) -> Pair {
    Pair {
        program,
        family,
        side,
        level,
    }
}

const BRIDGES: &str = "sgt-bridges";
const TOWERS: &str = "sgt-towers";

/// Hashi with his usual shares of islands and extra bridges, double bridges at most, no ring forbidden.
const PAIRS: [Pair; 25] = [
    pair(BRIDGES, "hashi", 7, ("7x7i30e10m2d0", "easy", 0)),
    pair(BRIDGES, "hashi", 7, ("7x7i30e10m2d1", "medium", 1)),
    pair(BRIDGES, "hashi", 7, ("7x7i30e10m2d2", "hard", 2)),
    pair(BRIDGES, "hashi", 15, ("15x15i30e10m2d0", "easy", 0)),
    pair(BRIDGES, "hashi", 15, ("15x15i30e10m2d1", "medium", 1)),
    pair(BRIDGES, "hashi", 15, ("15x15i30e10m2d2", "hard", 2)),
    pair(BRIDGES, "hashi", 30, ("30x30i30e10m2d0", "easy", 0)),
    pair(BRIDGES, "hashi", 30, ("30x30i30e10m2d1", "medium", 1)),
    pair(BRIDGES, "hashi", 30, ("30x30i30e10m2d2", "hard", 2)),
    pair(TOWERS, "skyscrapers", 5, ("5de", "easy", 0)),
    pair(TOWERS, "skyscrapers", 5, ("5dh", "hard", 1)),
    pair(TOWERS, "skyscrapers", 5, ("5dx", "extreme", 2)),
    pair(TOWERS, "skyscrapers", 5, ("5du", "unreasonable", 2)),
    pair(TOWERS, "skyscrapers", 6, ("6de", "easy", 0)),
    pair(TOWERS, "skyscrapers", 6, ("6dh", "hard", 1)),
    pair(TOWERS, "skyscrapers", 6, ("6dx", "extreme", 2)),
    pair(TOWERS, "skyscrapers", 6, ("6du", "unreasonable", 2)),
    pair(TOWERS, "skyscrapers", 7, ("7de", "easy", 0)),
    pair(TOWERS, "skyscrapers", 7, ("7dh", "hard", 1)),
    pair(TOWERS, "skyscrapers", 7, ("7dx", "extreme", 2)),
    pair(TOWERS, "skyscrapers", 7, ("7du", "unreasonable", 2)),
    pair(TOWERS, "skyscrapers", 8, ("8de", "easy", 0)),
    pair(TOWERS, "skyscrapers", 8, ("8dh", "hard", 1)),
    pair(TOWERS, "skyscrapers", 8, ("8dx", "extreme", 2)),
    pair(TOWERS, "skyscrapers", 8, ("8du", "unreasonable", 2)),
];

/// Enough has been made when it took so long: the start of a program no longer counts then.
const ENOUGH: Duration = Duration::from_millis(400);

/// The most that are made for one line.
const MOST_MADE: usize = 4_000;

/// Print who makes puzzles how fast.
pub fn print() {
    println!(
        "{:<13} {:>4}  {:<12} {:>9}  {:<8} {:>9} {:>8}",
        "made", "side", "his", "ms each", "ours", "ms each", "ratio"
    );
    for pair in &PAIRS {
        let (parameters, his, grade) = pair.level;
        let theirs = match theirs(pair.program, parameters) {
            Ok(time) => time,
            Err(why) => {
                println!(
                    "{:<13} {:>4}  skipped: {}: {why}",
                    pair.family, pair.side, pair.program
                );
                continue;
            }
        };
        let ours = ours(pair);
        let ms = |time: Option<Duration>| match time {
            Some(time) => format!("{:.2}", time.as_secs_f64() * 1e3),
            None => "none".to_owned(),
        };
        let ratio = match (theirs, ours) {
            (Some(theirs), Some(ours)) => {
                format!("{:.2}", theirs.as_secs_f64() / ours.as_secs_f64())
            }
            _ => "–".to_owned(),
        };
        println!(
            "{:<13} {:>4}  {his:<12} {:>9}  {:<8} {:>9} {ratio:>8}",
            pair.family,
            pair.side,
            ms(theirs),
            puzzles::reason::DIFFICULTY[grade],
            ms(ours)
        );
    }
    println!("processor time of making one; ratio: how much longer his programs take");
}

/// How long it takes us to make one; none if none came out.
fn ours(pair: &Pair) -> Option<Duration> {
    let family = crate::making::family(pair.family);
    let mut order = without_trial(order(family, family.makers[0].id, pair.side, &[]));
    order.wish.difficulty = Some(Difficulty::Grade(pair.level.2));
    let mut count = 4;
    loop {
        let run = Run::of(&order, count);
        if run.time >= ENOUGH || count >= MOST_MADE {
            let made = u32::try_from(run.made.len()).unwrap_or(u32::MAX);
            return (made > 0).then(|| run.time / made);
        }
        count *= 4;
    }
}

/// How long it takes his program to make one, or why that cannot be told.
fn theirs(program: &str, parameters: &str) -> Result<Option<Duration>, String> {
    let place = ["/usr/games/", ""].into_iter().find_map(|folder| {
        let place = format!("{folder}{program}");
        let mut call = Command::new(&place);
        let call = call.arg("--version").stdout(Stdio::null());
        call.stderr(Stdio::null()).status().is_ok().then_some(place)
    });
    let place = place.ok_or("it is not installed (the package sgt-puzzles has it)")?;
    let mut count = 4;
    loop {
        let time = processor_time(&place, &["--generate", &count.to_string(), parameters])?;
        if time >= ENOUGH || count >= MOST_MADE {
            return Ok(Some(time / u32::try_from(count).unwrap_or(u32::MAX)));
        }
        count *= 4;
    }
}

/// How much processor time a command takes, as the shell tells it.
fn processor_time(program: &str, words: &[&str]) -> Result<Duration, String> {
    let mut call = Command::new("sh");
    call.args(["-c", "\"$@\" >/dev/null && times", "sh", program])
        .args(words);
    let output = call
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| format!("sh cannot be run: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    // The shell's own times are in the first line, those of what it called in the second.
    let children = text.lines().nth(1).filter(|_| output.status.success());
    let times = children.map(|line| line.split_whitespace().map(seconds).sum::<Option<f64>>());
    (times.flatten().map(Duration::from_secs_f64)).ok_or_else(|| "it failed".to_owned())
}

/// "1m2.5s" as seconds.
fn seconds(text: &str) -> Option<f64> {
    let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
    Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_the_shell_are_read() {
        assert_eq!(seconds("1m2.5s"), Some(62.5));
        assert_eq!(seconds("0m0.010000s"), Some(0.01));
        assert_eq!(seconds("soon"), None);
    }
}
