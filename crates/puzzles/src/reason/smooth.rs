//! A smoother order for a walkthrough. Taking what is near each time leaves stragglers to which one
//! has to jump later, and cannot see that two steps would follow each other well if one waited for
//! the other. So when all is in order, short stretches are moved to where they fit better, for as long
//! as that helps. Steps are moved only past others that are as hard: a harder one comes when nothing
//! easier is left.

use super::order::distance;

/// What is told at once, as the order sees it. Facts are numbers.
pub(super) struct Item {
    pub middle: (f64, f64),
    /// It may be moved, together with those beside it, past others that are as hard; none if it stays.
    pub tier: Option<u8>,
    /// What its first step cites, and what all its steps do.
    pub cites: Vec<usize>,
    pub needs: Vec<usize>,
    pub gives: Vec<usize>,
}

/// How far a stretch is moved at most, and how long it is: so that long walkthroughs take no time.
const FAR: usize = 80;
const STRETCH_STEPS: usize = 4;
/// What is further away than this share of half the perimeter is elsewhere, however far.
const ELSEWHERE: f64 = 0.18;
/// How often all is looked through at most.
const ROUNDS: usize = 8;

struct Order<'a> {
    items: &'a [Item],
    order: Vec<usize>,
    /// Where each item is in the order.
    places: Vec<usize>,
    /// For each item those that must come before it, and after it.
    before: Vec<Vec<usize>>,
    after: Vec<Vec<usize>>,
    /// For each item those of which it uses something.
    uses: Vec<Vec<usize>>,
    half_perimeter: f64,
    worth: f64,
}

/// The items in a better order, in which each still comes after what it needs. To build on the one
/// before is worth so much, as a share of half the perimeter.
pub(super) fn smoothed(
    items: &[Item],
    facts: usize,
    half_perimeter: f64,
    worth: f64,
) -> Vec<usize> {
    let mut order = Order {
        items,
        order: (0..items.len()).collect(),
        places: (0..items.len()).collect(),
        before: vec![Vec::new(); items.len()],
        after: vec![Vec::new(); items.len()],
        uses: vec![Vec::new(); items.len()],
        half_perimeter,
        worth,
    };
    let mut given_by: Vec<Vec<usize>> = vec![Vec::new(); facts];
    for (at, item) in items.iter().enumerate() {
        // The first that gives a fact is the one that is waited for; who gives the same comes later.
        let gives = item.gives.iter().filter_map(|&fact| given_by[fact].last());
        let needs = item.needs.iter().filter_map(|&fact| given_by[fact].first());
        let mut before: Vec<usize> = gives.chain(needs).copied().collect();
        before.sort_unstable();
        before.dedup();
        before.iter().for_each(|&other| order.after[other].push(at));
        order.before[at] = before;
        item.gives.iter().for_each(|&fact| given_by[fact].push(at));
    }
    for (uses, item) in order.uses.iter_mut().zip(items) {
        uses.extend(item.cites.iter().flat_map(|&fact| &given_by[fact]));
        uses.sort_unstable();
        uses.dedup();
    }
    for _ in 0..ROUNDS {
        if !order.improve() {
            break;
        }
    }
    order.order
}

impl Order<'_> {
    /// What it costs that the one at this place is followed by that at another.
    fn cost(&self, from: Option<usize>, to: Option<usize>) -> f64 {
        let at = |place: Option<usize>| self.order.get(place?).copied();
        let (Some(a), Some(b)) = (at(from), at(to)) else {
            return 0.0;
        };
        let far = distance(self.items[a].middle, self.items[b].middle) / self.half_perimeter;
        let far = far.min(ELSEWHERE);
        match self.uses[b].binary_search(&a) {
            Ok(_) => far - self.worth,
            Err(_) => far,
        }
    }

    /// Move every stretch to where it fits best; false if nothing was moved.
    fn improve(&mut self) -> bool {
        let mut any = false;
        for first in 0..self.order.len() {
            for long in 1..=STRETCH_STEPS {
                let behind = first + long;
                let stretch = first..behind;
                if behind > self.order.len() || !self.is_like(behind - 1, first) {
                    break;
                }
                // Between the places from `low` to `high`; before a place is after the one before.
                let (mut low, mut high) = (first, behind);
                let place_of = |others: &[usize]| -> Vec<usize> {
                    others.iter().map(|&i| self.places[i]).collect()
                };
                let (mut least, mut most) = (0, self.order.len());
                for place in stretch.clone() {
                    let item = self.order[place];
                    let outside = |p: &usize| !stretch.contains(p);
                    let before = place_of(&self.before[item]).into_iter().filter(outside);
                    least = before.map(|p| p + 1).fold(least, usize::max);
                    let after = place_of(&self.after[item]).into_iter().filter(outside);
                    most = after.fold(most, usize::min);
                }
                while low > least && first - low < FAR && self.is_like(low - 1, first) {
                    low -= 1;
                }
                while high < most && high - behind < FAR && self.is_like(high, first) {
                    high += 1;
                }
                let left = |place: usize| place.checked_sub(1);
                let out = self.cost(left(first), Some(first))
                    + self.cost(Some(behind - 1), Some(behind))
                    - self.cost(left(first), Some(behind));
                let into = |gap: usize| {
                    self.cost(left(gap), Some(first)) + self.cost(Some(behind - 1), Some(gap))
                        - self.cost(left(gap), Some(gap))
                };
                let gaps = (low..first).chain(behind + 1..=high);
                let best = gaps
                    .map(|gap| (into(gap), gap))
                    .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                if let Some((cost, gap)) = best
                    && cost < out - 1e-9
                {
                    match gap < first {
                        true => self.order[gap..behind].rotate_right(long),
                        false => self.order[first..gap].rotate_left(long),
                    }
                    for place in gap.min(first)..gap.max(behind) {
                        self.places[self.order[place]] = place;
                    }
                    any = true;
                    break;
                }
            }
        }
        any
    }

    /// Are both as hard, so that one may come before the other?
    fn is_like(&self, place: usize, other: usize) -> bool {
        let tier = |place: usize| self.items[self.order[place]].tier;
        tier(place).is_some() && tier(place) == tier(other)
    }
}
