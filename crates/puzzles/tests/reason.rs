//! Hints, explanations and ratings, for every family alike.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use logic::{Plan, TRIAL, TraceEnd};
use puzzles::make::edited;
use puzzles::reason::{
    Applied, DIFFICULTY, Diagnosis, FUN, Grades, Hint, LOOKS, Limits, Player, Rating, RuleFilter,
    Stop, Wanted, Weights, apply, clashing, explain, hint, plain_trace, plan, rate, sentence,
    sound, trace, trouble_words, write_in, written,
};
use puzzles::{Board, FAMILIES, Fact, Puzzle, Reading, Severity, Status, solve, turned};
use sat::Budget;

fn never() -> (Stop, Stop) {
    (Box::new(|| false), Box::new(|| false))
}

const LIMITS: Limits = Limits {
    all: Budget::UNLIMITED,
    reason: &never,
};

fn wanted(plan: &Plan, smallest: bool) -> Wanted<'_> {
    Wanted {
        plan,
        smallest,
        near: &[],
    }
}

fn whole_plan(puzzle: &dyn Puzzle) -> (Plan, bool) {
    let (plan, smallest) = plan(&puzzle.reasoner().rules(), &RuleFilter::default()).unwrap();
    (plan.with_reasons(), smallest)
}

fn samples() -> Vec<puzzles::format::Document> {
    FAMILIES
        .iter()
        .flat_map(|f| f.samples().map(Result::unwrap))
        .collect()
}

/// A board on which this was entered, be it right or wrong.
fn with_entries(puzzle: &dyn Puzzle, facts: impl IntoIterator<Item = Fact>) -> Board {
    let mut all = puzzle.reasoner().givens();
    all.extend(facts);
    puzzle.board(&all)
}

#[test]
fn hints_lead_from_the_blank_board_to_the_solution() {
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        let (plan, smallest) = whole_plan(puzzle);
        let solution = &solve(puzzle, 2, Budget::UNLIMITED).solutions[0];
        let truth = puzzle.facts(solution, Reading::Finished).unwrap();
        let mut board = puzzle.blank();
        let mut hints = 0;
        loop {
            match hint(puzzle, &board, wanted(&plan, smallest), LIMITS) {
                Hint::Steps(steps) => {
                    hints += 1;
                    assert!(hints < 2000, "{puzzle:?}: no end of hints");
                    let facts = || steps.iter().flat_map(|s| s.therefore.iter().copied());
                    assert!(
                        facts().all(|f| truth.contains(&f)),
                        "{puzzle:?}: a false hint"
                    );
                    let after = write_in(puzzle, &board, facts()).unwrap();
                    assert_ne!(
                        after, board,
                        "{puzzle:?}: a hint without something to write"
                    );
                    board = after;
                }
                Hint::Finished => break,
                other => panic!("{puzzle:?}: {other:?}"),
            }
        }
        // What a player need not write may be missing, such as "no more bridges here".
        let wrong = |v: &puzzles::Violation| v.kind == Severity::Wrong;
        assert!(!puzzle.check(&board).iter().any(wrong));
        assert!(hints > 3, "{puzzle:?}");
    }
}

