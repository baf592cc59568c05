//! Trial: suppose one thing, follow it with the named rules, and see it break.
//!
//! All suppositions are compared and those that break after the fewest rounds are taken together,
//! so that the outcome does not depend on the order of cells. Easy rules are tried first: only if
//! no supposition breaks under the rules up to a level is the next level allowed. Nothing is
//! supposed within a supposition.

use sat::Budget;

use crate::Fact;
use crate::rule::Reasoning;
use crate::rulebook::Entry;
use crate::step::{Chain, Ground, RuleId, Step};
use crate::think::{Outcome, Plan, Sheet, Way};
use crate::watch::Watch;

/// Nobody follows a chain for longer than this.
const LONGEST_CHAIN: u32 = 60;

/// All suppositions that break soonest, as steps; empty if none breaks.
pub(crate) fn shortest<T: Reasoning>(sheet: &Sheet<T>, plan: &Plan) -> Vec<Step> {
    let book = sheet.book;
    let plain: Vec<usize> = (plan.rules.iter().copied())
        .filter(|&r| !book[r].about.trial)
        .collect();
    for level in levels(book, &plain) {
        let easy = |r: &usize| book[*r].about.level <= level;
        let inner = following(plain.iter().copied().filter(easy).collect());
        let found = at_level(sheet, &inner, plan.reasons);
        if !found.is_empty() || sheet.watch.has_rung() {
            return found;
        }
    }
    Vec::new()
}

/// The plan by which a supposition is followed with these rules.
fn following(rules: Vec<usize>) -> Plan {
    Plan {
        rules,
        way: Way::Rounds,
        trial: false,
        reasons: false,
    }
}

/// The levels of these rules, at least 2: with less there is too little to follow anything with.
pub(crate) fn levels<T: Reasoning>(book: &[Entry<T>], rules: &[usize]) -> Vec<u8> {
    let mut levels: Vec<u8> = (rules.iter())
        .map(|&r| book[r].about.level.max(2))
        .collect();
    levels.sort_unstable();
    levels.dedup();
    levels
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
    inner.retain(|&r| book[r].about.level <= most);
    inner.sort_by_key(|&r| (book[r].about.level, r));
    following(inner)
}

/// The suppositions that break soonest under these rules; if nobody is waiting any longer, the best
/// so far.
fn at_level<T: Reasoning>(sheet: &Sheet<T>, inner: &Plan, reasons: bool) -> Vec<Step> {
    let mut best = LONGEST_CHAIN;
    let mut found: Vec<Fact> = Vec::new();
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
            if let Some(rounds) = breaks_after(&mut paper, suppose, inner, best) {
                if rounds < best {
                    best = rounds;
                    found.clear();
                }
                found.push(suppose);
            }
        }
    }
    let mut steps: Vec<Step> = Vec::new();
    for suppose in found {
        if !steps.is_empty() && sheet.watch.is_over() {
            break;
        }
        let (because, chain) = chain(sheet, suppose, inner, best, reasons);
        steps.push(Step {
            chain: Some(Box::new(chain)),
            ..Step::without_evidence(RuleId::Trial, because, vec![!suppose])
        });
    }
    steps
}

/// The number of rounds after which the supposition breaks, if that is at most `limit`.
pub(crate) fn breaks_after<T: Reasoning>(
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
            Outcome::Nothing | Outcome::Stopped => return None,
            Outcome::Progress(_) => {}
        }
    }
    None
}

/// Follow a supposition once more, now with reasons, and cut it down to what the contradiction
/// rests on. What has been followed once is followed to its end, however late it is.
pub(crate) fn chain<T: Reasoning>(
    sheet: &Sheet<T>,
    suppose: Fact,
    inner: &Plan,
    rounds: u32,
    reasons: bool,
) -> (Vec<Ground>, Chain) {
    let mut steps: Vec<Step> = Vec::new();
    let mut because = Vec::new();
    if reasons {
        let inner = Plan {
            reasons: true,
            ..inner.clone()
        };
        let patient = Watch::new(Budget::UNLIMITED);
        let mut paper = sheet.clone();
        paper.watch = &patient;
        paper.learn(suppose);
        while let Outcome::Progress(_) = paper.round(&inner, &mut |s| steps.push(s)) {}
        let says =
            |said: Fact, fact: Fact| said == fact || sheet.game.implied(said).contains(&fact);
        // A fact known before stays a reason, even if a conclusion says it again.
        let before = |fact: Fact| sheet.known.holds(fact);
        steps = needed(steps, before, says);
        for &ground in steps.iter().flat_map(|s| &s.because) {
            let outside = !matches!(ground, Ground::Fact(fact) if !before(fact));
            if outside && !because.contains(&ground) {
                because.push(ground);
            }
        }
    }
    let chain = Chain {
        suppose,
        steps,
        rounds,
    };
    (because, chain)
}

/// The last step is the contradiction; keep what it rests on, and what that rests on. `before`:
/// this fact was known before the supposition. `says`: a conclusion says this fact too.
fn needed(
    steps: Vec<Step>,
    before: impl Fn(Fact) -> bool,
    says: impl Fn(Fact, Fact) -> bool,
) -> Vec<Step> {
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
            Ground::Fact(f) if !before(*f) => Some(*f),
            _ => None,
        });
        wanted.extend(facts);
        kept.push(step);
    }
    kept.reverse();
    kept
}
