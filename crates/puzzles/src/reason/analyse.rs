//! Which rules matter: measured on positions, for any family.
//!
//! A position is what is known at some moment. On each one every rule is tried alone, every rule is
//! left out once, and all of them are run in another order. What is found is what was measured on
//! these positions, not a proof about all of them; a counterexample, though, is one.
//!
//! Two sets of rules come to the same if they agree on what still matters on the board. What follows
//! from what is written there, such as the other heights of a cell that is built, need not be
//! scratched; on a finished board nothing needs to be.
//!
//! Rules of one group are one here, and with the rules of a study each of its rules is one. Where the
//! study's rule only excludes things and ours goes on to say what is left, ours is held to that.

use logic::{Fact, Known, Plan, RuleTable, TraceEnd, Way};
use sat::Budget;

use super::plan::{RuleFilter, means, plan};
use crate::board::Reading;
use crate::puzzle::Puzzle;

/// Rules that count as one.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The name of the rule or of the group.
    pub name: &'static str,
    rules: Vec<usize>,
    excludes_only: bool,
}

/// A position: a puzzle, and what is known about it.
pub type Position<'a> = (&'a dyn Puzzle, Vec<Fact>);

/// The rules that are compared.
#[derive(Clone, Debug)]
pub struct Units {
    all: Vec<Unit>,
}

/// What was measured on one or more positions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Measured {
    /// How many positions there were.
    pub positions: usize,
    /// How often each rule found something.
    pub fires: Vec<usize>,
    /// How often the others did not come to everything that it found.
    pub missed: Vec<usize>,
    /// `alone[a][b]`: how often b by itself did not come to everything that a found.
    pub alone: Vec<Vec<usize>>,
    /// How often the rules come to less without this one.
    pub needed: Vec<usize>,
    /// `spoils[a][b]`: how often b no longer saw something new after a had written in what it found.
    pub spoils: Vec<Vec<usize>>,
    /// How often another order of the rules led elsewhere.
    pub order_matters: usize,
}

impl Measured {
    /// Add what was measured on other positions.
    pub fn add(&mut self, other: &Measured) {
        let grow = |mine: &mut Vec<usize>, other: &[usize]| {
            mine.resize(other.len(), 0);
            mine.iter_mut()
                .zip(other)
                .for_each(|(mine, other)| *mine += other);
        };
        let grow_all = |mine: &mut Vec<Vec<usize>>, other: &[Vec<usize>]| {
            mine.resize(other.len(), Vec::new());
            mine.iter_mut()
                .zip(other)
                .for_each(|(mine, other)| grow(mine, other));
        };
        self.positions += other.positions;
        self.order_matters += other.order_matters;
        grow(&mut self.fires, &other.fires);
        grow(&mut self.missed, &other.missed);
        grow(&mut self.needed, &other.needed);
        grow_all(&mut self.alone, &other.alone);
        grow_all(&mut self.spoils, &other.spoils);
    }

    /// Is rule a contained in rule b alone: did b come to everything that a found, wherever a found
    /// anything? Never if the rules come to less without a: then a finds something later that no
    /// other does, b included.
    pub fn is_contained(&self, a: usize, b: usize) -> bool {
        a != b && self.fires[a] > 0 && self.needed[a] == 0 && self.alone[a][b] == 0
    }
}

/// What rules come to from a position.
#[derive(Clone, Debug)]
pub struct Closure {
    known: Known,
    /// What the board says with it.
    said: Vec<bool>,
}

impl Closure {
    fn of(puzzle: &dyn Puzzle, known: Known) -> Closure {
        let reading = match is_finished(puzzle, &known) {
            true => Reading::Finished,
            false => Reading::Partial,
        };
        let board = puzzle.board(known.facts());
        let mut said = vec![false; 2 * known.atoms()];
        for fact in puzzle.facts(&board, reading).unwrap_or_default() {
            said[2 * fact.var() + fact.is_yes() as usize] = true;
        }
        Closure { known, said }
    }

    fn has(&self, fact: Fact) -> bool {
        self.known.holds(fact) || self.said[2 * fact.var() + fact.is_yes() as usize]
    }

    /// Does it have everything of the other that still matters?
    pub fn covers(&self, other: &Closure) -> bool {
        other.known.facts().iter().all(|&fact| self.has(fact))
    }
}

fn is_finished(puzzle: &dyn Puzzle, known: &Known) -> bool {
    let nothing = Plan::of(Vec::new(), Way::Order);
    let end = (puzzle.reasoner())
        .trace(known.facts(), &nothing, Budget::UNLIMITED)
        .end;
    end == TraceEnd::Solved
}

