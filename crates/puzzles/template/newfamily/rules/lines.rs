//! One circle in each row and column.

use super::NewFamily;
use crate::kit::prelude::*;

// FILL IN: replace these two. A rule is a struct with what its sentence needs to know besides what
// the step concludes.

/// A circle, and what is left of one of its lines.
pub(super) struct OnlyOne {
    circle: usize,
    line: usize,
}

impl Deduction<NewFamily> for OnlyOne {
    fn find(puzzle: &NewFamily, _: &(), found: &mut Findings<Self>) {
        let known = found.known();
        let news = found.news_or_all();
        for circle in news.iter().filter(|f| f.is_yes()).map(|f| f.var()) {
            for line in puzzle.lines_of(circle) {
                let others = puzzle.line(line).filter(|&cell| cell != circle);
                let second = others.clone().find(|&cell| known.yes(cell));
                let because = |because: &mut Vec<Ground>| {
                    let both = [Some(circle), second].into_iter().flatten();
                    because.extend(both.map(Ground::yes));
                    OnlyOne { circle, line }
                };
                if second.is_some() {
                    return found.contradict(because);
                }
                found.conclude(others.map(Fact::no), because);
            }
        }
    }

    fn say(&self, puzzle: &NewFamily, step: &Step) -> String {
        let line = puzzle.line_words(self.line);
        if step.is_clash() {
            return format!("{line} would have two circles.");
        }
        let at = in_words(puzzle.size.cell(self.circle));
        format!("{line} has its circle in {at}, so its other cells get crosses.")
    }
}

/// A line that has one cell left, or none.
pub(super) struct LastCell {
    line: usize,
}

impl Deduction<NewFamily> for LastCell {
    fn find(puzzle: &NewFamily, _: &(), found: &mut Findings<Self>) {
        let known = found.known();
        found.each(0..puzzle.lines(), |line, found| {
            let mut left = puzzle.line(line).filter(|&cell| !known.no(cell));
            let (first, second) = (left.next(), left.next());
            let because = |because: &mut Vec<Ground>| {
                let crosses = puzzle.line(line).filter(|&cell| known.no(cell));
                because.extend(crosses.map(Ground::no));
                because.push(Ground::named("line", line));
                LastCell { line }
            };
            match (first, second) {
                (None, _) => found.contradict(because),
                (Some(last), None) => found.conclude([Fact::yes(last)], because),
                _ => {}
            }
        });
    }

    fn say(&self, puzzle: &NewFamily, step: &Step) -> String {
        let line = puzzle.line_words(self.line);
        match step.therefore.first() {
            None => format!("{line} would have no cell left for its circle."),
            Some(fact) => {
                let at = in_words(puzzle.size.cell(fact.var()));
                format!("{line} has no other cell left for its circle than {at}.")
            }
        }
    }
}
