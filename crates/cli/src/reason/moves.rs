//! `gridwright report --moves`: recorded games against the rules of deduction.

use std::collections::BTreeMap;
use std::sync::Mutex;

use logic::About;
use puzzles::reason::{Entered, Replay, recorded_game, replay, share};
use puzzles::{FAMILIES, Fact, Family, Reading};
use serde_json::{Value, json};

use super::report::Form;
use crate::batch::{self, Mode, Reply, Threads};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::output;
use crate::words;

/// The recorded game that came with a puzzle, and what its solution says; none if it brought no
/// moves or no solution.
pub fn game(job: &Job) -> Option<(Vec<Fact>, Vec<Entered>)> {
    let document = &job.document;
    let puzzle = document.puzzle.as_ref();
    let moves = document.extra.get("moves").and_then(Value::as_str)?;
    let solution = document.solution.as_ref()?;
    let truth = puzzle.facts(solution, Reading::Finished).ok()?;
    let game = recorded_game(puzzle, &truth, moves);
    Some((truth, game))
}

pub fn run(input: Input, form: Form, time: TimeLimit, threads: Threads) -> anyhow::Result<Exit> {
    let counts: Mutex<BTreeMap<&'static str, (usize, Replay)>> = Mutex::default();
    let work = |job: &Job| {
        let Some((_, game)) = game(job) else {
            return Ok(Reply::default());
        };
        let puzzle = job.document.puzzle.as_ref();
        let one = time.run(|budget| replay(puzzle, &game, budget, &mut |_, _| {}));
        let mut counts = counts
            .lock()
            .map_err(|_| "a defect in gridwright".to_owned())?;
        let (games, all) = counts.entry(puzzle.family().id).or_default();
        *games += 1;
        all.add(&one);
        Ok(Reply {
            exit: match one.stopped {
                true => Exit::Budget,
                false => Exit::Well,
            },
            ..Reply::default()
        })
    };
    let totals = batch::run(input.items(), threads, Mode::Human, work)?;
    let counts = counts.into_inner().unwrap_or_default();
    let mut out = String::new();
    if form == Form::Csv {
        out += "family,rule,level,entries,share_of_entries\n";
    }
    for family in FAMILIES {
        let Some((games, all)) = counts.get(family.id) else {
            continue;
        };
        let table = (family.deductions)();
        let used = table.iter().copied().zip(all.by_rule.iter().copied());
        let used: Vec<(&About, usize)> = used.filter(|(_, entries)| *entries > 0).collect();
        out += &match form {
            Form::Json => format!("{}\n", as_json(family, *games, all, &used)),
            Form::Csv => as_csv(family, all, &used),
            Form::Text => as_text(family, *games, all, &used),
        };
    }
    output::print(out.as_bytes());
    Ok(totals.exit)
}

/// The right entries that no rule justifies.
fn unjustified(all: &Replay) -> usize {
    all.right - all.justified()
}

fn as_json(family: &Family, games: usize, all: &Replay, used: &[(&About, usize)]) -> Value {
    let rule = |&(about, entries): &(&About, usize)| {
        json!({
            "rule": about.id,
            "level": about.level,
            "entries": entries,
            "share_of_entries": share(entries, all.right),
        })
    };
    json!({
        "type": family.id,
        "games": games,
        "right": all.right,
        "wrong": all.wrong,
        "easy": all.easy,
        "justified": all.justified(),
        "unjustified": unjustified(all),
        "share_easy": share(all.easy, all.right),
        "share_justified": share(all.justified(), all.right),
        "rules": used.iter().map(rule).collect::<Vec<Value>>(),
    })
}

/// A line for easy rules together, one for each other rule, and one for what none justifies.
fn as_csv(family: &Family, all: &Replay, used: &[(&About, usize)]) -> String {
    let row = |rule: &str, level: &str, entries: usize| {
        let share = share(entries, all.right);
        format!("{},{rule},{level},{entries},{share}\n", family.id)
    };
    let mut out = row("(easy rules)", "", all.easy);
    for (about, entries) in used {
        out += &row(about.id, &about.level.to_string(), *entries);
    }
    out + &row("(none)", "", unjustified(all))
}

fn as_text(family: &Family, games: usize, all: &Replay, used: &[(&About, usize)]) -> String {
    let mut out = format!(
        "{}: {}, {} right entries and {} wrong\n  {:.2} % by easy rules, {:.2} % by one \
         step more, {} by none\n",
        family.name,
        words::count(games, "game", "games"),
        all.right,
        all.wrong,
        share(all.easy, all.right),
        share(all.justified(), all.right),
        unjustified(all),
    );
    for (about, entries) in used {
        out += &format!("  {:<26} {entries:>8}\n", about.id);
    }
    out
}
