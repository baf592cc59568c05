//! Which rule says nothing that others would not say: containment, elementary and necessary rules,
//! and which rule spoils the work of which other.
//!
//! States are what is known at some moment of solving a random square, or some of the facts of a
//! solution.

use logic::{Fact, Plan, Way};
use puzzles::reason::{Closure, Measured, Position, RuleFilter, STUDY, Units, smallest_sets};
use puzzles::{Reading, solve};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sat::Budget;

use super::super::lab::Lab;
use super::super::plot::Plot;
use super::super::report::Report;
use super::super::table::{Table, row};
use super::{family, given_or_squares, plan, study_rules};

/// The study's elementary rules.
const ELEMENTARY: [&str; 5] = [
    "simple-scratch",
    "fill-gaps",
    "build-location",
    "try",
    "simple-try",
];

/// What is known of a puzzle at some moment.
fn position<'a>(
    puzzle: &'a dyn puzzles::Puzzle,
    rules: &Plan,
    rng: &mut ChaCha8Rng,
) -> Position<'a> {
    let known = puzzle.reasoner().trace(&[], rules, Budget::UNLIMITED).known;
    if rng.random_bool(0.5) {
        let length = rng.random_range(0..=known.facts().len());
        return (puzzle, known.facts()[..length].to_vec());
    }
    let answer = solve(puzzle, 2, Budget::UNLIMITED);
    let facts = answer.solutions.first().and_then(|solution| {
        let facts = puzzle.facts(solution, Reading::Finished);
        facts.ok()
    });
    let share: f64 = rng.random_range(0.0..0.8);
    let some: Vec<Fact> = (facts.unwrap_or_default().into_iter())
        .filter(|_| rng.random_bool(share))
        .collect();
    (puzzle, some)
}

/// The names that are in a relation to another, and the relations by their places among these, without
/// those that follow from others.
fn related(
    pairs: &[(usize, usize)],
    name: impl Fn(usize) -> String,
) -> (Vec<String>, Vec<(usize, usize)>) {
    let mut known: Vec<usize> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    known.sort_unstable();
    known.dedup();
    let follows = |&(a, b): &(usize, usize)| {
        let over =
            |&c: &usize| c != a && c != b && pairs.contains(&(a, c)) && pairs.contains(&(c, b));
        known.iter().any(over)
    };
    let place = |unit: usize| known.iter().position(|&one| one == unit).unwrap_or(0);
    let arrows = pairs.iter().filter(|pair| !follows(pair));
    let arrows = arrows.map(|&(a, b)| (place(a), place(b))).collect();
    (known.iter().map(|&unit| name(unit)).collect(), arrows)
}

/// What was measured of the rules, and the smallest sets of them that come to everything.
struct Found {
    units: Units,
    measured: Measured,
    sets: Vec<Vec<usize>>,
}

impl Found {
    /// None if the time ran out before anything was measured.
    fn of(lab: &Lab, units: Units, positions: &[Position]) -> Option<Found> {
        lab.say("what each rule sees, and what the others come to");
        let all: Vec<usize> = (0..units.len()).collect();
        let parts = lab.each(positions.len(), |i| {
            let mut order = all.clone();
            let mut rng = ChaCha8Rng::seed_from_u64(lab.seed() + i as u64);
            order.shuffle(&mut rng);
            (
                units.measure(&positions[i], &order),
                units.closure(&all, &positions[i]),
            )
        });
        let mut measured = Measured::default();
        let mut whole: Vec<Closure> = Vec::new();
        for (part, closure) in parts {
            measured.add(&part);
            whole.push(closure);
        }
        if measured.positions == 0 {
            return None;
        }
        lab.say("the smallest sets that come to everything");
        let mut is_enough = |keep: &[usize]| {
            let same = lab.each(whole.len(), |i| {
                units.closure(keep, &positions[i]).covers(&whole[i])
            });
            same.len() == whole.len() && same.iter().all(|same| *same)
        };
        let sets = smallest_sets(units.len(), 20, &mut is_enough);
        Some(Found {
            units,
            measured,
            sets,
        })
    }

    fn all(&self) -> std::ops::Range<usize> {
        0..self.units.len()
    }

    fn names(&self, set: impl IntoIterator<Item = usize>) -> Vec<&str> {
        set.into_iter().map(|unit| self.units.name(unit)).collect()
    }

    /// The rules in one of the smallest sets.
    fn elementary(&self) -> Vec<usize> {
        let in_some = |unit: &usize| self.sets.iter().any(|set| set.contains(unit));
        self.all().filter(in_some).collect()
    }

