//! Smallest hitting sets: choose as few things as possible so that each of some sets contains one.
//!
//! By deepening: all choices of one thing, of two, and so on. The set with the fewest things left
//! is branched on; a thing whose branch has failed is excluded from later branches; sets that share
//! nothing need a thing each, which ends hopeless branches early, and the last thing must be in all
//! sets that are left. The search counts its nodes and gives up when it has used as many as it was
//! allowed.

/// Some things, a bit for each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct BitSet(Vec<u64>);

impl FromIterator<usize> for BitSet {
    fn from_iter<I: IntoIterator<Item = usize>>(members: I) -> BitSet {
        let mut things = BitSet::default();
        members.into_iter().for_each(|thing| things.insert(thing));
        things
    }
}

impl BitSet {
    fn insert(&mut self, thing: usize) {
        let word = thing / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (thing % 64);
    }

    pub fn contains(&self, thing: usize) -> bool {
        let word = self.0.get(thing / 64).copied().unwrap_or(0);
        word >> (thing % 64) & 1 == 1
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        (self.0.iter().enumerate()).flat_map(|(place, &word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| 64 * place + bit)
        })
    }

    fn meets(&self, other: &BitSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    fn without(&self, other: &BitSet) -> BitSet {
        let others = other.0.iter().copied().chain(std::iter::repeat(0));
        BitSet(self.0.iter().zip(others).map(|(a, b)| a & !b).collect())
    }

    fn both(&self, other: &BitSet) -> BitSet {
        BitSet(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    fn join(&mut self, other: &BitSet) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
}

#[derive(Default)]
pub(crate) struct HittingSet {
    all: Vec<BitSet>,
    /// Fewer things than this are known not to be enough.
    at_least: usize,
}

#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Hit {
    /// A smallest choice.
    Chosen(Vec<usize>),
    /// More things are needed than were allowed.
    TooFew,
    /// The nodes were used up.
    TooHard,
}

/// Nodes for a search on its own.
pub(crate) const MOST_NODES: u64 = 200_000;

impl HittingSet {
    /// Add a set to hit. False if it is empty, so that nothing can hit it.
    pub fn add(&mut self, set: BitSet) -> bool {
        let possible = set.len() > 0;
        self.all.push(set);
        possible
    }

    /// A smallest choice of at most `most` things. Sets are only ever added, so what was too few
    /// stays too few. When it is time to stop, it is as if the nodes were used up.
    pub fn smallest(&mut self, most: usize, nodes: &mut u64, stop: &dyn Fn() -> bool) -> Hit {
        while self.at_least <= most {
            let mut search = Search {
                sets: &self.all,
                chosen: Vec::new(),
                banned: BitSet::default(),
                nodes,
                stop,
            };
            let open: Vec<usize> = (0..self.all.len()).collect();
            match search.go(&open, self.at_least) {
                None => return Hit::TooHard,
                Some(true) => return Hit::Chosen(search.chosen),
                Some(false) => self.at_least += 1,
            }
        }
        Hit::TooFew
    }

    /// A choice that need not be the smallest: what hits the most sets goes first.
    pub fn greedy(&self) -> Vec<usize> {
        let mut chosen: Vec<usize> = Vec::new();
        let mut missed: Vec<&BitSet> = self.all.iter().collect();
        loop {
            let mut counts: Vec<usize> = Vec::new();
            for thing in missed.iter().flat_map(|set| set.iter()) {
                if counts.len() <= thing {
                    counts.resize(thing + 1, 0);
                }
                counts[thing] += 1;
            }
            let best = (0..counts.len()).max_by_key(|&thing| (counts[thing], usize::MAX - thing));
            match best {
                Some(thing) => {
                    chosen.push(thing);
                    missed.retain(|set| !set.contains(thing));
                }
                None => return chosen,
            }
        }
    }
}

struct Search<'a> {
    sets: &'a [BitSet],
    chosen: Vec<usize>,
    banned: BitSet,
    nodes: &'a mut u64,
    stop: &'a dyn Fn() -> bool,
}

