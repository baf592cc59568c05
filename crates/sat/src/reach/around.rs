//! The last way through a cut, for cells in the plane.
//!
//! Walk around an open vertex. Where the walk meets a part of the faces for the second time, what
//! lies between the two meetings is connected to the rest through this vertex only. So every vertex
//! is judged by what is next to it, a tenth of what a pass with low points costs; and where several
//! of its sides hold something active, it is chosen.
//!
//! On 110 published puzzles of connected cells low points could be afforded at every sixth node,
//! and 6,400 conflicts were left. At every node there are 2,700.

use super::faces::Faces;
use super::state::{State, code_lit};
use super::{NEVER, What};

/// How much each node saves up for a pass, as [`super::last_way::LOOK_PER_NODE`].
pub(super) const LOOK_AROUND_PER_NODE: usize = 400;

/// Around vertices with more edges nobody walks.
const MOST_AROUND: usize = 8;

/// Put the links of a vertex into the order of a walk around it, and note the face before each.
/// Where a face is met more than once there are several such walks, and any of them will do.
pub(super) fn walk_around(faces: &Faces, links: &mut [(u32, u32)], before: &mut [u32]) {
    let n = links.len();
    if n == 0 || n > MOST_AROUND {
        return;
    }
    // A round trip that uses every link once (Hierholzer): go on while there is a way on, and note
    // the links on the way back.
    let given: [(u32, u32); MOST_AROUND] = std::array::from_fn(|i| links[i.min(n - 1)]);
    let mut used = [false; MOST_AROUND];
    let mut way = [(faces.sides(given[0].1).0, 0); MOST_AROUND + 1];
    let (mut len, mut left) = (1, n);
    while len > 0 {
        let face = way[len - 1].0;
        let on = (0..n).find(|&i| {
            let (a, b) = faces.sides(given[i].1);
            !used[i] && (a == face || b == face)
        });
        if let Some(i) = on {
            let (a, b) = faces.sides(given[i].1);
            used[i] = true;
            way[len] = (a ^ b ^ face, i);
            len += 1;
        } else {
            len -= 1;
            if len > 0 {
                left -= 1;
                links[left] = given[way[len].1];
                before[left] = way[len - 1].0;
            }
        }
    }
    debug_assert_eq!(left, 0, "the faces around a vertex are a circle");
}

impl State {
    /// Force every cell that is the last way between active ones.
    pub(super) fn force_last_cells(&mut self) {
        let mut patience = self.vertex_lit.len() + self.edges.len();
        for v in 0..self.vertex_lit.len() as u32 {
            if self.vertex_active[v as usize] == NEVER
                && self.is_open(v)
                && let Some(ends) = self.joined_by(v, &mut patience)
                && let Some(lit) = code_lit(self.vertex_lit[v as usize])
            {
                self.forced.push((lit, ends, What::VertexLastWay(v)));
            }
        }
    }

    /// Two active vertices that are connected through `v` only.
    fn joined_by(&mut self, v: u32, patience: &mut usize) -> Option<[u32; 2]> {
        let faces = self.faces.as_ref()?;
        // The open links, each with the part before it.
        let mut parts = [NEVER; MOST_AROUND];
        let mut ends = [0u32; MOST_AROUND];
        let mut n = 0;
        let mut again = false;
        for l in self.first[v as usize] as usize..self.first[v as usize + 1] as usize {
            let (w, e) = self.links[l];
            if faces.is_gone(e) {
                continue;
            }
            if self.face_before[l] == NEVER {
                return None;
            }
            let part = faces.part(self.face_before[l]);
            again |= parts[..n].contains(&part);
            (parts[n], ends[n]) = (part, w);
            n += 1;
        }
        if !again {
            return None;
        }
        // What lies between two meetings with a part is a side of its own.
        let mut side = [0; MOST_AROUND];
        let mut sides = 0;
        let (mut walk, mut len) = ([0; MOST_AROUND], 0);
        for i in 0..n {
            if let Some(met) = walk[..len].iter().position(|&j: &usize| parts[j] == parts[i]) {
                walk[met..len].iter().for_each(|&j| side[j] = sides);
                sides += 1;
                len = met;
            }
            walk[len] = i;
            len += 1;
        }
        walk[..len].iter().for_each(|&j| side[j] = sides);
        sides += 1;
        let mut found = None;
        for this in 0..sides {
            let of_side = (0..n).filter(|&i| side[i] == this).map(|i| ends[i]);
            let next = of_side.clone().find(|&w| self.vertex_active[w as usize] != NEVER);
            let first = of_side.min().unwrap_or(v);
            let active = next.or_else(|| self.active_behind(v, first, patience));
            if let (Some(before), Some(active)) = (found, active) {
                return Some([before, active]);
            }
            found = found.or(active);
        }
        None
    }

    /// The first active vertex that a search from `start` finds that does not go through `v`. None
    /// if there is none, or patience ends.
    fn active_behind(&mut self, v: u32, start: u32, patience: &mut usize) -> Option<u32> {
        let stamp = self.next_stamp();
        self.mark[v as usize] = stamp;
        self.mark[start as usize] = stamp;
        self.stack.clear();
        self.stack.push(start);
        while let Some(at) = self.stack.pop() {
            if self.vertex_active[at as usize] != NEVER {
                return Some(at);
            }
            *patience = patience.checked_sub(1)?;
            for l in self.first[at as usize] as usize..self.first[at as usize + 1] as usize {
                let (w, _) = self.links[l];
                if self.mark[w as usize] != stamp && self.is_open(w) {
                    self.mark[w as usize] = stamp;
                    self.stack.push(w);
                }
            }
        }
        None
    }
}
