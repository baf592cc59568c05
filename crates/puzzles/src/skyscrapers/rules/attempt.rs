//! Try and TryLarge: all ways to fill a line that fit what is known and both views.

use super::fits::{Frame, fits};
use super::line::{Bits, bits};
use super::words::{a_height, height_words};
use super::{LARGEST_SIDE, Skyscrapers, State};
use crate::kit::lists::sort_by_number;
use crate::kit::prelude::*;

/// For lines with few open cells.
pub(super) type Try = WaysToFill<false>;
/// For all other lines.
pub(super) type TryLarge = WaysToFill<true>;

/// Try is for lines with at most this many open cells.
const OPEN_CELLS_FOR_TRY: usize = 3;

/// A line, and what all ways to fill it have in common.
pub(super) struct WaysToFill<const LARGE: bool> {
    line: usize,
    open_cells: usize,
    /// The views that the step needs.
    views: Vec<usize>,
    /// All ways to fill it, if they are few.
    ways: Vec<Vec<usize>>,
    /// For what is excluded, if that can be said in few words: how many would be seen at best, and
    /// from where. What is seen alike stands together.
    seen: Vec<Seen>,
}

/// With one of these heights in one of these cells a view would see so many at most, or at least.
#[derive(Clone, Debug)]
struct Seen {
    cells: Vec<usize>,
    heights: Vec<usize>,
    witness: Witness,
    count: u16,
}

/// What is seen too little or too much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Witness {
    view: usize,
    /// The view from the other side, if that has to be met first.
    met: Option<usize>,
    is_most: bool,
}

/// The most ways to fill a line that are listed, and the most cells or heights of which it is said how
/// many would be seen.
const MOST_LISTED: usize = 3;
const MOST_SEEN: usize = 2;

