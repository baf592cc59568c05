//! Chains of cells with two heights, of heights with two cells, and of lines with few fillings.
//!
//! A chain starts with "if this cell had that height". A cell that loses one of its two heights
//! has the other; a height that loses one of its two cells in a line stands in the other; a line that
//! can be filled only so has what is left. Each
//! link follows from the one before it alone, so a chain is a path and not a search: we look for
//! the shortest one that comes back to deny its beginning.

use std::ops::ControlFlow;

use super::fits::{fits, for_each_way};
use super::line::{Bits, Short, bits};
use super::words::{a_height, height_words};
use super::{CELLS, HEIGHTS, Skyscrapers, State};
use crate::kit::prelude::*;

/// A chain of lines with two cells left for one height.
pub(super) type OfOneHeight = Chain<false, true, false>;
/// A chain of cells with two heights left.
pub(super) type OfPairs = Chain<true, false, false>;
/// A chain of both.
pub(super) type Mixed = Chain<true, true, false>;
/// A chain of both, and of lines with few ways to be filled.
pub(super) type OfWays = Chain<true, true, true>;

/// In longer chains it is not said why each link follows from the one before.
const MOST_REASONS: usize = 5;

/// The most open cells of a line whose ways are links: nobody fills longer ones in the head.
const MOST_OPEN: usize = 5;

/// A chain that denies its own beginning, with links of cells, of lines or of both. Where cells are
/// links, the height changes along the chain.
pub(super) struct Chain<const BY_CELLS: bool, const BY_LINES: bool, const BY_WAYS: bool> {
    /// Each follows from the one before, and the last denies the first.
    path: Vec<Node>,
}

impl<const BY_CELLS: bool, const BY_LINES: bool, const BY_WAYS: bool> Deduction<Skyscrapers>
    for Chain<BY_CELLS, BY_LINES, BY_WAYS>
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
            forced: match BY_WAYS {
                true => puzzle.forced(state),
                false => Vec::new(),
            },
            with_twin: puzzle.with_twin(state),
            links: Vec::with_capacity(256),
            links_of: vec![None; puzzle.size.len() * HEIGHTS],
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
                found.conclude([puzzle.is_not(at, height)], |because| Self {
                    path: walk.cite_path(end, because),
                });
            }
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let links = self.path[1..].iter().map(|node| {
            let (at, what) = (puzzle.at_words(node.at), a_height(node.height));
            let why = match node.link {
                _ if self.path.len() > MOST_REASONS => String::new(),
                // That nothing else is left there, the candidates show.
                Link::Cell(_) => String::new(),
                Link::Line(line, _) => format!(" (its last cell {})", puzzle.in_line(line)),
                Link::Way(line) => format!(" (the only way to fill {})", puzzle.line_words(line)),
            };
            format!("{what} into {at}{why}")
        });
        let (start, end) = (self.path[0], self.path[self.path.len() - 1]);
        let impossible = match puzzle.line_of_both(start.at, end.at) {
            Some(line) if start.at != end.at => {
                let line = puzzle.line_words(line);
                format!("a second {} in {line}", height_words(start.height))
            }
            _ => format!("where we supposed {}", a_height(start.height)),
        };
        let links = links.collect::<Vec<_>>().join(", then ");
        let (at, what) = (puzzle.at_words(start.at), a_height(start.height));
        let why = format!("If {at} were {what}, that would put {links}, {impossible}");
        puzzle.sentence(step, &why, ", so ", ", but it is")
    }

    fn picture(&self, puzzle: &Skyscrapers, _: &Step) -> Picture {
        // If the chain comes back to the cell where it began, there is no room for both heights.
        let (start, end) = (self.path[0], self.path[self.path.len() - 1]);
        let shown = self.path.len() - usize::from(start.at == end.at);
        let clashing = [start.at, end.at].map(|at| puzzle.size.cell(at));
        let picture = Picture::default().thing(distinct(clashing));
        self.path[..shown].iter().fold(picture, |picture, node| {
            picture.suppose(vec![puzzle.is(node.at, node.height)])
        })
    }
}

/// Why one link follows from the one before.
#[derive(Clone, Copy, Debug)]
enum Link {
    /// This cell has only two heights left.
    Cell(usize),
    /// This line has only two cells left for this height.
    Line(usize, usize),
    /// All ways to fill this line have it.
    Way(usize),
}

/// What follows from a node: a cell, its height, and the link that leads there.
type Next = (usize, usize, Link);

/// "This cell has this height", and the link that led here from an earlier one.
#[derive(Clone, Copy, Debug)]
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
    /// What the fillings of lines decide, for each height of each cell.
    forced: Vec<Vec<Next>>,
    /// For each cell the heights that have one other cell left in some line.
    with_twin: [Bits; CELLS],
    /// What follows by one link, one node after the other: for each height of each cell, as soon as a
    /// chain gets there, where its links are. Chains from elsewhere go the same ways again.
    links: Vec<Next>,
    links_of: Vec<Option<(usize, usize)>>,
    nodes: Vec<Node>,
    visited: [Bits; CELLS],
}

