//! All ways to fill a line, without listing them.
//!
//! Walk along the line; the state is the set of heights that have been used, which also tells how
//! far we are and what is still to come. So a new building is seen from the near side if it is
//! higher than the set, and from the far side if nothing higher is left. Up to the highest building
//! nothing is seen from the far side, and behind it nothing from the near one: so for every set it is
//! enough to know how many are seen from one side, and which numbers are possible are bits of one
//! word. One pass forward, one backward: a height is possible at a position if some number gets
//! through. That is exact, and takes 2ⁿ·n steps at most instead of n!, and far fewer where much is known,
//! since only what can be reached is looked at. Parks are one more dimension, how many have been used.

use super::LARGEST_SIDE;
use super::line::{Bits, bits};
use crate::skyscrapers::seen;

#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Frame {
    /// The length of the line.
    pub side: usize,
    /// The highest building.
    pub depth: usize,
    /// The views from the first cell and from the last.
    pub views: [Option<u16>; 2],
    /// For each position the heights that may stand there; bit 0 is the park.
    pub can: [Bits; LARGEST_SIDE],
}

impl Frame {
    /// The same line with other heights at one position.
    pub fn with(&self, position: usize, heights: Bits) -> Frame {
        let mut frame = *self;
        frame.can[position] = heights;
        frame
    }
}

/// For each position, the heights that some way to fill the line has there; `None` if there is no
/// way at all.
pub(in super::super) fn fits(frame: &Frame) -> Option<[Bits; LARGEST_SIDE]> {
    let walk = Walk::new(frame)?;
    let size = (walk.parks + 1) << frame.depth;
    if size <= 64 {
        walk.both_ways(&mut [0; 64], &mut [0; 64])
    } else {
        walk.both_ways(&mut vec![0; size], &mut vec![0; size])
    }
}

/// All ways to fill a line one after the other, where they are few.
pub(in super::super) fn for_each_way(frame: &Frame, go: &mut dyn FnMut(&[u16])) {
    if let Some(walk) = Walk::new(frame) {
        walk.on((0, 0), &mut [0; LARGEST_SIDE], go);
    }
}

/// How many buildings may be seen, as bits: from the near side until the highest has come, then from
/// the far side. A view that is not given counts nothing.
type Counts = u32;

/// What both passes along a line need to know about it.
struct Walk<'a> {
    frame: &'a Frame,
    parks: usize,
    /// All buildings, as bits: bit 0 is the lowest.
    full: u32,
    /// The highest of them.
    highest: u32,
    counts_near: bool,
    counts_far: bool,
    /// The number with which the highest building comes right, before it and after it.
    before_highest: Counts,
    after_highest: Counts,
    /// The number that the far view asks for.
    wanted: Counts,
}

/// What may come next on a walk: a height (0 is a park), whether it is the highest, whether one more is
/// seen with it, and what has been used then.
struct Next {
    height: usize,
    is_highest: bool,
    is_seen: bool,
    after: Used,
}

/// Buildings, as bits, and how many parks.
type Used = (u32, usize);

