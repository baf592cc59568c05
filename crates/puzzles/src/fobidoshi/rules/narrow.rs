//! One group is followed through narrow passages.
//!
//! Like a dead end, but the group need not fill a corridor: there may be room around it, as long as
//! it must pass through certain cells to meet any other circle. Circles in these cells force
//! crosses, and the crosses may narrow the next passage.

use super::paper::{Clash, How, Paper, Sign};
use super::suppose::{At, Look};

/// How many passages the group is followed through.
const PASSAGES: usize = 3;

/// A mark after which a group gets stuck in narrow passages.
#[derive(Debug)]
pub(super) struct NarrowPassage;

impl Look for NarrowPassage {
    const SIGNS: &'static [Sign] = &[Sign::Circle, Sign::Cross];

    /// A circle whose group gets stuck in the fewest passages.
    fn goes_wrong(paper: &mut Paper, _: &[u32], (cell, sign): At) -> Option<usize> {
        paper.suppose(cell, sign);
        paper.fours(0).ok()?;
        let keep = paper.placed.len();
        if sign == Sign::Circle && keep == 1 {
            return None;
        }
        // A cross in the open leaves no gaps, and what is cut apart at once needs no passage.
        if sign == Sign::Cross && !paper.touches_wall(cell) {
            return None;
        }
        let gaps = paper.gaps().ok()?;
        let mut best: Option<(usize, usize)> = None;
        for circle in paper.alone_behind(&gaps) {
            let end = paper.pass(circle, PASSAGES);
            let passed = paper.placed[keep..].iter().filter(|p| p.how == How::Gap);
            let passed = passed.count();
            paper.rub_out(keep);
            if end.is_err() && best.is_none_or(|(_, fewest)| passed < fewest) {
                best = Some((circle, passed));
            }
        }
        best.map(|(circle, _)| circle)
    }

    fn follow(paper: &mut Paper, (cell, sign): At, circle: usize) -> Option<Clash> {
        paper.suppose(cell, sign);
        paper.fours(0).ok()?;
        paper.pass(circle, PASSAGES).err()
    }

    /// What is cited may hold another circle of the same story.
    fn retell(cited: &mut Paper, at: At, _: usize) -> Option<Clash> {
        let circle = Self::goes_wrong(cited, &[], at)?;
        cited.rub_out(0);
        Self::follow(cited, at, circle)
    }
}
