//! Steps in words, and the cells to look at.

use grid::{Cell, Size};
use logic::{Chain, Ground, Step};
use serde::Serialize;

use crate::board::in_words;
use crate::kit::words::{capital, list};
use crate::puzzle::Puzzle;
use crate::{Citation, Fact};

/// A step as it is written for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Written {
    /// The rule's id.
    pub rule: &'static str,
    /// The rule's level.
    pub level: u8,
    /// The grounds, as in [`ground_text`].
    pub because: Vec<String>,
    /// The facts that follow, in the notation for programs.
    pub therefore: Vec<String>,
    /// The sentence for people.
    pub text: String,
    /// The cells to look at, as row and column.
    pub cells: Vec<[i16; 2]>,
    /// For a trial: how many steps lead from what is supposed to what cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
}

/// Write a step out for programs.
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
        length: step.chain.as_ref().map(|chain| chain.steps.len()),
    }
}

/// The sentence for a step, whatever kind it is.
pub fn sentence(puzzle: &dyn Puzzle, step: &Step) -> String {
    let reasoner = puzzle.reasoner();
    if let Some(chain) = &step.chain {
        let so = list(
            step.therefore.iter().map(|&f| reasoner.fact_words(f)),
            "and",
        );
        return format!(
            "Suppose that {}. {} That cannot be, so {so}.",
            reasoner.fact_words(chain.suppose),
            chain_words(puzzle, chain)
        );
    }
    let own = reasoner.say(step);
    if !own.is_empty() {
        return capital(&own);
    }
    let reason = reason_words(puzzle, step);
    if step.is_clash() {
        return format!("{reason} That cannot be.");
    }
    let so = list(
        step.therefore.iter().map(|&f| reasoner.fact_words(f)),
        "and",
    );
    format!("{reason} This leaves only one possibility: {so}.")
}

/// A chain with more words than this is told in brief.
const LONG_CHAIN: usize = 90;

/// What follows from a supposition, until it breaks. A short chain is told step by step as it would be
/// anywhere else; of a long one what follows, and by which rule.
pub(super) fn chain_words(puzzle: &dyn Puzzle, chain: &Chain) -> String {
    let reasoner = puzzle.reasoner();
    let mut told: Vec<(String, Vec<String>)> = Vec::new();
    for inner in &chain.steps {
        match (reasoner.aside(inner), told.last_mut()) {
            (Some(aside), Some((_, asides))) => asides.push(aside),
            _ => told.push((sentence(puzzle, inner), Vec::new())),
        }
    }
    let told: Vec<String> = (told.into_iter())
        .map(|(text, asides)| with_asides(text, asides, usize::MAX))
        .collect();
    let told = told.join(" ");
    match told.split_whitespace().count() > LONG_CHAIN {
        true => in_brief(puzzle, chain),
        false => told,
    }
}

/// "Then a and b (Rule), c (Another rule); …", and why that breaks.
fn in_brief(puzzle: &dyn Puzzle, chain: &Chain) -> String {
    let reasoner = puzzle.reasoner();
    let table = reasoner.rules();
    let (last, before) = match chain.steps.split_last() {
        Some((last, before)) if last.is_clash() => (Some(last), before),
        _ => (None, &chain.steps[..]),
    };
    // What only tidies up goes without saying.
    let told: Vec<&Step> = (before.iter())
        .filter(|step| reasoner.aside(step).is_none())
        .collect();
    let parts: Vec<String> = told
        .chunk_by(|a, b| a.rule == b.rule)
        .map(|steps| {
            let facts = steps.iter().flat_map(|step| &step.therefore);
            let facts = list(facts.map(|&fact| reasoner.fact_words(fact)), "and");
            format!("{facts} ({})", table[steps[0].rule].name)
        })
        .collect();
    let then = match parts.is_empty() {
        true => String::new(),
        false => format!("Then {}. ", parts.join("; ")),
    };
    then + &last.map_or(String::new(), |clash| sentence(puzzle, clash))
}

/// How many small things are named at the end of a sentence, if there are many.
const MOST_ASIDES: usize = 3;

/// A sentence, and in a few words at its end what follows from it at once.
pub(super) fn joined(text: String, asides: Vec<String>) -> String {
    with_asides(text, asides, MOST_ASIDES)
}

/// A sentence with at most so many of these at its end; each is named once.
fn with_asides(text: String, asides: Vec<String>, most: usize) -> String {
    let mut named: Vec<String> = Vec::new();
    for aside in asides {
        if !named.contains(&aside) {
            named.push(aside);
        }
    }
    let Some(open) = text.strip_suffix('.').filter(|_| !named.is_empty()) else {
        return text;
    };
    if named.len() > most {
        let more = named.len() - (most - 1);
        named.truncate(most - 1);
        named.push(format!("{more} more things of this kind follow"));
    }
    format!("{open}; then {}.", list(named, "and"))
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
    let look = (!named.is_empty()).then(|| format!("Look at this: {}.", list(named, "and")));
    let is = (!known.is_empty()).then(|| format!("It is known that {}.", list(known, "and")));
    let parts: Vec<String> = look.into_iter().chain(is).collect();
    parts.join(" ")
}

/// The reason without the conclusion: what the rule says, and what it rests on here.
pub fn why(puzzle: &dyn Puzzle, step: &Step) -> String {
    let about = (puzzle.family().deductions)()[step.rule];
    let grounds = reason_words(puzzle, step);
    format!("{} {grounds}", about.words).trim_end().to_owned()
}

/// A place on the board or beside it, as people count: "row 2, column 3", "above column 4".
pub fn place_words(size: Size, at: Cell) -> String {
    match at {
        _ if at.row < 0 => format!("above column {}", at.col + 1),
        _ if at.row as usize >= size.rows() => format!("below column {}", at.col + 1),
        _ if at.col < 0 => format!("left of row {}", at.row + 1),
        _ if at.col as usize >= size.cols() => format!("right of row {}", at.row + 1),
        _ => in_words(at),
    }
}

/// Some places in words; not all if there are many.
pub fn cells_words(size: Size, cells: &[Cell]) -> String {
    const MOST_NAMED: usize = 4;
    let shown = if cells.len() > MOST_NAMED {
        MOST_NAMED - 1
    } else {
        MOST_NAMED
    };
    let place = |&at: &Cell| place_words(size, at);
    let mut places: Vec<String> = cells.iter().take(shown).map(place).collect();
    if cells.len() > shown {
        places.push(format!("{} more cells", cells.len() - shown));
    }
    match places.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join("; ")),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_listed_as_people_count() {
        let size = Size::new(4, 9).expect("a size");
        let row = |n| (0..n).map(|c| grid::cell(1, c)).collect::<Vec<_>>();
        let said = |cells: &[Cell]| cells_words(size, cells);
        assert_eq!(said(&row(1)), "row 2, column 1");
        assert_eq!(said(&row(2)), "row 2, column 1 and row 2, column 2");
        assert!(said(&row(9)).ends_with("and 6 more cells"));
        assert_eq!(said(&[Cell { row: -1, col: 3 }]), "above column 4");
        assert_eq!(said(&[grid::cell(2, 9)]), "right of row 3");
    }
}