#[test]
fn a_wrong_entry_is_said_first_and_can_be_taken_back() {
    let (mut wrong_entries, mut clashes) = (0, 0);
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        let (plan, smallest) = whole_plan(puzzle);
        let solution = &solve(puzzle, 2, Budget::UNLIMITED).solutions[0];
        let truth = puzzle.facts(solution, Reading::Finished).unwrap();
        let sayable = |fact: &Fact| {
            let board = puzzle.board(&[*fact]);
            (puzzle.facts(&board, Reading::Partial)).is_ok_and(|f| f.contains(fact))
        };
        let wrong = truth
            .iter()
            .map(|&f| !f)
            .rfind(sayable)
            .expect("something to enter");
        let right = truth
            .iter()
            .copied()
            .find(sayable)
            .expect("something to enter");
        let board = with_entries(puzzle, [right, wrong]);
        match hint(puzzle, &board, wanted(&plan, smallest), LIMITS) {
            Hint::Contradiction(trouble) => {
                // If no rule of the game is plainly broken, the wrong entry is named and refuted;
                // where rules cannot do that, what clashes with it is shown.
                match (&trouble.refuted, &trouble.clash) {
                    (Some(step), None) => assert_eq!(step.therefore, [!wrong], "{puzzle:?}"),
                    (None, Some(_)) => clashes += 1,
                    _ => assert!(!trouble.violations.is_empty(), "{puzzle:?}"),
                }
                wrong_entries += 1;
                let left = puzzle.facts(&trouble.sound, Reading::Partial).unwrap();
                assert!(left.iter().all(|f| truth.contains(f)), "{puzzle:?}");
            }
            other => panic!("{puzzle:?}: {other:?}"),
        }
    }
    assert!(clashes * 5 <= wrong_entries, "{clashes} of {wrong_entries}");
}

#[test]
fn explanations_end_solved_and_can_be_read() {
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        let (plan, smallest) = whole_plan(puzzle);
        let trace = explain(puzzle, &[], &plan, smallest, LIMITS);
        assert_eq!(trace.end, TraceEnd::Solved, "{puzzle:?}");
        for step in &trace.steps {
            let text = sentence(puzzle, step);
            assert!(text.ends_with('.') && !text.contains("  "), "{text}");
            assert!(text.starts_with(char::is_uppercase), "{text}");
            let written = written(puzzle, step);
            assert!(
                !written.cells.is_empty() && !written.therefore.is_empty(),
                "{text}"
            );
            assert!(!written.because.is_empty(), "{text}");
        }
    }
}

#[test]
fn help_writes_in_what_easy_rules_find() {
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        let table = puzzle.reasoner().rules();
        let plan = Plan::without_trial(&table);
        let budget = Budget::UNLIMITED;
        let applied = |until_stuck| match apply(puzzle, &puzzle.blank(), &plan, until_stuck, budget)
        {
            Applied::Steps {
                board,
                stopped: false,
                ..
            } => board,
            other => panic!("{puzzle:?}: {other:?}"),
        };
        let (once, all) = (applied(false), applied(true));
        let solution = &solve(puzzle, 2, budget).solutions[0];
        let truth = puzzle.facts(solution, Reading::Finished).unwrap();
        for board in [&once, &all] {
            let entered = puzzle.facts(board, Reading::Partial).unwrap();
            assert!(!entered.is_empty() && entered.iter().all(|f| truth.contains(f)));
        }
    }
}

#[test]
fn what_a_board_says_is_not_written_once_more() {
    let mut halves = 0;
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        let mut board = solve(puzzle, 2, Budget::UNLIMITED).solutions[0].clone();
        for slot in board.slots.iter_mut().skip(1).step_by(2) {
            *slot = 0;
        }
        let Ok(said) = puzzle.facts(&board, Reading::Partial) else {
            continue;
        };
        halves += usize::from(!said.is_empty());
        assert_eq!(write_in(puzzle, &board, said).unwrap(), board);
    }
    assert!(halves > FAMILIES.len());
}

#[test]
fn smallest_reason_alone_explains_everything() {
    for family in FAMILIES {
        let document = family.samples().next().unwrap().unwrap();
        let puzzle = document.puzzle.as_ref();
        let choice = RuleFilter {
            only: vec!["smallest-reason".to_owned()],
            ..RuleFilter::default()
        };
        let (plan, smallest) = plan(&puzzle.reasoner().rules(), &choice).unwrap();
        assert!(smallest && plan.rules.is_empty() && !plan.trial);
        let trace = explain(puzzle, &[], &plan.with_reasons(), true, LIMITS);
        assert_eq!(trace.end, TraceEnd::Solved, "{family:?}");
        let most = trace.steps.iter().map(|s| s.because.len()).max();
        assert!(
            most.is_some_and(|n| (1..40).contains(&n)),
            "{family:?}: {most:?}"
        );
    }
}

