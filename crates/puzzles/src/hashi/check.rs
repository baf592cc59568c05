//! Is a board right? Looks only at what is drawn; shares nothing with the encoding.

use super::{CLOSED, Hashi};
use crate::kit::areas::{Walk, firsts};
use crate::kit::prelude::*;
use crate::kit::report::{Report, cells_where};
use crate::kit::words::only;

impl Rules for Hashi {
    fn check(&self, board: &Board) -> Vec<Violation> {
        let mut found = Report::default();
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
        found.0
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

fn nothing_drawn(puzzle: &Hashi, board: &Board, found: &mut Report) {
    let nothing = (0..puzzle.spans.len()).all(|s| puzzle.drawn(board, s) == 0)
        && !puzzle.size.cells().any(|at| has_strokes(puzzle, board, at));
    if nothing {
        found.unfinished("brNoLine", [], "There is no bridge on the board.");
    }
}

fn crossing(puzzle: &Hashi, board: &Board, found: &mut Report) {
    for &(a, b) in &puzzle.crossings {
        if puzzle.drawn(board, a) > 0 && puzzle.drawn(board, b) > 0 {
            let across = puzzle.ends(puzzle.spans[a]).0;
            let down = puzzle.ends(puzzle.spans[b]).0;
            let (row, col) = (across.row, down.col);
            found.each("lnCross", [Cell { row, col }], "Two bridges cross in {}.");
        }
    }
}

/// Loose strokes of both directions in one cell, or one across a bridge.
fn loose_crossing(puzzle: &Hashi, board: &Board, found: &mut Report) {
    let both = |at: &Cell| puzzle.loose(board, *at).iter().all(|&(_, count)| count > 0);
    let crossed = puzzle.size.cells().filter(both);
    found.each("lnCross", crossed, "Two lines cross in {}.");
}

fn more_than_max(puzzle: &Hashi, board: &Board, found: &mut Report) {
    for s in 0..puzzle.spans.len() {
        let drawn = puzzle.drawn(board, s);
        if drawn > puzzle.max {
            let (a, z) = puzzle.ends(puzzle.spans[s]);
            let (a, z, most) = (in_words(a), in_words(z), puzzle.max);
            let message = format!("{drawn} bridges join {a} and {z}; at most {most} may.");
            found.wrong("lnMax", whole_span(puzzle, s), message);
        }
    }
}

fn has_strokes(puzzle: &Hashi, board: &Board, at: Cell) -> bool {
    puzzle.loose(board, at).iter().any(|&(_, count)| count > 0)
}

fn changed(puzzle: &Hashi, board: &Board, found: &mut Report) {
    for (i, island) in puzzle.islands.iter().enumerate() {
        if has_strokes(puzzle, board, island.at) {
            let words = capital(puzzle.island_words(i));
            let message = format!("{words} was changed: something else is written there.");
            found.wrong("gvChanged", [island.at], message);
        }
    }
}

fn loose(puzzle: &Hashi, board: &Board, found: &mut Report) {
    let is_loose = |at: Cell| !puzzle.is_island(at) && has_strokes(puzzle, board, at);
    let cells = cells_where(puzzle.size, is_loose);
    found.all(
        true,
        "lnLoose",
        cells,
        "The line in {} does not join two islands.",
    );
}

fn too_many(puzzle: &Hashi, board: &Board, found: &mut Report) {
    for (i, island) in puzzle.islands.iter().enumerate() {
        let total = puzzle.total(board, i);
        if island.need.is_some_and(|need| total > need as u32) {
            let words = capital(puzzle.island_words(i));
            found.wrong(
                "nmLineGt",
                [island.at],
                format!("{words} has {total} bridges."),
            );
        }
    }
}

fn too_few(puzzle: &Hashi, board: &Board, found: &mut Report) {
    for (i, island) in puzzle.islands.iter().enumerate() {
        let total = puzzle.total(board, i);
        if total < island.need.unwrap_or(1) as u32 {
            let (words, bridges) = (puzzle.island_words(i), only(total as usize, "bridge"));
            let message = format!("{} has {bridges}.", capital(words));
            found.unfinished("nmLineLt", [island.at], message);
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

fn divided(puzzle: &Hashi, board: &Board, found: &mut Report) {
    let group = groups(puzzle, board);
    if group.iter().all(|&g| g == 0) {
        return;
    }
    let is_full = |i: usize| {
        let need = puzzle.islands[i].need;
        need.is_some_and(|need| puzzle.total(board, i) >= need as u32)
    };
    let is_met = |i: usize| {
        let need = puzzle.islands[i].need;
        need.is_some_and(|need| puzzle.total(board, i) == need as u32)
    };
    // A group that can take no more bridges stays cut off for ever.
    let may_grow = |i: usize| {
        let open = puzzle.spans_at[i]
            .iter()
            .flatten()
            .any(|&s| board.slots[s] & CLOSED == 0);
        !is_full(i) && open
    };
    let starts = distinct(group.iter().copied());
    // There may be thousands of groups, so all members of all are looked at once, not once a group.
    let mut grows = vec![false; group.len()];
    for (i, &g) in group.iter().enumerate() {
        grows[g] = grows[g] || may_grow(i);
    }
    let group = &group;
    let members = |g: usize| (0..group.len()).filter(move |&i| group[i] == g);
    let cut_off = starts.iter().copied().find(|&g| !grows[g]);
    let message = match cut_off {
        None => "The islands are not all connected.".to_owned(),
        Some(g) if members(g).all(is_met) => {
            "These islands are complete but cut off from the others.".to_owned()
        }
        Some(g) if members(g).all(is_full) => {
            "These islands take no more bridges and are cut off from the others.".to_owned()
        }
        Some(g) if members(g).count() == 1 => {
            let words = capital(puzzle.island_words(g));
            format!("{words} is cut off from the others: all its sides are closed.")
        }
        Some(_) => "These islands are cut off from the others: no side is open that could lead on."
            .to_owned(),
    };
    let cells = members(cut_off.unwrap_or(starts[0])).map(|i| puzzle.islands[i].at);
    found.add(
        cut_off.is_some(),
        "lcDivided",
        cells.collect::<Vec<_>>(),
        message,
    );
}

fn looped(puzzle: &Hashi, board: &Board, found: &mut Report) {
    let spans = loop_spans(puzzle, board).into_iter();
    let on_loop = distinct(spans.flat_map(|s| whole_span(puzzle, s)));
    if !on_loop.is_empty() {
        found.wrong("lnLoop", on_loop, "These bridges form a loop.");
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

    /// The first group that can take no more bridges, looked for group by group.
    fn first_cut_off(puzzle: &Hashi, board: &Board) -> Option<Vec<Cell>> {
        let group = groups(puzzle, board);
        let members = |g: usize| (0..group.len()).filter(move |&i| groups(puzzle, board)[i] == g);
        let may_grow = |i: usize| {
            let need = puzzle.islands[i].need;
            let is_full = need.is_some_and(|need| puzzle.total(board, i) >= need as u32);
            let mut sides = puzzle.spans_at[i].iter().flatten();
            !is_full && sides.any(|&s| board.slots[s] & CLOSED == 0)
        };
        let starts = distinct(group.iter().copied()).into_iter();
        let mut cut_off = starts.filter(|&g| !members(g).any(may_grow));
        let cells = |g: usize| members(g).map(|i| puzzle.islands[i].at).collect();
        cut_off.next().map(cells)
    }

    #[test]
    fn the_first_group_that_is_cut_off_is_named() {
        let islands = (0..16).map(|i| super::super::Island {
            at: grid::cell(i / 4 * 2, i % 4 * 2),
            need: Some(2 + (i % 3) as u8),
        });
        let size = grid::Size::new(7, 7).unwrap();
        let puzzle = &Hashi::new(size, islands.collect(), 2, false);
        let mut board = puzzle.blank();
        let mut state = 7u32;
        let mut seen = [0; 2];
        for _ in 0..500 {
            for slot in &mut board.slots[..puzzle.spans.len()] {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *slot = [0, 0, 1, 2, CLOSED, 1 | CLOSED][(state >> 16) as usize % 6];
            }
            let mut found = Report::default();
            divided(puzzle, &board, &mut found);
            let named = found
                .0
                .into_iter()
                .find(|v| v.kind == crate::board::Severity::Wrong);
            let expected = first_cut_off(puzzle, &board);
            seen[usize::from(expected.is_some())] += 1;
            assert_eq!(named.map(|v| v.cells), expected);
        }
        assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
    }

    #[test]
    fn islands_with_too_many_bridges_are_not_called_complete() {
        let text = "begin\npuzzle hashi\nproblem\n1 - 2\n- - -\n1 - 2\nend";
        let puzzle = crate::format::split(text)[0]
            .read()
            .expect("a puzzle")
            .puzzle;
        let hashi: &Hashi = crate::engine::own(puzzle.as_ref());
        let mut board = puzzle.blank();
        let top = hashi.spans_at[0].iter().flatten().next();
        board.slots[*top.expect("a span to the right")] = 2;
        let cut_off = |board: &Board| {
            let found = puzzle.check(board).into_iter();
            let mut words = found.map(|violation| violation.message);
            words.find(|words| words.contains("cut off"))
        };
        let words = cut_off(&board).expect("a group that is cut off");
        assert!(!words.contains("complete"), "{words}");
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
