//! A mark that would wall something off.
//!
//! Crosses that touch, even corner to corner, are walls, and so is the edge of the board. A look
//! goes exactly as far as its rule says: the supposed mark, the crosses it forces because of three
//! in a row, the gaps that are then the last connections, and the crosses that these force.

use logic::About;

use super::paper::{Clash, Paper, Sign};
use super::suppose::{At, Look};

/// A circle that forces a wall of crosses.
#[derive(Debug)]
pub(super) struct WalledOff;

impl Look for WalledOff {
    const ABOUT: About = About::new(
        "walled-off",
        "Walled off",
        3,
        8,
        "A circle that makes three in a row forces crosses at the ends (or in the middle). \
         If these crosses together with those on the board would wall off some circles from \
         others, there can be no circle here: the cell gets a cross.",
    );
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
    const ABOUT: About = About::new(
        "no-way-around",
        "No way around",
        4,
        12,
        "Think of a cross in a blank cell. The circles must then be connected through the \
         gaps that are left. If circles in those gaps make four in a row, or force crosses \
         that wall something off, there is no way around: the cell gets a circle.",
    );
    const SIGNS: &'static [Sign] = &[Sign::Cross];

    fn follow(paper: &mut Paper, at: At, _: usize) -> Option<Clash> {
        fill_gaps(paper, at)
    }
}

/// A circle that forces crosses, which leave gaps that cannot be filled.
#[derive(Debug)]
pub(super) struct LastGap;

impl Look for LastGap {
    const ABOUT: About = About::new(
        "last-gap",
        "Last gap",
        4,
        14,
        "Think of a circle that forces crosses, as it makes three in a row. If these leave \
         some gaps as the only connection, and circles in the gaps make four in a row or \
         force crosses that wall something off, the cell gets a cross.",
    );
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
