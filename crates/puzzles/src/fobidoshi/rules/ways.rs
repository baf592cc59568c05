//! Groups of circles and their ways out.
//!
//! As long as there are circles elsewhere, a group must grow through one of the blank cells beside
//! it.

use super::paper::{Exit, Group, Paper};
use super::tell::group_words;
use super::{Fobidoshi, State};
use crate::kit::prelude::*;

/// A group with one way out, or none.
pub(super) struct LastWayOut {
    circles: Vec<usize>,
    /// The circles elsewhere.
    others: Vec<usize>,
}

impl LastWayOut {
    /// The smaller side, which is seen more easily: the group, or what is elsewhere.
    fn smaller(&self) -> &[usize] {
        match self.others.len() < self.circles.len() {
            true => &self.others,
            false => &self.circles,
        }
    }
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
                let circles = group.circles.clone();
                let all = (0..puzzle.size.len()).filter(|&c| known.yes(c));
                let others = all.filter(|c| !circles.contains(c)).collect();
                LastWayOut { circles, others }
            };
            let way = group.ways.first().map(|&way| Fact::yes(way));
            found.conclude_unless(way.is_none(), way, grounds);
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
        let group = group_words(puzzle, self.smaller());
        let Some(way) = step.therefore.first() else {
            return format!("{group} cannot reach the others: every way out is closed.");
        };
        let way = puzzle.cell_words(way.var());
        let verb = match self.smaller() == self.circles {
            true => "can reach the others",
            false => "can be reached from the others",
        };
        format!("{group} {verb} only through {way}, so that gets a circle.")
    }

    fn picture(&self, puzzle: &Fobidoshi, _: &Step) -> Picture {
        Picture::default().thing(self.smaller().iter().map(|&c| puzzle.size.cell(c)))
    }
}

/// The group itself, what is around it, and one circle elsewhere: why it needs a way out.
fn needs_a_way(known: &Known, group: &Group, because: &mut Vec<Ground>) {
    because.extend(group.circles.iter().map(|&c| Ground::yes(c)));
    because.extend(group.wall.iter().map(|&c| Ground::no(c)));
    let others = known.facts().iter().filter(|f| f.is_yes());
    let elsewhere = others.map(|f| f.var()).find(|c| !group.circles.contains(c));
    because.extend(elsewhere.map(Ground::yes));
}
