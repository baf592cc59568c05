//! The areas that crosses leave: what no circle can reach, and cells through which every
//! connection runs.

use logic::{Deduction, Findings, Ground, Step};

use super::paper::{Clash, Paper};
use super::tell::cut_words;
use super::{Fobidoshi, State};
use crate::Fact;

/// The most cells of a pocket that people see at a glance.
const LARGEST_POCKET: usize = 8;

fn facts(cells: &[usize], yes: bool) -> impl Iterator<Item = Ground> {
    cells.iter().map(move |&c| Ground::Fact(Fact::new(c, yes)))
}

fn split_grounds(clash: &Clash, because: &mut Vec<Ground>) {
    if let Clash::Split {
        inside,
        outside,
        wall,
    } = clash
    {
        because.extend(facts(wall, false));
        because.extend(facts(&[*inside, *outside], true));
    }
}

/// The area of a cell: without circles, or with some that are cut off from others.
#[derive(Debug)]
pub(super) struct OutOfReach {
    start: usize,
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
                        OutOfReach { start }
                    });
                }
                return;
            }
            let crosses: Vec<Fact> = area.iter().map(|&c| Fact::no(c)).collect();
            found.conclude(&crosses, |because| {
                because.extend(facts(&wall, false));
                let circle = known.facts().iter().find(|f| f.is_yes());
                because.extend(circle.map(|&f| Ground::Fact(f)));
                OutOfReach { start }
            });
        });
    }

    fn say(&self, puzzle: &Fobidoshi, step: &Step) -> String {
        // Entries that came later may have made it a clash, so what it cites tells who is cut off.
        if step.is_clash()
            && let Some(split) = Paper::of_grounds(puzzle, &step.because, None).split(None)
        {
            return format!("{}.", cut_words(puzzle, &split, "Crosses cut"));
        }
        let place = puzzle.cell_words(self.start);
        match step.therefore.len() {
            0 => format!("Crosses cut the circle in {place} off from the others."),
            1 => format!("No circle can reach {place}, so it gets a cross."),
            n => format!(
                "No circle can reach the {n} blank cells around {place}, so they get crosses."
            ),
        }
    }
}

/// A blank cell without which circles would be cut apart: the mouth of a small pocket, or not.
#[derive(Debug)]
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
        let Ok(gaps) = paper.gaps() else {
            return;
        };
        found.each(gaps, |cell, found| {
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
                    // Told from what is cited alone: other circles may come first there.
                    let cited = Paper::of_grounds(puzzle, because, Some(cell)).split(Some(cell));
                    let split = cited.unwrap_or(split);
                    Mouth { cell, split }
                });
            }
        });
    }

    fn say(&self, puzzle: &Fobidoshi, step: &Step) -> String {
        let place = puzzle.cell_words(self.cell);
        let cut = format!("A cross in {place} would cut");
        let cut = cut_words(puzzle, &self.split, &cut);
        match step.is_clash() {
            true => format!("{cut}, but it has one."),
            false => format!("{cut}, so it gets a circle."),
        }
    }
}
