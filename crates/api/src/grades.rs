//! Files of grades, as `gridwright cluster` and `gridwright library opinions` write them: which families
//! one is about, and taking it in place of a family's own grades.

use puzzles::reason::{Grades, Manner, Player, Weights};
use puzzles::{FAMILIES, Family};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::table::{Call, Op};

/// Which families is a file of grades about?
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Read {
    text: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ReadResponse {
    families: Vec<About>,
}

/// A family that a file of grades is about.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "GradesAbout")]
struct About {
    family: &'static str,
    name: &'static str,
    /// Its grades have the usual names. Otherwise they are numbered, and a library cannot keep them.
    named: bool,
}

impl<'a> Op<'a> for Read {
    type Response = ReadResponse;

    fn answer(self, _: &mut Call<'a>) -> Result<ReadResponse, Error> {
        let about = |family: &&'static Family| {
            let grades = Grades::read(&self.text, family.id, Weights::Ours)?;
            Some(About {
                family: family.id,
                name: family.name,
                named: is_named(&grades),
            })
        };
        let families: Vec<About> = FAMILIES.iter().filter_map(about).collect();
        match families.is_empty() {
            true => Err(Error::new(
                "There are no grades in this file: it needs lines that begin with difficulty, fun \
                 and looks, and then have numbers that rise.",
            )),
            false => Ok(ReadResponse { families }),
        }
    }
}

/// Two places to divide make three grades with names.
pub(crate) fn is_named(grades: &Grades) -> bool {
    [&grades.difficulty, &grades.fun, &grades.looks]
        .iter()
        .all(|cuts| cuts.len() == 2)
}

/// What a file of grades says about a family, if there is a file; an error if it says nothing.
pub(crate) fn of(text: Option<&str>, family: &Family) -> Result<Option<Grades>, Error> {
    let read = |text| Grades::read(text, family.id, Weights::Ours);
    match text.map(read) {
        None => Ok(None),
        Some(Some(grades)) => Ok(Some(grades)),
        Some(None) => {
            let name = family.name;
            Err(Error::new(format!("these are no grades for {name}")))
        }
    }
}

/// How to rate for a player, with the family's own grades or others.
pub(crate) fn manner(player: u8, grades: Option<&Grades>) -> Result<Manner<'_>, Error> {
    let player = Player(player);
    if !Player::ALL.iter().any(|(one, _)| *one == player) {
        return Err(Error::new("the player must be 1, 2 or 3"));
    }
    Ok(Manner {
        player,
        grades,
        ..Manner::USUAL
    })
}

/// Whom to rate for unless somebody says so.
pub(crate) fn practised() -> u8 {
    Player::PRACTISED.0
}
