//! Groups of circles and their ways out.
//!
//! As long as there are circles elsewhere, a group must grow through one of the blank cells beside
//! it.

use logic::{Deduction, Findings, Ground, Known, Step, cite};

use super::paper::{Exit, Group, Paper};
use super::{Fobidoshi, State};
use crate::Fact;

/// A group with one way out, or none.
#[derive(Debug)]
pub(super) struct LastWayOut {
    circle: usize,
    circles: usize,
}

impl Deduction<Fobidoshi> for LastWayOut {
    fn find(puzzle: &Fobidoshi, state: &State, found: &mut Findings<Self>) {
        let known = found.known();
        let mut paper = Paper::new(puzzle, state, known);
        let mut seen = vec![false; puzzle.size.len()];
        let mut look = |circle: usize, found: &mut Findings<Self>| {
            if seen[circle] || found.over() || paper.exit(circle) == Exit::Free {
                return;
            }
            let group = paper.group(circle);
            group.circles.iter().for_each(|&c| seen[c] = true);
            let grounds = |because: &mut Vec<Ground>| {
                needs_a_way(known, &group, because);
                let circles = group.circles.len();
                LastWayOut { circle, circles }
            };
            match group.ways.first() {
                Some(&way) => found.conclude(&[Fact::yes(way)], grounds),
                None => found.contradict(grounds),
            }
        };
        let news = found.news_or_all();
        for fact in news {
            if fact.is_yes() {
                look(fact.var(), found);
            } else {
                let circles = puzzle.beside(fact.var()).filter(|&c| known.yes(c));
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

    fn say(&self, puzzle: &Fobidoshi, step: &Step) -> String {
        let group = group_words(puzzle, self.circle, self.circles);
        let Some(way) = step.therefore.first() else {
            return format!("{group} is shut in and cannot reach the others.");
        };
        let way = puzzle.cell_words(way.var());
        format!("{group} can reach the others only through {way}, so that gets a circle.")
    }
}

/// A group of whose ways out all but one, or all, would make four in a row.
#[derive(Debug)]
pub(super) struct FourIsNoWay {
    circle: usize,
    circles: usize,
    /// One of the ways that would.
    bad: usize,
}

impl Deduction<Fobidoshi> for FourIsNoWay {
    fn find(puzzle: &Fobidoshi, state: &State, found: &mut Findings<Self>) {
        let known = found.known();
        let mut paper = Paper::new(puzzle, state, known);
        let mut seen = vec![false; puzzle.size.len()];
        let is_circle = |c: &usize| known.yes(*c);
        let four_with = |way: usize| {
            let others = move |c: &usize| *c == way || known.yes(*c);
            puzzle.fours_at(way).find(|four| four.iter().all(others))
        };
        let is_good = |way: usize| four_with(way).is_none();
        for circle in (0..puzzle.size.len()).filter(is_circle) {
            if seen[circle] || paper.exit_by(circle, is_good) == Exit::Free {
                continue;
            }
            let group = paper.group(circle);
            group.circles.iter().for_each(|&c| seen[c] = true);
            if group.ways.len() < 2 {
                continue;
            }
            let good = group.ways.iter().copied().find(|&way| is_good(way));
            let grounds = |because: &mut Vec<Ground>| {
                needs_a_way(known, &group, because);
                let fours = group.ways.iter().filter_map(|&w| four_with(w));
                for other in fours.flatten().filter(is_circle) {
                    cite(because, Ground::yes(other));
                }
                FourIsNoWay {
                    circle,
                    circles: group.circles.len(),
                    bad: group.ways[usize::from(good == group.ways.first().copied())],
                }
            };
            match good {
                Some(way) => found.conclude(&[Fact::yes(way)], grounds),
                None => return found.contradict(grounds),
            }
        }
    }

    fn say(&self, puzzle: &Fobidoshi, step: &Step) -> String {
        let group = group_words(puzzle, self.circle, self.circles);
        let Some(way) = step.therefore.first() else {
            return format!("{group} cannot get out: every way out makes four in a row.");
        };
        let bad = puzzle.cell_words(self.bad);
        let way = puzzle.cell_words(way.var());
        format!(
            "{group} must get out, but any other way, as through {bad}, makes four in a row, so \
             {way} gets a circle."
        )
    }
}

/// The group itself, what is around it, and one circle elsewhere: why it needs a way out.
fn needs_a_way(known: &Known, group: &Group, because: &mut Vec<Ground>) {
    let yes = |c: usize| Ground::yes(c);
    because.extend(group.circles.iter().map(|&c| yes(c)));
    because.extend(group.wall.iter().map(|&c| Ground::no(c)));
    let others = known.facts().iter().filter(|f| f.is_yes());
    let elsewhere = others.map(|f| f.var()).find(|c| !group.circles.contains(c));
    because.extend(elsewhere.map(yes));
}

/// "The circle in row 1, column 1" or "The group of row 1, column 1".
fn group_words(puzzle: &Fobidoshi, circle: usize, circles: usize) -> String {
    let place = puzzle.cell_words(circle);
    match circles {
        1 => format!("The circle in {place}"),
        _ => format!("The group of circles around {place}"),
    }
}
