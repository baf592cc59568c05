//! The trial file: everything that a trial is, in one JSON object.

use std::collections::BTreeSet;
use std::sync::Arc;

use puzzles::Puzzle;
use puzzles::format::{Document, split, write};
use puzzles::reason::WrittenRating;
use rand::RngCore;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::code::{code, code_of};

/// What participants are told while they play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TrialHints")]
pub enum Hints {
    /// Nothing, but whether a full board is right.
    #[default]
    None,
    /// Which rules are broken; clues that are satisfied are greyed out.
    Rules,
    /// That, and the next step whenever they ask.
    All,
}

/// A puzzle of a trial, with what participants must not know about it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// What it is called in the results; says nothing but its place.
    pub name: String,
    /// Played to get to know the game; not one of those that are compared.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub warm_up: bool,
    /// What it is an example of.
    pub category: String,
    /// How the program rates it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<WrittenRating>,
    /// The puzzle in the format `json`, with whatever came along.
    #[serde(with = "as_json")]
    pub puzzle: Document,
}

/// A trial with people.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// The version of this shape: 1.
    pub gridwright_trial: u32,
    /// What participants see above everything.
    pub title: String,
    /// What they read before they begin.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub welcome: String,
    /// What they are told while they play.
    #[serde(default)]
    pub hints: Hints,
    /// The seed of the order, and of the codes.
    pub seed: u64,
    /// The codes that take part; none: whoever comes is given one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub codes: Vec<String>,
    /// What puzzles that are no warm-ups are examples of, in the order of reports.
    pub categories: Vec<String>,
    /// In the order in which everybody plays them, warm-ups first.
    pub puzzles: Vec<Task>,
}

/// The most puzzles, and the most codes: nobody plays as many, and nothing may pile up.
const MOST_OF_A_TRIAL: usize = 1_000;

impl Trial {
    /// A trial of warm-ups, which stay in their order, and puzzles, which are shuffled: from each
    /// category as many as are wanted, or all. Names are given by place.
    pub fn new(
        title: &str,
        seed: u64,
        warm_ups: Vec<Task>,
        puzzles: Vec<Task>,
        each: Option<usize>,
    ) -> Result<Trial, String> {
        let mut categories: Vec<String> = Vec::new();
        for task in &puzzles {
            if !categories.contains(&task.category) {
                categories.push(task.category.clone());
            }
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut shuffled = puzzles;
        shuffled.shuffle(&mut rng);
        if let Some(each) = each {
            let mut taken = vec![0; categories.len()];
            shuffled.retain(|task| {
                let at = categories.iter().position(|name| *name == task.category);
                at.is_some_and(|at| {
                    taken[at] += 1;
                    taken[at] <= each
                })
            });
            let mut all = categories.iter().zip(&taken);
            if let Some((category, has)) = all.find(|(_, taken)| **taken < each) {
                let has = puzzles::counted(*has, "puzzle");
                return Err(format!("{category} has {has}, and {each} are wanted"));
            }
        }
        let named = |letter: char, tasks: Vec<Task>| {
            let name = move |(i, task): (usize, Task)| Task {
                name: format!("{letter}{}", i + 1),
                warm_up: letter == 'w',
                ..task
            };
            tasks.into_iter().enumerate().map(name)
        };
        let trial = Trial {
            gridwright_trial: 1,
            title: title.to_owned(),
            welcome: String::new(),
            hints: Hints::None,
            seed,
            codes: Vec::new(),
            categories,
            puzzles: named('w', warm_ups).chain(named('p', shuffled)).collect(),
        };
        trial.check()?;
        Ok(trial)
    }

    /// As many codes as there will be participants.
    pub fn give_codes(&mut self, count: usize) -> Result<(), String> {
        if count > MOST_OF_A_TRIAL {
            return Err(format!("at most {MOST_OF_A_TRIAL} participants"));
        }
        // Not the numbers of the order, which is no secret.
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed ^ 0x636f_6465);
        let mut codes = BTreeSet::new();
        while codes.len() < count {
            codes.insert(code(rng.next_u64()));
        }
        self.codes = codes.into_iter().collect();
        Ok(())
    }

