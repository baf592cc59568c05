//! A lattice with circles and crosses. Given circles are full and entered ones are rings, so that
//! they are told apart without colour, even in a terminal.

use scene::{Fill, Role, Scene, Symbol, centre};

use super::{Mark, NewFamily};
use crate::kit::prelude::*;

/// The radius of a circle.
const RADIUS: f32 = 0.36;
/// The width of an entered circle's line.
const RING: f32 = 0.07;

// FILL IN: how your puzzle looks. Shapes have roles, never colours.
impl Drawing for NewFamily {
    fn draw(&self, board: &Board, look: &DrawOptions) -> Scene {
        let size = self.size;
        let mut scene = Scene::new(size, 0.0);
        scene.lattice(size);
        scene.frame(size);
        for (slot, at) in size.cells().enumerate() {
            let middle = centre(at);
            match self.given[slot] {
                Mark::Circle => scene.circle(Role::Given, middle, RADIUS, Some(Fill::Ink), 0.0),
                Mark::Cross => scene.symbol(Role::Given, middle, 0.5, Symbol::Cross),
                Mark::Nothing => {}
            }
            let role = match (self.is_given(at), look.role(slot)) {
                (true, _) => Role::Wrong,
                (false, role) => role,
            };
            match (Mark::of(board.slots[slot]), role) {
                (Mark::Circle, _) => scene.circle(role, middle, RADIUS, None, RING),
                // In the answer, what holds no circle is simply empty.
                (Mark::Nothing, _) | (Mark::Cross, Role::Solution) => {}
                (Mark::Cross, Role::Entered) => {
                    scene.symbol(Role::Note, middle, 0.3, Symbol::Cross);
                }
                (Mark::Cross, _) => scene.symbol(role, middle, 0.3, Symbol::Cross),
            }
        }
        scene
    }
}
