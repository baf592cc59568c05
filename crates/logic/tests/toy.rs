//! The engine by itself, on a toy puzzle: a row of lamps, some of them lit. A sign between two
//! neighbours says that they are the same or different, and a number says how many are lit.

use std::cell::RefCell;

use logic::{
    Deduction, Findings, Ground, Known, Plan, Reasoner, Reasoning, Rule, Rulebook, Situation,
};
use logic::{Fact, Step, Supposition, Trace, TraceEnd, Way, clash, clash_among, smallest};
use sat::{Budget, Lit, Model, Name};

/// `=`, `/` or a space between lamps; how many are lit; lamps whose state is given.
struct Lamps {
    signs: &'static str,
    lit: usize,
    given: Vec<Fact>,
}

const SAME: usize = 0;
const DIFFERENT: usize = 1;
const COUNT: usize = 2;
const EXTREME: usize = 3;
const TRIAL: usize = 4;

/// What every rule of this puzzle says.
fn so(lamps: &Lamps, step: &Step) -> String {
    match step.therefore.first() {
        Some(_) => format!(
            "So {}.",
            Reasoning::facts_words(lamps, &step.therefore[..1])
        ),
        None => "That cannot be.".to_owned(),
    }
}

/// Another order than that of the text, which is the one that counts.
static RULES: Rulebook<Lamps> = Rulebook::new(
    include_str!("toy.txt"),
    &[
        Rule::of::<Count>("count"),
        Rule::of::<Extreme>("extreme"),
        Rule::of::<Sign<'='>>("same"),
        Rule::of::<Sign<'/'>>("different"),
    ],
);

impl Reasoning for Lamps {
    /// How many are known to be lit.
    type State = usize;
    type Picture = ();

    fn rulebook() -> &'static Rulebook<Lamps> {
        &RULES
    }

    fn atoms(&self) -> usize {
        self.signs.len() + 1
    }

    fn start(&self) -> usize {
        0
    }

    fn givens(&self) -> Vec<Fact> {
        self.given.clone()
    }

    fn learn(&self, state: &mut usize, _: &Known, fact: Fact) {
        *state += fact.is_yes() as usize;
    }

    fn facts_words(&self, facts: &[Fact]) -> String {
        let words = facts.iter().map(|fact| {
            let how = if fact.is_yes() { "lit" } else { "dark" };
            format!("lamp {} is {how}", fact.var())
        });
        words.collect::<Vec<_>>().join(" and ")
    }
}

thread_local! {
    /// Every look of a rule: which, and what it was told is new.
    static LOOKS: RefCell<Vec<(usize, Option<Vec<Fact>>)>> = const { RefCell::new(Vec::new()) };
}

fn looked(rule: usize, found: &Situation) {
    let news = found.news().map(<[Fact]>::to_vec);
    LOOKS.with_borrow_mut(|looks| looks.push((rule, news)));
}

const fn named(rule: &'static str, at: u32) -> Ground {
    Ground::Named(Name { rule, at })
}

/// A sign, where the lamp on one side of it is known. Looks only at what is new.
struct Sign<const C: char> {
    at: usize,
}

impl<const C: char> Deduction<Lamps> for Sign<C> {
    fn find(lamps: &Lamps, _: &usize, found: &mut Findings<Self>) {
        looked(if C == '=' { SAME } else { DIFFERENT }, found);
        for &fact in found.news_or_all() {
            let at = fact.var();
            for (sign, other) in [(at.wrapping_sub(1), at.wrapping_sub(1)), (at, at + 1)] {
                if lamps.signs.as_bytes().get(sign) == Some(&(C as u8)) {
                    let yes = fact.is_yes() == (C == '=');
                    found.conclude([Fact::new(other, yes)], |because| {
                        because.extend([Ground::Fact(fact), named("sign", sign as u32)]);
                        Sign { at: sign }
                    });
                }
            }
        }
    }

    fn say(&self, lamps: &Lamps, step: &Step) -> String {
        format!("There is a {C} after lamp {}. {}", self.at, so(lamps, step))
    }
}

/// As many as there must be, or no more than there must be.
struct Count;