    /// The trial in a text, or what is wrong with it.
    pub fn read(text: &str) -> Result<Trial, String> {
        let trial: Trial = serde_json::from_str(text).map_err(|error| error.to_string())?;
        trial.check()?;
        Ok(trial)
    }

    /// The text of the file: a line for each puzzle.
    pub fn text(&self) -> String {
        let mut value = json!(self);
        let puzzles = value["puzzles"].take();
        let lines: Vec<String> = (puzzles.as_array().into_iter().flatten())
            .map(|task| format!("    {task}"))
            .collect();
        let head = serde_json::to_string_pretty(&value).expect("values always serialise");
        let all = format!("\"puzzles\": [\n{}\n  ]", lines.join(",\n"));
        head.replace("\"puzzles\": null", &all) + "\n"
    }

    fn check(&self) -> Result<(), String> {
        if self.gridwright_trial != 1 {
            return Err(format!(
                "gridwright_trial is {}; this program knows version 1",
                self.gridwright_trial
            ));
        }
        if self.puzzles.len() > MOST_OF_A_TRIAL || self.codes.len() > MOST_OF_A_TRIAL {
            return Err(format!(
                "at most {MOST_OF_A_TRIAL} puzzles and as many codes"
            ));
        }
        if self.puzzles.iter().all(|task| task.warm_up) {
            return Err("there is no puzzle but warm-ups".to_owned());
        }
        let mut names = BTreeSet::new();
        for task in &self.puzzles {
            if !names.insert(&task.name) {
                return Err(format!("two puzzles are called {:?}", task.name));
            }
            if task.category.trim().is_empty() {
                return Err(format!("{} has no category", task.name));
            }
            if !task.warm_up && !self.categories.contains(&task.category) {
                let Task { name, category, .. } = task;
                return Err(format!(
                    "{category:?}, of {name}, is not one of the categories"
                ));
            }
        }
        let mut codes = BTreeSet::new();
        for code in &self.codes {
            if code_of(code).as_ref() != Some(code) {
                return Err(format!("{code:?} is no code: capitals and digits only"));
            }
            if !codes.insert(code) {
                return Err(format!("the code {code} is there twice"));
            }
        }
        Ok(())
    }

    /// Which puzzles these are, in which order, in a few letters: results of other puzzles are told
    /// apart by it. A digest (FNV-1a, 64 bits) of names and clues.
    pub fn mark(&self) -> String {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for (i, task) in self.puzzles.iter().enumerate() {
            for byte in format!("{}\n{}\n", task.name, self.sheet(i)).bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        format!("{hash:016x}")
    }

    /// What a participant is shown of a puzzle: its clues and nothing else, no title, no author and no
    /// solution.
    pub fn sheet(&self, number: usize) -> Value {
        let bare = Document::new(self.puzzle(number).clone());
        let text = write(&bare, "json").unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// The clues of a puzzle.
    pub fn puzzle(&self, number: usize) -> &Arc<dyn Puzzle> {
        &self.puzzles[number].puzzle.puzzle
    }

    /// The place of a puzzle with this name.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.puzzles.iter().position(|task| task.name == name)
    }

    /// How many of the puzzles are warm-ups; they come first.
    pub fn warm_ups(&self) -> usize {
        self.puzzles.iter().filter(|task| task.warm_up).count()
    }
}

/// A document as an object of the format `json`.
mod as_json {
    use serde::de::Error as _;
    use serde::ser::Error as _;
    use serde::{Deserializer, Serializer};

    use super::*;

