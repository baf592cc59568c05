//! One group is followed through narrow passages.
//!
//! Like a dead end, but the group need not fill a corridor: there may be room around it, as long as
//! it must pass through certain cells to meet any other circle. Circles in these cells force
//! crosses, and the crosses may narrow the next passage.

use logic::{About, Found, Rule};

use super::paper::{Clash, How, Paper, Sign};
use super::tell::supposed;
use super::{Fobidoshi, State};

/// How many passages the group is followed through.
const PASSAGES: usize = 3;

pub(super) const NARROW: Rule<Fobidoshi> = Rule {
    about: About {
        id: "narrow-passage",
        name: "Narrow passage",
        group: "",
        level: 4,
        weight: 15,
        once: false,
        trial: false,
        words: "Think of a mark that leaves a group some cells that it must pass to meet any \
                other circle. Circles there force crosses, and these narrow the next passage. If, \
                after at most three passages, the group makes four in a row or is walled off, the \
                mark was wrong. Only this one group is followed.",
    },
    find,
    say: |game, step| {
        // What is cited may hold another circle of the same story.
        supposed(game, step, |paper, cell, sign| {
            let circle = stuck(paper, cell, sign)?;
            paper.rub_out(0);
            from(paper, cell, sign, circle)
        })
    },
};

fn from(paper: &mut Paper, cell: usize, sign: Sign, circle: usize) -> Option<Clash> {
    paper.suppose(cell, sign);
    paper.fours(0).ok()?;
    paper.pass(circle, PASSAGES).err()
}

fn find(game: &Fobidoshi, state: &State, found: &mut Found) {
    let mut paper = Paper::new(game, state, found.known());
    for cell in 0..game.size.len() {
        if found.over() {
            return;
        }
        if !paper.is_open(cell) {
            continue;
        }
        for sign in [Sign::Circle, Sign::Cross] {
            if let Some(circle) = stuck(&mut paper, cell, sign) {
                paper.report(found, (cell, sign), circle as u32, |again| {
                    from(again, cell, sign, circle)
                });
            }
            paper.rub_out(0);
        }
    }
}

/// A circle whose group gets stuck in the fewest passages.
fn stuck(paper: &mut Paper, cell: usize, sign: Sign) -> Option<usize> {
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
