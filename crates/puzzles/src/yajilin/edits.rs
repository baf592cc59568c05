//! Which clues can be hidden or revealed: the numbers. The arrow and the cell stay, because a cell
//! with a clue is not part of the solution and would become one. Nor can a shaded cell become a
//! clue: its neighbours could then be shaded.

use super::{Clue, Yajilin};
use crate::kit::prelude::*;

impl Making for Yajilin {
    fn removals(&self) -> Vec<Edit> {
        let hide = |at| match self.clue(at)? {
            Clue::Arrow(dir, Some(_)) => Some(Edit::cell(at, format!("?{}", dir.letter()))),
            _ => None,
        };
        self.size.cells().filter_map(hide).collect()
    }

    fn reveals(&self, solution: &Board) -> Vec<Edit> {
        let tell = |at| match self.clue(at)? {
            Clue::Arrow(dir, None) => {
                let seen = self.seen(solution, at, dir);
                Some(Edit::cell(at, format!("{seen}{}", dir.letter())))
            }
            _ => None,
        };
        self.size.cells().filter_map(tell).collect()
    }

    fn sign_words(&self, sign: &str) -> String {
        let words = |dir: Dir| {
            let number = sign.strip_suffix(dir.letter())?;
            Some(format!("{number} to the {}", compass(dir)))
        };
        Dir::ALL
            .into_iter()
            .find_map(words)
            .unwrap_or_else(|| sign.to_owned())
    }

    /// An arrow with a number in a cell without a clue, or in one that says nothing so far. Shaded
    /// cells do not touch, so a line of n cells holds at most n/2 of them, rounded up.
    fn insertions(&self) -> Vec<Edit> {
        let says_nothing = |at: &Cell| matches!(self.clue(*at), None | Some(Clue::Blocked));
        let free = self.size.cells().filter(says_nothing);
        let arrows = free.flat_map(|at| Dir::ALL.map(|dir| (at, dir)));
        let numbers = |(at, dir): (Cell, Dir)| {
            let ahead = self.size.ray(at, dir).filter(|&next| next != at);
            let edit = move |number| Edit::cell(at, format!("{number}{}", dir.letter()));
            (0..=ahead.count().div_ceil(2)).map(edit)
        };
        arrows.flat_map(numbers).collect()
    }
}
