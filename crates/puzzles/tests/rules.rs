//! Every rule of deduction has an example, and does there what the example says: it sees exactly
//! one step with the given conclusion, that conclusion follows, and its sentence can be read.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Ground, Plan, RuleId, Way};
use puzzles::reason::{example_step, sentence};
use puzzles::{FAMILIES, Fact, Puzzle, Reading, format};
use sat::{Budget, Solver, Verdict};
use serde_json::Value;

/// All facts of a puzzle by their names.
fn vocabulary(puzzle: &dyn Puzzle) -> BTreeMap<String, Fact> {
    (0..puzzle.reasoner().atoms())
        .flat_map(|atom| [Fact::yes(atom), Fact::no(atom)])
        .map(|fact| (puzzle.fact_text(fact), fact))
        .collect()
}

fn facts(words: Option<&Value>, puzzle: &dyn Puzzle) -> BTreeSet<Fact> {
    let vocabulary = vocabulary(puzzle);
    let words = words.and_then(Value::as_str).unwrap_or_default();
    (words.split_whitespace())
        .map(|word| match vocabulary.get(word) {
            Some(&fact) => fact,
            None => panic!("{word} is not a fact of {puzzle:?}"),
        })
        .collect()
}

/// What is known before.
fn known(example: &format::Document) -> Vec<Fact> {
    let puzzle = example.puzzle.as_ref();
    let mut known = facts(example.extra.get("known"), puzzle);
    if let Some(marks) = &example.marks {
        let facts = puzzle.facts(marks, Reading::Partial);
        known.extend(facts.expect("marks that can be said"));
    }
    known.into_iter().collect()
}

/// The rules of this group see nothing in an example that only looks like one of theirs.
fn assert_silent(group: &str, example: &format::Document) {
    let puzzle = example.puzzle.as_ref();
    let plan = Plan::rounds(&puzzle.reasoner().rules(), |about| about.group == group);
    assert!(!plan.rules.is_empty(), "{group}: no such rules");
    let steps = (puzzle.reasoner()).steps(&known(example), &plan, Budget::UNLIMITED);
    assert!(steps.is_empty(), "{group}: {steps:?}");
}

#[test]
fn every_rule_has_an_example_and_does_what_it_says() {
    let mut blind: Vec<String> = Vec::new();
    for family in FAMILIES {
        let rules = (family.deductions)();
        let mut shown = BTreeSet::new();
        let text = family.texts.rules;
        let examples = (!text.is_empty()).then(|| format::split(text));
        for example in examples.into_iter().flatten() {
            let example = example.read().unwrap_or_else(|e| panic!("{family:?}: {e}"));
            let puzzle = example.puzzle.as_ref();
            if let Some(Value::String(named)) = example.extra.get("silent") {
                assert_silent(named, &example);
                continue;
            }
            let shown_or_not = ["rule", "tried"].map(|key| example.extra.get(key));
            let Some(Value::String(id)) = shown_or_not.into_iter().flatten().next() else {
                panic!("{family:?}: an example without a line \"rule\"");
            };
            let rule =
                (rules.find(id)).unwrap_or_else(|| panic!("{family:?}: there is no rule {id}"));
            let known = known(&example);
            let then = facts(example.extra.get("then"), puzzle);
            let wanted: Vec<Fact> = then.iter().copied().collect();
            let Some(step) = example_step(puzzle, &known, rule, &wanted) else {
                panic!(
                    "{family:?}: {id} concludes {:?} in\n{}",
                    concluded(puzzle, &known, rule),
                    example_text(&example)
                );
            };
            assert!(!step.because.is_empty(), "{id}: it does not say why");
            let text = sentence(puzzle, &step);
            assert!(text.ends_with('.') && text.len() > 20, "{id}: {text:?}");
            if let Some(says) = example.extra.get("says") {
                assert_eq!(*says, text.as_str(), "{id}");
            }
            if let (Some(&fact), None) = (then.first(), &step.chain) {
                // Another step of the same round may say the opposite. Then the sentence must not
                // conclude what cannot be.
                let mut clash = step.clone();
                clash.therefore.clear();
                clash.because.push(Ground::Fact(!fact));
                let broken = sentence(puzzle, &clash);
                let gap = [" .", "  ", " ,", ": and"]
                    .iter()
                    .any(|gap| broken.contains(gap));
                if broken == text || gap {
                    blind.push(format!("{id}: {broken}"));
                }
            }
            let mut solver = Solver::new(&puzzle.encode(), Budget::UNLIMITED);
            for &fact in &then {
                let mut all = known.clone();
                all.push(!fact);
                assert_eq!(solver.solve(&all), Verdict::Unsat, "{id}: unproved");
            }
            shown.insert(rule);
        }
        for (id, rule) in rules.ids().zip(rules.iter()) {
            assert!(shown.contains(&id), "{family:?}: no example of {}", rule.id);
            assert!(rule.words.len() > 40, "{}: say more", rule.id);
        }
        assert!(
            rules.is_sorted_by_key(|r| r.level),
            "{family:?}: easiest first"
        );
    }
    assert!(
        blind.is_empty(),
        "what cannot be is told as if it could:\n{}",
        blind.join("\n")
    );
}

/// What a rule sees, for the message.
fn concluded(puzzle: &dyn Puzzle, known: &[Fact], rule: RuleId) -> Vec<Vec<String>> {
    let place = puzzle.reasoner().rules().place(rule);
    let plan = Plan::of(vec![place], Way::Order);
    let steps = match rule {
        RuleId::Own(_) => puzzle.reasoner().steps(known, &plan, Budget::UNLIMITED),
        _ => Vec::new(),
    };
    let text = |step: &logic::Step| {
        step.therefore
            .iter()
            .map(|&f| puzzle.fact_text(f))
            .collect()
    };
    steps.iter().map(text).collect()
}

fn example_text(example: &format::Document) -> String {
    let blank = example.puzzle.blank();
    let board = example.marks.as_ref().unwrap_or(&blank);
    let scene = example.puzzle.draw(board, &Default::default());
    scene::text(&scene, &scene::TextStyle::default())
}
