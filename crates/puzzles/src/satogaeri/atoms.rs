//! What "this circle makes this move" means on the board.

use std::collections::BTreeMap;

use super::{Move, Satogaeri, Way};
use crate::board::Severity;
use crate::kit::prelude::*;

impl Atoms for Satogaeri {
    fn facts(&self, board: &Board, reading: Reading) -> Result<Vec<Fact>, Vec<Violation>> {
        let finished = reading == Reading::Finished;
        let mut found = self.check(board);
        found.retain(|v| finished || v.kind == Severity::Wrong);
        sayable(found, &NO_TRACK)?;
        let ways: Vec<Way> = (0..self.circles.len())
            .map(|circle| self.track(board, circle).unwrap_or(Way::Stay))
            .collect();
        // Cells of lines that no circle has yet.
        let mut loose = Sheet::of(self.size, |at| !self.is_bare(board, at));
        for (circle, &way) in ways.iter().enumerate() {
            self.entered(circle, way).for_each(|at| loose[at] = false);
        }
        let mut facts = Vec::new();
        for (atom, step) in self.moves.iter().enumerate() {
            let drawn = ways[step.circle];
            let settled = finished
                || match drawn {
                    // An untouched 0 says nothing yet.
                    Way::Stay => self.is_marked(board, self.circles[step.circle].at),
                    Way::Go(..) => self.is_settled(board, step.circle, drawn),
                };
            if settled {
                facts.push(Fact::new(atom, step.way == drawn));
            } else if !goes_on(drawn, step.way) || !is_free(self, board, &loose, *step) {
                facts.push(Fact::no(atom));
            }
        }
        Ok(facts)
    }

    fn board(&self, facts: &[Fact]) -> Board {
        let mut board = self.blank();
        let mut denied = vec![false; self.moves.len()];
        let mut is_known = vec![false; self.circles.len()];
        for &fact in facts {
            let Move { circle, way } = self.moves[fact.var()];
            if !fact.is_yes() {
                denied[fact.var()] = true;
                continue;
            }
            is_known[circle] = true;
            self.set_track(&mut board, circle, way, 1);
            // A track as long as its number needs no mark to be complete.
            if self.circles[circle].number.unwrap_or(0) == 0 {
                board.slots[self.mark_slot(self.circles[circle].at)] = 1;
            }
        }
        for circle in (0..self.circles.len()).filter(|&c| !is_known[c]) {
            if self.circles[circle].number.is_none()
                && let Some(common) = common_part(self, circle, &denied)
            {
                self.set_track(&mut board, circle, common, 1);
            }
        }
        // A cell that moves could enter, but none of them is left.
        let mut is_entered = Sheet::filled(self.size, None);
        for (step, &denied) in self.moves.iter().zip(&denied) {
            for at in self.entered(step.circle, step.way) {
                *is_entered[at].get_or_insert(false) |= !denied;
            }
        }
        for at in is_entered.cells_where(|entered| *entered == Some(false)) {
            if self.is_bare(&board, at) {
                board.slots[self.mark_slot(at)] = 1;
            }
        }
        board
    }

    fn fact_text(&self, fact: Fact) -> String {
        let Move { circle, way } = self.moves[fact.var()];
        let at = self.circles[circle].at;
        let not = if fact.is_yes() { "" } else { "!" };
        match way {
            Way::Stay => format!("{at}{not}>0"),
            Way::Go(dir, distance) => format!("{at}{not}>{}{distance}", dir.letter()),
        }
    }

    /// The circle that the move is about.
    fn fact_cells(&self, fact: Fact) -> Vec<Cell> {
        vec![self.circles[self.moves[fact.var()].circle].at]
    }

    fn cite(&self, name: Name) -> Citation {
        let at = name.at as usize;
        match name.rule {
            "circle" => {
                let words = format!("the {}", self.circle_words(at));
                Citation::clue(words, vec![self.circles[at].at])
            }
            "country" => {
                let words = format!("the {} holds one circle", self.country_words(at));
                Citation::rule(words, self.cells_of[at].clone())
            }
            "cell" => {
                let cell = self.size.cell(at);
                let words = format!("tracks do not meet in {}", in_words(cell));
                Citation::rule(words, vec![cell])
            }
            _ => {
                let are = if self.circles.len() == 1 { "is" } else { "are" };
                let circles = words(self.circles.len(), "circle", "circles");
                let countries = words(self.countries.count(), "country", "countries");
                let but = format!("but there {are} {circles} for {countries}");
                Citation::rule(format!("every country takes one circle, {but}"), Vec::new())
            }
        }
    }

    /// Two circles can lay the same piece of track.
    fn shared_signs(&self) -> Vec<(Cell, String, Vec<usize>)> {
        let mut signs: BTreeMap<(Cell, String), Vec<usize>> = BTreeMap::new();
        let mut board = self.blank();
        for (atom, &Move { circle, way }) in self.moves.iter().enumerate() {
            self.set_track(&mut board, circle, way, 1);
            let start = self.circles[circle].at;
            for at in std::iter::once(start).chain(self.entered(circle, way)) {
                let letters: String = self.lines_at(&board, at).map(Dir::letter).collect();
                if !letters.is_empty() {
                    signs.entry((at, letters)).or_default().push(atom);
                }
            }
            self.set_track(&mut board, circle, way, 0);
        }
        let signs = signs.into_iter();
        let signs = signs.map(|((at, sign), atoms)| (at, sign, atoms));
        signs.filter(|(.., atoms)| atoms.len() > 1).collect()
    }
}

/// Lines that are not straight tracks from one circle each.
const NO_TRACK: [&str; 8] = [
    "lnBranch",
    "lnCross",
    "nmConnected",
    "laOnNum",
    "laCurve",
    "laLenNe",
    "laIsolate",
    "gvChanged",
];

/// Can a track drawn so far become this one?
fn goes_on(drawn: Way, way: Way) -> bool {
    match (drawn, way) {
        (Way::Stay, _) => true,
        (Way::Go(..), Way::Stay) => false,
        (Way::Go(dir, begun), Way::Go(towards, distance)) => dir == towards && begun <= distance,
    }
}

/// Does a move keep off the cells marked as empty, and take each line without a circle that it
/// meets as a whole?
fn is_free(puzzle: &Satogaeri, board: &Board, loose: &Sheet<bool>, step: Move) -> bool {
    let Way::Go(dir, _) = step.way else {
        return true;
    };
    let end = puzzle.landing(step.circle, step.way);
    puzzle.entered(step.circle, step.way).all(|at| {
        if puzzle.is_bare(board, at) {
            return !puzzle.is_marked(board, at);
        }
        let on_track = |side| side == dir.opposite() || side == dir && at != end;
        !loose[at] || puzzle.lines_at(board, at).all(on_track)
    })
}

/// The track that all moves left to a circle begin with.
fn common_part(puzzle: &Satogaeri, circle: usize, denied: &[bool]) -> Option<Way> {
    let left = puzzle.moves_of[circle].clone().filter(|&a| !denied[a]);
    left.map(|atom| puzzle.moves[atom].way)
        .reduce(|a, b| match (a, b) {
            (Way::Go(dir, d), Way::Go(other, e)) if dir == other => Way::Go(dir, d.min(e)),
            _ => Way::Stay,
        })
}

/// "1 circle", "7 circles".
fn words(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
