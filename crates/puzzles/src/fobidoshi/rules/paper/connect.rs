//! Connectivity on paper: areas and their walls, gaps, passages.

use super::{Clash, How, Paper, Sign};

/// How many circles there are at a cell and behind it, and whether it cuts some off.
#[derive(Clone, Copy, Default)]
pub(super) struct Behind {
    circles: u32,
    cuts: bool,
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

    /// Open cells without which the circles would be cut apart. A clash if they are already.
    pub fn gaps(&mut self) -> Result<Vec<usize>, Clash> {
        let Some(root) = self.signs.iter().position(|s| *s == Sign::Circle) else {
            return Ok(Vec::new());
        };
        let (signs, near) = (&self.signs, &self.near);
        let (mut gaps, mut reached) = (Vec::new(), 0);
        self.walk.begin_anew(near.len());
        self.walk.go(
            root,
            |cell, way| Some(near[cell][way]).filter(|&other| is_no_cross(signs[other])),
            |cell| Behind {
                circles: (signs[cell] == Sign::Circle) as u32,
                cuts: false,
            },
            |left| {
                reached += (signs[left.place] == Sign::Circle) as usize;
                if left.note.cuts && signs[left.place] == Sign::Open {
                    gaps.push(left.place);
                }
                if let Some(came) = left.came {
                    came.note.circles += left.note.circles;
                    came.note.cuts |= came.by_cut && left.note.circles > 0;
                }
            },
        );
        match reached == self.circles {
            true => Ok(gaps),
            false => Err(self.apart()),
        }
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
            _ => Err(self.apart()),
        }
    }

    /// The clash of circles that are in several areas.
    fn apart(&mut self) -> Clash {
        let clash = match self.reasons {
            true => self.split(None),
            false => None,
        };
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
        for cell in 0..self.near.len() {
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
        let mut group: Vec<usize> = self.circle_in(area).into_iter().collect();
        let mut next = 0;
        while let Some(&cell) = group.get(next) {
            next += 1;
            for other in self.near[cell] {
                let is_one = self.is_circle(other) && !self.is_placed(other);
                if is_one && !group.contains(&other) {
                    group.push(other);
                }
            }
        }
        group
    }

    /// Put circles into these gaps.
    pub fn fill(&mut self, gaps: &[usize]) {
        let premises: Vec<Vec<usize>> = match self.reasons {
            true => (gaps.iter())
                .map(|&gap| self.split(Some(gap)).map_or(Vec::new(), |clash| clash.premises()))
                .collect(),
            false => vec![Vec::new(); gaps.len()],
        };
        for (&gap, premises) in gaps.iter().zip(premises) {
            self.place(gap, Sign::Circle, How::Gap, &premises);
        }
    }
}
