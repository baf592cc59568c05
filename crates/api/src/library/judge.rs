//! Judging the puzzles of a library: ratings by chosen grades, what players said beside them, and grades
//! made of either.

use std::collections::BTreeMap;

use logic::{Cluster, clusters};
use puzzles::reason::{
    Grades, PARTS, Rating, SCORES, Score, Weights, WrittenRating, listed, rate_as, section,
};
use puzzles::{FAMILIES, Family, Puzzle};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use shelf::Kept;
use shelf::opinions::{HEAD, LEAST, Opinions, Scale, Told, says_something};

use super::input;
use super::{Call, OnShelf, Trouble};
use crate::table::Op;
use crate::{Error, grades};

/// Which puzzles, and how they are rated.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Rated {
    ids: Vec<i64>,
    /// Whom to rate for: 1 beginner, 2 practised, 3 expert.
    #[serde(default = "grades::practised")]
    #[schemars(range(min = 1, max = 3))]
    player: u8,
    /// The text of a file of grades, to take instead of the own ones of those families that it is
    /// about.
    #[serde(default)]
    grades: Option<String>,
}

impl Rated {
    /// What is said about a family in the file of grades, otherwise its own.
    fn of(&self, family: &Family) -> Grades {
        let text = self.grades.as_deref();
        let chosen = text.and_then(|text| Grades::read(text, family.id, Weights::Ours));
        chosen.unwrap_or_else(|| family.grades(Weights::Ours))
    }

    fn rate(&self, puzzle: &dyn Puzzle, own: &Grades, call: &Call) -> Result<Rating, Trouble> {
        let manner = grades::manner(self.player, Some(own))?;
        Ok(rate_as(puzzle, manner, call.budget).map_err(Error::new)?)
    }

    /// Rate those puzzles that are wanted, one after the other, as long as there is time.
    fn each(
        &self,
        call: &mut Call,
        wanted: impl Fn(&Kept) -> bool,
        mut take: impl FnMut(Kept, Rating),
    ) -> Result<Status, Trouble> {
        let ids = input::ids(self.ids.clone(), input::IDS)?;
        grades::manner(self.player, None)?;
        call.tools.shelf.expect(&ids)?;
        for id in ids {
            let Some(kept) = call.tools.shelf.get(id)?.filter(&wanted) else {
                continue;
            };
            let puzzle = kept.entry.document.puzzle.as_ref();
            let rating = self.rate(puzzle, &self.of(puzzle.family()), call)?;
            // A puzzle that was interrupted does not count.
            if rating.stopped || (call.budget.stop)() {
                return Ok(Status::Unknown);
            }
            take(kept, rating);
        }
        Ok(Status::Done)
    }
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "JudgeStatus")]
enum Status {
    Done,
    /// Time ran out: the rest was not looked at.
    Unknown,
}

/// Rate puzzles, and keep their ratings in place of whatever there was. Long: as a job.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Rate {
    #[serde(flatten)]
    rated: Rated,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct RateResponse {
    status: Status,
    /// How many were rated.
    rated: usize,
}

impl<'a> Op<'a, OnShelf> for Rate {
    type Response = RateResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<RateResponse, Trouble> {
        let mut ratings: Vec<(i64, WrittenRating)> = Vec::new();
        let mut numbered = None;
        let status = self.rated.each(
            call,
            |_| true,
            |kept, rating| match json!(rating).try_into() {
                Ok(written) => ratings.push((kept.id, written)),
                Err(_) => numbered = Some(kept.entry.document.puzzle.family().name),
            },
        )?;
        if let Some(name) = numbered {
            return Err(Trouble::Refused(Error::new(format!(
                "A library keeps grades by their names. The grades of this file for {name} are \
                 numbered, so nothing was changed."
            ))));
        }
        let rated = ratings.len();
        call.tools.shelf.rate(ratings)?;
        Ok(RateResponse { status, rated })
    }
}

/// Compare what players said about puzzles with our grades, and learn from it. Long: as a job.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Compare {
    #[serde(flatten)]
    rated: Rated,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct CompareResponse {
    status: Status,
    /// With opinions of fewer puzzles of a family nothing is learnt.
    least: usize,
    families: Vec<FamilyOpinions>,
    /// What was learnt, as a file of grades.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// What players said about the puzzles of a family.
#[derive(Serialize, JsonSchema)]
struct FamilyOpinions {
    family: &'static str,
    /// How many puzzles something was said about, or a time is known of.
    puzzles: usize,
    /// Of difficulty, fun and looks, if something was said about it.
    scales: Vec<ScaleOpinions>,
    /// How many times of solving are known.
    times: usize,
    /// Their rank correlation with how much there is to look through.
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<f64>,
}

/// What players said on one scale.
#[derive(Serialize, JsonSchema)]
struct ScaleOpinions {
    name: &'static str,
    grades: &'static [&'static str],
    /// How many puzzles something was said about on this scale.
    puzzles: usize,
    /// How many opinions there are, and with how many of them we agree.
    opinions: usize,
    agree: usize,
    /// Percent of opinions that the study of these scores agreed with.
    study: usize,
    /// A row for each of our grades, a number for each of theirs.
    confusion: Vec<Vec<usize>>,
    /// Spearman's rank correlation of our score with what was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    learnt: Option<LearntOut>,
}

/// Weights and cuts that follow the players.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Learnt")]
struct LearntOut {
    /// What the parts of the difficulty weigh; empty for the other scales.
    weights: BTreeMap<&'static str, f64>,
    cuts: [f64; 2],
    /// How many opinions the new grades agree with, of how many.
    agree: usize,
    of: usize,
    /// The share of pairs of puzzles in the players' order: before, with these, and for puzzles that
    /// were left out of the fit.
    before: f64,
    after: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    unseen: Option<f64>,
}

