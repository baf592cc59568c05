//! Trials with people: the trial file, and the results file. What is read is written and read again the
//! same, and of results that are cut off anywhere the whole lines are still good.
//!
//! An input is a trial, or lines of results of the trial that all inputs know.

use std::sync::LazyLock;

use people::{Event, Happening, Line, Opened, Results, Task, Trial, Why};
use puzzles::format::{Document, split};
use serde_json::json;

use crate::{ROUND, Target, seeds};

/// See the head of this file.
pub const TARGET: Target = Target {
    name: "trials",
    about: "Files of trials with people",
    seeds,
    take,
    share: 5,
    round: ROUND,
};

static TRIAL: LazyLock<Trial> = LazyLock::new(|| {
    let read = |text: String| split(&text)[0].read().expect("a puzzle");
    let puzzles = seeds::played().into_iter().step_by(2).take(3);
    let puzzles = puzzles.map(|played| read(played.puzzle.to_string()));
    let task = |document: Document| Task {
        name: String::new(),
        warm_up: false,
        category: "some".to_owned(),
        rating: None,
        puzzle: document.without_boards(),
    };
    Trial::new("A trial", 1, Vec::new(), puzzles.map(task).collect(), None).expect("a trial")
});

fn seeds() -> Vec<Vec<u8>> {
    let mut trial = TRIAL.clone();
    trial.give_codes(2).expect("two are few");
    let opened = Opened {
        at: 1,
        opened: TRIAL.mark(),
        version: "0".to_owned(),
    };
    let mut lines = vec![json!(opened)];
    let mut at = 1;
    let mut add = |event: Event| {
        at += 1000;
        let code = "ABCDE".to_owned();
        let visit = 1;
        lines.push(json!(Line {
            at,
            code,
            visit,
            event
        }));
    };
    add(Event::Came);
    let slots = TRIAL.puzzle(0).blank().slots.len();
    for happening in [
        Happening::Began,
        Happening::Moved {
            seconds: 1.5,
            from: 0,
            entries: vec![json!({ "m": [[0, 0, 1]] }), json!(-1)],
        },
        Happening::Paused {
            seconds: 2.0,
            why: Why::Button,
        },
        Happening::WentOn { seconds: 2.0 },
        Happening::Ended {
            seconds: 3.0,
            solved: false,
            hints: 0,
            board: vec![0; slots],
        },
        Happening::Said(people::Opinion::default()),
    ] {
        let puzzle = TRIAL.puzzles[0].name.clone();
        add(Event::Puzzle { puzzle, happening });
    }
    let results: String = lines.iter().map(|line| format!("{line}\n")).collect();
    vec![trial.text().into_bytes(), results.into_bytes()]
}

fn take(input: &[u8]) -> Result<String, String> {
    let Ok(text) = std::str::from_utf8(input) else {
        return Ok("not text".to_owned());
    };
    let trial = match Trial::read(text) {
        Err(why) => why,
        Ok(trial) => {
            let again = Trial::read(&trial.text())?;
            if again.text() != trial.text() || again.mark() != trial.mark() {
                return Err("written and read again it is another trial".to_owned());
            }
            format!("a trial of {}", trial.puzzles.len())
        }
    };
    let results = match Results::read(&TRIAL, text) {
        Err(why) => why,
        Ok((results, whole)) => {
            let again = Results::read(&TRIAL, &text[..whole])?;
            if again != (results.clone(), whole) {
                return Err("without half a line these are other results".to_owned());
            }
            format!("results of {}", results.participants.len())
        }
    };
    Ok(format!("{trial}; {results}"))
}
