//! All clues of a row or column together: what all ways to place the shaded cells have in common. A
//! player writes them down, or sees them; here they are counted (see [`super::view`]).

use super::arrows::Rank;
use super::view::{Placements, View, shrunk};
use super::{Now, State, Yajilin};
use crate::kit::prelude::*;
use crate::kit::words::cells;

/// What all placements of the shaded cells of a row or column have in common: in the row, or for what
/// lies beside it.
pub(super) struct Placed<const BESIDE: bool> {
    /// Those of its arrows that matter.
    arrows: Vec<Cell>,
    /// The cells of the row beside which something is concluded: those that may be shaded, and others.
    at: [Vec<Cell>; 2],
}

/// What is so in the row however its shaded cells are placed.
pub(super) type AllPlacements = Placed<false>;
/// What is so beside the row however its shaded cells are placed.
pub(super) type BesideARow = Placed<true>;

impl<const BESIDE: bool> Deduction<Yajilin> for Placed<BESIDE> {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let ranks = state.touched_ranks(findings);
        let now = state.now(findings);
        findings.each(ranks, |r, findings| {
            let rank = &state.counting.ranks[r];
            let is_open = |v: usize| now.is_open(v);
            if rank.clues.is_empty() || !rank.cells.iter().flatten().any(|&v| is_open(v)) {
                return;
            }
            let view = View::new(rank, now);
            let placed = view.placements();
            // What is decided; what is known already need not be.
            let mut wanted = Placements::ANY;
            let mut facts = Vec::new();
            if BESIDE {
                for (p, fact) in beside(rank, now, &placed) {
                    (wanted.spare[p], wanted.shaded[p]) = (false, placed.shaded[p]);
                    facts.push(fact);
                }
            } else {
                wanted.any = placed.any;
                for p in 0..rank.cells.len() {
                    if let Some(v) = rank.cells[p].filter(|&v| is_open(v)) {
                        (wanted.shaded[p], wanted.passed[p]) = (placed.shaded[p], placed.passed[p]);
                        let is_sure = !(placed.shaded[p] && placed.passed[p]);
                        facts.extend(is_sure.then(|| Fact::new(v, placed.shaded[p])));
                    }
                    let apart = apart(rank, now, &placed, p);
                    wanted.both[p] = apart.is_none();
                    facts.extend(apart);
                }
            }
            findings.conclude_unless(!wanted.any, facts, |because| {
                let decides = |views: &[View]| views[0].decides(&wanted);
                let at = |shaded: bool| {
                    let is_so = |p: &usize| !wanted.spare[*p] && placed.shaded[*p] == shaded;
                    let cells = (0..rank.cells.len()).filter(is_so);
                    let cells = cells.filter_map(|p| rank.cells[p]);
                    cells.map(|v| state.lay.at[v]).collect()
                };
                Self {
                    at: [at(true), at(false)],
                    arrows: shrunk(vec![view], &[rank], now, decides, because),
                }
            });
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let clues = list(self.arrows.iter().map(|&at| puzzle.clue_words(at)), "and");
        // Walls alone may leave no other way.
        let of = if clues.is_empty() { "" } else { " of " };
        if step.is_clash() && !BESIDE {
            return format!("There is no way left to place the shaded cells{of}{clues}.");
        }
        let what = step.so_or_but(
            puzzle.conclusions(step),
            "one of these is taken away".into(),
        );
        let verbs = [
            ["is shaded or has", "are each shaded or have"],
            ["has", "have"],
        ];
        let why = self.at.iter().zip(verbs).filter(|(at, _)| !at.is_empty());
        let words = |(at, verb): (&Vec<Cell>, [&str; 2])| {
            let how = verb[usize::from(at.len() > 1)];
            format!("{} {how} only two ways", cells(at.iter().copied()))
        };
        let why = list(why.map(words), "and");
        let so = if why.is_empty() { "" } else { ", so " };
        format!("In whatever way the shaded cells{of}{clues} are placed, {why}{so}{what}.")
    }

    fn picture(&self, _: &Yajilin, _: &Step) -> Picture {
        let at = self.at.concat();
        let clues = self.arrows.iter().filter(|_| !at.is_empty());
        let clues = clues.fold(Picture::default(), |picture, &at| picture.thing([at]));
        clues.area(at)
    }
}

/// What follows beside a row where every placement shades a cell or leaves it only two ways, with its
/// position: what would take away one of these is not so.
fn beside(rank: &Rank, now: Now, placed: &Placements) -> Vec<(usize, Fact)> {
    let positions = (0..rank.cells.len()).filter(|&p| placed.any && !placed.spare[p]);
    let sides = positions.flat_map(|p| rank.across.map(|dir| (p, dir as usize)));
    let fact = |(p, dir): (usize, usize)| {
        // A cell that has only two ways anyway is for easier rules.
        let v = rank.cells[p].filter(|&v| now.state.pieces.nodes[v].ways > 2)?;
        let line = now.lay.side(v, dir).filter(|&line| now.is_open(line))?;
        let fact = match placed.shaded[p] {
            true => Fact::no(now.lay.over(v, line)),
            false => Fact::yes(line),
        };
        now.is_open(fact.var()).then_some((p, fact))
    };
    sides.filter_map(fact).collect()
}

/// One of this cell and the next is shaded in every placement: no line runs between them.
fn apart(rank: &Rank, now: Now, placed: &Placements, p: usize) -> Option<Fact> {
    let (v, w) = (rank.cells[p]?, (*rank.cells.get(p + 1)?)?);
    let line = now.lay.between(v, w).filter(|_| !placed.both[p])?;
    // Beside a cell that is shaded for certain it goes without saying.
    let sure = |p: usize| placed.shaded[p] && !placed.passed[p];
    let said = sure(p) || sure(p + 1) || !now.is_open(line);
    (!said).then_some(Fact::no(line))
}
