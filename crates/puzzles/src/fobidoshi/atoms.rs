//! What "this cell holds a circle" means on the board.

use super::encode::four;
use super::{Fobidoshi, Mark};
use crate::kit::prelude::*;

impl Atoms for Fobidoshi {
    fn facts(&self, board: &Board, reading: Reading) -> Result<Vec<Fact>, Vec<Violation>> {
        let known = |at: Cell| match self.mark(board, at) {
            Mark::Circle => Some(true),
            Mark::Cross => Some(false),
            Mark::Nothing => (reading == Reading::Finished).then_some(false),
        };
        let cells = self.size.cells().enumerate();
        Ok(cells
            .filter_map(|(atom, at)| known(at).map(|yes| Fact::new(atom, yes)))
            .collect())
    }

    fn board(&self, facts: &[Fact]) -> Board {
        let mut board = Board::blank(self.size.len());
        for fact in facts {
            let mark = [Mark::Cross, Mark::Circle][fact.is_yes() as usize];
            self.enter(&mut board, self.size.cell(fact.var()), mark);
        }
        board
    }

    fn fact_text(&self, fact: Fact) -> String {
        let sign = if fact.is_yes() { "=o" } else { "!=o" };
        format!("{}{sign}", self.size.cell(fact.var()))
    }

    fn fact_cells(&self, fact: Fact) -> Vec<Cell> {
        vec![self.size.cell(fact.var())]
    }

    fn cite(&self, name: Name) -> Citation {
        let at = name.at as usize;
        match name.rule {
            "given" => {
                let cell = self.size.cell(at);
                let what = match self.given[at] {
                    Mark::Circle => "circle",
                    _ => "cross",
                };
                let words = format!("the given {what} in {}", in_words(cell));
                Citation::clue(words, vec![cell])
            }
            "four" => Citation::rule("no four circles in a row", four(self, at).collect()),
            _ => Citation::rule("all circles are connected", Vec::new()),
        }
    }
}