#[test]
fn an_unknown_rule_is_named() {
    let table = (FAMILIES[0].deductions)();
    let choice = RuleFilter {
        without: vec!["magic".to_owned()],
        ..RuleFilter::default()
    };
    let error = plan(&table, &choice).unwrap_err();
    assert!(
        error.contains("magic") && error.contains(TRIAL.id),
        "{error}"
    );
}

#[test]
fn ratings_have_parts_and_grades_and_do_not_depend_on_how_the_puzzle_lies() {
    for family in FAMILIES {
        let grades = Grades::read(family.texts.grades, family.id, Weights::Ours);
        let grades = grades.unwrap_or_else(|| panic!("{family:?}"));
        for values in [grades.difficulty, grades.fun, grades.looks] {
            assert!(values.is_sorted(), "{family:?}: {values:?}");
        }
    }
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        for weights in [Weights::Ours, Weights::Study] {
            let rated = |p: &dyn Puzzle| rate(p, Player(2), weights, Budget::UNLIMITED);
            let rating = rated(puzzle);
            assert!(DIFFICULTY.contains(&rating.difficulty.grade));
            assert!(FUN.contains(&rating.fun.grade) && LOOKS.contains(&rating.looks.grade));
            for score in [&rating.difficulty, &rating.fun, &rating.looks] {
                assert!((0.0..=100.0).contains(&score.score), "{score:?}");
                assert!(score.parts.iter().all(|p| (0.0..=100.0).contains(&p.value)));
            }
            for symmetry in grid::Symmetry::ALL {
                let other = rated(turned(puzzle, symmetry).as_ref());
                let scores = |of: &Rating| [&of.difficulty, &of.fun, &of.looks].map(Clone::clone);
                assert_eq!(scores(&other), scores(&rating), "{puzzle:?} {symmetry:?}");
            }
        }
    }
}

#[test]
fn a_turned_puzzle_has_the_turned_solution() {
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        for symmetry in grid::Symmetry::ALL {
            let other = turned(puzzle, symmetry);
            assert_eq!(other.size(), symmetry.size(puzzle.size()));
            assert_eq!(
                solve(other.as_ref(), 2, Budget::UNLIMITED).status,
                Status::Unique
            );
        }
    }
}

/// Puzzles without a solution: samples with one more clue, taken from a board that is not a
/// solution.
fn spoilt() -> Vec<Arc<dyn Puzzle>> {
    samples()
        .iter()
        .filter_map(|d| spoil(d.puzzle.as_ref()))
        .collect()
}

fn spoil(puzzle: &dyn Puzzle) -> Option<Arc<dyn Puzzle>> {
    let solution = &solve(puzzle, 2, Budget::UNLIMITED).solutions[0];
    let told = puzzle.reveals(solution);
    for edit in puzzle.removals() {
        let Ok(weaker) = edited(puzzle, std::slice::from_ref(&edit)) else {
            continue;
        };
        // Without this clue there are other solutions; a clue made for one of them spoils the
        // puzzle.
        for other in solve(weaker.as_ref(), 2, Budget::UNLIMITED).solutions {
            for clue in weaker.reveals(&other) {
                if clue.place == edit.place || told.contains(&clue) {
                    continue;
                }
                if let Ok(spoilt) = edited(puzzle, &[clue])
                    && solve(spoilt.as_ref(), 2, Budget::UNLIMITED).status == Status::None
                {
                    return Some(spoilt);
                }
            }
        }
    }
    None
}

