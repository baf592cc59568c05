//! A piece of paper: a copy of what is known, on which something can be supposed and followed, and
//! which remembers why every mark was put there.
//!
//! Reasons are cells: a mark rests on the marks in them. For "no four" these are three circles. For
//! connectivity they are a wall: the crosses all around an area, the circles inside it that are
//! spoken of, and one outside. Reasons cost time, so they are collected only on request.

mod connect;
mod group;
mod ripple;

pub(super) use self::group::{Exit, Group};
pub(super) use self::ripple::Far;
use super::walls::Walls;
use super::{FORBIDDEN, Fobidoshi, Lay, State};
use crate::kit::areas::Search;
use crate::kit::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    Open,
    Circle,
    Cross,
}

/// A mark and where it is.
pub(super) type At = (usize, Sign);

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
    /// A way out of a group that goes wrong.
    NoWay,
}

#[derive(Clone, Debug)]
pub(super) struct Placed {
    /// Where it is.
    pub cell: usize,
    /// What it is.
    pub sign: Sign,
    /// Why it is there.
    pub how: How,
    premises: (usize, usize),
    /// A cross that cuts the board, with circles on both sides or not.
    cuts: bool,
    /// With how many walls a cross was joined.
    joined: usize,
}

/// What goes wrong on the paper.
#[derive(Clone, Debug)]
pub(super) enum Clash {
    Four([usize; FORBIDDEN]),
    /// Some circles are cut off from others.
    Apart {
        /// Circles that are cut off: a group.
        circles: Vec<usize>,
        /// All that is cut off with them.
        area: Vec<usize>,
        /// The crosses around it.
        wall: Vec<usize>,
        /// A circle elsewhere.
        outside: usize,
    },
}

impl Clash {
    fn premises(&self) -> Vec<usize> {
        match self {
            Clash::Four(four) => four.to_vec(),
            Clash::Apart {
                circles,
                wall,
                outside,
                ..
            } => [&wall[..], circles, &[*outside]].concat(),
        }
    }
}

/// A way out that was looked at and goes wrong: the marks on it, and how it ends.
#[derive(Clone, Debug)]
pub(super) struct Tried {
    /// Where the way begins.
    pub way: usize,
    /// What is there then and matters, the way itself first if it does.
    pub marks: Vec<At>,
    pub clash: Clash,
}

pub(super) struct Paper<'g> {
    /// The puzzle.
    pub puzzle: &'g Fobidoshi,
    lay: Arc<Lay>,
    walls: Walls,
    /// Walls that became part of others since the beginning, in order.
    joined: Vec<u16>,
    /// One for each cell, and a cross for what is beyond the edge.
    signs: Vec<Sign>,
    /// How many circles there are.
    pub circles: usize,
    /// The marks placed since the beginning, in order.
    pub placed: Vec<Placed>,
    premises: Vec<usize>,
    reasons: bool,
    /// The ways that went wrong, if reasons are collected.
    pub tried: Vec<Tried>,
    /// Before anything was placed there were gaps to be filled.
    has_gaps: bool,
    /// Whether a cell lies behind a gap with no circle there, before anything was placed.
    lonely: Vec<bool>,
    search: Search,
}

impl<'g> Paper<'g> {
    /// What is known, on paper, without collecting reasons.
    pub fn new(puzzle: &'g Fobidoshi, state: &State, known: &Known) -> Paper<'g> {
        let sign = |cell| match known.answer(cell) {
            None => Sign::Open,
            Some(true) => Sign::Circle,
            Some(false) => Sign::Cross,
        };
        // The last one is the cell beyond the edge.
        let signs = (0..puzzle.size.len()).map(sign).chain([Sign::Cross]);
        Paper {
            puzzle,
            circles: state.circles,
            lay: state.lay.clone(),
            walls: state.walls.clone(),
            joined: Vec::new(),
            signs: signs.collect(),
            placed: Vec::with_capacity(16),
            premises: Vec::new(),
            reasons: false,
            tried: Vec::new(),
            has_gaps: false,
            lonely: Vec::new(),
            search: Search::new(puzzle.size.len() + 1),
        }
    }

    /// The same position, with nothing placed, now collecting reasons.
    pub fn again(&mut self) -> Paper<'g> {
        self.rub_out(0);
        Paper {
            lay: self.lay.clone(),
            walls: self.walls.clone(),
            joined: Vec::new(),
            signs: self.signs.clone(),
            placed: Vec::new(),
            premises: Vec::new(),
            reasons: true,
            tried: Vec::new(),
            lonely: self.lonely.clone(),
            search: Search::new(self.signs.len()),
            ..*self
        }
    }

