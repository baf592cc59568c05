//! A line looked at from one side, in the study's words.
//!
//! *Seen now* is a building higher than every built one in front of it; free cells are skipped.
//! The *wall* is the nearest building higher than everything that is still to be built: nothing
//! to come can hide it, or be seen behind it. The cells before it are the *zone*; free cells
//! behind it are *hiding places*. What is still missing in the view must appear in the zone.

use super::line::{Bits, bits};
use super::{LARGEST_SIDE, Skyscrapers, State};
use crate::kit::prelude::*;

/// Nothing is built here yet.
const FREE: u8 = u8::MAX;

pub(super) struct Sight<'a> {
    pub puzzle: &'a Skyscrapers,
    pub state: &'a State,
    /// The number of the view.
    pub view: usize,
    /// How many buildings the view says are seen.
    pub want: i32,
    /// What is built at each position, the nearest first; a park is 0.
    built: [u8; LARGEST_SIDE],
    /// The cell at each position, the nearest first.
    cells: [u8; LARGEST_SIDE],
    side: usize,
    /// The cells before the wall are those before this position.
    pub wall: usize,
    free: [u8; LARGEST_SIDE],
    /// How many cells of the zone are free.
    pub free_count: usize,
    /// The heights that are not built in this line yet, as bits.
    pub unbuilt: Bits,
    /// The highest height that is not built in this line yet; 0 if there is none.
    pub top: usize,
    /// How many buildings are seen now.
    seen: i32,
    /// How many of the buildings seen now stand at the wall or behind it.
    pub seen_from_wall: i32,
    /// How many of the buildings seen now stand before the first free cell of the zone.
    seen_before: i32,
    /// The highest building before the first free cell of the zone; 0 if there is none.
    pub before: usize,
    /// The highest building in the zone.
    zone_high: usize,
    /// How many parks are still to come in this line.
    pub parks_left: usize,
}

/// What a rule about a view waits for, which depends on what is built in its line alone. Few views are
/// of any such kind at a time; so it is found out once for every building and not by every rule.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// Every free cell has to be seen, or more.
    NeedsAll,
    /// See [`Sight::one_missing`].
    OneMissing,
    /// The highest missing building would close the view too early.
    Closes,
    /// As many buildings as the view says, or more, are seen for certain.
    Met,
}

impl Skyscrapers {
    /// Look along the lines with news from every side that has a view of this kind; along those with a
    /// new building, if the rule depends on nothing else.
    pub(super) fn for_each_sight<D>(
        &self,
        (state, kind, by_buildings): (&State, Kind, bool),
        found: &mut Findings<D>,
        mut look: impl FnMut(&Sight, &mut Findings<D>),
    ) {
        let of_kind = state.kinds[kind as usize];
        if of_kind == 0 {
            return;
        }
        let lines = self.rows_and_columns_to_look_at(found, by_buildings);
        let views = lines.flat_map(|line| self.views_of(line));
        let views = views.filter(|&view| of_kind & 1 << view != 0);
        let sights = views.filter_map(|view| self.look(state, view));
        found.each(sights, |sight, found| look(&sight, found));
    }

    /// Find out of which kinds a view is.
    pub(super) fn sort_view(&self, state: &mut State, view: usize) {
        let Some(sight) = self.look(state, view) else {
            return;
        };
        let (missing, free) = (sight.missing(), sight.free_count as i32);
        let at_most = sight.seen_before + 1 + sight.seen_from_wall;
        let kinds = [
            missing >= free && (free, missing) != (0, 0),
            sight.one_missing(),
            free > 0 && missing > 0 && at_most < sight.want,
            sight.sure() >= sight.want,
        ];
        for (views, is) in state.kinds.iter_mut().zip(kinds) {
            *views = *views & !(1 << view) | (is as u64) << view;
        }
    }

    fn look<'a>(&'a self, state: &'a State, view: usize) -> Option<Sight<'a>> {
        let want = self.views[view]? as i32;
        let n = self.side();
        let mut sight = Sight {
            puzzle: self,
            state,
            view,
            want,
            built: [FREE; LARGEST_SIDE],
            cells: [0; LARGEST_SIDE],
            side: n,
            wall: n,
            free: [0; LARGEST_SIDE],
            free_count: 0,
            unbuilt: 0,
            top: 0,
            seen: 0,
            seen_from_wall: 0,
            seen_before: 0,
            before: 0,
            zone_high: 0,
            parks_left: self.parks(),
        };
        let mut heights: Bits = 0;
        let (first, step) = self.sight_along(view);
        for p in 0..n {
            let at = first.wrapping_add_signed(p as isize * step);
            sight.cells[p] = at as u8;
            if state.built[at] != 0 {
                let height = state.built[at].trailing_zeros();
                sight.built[p] = height as u8;
                heights |= 1 << height;
                sight.parks_left -= (height == 0 && sight.parks_left > 0) as usize;
            }
        }
        sight.unbuilt = self.all_heights() & !heights & !1;
        sight.top = sight.unbuilt.checked_ilog2().unwrap_or(0) as usize;
        sight.count();
        Some(sight)
    }
}

