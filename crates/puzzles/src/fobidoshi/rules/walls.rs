//! Walls: crosses that touch, even corner to corner, and the edge of the board. A cell cuts the board
//! in two if it touches the same wall from two sides, so whether a mark can cut anything off is seen
//! at the cell itself, without a search: that is what makes following thousands of marks cheap (the
//! five times as much time that Tarjan's algorithm takes over the whole board were the reason).

use super::Lay;

logic::clone_by_field! {
    /// Which crosses belong to the same wall, as trees without shortcuts, so that joins can be undone.
    #[derive(Debug)]
    pub(super) struct Walls {
        above: Vec<u16>,
        size: Vec<u16>,
    }
}

impl Walls {
    /// No crosses among this many cells; what is beyond the edge is one more.
    pub fn new(cells: usize) -> Walls {
        Walls {
            above: (0..=cells as u16).collect(),
            size: vec![1; cells + 1],
        }
    }

    fn root(&self, cell: usize) -> u16 {
        let mut at = cell as u16;
        while self.above[at as usize] != at {
            at = self.above[at as usize];
        }
        at
    }

    /// Two crosses touch. The wall that became part of the other one, if they were two.
    fn join(&mut self, a: usize, z: usize) -> Option<u16> {
        let (a, z) = (self.root(a), self.root(z));
        let (low, high) = match self.size[a as usize] < self.size[z as usize] {
            true => (a, z),
            false => (z, a),
        };
        if low == high {
            return None;
        }
        self.above[low as usize] = high;
        self.size[high as usize] += self.size[low as usize];
        Some(low)
    }

    /// Undo the last join.
    pub fn part(&mut self, low: u16) {
        let high = self.above[low as usize];
        self.size[high as usize] -= self.size[low as usize];
        self.above[low as usize] = low;
    }

    /// A cross is put here: join it with the walls it touches, and say which became part of another.
    pub fn add(
        &mut self,
        lay: &Lay,
        cell: usize,
        is_cross: impl Fn(usize) -> bool,
        mut joined: impl FnMut(u16),
    ) {
        for other in lay.ring[cell] {
            if is_cross(other)
                && let Some(low) = self.join(cell, other)
            {
                joined(low);
            }
        }
    }

    /// Would a cross here cut the board? If not, none can come to do so by what happens elsewhere,
    /// unless walls that it touches become one.
    pub fn would_cut(&self, lay: &Lay, cell: usize, is_cross: impl Fn(usize) -> bool) -> bool {
        let ring = lay.ring[cell];
        let mut mask = 0u8;
        for (i, &other) in ring.iter().enumerate() {
            mask |= (is_cross(other) as u8) << i;
        }
        if PASSAGES[mask as usize] < 2 {
            return false;
        }
        // Every wall that comes between two passages, beginning at one. The even ones of the ring are
        // neighbours, the others lie at corners.
        let is_passage = |i: &usize| i.is_multiple_of(2) && mask >> (i % 8) & 1 == 0;
        let first = (0..8).find(is_passage).unwrap_or(0);
        let mut walls = [u16::MAX; 4];
        let (mut count, mut is_new) = (0, true);
        for i in first + 1..first + 8 {
            if is_passage(&i) {
                is_new = true;
            } else if is_new && mask >> (i % 8) & 1 == 1 {
                let wall = self.root(ring[i % 8]);
                if walls[..count].contains(&wall) {
                    return true;
                }
                walls[count] = wall;
                count += 1;
                is_new = false;
            }
        }
        false
    }
}

/// For each ring of crosses around a cell, how many passages there are between them: neighbours that
/// are not crosses, where a corner between two of them is open as one.
const PASSAGES: [u8; 256] = {
    let mut all = [0; 256];
    let mut mask = 0;
    while mask < 256 {
        let mut side = 0;
        while side < 8 {
            let is_open = mask >> side & 1 == 0;
            let goes_on = mask >> (side + 1) & 1 == 0 && mask >> ((side + 2) % 8) & 1 == 0;
            all[mask] += (is_open && !goes_on) as u8;
            side += 2;
        }
        mask += 1;
    }
    all
};