#[test]
fn none_of_the_clashing_clues_can_be_left_out() {
    let all = spoilt();
    assert!(all.len() >= 5, "only {} puzzles were spoilt", all.len());
    for puzzle in all {
        let puzzle = puzzle.as_ref();
        let model = puzzle.encode();
        let is_clue = |name| puzzle.cite(name).clue;
        let names = logic::clash_among(&model, is_clue, Budget::UNLIMITED).expect("they clash");
        assert!(!names.is_empty() && names.iter().all(|&name| is_clue(name)));
        let holds = |left_out: Option<sat::Name>| {
            let mut solver = sat::Solver::with_switches(&model, Budget::UNLIMITED);
            let on = |name: &sat::Name| {
                !is_clue(*name) || names.contains(name) && Some(*name) != left_out
            };
            let all = model.names().iter().enumerate();
            let switches: Vec<_> = all
                .filter(|(_, name)| on(name))
                .map(|(constraint, _)| solver.switch(constraint))
                .collect();
            solver.solve(&switches)
        };
        assert_eq!(holds(None), sat::Verdict::Unsat);
        for &name in &names {
            assert_eq!(holds(Some(name)), sat::Verdict::Sat);
        }
        let (text, cells) = clashing(puzzle, Budget::UNLIMITED).expect("they clash");
        assert!(text.contains("cannot") && !cells.is_empty(), "{text}");
    }
}

/// Entries that no rule forbids at once, but that cannot be said in facts or cannot stay.
#[test]
fn what_can_stay_of_a_full_board_of_nonsense_can_be_finished() {
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        for number in [1, 2, 3] {
            let slots = vec![number; puzzle.blank().slots.len()];
            if let Diagnosis::No(trouble) = sound(puzzle, &Board { slots }, Budget::UNLIMITED) {
                let again = sound(puzzle, &trouble.sound, Budget::UNLIMITED);
                assert!(matches!(again, Diagnosis::Yes { .. }), "{puzzle:?}");
            }
        }
    }
}

/// A caller that asks rules to stop gets what was found until then, and is told so.
#[test]
fn a_trace_that_is_stopped_is_the_beginning_of_the_whole_one() {
    for family in FAMILIES {
        let document = family.samples().last().unwrap().unwrap();
        let puzzle = document.puzzle.as_ref();
        let plan = Plan::with_trial(&puzzle.reasoner().rules());
        let whole = trace(puzzle, &[], &plan, Budget::UNLIMITED);
        for patience in [0, 1, 2, 5, 10, 20, 40] {
            let asked = AtomicU32::new(0);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) >= patience;
            let budget = Budget {
                stop: &stop,
                ..Budget::UNLIMITED
            };
            let part = trace(puzzle, &[], &plan, budget);
            if part.end != TraceEnd::Stopped {
                assert_eq!(part.end, whole.end, "{puzzle:?}");
            }
            // Of several trials that break equally soon, not all may have been found.
            let named = |t: &logic::Trace| -> Vec<Vec<Fact>> {
                let steps = t.steps.iter().take_while(|s| s.chain.is_none());
                steps.map(|s| s.therefore.clone()).collect()
            };
            assert!(named(&whole).starts_with(&named(&part)), "{puzzle:?}");
            if patience == 0 {
                assert!(part.end == TraceEnd::Stopped && part.steps.is_empty());
            }
        }
    }
}

#[test]
fn a_rating_that_is_stopped_counts_what_was_found_until_then() {
    let mut seen = 0;
    for family in FAMILIES {
        let document = family.samples().last().unwrap().unwrap();
        let puzzle = document.puzzle.as_ref();
        for patience in [5, 10, 20, 40] {
            let asked = AtomicU32::new(0);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) >= patience;
            let budget = Budget {
                stop: &stop,
                ..Budget::UNLIMITED
            };
            let plain = plain_trace(puzzle, budget);
            asked.store(0, Ordering::Relaxed);
            let rating = rate(puzzle, Player::PRACTISED, Weights::Ours, budget);
            if plain.end == TraceEnd::Stopped {
                assert!(rating.stopped);
                assert_eq!(rating.steps as usize, plain.steps.len(), "{puzzle:?}");
                seen += (rating.steps > 0) as u32;
            }
        }
    }
    assert!(seen > 0);
}

