//! Deduction rules. What each of them is, and in which order they are tried, is said in `rules.txt`.
//!
//! Two things make a Fobidoshi: no four circles in a row, and all circles connected. The first is
//! local (`four`), the second is seen at a group of circles and its ways out (`ways`) or at the
//! areas that crosses leave (`areas`). Published puzzles need both at once: a supposed mark forces
//! crosses, and these wall something off. The rules in `looks` and `dead_end` do just that much on a
//! piece of [`paper::Paper`] and no more: how far each may look is part of its name. What they have
//! in common is in `suppose`.

mod areas;
mod dead_end;
mod four;
mod looks;
mod paper;
mod suppose;
mod tell;
mod walls;
mod ways;

use super::{FORBIDDEN, Fobidoshi, Mark};
use crate::kit::prelude::*;
use suppose::Supposed;
use tell::places;
use walls::Walls;

logic::clone_by_field! {
    /// What is counted as the facts come in, and what never changes.
    pub struct State {
        circles: usize,
        walls: Walls,
        lay: Arc<Lay>,
    }
}

/// What is around each cell. Where there is nothing, the number of cells stands for it: one cell
/// more, which searches take for a cross that cites nothing.
struct Lay {
    near: Vec<[usize; 4]>,
    /// All that touches it, going round: neighbours and corners by turns.
    ring: Vec<[usize; 8]>,
}

/// Which code each rule of `rules.txt` has, by file.
static RULES: Rulebook<Fobidoshi> = Rulebook::new(
    include_str!("rules.txt"),
    &[
        Rule::of::<four::Fourth>("fourth"),
        Rule::of::<ways::LastWayOut>("last-way-out"),
        Rule::of::<areas::OutOfReach>("out-of-reach"),
        Rule::of::<areas::Bottleneck>("bottleneck"),
        Rule::of::<areas::MustReach>("must-reach"),
        Rule::of::<Supposed<dead_end::ShutIn>>("shut-in"),
        Rule::of::<Supposed<dead_end::ExclusiveWays>>("exclusive-ways"),
        Rule::of::<Supposed<dead_end::ShortDeadEnd>>("dead-end"),
        Rule::of::<Supposed<looks::WalledOff>>("walled-off"),
        Rule::of::<Supposed<looks::NoWayAround>>("no-way-around"),
        Rule::of::<Supposed<looks::LastGap>>("last-gap"),
        Rule::of::<Supposed<looks::Ripple>>("ripple"),
        Rule::of::<Supposed<looks::EveryWay>>("every-way-out"),
    ],
);

impl Reasoning for Fobidoshi {
    type State = State;
    type Picture = Picture;

    fn rulebook() -> &'static Rulebook<Fobidoshi> {
        &RULES
    }

    fn atoms(&self) -> usize {
        self.size.len()
    }

    fn start(&self) -> State {
        State {
            circles: 0,
            walls: Walls::new(self.size.len()),
            lay: Arc::new(self.lay()),
        }
    }

    fn givens(&self) -> Vec<Fact> {
        let given = self.size.cells().filter(|&at| self.is_given(at));
        let cells = given.map(|at| self.size.index(at));
        let fact = |cell| Fact::new(cell, self.given[cell] == Mark::Circle);
        cells.map(fact).collect()
    }

    fn learn(&self, state: &mut State, known: &Known, fact: Fact) {
        state.circles += fact.is_yes() as usize;
        if !fact.is_yes() {
            let is_cross = |cell: usize| cell == self.size.len() || known.no(cell);
            (state.walls).add(&state.lay, fact.var(), is_cross, |_| {});
        }
    }

    fn facts_words(&self, facts: &[Fact]) -> String {
        let said = |yes: bool, one: &str, many: &str| {
            let cells = facts.iter().filter(|fact| fact.is_yes() == yes);
            let cells: Vec<usize> = cells.map(|fact| fact.var()).collect();
            match cells.len() {
                0 => Vec::new(),
                1 => vec![format!("{} gets a {one}", places(self, &cells))],
                _ => vec![format!("{} get {many}", places(self, &cells))],
            }
        };
        [
            said(true, "circle", "circles"),
            said(false, "cross", "crosses"),
        ]
        .concat()
        .join(", and ")
    }

    fn entered_words(&self, fact: Fact) -> String {
        let mark = if fact.is_yes() { "circle" } else { "cross" };
        format!("{mark} in {}", self.cell_words(fact.var()))
    }
}

