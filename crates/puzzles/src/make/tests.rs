//! What all makers must keep, and what the tests of each of them need.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use rand::Rng;
use rand_chacha::rand_core::SeedableRng;

use super::*;
use crate::{FAMILIES, Family, newfamily};

pub(crate) fn tools(seed: u64) -> Tools<'static> {
    Tools {
        rng: ChaCha8Rng::seed_from_u64(seed),
        lot: ChaCha8Rng::seed_from_u64(!seed).random(),
        budget: Budget::conflicts(20_000),
        fits: &|_| true,
        rules_prove_uniqueness: false,
        plain: false,
        easy: false,
        raw: false,
        prover: None,
        deduced: &|_| Vec::new(),
        notes: Vec::new(),
        hopeless: false,
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
        map: None,
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

/// A number, or a range of them: "5", "9 to 17".
fn range(words: &str) -> RangeInclusive<usize> {
    let number = |text: &str| {
        text.parse()
            .unwrap_or_else(|_| panic!("{words:?}: no number"))
    };
    let (least, most) = words.split_once(" to ").unwrap_or((words, words));
    number(least)..=number(most)
}

/// A request as in "ours 7x7, density 0.9".
fn request(family: &'static Family, words: &str) -> (&'static Maker, BoardSpec) {
    let mut parts = words.split(", ");
    let (id, size) = parts
        .next()
        .and_then(|head| head.split_once(' '))
        .expect("a maker, a size");
    let maker = family
        .makers
        .iter()
        .find(|maker| maker.id == id)
        .expect("a maker");
    let (rows, cols) = size.split_once('x').expect("ROWSxCOLS");
    let mut spec = unasked(maker, *range(rows).end(), *range(cols).end());
    for part in parts {
        if let Some(shape) = ClueSymmetry::named(part) {
            spec.symmetry = shape;
            continue;
        }
        let (id, value) = part.split_once(' ').expect("a name and a value");
        match id {
            "density" => spec.density = value.parse().ok(),
            _ => {
                let option = spec.options.iter_mut().find(|(name, _)| *name == id);
                option.expect("an option of this maker").1 = value.parse().expect("a number");
            }
        }
    }
    (maker, spec)
}

/// How many of a puzzle's cells are given, or hold a sign, perhaps with others.
fn holding(puzzle: &dyn Puzzle, sign: &str) -> usize {
    let signs = puzzle.record().problem.map_or_else(Vec::new, |grid| grid.0);
    let holds = |cell: &&String| match sign {
        "given" => *cell != "-",
        sign => cell.contains(sign.trim_matches('"')),
    };
    signs.iter().flatten().filter(holds).count()
}

/// Is this true of a puzzle that was made?
fn holds(puzzle: &dyn Puzzle, what: &str) -> bool {
    if what == "minimal" {
        let removals = puzzle.removals();
        let less = |edit| edited(puzzle, &[edit]).is_ok_and(|less| is_unique(less.as_ref()));
        return !removals.is_empty() && !removals.into_iter().any(less);
    }
    let (count, sign) = what.rsplit_once(' ').expect("how often, and a sign");
    let there = holding(puzzle, sign);
    match count {
        "no" => there == 0,
        "some" => there > 0,
        count => range(count).contains(&there),
    }
}

/// Does what the line says become of a request?
fn keeps(family: &'static Family, asked: &str, expected: &str) -> Result<(), String> {
    let (maker, spec) = request(family, asked);
    let mut expected = expected.split(", ");
    let first = expected.next().expect("what comes out");
    if let Some(attempts) = first.strip_suffix(" refused") {
        let made =
            (0..*range(attempts).end() as u64).find_map(|seed| made(maker, &spec, seed).ok());
        return made.map_or(Ok(()), |puzzle| Err(format!("{puzzle:?}")));
    }
    let (wanted, attempts) = (first.strip_suffix(" unique"))
        .and_then(|words| words.split_once(" of "))
        .expect("\"N of M unique\" or \"M refused\"");
    let all = (0..*range(attempts).end() as u64).filter_map(|seed| made(maker, &spec, seed).ok());
    let most = if wanted.contains(' ') {
        usize::MAX
    } else {
        *range(wanted).end()
    };
    let all: Vec<Arc<dyn Puzzle>> = all.take(most).collect();
    if !range(wanted).contains(&all.len()) {
        return Err(format!("{} were made", all.len()));
    }
    for what in std::iter::once("unique").chain(expected) {
        let is_right = |puzzle: &dyn Puzzle| match what {
            "unique" => is_unique(puzzle),
            what => holds(puzzle, what),
        };
        if let Some(puzzle) = all.iter().find(|puzzle| !is_right(puzzle.as_ref())) {
            return Err(format!("not {what}: {puzzle:?}"));
        }
    }
    for puzzle in &all {
        assert_lies_as(spec.symmetry, puzzle.as_ref());
    }
    Ok(())
}

#[test]
fn makers_keep_what_their_families_say() {
    for family in FAMILIES.iter().copied().chain([&newfamily::FAMILY]) {
        let lines = family.texts.makers.lines();
        let lines: Vec<&str> = lines
            .filter(|l| !l.is_empty() && !l.starts_with('#'))
            .collect();
        assert!(
            !lines.is_empty(),
            "{family:?} says nothing about its makers"
        );
        for line in lines {
            let (asked, expected) = line.split_once(": ").expect("a colon");
            if let Err(wrong) = keeps(family, asked, expected) {
                panic!("{}/examples/makers.txt: {line}: {wrong}", family.id);
            }
        }
    }
}
