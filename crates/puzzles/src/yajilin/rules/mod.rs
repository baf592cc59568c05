//! Deduction rules, easiest first, and their table.
//!
//! What a player sees out of the corner of an eye is kept as the facts come in ([`State`]): how
//! many ways and lines a cell has, which line ends belong together, what a clue still needs, and
//! which places are on the same side of the loop. The rules are in files by subject.

mod cell;
mod clue;
mod crossing;
mod ends;
mod gates;
mod lay;
mod pocket;
mod rank;
mod sides;
mod squeeze;
mod starve;
#[cfg(test)]
mod tests;
mod words;

use std::sync::Arc;

use logic::{Found, Ground, Known, Reasoning, Rule};
use sat::Name;

use self::lay::{Lay, NONE};
use self::sides::Sides;
use super::{Atom, Yajilin};
use crate::Fact;
use crate::board::in_words;

/// What is known about a free cell.
#[derive(Clone, Copy)]
struct Node {
    /// How many sides are not closed.
    ways: u8,
    lines: u8,
    /// For the end of a path of lines: its other end.
    mate: u32,
}

/// What is known about the cells of a span.
#[derive(Clone, Copy)]
struct Count {
    shaded: u16,
    open: u16,
}

/// What is known, in the form that the rules ask for.
pub struct State {
    lay: Arc<Lay>,
    nodes: Vec<Node>,
    counts: Vec<Count>,
    sides: Sides,
    /// Cells that are on the loop and have no line yet.
    loose: u32,
    /// How many pieces of the loop there are.
    paths: u32,
    /// Whether the variant wants all shaded cells outside the loop.
    shaded_outside: bool,
    /// A line of a closed loop, or `NONE`.
    closed: u32,
    /// Some cell has three lines: what is kept about paths is no longer true.
    branched: bool,
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            lay: self.lay.clone(),
            nodes: self.nodes.clone(),
            counts: self.counts.clone(),
            sides: self.sides.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &State) {
        self.nodes.clone_from(&other.nodes);
        self.counts.clone_from(&other.counts);
        self.sides.clone_from(&other.sides);
        (self.loose, self.paths) = (other.loose, other.paths);
        (self.closed, self.branched) = (other.closed, other.branched);
    }
}

impl Reasoning for Yajilin {
    type State = State;

    const RULES: &'static [Rule<Yajilin>] = &[
        cell::NEXT_TO_SHADED,
        clue::ZERO,
        clue::DONE,
        clue::NEEDS_ALL,
        cell::TWO_LINES,
        cell::GOES_ON,
        cell::TWO_WAYS,
        cell::NO_WAY,
        ends::FINISHED,
        cell::EITHER_WAY,
        clue::PACKED,
        clue::ONE_OF_TWO,
        clue::BETWEEN,
        ends::SMALL_LOOP,
        squeeze::SQUEEZE,
        ends::DETOUR,
        rank::RANK,
        crossing::EVEN,
        crossing::CORNERS,
        crossing::OUTSIDE,
        pocket::POCKET,
        gates::GATES,
        starve::STARVE,
    ];

    fn atoms(&self) -> usize {
        self.atoms.len()
    }

    fn start(&self) -> State {
        let lay = Lay::new(self);
        let node = |v: usize| Node {
            ways: lay.sides(v).count() as u8,
            lines: 0,
            mate: v as u32,
        };
        let count = |span: &lay::Span| Count {
            shaded: 0,
            open: span.cells.iter().filter(|&&v| v != NONE).count() as u16,
        };
        State {
            nodes: (0..lay.free).map(node).collect(),
            counts: lay.spans.iter().map(count).collect(),
            sides: Sides::new(lay.around.len()),
            loose: 0,
            paths: 0,
            closed: NONE,
            branched: false,
            shaded_outside: self.outside,
            lay: Arc::new(lay),
        }
    }

    /// A line lies in two cells of the loop, and a shaded cell has no lines.
    fn implied(&self, fact: Fact) -> Vec<Fact> {
        match (self.atoms[fact.var()], fact.is_yes()) {
            (Atom::Line(border), true) => {
                let (a, z) = self.size.border_cells(border);
                let shaded = [a, z].map(|c| self.shaded_atom[self.size.index(c)]);
                shaded.into_iter().flatten().map(Fact::no).collect()
            }
            (Atom::Shaded(at), true) => {
                let borders = grid::Dir::ALL.map(|dir| self.size.border(at, dir));
                let lines = borders.into_iter().flatten().map(|b| self.line_atom[b]);
                lines.flatten().map(Fact::no).collect()
            }
            _ => Vec::new(),
        }
    }

    fn learn(&self, state: &mut State, known: &Known, fact: Fact) {
        let lay = state.lay.clone();
        let atom = fact.var();
        if atom < lay.free {
            for &span in &lay.spans_of[atom] {
                let count = &mut state.counts[span as usize];
                count.open -= 1;
                count.shaded += fact.is_yes() as u16;
            }
            if !fact.is_yes() && state.nodes[atom].lines == 0 {
                state.loose += 1;
            }
            if fact.is_yes() && self.outside {
                // Its corners become one as its sides are closed.
                state.sides.join(lay.corner[atom][0], 0, false, atom as u32);
            }
        } else {
            let line = atom - lay.free;
            let [a, z] = lay.beside[line];
            state.sides.join(a, z, fact.is_yes(), atom as u32);
            if fact.is_yes() {
                state.draw(known, lay.ends[line].map(|v| v as usize), atom as u32);
            } else {
                for v in lay.ends[line] {
                    state.nodes[v as usize].ways -= 1;
                }
            }
        }
    }

    fn fact_words(&self, fact: Fact) -> String {
        match (self.atoms[fact.var()], fact.is_yes()) {
            (Atom::Shaded(at), true) => format!("{} is shaded", in_words(at)),
            (Atom::Shaded(at), false) => format!("the loop passes through {}", in_words(at)),
            (Atom::Line(border), yes) => {
                let (a, z) = self.size.border_cells(border);
                let what = if yes { "the loop runs" } else { "no line runs" };
                format!("{what} between {}", words::cells(&[a, z]))
            }
        }
    }
}

