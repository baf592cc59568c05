//! Trial: suppose one thing, follow it with the named rules, and see it break.
//!
//! All suppositions are compared and those that break after the fewest rounds are taken together,
//! so that the outcome does not depend on the order of cells. Easy rules are tried first: only if
//! no supposition breaks under the rules up to a level is the next level allowed. Nothing is
//! supposed within a supposition.

use sat::Budget;

use crate::Fact;
use crate::rule::Reasoning;
use crate::step::{Chain, Ground, Step};
use crate::think::{Outcome, Plan, Sheet, Way};

/// No person follows a chain for longer.
const LONGEST: u32 = 60;

/// All suppositions that break soonest, as steps; empty if none breaks.
pub(crate) fn shortest<T: Reasoning>(sheet: &Sheet<T>, plan: &Plan, budget: Budget) -> Vec<Step> {
    let plain = |&r: &usize| !T::RULES[r].about.trial;
    let mut levels: Vec<u8> = (plan.rules.iter().copied().filter(plain))
        .map(|r| T::RULES[r].about.level.max(2))
        .collect();
    levels.sort_unstable();
    levels.dedup();
    for level in levels {
        let easy = |&r: &usize| T::RULES[r].about.level <= level && plain(&r);
        let inner = Plan {
            rules: plan.rules.iter().copied().filter(easy).collect(),
            way: Way::Rounds,
            trial: false,
            reasons: false,
        };
        let found = at_level(sheet, &inner, plan.reasons, budget);
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

fn at_level<T: Reasoning>(
    sheet: &Sheet<T>,
    inner: &Plan,
    reasons: bool,
    budget: Budget,
) -> Vec<Step> {
    let mut best = LONGEST;
    let mut found: Vec<Fact> = Vec::new();
    let mut paper = sheet.clone();
    for atom in 0..sheet.known.atoms() {
        if !sheet.known.is_open(atom) {
            continue;
        }
        if (budget.stop)() {
            break;
        }
        for yes in [true, false] {
            let suppose = Fact::new(atom, yes);
            paper.copy_from(sheet);
            if let Some(rounds) = breaks_after(&mut paper, suppose, inner, best) {
                if rounds < best {
                    best = rounds;
                    found.clear();
                }
                found.push(suppose);
            }
        }
    }
    found
        .into_iter()
        .map(|suppose| step(sheet, suppose, inner, best, reasons))
        .collect()
}

/// The number of rounds after which the supposition breaks, if that is at most `limit`.
fn breaks_after<T: Reasoning>(
    paper: &mut Sheet<T>,
    suppose: Fact,
    inner: &Plan,
    limit: u32,
) -> Option<u32> {
    if !paper.learn(suppose) {
        return Some(0);
    }
    for round in 1..=limit {
        match paper.round(inner, &mut |_| {}) {
            Outcome::Clash => return Some(round),
            Outcome::Nothing => return None,
            Outcome::Progress(_) => {}
        }
    }
    None
}

/// The same once more, now with reasons, cut down to what the contradiction rests on.
fn step<T: Reasoning>(
    sheet: &Sheet<T>,
    suppose: Fact,
    inner: &Plan,
    rounds: u32,
    reasons: bool,
) -> Step {
    let mut steps: Vec<Step> = Vec::new();
    let mut because = Vec::new();
    if reasons {
        let inner = Plan {
            reasons: true,
            ..inner.clone()
        };
        let mut paper = sheet.clone();
        paper.learn(suppose);
        while let Outcome::Progress(_) = paper.round(&inner, &mut |s| steps.push(s)) {}
        let says =
            |said: Fact, fact: Fact| said == fact || sheet.game.implied(said).contains(&fact);
        steps = needed(steps, says);
        for &ground in steps.iter().flat_map(|s| &s.because) {
            // A step may rest on what was known before and conclude more of the same.
            let outside = match ground {
                Ground::Fact(fact) => sheet.known.holds(fact),
                Ground::Named(_) => true,
            };
            if outside && !because.contains(&ground) {
                because.push(ground);
            }
        }
    }
    Step {
        rule: T::RULES.len(),
        words: [0; 4],
        because,
        therefore: vec![!suppose],
        chain: Some(Box::new(Chain {
            suppose,
            steps,
            rounds,
        })),
    }
}

/// The last step is the contradiction; keep what it rests on, and what that rests on. `says`: a
/// conclusion says this fact too.
fn needed(steps: Vec<Step>, says: impl Fn(Fact, Fact) -> bool) -> Vec<Step> {
    let mut wanted: Vec<Fact> = Vec::new();
    let mut kept: Vec<Step> = Vec::new();
    for mut step in steps.into_iter().rev() {
        if !step.is_clash() {
            (step.therefore).retain(|&said| wanted.iter().any(|&f| says(said, f)));
            if step.therefore.is_empty() {
                continue;
            }
        }
        let facts = step.because.iter().filter_map(|g| match g {
            Ground::Fact(f) => Some(*f),
            Ground::Named(_) => None,
        });
        wanted.extend(facts);
        kept.push(step);
    }
    kept.reverse();
    kept
}
