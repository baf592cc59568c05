//! Counting by hand: all squares of a small size by the views around them. For every set of views, or
//! for some, the prover finds as many squares as were counted, and says of one of them what is to blame.
//! Nothing is used of the family but what everybody sees; the views are counted here once more.

use std::collections::BTreeMap;
use std::sync::Arc;

use puzzles::{Fact, Puzzle, Status, format, solve};
use sat::{Budget, Solver, Verdict};

/// Call `found` with every square of heights that holds each once in every row and column.
fn for_each_square(n: usize, found: &mut dyn FnMut(&[u8])) {
    fn fill(n: usize, square: &mut Vec<u8>, found: &mut dyn FnMut(&[u8])) {
        let i = square.len();
        if i == n * n {
            return found(square);
        }
        let (row, col) = (i / n, i % n);
        for height in 1..=n as u8 {
            let taken = (0..col).any(|c| square[row * n + c] == height)
                || (0..row).any(|r| square[r * n + col] == height);
            if !taken {
                square.push(height);
                fill(n, square, found);
                square.pop();
            }
        }
    }
    fill(n, &mut Vec::new(), found);
}

/// How many of these are seen, the nearest first.
fn seen(heights: impl Iterator<Item = u8>) -> u8 {
    let (mut count, mut highest) = (0, 0);
    for height in heights.filter(|&height| height > 0) {
        count += u8::from(height > highest);
        highest = highest.max(height);
    }
    count
}

/// The views from above all columns, from below, from the left of all rows, and from the right.
fn views(n: usize, square: &[u8]) -> Vec<u8> {
    let down = |col: usize| (0..n).map(move |row| square[row * n + col]);
    let right = |row: usize| (0..n).map(move |col| square[row * n + col]);
    let above = (0..n).map(|col| seen(down(col)));
    let below = (0..n).map(|col| seen(down(col).rev()));
    let left = (0..n).map(|row| seen(right(row)));
    let from_right = (0..n).map(|row| seen(right(row).rev()));
    above.chain(below).chain(left).chain(from_right).collect()
}

/// The puzzle with these views, of which 0 stands for none.
fn puzzle(n: usize, views: &[u8]) -> Arc<dyn Puzzle> {
    let rows: Vec<String> = (views.chunks(n))
        .map(|row| {
            row.iter()
                .map(|&view| sign(view))
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    let [above, below, left, right] = &rows[..] else {
        panic!("{rows:?}");
    };
    let columns = format!("clabels\n{above}\n{below}");
    let text = format!("puzzle skyscrapers\nsize {n}\n{columns}\nrlabels\n{left}\n{right}\n");
    let read = format::split(&text)[0].read();
    read.unwrap_or_else(|e| panic!("{e}\n{text}")).puzzle
}

fn sign(view: u8) -> String {
    match view {
        0 => "-".to_owned(),
        view => view.to_string(),
    }
}

/// So many squares have so many sets of views, of which so many say which square it is. The prover
/// looks at one set in `every`.
fn census_is(n: usize, squares: u32, sets: usize, unique: usize, every: usize) {
    let mut counted: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
    for_each_square(n, &mut |square| {
        *counted.entry(views(n, square)).or_default() += 1
    });
    assert_eq!(counted.values().sum::<u32>(), squares);
    assert_eq!(counted.len(), sets);
    assert_eq!(counted.values().filter(|&&c| c == 1).count(), unique);
    for (views, &squares) in counted.iter().step_by(every) {
        let puzzle = puzzle(n, views);
        let answer = solve(puzzle.as_ref(), squares as usize, Budget::UNLIMITED);
        assert_eq!(answer.solutions.len(), squares as usize, "{puzzle:?}");
        assert!(!answer.more, "{puzzle:?}");
        assert_eq!(answer.status == Status::Unique, squares == 1);
    }
}

#[test]
fn census_of_size_4() {
    census_is(4, 576, 438, 372, 1);
}

#[test]
fn census_of_size_5() {
    census_is(5, 161_280, 102_398, 68_368, 997);
}

#[test]
fn a_view_alone_can_be_blamed() {
    let mut views = [0; 20];
    // Above column 2, and left of row 3.
    (views[1], views[12]) = (3, 2);
    let puzzle = puzzle(5, &views);
    let model = puzzle.encode();
    let mut solver = Solver::with_switches(&model, Budget::UNLIMITED);
    let mut assumed: Vec<sat::Lit> = (0..model.names().len()).map(|c| solver.switch(c)).collect();
    // The highest building stands first in column 2, from where three must be seen.
    let mut facts = (0..puzzle.reasoner().atoms()).map(Fact::yes);
    let highest = facts.find(|&fact| puzzle.fact_text(fact) == "r0c1=5");
    assumed.extend(highest);
    assert_eq!(solver.solve(&assumed), Verdict::Unsat);
    let core = solver.core();
    let blamed: Vec<String> = (0..model.names().len())
        .filter(|&c| core.contains(&solver.switch(c)))
        .map(|c| puzzle.cite(model.names()[c]).words)
        .collect();
    assert_eq!(blamed, ["the 3 above column 2"]);
    for &name in model.names() {
        let citation = puzzle.cite(name);
        assert!(!citation.words.is_empty() && !citation.cells.is_empty());
    }
}
