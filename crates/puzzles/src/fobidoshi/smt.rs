//! The study's SMT instance: an integer for each cell (0 empty, 1 circle, 2 given cross) and a
//! level V for each cell. Connectivity is the level mapping of Zantema and Joosten: one root of
//! level 0, and every other circle has a neighbouring circle of a lower level.
//!
//! The study takes the first given circle as root. Where no circle is given, the root is an
//! integer of its own, the number of a cell: if there are circles at all, one of them has no lower
//! neighbour, and only the root is excused.

use ::smt::{Logic, Script, Sort, Term};

use super::{FORBIDDEN, Fobidoshi, Mark};
use crate::engine::{Build, Instance};
use crate::kit::prelude::*;

pub(super) const ENCODINGS: &[(&str, Build)] = &[("levels", |puzzle| Ok(levels(own(puzzle))))];

fn levels(puzzle: &Fobidoshi) -> Instance {
    let size = puzzle.size;
    let mut script = Script::new(Logic::QfLia);
    let mut declare = |prefix: &str| -> Vec<Term> {
        let name = |at: Cell| format!("{prefix}x{}y{}", at.col, at.row);
        size.cells()
            .map(|at| script.declare(name(at), Sort::Int))
            .collect()
    };
    let cells = declare("");
    let level = declare("V");
    let circle = |at: Cell| cells[size.index(at)].clone().equals(1);
    let level_of = |at: Cell| level[size.index(at)].clone();

    script.section("given circles are 1, given crosses 2; the other cells are 0 or 1");
    for (cell, &given) in cells.iter().zip(&puzzle.given) {
        let value = |v: i64| cell.clone().equals(v);
        script.assert(match given {
            Mark::Circle => value(1),
            Mark::Cross => value(2),
            Mark::Nothing => Term::or([value(0), value(1)]),
        });
    }
    script.section("no four circles in a row");
    for at in size.cells() {
        for dir in [Dir::East, Dir::South] {
            let four = (0..FORBIDDEN).map(|i| at.go(dir, i));
            if four.clone().all(|c| size.contains(c)) {
                script.assert(!Term::and(four.map(circle)));
            }
        }
    }
    let given_root = size
        .cells()
        .find(|&at| puzzle.given[size.index(at)] == Mark::Circle);
    let chosen_root = match given_root {
        Some(_) => None,
        None => Some(script.declare("root", Sort::Int)),
    };
    let is_root = |at: Cell| match &chosen_root {
        Some(root) => root.clone().equals(size.index(at) as i64),
        None => Term::Bool(given_root == Some(at)),
    };
    script.section("levels: 0 at the root, higher elsewhere");
    for at in size.cells() {
        let level = level_of(at);
        script.assert(match is_root(at) {
            Term::Bool(true) => level.equals(0),
            Term::Bool(false) => level.greater(0),
            root => level.at_least(root.if_else(0, 1)),
        });
    }
    script.section("every other circle has a neighbouring circle of a lower level");
    for at in size.cells() {
        let lower = size.neighbours(at).map(|(_, next)| {
            let level = level_of(next).less(level_of(at));
            Term::and([circle(next), level])
        });
        let mut ways = vec![!circle(at)];
        match is_root(at) {
            Term::Bool(true) => continue,
            Term::Bool(false) => {}
            root => ways.push(root),
        }
        ways.extend(lower);
        script.assert(Term::or(ways));
    }
    Instance::of(script, size.cells().map(circle), false)
}
