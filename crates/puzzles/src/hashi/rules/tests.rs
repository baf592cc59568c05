//! A puzzle that is turned or mirrored is as hard as before: its trace has the same rounds.

use grid::{Cell, Size};
use logic::{Plan, Reasoner, Round, TraceEnd};
use sat::Budget;

use super::Hashi;
use crate::hashi::Island;

fn next(seed: &mut u32, below: u32) -> u32 {
    *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    (*seed >> 16) % below
}

/// Islands at random on a square board, with numbers from random bridges that do not cross.
fn random(seed: &mut u32, side: i16) -> Vec<Island> {
    let mut islands = Vec::new();
    for row in 0..side {
        for col in 0..side {
            if next(seed, 100) < 35 {
                let at = Cell { row, col };
                islands.push(Island { at, need: Some(0) });
            }
        }
    }
    let blank = Hashi::new(size(side), islands.clone(), 2, false);
    let mut drawn = vec![0u8; blank.spans.len()];
    for s in 0..blank.spans.len() {
        let crossed = blank.crossed_by[s].iter().any(|&c| drawn[c] > 0);
        if !crossed {
            drawn[s] = [0, 1, 1, 1, 2][next(seed, 5) as usize];
        }
        for i in [blank.spans[s].ends.0, blank.spans[s].ends.1] {
            islands[i].need = islands[i].need.map(|n| n + drawn[s]);
        }
    }
    for island in &mut islands {
        if island.need == Some(0) {
            island.need = None;
        }
    }
    islands
}

fn size(side: i16) -> Size {
    Size::new(side as usize, side as usize).unwrap()
}

fn rounds(side: i16, mut islands: Vec<Island>) -> (Vec<Round>, Option<usize>) {
    islands.sort_by_key(|i| i.at);
    let puzzle = Hashi::new(size(side), islands, 2, false);
    let plan = Plan::without_trial(&puzzle.rules());
    let trace = puzzle.trace(&[], &plan, Budget::UNLIMITED);
    // What is written in before a contradiction is seen depends on the order.
    let open = (trace.end != TraceEnd::Contradiction).then(|| trace.known.open());
    (trace.rounds, open)
}

#[test]
fn turned_and_mirrored_boards_have_the_same_rounds() {
    let mut seed = 7;
    let mut hard = 0;
    for _ in 0..400 {
        let side = 5 + next(&mut seed, 4) as i16;
        let islands = random(&mut seed, side);
        if islands.is_empty() {
            continue;
        }
        let expected = rounds(side, islands.clone());
        hard += expected.0.iter().any(|r| r.level == 4) as usize;
        for turn in 1..8 {
            let turned = islands.iter().map(|island| {
                let Cell { mut row, mut col } = island.at;
                if turn & 1 != 0 {
                    row = side - 1 - row;
                }
                if turn & 2 != 0 {
                    col = side - 1 - col;
                }
                if turn & 4 != 0 {
                    (row, col) = (col, row);
                }
                let at = Cell { row, col };
                Island { at, ..*island }
            });
            assert_eq!(rounds(side, turned.collect()), expected, "{islands:?}");
        }
    }
    assert!(hard > 10, "only {hard} boards need the rules of level 4");
}
