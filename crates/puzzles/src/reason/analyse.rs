//! Which rules matter: measured on positions, for any family.
//!
//! A position is what is known at some moment. On each one every rule is tried alone, every rule is
//! left out once, and all of them are run in other orders. What is found is what was measured on
//! these positions, not a proof about all of them; a counterexample, though, is one.

use logic::{Fact, Plan, Way};
use sat::Budget;

use crate::puzzle::Puzzle;

/// What was measured on a set of positions of one family.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// How many positions there were.
    pub positions: usize,
    /// The rules that suppose nothing, by their place in the table.
    pub rules: Vec<usize>,
    /// How often each rule found something.
    pub fires: Vec<usize>,
    /// `contained[a][b]`: on every position, rule b alone found everything that rule a alone found.
    pub contained: Vec<Vec<bool>>,
    /// How often the closure without this rule was smaller.
    pub needed: Vec<usize>,
    /// How often a different order of the rules led to a different closure.
    pub order_matters: usize,
    /// Rules that by themselves have the closure of all, found by leaving rules out, the hardest
    /// first, as long as nothing changes.
    pub elementary: Vec<usize>,
}

/// A position: a puzzle, and what is known about it.
pub type Position<'a> = (&'a dyn Puzzle, Vec<Fact>);

fn plan(rules: &[usize], way: Way) -> Plan {
    Plan::of(rules.to_vec(), way)
}

/// Everything that these rules lead to, sorted.
fn closure((puzzle, known): &Position, rules: &[usize], way: Way) -> Vec<Fact> {
    let trace = puzzle
        .reasoner()
        .trace(known, &plan(rules, way), Budget::UNLIMITED);
    let mut facts = trace.known.facts().to_vec();
    facts.sort_unstable();
    facts
}

/// What one rule finds at once, sorted.
fn alone((puzzle, known): &Position, rule: usize) -> Vec<Fact> {
    let steps = (puzzle.reasoner()).steps(known, &plan(&[rule], Way::Order), Budget::UNLIMITED);
    let mut facts: Vec<Fact> = steps.iter().flat_map(|s| s.therefore.clone()).collect();
    facts.sort_unstable();
    facts.dedup();
    facts
}

/// Measure the rules on these positions, which must all be of one family and consistent. `shuffled`
/// gives a different order of the rules for each number.
pub fn analyse(
    positions: &[Position],
    shuffled: impl Fn(usize, &[usize]) -> Vec<usize>,
) -> Analysis {
    let first = positions.first();
    let table = first.map(|(puzzle, _)| puzzle.reasoner().rules());
    let own = table.as_ref().map_or(&[][..], |table| table.own());
    let rules: Vec<usize> = (0..own.len()).filter(|&r| !own[r].trial).collect();
    let n = rules.len();
    let mut analysis = Analysis {
        positions: positions.len(),
        fires: vec![0; n],
        contained: vec![vec![true; n]; n],
        needed: vec![0; n],
        order_matters: 0,
        elementary: Vec::new(),
        rules: rules.clone(),
    };
    let mut all: Vec<Vec<Fact>> = Vec::new();
    for (i, position) in positions.iter().enumerate() {
        let found: Vec<Vec<Fact>> = rules.iter().map(|&r| alone(position, r)).collect();
        for a in 0..n {
            analysis.fires[a] += !found[a].is_empty() as usize;
            for b in 0..n {
                let within = found[a].iter().all(|f| found[b].binary_search(f).is_ok());
                analysis.contained[a][b] &= within;
            }
        }
        let whole = closure(position, &rules, Way::Rounds);
        for a in 0..n {
            let rest: Vec<usize> = rules.iter().copied().filter(|&r| r != rules[a]).collect();
            analysis.needed[a] += (closure(position, &rest, Way::Rounds) != whole) as usize;
        }
        let other = shuffled(i, &rules);
        analysis.order_matters += (closure(position, &other, Way::Order) != whole) as usize;
        all.push(whole);
    }
    let same = |rules: &[usize]| {
        let pairs = positions.iter().zip(&all);
        pairs
            .into_iter()
            .all(|(p, whole)| closure(p, rules, Way::Rounds) == *whole)
    };
    let mut elementary = rules;
    for place in (0..n).rev() {
        let mut less = elementary.clone();
        less.remove(place);
        if same(&less) {
            elementary = less;
        }
    }
    analysis.elementary = elementary;
    analysis
}
