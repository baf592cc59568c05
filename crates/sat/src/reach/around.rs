//! The last way through a cut, for cells in the plane.
//!
//! Walk around an open vertex. Where the walk meets a part of the faces for the second time, what
//! lies between the two meetings is connected to the rest through this vertex only; where several of
//! its sides hold something active, it is chosen. So every vertex is judged by what is next to it,
//! and only those need a look around which faces have come into another part since the last one, and
//! those known to be the only way to a part that held nothing active then.
//!
//! On 110 published puzzles of connected cells low points could be afforded at every sixth node,
//! and 6,400 conflicts were left. With this look at every node there are 2,700.

use super::faces::Faces;
use super::state::{State, code_lit};
use super::{NEVER, What};

/// Around vertices with more edges nobody walks.
const MOST_AROUND: usize = 8;

/// How many vertices each node may visit to find out whether a part holds something active; what
/// is not spent is saved up.
const VISITS_PER_NODE: usize = 40;

/// What is known of the last ways.
pub(super) struct Around {
    /// For each link the face before it, or [`NEVER`] where nobody walks.
    face_before: Vec<u32>,
    /// So many of the suspects have been looked at.
    looked: usize,
    /// Vertices found to be the only way to some part, each with the number of suspects that there
    /// must be for that: with fewer, it may be no longer true.
    hanging: Vec<(u32, u32)>,
    is_hanging: Vec<bool>,
    looked_at: Vec<u32>,
    visits: usize,
}

impl Around {
    /// Puts the links into the order of walks.
    pub(super) fn new(faces: &mut Faces, first: &[u32], links: &mut [(u32, u32)]) -> Around {
        let mut face_before = vec![NEVER; links.len()];
        let vertices = first.len() - 1;
        for v in 0..vertices {
            let here = first[v] as usize..first[v + 1] as usize;
            walk_around(faces, &mut links[here.clone()], &mut face_before[here]);
        }
        faces.watch(first, &face_before);
        // In the beginning everybody is suspect.
        faces.suspects.extend(0..vertices as u32);
        Around {
            looked: 0,
            hanging: Vec::new(),
            is_hanging: vec![false; vertices],
            looked_at: vec![0; vertices],
            visits: 0,
            face_before,
        }
    }

