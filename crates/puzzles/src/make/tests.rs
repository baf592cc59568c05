//! What all makers must keep, and what the tests of each of them need.

use std::collections::BTreeSet;

use rand_chacha::rand_core::SeedableRng;

use super::*;
use crate::{FAMILIES, newfamily};

pub(crate) fn tools(seed: u64) -> Tools<'static> {
    Tools {
        rng: ChaCha8Rng::seed_from_u64(seed),
        budget: Budget::conflicts(20_000),
        fits: &|_| true,
        rules_prove_uniqueness: false,
        plain: false,
        raw: false,
        prover: None,
        deduced: &|_| Vec::new(),
        notes: Vec::new(),
    }
}

/// A request for nothing but a size.
pub(crate) fn unasked(maker: &Maker, rows: usize, cols: usize) -> BoardSpec {
    BoardSpec {
        rows,
        cols,
        symmetry: ClueSymmetry::Any,
        density: None,
        options: maker.options.iter().map(|o| (o.id, o.usual)).collect(),
    }
}

/// A request for a size and some of the maker's own options.
pub(crate) fn asked(
    maker: &Maker,
    (rows, cols): (usize, usize),
    options: &[(&'static str, i64)],
) -> BoardSpec {
    let mut request = unasked(maker, rows, cols);
    for &(id, value) in options {
        let option = request.options.iter_mut().find(|(name, _)| *name == id);
        option.expect("an option of this maker").1 = value;
    }
    request
}

pub(crate) fn made(
    maker: &Maker,
    request: &BoardSpec,
    seed: u64,
) -> Result<Arc<dyn Puzzle>, &'static str> {
    (maker.propose)(request, &mut tools(seed))
}

pub(crate) fn is_unique(puzzle: &dyn Puzzle) -> bool {
    solve(puzzle, 2, Budget::UNLIMITED).status == Status::Unique
}

/// This many puzzles, each proved unique; at least one attempt in three must give one.
pub(crate) fn all_unique(maker: &Maker, request: &BoardSpec, count: usize) -> Vec<Arc<dyn Puzzle>> {
    let mut made = Vec::new();
    for seed in 0..3 * count as u64 {
        let mut tools = tools(seed);
        if let Ok(puzzle) = (maker.propose)(request, &mut tools) {
            assert!(tools.is_unique(puzzle.as_ref()), "{}: {puzzle:?}", maker.id);
            made.push(puzzle);
        }
        if made.len() == count {
            return made;
        }
    }
    panic!(
        "{}: only {} of {count} at {request:?}",
        maker.id,
        made.len()
    );
}

/// Every clue has a partner where the symmetry wants one.
pub(crate) fn assert_lies_as(shape: ClueSymmetry, puzzle: &dyn Puzzle) {
    let places = puzzle.removals().into_iter().map(|edit| edit.place);
    let places: BTreeSet<Place> = places.collect();
    let image = |place: &Place| match *place {
        Place::Cell(at) => Place::Cell(shape.image(puzzle.size(), at)),
        Place::Outside(at) => Place::Outside(shape.image(puzzle.size(), at)),
    };
    let images: BTreeSet<Place> = places.iter().map(image).collect();
    assert_eq!(places, images, "{shape:?}: {puzzle:?}");
}

/// All seeds give what they gave before, and the best maker of a family not always the same.
#[test]
fn the_same_seed_makes_the_same_puzzle() {
    for family in FAMILIES.iter().chain([&&newfamily::FAMILY]) {
        for (rank, maker) in family.makers.iter().enumerate() {
            let request = unasked(maker, 5, 5);
            let all: Vec<_> = (0..30)
                .filter_map(|seed| {
                    let record = || made(maker, &request, seed).map(|puzzle| puzzle.record());
                    let once = record();
                    assert_eq!(once, record(), "{family:?}, {}", maker.id);
                    once.ok()
                })
                .collect();
            let differ = all.len() > 1 && all.iter().any(|record| *record != all[0]);
            assert!(differ || rank > 0, "{family:?}, {}", maker.id);
        }
    }
}

#[test]
fn clues_lie_as_wanted() {
    for family in FAMILIES {
        for maker in family.makers {
            for &shape in maker.shapes {
                for (rows, cols) in [(8, 8), (7, 9), (9, 6)] {
                    let is_size = |size: Size| (family.empty)(size).is_ok();
                    if !Size::new(rows, cols).is_some_and(is_size) {
                        continue;
                    }
                    let mut request = unasked(maker, rows, cols);
                    request.symmetry = shape;
                    for puzzle in all_unique(maker, &request, 3) {
                        assert_lies_as(shape, puzzle.as_ref());
                    }
                }
            }
        }
    }
}

/// What nobody wants is never made, and a refusal does not loop. Makers that hand out whatever
/// comes first leave it to the workshop to ask.
#[test]
fn what_does_not_fit_is_not_made() {
    for family in FAMILIES {
        let refused = family.makers.iter().filter(|maker| {
            let mut tools = tools(1);
            tools.fits = &|_| false;
            (maker.propose)(&unasked(maker, 6, 6), &mut tools).is_err()
        });
        let refused: Vec<&str> = refused.map(|maker| maker.id).collect();
        assert_eq!(refused.first(), Some(&family.makers[0].id), "{family:?}");
    }
}
