//! The rules as constraints over "this circle makes this move".
//!
//! Start cells block, so a cell can be entered only by the nearest circle in each of the four
//! directions. With a helper "this circle comes at least this far this way" the rule that tracks
//! share no cell is at most six pairs per cell, and "one move" is two clauses per move, however
//! many moves a circle without a number has.

use super::{Satogaeri, Way};
use crate::kit::prelude::*;

impl Encode for Satogaeri {
    fn atom_count(&self) -> usize {
        self.moves.len()
    }

    fn state(&self, model: &mut Model) {
        let size = self.size;
        if self.circles.len() != self.countries.count() {
            // It follows from the rest, but only by counting, which clauses are bad at.
            model.name("count", 0);
            model.clause(&[]);
        }
        // For each cell, who may enter it.
        let mut enter: Vec<Vec<Lit>> = vec![Vec::new(); size.len()];
        for circle in 0..self.circles.len() {
            model.name("circle", circle);
            one_move(model, self, circle, &mut enter);
        }
        for (cell, lits) in enter.iter().enumerate().filter(|(_, l)| l.len() > 1) {
            model.name("cell", cell);
            model.at_most(1, lits);
        }
        for (country, arrivals) in arrivals(model, self).iter().enumerate() {
            model.name("country", country);
            model.clause(&arrivals.moves);
            at_most_one(model, &arrivals.circles);
        }
    }
}

/// A circle makes exactly one of its moves. Notes in `enter` how it may come into each cell.
fn one_move(model: &mut Model, puzzle: &Satogaeri, circle: usize, enter: &mut [Vec<Lit>]) {
    // Staying, and the first step in each direction.
    let mut choices = Vec::with_capacity(5);
    // The way looked at: its direction and "at least this far", from far to near.
    let mut atoms = puzzle.moves_of[circle].clone().rev().peekable();
    while let Some(atom) = atoms.next() {
        let Way::Go(dir, furthest) = puzzle.moves[atom].way else {
            choices.push(Lit::yes(atom));
            continue;
        };
        let start = puzzle.circles[circle].at;
        let mut comes = Lit::yes(atom);
        for distance in (1..=furthest).rev() {
            let stops = atoms.next_if(|&a| puzzle.moves[a].way == Way::Go(dir, distance));
            if let Some(stops) = stops.map(Lit::yes) {
                model.clause(&[!stops, !comes]);
                let further = comes;
                comes = model.helper();
                model.define(&[!further, comes]);
                model.define(&[!stops, comes]);
                model.define(&[!comes, further, stops]);
            }
            enter[puzzle.size.index(start.go(dir, distance))].push(comes);
        }
        choices.push(comes);
    }
    model.exactly(1, &choices);
}

/// How a country may get its circle.
#[derive(Clone, Default)]
struct Arrivals {
    /// Every move that ends here.
    moves: Vec<Lit>,
    /// For every circle that can come: whether one of its moves ends here.
    circles: Vec<Lit>,
}

/// The helpers for whole circles serve "at most one" only, so they need not be false where no move
/// is made. With that, and groups instead of a counter, 60×60 boards with few numbers took 74 ms
/// instead of 131.
fn arrivals(model: &mut Model, puzzle: &Satogaeri) -> Vec<Arrivals> {
    let mut arrivals = vec![Arrivals::default(); puzzle.countries.count()];
    for (circle, atoms) in puzzle.moves_of.iter().enumerate() {
        let landing = |atom: usize| {
            let end = puzzle.landing(circle, puzzle.moves[atom].way);
            (puzzle.countries.of(end), Lit::yes(atom))
        };
        let landings = distinct(atoms.clone().map(landing));
        for ways in landings.chunk_by(|a, b| a.0 == b.0) {
            let moves: Vec<Lit> = ways.iter().map(|way| way.1).collect();
            let here = &mut arrivals[ways[0].0];
            here.circles.push(any_of(model, &moves));
            here.moves.extend(moves);
        }
    }
    arrivals
}

/// A literal that is true if one of these is, and otherwise free.
fn any_of(model: &mut Model, lits: &[Lit]) -> Lit {
    if let &[only] = lits {
        return only;
    }
    let any = model.helper();
    for &lit in lits {
        model.define(&[!lit, any]);
    }
    any
}

/// At most one in each group, and then at most one group: shorter chains than with a counter.
fn at_most_one(model: &mut Model, lits: &[Lit]) {
    const GROUP: usize = 4;
    if lits.len() <= GROUP + 2 {
        return model.at_most(1, lits);
    }
    let mut groups = Vec::with_capacity(lits.len().div_ceil(GROUP));
    for group in lits.chunks(GROUP) {
        model.at_most(1, group);
        groups.push(any_of(model, group));
    }
    at_most_one(model, &groups);
}