impl State {
    /// A new line joins paths, or closes one.
    fn draw(&mut self, known: &Known, [u, w]: [usize; 2], atom: u32) {
        let mut far = [NONE; 2];
        for (end, v) in far.iter_mut().zip([u, w]) {
            let node = &mut self.nodes[v];
            match node.lines {
                0 => {
                    *end = v as u32;
                    self.loose -= known.no(v) as u32;
                }
                1 => *end = node.mate,
                _ => {}
            }
            node.lines += 1;
        }
        let [a, z] = far;
        if a == NONE || z == NONE {
            self.branched = true;
            return;
        }
        if a as usize == w && z as usize == u && self.nodes[u].lines == 2 {
            self.closed = atom;
            return;
        }
        let fresh = (a as usize == u) as u32 + (z as usize == w) as u32;
        self.paths = (self.paths + fresh).saturating_sub(1);
        self.nodes[a as usize].mate = z;
        self.nodes[z as usize].mate = a;
    }

    /// The cells that the news is about, or all of them.
    fn touched(&self, found: &Found) -> Vec<u32> {
        let free = self.lay.free;
        let Some(news) = found.news() else {
            return (0..free as u32).collect();
        };
        let mut cells = Vec::with_capacity(2 * news.len());
        for fact in news {
            if fact.var() < free {
                cells.push(fact.var() as u32);
            } else {
                cells.extend(self.lay.ends[fact.var() - free]);
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Why a side is closed: a player points at the shaded cell behind it, if there is one.
    fn why_closed(&self, known: &Known, atom: u32) -> Ground {
        let ends = self.lay.ends[atom as usize - self.lay.free];
        let shaded = ends.into_iter().find(|&v| known.yes(v as usize));
        Ground::Fact(match shaded {
            Some(v) => Fact::yes(v as usize),
            None => Fact::no(atom as usize),
        })
    }

    /// Why the closed sides of a cell are closed.
    fn closed_sides(&self, known: &Known, v: usize, because: &mut Vec<Ground>) {
        let closed = self.lay.sides(v).filter(|&atom| known.no(atom as usize));
        because.extend(closed.map(|atom| self.why_closed(known, atom)));
    }

    /// The rule of the game that this cell is shaded or on the loop.
    fn shaded_or_not(&self, game: &Yajilin, v: usize) -> Ground {
        Ground::Named(Name {
            rule: "cell",
            at: game.size.index(self.lay.at[v]) as u32,
        })
    }

    /// Why a cell is on the loop: its lines, or else that it is marked so.
    fn why_on_loop(&self, known: &Known, v: usize, because: &mut Vec<Ground>) {
        let mut lines = self.lay.sides(v).filter(|&atom| known.yes(atom as usize));
        because.push(Ground::Fact(match lines.next() {
            Some(atom) => Fact::yes(atom as usize),
            None => Fact::no(v),
        }));
        because.extend(lines.map(|atom| Ground::Fact(Fact::yes(atom as usize))));
    }
}

/// The rule of the game that all lines form one loop.
fn the_loop() -> Ground {
    Ground::Named(Name {
        rule: "loop",
        at: 0,
    })
}

fn cite_clue(cell: u32) -> Ground {
    Ground::Named(Name {
        rule: "clue",
        at: cell,
    })
}
