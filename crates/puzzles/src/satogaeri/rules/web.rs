//! Either-or: circles with two moves left and countries with two arrivals left, as pairs of moves
//! of which exactly one is made, and how these pairs are linked.

use std::collections::VecDeque;

use logic::{Ground, Known};
use sat::Name;

use super::{Satogaeri, State, circle_ground, country_ground, distinct, extend_once};

#[derive(Clone, Copy)]
pub(super) enum Pair {
    Circle(usize),
    Country(usize),
}

impl Pair {
    pub(super) fn ground(self) -> Ground {
        match self {
            Pair::Circle(circle) => circle_ground(circle),
            Pair::Country(country) => country_ground(country),
        }
    }

    pub(super) fn from_name(name: Name) -> Pair {
        match name.rule {
            "circle" => Pair::Circle(name.at as usize),
            _ => Pair::Country(name.at as usize),
        }
    }

    pub(super) fn members(self, game: &Satogaeri) -> Vec<usize> {
        match self {
            Pair::Circle(circle) => game.moves_of[circle].clone().collect(),
            Pair::Country(country) => {
                let ends = |a: &usize| game.country_of(*a) == country;
                (0..game.moves.len()).filter(ends).collect()
            }
        }
    }
}

/// All pairs, as edges between moves.
pub(super) struct Web<'a> {
    game: &'a Satogaeri,
    state: &'a State,
    known: &'a Known,
    /// The moves that belong to a pair, sorted.
    pub(super) moves: Vec<usize>,
    /// For each of them its partners: at most one through its circle and one through its country.
    partners: Vec<Vec<(usize, Pair)>>,
}

/// One camp against the other.
pub(super) struct Camps {
    /// Places in [`Web::moves`] with their side.
    pub(super) members: Vec<(usize, bool)>,
}

impl<'a> Web<'a> {
    pub(super) fn new(game: &'a Satogaeri, state: &'a State, known: &'a Known) -> Web<'a> {
        let mut edges: Vec<(usize, usize, Pair)> = Vec::new();
        let mut add = |mut left: Box<dyn Iterator<Item = usize> + '_>, pair| {
            if let (Some(a), Some(b)) = (left.next(), left.next()) {
                edges.push((a, b, pair));
            }
        };
        for circle in 0..game.circles.len() {
            if state.moves_left(circle) == 2 {
                add(Box::new(game.left(known, circle)), Pair::Circle(circle));
            }
        }
        for country in 0..game.countries.count() {
            if state.arrivals_left(country) == 2 {
                let left = state.arrivals(country).filter(|&a| !known.no(a));
                add(Box::new(left), Pair::Country(country));
            }
        }
        let open = |a: usize| known.is_open(a);
        edges.retain(|&(a, b, _)| open(a) && open(b));
        let moves = distinct(edges.iter().flat_map(|&(a, b, _)| [a, b]));
        let mut partners = vec![Vec::new(); moves.len()];
        for (a, b, pair) in edges {
            let place = |m: usize| moves.binary_search(&m).expect("it is an end of an edge");
            let (a, b) = (place(a), place(b));
            partners[a].push((b, pair));
            partners[b].push((a, pair));
        }
        Web {
            game,
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
    pub(super) fn paths(&self, from: usize) -> Vec<Option<(usize, Option<(usize, Pair)>)>> {
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

    /// The pairs between two moves of a camp.
    pub(super) fn path(&self, from: usize, to: usize) -> Vec<Pair> {
        let paths = self.paths(from);
        let mut pairs = Vec::new();
        let mut at = to;
        while let Some((_, Some((before, pair)))) = paths[at] {
            pairs.push(pair);
            at = before;
        }
        pairs.reverse();
        pairs
    }

    /// Whether two moves cannot both be made.
    pub(super) fn exclude(&self, a: usize, b: usize) -> bool {
        self.state.cross(a, b) || self.state.country(a) == self.state.country(b)
    }

    /// First the pairs in order, as the sentence wants them; then why nothing else is left in
    /// each; then circles of which only one move can be made.
    pub(super) fn because(&self, path: &[Pair], circles: &[usize], because: &mut Vec<Ground>) {
        because.extend(path.iter().map(|pair| pair.ground()));
        let mut grounds: Vec<Ground> = circles.iter().map(|&c| circle_ground(c)).collect();
        for &pair in path {
            match pair {
                Pair::Circle(circle) => {
                    self.game.denied(self.known, circle, &mut grounds, |_| true);
                }
                Pair::Country(country) => {
                    let gone = self.state.arrivals(country).filter(|&a| self.known.no(a));
                    self.game.gone(self.known, gone, &mut grounds);
                }
            }
        }
        extend_once(because, grounds);
    }
}