impl<const LARGE: bool> Deduction<Skyscrapers> for WaysToFill<LARGE> {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        let n = puzzle.side();
        let mut facts: Vec<Fact> = Vec::new();
        for line in puzzle.rows_and_columns_to_look_at(found, false) {
            let free = |p: &usize| state.built[puzzle.line_cell(line, *p)] == 0;
            let open_cells = (0..n).filter(free).count();
            if (open_cells > OPEN_CELLS_FOR_TRY) != LARGE {
                continue;
            }
            let frame = puzzle.frame(state, line);
            let evidence = |views: Vec<usize>, ways, seen| Self {
                line,
                open_cells,
                views,
                ways,
                seen,
            };
            let Some(fitting) = fits(&frame) else {
                found.contradict(|because| {
                    let no_way = |less: &Frame| fits(less).is_none();
                    let views = puzzle.cite_frame(state, line, frame, because, no_way);
                    evidence(views, Vec::new(), Vec::new())
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
            let says_as_much = |wider: [Bits; LARGEST_SIDE]| {
                (0..n).all(|p| {
                    let gone = frame.can[p] & !fitting[p];
                    wider[p] & gone == 0 && (!built(p) || wider[p] == fitting[p] || !free(&p))
                })
            };
            found.conclude(&facts, |because| {
                let enough = |less: &Frame| fits(less).is_none_or(says_as_much);
                let views = puzzle.cite_frame(state, line, frame, because, enough);
                let seen = puzzle.would_be_seen(&frame, line, &views, &facts);
                evidence(views, few_ways(&frame), seen)
            });
        }
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let views = puzzle.views_words(&self.views);
        let (in_a_way, that_fits) = match self.views.len() {
            0 => ("", String::new()),
            _ => (" in a way", format!(" that fits {views}")),
        };
        let line = puzzle.line_words(self.line);
        if step.is_clash() {
            return match self.open_cells {
                0 => format!("{line} is finished, but not{in_a_way}{that_fits}."),
                _ => format!("{line} can no longer be filled{in_a_way}{that_fits}."),
            };
        }
        let so = puzzle.conclusion(&step.therefore);
        if !self.ways.is_empty() {
            let ways = self.ways.iter().map(|way| {
                let heights: Vec<String> = way.iter().map(|&h| height_words(h)).collect();
                heights.join(" ")
            });
            let fits = match self.views.len() {
                0 => "is left".to_owned(),
                _ => format!("fits {views}"),
            };
            let inside = puzzle.in_line(self.line);
            return format!("{inside} only {} {fits}, so {so}.", list(ways, "or"));
        }
        if !self.seen.is_empty() {
            let same = |a: &Seen, b: &Seen| (a.witness, a.count) == (b.witness, b.count);
            let each = self.seen.chunk_by(same).map(|all| {
                let seen = &all[0];
                let Witness { view, met, is_most } = seen.witness;
                let entries = all.iter().map(|seen| {
                    let heights = list(seen.heights.iter().map(|&h| a_height(h)), "or");
                    let cells = puzzle.cells_words(&seen.cells).replace(" and ", " or ");
                    let cells = cells
                        .replace("rows ", "row ")
                        .replace("columns ", "column ");
                    format!("{heights} in {cells}")
                });
                let entries = list(entries, "or");
                let met = met.map_or(String::new(), |met| {
                    format!(" and {} met", puzzle.view_words(met))
                });
                let bound = if is_most { "at most" } else { "at least" };
                let (view, count) = (puzzle.view_words(view), seen.count);
                format!("with {entries}{met}, {view} would see {bound} {count}")
            });
            let each = each.collect::<Vec<_>>().join("; and ");
            return format!("{each}, however {line} is filled; so {so}.");
        }
        let cells = match self.open_cells {
            1 => "one open cell".to_owned(),
            open => format!("{} open cells", number(open)),
        };
        format!("{line} has {cells}. In every way to fill it{that_fits}, {so}.")
    }
}

impl Witness {
    /// What holds for both of two counts.
    fn weaker(self, one: u16, other: u16) -> u16 {
        match self.is_most {
            true => one.max(other),
            false => one.min(other),
        }
    }
}

/// All ways to fill a line, if they are few; else none.
fn few_ways(frame: &Frame) -> Vec<Vec<usize>> {
    let mut ways: Vec<Frame> = vec![*frame];
    for p in 0..frame.side {
        let heights = |way: &Frame| fits(way).map_or(0, |fitting| fitting[p]);
        ways = (ways.iter())
            .flat_map(|way| bits(heights(way)).map(|height| way.with(p, 1 << height)))
            .collect();
        if ways.len() > MOST_LISTED {
            return Vec::new();
        }
    }
    let height = |way: &Frame, p: usize| way.can[p].trailing_zeros() as usize;
    let whole = |way: &Frame| (0..frame.side).map(|p| height(way, p)).collect();
    ways.iter().map(whole).collect()
}

impl Skyscrapers {
    /// What one view would see with each of the heights that are excluded, if each would be too many
    /// or too few and that can be said in few words. What is built follows from what is excluded
    /// there.
    fn would_be_seen(
        &self,
        frame: &Frame,
        line: usize,
        views: &[usize],
        facts: &[Fact],
    ) -> Vec<Seen> {
        let mut all: Vec<Seen> = Vec::new();
        for &fact in facts.iter().filter(|fact| !fact.is_yes()) {
            let (at, height) = self.meaning(fact);
            let p = (0..self.side()).find(|&p| self.line_cell(line, p) == at);
            let found = p.and_then(|p| self.witness(&frame.with(p, 1 << height), line, views));
            let Some((witness, count)) = found else {
                return Vec::new();
            };
            let same = |seen: &&mut Seen| seen.cells == [at] && seen.witness == witness;
            match all.iter_mut().find(same) {
                Some(seen) => {
                    seen.heights.push(height);
                    seen.count = witness.weaker(seen.count, count);
                }
                None => all.push(Seen {
                    cells: vec![at],
                    heights: vec![height],
                    witness,
                    count,
                }),
            }
        }
        // The same heights in other cells are said together.
        let mut together: Vec<Seen> = Vec::new();
        for one in all {
            let same =
                |seen: &&mut Seen| seen.heights == one.heights && seen.witness == one.witness;
            match together.iter_mut().find(same) {
                Some(seen) => {
                    seen.cells.extend(one.cells);
                    seen.count = one.witness.weaker(seen.count, one.count);
                }
                None => together.push(one),
            }
        }
        // By view, what is too few before what is too many, and by how many are seen.
        sort_by_number(&mut together, |seen| {
            let kind = 2 * seen.witness.view + usize::from(seen.witness.is_most);
            (kind << u16::BITS) + usize::from(seen.count)
        });
        match together.len() <= MOST_SEEN {
            true => together,
            false => Vec::new(),
        }
    }

    /// A view that would see too few or too many, however a line is filled, and how many that would be:
    /// by itself, or else if the view from the other side is met.
    fn witness(&self, frame: &Frame, line: usize, views: &[usize]) -> Option<(Witness, u16)> {
        let sides = self.views_of(line);
        let bound = |view: usize, with: bool| {
            let side = sides.iter().position(|&v| v == view)?;
            let want = self.views[view]?;
            let met = sides[1 - side];
            let can_see = |count: &u16| {
                let mut frame = *frame;
                frame.views[side] = Some(*count);
                if !with {
                    frame.views[1 - side] = None;
                }
                fits(&frame).is_some()
            };
            let mut counts = (1..=self.depth).filter(can_see);
            let least = counts.next()?;
            let most = counts.next_back().unwrap_or(least);
            let witness = |is_most| Witness {
                view,
                met: with.then_some(met),
                is_most,
            };
            match (most < want, least > want) {
                (true, _) => Some((witness(true), most)),
                (_, true) => Some((witness(false), least)),
                _ => None,
            }
        };
        let alone = views.iter().find_map(|&view| bound(view, false));
        alone.or_else(|| match views {
            [_, _] => views.iter().find_map(|&view| bound(view, true)),
            _ => None,
        })
    }

    pub(super) fn frame(&self, state: &State, line: usize) -> Frame {
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
    pub(super) fn cite_frame(
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