#[test]
fn nothing_is_written_on_a_board_that_is_wrong() {
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        let plan = Plan::without_trial(&puzzle.reasoner().rules());
        let solution = &solve(puzzle, 2, Budget::UNLIMITED).solutions[0];
        let truth = puzzle.facts(solution, Reading::Finished).unwrap();
        let wrong = (truth.iter().map(|&f| !f)).find(|f| {
            let board = puzzle.board(&[*f]);
            (puzzle.facts(&board, Reading::Partial)).is_ok_and(|said| said.contains(f))
        });
        let board = with_entries(puzzle, wrong);
        for until_stuck in [false, true] {
            let applied = apply(puzzle, &board, &plan, until_stuck, Budget::UNLIMITED);
            assert!(matches!(applied, Applied::Contradiction(_)), "{puzzle:?}");
        }
        let applied = apply(puzzle, solution, &plan, true, Budget::UNLIMITED);
        assert!(matches!(applied, Applied::Finished), "{puzzle:?}");
    }
}

/// How long a smallest reason is looked for is counted, not timed.
#[test]
fn smallest_reasons_are_the_same_every_time() {
    let mut smallest = 0;
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        if puzzle.size().len() > 50 {
            continue;
        }
        let plan = Plan::rounds(&puzzle.reasoner().rules(), |about| about.level <= 1);
        let told = || -> Vec<String> {
            let limits = Limits::within(Budget::UNLIMITED);
            let trace = explain(puzzle, &[], &plan.clone().with_reasons(), true, limits);
            assert_eq!(trace.end, TraceEnd::Solved, "{puzzle:?}");
            let steps = trace.steps.iter();
            steps.map(|step| sentence(puzzle, step)).collect()
        };
        let once = told();
        assert_eq!(once, told(), "{puzzle:?}");
        let is_smallest = |text: &&String| text.contains("only one possibility");
        smallest += once.iter().filter(is_smallest).count();
    }
    assert!(smallest > 0);
}

#[test]
fn a_wrong_entry_is_named_even_where_a_rule_is_plainly_broken() {
    let (mut broken, mut refuted) = (0, 0);
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        let solution = &solve(puzzle, 2, Budget::UNLIMITED).solutions[0];
        let truth = puzzle.facts(solution, Reading::Finished).unwrap();
        let writable = |fact: Fact| {
            let board = puzzle.board(&[fact]);
            (puzzle.facts(&board, Reading::Partial)).is_ok_and(|said| said.contains(&fact))
        };
        let lies: Vec<Fact> = (truth.iter().map(|&f| !f))
            .filter(|&f| writable(f))
            .collect();
        for &lie in lies.iter().step_by(lies.len() / 6 + 1) {
            // Everything but the opposite of what is wrong, so that something breaks soon.
            let others = (truth.iter().copied()).filter(|&f| f != !lie && writable(f));
            let board = puzzle.board(&others.chain([lie]).collect::<Vec<_>>());
            // Two answers to one question cannot be said, so neither is taken for an entry.
            if puzzle.facts(&board, Reading::Partial).is_err() {
                continue;
            }
            let Diagnosis::No(trouble) = sound(puzzle, &board, Budget::UNLIMITED) else {
                continue;
            };
            match (trouble.violations.is_empty(), &trouble.refuted) {
                (false, _) => broken += 1,
                (true, Some(_)) => refuted += 1,
                (true, None) => continue,
            }
            let Some(wrong) = trouble.wrong else {
                panic!("{puzzle:?}: {lie:?}: nothing is named");
            };
            assert!(!truth.contains(&wrong), "{puzzle:?}: {wrong:?}");
            let text = trouble_words(puzzle, &trouble);
            let entry = puzzle.reasoner().entered_words(wrong);
            assert!(
                text.starts_with(&format!("Your {entry} cannot be right.")),
                "{text}"
            );
        }
    }
    assert!(broken > 5 && refuted > 0, "{broken} {refuted}");
}

