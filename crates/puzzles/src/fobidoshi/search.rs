//! The study's backtracking, with its switches.
//!
//! Each call tests whether the board is solved (blank cells count as empty), crosses out where a
//! circle would make four, and branches on a blank cell: circle first, then cross. *barrier* goes
//! back where crosses separate the circles; *good moves* puts a circle where a cross would do so,
//! and, as the study looks for a barrier before it begins with that, goes back where there is one;
//! *next to circles* branches only beside a circle. *heuristic* is the study's wish for a better
//! choice: the group of circles with the fewest ways out comes first, because one of its ways must
//! be right.
//!
//! The study stops at the first solution. We go on until we know that there is no other, so
//! the counters come twice: `calls` and `depth` up to the first solution, which is what the study
//! measured, and `calls_all` and `depth_all` for everything. A set of circles is tested once: where
//! only crosses have been added, the set is the one that was tested before.

use super::{Fobidoshi, Mark, would_make_four};
use crate::engine::{Found, Meter, Options, Run, SearchEnd, Solutions};
use crate::kit::areas::{self, Met, pieces};
use crate::kit::prelude::*;

pub(super) const METHODS: &[(&str, Run)] = &[("backtracking", |puzzle, options, want, budget| {
    run(own(puzzle), options, want, budget)
})];

/// With these switches the study's generators search.
pub(super) fn proved(puzzle: &Fobidoshi, fewest: bool, budget: Budget) -> Found {
    let options = Options::of(&[
        ("barrier", 1),
        ("good-moves", 1),
        ("next-to-circles", 1),
        ("heuristic", 0),
        ("fewest", fewest as u64),
        ("first-only", 0),
    ]);
    run(puzzle, &options, 1, budget)
}

fn run(puzzle: &Fobidoshi, options: &Options, want: usize, budget: Budget) -> Found {
    let mut search = Search {
        puzzle,
        barrier: options.is_on("barrier"),
        good_moves: options.is_on("good-moves"),
        next_to_circles: options.is_on("next-to-circles"),
        heuristic: options.is_on("heuristic"),
        fewest: options.is_on("fewest").then_some(usize::MAX),
        first_only: options.is_on("first-only"),
        marks: puzzle.given.clone(),
        trail: Vec::new(),
        walk: areas::Search::new(puzzle.size.len()),
        meter: Meter::new(budget),
        catch: Solutions::new(want),
    };
    // From here on no circle is ever put where it makes four, but the setter may have put one.
    if !search.has_four() {
        search.call(true);
    }
    // The fewest circles of several solutions say nothing about how many there are.
    let some = search.fewest.is_some() && search.catch.more;
    let cut_short = some || search.first_only && !search.catch.solutions.is_empty();
    let counters = search.catch.counters(&search.meter);
    let mut found = search.catch.found(&search.meter, counters);
    if cut_short && found.end == SearchEnd::Proved {
        found.end = SearchEnd::Stuck;
        found.more = true;
    }
    found
}

struct Search<'a> {
    puzzle: &'a Fobidoshi,
    barrier: bool,
    good_moves: bool,
    next_to_circles: bool,
    heuristic: bool,
    /// The circles of the best solution so far, if the fewest are looked for.
    fewest: Option<usize>,
    first_only: bool,
    marks: Vec<Mark>,
    /// Cells filled since the start, to be blanked again on the way back.
    trail: Vec<usize>,
    walk: areas::Search,
    meter: Meter<'a>,
    catch: Solutions,
}

