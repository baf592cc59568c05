//! Does the order of rules matter? All orders of five rules, as in the study.

use std::sync::Arc;

use logic::Way;
use puzzles::Puzzle;

use super::super::lab::Lab;
use super::super::memo::{digest, puzzle_digest};
use super::super::plot::{Axis, Bars, Drawing, Plot};
use super::super::report::Report;
use super::super::table::{Table, row};
use super::{given_or_squares, plan, solves, study_rules};

/// The five rules, by the study's digits.
const FIVE: [&str; 5] = [
    "differs-one",
    "differs-is-possible",
    "blocks",
    "super-fill-gaps",
    "rule-n-minus-1",
];

/// What the study's second selection left.
const PUBLISHED: [&str; 15] = [
    "10324", "10342", "10432", "13024", "13042", "13402", "14032", "14302", "31024", "31042",
    "31402", "34102", "41032", "41302", "43102",
];

/// What its first selection left.
const FIRST: [&str; 20] = [
    "10234", "10243", "10324", "10342", "10423", "10432", "13024", "13042", "13402", "14023",
    "14032", "14302", "31024", "31042", "31402", "34102", "41023", "41032", "41302", "43102",
];

/// What comes before what in each of these orders, without what follows from the rest: the study's
/// transitive diagrams.
fn diagram<'a>(orders: impl Iterator<Item = &'a str> + Clone) -> Vec<(usize, usize)> {
    if orders.clone().next().is_none() {
        return Vec::new();
    }
    let before = |a: usize, b: usize| {
        let place = |order: &str, rule: usize| order.find(&rule.to_string());
        a != b
            && orders
                .clone()
                .all(|order| place(order, a) < place(order, b))
    };
    let rules = 0..FIVE.len();
    let pairs = rules
        .clone()
        .flat_map(|a| (0..FIVE.len()).map(move |b| (a, b)));
    pairs
        .filter(|&(a, b)| before(a, b))
        .filter(|&(a, b)| !rules.clone().any(|c| before(a, c) && before(c, b)))
        .collect()
}

/// "1 → 0, 0 → 2".
fn diagram_words(pairs: &[(usize, usize)]) -> String {
    match pairs.is_empty() {
        true => "nothing in particular".to_owned(),
        false => {
            let arrows: Vec<String> = pairs.iter().map(|(a, b)| format!("{a} → {b}")).collect();
            arrows.join(", ")
        }
    }
}

/// How many of the study's orders are among those that are left here.
fn shared_words(shared: usize, left: usize) -> String {
    let study = PUBLISHED.len();
    match shared {
        0 => "None of the study's is among them: other orders come out best here.".to_owned(),
        _ if shared == study && left == study => "They are the study's.".to_owned(),
        _ if shared == study => format!("All {study} of the study's are among them."),
        _ => format!("{shared} of the study's {study} are among them."),
    }
}

