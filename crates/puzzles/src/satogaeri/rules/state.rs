//! What the rules have at hand: tables that never change, shared by all copies, and how many moves
//! are left in each group, in one vector, because a copy is made for every supposition.
//!
//! A *link* is a circle with a country in which some move of it ends.

use std::ops::Range;

use super::super::{Satogaeri, Way};
use crate::kit::prelude::*;

/// The cells of a track, start included.
#[derive(Clone, Copy)]
struct Span {
    rows: (i16, i16),
    cols: (i16, i16),
}

pub(super) struct Link {
    /// The circle that can come.
    pub circle: usize,
    /// The country in which it can end.
    pub country: usize,
}

struct Tables {
    /// For each atom: where it ends, and which link it belongs to.
    country: Vec<u32>,
    link: Vec<u32>,
    span: Vec<Span>,
    /// All links, circle by circle.
    links: Vec<Link>,
    links_of: Vec<Range<usize>>,
    links_into: Vec<Vec<u32>>,
    /// For each country, the atoms that end there.
    arrivals: Vec<Vec<u32>>,
    /// For each cell, the atoms that enter it: at most one circle from each side, and those of its
    /// moves that come far enough stand together.
    entering: Vec<[Range<u32>; 4]>,
    /// Where the counts of each kind begin in [`State::left`].
    country_counts: usize,
    link_counts: usize,
    targets: usize,
    comers: usize,
}

logic::clone_by_field! {
    /// What is known, as counts of what is left in each group.
    pub struct State {
        tables: Arc<Tables>,
        /// Moves left to each circle, into each country, of each link; then the countries left to each
        /// circle, and the circles left to each country.
        left: Vec<u16>,
    }
}

impl State {
    pub(super) fn new(puzzle: &Satogaeri) -> State {
        let tables = Tables::new(puzzle);
        let mut left = vec![0; tables.comers + puzzle.countries.count()];
        for (atom, step) in puzzle.moves.iter().enumerate() {
            left[step.circle] += 1;
            left[tables.country_counts + tables.country[atom] as usize] += 1;
            left[tables.link_counts + tables.link[atom] as usize] += 1;
        }
        for link in &tables.links {
            left[tables.targets + link.circle] += 1;
            left[tables.comers + link.country] += 1;
        }
        State {
            tables: Arc::new(tables),
            left,
        }
    }

    /// Note that this move is not made.
    pub(super) fn lose(&mut self, puzzle: &Satogaeri, atom: usize) {
        let tables = &*self.tables;
        let (country, link) = (tables.country[atom] as usize, tables.link[atom] as usize);
        let circle = puzzle.moves[atom].circle;
        self.left[circle] -= 1;
        self.left[tables.country_counts + country] -= 1;
        self.left[tables.link_counts + link] -= 1;
        if self.left[tables.link_counts + link] == 0 {
            self.left[tables.targets + circle] -= 1;
            self.left[tables.comers + country] -= 1;
        }
    }

    pub(super) fn moves_left(&self, circle: usize) -> usize {
        self.left[circle] as usize
    }

    pub(super) fn arrivals_left(&self, country: usize) -> usize {
        self.left[self.tables.country_counts + country] as usize
    }

    /// In how many countries can this circle still end?
    pub(super) fn targets_left(&self, circle: usize) -> usize {
        self.left[self.tables.targets + circle] as usize
    }

    /// How many circles can still end in this country?
    pub(super) fn comers_left(&self, country: usize) -> usize {
        self.left[self.tables.comers + country] as usize
    }

    fn is_left(&self, link: usize) -> bool {
        self.left[self.tables.link_counts + link] > 0
    }

    /// The countries in which a circle can still end.
    pub(super) fn targets(&self, circle: usize) -> impl Iterator<Item = usize> {
        let links = self.tables.links_of[circle].clone();
        let left = links.filter(|&l| self.is_left(l));
        left.map(|l| self.tables.links[l].country)
    }

    /// The circles that can still end in a country.
    pub(super) fn comers(&self, country: usize) -> impl Iterator<Item = usize> {
        let links = self.tables.links_into[country].iter().map(|&l| l as usize);
        let left = links.filter(|&l| self.is_left(l));
        left.map(|l| self.tables.links[l].circle)
    }

    /// Where a move ends.
    pub(super) fn country(&self, atom: usize) -> usize {
        self.tables.country[atom] as usize
    }

    /// All moves that end in a country, denied or not.
    pub(super) fn arrivals(&self, country: usize) -> impl Iterator<Item = usize> + Clone {
        self.tables.arrivals[country].iter().map(|&a| a as usize)
    }

    /// All moves that enter a cell, denied or not.
    pub(super) fn entering(&self, puzzle: &Satogaeri, at: Cell) -> impl Iterator<Item = usize> {
        let ranges = self.tables.entering[puzzle.size.index(at)].iter();
        ranges.flat_map(|r| r.start as usize..r.end as usize)
    }

    /// Do the tracks of two moves of different circles share a cell?
    pub(super) fn cross(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.tables.span[a], self.tables.span[b]);
        let meet = |a: (i16, i16), b: (i16, i16)| a.0 <= b.1 && b.0 <= a.1;
        meet(a.rows, b.rows) && meet(a.cols, b.cols)
    }
}

impl Tables {
    fn new(puzzle: &Satogaeri) -> Tables {
        let (circles, countries) = (puzzle.circles.len(), puzzle.countries.count());
        let mut country = Vec::with_capacity(puzzle.moves.len());
        let mut span = Vec::with_capacity(puzzle.moves.len());
        let mut arrivals = vec![Vec::new(); countries];
        let mut entering: Vec<[Range<u32>; 4]> =
            vec![std::array::from_fn(|_| 0..0); puzzle.size.len()];
        for (atom, step) in puzzle.moves.iter().enumerate() {
            let start = puzzle.circles[step.circle].at;
            let end = puzzle.landing(step.circle, step.way);
            country.push(puzzle.countries.of(end) as u32);
            arrivals[puzzle.countries.of(end)].push(atom as u32);
            span.push(Span {
                rows: (start.row.min(end.row), start.row.max(end.row)),
                cols: (start.col.min(end.col), start.col.max(end.col)),
            });
            if let Way::Go(dir, _) = step.way {
                for at in puzzle.entered(step.circle, step.way) {
                    let range = &mut entering[puzzle.size.index(at)][dir as usize];
                    if range.end == 0 {
                        range.start = atom as u32;
                    }
                    range.end = atom as u32 + 1;
                }
            }
        }
        let mut link = vec![0; puzzle.moves.len()];
        let mut links: Vec<Link> = Vec::new();
        let mut links_of = Vec::with_capacity(circles);
        let mut links_into = vec![Vec::new(); countries];
        for (circle, atoms) in puzzle.moves_of.iter().enumerate() {
            let first = links.len();
            for atom in atoms.clone() {
                let country = country[atom] as usize;
                let known = links[first..].iter().position(|l| l.country == country);
                let at = first + known.unwrap_or(links.len() - first);
                if at == links.len() {
                    links_into[country].push(at as u32);
                    links.push(Link { circle, country });
                }
                link[atom] = at as u32;
            }
            links_of.push(first..links.len());
        }
        let country_counts = circles;
        let link_counts = country_counts + countries;
        let targets = link_counts + links.len();
        let comers = targets + circles;
        Tables {
            country,
            link,
            span,
            links,
            links_of,
            links_into,
            arrivals,
            entering,
            country_counts,
            link_counts,
            targets,
            comers,
        }
    }
}
