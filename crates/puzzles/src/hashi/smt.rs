//! The study's two SMT encodings.
//!
//! *graph*: an integer b for each place for bridges, and g(n,i), "island n is reached from island 0
//! over at most i bridges", for i up to the number of islands less one.
//!
//! *grid*: an integer p for each square says which piece lies there: nothing, one or more bridges
//! across or down, or an island; pieces imply what lies beside them. With a rim of empty squares
//! around the board or without it, with or without saying explicitly that a square is not an island.
//! *grid-study* is the study's to the letter: implications on squares with islands too, and a term
//! for each of an island's four neighbours, whatever can lie there. It needs water between islands
//! and up to two bridges. The others leave out what says nothing. *grid-plain* has no if-then-else,
//! which the study suspects of being slow: bridges beside an island are numbers of their own.
//!
//! Beyond the study: more or fewer bridges than two between a pair (more pieces), "?" (at least
//! one), no loops (one joined pair fewer than islands), and in the grid form touching islands, which
//! have no square between them: there an integer t counts as in the graph form.

use ::smt::{Logic, Script, Sort, Term};

use super::{Hashi, Span};
use crate::engine::{Build, Instance};
use crate::kit::prelude::*;

pub(super) const ENCODINGS: &[(&str, Build)] = &[
    ("graph", |puzzle| bounded(own(puzzle)).map(graph)),
    ("grid", |puzzle| squares(puzzle, Form::Rim)),
    ("grid-study", |puzzle| {
        let puzzle: &Hashi = own(puzzle);
        let touches = |&span: &Span| puzzle.water(span).next().is_none();
        match puzzle.spans.iter().any(touches) || puzzle.max != 2 || puzzle.no_loop {
            true => Err("the study has water between islands, up to two bridges, and loops".into()),
            false => squares(puzzle, Form::Study),
        }
    }),
    ("grid-plain", |puzzle| squares(puzzle, Form::Plain)),
    ("grid-rim-explicit", |p| squares(p, Form::RimExplicit)),
    ("grid-open", |puzzle| squares(puzzle, Form::Open)),
    ("grid-explicit", |puzzle| squares(puzzle, Form::Explicit)),
];

fn squares(puzzle: &dyn Puzzle, form: Form) -> Result<Instance, String> {
    bounded(own(puzzle)).map(|puzzle| grid_form(puzzle, form))
}

/// "Reached over at most i bridges" is asked for all pairs of islands and numbers of bridges; with
/// more islands than this an instance would take gigabytes.
const MOST_ISLANDS: usize = 400;

fn bounded(puzzle: &Hashi) -> Result<&Hashi, String> {
    match puzzle.islands.len() {
        0..=MOST_ISLANDS => Ok(puzzle),
        islands => Err(format!(
            "{islands} islands are too many for the study's encodings, which grow with their \
             square; at most {MOST_ISLANDS} are written"
        )),
    }
}

fn graph(puzzle: &Hashi) -> Instance {
    let mut script = Script::new(Logic::QfLia);
    let names = puzzle.spans.iter().map(|span| pair('b', span));
    let bridges = script.declare_all(names, Sort::Int);
    let most = puzzle.max as i64;
    let counts = bridges.iter().map(|count| count.within(0, most));
    script.rule("at most this many bridges between a pair", counts);
    let joined: Vec<Term> = bridges.iter().map(|b| b.greater(0)).collect();
    let crossing = |&(a, b): &(usize, usize)| !Term::and([&joined[a], &joined[b]]);
    let crossings = puzzle.crossings.iter().map(crossing);
    script.rule("bridges do not cross", crossings);
    sums(&mut script, puzzle, |span, _| bridges[span].clone());
    reached(&mut script, puzzle, |span, _| joined[span].clone());
    no_loop(&mut script, puzzle, &joined);
    let atoms = atoms(puzzle, |span, k| bridges[span].at_least(k));
    Instance::of(script, atoms, false)
}

