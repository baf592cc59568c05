//! What follows for the moves of the circles, before anything is searched for: a circle that goes one
//! way for certain keeps others off the cells it enters, a country that one circle is bound for takes
//! no other, and one that only one circle can come to takes that one. If there are circles for which
//! no different countries are left, there is no solution. Where that is not enough, a few moves are
//! tried.

use super::{Satogaeri, Way};
use crate::kit::prelude::*;
use crate::kit::sift::{Position, sift};

/// Atoms times moves tried before the prover is asked.
const EFFORT: usize = 4000;

/// What is known about the moves.
#[derive(Clone)]
struct Moves<'a> {
    puzzle: &'a Satogaeri,
    /// For each atom the country where the move ends.
    country: &'a [u32],
    /// For each atom, whether the move may be made.
    open: Vec<bool>,
    /// For each circle, how many cells it is known to enter.
    enters: Vec<usize>,
}

/// What has been found for a country, or for a circle: nothing, one, or several.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Nothing,
    One(usize),
    Several,
}

impl Found {
    fn with(self, one: usize) -> Found {
        match self {
            Found::Nothing => Found::One(one),
            Found::One(other) if other == one => self,
            _ => Found::Several,
        }
    }
}

impl Moves<'_> {
    fn open_moves(&self, circle: usize) -> impl Iterator<Item = usize> + '_ {
        let atoms = self.puzzle.moves_of[circle].clone();
        atoms.filter(|&atom| self.open[atom])
    }

    /// One look at all circles and countries. None if nothing is possible; else whether anything
    /// was excluded.
    fn look(&mut self) -> Option<bool> {
        let countries = self.puzzle.countries.count();
        let mut comes = vec![Found::Nothing; countries];
        let mut bound = vec![Found::Nothing; countries];
        let mut changed = false;
        for circle in 0..self.puzzle.circles.len() {
            changed |= self.enter(circle)?;
            let mut all_to = Found::Nothing;
            for country in self.goals(circle) {
                comes[country] = comes[country].with(circle);
                all_to = all_to.with(country);
            }
            if let Found::One(country) = all_to {
                bound[country] = bound[country].with(circle);
            }
        }
        if comes.contains(&Found::Nothing) || bound.contains(&Found::Several) {
            return None;
        }
        for circle in 0..self.puzzle.circles.len() {
            // The country that only this circle can come to, if there is one.
            let mine = |&country: &usize| comes[country] == Found::One(circle);
            let must = self.goals(circle).find(mine);
            for atom in self.puzzle.moves_of[circle].clone() {
                let country = self.country[atom] as usize;
                let taken = ![Found::Nothing, Found::One(circle)].contains(&bound[country]);
                let is_out = taken || must.is_some_and(|must| must != country);
                changed |= is_out && std::mem::take(&mut self.open[atom]);
            }
        }
        Some(changed)
    }

    /// The countries in which the open moves of a circle end.
    fn goals(&self, circle: usize) -> impl Iterator<Item = usize> {
        self.open_moves(circle)
            .map(|atom| self.country[atom] as usize)
    }

    /// The cells that a circle enters whatever it does are closed to others. None if it has no move
    /// left; else whether anything was excluded.
    fn enter(&mut self, circle: usize) -> Option<bool> {
        let puzzle = self.puzzle;
        let mut ways = self.open_moves(circle).map(|atom| puzzle.moves[atom].way);
        let Way::Go(dir, mut least) = ways.next()? else {
            return Some(false);
        };
        for way in ways {
            match way {
                Way::Go(other, distance) if other == dir => least = least.min(distance),
                _ => return Some(false),
            }
        }
        let mut changed = false;
        let start = puzzle.circles[circle].at;
        while self.enters[circle] < least {
            self.enters[circle] += 1;
            let at = start.go(dir, self.enters[circle]);
            for side in Dir::ALL {
                let mut ray = puzzle.size.ray(at, side).enumerate();
                let met = ray.find_map(|(i, cell)| Some((puzzle.circle_at(cell)?, i + 1)));
                if let Some((other, distance)) = met.filter(|&(other, _)| other != circle) {
                    changed |= self.stop_before(other, side.opposite(), distance);
                }
            }
        }
        Some(changed)
    }

    /// A circle does not come this far this way. Returns whether that is new.
    fn stop_before(&mut self, circle: usize, dir: Dir, distance: usize) -> bool {
        let mut changed = false;
        for atom in self.puzzle.moves_of[circle].clone() {
            if let Way::Go(other, far) = self.puzzle.moves[atom].way {
                let goes_there = other == dir && far >= distance;
                changed |= goes_there && std::mem::take(&mut self.open[atom]);
            }
        }
        changed
    }

    /// Is there a country for each circle, different ones for all of them?
    fn can_part(&self) -> bool {
        let mut guest: Vec<Option<usize>> = vec![None; self.puzzle.countries.count()];
        let mut asked = vec![usize::MAX; guest.len()];
        let mut circles = 0..self.puzzle.circles.len();
        circles.all(|circle| self.settle(circle, &mut guest, &mut asked))
    }

    /// Find a country for this circle; whoever is there finds another one. Noted is for whom each
    /// country has been asked last.
    fn settle(&self, circle: usize, guest: &mut [Option<usize>], asked: &mut [usize]) -> bool {
        // Those who look for a country, the first of them first, each with the country given up.
        let mut looking: Vec<(usize, Option<usize>)> = vec![(circle, None)];
        // The countries asked, each with the number of whoever asked.
        let mut asks: Vec<(usize, usize)> = Vec::new();
        let mut next = 0;
        while let Some(&(who, _)) = looking.get(next) {
            for atom in self.open_moves(who) {
                let country = self.country[atom] as usize;
                if std::mem::replace(&mut asked[country], circle) == circle {
                    continue;
                }
                asks.push((country, next));
                if let Some(other) = guest[country] {
                    looking.push((other, Some(asks.len() - 1)));
                    continue;
                }
                // Everybody who gave up a country on the way has found another.
                let mut last = Some(asks.len() - 1);
                while let Some(ask) = last {
                    let (country, by) = asks[ask];
                    guest[country] = Some(looking[by].0);
                    last = looking[by].1;
                }
                return true;
            }
            next += 1;
        }
        false
    }
}

