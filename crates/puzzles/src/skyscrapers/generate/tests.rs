//! What every maker of Skyscrapers must keep.

use super::super::Skyscrapers;
use super::*;
use crate::make::tests::{asked, is_unique, made, tools};
use crate::skyscrapers::FAMILY;

fn views_on(puzzle: &Skyscrapers, side: usize) -> usize {
    let sides = puzzle.views.chunks(puzzle.side());
    sides
        .map(|views| views.iter().flatten().count())
        .nth(side)
        .expect("four sides")
}

#[test]
fn amounts_density_and_balance_are_kept() {
    let mut alike = 0;
    for seed in 0..10 {
        let mut request = asked(&FAMILY.makers[0], (6, 6), &[("strip", 4)]);
        let made_so =
            |request: &BoardSpec| made(&FAMILY.makers[0], request, seed).expect("one of many");
        let all = |puzzle: &dyn Puzzle| [0, 1, 2, 3].map(|s| views_on(own(puzzle), s));
        let left = all(made_so(&request).as_ref());
        assert!(left.iter().sum::<usize>() >= 20, "{left:?}");
        alike += (left == [5; 4]) as usize;
        request.density = Some(1.0);
        assert_eq!(all(made_so(&request).as_ref()), [6; 4]);
    }
    assert!(alike >= 5, "{alike} of 10");
}

#[test]
fn special_looks_have_bare_sides() {
    for (look, sides) in [(1, 1), (2, 2), (3, 2), (4, 3)] {
        let request = asked(&FAMILY.makers[0], (5, 5), &[("look", look), ("strip", 0)]);
        let mut adjacent = 0;
        for seed in 0..10 {
            let made = made(&FAMILY.makers[0], &request, seed);
            let made = made.expect("with givens there always is one");
            let puzzle = own::<Skyscrapers>(made.as_ref());
            let bare = [0, 1, 2, 3].map(|side| views_on(puzzle, side) == 0);
            assert_eq!(bare.iter().filter(|&&b| b).count(), sides);
            adjacent += (bare[0] != bare[1]) as usize;
            assert!(is_unique(puzzle));
        }
        match look {
            2 => assert_eq!(adjacent, 10),
            3 => assert_eq!(adjacent, 0),
            _ => {}
        }
    }
}

/// What does not fit is never made, and a refusal does not loop.
#[test]
fn what_fits_is_asked() {
    for maker in FAMILY.makers {
        let few = |puzzle: &dyn Puzzle| {
            let puzzle = own::<Skyscrapers>(puzzle);
            puzzle.views.iter().flatten().count() >= 14
        };
        let mut tools = Tools {
            fits: &few,
            ..tools(1)
        };
        let request = asked(maker, (5, 5), &[("strip", 48), ("effort", 20)]);
        let made = (0..50).find_map(|_| (maker.propose)(&request, &mut tools).ok());
        assert!(few(made.expect("one of fifty").as_ref()));
        tools.fits = &|_| false;
        assert!((maker.propose)(&asked(maker, (5, 5), &[("givens", 25)]), &mut tools).is_err());
        assert!((maker.propose)(&request, &mut tools).is_err());
    }
}