/// The name of what is counted between the ends of a span.
fn pair(letter: char, span: &Span) -> String {
    format!("{letter}{}-{}", span.ends.0, span.ends.1)
}

/// All atoms, by what says that a span has at least so many bridges.
fn atoms(puzzle: &Hashi, at_least: impl Fn(usize, i64) -> Term) -> impl Iterator<Item = Term> {
    (0..puzzle.spans.len() * puzzle.max as usize).map(move |atom| {
        let (span, k) = puzzle.span_of(atom);
        at_least(span, k as i64)
    })
}

/// The bridges at each island, counted there.
fn sums(script: &mut Script, puzzle: &Hashi, count: impl Fn(usize, usize) -> Term) {
    add_up(script, puzzle, |i| {
        Term::sum(puzzle.sides(i).map(|span| count(span, i)))
    });
}

/// The sum of all bridges at each island is as it must be.
fn add_up(script: &mut Script, puzzle: &Hashi, sum: impl Fn(usize) -> Term) {
    let islands = puzzle.islands.iter().enumerate();
    let right = islands.map(|(i, island)| match island.need {
        Some(need) => sum(i).equals(need as i64),
        None => sum(i).at_least(1),
    });
    script.rule("islands have as many bridges as their numbers say", right);
}

/// Every island is reached from island 0. `joined(span, island)` is asked at that island.
fn reached(script: &mut Script, puzzle: &Hashi, joined: impl Fn(usize, usize) -> Term) {
    let islands = puzzle.islands.len();
    let neighbours = |n| (puzzle.sides(n)).map(move |span| (span, puzzle.across(span, n)));
    script.section("every island is reached from island 0, over at most this many bridges");
    let mut before: Vec<Term> = Vec::new();
    for steps in 1..islands {
        let names = (0..islands).map(|n| format!("g{n}-{steps}"));
        let now = script.declare_all(names, Sort::Bool);
        for (n, g) in now.iter().enumerate() {
            script.assert(if n == 0 {
                g.clone()
            } else if steps == 1 {
                match neighbours(n).find(|&(_, from)| from == 0) {
                    Some((span, _)) => g.equals(joined(span, n)),
                    None => !g,
                }
            } else {
                let step = |(span, from): (usize, usize)| {
                    Term::and([before[from].clone(), joined(span, from)])
                };
                let ways = neighbours(n).map(step);
                g.equals(Term::or(std::iter::once(before[n].clone()).chain(ways)))
            });
        }
        before = now;
    }
    before.into_iter().skip(1).for_each(|g| script.assert(g));
}

/// Connected islands form no loop if there is one joined pair fewer than islands.
fn no_loop(script: &mut Script, puzzle: &Hashi, joined: &[Term]) {
    if puzzle.no_loop {
        let pairs = Term::sum(joined.iter().map(Term::counted));
        let fewer = pairs.equals(puzzle.islands.len() as i64 - 1);
        script.rule("no loop: one joined pair fewer than islands", [fewer]);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Rim,
    Study,
    Plain,
    RimExplicit,
    Open,
    Explicit,
}

impl Form {
    fn has_rim(self) -> bool {
        !matches!(self, Form::Open | Form::Explicit)
    }
}

/// Numbers of the pieces: 0 is nothing, then 1 to max bridges across, 1 to max down, an island.
#[derive(Clone, Copy)]
struct Pieces {
    max: i64,
}

impl Pieces {
    const EMPTY: i64 = 0;

    fn bridges(self, dir: Dir, count: i64) -> i64 {
        self.max * dir.is_vertical() as i64 + count
    }

    fn island(self) -> i64 {
        2 * self.max + 1
    }
}

fn grid_form(puzzle: &Hashi, form: Form) -> Instance {
    let mut script = Script::new(Logic::QfLia);
    let sheet = Sheet::declared(puzzle, form, &mut script);
    sheet.allow_pieces(&mut script);
    sheet.continue_bridges(&mut script);
    sheet.bound_touching(&mut script);
    match form {
        Form::Study => sheet.sum_of_four(&mut script),
        Form::Plain => sheet.sum_of_numbers(&mut script),
        _ => sums(&mut script, puzzle, |span, at| sheet.count(span, at)),
    }
    reached(&mut script, puzzle, |span, at| sheet.at_least(span, at, 1));
    let first = |span: usize| puzzle.spans[span].ends.0;
    let is_joined = |span| sheet.at_least(span, first(span), 1);
    let joined: Vec<Term> = (0..puzzle.spans.len()).map(is_joined).collect();
    no_loop(&mut script, puzzle, &joined);
    let atoms = atoms(puzzle, |span, k| match &sheet.touching[span] {
        Some(t) => t.at_least(k),
        None => sheet.at_least(span, first(span), k),
    });
    Instance::of(script, atoms, false)
}

/// The squares of the board, each with a number for the piece that lies there.
struct Sheet<'a> {
    puzzle: &'a Hashi,
    form: Form,
    pieces: Pieces,
    /// How many squares the rim is wide: with it, squares count from 0 in the rim, as in the study.
    rim: usize,
    rows: usize,
    cols: usize,
    squares: Vec<Term>,
    /// The bridges of each span that has no square of its own, since its islands touch.
    touching: Vec<Option<Term>>,
}

