//! Trial: suppose one thing, follow it with the named rules, and see it break.
//!
//! All suppositions are compared, so that the outcome does not depend on the order of cells: as a
//! rule the one is taken that opens most (`opening`), and for studies of depth those that break
//! after the fewest rounds, all together. Easy rules are tried first, and harder ones only if no
//! supposition breaks under these or, of those that open most, if none opens much. Nothing is supposed
//! within a supposition.

use sat::Budget;

use crate::order::{distinct, put_last};
use crate::rule::Reasoning;
use crate::rulebook::Entry;
use crate::step::{Chain, Ground, RuleId, Step};
use crate::think::{Outcome, Plan, Sheet, Supposition, Way};
use crate::watch::Watch;
use crate::{Fact, opening};

/// Nobody follows a chain for longer than this.
pub(crate) const LONGEST_CHAIN: u32 = 60;

/// The suppositions that are taken, as steps; empty if none breaks.
pub(crate) fn best<T: Reasoning>(sheet: &Sheet<T>, plan: &Plan) -> Vec<Step> {
    let book = sheet.book;
    let plain: Vec<usize> = (plan.rules.iter().copied())
        .filter(|&r| !book[r].about.trial)
        .collect();
    let plans = by_level(book, &plain);
    let (inner, broken) = match plan.supposition {
        Supposition::BreaksSoonest => soonest_under(sheet, &plans),
        Supposition::OpensMost => {
            let near = |r: &usize| !book[*r].about.last_resort;
            let named = following(plain.iter().copied().filter(near).collect());
            opening::opening_most(sheet, &plans, &named)
        }
    };
    let others = match plan.supposition {
        Supposition::BreaksSoonest => &[],
        Supposition::OpensMost => &plans[..],
    };
    steps(sheet, broken, &inner, others, plan.reasons)
}

/// A supposition that breaks, and after how many rounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Broken {
    pub suppose: Fact,
    pub rounds: u32,
}

/// Suppositions that break under these rules, as steps, told with whichever of the other plans makes
/// the shortest chain. If nobody is waiting any longer, at least the first.
fn steps<T: Reasoning>(
    sheet: &Sheet<T>,
    broken: Vec<Broken>,
    inner: &Plan,
    others: &[Plan],
    reasons: bool,
) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for Broken { suppose, rounds } in broken {
        if !steps.is_empty() && sheet.watch.is_over() {
            break;
        }
        let (mut because, mut chain) = chained(sheet, suppose, inner, rounds, reasons);
        for other in others.iter().filter(|_| reasons) {
            if sheet.watch.is_over() {
                break;
            }
            if let Some(told) = told(sheet, suppose, other)
                && told.1.len() < chain.steps.len()
            {
                (because, chain.steps) = told;
            }
        }
        steps.push(Step {
            chain: Some(Box::new(chain)),
            ..Step::without_evidence(RuleId::Trial, because, vec![!suppose])
        });
    }
    steps
}

/// The step that says that this supposition breaks under the rules of a plan, the easiest that are
/// enough; none if it does not.
pub(crate) fn refute<T: Reasoning>(sheet: &Sheet<T>, suppose: Fact, plan: &Plan) -> Option<Step> {
    let book = sheet.book;
    let plain = |r: &usize| !book[*r].about.trial;
    let rules: Vec<usize> = plan.rules.iter().copied().filter(plain).collect();
    for inner in by_level(book, &rules) {
        let mut paper = sheet.clone();
        // What is plainly the opposite of something known needs no rule.
        if let Followed::Broke(rounds @ 1..) = follow(&mut paper, suppose, &inner, u32::MAX) {
            let broken = vec![Broken { suppose, rounds }];
            return steps(sheet, broken, &inner, &[], true).pop();
        }
    }
    None
}

/// The plan by which a supposition is followed with these rules.
fn following(rules: Vec<usize>) -> Plan {
    Plan::of(rules, Way::Rounds)
}

