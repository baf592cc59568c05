//! A lattice with circles and crosses. Given circles are full and entered ones are rings, so that
//! they are told apart without colour, even in a terminal.

use scene::{Fill, Role, Scene, Symbol, centre};

use super::{Fobidoshi, Mark};
use crate::kit::prelude::*;

const RADIUS: f32 = 0.36;
const STROKE: f32 = 0.07;

impl Drawing for Fobidoshi {
    fn draw(&self, board: &Board, look: &DrawOptions) -> Scene {
        let size = self.size;
        let mut scene = Scene::new(size, 0.0);
        scene.lattice(size);
        scene.frame(size);
        for (slot, at) in size.cells().enumerate() {
            match self.given[slot] {
                Mark::Circle => scene.circle(Role::Given, centre(at), RADIUS, Some(Fill::Ink), 0.0),
                Mark::Cross => scene.symbol(Role::Given, centre(at), 0.5, Symbol::Cross),
                Mark::Nothing => {}
            }
            let changed = self.is_given(at);
            let role = if changed {
                Role::Wrong
            } else {
                look.role(slot)
            };
            match (Mark::of(board.slots[slot]), role) {
                (Mark::Nothing, _) => {}
                (Mark::Circle, _) => scene.circle(role, centre(at), RADIUS, None, STROKE),
                // In the answer, what holds no circle is simply empty.
                (Mark::Cross, Role::Solution) => {}
                (Mark::Cross, Role::Entered) => {
                    scene.symbol(Role::Note, centre(at), 0.3, Symbol::Cross);
                }
                (Mark::Cross, _) => scene.symbol(role, centre(at), 0.3, Symbol::Cross),
            }
        }
        scene
    }
}
