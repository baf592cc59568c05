//! Which rule says nothing that others would not say.
//!
//! A rule is contained in others if from every state they come to all that it sees there. States are
//! what is known at some moment of solving a random square. Once a board is full, what is still
//! scratched on it does not matter; so a conclusion also counts as reached if the others finish the
//! board and agree with it.

use logic::{Fact, Known, Plan, TraceEnd, Way};
use puzzles::Puzzle;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sat::Budget;

use super::super::lab::Lab;
use super::super::report::Report;
use super::super::table::{Table, row};
use super::{plan, squares, study_rules};

/// The study's rules; its Try and TryLarge are one here.
fn rules() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut names = study_rules(&["try-large"]);
    names.retain(|name| *name != "try");
    let mut all: Vec<_> = names.into_iter().map(|name| (name, vec![name])).collect();
    let last = all.len() - 1;
    all.insert(last, ("try", vec!["try", "try-large"]));
    all
}

struct State<'a> {
    puzzle: &'a dyn Puzzle,
    facts: Vec<Fact>,
}

/// What rules come to from a state.
struct Closure {
    known: Known,
    solved: bool,
}

impl Closure {
    fn of(state: &State, plan: &Plan) -> Closure {
        let reasoner = state.puzzle.reasoner();
        let trace = reasoner.trace(&state.facts, plan, Budget::UNLIMITED);
        Closure {
            solved: trace.end == TraceEnd::Solved,
            known: trace.known,
        }
    }

    fn has(&self, fact: Fact) -> bool {
        self.known.holds(fact) || self.solved && !fact.is_yes() && !self.known.yes(fact.var())
    }

    /// Does it come to everything that matters in the other?
    fn covers(&self, other: &Closure) -> bool {
        match other.solved {
            true => self.solved,
            false => self.solved || other.known.facts().iter().all(|&fact| self.has(fact)),
        }
    }
}

pub(in super::super) fn contain(lab: &Lab, report: &mut Report) {
    let side = lab.pick(4, 5, 5);
    let drawn = squares(lab, "study", side, lab.count(), report);
    let everything = plan(&study_rules(&[]), Way::Rounds);
    let mut rng = ChaCha8Rng::seed_from_u64(lab.seed());
    let states: Vec<State> = (drawn.iter())
        .map(|puzzle| {
            let puzzle = puzzle.as_ref();
            let known = puzzle
                .reasoner()
                .trace(&[], &everything, Budget::UNLIMITED)
                .known;
            let length = rng.random_range(0..=known.facts().len());
            State {
                puzzle,
                facts: known.facts()[..length].to_vec(),
            }
        })
        .collect();
    let rules = rules();
    let named = |which: &dyn Fn(usize) -> bool| -> Plan {
        let names = (0..rules.len()).filter(|&r| which(r));
        let names: Vec<&str> = names.flat_map(|r| rules[r].1.clone()).collect();
        plan(&names, Way::Rounds)
    };
    lab.say("what each rule sees, and what the others come to");
    // For each state and rule: does it see anything, do all others come to it, does each single one?
    let looks = lab.each(states.len(), |i| {
        let state = &states[i];
        let mut line = Vec::new();
        let alone: Vec<Closure> = (0..rules.len())
            .map(|r| Closure::of(state, &named(&|one| one == r)))
            .collect();
        for r in 0..rules.len() {
            let own = named(&|one| one == r);
            let steps = state
                .puzzle
                .reasoner()
                .steps(&state.facts, &own, Budget::UNLIMITED);
            let seen: Vec<Fact> = steps.into_iter().flat_map(|step| step.therefore).collect();
            let others = Closure::of(state, &named(&|one| one != r));
            let all = seen.iter().all(|&fact| others.has(fact));
            let single: Vec<bool> = (alone.iter())
                .map(|closure| seen.iter().all(|&fact| closure.has(fact)))
                .collect();
            line.push((!seen.is_empty(), all, single));
        }
        line
    });
    let mut table = Table::new(
        format!("{} states of size {side}", looks.len()),
        &["rule"],
        &["elementary"],
        &[
            "states in which it sees something",
            "contained in the others",
            "contained in single rules",
        ],
    );
    let elementary = [
        "simple-scratch",
        "fill-gaps",
        "build-location",
        "try",
        "simple-try",
    ];
    for (r, (name, _)) in rules.iter().enumerate() {
        let seen = looks.iter().filter(|line| line[r].0).count();
        let all = looks.iter().all(|line| line[r].1);
        let single = (0..rules.len())
            .filter(|&other| other != r && looks.iter().all(|line| line[r].2[other]))
            .map(|other| rules[other].0);
        let single: Vec<&str> = single.collect();
        let words = match (seen, all) {
            (0, _) => "never seen",
            (_, true) => "yes",
            (_, false) => "no",
        };
        table.row(row![
            *name,
            if elementary.contains(name) {
                "yes"
            } else {
                "no"
            },
            seen,
            words,
            if seen == 0 {
                String::new()
            } else {
                single.join(", ")
            }
        ]);
    }
    report.tables.push(table);
    // Leave out one rule after the other, as long as the rest comes to the same everywhere.
    let full = lab.each(states.len(), |i| Closure::of(&states[i], &everything));
    let comes_to_all = |left: &[usize]| {
        let plan = named(&|r| left.contains(&r));
        let same = lab.each(full.len(), |i| {
            Closure::of(&states[i], &plan).covers(&full[i])
        });
        same.len() == full.len() && same.iter().all(|same| *same)
    };
    let mut left: Vec<usize> = (0..rules.len()).collect();
    for r in 0..rules.len() {
        let without: Vec<usize> = left.iter().copied().filter(|&one| one != r).collect();
        if comes_to_all(&without) {
            left = without;
        }
    }
    let words = |rules_left: &[usize]| {
        let names: Vec<&str> = rules_left.iter().map(|&r| rules[r].0).collect();
        names.join(", ")
    };
    report.say(format!(
        "Leaving out one rule after the other in the study's order, as long as the rest comes to the \
         same in every state, leaves {}. The study's elementary rules are {}.",
        words(&left),
        elementary.join(", ")
    ));
    let five: Vec<usize> = (0..rules.len())
        .filter(|&r| elementary.contains(&rules[r].0))
        .collect();
    report.say(match comes_to_all(&five) {
        true => "The study's five come to everything that all rules come to, in every state.",
        false => "The study's five do not come to everything that all rules come to.",
    });
}
