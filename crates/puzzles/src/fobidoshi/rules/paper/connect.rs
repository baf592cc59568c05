//! Connectivity on paper: areas and their walls, gaps, passages.

use super::{Clash, How, Paper, Sign};
use crate::kit::areas::{Walk, reach};
use crate::kit::prelude::*;

fn is_no_cross(sign: Sign) -> bool {
    sign != Sign::Cross
}

impl Paper<'_> {
    /// Would a cross here touch the edge or another cross, if only at a corner?
    pub fn touches_wall(&self, cell: usize) -> bool {
        self.lay.ring[cell].into_iter().any(|c| self.is_cross(c))
    }

    /// Would a cross here cut the board, with circles or not?
    pub(super) fn would_cut(&self, cell: usize) -> bool {
        let is_cross = |cell: usize| self.signs[cell] == Sign::Cross;
        self.walls.would_cut(&self.lay, cell, is_cross)
    }

    /// How many circles can be reached from a cell without this one.
    fn circles_behind(&mut self, start: usize, without: usize) -> usize {
        let all = self.circles;
        let mut circles = self.is_circle(start) as usize;
        if circles < all {
            self.spread(start, Some(without), is_no_cross, |_, sign| {
                circles += (sign == Sign::Circle) as usize;
                circles < all
            });
        }
        circles
    }

    /// Would the circles be cut apart without this open cell?
    fn is_gap(&mut self, cell: usize) -> bool {
        if !self.would_cut(cell) {
            return false;
        }
        for side in self.lay.near[cell] {
            if !self.is_cross(side) {
                let circles = self.circles_behind(side, cell);
                if circles > 0 {
                    return circles < self.circles;
                }
            }
        }
        false
    }

    /// Open cells without which the circles would be cut apart.
    pub fn gaps(&mut self) -> Vec<usize> {
        let open: Vec<usize> = (0..self.cells()).filter(|&c| self.is_open(c)).collect();
        open.into_iter().filter(|&cell| self.is_gap(cell)).collect()
    }

    /// Those that have come to be so by the crosses placed from number `from` on.
    pub(super) fn new_gaps(&mut self, from: usize) -> Vec<usize> {
        let new = &self.placed[from..];
        // Where walls became one, any cell may touch the new one twice; else only those beside a cross
        // that made one longer.
        if new.iter().any(|placed| placed.joined > 1) {
            return self.gaps();
        }
        let longer = new.iter().filter(|placed| placed.joined == 1);
        let beside: Vec<usize> = longer.flat_map(|p| self.lay.ring[p.cell]).collect();
        let open = distinct(beside.into_iter().filter(|&c| self.is_open(c)));
        open.into_iter().filter(|&cell| self.is_gap(cell)).collect()
    }

    /// Look at the gaps before anything is supposed: see [`Paper::ripple`].
    pub fn look_at_gaps(&mut self) {
        self.lonely = vec![false; self.cells()];
        let Some(root) = self.signs.iter().position(|s| *s == Sign::Circle) else {
            return;
        };
        let (near, signs) = (&self.lay.near, &self.signs);
        let way =
            |cell: usize, way: usize| Some(near[cell][way]).filter(|&c| is_no_cross(signs[c]));
        let circles = |cell: usize| (signs[cell] == Sign::Circle) as usize;
        let mut walk = Walk::new(near.len());
        let (mut lonely, mut has_gaps) = (Vec::new(), false);
        walk.go(root, way, circles, |left| {
            if let Some(came) = left.came {
                *came.note += left.note;
                if came.by_cut && signs[came.from] == Sign::Open {
                    match left.note {
                        0 => lonely.push(left.behind),
                        _ => has_gaps = true,
                    }
                }
            }
        });
        self.has_gaps = has_gaps;
        for behind in lonely {
            (walk.order[behind].iter()).for_each(|&c| self.lonely[c] = true);
        }
    }

    /// Are all circles in one area, if they were before anything was placed? A clash if they are not.
    pub fn whole(&mut self) -> Result<(), Clash> {
        if !self.placed.iter().any(|placed| placed.cuts) {
            return Ok(());
        }
        let Some(root) = self.signs.iter().position(|s| *s == Sign::Circle) else {
            return Ok(());
        };
        let mut missing = self.circles - 1;
        self.spread(root, None, is_no_cross, |_, sign| {
            missing -= (sign == Sign::Circle) as usize;
            missing > 0
        });
        match missing {
            0 => Ok(()),
            _ => Err(self.apart()),
        }
    }

    /// The clash of circles that are in several areas.
    fn apart(&mut self) -> Clash {
        let clash = if self.reasons { self.split(None) } else { None };
        // Nobody asks who is cut off.
        clash.unwrap_or(Clash::Apart {
            circles: Vec::new(),
            area: Vec::new(),
            wall: Vec::new(),
            outside: 0,
        })
    }

    /// The area that can be reached from a cell, without this one if it says so, and the crosses
    /// around it.
    pub fn area(&mut self, start: usize, without: Option<usize>) -> (Vec<usize>, Vec<usize>) {
        let mut wall = Vec::new();
        self.spread(start, without, is_no_cross, |cell, sign| {
            if sign == Sign::Cross {
                wall.push(cell);
            }
            true
        });
        (self.search.area().to_vec(), wall)
    }

    /// Are there circles in several areas, without this cell if it says so? Then, of all areas that
    /// hold circles, the one with the shortest wall.
    pub fn split(&mut self, without: Option<usize>) -> Option<Clash> {
        let mut seen = vec![false; self.signs.len()];
        let mut areas: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for cell in 0..self.cells() {
            if self.is_circle(cell) && !seen[cell] && Some(cell) != without {
                let (area, wall) = self.area(cell, without);
                area.iter().for_each(|&c| seen[c] = true);
                areas.push((area, wall));
            }
        }
        if areas.len() < 2 {
            return None;
        }
        let best = (0..areas.len()).min_by_key(|&i| (areas[i].1.len(), areas[i].0.len()))?;
        let (area, wall) = areas.swap_remove(best);
        Some(Clash::Apart {
            circles: self.group_in(&area),
            outside: self.circle_in(&areas[0].0)?,
            area,
            wall,
        })
    }

    /// A circle of an area, if possible one that is there and not only supposed.
    fn circle_in(&self, area: &[usize]) -> Option<usize> {
        let circles = || area.iter().copied().filter(|&c| self.is_circle(c));
        circles().find(|&c| !self.is_placed(c)).or(circles().next())
    }

    /// A group of circles of an area, if possible of such as are there and not only supposed.
    fn group_in(&self, area: &[usize]) -> Vec<usize> {
        let is_one = |&cell: &usize| self.is_circle(cell) && !self.is_placed(cell);
        let next = |cell: usize| self.lay.near[cell].into_iter().filter(is_one);
        let first = self.circle_in(area).into_iter();
        first
            .flat_map(|first| reach(self.signs.len(), first, next))
            .collect()
    }

    /// Put circles into these gaps.
    pub fn fill(&mut self, gaps: &[usize]) {
        let mut premises = vec![Vec::new(); gaps.len()];
        if self.reasons {
            let splits = gaps.iter().map(|&gap| self.split(Some(gap)));
            premises = splits
                .map(|c| c.map_or(Vec::new(), |c| c.premises()))
                .collect();
        }
        for (&gap, premises) in gaps.iter().zip(premises) {
            self.place(gap, Sign::Circle, How::Gap, &premises);
        }
    }
}
