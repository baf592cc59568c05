//! Islands and bridges, as in magazines: no lattice, bridges from rim to rim.

use scene::{Fill, Point, Role, Scene, Symbol, centre, point};

use super::{CLOSED, COUNT, Hashi, at_most};
use crate::kit::prelude::*;

const RADIUS: f32 = 0.4;
const WIDTH: f32 = 0.05;
/// The distance between parallel bridges.
const APART: f32 = 0.16;
/// How far a cross stands from a bridge that it would otherwise strike out.
const BESIDE: f32 = 0.3;

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
            let note = at_most(board.slots[s]);
            if (board.slots[s] == CLOSED || note.is_some()) && !look.solution {
                let middle = point((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
                let beside = half_step(middle, span.dir, -BESIDE);
                let is_free = !self.has_bridge_through(board, s, middle);
                let at = if is_free { middle } else { beside };
                match note {
                    Some(most) => scene.text(Role::Note, at, 0.3, format!("≤{most}")),
                    None => scene.symbol(Role::Note, at, 0.2, Symbol::Cross),
                }
            }
        }
        for (i, island) in self.islands.iter().enumerate() {
            let total = self.total(board, i);
            let is_met = total == island.need.map_or(total.max(1), u32::from);
            let (role, at) = (look.clue_role(is_met), centre(island.at));
            scene.circle(role, at, RADIUS, Some(Fill::Paper), 0.04);
            scene.text(role, at, 0.55, number_or(island.need, "?"));
        }
        scene
    }
}

impl Hashi {
    /// Does a bridge lead across this span at that point?
    fn has_bridge_through(&self, board: &Board, span: usize, at: Point) -> bool {
        self.crossed_by[span].iter().any(|&other| {
            let middle = centre(self.ends(self.spans[other]).0);
            let distance = match self.spans[other].dir.is_vertical() {
                true => middle.x - at.x,
                false => middle.y - at.y,
            };
            board.slots[other] & COUNT > 0 && distance.abs() < BESIDE
        })
    }
}

fn half_step(from: Point, dir: Dir, by: f32) -> Point {
    let (dr, dc) = dir.delta();
    point(from.x + dc as f32 * by, from.y + dr as f32 * by)
}

fn lines(scene: &mut Scene, role: Role, from: Point, to: Point, dir: Dir, count: u16) {
    for i in 0..count {
        let aside = (i as f32 - (count as f32 - 1.0) / 2.0) * APART;
        let shift = |p: Point| match dir.is_vertical() {
            true => point(p.x + aside, p.y),
            false => point(p.x, p.y + aside),
        };
        scene.line(role, shift(from), shift(to), WIDTH);
    }
}
