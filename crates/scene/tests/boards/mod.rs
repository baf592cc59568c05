//! Little boards of several kinds, drawn by hand, for the tests of every rendering.

use grid::{Cell, Size, cell};
use scene::{Fill, Point, Rect, Role, Scene, Symbol, THICK, centre, point};

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).expect("a board of this size")
}

fn middle(row: usize, col: usize) -> Point {
    centre(cell(row, col))
}

/// Islands with single, double, triple and quadruple bridges, and a place where a bridge could go.
pub fn islands_and_bridges() -> Scene {
    let mut scene = Scene::new(size(5, 7), 0.0);
    let bridge = |scene: &mut Scene, role, from: Point, to: Point, offsets: &[f32]| {
        let is_row = from.y == to.y;
        for &off in offsets {
            let (dx, dy) = if is_row { (0.0, off) } else { (off, 0.0) };
            let (from, to) = (point(from.x + dx, from.y + dy), point(to.x + dx, to.y + dy));
            scene.line(role, from, to, 0.05);
        }
    };
    let (one, two) = ([0.0], [-0.08, 0.08]);
    let (three, four) = ([-0.14, 0.0, 0.14], [-0.18, -0.06, 0.06, 0.18]);
    let solved = Role::Solution;
    bridge(&mut scene, solved, middle(0, 0), middle(0, 3), &one);
    bridge(&mut scene, solved, middle(0, 3), middle(0, 6), &two);
    bridge(&mut scene, solved, middle(0, 0), middle(4, 0), &two);
    bridge(&mut scene, solved, middle(2, 2), middle(2, 5), &three);
    bridge(&mut scene, solved, middle(2, 5), middle(4, 5), &three);
    bridge(&mut scene, Role::Wrong, middle(4, 0), middle(4, 5), &four);
    let islands = [
        (0, 0, "3"),
        (0, 3, "3"),
        (0, 6, "2"),
        (2, 2, "3"),
        (2, 5, "6"),
        (4, 0, "6"),
        (4, 5, "7"),
    ];
    for (row, col, number) in islands {
        let role = if number == "3" {
            Role::Met
        } else {
            Role::Given
        };
        scene.circle(role, middle(row, col), 0.4, Some(Fill::Paper), 0.04);
        scene.text(role, middle(row, col), 0.55, number);
    }
    scene
}

/// Arrows with numbers, shaded cells, a loop, and the player's dots and crosses.
pub fn loop_and_shaded_cells() -> Scene {
    let size = size(4, 4);
    let mut scene = Scene::new(size, 0.0);
    for at in [cell(1, 2), cell(3, 0)] {
        scene.square(Role::Solution, at, Fill::Ink);
    }
    scene.underlay(Role::Highlight, &[cell(3, 3), cell(0, 3)]);
    scene.lattice(size);
    scene.frame(size);
    let arrow = |scene: &mut Scene, at: Cell, number: &str, symbol| {
        let at = centre(at);
        scene.text(Role::Given, point(at.x - 0.14, at.y), 0.6, number);
        scene.symbol(Role::Given, point(at.x + 0.26, at.y), 0.5, symbol);
    };
    arrow(&mut scene, cell(0, 3), "2", Symbol::West);
    arrow(&mut scene, cell(3, 3), "10", Symbol::North);
    // To the east and west the arrow stands above the number.
    scene.text(Role::Given, point(2.5, 3.62), 0.55, "1");
    scene.symbol(Role::Given, point(2.5, 3.2), 0.5, Symbol::West);
    let path = [(0, 0), (0, 1), (1, 1), (2, 1), (2, 0), (1, 0), (0, 0)];
    for pair in path.windows(2) {
        let (from, to) = (middle(pair[0].0, pair[0].1), middle(pair[1].0, pair[1].1));
        scene.line(Role::Solution, from, to, 0.1);
    }
    scene.symbol(Role::Note, point(2.0, 0.5), 0.2, Symbol::Cross);
    scene.symbol(Role::Note, middle(2, 2), 0.3, Symbol::Dot);
    scene
}

