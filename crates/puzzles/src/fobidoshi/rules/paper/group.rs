//! Groups of circles on paper: what is around one, and how it gets out.

use super::{Clash, How, Paper, Sign};
use crate::kit::areas::Met;

/// A group of neighbouring circles and the blank cells beside it.
#[derive(Default, Debug)]
pub struct Group {
    /// The circles of the group.
    pub circles: Vec<usize>,
    /// The blank cells beside it.
    pub ways: Vec<usize>,
    /// The crosses beside it.
    pub wall: Vec<usize>,
}

/// How a group of circles gets out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// There are several ways, or no circle elsewhere.
    Free,
    Only,
    Shut,
}

impl Paper<'_> {
    /// Go over an area from a cell of it, over cells with such signs, as if one cell were not there.
    /// Each cell met on the way is reported once, those beside the area too, and `go_on` says whether
    /// the rest is worth a look. True if all was looked at.
    pub(super) fn spread(
        &mut self,
        start: usize,
        without: Option<usize>,
        is_inside: impl Fn(Sign) -> bool,
        mut go_on: impl FnMut(usize, Sign) -> bool,
    ) -> bool {
        let (near, signs) = (&self.lay.near, &self.signs);
        self.search
            .begin(start, without.into_iter().chain([near.len()]));
        self.search.go(
            |cell| near[cell],
            |other| match signs[other] {
                sign if !go_on(other, sign) => Met::Enough,
                sign if is_inside(sign) => Met::Inside,
                _ => Met::Beside,
            },
        )
    }

    /// Go over the group of a circle. Each cell beside it is reported once, and `go_on` says whether
    /// the rest is worth a look. True if all was looked at.
    fn walk(&mut self, circle: usize, mut go_on: impl FnMut(usize, Sign) -> bool) -> bool {
        let is_circle = |sign| sign == Sign::Circle;
        self.spread(circle, None, is_circle, |cell, sign| {
            is_circle(sign) || go_on(cell, sign)
        })
    }

    /// The group of a circle.
    pub fn group(&mut self, circle: usize) -> Group {
        let mut group = Group::default();
        self.walk(circle, |cell, sign| {
            match sign {
                Sign::Open => group.ways.push(cell),
                _ => group.wall.push(cell),
            }
            true
        });
        group.circles = self.search.area().to_vec();
        group
    }

    /// For each circle the number of ways out of its group.
    pub fn ways(&mut self) -> Vec<u32> {
        const UNSEEN: u32 = u32::MAX;
        let mut all = vec![UNSEEN; self.cells()];
        for start in 0..self.cells() {
            if self.is_circle(start) && all[start] == UNSEEN {
                let mut ways = 0;
                self.walk(start, |_, sign| {
                    ways += (sign == Sign::Open) as u32;
                    true
                });
                (self.search.area().iter()).for_each(|&circle| all[circle] = ways);
            }
        }
        all
    }

    /// How the group of a circle gets out. Once it has two ways, the rest of it is not looked at.
    pub fn exit(&mut self, circle: usize) -> Exit {
        let mut ways = 0;
        let to_the_end = self.walk(circle, |_, sign| {
            ways += (sign == Sign::Open) as u32;
            ways < 2
        });
        match ways {
            _ if !to_the_end || self.search.area().len() == self.circles => Exit::Free,
            0 => Exit::Shut,
            _ => Exit::Only,
        }
    }

    /// A circle that is not in this group.
    pub fn outside(&self, group: &Group) -> usize {
        (0..self.cells())
            .find(|c| self.is_circle(*c) && !group.circles.contains(c))
            .expect("asked for only if there is one")
    }

    /// Put a circle on the only way out of a group.
    pub fn take_way(&mut self, group: &Group) {
        let premises = match self.reasons {
            true => [&group.circles[..], &group.wall, &[self.outside(group)]].concat(),
            false => Vec::new(),
        };
        self.place(group.ways[0], Sign::Circle, How::Way, &premises);
    }

    /// Follow the group of a circle as long as there is only one way out of it, over at most
    /// `most` cells.
    pub fn follow(&mut self, circle: usize, most: usize) -> Result<(), Clash> {
        for length in 0..=most {
            match self.exit(circle) {
                Exit::Free => break,
                Exit::Shut => {
                    let group = self.group(circle);
                    return Err(Clash::Apart {
                        outside: self.outside(&group),
                        area: group.circles.clone(),
                        circles: group.circles,
                        wall: group.wall,
                    });
                }
                Exit::Only if length == most => break,
                Exit::Only => {
                    let from = self.placed.len();
                    let group = self.group(circle);
                    self.take_way(&group);
                    self.fours(from)?;
                }
            }
        }
        Ok(())
    }
}
