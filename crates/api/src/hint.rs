//! Helping a player: the next step, everything that rules find, and the way back from a board that
//! cannot be finished.

use grid::Cell;
use logic::{Step, level};
use puzzles::reason::{
    Applied, Contradiction, Hint as Found, Limits, Wanted, apply, cells, hint, premise, told,
    trouble_words, write_in,
};
use puzzles::{Board, Puzzle, Reading};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::{On, Rules, Shown, StepOut};
use crate::table::{Call, Op};
use crate::values::{Move, Place, PuzzleIn, Slots, board, changes, places};
use crate::{Error, bounds};

/// What is the next step?
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Hint<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    board: Slots,
    #[serde(default)]
    rules: Rules,
    /// Where the player is at work: of equally easy steps those nearby are preferred.
    #[serde(default)]
    near: Vec<Place>,
    /// The board before the player's last entries, which say where that is, too.
    #[serde(default)]
    since: Option<Slots>,
}

/// Where a board says something that an earlier one did not.
fn entered_since(puzzle: &dyn Puzzle, now: &Board, then: &Board) -> Vec<Cell> {
    let said = |board| puzzle.facts(board, Reading::Partial).unwrap_or_default();
    let (mut before, after) = (said(then), said(now));
    before.sort_unstable();
    let new = after
        .into_iter()
        .filter(|f| before.binary_search(f).is_err());
    new.flat_map(|fact| puzzle.fact_cells(fact)).collect()
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "status", rename_all = "lowercase")]
pub(crate) enum HintResponse {
    Step(NextStep),
    /// The board cannot be finished.
    Wrong(Wrong),
    /// Everything is written in.
    Finished(NoStep),
    /// Nothing more is decided: the puzzle has several solutions.
    Ambiguous(NoStep),
    /// The allowed rules find nothing more.
    Stuck(NoStep),
    /// Time ran out.
    Unknown(NoStep),
}

/// Why there is nothing to write in.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NoStep {
    text: &'static str,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct NextStep {
    /// Where to look, which rule helps, why, and what to write.
    depths: [String; 4],
    /// What is concluded.
    cells: Vec<Place>,
    /// What it rests on.
    reasons: Vec<Place>,
    /// Where to look first.
    look: Vec<Place>,
    rule: &'static str,
    /// The rule's name for people.
    name: &'static str,
    level: u8,
    #[serde(flatten)]
    shown: Shown,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    changes: Option<Move>,
    /// Steps that lead there and write nothing.
    before: Vec<StepOut>,
}

/// Why a board cannot be finished, and the way back.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Wrong {
    text: String,
    cells: Vec<Place>,
    /// How a wrong entry is refuted, if rules can do that.
    #[serde(flatten)]
    shown: Option<Shown>,
    /// The board without the entries that cannot stay.
    sound: Slots,
    /// The move that leads to it.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    changes: Option<Move>,
}

impl Wrong {
    fn new(puzzle: &dyn Puzzle, board: &Board, trouble: &Contradiction) -> Wrong {
        let said = puzzle.facts(&trouble.sound, Reading::Partial);
        let said = said.unwrap_or_default();
        let on = On {
            board,
            said: &said,
            found: &[],
        };
        Wrong {
            text: trouble_words(puzzle, trouble),
            cells: places(&trouble.cells(puzzle)),
            shown: (trouble.refuted.as_ref()).map(|step| Shown::new(puzzle, step, &on)),
            changes: changes(board, &trouble.sound),
            sound: trouble.sound.clone().into(),
        }
    }
}

