//! Smallest hitting sets: choose as few things as possible so that each of some sets holds one.
//!
//! By deepening: all choices of one thing, of two, and so on. The set with the fewest things left is
//! branched on; a thing whose branch has failed is out for its later brothers; sets that share
//! nothing need a thing each, which ends hopeless branches early. The search counts its nodes and
//! gives up after many.

#[derive(Default)]
pub(crate) struct Sets {
    all: Vec<Vec<usize>>,
    /// It is known that fewer things are not enough.
    at_least: usize,
}

/// A search gives up after so many nodes.
const MANY: u32 = 200_000;

impl Sets {
    /// One more set to hit. False if it is empty, so that nothing can hit it.
    pub fn add(&mut self, set: Vec<usize>) -> bool {
        let possible = !set.is_empty();
        self.all.push(set);
        possible
    }

    /// A smallest choice; none if it is too hard to find. Sets only ever come in addition, so what
    /// was too few stays too few.
    pub fn smallest(&mut self) -> Option<Vec<usize>> {
        loop {
            let mut search = Search {
                sets: &self.all,
                chosen: Vec::new(),
                banned: Vec::new(),
                nodes: MANY,
            };
            match search.go(self.at_least)? {
                true => return Some(search.chosen),
                false => self.at_least += 1,
            }
        }
    }

    /// A choice that need not be the smallest: what hits most first.
    pub fn greedy(&self) -> Vec<usize> {
        let mut chosen: Vec<usize> = Vec::new();
        loop {
            let missed = || {
                let hit = |set: &&Vec<usize>| !set.iter().any(|thing| chosen.contains(thing));
                self.all.iter().filter(hit)
            };
            let mut counts: Vec<usize> = Vec::new();
            for &thing in missed().flatten() {
                if counts.len() <= thing {
                    counts.resize(thing + 1, 0);
                }
                counts[thing] += 1;
            }
            let best = (0..counts.len()).max_by_key(|&thing| (counts[thing], usize::MAX - thing));
            match best {
                Some(thing) => chosen.push(thing),
                None => return chosen,
            }
        }
    }
}

struct Search<'a> {
    sets: &'a [Vec<usize>],
    chosen: Vec<usize>,
    banned: Vec<usize>,
    nodes: u32,
}

impl Search<'_> {
    /// Can so many more things hit the rest? None if there were too many nodes.
    fn go(&mut self, left: usize) -> Option<bool> {
        self.nodes = self.nodes.checked_sub(1)?;
        let mut tightest: Option<Vec<usize>> = None;
        let mut apart: Vec<usize> = Vec::new();
        let mut needed = 0;
        for set in self.sets {
            if set.iter().any(|thing| self.chosen.contains(thing)) {
                continue;
            }
            let free = |thing: &&usize| !self.banned.contains(thing);
            let usable: Vec<usize> = set.iter().filter(free).copied().collect();
            if !usable.iter().any(|thing| apart.contains(thing)) {
                needed += 1;
                apart.extend(&usable);
            }
            if tightest.as_ref().is_none_or(|t| usable.len() < t.len()) {
                tightest = Some(usable);
            }
        }
        let Some(branches) = tightest else {
            return Some(true);
        };
        if needed > left {
            return Some(false);
        }
        let banned = self.banned.len();
        for thing in branches {
            self.chosen.push(thing);
            if self.go(left - 1)? {
                return Some(true);
            }
            self.chosen.pop();
            self.banned.push(thing);
        }
        self.banned.truncate(banned);
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::Sets;

    fn sets(all: &[&[usize]]) -> Sets {
        let mut sets = Sets::default();
        assert!(all.iter().all(|set| sets.add(set.to_vec())));
        sets
    }

    #[test]
    fn the_smallest_choice_is_found_where_greed_takes_more() {
        // 0 hits most, but then three more are needed; 1, 2, 3 hit all.
        let all: [&[usize]; 6] = [&[0, 1], &[0, 2], &[0, 3], &[1], &[2], &[3]];
        let mut found = sets(&all).smallest().expect("small");
        found.sort_unstable();
        assert_eq!(found, [1, 2, 3]);
        let greedy = sets(&[&[0, 1], &[0, 2], &[0, 3], &[1, 4], &[2, 4], &[3, 5]]).greedy();
        assert!(greedy.len() >= 3, "{greedy:?}");
    }

    #[test]
    fn it_agrees_with_trying_everything() {
        // All families of sets from a simple generator, over eight things.
        let mut state = 1u64;
        let mut random = move || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as usize
        };
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
            let mut sets = Sets::default();
            all.iter().for_each(|set| assert!(sets.add(set.clone())));
            let found = sets.smallest().expect("small");
            assert!(hits(found.iter().map(|thing| 1 << thing).sum()));
            assert_eq!(Some(found.len() as u32), best, "{all:?}");
            assert!(hits(sets.greedy().iter().map(|thing| 1 << thing).sum()));
        }
    }

    #[test]
    fn an_empty_set_cannot_be_hit() {
        assert!(!Sets::default().add(Vec::new()));
    }
}
