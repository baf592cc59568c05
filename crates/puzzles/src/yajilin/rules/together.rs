//! Two rows or columns together, beside each other or with one between them: of the ways to place the
//! shaded cells of either, only some fit with a way to place those of the other. In the others shaded
//! cells touch, or a cell has fewer than two ways.

use super::view::{Square, View, shrunk};
use super::{State, Yajilin};
use crate::kit::prelude::*;

/// Nobody lists more ways to place the shaded cells of a row.
const MOST: usize = 12;

/// So few pairs are shown, each in a small picture.
const SHOWN: usize = 6;

/// What all ways to place the shaded cells of two rows have in common.
pub(super) struct TwoRows {
    /// Those of their arrows that matter.
    arrows: Vec<Cell>,
    /// How many ways there are for either row alone.
    ways: [usize; 2],
    /// For each pair of ways that fit together, what is then shaded.
    pairs: Vec<Vec<Fact>>,
}

impl Deduction<Yajilin> for TwoRows {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let ranks = &state.counting.ranks;
        let near =
            |r: usize| (1..=2).flat_map(move |far| (0..=far).map(move |i| (r + far, i, far)));
        let band = |(last, back, far): (usize, usize, usize)| {
            let (last, first) = ((last - back), (last - back).checked_sub(far)?);
            let has_clues = |r: usize| ranks.get(r).is_some_and(|rank| !rank.clues.is_empty());
            let are_along = || ranks[first].ahead == ranks[last].ahead;
            (has_clues(first) && has_clues(last) && are_along()).then_some((first, last))
        };
        let touched = state.touched_ranks(findings).into_iter();
        let bands = touched.flat_map(near).filter_map(band);
        let now = state.now(findings);
        // A row lies in up to four bands.
        let mut listed: Vec<Option<Option<Vec<u128>>>> = vec![None; ranks.len()];
        findings.each(distinct(bands), |(first, last), findings| {
            for r in [first, last] {
                listed[r].get_or_insert_with(|| View::new(&ranks[r], now).listed(MOST));
            }
            let [Some(Some(a)), Some(Some(z))] = [&listed[first], &listed[last]] else {
                return;
            };
            let band: Vec<_> = ranks[first..=last].iter().collect();
            let views: Vec<View> = band.iter().map(|rank| View::new(rank, now)).collect();
            let fit = Fit::among(&views, [a, z]);
            let facts = |masks: &[u128; 3], shaded: bool| {
                let rows = [first, first + 1, last].into_iter().zip(*masks);
                let cells = rows.flat_map(|(r, mask)| {
                    let cells = ranks[r].cells.iter().enumerate();
                    cells.filter_map(move |(p, v)| v.filter(|_| mask >> p & 1 != 0))
                });
                cells.map(|v| Fact::new(v, shaded)).collect::<Vec<Fact>>()
            };
            let sure = [facts(&fit.shaded, true), facts(&fit.passed, false)].concat();
            let is_broken = fit.pairs.is_empty();
            findings.conclude_unless(is_broken, sure, |because| {
                let decides = |views: &[View]| Fit::of(views).is_some_and(|less| less.says(&fit));
                let pair = |&[a, z]: &[u128; 2]| facts(&[a, 0, z], true);
                Self {
                    arrows: shrunk(views.clone(), &band, now, decides, because),
                    ways: fit.ways,
                    pairs: fit.pairs.iter().map(pair).collect(),
                }
            });
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let clues = self.arrows.iter().map(|&at| puzzle.clue_words(at));
        let of = match self.arrows.len() {
            0 => "two rows".to_owned(),
            _ => list(clues, "and"),
        };
        let [a, z] = self.ways.map(number);
        let ways = if self.ways[1] == 1 { "way" } else { "ways" };
        let all = format!("The shaded cells of {of} can be placed in {a} and in {z} {ways}");
        if step.is_clash() {
            return format!("{all}, but none fits with any: some cell has fewer than two ways.");
        }
        let what = puzzle.conclusions(step);
        let only = match self.pairs.len() {
            1 => "one pair fits together, and then".to_owned(),
            2 => "two pairs fit together, and in both".to_owned(),
            n => format!("{} pairs fit together, and in all of them", number(n)),
        };
        format!("{all}. Only {only} {what}.")
    }

    fn picture(&self, _: &Yajilin, _: &Step) -> Picture {
        let pairs = self.pairs.iter().filter(|_| self.pairs.len() <= SHOWN);
        pairs.fold(Picture::default(), |picture, pair| {
            picture.case(pair.clone(), "", false)
        })
    }
}

/// What fits together in two rows, as bits for positions.
struct Fit {
    ways: [usize; 2],
    pairs: Vec<[u128; 2]>,
    /// What is shaded or passed in every pair, in the first row, between and in the last row. Only what
    /// is not known.
    shaded: [u128; 3],
    passed: [u128; 3],
}

impl Fit {
    /// Of two or three rows; nothing if there are too many ways to list.
    fn of(views: &[View]) -> Option<Fit> {
        let [first, .., last] = views else {
            return None;
        };
        let listed = [first.listed(MOST)?, last.listed(MOST)?];
        Some(Fit::among(views, [&listed[0], &listed[1]]))
    }

