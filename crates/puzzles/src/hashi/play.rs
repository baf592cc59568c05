//! Drawing bridges.

use super::{CLOSED, COUNT, Hashi};
use crate::kit::hands::main_direction;
use crate::kit::prelude::*;

impl Play for Hashi {
    fn blank(&self) -> Board {
        Board::blank(self.spans.len() + self.size.len())
    }

    fn gesture(&self, board: &Board, gesture: &Gesture) -> Option<Board> {
        let cells: Vec<Cell> = gesture.targets.iter().filter_map(|t| t.cell()).collect();
        let span = match cells[..] {
            [from, .., to] => span_along(self, from, to),
            _ => span_at(self, board, gesture),
        }?;
        let mut after = board.clone();
        let slot = &mut after.slots[span];
        *slot = match gesture.kind {
            GestureKind::Alt if *slot == CLOSED => 0,
            GestureKind::Alt => CLOSED,
            GestureKind::Tap | GestureKind::Drag => match *slot & COUNT {
                drawn if drawn < self.max.into() => drawn + 1,
                _ => 0,
            },
            GestureKind::Key => return None,
        };
        Some(after)
    }

    /// The cell's content for a screen reader.
    fn say(&self, board: &Board, at: Cell) -> String {
        if let Some(i) = self.island_at(at) {
            let number = number_or(self.islands[i].need, "without number");
            let side = |dir: Dir| {
                let slot = board.slots[self.spans_at[i][dir as usize]?];
                match slot & COUNT {
                    0 if slot == CLOSED => Some(format!("{} closed", compass(dir))),
                    0 => None,
                    n => Some(format!("{n} to the {}", compass(dir))),
                }
            };
            let mut sides: Vec<String> = Dir::ALL.into_iter().filter_map(side).collect();
            if sides.is_empty() {
                sides.push("no bridges".to_owned());
            }
            return format!("island {number}, {}", sides.join(", "));
        }
        let over = |&s: &usize| self.water(self.spans[s]).any(|c| c == at);
        (self.all_drawn(board).find(over)).map_or("water".to_owned(), |s| {
            let (a, z) = self.ends(self.spans[s]);
            let bridges = counted(self.drawn(board, s).into(), "bridge");
            format!("{bridges} from {} to {}", in_words(a), in_words(z))
        })
    }
}

/// From an island in the direction of another cell.
fn span_along(puzzle: &Hashi, from: Cell, to: Cell) -> Option<usize> {
    puzzle.spans_at[puzzle.island_at(from)?][main_direction(from, to)? as usize]
}

/// The one span over the water that was pointed at; a drawn bridge wins over an empty one.
fn span_at(puzzle: &Hashi, board: &Board, gesture: &Gesture) -> Option<usize> {
    let target = *gesture.targets.first()?;
    let over = |&s: &usize| {
        let span = puzzle.spans[s];
        let over_water = |at: Cell| puzzle.water(span).any(|c| c == at);
        match (target.cell(), target.border()) {
            (Some(at), _) => over_water(at),
            (_, Some((at, dir))) => {
                span.dir == dir && (puzzle.ends(span).0 == at || over_water(at))
            }
            _ => false,
        }
    };
    let here: Vec<usize> = (0..puzzle.spans.len()).filter(over).collect();
    let is_drawn = |s: &usize| puzzle.drawn(board, *s) > 0;
    let drawn: Vec<usize> = here.iter().copied().filter(is_drawn).collect();
    match (&here[..], &drawn[..]) {
        (&[one], _) | (_, &[one]) => Some(one),
        _ => None,
    }
}
