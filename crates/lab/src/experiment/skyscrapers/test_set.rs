//! The study's random test set, and how often each rule is used on it.

use std::sync::Arc;

use logic::Plan;
use puzzles::Puzzle;
use puzzles::reason::{RuleFilter, STUDY, plan, trace};
use sat::Budget;
use workshop::{Varied, generate};

use super::super::lab::Lab;
use super::super::material::Recipe;
use super::super::plot::{Axis, Bars, Drawing, Plot};
use super::super::published;
use super::super::report::Report;
use super::super::table::{Table, row};
use super::{NAME, family};

/// A puzzle with the rules that it may need.
pub(super) struct Tested {
    pub puzzle: Arc<dyn Puzzle>,
    pub rules: RuleFilter,
}

/// The study's random test set: random size, up to ten views taken away, Try in a third of the
/// puzzles, TryLarge in a fifth, SimpleTry in a quarter. `givens`: cells may be given. Puzzles that
/// were given to work on take its place, with all rules.
pub(super) fn test_set(lab: &Lab, count: usize, givens: bool, report: &mut Report) -> Vec<Tested> {
    let study = RuleFilter {
        only: vec![STUDY.to_owned()],
        order: vec![STUDY.to_owned()],
        ..RuleFilter::default()
    };
    let given = lab.given(NAME);
    if !given.is_empty() && !givens {
        let all = given.iter().take(count).map(|document| Tested {
            puzzle: document.puzzle.clone(),
            rules: study.clone(),
        });
        return all.collect();
    }
    lab.say("a random test set");
    let largest: usize = lab.pick(5, 7, 7);
    let cells = if givens {
        (largest * largest) as i64
    } else {
        0
    };
    let recipe = Recipe::new(NAME, "study", 5)
        .with("givens", cells)
        .only(&[STUDY]);
    let varied = Varied {
        sides: Some((5, largest)),
        options: vec![("strip".to_owned(), 0, 10)],
        sometimes: [("try", 3), ("try-large", 5), ("simple-try", 4)]
            .map(|(rule, one_in)| (rule.to_owned(), one_in))
            .to_vec(),
        ..Varied::default()
    };
    let fill = if givens {
        format!(",givens={cells}")
    } else {
        String::new()
    };
    report.material.push(format!(
        "gridwright generate {NAME} --method study --size 5..{largest} --with strip=0..10{fill} --only \
         study --sometimes try=3,try-large=5,simple-try=4 --duplicates --seed {} --count {count}",
        lab.seed()
    ));
    let Ok(order) = recipe.order(lab.seed()) else {
        return Vec::new();
    };
    let made = lab.each(count, |index| {
        let order = varied.at(&order, index as u64);
        let outcome = generate(&order, index as u64, &|| lab.is_over());
        let puzzle = outcome.made?.puzzle;
        let rules = RuleFilter {
            without: order.wish.rules.choice.without,
            ..study.clone()
        };
        Some(Tested { puzzle, rules })
    });
    made.into_iter().flatten().collect()
}

/// The study's names of rules in figure 59, and ours.
const RULES: &[(&str, &str)] = &[
    ("PlaceStair", "place-stair"),
    ("1 On Side", "place-n"),
    ("Rule N+1", "rule-n-plus-1"),
    ("SideBlock", "side-block"),
    ("SimpleScratch", "simple-scratch"),
    ("FillGap", "fill-gaps"),
    ("BuildLocation", "build-location"),
    ("Differs1 (all four)", "differs-one"),
    ("Blocks", "blocks"),
    ("Differs Is Possible", "differs-is-possible"),
    ("SuperFillGaps", "super-fill-gaps"),
    ("Rule N-1 (all three)", "rule-n-minus-1"),
    ("Try", "try"),
    ("TryLarge", "try-large"),
    ("SimpleTry", "simple-try"),
];

pub(in super::super) fn usage(lab: &Lab, report: &mut Report) {
    let known = published::skyscrapers_f59();
    let set = test_set(lab, lab.count(), false, report);
    let table = (family().deductions)();
    let uses = lab.each(set.len(), |i| {
        let Tested { puzzle, rules } = &set[i];
        let plan: Plan = plan(&table, rules).map_or(Plan::without_trial(&table), |plan| plan.0);
        let mut uses = vec![0usize; RULES.len()];
        for step in &trace(puzzle.as_ref(), &[], &plan, Budget::UNLIMITED).steps {
            let about = table[step.rule];
            let is = |(_, id): &(&str, &str)| about.id == *id || about.group == *id;
            if let Some(place) = RULES.iter().position(is) {
                uses[place] += 1;
            }
        }
        uses
    });
    let heads = ["times", "% of uses", "% of puzzles"];
    let mut out = Table::new(
        format!("uses of the study's rules on {} puzzles", uses.len()),
        &["rule"],
        &heads,
        &heads,
    );
    let total: usize = uses.iter().flatten().sum();
    let published_total: f64 = (known.rows().iter())
        .filter_map(|row| row[1].parse::<f64>().ok())
        .sum();
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    for (place, (name, _)) in RULES.iter().enumerate() {
        let word = name.split(" (").next().unwrap_or(name);
        let rows = known.rows().iter().filter(|row| match name.contains(" (") {
            true => row[0].starts_with(word),
            false => row[0] == *name,
        });
        let (mut times, mut puzzles) = (0.0, 0.0f64);
        for row in rows {
            times += row[1].parse().unwrap_or(0.0);
            puzzles = puzzles.max(row[3].parse().unwrap_or(0.0));
        }
        let used: usize = uses.iter().map(|uses| uses[place]).sum();
        let in_puzzles = uses.iter().filter(|uses| uses[place] > 0).count();
        let share = 100.0 * used as f64 / total.max(1) as f64;
        out.row(row![
            *name,
            times,
            100.0 * times / published_total,
            puzzles,
            used,
            share,
            100.0 * in_puzzles as f64 / uses.len().max(1) as f64
        ]);
        theirs.push(Some(100.0 * times / published_total));
        ours.push(Some(share));
    }
    report.tables.push(out);
    report.plots.push(Plot {
        title: "Share of all uses (figure 59)".to_owned(),
        x: Axis::plain(""),
        y: Axis::plain("%"),
        drawing: Drawing::Bars(
            RULES.iter().map(|(name, _)| (*name).to_owned()).collect(),
            vec![Bars::published(theirs), Bars::ours("ours", ours)],
        ),
    });
}
