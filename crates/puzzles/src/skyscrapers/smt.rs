//! Skyscrapers over integers: h for each cell (0 is a park). A building is seen if all before it
//! are lower, and a view counts those that are seen. The study has no such instance; this one is
//! the plainest there is. With a running maximum for each view instead of pairs, z3 and cvc5 took
//! two to eight times as long on Towers of size 5 and 6.

use ::smt::{Logic, Script, Sort, Term};

use super::{PARK, Skyscrapers};
use crate::engine::{Build, Instance};
use crate::kit::prelude::*;

pub(super) const ENCODINGS: &[(&str, Build)] = &[("heights", |puzzle| Ok(heights(own(puzzle))))];

fn heights(puzzle: &Skyscrapers) -> Instance {
    let size = puzzle.size;
    let mut script = Script::new(Logic::QfLia);
    let name = |at: Cell| format!("h{}-{}", at.row + 1, at.col + 1);
    let cells = script.declare_all(size.cells().map(name), Sort::Int);
    let h = |at: Cell| cells[size.index(at)].clone();

    script.section("heights");
    for at in size.cells() {
        script.assert(match puzzle.givens[size.index(at)] {
            0 => {
                let least = h(at).at_least(puzzle.lowest() as i64);
                Term::and([least, h(at).at_most(puzzle.depth as i64)])
            }
            PARK => h(at).equals(0),
            height => h(at).equals(height as i64),
        });
    }
    for (i, line) in puzzle.lines().iter().enumerate() {
        script.section(puzzle.line_words(i));
        let all = line.iter().map(|&at| h(at));
        if puzzle.parks() == 0 {
            script.assert(Term::distinct(all));
            continue;
        }
        for (j, &a) in line.iter().enumerate() {
            for &b in &line[j + 1..] {
                script.assert(Term::or([h(a).equals(0), !h(a).equals(h(b))]));
            }
        }
        let parks = all.map(|h| h.equals(0).counted());
        script.assert(Term::sum(parks).equals(puzzle.parks() as i64));
    }
    for (i, view) in puzzle.views.iter().enumerate() {
        let Some(view) = *view else { continue };
        script.section(puzzle.view_words(i));
        let line = puzzle.sight(i);
        let seen = line.iter().enumerate().map(|(place, &at)| {
            // A park is lower than any building; only in the first cell must it be ruled out.
            let is_seen = match place {
                0 => h(at).greater(0),
                _ => Term::and(line[..place].iter().map(|&before| h(before).less(h(at)))),
            };
            is_seen.counted()
        });
        script.assert(Term::sum(seen).equals(view as i64));
    }
    let atoms = (0..size.len() * puzzle.atoms_per_cell()).map(|atom| {
        let (at, height) = puzzle.atom_meaning(atom);
        h(at).equals(height as i64)
    });
    Instance::of(script, atoms, true)
}
