//! Taking clues away, as long as the rest suffices.
//!
//! What has been taken stays away: a clue that is needed now is needed later too,
//! so one pass leaves a minimal set, unless the amount or the effort ends it. The study's SideStrip
//! goes deeper: where it gets stuck before the amount is reached, it puts the last view back and
//! tries others, until its calls are spent.

use super::Draft;
use super::count::Clues;
use super::latin::Square;
use crate::kit::prelude::*;
use crate::make::prelude::*;
use crate::skyscrapers::outside;

/// Which sides have no views, and where the setter wants clues.
pub(super) struct Look {
    /// Above, below, left, right.
    bare: [bool; 4],
    map: Option<ClueMap>,
}

/// Where a cell lies.
fn inside(n: usize, i: usize) -> Cell {
    cell(i / n, i % n)
}

impl Look {
    pub(super) fn draw(request: &BoardSpec, rng: &mut Dice) -> Attempt<Look> {
        const OPPOSITE: [usize; 4] = [1, 0, 3, 2];
        let which = request.option("look");
        let side = rng.random_range(0..4);
        let beside = (side / 2 * 2 + 2 + rng.random_range(0..2)) % 4;
        let mut bare = [which == 4; 4];
        match which {
            0 => {}
            1 => bare[side] = true,
            2 => (bare[side], bare[beside]) = (true, true),
            3 => (bare[side], bare[OPPOSITE[side]]) = (true, true),
            _ => bare[side] = false,
        }
        let turned = |side: usize| match request.symmetry {
            ClueSymmetry::Turn => OPPOSITE[side],
            ClueSymmetry::Mirror if side >= 2 => OPPOSITE[side],
            _ => side,
        };
        let map = request.map.clone();
        match (0..4).all(|side| bare[side] == bare[turned(side)]) {
            true => Ok(Look { bare, map }),
            false => Err("sides that are not symmetric"),
        }
    }

    pub(super) fn is_whole(&self) -> bool {
        self.bare == [false; 4]
    }

    fn must(&self, at: Cell) -> bool {
        self.map.as_ref().is_some_and(|map| map.must(at))
    }

    /// Leave out views of bare sides and what the setter does not want, and give what must be given.
    pub(super) fn clear(&self, clues: &mut Clues, square: &Square) {
        let n = clues.n;
        for side in (0..4).filter(|&side| self.bare[side]) {
            clues.views[side * n..(side + 1) * n].fill(0);
        }
        if let Some(map) = &self.map {
            for (view, clue) in clues.views.iter_mut().enumerate() {
                *clue *= map.may(outside(n, view)) as u8;
            }
            for (cell, given) in clues.givens.iter_mut().enumerate() {
                *given = square.heights[cell] * map.must(inside(n, cell)) as u8;
            }
        }
    }
}

/// The cells that must be alike to keep a shape.
pub(super) fn cell_orbit(n: usize, shape: ClueSymmetry, cell: usize) -> Vec<usize> {
    let cells: Vec<Cell> = (0..n * n).map(|i| inside(n, i)).collect();
    orbit(n, shape, &cells, cell)
}

/// The views that must be alike to keep a shape.
fn view_orbit(n: usize, shape: ClueSymmetry, view: usize) -> Vec<usize> {
    let views: Vec<Cell> = (0..4 * n).map(|i| outside(n, i)).collect();
    orbit(n, shape, &views, view)
}

/// One of these places, and that of them which it is in the mirror.
fn orbit(n: usize, shape: ClueSymmetry, places: &[Cell], one: usize) -> Vec<usize> {
    let size = Size::new(n, n).expect("the size of a board");
    let image = shape.image(size, places[one]);
    let all = 0..places.len();
    all.filter(|&i| i == one || places[i] == image).collect()
}

pub(super) struct Strip {
    /// The most views to take away.
    pub(super) amount: usize,
    /// The most questions to ask.
    pub(super) effort: usize,
}

impl Strip {
    /// Do the clues suffice without these?
    fn ask(&mut self, draft: &Draft) -> bool {
        if self.effort == 0 {
            return false;
        }
        self.effort -= 1;
        draft.is_unique() && (draft.tools.plain || draft.fits())
    }