impl Deduction<Lamps> for Count {
    fn find(lamps: &Lamps, lit: &usize, found: &mut Findings<Self>) {
        looked(COUNT, found);
        let known = found.known();
        let because = |yes: bool| {
            move |grounds: &mut Vec<Ground>| {
                let all = (known.facts().iter()).filter(move |fact| fact.is_yes() == yes);
                grounds.extend(all.map(|&fact| Ground::Fact(fact)));
                grounds.push(named("lit", 0));
                Count
            }
        };
        let all = |yes| (0..known.atoms()).map(move |lamp| Fact::new(lamp, yes));
        let open = |fact: &Fact| known.is_open(fact.var());
        if *lit > lamps.lit {
            found.contradict(because(true));
        } else if lit + known.open() < lamps.lit {
            found.contradict(because(false));
        } else if *lit == lamps.lit {
            found.conclude(all(false).filter(open), because(true));
        } else if lit + known.open() == lamps.lit {
            found.conclude(all(true).filter(open), because(false));
        }
    }

    fn say(&self, lamps: &Lamps, step: &Step) -> String {
        so(lamps, step)
    }
}

/// Three lamps that are all the same cannot be lit where fewer are.
struct Extreme;

impl Deduction<Lamps> for Extreme {
    fn find(lamps: &Lamps, _: &usize, found: &mut Findings<Self>) {
        looked(EXTREME, found);
        if lamps.signs == "==" && lamps.lit < 3 {
            found.conclude([Fact::no(0)], |because| {
                because.extend([named("sign", 0), named("sign", 1), named("lit", 0)]);
                Extreme
            });
        }
    }

    fn say(&self, lamps: &Lamps, step: &Step) -> String {
        so(lamps, step)
    }
}

/// The same rules for the proving engine.
fn model(lamps: &Lamps) -> Model {
    let mut model = Model::new(Reasoning::atoms(lamps));
    for (at, sign) in lamps.signs.bytes().enumerate() {
        let (a, b) = (Lit::yes(at), Lit::new(at + 1, sign == b'='));
        if sign != b' ' {
            model.name("sign", at);
            model.clause(&[a, !b]);
            model.clause(&[!a, b]);
        }
    }
    model.name("lit", 0);
    let all: Vec<Lit> = (0..model.atoms()).map(Lit::yes).collect();
    model.exactly(lamps.lit, &all);
    model
}

fn lamps(signs: &'static str, lit: usize, given: &[Fact]) -> Lamps {
    let given = given.to_vec();
    Lamps { signs, lit, given }
}

fn plan(wanted: &[&str]) -> Plan {
    let table = logic::rule_table::<Lamps>();
    Plan::rounds(&table, |about| wanted.contains(&about.id)).with_reasons()
}

fn all() -> Plan {
    Plan::without_trial(&logic::rule_table::<Lamps>()).with_reasons()
}

fn trace(lamps: &Lamps, from: &[Fact], plan: &Plan) -> Trace {
    LOOKS.with_borrow_mut(Vec::clear);
    lamps.trace(from, plan, Budget::UNLIMITED)
}

/// What a rule was told each time it looked.
fn looks(rule: usize) -> Vec<Option<Vec<Fact>>> {
    LOOKS.with_borrow(|looks| {
        let own = looks.iter().filter(|look| look.0 == rule);
        own.map(|look| look.1.clone()).collect()
    })
}

fn rules(steps: &[Step]) -> Vec<usize> {
    let table = logic::rule_table::<Lamps>();
    steps.iter().map(|step| table.place(step.rule)).collect()
}

#[test]
fn the_loop_goes_on_until_everything_is_known() {
    let puzzle = lamps("=/=", 2, &[Fact::yes(0)]);
    let trace = trace(&puzzle, &[], &all());
    assert_eq!(trace.end, TraceEnd::Solved);
    let facts = [Fact::yes(0), Fact::yes(1), Fact::no(2), Fact::no(3)];
    assert_eq!(trace.known.facts(), facts);
    assert_eq!(rules(&trace.steps), [SAME, DIFFERENT, SAME]);
    assert_eq!(trace.rounds.len(), 3);
    let step = &trace.steps[1];
    assert_eq!(step.because, [Ground::Fact(Fact::yes(1)), named("sign", 1)]);
    assert_eq!(step.therefore, [Fact::no(2)]);
    assert_eq!(
        puzzle.say(step),
        "There is a / after lamp 1. So lamp 2 is dark."
    );
}

