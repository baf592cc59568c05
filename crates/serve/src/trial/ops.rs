//! What a participant's page asks at `POST /api/trial`, as a table of operations like those of the
//! protocol, with which it is published.

use std::sync::{Arc, MutexGuard, PoisonError};

use api::table::{Call, Op, Table, Tools};
use api::{Error, FamilyOut, PuzzleOut};
use people::{Event, Happening, Hints, Line, Participant, Stage, Trial, code, code_of};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Book, TrialDesk, now};

/// What the operations use: the trial, and what has come of it so far.
pub(crate) struct AtDesk(pub(super) Arc<TrialDesk>);

/// Why there is no answer.
pub(crate) enum Trouble {
    /// It will never be done.
    Refused(Error),
    /// It could not be kept, and is as if it had never been.
    Later(String),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        Trouble::Refused(error)
    }
}

impl Tools for AtDesk {
    type Refusal = Trouble;
}

pub(crate) const OPS: Table<AtDesk> = api::table! { AtDesk;
    "about" => About,
    "join" => Join,
    "come" => Come,
    "tell" => Tell,
};

type Asked<'c, 'a> = &'c mut Call<'a, AtDesk>;

fn refused<T>(why: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Refused(Error::new(why)))
}

const UNKNOWN_CODE: &str = "This is not a code of this trial.";

impl AtDesk {
    fn trial(&self) -> &Trial {
        &self.0.trial
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.0.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Take a line, and keep it.
    fn take(&self, book: &mut Book, line: &Line) -> Result<(), Trouble> {
        match book.take(self.trial(), line).map_err(Trouble::Later)? {
            Ok(()) => Ok(()),
            Err(why) => refused(why),
        }
    }
}

/// What is this trial?
#[derive(Deserialize, JsonSchema)]
struct About {}

/// What everybody may know about a trial.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AboutResponse {
    title: String,
    welcome: String,
    /// What participants are told while they play.
    hints: Hints,
    /// By whoever organises it; else whoever comes is given one.
    codes_are_given_out: bool,
    /// How many of the puzzles are only there to get to know the game.
    warm_ups: usize,
    /// How many puzzles come after these.
    puzzles: usize,
    /// Those of its puzzles, without samples, methods and rules of deduction.
    #[schemars(with = "Vec<FamilyOut>")]
    families: Vec<Value>,
}

impl Op<'_, AtDesk> for About {
    type Response = AboutResponse;

    fn answer(self, call: Asked) -> Result<AboutResponse, Trouble> {
        let trial = call.tools.trial();
        Ok(AboutResponse {
            title: trial.title.clone(),
            welcome: trial.welcome.clone(),
            hints: trial.hints,
            codes_are_given_out: !trial.codes.is_empty(),
            warm_ups: trial.warm_ups(),
            puzzles: trial.puzzles.len() - trial.warm_ups(),
            families: call.tools.0.families.clone(),
        })
    }
}

/// A code for somebody new.
#[derive(Deserialize, JsonSchema)]
struct Join {}

#[derive(Serialize, JsonSchema)]
struct JoinResponse {
    code: String,
}

impl Op<'_, AtDesk> for Join {
    type Response = JoinResponse;

    fn answer(self, call: Asked) -> Result<JoinResponse, Trouble> {
        /// More never wait at a time.
        const WAITING: usize = 10_000;
        if !call.tools.trial().codes.is_empty() {
            return refused("codes for this trial are given out by whoever organises it");
        }
        let mut book = call.tools.book();
        if book.given.len() >= WAITING {
            book.given.clear();
        }
        loop {
            let bits = getrandom::u64().map_err(|error| Error::new(error.to_string()))?;
            let code = code(bits);
            if book.results.participant(&code).is_none() && book.given.insert(code.clone()) {
                return Ok(JoinResponse { code });
            }
        }
    }
}

/// Somebody has opened the page.
#[derive(Deserialize, JsonSchema)]
struct Come {
    /// As it was typed.
    code: String,
}

#[derive(Serialize, JsonSchema)]
struct ComeResponse {
    code: String,
    /// Which of this participant's visits it is, from 1: whatever is told from now on names it.
    visit: u32,
    state: TrialState,
}

impl Op<'_, AtDesk> for Come {
    type Response = ComeResponse;

    fn answer(self, call: Asked) -> Result<ComeResponse, Trouble> {
        let desk = &call.tools;
        let Some(code) = code_of(&self.code) else {
            return refused(UNKNOWN_CODE);
        };
        let mut book = desk.book();
        let visit = book.results.participant(&code).map_or(0, |one| one.visits) + 1;
        let is_given = book.given.contains(&code) || desk.trial().codes.contains(&code);
        if visit == 1 && !is_given {
            return refused(UNKNOWN_CODE);
        }
        let line = Line {
            at: now(),
            code,
            visit,
            event: Event::Came,
        };
        desk.take(&mut book, &line)?;
        book.given.remove(&line.code);
        match book.results.participant(&line.code) {
            None => refused(UNKNOWN_CODE),
            Some(one) => Ok(ComeResponse {
                state: state(desk.trial(), one, true),
                code: line.code,
                visit,
            }),
        }
    }
}