/// The weight of each part. They are put in one after the other: to sort them first is more code.
fn weights(learnt: Vec<f64>) -> BTreeMap<&'static str, f64> {
    let mut weights = BTreeMap::new();
    for (part, weight) in PARTS.into_iter().zip(learnt) {
        weights.insert(part, weight);
    }
    weights
}

impl ScaleOpinions {
    fn new(scale: Scale) -> ScaleOpinions {
        let (agree, opinions) = scale.agreement.confusion.agreement();
        ScaleOpinions {
            name: scale.name,
            grades: scale.grades,
            puzzles: scale.puzzles,
            opinions,
            agree,
            study: scale.study,
            confusion: scale.agreement.confusion.counts,
            rank: scale.agreement.rank,
            learnt: scale.learnt.map(|learnt| LearntOut {
                weights: weights(learnt.weights),
                cuts: learnt.cuts,
                agree: learnt.agreeing.0,
                of: learnt.agreeing.1,
                before: learnt.before,
                after: learnt.after,
                unseen: learnt.unseen,
            }),
        }
    }
}

impl<'a> Op<'a, OnShelf> for Compare {
    type Response = CompareResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<CompareResponse, Trouble> {
        let mut told: BTreeMap<usize, Vec<Told>> = BTreeMap::new();
        let spoken_of = |kept: &Kept| kept.plays.iter().any(says_something);
        let status = self
            .rated
            .each(call, spoken_of, |Kept { entry, plays, .. }, rating| {
                let place = place(entry.document.puzzle.family());
                told.entry(place).or_default().push(Told { rating, plays });
            })?;
        let (mut families, mut text) = (Vec::new(), String::new());
        for (place, told) in told {
            let family = FAMILIES[place];
            let own = self.rated.of(family);
            let found = Opinions::of(&told, &own);
            if found.has_learnt() {
                text += &found.text(family.id, &own);
            }
            families.push(FamilyOpinions {
                family: family.id,
                puzzles: told.len(),
                times: found.times.solved,
                rank: found.times.rank,
                scales: (found.scales.into_iter())
                    .filter(|scale| scale.puzzles > 0)
                    .map(ScaleOpinions::new)
                    .collect(),
            });
        }
        Ok(CompareResponse {
            status,
            least: LEAST,
            families,
            text: (!text.is_empty()).then(|| format!("{HEAD}{text}")),
        })
    }
}

/// The place of a family among all.
fn place(family: &Family) -> usize {
    let mut all = FAMILIES.iter();
    all.position(|other| other.id == family.id)
        .expect("every family is among all")
}

/// The most clusters.
const CLUSTERS: usize = 20;

/// Make grades of the scores of puzzles: those that are close together get the same. Long: as a job.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Regrade {
    #[serde(flatten)]
    rated: Rated,
    /// How many grades.
    #[serde(default = "three")]
    #[schemars(range(min = 1, max = CLUSTERS))]
    clusters: usize,
}

fn three() -> usize {
    3
}

#[derive(Serialize, JsonSchema)]
pub(super) struct RegradeResponse {
    status: Status,
    families: Vec<FamilyClusters>,
    /// A file of grades.
    text: String,
}

/// The clusters of a family's scores, from low to high.
#[derive(Serialize, JsonSchema)]
struct FamilyClusters {
    family: &'static str,
    puzzles: usize,
    difficulty: Vec<ClusterOut>,
    fun: Vec<ClusterOut>,
    looks: Vec<ClusterOut>,
}

/// Scores that are close together.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Cluster")]
struct ClusterOut {
    value: f64,
    members: usize,
    from: f64,
    to: f64,
}

impl From<Cluster> for ClusterOut {
    fn from(cluster: Cluster) -> ClusterOut {
        ClusterOut {
            value: cluster.mean,
            members: cluster.members,
            from: cluster.least,
            to: cluster.most,
        }
    }
}

impl<'a> Op<'a, OnShelf> for Regrade {
    type Response = RegradeResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<RegradeResponse, Trouble> {
        if !(1..=CLUSTERS).contains(&self.clusters) {
            return Err(Error::new(format!("there can be 1 to {CLUSTERS} clusters")).into());
        }
        let mut rated: BTreeMap<usize, Vec<[f64; SCORES.len()]>> = BTreeMap::new();
        let status = self.rated.each(
            call,
            |_| true,
            |kept, rating| {
                let score = |score: &Score| score.score;
                let place = place(kept.entry.document.puzzle.family());
                let scores = [&rating.difficulty, &rating.fun, &rating.looks].map(score);
                rated.entry(place).or_default().push(scores);
            },
        )?;
        let mut text =
            "# Grades made of the scores of puzzles in a library, taken by `--grades`.\n"
                .to_owned();
        let mut families = Vec::new();
        for (place, scores) in rated {
            let family = FAMILIES[place];
            let own = self.rated.of(family);
            let found = [0, 1, 2].map(|which| {
                let scores: Vec<f64> = scores.iter().map(|of| of[which]).collect();
                clusters(&scores, self.clusters)
            });
            let lines = found.each_ref().map(|all| {
                let means: Vec<f64> = all.iter().map(|cluster| cluster.mean).collect();
                listed(&means)
            });
            let from = puzzles::counted(scores.len(), "puzzle");
            text += &section(family.id, &from, lines, &own.weights, own.pace);
            let [difficulty, fun, looks] =
                found.map(|all| all.into_iter().map(ClusterOut::from).collect());
            families.push(FamilyClusters {
                family: family.id,
                puzzles: scores.len(),
                difficulty,
                fun,
                looks,
            });
        }
        Ok(RegradeResponse {
            status,
            families,
            text,
        })
    }
}
