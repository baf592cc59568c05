//! What "this cell is shaded" and "the loop uses this border" mean on the board.

use super::{Atom, CLOSED, DOT, LINE, SHADED, Yajilin};
use crate::kit::prelude::*;

impl Atoms for Yajilin {
    fn facts(&self, board: &Board, reading: Reading) -> Result<Vec<Fact>, Vec<Violation>> {
        sayable(self.check(board), &["gvChanged", "lnOnClue"])?;
        let finished = reading == Reading::Finished;
        let mut facts = Vec::new();
        for (atom, &asked) in self.atoms.iter().enumerate() {
            let answer = match asked {
                Atom::Shaded(at) => {
                    let entry = board.slots[self.size.index(at)];
                    let passed = entry == DOT || self.lines(board, at).next().is_some();
                    (entry == SHADED || passed || finished).then_some(entry == SHADED)
                }
                Atom::Line(border) => {
                    let entry = board.slots[self.border_slot(border)];
                    ([LINE, CLOSED].contains(&entry) || finished).then_some(entry == LINE)
                }
            };
            facts.extend(answer.map(|yes| Fact::new(atom, yes)));
        }
        Ok(facts)
    }

    fn board(&self, facts: &[Fact]) -> Board {
        let mut board = self.blank();
        for &fact in facts {
            let (slot, entry) = match (self.atoms[fact.var()], fact.is_yes()) {
                (Atom::Shaded(at), true) => (self.size.index(at), SHADED),
                (Atom::Shaded(at), false) => (self.size.index(at), DOT),
                (Atom::Line(border), true) => (self.border_slot(border), LINE),
                (Atom::Line(border), false) => (self.border_slot(border), CLOSED),
            };
            board.slots[slot] = entry;
        }
        // A line says that the loop passes; it needs no dot.
        for at in self.size.cells() {
            if self.lines(&board, at).next().is_some() {
                let slot = &mut board.slots[self.size.index(at)];
                *slot &= SHADED;
            }
        }
        board
    }

    fn fact_text(&self, fact: Fact) -> String {
        match self.atoms[fact.var()] {
            Atom::Shaded(at) if fact.is_yes() => format!("{at}=x"),
            Atom::Shaded(at) => format!("{at}!=x"),
            Atom::Line(border) => {
                let (at, side) = self.size.border_side(border);
                format!("{at}{}={}", side.letter(), fact.is_yes() as u8)
            }
        }
    }

    fn fact_cells(&self, fact: Fact) -> Vec<Cell> {
        match self.atoms[fact.var()] {
            Atom::Shaded(at) => vec![at],
            Atom::Line(border) => {
                let (a, z) = self.size.border_cells(border);
                vec![a, z]
            }
        }
    }

    fn cite(&self, name: Name) -> Citation {
        let at = name.at as usize;
        let cell = || self.size.cell(at);
        match name.rule {
            "cell" => {
                let words = format!("{} is shaded or on the loop", in_words(cell()));
                Citation::rule(words, vec![cell()])
            }
            "touching" => {
                let (a, z) = self.size.border_cells(at);
                Citation::rule("shaded cells do not touch", vec![a, z])
            }
            "clue" => Citation::clue(self.clue_words(cell()), vec![cell()]),
            "noArrow" => {
                let words = format!("{} has no arrow", self.clue_words(cell()));
                Citation::clue(words, vec![cell()])
            }
            "outside" => Citation::rule("shaded cells lie outside the loop", vec![cell()]),
            _ => Citation::rule("all lines form a single loop", Vec::new()),
        }
    }
}
