//! The study's SMT instance: two matrices over the board. f, the country matrix, says who ends
//! where (a circle's number, or a negative number for nobody); c, the circle matrix, says whose
//! track a cell belongs to. A circle's moves are one "or" of "and"s over both; blocked moves are
//! left out.
//! Every country has exactly one positive f.
//!
//! The study leaves open what a positive f means elsewhere. Here it must be the arrival of a circle
//! that comes that way. Then, with as many circles as countries, nobody can arrive twice: every
//! circle arrives somewhere, and there are no more places than circles. With fewer circles there
//! would be, but then there is no solution anyway, and the instance says so.
//!
//! *matrices-study* is the study's instance without that. With fewer circles than countries it has
//! models in which nobody's number fills a country; a test shows one. Otherwise the two say the
//! same.
//!
//! In the equality-only variant the circles are elements of a sort of their own, and so is
//! "nobody", so that no arithmetic is left.

use ::smt::{Logic, Script, Sort, Term};

use super::{Move, Satogaeri};
use crate::engine::{Build, Instance};
use crate::kit::prelude::*;

pub(super) const ENCODINGS: &[(&str, Build)] = &[
    ("matrices", |puzzle| bounded(own(puzzle), Style::Integers)),
    ("matrices-study", |puzzle| {
        bounded(own(puzzle), Style::Study)
    }),
    ("equality", |puzzle| bounded(own(puzzle), Style::Equality)),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    Integers,
    Study,
    Equality,
}

/// The most terms written; more would take gigabytes. "Exactly one" in a country takes the square
/// of its cells, a circle's moves the square of its free ways.
const MOST_TERMS: usize = 2_000_000;

fn bounded(puzzle: &Satogaeri, style: Style) -> Result<Instance, String> {
    let countries: usize = puzzle.cells_of.iter().map(|c| c.len() * c.len()).sum();
    let cells = |m: &Move| puzzle.entered(m.circle, m.way).count() + 1;
    let moves: usize = puzzle.moves.iter().map(cells).sum();
    match countries + 2 * moves {
        0..=MOST_TERMS => Ok(matrices(puzzle, style)),
        terms => Err(format!(
            "countries or ways are too large for the study's encoding: it needs {terms} terms, \
             and at most {MOST_TERMS} are written"
        )),
    }
}

fn matrices(puzzle: &Satogaeri, style: Style) -> Instance {
    let size = puzzle.size;
    let mut script = Script::new(match style {
        Style::Integers | Style::Study => Logic::QfLia,
        Style::Equality => Logic::QfUf,
    });
    let (sort, nobody, ids) = names(&mut script, puzzle, style);
    let mut declare = |prefix: char| {
        let name = |at: Cell| format!("{prefix}{}-{}", at.row + 1, at.col + 1);
        Sheet::of(size, |at| script.declare(name(at), sort))
    };
    let (ends, tracks) = (declare('f'), declare('c'));
    let f = |at: Cell| ends[at].clone();
    let c = |at: Cell| tracks[at].clone();
    let is_empty = |at: Cell| match &nobody {
        Some(nobody) => f(at).equals(nobody.clone()),
        None => f(at).less(0),
    };
    let is_taken = |at: Cell| match &nobody {
        Some(_) => !is_empty(at),
        None => f(at).greater(0),
    };

    script.section("every country holds exactly one circle");
    for cells in &puzzle.cells_of {
        let one = |here: &Cell| {
            let place = |&at: &Cell| match at == *here {
                true => is_taken(at),
                false => is_empty(at),
            };
            Term::and(cells.iter().map(place))
        };
        script.assert(Term::or(cells.iter().map(one)));
    }
    script.section("every circle has its own number");
    for (circle, id) in puzzle.circles.iter().zip(&ids) {
        script.assert(c(circle.at).equals(id.clone()));
    }
    // The whole track is this circle's, and so is the place where it ends.
    let done = |&Move { circle, way }: &Move| {
        let start = c(puzzle.circles[circle].at);
        let entered = puzzle.entered(circle, way);
        let track = entered.map(|at| c(at).equals(start.clone()));
        let end = f(puzzle.landing(circle, way)).equals(start.clone());
        Term::and(track.chain([end]))
    };
    script.section("every circle makes one of its moves");
    for moves in &puzzle.moves_of {
        script.assert(Term::or(puzzle.moves[moves.clone()].iter().map(done)));
    }
    if style != Style::Study {
        script.section("where a circle is in the end, it has come that way");
        let mut arrivals = Sheet::of(size, |at| vec![is_empty(at)]);
        for way in &puzzle.moves {
            arrivals[puzzle.landing(way.circle, way.way)].push(done(way));
        }
        let arrivals = arrivals.values().iter();
        arrivals.for_each(|ways| script.assert(Term::or(ways)));
        if puzzle.circles.len() < puzzle.countries.count() {
            script.section("there are fewer circles than countries");
            script.assert(Term::Bool(false));
        }
    }
    let atom = |way: &Move| f(puzzle.landing(way.circle, way.way)).equals(ids[way.circle].clone());
    Instance::of(script, puzzle.moves.iter().map(atom), true)
}

/// The sort of the matrices, the name of nobody (`None`: any negative number), and the circles.
fn names(script: &mut Script, puzzle: &Satogaeri, style: Style) -> (Sort, Option<Term>, Vec<Term>) {
    let circles = 1..=puzzle.circles.len();
    match style {
        Style::Integers | Style::Study => (
            Sort::Int,
            None,
            circles.map(|i| Term::Int(i as i64)).collect(),
        ),
        Style::Equality => {
            let sort = script.sort("Circle");
            let nobody = script.declare("nobody", sort);
            let ids = script.declare_all(circles.map(|i| format!("k{i}")), sort);
            script.section("circles are different, and nobody is not a circle");
            let all = std::iter::once(nobody.clone()).chain(ids.iter().cloned());
            script.assert(Term::distinct(all));
            (sort, Some(nobody), ids)
        }
    }
}