    /// Only so many suspects are left.
    pub(super) fn undo_to(&mut self, suspects: usize) {
        self.looked = self.looked.min(suspects);
        while let Some(&(v, needed)) = self.hanging.last()
            && needed as usize > suspects
        {
            self.is_hanging[v as usize] = false;
            self.hanging.pop();
        }
    }
}

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
    let sides = given.map(|(_, e)| faces.sides(e));
    let mut used = [false; MOST_AROUND];
    let mut way = [(sides[0].0, 0); MOST_AROUND + 1];
    let (mut len, mut left) = (1, n);
    while len > 0 {
        let face = way[len - 1].0;
        let on = (0..n).find(|&i| !used[i] && (sides[i].0 == face || sides[i].1 == face));
        if let Some(i) = on {
            used[i] = true;
            way[len] = (sides[i].0 ^ sides[i].1 ^ face, i);
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
        let (Some(mut around), Some(faces)) = (self.around.take(), self.faces.take()) else {
            return;
        };
        let enough = self.vertex_lit.len() + self.edges.len();
        around.visits = (around.visits + VISITS_PER_NODE).min(enough);
        let known = around.hanging.len();
        for i in 0..known {
            let (v, _) = around.hanging[i];
            if self.is_undecided(v) {
                self.look_around(&mut around, &faces, v);
            }
        }
        let stamp = self.next_stamp();
        for i in around.looked..faces.suspects.len() {
            let v = faces.suspects[i];
            let looked = std::mem::replace(&mut around.looked_at[v as usize], stamp) == stamp;
            if !looked
                && !around.is_hanging[v as usize]
                && self.is_undecided(v)
                && self.look_around(&mut around, &faces, v)
            {
                around.is_hanging[v as usize] = true;
                around.hanging.push((v, i as u32 + 1));
            }
        }
        around.looked = faces.suspects.len();
        self.around = Some(around);
        self.faces = Some(faces);
    }

    fn is_undecided(&self, v: u32) -> bool {
        self.vertex_active[v as usize] == NEVER && self.is_open(v)
    }

    /// Is this vertex the only way to some part? If it must be chosen for that, it is forced.
    fn look_around(&mut self, around: &mut Around, faces: &Faces, v: u32) -> bool {
        let here = self.first[v as usize] as usize..self.first[v as usize + 1] as usize;
        let links = self.links[here.clone()]
            .iter()
            .zip(&around.face_before[here]);
        // Around most vertices no two parts are even alike in their last bits.
        let (mut bits, mut alike) = (0u64, 0);
        for (&(_, e), &before) in links.clone() {
            if !faces.is_gone(e) {
                let bit = 1 << (faces.part(before) & 63);
                alike |= bits & bit;
                bits |= bit;
            }
        }
        if alike == 0 {
            return false;
        }
        // The open links, each with the part before it.
        let mut parts = [NEVER; MOST_AROUND];
        let mut ends = [0u32; MOST_AROUND];
        let mut n = 0;
        let mut again = false;
        for (&(w, e), &before) in links {
            if !faces.is_gone(e) {
                let part = faces.part(before);
                again |= parts[..n].contains(&part);
                (parts[n], ends[n]) = (part, w);
                n += 1;
            }
        }
        if again
            && let Some(lit) = code_lit(self.vertex_lit[v as usize])
            && let Some(joined) = self.joined_by(v, &parts[..n], &ends[..n], &mut around.visits)
        {
            self.forced.push((lit, joined, What::VertexLastWay(v)));
        }
        again
    }

    /// Two active vertices that are connected through `v` only; `ends` are its neighbours, with the
    /// part of the faces before each of them.
    fn joined_by(
        &mut self,
        v: u32,
        parts: &[u32],
        ends: &[u32],
        visits: &mut usize,
    ) -> Option<[u32; 2]> {
        // What lies between two meetings with a part is a side of its own.
        let mut side = [0; MOST_AROUND];
        let mut sides = 0;
        let (mut walk, mut len) = ([0; MOST_AROUND], 0);
        for i in 0..ends.len() {
            if let Some(met) = walk[..len]
                .iter()
                .position(|&j: &usize| parts[j] == parts[i])
            {
                walk[met..len].iter().for_each(|&j| side[j] = sides);
                sides += 1;
                len = met;
            }
            walk[len] = i;
            len += 1;
        }
        walk[..len].iter().for_each(|&j| side[j] = sides);
        let mut found = None;
        for this in 0..=sides {
            let mut of_side = (0..ends.len())
                .filter(|&i| side[i] == this)
                .map(|i| ends[i]);
            let next = of_side
                .clone()
                .find(|&w| self.vertex_active[w as usize] != NEVER);
            let first = of_side.next().unwrap_or(v);
            let active = next.or_else(|| self.active_behind(v, first, visits));
            if let (Some(before), Some(active)) = (found, active) {
                return Some([before, active]);
            }
            found = found.or(active);
        }
        None
    }

    /// The first active vertex that a search from `start` finds that does not go through `v`. None
    /// if there is none, or no more visits are allowed.
    fn active_behind(&mut self, v: u32, start: u32, visits: &mut usize) -> Option<u32> {
        let stamp = self.next_stamp();
        self.mark[v as usize] = stamp;
        self.mark[start as usize] = stamp;
        self.stack.clear();
        self.stack.push(start);
        while let Some(at) = self.stack.pop() {
            if self.vertex_active[at as usize] != NEVER {
                return Some(at);
            }
            *visits = visits.checked_sub(1)?;
            let here = self.first[at as usize] as usize..self.first[at as usize + 1] as usize;
            for &(w, _) in &self.links[here] {
                let mark = &mut self.mark[w as usize];
                if *mark != stamp && self.vertex_closed[w as usize] == NEVER {
                    *mark = stamp;
                    self.stack.push(w);
                }
            }
        }
        None
    }
}
