//! What people did on published puzzles: at each of their right entries, is it the conclusion of
//! one step of some rule, after the position has been closed under the rules of levels 1 and 2?

use puzzles::Reading;
use puzzles::format::Document;
use puzzles::reason::{Replay, recorded_game, replay};
use sat::Budget;
use serde_json::Value;

/// Print the shares of a collection, and draw so many entries that no rule justifies.
pub fn print(name: &str, documents: &[Document], show: usize) {
    let mut all = Replay::default();
    let mut games = 0;
    let mut shown = 0;
    for document in documents {
        let puzzle = document.puzzle.as_ref();
        let moves = document.extra.get("moves").and_then(Value::as_str);
        let (Some(moves), Some(solution)) = (moves, &document.solution) else {
            continue;
        };
        games += 1;
        let Ok(truth) = puzzle.facts(solution, Reading::Finished) else {
            continue;
        };
        let game = recorded_game(puzzle, &truth, moves);
        let one = replay(puzzle, &game, Budget::UNLIMITED, &mut |fact, known| {
            if shown < show {
                shown += 1;
                let picture = puzzle.draw(&puzzle.board(known), &Default::default());
                println!(
                    "{:?}: no rule justifies {}\n{}",
                    document.id(),
                    puzzle.fact_text(fact),
                    scene::text(&picture, &scene::TextStyle::default())
                );
            }
        });
        all.add(&one);
    }
    let share = |n: usize| 100.0 * n as f64 / all.right.max(1) as f64;
    println!(
        "{name}: {games} puzzles with moves, {} right entries; {:.1} % by levels 1 and 2, {:.1} % by one step more, {} by none",
        all.right,
        share(all.easy),
        share(all.justified()),
        all.right - all.justified()
    );
    let Some(first) = documents.first() else {
        return;
    };
    let table = (first.puzzle.family().deductions)();
    for (about, uses) in table.iter().zip(all.by_rule).filter(|(_, uses)| *uses > 0) {
        println!("    {:<28} {uses}", about.id);
    }
}
