//! A square of heights with the views around it, as in magazines.

use scene::{Point, Role, Scene, Symbol, THICK, THIN, centre, point};

use super::{PARK, Skyscrapers, scratch};
use crate::kit::prelude::*;
use crate::puzzle::Spot;

const HEIGHT: f32 = 0.65;
const VIEW: f32 = 0.55;
const CROSS: f32 = 0.3;

impl Drawing for Skyscrapers {
    fn draw(&self, board: &Board, look: &DrawOptions) -> Scene {
        let size = self.size;
        let mut scene = Scene::new(size, 1.0);
        sheet(&mut scene, self, |view, seen| {
            look.clue_role(met(self, board, view, seen))
        });
        for at in size.cells() {
            let slot = size.index(at);
            let role = match board.slots[slot] {
                0 if self.givens[slot] != 0 => Role::Given,
                _ => look.role(slot),
            };
            match self.value(board, at) {
                0 => pencil(&mut scene, self, board, at),
                PARK => scene.symbol(role, centre(at), CROSS, Symbol::Cross),
                height => scene.text(role, centre(at), HEIGHT, height.to_string()),
            }
        }
        scene
    }

    fn scratch(&self, known: &[Fact]) -> Vec<(String, Scene)> {
        scratch::scratch(self, known)
    }

    fn spot(&self, fact: Fact) -> Option<Spot> {
        let (cell, height) = self.atom_meaning(fact.var());
        let (at, size) = candidate(self, cell, height);
        let erases = !fact.is_yes();
        erases.then_some(Spot { at, size, erases })
    }
}

/// Everything but the cells: lines and views, in the role that each view has.
pub(super) fn sheet(scene: &mut Scene, puzzle: &Skyscrapers, role: impl Fn(usize, u16) -> Role) {
    if puzzle.diagonals {
        // From the inner edge of the frame, which keeps its corners.
        let (near, far) = (THICK / 2.0, puzzle.side() as f32 - THICK / 2.0);
        scene.line(Role::Grid, point(near, near), point(far, far), THIN);
        scene.line(Role::Grid, point(far, near), point(near, far), THIN);
    }
    scene.lattice(puzzle.size);
    scene.frame(puzzle.size);
    for (view, seen) in puzzle.views.iter().enumerate() {
        if let Some(seen) = *seen {
            let at = centre(puzzle.outside(view));
            scene.text(role(view, seen), at, VIEW, seen.to_string());
        }
    }
}

/// All buildings of the line stand, and `seen` of them are seen.
fn met(puzzle: &Skyscrapers, board: &Board, view: usize, seen: u16) -> bool {
    let line = puzzle.sight(view);
    let heights = || puzzle.buildings(board, &line);
    heights().count() == puzzle.depth as usize && super::seen(heights()) == seen
}

/// Small numbers, each height at its own place.
fn pencil(scene: &mut Scene, puzzle: &Skyscrapers, board: &Board, at: Cell) {
    for height in puzzle.pencilled(board, at) {
        let (middle, size) = candidate(puzzle, at, height);
        let text = number_or((height > 0).then_some(height), "×");
        scene.text(Role::Note, middle, 0.85 * size, text);
    }
}

/// The place of a height among the candidates of a cell, and how wide it is; the cross for a park
/// comes after the last.
fn candidate(puzzle: &Skyscrapers, at: Cell, height: u16) -> (Point, f32) {
    let places = puzzle.atoms_per_cell();
    let across = if places > 9 { 4 } else { 3 };
    let size = 0.9 / across as f32;
    let place = match height {
        0 => places - 1,
        h => h as usize - 1,
    };
    let along = |cells: i16, place: usize| cells as f32 + 0.05 + (place as f32 + 0.5) * size;
    let (col, row) = (along(at.col, place % across), along(at.row, place / across));
    (point(col, row), size)
}
