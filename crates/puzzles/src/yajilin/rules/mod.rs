//! Deduction rules. What each of them is, and in which order they are tried, is said in `rules.txt`.
//!
//! What a player sees out of the corner of an eye is kept as the facts come in ([`State`]): what
//! is known about the loop, and what a clue still needs. The rules are in files by subject.

mod arrows;
mod cell;
mod clue;
mod colours;
mod crossing;
mod ends;
mod gates;
mod lay;
mod pieces;
mod pocket;
mod push;
mod rank;
mod sides;
mod squeeze;
mod starve;
mod together;
mod view;
mod words;

use std::ops::Deref;

use self::arrows::{Counting, Span};
use self::lay::{Lay, RIM};
use self::pieces::Pieces;
use super::{Atom, Yajilin};
use crate::kit::prelude::*;

/// What is known about the cells of a span.
#[derive(Clone, Copy)]
struct Count {
    shaded: u16,
    open: u16,
}

logic::clone_by_field! {
    /// What is known, in the form that the rules ask for.
    pub struct State {
        lay: Arc<Lay>,
        counting: Arc<Counting>,
        pieces: Pieces,
        counts: Vec<Count>,
        /// Whether the variant wants all shaded cells outside the loop.
        shaded_outside: bool,
    }
}

/// Which code each rule of `rules.txt` has, by file.
static RULES: Rulebook<Yajilin> = Rulebook::new(
    include_str!("rules.txt"),
    &[
        Rule::of::<cell::NextToShaded>("next-to-shaded"),
        Rule::of::<cell::TwoLines>("two-lines"),
        Rule::of::<cell::GoesOn>("line-goes-on"),
        Rule::of::<cell::TwoWays>("two-ways"),
        Rule::of::<cell::NoWay>("no-way-through"),
        Rule::of::<cell::EitherWay>("either-way"),
        Rule::of::<clue::Zero>("zero"),
        Rule::of::<clue::Done>("clue-done"),
        Rule::of::<clue::NeedsAll>("clue-needs-all"),
        Rule::of::<clue::Packed>("clue-packed"),
        Rule::of::<clue::OneOfTwo>("one-of-two"),
        Rule::of::<clue::Between>("clues-between"),
        Rule::of::<ends::Closed>("loop-closed"),
        Rule::of::<ends::SmallLoop>("small-loop"),
        Rule::of::<ends::Detour>("small-loop-over-a-cell"),
        Rule::of::<squeeze::Squeeze>("squeezed-corner"),
        Rule::of::<rank::AllPlacements>("all-placements"),
        Rule::of::<rank::BesideARow>("beside-a-row"),
        Rule::of::<together::TwoRows>("two-rows-together"),
        Rule::of::<colours::Chessboard>("chessboard"),
        Rule::of::<crossing::EvenCrossings>("even-crossings"),
        Rule::of::<crossing::CornersApart>("corners-apart"),
        Rule::of::<crossing::CornerInside>("inside-not-shaded"),
        Rule::of::<pocket::Pocket>("pocket"),
        Rule::of::<gates::TwoGates>("two-gates"),
        Rule::of::<starve::Starve>("clue-would-starve"),
        Rule::of::<push::Pushed>("pushed-along"),
    ],
);

impl Reasoning for Yajilin {
    type State = State;
    type Picture = Picture;