/// Something happened with a puzzle.
#[derive(Deserialize, JsonSchema)]
struct Tell {
    code: String,
    visit: u32,
    /// Its name.
    puzzle: String,
    #[serde(flatten)]
    happening: Happening,
}

#[derive(Serialize, JsonSchema, Default)]
struct TellResponse {
    /// The page has been opened somewhere else since: nothing was kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    elsewhere: Option<bool>,
    /// How many entries of the puzzle are kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    have: Option<usize>,
    /// What comes next, if this has ended something.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<TrialState>,
}

impl Op<'_, AtDesk> for Tell {
    type Response = TellResponse;

    fn answer(self, call: Asked) -> Result<TellResponse, Trouble> {
        let Tell {
            code,
            visit,
            puzzle,
            happening,
        } = self;
        let mut book = call.tools.book();
        let have = |one: &Participant| one.plays.last().map(|play| play.entries.len());
        let Some(one) = book.results.participant(&code) else {
            return refused(UNKNOWN_CODE);
        };
        if one.visits != visit {
            return Ok(TellResponse {
                elsewhere: Some(true),
                ..TellResponse::default()
            });
        }
        if let Happening::Moved { from, .. } = happening {
            // The page believes that more is kept than is; it says the rest again.
            let have = have(one).unwrap_or(0);
            if from > have {
                return Ok(TellResponse {
                    have: Some(have),
                    ..TellResponse::default()
                });
            }
        }
        let turns = matches!(happening, Happening::Ended { .. } | Happening::Said(_));
        let event = Event::Puzzle { puzzle, happening };
        let line = Line {
            at: now(),
            code,
            visit,
            event,
        };
        call.tools.take(&mut book, &line)?;
        let one = book.results.participant(&line.code);
        Ok(TellResponse {
            elsewhere: None,
            have: one.and_then(have),
            state: one
                .filter(|_| turns)
                .map(|one| state(call.tools.trial(), one, false)),
        })
    }
}

/// Which puzzle it is.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TrialPlace {
    name: String,
    warm_up: bool,
    /// From 1, among the warm-ups or among the others.
    number: usize,
    of: usize,
}

/// What comes next for a participant.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TrialState {
    #[serde(flatten)]
    next: Next,
    solved_so_far: usize,
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "stage", rename_all = "snake_case")]
#[schemars(inline)]
enum Next {
    /// A puzzle to play.
    Play {
        #[serde(flatten)]
        place: TrialPlace,
        /// Its clues and nothing else.
        #[schemars(with = "PuzzleOut")]
        puzzle: Value,
        begun: bool,
        seconds: f64,
        hints: u32,
        /// The last visit that said something about it; 0 if none has.
        visit: u32,
        /// The history as it was told, for who comes back to it.
        #[serde(skip_serializing_if = "Option::is_none")]
        entries: Option<Vec<Value>>,
    },
    /// A puzzle to say something about.
    Say {
        #[serde(flatten)]
        place: TrialPlace,
        solved: bool,
        seconds: f64,
    },
    /// Nothing more.
    End,
}

fn place(trial: &Trial, number: usize) -> TrialPlace {
    let (task, warm_ups) = (&trial.puzzles[number], trial.warm_ups());
    let (before, of) = match task.warm_up {
        true => (0, warm_ups),
        false => (warm_ups, trial.puzzles.len() - warm_ups),
    };
    TrialPlace {
        name: task.name.clone(),
        warm_up: task.warm_up,
        number: number - before + 1,
        of,
    }
}

/// What a participant's page shows next.
fn state(trial: &Trial, one: &Participant, with_entries: bool) -> TrialState {
    let next = match one.stage(trial) {
        Stage::Play(number) => {
            let play = one.plays.get(number);
            Next::Play {
                place: place(trial, number),
                puzzle: trial.sheet(number),
                begun: play.is_some(),
                seconds: play.map_or(0.0, |play| play.seconds),
                hints: play.map_or(0, |play| play.hints),
                visit: play.map_or(0, |play| play.visit),
                entries: play
                    .filter(|_| with_entries)
                    .map(|play| play.entries.clone()),
            }
        }
        Stage::Say(number) => Next::Say {
            place: place(trial, number),
            solved: one.plays[number].solved,
            seconds: one.plays[number].seconds,
        },
        Stage::End => Next::End,
    };
    TrialState {
        next,
        solved_so_far: one.plays.iter().filter(|play| play.solved).count(),
    }
}
