//! What a mark on paper forces, wave by wave: crosses because of three in a row, then circles in the
//! gaps that are the last connections, then crosses again. What comes in the same wave is placed
//! together, so that how far a mark is followed does not depend on the order of cells.

use super::{Clash, How, Paper, Placed, Sign, Tried};
use crate::kit::prelude::*;

/// How far a mark is followed.
#[derive(Clone, Copy, Debug)]
pub struct Far {
    /// Gaps are filled so often.
    pub gaps: usize,
    /// No further wave once there are more marks than this.
    pub marks: usize,
    /// When nothing else follows, groups with two ways out are looked at: a way is closed if it goes
    /// wrong within one filling of gaps.
    pub ways: bool,
}

impl Far {
    /// The crosses that a mark forces, the gaps that they leave, and the crosses that these force.
    pub const ONE_GAP: Far = Far {
        gaps: 1,
        marks: usize::MAX,
        ways: false,
    };

    /// Gap after gap, up to twelve marks: nobody follows more.
    pub const RIPPLE: Far = Far {
        gaps: usize::MAX,
        marks: 12,
        ways: false,
    };

    /// The same, with a look at groups that have two ways out.
    pub const EVERY_WAY: Far = Far {
        ways: true,
        ..Far::RIPPLE
    };
}

impl Paper<'_> {
    /// Follow what the mark with the number `from` forces.
    pub fn ripple(&mut self, from: usize, far: Far) -> Result<(), Clash> {
        let (mut done, mut filled) = (from, 0);
        // A circle may be the first one behind a gap.
        let Placed { cell, sign, .. } = self.placed[from];
        let mut anywhere = self.has_gaps || sign == Sign::Circle && self.lonely[cell];
        loop {
            let wave = done;
            self.fours(wave)?;
            done = self.placed.len();
            if self.placed[wave..].iter().any(|placed| placed.cuts) {
                self.whole()?;
            }
            if filled == far.gaps || done - from > far.marks {
                return Ok(());
            }
            let gaps = match anywhere {
                true => self.gaps(),
                false => self.new_gaps(wave),
            };
            anywhere = false;
            if !gaps.is_empty() {
                self.fill(&gaps);
                filled += 1;
            } else if !far.ways || !self.close_ways() {
                return Ok(());
            }
        }
    }

    /// Put crosses on those ways out of groups with two that go wrong. Was there any?
    fn close_ways(&mut self) -> bool {
        let mut closed: Vec<(usize, Vec<usize>)> = Vec::new();
        for way in self.ways_of_two() {
            let keep = self.placed.len();
            self.suppose((way, Sign::Circle));
            if let Err(clash) = self.ripple(keep, Far::ONE_GAP) {
                let mut reasons = Vec::new();
                if self.reasons {
                    let (story, rests_on) = self.story(&clash, keep);
                    let marks = story.iter().map(|placed| (placed.cell, placed.sign));
                    let marks = marks.collect();
                    reasons = rests_on;
                    self.tried.push(Tried { way, marks, clash });
                }
                closed.push((way, reasons));
            }
            self.rub_out(keep);
        }
        for (way, reasons) in &closed {
            self.place(*way, Sign::Cross, How::NoWay, reasons);
        }
        !closed.is_empty()
    }

    /// The ways out of all groups that have two.
    fn ways_of_two(&mut self) -> Vec<usize> {
        let ways = self.ways();
        let mut seen = vec![false; self.cells()];
        let mut all = Vec::new();
        for circle in 0..self.cells() {
            if ways.get(circle) == Some(&2) && !seen[circle] {
                let group = self.group(circle);
                group.circles.iter().for_each(|&c| seen[c] = true);
                if group.circles.len() < self.circles {
                    all.extend(group.ways);
                }
            }
        }
        distinct(all)
    }
}
