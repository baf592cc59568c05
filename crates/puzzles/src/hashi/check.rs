//! Is a board right? Looks only at what is drawn; shares nothing with the encoding.

use grid::Cell;

use super::{CLOSED, Hashi};
use crate::board::{Board, Violation, in_words};
use crate::kit::areas::{Walk, firsts};
use crate::kit::lists::distinct;
use crate::kit::words::capital;
use crate::puzzle::Rules;

impl Rules for Hashi {
    fn check(&self, board: &Board) -> Vec<Violation> {
        let mut found = Vec::new();
        let has_loose = board.slots[self.spans.len()..].iter().any(|&s| s != 0);
        nothing_drawn(self, board, &mut found);
        crossing(self, board, &mut found);
        if has_loose {
            loose_crossing(self, board, &mut found);
        }
        more_than_max(self, board, &mut found);
        if has_loose {
            loose(self, board, &mut found);
        }
        too_many(self, board, &mut found);
        divided(self, board, &mut found);
        too_few(self, board, &mut found);
        if self.no_loop {
            looped(self, board, &mut found);
        }
        if has_loose {
            changed(self, board, &mut found);
        }
        found
    }
}

/// All cells from one island to the other.
fn whole_span(puzzle: &Hashi, span: usize) -> Vec<Cell> {
    let span = puzzle.spans[span];
    let (a, z) = puzzle.ends(span);
    let mut cells = vec![a];
    cells.extend(puzzle.water(span));
    cells.push(z);
    cells
}

fn nothing_drawn(puzzle: &Hashi, board: &Board, found: &mut Vec<Violation>) {
    let nothing = (0..puzzle.spans.len()).all(|s| puzzle.drawn(board, s) == 0)
        && !puzzle.size.cells().any(|at| has_strokes(puzzle, board, at));
    if nothing {
        found.push(Violation::unfinished(
            "brNoLine",
            "There is no bridge on the board.",
            Vec::new(),
        ));
    }
}

fn crossing(puzzle: &Hashi, board: &Board, found: &mut Vec<Violation>) {
    for &(a, b) in &puzzle.crossings {
        if puzzle.drawn(board, a) > 0 && puzzle.drawn(board, b) > 0 {
            let across = puzzle.ends(puzzle.spans[a]).0;
            let down = puzzle.ends(puzzle.spans[b]).0;
            let at = Cell {
                row: across.row,
                col: down.col,
            };
            found.push(Violation::wrong(
                "lnCross",
                format!("Two bridges cross in {}.", in_words(at)),
                vec![at],
            ));
        }
    }
}

/// Loose strokes of both directions in one cell, or one across a bridge.
fn loose_crossing(puzzle: &Hashi, board: &Board, found: &mut Vec<Violation>) {
    for at in puzzle.size.cells() {
        if puzzle.loose(board, at).iter().all(|&(_, count)| count > 0) {
            found.push(Violation::wrong(
                "lnCross",
                format!("Two lines cross in {}.", in_words(at)),
                vec![at],
            ));
        }
    }
}

fn more_than_max(puzzle: &Hashi, board: &Board, found: &mut Vec<Violation>) {
    for s in 0..puzzle.spans.len() {
        let drawn = puzzle.drawn(board, s);
        if drawn > puzzle.max {
            let (a, z) = puzzle.ends(puzzle.spans[s]);
            found.push(Violation::wrong(
                "lnMax",
                format!(
                    "{drawn} bridges join {} and {}; at most {} may.",
                    in_words(a),
                    in_words(z),
                    puzzle.max
                ),
                whole_span(puzzle, s),
            ));
        }
    }
}

fn has_strokes(puzzle: &Hashi, board: &Board, at: Cell) -> bool {
    puzzle.loose(board, at).iter().any(|&(_, count)| count > 0)
}

fn changed(puzzle: &Hashi, board: &Board, found: &mut Vec<Violation>) {
    for (i, island) in puzzle.islands.iter().enumerate() {
        if has_strokes(puzzle, board, island.at) {
            let words = capital(puzzle.island_words(i));
            let message = format!("{words} was changed: something else is written there.");
            found.push(Violation::wrong("gvChanged", message, vec![island.at]));
        }
    }
}

fn loose(puzzle: &Hashi, board: &Board, found: &mut Vec<Violation>) {
    let cells: Vec<Cell> = puzzle
        .size
        .cells()
        .filter(|&at| !puzzle.is_island(at) && has_strokes(puzzle, board, at))
        .collect();
    if let Some(&first) = cells.first() {
        found.push(Violation::wrong(
            "lnLoose",
            format!("The line in {} does not join two islands.", in_words(first)),
            cells,
        ));
    }
}

fn too_many(puzzle: &Hashi, board: &Board, found: &mut Vec<Violation>) {
    for (i, island) in puzzle.islands.iter().enumerate() {
        let total = puzzle.total(board, i);
        if island.need.is_some_and(|need| total > need as u32) {
            found.push(Violation::wrong(
                "nmLineGt",
                format!("{} has {total} bridges.", capital(puzzle.island_words(i))),
                vec![island.at],
            ));
        }
    }
}

