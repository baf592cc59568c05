//! All ways to fill a line, without listing them.
//!
//! Walk along the line; the state is the set of heights that have been used, which also tells how
//! far we are and what is still to come. So a new building is seen from the near side if it is
//! higher than the set, and from the far side if nothing higher is left. For every set the pairs
//! (seen from near, seen from far) that are possible so far are bits of one number: the two views
//! add up to at most one more than the heights, so 64 bits are enough. One pass forward, one
//! backward: a height is possible at a position if some pair gets through. That is exact, and
//! takes 2ⁿ·n steps at most instead of n!. Parks are one more dimension, how many have been used.

use super::LARGEST_SIDE;
use super::line::bits;

#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Frame {
    /// The length of the line.
    pub side: usize,
    /// The highest building.
    pub depth: usize,
    /// The views from the first cell and from the last.
    pub views: [Option<u16>; 2],
    /// For each position the heights that may stand there; bit 0 is the park.
    pub can: [u16; LARGEST_SIDE],
}

impl Frame {
    /// The same line with other heights at one position.
    pub fn with(&self, position: usize, heights: u16) -> Frame {
        let mut frame = *self;
        frame.can[position] = heights;
        frame
    }
}

/// For each position, the heights that some way to fill the line has there; `None` if there is no
/// way at all.
pub(in super::super) fn fits(frame: &Frame) -> Option<[u16; LARGEST_SIDE]> {
    let walk = Walk::new(frame)?;
    let size = (walk.parks + 1) << frame.depth;
    if size <= 64 {
        walk.both_ways(&mut [0; 64], &mut [0; 64])
    } else {
        walk.both_ways(&mut vec![0; size], &mut vec![0; size])
    }
}

/// What both passes along a line need to know about it. A set of pairs has a bit for each pair:
/// one more seen from the near side is `stride` bits further, one more from the far side one bit.
/// A view that is not given counts nothing.
struct Walk<'a> {
    frame: &'a Frame,
    parks: usize,
    /// All buildings, as bits: bit 0 is the lowest.
    full: u32,
    counts_near: bool,
    counts_far: bool,
    stride: usize,
    /// The pairs that can take one more from the near side, and those from the far side.
    near_left: u64,
    far_left: u64,
    /// The pair that the views ask for.
    wanted: u64,
}

/// What may come next on a walk: a height (0 is a park), from where it is seen, and where the pairs
/// after it are kept.
struct Next {
    height: usize,
    seen_from_near: bool,
    seen_from_far: bool,
    after: usize,
}

impl Walk<'_> {
    /// `None` if the views alone exclude every way.
    fn new(frame: &Frame) -> Option<Walk<'_>> {
        let Frame { side, depth, .. } = *frame;
        let [near, far] = frame.views.map(|v| v.unwrap_or(0) as usize);
        let [counts_near, counts_far] = frame.views.map(|v| v.is_some());
        if near > depth || far > depth || (counts_near && counts_far && near + far > depth + 1) {
            return None;
        }
        let stride = far + 1;
        let all = u64::MAX >> (64 - (near + 1) * stride);
        Some(Walk {
            frame,
            parks: side - depth,
            full: (1 << depth) - 1,
            counts_near,
            counts_far,
            stride,
            near_left: all >> stride,
            far_left: (0..=near).fold(0, |set, f| set | ((1u64 << far) - 1) << (f * stride)),
            wanted: 1 << (near * stride + far),
        })
    }

    fn both_ways(&self, forward: &mut [u64], backward: &mut [u64]) -> Option<[u16; LARGEST_SIDE]> {
        self.go_forward(forward);
        let end = self.index(self.full, self.parks);
        backward[end] = forward[end] & self.wanted;
        (backward[end] != 0).then(|| self.come_back(forward, backward))
    }

    /// Where the pairs are kept for these buildings and this many parks used.
    fn index(&self, used: u32, parks: usize) -> usize {
        used as usize * (self.parks + 1) + parks
    }

    /// Everything that may come next after these.
    fn for_each_next(&self, used: u32, parks: usize, mut go: impl FnMut(Next)) {
        let can = self.frame.can[used.count_ones() as usize + parks];
        if can & 1 != 0 && parks < self.parks {
            go(Next {
                height: 0,
                seen_from_near: false,
                seen_from_far: false,
                after: self.index(used, parks + 1),
            });
        }
        for i in bits((can >> 1) & !used as u16) {
            let building = 1u32 << i;
            let later = self.full & !used & !building;
            go(Next {
                height: i + 1,
                seen_from_near: self.counts_near && building > used,
                seen_from_far: self.counts_far && building > later,
                after: self.index(used | building, parks),
            });
        }
    }

    /// For everything that may have been used, the pairs that some way has then.
    fn go_forward(&self, forward: &mut [u64]) {
        let end = (self.full, self.parks);
        forward[0] = 1;
        for used in 0..=self.full {
            for parks in 0..=self.parks {
                let here = forward[self.index(used, parks)];
                if here == 0 || (used, parks) == end {
                    continue;
                }
                self.for_each_next(used, parks, |next| {
                    let mut pairs = here;
                    if next.seen_from_far {
                        pairs = (pairs & self.far_left) << 1;
                    }
                    if next.seen_from_near {
                        pairs = (pairs & self.near_left) << self.stride;
                    }
                    forward[next.after] |= pairs;
                });
            }
        }
    }

    /// Of these pairs, those from which the end can be reached; and what stands on the ways there.
    fn come_back(&self, forward: &[u64], backward: &mut [u64]) -> [u16; LARGEST_SIDE] {
        let end = (self.full, self.parks);
        let mut fitting = [0u16; LARGEST_SIDE];
        for used in (0..=self.full).rev() {
            for parks in (0..=self.parks).rev() {
                let here = forward[self.index(used, parks)];
                if here == 0 || (used, parks) == end {
                    continue;
                }
                let (mut alive, mut heights) = (0, 0);
                self.for_each_next(used, parks, |next| {
                    let mut pairs = backward[next.after];
                    if next.seen_from_near {
                        pairs >>= self.stride;
                    }
                    if next.seen_from_far {
                        pairs = (pairs >> 1) & self.far_left;
                    }
                    pairs &= here;
                    alive |= pairs;
                    heights |= ((pairs != 0) as u16) << next.height;
                });
                fitting[used.count_ones() as usize + parks] |= heights;
                backward[self.index(used, parks)] = alive;
            }
        }
        fitting
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::numbers;
    use super::*;
    use crate::skyscrapers::seen;

    fn list(frame: &Frame, line: &mut Vec<usize>, fitting: &mut Option<[u16; LARGEST_SIDE]>) {
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
        let mut random = numbers(7);
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
                frame.can[p] = (random(2 << depth) | random(2 << depth)) as u16;
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
    fn twelve_are_not_too_many() {
        let frame = Frame {
            side: 12,
            depth: 12,
            views: [Some(6), Some(7)],
            can: [0x1ffe; LARGEST_SIDE],
        };
        let fitting = fits(&frame).expect("there are ways");
        assert_eq!(fitting[5], 1 << 12, "six rise to it, and seven fall");
    }
}
