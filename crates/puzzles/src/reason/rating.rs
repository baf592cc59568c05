//! A rating, and the form in which it is printed, sent and kept with a puzzle. Both directions are
//! here: [`Rating`] is written, [`WrittenRating`] is what such an object is read into, checked once.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use super::usage::Use;

/// One of the parts that make a score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Part {
    /// What it measures.
    pub name: &'static str,
    /// From 0 to 100.
    pub value: f64,
    /// How much it counts; a negative weight counts against.
    pub weight: f64,
}

/// A number with its grade and how it came about.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Score {
    /// From 0 to 100.
    #[serde(serialize_with = "rounded")]
    pub score: f64,
    /// The name of the nearest reference cluster.
    pub grade: &'static str,
    /// The parts whose weighted mean it is.
    #[serde(serialize_with = "by_name")]
    pub parts: Vec<Part>,
}

/// Everything that rating a puzzle finds out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// How hard it is.
    pub difficulty: Score,
    /// How much fun it is.
    pub fun: Score,
    /// How it looks.
    pub looks: Score,
    /// The named rules finish it without supposing anything.
    pub solved_by_rules: bool,
    /// The named rules alone do not finish it, but with trial they do.
    pub needs_trial: bool,
    /// The rule of the highest level that was needed.
    pub hardest: Option<&'static str>,
    /// How many steps the rules took.
    pub steps: u32,
    /// How much work it is: the steps that can be found, all rounds together.
    pub work: u32,
    /// How many minutes people take, if that has been measured for the family.
    #[serde(serialize_with = "perhaps", skip_serializing_if = "Option::is_none")]
    pub minutes: Option<f64>,
    /// Most of them take between so many and so many.
    #[serde(serialize_with = "both", skip_serializing_if = "Option::is_none")]
    pub minutes_range: Option<[f64; 2]>,
    /// How much there is to look through, which `minutes` is a multiple of.
    #[serde(skip)]
    pub search: f64,
    /// For each rule of the family's table, how much it was used.
    #[serde(skip)]
    pub uses: Vec<Use>,
    /// The time limit ran out while it was being solved.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
}

fn two_places(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn rounded<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(two_places(*value))
}

fn perhaps<S: Serializer>(value: &Option<f64>, to: S) -> Result<S::Ok, S::Error> {
    value.map(two_places).serialize(to)
}

fn both<S: Serializer>(value: &Option<[f64; 2]>, to: S) -> Result<S::Ok, S::Error> {
    value.map(|both| both.map(two_places)).serialize(to)
}

fn by_name<S: Serializer>(parts: &[Part], to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Weighted {
        value: f64,
        weight: f64,
    }
    to.collect_map(parts.iter().map(|part| {
        let value = two_places(part.value);
        let weight = part.weight;
        (part.name, Weighted { value, weight })
    }))
}

/// The grades of difficulty, from low to high.
pub const DIFFICULTY: [&str; 4] = ["easy", "medium", "hard", EXTREME];
/// The grade of what named rules do not solve: it needs trial, or more.
pub const EXTREME: &str = "extreme";
/// The grades of fun, from low to high.
pub const FUN: [&str; 3] = ["boring", "fair", "fun"];
/// The grades of looks, from low to high.
pub const LOOKS: [&str; 3] = ["plain", "fair", "striking"];

/// Grades without names, where there are more or fewer.
pub(super) const NUMBERS: [&str; 20] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17",
    "18", "19", "20",
];

/// The fields of a rating that hold a score, each with its grades.
pub const SCORES: [(&str, &[&str]); 3] = [
    ("difficulty", &DIFFICULTY),
    ("fun", &FUN),
    ("looks", &LOOKS),
];

/// A score and its grade, without how they came about.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mark {
    /// From 0 to 100.
    pub score: f64,
    /// One of the grades that there are.
    pub grade: &'static str,
}

/// A rating in its written form. Whoever holds one knows that this program could have given it: it
/// has a difficulty, and every score is a number from 0 to 100 with a grade that exists. The rest
/// may be missing, and what is not known here stays as it came.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub struct WrittenRating {
    object: Map<String, Value>,
    difficulty: Mark,
}

/// It says nothing that [`rate`](super::rate) could have found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("its rating is not one that Gridwright gives")]
pub struct ForeignRating;

/// The mark in a field of a rating; none if there is no such field.
fn mark(object: &Map<String, Value>, scores: usize) -> Result<Option<Mark>, ForeignRating> {
    let (field, grades) = SCORES[scores];
    let Some(written) = object.get(field) else {
        return Ok(None);
    };
    let score = written.get("score").and_then(Value::as_f64);
    let score = score.filter(|score| (0.0..=100.0).contains(score));
    let word = written.get("grade").and_then(Value::as_str);
    let grade = word.and_then(|word| grades.iter().copied().find(|grade| *grade == word));
    match (score, grade) {
        (Some(score), Some(grade)) => Ok(Some(Mark { score, grade })),
        _ => Err(ForeignRating),
    }
}