#[test]
fn evidence_is_made_only_if_reasons_are_wanted() {
    let puzzle = lamps("/", 1, &[Fact::yes(0)]);
    let at = |plan: &Plan| {
        let step = &trace(&puzzle, &[], plan).steps[0];
        step.evidence::<Sign<'/'>>().map(|sign| sign.at)
    };
    assert_eq!(at(&all()), Some(0));
    let silent = Plan {
        reasons: false,
        ..all()
    };
    assert_eq!(at(&silent), None);
}

#[test]
fn a_rule_is_told_what_is_new_since_it_last_looked() {
    let puzzle = lamps("=/=", 2, &[Fact::yes(0)]);
    trace(&puzzle, &[], &all());
    let news = |fact| Some(vec![fact]);
    // First everywhere; the last fact ends the puzzle, and nobody looks any more.
    let expected = [None, news(Fact::yes(1)), news(Fact::no(2))];
    assert_eq!(looks(SAME), expected);
    assert_eq!(looks(DIFFERENT), expected);
    assert_eq!(looks(COUNT), [], "a higher level was never needed");
}

#[test]
fn the_lowest_level_that_finds_anything_goes_first() {
    // Four lamps, two of them alone: only the number tells about them.
    let puzzle = lamps("=  ", 2, &[Fact::yes(0)]);
    let trace = trace(&puzzle, &[], &all());
    assert_eq!(trace.end, TraceEnd::Solved);
    assert_eq!(rules(&trace.steps), [SAME, COUNT]);
    assert_eq!(trace.steps[1].therefore, [Fact::no(2), Fact::no(3)]);
    assert_eq!(looks(COUNT), [None], "not while the signs found something");
    let levels: Vec<u8> = trace.rounds.iter().map(|round| round.level).collect();
    assert_eq!(levels, [1, 2]);
}

#[test]
fn rules_of_a_group_count_as_the_first_of_them() {
    let puzzle = lamps("/=", 1, &[Fact::yes(0)]);
    let trace = trace(&puzzle, &[], &all());
    assert_eq!(rules(&trace.steps), [DIFFERENT, SAME]);
    let masks: Vec<u64> = trace.rounds.iter().map(|round| round.rules).collect();
    assert_eq!(masks, [1 << SAME, 1 << SAME]);
}

#[test]
fn only_the_rules_of_the_plan_are_used() {
    let puzzle = lamps("=/ =", 3, &[Fact::yes(0)]);
    let trace_of = |wanted: &[&str]| trace(&puzzle, &[], &plan(wanted));
    let only_same = trace_of(&["same"]);
    assert_eq!(only_same.end, TraceEnd::Stuck);
    assert_eq!(rules(&only_same.steps), [SAME]);
    assert_eq!(only_same.known.open(), 3);
    assert_eq!(looks(COUNT), []);
    assert_eq!(trace_of(&[]).steps.len(), 0);
    let both = trace_of(&["same", "different"]);
    assert_eq!(rules(&both.steps), [SAME, DIFFERENT]);
}

#[test]
fn in_order_the_first_that_finds_something_starts_the_list_again() {
    let puzzle = lamps("=  ", 2, &[Fact::yes(0)]);
    let ordered = Plan::of(vec![COUNT, SAME], Way::Order);
    let trace = trace(&puzzle, &[], &ordered);
    assert_eq!(rules(&trace.steps), [SAME, COUNT]);
    // Before, and again as soon as there was something new.
    assert_eq!(looks(COUNT), [None, Some(vec![Fact::yes(1)])]);
    assert!(trace.steps.iter().all(|step| step.because.is_empty()));
}

#[test]
fn what_depends_on_clues_alone_is_looked_at_once() {
    let puzzle = lamps("==", 0, &[]);
    let found = trace(&puzzle, &[], &plan(&["same", "extreme"]));
    assert_eq!(found.end, TraceEnd::Solved);
    assert_eq!(rules(&found.steps), [EXTREME, SAME, SAME]);
    assert_eq!(looks(EXTREME), [None]);
    let ordered = Plan::of(vec![EXTREME, SAME], Way::Order);
    let stuck = trace(&lamps("= =", 2, &[]), &[Fact::yes(0)], &ordered);
    assert_eq!((stuck.end, stuck.steps.len()), (TraceEnd::Stuck, 1));
    assert_eq!(looks(EXTREME), [None], "nor after something new");
}