impl Units {
    /// The rules that are chosen. Rules that suppose something are only compared if they are named.
    pub fn of(table: &RuleTable, choice: &RuleFilter) -> Result<Units, String> {
        let mut rules = plan(table, choice)?.0.rules;
        rules.retain(|&rule| !choice.only.is_empty() || !table[rule].trial);
        let study = |rule: usize| {
            let own = |words: &[&str]| words.iter().any(|word| means(word, table[rule]));
            table.study().iter().find(|one| own(one.rules))
        };
        let by_study = !choice.only.is_empty() && rules.iter().all(|&rule| study(rule).is_some());
        let mut all: Vec<Unit> = Vec::new();
        for rule in rules {
            let about = table[rule];
            let (name, excludes_only) = match study(rule).filter(|_| by_study) {
                Some(one) => (one.rules[0], one.excludes_only),
                None if about.group.is_empty() => (about.id, false),
                None => (about.group, false),
            };
            match all.iter_mut().find(|unit| unit.name == name) {
                Some(unit) => unit.rules.push(rule),
                None => all.push(Unit {
                    name,
                    rules: vec![rule],
                    excludes_only,
                }),
            }
        }
        Ok(Units { all })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The name of one.
    pub fn name(&self, unit: usize) -> &'static str {
        self.all[unit].name
    }

    fn rules(&self, keep: &[usize]) -> Vec<usize> {
        (keep.iter())
            .flat_map(|&unit| self.all[unit].rules.clone())
            .collect()
    }

    /// What one finds at once, given what is known. One that supposes something goes on with these.
    fn finds(&self, unit: usize, with: &[usize], puzzle: &dyn Puzzle, known: &[Fact]) -> Vec<Fact> {
        let Unit {
            rules,
            excludes_only,
            ..
        } = &self.all[unit];
        let reasoner = puzzle.reasoner();
        let table = reasoner.rules();
        let mut plan = Plan::of(rules.clone(), Way::Order);
        if rules.iter().any(|&rule| table[rule].trial) {
            plan.rules.extend(self.rules(with));
        }
        let steps = reasoner.steps(known, &plan, Budget::UNLIMITED).into_iter();
        let own = steps.filter(|step| rules.contains(&table.place(step.rule)));
        let mut facts: Vec<Fact> = own.flat_map(|step| step.therefore).collect();
        facts.retain(|fact| !(*excludes_only && fact.is_yes()));
        facts.sort_unstable();
        facts.dedup();
        facts
    }

    /// Everything that these come to, tried in this order.
    pub fn closure(&self, keep: &[usize], (puzzle, from): &Position) -> Closure {
        let reasoner = puzzle.reasoner();
        let table = reasoner.rules();
        // Those that may only exclude, and those that suppose something, look one by one when the
        // others have nothing more to say.
        let is_free = |unit: usize| {
            let Unit { rules, .. } = &self.all[unit];
            !self.all[unit].excludes_only && !rules.iter().any(|&rule| table[rule].trial)
        };
        let (free, held): (Vec<usize>, Vec<usize>) = keep.iter().partition(|&&unit| is_free(unit));
        let plan = Plan::of(self.rules(&free), Way::Order);
        let mut known: Vec<Fact> = from.clone();
        loop {
            let trace = reasoner.trace(&known, &plan, Budget::UNLIMITED);
            if trace.end != TraceEnd::Stuck {
                return Closure::of(*puzzle, trace.known);
            }
            let mut new = held.iter().map(|&unit| {
                let mut facts = self.finds(unit, keep, *puzzle, trace.known.facts());
                facts.retain(|&fact| !trace.known.holds(fact));
                facts
            });
            let Some(facts) = new.find(|facts| !facts.is_empty()) else {
                return Closure::of(*puzzle, trace.known);
            };
            known = trace.known.facts().to_vec();
            known.extend(facts);
        }
    }