    pub fn serialize<S: Serializer>(document: &Document, to: S) -> Result<S::Ok, S::Error> {
        let text = write(document, "json").map_err(|error| S::Error::custom(error.message))?;
        let value: Value = serde_json::from_str(&text).map_err(S::Error::custom)?;
        value.serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Document, D::Error> {
        let text = Value::deserialize(from)?.to_string();
        let [chunk] = split(&text)[..] else {
            return Err(D::Error::custom("expected one puzzle"));
        };
        chunk
            .read()
            .map_err(|error| D::Error::custom(error.message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn task(category: &str, text: &str) -> Task {
        let puzzle = split(text)[0].read().expect("a puzzle");
        Task {
            name: String::new(),
            warm_up: false,
            category: category.to_owned(),
            rating: None,
            puzzle,
        }
    }

    /// Three easy ones, three hard ones.
    fn six() -> Vec<Task> {
        let all = ["1a1", "1b1", "1c1", "2a2", "2b2", "2c2"];
        let task = |(i, text): (usize, &&str)| {
            let width = text.as_bytes()[1] - b'a' + 3;
            task(["easy", "hard"][i / 3], &format!("{width}x1m2:{text}"))
        };
        all.iter().enumerate().map(task).collect()
    }

    fn order(trial: &Trial) -> String {
        let words = |task: &Task| format!("{}:{}", task.name, task.category);
        trial
            .puzzles
            .iter()
            .map(words)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn the_seed_alone_decides_the_order() {
        let of = |seed| Trial::new("T", seed, vec![task("warm-up", "3x1m2:2a2")], six(), None);
        let (one, same, other) = (of(1).unwrap(), of(1).unwrap(), of(2).unwrap());
        assert_eq!(one.text(), same.text());
        assert_ne!(order(&one), order(&other));
        assert_eq!((one.puzzles.len(), one.warm_ups()), (7, 1));
        assert_eq!(one.puzzles[0].name, "w1");
        assert_eq!(one.puzzles[6].name, "p6");
        assert_ne!(one.mark(), other.mark());
    }

    #[test]
    fn so_many_are_drawn_from_each_category() {
        let trial = Trial::new("T", 3, vec![], six(), Some(2)).unwrap();
        let of = |name| trial.puzzles.iter().filter(|t| t.category == name).count();
        assert_eq!((of("easy"), of("hard")), (2, 2));
        let few = Trial::new("T", 3, vec![], six(), Some(4)).unwrap_err();
        assert!(few.ends_with("has 3 puzzles, and 4 are wanted"), "{few}");
    }

    #[test]
    fn the_file_is_read_back() {
        let mut trial = Trial::new("Bridges \"puzzles\": null", 3, vec![], six(), None).unwrap();
        trial.give_codes(3).unwrap();
        let read = Trial::read(&trial.text()).expect("a trial");
        assert_eq!(read.text(), trial.text());
        assert_eq!(read.mark(), trial.mark());
        assert_eq!(read.codes.len(), 3);
    }

    #[test]
    fn a_wrong_file_is_refused_with_a_reason() {
        let text = Trial::new("T", 3, vec![], six(), None).unwrap().text();
        for (from, to, why) in [
            (
                "\"gridwright_trial\": 1",
                "\"gridwright_trial\": 2",
                "version 1",
            ),
            ("\"p2\"", "\"p1\"", "two puzzles"),
            (
                "\"category\":\"easy\"",
                "\"category\":\" \"",
                "has no category",
            ),
            (
                "\"category\":\"easy\"",
                "\"category\":\"odd\"",
                "not one of",
            ),
            ("\"seed\": 3", "\"seed\": 3, \"codes\": [\"ab\"]", "no code"),
            ("\"seed\": 3", "\"sead\": 3", "unknown field"),
            ("\"hashi\"", "\"sudoku\"", "unknown puzzle type"),
            ("\n  ]", "\n", "line"),
        ] {
            assert!(text.contains(from), "{from}");
            let error = Trial::read(&text.replacen(from, to, 1)).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn a_sheet_says_nothing_but_the_clues() {
        let hidden = r#"{"type":"hashi","rows":1,"cols":3,"id":"easy 7","title":"A hard one","author":"A",
            "problem":[["1","-","1"]],"solution":[["1","1","1"]],"rating":{"difficulty":{"score":1,"grade":"easy"}}}"#;
        let trial = Trial::new("T", 1, vec![], vec![task("easy", hidden)], None).unwrap();
        let sheet = trial.sheet(0);
        let keys: Vec<&String> = sheet.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["type", "rows", "cols", "problem", "depth"]);
    }
}
