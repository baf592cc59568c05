//! A line looked at from one side, in the study's words.
//!
//! *Seen now* is a building higher than every built one in front of it; free cells are skipped.
//! The *wall* is the nearest building higher than everything that is still to be built: nothing
//! to come can hide it, or be seen behind it. The cells before it are the *zone*; free cells
//! behind it are *hiding places*. What is still missing in the view must appear in the zone.

use logic::{Found, Ground};

use super::line::bits;
use super::{MOST, Skyscrapers, State};

/// Nothing is built here yet.
const FREE: u8 = u8::MAX;

pub(super) struct Sight {
    /// The number of the view.
    pub view: usize,
    /// How many buildings the view says are seen.
    pub want: i32,
    /// What is built at each position, the nearest first; a park is 0.
    built: [u8; MOST],
    /// The cell at each position, the nearest first.
    pub cells: [u8; MOST],
    side: usize,
    /// The cells before the wall are those before this position.
    pub wall: usize,
    free: [u8; MOST],
    free_count: usize,
    /// The heights that are not built in this line yet, as bits.
    pub unbuilt: u16,
    /// The highest height that is not built in this line yet; 0 if there is none.
    pub top: usize,
    /// How many buildings are seen now.
    pub seen: i32,
    /// How many of the buildings seen now stand at the wall or behind it.
    pub seen_from_wall: i32,
    /// How many of the buildings seen now stand before the first free cell of the zone.
    pub seen_before: i32,
    /// The highest building before the first free cell of the zone; 0 if there is none.
    pub before: usize,
    /// The highest building in the zone.
    pub zone_high: usize,
    /// How many parks are still to come in this line.
    pub parks_left: usize,
}

impl Skyscrapers {
    /// The lines with news, from every side that has a view.
    pub(super) fn sights<'a>(
        &'a self,
        state: &'a State,
        found: &Found,
    ) -> impl Iterator<Item = Sight> + use<'a> {
        let lines = self.lines_to_look_at(found);
        (0..2 * self.side())
            .filter(move |line| lines & 1 << line != 0)
            .flat_map(|line| self.views_of(line))
            .filter_map(|view| self.look(state, view))
    }

    fn look(&self, state: &State, view: usize) -> Option<Sight> {
        let want = self.views[view]? as i32;
        let n = self.side();
        let mut sight = Sight {
            view,
            want,
            built: [FREE; MOST],
            cells: [0; MOST],
            side: n,
            wall: n,
            free: [0; MOST],
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
        let mut heights = 0u16;
        let (first, step) = {
            let (a, z) = (self.seen_cell(view, 0), self.seen_cell(view, 1));
            (a as isize, z as isize - a as isize)
        };
        for p in 0..n {
            let at = (first + p as isize * step) as usize;
            sight.cells[p] = at as u8;
            if state.built[at] != 0 {
                let height = state.built[at].trailing_zeros();
                sight.built[p] = height as u8;
                heights |= 1 << height;
                sight.parks_left -= (height == 0 && sight.parks_left > 0) as usize;
            }
        }
        sight.unbuilt = self.all_heights() & !heights & !1;
        sight.top = match sight.unbuilt {
            0 => 0,
            some => some.ilog2() as usize,
        };
        let mut highest = 0;
        for p in 0..n {
            let height = sight.built[p];
            if height == FREE {
                if sight.wall == n && sight.top > 0 {
                    sight.free[sight.free_count] = p as u8;
                    sight.free_count += 1;
                }
                continue;
            }
            if sight.wall == n && sight.top > 0 && height as usize > sight.top {
                sight.wall = p;
            }
            let in_zone = sight.wall == n;
            if height > highest {
                highest = height;
                sight.seen += 1;
                sight.seen_from_wall += !in_zone as i32;
                if in_zone && sight.free_count == 0 {
                    sight.seen_before += 1;
                    sight.before = height as usize;
                }
                if in_zone {
                    sight.zone_high = height as usize;
                }
            }
        }
        Some(sight)
    }
}

impl Sight {
    /// The positions of the zone's free cells.
    pub fn free(&self) -> &[u8] {
        &self.free[..self.free_count]
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

    /// The cell at a position, counted from the viewer.
    pub fn cell(&self, position: usize) -> usize {
        self.cells[position] as usize
    }

    /// What is built: positions and heights.
    pub fn buildings(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let built = self.built[..self.side].iter().enumerate();
        built
            .filter(|(_, h)| **h != FREE)
            .map(|(p, &h)| (p, h as usize))
    }

    /// The highest building before a position, and the next one behind it that is seen now (or
    /// one more than all heights).
    pub fn between(&self, position: usize) -> (usize, usize) {
        let before = self.buildings().filter(|b| b.0 < position);
        let low = before.map(|b| b.1).max().unwrap_or(0);
        let high = self
            .buildings()
            .find(|&(p, h)| p > position && h > low)
            .map_or(usize::MAX, |b| b.1);
        (low, high)
    }

    /// The positions behind the wall where a height is not excluded.
    pub fn hiding_places<'a>(
        &'a self,
        game: &'a Skyscrapers,
        state: &'a State,
        height: usize,
    ) -> impl Iterator<Item = usize> + 'a {
        (self.wall..self.side)
            .filter(move |&p| game.open_heights(state, self.cell(p)) & 1 << height != 0)
    }

    /// Cite the view, everything higher than what is to come, and these buildings. Grounds of other
    /// steps may come first: returns where ours begin.
    pub fn cite(
        &self,
        game: &Skyscrapers,
        because: &mut Vec<Ground>,
        also: impl Fn(usize, usize) -> bool,
    ) -> usize {
        let from = because.len();
        because.push(game.view_ground(self.view));
        for (p, height) in self.buildings() {
            if height > self.top || also(p, height) {
                because.push(Ground::Fact(game.is(self.cell(p), height)));
            }
        }
        from
    }

    /// Cite why a height stands nowhere behind the wall, except perhaps at one position; `from` is
    /// what [`Sight::cite`] returned.
    pub fn cite_not_hidden(
        &self,
        (game, state): (&Skyscrapers, &State),
        height: usize,
        but: Option<usize>,
        because: &mut Vec<Ground>,
        from: usize,
    ) {
        for p in (self.wall..self.side).filter(|p| Some(*p) != but) {
            let ground = game.why_not(state, self.cell(p), height);
            if !because[from..].contains(&ground) {
                because.push(ground);
            }
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

    /// What a step needs for its sentence: the view.
    pub fn words(&self) -> [u32; 4] {
        [self.view as u32, 0, 0, 0]
    }
}