impl<'a> Op<'a> for Hint<'a> {
    type Response = HintResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<HintResponse, Error> {
        let document = self.puzzle.read(call)?;
        let puzzle = document.puzzle.as_ref();
        let then = (self.since.map(|then| board(puzzle, Some(then)))).transpose()?;
        let board = board(puzzle, Some(self.board))?;
        let (plan, smallest) = self.rules.plan(puzzle)?;
        bounds::count("cells nearby", self.near.len(), bounds::TARGETS)?;
        let near = self.near.iter().map(|&Place(row, col)| Cell { row, col });
        let entered = then.map(|then| entered_since(puzzle, &board, &then));
        let near: Vec<Cell> = near.chain(entered.into_iter().flatten()).collect();
        let wanted = Wanted {
            plan: &plan,
            smallest,
            near: &near,
        };
        let found = hint(puzzle, &board, wanted, Limits::within(call.budget));
        let text = found.words().unwrap_or_default();
        Ok(match found {
            Found::Steps(steps) => HintResponse::Step(next(puzzle, &board, &steps)),
            Found::Contradiction(trouble) => {
                HintResponse::Wrong(Wrong::new(puzzle, &board, &trouble))
            }
            Found::Finished => HintResponse::Finished(NoStep { text }),
            Found::Ambiguous => HintResponse::Ambiguous(NoStep { text }),
            Found::Stuck => HintResponse::Stuck(NoStep { text }),
            Found::Unknown => HintResponse::Unknown(NoStep { text }),
        })
    }
}

/// The hint for these steps; the last is the one to write down.
fn next(puzzle: &dyn Puzzle, board: &Board, steps: &[Step]) -> NextStep {
    let (last, before) = steps.split_last().expect("a hint has a step");
    let about = (puzzle.family().deductions)()[last.rule];
    let (reasons, concluded) = cells(puzzle, last);
    let facts = steps.iter().flat_map(|step| step.therefore.iter().copied());
    let after = write_in(puzzle, board, facts).unwrap_or_else(|_| board.clone());
    let said = puzzle.facts(board, Reading::Partial).unwrap_or_default();
    let said = &said;
    let mut found = Vec::new();
    let mut out = Vec::with_capacity(before.len());
    for step in before {
        let on = On {
            board,
            said,
            found: &found,
        };
        out.push(StepOut::new(puzzle, step, &on));
        found.extend_from_slice(&step.therefore);
    }
    let on = On {
        board,
        said,
        found: &found,
    };
    NextStep {
        depths: told(puzzle, steps).depths(),
        cells: places(&concluded),
        reasons: places(&reasons),
        look: places(&premise(puzzle, last).1),
        rule: about.id,
        name: about.name,
        level: about.level,
        shown: Shown::new(puzzle, last, &on),
        changes: changes(board, &after),
        before: out,
    }
}

/// Write in what rules find.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Help<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    board: Slots,
    #[serde(default)]
    rules: Rules,
    /// Only what is seen at once, not what follows from it.
    #[serde(default)]
    once: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "status", rename_all = "lowercase")]
pub(crate) enum HelpResponse {
    /// Something was found.
    Step(Helped),
    /// The board cannot be finished.
    Wrong(Wrong),
    /// Everything is written in.
    Finished(NoStep),
    /// The allowed rules find nothing more.
    Stuck(NoStep),
    /// Time ran out.
    Unknown(NoStep),
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Helped {
    /// How many deductions were made.
    steps: usize,
    /// Missing if a board cannot show what was found.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    changes: Option<Move>,
}

impl<'a> Op<'a> for Help<'a> {
    type Response = HelpResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<HelpResponse, Error> {
        let document = self.puzzle.read(call)?;
        let puzzle = document.puzzle.as_ref();
        let board = board(puzzle, Some(self.board))?;
        // Nothing is supposed unless the request says so.
        let (plan, _) = self.rules.plan_up_to(puzzle, Some(level::EXPERT))?;
        let applied = apply(puzzle, &board, &plan, !self.once, call.budget);
        let text = applied.words().unwrap_or_default();
        Ok(match applied {
            Applied::Steps {
                board: after,
                steps,
                ..
            } => HelpResponse::Step(Helped {
                steps: steps.len(),
                changes: changes(&board, &after),
            }),
            Applied::Contradiction(trouble) => {
                HelpResponse::Wrong(Wrong::new(puzzle, &board, &trouble))
            }
            Applied::Finished => HelpResponse::Finished(NoStep { text }),
            Applied::Stuck => HelpResponse::Stuck(NoStep { text }),
            Applied::Unknown => HelpResponse::Unknown(NoStep { text }),
        })
    }
}
