//! A trace as pictures, one file to a step.

use std::path::Path;

use puzzles::Fact;
use sat::Budget;
use scene::PRINT_CSS;

use super::explain::Story;
use crate::output::{numbered_path, write_file};

/// Pixels to the side of a cell.
const CELL: f32 = 48.0;

/// Write a picture of each passage; false if the budget ran out before the last.
pub fn write(path: &Path, is_png: bool, story: &Story, budget: Budget) -> anyhow::Result<bool> {
    let puzzle = story.puzzle();
    let mut known: Vec<Fact> = puzzle.reasoner().givens();
    known.extend_from_slice(story.start);
    for (number, passage) in (1..).zip(&story.told.passages) {
        if (budget.stop)() {
            return Ok(false);
        }
        let before = known.len();
        known.extend(passage.facts());
        let shown = passage.drawn(puzzle);
        let mut scene = shown.scene(puzzle, &known[..before], &known);
        scene.mark(&shown.marks);
        scene.count_lines(puzzle.size());
        let bytes = match is_png {
            true => match render::png_until(&scene, PRINT_CSS, CELL, budget.stop)? {
                Some(picture) => picture,
                None => return Ok(false),
            },
            false => scene::svg(&scene, PRINT_CSS, CELL).into_bytes(),
        };
        write_file(&numbered_path(path, number), &bytes)?;
    }
    Ok(true)
}