fn too_few(puzzle: &Hashi, board: &Board, found: &mut Vec<Violation>) {
    for (i, island) in puzzle.islands.iter().enumerate() {
        let total = puzzle.total(board, i);
        if total < island.need.unwrap_or(1) as u32 {
            let bridges = match total {
                0 => "no bridge".to_owned(),
                1 => "only one bridge".to_owned(),
                n => format!("only {n} bridges"),
            };
            found.push(Violation::unfinished(
                "nmLineLt",
                format!("{} has {bridges}.", capital(puzzle.island_words(i))),
                vec![island.at],
            ));
        }
    }
}

/// The first island (by number) of each island's group.
fn groups(puzzle: &Hashi, board: &Board) -> Vec<usize> {
    firsts(puzzle.islands.len(), |island| {
        let sides = puzzle.spans_at[island].iter().flatten();
        let drawn = sides.filter(|&&s| puzzle.drawn(board, s) > 0);
        drawn.map(move |&s| puzzle.across(s, island))
    })
}

fn divided(puzzle: &Hashi, board: &Board, found: &mut Vec<Violation>) {
    let group = groups(puzzle, board);
    if group.iter().all(|&g| g == 0) {
        return;
    }
    let is_full = |i: usize| {
        let need = puzzle.islands[i].need;
        need.is_some_and(|need| puzzle.total(board, i) >= need as u32)
    };
    // A group that can take no more bridges stays cut off for ever.
    let may_grow = |i: usize| {
        let open = puzzle.spans_at[i]
            .iter()
            .flatten()
            .any(|&s| board.slots[s] & CLOSED == 0);
        !is_full(i) && open
    };
    let group = &group;
    let starts = distinct(group.iter().copied());
    let members = |g: usize| (0..group.len()).filter(move |&i| group[i] == g);
    let cut_off = starts.iter().copied().find(|&g| !members(g).any(may_grow));
    let cells = |g: usize| members(g).map(|i| puzzle.islands[i].at).collect();
    found.push(match cut_off {
        Some(g) => {
            let message = if members(g).all(is_full) {
                "These islands are complete but cut off from the others.".to_owned()
            } else if members(g).count() == 1 {
                let words = capital(puzzle.island_words(g));
                format!("{words} is cut off from the others: all its sides are closed.")
            } else {
                "These islands are cut off from the others: no side is open that could lead on."
                    .to_owned()
            };
            Violation::wrong("lcDivided", message, cells(g))
        }
        None => Violation::unfinished(
            "lcDivided",
            "The islands are not all connected.",
            cells(starts[0]),
        ),
    });
}

fn looped(puzzle: &Hashi, board: &Board, found: &mut Vec<Violation>) {
    let spans = loop_spans(puzzle, board).into_iter();
    let on_loop = distinct(spans.flat_map(|s| whole_span(puzzle, s)));
    if !on_loop.is_empty() {
        found.push(Violation::wrong(
            "lnLoop",
            "These bridges form a loop.",
            on_loop,
        ));
    }
}

/// The bridges that lie on a loop, in one walk over the islands: all but those that the islands
/// behind them hang by.
fn loop_spans(puzzle: &Hashi, board: &Board) -> Vec<usize> {
    let is_drawn = |s: &usize| puzzle.drawn(board, *s) > 0;
    let side = |island: usize, dir: usize| puzzle.spans_at[island][dir].filter(is_drawn);
    let way = |island: usize, dir: usize| Some(puzzle.across(side(island, dir)?, island));
    let mut on_loop: Vec<bool> = (0..puzzle.spans.len()).map(|s| is_drawn(&s)).collect();
    let mut walk = Walk::new(puzzle.islands.len());
    for start in 0..puzzle.islands.len() {
        if walk.number(start).is_none() {
            walk.go(
                start,
                way,
                |_| (),
                |left| {
                    if let Some(came) = left.came.filter(|came| came.by_narrow)
                        && let Some(span) = side(came.from, came.way)
                    {
                        on_loop[span] = false;
                    }
                },
            );
        }
    }
    (0..on_loop.len()).filter(|&s| on_loop[s]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Play;

    /// The plain definition: the ends are connected without it.
    fn by_definition(puzzle: &Hashi, board: &Board) -> Vec<usize> {
        let drawn = (0..puzzle.spans.len()).filter(|&s| puzzle.drawn(board, s) > 0);
        drawn
            .filter(|&s| {
                let mut without = board.clone();
                without.slots[s] = 0;
                let group = groups(puzzle, &without);
                let (a, z) = puzzle.spans[s].ends;
                group[a] == group[z]
            })
            .collect()
    }

    #[test]
    fn bridges_on_loops_are_found_in_one_walk() {
        let islands = (0..25).map(|i| super::super::Island {
            at: grid::cell(i / 5 * 2, i % 5 * 2),
            need: None,
        });
        let size = grid::Size::new(9, 9).unwrap();
        let puzzle = &Hashi::new(size, islands.collect(), 2, true);
        let mut board = puzzle.blank();
        let mut state = 1u32;
        let mut loops = 0;
        for _ in 0..500 {
            for slot in &mut board.slots[..puzzle.spans.len()] {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *slot = [0, 1, 2, 0, 1][(state >> 16) as usize % 5];
            }
            let found = loop_spans(puzzle, &board);
            assert_eq!(found, by_definition(puzzle, &board));
            loops += found.len();
        }
        assert!(loops > 1000, "{loops}");
    }
}
