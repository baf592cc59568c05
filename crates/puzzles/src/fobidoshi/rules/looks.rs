//! A mark that would wall something off.
//!
//! Crosses that touch, even corner to corner, are walls, and so is the edge of the board. A look
//! goes exactly as far as its rule says: the supposed mark, the crosses it forces because of three
//! in a row, the gaps that are then the last connections, and the crosses that these force.

use super::paper::{Clash, Paper, Sign};
use super::suppose::{At, Look};

/// A circle that forces a wall of crosses.
#[derive(Debug)]
pub(super) struct WalledOff;

impl Look for WalledOff {
    const SIGNS: &'static [Sign] = &[Sign::Circle];

    fn follow(paper: &mut Paper, (cell, sign): At, _: usize) -> Option<Clash> {
        paper.suppose(cell, sign);
        paper.fours(0).ok()?;
        if paper.placed.len() == 1 {
            return None;
        }
        paper.whole().err()
    }
}

/// A cross that leaves gaps which cannot be filled.
#[derive(Debug)]
pub(super) struct NoWayAround;

impl Look for NoWayAround {
    const SIGNS: &'static [Sign] = &[Sign::Cross];

    fn follow(paper: &mut Paper, at: At, _: usize) -> Option<Clash> {
        fill_gaps(paper, at)
    }
}

/// A circle that forces crosses, which leave gaps that cannot be filled.
#[derive(Debug)]
pub(super) struct LastGap;

impl Look for LastGap {
    const SIGNS: &'static [Sign] = &[Sign::Circle];

    fn follow(paper: &mut Paper, at: At, _: usize) -> Option<Clash> {
        fill_gaps(paper, at)
    }
}

/// The clash if the forced crosses leave gaps, and filling these goes wrong.
fn fill_gaps(paper: &mut Paper, (cell, sign): At) -> Option<Clash> {
    paper.suppose(cell, sign);
    paper.fours(0).ok()?;
    let idle = match sign {
        Sign::Circle => paper.placed.len() == 1,
        // A cross in the open leaves no gaps.
        _ => !paper.touches_wall(cell),
    };
    if idle {
        return None;
    }
    let gaps = paper.gaps().ok()?;
    if gaps.is_empty() {
        return None;
    }
    let from = paper.placed.len();
    paper.fill(&gaps);
    let filled = paper.placed.len();
    if let Err(clash) = paper.fours(from) {
        return Some(clash);
    }
    if paper.placed.len() == filled {
        return None;
    }
    paper.whole().err()
}
