//! The one trait, in roles, and the one struct that a family fills in.

use std::any::Any;
use std::fmt::Debug;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use grid::{Cell, Size};
use logic::{Reasoner, Reasoning, RuleTable, Step};
use sat::{Budget, Model, Name, Stats};
use scene::{Point, Scene};

use crate::about::About;
use crate::board::{Board, Citation, DrawOptions, Reading, Violation};
use crate::format::FamilyFormat;
use crate::kit::sift::Sieve;
use crate::make::Edit;
use crate::play::{Gesture, Hands, HowTo, Move, difference, hands, how_to};
use crate::reason::{Grades, Picture, Weights};
use crate::record::{FieldError, Grid, Notation, Record};
use crate::{Fact, format};

/// A puzzle of some family: its clues, without anything entered. It is implemented by the family's
/// type of clues, so `dyn Puzzle` is the erased form and there is no second hierarchy. What it can
/// do is divided into roles; a family implements each of them in the file that holds its code.
pub trait Puzzle:
    Clues + Rules + Encode + Sift + Atoms + Play + Setting + Making + Records + Drawing
{
    /// The rules of deduction at work on this puzzle.
    fn reasoner(&self) -> &dyn Reasoner;

    /// What the rule that made a step draws to show its argument.
    fn picture(&self, step: &Step) -> Picture;
}

impl<P> Puzzle for P
where
    P: Clues + Rules + Encode + Sift + Atoms + Play + Setting + Making + Records + Drawing,
    P: Reasoning<Picture = Picture>,
{
    fn reasoner(&self) -> &dyn Reasoner {
        self
    }

    fn picture(&self, step: &Step) -> Picture {
        logic::picture(self, step)
    }
}

/// What every role may ask (`mod.rs`).
pub trait Clues: Any + Debug + Send + Sync {
    /// The family that it belongs to.
    fn family(&self) -> &'static Family;

    /// The size of the board, without any clues around it.
    fn size(&self) -> Size;
}

/// The rules of the game, for boards (`check.rs`).
pub trait Rules {
    /// Every broken rule, and everything that is missing. Written independently of
    /// [`Encode::encode`].
    fn check(&self, board: &Board) -> Vec<Violation>;
}

/// The rules of the game, for the solver (`encode.rs`).
pub trait Encode {
    /// How many atoms there are.
    fn atom_count(&self) -> usize;

    /// State the rules of the game with these clues as constraints over atoms. What the model knows
    /// already need not be stated.
    fn state(&self, model: &mut Model);

    /// The rules of the game with these clues as constraints over atoms.
    fn encode(&self) -> Model {
        let mut model = Model::new(self.atom_count());
        self.state(&mut model);
        model
    }

    /// The same, given facts that hold in every solution.
    fn encode_knowing(&self, facts: &[Fact]) -> Model {
        let mut model = Model::knowing(self.atom_count(), facts);
        self.state(&mut model);
        model
    }
}

/// What is seen before anything is searched for (`sift.rs`).
pub trait Sift {
    /// All solutions or more than `want` of them, if a few suppositions suffice for that; else facts
    /// that hold in every solution, as far as they are seen at once. If none is wanted, always the
    /// latter.
    fn sift(&self, _want: usize, _budget: Budget) -> Sifted {
        Sifted::nothing()
    }
}

/// What came of reasoning before searching.
pub struct Sifted {
    /// The solutions, each as all its facts, as many as were wanted or as there are, and whether
    /// there are more; none if that is not known.
    pub solutions: Option<(Vec<Vec<Fact>>, bool)>,
    /// Facts that hold in every solution, if the solutions are not known.
    pub facts: Vec<Fact>,
    /// What it cost: suppositions are decisions, and those that failed conflicts.
    pub stats: Stats,
}

impl Sifted {
    /// Nothing was seen.
    pub fn nothing() -> Sifted {
        Sifted {
            solutions: None,
            facts: Vec::new(),
            stats: Stats::default(),
        }
    }