    /// The rules in each of them.
    fn necessary(&self) -> Vec<usize> {
        let in_all = |unit: &usize| self.sets.iter().all(|set| set.contains(unit));
        self.all().filter(in_all).collect()
    }

    fn table(&self, side: usize) -> Table {
        let measured = &self.measured;
        let elementary = self.elementary();
        let mut table = Table::new(
            format!("{} states of size {side}", measured.positions),
            &["rule"],
            &["elementary"],
            &[
                "elementary",
                "states in which it sees something",
                "states in which the others come to less",
                "contained in a single rule",
            ],
        );
        for unit in self.all() {
            let single = self
                .all()
                .filter(|&other| measured.is_contained(unit, other));
            let yes = |is: bool| if is { "yes" } else { "no" };
            table.row(row![
                self.units.name(unit),
                yes(ELEMENTARY.contains(&self.units.name(unit))),
                yes(elementary.contains(&unit)),
                measured.fires[unit],
                measured.needed[unit],
                self.names(single).join(", ")
            ]);
        }
        table
    }

    /// Figure 50. What follows over a third rule is not drawn, nor rules in no relation to others.
    fn containment(&self) -> Plot {
        let pairs: Vec<(usize, usize)> = (self.all())
            .flat_map(|a| self.all().map(move |b| (b, a)))
            .filter(|&(b, a)| self.measured.is_contained(a, b))
            .collect();
        let (names, arrows) = related(&pairs, |unit| self.units.name(unit).to_owned());
        let title = "Rules that contain others by themselves (figure 50)";
        Plot::diagram(title, names, arrows)
    }

    /// Which rules are elementary, and which necessary.
    fn say_sets(&self, report: &mut Report) {
        for set in &self.sets {
            report.say(format!(
                "These come to everything that all rules come to, and without any of them less: {}.",
                self.names(set.iter().copied()).join(", ")
            ));
        }
        let found = self.names(self.elementary());
        let same = found.len() == ELEMENTARY.len() && ELEMENTARY.iter().all(|e| found.contains(e));
        report.say(format!(
            "Elementary, in one of these sets: {}. {} Necessary, in each of them: {}. Published: Try and \
             SimpleScratch, and BuildLocation or FillGaps.",
            found.join(", "),
            match same {
                true => "These are the study's five.",
                false => "The study's five are SimpleScratch, FillGaps, BuildLocation, Try and SimpleTry.",
            },
            self.names(self.necessary()).join(", ")
        ));
    }

    /// Which rule spoils the work of which other.
    fn spoiled(&self) -> Table {
        let mut spoiled = Table::new(
            "after the rule on the left, the one on the right no longer sees something (definition 10)",
            &["rule", "spoils"],
            &[],
            &["states"],
        );
        for a in self.all() {
            for b in self.all() {
                let states = self.measured.spoils[a][b];
                if states > 0 {
                    spoiled.row(row![self.units.name(a), self.units.name(b), states]);
                }
            }
        }
        spoiled
    }
}

pub(in super::super) fn contain(lab: &Lab, report: &mut Report) {
    let side = lab.pick(4, 5, 5);
    let drawn = given_or_squares(lab, side, lab.count(), report);
    let filter = RuleFilter {
        only: vec![STUDY.to_owned()],
        order: vec![STUDY.to_owned()],
        ..RuleFilter::default()
    };
    let Ok(units) = Units::of(&(family().deductions)(), &filter) else {
        return report.lacks("the study's rules are not there.");
    };
    let everything = plan(&study_rules(&[]), Way::Rounds);
    let mut rng = ChaCha8Rng::seed_from_u64(lab.seed());
    let positions: Vec<Position> = (drawn.iter())
        .map(|puzzle| position(puzzle.as_ref(), &everything, &mut rng))
        .collect();
    let Some(found) = Found::of(lab, units, &positions) else {
        return;
    };
    report.tables.push(found.table(side));
    report.plots.push(found.containment());
    found.say_sets(report);
    report.say(match found.measured.order_matters {
        0 => "With all of them on, another order never led elsewhere.".to_owned(),
        times => format!("With all of them on, another order led elsewhere in {times} states."),
    });
    let spoiled = found.spoiled();
    if !spoiled.rows.is_empty() {
        report.tables.push(spoiled);
    }
    report.say(
        "Try only scratches here, as the study's does; ours also builds what all ways to fill a line \
         share, which is more than the study's definition allows it.",
    );
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_follows_is_not_drawn() {
        let pairs = [(7, 3), (3, 1), (7, 1)];
        let (names, arrows) = super::related(&pairs, |unit| unit.to_string());
        assert_eq!(names, ["1", "3", "7"]);
        assert_eq!(arrows, [(2, 1), (1, 0)]);
    }
}