impl Sight<'_> {
    /// Find the wall and the zone's free cells, and count what is seen now.
    fn count(&mut self) {
        let n = self.side;
        let mut highest = 0;
        for p in 0..n {
            let height = self.built[p];
            if height == FREE {
                if self.wall == n && self.top > 0 {
                    self.free[self.free_count] = p as u8;
                    self.free_count += 1;
                }
                continue;
            }
            if self.wall == n && self.top > 0 && height as usize > self.top {
                self.wall = p;
            }
            let in_zone = self.wall == n;
            if height > highest {
                highest = height;
                self.seen += 1;
                self.seen_from_wall += !in_zone as i32;
                if in_zone && self.free_count == 0 {
                    self.seen_before += 1;
                    self.before = height as usize;
                }
                if in_zone {
                    self.zone_high = height as usize;
                }
            }
        }
    }

    /// The positions of the zone's free cells.
    pub fn free(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        self.free[..self.free_count].iter().map(|&p| p as usize)
    }

    /// The zone's free cells.
    pub fn free_cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.free().map(|p| self.cell(p))
    }

    /// The first of the zone's free cells, where there is one.
    pub fn first_free(&self) -> usize {
        self.cell(self.free[0] as usize)
    }

    /// How many buildings are seen whatever comes.
    pub fn sure(&self) -> i32 {
        self.seen_before + self.seen_from_wall
    }

    /// How many more buildings have to be seen.
    pub fn missing(&self) -> i32 {
        self.want - self.seen
    }

    /// No building of the zone that is seen now stands behind its first free cell; else a new
    /// building could take from what is seen.
    pub fn front_is_clear(&self) -> bool {
        self.zone_high == self.before
    }

    /// One more is to be seen, nothing can be taken away, and the first free cell exists.
    pub fn one_missing(&self) -> bool {
        self.missing() == 1 && self.free_count > 0 && self.front_is_clear()
    }

    /// The cell at a position, counted from the viewer.
    pub fn cell(&self, position: usize) -> usize {
        self.cells[position] as usize
    }

    /// What is built: positions and heights.
    pub fn buildings(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let built = (0..self.side).filter(|&p| self.built[p] != FREE);
        built.map(|p| (p, self.built[p] as usize))
    }

    /// The highest building before a position, and the next one behind it that is seen now (or
    /// one more than all heights).
    pub fn between(&self, position: usize) -> (usize, usize) {
        let before = self.buildings().filter(|b| b.0 < position);
        let low = before.map(|b| b.1).max().unwrap_or(0);
        let high = self.buildings().find(|&(p, h)| p > position && h > low);
        (low, high.map_or(usize::MAX, |b| b.1))
    }

    /// The positions behind the wall where a height is not excluded.
    pub fn hiding_places(&self, height: usize) -> impl Iterator<Item = usize> + '_ {
        let can_be = move |at: usize| self.puzzle.can_be(self.state, at, height);
        (self.wall..self.side).filter(move |&p| can_be(self.cell(p)))
    }

    /// Cite the view, everything higher than what is to come, and these buildings.
    pub fn cite(&self, because: &mut Vec<Ground>, also: impl Fn(usize, usize) -> bool) {
        because.push(self.puzzle.view_ground(self.view));
        for (p, height) in self.buildings() {
            if height > self.top || also(p, height) {
                because.push(self.puzzle.stands(self.cell(p), height));
            }
        }
    }

    /// Cite the view, everything higher than what is to come, and what is built in the zone.
    pub fn cite_zone(&self, because: &mut Vec<Ground>) {
        self.cite(because, |p, _| p < self.wall);
    }

    /// Cite why a height stands nowhere behind the wall, except perhaps at one position.
    pub fn cite_not_hidden(&self, height: usize, but: Option<usize>, because: &mut Vec<Ground>) {
        for p in (self.wall..self.side).filter(|p| Some(*p) != but) {
            let why = self.puzzle.why_not(self.state, self.cell(p), height);
            cite(because, why);
        }
    }

    /// How many heights below this one are still to be built.
    pub fn lower_unbuilt(&self, height: usize) -> usize {
        (self.unbuilt & ((1 << height) - 1)).count_ones() as usize
    }

    /// The lowest height that is not built in this line yet.
    pub fn lowest_unbuilt(&self) -> usize {
        bits(self.unbuilt).next().unwrap_or(0)
    }
}