    /// What a sieve found, given what its positions say.
    pub(crate) fn of<P>(sieve: Sieve<P>, facts: impl Fn(&P) -> Vec<Fact>) -> Sifted {
        let solutions = (!sieve.cut).then(|| {
            let solutions = sieve.solutions.iter().map(&facts).collect();
            (solutions, sieve.more)
        });
        let known = sieve.known.filter(|_| sieve.cut);
        Sifted {
            solutions,
            facts: known.as_ref().map(facts).unwrap_or_default(),
            stats: sieve.stats,
        }
    }
}

/// What the solver's language means on the board (`atoms.rs`).
pub trait Atoms {
    /// What this board says about the atoms. Violations if it cannot be said in atoms (such a board
    /// is never right).
    fn facts(&self, board: &Board, reading: Reading) -> Result<Vec<Fact>, Vec<Violation>>;

    /// A board that says these facts, as far as a board can.
    fn board(&self, facts: &[Fact]) -> Board;

    /// The same with notes, such as pencil marks, for facts that say less than an entry.
    fn noted(&self, facts: &[Fact]) -> Board {
        self.board(facts)
    }

    /// The fact in the notation for programs, such as `r0c3=o`.
    fn fact_text(&self, fact: Fact) -> String;

    /// The cells to mark when a fact is talked about; at least one, all of them on the board.
    fn fact_cells(&self, fact: Fact) -> Vec<Cell>;

    /// What a person would cite for a constraint of [`Encode::encode`].
    fn cite(&self, name: Name) -> Citation;

    /// Signs of a solution's grid that different atoms can bring about: the cell, the sign, and all
    /// atoms that bring it about there, of which never two are true at once. None in families where
    /// each sign has an atom of its own.
    fn shared_signs(&self) -> Vec<(Cell, String, Vec<usize>)> {
        Vec::new()
    }
}

/// What a player does (`play.rs`).
pub trait Play {
    /// The board before the first entry. Its length is the number of slots.
    fn blank(&self) -> Board;

    /// The board after a gesture; none if the gesture means nothing here. Givens never change.
    fn gesture(&self, board: &Board, gesture: &Gesture) -> Option<Board>;

    /// Keys of the number pad, for families that have one; they come back as
    /// [`crate::play::GestureKind::Key`].
    fn player_keys(&self) -> Vec<String> {
        Vec::new()
    }

    /// What is in this cell, in words for a screen reader.
    fn say(&self, board: &Board, at: Cell) -> String;
}

/// What a setter does by hand (`setter.rs`).
pub trait Setting {
    /// A board of this size without a clue, to draw on; an error if there is none of this size.
    fn sheet(size: Size) -> Result<Self, FieldError>
    where
        Self: Sized;

    /// The puzzle after a setter's gesture on its clues; none if the gesture changes nothing. It
    /// can always be read back from its record, however far from a finished puzzle it is.
    fn edit(&self, gesture: &Gesture) -> Option<Arc<dyn Puzzle>>;

    /// Keys for a setter, as [`Play::player_keys`] has them for the player. Those that change the
    /// variant are among [`Setting::choices`].
    fn setter_keys(&self) -> Vec<String>;

    /// What the variant may be: lists of keys that exclude each other, with the place of the one that
    /// holds now. They mean the same wherever the cursor is.
    fn choices(&self) -> Vec<Choice> {
        Vec::new()
    }

    /// All keys that mean something, those of the choices too.
    fn all_setter_keys(&self) -> Vec<String> {
        let choices = self.choices().into_iter().flat_map(|choice| choice.keys);
        self.setter_keys().into_iter().chain(choices).collect()
    }

    /// The same clues at the same places, counted from the top left, on a board of another size;
    /// what lies outside it is gone.
    fn resized(&self, size: Size) -> Result<Arc<dyn Puzzle>, FieldError>;
}

/// Keys of a setter of which one holds at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What can be chosen, each said by its key.
    pub keys: Vec<String>,
    /// Which of them holds.
    pub now: usize,
}

