//! What the rules have in common that suppose a mark in a blank cell and look a little way ahead:
//! they go over the board in the same way, and tell in the same way what goes wrong.

use std::fmt::Debug;
use std::marker::PhantomData;

use logic::{Deduction, Findings, Step};

use super::paper::{Clash, How, Paper, Placed, Sign};
use super::tell::{cut_words, places};
use super::{Fobidoshi, State};
use crate::Fact;

/// A mark that is supposed: where, and which.
pub(super) type At = (usize, Sign);

/// How far one of these rules looks ahead.
pub(super) trait Look: Debug + Send + Sync + 'static {
    /// The marks to suppose in each cell.
    const SIGNS: &'static [Sign];

    /// What the look wants to have counted before anything is supposed: see [`Paper::ways`].
    fn ways_before(_: &mut Paper) -> Vec<u32> {
        Vec::new()
    }

    /// Suppose this mark. If it goes wrong: the circle whose group is to be followed, or anything
    /// if [`Look::follow`] needs none.
    fn goes_wrong(paper: &mut Paper, _ways_before: &[u32], at: At) -> Option<usize> {
        Self::follow(paper, at, at.0).map(|_| at.0)
    }

    /// Suppose this mark and follow it, with the group of this circle, to the clash.
    fn follow(paper: &mut Paper, at: At, circle: usize) -> Option<Clash>;

    /// [`Look::follow`] on a paper that shows only what a step cites.
    fn retell(cited: &mut Paper, at: At, circle: usize) -> Option<Clash> {
        Self::follow(cited, at, circle)
    }
}

/// A mark that would lead to a clash, as this look found it.
#[derive(Debug)]
pub(super) struct Supposed<L> {
    cell: usize,
    sign: Sign,
    /// The marks that follow and matter for the clash: in order, those together that are placed
    /// for the same reason.
    forced: Vec<(How, Vec<usize>)>,
    /// How it ends; nothing if that cannot be told from what is cited alone.
    clash: Option<Clash>,
    look: PhantomData<L>,
}

impl<L: Look> Deduction<Fobidoshi> for Supposed<L> {
    fn find(puzzle: &Fobidoshi, state: &State, found: &mut Findings<Self>) {
        let mut paper = Paper::new(puzzle, state, found.known());
        let ways_before = L::ways_before(&mut paper);
        found.each(0..puzzle.size.len(), |cell, found| {
            if !paper.is_open(cell) {
                return;
            }
            for &sign in L::SIGNS {
                if let Some(circle) = L::goes_wrong(&mut paper, &ways_before, (cell, sign)) {
                    found.conclude(&[Fact::new(cell, sign == Sign::Cross)], |because| {
                        let mut again = paper.again();
                        let clash = L::follow(&mut again, (cell, sign), circle);
                        let clash = clash.expect("it did so before");
                        again.grounds(&clash, because);
                        let mut cited = Paper::of_grounds(puzzle, because, Some(cell));
                        let clash = L::retell(&mut cited, (cell, sign), circle);
                        Supposed::new(&cited, (cell, sign), clash)
                    });
                }
                paper.rub_out(0);
            }
        });
    }

    /// One sentence: what was supposed, what it forces, how it ends, and so what is true.
    fn say(&self, puzzle: &Fobidoshi, step: &Step) -> String {
        let (name, other) = match self.sign {
            Sign::Circle => ("circle", "cross"),
            _ => ("cross", "circle"),
        };
        let place = puzzle.cell_words(self.cell);
        let forced = self.forced.iter();
        let forced: Vec<String> = forced
            .map(|(how, cells)| forced_words(puzzle, *how, cells))
            .collect();
        let joint = if forced.is_empty() { "" } else { " and " };
        let story = forced.join(", then ") + joint + &self.end_words(puzzle);
        let so = match step.is_clash() {
            true => format!("but {place} has one"),
            false => format!("so it gets a {other}"),
        };
        format!("A {name} in {place} would {story}, {so}.")
    }
}

impl<L> Supposed<L> {
    fn new(paper: &Paper, (cell, sign): At, clash: Option<Clash>) -> Supposed<L> {
        let mut forced: Vec<(How, Vec<usize>)> = Vec::new();
        for Placed { cell, how, .. } in clash.iter().flat_map(|c| paper.story(c)) {
            match forced.last_mut() {
                Some((last, cells)) if last == how => cells.push(*cell),
                _ if *how != How::Supposed => forced.push((*how, vec![*cell])),
                _ => {}
            }
        }
        Supposed {
            cell,
            sign,
            forced,
            clash,
            look: PhantomData,
        }
    }

    fn end_words(&self, puzzle: &Fobidoshi) -> String {
        let Some(clash) = &self.clash else {
            return "cut the circles apart".to_owned();
        };
        match clash {
            Clash::Four(four) => {
                let at = puzzle.size.cell(four[0]);
                match puzzle.is_row(four) {
                    true => format!("make four in a row in row {}", at.row + 1),
                    false => format!("make four in a row in column {}", at.col + 1),
                }
            }
            Clash::Split { .. } => cut_words(puzzle, clash, "cut"),
            Clash::Shut { group, .. } => match group[..] {
                [circle] if circle == self.cell => "shut itself in".to_owned(),
                [circle] => format!("shut in the circle in {}", puzzle.cell_words(circle)),
                _ => format!("shut in the group around {}", puzzle.cell_words(group[0])),
            },
        }
    }
}

/// "force crosses in row 1, columns 2 and 5", "leave only the way through row 1, column 2".
fn forced_words(puzzle: &Fobidoshi, how: How, cells: &[usize]) -> String {
    match (how, cells) {
        (How::Four, [_]) => format!("force a cross in {}", places(puzzle, cells)),
        (How::Four, _) => format!("force crosses in {}", places(puzzle, cells)),
        (How::Gap, _) => format!("leave {} as the only connection", places(puzzle, cells)),
        (How::Way, [first, _, _, .., last]) => {
            let (first, last) = (puzzle.cell_words(*first), puzzle.cell_words(*last));
            format!("leave only the way that runs over {first} to {last}")
        }
        (How::Way, _) => format!("leave only the way through {}", places(puzzle, cells)),
        (How::Supposed, _) => String::new(),
    }
}
