//! The loop comes through a cell only once, so it lies within a part of the board that no single
//! cell holds together. Such parts (blocks) and the cells that join them are found in one walk over
//! the cells and borders that are not closed.

use super::{Now, State, Yajilin};
use crate::kit::areas::{Walk, reach};
use crate::kit::prelude::*;

pub(super) enum Pocket {
    /// A part of the board that the loop cannot enter and leave again.
    Behind {
        /// The one cell through which the part can be reached.
        door: Option<Cell>,
        /// A cell of the loop outside.
        outside: Cell,
        /// The cells of the part.
        part: Vec<Cell>,
    },
    /// Two cells of the loop with at most one cell that joins them.
    Apart([Cell; 2]),
}

impl Deduction<Yajilin> for Pocket {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let now = state.now(findings);
        let lay = &state.lay;
        let passed = || (0..lay.free).filter(|&v| now.no(v));
        let total = passed().count();
        if total == 0 {
            return;
        }
        let blocks = Blocks::new(now);
        let holds_all = |block: &&[usize]| block.iter().filter(|&&v| now.no(v)).count() == total;
        let mut holding = blocks.each().filter(holds_all).peekable();
        if holding.peek().is_none() {
            if total > 1 {
                findings.contradict(|because| apart(now, &blocks, because));
            }
            return;
        }
        // A block of one line holds no loop; that is for other rules to say.
        let mut is_home = vec![false; lay.free];
        for block in holding.filter(|block| block.len() > 2) {
            block.iter().for_each(|&v| is_home[v] = true);
        }
        if !is_home.contains(&true) {
            return;
        }
        let mut seen: Vec<bool> = (0..lay.free).map(|v| now.yes(v) || is_home[v]).collect();
        findings.each(0..lay.free, |start, findings| {
            if seen[start] {
                return;
            }
            let part = reached(now, start, |w| !is_home[w]);
            part.iter().for_each(|&v| seen[v] = true);
            let over = |v: &usize| now.over(*v);
            let door = part.iter().flat_map(over).filter(|&w| is_home[w]).last();
            findings.conclude(part.iter().copied().map(Fact::yes), |because| {
                walls(now, &part, door, because);
                let elsewhere = passed().filter(|v| Some(*v) != door && !part.contains(v));
                // The only cell of the loop may be the door itself.
                let outside = lay.nearest(start, elsewhere).or(door);
                let outside = outside.expect("the loop passes somewhere");
                because.push(Ground::no(outside));
                Pocket::Behind {
                    door: door.map(|v| lay.at[v]),
                    outside: lay.at[outside],
                    part: part.iter().map(|&v| lay.at[v]).collect(),
                }
            });
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let apart = match *self {
            Pocket::Apart(cells) => Some(cells),
            Pocket::Behind { outside, .. } => puzzle.cell_against(step).map(|z| [outside, z]),
        };
        if let Some([a, z]) = apart.map(|cells| cells.map(in_words)) {
            return format!(
                "The loop cannot get from {a} to {z} and back without coming through some cell \
                 twice."
            );
        }
        let what = puzzle.conclusions(step);
        match self {
            Pocket::Behind { door, .. } if let Some(door) = door.map(in_words) => {
                format!("Behind {door} there is a pocket without another exit, so {what}.")
            }
            _ => format!("The loop cannot get in, so {what}."),
        }
    }

    fn picture(&self, _: &Yajilin, _: &Step) -> Picture {
        match self {
            Pocket::Behind { door, part, .. } => {
                Picture::default().area(part.iter().copied()).thing(*door)
            }
            Pocket::Apart([a, z]) => Picture::default().thing([*a]).thing([*z]),
        }
    }
}

/// The cells of all blocks, one block after the other. Where two blocks meet, the cell that joins
/// them stands in both.
struct Blocks {
    cells: Vec<usize>,
    ends: Vec<usize>,
}

impl Blocks {
    fn new(now: Now) -> Blocks {
        let lay = now.lay;
        let mut walk = Walk::new(lay.free);
        let (mut cells, mut ends) = (Vec::with_capacity(lay.free), Vec::new());
        // Cells that the walk has left, but that have no block yet, with their numbers.
        let mut left_behind: Vec<(usize, usize)> = Vec::new();
        let way = |v, dir| (lay.side(v, dir).filter(|&line| !now.no(line))).and(lay.next(v, dir));
        for start in 0..lay.free {
            if walk.number(start).is_some() || now.state.pieces.nodes[start].ways == 0 {
                continue;
            }
            walk.go(
                start,
                way,
                |_| (),
                |left| {
                    left_behind.push((left.place, left.behind.start));
                    if let Some(came) = left.came.filter(|came| came.by_cut) {
                        let behind = |cell: &mut (usize, usize)| cell.1 >= left.behind.start;
                        while let Some((v, _)) = left_behind.pop_if(behind) {
                            cells.push(v);
                        }
                        cells.push(came.from);
                        ends.push(cells.len());
                    }
                },
            );
            left_behind.clear();
        }
        Blocks { cells, ends }
    }

    fn each(&self) -> impl Iterator<Item = &[usize]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        let blocks = starts.zip(&self.ends);
        blocks.map(|(&start, &end)| &self.cells[start..end])
    }
}

/// Name the closed borders around a part, except those of the door.
fn walls(now: Now, part: &[usize], door: Option<usize>, because: &mut Vec<Ground>) {
    for &v in part {
        for line in now.closed(v) {
            let w = now.lay.over(v, line);
            if Some(w) != door && !part.contains(&w) {
                cite(because, now.why_closed(line));
            }
        }
    }
}

/// Two cells of the loop that lie in no common block, and the walls that are to blame. There are
/// two such cells if no block holds all: blocks are joined like a tree.
fn apart(now: Now, blocks: &Blocks, because: &mut Vec<Ground>) -> Pocket {
    let passed: Vec<usize> = (0..now.lay.free).filter(|&v| now.no(v)).collect();
    let common = |a, z| (blocks.each()).any(|block| block.contains(&a) && block.contains(&z));
    let with_earlier = |(i, &a)| passed[..i].iter().map(move |&z| (a, z));
    let mut pairs = passed.iter().enumerate().flat_map(with_earlier);
    let pair = pairs.find(|&(a, z)| !common(a, z));
    let (a, z) = pair.expect("blocks are joined like a tree");
    // Nothing, or some cell, is the only way between them; take what needs the fewest walls.
    let joins = |d: &usize| blocks.each().filter(|block| block.contains(d)).count() > 1;
    let inner = |d: &usize| *d != a && *d != z && joins(d);
    let doors = (0..now.lay.free).filter(inner).map(Some).chain([None]);
    let best = doors
        .filter_map(|door| {
            let part = reached(now, a, |w| Some(w) != door);
            let mut grounds = Vec::new();
            walls(now, &part, door, &mut grounds);
            (!part.contains(&z)).then_some(grounds)
        })
        .min_by_key(Vec::len);
    because.extend(best.expect("they have no block in common"));
    because.extend([a, z].map(Ground::no));
    Pocket::Apart([a, z].map(|v| now.lay.at[v]))
}

/// What can be reached from a cell through such cells.
fn reached(now: Now, from: usize, through: impl Fn(usize) -> bool) -> Vec<usize> {
    let through = &through;
    reach(now.lay.free, from, |v| {
        now.over(v).filter(move |&w| through(w))
    })
}