    /// Measure all of it on one position; `order` is another order of the rules.
    pub fn measure(&self, position: &Position, order: &[usize]) -> Measured {
        let (puzzle, from) = position;
        let all: Vec<usize> = (0..self.len()).collect();
        let nothing = Plan::of(Vec::new(), Way::Order);
        let start = (puzzle.reasoner()).trace(from, &nothing, Budget::UNLIMITED);
        let start = Closure::of(*puzzle, start.known);
        let found: Vec<Vec<Fact>> = (all.iter())
            .map(|&unit| {
                let mut facts = self.finds(unit, &all, *puzzle, from);
                facts.retain(|&fact| !start.has(fact));
                facts
            })
            .collect();
        let whole = self.closure(&all, position);
        let alone: Vec<Closure> = (all.iter())
            .map(|&unit| self.closure(&[unit], position))
            .collect();
        let lacks =
            |closure: &Closure, a: usize| !found[a].iter().all(|&fact| closure.has(fact)) as usize;
        let others = |unit: usize| -> Vec<usize> {
            (all.iter().copied())
                .filter(|&other| other != unit)
                .collect()
        };
        let without: Vec<Closure> = (all.iter())
            .map(|&unit| self.closure(&others(unit), position))
            .collect();
        let spoils = |a: usize, b: usize| {
            if found[a].is_empty() || found[b].is_empty() || a == b {
                return 0;
            }
            let mut known = from.clone();
            known.extend(&found[a]);
            let after = self.finds(b, &all, *puzzle, &known);
            let now = (puzzle.reasoner()).trace(&known, &nothing, Budget::UNLIMITED);
            let now = Closure::of(*puzzle, now.known);
            let gone = |fact: &&Fact| !now.has(**fact) && after.binary_search(fact).is_err();
            found[b].iter().any(|fact| gone(&fact)) as usize
        };
        let other = self.closure(order, position);
        Measured {
            positions: 1,
            fires: found
                .iter()
                .map(|facts| !facts.is_empty() as usize)
                .collect(),
            missed: (all.iter())
                .map(|&a| !self.contain(&others(a), a, position) as usize)
                .collect(),
            alone: (all.iter())
                .map(|&a| alone.iter().map(|closure| lacks(closure, a)).collect())
                .collect(),
            needed: without.iter().map(|w| !w.covers(&whole) as usize).collect(),
            spoils: (all.iter())
                .map(|&a| all.iter().map(|&b| spoils(a, b)).collect())
                .collect(),
            order_matters: !(other.covers(&whole) && whole.covers(&other)) as usize,
        }
    }

    /// Do these come to everything that this rule finds here, and no further with it?
    pub fn contain(&self, keep: &[usize], unit: usize, position: &Position) -> bool {
        let closure = self.closure(keep, position);
        let found = self.finds(unit, keep, position.0, &position.1);
        let with: Vec<usize> = keep.iter().copied().chain([unit]).collect();
        found.into_iter().all(|fact| closure.has(fact))
            && closure.covers(&self.closure(&with, position))
    }
}

/// All smallest sets of so many things that are enough, if more are never worse than fewer; up to
/// `most` of them. Things that are in each of them are necessary; those in none are superfluous.
pub fn smallest_sets(
    things: usize,
    most: usize,
    is_enough: &mut dyn FnMut(&[usize]) -> bool,
) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut tried: Vec<Vec<usize>> = Vec::new();
    let mut todo: Vec<Vec<usize>> = vec![Vec::new()];
    while let Some(excluded) = todo.pop() {
        if tried.contains(&excluded) || found.len() >= most {
            continue;
        }
        tried.push(excluded.clone());
        let rest: Vec<usize> = (0..things).filter(|one| !excluded.contains(one)).collect();
        let known = found
            .iter()
            .find(|set| set.iter().all(|one| rest.contains(one)))
            .cloned();
        let smallest = match known {
            Some(set) => set,
            None if !is_enough(&rest) => continue,
            None => {
                let mut set = rest;
                for one in (0..things).rev() {
                    let fewer: Vec<usize> = (set.iter().copied()).filter(|&x| x != one).collect();
                    if fewer.len() < set.len() && is_enough(&fewer) {
                        set = fewer;
                    }
                }
                found.push(set.clone());
                set
            }
        };
        for one in smallest {
            let mut more = excluded.clone();
            more.push(one);
            more.sort_unstable();
            todo.push(more);
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four rules: the first finds things that the last also comes to, and is needed all the same; the
    /// second is contained in the last; the third never finds anything.
    #[test]
    fn a_rule_that_is_needed_is_contained_in_no_other() {
        let alone = |lacks: [usize; 4]| lacks.to_vec();
        let measured = Measured {
            positions: 9,
            fires: vec![7, 5, 0, 9],
            needed: vec![2, 0, 0, 9],
            alone: vec![
                alone([0, 3, 7, 0]),
                alone([4, 0, 5, 0]),
                alone([0; 4]),
                alone([9, 9, 9, 0]),
            ],
            ..Measured::default()
        };
        let pairs = (0..4).flat_map(|a| (0..4).map(move |b| (a, b)));
        let contained: Vec<_> = pairs
            .filter(|&(a, b)| measured.is_contained(a, b))
            .collect();
        assert_eq!(contained, [(1, 3)]);
    }

    /// One of two, and always the last.
    #[test]
    fn all_smallest_sets_are_found() {
        let mut is_enough =
            |set: &[usize]| set.contains(&4) && (set.contains(&1) || set.contains(&2));
        assert_eq!(smallest_sets(5, 9, &mut is_enough), [[1, 4], [2, 4]]);
        assert_eq!(
            smallest_sets(3, 9, &mut |_| false),
            Vec::<Vec<usize>>::new()
        );
        assert_eq!(smallest_sets(3, 9, &mut |_| true), [Vec::<usize>::new()]);
    }
}