    /// How many cells there are.
    fn cells(&self) -> usize {
        self.puzzle.size.len()
    }

    /// Whether this cell holds no mark.
    pub fn is_open(&self, cell: usize) -> bool {
        self.signs[cell] == Sign::Open
    }

    /// Whether this cell holds a circle.
    pub fn is_circle(&self, cell: usize) -> bool {
        self.signs[cell] == Sign::Circle
    }

    /// Whether this cell holds a cross.
    pub fn is_cross(&self, cell: usize) -> bool {
        self.signs[cell] == Sign::Cross
    }

    /// Whether what this cell holds was only put there on the paper.
    fn is_placed(&self, cell: usize) -> bool {
        self.placed.iter().any(|placed| placed.cell == cell)
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
        let joined = self.joined.len();
        let mut cuts = false;
        if sign == Sign::Cross {
            cuts = self.would_cut(cell);
            let (signs, joined) = (&self.signs, &mut self.joined);
            let is_cross = |cell: usize| signs[cell] == Sign::Cross;
            (self.walls).add(&self.lay, cell, is_cross, |low| joined.push(low));
        }
        self.placed.push(Placed {
            cell,
            sign,
            how,
            premises: (first, self.premises.len()),
            cuts,
            joined: self.joined.len() - joined,
        });
    }

    /// Put a mark here to see what follows from it.
    pub fn suppose(&mut self, (cell, sign): At) {
        self.place(cell, sign, How::Supposed, &[]);
    }

    /// Rub out everything that was placed after the first `keep` marks.
    pub fn rub_out(&mut self, keep: usize) {
        for placed in self.placed.drain(keep..).rev() {
            self.signs[placed.cell] = Sign::Open;
            self.circles -= (placed.sign == Sign::Circle) as usize;
            for low in self.joined.drain(self.joined.len() - placed.joined..).rev() {
                self.walls.part(low);
            }
        }
        let end = self.placed.last().map_or(0, |p| p.premises.1);
        self.premises.truncate(end);
    }

    /// Put a cross wherever one of the circles placed from number `from` on leaves only that.
    pub fn fours(&mut self, from: usize) -> Result<(), Clash> {
        let (rows, cols) = (self.puzzle.size.rows(), self.puzzle.size.cols());
        for i in from..self.placed.len() {
            let Placed { cell, sign, .. } = self.placed[i];
            if sign == Sign::Circle {
                self.fours_along(cell, cell % cols, cols, 1)?;
                self.fours_along(cell, cell / cols, rows, cols)?;
            }
        }
        Ok(())
    }

    /// [`Paper::fours`] in one line of a circle: where in the line it is, how long that is, and how
    /// far apart its cells are.
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
                let mut others = [0; FORBIDDEN - 1];
                let circles = four.into_iter().filter(|&c| c != blank);
                let both = others.iter_mut().zip(circles);
                both.for_each(|(other, c)| *other = c);
                self.place(blank, Sign::Cross, How::Four, &others);
            }
        }
        Ok(())
    }

    /// What was placed from number `from` on and matters for the clash, in order; and the cells that
    /// all this rests on.
    pub fn story(&self, clash: &Clash, from: usize) -> (Vec<&Placed>, Vec<usize>) {
        let mut wanted = vec![false; self.signs.len()];
        clash.premises().iter().for_each(|&c| wanted[c] = true);
        let mut story = Vec::new();
        for placed in self.placed[from..].iter().rev() {
            if std::mem::take(&mut wanted[placed.cell]) {
                story.push(placed);
                (self.premises_of(placed).iter()).for_each(|&c| wanted[c] = true);
            }
        }
        story.reverse();
        let rests_on = (0..wanted.len()).filter(|&c| wanted[c]);
        (story, rests_on.collect())
    }

    fn premises_of(&self, placed: &Placed) -> &[usize] {
        let (first, end) = placed.premises;
        &self.premises[first..end]
    }

    /// The group of which this is the last way out, without what was only supposed.
    pub fn group_of_way(&self, placed: &Placed) -> Vec<usize> {
        // The last of its reasons is a circle elsewhere.
        let reasons = self.premises_of(placed).split_last();
        let (_, reasons) = reasons.unwrap_or((&0, &[]));
        let is_known = |c: &usize| self.is_circle(*c) && !self.is_placed(*c);
        reasons.iter().copied().filter(is_known).collect()
    }

    /// What these cells hold, as grounds.
    pub fn grounds(&self, cells: &[usize]) -> impl Iterator<Item = Ground> {
        let ground = |&cell: &usize| Ground::Fact(Fact::new(cell, self.is_circle(cell)));
        cells.iter().map(ground)
    }
}
