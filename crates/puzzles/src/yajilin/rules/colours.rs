//! An area coloured like a chessboard: the loop changes colour at every step, so where it enters and
//! leaves the area says how many more cells of one colour it passes there than of the other.

use super::{Now, State, Yajilin, the_loop};
use crate::kit::areas::firsts;
use crate::kit::prelude::*;
use crate::kit::words;

/// An area in which the open cells of one colour are all shaded, and those of the other are not.
pub(super) struct Chessboard {
    /// The cells that the loop passes or may pass, of the colour that is shaded and of the other.
    cells: [Vec<Cell>; 2],
    /// How many more of the first colour the loop passes.
    more: i32,
}

impl Deduction<Yajilin> for Chessboard {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let now = state.now(findings);
        let lay = &state.lay;
        let open_sides = |v: usize| lay.sides(v).filter(|&line| now.is_open(line));
        let area_of = firsts(lay.free, |v| {
            open_sides(v).map(move |line| lay.over(v, line))
        });
        let colour = |v: usize| (lay.at[v].row + lay.at[v].col) as usize % 2;
        let mut areas: Vec<Vec<usize>> = vec![Vec::new(); lay.free];
        (0..lay.free).for_each(|v| areas[area_of[v]].push(v));
        let areas = areas.iter().filter(|area| area.len() > 1);
        findings.each(areas, |area, findings| {
            // For each colour: the cells that are open, those that may be passed, and lines out.
            let (mut open, mut cells, mut out) = ([0; 2], [0; 2], [0; 2]);
            for &v in area {
                let leaves =
                    |line: &usize| now.yes(*line) && area_of[lay.over(v, *line)] != area_of[v];
                open[colour(v)] += now.is_open(v) as i32;
                cells[colour(v)] += 1;
                out[colour(v)] += lay.sides(v).filter(leaves).count() as i32;
            }
            for dark in [0, 1] {
                let more = (out[dark] - out[1 - dark]) / 2;
                let shaded = cells[dark] - cells[1 - dark] - more;
                let is_odd = (out[0] + out[1]) % 2 != 0;
                if is_odd || shaded < open[dark] {
                    continue;
                }
                let decided = area.iter().filter(|&&v| now.is_open(v));
                let facts = decided.map(|&v| Fact::new(v, colour(v) == dark));
                findings.conclude_unless(shaded > open[dark], facts, |because| {
                    reason(now, area, because);
                    let of = |dark: usize| {
                        let cells = area.iter().filter(|&&v| colour(v) == dark);
                        cells.map(|&v| lay.at[v]).collect()
                    };
                    let cells = [of(dark), of(1 - dark)];
                    Self { cells, more }
                });
            }
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let area = words::area(puzzle.size, &self.cells.concat());
        let [dark, light] = [&self.cells[0], &self.cells[1]].map(|cells| number(cells.len()));
        let more = |n: i32| match n {
            0 => "as many dark cells as light ones".to_owned(),
            n if n > 0 => format!("{} than light ones", more_cells(n, "dark")),
            n => format!("{} than dark ones", more_cells(-n, "light")),
        };
        let left = self.cells[0].len() as i32 - self.cells[1].len() as i32 - self.more;
        let so = puzzle.so_or_but(step, "which is impossible");
        format!(
            "Coloured like a chessboard, {area} has {dark} dark cells and {light} light ones. From \
             where it enters and leaves, the loop passes {}, which leaves {} to be shaded; {so}.",
            more(self.more),
            more(left)
        )
    }

    fn picture(&self, _: &Yajilin, _: &Step) -> Picture {
        let [dark, light] = [0, 1].map(|i| self.cells[i].iter().copied());
        Picture::default().area(dark).beyond(light)
    }
}

/// "one more dark cell".
fn more_cells(n: i32, kind: &str) -> String {
    let cells = if n == 1 { "cell" } else { "cells" };
    format!("{} more {kind} {cells}", number(n as usize))
}

/// What is known around the area, and which of its cells are passed.
fn reason(now: Now, area: &[usize], because: &mut Vec<Ground>) {
    because.push(the_loop());
    for &v in area {
        for line in now.lay.sides(v).filter(|&line| !now.is_open(line)) {
            if !area.contains(&now.lay.over(v, line)) {
                cite(because, now.why_decided(line));
            }
        }
        if now.no(v) {
            cite(because, Ground::no(v));
        }
    }
}