impl Choice {
    /// A choice between these, of which the one at this place holds.
    pub(crate) fn new(keys: impl IntoIterator<Item = impl Into<String>>, now: usize) -> Choice {
        Choice {
            keys: keys.into_iter().map(Into::into).collect(),
            now,
        }
    }
}

/// What the workshop may change (`edits.rs`).
pub trait Making {
    /// Every single clue that can be taken away or made to say less, with the sign it then has.
    fn removals(&self) -> Vec<Edit> {
        Vec::new()
    }

    /// Every single clue that could be added or made to say more, as it would be for this solution.
    fn reveals(&self, _solution: &Board) -> Vec<Edit> {
        Vec::new()
    }

    /// A sign of the record in words.
    fn sign_words(&self, sign: &str) -> String {
        sign.to_owned()
    }

    /// Every single clue that could be put where there is none and the solution needs the room, so
    /// that the solutions change: for families whose clues are in the way. The clue may well leave
    /// no solution.
    fn insertions(&self) -> Vec<Edit> {
        Vec::new()
    }

    /// A quick check for uniqueness by the family's own search; none if it has no such search or
    /// gave up. For callers that ask about many similar puzzles: they must still prove the one they
    /// keep.
    fn quick_unique(&self, _budget: Budget) -> Option<bool> {
        None
    }
}

/// How it is written down (`codec`).
pub trait Records: Clues {
    /// Read the clues of a record; its board is read by the puzzle itself.
    fn read(record: &Record) -> Result<Self, FieldError>
    where
        Self: Sized;

    /// The clues in the notation of the published collections, without any board.
    fn record(&self) -> Record;

    /// The board in the notation of the published collections.
    fn write_grid(&self, board: &Board, notation: Notation) -> Grid;

    /// The board that a grid describes; `grid` has the right number of rows and columns.
    fn read_grid(&self, grid: &Grid, notation: Notation) -> Result<Board, FieldError>;

    /// Put the board into the record. A family with entries that a grid cannot express adds fields
    /// of its own.
    fn write_board(&self, board: &Board, notation: Notation, record: &mut Record) {
        record.set_board(notation, self.write_grid(board, notation));
    }

    /// The record's board, if it has one. A family with fields of its own adds what they say.
    fn read_board(&self, record: &Record, notation: Notation) -> Result<Option<Board>, FieldError> {
        self.read_signs(record, notation)
    }

    /// What an entry of a recorded game says: a number that somebody wrote at this place of the
    /// published board, whose frame of clues counts where it has one. Empty if it says nothing. An
    /// entry may be a part of something larger, so the facts of the solution are given as well: a
    /// right part says the whole.
    fn recorded(&self, _at: Cell, _value: u16, _truth: &[Fact]) -> Vec<Fact> {
        Vec::new()
    }

    /// The board that the record's grid describes, if it has one.
    fn read_signs(&self, record: &Record, notation: Notation) -> Result<Option<Board>, FieldError> {
        match record.board(notation) {
            None => Ok(None),
            Some(grid) => {
                grid.check_size(notation.field(), self.size().rows(), self.size().cols())?;
                self.read_grid(grid, notation).map(Some)
            }
        }
    }
}

/// How it is drawn (`draw.rs`).
pub trait Drawing {
    /// The puzzle with a board, as a drawing.
    fn draw(&self, board: &Board, look: &DrawOptions) -> Scene;

    /// What is known, on scratch paper: pictures beside the board for what a board cannot show at
    /// once, each with its title.
    fn scratch(&self, _known: &[Fact]) -> Vec<(String, Scene)> {
        Vec::new()
    }

    /// Where a fact is seen, if that is not as large as its cells: the line between two cells, one
    /// of many candidates.
    fn spot(&self, _fact: Fact) -> Option<Spot> {
        None
    }
}

/// A place that is smaller than a cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spot {
    /// Its middle.
    pub at: Point,
    /// How wide it is.
    pub size: f32,
    /// The fact takes away what stands there, such as a candidate.
    pub erases: bool,
}