impl TryFrom<Value> for WrittenRating {
    type Error = ForeignRating;

    fn try_from(value: Value) -> Result<WrittenRating, ForeignRating> {
        let Value::Object(object) = value else {
            return Err(ForeignRating);
        };
        let difficulty = mark(&object, 0)?.ok_or(ForeignRating)?;
        for scores in 1..SCORES.len() {
            mark(&object, scores)?;
        }
        Ok(WrittenRating { object, difficulty })
    }
}

impl From<&Rating> for WrittenRating {
    fn from(rating: &Rating) -> WrittenRating {
        let Ok(Value::Object(object)) = serde_json::to_value(rating) else {
            unreachable!("a rating is written as an object");
        };
        let difficulty = Mark {
            score: two_places(rating.difficulty.score),
            grade: rating.difficulty.grade,
        };
        WrittenRating { object, difficulty }
    }
}

impl Serialize for WrittenRating {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.object.serialize(to)
    }
}

impl WrittenRating {
    /// How hard the puzzle is.
    pub fn difficulty(&self) -> Mark {
        self.difficulty
    }

    /// Difficulty, fun and looks by their names, as far as they are there.
    pub fn marks(&self) -> impl Iterator<Item = (&'static str, Mark)> {
        let all = SCORES.iter().enumerate();
        all.filter_map(|(i, (name, _))| Some((*name, mark(&self.object, i).ok()??)))
    }

    /// Whether the named rules finish it, if the rating says so.
    pub fn solved_by_rules(&self) -> Option<bool> {
        self.object.get("solved_by_rules")?.as_bool()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let score = |grade| Score {
            score: 33.333_333,
            grade,
            parts: vec![Part {
                name: "size",
                value: 50.004,
                weight: -2.0,
            }],
        };
        let rating = Rating {
            difficulty: score("easy"),
            fun: score("fun"),
            looks: score("plain"),
            solved_by_rules: true,
            needs_trial: false,
            hardest: None,
            steps: 7,
            work: 9,
            minutes: Some(1.0 / 3.0),
            minutes_range: Some([0.1, 2.0 / 3.0]),
            search: 0.0,
            uses: Vec::new(),
            stopped: false,
        };
        let text = serde_json::to_string(&rating).expect("JSON");
        assert!(text.starts_with(
            r#"{"difficulty":{"score":33.33,"grade":"easy","parts":{"size":{"value":50.0,"weight":-2.0}}},"fun""#
        ));
        assert!(text.ends_with(
            r#""solved_by_rules":true,"needs_trial":false,"hardest":null,"steps":7,"work":9,"minutes":0.33,"minutes_range":[0.1,0.67]}"#
        ));
        let read: WrittenRating = serde_json::from_str(&text).expect("a rating");
        assert_eq!(read, WrittenRating::from(&rating));
        assert_eq!(serde_json::to_string(&read).expect("JSON"), text);
        assert_eq!(read.solved_by_rules(), Some(true));
        let names: Vec<&str> = read.marks().map(|(name, _)| name).collect();
        assert_eq!(names, ["difficulty", "fun", "looks"]);
    }

    #[test]
    fn what_is_not_known_stays_as_it_came() {
        let text = r#"{"stars":5,"difficulty":{"grade":"hard","score":99,"by":"hand"}}"#;
        let read: WrittenRating = serde_json::from_str(text).expect("a rating");
        assert_eq!(serde_json::to_string(&read).expect("JSON"), text);
        assert_eq!(
            (read.difficulty().score, read.difficulty().grade),
            (99.0, "hard")
        );
        assert_eq!((read.marks().count(), read.solved_by_rules()), (1, None));
    }

    #[test]
    fn what_nobody_could_have_given_is_refused() {
        let hard = json!({ "score": 99, "grade": "hard" });
        for wrong in [
            json!([]),
            json!({}),
            json!({ "stars": 5 }),
            json!({ "difficulty": { "score": 99, "grade": "bogus" } }),
            json!({ "difficulty": { "score": 101, "grade": "hard" } }),
            json!({ "difficulty": { "score": -1, "grade": "hard" } }),
            json!({ "difficulty": { "grade": "hard" } }),
            json!({ "difficulty": hard, "fun": { "score": 3, "grade": "hard" } }),
            json!({ "difficulty": hard, "looks": null }),
        ] {
            let read = WrittenRating::try_from(wrong.clone());
            assert_eq!(read, Err(ForeignRating), "{wrong}");
        }
    }
}
