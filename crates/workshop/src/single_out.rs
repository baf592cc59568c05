//! Which of some solutions needs the fewest clues to stand alone among them?
//!
//! When all solutions of a puzzle are listed, this is all that is left of the question how to
//! repair it, and no solver is needed: every clue that reveals something of a solution keeps those
//! solutions of which it would reveal the same. A solution stands alone when its clues contradict
//! all others, which is a hitting set; the fewest clues over all solutions are found by deepening
//! over all of them at once: is one clue enough for any of them, then two, and so on.
//!
//! What makes a solution hard to single out are its nearest neighbours, so a search begins with
//! these and adds another only when it turns out to be missing.

use std::collections::BTreeMap;

use puzzles::make::{Edit, Place};
use puzzles::{Board, Puzzle};

use crate::hitting_set::{BitSet, Hit, HittingSet};

/// Solutions, and what clues would reveal of each. When it is time to stop, whatever is asked of them
/// comes to an end without a good answer.
pub(crate) struct Solutions<'a> {
    stop: &'a dyn Fn() -> bool,
    /// Each solution's clues, each with the number of its place.
    clues: Vec<Vec<(usize, Edit)>>,
    /// Each solution's sign at each place, as a number.
    signs: Vec<Vec<u32>>,
    /// Those that some clues tell from all others.
    alone: Vec<usize>,
}

/// Clues with which one of the solutions is alone.
pub(crate) struct SingledOut {
    /// The number of the solution that is alone.
    pub solution: usize,
    /// The clues to add.
    pub clues: Vec<Edit>,
    /// Fewer clues are not enough, for any of the solutions.
    pub smallest: bool,
}

/// How many neighbours are looked at first.
const NEAREST: usize = 48;

