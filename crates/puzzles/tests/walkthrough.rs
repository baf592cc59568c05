//! Walkthroughs of every family's samples: the very same steps, each when all that it cites is known.

use logic::{Aside, Ground, Plan, Step, Trace, TraceEnd};
use puzzles::format::Document;
use puzzles::reason::{Length, Walkthrough, trace, walkthrough};
use puzzles::{FAMILIES, Fact, Puzzle, Reading, solve};
use sat::Budget;

fn samples() -> impl Iterator<Item = Document> {
    FAMILIES
        .iter()
        .flat_map(|family| family.samples())
        .map(|sample| sample.expect("a sample"))
}

fn traced(puzzle: &dyn Puzzle) -> Trace {
    let plan = Plan::with_trial(&puzzle.reasoner().rules()).with_reasons();
    trace(puzzle, &[], &plan, Budget::UNLIMITED)
}

/// All steps in the order in which they come, whether they are told or not.
fn in_order<'t>(told: &Walkthrough<'t>) -> Vec<&'t Step> {
    let passages = told.passages.iter().flat_map(|passage| {
        let before = passage.untold.iter().copied();
        before
            .chain([passage.step])
            .chain(passage.likewise.iter().copied())
            .chain(passage.along.iter().copied())
    });
    passages.chain(told.untold.iter().copied()).collect()
}

/// What is taken as seen when steps are told, holds.
#[test]
fn what_is_seen_with_a_fact_holds_with_it() {
    let mut seen = 0;
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        let solution = &solve(puzzle, 2, Budget::UNLIMITED).solutions[0];
        let facts = (puzzle.facts(solution, Reading::Finished)).expect("a solution has facts");
        let is_true = |fact: &Fact| facts.contains(fact);
        for &fact in &facts {
            let with = puzzle.reasoner().seen_with(fact);
            assert!(with.iter().all(is_true), "{puzzle:?}: {fact:?}: {with:?}");
            seen += with.len();
        }
    }
    assert!(seen > 1_000, "{seen}");
}

#[test]
fn every_step_comes_once_and_after_what_it_cites() {
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        let trace = traced(puzzle);
        for length in [Length::Full, Length::Usual, Length::Brief] {
            let told = walkthrough(puzzle, &[], &trace, length);
            let steps = in_order(&told);
            let place = |step: &Step| {
                let same = |other: &Step| std::ptr::eq(step, other);
                trace
                    .steps
                    .iter()
                    .position(same)
                    .expect("a step of the trace")
            };
            let mut places: Vec<usize> = steps.iter().map(|step| place(step)).collect();
            places.sort_unstable();
            assert!(places.into_iter().eq(0..trace.steps.len()), "{puzzle:?}");
            let reasoner = puzzle.reasoner();
            let with_seen = |fact: Fact| [fact].into_iter().chain(reasoner.seen_with(fact));
            let givens = reasoner.givens().into_iter();
            let mut known: Vec<Fact> = givens.flat_map(with_seen).collect();
            for step in steps {
                for ground in &step.because {
                    if let Ground::Fact(fact) = ground {
                        assert!(known.contains(fact), "{puzzle:?}: {step:?}");
                    }
                }
                known.extend(step.therefore.iter().flat_map(|&fact| with_seen(fact)));
            }
        }
    }
}

#[test]
fn a_usual_walkthrough_tells_all_that_is_written_and_less_than_every_step() {
    let (mut passages, mut steps) = (0, 0);
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        let trace = traced(puzzle);
        assert_eq!(trace.end, TraceEnd::Solved, "{puzzle:?}");
        let usual = walkthrough(puzzle, &[], &trace, Length::Usual);
        let told = (usual.passages.iter()).flat_map(|passage| {
            let steps: Vec<&Step> = passage.told().copied().collect();
            (steps.into_iter()).flat_map(|step| step.therefore.iter().copied())
        });
        let mut known = puzzle.reasoner().givens();
        known.extend(told);
        let whole = puzzle.board(trace.known.facts());
        let shown = puzzle.board(&known);
        assert!(puzzle.check(&whole).is_empty());
        // What is on the board but cannot be written by itself may be missing, such as a mark that
        // several facts make together.
        for (entered, told) in whole.slots.iter().zip(&shown.slots) {
            assert!(told == entered || *told == 0 || puzzle.check(&shown).is_empty());
        }
        passages += usual.passages.len();
        steps += trace.steps.len();
        let brief = walkthrough(puzzle, &[], &trace, Length::Brief);
        assert!((1..=6).contains(&brief.passages.len()), "{puzzle:?}");
        assert_eq!(brief.key_moments, usual.key_moments);
        let texts: Vec<String> = brief.passages.iter().map(|p| p.text(puzzle)).collect();
        let words = texts.concat().split_whitespace().count();
        assert!(
            brief.passages.len() == 1 || words <= 250,
            "{words}: {texts:?}"
        );
    }
    assert!(passages < steps, "{passages} of {steps}");
}

#[test]
fn what_tidies_up_ends_the_sentence_that_it_follows_from() {
    let mut folded = 0;
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        let trace = traced(puzzle);
        for passage in walkthrough(puzzle, &[], &trace, Length::Usual).passages {
            let text = passage.text(puzzle);
            assert!(text.ends_with('.') && !text.contains(".;"), "{text}");
            // What goes without saying is not said.
            let aside = |step: &&Step| puzzle.reasoner().aside(step);
            let is_said = |aside: Aside| !matches!(aside, Aside::Words(said) if said.is_empty());
            if passage.along.iter().filter_map(aside).any(is_said) {
                let ends = ["; then ", ", which completes it."];
                assert!(ends.iter().any(|end| text.contains(end)), "{text}");
            }
            folded += passage.along.len();
        }
    }
    assert!(folded > 0);
}

#[test]
fn the_same_argument_is_told_once() {
    let mut together = 0;
    for document in samples() {
        let puzzle = document.puzzle.as_ref();
        let trace = traced(puzzle);
        let told = walkthrough(puzzle, &[], &trace, Length::Usual);
        for passage in told.passages.iter().filter(|p| !p.likewise.is_empty()) {
            let text = passage.text(puzzle);
            assert!(text.contains(" For the same reason "), "{text}");
            assert!(passage.likewise.iter().all(|s| s.rule == passage.step.rule));
            together += passage.likewise.len();
        }
    }
    assert!(together > 0);
}
