//! Try and TryLarge: all ways to fill a line that fit what is known and both views.

use logic::{Deduction, Findings, Ground, Step};

use super::fits::{Frame, fits};
use super::line::bits;
use super::{LARGEST_SIDE, Skyscrapers, State};
use crate::Fact;
use crate::kit::words::{capital, list};

/// For lines with few open cells.
pub(super) type Try = WaysToFill<false>;
/// For all other lines.
pub(super) type TryLarge = WaysToFill<true>;

/// Try is for lines with at most this many open cells.
const OPEN_CELLS_FOR_TRY: usize = 3;

/// A line, and what all ways to fill it have in common.
#[derive(Debug)]
pub(super) struct WaysToFill<const LARGE: bool> {
    line: usize,
    open_cells: usize,
    /// The views that the step needs.
    views: Vec<usize>,
}

impl<const LARGE: bool> Deduction<Skyscrapers> for WaysToFill<LARGE> {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        let n = puzzle.side();
        let mut facts: Vec<Fact> = Vec::new();
        for line in puzzle.rows_and_columns_to_look_at(found) {
            let free = |p: &usize| state.built[puzzle.line_cell(line, *p)] == 0;
            let open_cells = (0..n).filter(free).count();
            if (open_cells > OPEN_CELLS_FOR_TRY) != LARGE {
                continue;
            }
            let frame = puzzle.frame(state, line);
            let evidence = |views: Vec<usize>| Self {
                line,
                open_cells,
                views,
            };
            let Some(fitting) = fits(&frame) else {
                found.contradict(|because| {
                    let no_way = |less: &Frame| fits(less).is_none();
                    evidence(puzzle.cite_frame(state, line, frame, because, no_way))
                });
                return;
            };
            let built = |p: usize| fitting[p].count_ones() == 1;
            if (0..n).all(|p| fitting[p] == frame.can[p] && !(free(&p) && built(p))) {
                continue;
            }
            facts.clear();
            for (p, &fitting) in fitting[..n].iter().enumerate() {
                let at = puzzle.line_cell(line, p);
                let gone = bits(frame.can[p] & !fitting);
                facts.extend(gone.map(|h| puzzle.is_not(at, h)));
                if built(p) {
                    facts.push(puzzle.is(at, fitting.trailing_zeros() as usize));
                }
            }
            let says_as_much = |wider: [u16; LARGEST_SIDE]| {
                (0..n).all(|p| {
                    let gone = frame.can[p] & !fitting[p];
                    wider[p] & gone == 0 && (!built(p) || wider[p] == fitting[p] || !free(&p))
                })
            };
            found.conclude(&facts, |because| {
                let enough = |less: &Frame| fits(less).is_none_or(says_as_much);
                evidence(puzzle.cite_frame(state, line, frame, because, enough))
            });
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let views = list(self.views.iter().map(|&v| puzzle.view_words(v)), "and");
        let (in_a_way, that_fits) = match self.views.len() {
            0 => ("", String::new()),
            _ => (" in a way", format!(" that fits {views}")),
        };
        let line = capital(puzzle.line_words(self.line));
        if step.is_clash() {
            return match self.open_cells {
                0 => format!("{line} is finished, but not{in_a_way}{that_fits}."),
                _ => format!("{line} can no longer be filled{in_a_way}{that_fits}."),
            };
        }
        let so = puzzle.conclusion(&step.therefore);
        let cells = match self.open_cells {
            1 => "one open cell".to_owned(),
            open => format!("{open} open cells"),
        };
        format!("{line} has {cells}. In every way to fill it{that_fits}, {so}.")
    }
}

impl Skyscrapers {
    fn frame(&self, state: &State, line: usize) -> Frame {
        let mut frame = Frame {
            side: self.side(),
            depth: self.depth as usize,
            views: self.views_of(line).map(|v| self.views[v]),
            can: [0; LARGEST_SIDE],
        };
        for p in 0..self.side() {
            frame.can[p] = self.open_heights(state, self.line_cell(line, p));
        }
        frame
    }

    /// Cite what is needed: leave out what can be left out, whole cells first. Returns the views
    /// among it.
    fn cite_frame(
        &self,
        state: &State,
        line: usize,
        mut frame: Frame,
        because: &mut Vec<Ground>,
        enough: impl Fn(&Frame) -> bool,
    ) -> Vec<usize> {
        let all = self.all_heights();
        let mut without = |change: &dyn Fn(&mut Frame)| {
            let mut less = frame;
            change(&mut less);
            let enough = enough(&less);
            if enough {
                frame = less;
            }
            enough
        };
        let mut views = Vec::new();
        for (i, view) in self.views_of(line).into_iter().enumerate() {
            if self.views[view].is_some() && !without(&|less| less.views[i] = None) {
                because.push(self.view_ground(view));
                views.push(view);
            }
        }
        for p in 0..self.side() {
            let at = self.line_cell(line, p);
            if without(&|less| less.can[p] = all) {
                continue;
            }
            match state.built[at] {
                0 => {
                    for h in bits(all & !state.can[at]) {
                        if !without(&|less| less.can[p] |= 1 << h) {
                            because.push(self.excluded(at, h));
                        }
                    }
                }
                built => because.extend(bits(built).map(|h| self.stands(at, h))),
            }
        }
        views
    }
}