impl<'a> Sheet<'a> {
    fn declared(puzzle: &'a Hashi, form: Form, script: &mut Script) -> Sheet<'a> {
        let rim = form.has_rim() as usize;
        let (rows, cols) = (puzzle.size.rows() + 2 * rim, puzzle.size.cols() + 2 * rim);
        let names = (0..rows * cols).map(|i| format!("p{}-{}", i / cols, i % cols));
        let squares = script.declare_all(names, Sort::Int);
        let touching = (puzzle.spans.iter()).map(|span| {
            let touches = puzzle.water(*span).next().is_none();
            touches.then(|| script.declare(pair('t', span), Sort::Int))
        });
        let max = puzzle.max as i64;
        Sheet {
            puzzle,
            form,
            pieces: Pieces { max },
            rim,
            rows,
            cols,
            touching: touching.collect(),
            squares,
        }
    }

    /// The square of a cell, if the sheet, with its rim, has it.
    fn on_sheet(&self, at: Cell) -> Option<&Term> {
        let (row, col) = (at.row + self.rim as i16, at.col + self.rim as i16);
        let there = (0..self.rows as i16).contains(&row) && (0..self.cols as i16).contains(&col);
        there.then(|| &self.squares[row as usize * self.cols + col as usize])
    }

    fn square(&self, at: Cell) -> &Term {
        self.on_sheet(at).expect("a square of the sheet")
    }

    fn allow_pieces(&self, script: &mut Script) {
        let (rows, cols) = (self.rows, self.cols);
        let in_rim = |i: usize| {
            let (row, col) = (i / cols, i % cols);
            self.rim > 0 && (row == 0 || col == 0 || row == rows - 1 || col == cols - 1)
        };
        let rim = (self.squares.iter().enumerate()).filter(|&(i, _)| in_rim(i));
        let rim = rim.map(|(_, p)| p.equals(Pieces::EMPTY));
        let squares = self.puzzle.size.cells().map(|at| {
            let p = self.square(at);
            let island = p.equals(self.pieces.island());
            if self.puzzle.is_island(at) {
                return island;
            }
            let one = Term::or(self.allowed(at).into_iter().map(|piece| p.equals(piece)));
            match self.form {
                Form::Explicit | Form::RimExplicit => Term::and([!island, one]),
                _ => one,
            }
        });
        script.rule("which pieces may lie on which squares", rim.chain(squares));
    }

    /// What may lie on a cell of water. Without the rim a piece may not lead off the board.
    fn allowed(&self, at: Cell) -> Vec<i64> {
        let fits = |dir: &Dir| {
            let inside = |d: Dir| self.puzzle.size.neighbour(at, d).is_some();
            self.form.has_rim() || inside(*dir) && inside(dir.opposite())
        };
        let across = [Dir::East, Dir::South].into_iter().filter(fits);
        let bridges = |dir| (1..=self.pieces.max).map(move |k| self.pieces.bridges(dir, k));
        let pieces = across.flat_map(bridges);
        [Pieces::EMPTY].into_iter().chain(pieces).collect()
    }

    fn continue_bridges(&self, script: &mut Script) {
        script.section("a bridge goes on in its direction, or ends at an island");
        let cells = self.puzzle.size.cells();
        let every = self.form == Form::Study;
        for at in cells.filter(|&at| every || !self.puzzle.is_island(at)) {
            for dir in [Dir::East, Dir::South] {
                for k in 1..=self.pieces.max {
                    let piece = self.pieces.bridges(dir, k);
                    let beside = [dir.opposite(), dir].map(|d| self.on_sheet(at.step(d)));
                    let fits =
                        |p: &Term| Term::or([p.equals(piece), p.equals(self.pieces.island())]);
                    let goes_on = beside.into_iter().flatten().map(fits);
                    script.assert(self.square(at).equals(piece).implies(Term::and(goes_on)));
                }
            }
        }
    }

    fn bound_touching(&self, script: &mut Script) {
        let mut touches = self.touching.iter().flatten().peekable();
        if touches.peek().is_some() {
            let bounds = touches.map(|t| t.within(0, self.pieces.max));
            script.rule("touching islands have no square between them", bounds);
        }
    }

    /// The bridges at each island, counted on all four squares around it.
    fn sum_of_four(&self, script: &mut Script) {
        add_up(script, self.puzzle, |i| {
            Term::sum(Dir::ALL.map(|dir| {
                let beside = self.square(self.puzzle.islands[i].at.step(dir));
                let is = |k| beside.equals(self.pieces.bridges(dir, k));
                is(1).if_else(1, is(2).if_else(2, 0))
            }))
        });
    }

    /// The same with a number for each span at each of its islands, told by implications.
    fn sum_of_numbers(&self, script: &mut Script) {
        script.section("bridges beside an island as a number");
        let mut numbers = Vec::new();
        for (span, touching) in self.touching.iter().enumerate() {
            numbers.push(self.puzzle.both_ends(span).map(|island| {
                if let Some(t) = touching {
                    return t.clone();
                }
                let number = script.declare(format!("n{span}-{island}"), Sort::Int);
                for k in 1..=self.pieces.max {
                    script.assert(self.is(span, island, k).implies(number.equals(k)));
                }
                let some = self.at_least(span, island, 1);
                script.assert(Term::or([some, number.equals(0)]));
                number
            }));
        }
        sums(script, self.puzzle, |span, island| {
            let first = self.puzzle.spans[span].ends.0 == island;
            numbers[span][!first as usize].clone()
        });
    }

    /// This many bridges lie on the square beside an island in the direction of a span.
    fn is(&self, span: usize, island: usize, k: i64) -> Term {
        let Span { ends, dir } = self.puzzle.spans[span];
        let is_first = ends.0 == island;
        let towards = if is_first { dir } else { dir.opposite() };
        let beside = self.square(self.puzzle.islands[island].at.step(towards));
        beside.equals(self.pieces.bridges(dir, k))
    }

    /// How many bridges a span has, as seen from one of its islands.
    fn count(&self, span: usize, island: usize) -> Term {
        match &self.touching[span] {
            Some(t) => t.clone(),
            None => (1..=self.pieces.max).rev().fold(Term::Int(0), |other, k| {
                self.is(span, island, k).if_else(k, other)
            }),
        }
    }

    /// A span has at least this many bridges, as seen from one of its islands.
    fn at_least(&self, span: usize, island: usize, least: i64) -> Term {
        match &self.touching[span] {
            Some(t) => t.greater(least - 1),
            None => Term::or((least..=self.pieces.max).map(|k| self.is(span, island, k))),
        }
    }
}
