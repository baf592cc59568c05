//! Connectivity on paper: areas and their walls, gaps, passages.

use super::{Clash, How, Paper, Sign};

/// The circles at a cell and behind it, and those of them that the cell cuts off.
#[derive(Clone, Copy, Default)]
pub(super) struct Behind {
    circles: u32,
    cut: u32,
}

fn is_no_cross(sign: Sign) -> bool {
    sign != Sign::Cross
}

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
        let all = self.circles;
        let (mut circles, mut first) = match self.is_circle(start) {
            true => (1, start),
            false => (0, usize::MAX),
        };
        self.spread(start, Some(without), is_no_cross, |cell, sign| {
            if sign == Sign::Circle {
                circles += 1;
                first = first.min(cell);
            }
            circles < all
        });
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
        let (signs, near) = (&self.signs, &self.near);
        let (mut points, mut reached) = (Vec::new(), 0);
        self.walk.begin_anew(near.len());
        self.walk.go(
            root,
            |cell, way| Some(near[cell][way]).filter(|&other| is_no_cross(signs[other])),
            |cell| Behind {
                circles: (signs[cell] == Sign::Circle && own.get(cell) != Some(&true)) as u32,
                cut: 0,
            },
            |left| {
                reached += (signs[left.place] == Sign::Circle) as usize;
                if left.note.cut as usize >= least && signs[left.place] == Sign::Open {
                    points.push(left.place);
                }
                if let Some(came) = left.came {
                    came.note.circles += left.note.circles;
                    if came.by_cut {
                        came.note.cut += left.note.circles;
                    }
                }
            },
        );
        if reached < self.circles {
            return Err(self.split(None).expect("a circle was not reached"));
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

    /// Are all circles in one area? A clash if they are not.
    pub fn whole(&mut self) -> Result<(), Clash> {
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
            _ => Err(self.split(None).expect("a circle was not reached")),
        }
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

    /// Are there circles in several areas, without this cell if it says so? Then, of all areas that hold circles, the one with the shortest wall.
    pub fn split(&mut self, without: Option<usize>) -> Option<Clash> {
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
                .map(|&gap| self.split(Some(gap)).map_or(Vec::new(), |s| s.premises()))
                .collect(),
            false => vec![Vec::new(); gaps.len()],
        };
        for (&gap, premises) in gaps.iter().zip(premises) {
            self.place(gap, Sign::Circle, How::Gap, &premises);
        }
    }
}
