//! What "at least k bridges here" means on the board.

use super::{AT_MOST, CLOSED, COUNT, Hashi, at_most};
use crate::kit::prelude::*;

impl Atoms for Hashi {
    fn facts(&self, board: &Board, reading: Reading) -> Result<Vec<Fact>, Vec<Violation>> {
        sayable(self.check(board), &["lnMax", "lnLoose", "gvChanged"])?;
        let mut facts = Vec::new();
        for s in 0..self.spans.len() {
            let drawn = self.drawn(board, s);
            let closed = board.slots[s] & CLOSED != 0 || reading == Reading::Finished;
            let most = at_most(board.slots[s]).unwrap_or(self.max);
            for k in 1..=self.max {
                if k <= drawn {
                    facts.push(Fact::yes(self.atom(s, k)));
                } else if closed || k > most {
                    facts.push(Fact::no(self.atom(s, k)));
                }
            }
        }
        Ok(facts)
    }

    fn board(&self, facts: &[Fact]) -> Board {
        let mut board = self.noted(facts);
        for slot in &mut board.slots[..self.spans.len()] {
            *slot &= CLOSED | COUNT;
        }
        board
    }

    fn noted(&self, facts: &[Fact]) -> Board {
        let mut board = self.blank();
        let mut limit = vec![COUNT; self.spans.len()];
        for &fact in facts {
            let (span, k) = self.span_of(fact.var());
            if fact.is_yes() {
                board.slots[span] = board.slots[span].max(k as u16);
            } else {
                limit[span] = limit[span].min(k as u16 - 1);
            }
        }
        for (slot, limit) in board.slots.iter_mut().zip(limit) {
            if *slot == limit {
                *slot |= CLOSED;
            } else if limit < COUNT {
                *slot |= limit << AT_MOST;
            }
        }
        board
    }

    fn fact_text(&self, fact: Fact) -> String {
        let (span, k) = self.span_of(fact.var());
        let (a, z) = self.ends(self.spans[span]);
        match fact.is_yes() {
            true => format!("{a}-{z}>={k}"),
            false => format!("{a}-{z}<={}", k - 1),
        }
    }

    /// The water under the bridge; the two islands if they touch.
    fn fact_cells(&self, fact: Fact) -> Vec<Cell> {
        let span = self.spans[self.span_of(fact.var()).0];
        let water: Vec<Cell> = self.water(span).collect();
        if water.is_empty() {
            let (a, z) = self.ends(span);
            return vec![a, z];
        }
        water
    }

    fn cite(&self, name: Name) -> Citation {
        let at = name.at as usize;
        match name.rule {
            "island" => Citation::clue(self.island_words(at), vec![self.islands[at].at]),
            "crossing" => {
                let (a, b) = self.crossings[at];
                let (across, down) = (self.spans[a], self.spans[b]);
                let mut cells: Vec<Cell> = self.water(across).collect();
                cells.extend(self.water(down));
                cells.dedup();
                Citation::rule("bridges do not cross", cells)
            }
            "some" => Citation::rule("there is no island", Vec::new()),
            "noloop" => Citation::rule("the bridges form no loop", Vec::new()),
            _ => Citation::rule("all islands are connected", Vec::new()),
        }
    }
}
