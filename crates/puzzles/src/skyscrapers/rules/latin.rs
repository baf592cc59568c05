//! One height in each cell, each height once in each line: SimpleScratch, FillGaps, BuildLocation.
//!
//! The park, where there is one, is height 0, and each line has as many as its length exceeds the
//! depth: a line that has all its parks gets no more, and where just enough cells are left for
//! them, they are parks.

use std::ops::Range;

use super::super::lines::LineSet;
use super::line::bits;
use super::{Skyscrapers, State};
use crate::kit::prelude::*;

/// The kinds of lines, each of which has rules of its own.
pub(super) const ROWS: usize = 0;
pub(super) const COLUMNS: usize = 1;
pub(super) const DIAGONALS: usize = 2;

/// All lines of a kind.
fn lines_of(puzzle: &Skyscrapers, kind: usize) -> Range<usize> {
    let n = puzzle.side();
    match kind {
        ROWS => 0..n,
        COLUMNS => n..2 * n,
        _ => 2 * n..puzzle.line_count(),
    }
}

/// What has been built since: cell and height.
fn new_buildings<'a>(
    puzzle: &'a Skyscrapers,
    state: &'a State,
    found: &Situation<'a>,
) -> impl Iterator<Item = (usize, usize)> + use<'a> {
    let news = found.news();
    let all = match news {
        None => 0..puzzle.size.len(),
        Some(_) => 0..0,
    };
    let everywhere = all.flat_map(|at| bits(state.built[at]).map(move |h| (at, h)));
    let built = news.unwrap_or(&[]).iter().filter(|f| f.is_yes());
    everywhere.chain(built.map(|&f| puzzle.meaning(f)))
}

/// A cell that is built.
pub(super) struct Used {
    at: usize,
    height: usize,
}

impl Deduction<Skyscrapers> for Used {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        let built = new_buildings(puzzle, state, found);
        found.each(built, |(at, height), found| {
            let others = puzzle.all_heights() & !(1 << height);
            if others & state.can[at] == 0 {
                return;
            }
            found.conclude(puzzle.none_of(at, others), |because| {
                because.push(puzzle.stands(at, height));
                Self { at, height }
            });
        });
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let what = puzzle.building(self.at, self.height);
        if step.is_clash() {
            return format!("{what}, and something else stands in the same cell.");
        }
        format!("{what}, so nothing else is possible there.")
    }

    fn aside(&self, _: &Skyscrapers, _: &Step) -> Option<Aside> {
        Some(Aside::Words("nothing else is possible there".to_owned()))
    }
}

/// A line that has this height, or all its parks.
pub(super) struct OnceInLines<const KIND: usize> {
    line: usize,
    height: usize,
    /// Where it was built.
    at: usize,
}

impl<const KIND: usize> Deduction<Skyscrapers> for OnceInLines<KIND> {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        let lines = lines_of(puzzle, KIND);
        // A line's parks are looked at once, however many are new.
        let mut parks_seen: LineSet = 0;
        for (at, height) in new_buildings(puzzle, state, found) {
            for (line, position) in puzzle.lines_through(at) {
                if !lines.contains(&line) {
                    continue;
                }
                let others = state.places[line][height];
                let not = |p| puzzle.is_not(puzzle.line_cell(line, p), height);
                let evidence = Self { line, height, at };
                if height > 0 {
                    let others = bits(others & !(1 << position)).map(not);
                    found.conclude(others, |because| {
                        because.push(puzzle.stands(at, height));
                        evidence
                    });
                } else if parks_seen & 1 << line == 0 {
                    parks_seen |= 1 << line;
                    let is_park = |&p: &usize| state.built[puzzle.line_cell(line, p)] & 1 != 0;
                    let parks = || (0..puzzle.side()).filter(is_park);
                    if parks().count() < puzzle.parks() {
                        continue;
                    }
                    let grounds = |because: &mut Vec<Ground>| {
                        let cells = parks().map(|p| puzzle.line_cell(line, p));
                        because.extend(cells.map(|at| puzzle.stands(at, 0)));
                        evidence
                    };
                    let too_many = parks().count() > puzzle.parks();
                    let others = bits(others).filter(|p| !is_park(p));
                    found.conclude_unless(too_many, others.map(not), grounds);
                }
                if found.over() {
                    return;
                }
            }
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let (name, inside) = (puzzle.line_words(self.line), puzzle.in_line(self.line));
        match (self.height, step.is_clash()) {
            (0, true) => format!("There are too many parks {inside}."),
            (0, false) => {
                format!("All parks of {name} are known, so its other cells are buildings.")
            }
            (height, true) => format!("The {height} stands twice {inside}."),
            (height, false) => {
                let what = puzzle.building(self.at, height);
                format!("{what}, so there is no other {height} {inside}.")
            }
        }
    }

