//! What a drawing is: shapes on a lattice of cells, each with a *role* instead of a colour.
//!
//! The unit is one cell, x grows to the right and y down; the cell in row r and column c covers
//! the square from (c, r) to (c+1, r+1). A family draws its board once, into a [`Scene`]; SVG and
//! terminal text are two renderings of the same shapes, and a stylesheet decides what a role looks
//! like. Shapes are painted in order, later ones on top.

mod mark;
mod svg;
mod text;

pub use mark::{Mark, outline};
pub use svg::{PRINT_CSS, SvgPieces, svg};
pub use text::{TextStyle, text};

use grid::{Cell, Dir, Size};
use serde::Serialize;

/// What a shape stands for. Themes give each role a colour; the terminal gives it a style.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The sheet the board lies on.
    Paper,
    /// The thin lines between cells.
    Grid,
    /// The frame of the board and the borders of its regions.
    Frame,
    /// Printed by the setter.
    Given,
    /// Printed by the setter, and satisfied by what has been entered.
    Met,
    /// Written by the player.
    Entered,
    /// Written by the player as a note: pencil marks, "nothing here".
    Note,
    /// Written by the player in a trial layer.
    Trial,
    /// Written in a trial within a trial.
    Trial2,
    /// Written in a trial within that, or deeper.
    Trial3,
    /// Written by the program as the answer.
    Solution,
    /// Breaks a rule.
    Wrong,
    /// What a message is about.
    Highlight,
    /// What a message says in the end: what is concluded.
    Concluded,
    /// An area that an argument speaks of.
    Area,
    /// A second area beside it, such as what lies on the other side.
    Beyond,
    /// A way over the board that an argument follows.
    Way,
    /// What separates two areas.
    Wall,
}

impl Role {
    /// Every role there is.
    pub const ALL: [Role; 18] = [
        Role::Paper,
        Role::Grid,
        Role::Frame,
        Role::Given,
        Role::Met,
        Role::Entered,
        Role::Note,
        Role::Trial,
        Role::Trial2,
        Role::Trial3,
        Role::Solution,
        Role::Wrong,
        Role::Highlight,
        Role::Concluded,
        Role::Area,
        Role::Beyond,
        Role::Way,
        Role::Wall,
    ];

    /// The CSS class.
    pub const fn class(self) -> &'static str {
        match self {
            Role::Paper => "paper",
            Role::Grid => "grid",
            Role::Frame => "frame",
            Role::Given => "given",
            Role::Met => "met",
            Role::Entered => "entered",
            Role::Note => "note",
            Role::Trial => "trial",
            Role::Trial2 => "trial2",
            Role::Trial3 => "trial3",
            Role::Solution => "solution",
            Role::Wrong => "wrong",
            Role::Highlight => "highlight",
            Role::Concluded => "concluded",
            Role::Area => "area",
            Role::Beyond => "beyond",
            Role::Way => "way",
            Role::Wall => "wall",
        }
    }
}

/// A place on the sheet, in cells.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Point {
    /// To the right, from the left edge of the board.
    pub x: f32,
    /// Downwards, from the top edge of the board.
    pub y: f32,
}

/// Shorthand for [`Point`].
pub const fn point(x: f32, y: f32) -> Point {
    Point { x, y }
}

/// The middle of a cell, even of one outside the board.
pub fn centre(at: Cell) -> Point {
    point(at.col as f32 + 0.5, at.row as f32 + 0.5)
}

/// An upright rectangle on the sheet, in cells.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rect {
    /// The left edge.
    pub x: f32,
    /// The top edge.
    pub y: f32,
    /// The width.
    pub w: f32,
    /// The height.
    pub h: f32,
}

/// How an area is filled: in the role's full colour, in a pale version of it, or like the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fill {
    /// The role's full colour.
    Ink,
    /// A pale version of the role's colour.
    Pale,
    /// The colour of the sheet: what lies below is covered.
    Paper,
}

