//! Countries with thick borders, circles, and tracks that end in a dot where the circle has arrived
//! and in an arrow where it may still go on.

use scene::{Fill, Role, Scene, Symbol, THICK, centre, point};

use super::{Circle, Satogaeri, Way};
use crate::kit::prelude::*;
use crate::kit::runs::runs;

const RADIUS: f32 = 0.38;
const TRACK: f32 = 0.1;

impl Drawing for Satogaeri {
    fn draw(&self, board: &Board, look: &DrawOptions) -> Scene {
        let size = self.size;
        let mut scene = Scene::new(size, 0.0);
        if look.met {
            served_countries(self, board, &mut scene);
        }
        scene.lattice(size);
        borders(self, &mut scene);
        scene.frame(size);
        if !look.solution {
            let is_noted = |at: &Cell| self.is_free(board, *at) && self.is_marked(board, *at);
            for at in size.cells().filter(is_noted) {
                scene.symbol(Role::Note, centre(at), 0.25, Symbol::Dot);
            }
        }
        lines(self, board, look, &mut scene);
        for circle in 0..self.circles.len() {
            draw_circle(self, board, look, circle, &mut scene);
        }
        scene
    }
}

/// Has a circle come to rest, as far as the player cares? A 0 never moves, but it is not done before
/// somebody says so, or has done all the others: zeros are where one begins.
fn is_at_rest(puzzle: &Satogaeri, board: &Board, circle: usize, way: Way) -> bool {
    let Circle { at, number } = puzzle.circles[circle];
    match (number, way) {
        (Some(0), Way::Stay) => {
            let mut others = 0..puzzle.circles.len();
            puzzle.is_marked(board, at)
                || others.all(|other| {
                    let way = puzzle.track(board, other);
                    let rests = |way| is_at_rest(puzzle, board, other, way);
                    puzzle.circles[other].number == Some(0) || way.is_some_and(rests)
                })
        }
        (None, Way::Go(..)) => true,
        _ => puzzle.is_settled(board, circle, way),
    }
}

/// Countries that hold exactly one circle, and that one at rest, turn grey.
fn served_countries(puzzle: &Satogaeri, board: &Board, scene: &mut Scene) {
    let mut guests = vec![0; puzzle.countries.count()];
    let mut resting = vec![false; puzzle.countries.count()];
    for circle in 0..puzzle.circles.len() {
        if let Some(way) = puzzle.track(board, circle) {
            let country = puzzle.countries.of(puzzle.landing(circle, way));
            guests[country] += 1;
            resting[country] = is_at_rest(puzzle, board, circle, way);
        }
    }
    for country in (0..guests.len()).filter(|&c| guests[c] == 1 && resting[c]) {
        for &at in &puzzle.cells_of[country] {
            scene.square(Role::Met, at, Fill::Pale);
        }
    }
}

fn borders(puzzle: &Satogaeri, scene: &mut Scene) {
    for (dir, side) in [(Dir::East, Dir::North), (Dir::South, Dir::West)] {
        let is_wall = |at: Cell| {
            let border = puzzle.size.border(at, side)?;
            puzzle.countries.is_wall(border).then_some(())
        };
        for (from, to, ()) in runs(puzzle.size, dir, is_wall) {
            let corner = |at: Cell| point(at.col as f32, at.row as f32);
            scene.line(Role::Frame, corner(from), corner(to), THICK);
        }
    }
}

fn lines(puzzle: &Satogaeri, board: &Board, look: &DrawOptions, scene: &mut Scene) {
    for dir in [Dir::East, Dir::South] {
        let role = |at: Cell| {
            let border = puzzle.size.border(at, dir)?;
            (board.slots[border] != 0).then(|| look.role(border))
        };
        for (from, to, role) in runs(puzzle.size, dir, role) {
            scene.line(role, centre(from), centre(to), TRACK);
        }
    }
}

fn draw_circle(
    puzzle: &Satogaeri,
    board: &Board,
    look: &DrawOptions,
    circle: usize,
    scene: &mut Scene,
) {
    let Circle { at, number } = puzzle.circles[circle];
    let track = puzzle.track(board, circle);
    if let Some(way @ Way::Go(dir, _)) = track {
        let end = puzzle.landing(circle, way);
        let role = look.role(puzzle.size.border(end, dir.opposite()).unwrap_or(0));
        match look.solution || puzzle.is_settled(board, circle, way) {
            true => scene.circle(role, centre(end), 0.16, Some(Fill::Ink), 0.0),
            false => scene.symbol(role, centre(end), 0.7, Symbol::arrow(dir)),
        }
    }
    let met = track.is_some_and(|way| is_at_rest(puzzle, board, circle, way));
    let role = look.clue_role(met);
    scene.circle(role, centre(at), RADIUS, Some(Fill::Paper), 0.04);
    if let Some(number) = number {
        let size = if number < 10 { 0.55 } else { 0.45 };
        scene.text(role, centre(at), size, number.to_string());
    }
    // An answer needs no such mark, and a 0 stays anyway.
    let stays = track == Some(Way::Stay) && puzzle.is_marked(board, at);
    if stays && !look.solution && number != Some(0) {
        let slot = puzzle.mark_slot(at);
        scene.symbol(look.role(slot), centre(at), 0.5, Symbol::Dot);
    }
}
