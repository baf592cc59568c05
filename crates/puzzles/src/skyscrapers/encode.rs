//! The rules as constraints over "cell c has height h".
//!
//! A view is an automaton that walks along the line: its state is the highest building so far and
//! how many were seen. One helper says "after cell p the state is s"; clauses lead from state to
//! state both ways. States that the line cannot be in (every height stands once in it, and the
//! view must come out right) are left out, and so are heights that no transition needs, which is
//! the rule that people call SideBlock. So a view's clauses also use that its line holds each
//! height once: whoever cites the view takes that as known.
//!
//! Tried on the 200 Towers of size 8, in conflicts for all of them. Running maxima with visible
//! cells counted: 51,000; with visible heights counted: 57,000. First drafts of automata: along the
//! cells 11,600 (15,000 clauses per puzzle); over the heights from the highest down, with the
//! nearest position as state, 11,000 (19,000 clauses); both together 8,400 (28,000 clauses, and
//! slowest of the three). The one over heights without its clauses backwards: 106,000. One clause
//! "nothing higher, so the state stays" instead of one for each lower height, more states left out,
//! and the atoms of the first cell as its states took the one along the cells to 8,400. Yes as
//! first phase, decisions on atoms only, decay 0.85 to 0.9 and restarts after 50 moved conflicts by
//! less than 4 %, so the solver stays as it is.

use grid::Cell;
use sat::{Lit, Model};

use super::{PARK, Skyscrapers};
use crate::puzzle::Encode;

impl Encode for Skyscrapers {
    fn encode(&self) -> Model {
        let mut model = Model::new(self.size.len() * self.atoms_per_cell());
        let has = |at: Cell, height: u16| Lit::yes(self.atom(at, height));
        let heights = self.lowest()..=self.depth;
        for at in self.size.cells() {
            let given = match self.givens[self.size.index(at)] {
                0 => continue,
                PARK => 0,
                height => height,
            };
            model.name("given", self.size.index(at));
            model.clause(&[has(at, given)]);
        }
        for view in 0..self.views.len() {
            if let Some(seen) = self.views[view] {
                model.name("view", view);
                see(&mut model, self, &self.sight(view), seen as usize);
            }
        }
        for at in self.size.cells() {
            model.name("cell", self.size.index(at));
            let all: Vec<Lit> = heights.clone().map(|h| has(at, h)).collect();
            one_of(&mut model, &all);
        }
        for (i, line) in self.lines().iter().enumerate() {
            model.name("line", i);
            for height in heights.clone() {
                let all: Vec<Lit> = line.iter().map(|&at| has(at, height)).collect();
                match height {
                    0 => model.exactly(self.parks(), &all),
                    _ => one_of(&mut model, &all),
                }
            }
        }
        model
    }
}

/// Exactly one of these is true, stated pair by pair.
fn one_of(model: &mut Model, lits: &[Lit]) {
    model.clause(lits);
    for (i, &a) in lits.iter().enumerate() {
        for &b in &lits[i + 1..] {
            model.clause(&[!a, !b]);
        }
    }
}

/// The highest building so far (0 before the first one) and how many were seen.
type State = (usize, usize);

/// Exactly `seen` buildings are seen along the line.
fn see(model: &mut Model, puzzle: &Skyscrapers, line: &[Cell], seen: usize) {
    let depth = puzzle.depth as usize;
    let states: Vec<State> = (0..=depth)
        .flat_map(|highest| (0..=seen).map(move |count| (highest, count)))
        .collect();
    let has = |p: usize, height: usize| Lit::yes(puzzle.atom(line[p], height as u16));
    let live = live_states(puzzle, line.len(), seen, &states);
    if live[0].iter().all(|l| !l) {
        return model.clause(&[]);
    }
    let index = |(highest, count): State| highest * (seen + 1) + count;
    let alive = |p: usize, state: State| state.1 <= seen && live[p][index(state)];

    // Heights that no transition needs.
    for p in 0..line.len() {
        for height in puzzle.lowest() as usize..=depth {
            let needed = states.iter().any(|&(highest, count)| {
                let after = if height > highest {
                    (height, count + 1)
                } else {
                    (highest, count)
                };
                let twice = height > 0 && height == highest;
                !twice && alive(p, (highest, count)) && alive(p + 1, after)
            });
            if !needed {
                model.clause(&[!has(p, height)]);
            }
        }
    }

    // After the first cell its height is the state.
    let mut before: Vec<Option<Lit>> = states
        .iter()
        .map(|&state| alive(1, state).then(|| has(0, state.0)))
        .collect();
    for p in 1..line.len() {
        let after: Vec<Option<Lit>> = states
            .iter()
            .map(|&state| alive(p + 1, state).then(|| model.helper()))
            .collect();
        let mut clause = Vec::new();
        for &(highest, count) in &states {
            let Some(here) = before[index((highest, count))] else {
                continue;
            };
            for height in highest + 1..=depth {
                clause.clear();
                clause.extend([!here, !has(p, height)]);
                if count < seen {
                    clause.extend(after[index((height, count + 1))]);
                }
                model.clause(&clause);
            }
            // Nothing higher stands here: the state stays.
            clause.clear();
            clause.push(!here);
            clause.extend((highest + 1..=depth).map(|height| has(p, height)));
            clause.extend(after[index((highest, count))]);
            model.clause(&clause);
        }
        for &(highest, count) in &states {
            let Some(here) = after[index((highest, count))] else {
                continue;
            };
            let stayed = before[index((highest, count))];
            if highest > 0 {
                clause.clear();
                clause.push(!here);
                clause.extend(stayed);
                clause.push(has(p, highest));
                model.clause(&clause);
            }
            clause.clear();
            clause.push(!here);
            clause.extend(stayed);
            if count > 0 {
                let lower = (0..highest).map(|lower| before[index((lower, count - 1))]);
                clause.extend(lower.flatten());
            }
            model.clause(&clause);
            for height in highest + 1..=depth {
                model.clause(&[!here, !has(p, height)]);
            }
        }
        let all: Vec<Lit> = after.iter().flatten().copied().collect();
        model.clause(&all);
        before = after;
    }
}

/// For each number of cells passed, which states lie on a way from the start to a right end.
fn live_states(
    puzzle: &Skyscrapers,
    cells: usize,
    seen: usize,
    states: &[State],
) -> Vec<Vec<bool>> {
    let (depth, parks) = (puzzle.depth as usize, puzzle.parks());
    let index = |(highest, count): State| highest * (seen + 1) + count;
    // What the line's heights, once each, leave possible after p cells.
    let sensible = |p: usize, (highest, count): State| {
        p <= highest + parks
            && depth - highest <= cells - p
            && count <= highest
            && count <= p
            && (highest == 0) == (count == 0)
            && (highest == depth) == (count == seen)
    };
    let steps = |(highest, count): State| {
        let rises = (highest + 1..=depth).map(move |height| (height, count + 1));
        std::iter::once((highest, count)).chain(rises.filter(move |_| count < seen))
    };
    let mut live = vec![vec![false; states.len()]; cells + 1];
    live[0][index((0, 0))] = sensible(0, (0, 0));
    for p in 0..cells {
        for &state in states {
            if live[p][index(state)] {
                for next in steps(state).filter(|&next| sensible(p + 1, next)) {
                    live[p + 1][index(next)] = true;
                }
            }
        }
    }
    for p in (0..cells).rev() {
        for &state in states {
            let goes_on = steps(state).any(|next| live[p + 1][index(next)]);
            live[p][index(state)] &= goes_on;
        }
    }
    live
}
