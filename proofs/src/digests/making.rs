//! What is made: puzzles of a seed, clues taken away, revealed and added.

use puzzles::format::{Document, write};
use puzzles::make::{ClueSymmetry, Maker, edited};
use puzzles::{Board, Family};
use sat::Budget;
use workshop::{
    Difficulty, Fill, How, Order, OrderForm, ProvedBy, Repair, Rules, Strip, Where, Wish, fill,
    generate, repair,
};

use super::{GENERATE, Pages, SHORT, Task};

/// Orders for every maker of a family: sizes, shapes, options, wishes. A few of them for the tests.
pub fn orders(family: &'static Family, short: bool) -> Vec<Task> {
    let mut tasks = Vec::new();
    for maker in family.makers {
        let side = family.sides.0.max(5);
        for index in 0..2 {
            tasks.push(task(family, SHORT, ask(maker, side, side), index));
        }
        if short {
            continue;
        }
        let mut add = |ask: OrderForm<'static>, count: u64| {
            for index in 0..count {
                tasks.push(task(family, "made", ask.clone(), index));
            }
        };
        for (rows, cols) in [(6, 6), (7, 7), (6, 8), (9, 9)] {
            add(ask(maker, rows, cols), 4);
        }
        for &symmetry in maker.shapes {
            let plain = ask(maker, 7, 7);
            add(OrderForm { symmetry, ..plain }, 2);
        }
        if maker.density.is_some() {
            for density in [0.2, 0.6] {
                let density = Some(density);
                add(
                    OrderForm {
                        density,
                        ..ask(maker, 7, 7)
                    },
                    2,
                );
            }
        }
        for option in maker.options {
            for value in [
                option.least,
                option.usual + 1,
                option.most.min(option.usual + 3),
            ] {
                if (option.least..=option.most).contains(&value) {
                    let options = vec![(option.id, value)];
                    add(
                        OrderForm {
                            options,
                            ..ask(maker, 6, 6)
                        },
                        2,
                    );
                }
            }
        }
        for grade in 0..3 {
            let mut ask = ask(maker, 6, 6);
            ask.wish.difficulty = Some(Difficulty::Grade(grade));
            ask.wish.rules.no_trial = grade == 1;
            add(ask, 2);
        }
        let unchecked = true;
        add(
            OrderForm {
                unchecked,
                ..ask(maker, 8, 8)
            },
            3,
        );
    }
    tasks
}

fn ask(maker: &'static Maker, rows: usize, cols: usize) -> OrderForm<'static> {
    OrderForm {
        method: Some(maker.id),
        rows,
        cols,
        symmetry: ClueSymmetry::Any,
        density: None,
        options: Vec::new(),
        map: None,
        wish: Wish::default(),
        seed: 14,
        attempts: Some(20),
        conflicts: 5_000,
        unchecked: false,
    }
}

fn task(family: &'static Family, collection: &str, ask: OrderForm<'static>, index: u64) -> Task {
    let title = format!(
        "{:?} {}×{} {:?} {:?} {:?} {:?} {index}",
        ask.method, ask.rows, ask.cols, ask.symmetry, ask.density, ask.options, ask.wish.difficulty
    );
    let order = ask.order(family);
    Task {
        of: format!("{}/{collection}", family.id),
        title,
        see: Box::new(move |pages| match &order {
            Ok(order) => made(order, index, pages),
            Err(words) => {
                pages.line(GENERATE, "refused");
                pages.line("generate-words", words);
            }
        }),
    }
}

fn made(order: &Order, index: u64, pages: &mut Pages) {
    let outcome = generate(order, index, &|| false);
    let (attempts, rejected) = (outcome.tally.attempts, outcome.tally.rejected.values());
    let mut rejected: Vec<&u64> = rejected.collect();
    rejected.sort_unstable();
    pages.line(
        GENERATE,
        format!("{attempts} attempts, rejected {rejected:?}"),
    );
    pages.line("generate-words", outcome.why_not());
    if let Some(made) = outcome.made {
        let mut document = Document::new(made.puzzle);
        let (solution, rating) = made.checked.unzip();
        document.solution = solution;
        let rating = rating.as_ref().map(|rating| serde_json::json!(rating));
        pages.line(GENERATE, format!("{} {rating:?}", json(&document)));
    }
}

fn json(document: &Document) -> String {
    write(document, "json").unwrap_or_else(|_| "cannot be written".to_owned())
}

fn with(puzzle: std::sync::Arc<dyn puzzles::Puzzle>, solution: Option<Board>) -> String {
    let mut document = Document::new(puzzle);
    document.solution = solution;
    json(&document)
}

/// A puzzle stripped in two ways, and what is left after too much was taken: filled and repaired.
pub fn strip(document: &Document, pages: &mut Pages) {
    let puzzle = &document.puzzle;
    let budget = Budget::conflicts(5_000);
    let by_rules = ProvedBy::Rules(Rules {
        no_trial: true,
        ..Rules::default()
    });
    for (by, amount, balance) in [
        (ProvedBy::Proof, None, true),
        (by_rules.clone(), Some(3), false),
    ] {
        let order = Strip {
            amount,
            effort: 60,
            sides: Vec::new(),
            balance,
            by,
            seed: 3,
        };
        match workshop::strip(puzzle, &order, budget) {
            Ok(done) => {
                let (calls, minimal, enough) = (done.calls, done.minimal, done.enough);
                pages.line(
                    "strip",
                    format!("{:?} {calls} {minimal} {enough}", done.taken),
                );
                pages.line("strip", with(done.puzzle, None));
            }
            Err(refusal) => pages.line("strip", format!("{refusal:?}")),
        }
    }
    let weaker = puzzle.removals();
    let step = (weaker.len() / 4).max(1);
    let gone: Vec<_> = weaker.into_iter().step_by(step).collect();
    let Ok(fewer) = edited(puzzle.as_ref(), &gone) else {
        return pages.line("strip", "the clues cannot be taken together");
    };
    for (how, by) in [(How::Random, ProvedBy::Proof), (How::Heuristic, by_rules)] {
        let order = Fill {
            how,
            at: Where::Anywhere,
            amount: None,
            effort: 60,
            by,
            seed: 4,
        };
        match fill(&fewer, None, &order, budget) {
            Ok(done) => {
                let (calls, verdict) = (done.calls, done.verdict);
                pages.line("strip", format!("{:?} {calls} {verdict:?}", done.told));
                pages.line("strip", with(done.puzzle, Some(done.solution)));
            }
            Err(refusal) => pages.line("strip", format!("{refusal:?}")),
        }
    }
    if puzzle.size().len() > 49 {
        return;
    }
    let outcome = match repair(&fewer, None, budget) {
        Repair::Done {
            repaired,
            ambiguous,
        } => {
            let made = with(repaired.puzzle, Some(repaired.solution));
            format!(
                "{:?} {} {ambiguous:?} {made}",
                repaired.added, repaired.smallest
            )
        }
        Repair::Unique(_) => "unique".to_owned(),
        other => format!("{other:?}"),
    };
    pages.line("strip", outcome);
}
