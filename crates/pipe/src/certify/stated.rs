//! What a certificate states, made from the puzzle alone. Writing and checking both start here, so a
//! certificate can hold nothing that does not follow from its puzzle.

use puzzles::format::{self, Document};
use puzzles::{Fact, Puzzle, Reading};
use sat::Plain;

use super::Claim;

/// A puzzle, what is claimed about it, and the clauses that say the opposite.
pub(super) struct Stated {
    /// The puzzle, with the solution if it has one, and with what names it.
    pub(super) document: Document,
    /// What the solution says: an answer to every atom, in order. Nothing if there is none.
    pub(super) solution: Vec<Fact>,
    /// The clauses of the puzzle; without the last one, which excludes the solution.
    pub(super) puzzle: Plain,
    /// The file with all clauses.
    pub(super) instance: String,
}

/// The fields of a document that say which puzzle it is.
const NAMES: [&str; 3] = ["id", "title", "author"];

/// The puzzle in a comment is cut into lines: some checkers refuse long ones.
const LINE: usize = 90;

impl Stated {
    /// The document's solution is claimed to be the only one; without one, that there is none. An
    /// error if the solution is wrong, or if it is time to stop.
    pub(super) fn new(document: &Document, stop: &dyn Fn() -> bool) -> Result<Stated, String> {
        let late = || "the time limit ran out".to_owned();
        if stop() {
            return Err(late());
        }
        let mut document = Document {
            marks: None,
            ..document.clone()
        };
        (document.extra).retain(|field, _| NAMES.contains(&field.as_str()));
        let puzzle = document.puzzle.as_ref();
        let model = puzzle.encode();
        let atoms = model.atoms();
        let solution = match &document.solution {
            Some(board) => {
                if let Some(violation) = puzzle.check(board).first() {
                    return Err(format!("its solution is wrong: {}", violation.message));
                }
                let facts = puzzle.facts(board, Reading::Finished);
                answers(facts.unwrap_or_default(), atoms)?
            }
            None => Vec::new(),
        };
        let plain = Plain::of_until(&model, stop).ok_or_else(late)?;
        let mut all = plain.clone();
        if document.solution.is_some() {
            all.clauses
                .push(solution.iter().map(|&fact| !fact).collect());
        }
        let heading = heading(&document, plain.clauses.len())?;
        let meaning = |fact| puzzle.fact_text(fact);
        let instance = smt::dimacs::write_until(&all, atoms, &heading, meaning, stop);
        let instance = instance.ok_or_else(late)?;
        Ok(Stated {
            solution,
            puzzle: plain,
            instance,
            document,
        })
    }

    pub(super) fn puzzle_file(&self) -> Result<String, String> {
        puzzle_line(&self.document).map(|line| line + "\n")
    }

    pub(super) fn claim(&self) -> Claim {
        match self.document.solution {
            Some(_) => Claim::Unique,
            None => Claim::None,
        }
    }

    /// The puzzle's own clauses, and each answer of the solution as one more: whoever satisfies them
    /// shows that the clauses allow the solution.
    pub(super) fn with_solution(&self) -> String {
        let mut plain = self.puzzle.clone();
        plain.clauses.extend(self.solution.iter().map(|&f| vec![f]));
        smt::dimacs::write_plain(&plain, 0, &[], |_| String::new())
    }

    /// The family and the size, for people.
    pub(super) fn name(&self) -> String {
        name(self.document.puzzle.as_ref())
    }
}

fn name(puzzle: &dyn Puzzle) -> String {
    let size = puzzle.size();
    format!("{} {}×{}", puzzle.family().name, size.rows(), size.cols())
}

fn puzzle_line(document: &Document) -> Result<String, String> {
    let text = format::write(document, "json").map_err(|error| error.to_string())?;
    Ok(text.trim_end().to_owned())
}

/// A fact for each atom, in the order of the atoms. If one were missing, the clause that excludes the
/// solution would exclude others with it.
fn answers(mut facts: Vec<Fact>, atoms: usize) -> Result<Vec<Fact>, String> {
    facts.sort_unstable();
    facts.dedup();
    let all = facts.iter().enumerate().all(|(i, fact)| fact.var() == i);
    match all && facts.len() == atoms {
        true => Ok(facts),
        false => Err("its solution leaves something open".to_owned()),
    }
}

fn heading(document: &Document, own: usize) -> Result<Vec<String>, String> {
    let claim = match document.solution {
        Some(_) => Claim::Unique,
        None => Claim::None,
    };
    let mut lines = vec![
        format!(
            "{} {claim} if these clauses have none.",
            name(document.puzzle.as_ref())
        ),
        "Encoding: rules and clues as clauses; what must hang together is a tree with levels."
            .to_owned(),
        match claim {
            Claim::Unique => format!(
                "The first {own} clauses say rules and clues; the last one excludes the solution."
            ),
            Claim::None => format!("All {own} clauses say rules and clues."),
        },
        "The puzzle and its solution, in pieces:".to_owned(),
    ];
    let line: Vec<char> = puzzle_line(document)?.chars().collect();
    lines.extend(line.chunks(LINE).map(|piece| piece.iter().collect()));
    lines.push("The first variables, and what each means if it is true:".to_owned());
    Ok(lines)
}