impl<'a> Solutions<'a> {
    pub fn new(
        puzzle: &dyn Puzzle,
        solutions: &[Board],
        stop: &'a dyn Fn() -> bool,
    ) -> Solutions<'a> {
        Solutions::at(puzzle, solutions, |_| true, stop)
    }

    /// Solutions and their clues, but with clues at some places only.
    pub fn at(
        puzzle: &dyn Puzzle,
        solutions: &[Board],
        allowed: impl Fn(Place) -> bool,
        stop: &'a dyn Fn() -> bool,
    ) -> Solutions<'a> {
        let mut places: BTreeMap<Place, usize> = BTreeMap::new();
        let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
        let (mut clues, mut signs) = (Vec::new(), Vec::new());
        for solution in solutions {
            if stop() {
                break;
            }
            let mut told = puzzle.reveals(solution);
            told.retain(|clue| allowed(clue.place));
            let (mut mine, mut row) = (Vec::new(), vec![0; places.len()]);
            for clue in told {
                let next = places.len();
                let place = *places.entry(clue.place).or_insert(next);
                row.resize(row.len().max(place + 1), 0);
                // Zero is for those of which nothing is revealed here.
                let next = 1 + numbers.len() as u32;
                row[place] = match numbers.get(&clue.sign) {
                    Some(&number) => number,
                    None => *numbers.entry(clue.sign.clone()).or_insert(next),
                };
                mine.push((place, clue));
            }
            clues.push(mine);
            signs.push(row);
        }
        signs
            .iter_mut()
            .for_each(|row: &mut Vec<u32>| row.resize(places.len(), 0));
        let mut order: Vec<usize> = (0..signs.len()).collect();
        order.sort_unstable_by(|&a, &b| signs[a].cmp(&signs[b]));
        let mut alone: Vec<usize> = (order.chunk_by(|&a, &b| signs[a] == signs[b]))
            .filter(|same| same.len() == 1)
            .map(|same| same[0])
            .collect();
        alone.sort_unstable();
        Solutions {
            stop,
            clues,
            signs,
            alone,
        }
    }

    /// The solutions that some clues tell from all others, in their order.
    pub fn alone(&self) -> &[usize] {
        &self.alone
    }

    /// No clue reveals anything of any of them.
    pub fn is_mute(&self) -> bool {
        self.clues.iter().all(Vec::is_empty)
    }

    /// The other solutions, those with nearly the same clues as this one first.
    pub fn nearest(&self, to: usize) -> Vec<usize> {
        let different = |other: usize| {
            let pairs = self.signs[to].iter().zip(&self.signs[other]);
            pairs.filter(|(a, b)| a != b).count()
        };
        let others = (0..self.signs.len()).filter(|&other| other != to);
        let mut near: Vec<(usize, usize)> = others.map(|other| (different(other), other)).collect();
        if near.len() > NEAREST {
            near.select_nth_unstable(NEAREST);
            near.truncate(NEAREST);
        }
        near.sort_unstable();
        near.into_iter().map(|(_, other)| other).collect()
    }

    /// The places at which a clue of this solution contradicts another.
    fn between(&self, solution: usize, other: usize) -> BitSet {
        let differs = |place: &usize| self.signs[solution][*place] != self.signs[other][*place];
        let told = self.clues[solution].iter().map(|&(place, _)| place);
        told.filter(differs).collect()
    }

    fn sets(&self, solution: usize) -> HittingSet {
        let mut sets = HittingSet::default();
        if (self.stop)() {
            return sets;
        }
        for other in self.nearest(solution) {
            sets.add(self.between(solution, other));
        }
        sets
    }

    /// Another solution that clues at these places do not contradict.
    fn left_over(&self, solution: usize, places: &[usize]) -> Option<usize> {
        let same = |other: &usize| {
            let (mine, its) = (&self.signs[solution], &self.signs[*other]);
            *other != solution && places.iter().all(|&place| mine[place] == its[place])
        };
        (0..self.signs.len()).find(same)
    }

    /// The fewest clues with which one of them is alone; none if there are no such clues.
    pub fn fewest(&self, mut nodes: u64) -> Option<SingledOut> {
        let mut sets: Vec<HittingSet> = self.alone.iter().map(|&one| self.sets(one)).collect();
        let most = self.signs.first().map_or(0, Vec::len);
        for count in 1..=most {
            for (&solution, sets) in self.alone.iter().zip(&mut sets) {
                loop {
                    if (self.stop)() {
                        return None;
                    }
                    match sets.smallest(count, &mut nodes, self.stop) {
                        Hit::TooFew => break,
                        Hit::TooHard => return self.few(),
                        Hit::Chosen(places) => match self.left_over(solution, &places) {
                            Some(other) => sets.add(self.between(solution, other)),
                            None => return Some(self.answer(solution, &places, true)),
                        },
                    };
                }
            }
        }
        None
    }

    /// Few clues, found without looking at all choices.
    fn few(&self) -> Option<SingledOut> {
        let choices = self.alone.iter().map(|&one| (one, self.greedy(one)));
        let (solution, places) = choices.min_by_key(|(_, places)| places.len())?;
        Some(self.answer(solution, &places, false))
    }

    fn greedy(&self, solution: usize) -> Vec<usize> {
        let mut sets = self.sets(solution);
        let mut places = sets.greedy();
        while let Some(other) = self.left_over(solution, &places)
            && !(self.stop)()
        {
            sets.add(self.between(solution, other));
            places = sets.greedy();
        }
        for i in (0..places.len()).rev() {
            let place = places.remove(i);
            if self.left_over(solution, &places).is_some() {
                places.insert(i, place);
            }
        }
        places
    }

    /// The solutions that can be alone, those that seem to need the fewest clues first.
    pub fn promising(&self) -> Vec<usize> {
        let mut order = self.alone.clone();
        order.sort_by_cached_key(|&one| self.sets(one).greedy().len());
        order
    }

    fn answer(&self, solution: usize, places: &[usize], smallest: bool) -> SingledOut {
        let chosen = |(place, _): &&(usize, Edit)| places.contains(place);
        let clues = self.clues[solution].iter().filter(chosen);
        SingledOut {
            solution,
            clues: clues.map(|(_, clue)| clue.clone()).collect(),
            smallest,
        }
    }
}
