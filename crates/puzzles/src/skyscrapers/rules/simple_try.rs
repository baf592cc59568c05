//! SimpleTry: a height with two places in a line is supposed in one of them.

use logic::Reasoner;

use super::line::{Bits, bits};
use super::{CELLS, Skyscrapers, State};
use crate::kit::prelude::*;

/// A height with two cells left in a line, supposed in one of them.
pub(super) struct SimpleTry {
    line: usize,
    height: usize,
    at: usize,
}

impl Deduction<Skyscrapers> for SimpleTry {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        // Each height with two cells left, once, even if both its lines have only two.
        let mut seen: [Bits; CELLS] = [0; CELLS];
        let mut places: Vec<(usize, usize, usize)> = Vec::new();
        for line in 0..puzzle.line_count() {
            for height in bits(puzzle.all_heights() & !1) {
                let two = state.places[line][height];
                if two.count_ones() != 2 {
                    continue;
                }
                for at in bits(two).map(|p| puzzle.line_cell(line, p)) {
                    let open = found.known().is_open(puzzle.is(at, height).var());
                    if open && seen[at] & 1 << height == 0 {
                        seen[at] |= 1 << height;
                        places.push((line, at, height));
                    }
                }
            }
        }
        if places.is_empty() {
            return;
        }
        // The easiest contradictions first; in the end every enabled rule has had its turn.
        let mut supposing = found.supposing(puzzle, state);
        for level in supposing.levels() {
            supposing.up_to(level);
            let mut any = false;
            for &(line, at, height) in &places {
                if let Some((because, chain)) = supposing.breaks(puzzle.is(at, height)) {
                    any = true;
                    found.conclude_broken(Self { line, height, at }, because, chain);
                }
            }
            if any {
                return;
            }
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let last = step.chain.as_ref().and_then(|chain| chain.steps.last());
        let broken = match last {
            Some(clash) => Reasoner::say(puzzle, clash),
            None => "That breaks a rule.".to_owned(),
        };
        format!(
            "{} the {} has two cells left. Suppose that it stands in {}, and follow that to the \
             end: {broken} So it does not stand there.",
            puzzle.in_line(self.line),
            self.height,
            puzzle.at_words(self.at)
        )
    }
}
