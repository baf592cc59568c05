//! A mark that would wall something off.
//!
//! Crosses that touch, even corner to corner, are walls, and so is the edge of the board. A look
//! goes exactly as far as its rule says: the supposed mark, the crosses it forces because of three
//! in a row, the gaps that are then the last connections, and the crosses that these force.

use logic::{About, Found, Rule, Step};

use super::paper::{Clash, Paper, Sign};
use super::tell::supposed;
use super::{Fobidoshi, State};

pub(super) const WALLED_OFF: Rule<Fobidoshi> = Rule {
    about: About {
        id: "walled-off",
        name: "Walled off",
        group: "",
        level: 3,
        weight: 8,
        once: false,
        trial: false,
        words: "A circle that makes three in a row forces crosses at the ends (or in the middle). \
                If these crosses together with those on the board would wall off some circles from \
                others, there can be no circle here: the cell gets a cross.",
    },
    find: walled_off,
    say: |game, step| say(game, step, wall),
};

pub(super) const NO_WAY_AROUND: Rule<Fobidoshi> = Rule {
    about: About {
        id: "no-way-around",
        name: "No way around",
        group: "",
        level: 4,
        weight: 12,
        once: false,
        trial: false,
        words: "Think of a cross in a blank cell. The circles must then be connected through the \
                gaps that are left. If circles in those gaps make four in a row, or force crosses \
                that wall something off, there is no way around: the cell gets a circle.",
    },
    find: no_way_around,
    say: |game, step| say(game, step, gap),
};

pub(super) const LAST_GAP: Rule<Fobidoshi> = Rule {
    about: About {
        id: "last-gap",
        name: "Last gap",
        group: "",
        level: 4,
        weight: 14,
        once: false,
        trial: false,
        words: "Think of a circle that forces crosses, as it makes three in a row. If these leave \
                some gaps as the only connection, and circles in the gaps make four in a row or \
                force crosses that wall something off, the cell gets a cross.",
    },
    find: last_gap,
    say: |game, step| say(game, step, gap),
};

/// The clash if the forced crosses are a wall already.
fn wall(paper: &mut Paper, cell: usize, sign: Sign) -> Option<Clash> {
    paper.suppose(cell, sign);
    paper.fours(0).ok()?;
    if paper.placed.len() == 1 {
        return None;
    }
    paper.whole().err()
}

/// The clash if the forced crosses leave gaps, and filling these goes wrong.
fn gap(paper: &mut Paper, cell: usize, sign: Sign) -> Option<Clash> {
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

type Look = fn(&mut Paper, usize, Sign) -> Option<Clash>;

fn everywhere(game: &Fobidoshi, state: &State, found: &mut Found, sign: Sign, look: Look) {
    let mut paper = Paper::new(game, state, found.known());
    for cell in 0..game.size.len() {
        if found.over() {
            return;
        }
        if !paper.is_open(cell) {
            continue;
        }
        if look(&mut paper, cell, sign).is_some() {
            paper.report(found, (cell, sign), 0, |again| look(again, cell, sign));
        }
        paper.rub_out(0);
    }
}

fn walled_off(game: &Fobidoshi, state: &State, found: &mut Found) {
    everywhere(game, state, found, Sign::Circle, wall);
}

fn no_way_around(game: &Fobidoshi, state: &State, found: &mut Found) {
    everywhere(game, state, found, Sign::Cross, gap);
}

fn last_gap(game: &Fobidoshi, state: &State, found: &mut Found) {
    everywhere(game, state, found, Sign::Circle, gap);
}

fn say(game: &Fobidoshi, step: &Step, look: Look) -> String {
    supposed(game, step, look)
}
