//! Connectivity on paper: areas and their walls, gaps, passages.

use super::{Clash, How, Paper, Sign};

/// What the search for cut points knows about a cell.
#[derive(Clone, Copy, Default)]
pub(super) struct Visit {
    /// When it came here; 0 if it has not.
    entered: u32,
    /// The earliest cell it can get back to from here and from what is behind.
    low: u32,
    /// The circles here and behind, and those of them that this cell cuts off.
    behind: u32,
    cut: u32,
    /// Where it came from, and how many neighbours it has looked at.
    parent: u32,
    tried: u32,
}

const NOWHERE: usize = usize::MAX;

impl Paper<'_> {
    /// Would a cross here touch the edge or another cross, if only at a corner?
    pub fn touches_wall(&self, cell: usize) -> bool {
        if self.near[cell].into_iter().any(|c| self.is_cross(c)) {
            return true;
        }
        // It is not at the edge, so all corners are there.
        let (up, down) = (
            cell - self.puzzle.size.cols(),
            cell + self.puzzle.size.cols(),
        );
        let corners = [up - 1, up + 1, down - 1, down + 1];
        corners.into_iter().any(|c| self.is_cross(c))
    }

    /// The groups that are alone on one side of one of these gaps, by one circle each.
    pub fn alone_behind(&mut self, gaps: &[usize]) -> Vec<usize> {
        let mut alone = Vec::new();
        let mut seen = vec![false; self.near.len()];
        for &gap in gaps {
            for side in self.near[gap] {
                if self.is_cross(side) {
                    continue;
                }
                let (circles, first) = self.circles_behind(side, gap);
                if circles == 0 || circles == self.circles || seen[first] {
                    continue;
                }
                let group = self.group(first).circles;
                if group.len() == circles {
                    group.iter().for_each(|&c| seen[c] = true);
                    alone.push(first);
                }
            }
        }
        alone
    }

    /// How many circles can be reached from a cell without this one, and the first of them.
    fn circles_behind(&mut self, start: usize, without: usize) -> (usize, usize) {
        self.begin_search(start);
        self.stamps[without] = self.stamp;
        let (mut circles, mut first) = (0, NOWHERE);
        let mut next = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            if self.is_circle(cell) {
                circles += 1;
                first = first.min(cell);
                if circles == self.circles {
                    break;
                }
            }
            for other in self.near[cell] {
                if self.stamps[other] != self.stamp && !self.is_cross(other) {
                    self.stamps[other] = self.stamp;
                    self.queue.push(other);
                }
            }
        }
        (circles, first)
    }

    /// Open cells without which the circles would be cut apart. A clash if they are already.
    pub fn gaps(&mut self) -> Result<Vec<usize>, Clash> {
        let Some(root) = self.signs.iter().position(|s| *s == Sign::Circle) else {
            return Ok(Vec::new());
        };
        self.cut_points(root, &[], 1)
    }

    /// Open cells that connect the root with at least `least` circles, which cannot be reached
    /// without them; circles marked as `own` do not count. One pass of Tarjan's algorithm. A clash
    /// if the circles are cut apart already.
    fn cut_points(&mut self, root: usize, own: &[bool], least: usize) -> Result<Vec<usize>, Clash> {
        let mut points = Vec::new();
        self.visits.clear();
        self.visits.resize(self.near.len(), Visit::default());
        let mut clock = 1;
        let mut reached = 0;
        let mut cell = root;
        self.visits[root] = self.visit(root, root, own, clock);
        loop {
            let here = self.visits[cell];
            if let Some(&other) = self.near[cell].get(here.tried as usize) {
                self.visits[cell].tried += 1;
                if self.is_cross(other) {
                    continue;
                }
                let there = self.visits[other].entered;
                if there == 0 {
                    clock += 1;
                    self.visits[other] = self.visit(other, cell, own, clock);
                    cell = other;
                } else if there < here.low && other != here.parent as usize {
                    self.visits[cell].low = there;
                }
                continue;
            }
            reached += self.is_circle(cell) as usize;
            if here.cut as usize >= least && self.is_open(cell) {
                points.push(cell);
            }
            if cell == root {
                break;
            }
            cell = here.parent as usize;
            let parent = &mut self.visits[cell];
            parent.low = parent.low.min(here.low);
            parent.behind += here.behind;
            if here.low >= parent.entered {
                parent.cut += here.behind;
            }
        }
        if reached < self.circles {
            return Err(self.split(NOWHERE).expect("a circle was not reached"));
        }
        Ok(points)
    }

    /// Follow the group of a circle through the cells that it must pass to meet any other circle,
    /// at most `most` times.
    pub fn pass(&mut self, circle: usize, most: usize) -> Result<(), Clash> {
        let mut own = vec![false; self.signs.len()];
        let mut met = vec![circle];
        for _ in 0..most {
            while let Some(cell) = met.pop() {
                if !std::mem::replace(&mut own[cell], true) {
                    let beside = self.near[cell].into_iter();
                    met.extend(beside.filter(|&c| self.is_circle(c)));
                }
            }
            let others = self.circles - own.iter().filter(|o| **o).count();
            if others == 0 {
                break;
            }
            let narrow = self.cut_points(circle, &own, others)?;
            if narrow.is_empty() {
                return Ok(());
            }
            let from = self.placed.len();
            self.fill(&narrow);
            self.fours(from)?;
            met = narrow;
        }
        self.whole()
    }

    fn visit(&self, cell: usize, parent: usize, own: &[bool], clock: u32) -> Visit {
        let counts = self.is_circle(cell) && own.get(cell) != Some(&true);
        Visit {
            entered: clock,
            low: clock,
            behind: counts as u32,
            cut: 0,
            parent: parent as u32,
            tried: 0,
        }
    }

    /// Are all circles in one area? A clash if they are not.
    pub fn whole(&mut self) -> Result<(), Clash> {
        let Some(root) = self.signs.iter().position(|s| *s == Sign::Circle) else {
            return Ok(());
        };
        self.begin_search(root);
        let (mut next, mut missing) = (0, self.circles - 1);
        while let Some(&cell) = self.queue.get(next) {
            if missing == 0 {
                return Ok(());
            }
            next += 1;
            for other in self.near[cell] {
                if self.stamps[other] != self.stamp && !self.is_cross(other) {
                    self.stamps[other] = self.stamp;
                    missing -= self.is_circle(other) as usize;
                    self.queue.push(other);
                }
            }
        }
        match missing {
            0 => Ok(()),
            _ => Err(self.split(NOWHERE).expect("a circle was not reached")),
        }
    }

    /// The area that can be reached from a cell without this one, and the crosses around it.
    pub fn area(&mut self, start: usize, without: usize) -> (Vec<usize>, Vec<usize>) {
        self.stamp += 1;
        let (mut area, mut wall) = (vec![start], Vec::new());
        self.stamps[start] = self.stamp;
        self.stamps[self.near.len()] = self.stamp;
        let mut next = 0;
        while let Some(&cell) = area.get(next) {
            next += 1;
            for other in self.near[cell] {
                if other == without || self.stamps[other] == self.stamp {
                    continue;
                }
                self.stamps[other] = self.stamp;
                match self.signs[other] {
                    Sign::Cross => wall.push(other),
                    _ => area.push(other),
                }
            }
        }
        (area, wall)
    }

    /// Are there circles in several areas without this cell (or with all cells, if it is not one)?
    /// Then, of all areas that hold circles, the one with the shortest wall.
    pub fn split(&mut self, without: usize) -> Option<Clash> {
        let mut seen = vec![false; self.signs.len()];
        let mut areas: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for cell in 0..self.near.len() {
            if self.is_circle(cell) && !seen[cell] {
                let (area, wall) = self.area(cell, without);
                area.iter().for_each(|&c| seen[c] = true);
                areas.push((area, wall));
            }
        }
        if areas.len() < 2 {
            return None;
        }
        let best = (0..areas.len()).min_by_key(|&i| (areas[i].1.len(), areas[i].0.len()))?;
        let outside = areas[(best == 0) as usize].0[0];
        let (area, wall) = areas.swap_remove(best);
        Some(Clash::Split {
            inside: area[0],
            outside,
            wall,
        })
    }

    /// Put circles into these gaps.
    pub fn fill(&mut self, gaps: &[usize]) {
        let premises: Vec<Vec<usize>> = match self.reasons {
            true => (gaps.iter())
                .map(|&gap| self.split(gap).map_or(Vec::new(), |s| s.premises()))
                .collect(),
            false => vec![Vec::new(); gaps.len()],
        };
        for (&gap, premises) in gaps.iter().zip(premises) {
            self.place(gap, Sign::Circle, How::Gap, &premises);
        }
    }
}
