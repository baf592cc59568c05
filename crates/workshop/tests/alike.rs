//! Puzzles that look alike, and such that do not.

use std::sync::Arc;

use grid::Symmetry;
use puzzles::format::split;
use puzzles::make::{ClueSymmetry, edited};
use puzzles::{FAMILIES, Puzzle, turned};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use workshop::alike::{LOOK_ALIKE, Likeness, classes};
use workshop::{CONFLICTS, OrderForm, Wish, generate};

fn read(rows: [&str; 6]) -> Arc<dyn Puzzle> {
    let row = |row: &str| {
        let signs: Vec<String> = row
            .chars()
            .map(|sign| format!("{:?}", sign.to_string()))
            .collect();
        format!("[{}]", signs.join(","))
    };
    let problem = rows.map(row).join(",");
    let text = format!(r#"{{"type":"fobidoshi","rows":6,"cols":6,"problem":[{problem}]}}"#);
    let document = split(&text)[0].read();
    document.expect("a puzzle").puzzle
}

const ONE: [&str; 6] = ["o--o--", "--o--o", "-o--o-", "o--o--", "--o--o", "-o--x-"];
const CHANGED: [&str; 6] = ["o--o--", "--o--o", "-o--o-", "o--o--", "--o--o", "-o--o-"];
const OTHER: [&str; 6] = ["-oo---", "o-----", "o----o", "-----o", "---oo-", "xx----"];

#[test]
fn a_changed_puzzle_looks_like_the_first_however_it_is_turned() {
    let (one, changed, other) = (read(ONE), read(CHANGED), read(OTHER));
    let like = |puzzle: &Arc<dyn Puzzle>| Likeness::of(puzzle.clone());
    for turn in Symmetry::ALL {
        let same = like(&turned(one.as_ref(), turn)).distance(&like(&one));
        assert!(same < 1e-9, "{turn:?}: {same}");
        let near = like(&turned(changed.as_ref(), turn));
        assert!(near.is_like(&like(&one)), "{turn:?}");
        let far = like(&turned(other.as_ref(), turn)).distance(&like(&one));
        assert!(far > LOOK_ALIKE, "{turn:?}: {far}");
    }
    let all = [&one, &other, &changed].map(like);
    assert_eq!(classes(&all), [vec![0, 2], vec![1]]);
}

/// Puzzles of every family, some with a few clues fewer, turned; whether two look alike is answered by
/// bits first, and must be what the distance says.
#[test]
fn what_is_told_apart_at_a_glance_is_apart() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for family in FAMILIES {
        let (mut alike, mut different) = (0, 0);
        for seed in 0..4 {
            let form = OrderForm {
                method: None,
                rows: 5,
                cols: 5,
                symmetry: ClueSymmetry::Any,
                density: None,
                options: Vec::new(),
                map: None,
                wish: Wish::default(),
                seed,
                attempts: None,
                conflicts: CONFLICTS,
                unchecked: false,
            };
            let order = form.order(family).expect("an order");
            let made = |index| generate(&order, index, &|| false).made;
            let (Some(one), Some(other)) = (made(0), made(1)) else {
                panic!("no puzzles of {}", family.id);
            };
            let mut all = vec![one.puzzle, other.puzzle];
            for _ in 0..10 {
                let whole = all[seed as usize % 2].clone();
                let mut fewer = whole.removals();
                fewer.shuffle(&mut rng);
                fewer.truncate(rng.random_range(0..=fewer.len()));
                let changed = edited(whole.as_ref(), &fewer).expect("fewer clues");
                let turn = Symmetry::ALL.choose(&mut rng).expect("eight");
                all.push(turned(changed.as_ref(), *turn));
            }
            let all: Vec<Likeness> = all.into_iter().map(Likeness::of).collect();
            for (i, here) in all.iter().enumerate() {
                for there in &all[..i] {
                    let close = here.distance(there) < LOOK_ALIKE;
                    assert_eq!(here.is_like(there), close, "{} {seed} {i}", family.id);
                    alike += close as usize;
                    different += !close as usize;
                }
            }
        }
        assert!(
            alike > 5 && different > 5,
            "{}: {alike}, {different}",
            family.id
        );
    }
}
