//! The board as in magazines: a lattice, arrows with numbers, black cells and a bold loop.

use scene::{Fill, Point, Role, Scene, Symbol, centre, point};

use super::{Atom, CLOSED, Clue, DOT, LINE, SHADED, Yajilin};
use crate::kit::lists::sort_by_number;
use crate::kit::prelude::*;
use crate::kit::runs::runs;
use crate::puzzle::Spot;

const LOOP_WIDTH: f32 = 0.1;

impl Drawing for Yajilin {
    fn draw(&self, board: &Board, look: &DrawOptions) -> Scene {
        let size = self.size;
        let mut scene = Scene::new(size, 0.0);
        for at in size.cells() {
            let slot = size.index(at);
            if self.clue(at) == Some(Clue::Blocked) {
                scene.square(Role::Given, at, Fill::Pale);
            }
            if board.slots[slot] == SHADED {
                scene.square(look.role(slot), at, Fill::Ink);
            }
        }
        scene.lattice(size);
        scene.frame(size);
        for at in size.cells() {
            draw_clue(&mut scene, self, board, look, at);
        }
        draw_lines(&mut scene, self, board, look);
        if !look.solution {
            draw_notes(&mut scene, self, board, look);
        }
        scene
    }

    fn spot(&self, fact: Fact) -> Option<Spot> {
        match self.atoms[fact.var()] {
            Atom::Shaded(_) => None,
            Atom::Line(border) => Some(Spot {
                at: border_centre(self, border),
                size: 0.45,
                erases: false,
            }),
        }
    }
}

fn draw_clue(scene: &mut Scene, puzzle: &Yajilin, board: &Board, look: &DrawOptions, at: Cell) {
    let middle = centre(at);
    match puzzle.clue(at) {
        None | Some(Clue::Blocked) => {}
        Some(Clue::Number(n)) => {
            let text = n.to_string();
            scene.text(Role::Given, middle, text_size(&text, 0.65), text);
        }
        Some(Clue::Arrow(dir, number)) => {
            let met = number.is_some_and(|n| puzzle.is_met(board, at, dir, n.into()));
            let role = look.clue_role(met);
            let text = number_or(number, "?");
            // An arrow needs room in its own direction.
            let off = |x: f32, y: f32| point(middle.x + x, middle.y + y);
            let (text_at, full, arrow_at) = match dir.is_vertical() {
                true => (off(-0.14, 0.0), 0.6, off(0.26, 0.0)),
                false => (off(0.0, 0.12), 0.55, off(0.0, -0.3)),
            };
            scene.text(role, text_at, text_size(&text, full), text);
            scene.symbol(role, arrow_at, 0.5, Symbol::arrow(dir));
        }
    }
}

impl Yajilin {
    /// Does an arrow see as many shaded cells as it says? Of a 0 that is true before the first move,
    /// so there somebody must have said of every cell that it is not shaded.
    fn is_met(&self, board: &Board, at: Cell, dir: Dir, number: usize) -> bool {
        let is_told = |c: Cell| {
            let dot = board.slots[self.size.index(c)] == DOT;
            dot || !self.is_free(c) || self.lines(board, c).next().is_some()
        };
        self.seen(board, at, dir) == number && (number > 0 || self.size.ray(at, dir).all(is_told))
    }
}

/// Long numbers are written smaller.
fn text_size(text: &str, full: f32) -> f32 {
    match text.len() {
        1 => full,
        2 => full * 0.85,
        _ => full * 0.65,
    }
}

/// Every straight run of the loop with the same role is one line.
fn draw_lines(scene: &mut Scene, puzzle: &Yajilin, board: &Board, look: &DrawOptions) {
    let size = puzzle.size;
    for dir in [Dir::East, Dir::South] {
        let role = |at: Cell| -> Option<Role> {
            let slot = puzzle.border_slot(size.border(at, dir)?);
            (board.slots[slot] == LINE).then(|| look.role(slot))
        };
        let mut runs = runs(size, dir, role);
        sort_by_number(&mut runs, |run| size.index(run.0));
        for (start, end, role) in runs {
            scene.line(role, centre(start), centre(end), LOOP_WIDTH);
        }
    }
}

/// Dots and crosses.
fn draw_notes(scene: &mut Scene, puzzle: &Yajilin, board: &Board, look: &DrawOptions) {
    let size = puzzle.size;
    let role = |slot: usize| match look.role(slot) {
        trial @ (Role::Trial | Role::Trial2 | Role::Trial3) => trial,
        _ => Role::Note,
    };
    for at in size.cells() {
        let slot = size.index(at);
        if board.slots[slot] == DOT && puzzle.lines(board, at).next().is_none() {
            scene.symbol(role(slot), centre(at), 0.3, Symbol::Dot);
        }
    }
    for border in 0..size.borders() {
        let slot = puzzle.border_slot(border);
        if board.slots[slot] == CLOSED {
            let at = border_centre(puzzle, border);
            scene.symbol(role(slot), at, 0.2, Symbol::Cross);
        }
    }
}

pub(super) fn border_centre(puzzle: &Yajilin, border: usize) -> Point {
    let (a, z) = puzzle.size.border_cells(border);
    let (a, z) = (centre(a), centre(z));
    point((a.x + z.x) / 2.0, (a.y + z.y) / 2.0)
}
