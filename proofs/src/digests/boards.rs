//! Boards: solutions, what is wrong with a board, what it says, how it is drawn.

use puzzles::format::Document;
use puzzles::{Board, DrawOptions, Fact, Forced, Notation, Puzzle, Reading};
use sat::Budget;
use scene::{PRINT_CSS, TextStyle};

use super::Pages;

/// The solution that is recorded or, where there is none, the one that is found.
pub fn solution(document: &Document) -> Board {
    let found = || {
        let answer = puzzles::solve(document.puzzle.as_ref(), 2, Budget::UNLIMITED);
        let first = answer.solutions.into_iter().next();
        first.unwrap_or_else(|| document.puzzle.blank())
    };
    document.solution.clone().unwrap_or_else(found)
}

/// The board with every second entry, counted from this one.
pub fn half(board: &Board, from: usize) -> Board {
    let keep = |(slot, &entry): (usize, &u16)| if slot % 2 == from % 2 { entry } else { 0 };
    Board {
        slots: board.slots.iter().enumerate().map(keep).collect(),
    }
}

/// Boards that are right, unfinished and wrong, each with its name.
pub fn boards(document: &Document) -> Vec<(String, Board)> {
    let right = solution(document);
    let mut all = vec![
        ("blank".to_owned(), document.puzzle.blank()),
        ("half".to_owned(), half(&right, 0)),
        ("other half".to_owned(), half(&right, 1)),
    ];
    let step = (right.slots.len() / 4).max(1);
    for slot in (0..right.slots.len()).step_by(step) {
        let spoilt = |entry: u16| {
            let mut board = right.clone();
            board.slots[slot] = entry;
            board
        };
        let entry = right.slots[slot];
        all.push((format!("slot {slot} emptied"), spoilt(0)));
        all.push((format!("slot {slot} more"), spoilt(entry + 1)));
        all.push((format!("slot {slot} less"), spoilt(entry.saturating_sub(1))));
    }
    all.push(("right".to_owned(), right));
    all
}

/// How many solutions there are, and which; what all of them share when a clue is missing.
pub fn solve(document: &Document, pages: &mut Pages) {
    let puzzle = document.puzzle.as_ref();
    let answer = puzzles::solve(puzzle, 2, Budget::UNLIMITED);
    pages.line(
        "solve",
        format!("{:?}, more: {}", answer.status, answer.more),
    );
    for board in &answer.solutions {
        let grid = puzzle.write_grid(board, Notation::Solution);
        pages.line("solve", format!("{grid:?} {:?}", board.slots));
    }
    let weaker = puzzle.removals();
    let edit = weaker.get(weaker.len() / 2);
    let fewer = edit.map(|edit| puzzles::make::edited(puzzle, std::slice::from_ref(edit)));
    if let Some(Ok(fewer)) = fewer
        && puzzle.size().len() <= 100
    {
        let status = puzzles::solve(fewer.as_ref(), 2, Budget::UNLIMITED).status;
        // Which of many solutions are found first is the solver's business; what they share is not.
        let forced = match puzzles::forced(fewer.as_ref(), Budget::UNLIMITED) {
            Forced::Facts(facts) => texts(fewer.as_ref(), &facts),
            other => format!("{other:?}"),
        };
        pages.line("solve", format!("with one clue less: {status:?} {forced}"));
    }
}

/// Every violation: code, kind and cells; its message apart.
pub fn check(document: &Document, pages: &mut Pages) {
    let puzzle = document.puzzle.as_ref();
    for (name, board) in boards(document) {
        pages.line("check", &name);
        for violation in puzzle.check(&board) {
            let (kind, cells) = (violation.kind, violation.cells);
            pages.line("check", format!("  {} {kind:?} {cells:?}", violation.rule));
            pages.line("check-words", violation.message);
        }
    }
}

fn texts(puzzle: &dyn Puzzle, facts: &[Fact]) -> String {
    let all: Vec<String> = facts.iter().map(|&fact| puzzle.fact_text(fact)).collect();
    all.join(" ")
}

/// The atoms in the notation for programs, the constraints, and what boards say.
pub fn facts(document: &Document, pages: &mut Pages) {
    let puzzle = document.puzzle.as_ref();
    let model = puzzle.encode();
    for atom in 0..model.atoms() {
        for fact in [Fact::yes(atom), Fact::no(atom)] {
            let (text, cells) = (puzzle.fact_text(fact), puzzle.fact_cells(fact));
            let implied = texts(puzzle, &puzzle.reasoner().implied(fact));
            pages.line("facts", format!("{text} {cells:?} {implied}"));
            pages.line("facts-words", puzzle.reasoner().facts_words(&[fact]));
        }
    }
    for &name in model.names() {
        let cited = puzzle.cite(name);
        let (clue, cells) = (cited.clue, cited.cells);
        pages.line("facts", format!("{name:?} clue: {clue} {cells:?}"));
        pages.line("facts-words", cited.words);
    }
    pages.line(
        "facts",
        format!("givens {}", texts(puzzle, &puzzle.reasoner().givens())),
    );
    for (name, board) in boards(document) {
        for reading in [Reading::Partial, Reading::Finished] {
            let said = match puzzle.facts(&board, reading) {
                Ok(facts) => {
                    let back = puzzle.board(&facts).slots;
                    format!("{} and back {back:?}", texts(puzzle, &facts))
                }
                Err(violations) => {
                    let rules: Vec<_> = violations.iter().map(|v| (v.rule, &v.cells)).collect();
                    format!("{rules:?}")
                }
            };
            pages.line("facts", format!("{name} {reading:?} {said}"));
        }
        for notation in [Notation::Marks, Notation::Forced] {
            let grid = puzzle.write_grid(&board, notation);
            pages.line("facts", format!("{name} {notation:?} {grid:?}"));
        }
    }
}

/// The board as SVG and in the terminal, in every look; and the paper beside it.
pub fn draw(document: &Document, pages: &mut Pages) {
    let puzzle = document.puzzle.as_ref();
    let right = solution(document);
    let some = half(&right, 0);
    let layered = DrawOptions {
        layers: (0..some.slots.len())
            .map(|slot| (slot % 3 == 0) as u8)
            .collect(),
        met: true,
        ..DrawOptions::default()
    };
    let known = puzzle.facts(&some, Reading::Partial).unwrap_or_default();
    let looks = [
        (
            "blank",
            puzzle.draw(&puzzle.blank(), &DrawOptions::default()),
        ),
        ("right", puzzle.draw(&right, &DrawOptions::SOLUTION)),
        ("half", puzzle.draw(&some, &layered)),
    ];
    let looks = looks.map(|(name, scene)| (name.to_owned(), scene));
    for (name, scene) in looks.into_iter().chain(puzzle.scratch(&known)) {
        pages.line("draw", name);
        pages.line("draw", scene::svg(&scene, PRINT_CSS, 40.0));
        for colour in [false, true] {
            pages.line("draw", scene::text(&scene, &TextStyle { colour }));
        }
    }
}
