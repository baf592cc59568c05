//! Skyscrapers over integers: h for each cell (0 is a park), and for each view a running maximum m
//! along its line, so that a building is seen where h exceeds the m before it. The study has no
//! such instance; this one is the plainest there is.

use ::smt::{Logic, Script, Sort, Term};
use grid::Cell;

use super::{PARK, Skyscrapers};
use crate::engine::{Encoding, Instance, own};

pub(super) const ENCODINGS: &[Encoding] = &[Encoding {
    id: "heights",
    words: "a height for each cell and the highest so far along each view (QF_LIA)",
    build: |puzzle| Ok(heights(own(puzzle))),
}];

fn heights(puzzle: &Skyscrapers) -> Instance {
    let size = puzzle.size;
    let mut script = Script::new(Logic::QfLia);
    let cells: Vec<Term> = size
        .cells()
        .map(|at| script.declare(format!("h{}-{}", at.row + 1, at.col + 1), Sort::Int))
        .collect();
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
        // Before the first cell nothing has been seen, and parks have no height.
        let mut highest = Term::Int(0);
        let mut seen = Vec::new();
        for (step, &at) in line.iter().enumerate() {
            let taller = h(at).greater(highest.clone());
            seen.push(taller.clone().counted());
            if step + 1 < line.len() {
                let now = script.declare(format!("m{i}-{}", step + 1), Sort::Int);
                script.assert(now.clone().equals(taller.if_else(h(at), highest)));
                highest = now;
            }
        }
        script.assert(Term::sum(seen).equals(view as i64));
    }
    let atoms = (0..size.len() * puzzle.atoms_per_cell()).map(|atom| {
        let (at, height) = puzzle.atom_meaning(atom);
        h(at).equals(height as i64)
    });
    Instance {
        atoms: atoms.collect(),
        script,
        yes_is_enough: true,
        refine: None,
    }
}
