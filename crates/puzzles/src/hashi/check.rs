//! Is a board right? Looks only at what is drawn; shares nothing with the encoding.

use std::cmp::Ordering;

use super::{CLOSED, Hashi, Island};
use crate::kit::areas::{Walk, firsts};
use crate::kit::prelude::*;
use crate::kit::report::{Report, cells_where};
use crate::kit::words::only;

impl Rules for Hashi {
    fn check(&self, board: &Board) -> Vec<Violation> {
        let mut found = Report::default();
        let strokes = strokes(self, board);
        if self.all_drawn(board).next().is_none() && strokes.is_empty() {
            found.unfinished("brNoLine", [], "There is no bridge on the board.");
        }
        crossing(self, board, &mut found);
        // Loose strokes of both directions in one cell, or one across a bridge.
        let both = |at: &Cell| self.loose(board, *at).iter().all(|&(_, count)| count > 0);
        let crossed = strokes.iter().copied().filter(both);
        found.each("lnCross", crossed, "Two lines cross in {}.");
        for s in self.all_drawn(board) {
            let (count, most) = (self.drawn(board, s), self.max);
            if count > most {
                let (a, z) = self.ends(self.spans[s]);
                let (a, z) = (in_words(a), in_words(z));
                let message = format!("{count} bridges join {a} and {z}; at most {most} may.");
                found.wrong("lnMax", whole_span(self, s), message);
            }
        }
        let (changed, loose): (Vec<Cell>, Vec<Cell>) =
            strokes.into_iter().partition(|&at| self.is_island(at));
        let message = "The line in {} does not join two islands.";
        found.all(true, "lnLoose", loose, message);
        let totals = |i: usize| (i, self.islands[i], self.total(board, i));
        let islands = (0..self.islands.len()).map(totals);
        for (i, Island { at, need }, total) in islands.clone() {
            if need.is_some_and(|need| total > need.into()) {
                let message = format!("{} has {total} bridges.", self.named(i));
                found.wrong("nmLineGt", [at], message);
            }
        }
        divided(self, board, &mut found);
        for (i, Island { at, need }, total) in islands {
            if total < need.unwrap_or(1).into() {
                let message = format!("{} has {}.", self.named(i), only(total as usize, "bridge"));
                found.unfinished("nmLineLt", [at], message);
            }
        }
        if self.no_loop {
            looped(self, board, &mut found);
        }
        for island in changed.iter().filter_map(|&at| self.island_at(at)) {
            let words = self.named(island);
            let message = format!("{words} was changed: something else is written there.");
            found.wrong("gvChanged", [self.islands[island].at], message);
        }
        found.0
    }
}

impl Hashi {
    /// An island at the beginning of a sentence.
    fn named(&self, island: usize) -> String {
        capital(self.island_words(island))
    }
}

/// Cells with loose strokes.
fn strokes(puzzle: &Hashi, board: &Board) -> Vec<Cell> {
    let are_any = (board.slots[puzzle.spans.len()..].iter()).any(|&slot| slot > 0);
    let is_some = |at| are_any && puzzle.loose(board, at).iter().any(|&(_, count)| count > 0);
    cells_where(puzzle.size, is_some)
}

/// All cells from one island to the other.
fn whole_span(puzzle: &Hashi, span: usize) -> Vec<Cell> {
    let span = puzzle.spans[span];
    let (a, z) = puzzle.ends(span);
    let after_first = puzzle.water(span).chain([z]);
    [a].into_iter().chain(after_first).collect()
}

fn crossing(puzzle: &Hashi, board: &Board, found: &mut Report) {
    for &(a, b) in &puzzle.crossings {
        if puzzle.drawn(board, a) > 0 && puzzle.drawn(board, b) > 0 {
            let (across, down) = (puzzle.spans[a], puzzle.spans[b]);
            let (row, col) = (puzzle.ends(across).0.row, puzzle.ends(down).0.col);
            found.each("lnCross", [Cell { row, col }], "Two bridges cross in {}.");
        }
    }
}

/// The first island (by number) of each island's group.
fn groups(puzzle: &Hashi, board: &Board) -> Vec<usize> {
    firsts(puzzle.islands.len(), |island| {
        let drawn = puzzle.sides(island).filter(|&s| puzzle.drawn(board, s) > 0);
        drawn.map(move |s| puzzle.across(s, island))
    })
}

