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
    let mut sheet = Sheet::new(puzzle, known);
    let mut rounds = 0;
    loop {
        rounds += 1;
        let before = sheet.squares.clone();
        sheet.beside_black();
        sheet.one_option();
        sheet.same_clues();
        sheet.one_way();
        sheet.stop_small_loops();
        if sheet.squares == before {
            break;
        }
    }
    let facts = sheet.facts();
    let board = puzzle.board(&facts);
    let solved = puzzle.check(&board).is_empty();
    let full = |&square: &Square| match square {
        Square::Line(dirs) => dirs.count_ones() == 2,
        square => square != Square::Void,
    };
    let wrong = !solved && sheet.squares.iter().all(full);
    Found {
        // Not even a solution proves anything.
        end: SearchEnd::Stuck,
        more: true,
        partial: (!solved).then(|| board.clone()),
        solutions: if solved { vec![board] } else { Vec::new() },
        counters: vec![
            ("rounds", rounds),
            ("found", facts.len() as u64),
            ("atoms", puzzle.atoms.len() as u64),
            ("wrong", wrong as u64),
        ],
    }
}

struct Sheet<'a> {
    puzzle: &'a Yajilin,
    squares: Vec<Square>,
}

impl<'a> Sheet<'a> {
    fn new(puzzle: &'a Yajilin, known: &[Fact]) -> Sheet<'a> {
        let free = |at: Cell| match puzzle.is_free(at) {
            true => Square::Void,
            false => Square::Clue,
        };
        let squares = puzzle.size.cells().map(free).collect();
        let mut sheet = Sheet { puzzle, squares };
        let board = puzzle.board(known);
        for at in puzzle.size.cells().filter(|&at| puzzle.is_free(at)) {
            let atom = puzzle.shaded_atom[puzzle.size.index(at)];
            let is_dot = known.iter().any(|f| !f.is_yes() && Some(f.var()) == atom);
            if puzzle.is_shaded(&board, at) {
                sheet.set(at, Square::Black);
            } else if is_dot {
                sheet.set(at, DOT);
            }
            for dir in puzzle.lines(&board, at) {
                sheet.draw(at, dir);
            }
        }
        sheet
    }

    fn at(&self, at: Cell) -> Square {
        self.squares[self.puzzle.size.index(at)]
    }

    fn set(&mut self, at: Cell, square: Square) {
        self.squares[self.puzzle.size.index(at)] = square;
    }

    fn set_if_void(&mut self, at: Cell, square: Square) {
        if self.at(at) == Square::Void {
            self.set(at, square);
        }
    }

    /// Draw a line from a square to the next one.
    fn draw(&mut self, at: Cell, dir: Dir) {
        let ends = [(at, dir), (at.step(dir), dir.opposite())];
        for (cell, dir) in ends {
            match self.at(cell) {
                Square::Line(dirs) => self.set(cell, Square::Line(dirs | 1 << dir as u8)),
                Square::Void => self.set(cell, Square::Line(1 << dir as u8)),
                _ => {}
            }
        }
    }

    fn beside_black(&mut self) {
        for at in self.puzzle.size.cells() {
            if self.at(at) == Square::Black {
                for (_, next) in self.puzzle.size.neighbours(at) {
                    self.set_if_void(next, DOT);
                }
            }
        }
    }

    fn one_option(&mut self) {
        for at in self.puzzle.size.cells() {
            let Some(Clue::Arrow(dir, Some(number))) = self.puzzle.clue(at) else {
                continue;
            };
            let ray: Vec<Cell> = self.puzzle.size.ray(at, dir).collect();
            let count = |square| ray.iter().filter(|&&c| self.at(c) == square).count();
            let (void, black, number) =
                (count(Square::Void), count(Square::Black), number as usize);
            if ray.len() + 1 == 2 * number {
                for &cell in ray.iter().step_by(2) {
                    self.set_if_void(cell, Square::Black);
                }
            } else if number == 0 {
                for &cell in &ray {
                    if [Square::Void, Square::Black].contains(&self.at(cell)) {
                        self.set(cell, DOT);
                    }
                }
            } else if void + black == number {
                for &cell in &ray {
                    self.set_if_void(cell, Square::Black);
                }
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
        let drawn = match self.at(at) {
            Square::Line(dirs) => dirs,
            _ => 0,
        };
        let open = |&dir: &Dir| {
            let next = self.puzzle.size.neighbour(at, dir);
            drawn >> dir as u8 & 1 == 0
                && next.is_some_and(|next| match self.at(next) {
                    Square::Line(dirs) => dirs.count_ones() < 2,
                    square => square == Square::Void,
                })
        };
        Dir::ALL.into_iter().filter(open).collect()
    }

    fn one_way(&mut self) {
        for at in self.puzzle.size.cells() {
            let ways = self.ways(at);
            match self.at(at) {
                Square::Line(0) if ways.len() == 2 => {
                    ways.into_iter().for_each(|dir| self.draw(at, dir));
                }
                Square::Line(dirs) if dirs.count_ones() == 1 && ways.len() == 1 => {
                    self.draw(at, ways[0]);
                }
                Square::Void if ways.len() <= 1 => self.set(at, Square::Black),
                _ => {}
            }
        }
    }

    /// A line's end that could go two ways does not go where its own line is.
    fn stop_small_loops(&mut self) {
        for at in self.puzzle.size.cells() {
            let Square::Line(dirs) = self.at(at) else {
                continue;
            };
            if dirs.count_ones() != 1 {
                continue;
            }
            let ways = self.ways(at);
            let [one, other] = ways[..] else { continue };
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
        loop {
            let at = trace[trace.len() - 1];
            let Square::Line(dirs) = self.at(at) else {
                return trace;
            };
            let drawn = Dir::ALL
                .into_iter()
                .filter(|&dir| dirs >> dir as u8 & 1 == 1);
            match drawn
                .map(|dir| at.step(dir))
                .find(|next| !trace.contains(next))
            {
                Some(next) => trace.push(next),
                None => return trace,
            }
        }
    }

    fn facts(&self) -> Vec<Fact> {
        let puzzle = self.puzzle;
        let mut facts = Vec::new();
        for (at, &square) in puzzle.size.cells().zip(&self.squares) {
            let Some(atom) = puzzle.shaded_atom[puzzle.size.index(at)] else {
                continue;
            };
            match square {
                Square::Black => facts.push(Fact::new(atom, true)),
                Square::Line(dirs) => {
                    facts.push(Fact::new(atom, false));
                    for dir in [Dir::East, Dir::South] {
                        let line = puzzle
                            .size
                            .border(at, dir)
                            .and_then(|b| puzzle.line_atom[b]);
                        let drawn = dirs >> dir as u8 & 1 == 1;
                        facts.extend(line.filter(|_| drawn).map(|line| Fact::new(line, true)));
                    }
                }
                _ => {}
            }
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::own;
    use crate::puzzle::Puzzle;
    use crate::solve::{Status, solve};
    use sat::Budget;

    fn read(problem: &str) -> crate::format::Document {
        let text = format!(r#"{{"type":"yajilin","rows":4,"cols":4,"problem":{problem}}}"#);
        crate::format::split(&text)[0].read().expect("a puzzle")
    }

    /// The end in row 2, column 2 can go down to the other end of its own line, or right. The study
    /// sends it right, but the line closes, and row 2, column 3 is black.
    #[test]
    fn the_last_line_is_never_closed() {
        let document =
            read(r#"[["-","-","-","-"],["0s","-","-","-"],["-","-","-","-"],["-","-","-","0n"]]"#);
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
        let document =
            read(r#"[["-","-","-","-"],["-","-","-","-"],["-","-","-","-"],["-","-","-","-"]]"#);
        let yajilin: &Yajilin = own(document.puzzle.as_ref());
        let nothing = patterns(yajilin, &[]).counter("found");
        let black = yajilin.shaded_atom[5].expect("a free cell");
        let more = patterns(yajilin, &[Fact::new(black, true)]).counter("found");
        // The black cell, and the loop passes on its four sides.
        assert!(more >= nothing.map(|n| n + 5), "{nothing:?} {more:?}");
    }
}