    /// Of two or three rows with these ways for the first and the last.
    fn among(views: &[View], listed: [&[u128]; 2]) -> Fit {
        let mut fit = Fit {
            ways: [listed[0].len(), listed[1].len()],
            pairs: Vec::new(),
            shaded: [u128::MAX, 0, u128::MAX],
            passed: [u128::MAX; 3],
        };
        let squares: Vec<Squares> = views.iter().map(Squares::of).collect();
        for &a in listed[0] {
            for &z in listed[1].iter().filter(|&&z| fits(views, &squares, a, z)) {
                fit.pairs.push([a, z]);
                fit.shaded = [fit.shaded[0] & a, 0, fit.shaded[2] & z];
                let [first, between, last] = fit.passed;
                fit.passed = [first & !a, between & (a | z), last & !z];
            }
        }
        let open = |i: usize| squares[i].open;
        let between = if views.len() == 3 { open(1) } else { 0 };
        let open = [open(0), between, open(views.len() - 1)];
        fit.shaded = [0, 1, 2].map(|i| fit.shaded[i] & open[i]);
        // Beside a cell that is shaded it goes without saying.
        let [a, _, z] = fit.shaded;
        let beside = match views.len() {
            2 => [a << 1 | a >> 1 | z, 0, z << 1 | z >> 1 | a],
            _ => [a << 1 | a >> 1, a | z, z << 1 | z >> 1],
        };
        fit.passed = [0, 1, 2].map(|i| fit.passed[i] & open[i] & !beside[i]);
        fit
    }

    /// Does this say at least as much?
    fn says(&self, other: &Fit) -> bool {
        let all = |a: &[u128; 3], z: &[u128; 3]| a.iter().zip(z).all(|(a, z)| z & !a == 0);
        match other.pairs.is_empty() {
            true => self.pairs.is_empty(),
            false => all(&self.shaded, &other.shaded) && all(&self.passed, &other.passed),
        }
    }
}

/// What is where in a row, as bits for positions.
struct Squares {
    passed: u128,
    open: u128,
    free: u128,
}

impl Squares {
    fn of(view: &View) -> Squares {
        Squares {
            passed: view.positions(|square| square == Square::Passed),
            open: view.positions(|square| square == Square::Open),
            free: view.positions(|square| square != Square::Taken),
        }
    }
}

/// Can the shaded cells of the first and the last row be these?
fn fits(views: &[View], squares: &[Squares], first: u128, last: u128) -> bool {
    let between = views.len() == 3;
    let shaded = |i: usize| match i {
        0 => 0,
        1 => first,
        2 if between => 0,
        i if i == views.len() => last,
        _ => 0,
    };
    let touching = !between && first & last != 0;
    !touching
        && views
            .iter()
            .zip(squares)
            .enumerate()
            .all(|(i, (view, squares))| {
                let [before, here, after] = [i, i + 1, i + 2].map(shaded);
                let back = view.back & !(here << 1);
                let ahead = view.ahead & !(here >> 1);
                let (before_way, after_way) = (view.across[0] & !before, view.across[1] & !after);
                let two = back & ahead
                    | before_way & after_way
                    | (back | ahead) & (before_way | after_way);
                // Of the row between only what is passed for certain.
                let is_between = between && i == 1;
                let passed = match is_between {
                    true => squares.passed | squares.open & (before | after),
                    false => squares.free & !here,
                };
                passed & !two == 0
            })
}
