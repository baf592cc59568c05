//! Boards as large as they may be: 100×100 with 2,000 islands, random and therefore ambiguous.
//!
//! They show how the whole program grows with the board when the puzzle is not hard. An archipelago
//! is grown bridge by bridge from one island, so that it has a solution; then some more bridges are
//! laid between islands that see each other.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;

const SIDE: i32 = 100;
const ISLANDS: usize = 2_000;

/// So many boards, one a line; always the same ones.
pub fn archipelagos(count: u64) -> String {
    (0..count)
        .map(|seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            // Now and then one has grown itself in.
            let board = std::iter::repeat_with(|| Sea::grow(&mut rng))
                .take(100)
                .find(|sea| sea.islands.len() == ISLANDS);
            board.expect("most boards have room").line()
        })
        .collect()
}

struct Sea {
    /// Bridges at each island; 0 is open water, -1 lies under a bridge.
    cells: Vec<i32>,
    islands: Vec<(i32, i32)>,
}

fn place((row, col): (i32, i32)) -> usize {
    (row * SIDE + col) as usize
}

fn inside((row, col): (i32, i32)) -> bool {
    (0..SIDE).contains(&row) && (0..SIDE).contains(&col)
}

impl Sea {
    fn grow(rng: &mut ChaCha8Rng) -> Sea {
        let start = (rng.random_range(0..SIDE), rng.random_range(0..SIDE));
        let mut sea = Sea {
            cells: vec![0; (SIDE * SIDE) as usize],
            islands: vec![start],
        };
        let mut joined = Vec::new();
        for _ in 0..200_000 {
            if sea.islands.len() == ISLANDS {
                break;
            }
            let from = sea.islands[rng.random_range(0..sea.islands.len())];
            let (dr, dc) = [(0, 1), (1, 0), (0, -1), (-1, 0)][rng.random_range(0..4)];
            let far = rng.random_range(1..=4);
            let step = |k: i32| (from.0 + dr * k, from.1 + dc * k);
            let free = |at| inside(at) && sea.cells[place(at)] == 0 && at != start;
            if (1..=far).all(|k| free(step(k))) {
                sea.islands.push(step(far));
                joined.push((from.min(step(far)), from.max(step(far))));
                sea.bridge(from, step(far), rng.random_range(1..=2));
            }
        }
        for i in 0..sea.islands.len() {
            let from = sea.islands[i];
            for (dr, dc) in [(0, 1), (1, 0)] {
                let step = |k: i32| (from.0 + dr * k, from.1 + dc * k);
                let water = |at| inside(at) && sea.cells[place(at)] == 0;
                let to = (1..).map(step).find(|&at| !water(at)).expect("an end");
                let island = inside(to) && sea.cells[place(to)] > 0;
                if island && !joined.contains(&(from, to)) && rng.random_bool(0.4) {
                    sea.bridge(from, to, rng.random_range(1..=2));
                }
            }
        }
        sea
    }

    fn bridge(&mut self, from: (i32, i32), to: (i32, i32), bridges: i32) {
        self.cells[place(from)] += bridges;
        self.cells[place(to)] += bridges;
        let (dr, dc) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let mut at = (from.0 + dr, from.1 + dc);
        while at != to {
            self.cells[place(at)] = -1;
            at = (at.0 + dr, at.1 + dc);
        }
    }

    fn line(&self) -> String {
        let sign = |&n: &i32| if n > 0 { n.to_string() } else { "-".to_owned() };
        let problem: Vec<Vec<String>> = self
            .cells
            .chunks(SIDE as usize)
            .map(|row| row.iter().map(sign).collect())
            .collect();
        let record = json!({"type": "hashi", "rows": SIDE, "cols": SIDE, "problem": problem});
        format!("{record}\n")
    }
}
