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

use super::{PARK, Skyscrapers};
use crate::kit::prelude::*;

impl Encode for Skyscrapers {
    fn atom_count(&self) -> usize {
        self.size.len() * self.atoms_per_cell()
    }

    fn state(&self, model: &mut Model) {
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
                see(model, self, &self.sight(view), seen as usize);
            }
        }
        for at in self.size.cells() {
            model.name("cell", self.size.index(at));
            let all: Vec<Lit> = heights.clone().map(|h| has(at, h)).collect();
            one_of(model, &all);
        }
        for (i, line) in self.lines().iter().enumerate() {
            model.name("line", i);
            for height in heights.clone() {
                let all: Vec<Lit> = line.iter().map(|&at| has(at, height)).collect();
                match height {
                    0 => model.exactly(self.parks(), &all),
                    _ => one_of(model, &all),
                }
            }
        }
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

/// One line that is looked along, and the states that may be met on the way.
struct Sight<'a> {
    puzzle: &'a Skyscrapers,
    line: &'a [Cell],
    seen: usize,
    states: Vec<State>,
    /// For each number of cells passed, which states lie on a way from the start to a right end.
    live: Vec<Vec<bool>>,
}

/// Exactly `seen` buildings are seen along the line.
fn see(model: &mut Model, puzzle: &Skyscrapers, line: &[Cell], seen: usize) {
    let counts = |highest| (0..=seen).map(move |count| (highest, count));
    let states: Vec<State> = (0..=puzzle.depth as usize).flat_map(counts).collect();
    let live = live_states(puzzle, line.len(), seen, &states);
    if live[0].iter().all(|l| !l) {
        return model.clause(&[]);
    }
    let sight = Sight {
        puzzle,
        line,
        seen,
        states,
        live,
    };
    sight.forbid_heights(model);
    // After the first cell its height is the state.
    let first = |&state: &State| sight.is_live(1, state).then(|| sight.has(0, state.0));
    let mut before: Vec<Option<Lit>> = sight.states.iter().map(first).collect();
    for p in 1..line.len() {
        let helper = |&state: &State| sight.is_live(p + 1, state).then(|| model.helper());
        let after: Vec<Option<Lit>> = sight.states.iter().map(helper).collect();
        sight.go_on(model, p, &before, &after);
        sight.come_from(model, p, &before, &after);
        let all: Vec<Lit> = after.iter().flatten().copied().collect();
        model.clause(&all);
        before = after;
    }
}

impl Sight<'_> {
    fn has(&self, p: usize, height: usize) -> Lit {
        Lit::yes(self.puzzle.atom(self.line[p], height as u16))
    }

    fn index(&self, (highest, count): State) -> usize {
        highest * (self.seen + 1) + count
    }

    fn is_live(&self, p: usize, state: State) -> bool {
        state.1 <= self.seen && self.live[p][self.index(state)]
    }

    /// Heights that no transition needs.
    fn forbid_heights(&self, model: &mut Model) {
        for p in 0..self.line.len() {
            for height in self.puzzle.lowest() as usize..=self.puzzle.depth as usize {
                let needed = self.states.iter().any(|&(highest, count)| {
                    let after = (highest.max(height), count + (height > highest) as usize);
                    let twice = height > 0 && height == highest;
                    !twice && self.is_live(p, (highest, count)) && self.is_live(p + 1, after)
                });
                if !needed {
                    model.clause(&[!self.has(p, height)]);
                }
            }
        }
    }

    /// From a state before a cell to the one after it.
    fn go_on(&self, model: &mut Model, p: usize, before: &[Option<Lit>], after: &[Option<Lit>]) {
        let depth = self.puzzle.depth as usize;
        let mut clause = Vec::new();
        for &(highest, count) in &self.states {
            let Some(here) = before[self.index((highest, count))] else {
                continue;
            };
            for height in highest + 1..=depth {
                clause.clear();
                clause.extend([!here, !self.has(p, height)]);
                if count < self.seen {
                    clause.extend(after[self.index((height, count + 1))]);
                }
                model.clause(&clause);
            }
            // Nothing higher stands here: the state stays.
            clause.clear();
            clause.push(!here);
            clause.extend((highest + 1..=depth).map(|height| self.has(p, height)));
            clause.extend(after[self.index((highest, count))]);
            model.clause(&clause);
        }
    }

    /// From a state after a cell back to what can have been before it.
    fn come_from(
        &self,
        model: &mut Model,
        p: usize,
        before: &[Option<Lit>],
        after: &[Option<Lit>],
    ) {
        let mut clause = Vec::new();
        for &(highest, count) in &self.states {
            let Some(here) = after[self.index((highest, count))] else {
                continue;
            };
            let stayed = before[self.index((highest, count))];
            clause.clear();
            clause.push(!here);
            clause.extend(stayed);
            if highest > 0 {
                clause.push(self.has(p, highest));
                model.clause(&clause);
                clause.pop();
            }
            if count > 0 {
                let lower = (0..highest).map(|lower| before[self.index((lower, count - 1))]);
                clause.extend(lower.flatten());
            }
            model.clause(&clause);
            for height in highest + 1..=self.puzzle.depth as usize {
                model.clause(&[!here, !self.has(p, height)]);
            }
        }
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