/// Small pictures that are one character in the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Symbol {
    /// An arrow up.
    North,
    /// An arrow to the right.
    East,
    /// An arrow down.
    South,
    /// An arrow to the left.
    West,
    /// Two strokes that cross.
    Cross,
    /// A filled spot.
    Dot,
}

impl Symbol {
    /// An arrow that way.
    pub fn arrow(dir: Dir) -> Symbol {
        match dir {
            Dir::North => Symbol::North,
            Dir::East => Symbol::East,
            Dir::South => Symbol::South,
            Dir::West => Symbol::West,
        }
    }
}

/// What can be drawn. Lengths, widths and sizes are in cells.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Shape {
    /// A straight line.
    Line {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
        /// How thick it is.
        width: f32,
    },
    /// A rectangle; `stroke` 0 means no outline.
    Rect {
        /// Where it lies.
        rect: Rect,
        /// How its inside is painted; not at all if none.
        fill: Option<Fill>,
        /// Width of the outline, which runs along the middle of the edge.
        stroke: f32,
    },
    /// A circle; `stroke` 0 means no outline.
    Circle {
        /// Its middle.
        centre: Point,
        /// From the middle to the middle of the outline.
        radius: f32,
        /// How its inside is painted; not at all if none.
        fill: Option<Fill>,
        /// Width of the outline.
        stroke: f32,
    },
    /// Centred both ways; `size` is the height of the letters' line.
    Text {
        /// The middle of the text.
        centre: Point,
        /// Height of the line of letters.
        size: f32,
        /// What is written, in one line.
        text: String,
    },
    /// A small picture.
    Symbol {
        /// Its middle.
        centre: Point,
        /// The length of an arrow, the side of a cross, twice the width of a dot.
        size: f32,
        /// Which one.
        symbol: Symbol,
    },
}

impl Shape {
    /// Might something of it be seen there? Text is taken for as wide as a square for each letter.
    fn reaches_into(&self, view: Rect) -> bool {
        let around = |at: &Point, x: f32, y: f32| [at.x - x, at.y - y, at.x + x, at.y + y];
        let [left, top, right, bottom] = match self {
            Shape::Line { from, to, width } => [
                from.x.min(to.x) - width,
                from.y.min(to.y) - width,
                from.x.max(to.x) + width,
                from.y.max(to.y) + width,
            ],
            Shape::Rect { rect, stroke, .. } => [
                rect.x - stroke,
                rect.y - stroke,
                rect.x + rect.w + stroke,
                rect.y + rect.h + stroke,
            ],
            Shape::Circle {
                centre,
                radius,
                stroke,
                ..
            } => around(centre, radius + stroke, radius + stroke),
            Shape::Text { centre, size, text } => {
                around(centre, size * text.chars().count() as f32, *size)
            }
            Shape::Symbol { centre, size, .. } => around(centre, *size, *size),
        };
        left < view.x + view.w && view.x < right && top < view.y + view.h && view.y < bottom
    }
}

/// A shape with its role.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Item {
    /// What is drawn.
    #[serde(flatten)]
    pub shape: Shape,
    /// What it stands for.
    pub role: Role,
}

/// A whole drawing.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scene {
    /// What is visible, including a margin.
    pub view: Rect,
    /// In the order in which they are painted, later ones on top.
    pub items: Vec<Item>,
}

/// Room around the board, so that the frame is not cut.
const MARGIN: f32 = 0.1;

/// Width of the lines that stay in the background, such as the lattice.
pub const THIN: f32 = 0.02;
/// Width of the lines that stand out: frames and the borders of regions.
pub const THICK: f32 = 0.06;

impl Scene {
    /// An empty sheet for a board with `around` cells of room on each side for outside clues.
    pub fn new(size: Size, around: f32) -> Scene {
        let room = around + MARGIN;
        let view = Rect {
            x: -room,
            y: -room,
            w: size.cols() as f32 + 2.0 * room,
            h: size.rows() as f32 + 2.0 * room,
        };
        let mut scene = Scene {
            view,
            items: Vec::new(),
        };
        scene.rect(Role::Paper, view, Some(Fill::Paper), 0.0);
        scene
    }

