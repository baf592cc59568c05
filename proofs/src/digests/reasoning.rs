//! Steps, sentences and ratings.

use logic::{Ground, Plan, Step};
use puzzles::Puzzle;
use puzzles::format::Document;
use puzzles::reason::{
    Manner, Player, Weights, ground_text, hardest, plain_trace, rate_traced, trace, written,
};
use sat::Budget;

use super::Pages;

/// The steps of all named rules and of trial, with their grounds, and how they ended. No smallest
/// reason: nothing here depends on a clock.
pub fn explain(document: &Document, pages: &mut Pages) {
    let puzzle = document.puzzle.as_ref();
    let plan = Plan::with_trial(&puzzle.reasoner().rules()).with_reasons();
    let trace = trace(puzzle, &[], &plan, Budget::UNLIMITED);
    for step in &trace.steps {
        let written = written(puzzle, step);
        pages.line("explain", bare(puzzle, step));
        pages.line("explain-cells", format!("{:?}", written.cells));
        pages.line("explain-words", written.text);
        if let Some(chain) = &step.chain {
            let suppose = puzzle.fact_text(chain.suppose);
            let rounds = chain.rounds;
            pages.line("explain", format!("  suppose {suppose}, {rounds} rounds"));
            for step in &chain.steps {
                pages.line("explain", format!("    {}", bare(puzzle, step)));
            }
        }
    }
    for round in &trace.rounds {
        let (level, steps, depth) = (round.level, round.steps, round.depth);
        pages.line(
            "explain",
            format!("round: level {level}, {steps} steps, depth {depth}"),
        );
    }
    let hardest = hardest(puzzle, &trace);
    pages.line("explain", format!("{:?}, hardest {hardest:?}", trace.end));
}

/// A step without its words.
fn bare(puzzle: &dyn Puzzle, step: &Step) -> String {
    let rule = (puzzle.family().deductions)()[step.rule].id;
    let ground = |&ground: &Ground| ground_text(puzzle, ground);
    let because: Vec<String> = step.because.iter().map(ground).collect();
    let therefore = step.therefore.iter().map(|&fact| puzzle.fact_text(fact));
    let therefore: Vec<String> = therefore.collect();
    format!("{rule}: {} => {}", because.join(" "), therefore.join(" "))
}

/// The rating as it is printed when nobody asks for another.
pub fn rate_once(document: &Document, pages: &mut Pages) {
    let puzzle = document.puzzle.as_ref();
    let plain = plain_trace(puzzle, Budget::UNLIMITED);
    let rating = rate_traced(puzzle, plain, Manner::USUAL, Budget::UNLIMITED);
    pages.line("rate", serde_json::json!(rating));
}

/// The ratings for all players with all weights.
pub fn rate_all(document: &Document, pages: &mut Pages) {
    let puzzle = document.puzzle.as_ref();
    let plain = plain_trace(puzzle, Budget::UNLIMITED);
    for weights in [Weights::Ours, Weights::Study] {
        for player in 1..=3 {
            let player = Player(player);
            let manner = Manner {
                player,
                weights,
                ..Manner::USUAL
            };
            let rating = rate_traced(puzzle, plain.clone(), manner, Budget::UNLIMITED);
            let rating = serde_json::json!(rating);
            pages.line("presets", format!("{player:?} {weights:?} {rating}"));
        }
    }
}
