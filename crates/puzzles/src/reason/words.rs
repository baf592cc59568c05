//! Steps in words, and the cells to look at.

use grid::Cell;
use logic::{Ground, Step};
use serde::Serialize;

use crate::puzzle::Puzzle;
use crate::{Citation, Fact};

/// A step as it is written for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Written {
    pub rule: &'static str,
    pub level: u8,
    pub because: Vec<String>,
    pub therefore: Vec<String>,
    pub text: String,
    pub cells: Vec<[i16; 2]>,
}

pub fn written(puzzle: &dyn Puzzle, step: &Step) -> Written {
    let about = (puzzle.family().deductions)()[step.rule];
    let (mut all, then) = cells(puzzle, step);
    all.extend(then);
    all.sort_unstable();
    all.dedup();
    Written {
        rule: about.id,
        level: about.level,
        because: (step.because.iter())
            .map(|&ground| ground_text(puzzle, ground))
            .collect(),
        therefore: (step.therefore.iter())
            .map(|&fact| puzzle.fact_text(fact))
            .collect(),
        text: sentence(puzzle, step),
        cells: all.iter().map(|at| [at.row, at.col]).collect(),
    }
}

/// The sentence for a step, whatever kind it is.
pub fn sentence(puzzle: &dyn Puzzle, step: &Step) -> String {
    let reasoner = puzzle.reasoner();
    if let Some(chain) = &step.chain {
        let mut text = format!("Suppose that {}.", reasoner.fact_words(chain.suppose));
        for inner in &chain.steps {
            text.push(' ');
            text += &capital(&reasoner.say(inner));
        }
        let so = list(step.therefore.iter().map(|&f| reasoner.fact_words(f)));
        return format!("{text} That cannot be, so {so}.");
    }
    let own = reasoner.say(step);
    if !own.is_empty() {
        return capital(&own);
    }
    let so = list(step.therefore.iter().map(|&f| reasoner.fact_words(f)));
    format!(
        "{} This leaves only one possibility: {so}.",
        reason_words(puzzle, step)
    )
}

/// What a step rests on, in words, without its conclusion.
pub fn reason_words(puzzle: &dyn Puzzle, step: &Step) -> String {
    let mut named: Vec<String> = Vec::new();
    let mut known: Vec<String> = Vec::new();
    for ground in &step.because {
        match *ground {
            Ground::Named(name) => {
                let words = puzzle.cite(name).words;
                if !named.contains(&words) {
                    named.push(words);
                }
            }
            Ground::Fact(fact) => known.push(puzzle.reasoner().fact_words(fact)),
        }
    }
    let look = (!named.is_empty()).then(|| format!("Look at this: {}.", list(named.into_iter())));
    let is = (!known.is_empty()).then(|| format!("It is known that {}.", list(known.into_iter())));
    let parts: Vec<String> = look.into_iter().chain(is).collect();
    parts.join(" ")
}

/// "a, b and c".
fn list(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A ground in the notation for programs: a fact, `clue:r4c5`, or `rule:` and a name.
pub fn ground_text(puzzle: &dyn Puzzle, ground: Ground) -> String {
    match ground {
        Ground::Fact(fact) => puzzle.fact_text(fact),
        Ground::Named(name) => match puzzle.cite(name) {
            Citation {
                clue: true, cells, ..
            } if !cells.is_empty() => format!("clue:{}", cells[0]),
            _ => format!("rule:{}", name.rule),
        },
    }
}

/// The clues and rules of the game that a step names, in words and with their cells.
pub fn citations(puzzle: &dyn Puzzle, step: &Step) -> Vec<Citation> {
    (step.because.iter())
        .filter_map(|ground| match *ground {
            Ground::Named(name) => Some(puzzle.cite(name)),
            Ground::Fact(_) => None,
        })
        .collect()
}

/// The cells that a step is about: first those it rests on, then those of its conclusion.
pub fn cells(puzzle: &dyn Puzzle, step: &Step) -> (Vec<Cell>, Vec<Cell>) {
    let mut reason: Vec<Cell> = Vec::new();
    for ground in &step.because {
        match *ground {
            Ground::Fact(fact) => reason.extend(puzzle.fact_cells(fact)),
            Ground::Named(name) => {
                let Citation { cells, clue, .. } = puzzle.cite(name);
                reason.extend(cells.into_iter().take(if clue { 1 } else { usize::MAX }));
            }
        }
    }
    let conclusion = |fact: &Fact| puzzle.fact_cells(*fact);
    let mut then: Vec<Cell> = step.therefore.iter().flat_map(conclusion).collect();
    for cells in [&mut reason, &mut then] {
        cells.sort_unstable();
        cells.dedup();
    }
    (reason, then)
}