impl Fobidoshi {
    fn lay(&self) -> Lay {
        let none = self.size.len();
        let near = |cell| {
            let mut beside = self.beside(cell);
            std::array::from_fn(|_| beside.next().unwrap_or(none))
        };
        let number = |at: Cell| match self.size.contains(at) {
            true => self.size.index(at),
            false => none,
        };
        let ring = |cell| {
            std::array::from_fn(|i| {
                let beside = self.size.cell(cell).step(Dir::ALL[i / 2]);
                match i % 2 {
                    0 => number(beside),
                    _ => number(beside.step(Dir::ALL[(i / 2 + 1) % 4])),
                }
            })
        };
        Lay {
            near: (0..none).map(near).collect(),
            ring: (0..none).map(ring).collect(),
        }
    }

    /// The neighbours of a cell.
    pub(super) fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (cols, len) = (self.size.cols(), self.size.len());
        let col = cell % cols;
        let sides = [
            (cell >= cols, cell.wrapping_sub(cols)),
            (col > 0, cell.wrapping_sub(1)),
            (col + 1 < cols, cell + 1),
            (cell + cols < len, cell + cols),
        ];
        sides.into_iter().filter(|s| s.0).map(|s| s.1)
    }

    /// All fours in a line that the cell is part of.
    fn fours_at(&self, cell: usize) -> impl Iterator<Item = [usize; FORBIDDEN]> + use<> {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let along = |at: usize, side: usize, step: usize| {
            let first = at.saturating_sub(FORBIDDEN - 1);
            let last = (at + FORBIDDEN).min(side);
            (first..(last + 1).saturating_sub(FORBIDDEN)).map(move |start| {
                let corner = cell - (at - start) * step;
                std::array::from_fn(|i| corner + i * step)
            })
        };
        along(cell % cols, cols, 1).chain(along(cell / cols, rows, cols))
    }

    /// Does this four lie along a row?
    fn is_row(&self, four: &[usize; FORBIDDEN]) -> bool {
        four[1] == four[0] + 1 && self.size.cols() >= FORBIDDEN
    }

    fn cell_words(&self, cell: usize) -> String {
        in_words(self.size.cell(cell))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::super::testing::{puzzle, random_puzzle};
    use super::*;
    use crate::kit::testing::*;

    /// With --nocapture you can read them.
    #[test]
    fn every_step_of_every_trace_can_be_told() {
        let mut dice = dice(11);
        for i in 0..400 {
            let size = size(2 + i % 5, 4 + i % 3);
            let puzzle = random_puzzle(&mut dice, size, 2 + i as u32 % 4);
            let plan = Plan::without_trial(&puzzle.rules()).with_reasons();
            for step in puzzle.trace(&[], &plan, Budget::UNLIMITED).steps {
                let text = Reasoner::say(&puzzle, &step);
                let id = puzzle.rules()[step.rule].id;
                println!("{id}: {text}");
                assert!(text.starts_with(|c: char| c.is_uppercase()), "{id}: {text}");
                let is_told = step.is_clash() || text.contains("row");
                assert!(text.ends_with('.') && is_told, "{id}: {text}");
                assert!(!text.contains("circles apart"), "{id}: {text} {puzzle:?}");
                if let Some(&fact) = step.therefore.first() {
                    let place = puzzle.cell_words(fact.var());
                    let several = step.therefore.len() > 1;
                    assert!(several || text.contains(&place), "{id}: {text}");
                }
            }
        }
    }

    #[test]
    fn a_cell_knows_its_neighbours_and_its_fours() {
        let wide = puzzle(&["-----", "-----", "-----", "-----"]);
        let beside = |cell| wide.beside(cell).collect::<Vec<_>>();
        assert_eq!(beside(0), [1, 5]);
        assert_eq!(beside(7), [2, 6, 8, 12]);
        assert_eq!(beside(19), [14, 18]);
        let fours: Vec<_> = wide.fours_at(7).collect();
        assert_eq!(fours, [[5, 6, 7, 8], [6, 7, 8, 9], [2, 7, 12, 17]]);
        let narrow = puzzle(&["-", "-", "-", "-"]);
        assert_eq!(narrow.fours_at(2).collect::<Vec<_>>(), [[0, 1, 2, 3]]);
        assert!(!narrow.is_row(&[0, 1, 2, 3]));
        assert_eq!(puzzle(&["---"]).fours_at(1).count(), 0);
    }

    /// Large boards take a rule a long time; it asks on the way whether anybody is still waiting.
    #[test]
    fn rules_look_at_the_watch_on_their_way_over_the_board() {
        let puzzle = random_puzzle(&mut dice(7), size(30, 30), 4);
        let far = [
            "shut-in",
            "dead-end",
            "walled-off",
            "ripple",
            "every-way-out",
        ];
        for rule in far {
            let plan = Plan::rounds(&puzzle.rules(), |about| about.id == rule);
            let asked = AtomicU32::new(0);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) > 20;
            let soon = Budget {
                stop: &stop,
                ..Budget::UNLIMITED
            };
            puzzle.steps(&[], &plan, soon);
            assert!(asked.into_inner() > 20, "{rule}");
        }
    }
}
