//! Which variable is decided next: the one that took part in most of the latest conflicts (VSIDS,
//! as in MiniSat), found with a heap.

pub(super) struct Order {
    /// Variables; none has a child that is more active.
    heap: Vec<u32>,
    /// Each variable's place in the heap, or [`NOWHERE`].
    place: Vec<u32>,
    activity: Vec<f64>,
    step: f64,
}

const NOWHERE: u32 = u32::MAX;

/// By how much a conflict counts more than the one before it.
const GROWTH: f64 = 1.0 / 0.95;

impl Order {
    /// One variable for each of these weights, those with the largest first; among equals the last,
    /// which in the models of loops are the lines (beginning with the cells took twice as many
    /// conflicts).
    pub(super) fn new(weights: Vec<f64>) -> Order {
        let vars = weights.len() as u32;
        let mut order = Order {
            heap: (0..vars).rev().collect(),
            place: (0..vars).rev().collect(),
            activity: weights,
            step: 1.0,
        };
        for at in (0..order.heap.len() / 2).rev() {
            order.sink(at);
        }
        order
    }

    /// The most active variable, which is taken out.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let top = *self.heap.first()?;
        let last = self.heap.pop().unwrap_or(top);
        self.place[top as usize] = NOWHERE;
        if last != top {
            self.heap[0] = last;
            self.place[last as usize] = 0;
            self.sink(0);
        }
        Some(top as usize)
    }

    /// Put a variable back, if it is one of those that are ordered.
    pub(super) fn insert(&mut self, var: usize) {
        if self.place.get(var) == Some(&NOWHERE) {
            self.place[var] = self.heap.len() as u32;
            self.heap.push(var as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// The variable took part in a conflict.
    pub(super) fn bump(&mut self, var: usize) {
        let Some(activity) = self.activity.get_mut(var) else {
            return;
        };
        *activity += self.step;
        if *activity > 1e100 {
            self.activity.iter_mut().for_each(|a| *a *= 1e-100);
            self.step *= 1e-100;
        }
        let place = self.place[var];
        if place != NOWHERE {
            self.rise(place as usize);
        }
    }

    /// What comes counts more than what was.
    pub(super) fn decay(&mut self) {
        self.step *= GROWTH;
    }

    fn rise(&mut self, mut at: usize) {
        let var = self.heap[at];
        let activity = self.activity[var as usize];
        while at > 0 {
            let up = (at - 1) / 2;
            let above = self.heap[up];
            if self.activity[above as usize] >= activity {
                break;
            }
            self.heap[at] = above;
            self.place[above as usize] = at as u32;
            at = up;
        }
        self.heap[at] = var;
        self.place[var as usize] = at as u32;
    }

    fn sink(&mut self, mut at: usize) {
        let var = self.heap[at];
        let activity = self.activity[var as usize];
        loop {
            let left = 2 * at + 1;
            let Some(&first) = self.heap.get(left) else {
                break;
            };
            let (mut down, mut below) = (left, first);
            if let Some(&second) = self.heap.get(left + 1)
                && self.activity[second as usize] > self.activity[first as usize]
            {
                (down, below) = (left + 1, second);
            }
            if self.activity[below as usize] <= activity {
                break;
            }
            self.heap[at] = below;
            self.place[below as usize] = at as u32;
            at = down;
        }
        self.heap[at] = var;
        self.place[var as usize] = at as u32;
    }
}
