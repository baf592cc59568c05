//! What the printed rules of the study get wrong.

use logic::{Plan, Reasoner};

use super::super::Skyscrapers;
use crate::kit::prelude::*;

/// A small stream of numbers, the same on every machine.
pub(in super::super) fn numbers(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    }
}

/// The rules that compare a view with what is seen now conclude nothing from these facts, if this
/// is the first view of a 5×5 board from the left.
fn says_nothing(view: u16, known: impl Fn(&Skyscrapers) -> Vec<Fact>) {
    let mut puzzle = Skyscrapers::empty(5).unwrap();
    puzzle.views[2 * 5] = Some(view);
    let plan = Plan::rounds(&puzzle.rules(), |about| about.group == "differs-one");
    let steps = puzzle.steps(&known(&puzzle), &plan, Budget::UNLIMITED);
    assert!(steps.is_empty());
}

#[test]
fn a_new_building_can_hide_an_old_one() {
    // The study's printed DiffersOne builds a 5 in the first cell here; 4 3 5 1 2 fits.
    says_nothing(2, |puzzle| vec![puzzle.is(1, 3)]);
}

#[test]
fn a_new_building_can_itself_be_hidden() {
    // View 3 of 3 _ _ 5 _ with no 4 in the second cell: 3 2 4 5 1 fits.
    says_nothing(3, |puzzle| {
        vec![puzzle.is(0, 3), puzzle.is(3, 5), puzzle.is_not(1, 4)]
    });
}

#[test]
fn a_block_counts_the_cells_that_are_too_near_and_not_the_news() {
    // A 5×5 board whose second row shows four buildings from the left: the 4 stands in none of the
    // two nearest cells, whether or not one of them is known to hold something else.
    let mut puzzle = Skyscrapers::empty(5).unwrap();
    puzzle.views[2 * 5 + 1] = Some(4);
    let plan = Plan::rounds(&puzzle.rules(), |about| about.id == "side-block").with_reasons();
    for known in [vec![], vec![puzzle.is_not(5, 4)]] {
        let steps = puzzle.steps(&known, &plan, Budget::UNLIMITED);
        let mut said = steps.iter().map(|step| Reasoner::say(&puzzle, step));
        let about_the_4 = said.find(|text| text.contains("with a 4")).unwrap();
        let near = about_the_4.contains("with a 4 in one of the two nearest cells");
        assert!(near, "{about_the_4}");
    }
}
