//! The study's patterns, which its "Help" repeats until nothing changes. They are kept as the study
//! has them, except where they would be wrong:
//!
//! 1. Beside a black cell the loop passes.
//! 2. An arrow with only one option: nothing left to shade, every cell left, or gaps of an odd
//!    number of cells that take all that is left when every other cell is black (2n − 1 cells for
//!    n).
//! 3. Two arrows with the same number and direction: nothing between them.
//! 4. A cell on the loop with two ways takes both, a line's end with one way takes it; a cell with
//!    fewer than two ways is black.
//! 5. No small loop: a line does not close while the loop also passes elsewhere. (The study never
//!    closes a line, which is wrong for the last one.)
//!
//! Besides, they notice contradictions, so that guesses can be taken back.

use super::{Atom, Clue, Yajilin};
use crate::kit::areas::{degrees, firsts};
use crate::kit::prelude::*;

/// For each atom, what is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    known: Vec<Option<bool>>,
}

/// The rules cannot all be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Contradiction;

type Step = Result<bool, Contradiction>;

impl State {
    pub(super) fn new(puzzle: &Yajilin) -> State {
        let known = vec![None; puzzle.atoms.len()];
        State { known }
    }

    pub(super) fn known(&self, atom: usize) -> Option<bool> {
        self.known[atom]
    }

    pub(super) fn facts(&self) -> Vec<Fact> {
        let fact = |(atom, answer): (usize, &Option<bool>)| Some(Fact::new(atom, (*answer)?));
        self.known.iter().enumerate().filter_map(fact).collect()
    }

    /// Write the same answer in for several; true if one is new.
    fn set_all(&mut self, atoms: impl IntoIterator<Item = usize>, yes: bool) -> Step {
        let mut atoms = atoms.into_iter();
        atoms.try_fold(false, |news, atom| Ok(self.set(atom, yes)? | news))
    }

    /// Write an answer in; true if it is new.
    pub(super) fn set(&mut self, atom: usize, yes: bool) -> Step {
        match self.known[atom] {
            Some(before) if before != yes => Err(Contradiction),
            Some(_) => Ok(false),
            None => {
                self.known[atom] = Some(yes);
                Ok(true)
            }
        }
    }
}

/// All patterns, again and again until nothing changes; returns the number of rounds.
pub(super) fn fill(puzzle: &Yajilin, state: &mut State) -> Result<u64, Contradiction> {
    let unreadable = |c: &Option<Clue>| matches!(c, Some(Clue::Number(_)));
    if puzzle.clues.iter().any(unreadable) {
        return Err(Contradiction);
    }
    let mut rounds = 0;
    loop {
        rounds += 1;
        let mut news = false;
        for pattern in [
            beside_black,
            one_option,
            same_clues,
            two_ways,
            no_small_loop,
        ] {
            news |= pattern(puzzle, state)?;
        }
        if !news {
            return Ok(rounds);
        }
    }
}

fn black(puzzle: &Yajilin, at: Cell) -> Option<usize> {
    puzzle.shaded_atom[puzzle.size.index(at)]
}

fn line(puzzle: &Yajilin, at: Cell, dir: Dir) -> Option<usize> {
    puzzle.line_atom[puzzle.size.border(at, dir)?]
}

fn beside_black(puzzle: &Yajilin, state: &mut State) -> Step {
    let mut news = false;
    for at in puzzle.size.cells() {
        if black(puzzle, at).and_then(|a| state.known(a)) == Some(true) {
            let beside = puzzle.size.neighbours(at);
            news |= state.set_all(beside.filter_map(|(_, next)| black(puzzle, next)), false)?;
        }
    }
    Ok(news)
}

fn one_option(puzzle: &Yajilin, state: &mut State) -> Step {
    let mut news = false;
    for at in puzzle.size.cells() {
        let Some(Clue::Arrow(dir, Some(number))) = puzzle.clue(at) else {
            continue;
        };
        // Gaps: open cells that follow one another.
        let mut gaps: Vec<Vec<usize>> = vec![Vec::new()];
        let mut found = 0;
        for cell in puzzle.size.ray(at, dir) {
            let atom = black(puzzle, cell);
            match atom.map(|atom| (atom, state.known(atom))) {
                Some((atom, None)) => gaps.last_mut().expect("one at least").push(atom),
                Some((_, Some(true))) => {
                    found += 1;
                    gaps.push(Vec::new());
                }
                _ => gaps.push(Vec::new()),
            }
        }
        let Some(left) = (number as usize).checked_sub(found) else {
            return Err(Contradiction);
        };
        let room: usize = gaps.iter().map(|gap| gap.len().div_ceil(2)).sum();
        if left > room {
            return Err(Contradiction);
        }
        for gap in &gaps {
            for (i, &atom) in gap.iter().enumerate() {
                if left == 0 {
                    news |= state.set(atom, false)?;
                } else if left == room && !gap.len().is_multiple_of(2) {
                    news |= state.set(atom, i.is_multiple_of(2))?;
                }
            }
        }
    }
    Ok(news)
}