impl Search<'_> {
    /// `new_circles`: whether circles have been added since the last test.
    fn call(&mut self, mut new_circles: bool) {
        if self.meter.enter() {
            let mark = self.trail.len();
            if new_circles {
                self.test();
            }
            new_circles = false;
            if !self.is_done() && self.fill(&mut new_circles) {
                if new_circles {
                    self.test();
                }
                if !self.is_done()
                    && let Some(cell) = self.branching_cell()
                {
                    for guess in [Mark::Circle, Mark::Cross] {
                        let before = self.trail.len();
                        self.put(cell, guess);
                        self.call(guess == Mark::Circle);
                        self.undo(before);
                        if self.is_done() {
                            break;
                        }
                    }
                }
            }
            self.undo(mark);
        }
        self.meter.leave();
    }

    fn is_done(&self) -> bool {
        self.meter.is_stopped()
            || self.catch.is_full() && self.fewest.is_none()
            || self.first_only && !self.catch.solutions.is_empty()
    }

    /// Fill in crosses and good moves, look for barriers; false if this leads nowhere.
    fn fill(&mut self, new_circles: &mut bool) -> bool {
        self.cross_out();
        if (self.barrier || self.good_moves) && self.is_parted() {
            return false;
        }
        if !self.good_moves {
            return true;
        }
        for cell in 0..self.marks.len() {
            if self.marks[cell] != Mark::Nothing {
                continue;
            }
            self.marks[cell] = Mark::Cross;
            let parted = self.is_parted();
            self.marks[cell] = Mark::Nothing;
            if parted {
                self.put(cell, Mark::Circle);
                *new_circles = true;
                self.cross_out();
                // The new crosses may separate the circles, and then every cross would.
                if self.is_parted() {
                    return false;
                }
            }
        }
        true
    }

    /// Count a solution if the circles are connected; four in a row never come about.
    fn test(&mut self) {
        if self.hangs_together(|mark| mark == Mark::Circle) {
            let mut board = self.puzzle.blank();
            for (at, &mark) in self.puzzle.size.cells().zip(&self.marks) {
                self.puzzle.enter(&mut board, at, mark.or_cross());
            }
            if let Some(fewest) = &mut self.fewest {
                let circles = self.marks.iter().filter(|&&m| m == Mark::Circle).count();
                if circles < *fewest && !self.catch.solutions.is_empty() {
                    self.catch.solutions.clear();
                    self.catch.more = true;
                }
                *fewest = circles.min(*fewest);
            }
            self.catch.add_after(&self.meter, board);
        }
    }

    /// Is there a barrier between circles?
    fn is_parted(&mut self) -> bool {
        !self.hangs_together(|mark| mark != Mark::Cross)
    }

    /// Can you walk from every circle to every other over such cells?
    fn hangs_together(&mut self, over: impl Fn(Mark) -> bool) -> bool {
        let marks = &self.marks;
        let mut circles = (0..marks.len()).filter(|&cell| marks[cell] == Mark::Circle);
        let Some(start) = circles.next() else {
            return true;
        };
        let beside = |cell| self.puzzle.beside(cell);
        self.walk.begin(start, []);
        self.walk.go(beside, |cell| match over(marks[cell]) {
            true => Met::Inside,
            false => Met::Beside,
        });
        circles.all(|cell| self.walk.met.has(cell))
    }

    /// Put a cross where a circle would make four.
    fn cross_out(&mut self) {
        for cell in 0..self.marks.len() {
            if self.marks[cell] == Mark::Nothing && self.would_make_four(cell) {
                self.put(cell, Mark::Cross);
            }
        }
    }

    fn would_make_four(&self, cell: usize) -> bool {
        let size = self.puzzle.size;
        let is_circle = |at: Cell| self.marks[size.index(at)] == Mark::Circle;
        would_make_four(size, size.cell(cell), is_circle)
    }

    fn has_four(&self) -> bool {
        let mut cells = 0..self.marks.len();
        cells.any(|c| self.marks[c] == Mark::Circle && self.would_make_four(c))
    }

    /// The first blank cell, or the first beside a circle; without any circle, any cell may be the
    /// first to get one.
    fn branching_cell(&self) -> Option<usize> {
        if self.heuristic {
            return self.way_out();
        }
        let mut blanks = (0..self.marks.len()).filter(|&c| self.marks[c] == Mark::Nothing);
        if !self.next_to_circles || !self.marks.contains(&Mark::Circle) {
            return blanks.next();
        }
        let is_circle = |next: usize| self.marks[next] == Mark::Circle;
        blanks.find(|&cell| self.puzzle.beside(cell).any(is_circle))
    }

    /// A blank cell beside the group of circles with the fewest of them; else the first blank cell.
    fn way_out(&self) -> Option<usize> {
        let size = self.puzzle.size;
        let is_circle = |at: Cell| self.marks[size.index(at)] == Mark::Circle;
        let next = |at: Cell| size.neighbours(at).map(|(_, next)| next);
        let is_blank = |cell: &usize| self.marks[*cell] == Mark::Nothing;
        let ways = |group: Vec<Cell>| {
            let beside = group
                .into_iter()
                .flat_map(|at| self.puzzle.beside(size.index(at)));
            distinct(beside.filter(is_blank))
        };
        let groups = pieces(size, is_circle, next).into_iter().map(ways);
        let fewest = groups.filter(|ways| !ways.is_empty()).min_by_key(Vec::len);
        let blank = || (0..self.marks.len()).find(is_blank);
        fewest.map(|ways| ways[0]).or_else(blank)
    }

    fn put(&mut self, cell: usize, mark: Mark) {
        debug_assert!(self.marks[cell] == Mark::Nothing);
        self.marks[cell] = mark;
        self.trail.push(cell);
    }

    fn undo(&mut self, to: usize) {
        for cell in self.trail.drain(to..) {
            self.marks[cell] = Mark::Nothing;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{puzzle, random_puzzle};
    use super::*;
    use crate::kit::testing::{self, *};

    const SWITCHES: [&str; 8] = [
        "",
        "barrier",
        "good-moves",
        "barrier,good-moves",
        "next-to-circles",
        "heuristic",
        "barrier,good-moves,heuristic",
        "barrier,good-moves,next-to-circles",
    ];

    fn searched(puzzle: &Fobidoshi, with: &str, want: usize) -> Found {
        testing::searched(puzzle, "backtracking", with, want, Budget::UNLIMITED)
    }

    fn sorted(boards: &[Board]) -> Vec<Vec<u16>> {
        let mut slots: Vec<_> = boards.iter().map(|b| b.slots.clone()).collect();
        slots.sort_unstable();
        slots
    }

    /// Not only the status is the same, but every single solution, whatever is switched on.
    #[test]
    fn all_switches_find_the_same_solutions_as_the_prover() {
        let mut dice = dice(5);
        for _ in 0..150 {
            let (rows, cols) = (dice.random_range(1..=4), dice.random_range(1..=4));
            let rarity = dice.random_range(1..6);
            let puzzle = random_puzzle(&mut dice, size(rows, cols), rarity);
            let proved = solve(&puzzle, 1000, Budget::UNLIMITED);
            for with in SWITCHES {
                let found = searched(&puzzle, with, 1000);
                if proved.solutions.len() < 1000 {
                    let [ours, its] = [&proved.solutions, &found.solutions].map(|all| sorted(all));
                    assert_eq!(its, ours, "{with}");
                }
                assert_eq!(found.status(), proved.status, "{with}: {puzzle:?}");
            }
        }
    }

    #[test]
    fn switches_save_calls() {
        let puzzle = puzzle(&["o--o", "----", "--x-", "o--o"]);
        let calls = |with| searched(&puzzle, with, 2).counter("calls_all");
        assert!(calls("barrier").is_some() && calls("barrier") < calls(""));
        assert!(calls("barrier,good-moves") <= calls("barrier"));
    }

    /// Where crosses separate the circles, good moves go back as well: nothing is tried below.
    #[test]
    fn good_moves_go_back_at_a_barrier() {
        let puzzle = puzzle(&["o-x--", "--x--", "xxx--", "-----", "----o"]);
        let calls = |with| searched(&puzzle, with, 2).counter("calls_all");
        assert_eq!(calls("good-moves"), Some(1));
        assert_eq!(calls("barrier,good-moves"), Some(1));
        assert!(calls("") > Some(1000));
    }

    #[test]
    fn the_fewest_circles_are_kept() {
        let puzzle = puzzle(&["o--", "---", "--o"]);
        let circles = |board: &Board| {
            let marks = puzzle.size.cells().map(|at| puzzle.mark(board, at));
            marks.filter(|&mark| mark == Mark::Circle).count()
        };
        let all = solve(&puzzle, 1000, Budget::UNLIMITED).solutions;
        let found = searched(&puzzle, "fewest", 1);
        assert_ne!(found.status(), Status::Unique);
        let fewest = all.iter().map(circles).min();
        assert_eq!(found.solutions.first().map(circles), fewest);
        assert_eq!(fewest, Some(5));
    }

    #[test]
    fn the_first_solution_alone_proves_nothing() {
        let puzzle = puzzle(&["o-o"]);
        let found = searched(&puzzle, "first-only", 2);
        assert_eq!(found.status(), Status::Unknown);
        assert_eq!(found.solutions.len(), 1);
        assert_eq!(searched(&puzzle, "", 2).status(), Status::Unique);
    }

    #[test]
    fn a_spent_budget_is_told() {
        let puzzle = Fobidoshi::empty(size(9, 9));
        let budget = Budget::conflicts(500);
        let found = testing::searched(&puzzle, "backtracking", "", 1_000_000, budget);
        assert_eq!(found.end, SearchEnd::Stopped);
        assert!(found.more && found.counter("calls_all") <= Some(501));
    }
}