fn divided(puzzle: &Hashi, board: &Board, found: &mut Report) {
    let group = groups(puzzle, board);
    if group.iter().all(|&g| g == 0) {
        return;
    }
    // How many bridges an island has beside what it needs, if it says that.
    let beside_need = |i: usize| {
        let need = puzzle.islands[i].need.map(u32::from)?;
        Some(puzzle.total(board, i).cmp(&need))
    };
    let is_met = |i: usize| beside_need(i) == Some(Ordering::Equal);
    let is_full = |i: usize| is_met(i) || beside_need(i) == Some(Ordering::Greater);
    // A group that can take no more bridges stays cut off for ever.
    let is_open = |s: usize| board.slots[s] & CLOSED == 0;
    let may_grow = |i: usize| !is_full(i) && puzzle.sides(i).any(is_open);
    // There may be thousands of groups, so all members of all are looked at once, not once a group.
    let mut grows = vec![false; group.len()];
    for (i, &g) in group.iter().enumerate() {
        grows[g] = grows[g] || may_grow(i);
    }
    let starts = distinct(group.iter().copied());
    let cut_off = starts.iter().copied().find(|&g| !grows[g]);
    let first = cut_off.unwrap_or(starts[0]);
    let members: Vec<usize> = (0..group.len()).filter(|&i| group[i] == first).collect();
    let all = |is: &dyn Fn(usize) -> bool| members.iter().all(|&i| is(i));
    let message = match cut_off {
        None => "The islands are not all connected.",
        Some(_) if all(&is_met) => "These islands are complete but cut off from the others.",
        Some(_) if all(&is_full) => {
            "These islands take no more bridges and are cut off from the others."
        }
        Some(_) if members.len() == 1 => "{} is cut off from the others: all its sides are closed.",
        Some(_) => "These islands are cut off from the others: no side is open that could lead on.",
    };
    let message = message.replace("{}", &puzzle.named(first));
    let cells: Vec<Cell> = members.iter().map(|&i| puzzle.islands[i].at).collect();
    found.add(cut_off.is_some(), "lcDivided", cells, message);
}

fn looped(puzzle: &Hashi, board: &Board, found: &mut Report) {
    let spans = loop_spans(puzzle, board).into_iter();
    let on_loop = distinct(spans.flat_map(|s| whole_span(puzzle, s)));
    found.all(true, "lnLoop", on_loop, "These bridges form a loop.");
}

/// The bridges that lie on a loop, in one walk over the islands: all but those that the islands
/// behind them hang by.
fn loop_spans(puzzle: &Hashi, board: &Board) -> Vec<usize> {
    let is_drawn = |s: usize, _| puzzle.drawn(board, s) > 0;
    let mut hangs = vec![false; puzzle.spans.len()];
    let mut walk = Walk::new(puzzle.islands.len());
    for start in 0..puzzle.islands.len() {
        if walk.number(start).is_none() {
            puzzle.walk(&mut walk, start, is_drawn, |span, _| hangs[span] = true);
        }
    }
    puzzle.all_drawn(board).filter(|&s| !hangs[s]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Severity;
    use crate::kit::testing::*;

    /// Islands in every second cell of every second row.
    fn lattice(side: usize, no_loop: bool, need: impl Fn(usize) -> Option<u8>) -> Hashi {
        let islands = (0..side * side).map(|i| Island {
            at: cell(i / side * 2, i % side * 2),
            need: need(i),
        });
        let size = size(2 * side - 1, 2 * side - 1);
        Hashi::new(size, islands.collect(), 2, no_loop)
    }

    /// 500 boards with these entries at random.
    fn boards(puzzle: &Hashi, entries: &[u16]) -> impl Iterator<Item = Board> {
        let mut dice = dice(7);
        (0..500).map(move |_| {
            let mut board = puzzle.blank();
            let spans = &mut board.slots[..puzzle.spans.len()];
            spans.fill_with(|| entries[dice.random_range(0..entries.len())]);
            board
        })
    }

    /// The plain definition: the ends are connected without it.
    fn by_definition(puzzle: &Hashi, board: &Board) -> Vec<usize> {
        let is_on_loop = |s: &usize| {
            let mut without = board.clone();
            without.slots[*s] = 0;
            let group = groups(puzzle, &without);
            let (a, z) = puzzle.spans[*s].ends;
            puzzle.drawn(board, *s) > 0 && group[a] == group[z]
        };
        (0..puzzle.spans.len()).filter(is_on_loop).collect()
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
        let puzzle = &lattice(4, false, |i| Some(2 + (i % 3) as u8));
        let mut seen = [0; 2];
        for board in boards(puzzle, &[0, 0, 1, 2, CLOSED, 1 | CLOSED]) {
            let mut found = Report::default();
            divided(puzzle, &board, &mut found);
            let named = found.0.into_iter().find(|v| v.kind == Severity::Wrong);
            let expected = first_cut_off(puzzle, &board);
            seen[usize::from(expected.is_some())] += 1;
            assert_eq!(named.map(|v| v.cells), expected);
        }
        assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
    }

    #[test]
    fn islands_with_too_many_bridges_are_not_called_complete() {
        let hashi = &lattice(2, false, |i| Some(1 + (i % 2) as u8));
        let mut board = hashi.blank();
        let top = hashi.spans_at[0].iter().flatten().next();
        board.slots[*top.expect("a span to the right")] = 2;
        let mut words = hashi.check(&board).into_iter().map(|found| found.message);
        let words = words.find(|words| words.contains("cut off"));
        let words = words.expect("a group that is cut off");
        assert!(!words.contains("complete"), "{words}");
    }

    #[test]
    fn bridges_on_loops_are_found_in_one_walk() {
        let puzzle = &lattice(5, true, |_| None);
        let mut loops = 0;
        for board in boards(puzzle, &[0, 1, 2, 0, 1]) {
            let found = loop_spans(puzzle, &board);
            assert_eq!(found, by_definition(puzzle, &board));
            loops += found.len();
        }
        assert!(loops > 1000, "{loops}");
    }
}