    /// Take away all givens that are not needed.
    pub(super) fn givens(&mut self, draft: &mut Draft, look: &Look) {
        let n = draft.clues.n;
        let given = (0..n * n).filter(|&c| draft.clues.givens[c] > 0 && !look.must(inside(n, c)));
        for cell in shuffled(given, &mut draft.tools.rng) {
            let before = draft.clues.givens.clone();
            for cell in cell_orbit(n, draft.shape, cell) {
                draft.clues.givens[cell] = 0;
            }
            let good = |strip: &mut Strip, draft: &Draft| {
                strip.ask(draft) && (!draft.tools.plain || draft.fits())
            };
            if before != draft.clues.givens && !good(self, draft) {
                draft.clues.givens = before;
            }
        }
    }

    /// Take away views in random order, or always from a side that has most and never its last.
    pub(super) fn views(&mut self, draft: &mut Draft, look: &Look, balance: bool) {
        let n = draft.clues.n;
        let shown = (0..4 * n).filter(|&v| draft.clues.views[v] > 0 && !look.must(outside(n, v)));
        let mut left = shuffled(shown, &mut draft.tools.rng);
        let mut stages = vec![draft.clues.views.clone()];
        while self.amount > 0 && !left.is_empty() {
            let on_side = |view: usize| {
                let side = view / n * n;
                let views = &draft.clues.views[side..side + n];
                views.iter().filter(|&&v| v > 0).count()
            };
            // The last of those with most, so that the shuffled order decides.
            let next = match balance {
                true => (0..left.len()).max_by_key(|&i| on_side(left[i])),
                false => Some(left.len() - 1),
            };
            let view = left.swap_remove(next.expect("some are left"));
            let mut twins = view_orbit(n, draft.shape, view);
            twins.retain(|&v| draft.clues.views[v] > 0);
            let bares = |&view: &usize| {
                let going = twins.iter().filter(|&&v| v / n == view / n).count();
                on_side(view) == going
            };
            if twins.is_empty() || twins.len() > self.amount || balance && twins.iter().any(bares) {
                continue;
            }
            let before = draft.clues.views.clone();
            twins.iter().for_each(|&view| draft.clues.views[view] = 0);
            if self.ask(draft) {
                self.amount -= twins.len();
                stages.push(draft.clues.views.clone());
            } else {
                draft.clues.views = before;
            }
        }
        if draft.tools.plain {
            // The more is taken away the harder it gets, so the last stage that fits is soon found.
            let fits = |views: &Vec<u8>| {
                draft.clues.views.clone_from(views);
                draft.fits()
            };
            let good = stages.partition_point(fits).max(1);
            draft.clues.views = stages.swap_remove(good - 1);
        }
    }

    /// The study's SideStrip: the most views that a search in depth finds, side by side in the order
    /// north, west, south, east. It ends after so many calls of itself.
    pub(super) fn depth_first(&mut self, draft: &mut Draft) {
        let n = draft.clues.n;
        let sides = [0, 2, 1, 3].into_iter();
        let order: Vec<usize> = sides.flat_map(|s| s * n..(s + 1) * n).collect();
        let mut best = (0, draft.clues.views.clone());
        let (calls, mut questions) = (self.effort, 0);
        self.dive(draft, &order, (0, &mut questions), &mut best);
        draft.clues.views = best.1;
        let calls = (calls - self.effort) as u64;
        (draft.tools.notes).extend([(CALLS, calls), (QUESTIONS, questions)]);
    }

    fn dive(
        &mut self,
        draft: &mut Draft,
        order: &[usize],
        (taken, questions): (usize, &mut u64),
        best: &mut (usize, Vec<u8>),
    ) {
        self.effort = self.effort.saturating_sub(1);
        if taken > best.0 {
            *best = (taken, draft.clues.views.clone());
        }
        for (i, &view) in order.iter().enumerate() {
            if best.0 >= self.amount || self.effort == 0 || (draft.tools.budget.stop)() {
                return;
            }
            let clue = std::mem::take(&mut draft.clues.views[view]);
            *questions += 1;
            if draft.is_unique() && draft.fits() {
                self.dive(draft, &order[i + 1..], (taken + 1, questions), best);
            }
            draft.clues.views[view] = clue;
        }
    }
}

/// What the study's SideStrip counts, and what it costs.
const CALLS: &str = "calls of SideStrip";
const QUESTIONS: &str = "questions of SideStrip";
