//! Steps in words, and the cells to look at.

use grid::{Cell, Size};
use logic::{Aside, Chain, Ground, Step, level};
use serde::Serialize;

use crate::board::{counted, in_words};
use crate::kit::words::{capital, list, number as numeral, places};
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
        return format!(
            "Suppose that {}. {} That cannot be, so {}.",
            reasoner.facts_words(&[chain.suppose]),
            chain_words(puzzle, chain),
            reasoner.facts_words(&step.therefore)
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
    let so = reasoner.facts_words(&step.therefore);
    format!("{reason} This leaves only one possibility: {so}.")
}

/// A chain with more words than this is told in brief.
const LONG_CHAIN: usize = 90;

/// What follows from a supposition, until it breaks. A short chain is told step by step as it would be
/// anywhere else; of a long one what follows, and by which rule.
pub(super) fn chain_words(puzzle: &dyn Puzzle, chain: &Chain) -> String {
    let reasoner = puzzle.reasoner();
    let mut told: Vec<(&Step, Vec<&Step>)> = Vec::new();
    for inner in &chain.steps {
        match (reasoner.aside(inner), told.last_mut()) {
            (Some(_), Some((_, along))) => along.push(inner),
            _ => told.push((inner, Vec::new())),
        }
    }
    let told: Vec<String> = (told.into_iter())
        .map(|(step, along)| with_asides(puzzle, step, &along, usize::MAX))
        .collect();
    let told = told.join(" ");
    match told.split_whitespace().count() > LONG_CHAIN {
        true => in_brief(puzzle, chain),
        false => told,
    }
}

/// "Then a and b (Rule); c (Another rule); …", and why that breaks. What is seen at a glance needs no
/// name.
fn in_brief(puzzle: &dyn Puzzle, chain: &Chain) -> String {
    let reasoner = puzzle.reasoner();
    let table = reasoner.rules();
    let (last, before) = match chain.steps.split_last() {
        Some((last, before)) if last.is_clash() => (Some(last), before),
        _ => (None, &chain.steps[..]),
    };
    // What only tidies up goes without saying, and so does what cannot be written on the board.
    let blank = puzzle.blank();
    let is_written = |fact: &&Fact| puzzle.board(&[**fact]) != blank;
    let told: Vec<&Step> = (before.iter())
        .filter(|step| {
            reasoner.aside(step).is_none() && step.therefore.iter().any(|f| is_written(&f))
        })
        .collect();
    let name = |step: &Step| {
        let about = table[step.rule];
        let name = about.name.split_once(" (").map_or(about.name, |(n, _)| n);
        (about.level > level::GLANCE).then_some(name)
    };
    let parts: Vec<String> = told
        .chunk_by(|a, b| name(a) == name(b))
        .map(|steps| {
            let facts = steps.iter().flat_map(|step| &step.therefore);
            let facts: Vec<Fact> = facts.filter(is_written).copied().collect();
            let words = reasoner.facts_words(&facts);
            match name(steps[0]) {
                Some(name) => format!("{words} ({name})"),
                None => words,
            }
        })
        .collect();
    let then = match parts.is_empty() {
        true => String::new(),
        false => format!("Then {}. ", parts.join("; ")),
    };
    then + &last.map_or(String::new(), |clash| sentence(puzzle, clash))
}

/// A supposition of which only the end is told: for whoever wants to know what decides a puzzle. None
/// if it is short enough to be told, or supposes nothing.
pub(super) fn in_short(puzzle: &dyn Puzzle, step: &Step) -> Option<String> {
    const SHORT: usize = 2;
    let reasoner = puzzle.reasoner();
    let chain = step.chain.as_ref()?;
    let (last, before) = chain.steps.split_last()?;
    if before.len() <= SHORT || !last.is_clash() {
        return None;
    }
    Some(format!(
        "Suppose that {}. After {} steps: {} So {}.",
        reasoner.facts_words(&[chain.suppose]),
        numeral(before.len()),
        sentence(puzzle, last),
        reasoner.facts_words(&step.therefore)
    ))
}