impl Walk<'_> {
    /// Follow all chains from here. Breaks off with the index of the node that denies the
    /// beginning, if a chain gets there.
    fn follow(&mut self, at: usize, height: usize) -> ControlFlow<usize> {
        self.nodes.clear();
        self.visited[..self.puzzle.size.len()].fill(0);
        self.reach(at, height, 0, Link::Cell(at))?;
        let mut next = 0;
        while let Some(&Node { at, height, .. }) = self.nodes.get(next) {
            let place = at * HEIGHTS + height;
            let (first, end) = self.links_of[place].unwrap_or_else(|| {
                let first = self.links.len();
                self.link(at, height);
                self.links_of[place] = Some((first, self.links.len()));
                (first, self.links.len())
            });
            for link in first..end {
                let (there, other, link) = self.links[link];
                if self.visited[there] & 1 << other == 0 {
                    self.reach(there, other, next, link)?;
                }
            }
            next += 1;
        }
        ControlFlow::Continue(())
    }

    /// Find what follows from this height in this cell by one link.
    fn link(&mut self, at: usize, height: usize) {
        let (puzzle, state) = (self.puzzle, self.state);
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
                    self.links.push((lost, other, Link::Cell(lost)));
                }
                // or the height stands in the other cell of another line.
                if self.by_lines && self.with_twin[lost] & 1 << height != 0 {
                    self.elsewhere(lost, height, Some(line));
                }
            }
        }
        // The other heights are lost in this cell, so they stand in their other cells.
        if self.by_lines && self.by_cells {
            for other in bits(self.with_twin[at] & !(1 << height) & puzzle.single_heights()) {
                self.elsewhere(at, other, None);
            }
        }
        if let Some(forced) = self.forced.get(at * HEIGHTS + height) {
            self.links.extend(forced);
        }
    }

    /// A height that is lost in a cell stands in the other cell of a line that has only two for it;
    /// in any line of the cell but one.
    fn elsewhere(&mut self, lost: usize, height: usize, but: Option<usize>) {
        for (line, position) in self.puzzle.lines_through(lost) {
            let rest = self.state.places[line][height] & !(1 << position);
            if Some(line) != but && rest.count_ones() == 1 {
                let there = (self.puzzle).line_cell(line, rest.trailing_zeros() as usize);
                self.links.push((there, height, Link::Line(line, height)));
            }
        }
    }

    fn reach(&mut self, at: usize, height: usize, from: usize, link: Link) -> ControlFlow<usize> {
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

    /// Cite every link from the beginning to this node; returns the way.
    fn cite_path(&self, mut end: usize, because: &mut Vec<Ground>) -> Vec<Node> {
        let mut nodes = Vec::new();
        while end != 0 {
            nodes.push(self.nodes[end]);
            end = self.nodes[end].from;
        }
        nodes.push(self.nodes[0]);
        nodes.reverse();
        let (puzzle, state) = (self.puzzle, self.state);
        let mut grounds = Vec::new();
        for pair in nodes.windows(2) {
            let [from, node] = [pair[0], pair[1]];

            match node.link {
                Link::Cell(at) => grounds.extend(puzzle.only(at, state.can[at])),
                Link::Line(line, h) => {
                    let others = puzzle.other_cells(line, state.places[line][h]);
                    grounds.extend(others.map(|at| puzzle.excluded(at, h)));
                }
                Link::Way(line) => {
                    let place =
                        |at: usize| (0..puzzle.side()).find(|&p| puzzle.line_cell(line, p) == at);
                    let (p, q) = (place(from.at).unwrap_or(0), place(node.at).unwrap_or(0));
                    let frame = puzzle.frame(state, line);
                    puzzle.cite_frame(state, line, frame, &mut grounds, |less| {
                        let fitting = fits(&less.with(p, 1 << from.height));
                        fitting.is_none_or(|fitting| fitting[q] == 1 << node.height)
                    });
                }
            }
        }
        grounds.into_iter().for_each(|ground| cite(because, ground));
        nodes
    }
}

impl Skyscrapers {
    /// What a height in a cell decides elsewhere in its row or column, if that has few open cells: what
    /// is left in another cell by all ways to fill the line that have it.
    fn forced(&self, state: &State) -> Vec<Vec<Next>> {
        let n = self.side();
        let mut forced = vec![Vec::new(); n * n * HEIGHTS];
        for line in 0..2 * n {
            let frame = self.frame(state, line);
            let is_open = |p: &usize| frame.can[*p].count_ones() > 1;
            if (0..n).filter(is_open).count() > MOST_OPEN {
                continue;
            }
            let open = Short::of(0, (0..n).filter(is_open));
            // For each height of each open cell what may stand in each of them.
            let mut beside = [[[0 as Bits; MOST_OPEN]; HEIGHTS]; MOST_OPEN];
            for_each_way(&frame, &mut |way| {
                for (&p, beside) in open.iter().zip(&mut beside) {
                    let beside = beside[way[p] as usize].iter_mut();
                    (open.iter().zip(beside)).for_each(|(&q, beside)| *beside |= 1 << way[q]);
                }
            });
            for (&p, beside) in open.iter().zip(&beside) {
                for height in bits(frame.can[p]) {
                    let others = open.iter().zip(&beside[height]);
                    let others = others.filter(|&(&q, fits)| q != p && fits.is_power_of_two());
                    let others = others.map(|(&q, fits)| {
                        let other = fits.trailing_zeros() as usize;
                        (self.line_cell(line, q), other, Link::Way(line))
                    });
                    forced[self.line_cell(line, p) * HEIGHTS + height].extend(others);
                }
            }
        }
        forced
    }

    /// For each cell the heights that have one other cell left in some line.
    fn with_twin(&self, state: &State) -> [Bits; CELLS] {
        let mut with_twin = [0; CELLS];
        for line in 0..self.line_count() {
            for height in bits(self.all_heights()) {
                let places = state.places[line][height];
                if places.count_ones() == 2 {
                    bits(places).for_each(|p| with_twin[self.line_cell(line, p)] |= 1 << height);
                }
            }
        }
        with_twin
    }

    pub(super) fn share_a_line(&self, a: usize, b: usize) -> bool {
        self.line_of_both(a, b).is_some()
    }

    /// A line in which both cells lie.
    fn line_of_both(&self, a: usize, b: usize) -> Option<usize> {
        bits(self.through(a) & self.through(b)).next()
    }
}