fn same_clues(puzzle: &Yajilin, state: &mut State) -> Step {
    let mut news = false;
    for at in puzzle.size.cells() {
        let clue @ Some(Clue::Arrow(dir, Some(_))) = puzzle.clue(at) else {
            continue;
        };
        let ray: Vec<Cell> = puzzle.size.ray(at, dir).collect();
        let Some(last) = ray.iter().rposition(|&c| puzzle.clue(c) == clue) else {
            continue;
        };
        let between = ray[..last].iter().filter_map(|&at| black(puzzle, at));
        news |= state.set_all(between, false)?;
    }
    Ok(news)
}

fn two_ways(puzzle: &Yajilin, state: &mut State) -> Step {
    let mut news = false;
    for at in puzzle.size.cells() {
        let Some(cell) = black(puzzle, at) else {
            continue;
        };
        let ways = Dir::ALL.into_iter().filter_map(|dir| line(puzzle, at, dir));
        let ways: Vec<usize> = ways.filter(|&a| state.known(a) != Some(false)).collect();
        let drawn = |state: &State| {
            let is_drawn = |&&a: &&usize| state.known(a) == Some(true);
            ways.iter().filter(is_drawn).count()
        };
        if drawn(state) > 0 {
            news |= state.set(cell, false)?;
        }
        if ways.len() < 2 {
            news |= state.set(cell, true)?;
        }
        match state.known(cell) {
            Some(true) => news |= state.set_all(ways, false)?,
            Some(false) if ways.len() == 2 => news |= state.set_all(ways, true)?,
            Some(false) if drawn(state) > 2 => return Err(Contradiction),
            Some(false) if drawn(state) == 2 => {
                let open = ways.into_iter().filter(|&way| state.known(way).is_none());
                news |= state.set_all(open.collect::<Vec<usize>>(), false)?;
            }
            _ => {}
        }
    }
    Ok(news)
}

fn no_small_loop(puzzle: &Yajilin, state: &mut State) -> Step {
    let size = puzzle.size;
    let mut news = false;
    let path = paths(puzzle, |line| state.known(line) == Some(true));
    let passes = |cell: usize| {
        let atom = puzzle.shaded_atom[cell];
        atom.is_some_and(|a| state.known(a) == Some(false))
    };
    let on_loop: Vec<bool> = (0..size.len()).map(passes).collect();
    let elsewhere = |path_of: usize| (0..size.len()).any(|c| on_loop[c] && path[c] != path_of);
    let lines = degrees(size, |border| {
        puzzle.line_atom[border].is_some_and(|a| state.known(a) == Some(true))
    });
    // A path whose cells all have two lines is closed already.
    for start in 0..size.len() {
        if path[start] == start && lines[start] > 0 {
            let mut cells = (0..size.len()).filter(|&c| path[c] == start);
            if cells.all(|c| lines[c] == 2) && elsewhere(start) {
                return Err(Contradiction);
            }
        }
    }
    for border in 0..size.borders() {
        let Some(atom) = puzzle.line_atom[border] else {
            continue;
        };
        let (a, z) = size.border_cells(border);
        let (a, z) = (size.index(a), size.index(z));
        if state.known(atom).is_none() && path[a] == path[z] && elsewhere(path[a]) {
            news |= state.set(atom, false)?;
        }
    }
    Ok(news)
}

/// For each cell, the first of the cells that drawn lines join it with.
pub(super) fn paths(puzzle: &Yajilin, is_drawn: impl Fn(usize) -> bool) -> Vec<usize> {
    let (size, is_drawn) = (puzzle.size, &is_drawn);
    firsts(size.len(), |cell| {
        let at = size.cell(cell);
        let next = size.neighbours(at);
        let drawn = next.filter(move |&(dir, _)| line(puzzle, at, dir).is_some_and(is_drawn));
        drawn.map(move |(_, next)| size.index(next))
    })
}

/// The next atom to guess: the first cell about which nothing is known, then the first border.
pub(super) fn open_atom(puzzle: &Yajilin, state: &State) -> Option<usize> {
    let is_open = |&atom: &usize| state.known(atom).is_none();
    let is_cell = |&atom: &usize| matches!(puzzle.atoms[atom], Atom::Shaded(_));
    let mut open = (0..puzzle.atoms.len()).filter(is_open);
    let first = open.next()?;
    if is_cell(&first) {
        return Some(first);
    }
    // Atoms of cells come first, so only borders are open. One at a line's end leads on.
    let ends_a_line = |&atom: &usize| {
        let Atom::Line(border) = puzzle.atoms[atom] else {
            return false;
        };
        let (a, z) = puzzle.size.border_cells(border);
        let ways = [a, z].map(|at| Dir::ALL.map(|dir| line(puzzle, at, dir)));
        let mut ways = ways.into_iter().flatten().flatten();
        ways.any(|way| state.known(way) == Some(true))
    };
    Some(open.find(ends_a_line).unwrap_or(first))
}