#[test]
fn of_tracks_that_run_into_each_other_the_wrong_one_is_named() {
    let mut tangled = 0;
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        let solution = &solve(puzzle, 2, Budget::UNLIMITED).solutions[0];
        let truth = puzzle.facts(solution, Reading::Finished).unwrap();
        let entered = truth.iter().copied().filter(|fact| fact.is_yes());
        let entered: Vec<Fact> = entered.collect();
        let lies = truth.iter().map(|&f| !f).filter(|f| f.is_yes());
        let lies: Vec<Fact> = lies.collect();
        for &lie in lies.iter().step_by(lies.len() / 40 + 1) {
            let cells = puzzle.fact_cells(lie);
            let others = (entered.iter().copied()).filter(|&f| puzzle.fact_cells(f) != cells);
            let board = puzzle.board(&others.chain([lie]).collect::<Vec<_>>());
            if puzzle.facts(&board, Reading::Partial).is_ok() {
                continue;
            }
            let Diagnosis::No(trouble) = sound(puzzle, &board, Budget::UNLIMITED) else {
                panic!("{puzzle:?}: {lie:?} is not noticed");
            };
            assert_eq!(
                trouble.wrong,
                Some(lie),
                "{}",
                trouble_words(puzzle, &trouble)
            );
            tangled += 1;
        }
    }
    assert!(tangled > 5, "{tangled}");
}

#[test]
fn an_entry_is_named_as_a_whole() {
    let mut whole = 0;
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        let solution = &solve(puzzle, 2, Budget::UNLIMITED).solutions[0];
        let truth = puzzle.facts(solution, Reading::Finished).unwrap();
        let lies = truth.iter().map(|&fact| !fact).filter(|lie| lie.is_yes());
        let lies: Vec<Fact> = lies.collect();
        for &lie in lies.iter().step_by(lies.len() / 20 + 1) {
            let board = puzzle.board(&[lie]);
            let said = puzzle.facts(&board, Reading::Partial).unwrap();
            // Such as two bridges where none belongs: each of them is wrong.
            let wrong = said.iter().filter(|said| !truth.contains(said)).count();
            let Diagnosis::No(trouble) = sound(puzzle, &board, Budget::UNLIMITED) else {
                panic!("{puzzle:?}: {lie:?} is not noticed");
            };
            if let (Some(named), 2..) = (trouble.wrong, wrong) {
                let text = trouble_words(puzzle, &trouble);
                assert_eq!(puzzle.board(&[named]), board, "{text}");
                whole += 1;
            }
        }
    }
    assert!(whole > 5, "{whole}");
}

#[test]
fn clues_that_clash_are_no_fault_of_the_entries() {
    for puzzle in spoilt() {
        let puzzle = puzzle.as_ref();
        let Diagnosis::No(trouble) = sound(puzzle, &puzzle.blank(), Budget::UNLIMITED) else {
            panic!("{puzzle:?} has no solution");
        };
        let text = trouble_words(puzzle, &trouble);
        assert!(
            text.contains("clues clash") && !text.contains("entries"),
            "{text}"
        );
        assert_eq!(trouble.sound, puzzle.blank());
    }
}

#[test]
fn samples_are_as_hard_as_they_say_from_easy_to_hard() {
    for family in FAMILIES {
        let samples: Vec<_> = family.samples().map(Result::unwrap).collect();
        let said = samples.iter().map(|sample| {
            let grade = sample.extra.get("grade").and_then(|grade| grade.as_str());
            let todo =
                "each of examples/samples.jsonl says its `grade`, as `gridwright rate` has it";
            grade
                .unwrap_or_else(|| panic!("{family:?}: {todo}"))
                .to_owned()
        });
        let rated = samples.iter().map(|sample| {
            let rating = rate(
                sample.puzzle.as_ref(),
                Player::PRACTISED,
                Weights::Ours,
                Budget::UNLIMITED,
            );
            rating.difficulty.grade.to_owned()
        });
        let (said, rated): (Vec<_>, Vec<_>) = (said.collect(), rated.collect());
        assert_eq!(said, rated, "{family:?}");
        assert_eq!(said, DIFFICULTY[..3], "{family:?}");
    }
}