/// All orders of the five, as the study writes them.
fn orders() -> Vec<String> {
    let mut all = vec![String::new()];
    for _ in 0..FIVE.len() {
        let longer = |order: &String| {
            let digits = (0..FIVE.len()).map(|i| i.to_string());
            let new = digits.filter(|digit| !order.contains(digit.as_str()));
            new.map(|digit| format!("{order}{digit}"))
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// For each order the number of these puzzles that it solves.
fn solved(lab: &Lab, orders: &[String], tries: &[&str], puzzles: &[Arc<dyn Puzzle>]) -> Vec<usize> {
    let before = study_rules(&[&FIVE[..], &["try", "try-large", "simple-try"]].concat());
    let all = digest(puzzles.iter().map(|puzzle| puzzle_digest(puzzle.as_ref())));
    let cell = |i: usize| format!("order {} and {tries:?} on {all}", orders[i]);
    lab.measure(orders.len(), cell, |i| {
        let five = orders[i].bytes().map(|digit| FIVE[(digit - b'0') as usize]);
        let mut names: Vec<&str> = before.iter().copied().chain(five).collect();
        names.extend(tries);
        let plan = plan(&names, Way::Order);
        puzzles
            .iter()
            .filter(|puzzle| solves(lab, puzzle.as_ref(), &plan))
            .count()
    })
}

/// The orders that are left by both selections, and how many puzzles every order solves.
struct Selected {
    all: Vec<String>,
    /// How many puzzles each of them solves, and how many of those that are known to be solvable.
    first: Vec<usize>,
    second: Vec<usize>,
    /// What the first selection leaves, and what the second.
    kept: Vec<String>,
    last: Vec<String>,
}

impl Selected {
    /// None if the time ran out.
    fn of(lab: &Lab, drawn: &[Arc<dyn Puzzle>]) -> Option<Selected> {
        let all = orders();
        lab.say("120 orders on unchecked squares");
        let first = solved(lab, &all, &[], drawn);
        if first.len() < all.len() {
            return None;
        }
        let best = first.iter().copied().max().unwrap_or(0);
        let near = |solved: usize| (best - solved) * 1000 <= 5 * drawn.len();
        let kept: Vec<String> = (all.iter().zip(&first))
            .filter(|(_, solved)| near(**solved))
            .map(|(order, _)| order.clone())
            .collect();
        // The second selection: a set known to be solvable.
        let everything = plan(&study_rules(&[]), Way::Rounds);
        let good = lab.each(drawn.len(), |i| solves(lab, drawn[i].as_ref(), &everything));
        let solvable: Vec<Arc<dyn Puzzle>> = (drawn.iter().zip(&good))
            .filter(|(_, good)| **good)
            .map(|(puzzle, _)| puzzle.clone())
            .collect();
        let second = solved(lab, &all, &[], &solvable);
        if second.len() < all.len() {
            return None;
        }
        let mut selected = Selected {
            all,
            first,
            second,
            kept,
            last: Vec::new(),
        };
        let again = |order: &String| selected.again(order);
        let top = selected.kept.iter().filter_map(again).max();
        let best = selected.kept.iter().filter(|order| again(order) == top);
        selected.last = best.cloned().collect();
        Some(selected)
    }

    /// How many of these puzzles an order solves.
    fn solved(&self, counts: &[usize], order: &str) -> Option<usize> {
        let place = self.all.iter().position(|one| one == order);
        place.map(|i| counts[i])
    }

    /// How many of those that are known to be solvable.
    fn again(&self, order: &str) -> Option<usize> {
        self.solved(&self.second, order)
    }

    /// The study's orders beside our best.
    fn table(&self, side: usize, squares: usize) -> Table {
        let mut table = Table::new(
            format!(
                "the study's orders and up to ten of our best, on {squares} squares of size {side}"
            ),
            &["order"],
            &["chosen"],
            &["chosen", "solved", "of those solvable"],
        );
        let ours = self.last.iter().map(String::as_str);
        let others = ours.filter(|order| !PUBLISHED.contains(order)).take(10);
        for order in PUBLISHED.into_iter().chain(others) {
            let yes = |is: bool| if is { "yes" } else { "no" };
            table.row(row![
                order,
                yes(PUBLISHED.contains(&order)),
                yes(self.last.iter().any(|one| *one == order)),
                self.solved(&self.first, order),
                self.again(order)
            ]);
        }
        table
    }

    /// How many are left, beside what the study published.
    fn say_how_many(&self, squares: usize, report: &mut Report) {
        let (worst, best) = (self.first.iter().min(), self.first.iter().max());
        let published = |order: &&String| PUBLISHED.contains(&order.as_str());
        let shared = self.last.iter().filter(published).count();
        report.say(format!(
            "Without Try, TryLarge and SimpleTry the orders solve {} to {} of {squares} squares; {} are \
             within 5 in a thousand of the best (published: 20), {} are left by the second selection \
             (published: 15). {} The study's 10324 solves {}.",
            worst.copied().unwrap_or(0),
            best.copied().unwrap_or(0),
            self.kept.len(),
            self.last.len(),
            shared_words(shared, self.last.len()),
            self.solved(&self.first, "10324").unwrap_or(0),
        ));
    }

    /// What comes before what in each of the best, the study's and ours.
    fn draw_diagrams(&self, report: &mut Report) {
        let [kept, last] = [&self.kept, &self.last]
            .map(|orders| orders.iter().map(String::as_str).collect::<Vec<&str>>());
        let words = |orders: &[&str]| diagram_words(&diagram(orders.iter().copied()));
        report.say(format!(
            "What comes before what in each of the best, as in figures 57 and 58 (DiffersOne 0, \
             DiffersIsPossible 1, Blocks 2, SuperFillGaps 3, Rule N−1 4). Published, first selection: {}; \
             second: {}. Ours, first: {}; second: {}.",
            words(&FIRST),
            words(&PUBLISHED),
            words(&kept),
            words(&last)
        ));
        for (title, orders) in [
            (
                "In each of the study's first best (figure 57)",
                FIRST.to_vec(),
            ),
            (
                "In each of the study's last best (figure 58)",
                PUBLISHED.to_vec(),
            ),
            ("In each of our first best", kept),
            ("In each of our last best", last),
        ] {
            let arrows = diagram(orders.into_iter());
            let names = FIVE.map(str::to_owned).to_vec();
            report.plots.push(Plot::diagram(title, names, arrows));
        }
    }

    /// How many puzzles the orders solve on the average that begin with each of the five.
    fn by_the_first(&self) -> Plot {
        let starts = |digit: usize| {
            let all = self.all.iter().zip(&self.first);
            let own = all.filter(|(order, _)| order.starts_with(&digit.to_string()));
            let solved: Vec<f64> = own.map(|(_, solved)| *solved as f64).collect();
            super::super::numbers::mean(&solved)
        };
        Plot {
            title: "Solved, by the rule that comes first".to_owned(),
            x: Axis::plain("first of the five"),
            y: Axis::plain("squares (mean of 24 orders)"),
            drawing: Drawing::Bars(
                FIVE.map(str::to_owned).to_vec(),
                vec![Bars::ours("ours", (0..5).map(starts).collect())],
            ),
        }
    }
}

/// Does the order still matter with the rules that try all ways?
fn say_with_tries(lab: &Lab, all: &[String], drawn: &[Arc<dyn Puzzle>], report: &mut Report) {
    let few: Vec<String> = all.iter().step_by(lab.pick(40, 4, 1)).cloned().collect();
    let with_tries = solved(lab, &few, &["try", "try-large", "simple-try"], drawn);
    if let (Some(least), Some(most)) = (with_tries.iter().min(), with_tries.iter().max()) {
        report.say(match least == most {
            true => format!(
                "With Try, TryLarge and SimpleTry on, {} of the orders were tried, and all solve the \
                 same number, {most}: order does not matter then.",
                few.len()
            ),
            false => format!(
                "With Try, TryLarge and SimpleTry on, {} orders solve {least} to {most}.",
                few.len()
            ),
        });
    }
}

pub(in super::super) fn order(lab: &Lab, report: &mut Report) {
    let side = lab.pick(4, 5, 5);
    let drawn = given_or_squares(lab, side, lab.count(), report);
    let Some(selected) = Selected::of(lab, &drawn) else {
        return;
    };
    report.tables.push(selected.table(side, drawn.len()));
    selected.say_how_many(drawn.len(), report);
    selected.draw_diagrams(report);
    say_with_tries(lab, &selected.all, &drawn, report);
    report.plots.push(selected.by_the_first());
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_published_diagrams() {
        let first = super::diagram(super::FIRST.into_iter());
        let second = super::diagram(super::PUBLISHED.into_iter());
        // DiffersIsPossible before DiffersOne before Blocks; then SuperFillGaps and Rule N−1 too.
        assert_eq!(first, [(0, 2), (1, 0)]);
        assert_eq!(second, [(0, 2), (1, 0), (3, 2)]);
    }

    #[test]
    fn what_is_said_of_the_studys_orders_follows_from_the_count() {
        let say = super::shared_words;
        assert!(say(0, 40).contains("None") && say(0, 40).contains("other orders"));
        assert_eq!(say(7, 40), "7 of the study's 15 are among them.");
        assert_eq!(say(15, 40), "All 15 of the study's are among them.");
        assert_eq!(say(15, 15), "They are the study's.");
    }

    #[test]
    fn there_are_120_orders() {
        let all = super::orders();
        assert_eq!(
            (all.len(), &all[0][..], &all[119][..]),
            (120, "01234", "43210")
        );
        assert!(
            super::PUBLISHED
                .iter()
                .all(|order| all.iter().any(|one| one == order))
        );
    }
}