/// Do these steps say the same, but for the places of their conclusions?
pub(super) fn like(puzzle: &dyn Puzzle, one: &Step, other: &Step) -> bool {
    if one.rule != other.rule || one.is_clash() || other.is_clash() || one.chain.is_some() {
        return false;
    }
    let without_place = |step: &Step| {
        let cells = step.therefore.iter().flat_map(|&f| puzzle.fact_cells(f));
        let mut text = sentence(puzzle, step);
        for at in cells {
            text = text.replace(&in_words(at), "*");
        }
        text
    };
    let text = without_place(one);
    text.contains('*') && text == without_place(other)
}

/// What steps by the same argument conclude, as a sentence.
pub(super) fn likewise_words(puzzle: &dyn Puzzle, steps: &[&Step]) -> String {
    let facts: Vec<Fact> = (steps.iter())
        .flat_map(|step| step.therefore.iter().copied())
        .collect();
    let so = puzzle.reasoner().facts_words(&facts);
    format!("For the same reason {so}.")
}

/// How many small things are named at the end of a sentence, if there are many.
const MOST_ASIDES: usize = 3;

/// The sentence for a step, and at its end in a few words what follows from it at once.
pub(super) fn joined(puzzle: &dyn Puzzle, step: &Step, along: &[&Step]) -> String {
    with_asides(puzzle, step, along, MOST_ASIDES)
}

/// The sentence for a step with at most so many of these at its end; each is named once.
fn with_asides(puzzle: &dyn Puzzle, step: &Step, along: &[&Step], most: usize) -> String {
    let text = sentence(puzzle, step);
    let mut asides = asides(puzzle, along);
    let Some(open) = text.strip_suffix('.').filter(|_| !asides.is_empty()) else {
        return text;
    };
    if let [aside] = &asides[..]
        && let Some(who) = aside.strip_suffix(" is complete")
        && text.starts_with(&capital(who))
    {
        return format!("{open}, which completes it.");
    }
    if asides.len() > most {
        let more = asides.len() - (most - 1);
        asides.truncate(most - 1);
        asides.push(format!("{more} more things of this kind follow"));
    }
    format!("{open}; then {}.", list(asides, "and"))
}

