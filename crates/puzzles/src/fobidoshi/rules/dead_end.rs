//! One group is followed as long as it has only one way out, until it is stuck.
//!
//! A mark beside a group takes a way out from it, or forces a cross that does. Then the group may
//! have only one way, that step another, and so on: a corridor that a person follows with a
//! finger. Only this one group is followed; what happens elsewhere is not looked at.

use logic::{About, Found, Rule, Step};

use super::paper::{Clash, Exit, Group, Paper, Sign};
use super::tell::supposed;
use super::{Fobidoshi, State};

pub(super) const SHUT_IN: Rule<Fobidoshi> = Rule {
    about: About {
        id: "shut-in",
        name: "Shut in",
        group: "",
        level: 2,
        weight: 4,
        once: false,
        trial: false,
        words: "A circle that would force crosses on all ways out of a group: whichever way the \
                group takes forbids this circle, so the cell gets a cross. That includes a way out \
                that leads nowhere, because a circle there would close all others.",
    },
    find: |game, state, found| everywhere(game, state, found, 0, 0),
    say: |game, step| supposed(game, step, retell(step, 0)),
};

pub(super) const EXCLUSIVE: Rule<Fobidoshi> = Rule {
    about: About {
        id: "exclusive-ways",
        name: "Ways out that exclude each other",
        group: "",
        level: 3,
        weight: 6,
        once: false,
        trial: false,
        words: "Two groups share a way out, and each of them has one other way. If circles on both \
                other ways would make four in a row, they cannot both be taken, so one group needs \
                the shared way: it gets a circle.",
    },
    find: exclusive,
    say: |game, step| supposed(game, step, retell_both),
};

/// Corridors up to this length are seen without writing anything down.
const SHORT_WAY: usize = 3;

pub(super) const SHORT: Rule<Fobidoshi> = Rule {
    about: About {
        id: "dead-end",
        name: "Dead end",
        group: "",
        level: 3,
        weight: 8,
        once: false,
        trial: false,
        words: "Think of a mark that leaves a group only one way out. Follow that way, up to three \
                cells: each circle may force crosses by three in a row, and these may leave only \
                one way again. If the group gets stuck, the mark was wrong.",
    },
    find: |game, state, found| everywhere(game, state, found, 1, SHORT_WAY),
    say: |game, step| supposed(game, step, retell(step, SHORT_WAY)),
};

pub(super) const LONG: Rule<Fobidoshi> = Rule {
    about: About {
        id: "long-dead-end",
        name: "Long dead end",
        group: "",
        level: 4,
        weight: 12,
        once: false,
        trial: false,
        words: "As with a dead end, but the corridor is longer than three cells: one group is \
                followed as long as it has only one way out, until it is stuck.",
    },
    find: |game, state, found| everywhere(game, state, found, SHORT_WAY + 1, game.size.len()),
    say: |game, step| supposed(game, step, retell(step, game.size.len())),
};

/// The circles whose groups lose a way out to the marks on the paper, and may then have fewer than
/// two: a mark takes at most one from what a group had before.
fn concerned(paper: &Paper, ways: &[u32]) -> Vec<usize> {
    let mut circles = Vec::new();
    for placed in &paper.placed {
        if placed.sign == Sign::Circle {
            circles.push(placed.cell);
            continue;
        }
        let few = |&c: &usize| paper.is_circle(c) && (ways[c] as usize) < paper.placed.len() + 2;
        circles.extend(paper.game.beside(placed.cell).filter(few));
    }
    circles.sort_unstable();
    circles.dedup();
    circles
}

/// The dead end of one group after a supposition, and the length of the way into it.
fn dead_end(paper: &mut Paper, circle: usize, most: usize) -> Option<(Clash, usize)> {
    let before = paper.placed.len();
    let clash = paper.follow(circle, most).err()?;
    let way = &paper.placed[before..];
    let circles = way.iter().filter(|p| p.sign == Sign::Circle).count();
    Some((clash, circles))
}

/// Report dead ends with a way of `least` to `most` circles.
fn everywhere(game: &Fobidoshi, state: &State, found: &mut Found, least: usize, most: usize) {
    let mut paper = Paper::new(game, state, found.known());
    let ways = paper.ways();
    // A cross on the last way out needs no supposition, so a cross must leave a way to follow.
    let signs: &[Sign] = match most {
        0 => &[Sign::Circle],
        _ => &[Sign::Circle, Sign::Cross],
    };
    for cell in 0..game.size.len() {
        if found.over() {
            return;
        }
        if !paper.is_open(cell) {
            continue;
        }
        for &sign in signs {
            let end = shortest(&mut paper, &ways, (cell, sign), most);
            if let Some((circle, _)) = end.filter(|&(_, length)| length >= least) {
                paper.report(found, (cell, sign), circle as u32, |again| {
                    from(again, cell, sign, circle, most)
                });
            }
            paper.rub_out(0);
        }
    }
}

/// The shortest dead end: which circle's group runs into it, and its length.
fn shortest(
    paper: &mut Paper,
    ways: &[u32],
    (cell, sign): (usize, Sign),
    most: usize,
) -> Option<(usize, usize)> {
    paper.suppose(cell, sign);
    paper.fours(0).ok()?;
    if sign == Sign::Circle && paper.placed.len() == 1 {
        return None;
    }
    let keep = paper.placed.len();
    let mut best: Option<(usize, usize)> = None;
    for circle in concerned(paper, ways) {
        let end = dead_end(paper, circle, most);
        paper.rub_out(keep);
        if let Some((_, length)) = end
            && (length > 0 || sign == Sign::Circle)
            && best.is_none_or(|(_, shortest)| length < shortest)
        {
            best = Some((circle, length));
        }
    }
    best
}

fn from(paper: &mut Paper, cell: usize, sign: Sign, circle: usize, most: usize) -> Option<Clash> {
    paper.suppose(cell, sign);
    paper.fours(0).ok()?;
    Some(dead_end(paper, circle, most)?.0)
}

fn retell(step: &Step, most: usize) -> impl Fn(&mut Paper, usize, Sign) -> Option<Clash> {
    let circle = step.words[2] as usize;
    move |paper, cell, sign| from(paper, cell, sign, circle, most)
}

/// A cross here takes a way from two groups, and their other ways exclude each other.
fn both_ways(paper: &mut Paper, ways: &[u32], cell: usize, sign: Sign) -> Option<Clash> {
    paper.suppose(cell, sign);
    let keep = paper.placed.len();
    let mut circles = concerned(paper, ways);
    circles.retain(|&circle| paper.exit(circle) == Exit::Only);
    let groups: Vec<Group> = (circles.into_iter())
        .map(|circle| paper.group(circle))
        .collect();
    for group in groups {
        if paper.is_open(group.ways[0]) {
            paper.take_way(&group);
        }
    }
    (paper.placed.len() > keep + 1).then(|| paper.fours(keep).err())?
}

fn retell_both(paper: &mut Paper, cell: usize, sign: Sign) -> Option<Clash> {
    let ways = paper.ways();
    both_ways(paper, &ways, cell, sign)
}

fn exclusive(game: &Fobidoshi, state: &State, found: &mut Found) {
    let mut paper = Paper::new(game, state, found.known());
    let ways = paper.ways();
    for cell in 0..game.size.len() {
        if found.over() {
            return;
        }
        if !paper.is_open(cell) {
            continue;
        }
        let sign = Sign::Cross;
        if both_ways(&mut paper, &ways, cell, sign).is_some() {
            paper.report(found, (cell, sign), 0, |again| {
                retell_both(again, cell, sign)
            });
        }
        paper.rub_out(0);
    }
}
