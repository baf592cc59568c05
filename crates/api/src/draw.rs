//! Drawing a puzzle: a sheet without clues, a setter's gestures on it, another size.

use grid::{Cell, Dir, Size, Symmetry};
use puzzles::Family;
use puzzles::format::Document;
use puzzles::play::{self, Side, Target};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use workshop::made_over;

use crate::Error;
use crate::catalogue::{HowTo, family, how_to};
use crate::play::bounded;
use crate::schema::GestureSchema;
use crate::table::{Call, Op};
use crate::values::{Arrangement, Look, Picture, PuzzleIn, PuzzleOut};

/// A board without clues.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Blank {
    family: String,
    rows: usize,
    cols: usize,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct PuzzleResponse {
    puzzle: PuzzleOut,
}

impl<'a> Op<'a> for Blank {
    type Response = PuzzleResponse;

    fn answer(self, _: &mut Call) -> Result<PuzzleResponse, Error> {
        let family = family(&self.family)?;
        let size = size(family, self.rows, self.cols)?;
        let empty = (family.empty)(size).map_err(|error| Error::new(error.message))?;
        let document = Document::new(empty);
        Ok(PuzzleResponse {
            puzzle: PuzzleOut::new(&document)?,
        })
    }
}

/// The size, if the family has such boards.
fn size(family: &Family, rows: usize, cols: usize) -> Result<Size, Error> {
    let (least, most) = family.sides;
    let fits = |side: usize| (least..=most).contains(&side);
    let size = Size::new(rows, cols).filter(|_| fits(rows) && fits(cols));
    size.ok_or_else(|| {
        Error::new(format!(
            "a {} board has {least} to {most} rows and columns, not {rows}×{cols}",
            family.name
        ))
    })
}

/// The same clues on a board of another size.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Resize<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    rows: usize,
    cols: usize,
}

impl<'a> Op<'a> for Resize<'a> {
    type Response = PuzzleResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<PuzzleResponse, Error> {
        let document = self.puzzle.read(call)?;
        let size = size(document.puzzle.family(), self.rows, self.cols)?;
        let resized = document.puzzle.resized(size);
        let resized = resized.map_err(|error| Error::new(error.message))?;
        Ok(PuzzleResponse {
            puzzle: PuzzleOut::new(&made_over(&document, resized))?,
        })
    }
}

/// How does this gesture of a setter change the clues?
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Set<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    #[schemars(with = "GestureSchema")]
    gesture: play::Gesture,
    /// What is done at a target is also done at its image.
    #[serde(default)]
    symmetry: Arrangement,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct SetResponse {
    puzzle: PuzzleOut,
    changed: bool,
}

impl<'a> Op<'a> for Set<'a> {
    type Response = SetResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<SetResponse, Error> {
        let document = self.puzzle.read(call)?;
        let gesture = bounded(document.puzzle.size(), self.gesture)?;
        let image = self.symmetry.image(document.puzzle.size(), &gesture);
        let mut puzzle = document.puzzle.clone();
        let mut changed = false;
        for gesture in [Some(gesture), image].iter().flatten() {
            if let Some(after) = puzzle.edit(gesture) {
                puzzle = after;
                changed = true;
            }
        }
        let after = match changed {
            true => made_over(&document, puzzle),
            false => document,
        };
        Ok(SetResponse {
            puzzle: PuzzleOut::new(&after)?,
            changed,
        })
    }
}

impl Arrangement {
    /// The gesture at the images of its targets; none if those are the same places.
    fn image(self, size: Size, gesture: &play::Gesture) -> Option<play::Gesture> {
        let (corner, symmetries) = (grid::cell(0, 0), Symmetry::ALL.into_iter());
        let (last_row, last_col) = (size.rows() as i16 - 1, size.cols() as i16 - 1);
        let goes_to = |row, col| {
            let to = Cell { row, col };
            let fits = |s: &Symmetry| {
                s.size(size) == size
                    && s.cell(size, corner) == to
                    && s.dir(Dir::North).is_vertical()
            };
            symmetries.clone().find(fits)
        };
        let symmetry = match self {
            Arrangement::None => None,
            Arrangement::Turn => goes_to(last_row, last_col),
            Arrangement::Mirror => goes_to(0, last_col),
        }?;
        let image = play::Gesture {
            targets: (gesture.targets.iter())
                .map(|&target| turned(symmetry, size, target))
                .collect(),
            value: (gesture.value.as_ref()).map(|key| turned_key(symmetry, key)),
            ..gesture.clone()
        };
        (places(&image) != places(gesture)).then_some(image)
    }
}

/// The places of a gesture in a fixed order.
fn places(gesture: &play::Gesture) -> Vec<(u8, i16, i16)> {
    let place = |&target: &Target| match target {
        Target::Cell(row, col) => (0, row, col),
        Target::Outside(row, col) => (1, row, col),
        Target::Border(row, col, Side::East) => (2, row, col),
        Target::Border(row, col, Side::South) => (3, row, col),
    };
    let mut places: Vec<_> = gesture.targets.iter().map(place).collect();
    places.sort_unstable();
    places.dedup();
    places
}