#[test]
fn a_contradiction_ends_it_and_is_the_last_step() {
    let last = |trace: &Trace| {
        assert_eq!(trace.end, TraceEnd::Contradiction);
        let step = trace.steps.last().expect("it says why").clone();
        assert!(step.is_clash());
        step
    };
    // The number is broken.
    let puzzle = lamps("= ", 1, &[Fact::yes(0)]);
    let step = last(&trace(&puzzle, &[Fact::yes(1)], &all()));
    let facts = [Ground::Fact(Fact::yes(0)), Ground::Fact(Fact::yes(1))];
    assert_eq!(step.because, [&facts[..], &[named("lit", 0)]].concat());

    // A rule concludes the opposite of what is known.
    let from = [Fact::yes(0), Fact::no(1)];
    let step = last(&trace(&lamps("= ", 1, &[]), &from, &all()));
    assert!(step.because.contains(&named("sign", 0)), "{step:?}");
    assert!(
        step.because.contains(&Ground::Fact(Fact::no(1)))
            && step.because.contains(&Ground::Fact(Fact::yes(0))),
        "{step:?}"
    );

    // Two findings of one round exclude each other.
    let from = [Fact::yes(0), Fact::no(2)];
    let step = last(&trace(&lamps("==", 2, &[]), &from, &plan(&["same"])));
    assert!(
        step.because.contains(&Ground::Fact(Fact::yes(1))),
        "{step:?}"
    );

    // What was entered contradicts itself.
    let from = [Fact::yes(0), Fact::no(0)];
    let broken = trace(&lamps("=", 1, &[]), &from, &all());
    assert_eq!(
        (broken.end, broken.steps.len()),
        (TraceEnd::Contradiction, 0)
    );
}

#[test]
fn trial_can_take_all_suppositions_that_break_soonest() {
    // Of three lamps one is lit, and the first two are the same.
    let puzzle = lamps("= ", 1, &[]);
    assert_eq!(trace(&puzzle, &[], &all()).end, TraceEnd::Stuck);
    let plan = Plan {
        supposition: Supposition::BreaksSoonest,
        ..Plan::with_trial(&logic::rule_table::<Lamps>()).with_reasons()
    };
    let trace = trace(&puzzle, &[], &plan);
    assert_eq!(trace.end, TraceEnd::Solved);
    assert_eq!(rules(&trace.steps), [TRIAL, TRIAL, COUNT]);
    let facts = [Fact::no(0), Fact::no(1), Fact::yes(2)];
    assert_eq!(trace.known.facts(), facts);
    let first = &trace.steps[0];
    assert_eq!(first.therefore, [Fact::no(0)]);
    assert_eq!(first.because, [named("sign", 0), named("lit", 0)]);
    let chain = first.chain.as_ref().expect("a trial has a chain");
    assert_eq!((chain.suppose, chain.rounds), (Fact::yes(0), 2));
    assert_eq!(rules(&chain.steps), [SAME, COUNT]);
    assert!(chain.steps[1].is_clash());
    assert_eq!((trace.rounds[0].level, trace.rounds[0].depth), (5, 2));
    assert_eq!(trace.rounds[0].rules, 1 << TRIAL);
    // With fewer rules nothing breaks.
    let fewer = Plan {
        rules: vec![SAME],
        ..plan
    };
    let stuck = puzzle.trace(&[], &fewer, Budget::UNLIMITED);
    assert_eq!((stuck.end, stuck.steps.len()), (TraceEnd::Stuck, 0));
}

#[test]
fn trial_takes_the_supposition_that_opens_most() {
    // One of six lamps is lit. Three are the same, two others are the same. Of the three, the one in
    // the middle leads to a contradiction sooner than its neighbours, and opens more than the two.
    let puzzle = lamps("== = ", 1, &[]);
    let plan = Plan::with_trial(&logic::rule_table::<Lamps>()).with_reasons();
    let found = trace(&puzzle, &[], &plan);
    assert_eq!(found.end, TraceEnd::Solved);
    let trials = found.steps.iter().filter(|step| step.chain.is_some());
    let concluded: Vec<Fact> = trials.flat_map(|step| step.therefore.clone()).collect();
    assert_eq!(concluded, [Fact::no(1), Fact::no(3)]);
    // Two that break equally soon, and each leads to the other: one is enough.
    let puzzle = lamps("= ", 1, &[]);
    let found = trace(&puzzle, &[], &plan);
    assert_eq!(found.end, TraceEnd::Solved);
    assert_eq!(rules(&found.steps), [TRIAL, SAME, COUNT]);
    assert_eq!(found.rounds[0].steps, 1);
}

