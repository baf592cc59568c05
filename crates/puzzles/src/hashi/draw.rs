//! Islands and bridges, as in magazines: no lattice, bridges from rim to rim.

use grid::{Cell, Dir};
use scene::{Fill, Point, Role, Scene, Symbol, centre, point};

use super::{CLOSED, COUNT, Hashi};
use crate::board::{Board, DrawOptions};
use crate::puzzle::Drawing;

const RADIUS: f32 = 0.4;
const WIDTH: f32 = 0.05;
/// The distance between parallel bridges.
const APART: f32 = 0.16;

impl Drawing for Hashi {
    fn draw(&self, board: &Board, look: &DrawOptions) -> Scene {
        let mut scene = Scene::new(self.size, 0.0);
        for at in self.size.cells() {
            let slot = self.loose_slot(at);
            for (dir, count) in self.loose(board, at) {
                let back = half_step(centre(at), dir, -0.5);
                let forth = half_step(centre(at), dir, 0.5);
                lines(&mut scene, look.role(slot), back, forth, dir, count);
            }
        }
        for (s, span) in self.spans.iter().enumerate() {
            let (a, z) = self.ends(*span);
            let from = half_step(centre(a), span.dir, RADIUS);
            let to = half_step(centre(z), span.dir, -RADIUS);
            let drawn = board.slots[s] & COUNT;
            lines(&mut scene, look.role(s), from, to, span.dir, drawn);
            if board.slots[s] == CLOSED && !look.solution {
                let middle = point((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
                scene.symbol(Role::Note, middle, 0.2, Symbol::Cross);
            }
        }
        for (i, island) in self.islands.iter().enumerate() {
            let total = self.total(board, i);
            let met = match island.need {
                Some(need) => total == need as u32,
                None => total > 0,
            };
            let role = look.clue_role(met);
            number(&mut scene, role, island.at, island.need);
        }
        scene
    }
}

fn half_step(from: Point, dir: Dir, by: f32) -> Point {
    let (dr, dc) = dir.delta();
    point(from.x + dc as f32 * by, from.y + dr as f32 * by)
}

fn lines(scene: &mut Scene, role: Role, from: Point, to: Point, dir: Dir, count: u16) {
    for i in 0..count {
        let aside = (i as f32 - (count as f32 - 1.0) / 2.0) * APART;
        let (dx, dy) = if dir.is_vertical() {
            (aside, 0.0)
        } else {
            (0.0, aside)
        };
        let shift = |p: Point| point(p.x + dx, p.y + dy);
        scene.line(role, shift(from), shift(to), WIDTH);
    }
}

fn number(scene: &mut Scene, role: Role, at: Cell, need: Option<u8>) {
    scene.circle(role, centre(at), RADIUS, Some(Fill::Paper), 0.04);
    let text = need.map_or("?".to_owned(), |n| n.to_string());
    scene.text(role, centre(at), 0.55, text);
}