impl Search<'_> {
    /// Can this many more things hit the sets that are open? None if there were too many nodes.
    fn go(&mut self, open: &[usize], left: usize) -> Option<bool> {
        if open.is_empty() {
            return Some(true);
        }
        *self.nodes = self.nodes.checked_sub(1)?;
        // Asking takes longer than a node of few sets.
        if self.nodes.is_multiple_of(64) && (self.stop)() {
            return None;
        }
        if left == 0 {
            return Some(false);
        }
        let usable = |&set: &usize| self.sets[set].without(&self.banned);
        if left == 1 {
            let all = open.iter().map(usable).reduce(|a, b| a.both(&b));
            let last = all.and_then(|all| all.iter().next());
            self.chosen.extend(last);
            return Some(last.is_some());
        }
        let mut tightest: Option<(usize, BitSet)> = None;
        let mut apart = BitSet::default();
        let mut needed = 0;
        for set in open {
            let usable = usable(set);
            if !usable.meets(&apart) {
                needed += 1;
                apart.join(&usable);
            }
            let len = usable.len();
            if tightest.as_ref().is_none_or(|(fewest, _)| len < *fewest) {
                tightest = Some((len, usable));
            }
        }
        if needed > left {
            return Some(false);
        }
        let banned = self.banned.clone();
        for thing in tightest.iter().flat_map(|(_, things)| things.iter()) {
            let missed = |set: &&usize| !self.sets[**set].contains(thing);
            let open: Vec<usize> = open.iter().filter(missed).copied().collect();
            self.chosen.push(thing);
            if self.go(&open, left - 1)? {
                return Some(true);
            }
            self.chosen.pop();
            self.banned.insert(thing);
        }
        self.banned = banned;
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::{Hit, HittingSet, MOST_NODES};

    fn sets(all: &[&[usize]]) -> HittingSet {
        let mut sets = HittingSet::default();
        assert!((all.iter()).all(|set| sets.add(set.iter().copied().collect())));
        sets
    }

    fn smallest(sets: &mut HittingSet) -> Vec<usize> {
        match sets.smallest(usize::MAX, &mut MOST_NODES.clone(), &|| false) {
            Hit::Chosen(chosen) => chosen,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_smallest_choice_is_found_where_greed_takes_more() {
        // 0 hits most, but then three more are needed; 1, 2, 3 hit all.
        let all: [&[usize]; 6] = [&[0, 1], &[0, 2], &[0, 3], &[1], &[2], &[3]];
        let mut found = smallest(&mut sets(&all));
        found.sort_unstable();
        assert_eq!(found, [1, 2, 3]);
        let greedy = sets(&[&[0, 1], &[0, 2], &[0, 3], &[1, 4], &[2, 4], &[3, 5]]).greedy();
        assert!(greedy.len() >= 3, "{greedy:?}");
    }

    #[test]
    fn it_agrees_with_trying_everything() {
        // All families of sets from a simple generator, over eight things far apart.
        let mut state = 1u64;
        let mut random = move || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as usize
        };
        const APART: usize = 13;
        for _ in 0..200 {
            let all: Vec<Vec<usize>> = (0..1 + random() % 7)
                .map(|_| {
                    let bits = 1 + random() % 255;
                    (0..8).filter(|thing| bits >> thing & 1 == 1).collect()
                })
                .collect();
            let hits = |choice: usize| {
                let is_hit = |set: &Vec<usize>| set.iter().any(|thing| choice >> thing & 1 == 1);
                all.iter().all(is_hit)
            };
            let best = (0..256usize)
                .filter(|&c| hits(c))
                .map(usize::count_ones)
                .min();
            let best = best.expect("all of them") as usize;
            let mut sets = HittingSet::default();
            for set in &all {
                assert!(sets.add(set.iter().map(|thing| APART * thing).collect()));
            }
            let choice = |found: &[usize]| found.iter().map(|thing| 1 << (thing / APART)).sum();
            assert_eq!(
                sets.smallest(best - 1, &mut MOST_NODES.clone(), &|| false),
                Hit::TooFew
            );
            let found = smallest(&mut sets);
            assert!(hits(choice(&found)));
            assert_eq!(found.len(), best, "{all:?}");
            assert!(hits(choice(&sets.greedy())));
        }
    }

    #[test]
    fn an_empty_set_cannot_be_hit() {
        assert!(!HittingSet::default().add(std::iter::empty().collect()));
    }

    #[test]
    fn nodes_that_are_used_up_are_no_answer() {
        let mut sets = sets(&[&[0, 1], &[1, 2], &[2, 0]]);
        assert_eq!(sets.smallest(3, &mut 2, &|| false), Hit::TooHard);
        assert_eq!(sets.smallest(3, &mut 65, &|| true), Hit::TooHard);
    }
}
