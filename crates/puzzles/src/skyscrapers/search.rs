//! The study's two other engines.
//!
//! *backtracking* fills the square row by row and goes back as soon as a height stands twice in a
//! line or a view can no longer come out right. It stops when there are more solutions than were
//! asked for.
//!
//! *genetic* is in genetic.rs.

use super::{PARK, Skyscrapers, genetic};
use crate::engine::{Found, Meter, Run, Solutions};
use crate::kit::prelude::*;

pub(super) const METHODS: &[(&str, Run)] = &[
    ("backtracking", |puzzle, _, want, budget| {
        run(own(puzzle), want, budget)
    }),
    ("genetic", |puzzle, options, _, budget| {
        genetic::run(own(puzzle), options, budget)
    }),
];

fn run(puzzle: &Skyscrapers, want: usize, budget: Budget) -> Found {
    let lines = puzzle.lines();
    let view = |i: usize| puzzle.views[i].map(|view| (puzzle.sight(i), view));
    let views: Vec<(Vec<Cell>, u16)> = (0..puzzle.views.len()).filter_map(view).collect();
    let heights = puzzle.depth as usize + 1;
    let mut search = Search {
        puzzle,
        heights: vec![None; puzzle.size.len()],
        left: vec![1; lines.len() * heights],
        lines_of: through(puzzle.size, lines.iter()),
        views_of: through(puzzle.size, views.iter().map(|view| &view.0)),
        views,
        meter: Meter::new(budget),
        catch: Solutions::new(want),
    };
    for line in 0..lines.len() {
        search.left[line * heights] = puzzle.parks();
    }
    search.call(0);
    let counters = vec![
        ("calls", search.meter.calls),
        ("depth", search.meter.deepest),
    ];
    search.catch.found(&search.meter, counters)
}

/// For each cell, which of these lines run through it.
fn through<'l>(size: Size, lines: impl Iterator<Item = &'l Vec<Cell>>) -> Vec<Vec<usize>> {
    let mut through = vec![Vec::new(); size.len()];
    for (i, line) in lines.enumerate() {
        line.iter().for_each(|&at| through[size.index(at)].push(i));
    }
    through
}

struct Search<'a> {
    puzzle: &'a Skyscrapers,
    /// What stands in each cell, 0 for a park.
    heights: Vec<Option<u16>>,
    /// For each line and height, how many more of it the line takes.
    left: Vec<usize>,
    lines_of: Vec<Vec<usize>>,
    views: Vec<(Vec<Cell>, u16)>,
    views_of: Vec<Vec<usize>>,
    meter: Meter<'a>,
    catch: Solutions,
}

impl Search<'_> {
    /// All cells before this one, in reading order, are filled.
    fn call(&mut self, cell: usize) {
        if self.meter.enter() {
            if cell == self.heights.len() {
                self.solved();
            } else {
                let given = match self.puzzle.givens[cell] {
                    0 => None,
                    PARK => Some(0),
                    height => Some(height),
                };
                for height in self.puzzle.lowest()..=self.puzzle.depth {
                    if given.is_some_and(|g| g != height) || !self.fits(cell, height) {
                        continue;
                    }
                    self.set(cell, Some(height));
                    if self.views_of[cell].iter().all(|&v| self.is_possible(v)) {
                        self.call(cell + 1);
                    }
                    self.set(cell, None);
                    if self.meter.is_stopped() || self.catch.is_full() {
                        break;
                    }
                }
            }
        }
        self.meter.leave();
    }

    fn place(&self, line: usize, height: u16) -> usize {
        line * (self.puzzle.depth as usize + 1) + height as usize
    }

    fn fits(&self, cell: usize, height: u16) -> bool {
        let mut lines = self.lines_of[cell].iter();
        lines.all(|&line| self.left[self.place(line, height)] > 0)
    }

    fn set(&mut self, cell: usize, height: Option<u16>) {
        let before = std::mem::replace(&mut self.heights[cell], height);
        for i in 0..self.lines_of[cell].len() {
            let line = self.lines_of[cell][i];
            let place = |height| self.place(line, height);
            let (before, now) = (before.map(place), height.map(place));
            before.into_iter().for_each(|place| self.left[place] += 1);
            now.into_iter().for_each(|place| self.left[place] -= 1);
        }
    }

    /// Can a view still come out right? Looks along it up to the first open cell.
    fn is_possible(&self, view: usize) -> bool {
        let (line, wanted) = &self.views[view];
        let cells = line.iter().map(|&at| self.puzzle.size.index(at));
        let heights = cells.map(|cell| self.heights[cell]);
        let (least, most) = self.puzzle.may_be_seen(heights);
        (least..=most).contains(wanted)
    }

    fn solved(&mut self) {
        let mut board = self.puzzle.blank();
        for (at, height) in self.puzzle.size.cells().zip(&self.heights) {
            let value = height.filter(|&h| h > 0).unwrap_or(PARK);
            self.puzzle.enter(&mut board, at, value);
        }
        self.catch.add(board);
    }
}