    fn aside(&self, puzzle: &Skyscrapers, _: &Step) -> Option<Aside> {
        let line = puzzle.line_words(self.line);
        Some(Aside::Words(match self.height {
            0 => format!("{line} has all its parks"),
            height => format!("{line} has its {height}"),
        }))
    }
}

/// A line with one cell left for a height, or just enough for its parks; or with too few.
pub(super) struct OnePlace<const KIND: usize> {
    line: usize,
    height: usize,
}

impl<const KIND: usize> Deduction<Skyscrapers> for OnePlace<KIND> {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        let lines = lines_of(puzzle, KIND);
        if lines.is_empty() {
            return;
        }
        let touched = puzzle.heights_to_look_at(found, lines.clone());
        for line in lines {
            for height in bits(touched[line]) {
                let places = state.places[line][height];
                let need = if height == 0 { puzzle.parks() } else { 1 };
                if places.count_ones() as usize > need {
                    continue;
                }
                let grounds = |because: &mut Vec<Ground>| {
                    let others = puzzle.other_cells(line, places);
                    because.extend(others.map(|at| puzzle.why_not(state, at, height)));
                    Self { line, height }
                };
                let here = bits(places).map(|p| puzzle.is(puzzle.line_cell(line, p), height));
                found.conclude_unless((places.count_ones() as usize) < need, here, grounds);
                if found.over() {
                    return;
                }
            }
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let line = puzzle.line_words(self.line);
        let cells = puzzle.cells_words(&puzzle.cells_of(&step.therefore));
        match (self.height, step.is_clash()) {
            (0, true) => format!("{line} has no room left for all its parks."),
            (0, false) if puzzle.parks() == 1 => {
                format!("{line} has only one cell left for its park, which is {cells}.")
            }
            (0, false) => format!(
                "{line} has just enough cells left for its parks, so {cells} must be parks."
            ),
            (height, true) => format!("{line} has no cell left for the {height}."),
            (height, false) => {
                format!("{line} has only one cell left for the {height}, so it stands in {cells}.")
            }
        }
    }
}

/// A cell with one height left, or none.
pub(super) struct OneHeight {
    at: usize,
}

impl OneHeight {
    fn look(puzzle: &Skyscrapers, state: &State, at: usize, found: &mut Findings<Self>) {
        let left = state.can[at];
        if left.count_ones() > 1 {
            return;
        }
        let grounds = |because: &mut Vec<Ground>| {
            because.extend(puzzle.only(at, left));
            Self { at }
        };
        let height = bits(left).map(|height| puzzle.is(at, height));
        found.conclude_unless(left == 0, height, grounds);
    }
}

impl Deduction<Skyscrapers> for OneHeight {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        let Some(news) = found.news() else {
            for at in 0..puzzle.size.len() {
                Self::look(puzzle, state, at, found);
            }
            return;
        };
        let mut done = [false; super::CELLS];
        found.each(news.iter().filter(|f| !f.is_yes()), |&fact, found| {
            let at = puzzle.meaning(fact).0;
            if !std::mem::replace(&mut done[at], true) {
                Self::look(puzzle, state, at, found);
            }
        });
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let at = puzzle.at_words(self.at);
        let Some(&built) = step.therefore.first() else {
            return format!("Nothing is left for {at}.");
        };
        match puzzle.meaning(built).1 {
            0 => format!("Every height is excluded in {at}, so it is a park."),
            height => format!("Only the {height} is left for {at}, so it is built there."),
        }
    }
}
