//! A piece of paper: a copy of what is known, on which something can be supposed and followed, and
//! which remembers why every mark was put there.
//!
//! Reasons are cells: a mark rests on the marks in them. For "no four" these are three circles. For
//! connectivity they are a wall: the crosses all around an area, one circle inside it and one
//! outside. Reasons cost time, so they are collected only on request.

mod connect;

use logic::{Found, Ground, Known};

use super::{FORBIDDEN, Fobidoshi, Near, State};
use crate::Fact;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    Open,
    Circle,
    Cross,
}

/// Why a mark is on the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    Supposed,
    /// A circle would make four.
    Four,
    /// Without a circle here the circles would be cut apart.
    Gap,
    /// The last way out of a group.
    Way,
}

#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub cell: usize,
    pub sign: Sign,
    pub how: How,
    premises: (usize, usize),
}

/// What goes wrong on the paper.
#[derive(Clone, Debug)]
pub(super) enum Clash {
    Four([usize; FORBIDDEN]),
    /// A circle is cut off from another one by a wall.
    Split {
        inside: usize,
        outside: usize,
        wall: Vec<usize>,
    },
    /// A group is shut in: its circles, the crosses around it, a circle elsewhere.
    Shut {
        group: Vec<usize>,
        wall: Vec<usize>,
        outside: usize,
    },
}

impl Clash {
    fn premises(&self) -> Vec<usize> {
        match self {
            Clash::Four(four) => four.to_vec(),
            Clash::Split {
                inside,
                outside,
                wall,
            } => [&wall[..], &[*inside, *outside]].concat(),
            Clash::Shut {
                group,
                wall,
                outside,
            } => [&wall[..], &group[..], &[*outside]].concat(),
        }
    }
}

/// A group of neighbouring circles and the blank cells beside it.
#[derive(Default, Debug)]
pub(super) struct Group {
    pub circles: Vec<usize>,
    pub ways: Vec<usize>,
    /// The crosses beside it.
    pub wall: Vec<usize>,
}

/// How a group of circles gets out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    /// There are several ways, or no circle elsewhere.
    Free,
    Only,
    Shut,
}

pub(super) struct Paper<'g> {
    pub game: &'g Fobidoshi,
    near: Near,
    /// One for each cell, and a cross for what is beyond the edge.
    signs: Vec<Sign>,
    pub circles: usize,
    pub placed: Vec<Placed>,
    premises: Vec<usize>,
    reasons: bool,
    /// Marks of searches: a cell is marked if it holds the number of the present search.
    stamps: Vec<u32>,
    stamp: u32,
    /// The cells that a search has come to.
    queue: Vec<usize>,
    visits: Vec<connect::Visit>,
}

impl<'g> Paper<'g> {
    pub fn new(game: &'g Fobidoshi, state: &State, known: &Known) -> Paper<'g> {
        let sign = |cell| match known.answer(cell) {
            None => Sign::Open,
            Some(true) => Sign::Circle,
            Some(false) => Sign::Cross,
        };
        let signs = (0..game.size.len()).map(sign).collect();
        Paper::with(game, state.near.clone(), signs, false)
    }

    /// The same position, now collecting reasons.
    pub fn again(&self) -> Paper<'g> {
        let mut signs = self.signs.clone();
        signs.pop();
        for placed in &self.placed {
            signs[placed.cell] = Sign::Open;
        }
        Paper::with(self.game, self.near.clone(), signs, true)
    }

