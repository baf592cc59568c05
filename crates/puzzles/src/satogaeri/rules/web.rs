//! Either-or: circles with two moves left and countries with two arrivals left, as pairs of moves
//! of which exactly one is made, and how these pairs are linked.

use std::collections::VecDeque;

use super::{Group, Satogaeri, State, circle_ground, extend_once};
use crate::kit::prelude::*;

/// All pairs, as edges between moves.
pub(super) struct Web<'a> {
    puzzle: &'a Satogaeri,
    state: &'a State,
    known: &'a Known,
    /// The moves that belong to a pair, sorted.
    pub(super) moves: Vec<usize>,
    /// For each of them its partners: at most one through its circle and one through its country.
    partners: Vec<Vec<(usize, Group)>>,
}

/// One camp against the other.
pub(super) struct Camps {
    /// Places in [`Web::moves`] with their side.
    pub(super) members: Vec<(usize, bool)>,
}

impl<'a> Web<'a> {
    pub(super) fn new(puzzle: &'a Satogaeri, state: &'a State, known: &'a Known) -> Web<'a> {
        let mut edges: Vec<(usize, usize, Group)> = Vec::new();
        let mut add = |left: Vec<usize>, pair| {
            if let [a, b] = left[..]
                && known.is_open(a)
                && known.is_open(b)
            {
                edges.push((a, b, pair));
            }
        };
        let circles = 0..puzzle.circles.len();
        for circle in circles.filter(|&circle| state.moves_left(circle) == 2) {
            add(puzzle.left(known, circle).collect(), Group::Circle(circle));
        }
        let countries = 0..puzzle.countries.count();
        for country in countries.filter(|&country| state.arrivals_left(country) == 2) {
            let left = state.arrivals(country).filter(|&a| !known.no(a));
            add(left.collect(), Group::Country(country));
        }
        let moves = distinct(edges.iter().flat_map(|&(a, b, _)| [a, b]));
        let mut partners = vec![Vec::new(); moves.len()];
        for (a, b, pair) in edges {
            let place = |m: usize| moves.binary_search(&m).expect("it is an end of an edge");
            let (a, b) = (place(a), place(b));
            partners[a].push((b, pair));
            partners[b].push((a, pair));
        }
        Web {
            puzzle,
            state,
            known,
            moves,
            partners,
        }
    }

    /// All camps of more than one pair.
    pub(super) fn camps(&self) -> Vec<Camps> {
        let mut side: Vec<Option<bool>> = vec![None; self.moves.len()];
        let mut camps = Vec::new();
        for first in 0..self.moves.len() {
            if side[first].is_some() {
                continue;
            }
            side[first] = Some(true);
            let mut members = vec![(first, true)];
            let mut next = 0;
            while let Some(&(at, here)) = members.get(next) {
                next += 1;
                for &(partner, _) in &self.partners[at] {
                    if side[partner].is_none() {
                        side[partner] = Some(!here);
                        members.push((partner, !here));
                    }
                }
            }
            if members.len() > 2 {
                camps.push(Camps { members });
            }
        }
        camps
    }

    /// For every move of a camp, how it is reached from this one: by which pair, from which move,
    /// and how far away it is.
    pub(super) fn paths(&self, from: usize) -> Vec<Option<(usize, Option<(usize, Group)>)>> {
        let mut paths = vec![None; self.moves.len()];
        paths[from] = Some((0, None));
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            let far = paths[at].map_or(0, |(far, _)| far);
            for &(partner, pair) in &self.partners[at] {
                if paths[partner].is_none() {
                    paths[partner] = Some((far + 1, Some((at, pair))));
                    queue.push_back(partner);
                }
            }
        }
        paths
    }

    /// Whether two moves cannot both be made.
    pub(super) fn exclude(&self, a: usize, b: usize) -> bool {
        self.state.cross(a, b) || self.state.country(a) == self.state.country(b)
    }

    /// Whether a move may still be made or not.
    pub(super) fn is_open(&self, atom: usize) -> bool {
        self.known.is_open(atom)
    }

    /// The moves along the pairs from one place to another of the same camp, and why this chain
    /// holds: first the pairs in order; then `circles`, of which only one move can be made; then
    /// why nothing else is left in each pair, and to those circles that are `answered` by their
    /// last move.
    pub(super) fn chain(
        &self,
        (from, to): (usize, usize),
        circles: &[usize],
        answered: &[usize],
        because: &mut Vec<Ground>,
    ) -> Vec<usize> {
        let paths = self.paths(from);
        let (mut moves, mut pairs) = (vec![self.moves[to]], Vec::new());
        let mut at = to;
        while let Some((_, Some((before, pair)))) = paths[at] {
            pairs.push(pair);
            moves.push(self.moves[before]);
            at = before;
        }
        pairs.reverse();
        moves.reverse();
        because.extend(pairs.iter().map(|pair| pair.ground()));
        let mut grounds: Vec<Ground> = circles.iter().map(|&c| circle_ground(c)).collect();
        let all = |circle: usize, grounds: &mut Vec<Ground>| {
            self.puzzle.denied(self.known, circle, grounds, |_| true);
        };
        for pair in pairs {
            match pair {
                Group::Circle(circle) => all(circle, &mut grounds),
                Group::Country(country) => {
                    let gone = self.state.arrivals(country).filter(|&a| self.known.no(a));
                    self.puzzle.gone(self.known, gone, &mut grounds);
                }
            }
        }
        (answered.iter()).for_each(|&circle| all(circle, &mut grounds));
        extend_once(because, grounds);
        moves
    }
}
