//! Towards a puzzle that needs the rules that are required. Whether a candidate gets stuck without them
//! is asked first: it is the cheapest question, and most do not. If many candidates were in vain, one
//! that gets stuck is changed where it does, a few clues at a time, and goes on as long as it gets stuck
//! and has one solution. (A rule that one candidate in a few hundred needs is found sooner without that:
//! where every candidate was changed, two puzzles were made in the time of five. A rule that one in two
//! thousand needs takes two thirds of the candidates and of the time with it.)
//!
//! A change hides some clues that lie near each other, takes one of the solutions that there are then,
//! and tells as many clues of the same kind of that one. So families need to know nothing about it, the
//! number of clues stays, and so do their places where a symmetry or a layout is wanted.

use std::sync::Arc;

use grid::Cell;
use logic::order::sort_by_number;
use puzzles::make::{ClueSymmetry, Edit, Place, edited};
use puzzles::{Board, Puzzle, solve};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use sat::Budget;

use crate::generate::{Made, Order, Tally, judged, sole};
use crate::traits::clues;
use crate::wish::NOT_NEEDED;

/// So many candidates are in vain before any is changed.
const PLAIN: u64 = 500;

/// How often a candidate is changed before another is proposed.
const CHANGES: usize = 60;

/// So many clues are hidden at most for a change, and so many solutions looked at then.
const HIDDEN: usize = 4;
const SOLUTIONS: usize = 12;

/// How often clues of these solutions are drawn.
const DRAWS: usize = 6;

/// A puzzle that needs the required rules, on from this candidate; or why there is none. Every change
/// counts as a candidate.
pub(crate) fn steer(
    order: &Order,
    mut here: Arc<dyn Puzzle>,
    rng: &mut ChaCha8Rng,
    budget: Budget,
    tally: &mut Tally,
) -> Result<Made, &'static str> {
    let fixed = order.request.map.is_some() || order.request.symmetry != ClueSymmetry::Any;
    let all = order.wish.required.len();
    let mut near = order.wish.nearness(here.as_ref(), budget);
    if near.stuck < all {
        return Err(NOT_NEEDED);
    }
    let changes = if tally.attempts > PLAIN { CHANGES } else { 0 };
    let known = sole(order, here.as_ref(), budget)?;
    let mut outcome = match near.needed == all {
        true => judged(order, here.clone(), known, budget),
        false => Err(NOT_NEEDED),
    };
    for _ in 0..changes {
        let is_over = tally.attempts >= u64::from(order.attempts) || (budget.stop)();
        let Err(why) = outcome else {
            break;
        };
        if is_over {
            break;
        }
        let Some(other) = changed(here.as_ref(), &near.open, fixed, rng, budget) else {
            continue;
        };
        tally.reject(why);
        tally.attempts += 1;
        let its = order.wish.nearness(other.as_ref(), budget);
        outcome = Err(NOT_NEEDED);
        if its.stuck < all || its.needed < near.needed {
            continue;
        }
        match sole(order, other.as_ref(), budget) {
            Err(why) => outcome = Err(why),
            Ok(known) => {
                if its.needed == all {
                    outcome = judged(order, other.clone(), known, budget);
                }
                (here, near) = (other, its);
            }
        }
    }
    outcome
}

/// The puzzle with a few other clues, if that is another puzzle; `fixed` if they must be where they are.
/// Of the solutions that are seen without these clues the others tell of only one.
fn changed(
    puzzle: &dyn Puzzle,
    open: &[Cell],
    fixed: bool,
    rng: &mut ChaCha8Rng,
    budget: Budget,
) -> Option<Arc<dyn Puzzle>> {
    let there = clues(&puzzle.record());
    let mut hidden = puzzle.removals();
    let any = hidden.choose(rng)?.place.cell();
    let near = open.choose(rng).copied().unwrap_or(any);
    hidden.shuffle(rng);
    sort_by_number(&mut hidden, |edit| distance(edit.place.cell(), near));
    hidden.truncate(rng.random_range(1..=HIDDEN));
    let loose = edited(puzzle, &hidden).ok()?;
    let solutions = solve(loose.as_ref(), SOLUTIONS, budget).solutions;
    let told = |solution: &Board| loose.reveals(solution);
    let told: Vec<Vec<Edit>> = solutions.iter().map(told).collect();
    for _ in 0..DRAWS {
        let stay = fixed || rng.random_bool(0.5);
        let mut reveals = told.choose(rng)?.clone();
        reveals.shuffle(rng);
        let mut edits: Vec<Edit> = Vec::new();
        for gone in &hidden {
            let sign = &there.iter().find(|(at, _)| *at == gone.place.cell())?.1;
            let suits = |edit: &&Edit| {
                let free = edits.iter().all(|other| other.place != edit.place);
                free && is_like(edit, gone.place, sign) && (!stay || edit.place == gone.place)
            };
            edits.extend(reveals.iter().find(suits).cloned());
        }
        let is_told = |told: &&Vec<Edit>| edits.iter().all(|edit| told.contains(edit));
        let is_old = |edit: &Edit| there.contains(&(edit.place.cell(), edit.sign.clone()));
        let is_one = told.iter().filter(is_told).count() == 1;
        if is_one && edits.len() == hidden.len() && !edits.iter().all(is_old) {
            return edited(loose.as_ref(), &edits).ok();
        }
    }
    None
}

fn distance(one: Cell, other: Cell) -> usize {
    usize::from(one.row.abs_diff(other.row) + one.col.abs_diff(other.col))
}

/// Is this a clue of the same kind: both in cells or both outside, and alike but for the number?
fn is_like(edit: &Edit, place: Place, sign: &str) -> bool {
    let outside = |place: Place| matches!(place, Place::Outside(_));
    let rest = |sign: &str| {
        sign.trim_start_matches(|c: char| c.is_ascii_digit())
            .to_owned()
    };
    outside(edit.place) == outside(place) && rest(&edit.sign) == rest(sign)
}

#[cfg(test)]
mod tests {
    use puzzles::FAMILIES;
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn a_change_keeps_how_many_clues_there_are_and_where_they_must_be() {
        let rng = &mut ChaCha8Rng::seed_from_u64(17);
        for family in FAMILIES {
            let mut seen = 0;
            for document in family.samples().flatten() {
                let puzzle = document.puzzle.as_ref();
                let places = |puzzle: &dyn Puzzle| {
                    let clues = clues(&puzzle.record());
                    clues.into_iter().map(|(at, _)| at).collect::<Vec<Cell>>()
                };
                for fixed in [true, false] {
                    let budget = Budget::conflicts(2_000);
                    let Some(other) = changed(puzzle, &[], fixed, rng, budget) else {
                        continue;
                    };
                    seen += 1;
                    let (before, after) = (places(puzzle), places(other.as_ref()));
                    assert_eq!(before.len(), after.len(), "{other:?}");
                    assert!(!fixed || before == after, "{other:?}");
                    assert_ne!(puzzle.record(), other.record());
                }
            }
            assert!(seen > 0, "no change of any {}", family.name);
        }
    }
}