/// What a family is, as data.
pub struct Family {
    /// The name that programs use, in lower case.
    pub id: &'static str,
    /// What it says about itself.
    pub about: LazyLock<About>,
    /// Fewest and most rows or columns.
    pub sides: (usize, usize),
    /// Read the clues of a record; its board is read by the puzzle itself.
    pub read: fn(&Record) -> Result<Arc<dyn Puzzle>, FieldError>,
    /// Fields of a record that hold what a board's grid cannot express.
    pub board_fields: &'static [&'static str],
    /// The formats it has besides those that all have, each with what is special to it there.
    pub formats: &'static [FamilyFormat],
    /// The rules of deduction.
    pub deductions: fn() -> RuleTable,
    /// A board of this size without a clue, to draw on; an error if there is none of this size.
    pub empty: fn(Size) -> Result<Arc<dyn Puzzle>, FieldError>,
    /// The texts in its folder `examples`.
    pub texts: Texts,
}

/// The texts in a family's folder `examples`, all of which are tests as well.
pub struct Texts {
    /// Small boards in the `janko` format that show what is right and every way to be wrong; the
    /// key `expect` holds the violation codes, or `complete`.
    pub boards: &'static str,
    /// How it is played: a line for each gesture, and stories that show them.
    pub play: &'static str,
    /// How its clues are set by hand, in the same way.
    pub set: &'static str,
    /// What its makers must keep, which is for tests only.
    #[cfg(test)]
    pub makers: &'static str,
    /// Small puzzles in the `janko` format, at least one for every rule of deduction: `rule` names
    /// it, `marks` and `known` (facts as in [`Atoms::fact_text`]) say what is known before, and
    /// `then` what one step of the rule concludes.
    pub rules: &'static str,
    /// The reference clusters of the grades (see [`crate::reason::Grades`]), made by `proofs
    /// grades`.
    pub grades: &'static str,
    /// Three puzzles to begin with, from easy to hard, as JSON lines with titles.
    pub samples: &'static str,
}

impl Deref for Family {
    type Target = About;

    fn deref(&self) -> &About {
        &self.about
    }
}

impl Family {
    /// The examples as documents, with what is expected of them.
    pub fn examples(&self) -> impl Iterator<Item = Result<format::Document, format::ReadError>> {
        format::split(self.texts.boards)
            .into_iter()
            .map(|c| c.read())
    }

    /// The reference clusters of the grades; ours where there are none for the study's weights.
    pub fn grades(&self, weights: Weights) -> Grades {
        let read = |weights| Grades::read(self.texts.grades, self.id, weights);
        let grades = read(weights).or_else(|| read(Weights::Ours));
        grades.expect("a test reads the grades of every family")
    }

    /// How it is played, for its help.
    pub fn how_to_play(&self) -> Vec<HowTo> {
        how_to(self.texts.play)
    }

    /// What hands may mean, the usual first; none if there is only one way.
    pub fn hands(&self) -> Vec<Hands> {
        hands(self.texts.play)
    }

    /// What a gesture means, whosever hands it was made with.
    pub fn meant(&self, gesture: &Gesture) -> Gesture {
        let Some(name) = &gesture.hands else {
            return gesture.clone();
        };
        let hands = self.hands().into_iter().find(|hands| hands.id == name);
        hands.map_or_else(|| gesture.clone(), |hands| hands.meant(gesture))
    }

    /// How its clues are set by hand, for its help.
    pub fn how_to_set(&self) -> Vec<HowTo> {
        how_to(self.texts.set)
    }

    /// The samples as documents.
    pub fn samples(&self) -> impl Iterator<Item = Result<format::Document, format::ReadError>> {
        format::split(self.texts.samples)
            .into_iter()
            .map(|c| c.read())
    }
}

impl Debug for Family {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

impl dyn Puzzle {
    /// What a gesture changes, if it changes anything.
    pub fn play(&self, board: &Board, gesture: &Gesture) -> Option<Move> {
        difference(board, &self.gesture(board, gesture)?)
    }
}

impl PartialEq for dyn Puzzle {
    fn eq(&self, other: &dyn Puzzle) -> bool {
        self.record() == other.record()
    }
}