fn turned(symmetry: Symmetry, size: Size, target: Target) -> Target {
    let image = |row, col| symmetry.cell(size, Cell { row, col });
    match target {
        Target::Cell(row, col) => {
            let to = image(row, col);
            Target::Cell(to.row, to.col)
        }
        Target::Outside(row, col) => {
            let to = image(row, col);
            Target::Outside(to.row, to.col)
        }
        // A border lies between two cells; it is named by the one to the north or west.
        Target::Border(row, col, side) => {
            let (down, right) = match side {
                Side::East => (0, 1),
                Side::South => (1, 0),
            };
            let (a, b) = (image(row, col), image(row + down, col + right));
            let to = a.min(b);
            Target::Border(to.row, to.col, side)
        }
    }
}

/// A key that is a direction, as a word or its first letter, is turned as well.
fn turned_key(symmetry: Symmetry, key: &str) -> String {
    const WORDS: [(Dir, &str); 4] = [
        (Dir::North, "north"),
        (Dir::East, "east"),
        (Dir::South, "south"),
        (Dir::West, "west"),
    ];
    let word = |dir: Dir| WORDS.iter().find(|(d, _)| *d == dir).map(|(_, word)| *word);
    for (dir, name) in WORDS {
        let Some(image) = word(symmetry.dir(dir)) else {
            continue;
        };
        if key.eq_ignore_ascii_case(name) {
            return image.to_owned();
        }
        if key.eq_ignore_ascii_case(&name[..1]) {
            return image[..1].to_owned();
        }
    }
    key.to_owned()
}

/// What a setter sees.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Canvas<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    #[serde(default)]
    look: Look,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CanvasResponse {
    scene: Picture,
    /// Keys that a setter needs.
    pad: Vec<String>,
    /// Keys that change the variant, in lists of which one holds at a time.
    choices: Vec<Choice>,
    how_to: Vec<HowTo>,
}

#[derive(Serialize, JsonSchema)]
struct Choice {
    keys: Vec<String>,
    /// Which of them holds.
    now: usize,
}

impl<'a> Op<'a> for Canvas<'a> {
    type Response = CanvasResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<CanvasResponse, Error> {
        let document = self.puzzle.read(call)?;
        let puzzle = document.puzzle.as_ref();
        Ok(CanvasResponse {
            scene: Picture::new(puzzle, &puzzle.blank(), self.look)?,
            pad: puzzle.setter_keys(),
            choices: (puzzle.choices().into_iter())
                .map(|puzzles::Choice { keys, now }| Choice { keys, now })
                .collect(),
            how_to: how_to(&puzzle.family().how_to_set()),
        })
    }
}

#[cfg(test)]
mod tests {
    use puzzles::play::{Gesture, GestureKind};

    use super::*;

    fn image(arrangement: Arrangement, targets: &[Target], value: Option<&str>) -> Option<Gesture> {
        let gesture = Gesture {
            kind: GestureKind::Key,
            targets: targets.to_vec(),
            value: value.map(str::to_owned),
            tidy: false,
            again: false,
            hands: None,
        };
        arrangement.image(Size::new(4, 5).expect("a size"), &gesture)
    }

    fn one(arrangement: Arrangement, target: Target) -> Option<Target> {
        image(arrangement, &[target], None).map(|gesture| gesture.targets[0])
    }

    #[test]
    fn half_a_turn_takes_a_corner_to_the_opposite_one() {
        let turn = |target| one(Arrangement::Turn, target);
        assert_eq!(turn(Target::Cell(0, 0)), Some(Target::Cell(3, 4)));
        assert_eq!(turn(Target::Outside(-1, 1)), Some(Target::Outside(4, 3)));
        let between = Target::Border(0, 0, Side::East);
        assert_eq!(turn(between), Some(Target::Border(3, 3, Side::East)));
        let below = Target::Border(0, 0, Side::South);
        assert_eq!(turn(below), Some(Target::Border(2, 4, Side::South)));
    }

    #[test]
    fn a_mirror_leaves_the_row_and_its_middle_column() {
        let mirror = |target| one(Arrangement::Mirror, target);
        assert_eq!(mirror(Target::Cell(2, 0)), Some(Target::Cell(2, 4)));
        assert_eq!(mirror(Target::Cell(2, 2)), None);
        assert_eq!(mirror(Target::Outside(1, -1)), Some(Target::Outside(1, 5)));
        let between = Target::Border(1, 0, Side::East);
        assert_eq!(mirror(between), Some(Target::Border(1, 3, Side::East)));
    }

    #[test]
    fn arrows_turn_along() {
        let key = |arrangement, key| image(arrangement, &[Target::Cell(0, 0)], Some(key))?.value;
        assert_eq!(key(Arrangement::Turn, "north").as_deref(), Some("south"));
        assert_eq!(key(Arrangement::Turn, "e").as_deref(), Some("w"));
        assert_eq!(key(Arrangement::Mirror, "north").as_deref(), Some("north"));
        assert_eq!(key(Arrangement::Mirror, "W").as_deref(), Some("e"));
        assert_eq!(key(Arrangement::Mirror, "7").as_deref(), Some("7"));
        assert_eq!(key(Arrangement::None, "7"), None);
    }

    #[test]
    fn the_same_places_backwards_are_the_same_places() {
        let middle = [Target::Cell(1, 2), Target::Cell(2, 2)];
        assert!(image(Arrangement::Turn, &middle, None).is_none());
    }
}
