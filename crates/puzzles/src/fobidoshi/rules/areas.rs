//! The areas that crosses leave: what no circle can reach, and cells through which every
//! connection runs.

use super::paper::{Clash, Paper};
use super::suppose::clash_picture;
use super::tell::{end_words, places};
use super::{Fobidoshi, State};
use crate::kit::prelude::*;

/// The most cells of a pocket that people see at a glance.
const LARGEST_POCKET: usize = 8;

fn facts(cells: &[usize], yes: bool) -> impl Iterator<Item = Ground> {
    cells.iter().map(move |&c| Ground::Fact(Fact::new(c, yes)))
}

/// The crosses around what is cut off, its circles, and one elsewhere.
fn split_grounds(clash: &Clash, because: &mut Vec<Ground>) {
    if let Clash::Apart {
        circles,
        wall,
        outside,
        ..
    } = clash
    {
        because.extend(facts(wall, false));
        because.extend(facts(circles, true));
        because.extend(facts(&[*outside], true));
    }
}

/// An area without circles; or with some, if others are elsewhere.
pub(super) struct OutOfReach {
    area: Vec<usize>,
    cut_off: Option<Clash>,
}

impl Deduction<Fobidoshi> for OutOfReach {
    fn find(puzzle: &Fobidoshi, state: &State, found: &mut Findings<Self>) {
        if state.circles == 0 {
            return;
        }
        let known = found.known();
        let mut paper = Paper::new(puzzle, state, known);
        let mut seen = vec![false; puzzle.size.len()];
        let mut circle_areas = 0;
        found.each(0..puzzle.size.len(), |start, found| {
            if seen[start] || known.no(start) {
                return;
            }
            let (area, wall) = paper.area(start, None);
            area.iter().for_each(|&c| seen[c] = true);
            if area.iter().any(|&c| known.yes(c)) {
                circle_areas += 1;
                if circle_areas > 1 {
                    return found.contradict(|because| {
                        let split = paper.split(None).expect("circles in two areas");
                        split_grounds(&split, because);
                        OutOfReach {
                            area: Vec::new(),
                            cut_off: Some(split),
                        }
                    });
                }
                return;
            }
            found.conclude(area.iter().map(|&c| Fact::no(c)), |because| {
                because.extend(facts(&wall, false));
                let circle = known.facts().iter().find(|f| f.is_yes());
                because.extend(circle.map(|&f| Ground::Fact(f)));
                OutOfReach {
                    area: area.clone(),
                    cut_off: None,
                }
            });
        });
    }

    fn say(&self, puzzle: &Fobidoshi, step: &Step) -> String {
        if let Some(split) = &self.cut_off {
            return format!("Crosses {}.", end_words(puzzle, split, &[]));
        }
        let place = places(puzzle, &self.area[..1]);
        match step.therefore.len() {
            0 => format!("No circle can reach {place}, but one should be there."),
            1 => format!("No circle can reach {place}, so a cross goes there."),
            n => {
                let cells = format!("the {} blank cells around {place}", number(n));
                format!("No circle can reach {cells}, so they get crosses.")
            }
        }
    }

    fn aside(&self, _: &Fobidoshi, _: &Step) -> Option<Aside> {
        Some(Aside::Facts("out of reach"))
    }

    fn picture(&self, puzzle: &Fobidoshi, _: &Step) -> Picture {
        match &self.cut_off {
            Some(split) => clash_picture(puzzle, split, &[]),
            None => Picture::default().area(self.area.iter().map(|&c| puzzle.size.cell(c))),
        }
    }
}

/// A blank cell without which circles would be cut apart: the mouth of a small pocket, or not.
pub(super) struct Mouth<const OF_POCKET: bool> {
    cell: usize,
    split: Clash,
}

/// The only mouth of a small pocket.
pub(super) type Bottleneck = Mouth<true>;

/// The same where no side of it is small.
pub(super) type MustReach = Mouth<false>;

impl<const OF_POCKET: bool> Deduction<Fobidoshi> for Mouth<OF_POCKET> {
    fn find(puzzle: &Fobidoshi, state: &State, found: &mut Findings<Self>) {
        let mut paper = Paper::new(puzzle, state, found.known());
        found.each(paper.gaps(), |cell, found| {
            let Some(split) = paper.split(Some(cell)) else {
                return;
            };
            let is_pocket = puzzle.beside(cell).any(|c| {
                if paper.is_cross(c) {
                    return false;
                }
                let (area, _) = paper.area(c, Some(cell));
                area.len() <= LARGEST_POCKET && area.iter().any(|&c| paper.is_circle(c))
            });
            if is_pocket == OF_POCKET {
                found.conclude(&[Fact::yes(cell)], |because| {
                    split_grounds(&split, because);
                    Mouth { cell, split }
                });
            }
        });
    }

    fn say(&self, puzzle: &Fobidoshi, step: &Step) -> String {
        let place = puzzle.cell_words(self.cell);
        let end = end_words(puzzle, &self.split, &[]);
        let so = step.so_or_but("so a circle goes there", "but it has one");
        format!("A cross in {place} would {end}, {so}.")
    }

    fn picture(&self, puzzle: &Fobidoshi, _: &Step) -> Picture {
        clash_picture(puzzle, &self.split, &[])
    }
}
