//! The study's patterns, literally: squares that are void, black, a clue, or a line with up to two
//! directions, and five methods that are repeated until none of them changes anything.
//!
//! They see less than ours (patterns.rs), and the last of them is not sound: it never lets a line
//! close, not even the last one. Its counterexample is a test below. So nothing is called proved
//! here, and a board that is full and wrong is counted as `wrong`.
//!
//! Of "only one option" three cases are here: nothing is to be shaded; 2n − 1 squares lie in the
//! arrow's direction; as many are void as are still missing. A fourth is printed as "2n less the
//! black squares" void ones in a row, which can be filled in more than one way (a 1 that sees two),
//! and the study's code does not have it. That code compares columns with the number of rows where
//! it looks for equal clues; this slip is not copied.

use super::search::counters;
use super::{Clue, Yajilin};
use crate::engine::{Found, SearchEnd};
use crate::kit::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Square {
    Void,
    Black,
    Clue,
    /// A bit for each direction in which it leaves; none: a dot.
    Line(u8),
}

const DOT: Square = Square::Line(0);

/// "Help", pressed until nothing changes, on a board of which this is known.
pub(super) fn patterns(puzzle: &Yajilin, known: &[Fact]) -> Found {
    let mut squares = Squares::new(puzzle, known);
    let mut rounds = 0;
    loop {
        rounds += 1;
        let before = squares.at.clone();
        squares.beside_black();
        squares.one_option();
        squares.same_clues();
        squares.one_way();
        squares.stop_small_loops();
        if squares.at == before {
            break;
        }
    }
    let facts = squares.facts();
    let board = puzzle.board(&facts);
    let solved = puzzle.check(&board).is_empty();
    let full = |&square: &Square| match square {
        Square::Line(dirs) => dirs.count_ones() == 2,
        square => square != Square::Void,
    };
    let wrong = !solved && squares.at.values().iter().all(full);
    let mut counters = counters(puzzle, rounds, &facts);
    counters.push(("wrong", wrong as u64));
    Found {
        partial: (!solved).then(|| board.clone()),
        solutions: solved.then_some(board).into_iter().collect(),
        // Not even a solution proves anything.
        ..Found::nothing(SearchEnd::Stuck, counters)
    }
}

struct Squares<'a> {
    puzzle: &'a Yajilin,
    at: Sheet<Square>,
}

