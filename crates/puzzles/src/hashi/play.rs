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
        let span = if cells.len() > 1 {
            span_along(self, cells[0], cells[cells.len() - 1])
        } else {
            span_at(self, board, gesture)
        }?;
        let mut after = board.clone();
        let slot = &mut after.slots[span];
        *slot = match gesture.kind {
            GestureKind::Alt if *slot == CLOSED => 0,
            GestureKind::Alt => CLOSED,
            GestureKind::Tap | GestureKind::Drag => {
                let drawn = *slot & COUNT;
                if drawn < self.max as u16 {
                    drawn + 1
                } else {
                    0
                }
            }
            GestureKind::Key => return None,
        };
        Some(after)
    }

    /// The cell's content for a screen reader.
    fn say(&self, board: &Board, at: Cell) -> String {
        if let Some(i) = self.island_at(at) {
            let number = self.islands[i]
                .need
                .map_or("without number".to_owned(), |n| n.to_string());
            let sides: Vec<String> = Dir::ALL
                .into_iter()
                .filter_map(|dir| {
                    let span = self.spans_at[i][dir as usize]?;
                    let way = compass(dir);
                    match board.slots[span] & COUNT {
                        0 if board.slots[span] == CLOSED => Some(format!("{way} closed")),
                        0 => None,
                        n => Some(format!("{n} to the {way}")),
                    }
                })
                .collect();
            let bridges = if sides.is_empty() {
                "no bridges".to_owned()
            } else {
                sides.join(", ")
            };
            return format!("island {number}, {bridges}");
        }
        for (s, &span) in self.spans.iter().enumerate() {
            let drawn = board.slots[s] & COUNT;
            if drawn > 0 && self.water(span).any(|c| c == at) {
                let (a, z) = self.ends(span);
                let bridges = counted(drawn.into(), "bridge");
                return format!("{bridges} from {} to {}", in_words(a), in_words(z));
            }
        }
        "water".to_owned()
    }
}

/// From an island in the direction of another cell.
fn span_along(puzzle: &Hashi, from: Cell, to: Cell) -> Option<usize> {
    puzzle.spans_at[puzzle.island_at(from)?][main_direction(from, to)? as usize]
}

/// The one span over the water that was pointed at; a drawn bridge wins over an empty one.
fn span_at(puzzle: &Hashi, board: &Board, gesture: &Gesture) -> Option<usize> {
    let target = *gesture.targets.first()?;
    let over = |span: usize| {
        let s = puzzle.spans[span];
        match (target.cell(), target.border()) {
            (Some(at), _) => puzzle.water(s).any(|c| c == at),
            (_, Some((at, dir))) => {
                s.dir == dir && (puzzle.ends(s).0 == at || puzzle.water(s).any(|c| c == at))
            }
            _ => false,
        }
    };
    let here: Vec<usize> = (0..puzzle.spans.len()).filter(|&s| over(s)).collect();
    let drawn: Vec<usize> = here
        .iter()
        .copied()
        .filter(|&s| board.slots[s] & COUNT > 0)
        .collect();
    match (&here[..], &drawn[..]) {
        (&[one], _) | (_, &[one]) => Some(one),
        _ => None,
    }
}
