//! Groups of circles and their ways out.
//!
//! As long as there are circles elsewhere, a group must grow through one of the blank cells beside
//! it.

use logic::{About, Found, Ground, Known, Rule, Step};

use super::paper::{Exit, Group, Paper};
use super::tell::places;
use super::{Fobidoshi, State};
use crate::Fact;

pub(super) const LAST: Rule<Fobidoshi> = Rule {
    about: About {
        id: "last-way-out",
        name: "Last way out",
        group: "",
        level: 1,
        weight: 2,
        once: false,
        trial: false,
        words: "A group of circles that has not met all other circles yet must go on somewhere. If \
                only one blank cell is left beside it, that cell gets a circle.",
    },
    find: last,
    say: say_last,
};

pub(super) const NO_FOUR: Rule<Fobidoshi> = Rule {
    about: About {
        id: "four-is-no-way",
        name: "Four is no way out",
        group: "",
        level: 2,
        weight: 3,
        once: false,
        trial: false,
        words: "A blank cell beside a group is no way out of it if a circle there would make four \
                in a row. If all ways out but one are of this kind, the one that is left gets a \
                circle.",
    },
    find: no_four,
    say: say_no_four,
};

/// The group itself, what is around it, and one circle elsewhere: why it needs a way out.
fn needs_a_way(known: &Known, group: &Group, because: &mut Vec<Ground>) {
    let yes = |c: usize| Ground::Fact(Fact::yes(c));
    because.extend(group.circles.iter().map(|&c| yes(c)));
    because.extend(group.wall.iter().map(|&c| Ground::Fact(Fact::no(c))));
    let others = known.facts().iter().filter(|f| f.is_yes());
    let elsewhere = others.map(|f| f.var()).find(|c| !group.circles.contains(c));
    because.extend(elsewhere.map(yes));
}

fn last(game: &Fobidoshi, state: &State, found: &mut Found) {
    let known = found.known();
    let mut paper = Paper::new(game, state, known);
    let mut seen = vec![false; game.size.len()];
    let mut look = |circle: usize, found: &mut Found| {
        if seen[circle] || found.over() || paper.exit(circle) == Exit::Free {
            return;
        }
        let group = paper.group(circle);
        group.circles.iter().for_each(|&c| seen[c] = true);
        let words = [circle as u32, group.circles.len() as u32, 0, 0];
        let grounds = |because: &mut Vec<Ground>| needs_a_way(known, &group, because);
        match group.ways.first() {
            Some(&way) => found.say(&[Fact::yes(way)], words, grounds),
            None => found.clash(words, grounds),
        }
    };
    let news = found.news().unwrap_or(known.facts());
    for fact in news {
        if fact.is_yes() {
            look(fact.var(), found);
        } else {
            let circles = game.beside(fact.var()).filter(|&c| known.yes(c));
            circles.for_each(|c| look(c, found));
        }
    }
    // If there was only one group before, it has been alone until now.
    if news.iter().any(|f| f.is_yes())
        && let Some(oldest) = known.facts().iter().find(|f| f.is_yes())
    {
        look(oldest.var(), found);
    }
}

/// "The circle in row 1, column 1" or "The group of row 1, column 1".
fn group_words(game: &Fobidoshi, circle: u32, circles: u32) -> String {
    let place = game.cell_words(circle as usize);
    match circles {
        1 => format!("The circle in {place}"),
        _ => format!("The group of circles around {place}"),
    }
}

fn say_last(game: &Fobidoshi, step: &Step) -> String {
    let group = group_words(game, step.words[0], step.words[1]);
    match step.therefore.first() {
        None => format!("{group} is shut in and cannot reach the others."),
        Some(way) => {
            let way = game.cell_words(way.var());
            format!("{group} can reach the others only through {way}, so that gets a circle.")
        }
    }
}

fn no_four(game: &Fobidoshi, state: &State, found: &mut Found) {
    let known = found.known();
    let mut paper = Paper::new(game, state, known);
    let mut seen = vec![false; game.size.len()];
    let circle = |c: &usize| known.yes(*c);
    let four_with = |way: usize| {
        let others = move |c: &usize| *c == way || known.yes(*c);
        game.fours_at(way).find(|four| four.iter().all(others))
    };
    let is_good = |way: usize| four_with(way).is_none();
    for cell in (0..game.size.len()).filter(circle) {
        if seen[cell] || paper.exit_by(cell, is_good) == Exit::Free {
            continue;
        }
        let group = paper.group(cell);
        group.circles.iter().for_each(|&c| seen[c] = true);
        if group.ways.len() < 2 {
            continue;
        }
        let first = group.ways.iter().find(|&&way| is_good(way));
        let bad = group.ways.iter().find(|&&w| Some(&w) != first);
        let bad = bad.copied().unwrap_or(cell) as u32;
        let words = [cell as u32, group.circles.len() as u32, bad, 0];
        let grounds = |because: &mut Vec<Ground>| {
            let start = because.len();
            needs_a_way(known, &group, because);
            let fours = group.ways.iter().filter_map(|&w| four_with(w));
            for other in fours.flatten().filter(circle) {
                let ground = Ground::Fact(Fact::yes(other));
                if !because[start..].contains(&ground) {
                    because.push(ground);
                }
            }
        };
        match first {
            Some(&way) => found.say(&[Fact::yes(way)], words, grounds),
            None => {
                found.clash(words, grounds);
                return;
            }
        }
    }
}

fn say_no_four(game: &Fobidoshi, step: &Step) -> String {
    let group = group_words(game, step.words[0], step.words[1]);
    match step.therefore.first() {
        None => format!("{group} cannot get out: every way out makes four in a row."),
        Some(way) => {
            let bad = places(game, &[step.words[2] as usize]);
            let way = game.cell_words(way.var());
            format!(
                "{group} must get out, but any other way, as through {bad}, makes four in a row, \
                 so {way} gets a circle."
            )
        }
    }
}