    /// Leave only this part visible, without what lies wholly outside it.
    pub fn show_only(&mut self, view: Rect) {
        self.view = view;
        self.items.retain(|item| item.shape.reaches_into(view));
    }

    /// Paint a shape over everything so far.
    pub fn push(&mut self, role: Role, shape: Shape) {
        self.items.push(Item { shape, role });
    }

    /// Paint a straight line.
    pub fn line(&mut self, role: Role, from: Point, to: Point, width: f32) {
        self.push(role, Shape::Line { from, to, width });
    }

    /// Paint a rectangle; `stroke` 0 means no outline.
    pub fn rect(&mut self, role: Role, rect: Rect, fill: Option<Fill>, stroke: f32) {
        self.push(role, Shape::Rect { rect, fill, stroke });
    }

    /// Fill the square of a cell.
    pub fn square(&mut self, role: Role, at: Cell, fill: Fill) {
        let rect = Rect {
            x: at.col as f32,
            y: at.row as f32,
            w: 1.0,
            h: 1.0,
        };
        self.rect(role, rect, Some(fill), 0.0);
    }

    /// Paint a circle; `stroke` 0 means no outline.
    pub fn circle(
        &mut self,
        role: Role,
        centre: Point,
        radius: f32,
        fill: Option<Fill>,
        stroke: f32,
    ) {
        self.push(
            role,
            Shape::Circle {
                centre,
                radius,
                fill,
                stroke,
            },
        );
    }

    /// Paint a text centred on a point; `size` is the height of its line.
    pub fn text(&mut self, role: Role, centre: Point, size: f32, text: impl Into<String>) {
        self.push(
            role,
            Shape::Text {
                centre,
                size,
                text: text.into(),
            },
        );
    }

    /// Paint a small picture centred on a point.
    pub fn symbol(&mut self, role: Role, centre: Point, size: f32, symbol: Symbol) {
        self.push(
            role,
            Shape::Symbol {
                centre,
                size,
                symbol,
            },
        );
    }

    /// The thin lines between cells.
    pub fn lattice(&mut self, size: Size) {
        let (w, h) = (size.cols() as f32, size.rows() as f32);
        for row in 1..size.rows() {
            let y = row as f32;
            self.line(Role::Grid, point(0.0, y), point(w, y), THIN);
        }
        for col in 1..size.cols() {
            let x = col as f32;
            self.line(Role::Grid, point(x, 0.0), point(x, h), THIN);
        }
    }

    /// The thick outline of the board.
    pub fn frame(&mut self, size: Size) {
        let rect = Rect {
            x: 0.0,
            y: 0.0,
            w: size.cols() as f32,
            h: size.rows() as f32,
        };
        self.rect(Role::Frame, rect, None, THICK);
    }

    /// Number the rows and columns, as sentences count them, left of the board and above it.
    pub fn count_lines(&mut self, size: Size) {
        const SIZE: f32 = 0.36;
        let (x, y) = (
            (self.view.x - MARGIN).round(),
            (self.view.y - MARGIN).round(),
        );
        for (n, side) in [(size.rows(), true), (size.cols(), false)] {
            for at in 0..n {
                let along = at as f32 + 0.5;
                let centre = match side {
                    true => point(x - 0.5, along),
                    false => point(along, y - 0.5),
                };
                self.text(Role::Note, centre, SIZE, (at + 1).to_string());
            }
        }
        let room = Rect {
            x: x - 1.0,
            y: y - 1.0,
            w: self.view.x + self.view.w - x + 1.0,
            h: self.view.y + self.view.h - y + 1.0,
        };
        self.view = room;
        if let Some(Shape::Rect { rect, .. }) = self.items.first_mut().map(|item| &mut item.shape) {
            *rect = room;
        }
    }

    /// Put a pale square under everything drawn on these cells, just above the sheet.
    pub fn underlay(&mut self, role: Role, cells: &[Cell]) {
        let mut squares = Scene {
            view: self.view,
            items: Vec::new(),
        };
        for &at in cells {
            squares.square(role, at, Fill::Pale);
        }
        self.items.splice(1..1, squares.items);
    }
}
