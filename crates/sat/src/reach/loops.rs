//! Loops: no path is closed while something else is active.
//!
//! [`Paths`] knows the two ends of every path of chosen edges. Here that becomes conflicts (a small
//! loop has closed) and forced literals (the edge that would close one).

use super::paths::{Join, Paths};
use super::state::{Conflict, State, code_lit};
use super::{NEVER, What};

impl State {
    /// Did something close a loop, or would the next edge?
    pub(super) fn check_joins(&mut self) {
        let joined_now = std::mem::take(&mut self.joined_now);
        for &(edge, join) in &joined_now {
            if self.paths.as_ref().is_none_or(Paths::has_branch) {
                break;
            }
            match join {
                Join::Loop(len) if self.active.len() > len as usize => {
                    let outside = self.active_off_path(edge, NEVER);
                    self.conflict = Some(Conflict::SmallLoop { edge, outside });
                    break;
                }
                Join::Path(x, y, len) if self.active.len() > len as usize => {
                    self.force_open_end(edge, x, y);
                }
                _ => {}
            }
        }
        self.joined_now = joined_now;
        self.joined_now.clear();
    }

    /// The path from `x` to `y` must not be closed: some active vertex is not on it.
    pub(super) fn force_open_end(&mut self, edge: u32, x: u32, y: u32) {
        if !self.paths.as_ref().is_some_and(|p| p.are_ends(x, y)) {
            return;
        }
        for l in self.first[x as usize]..self.first[x as usize + 1] {
            let (w, e) = self.links[l as usize];
            if w == y
                && self.edge_closed[e as usize] == NEVER
                && self.edge_chosen[e as usize] == NEVER
                && let Some(lit) = code_lit(self.edge_lit[e as usize])
            {
                let seed = self.active_off_path(edge, NEVER);
                self.forced.push((!lit, [seed, seed], What::ClosesLoop(e)));
            }
        }
    }

    /// Mark the path of edges chosen before `time` that goes through `edge`; calls `tell` with each
    /// of them.
    pub(super) fn walk_path(&mut self, edge: u32, time: u32, mut tell: impl FnMut(u32)) {
        let stamp = self.next_stamp();
        let (a, b) = self.edges[edge as usize];
        if self.edge_chosen[edge as usize] < time {
            tell(edge);
        }
        for mut at in [a, b] {
            let mut came = edge;
            while self.mark[at as usize] != stamp {
                self.mark[at as usize] = stamp;
                for l in self.first[at as usize]..self.first[at as usize + 1] {
                    let (w, e) = self.links[l as usize];
                    if e != came && self.edge_chosen[e as usize] < time {
                        if self.mark[w as usize] != stamp {
                            tell(e);
                            (at, came) = (w, e);
                        }
                        break;
                    }
                }
            }
        }
    }

    /// The first active vertex that is not on the path through `edge`.
    pub(super) fn active_off_path(&mut self, edge: u32, time: u32) -> u32 {
        self.walk_path(edge, time, |_| {});
        let on_path = |v: u32| self.mark[v as usize] == self.stamp;
        let off = self.active.iter().copied().find(|&v| !on_path(v));
        off.expect("more are active than are on the path")
    }
}
