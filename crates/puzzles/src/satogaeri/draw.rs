//! Countries with thick borders, circles, and tracks that end in a dot where the circle has arrived
//! and in an arrow where it may still go on.

use grid::{Cell, Dir};
use scene::{Fill, Role, Scene, Symbol, THICK, centre, point};

use super::{Circle, Satogaeri, Way};
use crate::board::{Board, DrawOptions};
use crate::puzzle::Drawing;

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
            for at in size.cells() {
                let plain = self.circle_at(at).is_none() && self.is_bare(board, at);
                if plain && self.is_marked(board, at) {
                    scene.symbol(Role::Note, centre(at), 0.25, Symbol::Dot);
                }
            }
        }
        lines(self, board, look, &mut scene);
        for circle in 0..self.circles.len() {
            draw_circle(self, board, look, circle, &mut scene);
        }
        scene
    }
}

/// Has a circle come to rest, as far as the player cares?
fn is_at_rest(puzzle: &Satogaeri, board: &Board, circle: usize, way: Way) -> bool {
    let moved_freely = puzzle.circles[circle].number.is_none() && way != Way::Stay;
    moved_freely || puzzle.is_settled(board, circle, way)
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

/// Runs of neighbouring places of one row or column that share something, as one line each.
fn runs<T: PartialEq>(
    length: usize,
    what: impl Fn(usize) -> Option<T>,
    mut found: impl FnMut(usize, usize, T),
) {
    let mut from = 0;
    while from < length {
        let here = what(from);
        let to = (from + 1..length)
            .find(|&i| what(i) != here)
            .unwrap_or(length);
        if let Some(here) = here {
            found(from, to, here);
        }
        from = to;
    }
}

fn borders(puzzle: &Satogaeri, scene: &mut Scene) {
    let size = puzzle.size;
    let is_wall = |row: usize, col: usize, dir: Dir| {
        let border = size.border(grid::cell(row, col), dir);
        border.filter(|&b| puzzle.countries.is_wall(b)).map(|_| ())
    };
    for row in 1..size.rows() {
        let y = row as f32;
        let wall = |col| is_wall(row, col, Dir::North);
        runs(size.cols(), wall, |from, to, ()| {
            let (from, to) = (point(from as f32, y), point(to as f32, y));
            scene.line(Role::Frame, from, to, THICK);
        });
    }
    for col in 1..size.cols() {
        let x = col as f32;
        let wall = |row| is_wall(row, col, Dir::West);
        runs(size.rows(), wall, |from, to, ()| {
            let (from, to) = (point(x, from as f32), point(x, to as f32));
            scene.line(Role::Frame, from, to, THICK);
        });
    }
}

fn lines(puzzle: &Satogaeri, board: &Board, look: &DrawOptions, scene: &mut Scene) {
    let size = puzzle.size;
    let role_at = |row: usize, col: usize, dir: Dir| {
        let border = size.border(grid::cell(row, col), dir)?;
        (board.slots[border] != 0).then(|| look.role(border))
    };
    for row in 0..size.rows() {
        let y = row as f32 + 0.5;
        let role = |col| role_at(row, col, Dir::East);
        runs(size.cols() - 1, role, |from, to, role| {
            let (from, to) = (point(from as f32 + 0.5, y), point(to as f32 + 0.5, y));
            scene.line(role, from, to, TRACK);
        });
    }
    for col in 0..size.cols() {
        let x = col as f32 + 0.5;
        let role = |row| role_at(row, col, Dir::South);
        runs(size.rows() - 1, role, |from, to, role| {
            let (from, to) = (point(x, from as f32 + 0.5), point(x, to as f32 + 0.5));
            scene.line(role, from, to, TRACK);
        });
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
        let arrived = look.solution || puzzle.is_settled(board, circle, way);
        draw_end(puzzle, look, end, dir, arrived, scene);
    }
    let met = track.is_some_and(|way| is_at_rest(puzzle, board, circle, way));
    let role = look.clue_role(met);
    scene.circle(role, centre(at), RADIUS, Some(Fill::Paper), 0.04);
    if let Some(number) = number {
        let size = if number < 10 { 0.55 } else { 0.45 };
        scene.text(role, centre(at), size, number.to_string());
    }
    // An answer needs no such mark, and a 0 stays anyway.
    if track == Some(Way::Stay)
        && puzzle.is_marked(board, at)
        && !look.solution
        && number != Some(0)
    {
        let slot = puzzle.mark_slot(at);
        scene.symbol(look.role(slot), centre(at), 0.5, Symbol::Dot);
    }
}

fn draw_end(
    puzzle: &Satogaeri,
    look: &DrawOptions,
    end: Cell,
    dir: Dir,
    arrived: bool,
    scene: &mut Scene,
) {
    let slot = puzzle.size.border(end, dir.opposite()).unwrap_or(0);
    let role = look.role(slot);
    if arrived {
        scene.circle(role, centre(end), 0.16, Some(Fill::Ink), 0.0);
        return;
    }
    let symbol = match dir {
        Dir::North => Symbol::North,
        Dir::East => Symbol::East,
        Dir::South => Symbol::South,
        Dir::West => Symbol::West,
    };
    scene.symbol(role, centre(end), 0.7, symbol);
}
