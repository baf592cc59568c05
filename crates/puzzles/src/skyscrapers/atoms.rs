//! What "cell c has height h" means on the board.

use super::check::out_of_range;
use super::{PARK, Skyscrapers, pencil_mark};
use crate::kit::prelude::*;
use crate::kit::report::Report;

impl Atoms for Skyscrapers {
    fn facts(&self, board: &Board, reading: Reading) -> Result<Vec<Fact>, Vec<Violation>> {
        let mut found = Report::default();
        out_of_range(self, board, &mut found);
        sayable(found.0, &["nmRange"])?;
        let mut facts = Vec::new();
        for at in self.size.cells() {
            let height = match self.value(board, at) {
                0 if reading == Reading::Partial => continue,
                0 | PARK => 0,
                height => height,
            };
            let heights = self.lowest()..=self.depth;
            facts.extend(heights.map(|h| Fact::new(self.atom(at, h), h == height)));
        }
        Ok(facts)
    }

    fn board(&self, facts: &[Fact]) -> Board {
        let mut board = self.blank();
        for fact in facts.iter().filter(|f| f.is_yes()) {
            let (at, height) = self.atom_meaning(fact.var());
            self.enter(&mut board, at, if height == 0 { PARK } else { height });
        }
        board
    }

    fn noted(&self, facts: &[Fact]) -> Board {
        let mut board = self.board(facts);
        let heights = self.lowest()..=self.depth;
        let all = heights.fold(0, |marks, height| marks | pencil_mark(height));
        let mut possible = vec![all; self.size.len()];
        for fact in facts.iter().filter(|f| !f.is_yes()) {
            let (at, height) = self.atom_meaning(fact.var());
            possible[self.size.index(at)] &= !pencil_mark(height);
        }
        for at in self.size.cells() {
            if self.value(&board, at) == 0 {
                board.slots[self.pencil_slot(at)] = possible[self.size.index(at)];
            }
        }
        board
    }

    fn fact_text(&self, fact: Fact) -> String {
        let (at, height) = self.atom_meaning(fact.var());
        let sign = if fact.is_yes() { "=" } else { "!=" };
        format!("{at}{sign}{height}")
    }

    fn fact_cells(&self, fact: Fact) -> Vec<Cell> {
        vec![self.atom_meaning(fact.var()).0]
    }

    fn cite(&self, name: Name) -> Citation {
        let i = name.at as usize;
        let (words, cells) = match name.rule {
            "given" => {
                let at = self.size.cell(i);
                (format!("the given in {}", in_words(at)), vec![at])
            }
            "view" => {
                let mut cells = vec![self.outside(i)];
                cells.extend(self.sight(i));
                (self.view_words(i), cells)
            }
            "cell" => {
                let at = self.size.cell(i);
                (format!("one height in {}", in_words(at)), vec![at])
            }
            _ => {
                let words = format!("each height once in {}", self.line_words(i));
                (words, self.lines().swap_remove(i))
            }
        };
        Citation {
            words,
            cells,
            clue: matches!(name.rule, "given" | "view"),
        }
    }
}
