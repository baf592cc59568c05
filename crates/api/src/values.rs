//! What several operations take or give: puzzles, boards, looks, scenes.

use std::borrow::Cow;

use grid::{Cell, Size};
use puzzles::format::{self, Chunk, Document};
use puzzles::play::difference;
use puzzles::{Board, Puzzle};
use scene::{Role, Scene};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::schema::SceneSchema;
use crate::table::Call;
use crate::{Error, bounds};

/// Row and column, counted from 0; of a place around the board one of them is −1 or n.
#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Cell")]
pub(crate) struct Place(pub(crate) i16, pub(crate) i16);

impl From<Cell> for Place {
    fn from(at: Cell) -> Place {
        Place(at.row, at.col)
    }
}

pub(crate) fn places(cells: &[Cell]) -> Vec<Place> {
    cells.iter().copied().map(Place::from).collect()
}

/// A puzzle as it came in: read where it is needed, so that an error can say where in the request
/// it is.
#[derive(Deserialize)]
pub struct PuzzleIn<'a>(#[serde(borrow)] &'a RawValue);

impl<'a> PuzzleIn<'a> {
    pub(crate) fn read(&self, call: &Call<'a>) -> Result<Document, Error> {
        self.document(call.request)
    }

    /// The puzzle of this request, without boards.
    pub fn document(&self, request: &'a str) -> Result<Document, Error> {
        let text = self.0.get();
        let chunk = Chunk { text, line: 1 };
        let document = if text.starts_with('{') {
            chunk.read()
        } else {
            Err(format::ReadError {
                message: "expected the object of a puzzle".to_owned(),
                line: 1,
                column: 1,
            })
        };
        let document = document.map_err(|e| Error::within(request, text, e))?;
        Ok(document.without_boards())
    }
}

/// A puzzle as it goes out: the object of the `json` format, without boards.
#[derive(Serialize)]
pub struct PuzzleOut(Box<RawValue>);

impl PuzzleOut {
    /// The puzzle of a document, ready to send; an error if it cannot be written.
    pub fn new(document: &Document) -> Result<PuzzleOut, Error> {
        let text = format::write(document, "json")?;
        let raw = RawValue::from_string(text).expect("the json format writes JSON");
        Ok(PuzzleOut(raw))
    }
}

fn puzzle_schema() -> Schema {
    json_schema!({
        "type": "object",
        "description": "The object of the `json` format without boards. A client keeps it and \
                        sends it back as it is.",
        "required": ["type"],
        "properties": {
            "type": { "type": "string" },
            "rows": { "type": "integer", "minimum": 1, "maximum": grid::MAX_SIDE },
            "cols": { "type": "integer", "minimum": 1, "maximum": grid::MAX_SIDE },
            "title": { "type": "string" },
        },
        "additionalProperties": true,
    })
}

impl JsonSchema for PuzzleIn<'_> {
    fn schema_name() -> Cow<'static, str> {
        "Puzzle".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        puzzle_schema()
    }
}

impl JsonSchema for PuzzleOut {
    fn schema_name() -> Cow<'static, str> {
        PuzzleIn::schema_name()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        puzzle_schema()
    }
}

/// The numbers of a board, one per slot. A client keeps them; only moves look into them.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Board")]
pub struct Slots(pub Vec<u16>);

impl From<Board> for Slots {
    fn from(board: Board) -> Slots {
        Slots(board.slots)
    }
}

/// The board that came in, if it has the right number of slots; the blank one if none came.
pub fn board(puzzle: &dyn Puzzle, slots: Option<Slots>) -> Result<Board, Error> {
    let blank = puzzle.blank();
    match slots {
        None => Ok(blank),
        Some(Slots(slots)) if slots.len() == blank.slots.len() => Ok(Board { slots }),
        Some(Slots(slots)) => Err(Error::new(format!(
            "the board has {}; this puzzle's boards have {}",
            puzzles::counted(slots.len(), "slot"),
            blank.slots.len()
        ))),
    }
}

/// Slot, old number and new number.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Change(pub usize, pub u16, pub u16);

/// What one move changes; never empty.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("minItems" = 1))]
pub struct Move(pub Vec<Change>);

/// The move from one board to another, if they differ.
pub(crate) fn changes(before: &Board, after: &Board) -> Option<Move> {
    let moved = difference(before, after)?;
    let changes = moved.iter().map(|c| Change(c.slot, c.old, c.new));
    Some(Move(changes.collect()))
}

/// How clues are arranged, or where what a setter does is done again.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Symmetry")]
pub(crate) enum Arrangement {
    #[default]
    None,
    /// After half a turn.
    Turn,
    /// Mirrored left to right.
    Mirror,
}

/// How to show a board.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Look {
    /// Whether clues that the board meets turn grey.
    met: bool,
    /// Whether the entries are the program's answer, not the player's.
    solution: bool,
    /// The trial layer in which each slot was entered, 0 for none; missing ones are 0.
    layers: Vec<u8>,
    /// Cells that get a pale square of the role `wrong`.
    wrong: Vec<Place>,
    /// Cells that get a pale square of the role `highlight`.
    highlight: Vec<Place>,
}

/// A drawing with the size of its board in cells.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Scene")]
pub struct Picture {
    #[serde(flatten)]
    #[schemars(with = "SceneSchema")]
    scene: Scene,
    /// Rows and columns.
    size: (usize, usize),
}

impl Picture {
    /// A puzzle without anything entered.
    pub fn of(puzzle: &dyn Puzzle) -> Result<Picture, Error> {
        Picture::new(puzzle, &puzzle.blank(), Look::default())
    }

    pub(crate) fn new(puzzle: &dyn Puzzle, board: &Board, look: Look) -> Result<Picture, Error> {
        let size = puzzle.size();
        let mut scene = puzzle.draw(
            board,
            &puzzles::DrawOptions {
                solution: look.solution,
                layers: look.layers,
                met: look.met,
            },
        );
        for (role, cells) in [(Role::Highlight, look.highlight), (Role::Wrong, look.wrong)] {
            bounds::count("cells in a look", cells.len(), bounds::TARGETS)?;
            let cells: Vec<Cell> = cells
                .into_iter()
                .map(|Place(row, col)| Cell { row, col })
                .filter(|&at| bounds::near(size, at))
                .collect();
            scene.underlay(role, &cells);
        }
        Ok(Picture::drawn(scene, size))
    }

    pub(crate) fn drawn(scene: Scene, size: Size) -> Picture {
        Picture {
            scene,
            size: (size.rows(), size.cols()),
        }
    }
}
