//! How far the rules get on published puzzles: named rules alone, and with trial.

use std::time::{Duration, Instant};

use logic::{Plan, RuleTable, Trace, TraceEnd};
use puzzles::format::Document;
use sat::Budget;

/// Print the tables of a collection, and draw so many puzzles that resist.
pub fn print(name: &str, documents: &[Document], show: usize) {
    let Some(first) = documents.first() else {
        return;
    };
    let table = (first.puzzle.family().deductions)();
    let plans = [
        ("named rules", Plan::without_trial(&table)),
        ("with trial", Plan::with_trial(&table)),
    ];
    for (words, plan) in plans {
        let mut solved = 0;
        let mut uses = vec![(0usize, 0usize); table.len()];
        let mut times: Vec<Duration> = Vec::new();
        let mut stuck: Vec<(usize, String, String)> = Vec::new();
        for document in documents {
            let puzzle = document.puzzle.as_ref();
            let start = Instant::now();
            let deadline = start + Duration::from_secs(20);
            let stop = || Instant::now() > deadline;
            let budget = Budget {
                stop: &stop,
                ..Budget::UNLIMITED
            };
            let trace = puzzle.reasoner().trace(&[], &plan, budget);
            times.push(start.elapsed());
            count(&table, &trace, &mut uses);
            assert_ne!(
                trace.end,
                TraceEnd::Contradiction,
                "{name} {:?}",
                document.id()
            );
            if trace.end == TraceEnd::Solved {
                solved += 1;
            } else {
                let board = puzzle.board(trace.known.facts());
                let picture = scene::text(
                    &puzzle.draw(&board, &Default::default()),
                    &scene::TextStyle::default(),
                );
                let id = format!("{:?} {:?}", document.id(), trace.end);
                stuck.push((trace.known.open(), id, picture));
            }
        }
        times.sort_unstable();
        let total: Duration = times.iter().sum();
        println!(
            "{name}, {words}: {solved} of {} solved ({:.1} %), median {:.2} ms, worst {:.1} ms, total {:.2} s",
            documents.len(),
            100.0 * solved as f64 / documents.len() as f64,
            times[times.len() / 2].as_secs_f64() * 1e3,
            times[times.len() - 1].as_secs_f64() * 1e3,
            total.as_secs_f64(),
        );
        let steps: usize = uses.iter().map(|u| u.0).sum();
        for (rule, (times, puzzles)) in table.iter().zip(uses) {
            println!(
                "    {} {:<28} {times:>7} uses {:>5.1} % of steps {:>5.1} % of puzzles",
                rule.level,
                rule.id,
                100.0 * times as f64 / steps.max(1) as f64,
                100.0 * puzzles as f64 / documents.len() as f64
            );
        }
        stuck.sort();
        for (open, id, picture) in stuck.iter().take(show) {
            println!("{id}, {open} atoms open\n{picture}");
        }
    }
}

fn count(table: &RuleTable, trace: &Trace, uses: &mut [(usize, usize)]) {
    let mut here = vec![0; uses.len()];
    for step in &trace.steps {
        here[table.place(step.rule)] += 1;
    }
    for (total, here) in uses.iter_mut().zip(here) {
        total.0 += here;
        total.1 += (here > 0) as usize;
    }
}
