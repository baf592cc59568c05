//! Playing: show a board, turn a gesture into a move, say what is in a cell.

use grid::Cell;
use puzzles::play::{self, Target};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::schema::GestureSchema;
use crate::table::{Call, Op};
use crate::values::{Look, Move, Picture, Place, PuzzleIn, Slots, board, changes};
use crate::{Error, bounds};

/// Draw a board, and say what a page shows beside it.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Show<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    /// Defaults to the blank board.
    #[serde(default)]
    board: Option<Slots>,
    #[serde(default)]
    look: Look,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ShowResponse {
    board: Slots,
    scene: Picture,
    /// Keys of the number pad, if the family has one.
    pad: Vec<String>,
    /// No rule is broken and nothing is missing.
    complete: bool,
    /// The family's name.
    name: &'static str,
    rules: &'static str,
}

impl<'a> Op<'a> for Show<'a> {
    type Response = ShowResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<ShowResponse, Error> {
        let document = self.puzzle.read(call)?;
        let puzzle = document.puzzle.as_ref();
        let board = board(puzzle, self.board)?;
        Ok(ShowResponse {
            scene: Picture::new(puzzle, &board, self.look)?,
            pad: puzzle.player_keys(),
            complete: puzzle.check(&board).is_empty(),
            name: puzzle.family().name,
            rules: puzzle.family().rules,
            board: board.into(),
        })
    }
}

/// What does this gesture mean here?
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Gesture<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    board: Slots,
    #[schemars(with = "GestureSchema")]
    gesture: play::Gesture,
    #[serde(default)]
    look: Look,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct GestureResponse {
    /// Slot, old and new number of each change; none if the gesture means nothing here.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    changes: Option<Move>,
    /// The board after the move.
    board: Slots,
    scene: Picture,
    complete: bool,
}

impl<'a> Op<'a> for Gesture<'a> {
    type Response = GestureResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<GestureResponse, Error> {
        let document = self.puzzle.read(call)?;
        let puzzle = document.puzzle.as_ref();
        let before = board(puzzle, Some(self.board))?;
        let gesture = bounded(puzzle.size(), self.gesture)?;
        let after = puzzle.gesture(&before, &puzzle.family().meant(&gesture));
        let changes = after.as_ref().and_then(|after| changes(&before, after));
        let board = after.unwrap_or(before);
        Ok(GestureResponse {
            changes,
            scene: Picture::new(puzzle, &board, self.look)?,
            complete: puzzle.check(&board).is_empty(),
            board: board.into(),
        })
    }
}

/// Families may rely on a target being on the board or right next to it: a drag that leaves the
/// sheet counts only where it touched the sheet.
pub(crate) fn bounded(
    size: grid::Size,
    mut gesture: play::Gesture,
) -> Result<play::Gesture, Error> {
    bounds::count("targets", gesture.targets.len(), bounds::TARGETS)?;
    let key = gesture.value.as_ref().map_or(0, String::len);
    bounds::count("bytes in a key", key, bounds::KEY)?;
    let hands = gesture.hands.as_ref().map_or(0, String::len);
    bounds::count("bytes in the name of hands", hands, bounds::KEY)?;
    gesture.targets.retain(|&target| {
        let (Target::Cell(row, col) | Target::Border(row, col, _) | Target::Outside(row, col)) =
            target;
        bounds::near(size, Cell { row, col })
    });
    Ok(gesture)
}

/// What is in this cell? For screen readers.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Say<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    board: Slots,
    cell: Place,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct SayResponse {
    text: String,
}

impl<'a> Op<'a> for Say<'a> {
    type Response = SayResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<SayResponse, Error> {
        let document = self.puzzle.read(call)?;
        let puzzle = document.puzzle.as_ref();
        let board = board(puzzle, Some(self.board))?;
        let Place(row, col) = self.cell;
        let at = Cell { row, col };
        if !puzzle.size().contains(at) {
            return Err(Error::new(format!("the cell {at} is not on the board")));
        }
        Ok(SayResponse {
            text: puzzle.say(&board, at),
        })
    }
}