    fn rulebook() -> &'static Rulebook<Yajilin> {
        &RULES
    }

    fn atoms(&self) -> usize {
        self.atoms.len()
    }

    fn start(&self) -> State {
        let lay = Lay::new(self.size, &self.shaded_atom, &self.line_atom);
        let counting = Counting::new(self);
        let count = |span: &Span| Count {
            shaded: 0,
            open: span.free().count() as u16,
        };
        State {
            pieces: Pieces::new(&lay),
            counts: counting.spans.iter().map(count).collect(),
            shaded_outside: self.outside,
            lay: Arc::new(lay),
            counting: Arc::new(counting),
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

    fn learn(&self, state: &mut State, _: &Known, fact: Fact) {
        let (atom, yes) = (fact.var(), fact.is_yes());
        match (atom < state.lay.free, yes) {
            (false, true) => state.pieces.draw(&state.lay, atom),
            (false, false) => state.pieces.close(&state.lay, atom),
            (true, false) => state.pieces.pass(atom),
            // Its corners become one as its sides are closed.
            (true, true) if self.outside => {
                let [corner, ..] = state.lay.corners(atom);
                state.pieces.sides.join(corner, RIM, false, atom);
            }
            (true, true) => {}
        }
        let spans = state.counting.spans_of.get(atom);
        for &span in spans.into_iter().flatten() {
            let count = &mut state.counts[span];
            count.open -= 1;
            count.shaded += yes as u16;
        }
    }

    fn facts_words(&self, facts: &[Fact]) -> String {
        self.said(facts)
    }

    fn entered_words(&self, fact: Fact) -> String {
        let atom = fact.var();
        match (atom < self.free(), fact.is_yes()) {
            (true, true) => format!("shading of {}", in_words(self.place(atom))),
            (true, false) => {
                let at = in_words(self.place(atom));
                format!("mark in {at} that it is not shaded")
            }
            (false, true) => format!("line between {}", self.line_words(atom)),
            (false, false) => format!("cross between {}", self.line_words(atom)),
        }
    }
}

impl State {
    /// Together with the facts that are known.
    fn now<'a>(&'a self, found: &Situation<'a>) -> Now<'a> {
        Now {
            lay: &self.lay,
            state: self,
            known: found.known(),
        }
    }

    /// The cells that the news is about, or all of them.
    fn touched(&self, found: &Situation) -> Vec<usize> {
        found.touched(self.lay.free, |fact| self.lay.cells(fact.var()))
    }

    /// The rows and columns that the news is about, or all of them.
    fn touched_ranks(&self, found: &Situation) -> Vec<usize> {
        let ranks = |v: usize| self.counting.ranks_of[v];
        let all = self.counting.ranks.len();
        let about = |fact: Fact| self.lay.cells(fact.var()).into_iter().flat_map(ranks);
        found.touched(all, about)
    }
}

/// What is known now: the facts, and what is kept of them.
#[derive(Clone, Copy)]
struct Now<'a> {
    lay: &'a Lay,
    state: &'a State,
    known: &'a Known,
}

impl Deref for Now<'_> {
    type Target = Known;

    fn deref(&self) -> &Known {
        self.known
    }
}

impl<'a> Now<'a> {
    /// The lines that a cell has.
    fn drawn(self, v: usize) -> impl Iterator<Item = usize> + 'a {
        self.lay.sides(v).filter(move |&line| self.yes(line))
    }

    /// The lines that a cell has or may get.
    fn ways(self, v: usize) -> impl Iterator<Item = usize> + 'a {
        self.lay.sides(v).filter(move |&line| !self.no(line))
    }

    /// The cells behind the ways of a cell.
    fn over(self, v: usize) -> impl Iterator<Item = usize> + 'a {
        (self.ways(v)).map(move |line| self.lay.over(v, line))
    }

    /// The borders of a cell that are closed.
    fn closed(self, v: usize) -> impl Iterator<Item = usize> + 'a {
        self.lay.sides(v).filter(move |&line| self.no(line))
    }

    /// Why a side is closed: a player points at the shaded cell behind it, if there is one.
    fn why_closed(self, line: usize) -> Ground {
        let shaded = self.lay.ends(line).into_iter().find(|&v| self.yes(v));
        shaded.map_or(Ground::no(line), Ground::yes)
    }

    /// The line itself, or why there is none.
    fn why_decided(self, line: usize) -> Ground {
        match self.yes(line) {
            true => Ground::yes(line),
            false => self.why_closed(line),
        }
    }

    /// Why the closed sides of a cell are closed.
    fn closed_sides(self, v: usize, because: &mut Vec<Ground>) {
        let closed = self.closed(v);
        because.extend(closed.map(|line| self.why_closed(line)));
    }

    /// The rule of the game that this cell is shaded or on the loop.
    fn shaded_or_not(self, v: usize) -> Ground {
        Ground::named("cell", self.lay.size.index(self.lay.at[v]))
    }

    /// Why a cell is on the loop: its lines, or else that it is marked so.
    fn why_on_loop(self, v: usize, because: &mut Vec<Ground>) {
        let before = because.len();
        because.extend(self.drawn(v).map(Ground::yes));
        if because.len() == before {
            because.push(Ground::no(v));
        }
    }
}

/// The rule of the game that all lines form one loop.
fn the_loop() -> Ground {
    Ground::named("loop", 0)
}

fn cite_clue(size: Size, at: Cell) -> Ground {
    Ground::named("clue", size.index(at))
}