impl Walk<'_> {
    /// `None` if the views alone exclude every way.
    fn new(frame: &Frame) -> Option<Walk<'_>> {
        let Frame { side, depth, .. } = *frame;
        let [near, far] = frame.views.map(|v| v.map_or(0, usize::from));
        let [counts_near, counts_far] = frame.views.map(|v| v.is_some());
        let too_many = near > depth || far > depth || near + far > depth + 1;
        if too_many || frame.views.contains(&Some(0)) {
            return None;
        }
        Some(Walk {
            frame,
            parks: side - depth,
            full: (1 << depth) - 1,
            highest: 1 << (depth - 1),
            counts_near,
            counts_far,
            before_highest: 1 << near.saturating_sub(1),
            after_highest: 1 << counts_far as u32,
            wanted: 1 << far,
        })
    }

    fn both_ways(
        &self,
        forward: &mut [Counts],
        backward: &mut [Counts],
    ) -> Option<[Bits; LARGEST_SIDE]> {
        let reached = self.go_forward(forward);
        let end = self.index((self.full, self.parks));
        backward[end] = forward[end] & self.wanted;
        (backward[end] != 0).then(|| self.come_back(&reached, forward, backward))
    }

    /// Where the numbers are kept for these buildings and this many parks used.
    fn index(&self, (used, parks): Used) -> usize {
        used as usize * (self.parks + 1) + parks
    }

    /// Everything that may come next after these.
    fn for_each_next(&self, (used, parks): Used, mut go: impl FnMut(Next)) {
        let position = used.count_ones() as usize + parks;
        if position == self.frame.side {
            return;
        }
        let can = self.frame.can[position];
        if can & 1 != 0 && parks < self.parks {
            go(Next {
                height: 0,
                is_highest: false,
                is_seen: false,
                after: (used, parks + 1),
            });
        }
        let left = self.full & !used;
        for i in bits((can >> 1) & left) {
            let building = 1u32 << i;
            go(Next {
                height: i + 1,
                is_highest: building == self.highest,
                is_seen: match left & self.highest != 0 {
                    true => self.counts_near && building > used,
                    false => self.counts_far && 2 * building > left,
                },
                after: (used | building, parks),
            });
        }
    }

    /// Go on in every way after these.
    fn on(&self, used: Used, way: &mut [u16; LARGEST_SIDE], go: &mut dyn FnMut(&[u16])) {
        let position = used.0.count_ones() as usize + used.1;
        if position < self.frame.side {
            return self.for_each_next(used, |next| {
                way[position] = next.height as u16;
                self.on(next.after, way, go);
            });
        }
        let way = &way[..position];
        let [near, far] = self.frame.views;
        if near.is_none_or(|view| view == seen(way.iter().copied()))
            && far.is_none_or(|view| view == seen(way.iter().rev().copied()))
        {
            go(way);
        }
    }

    /// For everything that may have been used, the numbers that some way sees then; and all that has any,
    /// what is used later after what is used before.
    fn go_forward(&self, forward: &mut [Counts]) -> Vec<Used> {
        let mut reached = Vec::with_capacity(64);
        reached.push((0, 0));
        forward[0] = 1;
        let mut next = 0;
        while let Some(&used) = reached.get(next) {
            next += 1;
            let here = forward[self.index(used)];
            let most = match used.0 & self.highest {
                0 => self.before_highest,
                _ => self.wanted,
            };
            self.for_each_next(used, |next| {
                let counts = match next.is_highest {
                    true if here & self.before_highest == 0 => 0,
                    true => self.after_highest,
                    false => here << next.is_seen as u32 & (2 * most - 1),
                };
                let after = &mut forward[self.index(next.after)];
                if *after == 0 && counts != 0 {
                    reached.push(next.after);
                }
                *after |= counts;
            });
        }
        reached
    }

    /// Of these numbers, those from which the end can be reached; and what stands on the ways there.
    fn come_back(
        &self,
        reached: &[Used],
        forward: &[Counts],
        backward: &mut [Counts],
    ) -> [Bits; LARGEST_SIDE] {
        let mut fitting = [0; LARGEST_SIDE];
        for &used in reached.iter().rev() {
            let position = used.0.count_ones() as usize + used.1;
            if position == self.frame.side {
                continue;
            }
            let here = forward[self.index(used)];
            let (mut alive, mut heights) = (0, 0);
            self.for_each_next(used, |next| {
                let after = backward[self.index(next.after)];
                let through = here
                    & match next.is_highest {
                        true if after & self.after_highest == 0 => 0,
                        true => self.before_highest,
                        false => after >> next.is_seen as u32,
                    };
                alive |= through;
                heights |= ((through != 0) as Bits) << next.height;
            });
            fitting[position] |= heights;
            backward[self.index(used)] = alive;
        }
        fitting
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::testing::*;
    use crate::skyscrapers::seen;

    fn list(frame: &Frame, line: &mut Vec<usize>, fitting: &mut Option<[Bits; LARGEST_SIDE]>) {
        if line.len() == frame.side {
            let views = [seen(line.iter().copied()), seen(line.iter().rev().copied())];
            if (0..2).all(|i| frame.views[i].is_none_or(|v| v == views[i])) {
                let fitting = fitting.get_or_insert([0; LARGEST_SIDE]);
                for (p, &h) in line.iter().enumerate() {
                    fitting[p] |= 1 << h;
                }
            }
            return;
        }
        for h in 0..=frame.depth {
            let room = if h == 0 { frame.side - frame.depth } else { 1 };
            let used = line.iter().filter(|x| **x == h).count();
            if used < room && frame.can[line.len()] & 1 << h != 0 {
                line.push(h);
                list(frame, line, fitting);
                line.pop();
            }
        }
    }

    #[test]
    fn agrees_with_a_list_of_all_ways() {
        let mut dice = dice(7);
        let mut random = |below: usize| dice.random_range(0..below);
        let (mut none, mut some) = (0, 0);
        for _ in 0..20_000 {
            let side = 2 + random(5);
            let depth = match random(3) {
                0 => 1 + random(side),
                _ => side,
            };
            let mut frame = Frame {
                side,
                depth,
                views: [0, 1].map(|_| (random(3) > 0).then(|| 1 + random(side) as u16)),
                can: [0; LARGEST_SIDE],
            };
            for p in 0..side {
                frame.can[p] = (random(2 << depth) | random(2 << depth)) as Bits;
            }
            let mut listed = None;
            list(&frame, &mut Vec::new(), &mut listed);
            assert_eq!(fits(&frame), listed, "{frame:?}");
            match listed {
                None => none += 1,
                Some(_) => some += 1,
            }
        }
        assert!(none > 1000 && some > 1000, "{none} {some}");
    }

    #[test]
    fn sixteen_are_not_too_many() {
        let frame = Frame {
            side: 16,
            depth: 16,
            views: [Some(8), Some(9)],
            can: [0x1fffe; LARGEST_SIDE],
        };
        let fitting = fits(&frame).expect("there are ways");
        assert_eq!(fitting[7], 1 << 16, "eight rise to it, and nine fall");
    }
}
