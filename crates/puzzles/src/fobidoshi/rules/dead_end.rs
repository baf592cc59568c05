//! One group is followed as long as it has only one way out, until it is stuck.
//!
//! A mark beside a group takes a way out from it, or forces a cross that does. Then the group may
//! have only one way, that step another, and so on: a corridor that a person follows with a
//! finger. Only this one group is followed; what happens elsewhere is not looked at.

use super::paper::{At, Clash, Exit, Group, Paper, Sign};
use super::suppose::Look;
use crate::kit::prelude::*;

/// Corridors up to this length are seen without writing anything down.
const SHORT_WAY: usize = 3;

/// A mark that leads a group into a dead end over at most so many cells.
pub(super) struct DeadEnd<const MOST: usize>;

/// All ways out are closed at once.
pub(super) type ShutIn = DeadEnd<0>;

/// The dead end is near.
pub(super) type ShortDeadEnd = DeadEnd<SHORT_WAY>;

impl<const MOST: usize> DeadEnd<MOST> {
    /// What is shorter is for an easier rule.
    const LEAST: usize = match MOST {
        0 => 0,
        _ => 1,
    };

    /// The dead end of one group after a supposition, and the length of the way into it.
    fn of_group(paper: &mut Paper, circle: usize) -> Option<(Clash, usize)> {
        let before = paper.placed.len();
        let clash = paper.follow(circle, MOST).err()?;
        let way = &paper.placed[before..];
        let circles = way.iter().filter(|p| p.sign == Sign::Circle).count();
        Some((clash, circles))
    }
}

impl<const MOST: usize> Look for DeadEnd<MOST> {
    // A cross on the last way out needs no supposition, so a cross must leave a way to follow.
    const SIGNS: &'static [Sign] = match MOST {
        0 => &[Sign::Circle],
        _ => &[Sign::Circle, Sign::Cross],
    };

    fn ways_before(paper: &mut Paper) -> Vec<u32> {
        paper.ways()
    }

    /// The circle whose group runs into the shortest dead end.
    fn goes_wrong(paper: &mut Paper, ways_before: &[u32], at: At) -> Option<usize> {
        paper.suppose(at);
        paper.fours(0).ok()?;
        if at.1 == Sign::Circle && paper.placed.len() == 1 {
            return None;
        }
        let keep = paper.placed.len();
        let mut best: Option<(usize, usize)> = None;
        for circle in concerned(paper, ways_before) {
            let end = Self::of_group(paper, circle);
            paper.rub_out(keep);
            if let Some((_, length)) = end
                && (length > 0 || at.1 == Sign::Circle)
                && best.is_none_or(|(_, shortest)| length < shortest)
            {
                best = Some((circle, length));
            }
        }
        best.filter(|&(_, length)| length >= Self::LEAST)
            .map(|(circle, _)| circle)
    }

    fn follow(paper: &mut Paper, at: At, circle: usize) -> Option<Clash> {
        paper.suppose(at);
        paper.fours(0).ok()?;
        Some(Self::of_group(paper, circle)?.0)
    }
}

/// A cross that takes a way from two groups, whose other ways exclude each other.
pub(super) struct ExclusiveWays;

impl Look for ExclusiveWays {
    const SIGNS: &'static [Sign] = &[Sign::Cross];

    fn ways_before(paper: &mut Paper) -> Vec<u32> {
        paper.ways()
    }

    fn goes_wrong(paper: &mut Paper, ways_before: &[u32], at: At) -> Option<usize> {
        both_ways(paper, ways_before, at).map(|_| at.0)
    }

    fn follow(paper: &mut Paper, at: At, _: usize) -> Option<Clash> {
        let ways = paper.ways();
        both_ways(paper, &ways, at)
    }
}

/// The clash if a mark here takes a way from two groups, and their other ways exclude each other.
fn both_ways(paper: &mut Paper, ways_before: &[u32], at: At) -> Option<Clash> {
    paper.suppose(at);
    let keep = paper.placed.len();
    let mut circles = concerned(paper, ways_before);
    circles.retain(|&circle| paper.exit(circle) == Exit::Only);
    let groups = circles.into_iter().map(|circle| paper.group(circle));
    for group in groups.collect::<Vec<Group>>() {
        if paper.is_open(group.ways[0]) {
            paper.take_way(&group);
        }
    }
    (paper.placed.len() > keep + 1).then(|| paper.fours(keep).err())?
}

/// The circles whose groups lose a way out to the marks on the paper, and may then have fewer than
/// two: a mark takes at most one from what a group had before.
fn concerned(paper: &Paper, ways_before: &[u32]) -> Vec<usize> {
    let mut circles = Vec::new();
    for placed in &paper.placed {
        if placed.sign == Sign::Circle {
            circles.push(placed.cell);
            continue;
        }
        let few =
            |&c: &usize| paper.is_circle(c) && (ways_before[c] as usize) < paper.placed.len() + 2;
        circles.extend(paper.puzzle.beside(placed.cell).filter(few));
    }
    distinct(circles)
}
