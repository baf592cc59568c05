//! Is a board right? Looks only at what stands in the cells; shares nothing with the encoding.
//!
//! Where there are parks, a player need not mark them: as soon as a line has all its buildings,
//! its empty cells are parks. So a cell is missing only in a line that still lacks a building.

use super::{PARK, Skyscrapers};
use crate::kit::prelude::*;
use crate::kit::report::Report;
use crate::kit::words::only;

impl Rules for Skyscrapers {
    fn check(&self, board: &Board) -> Vec<Violation> {
        let mut found = Report::default();
        changed(self, board, &mut found);
        out_of_range(self, board, &mut found);
        let lines = self.lines();
        twice(self, board, &lines, &mut found);
        views(self, board, &mut found);
        too_many_parks(self, board, &lines, &mut found);
        missing(self, board, &lines, &mut found);
        found.0
    }
}

fn changed(puzzle: &Skyscrapers, board: &Board, found: &mut Report) {
    for at in puzzle.size.cells() {
        let given = puzzle.givens[puzzle.size.index(at)];
        let value = puzzle.value(board, at);
        if given != 0 && value != given {
            let words = |value: u16| match value {
                PARK => "a park".to_owned(),
                height => height.to_string(),
            };
            let (place, given, value) = (capital(in_words(at)), words(given), words(value));
            let message = format!("{place} was given as {given}, not as {value}.");
            found.wrong("gvChanged", [at], message);
        }
    }
}

pub(super) fn out_of_range(puzzle: &Skyscrapers, board: &Board, found: &mut Report) {
    for at in puzzle.size.cells() {
        let value = puzzle.value(board, at);
        if value > puzzle.depth && value != PARK {
            let range = format!("is out of range; heights go from 1 to {}.", puzzle.depth);
            found.each("nmRange", [at], format!("The {value} in {{}} {range}"));
        }
    }
}

fn twice(puzzle: &Skyscrapers, board: &Board, lines: &[Vec<Cell>], found: &mut Report) {
    for (i, line) in lines.iter().enumerate() {
        let is_diagonal = i >= 2 * puzzle.side();
        let rule = if is_diagonal { "nmDupDiag" } else { "nmDupRow" };
        let buildings = puzzle.buildings(board, line).enumerate();
        let again =
            buildings.filter(|&(p, h)| puzzle.buildings(board, line).take(p).any(|o| o == h));
        for height in distinct(again.map(|(_, height)| height)) {
            let cells = holding(puzzle, board, line, height);
            let times = match cells.len() {
                2 => "twice".to_owned(),
                n => format!("{n} times"),
            };
            let words = puzzle.line_words(i);
            let message = format!("The height {height} stands {times} in {words}.");
            found.wrong(rule, cells, message);
        }
    }
}

fn holding(puzzle: &Skyscrapers, board: &Board, line: &[Cell], value: u16) -> Vec<Cell> {
    let holds = |at: &Cell| puzzle.value(board, *at) == value;
    line.iter().copied().filter(holds).collect()
}

impl Skyscrapers {
    /// The fewest and the most buildings that may be seen along a line in the end, by what stands in
    /// each cell, 0 for a park. What stands before the first open cell is seen for certain. Behind it
    /// the highest building will be seen, if it has not come yet; every building seen is higher than
    /// the one before, and needs a cell.
    pub(super) fn may_be_seen(&self, line: impl Iterator<Item = Option<u16>>) -> (u16, u16) {
        let (mut count, mut highest) = (0, 0);
        for (passed, value) in line.enumerate() {
            match value {
                None => {
                    let higher = self.depth.saturating_sub(highest);
                    let room = (self.side() - passed) as u16;
                    return (count + higher.min(1), count + higher.min(room));
                }
                Some(height) if height > highest => (count, highest) = (count + 1, height),
                Some(_) => {}
            }
        }
        (count, count)
    }
}

fn views(puzzle: &Skyscrapers, board: &Board, found: &mut Report) {
    for (i, view) in puzzle.views.iter().enumerate() {
        let Some(view) = *view else { continue };
        let line = puzzle.sight(i);
        let complete = puzzle.buildings(board, &line).count() >= puzzle.depth as usize;
        let heights = line.iter().map(|&at| match puzzle.value(board, at) {
            0 if !complete => None,
            0 | PARK => Some(0),
            height => Some(height),
        });
        let (least, most) = puzzle.may_be_seen(heights);
        if (least..=most).contains(&view) {
            continue;
        }
        let (bound, count) = match (least, most) {
            (same, other) if same == other => ("", same),
            (least, _) if view < least => ("at least ", least),
            (_, most) => ("at most ", most),
        };
        let are = if count == 1 { "is" } else { "are" };
        let (buildings, words) = (counted(count.into(), "building"), puzzle.view_words(i));
        let cells = [&[puzzle.outside(i)], &line[..]].concat();
        let message = capital(format!("{bound}{buildings} {are} seen from {words}."));
        found.wrong("nmSightNe", cells, message);
    }
}

fn too_many_parks(puzzle: &Skyscrapers, board: &Board, lines: &[Vec<Cell>], found: &mut Report) {
    for (i, line) in lines.iter().enumerate() {
        let parks = holding(puzzle, board, line, PARK);
        if parks.len() > puzzle.parks() {
            let words = capital(puzzle.line_words(i));
            let allowed = only(puzzle.parks(), "park");
            found.wrong("ceNoNum", parks, format!("{words} has room for {allowed}."));
        }
    }
}

fn missing(puzzle: &Skyscrapers, board: &Board, lines: &[Vec<Cell>], found: &mut Report) {
    let lacks = |line: &&Vec<Cell>| puzzle.buildings(board, line).count() < puzzle.depth as usize;
    let lines = lines.iter().filter(lacks);
    let open = distinct(lines.flat_map(|line| holding(puzzle, board, line, 0)));
    if let Some(&first) = open.first() {
        let message = match open.len() {
            1 => format!("{} is empty.", capital(in_words(first))),
            n if puzzle.parks() > 0 => {
                format!("Buildings are still missing among these {n} empty cells.")
            }
            n => format!("{n} cells are empty."),
        };
        found.unfinished("ceNoNum", open, message);
    }
}