/// The plans by which a supposition is followed with these rules: with those up to each of their
/// levels in turn, and with last resorts only in the end.
fn by_level<T: Reasoning>(book: &[Entry<T>], rules: &[usize]) -> Vec<Plan> {
    let usual = |r: &usize| !book[*r].about.last_resort;
    let up_to = |level: u8| {
        let rules = rules.iter().copied().filter(usual);
        rules.filter(|&r| book[r].about.level <= level).collect()
    };
    let mut sets: Vec<Vec<usize>> = levels(book, rules).into_iter().map(up_to).collect();
    let mut all = rules.to_vec();
    put_last(&mut all, |r| !usual(r));
    sets.push(all);
    sets.dedup();
    sets.into_iter().map(following).collect()
}

/// The levels of these rules, at least 2: with less there is too little to follow anything with.
pub(crate) fn levels<T: Reasoning>(book: &[Entry<T>], rules: &[usize]) -> Vec<u8> {
    distinct(rules.iter().map(|&r| book[r].about.level.max(2)))
}

/// The plan by which a family's own rule follows a supposition: with those of these rules that
/// suppose nothing or, if there are none, with all rules that suppose nothing. Easiest first, up to
/// a level.
pub(crate) fn inner<T: Reasoning>(book: &[Entry<T>], rules: &[usize], most: u8) -> Plan {
    let plain = |r: &usize| !book[*r].about.trial;
    let mut inner: Vec<usize> = rules.iter().copied().filter(plain).collect();
    if inner.is_empty() {
        inner = (0..book.len()).filter(plain).collect();
    }
    let mut wanted = vec![false; book.len()];
    for r in inner {
        wanted[r] = true;
    }
    let of_level = |level: u8| {
        let wanted = &wanted;
        (0..book.len()).filter(move |&r| wanted[r] && book[r].about.level == level)
    };
    following((0..=most).flat_map(of_level).collect())
}

/// The suppositions that break soonest under the first of these plans under which any breaks.
fn soonest_under<T: Reasoning>(sheet: &Sheet<T>, plans: &[Plan]) -> (Plan, Vec<Broken>) {
    let mut found = (following(Vec::new()), Vec::new());
    for inner in plans {
        let broken = soonest(sheet, inner);
        found = (inner.clone(), broken);
        if !found.1.is_empty() || sheet.watch.has_rung() {
            break;
        }
    }
    found
}

/// The suppositions that break soonest under these rules; if nobody is waiting any longer, the best
/// so far.
fn soonest<T: Reasoning>(sheet: &Sheet<T>, inner: &Plan) -> Vec<Broken> {
    let mut best = LONGEST_CHAIN;
    let mut found: Vec<Broken> = Vec::new();
    let mut paper = sheet.clone();
    for atom in 0..sheet.known.atoms() {
        if !sheet.known.is_open(atom) {
            continue;
        }
        if sheet.watch.is_over() {
            break;
        }
        for yes in [true, false] {
            let suppose = Fact::new(atom, yes);
            paper.copy_from(sheet);
            if let Followed::Broke(rounds) = follow(&mut paper, suppose, inner, best) {
                if rounds < best {
                    best = rounds;
                    found.clear();
                }
                found.push(Broken { suppose, rounds });
            }
        }
    }
    found
}

/// What became of a supposition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Followed {
    /// It broke after so many rounds.
    Broke(u32),
    /// The rules find nothing more, and nothing is broken.
    Stands,
    /// It was not followed to its end.
    Unknown,
}

/// Follow a supposition for so many rounds at most.
pub(crate) fn follow<T: Reasoning>(
    paper: &mut Sheet<T>,
    suppose: Fact,
    inner: &Plan,
    limit: u32,
) -> Followed {
    follow_on(paper, suppose, inner, &mut 0, limit)
}

/// The same from where it was left after so many rounds.
pub(crate) fn follow_on<T: Reasoning>(
    paper: &mut Sheet<T>,
    suppose: Fact,
    inner: &Plan,
    rounds: &mut u32,
    limit: u32,
) -> Followed {
    if !paper.learn(suppose) {
        return Followed::Broke(0);
    }
    while *rounds < limit {
        match paper.round(inner, &mut ()) {
            Outcome::Clash => return Followed::Broke(*rounds + 1),
            Outcome::Nothing => return Followed::Stands,
            Outcome::Stopped => return Followed::Unknown,
            Outcome::Progress(_) => *rounds += 1,
        }
    }
    Followed::Unknown
}

