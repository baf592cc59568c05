//! Rule N−1: a view of one less than the length.
//!
//! The line is a stair in which one building has moved back: it stands on a later position, the
//! ones it has passed are a step further to the front, all others are at home.

use super::{Skyscrapers, State};
use crate::kit::prelude::*;

/// The views that see all buildings but one, along lines with news, where the rule holds.
fn views<'a>(puzzle: &'a Skyscrapers, found: &Situation) -> impl Iterator<Item = usize> + use<'a> {
    let n = puzzle.side();
    let is_such = move |&view: &usize| puzzle.views[view] == Some(n as u16 - 1);
    let holds = puzzle.parks() == 0 && n >= 3 && (0..4 * n).any(|view| is_such(&view));
    let lines = holds.then(|| puzzle.rows_and_columns_to_look_at(found, false));
    let lines = lines.into_iter().flatten();
    (lines.flat_map(|line| puzzle.views_of(line))).filter(is_such)
}

/// A view that sees all buildings but one.
pub(super) struct Predefined {
    view: usize,
}

impl Deduction<Skyscrapers> for Predefined {
    fn find(puzzle: &Skyscrapers, _: &State, found: &mut Findings<Self>) {
        for view in views(puzzle, found) {
            let not = |height| (0..height - 2).map(move |p| puzzle.not_seen_at(view, p, height));
            let too_near = (3..=puzzle.side()).flat_map(not);
            puzzle.conclude_from_view(found, view, too_near, Self { view });
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let view = puzzle.view_words(self.view);
        let why = format!("{view} sees all buildings but one: a stair in which one has moved back");
        let but = ", but something stands too far in front";
        puzzle.sentence(step, &why, ". So ", but)
    }
}

/// A building that is neither on its own step nor in front of it.
pub(super) struct BubblesBack {
    view: usize,
    building: usize,
}

impl Deduction<Skyscrapers> for BubblesBack {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        for view in views(puzzle, found) {
            // Positions count from 1 here, as in a stair.
            let at = |position: usize| puzzle.seen_cell(view, position - 1);
            let can = |p: usize, height: usize| puzzle.can_be(state, at(p), height);
            let moved = (1..puzzle.side()).filter(|&x| !can(x, x) && (x == 1 || !can(x - 1, x)));
            found.each(moved, |x, found| {
                let before = (1..x).map(|y| puzzle.is(at(y), y));
                found.conclude(before.chain([puzzle.is(at(x), x + 1)]), |because| {
                    because.push(puzzle.view_ground(view));
                    because.push(puzzle.why_not(state, at(x), x));
                    if x > 1 {
                        because.push(puzzle.why_not(state, at(x - 1), x));
                    }
                    Self { view, building: x }
                });
            });
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let (view, building) = (puzzle.view_words(self.view), self.building);
        let why = format!(
            "{view} sees a stair in which one building has moved back; the {building} is neither \
             on its step nor in front of it, so it is the one"
        );
        puzzle.sentence(step, &why, ": ", ", but that is not possible")
    }
}

/// A step that holds neither its own building nor the next higher one.
pub(super) struct StepsFront {
    view: usize,
    /// The cell of the step.
    at: usize,
    /// The building of the step.
    own: usize,
}

impl Deduction<Skyscrapers> for StepsFront {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        let n = puzzle.side();
        for view in views(puzzle, found) {
            // Positions count from 1 here, as in a stair.
            let at = |position: usize| puzzle.seen_cell(view, position - 1);
            let can = |p: usize, height: usize| puzzle.can_be(state, at(p), height);
            let moved = (2..=n).filter(|&x| !can(x, x) && (x == n || !can(x, x + 1)));
            found.each(moved, |own, found| {
                let (x, at_home) = (own, (own + 1..=n).map(|y| puzzle.is(at(y), y)));
                found.conclude(at_home.chain([puzzle.is(at(x - 1), x)]), |because| {
                    because.push(puzzle.view_ground(view));
                    because.push(puzzle.why_not(state, at(x), x));
                    if x < n {
                        because.push(puzzle.why_not(state, at(x), x + 1));
                        because.dedup();
                    }
                    let at = at(x);
                    Self { view, at, own }
                });
            });
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let (x, at) = (self.own, puzzle.at_words(self.at));
        let holds = match x == puzzle.side() {
            true => format!("{at} does not hold the {x}"),
            false => format!("{at} holds neither the {x} nor the {}", x + 1),
        };
        let view = puzzle.view_words(self.view);
        let why = format!(
            "{view} sees a stair in which one building has moved back; {holds}, so the moved one \
             is there"
        );
        puzzle.sentence(step, &why, ": ", ", but that is not possible")
    }
}
