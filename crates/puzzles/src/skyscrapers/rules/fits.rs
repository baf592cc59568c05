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
pub(super) struct Frame {
    /// The length of the line.
    pub side: usize,
    /// The highest building.
    pub depth: usize,
    /// The views from the first cell and from the last.
    pub views: [Option<u16>; 2],
    /// For each position the heights that may stand there; bit 0 is the park.
    pub can: [u16; LARGEST_SIDE],
}

/// For each position, the heights that some way to fill the line has there; `None` if there is no
/// way at all.
pub(super) fn fits(frame: &Frame) -> Option<[u16; LARGEST_SIDE]> {
    let parks = frame.side - frame.depth;
    let size = (parks + 1) << frame.depth;
    if size <= 64 {
        walk(frame, &mut [0; 64], &mut [0; 64])
    } else {
        walk(frame, &mut vec![0; size], &mut vec![0; size])
    }
}

fn walk(frame: &Frame, forward: &mut [u64], backward: &mut [u64]) -> Option<[u16; LARGEST_SIDE]> {
    let Frame { side, depth, .. } = *frame;
    let [near, far] = frame.views.map(|v| v.unwrap_or(0) as usize);
    let [count_near, count_far] = frame.views.map(|v| v.is_some());
    if near > depth || far > depth || (count_near && count_far && near + far > depth + 1) {
        return None;
    }
    let stride = far + 1;
    let all = u64::MAX >> (64 - (near + 1) * stride);
    // Pairs that can take one more from the near side, or from the far side.
    let near_left = all >> stride;
    let far_left = (0..=near).fold(0, |set, f| set | ((1u64 << far) - 1) << (f * stride));
    let parks = side - depth;
    let full = (1u32 << depth) - 1;
    let index = |used: u32, lots: usize| used as usize * (parks + 1) + lots;

    forward[0] = 1;
    for used in 0..=full {
        for lots in 0..=parks {
            let here = forward[index(used, lots)];
            let position = used.count_ones() as usize + lots;
            if here == 0 || position == side {
                continue;
            }
            let can = frame.can[position];
            if can & 1 != 0 && lots < parks {
                forward[index(used, lots + 1)] |= here;
            }
            for i in bits((can >> 1) & !used as u16) {
                let building = 1u32 << i;
                let mut pairs = here;
                if count_far && (full & !used & !building) < building {
                    pairs = (pairs & far_left) << 1;
                }
                if count_near && building > used {
                    pairs = (pairs & near_left) << stride;
                }
                forward[index(used | building, lots)] |= pairs;
            }
        }
    }
    let end = index(full, parks);
    backward[end] = forward[end] & 1 << (near * stride + far);
    if backward[end] == 0 {
        return None;
    }
    let mut fitting = [0u16; LARGEST_SIDE];
    for used in (0..=full).rev() {
        for lots in (0..=parks).rev() {
            let here = forward[index(used, lots)];
            let position = used.count_ones() as usize + lots;
            if here == 0 || position == side {
                continue;
            }
            let can = frame.can[position];
            let mut alive = 0;
            if can & 1 != 0 && lots < parks {
                let pairs = backward[index(used, lots + 1)] & here;
                alive |= pairs;
                fitting[position] |= (pairs != 0) as u16;
            }
            for i in bits((can >> 1) & !used as u16) {
                let building = 1u32 << i;
                let mut pairs = backward[index(used | building, lots)];
                if pairs == 0 {
                    continue;
                }
                if count_near && building > used {
                    pairs >>= stride;
                }
                if count_far && (full & !used & !building) < building {
                    pairs = (pairs >> 1) & far_left;
                }
                pairs &= here;
                alive |= pairs;
                fitting[position] |= ((pairs != 0) as u16) << (i + 1);
            }
            backward[index(used, lots)] = alive;
        }
    }
    Some(fitting)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(line: impl Iterator<Item = usize>) -> u16 {
        let mut highest = 0;
        line.fold(0, |seen, h| {
            let higher = h > highest;
            highest = highest.max(h);
            seen + higher as u16
        })
    }

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
        let mut seed = 7u64;
        let mut random = move || {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) as usize
        };
        let (mut none, mut some) = (0, 0);
        for _ in 0..20_000 {
            let side = 2 + random() % 5;
            let depth = if random() % 3 == 0 {
                1 + random() % side
            } else {
                side
            };
            let mut frame = Frame {
                side,
                depth,
                views: [0, 1].map(|_| (random() % 3 > 0).then(|| 1 + (random() % side) as u16)),
                can: [0; LARGEST_SIDE],
            };
            for p in 0..side {
                frame.can[p] = (random() | random()) as u16 & ((2 << depth) - 1);
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
        assert_eq!(
            fitting[5],
            1 << 12,
            "six rise to the highest, and seven fall"
        );
    }
}