/// Follow a supposition that breaks once more, now with reasons if they are wanted, and cut it down to
/// what the contradiction rests on.
pub(crate) fn chained<T: Reasoning>(
    sheet: &Sheet<T>,
    suppose: Fact,
    inner: &Plan,
    rounds: u32,
    reasons: bool,
) -> (Vec<Ground>, Chain) {
    let told = reasons.then(|| told(sheet, suppose, inner)).flatten();
    let (because, steps) = told.unwrap_or_default();
    let chain = Chain {
        suppose,
        steps,
        rounds,
    };
    (because, chain)
}

/// What a contradiction rests on, and the steps that lead to it; none if these rules find none. What
/// has been followed once is followed to its end, however late it is.
fn told<T: Reasoning>(
    sheet: &Sheet<T>,
    suppose: Fact,
    inner: &Plan,
) -> Option<(Vec<Ground>, Vec<Step>)> {
    let inner = inner.clone().with_reasons();
    let patient = Watch::new(Budget::UNLIMITED);
    let mut paper = sheet.clone();
    paper.watch = &patient;
    paper.learn(suppose);
    let mut steps: Vec<Step> = Vec::new();
    loop {
        match paper.round(&inner, &mut steps) {
            Outcome::Progress(_) => {}
            Outcome::Clash => break,
            Outcome::Nothing | Outcome::Stopped => return None,
        }
    }
    // A fact known before stays a reason, even if a conclusion says it again.
    let before = |fact: Fact| sheet.known.holds(fact);
    let implied = |said: Fact| sheet.game.implied(said);
    let steps = needed(steps, suppose, sheet.known.atoms(), before, implied);
    let mut because = Vec::new();
    for &ground in steps.iter().flat_map(|s| &s.because) {
        let outside = !matches!(ground, Ground::Fact(fact) if !before(fact));
        if outside && !because.contains(&ground) {
            because.push(ground);
        }
    }
    Some((because, steps))
}

/// The last step is the contradiction; keep what it rests on, and what that rests on. Where several
/// steps say the same, the first counts. `before`: this fact was known before the supposition.
/// `implied`: what a conclusion says besides.
fn needed(
    mut steps: Vec<Step>,
    suppose: Fact,
    atoms: usize,
    before: impl Fn(Fact) -> bool,
    implied: impl Fn(Fact) -> Vec<Fact>,
) -> Vec<Step> {
    // For each atom the step that answers it first, and by which of its conclusions.
    let mut answered: Vec<Option<(usize, Fact)>> = vec![None; atoms];
    for fact in [suppose].into_iter().chain(implied(suppose)) {
        answered[fact.var()] = Some((usize::MAX, suppose));
    }
    for (at, step) in steps.iter().enumerate() {
        for &said in &step.therefore {
            for fact in [said].into_iter().chain(implied(said)) {
                answered[fact.var()].get_or_insert((at, said));
            }
        }
    }
    let mut wanted: Vec<Vec<Fact>> = vec![Vec::new(); steps.len()];
    for at in (0..steps.len()).rev() {
        if wanted[at].is_empty() && !steps[at].is_clash() {
            continue;
        }
        for ground in &steps[at].because {
            if let Ground::Fact(fact) = *ground
                && !before(fact)
                && let Some((by, said)) = answered[fact.var()]
                && by < at
                && !wanted[by].contains(&said)
            {
                wanted[by].push(said);
            }
        }
    }
    for (step, wanted) in steps.iter_mut().zip(&wanted) {
        step.therefore.retain(|said| wanted.contains(said));
    }
    let last = steps.len().saturating_sub(1);
    let mut at = 0;
    steps.retain(|step| {
        at += 1;
        !step.therefore.is_empty() || at > last
    });
    steps
}
