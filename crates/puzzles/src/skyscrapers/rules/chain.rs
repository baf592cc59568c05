//! Chains of cells with two heights and of heights with two cells.
//!
//! A chain starts with "if this cell had that height". A cell that loses one of its two heights
//! has the other; a height that loses one of its two cells in a line stands in the other. Each
//! link follows from the one before it alone, so a chain is a path and not a search: we look for
//! the shortest one that comes back to deny its beginning.

use std::ops::ControlFlow;

use logic::{Deduction, Findings, Ground, Step, cite};

use super::line::bits;
use super::{CELLS, HEIGHTS, Skyscrapers, State};

/// A chain of lines with two cells left for one height.
pub(super) type OfOneHeight = Chain<false, true>;
/// A chain of cells with two heights left.
pub(super) type OfPairs = Chain<true, false>;
/// A chain of both.
pub(super) type Mixed = Chain<true, true>;

/// A chain that denies its own beginning, with links of cells, of lines or of both. Where cells are
/// links, the height changes along the chain.
#[derive(Debug)]
pub(super) struct Chain<const BY_CELLS: bool, const BY_LINES: bool> {
    /// Cells and heights: each follows from the one before, and the last denies the first.
    path: Vec<(usize, usize)>,
}

impl<const BY_CELLS: bool, const BY_LINES: bool> Deduction<Skyscrapers>
    for Chain<BY_CELLS, BY_LINES>
{
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        if found.news().is_some_and(|news| news.is_empty()) {
            return;
        }
        let mut walk = Walk {
            puzzle,
            state,
            by_cells: BY_CELLS,
            by_lines: BY_LINES,
            nodes: Vec::with_capacity(64),
            visited: [0; CELLS],
        };
        for at in (0..puzzle.size.len()).filter(|&at| state.built[at] == 0) {
            for height in bits(state.can[at]) {
                // A park takes nothing away if there are several.
                if puzzle.single_heights() & 1 << height == 0 && !BY_CELLS {
                    continue;
                }
                let ControlFlow::Break(end) = walk.follow(at, height) else {
                    continue;
                };
                found.conclude(&[puzzle.is_not(at, height)], |because| Self {
                    path: walk.cite_path(end, because),
                });
            }
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let words = |be: &str, (at, height): (usize, usize)| {
            let what = match height {
                0 => "a park".to_owned(),
                _ => height.to_string(),
            };
            format!("{} {be} {what}", puzzle.at_words(at))
        };
        let links = self.path[1..].iter().map(|&link| words("would be", link));
        format!(
            "If {}, then {}, which is impossible, so {}.",
            words("were", self.path[0]),
            links.collect::<Vec<_>>().join(", then "),
            puzzle.conclusion(&step.therefore)
        )
    }
}

/// Why one link follows from the one before.
#[derive(Clone, Copy)]
enum Link {
    /// This cell has only two heights left.
    Cell(usize),
    /// This line has only two cells left for this height.
    Line(usize, usize),
}

/// "This cell has this height", and the link that led here from an earlier one.
#[derive(Clone, Copy)]
struct Node {
    at: usize,
    height: usize,
    from: usize,
    link: Link,
}

/// The chains from one beginning, shortest first.
struct Walk<'a> {
    puzzle: &'a Skyscrapers,
    state: &'a State,
    by_cells: bool,
    by_lines: bool,
    nodes: Vec<Node>,
    visited: [u16; CELLS],
}

