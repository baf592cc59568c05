//! What the views alone say: PlaceStair, PlaceN, Rule N+1, SideBlock; one look is enough.
//!
//! With parks the first three do not hold as they stand: the order of the buildings is fixed, but
//! not their cells. For PlaceN and PlaceStair there are sisters that say what is left of them; for
//! Rule N+1, SideBlock from both sides says the same about the highest building.

use super::{Skyscrapers, State};
use crate::kit::prelude::*;

/// The views that are given, with what they say.
fn views(puzzle: &Skyscrapers) -> impl Iterator<Item = (usize, usize)> + '_ {
    let given = |(view, want): (usize, &Option<u16>)| want.map(|w| (view, w as usize));
    puzzle.views.iter().enumerate().filter_map(given)
}

/// The views that say just this; none unless the board has parks, or has none, as wanted.
fn views_that_say(
    puzzle: &Skyscrapers,
    want: usize,
    parks: bool,
) -> impl Iterator<Item = usize> + '_ {
    let holds = (puzzle.parks() > 0) == parks;
    let such = views(puzzle).filter(move |view| holds && view.1 == want);
    such.map(|view| view.0)
}

/// A view that sees every building.
pub(super) struct PlaceStair {
    view: usize,
}

impl Deduction<Skyscrapers> for PlaceStair {
    fn find(puzzle: &Skyscrapers, _: &State, found: &mut Findings<Self>) {
        let n = puzzle.side();
        for view in views_that_say(puzzle, n, false) {
            let stair = (0..n).map(|p| puzzle.is(puzzle.seen_cell(view, p), p + 1));
            puzzle.conclude_from_view(found, view, stair, Self { view });
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let view = puzzle.view_words(self.view);
        if step.is_clash() {
            return format!("{view} sees every building, but they cannot rise like a stair.");
        }
        let n = puzzle.side();
        format!("{view} sees every building, so they rise from 1 to {n} from there.")
    }
}

/// A view that sees one building only.
pub(super) struct PlaceN {
    view: usize,
}

impl Deduction<Skyscrapers> for PlaceN {
    fn find(puzzle: &Skyscrapers, _: &State, found: &mut Findings<Self>) {
        for view in views_that_say(puzzle, 1, false) {
            let highest = puzzle.is(puzzle.seen_cell(view, 0), puzzle.side());
            puzzle.conclude_from_view(found, view, [highest], Self { view });
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let view = puzzle.view_words(self.view);
        let (n, at) = (puzzle.side(), puzzle.seen_cell(self.view, 0));
        let at = puzzle.at_words(at);
        match step.is_clash() {
            true => format!("{view} sees one building only, but the {n} cannot stand in {at}."),
            false => format!("{view} sees one building only, so the {n} stands in {at}."),
        }
    }
}

/// The two views of a line that see every building between them.
pub(super) struct NPlus1 {
    near: usize,
    far: usize,
}

impl Deduction<Skyscrapers> for NPlus1 {
    fn find(puzzle: &Skyscrapers, _: &State, found: &mut Findings<Self>) {
        let n = puzzle.side();
        if puzzle.parks() > 0 {
            return;
        }
        for line in 0..2 * n {
            let [near, far] = puzzle.views_of(line);
            let (Some(a), Some(z)) = (puzzle.views[near], puzzle.views[far]) else {
                continue;
            };
            if (a + z) as usize != n + 1 {
                continue;
            }
            let top = a as usize - 1;
            let highest = puzzle.is(puzzle.line_cell(line, top), n);
            let too_low = (0..n).filter(|&p| p != top).flat_map(|p| {
                // The p-th of a slope is at least p high.
                let rank = if p < top { p + 1 } else { n - p };
                (1..rank).map(move |h| puzzle.is_not(puzzle.line_cell(line, p), h))
            });
            found.conclude([highest].into_iter().chain(too_low), |because| {
                because.extend([near, far].map(|v| puzzle.view_ground(v)));
                Self { near, far }
            });
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let n = puzzle.side();
        let (both, sum) = (puzzle.views_words(&[self.near, self.far]), n + 1);
        let why =
            format!("{both} add up to {sum}, so the buildings rise to the {n} and fall after it");
        puzzle.sentence(step, &why, ": ", ", but that is no longer possible")
    }
}

/// A height that would block a view.
pub(super) struct SideBlock {
    view: usize,
    height: usize,
    /// How many cells are too near for it, those included where it is ruled out already.
    near: usize,
}

impl Deduction<Skyscrapers> for SideBlock {
    fn find(puzzle: &Skyscrapers, _: &State, found: &mut Findings<Self>) {
        let depth = puzzle.depth as usize;
        for (view, want) in views(puzzle) {
            for height in 1..=depth {
                // Position p (from 1) with p + depth − height < want.
                let near = (want + height).saturating_sub(depth + 1).min(puzzle.side());
                let not = (0..near).map(|p| puzzle.not_seen_at(view, p, height));
                puzzle.conclude_from_view(found, view, not, Self { view, height, near });
            }
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let (view, height) = (puzzle.view_words(self.view), self.height);
        if step.is_clash() {
            return format!("{view} would be blocked by the {height}, which stands too near.");
        }
        // Not the cells of the conclusion: where the height is ruled out already, nothing is said.
        let cells = match self.near {
            1 => "the nearest cell".to_owned(),
            near => format!("one of the {} nearest cells", number(near)),
        };
        let so = puzzle.conclusion(&step.therefore);
        format!("{view} could not be reached with a {height} in {cells}, so {so}.")
    }
}

/// A view that sees one building only, where there are parks.
pub(super) struct ParksFirst {
    view: usize,
}

impl Deduction<Skyscrapers> for ParksFirst {
    fn find(puzzle: &Skyscrapers, _: &State, found: &mut Findings<Self>) {
        let depth = puzzle.depth as usize;
        for view in views_that_say(puzzle, 1, true) {
            let nearest = puzzle.seen_cell(view, 0);
            let too_low = (1..depth).map(|h| puzzle.is_not(nearest, h));
            let too_far = puzzle.parks() + 1..puzzle.side();
            let not = too_low.chain(too_far.map(|p| puzzle.not_seen_at(view, p, depth)));
            puzzle.conclude_from_view(found, view, not, Self { view });
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let (view, depth) = (puzzle.view_words(self.view), puzzle.depth);
        let why =
            format!("{view} sees one building only, so nothing but parks comes before the {depth}");
        if step.is_clash() {
            return format!("{why}, but that is no longer possible.");
        }
        let near = number(puzzle.parks() + 1);
        let at = puzzle.at_words(puzzle.seen_cell(self.view, 0));
        format!(
            "{why}: it is in one of the {near} nearest cells, and {at} holds the {depth} or a park."
        )
    }
}

/// A view that sees every building, where there are parks.
pub(super) struct ParksStair {
    view: usize,
}

impl Deduction<Skyscrapers> for ParksStair {
    fn find(puzzle: &Skyscrapers, _: &State, found: &mut Findings<Self>) {
        let depth = puzzle.depth as usize;
        for view in views_that_say(puzzle, depth, true) {
            let not = (1..=depth).flat_map(|height| {
                let too_far = height + puzzle.parks()..puzzle.side();
                let wrong = (0..height - 1).chain(too_far);
                wrong.map(move |p| puzzle.not_seen_at(view, p, height))
            });
            puzzle.conclude_from_view(found, view, not, Self { view });
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let view = puzzle.view_words(self.view);
        let why =
            format!("{view} sees every building, so they rise from there, parks between them");
        puzzle.sentence(step, &why, ": ", ", but that is no longer possible")
    }
}