impl<'a> Squares<'a> {
    fn new(puzzle: &'a Yajilin, known: &[Fact]) -> Squares<'a> {
        let board = puzzle.board(known);
        let is_dot = |at: Cell| {
            let atom = puzzle.shaded_atom[puzzle.size.index(at)];
            known.iter().any(|f| !f.is_yes() && Some(f.var()) == atom)
        };
        let at = Sheet::of(puzzle.size, |at| match () {
            () if !puzzle.is_free(at) => Square::Clue,
            () if puzzle.is_shaded(&board, at) => Square::Black,
            () if is_dot(at) => DOT,
            () => Square::Void,
        });
        let mut squares = Squares { puzzle, at };
        for at in puzzle.size.cells().filter(|&at| puzzle.is_free(at)) {
            (puzzle.lines(&board, at)).for_each(|dir| squares.draw(at, dir));
        }
        squares
    }

    fn set_if_void(&mut self, at: Cell, square: Square) {
        if self.at[at] == Square::Void {
            self.at[at] = square;
        }
    }

    /// Draw a line from a square to the next one.
    fn draw(&mut self, at: Cell, dir: Dir) {
        for (cell, dir) in [(at, dir), (at.step(dir), dir.opposite())] {
            self.set_if_void(cell, DOT);
            if let Square::Line(dirs) = &mut self.at[cell] {
                *dirs |= 1 << dir as u8;
            }
        }
    }

    fn beside_black(&mut self) {
        for at in self.puzzle.size.cells() {
            if self.at[at] == Square::Black {
                let beside = self.puzzle.size.neighbours(at);
                beside.for_each(|(_, next)| self.set_if_void(next, DOT));
            }
        }
    }

    fn one_option(&mut self) {
        for at in self.puzzle.size.cells() {
            let Some(Clue::Arrow(dir, Some(number))) = self.puzzle.clue(at) else {
                continue;
            };
            let number = number as usize;
            let ray: Vec<Cell> = self.puzzle.size.ray(at, dir).collect();
            let may_be_black = |at: &&Cell| [Square::Void, Square::Black].contains(&self.at[**at]);
            let open: Vec<Cell> = ray.iter().filter(may_be_black).copied().collect();
            if ray.len() + 1 == 2 * number {
                let every_second = ray.iter().step_by(2);
                every_second.for_each(|&at| self.set_if_void(at, Square::Black));
            } else if number == 0 {
                open.into_iter().for_each(|at| self.at[at] = DOT);
            } else if open.len() == number {
                open.into_iter()
                    .for_each(|at| self.set_if_void(at, Square::Black));
            }
        }
    }

    fn same_clues(&mut self) {
        for at in self.puzzle.size.cells() {
            let clue @ Some(Clue::Arrow(dir, Some(_))) = self.puzzle.clue(at) else {
                continue;
            };
            let ray: Vec<Cell> = self.puzzle.size.ray(at, dir).collect();
            let last = ray.iter().rposition(|&c| self.puzzle.clue(c) == clue);
            for &cell in &ray[..last.unwrap_or(0)] {
                self.set_if_void(cell, DOT);
            }
        }
    }

    /// The directions in which a line can still leave: not where it already does.
    fn ways(&self, at: Cell) -> Vec<Dir> {
        let drawn: Vec<Dir> = self.drawn(at).collect();
        let open = |next: Cell| match self.at[next] {
            Square::Line(dirs) => dirs.count_ones() < 2,
            square => square == Square::Void,
        };
        let next = self.puzzle.size.neighbours(at);
        let ways = next.filter(|&(dir, next)| !drawn.contains(&dir) && open(next));
        ways.map(|(dir, _)| dir).collect()
    }

    /// The directions in which a line leaves.
    fn drawn(&self, at: Cell) -> impl Iterator<Item = Dir> + use<> {
        let dirs = match self.at[at] {
            Square::Line(dirs) => dirs,
            _ => 0,
        };
        let all = Dir::ALL.into_iter();
        all.filter(move |&dir| dirs >> dir as u8 & 1 == 1)
    }

    fn one_way(&mut self) {
        for at in self.puzzle.size.cells() {
            let ways = self.ways(at);
            match (self.at[at], self.drawn(at).count() + ways.len()) {
                (Square::Line(_), 2) => ways.into_iter().for_each(|dir| self.draw(at, dir)),
                (Square::Void, 0 | 1) => self.at[at] = Square::Black,
                _ => {}
            }
        }
    }

    /// A line's end that could go two ways does not go where its own line is.
    fn stop_small_loops(&mut self) {
        for at in self.puzzle.size.cells() {
            let ways = self.ways(at);
            let (1, &[one, other]) = (self.drawn(at).count(), &ways[..]) else {
                continue;
            };
            let trace = self.trace(at);
            if trace.contains(&at.step(one)) {
                self.draw(at, other);
            } else if trace.contains(&at.step(other)) {
                self.draw(at, one);
            }
        }
    }

    /// The squares of a line, from one of its ends.
    fn trace(&self, end: Cell) -> Vec<Cell> {
        let mut trace = vec![end];
        let mut next = Some(end);
        while let Some(at) = next {
            let mut drawn = self.drawn(at).map(|dir| at.step(dir));
            next = drawn.find(|next| !trace.contains(next));
            trace.extend(next);
        }
        trace
    }

    fn facts(&self) -> Vec<Fact> {
        let puzzle = self.puzzle;
        let mut facts = Vec::new();
        for at in puzzle.size.cells() {
            let atom = puzzle.shaded_atom[puzzle.size.index(at)];
            let is_told = self.at[at] != Square::Void;
            let is_black = self.at[at] == Square::Black;
            let atom = atom.filter(|_| is_told);
            facts.extend(atom.map(|atom| Fact::new(atom, is_black)));
            let line = |dir| puzzle.line_atom[puzzle.size.border(at, dir)?];
            let is_forth = |dir: &Dir| [Dir::East, Dir::South].contains(dir);
            let forth = self.drawn(at).filter(is_forth);
            facts.extend(forth.filter_map(line).map(Fact::yes));
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::testing::{Status, read, solve};

    /// The end in row 2, column 2 can go down to the other end of its own line, or right. The study
    /// sends it right, but the line closes, and row 2, column 3 is black.
    #[test]
    fn the_last_line_is_never_closed() {
        let document = read("puzzle yajilin\nproblem\n- - - -\n0s - - -\n- - - -\n- - - 0n\n");
        let puzzle: &dyn Puzzle = document.puzzle.as_ref();
        let yajilin: &Yajilin = own(puzzle);
        let answer = solve(puzzle, 2, Budget::UNLIMITED);
        assert_eq!(answer.status, Status::Unique);
        let found = patterns(yajilin, &[]);
        let wrong = found.partial.expect("it is not solved");
        let (at, dir) = (grid::cell(1, 1), Dir::East);
        let goes = |board| yajilin.lines(board, at).any(|d| d == dir);
        assert!(goes(&wrong) && !goes(&answer.solutions[0]));
        assert!(yajilin.is_shaded(&answer.solutions[0], at.step(dir)));
    }

    #[test]
    fn they_begin_with_what_is_on_the_board() {
        let document = read("puzzle yajilin\nproblem\n- - - -\n- - - -\n- - - -\n- - - -\n");
        let yajilin: &Yajilin = own(document.puzzle.as_ref());
        let nothing = patterns(yajilin, &[]).counter("found");
        let black = yajilin.shaded_atom[5].expect("a free cell");
        let more = patterns(yajilin, &[Fact::new(black, true)]).counter("found");
        // The black cell, and the loop passes on its four sides.
        assert!(more >= nothing.map(|n| n + 5), "{nothing:?} {more:?}");
    }
}