impl Walk<'_> {
    /// Follow all chains from here. Breaks off with the index of the node that denies the
    /// beginning, if a chain gets there.
    fn follow(&mut self, at: usize, height: usize) -> ControlFlow<usize> {
        self.nodes.clear();
        self.visited = [0; CELLS];
        self.reach(at, height, 0, Link::Cell(at))?;
        let mut next = 0;
        while next < self.nodes.len() {
            self.step(next)?;
            next += 1;
        }
        ControlFlow::Continue(())
    }

    /// What follows from a node by one link.
    fn step(&mut self, from: usize) -> ControlFlow<usize> {
        let (puzzle, state) = (self.puzzle, self.state);
        let Node { at, height, .. } = self.nodes[from];
        // Where there are several parks, one takes nothing from the others.
        let single = puzzle.single_heights() & 1 << height != 0;
        for (line, position) in puzzle.lines_through(at).filter(|_| single) {
            for p in bits(state.places[line][height] & !(1 << position)) {
                // This height is lost here,
                let lost = puzzle.line_cell(line, p);
                if state.built[lost] != 0 {
                    continue;
                }
                // so the cell holds its other height,
                let others = state.can[lost] & !(1 << height);
                if self.by_cells && others.count_ones() == 1 {
                    let other = others.trailing_zeros() as usize;
                    self.reach(lost, other, from, Link::Cell(lost))?;
                }
                // or the height stands in the other cell of another line.
                if self.by_lines {
                    self.elsewhere(lost, height, from, Some(line))?;
                }
            }
        }
        // The other heights are lost in this cell, so they stand in their other cells.
        if self.by_lines && self.by_cells {
            for other in bits(state.can[at] & !(1 << height) & puzzle.single_heights()) {
                self.elsewhere(at, other, from, None)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A height that is lost in a cell stands in the other cell of a line that has only two for it;
    /// in any line of the cell but one.
    fn elsewhere(
        &mut self,
        lost: usize,
        height: usize,
        from: usize,
        but: Option<usize>,
    ) -> ControlFlow<usize> {
        for (line, position) in self.puzzle.lines_through(lost) {
            let rest = self.state.places[line][height] & !(1 << position);
            if Some(line) != but && rest.count_ones() == 1 {
                let there = (self.puzzle).line_cell(line, rest.trailing_zeros() as usize);
                self.reach(there, height, from, Link::Line(line, height))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn reach(&mut self, at: usize, height: usize, from: usize, link: Link) -> ControlFlow<usize> {
        if self.visited[at] & 1 << height != 0 {
            return ControlFlow::Continue(());
        }
        self.visited[at] |= 1 << height;
        self.nodes.push(Node {
            at,
            height,
            from,
            link,
        });
        let start = self.nodes[0];
        let denied = match at == start.at {
            true => height != start.height,
            false => {
                height == start.height
                    && self.puzzle.single_heights() & 1 << height != 0
                    && self.puzzle.share_a_line(at, start.at)
            }
        };
        match denied {
            true => ControlFlow::Break(self.nodes.len() - 1),
            false => ControlFlow::Continue(()),
        }
    }

    /// Cite every link from the beginning to this node; returns the cells and heights on the way.
    fn cite_path(&self, mut end: usize, because: &mut Vec<Ground>) -> Vec<(usize, usize)> {
        let mut nodes = Vec::new();
        while end != 0 {
            nodes.push(self.nodes[end]);
            end = self.nodes[end].from;
        }
        nodes.push(self.nodes[0]);
        nodes.reverse();
        let (puzzle, state) = (self.puzzle, self.state);
        let mut cite = |at: usize, height: usize| cite(because, puzzle.excluded(at, height));
        for node in &nodes[1..] {
            match node.link {
                Link::Cell(at) => {
                    bits(puzzle.all_heights() & !state.can[at]).for_each(|h| cite(at, h))
                }
                Link::Line(line, h) => {
                    (puzzle.other_cells(line, state.places[line][h])).for_each(|at| cite(at, h))
                }
            }
        }
        nodes.iter().map(|node| (node.at, node.height)).collect()
    }
}

impl Skyscrapers {
    pub(super) fn share_a_line(&self, a: usize, b: usize) -> bool {
        let through = |(line, _)| self.lines_through(b).any(|(other, _)| other == line);
        self.lines_through(a).any(through)
    }
}

const _: () = assert!(HEIGHTS <= 16, "heights are bits of a u16");