    /// Only these marks, collecting reasons: to tell a step again from what it cites.
    pub fn of_grounds(game: &'g Fobidoshi, grounds: &[Ground], but: usize) -> Paper<'g> {
        let mut signs = vec![Sign::Open; game.size.len()];
        for ground in grounds {
            if let Ground::Fact(fact) = ground
                && fact.var() != but
            {
                signs[fact.var()] = match fact.is_yes() {
                    true => Sign::Circle,
                    false => Sign::Cross,
                };
            }
        }
        Paper::with(game, game.near(), signs, true)
    }

    fn with(game: &'g Fobidoshi, near: Near, mut signs: Vec<Sign>, reasons: bool) -> Paper<'g> {
        // The cell beyond the edge.
        signs.push(Sign::Cross);
        let cells = signs.len();
        Paper {
            game,
            circles: signs.iter().filter(|s| **s == Sign::Circle).count(),
            near,
            signs,
            placed: Vec::with_capacity(16),
            premises: Vec::new(),
            reasons,
            stamps: vec![0; cells],
            stamp: 0,
            queue: Vec::with_capacity(cells),
            visits: Vec::new(),
        }
    }

    pub fn is_open(&self, cell: usize) -> bool {
        self.signs[cell] == Sign::Open
    }

    pub fn is_circle(&self, cell: usize) -> bool {
        self.signs[cell] == Sign::Circle
    }

    pub fn is_cross(&self, cell: usize) -> bool {
        self.signs[cell] == Sign::Cross
    }

    /// Put a mark into an open cell, for these reasons.
    fn place(&mut self, cell: usize, sign: Sign, how: How, premises: &[usize]) {
        debug_assert!(self.is_open(cell));
        self.signs[cell] = sign;
        self.circles += (sign == Sign::Circle) as usize;
        let first = self.premises.len();
        if self.reasons {
            self.premises.extend_from_slice(premises);
        }
        self.placed.push(Placed {
            cell,
            sign,
            how,
            premises: (first, self.premises.len()),
        });
    }

    pub fn suppose(&mut self, cell: usize, sign: Sign) {
        self.place(cell, sign, How::Supposed, &[]);
    }

    /// Rub out everything that was placed after the first `keep` marks.
    pub fn rub_out(&mut self, keep: usize) {
        for placed in self.placed.drain(keep..) {
            self.signs[placed.cell] = Sign::Open;
            self.circles -= (placed.sign == Sign::Circle) as usize;
        }
        self.premises
            .truncate(self.placed.last().map_or(0, |p| p.premises.1));
    }

    /// Put a cross wherever one of the circles placed from number `from` on leaves only that.
    pub fn fours(&mut self, from: usize) -> Result<(), Clash> {
        let (rows, cols) = (self.game.size.rows(), self.game.size.cols());
        for i in from..self.placed.len() {
            let Placed { cell, sign, .. } = self.placed[i];
            if sign == Sign::Circle {
                self.fours_along(cell, cell % cols, cols, 1)?;
                self.fours_along(cell, cell / cols, rows, cols)?;
            }
        }
        Ok(())
    }

    /// The same in one line of a circle: where in the line it is, how long that is, and how far
    /// apart its cells are.
    fn fours_along(
        &mut self,
        cell: usize,
        at: usize,
        side: usize,
        step: usize,
    ) -> Result<(), Clash> {
        let first = at.saturating_sub(FORBIDDEN - 1);
        let end = (at + FORBIDDEN).min(side);
        let corner = cell - (at - first) * step;
        let mut circles = 0u32;
        for i in 0..end - first {
            circles |= (self.is_circle(corner + i * step) as u32) << i;
        }
        for start in 0..(end - first + 1).saturating_sub(FORBIDDEN) {
            let here = circles >> start & ((1 << FORBIDDEN) - 1);
            let count = here.count_ones() as usize;
            if count + 1 < FORBIDDEN {
                continue;
            }
            let four: [usize; FORBIDDEN] = std::array::from_fn(|i| corner + (start + i) * step);
            if count == FORBIDDEN {
                return Err(Clash::Four(four));
            }
            let blank = four[here.trailing_ones() as usize];
            if self.is_open(blank) {
                let mut others = four.into_iter().filter(|&c| c != blank);
                let others: [usize; FORBIDDEN - 1] =
                    std::array::from_fn(|_| others.next().expect("three of four"));
                self.place(blank, Sign::Cross, How::Four, &others);
            }
        }
        Ok(())
    }

    /// The group of a circle.
    pub fn group(&mut self, circle: usize) -> Group {
        let mut group = Group::default();
        self.begin_search(circle);
        group.circles.push(circle);
        let mut next = 0;
        while let Some(&cell) = group.circles.get(next) {
            next += 1;
            for other in self.near[cell] {
                if self.stamps[other] == self.stamp {
                    continue;
                }
                self.stamps[other] = self.stamp;
                match self.signs[other] {
                    Sign::Circle => group.circles.push(other),
                    Sign::Cross => group.wall.push(other),
                    Sign::Open => group.ways.push(other),
                }
            }
        }
        group
    }

    /// For each circle the number of ways out of its group.
    pub fn ways(&mut self) -> Vec<u32> {
        const UNSEEN: u32 = u32::MAX;
        let mut all = vec![UNSEEN; self.near.len()];
        for start in 0..self.near.len() {
            if !self.is_circle(start) || all[start] != UNSEEN {
                continue;
            }
            self.begin_search(start);
            let (mut next, mut ways) = (0, 0);
            while let Some(&cell) = self.queue.get(next) {
                next += 1;
                for other in self.near[cell] {
                    if self.stamps[other] != self.stamp {
                        self.stamps[other] = self.stamp;
                        match self.signs[other] {
                            Sign::Circle => self.queue.push(other),
                            Sign::Open => ways += 1,
                            Sign::Cross => {}
                        }
                    }
                }
            }
            self.queue.iter().for_each(|&circle| all[circle] = ways);
        }
        all
    }

    /// How the group of a circle gets out.
    pub fn exit(&mut self, circle: usize) -> Exit {
        self.exit_by(circle, |_| true)
    }

    /// How it gets out by good ways. If it has two the rest of it is not looked at.
    pub fn exit_by(&mut self, circle: usize, is_good: impl Fn(usize) -> bool) -> Exit {
        self.begin_search(circle);
        let mut way = None;
        let mut next = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            for other in self.near[cell] {
                if self.stamps[other] == self.stamp {
                    continue;
                }
                self.stamps[other] = self.stamp;
                match self.signs[other] {
                    Sign::Circle => self.queue.push(other),
                    Sign::Open if is_good(other) => match way {
                        Some(_) => return Exit::Free,
                        None => way = Some(other),
                    },
                    _ => {}
                }
            }
        }
        match way {
            _ if self.queue.len() == self.circles => Exit::Free,
            Some(_) => Exit::Only,
            None => Exit::Shut,
        }
    }

    fn begin_search(&mut self, start: usize) {
        self.stamp += 1;
        self.stamps[start] = self.stamp;
        self.stamps[self.near.len()] = self.stamp;
        self.queue.clear();
        self.queue.push(start);
    }

    /// A circle that is not in this group.
    pub fn outside(&self, group: &Group) -> usize {
        (0..self.near.len())
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
                    return Err(Clash::Shut {
                        outside: self.outside(&group),
                        group: group.circles,
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

    /// What was placed and matters for the clash, in order.
    pub fn story(&self, clash: &Clash) -> Vec<&Placed> {
        let mut story = Vec::new();
        self.trace_back(clash, |placed| story.push(placed), |_| {});
        story.reverse();
        story
    }

    /// The known facts on which the clash rests.
    pub fn grounds(&self, clash: &Clash, because: &mut Vec<Ground>) {
        let ground = |cell| Ground::Fact(Fact::new(cell, self.is_circle(cell)));
        self.trace_back(clash, |_| {}, |cell| because.push(ground(cell)));
    }

    fn trace_back<'a>(
        &'a self,
        clash: &Clash,
        mut placed_here: impl FnMut(&'a Placed),
        mut known: impl FnMut(usize),
    ) {
        let mut wanted = vec![false; self.signs.len()];
        clash.premises().iter().for_each(|&c| wanted[c] = true);
        for placed in self.placed.iter().rev() {
            if std::mem::take(&mut wanted[placed.cell]) {
                placed_here(placed);
                let (first, end) = placed.premises;
                self.premises[first..end]
                    .iter()
                    .for_each(|&c| wanted[c] = true);
            }
        }
        (0..wanted.len())
            .filter(|&c| wanted[c])
            .for_each(&mut known);
    }

    /// Report that what was supposed in this cell leads to a clash.
    pub fn report(
        &self,
        found: &mut Found,
        (cell, sign): (usize, Sign),
        words: u32,
        retell: impl Fn(&mut Paper<'g>) -> Option<Clash>,
    ) {
        let fact = Fact::new(cell, sign == Sign::Cross);
        found.say(&[fact], [cell as u32, sign as u32, words, 0], |because| {
            let mut again = self.again();
            let clash = retell(&mut again).expect("it did so before");
            again.grounds(&clash, because);
        });
    }
}
