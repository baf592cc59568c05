//! No four in a row.

use super::tell::places;
use super::{FORBIDDEN, Fobidoshi, State};
use crate::kit::prelude::*;

/// Four cells in a row of which three are circles, or all.
pub(super) struct Fourth {
    four: [usize; FORBIDDEN],
}

impl Deduction<Fobidoshi> for Fourth {
    fn find(puzzle: &Fobidoshi, _: &State, found: &mut Findings<Self>) {
        let known = found.known();
        let news = found.news_or_all();
        for (i, fact) in news.iter().enumerate().filter(|(_, f)| f.is_yes()) {
            for four in puzzle.fours_at(fact.var()) {
                let circles = || four.iter().filter(|&&c| known.yes(c));
                let grounds = |because: &mut Vec<Ground>| {
                    because.extend(circles().map(|&c| Ground::yes(c)));
                    Fourth { four }
                };
                let count = circles().count();
                if count == FORBIDDEN {
                    return found.contradict(grounds);
                }
                let blank = four.iter().find(|&&c| known.is_open(c));
                if let (3, Some(&blank)) = (count, blank)
                    // Each of the three could report it; the last one does.
                    && !news[i + 1..].iter().any(|f| f.is_yes() && four.contains(&f.var()))
                {
                    found.conclude(&[Fact::no(blank)], grounds);
                }
            }
        }
    }

    fn say(&self, puzzle: &Fobidoshi, step: &Step) -> String {
        let Some(fact) = step.therefore.first() else {
            let four = places(puzzle, &self.four);
            return format!("There are four circles in a row: {four}.");
        };
        let others = self.four.into_iter().filter(|&c| c != fact.var());
        let others = places(puzzle, &others.collect::<Vec<_>>());
        let at = puzzle.cell_words(fact.var());
        format!(
            "A circle in {at} would make four in a row with those in {others}, so a cross goes there."
        )
    }

    fn aside(&self, _: &Fobidoshi, _: &Step) -> Option<Aside> {
        Some(Aside::Facts("no four in a row"))
    }
}