/// What steps that only tidy up say, those of a kind together: "A is complete" and "B is complete" as "A
/// and B are complete".
fn asides(puzzle: &dyn Puzzle, steps: &[&Step]) -> Vec<String> {
    let reasoner = puzzle.reasoner();
    let mut words: Vec<String> = Vec::new();
    let mut facts: Vec<(&'static str, Vec<Fact>)> = Vec::new();
    for step in steps {
        match reasoner.aside(step) {
            Some(Aside::Words(said)) if said.is_empty() => {}
            Some(Aside::Words(said)) if !words.contains(&said) => words.push(said),
            Some(Aside::Facts(why)) => match facts.iter_mut().find(|(other, _)| *other == why) {
                Some((_, facts)) => facts.extend(&step.therefore),
                None => facts.push((why, step.therefore.clone())),
            },
            _ => {}
        }
    }
    let facts = facts.into_iter().map(|(why, mut facts)| {
        facts.sort_unstable();
        facts.dedup();
        match (reasoner.facts_words(&facts), why) {
            (said, "") => said,
            (said, why) => format!("{said} ({why})"),
        }
    });
    together(words).into_iter().chain(facts).collect()
}

/// What is said of one, and of several.
const OF_ONE_AND_MANY: [(&str, &str); 2] = [(" is ", " are "), (" has its ", " have their ")];

fn together(asides: Vec<String>) -> Vec<String> {
    let mut said: Vec<(Vec<String>, [String; 2])> = Vec::new();
    for aside in asides {
        let parted = OF_ONE_AND_MANY.iter().find_map(|(one, many)| {
            let (who, what) = aside.rsplit_once(one)?;
            Some((
                who.to_owned(),
                [one, many].map(|how| format!("{how}{what}")),
            ))
        });
        let (who, what) = parted.unwrap_or((aside, Default::default()));
        match said.iter_mut().find(|(_, other)| *other == what) {
            Some((all, _)) if !what[0].is_empty() => all.push(who),
            _ => said.push((vec![who], what)),
        }
    }
    let one = |(all, [one, many]): (Vec<String>, [String; 2])| match all.len() {
        1 => all.concat() + &one,
        _ => list(all, "and") + &many,
    };
    said.into_iter().map(one).collect()
}

/// How many clues and rules of the game are named in a sentence. More are only counted: the picture
/// shows them.
const MOST_NAMED: usize = 6;

/// What a step rests on, in words, without its conclusion.
pub fn reason_words(puzzle: &dyn Puzzle, step: &Step) -> String {
    let mut rules: Vec<String> = Vec::new();
    let mut clues: Vec<String> = Vec::new();
    let mut known: Vec<Fact> = Vec::new();
    for ground in &step.because {
        match *ground {
            Ground::Named(name) => {
                let Citation { words, clue, .. } = puzzle.cite(name);
                let named = if clue { &mut clues } else { &mut rules };
                if !named.contains(&words) {
                    named.push(words);
                }
            }
            Ground::Fact(fact) => known.push(fact),
        }
    }
    if rules.len() + clues.len() > MOST_NAMED {
        clues = vec![format!("the {} clues that are marked", clues.len())];
    }
    let named: Vec<String> = rules.into_iter().chain(clues).collect();
    let look = (!named.is_empty()).then(|| format!("Look at this: {}.", list(named, "and")));
    let is = (!known.is_empty()).then(|| {
        let words = puzzle.reasoner().facts_words(&known);
        format!("It is known that {}.", as_it_stands(&words))
    });
    let parts: Vec<String> = look.into_iter().chain(is).collect();
    parts.join(" ")
}

/// What steps find, told as what stands on the board already: "has a circle", not "gets a circle".
fn as_it_stands(found: &str) -> String {
    found.replace(" gets ", " has ").replace(" get ", " have ")
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

/// Some places in words, those of a row or column together; not all if there are many.
pub fn cells_words(size: Size, cells: &[Cell]) -> String {
    const MOST_NAMED: usize = 4;
    let named = |cells: &[Cell]| {
        let (on, beside): (Vec<Cell>, Vec<Cell>) = cells.iter().partition(|at| size.contains(**at));
        let beside = beside.into_iter().map(|at| place_words(size, at));
        places(on).into_iter().chain(beside).collect::<Vec<_>>()
    };
    let mut words = named(cells);
    if words.len() > MOST_NAMED {
        let fits = |&n: &usize| named(&cells[..n]).len() < MOST_NAMED;
        let shown = (1..cells.len()).rev().find(fits).unwrap_or(1);
        words = named(&cells[..shown]);
        words.push(counted(cells.len() - shown, "more cell"));
    }
    match words.split_last() {
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
    fn what_several_have_in_common_is_said_once() {
        let said = |asides: &[&str]| together(asides.iter().map(|a| a.to_string()).collect());
        let asides = [
            "the 2 above is complete",
            "row 3 has its 5",
            "no other circle ends there",
        ];
        assert_eq!(said(&asides), asides);
        assert_eq!(
            said(&[
                "row 3 has its 5",
                "the 1 is complete",
                "column 2 has its 5",
                "the 2 is complete"
            ]),
            [
                "row 3 and column 2 have their 5",
                "the 1 and the 2 are complete"
            ]
        );
    }

    #[test]
    fn places_are_listed_as_people_count() {
        let size = Size::new(4, 9).expect("a size");
        let row = |n| (0..n).map(|c| grid::cell(1, c)).collect::<Vec<_>>();
        let said = |cells: &[Cell]| cells_words(size, cells);
        assert_eq!(said(&row(1)), "row 2, column 1");
        assert_eq!(said(&row(2)), "row 2, columns 1 and 2");
        assert_eq!(said(&row(9)), "row 2, columns 1 to 9");
        let slope: Vec<Cell> = (0..4).map(|i| grid::cell(i, i)).collect();
        let three = "row 1, column 1; row 2, column 2; row 3, column 3";
        assert_eq!(said(&slope), format!("{three} and row 4, column 4"));
        let more = [slope, vec![Cell { row: -1, col: 3 }]].concat();
        assert_eq!(said(&more), format!("{three} and 2 more cells"));
        assert_eq!(said(&[Cell { row: -1, col: 3 }]), "above column 4");
        assert_eq!(said(&[grid::cell(2, 9)]), "right of row 3");
    }
}
