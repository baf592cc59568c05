//! Every way to make a puzzle, of every family, at the extremes: the smallest boards, narrow ones,
//! the lowest and highest density, every option at both ends.

use puzzles::make::{BoardSpec, ClueSymmetry, Maker};
use puzzles::{FAMILIES, Family, Status, solve};
use sat::Budget;
use workshop::{Order, Wish, generate};

fn order(maker: &'static Maker, request: BoardSpec) -> Order {
    Order {
        maker,
        request,
        wish: Wish::default(),
        seed: 3,
        attempts: 3,
        conflicts: 2_000,
        unchecked: false,
    }
}

fn usual(maker: &'static Maker, rows: usize, cols: usize) -> BoardSpec {
    BoardSpec {
        rows,
        cols,
        symmetry: ClueSymmetry::Any,
        density: None,
        options: maker.options.iter().map(|o| (o.id, o.usual)).collect(),
        map: None,
    }
}

/// Every board up to five by five, and some narrow ones.
fn sizes(family: &Family) -> Vec<(usize, usize)> {
    let (least, most) = family.sides;
    let small = (1..=5).flat_map(|r| (1..=5).map(move |c| (r, c)));
    let narrow = [(1, 12), (12, 1), (2, 9), (9, 2), (3, 8)];
    let fits = |n: usize| (least..=most).contains(&n);
    small
        .chain(narrow)
        .filter(|&(r, c)| fits(r) && fits(c))
        .collect()
}

/// Try to make a puzzle; it need not succeed, but a puzzle made has one solution. Returns whether
/// there was one.
fn stands(maker: &'static Maker, request: BoardSpec) -> bool {
    let order = order(maker, request);
    let Some(made) = generate(&order, 0, &|| false).made else {
        return false;
    };
    let puzzle = made.puzzle.as_ref();
    assert_eq!(solve(puzzle, 2, Budget::UNLIMITED).status, Status::Unique);
    let size = (puzzle.size().rows(), puzzle.size().cols());
    assert_eq!(size, (order.request.rows, order.request.cols));
    true
}

#[test]
fn every_maker_stands_every_size_and_shape() {
    for family in FAMILIES {
        for maker in family.makers {
            let mut made = 0;
            for (rows, cols) in sizes(family) {
                for &symmetry in [ClueSymmetry::Any].iter().chain(maker.shapes) {
                    let request = usual(maker, rows, cols);
                    made += stands(
                        maker,
                        BoardSpec {
                            symmetry,
                            ..request
                        },
                    ) as usize;
                }
            }
            // Some ways fail nearly always on small boards.
            assert!(made > 1, "{} {}: {made}", family.id, maker.id);
        }
    }
}

#[test]
fn every_maker_stands_every_density_and_option() {
    for family in FAMILIES {
        for maker in family.makers {
            for (rows, cols) in sizes(family)
                .into_iter()
                .filter(|&(r, c)| r == c || r * c > 15)
            {
                for density in [0.0, 0.01, 0.5, 1.0].map(Some) {
                    stands(
                        maker,
                        BoardSpec {
                            density,
                            ..usual(maker, rows, cols)
                        },
                    );
                }
                for (place, option) in maker.options.iter().enumerate() {
                    for value in [option.least, option.most] {
                        let mut request = usual(maker, rows, cols);
                        request.options[place].1 = value;
                        stands(maker, request);
                    }
                }
            }
        }
    }
}
