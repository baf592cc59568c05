//! A piece of paper: a copy of what is known, on which something can be supposed and followed, and
//! which remembers why every mark was put there.
//!
//! Reasons are cells: a mark rests on the marks in them. For "no four" these are three circles. For
//! connectivity they are a wall: the crosses all around an area, one circle inside it and one
//! outside. Reasons cost time, so they are collected only on request.

mod connect;
mod group;

use logic::{Ground, Known};

pub(super) use self::group::{Exit, Group};
use super::{FORBIDDEN, Fobidoshi, Near, State};
use crate::Fact;
use crate::kit::areas::{Search, Walk};

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
    /// Where it is.
    pub cell: usize,
    /// What it is.
    pub sign: Sign,
    /// Why it is there.
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

pub(super) struct Paper<'g> {
    /// The puzzle.
    pub puzzle: &'g Fobidoshi,
    near: Near,
    /// One for each cell, and a cross for what is beyond the edge.
    signs: Vec<Sign>,
    /// How many circles there are.
    pub circles: usize,
    /// The marks placed since the beginning, in order.
    pub placed: Vec<Placed>,
    premises: Vec<usize>,
    reasons: bool,
    search: Search,
    walk: Walk<connect::Behind>,
}

impl<'g> Paper<'g> {
    /// What is known, on paper, without collecting reasons.
    pub fn new(puzzle: &'g Fobidoshi, state: &State, known: &Known) -> Paper<'g> {
        let sign = |cell| match known.answer(cell) {
            None => Sign::Open,
            Some(true) => Sign::Circle,
            Some(false) => Sign::Cross,
        };
        let signs = (0..puzzle.size.len()).map(sign).collect();
        Paper::with(puzzle, state.near.clone(), signs, false)
    }

    /// The same position, now collecting reasons.
    pub fn again(&self) -> Paper<'g> {
        let mut signs = self.signs.clone();
        signs.pop();
        for placed in &self.placed {
            signs[placed.cell] = Sign::Open;
        }
        Paper::with(self.puzzle, self.near.clone(), signs, true)
    }

    /// Only these marks, collecting reasons: to retell a step from what it cites.
    pub fn of_grounds(puzzle: &'g Fobidoshi, grounds: &[Ground], but: Option<usize>) -> Paper<'g> {
        let mut signs = vec![Sign::Open; puzzle.size.len()];
        for ground in grounds {
            if let Ground::Fact(fact) = ground
                && Some(fact.var()) != but
            {
                signs[fact.var()] = match fact.is_yes() {
                    true => Sign::Circle,
                    false => Sign::Cross,
                };
            }
        }
        Paper::with(puzzle, puzzle.near(), signs, true)
    }

    fn with(puzzle: &'g Fobidoshi, near: Near, mut signs: Vec<Sign>, reasons: bool) -> Paper<'g> {
        // The cell beyond the edge.
        signs.push(Sign::Cross);
        let cells = signs.len();
        Paper {
            puzzle,
            circles: signs.iter().filter(|s| **s == Sign::Circle).count(),
            near,
            signs,
            placed: Vec::with_capacity(16),
            premises: Vec::new(),
            reasons,
            search: Search::new(cells),
            walk: Walk::new(0),
        }
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

    /// Put a mark here to see what follows from it.
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
                let mut others = four.into_iter().filter(|&c| c != blank);
                let others: [usize; FORBIDDEN - 1] =
                    std::array::from_fn(|_| others.next().expect("three of four"));
                self.place(blank, Sign::Cross, How::Four, &others);
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
}