impl Position for Moves<'_> {
    type Way = usize;

    fn conclude(&mut self) -> bool {
        loop {
            match self.look() {
                None => return false,
                Some(true) => {}
                Some(false) => return self.can_part(),
            }
        }
    }

    fn ways(&self) -> Vec<usize> {
        let circles = 0..self.puzzle.circles.len();
        let count = |&circle: &usize| self.open_moves(circle).count();
        let open = circles.filter(|circle| count(circle) > 1);
        let fewest = open.min_by_key(count);
        fewest.map_or(Vec::new(), |circle| self.open_moves(circle).collect())
    }

    fn suppose(&mut self, atom: usize) {
        let circle = self.puzzle.moves[atom].circle;
        self.open[self.puzzle.moves_of[circle].clone()].fill(false);
        self.open[atom] = true;
    }
}

impl Sift for Satogaeri {
    fn sift(&self, want: usize, budget: Budget) -> Sifted {
        let lands = |m: &super::Move| self.countries.of(self.landing(m.circle, m.way)) as u32;
        let country: Vec<u32> = self.moves.iter().map(lands).collect();
        let moves = Moves {
            puzzle: self,
            country: &country,
            open: vec![true; self.moves.len()],
            enters: vec![0; self.circles.len()],
        };
        let tries = (EFFORT / self.moves.len().max(1)) as u64;
        let sieve = sift(moves, want, tries, budget);
        Sifted::of(sieve, |moves| {
            let said = |circle: usize| {
                let only = moves.open_moves(circle).count() == 1;
                let sure = self.moves_of[circle]
                    .clone()
                    .filter(move |&a| only || !moves.open[a]);
                sure.map(|atom| Fact::new(atom, moves.open[atom]))
            };
            (0..self.circles.len()).flat_map(said).collect()
        })
    }
}