/// Numbers in cells, clues around the board, pencil marks.
pub fn outside_clues() -> Scene {
    let size = size(3, 3);
    let mut scene = Scene::new(size, 1.0);
    scene.lattice(size);
    scene.frame(size);
    scene.text(Role::Given, point(0.5, -0.5), 0.55, "3");
    scene.text(Role::Met, point(2.5, -0.5), 0.55, "1");
    scene.text(Role::Given, point(-0.5, 0.5), 0.55, "12");
    scene.text(Role::Given, point(-0.5, 2.5), 0.55, "2");
    scene.text(Role::Given, point(3.5, 1.5), 0.55, "2");
    scene.text(Role::Given, point(1.5, 3.5), 0.55, "1");
    scene.text(Role::Given, middle(0, 0), 0.65, "1");
    scene.text(Role::Entered, middle(1, 1), 0.65, "3");
    scene.text(Role::Wrong, middle(1, 2), 0.65, "3");
    scene.text(Role::Solution, middle(2, 2), 0.65, "10");
    scene.text(Role::Trial, middle(2, 1), 0.65, "2");
    scene.text(Role::Note, point(0.2, 2.2), 0.25, "1");
    scene.text(Role::Note, point(0.5, 2.2), 0.25, "2");
    scene.text(Role::Note, point(0.8, 2.2), 0.25, "3");
    scene
}

/// Regions with thick borders, circles with and without numbers, and the ways they went.
pub fn regions_and_tracks() -> Scene {
    let size = size(4, 4);
    let mut scene = Scene::new(size, 0.0);
    scene.lattice(size);
    scene.line(Role::Frame, point(2.0, 0.0), point(2.0, 2.0), THICK);
    scene.line(Role::Frame, point(0.0, 2.0), point(4.0, 2.0), THICK);
    scene.line(Role::Frame, point(1.0, 2.0), point(1.0, 4.0), THICK);
    scene.frame(size);
    scene.line(Role::Solution, middle(0, 0), middle(0, 3), 0.08);
    scene.line(Role::Solution, middle(3, 1), middle(1, 1), 0.08);
    for (row, col, number) in [(0, 0, "3"), (3, 1, "2"), (3, 3, "12"), (2, 3, "")] {
        scene.circle(Role::Given, middle(row, col), 0.38, Some(Fill::Paper), 0.04);
        scene.text(Role::Given, middle(row, col), 0.5, number);
    }
    for (row, col) in [(0, 3), (1, 1)] {
        scene.circle(
            Role::Solution,
            middle(row, col),
            0.38,
            Some(Fill::Ink),
            0.04,
        );
    }
    scene
}

/// Circles and crosses, one of them on a pale square.
pub fn circles_and_crosses() -> Scene {
    let size = size(3, 4);
    let mut scene = Scene::new(size, 0.0);
    scene.underlay(Role::Wrong, &[cell(1, 0), cell(1, 1)]);
    scene.lattice(size);
    scene.frame(size);
    for (row, col) in [(0, 0), (1, 1), (2, 3)] {
        scene.circle(Role::Given, middle(row, col), 0.36, None, 0.06);
    }
    for (row, col) in [(0, 2), (1, 3)] {
        scene.circle(Role::Entered, middle(row, col), 0.36, None, 0.06);
    }
    scene.circle(Role::Trial, middle(0, 3), 0.36, Some(Fill::Pale), 0.06);
    scene.circle(Role::Entered, middle(1, 2), 0.1, Some(Fill::Ink), 0.0);
    scene.symbol(Role::Wrong, middle(1, 0), 0.5, Symbol::Cross);
    scene.symbol(Role::Entered, middle(0, 1), 0.5, Symbol::Cross);
    scene.symbol(Role::Note, middle(2, 0), 0.3, Symbol::Dot);
    let rect = Rect {
        x: 1.1,
        y: 2.1,
        w: 0.8,
        h: 0.8,
    };
    scene.rect(Role::Highlight, rect, None, 0.08);
    scene
}