#[test]
fn steps_lists_what_is_possible_and_takes_nothing() {
    let puzzle = lamps("==", 1, &[]);
    let steps = puzzle.steps(&[Fact::no(1)], &all(), Budget::UNLIMITED);
    assert_eq!(rules(&steps), [SAME, SAME, EXTREME]);
    let therefore: Vec<Fact> = steps.iter().flat_map(|s| s.therefore.clone()).collect();
    assert_eq!(therefore, [Fact::no(0), Fact::no(2), Fact::no(0)]);
    let nothing = puzzle.steps(&[Fact::no(1)], &plan(&["different"]), Budget::UNLIMITED);
    assert_eq!(nothing.len(), 0);
}

#[test]
fn who_is_stopped_says_so() {
    let stopped = Budget {
        stop: &|| true,
        ..Budget::UNLIMITED
    };
    let puzzle = lamps("=/=", 2, &[Fact::yes(0)]);
    let trace = puzzle.trace(&[], &all(), stopped);
    assert_eq!(trace.end, TraceEnd::Stopped);
    assert_eq!(trace.known.facts(), [Fact::yes(0)]);
    assert_eq!(puzzle.steps(&[], &all(), stopped).len(), 0);
    assert!(smallest(&model(&puzzle), &trace.known, &|| false, stopped).is_none());
}

#[test]
fn the_smallest_reason_leaves_out_what_it_does_not_need() {
    // Of five lamps two are lit, one of them among the last two: so the first two, which are the
    // same, are dark.
    let puzzle = lamps("=  /", 2, &[]);
    let find = |known: &Known| smallest(&model(&puzzle), known, &|| false, Budget::UNLIMITED);
    let found = find(&Known::new(5)).expect("something is decided");
    assert!(found.minimal);
    let names = [named("sign", 0), named("sign", 3), named("lit", 0)];
    assert_eq!(found.because.len(), names.len(), "{found:?}");
    assert!(names.iter().all(|name| found.because.contains(name)));

    // With more known it is shorter: the number and the first sign are not needed.
    let mut known = Known::new(5);
    assert!(known.learn(Fact::yes(3)));
    let found = find(&known).expect("something is decided");
    assert_eq!(found.therefore, Fact::no(4));
    let (fact, sign) = (Ground::Fact(Fact::yes(3)), named("sign", 3));
    assert_eq!(found.because.len(), 2, "{found:?}");
    assert!(found.because.contains(&fact) && found.because.contains(&sign));

    // Nothing is decided where every lamp may be either.
    let either = model(&lamps("/", 1, &[]));
    let none = smallest(&either, &Known::new(2), &|| false, Budget::UNLIMITED);
    assert!(none.is_none());
}

#[test]
fn a_clash_names_what_cannot_hold_together() {
    let facts = [Fact::yes(0), Fact::no(2)];
    let puzzle = model(&lamps("= ", 1, &[]));
    let grounds = clash(&puzzle, &facts, Budget::UNLIMITED).expect("they clash");
    assert_eq!(grounds.len(), 3, "{grounds:?}");
    for ground in [Ground::Fact(facts[0]), named("sign", 0), named("lit", 0)] {
        assert!(grounds.contains(&ground), "{grounds:?}");
    }
    assert!(clash(&puzzle, &[Fact::yes(2)], Budget::UNLIMITED).is_none());

    // Three lamps that are the same and two that are not: one or four are lit, never two.
    let impossible = model(&lamps("== /", 2, &[]));
    let is_sign = |name: Name| name.rule == "sign";
    let names = clash_among(&impossible, is_sign, Budget::UNLIMITED).expect("they clash");
    let mut at: Vec<u32> = names.iter().map(|name| name.at).collect();
    at.sort_unstable();
    assert_eq!(at, [0, 1, 3]);
}
