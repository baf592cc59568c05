//! Rules about inside and outside. A walk that comes back to where it began crosses the loop an
//! even number of times. Walks go from corner to corner of cells; which corners are on the same
//! side of the loop is kept in [`super::sides`].

use grid::Cell;
use logic::{Deduction, Findings, Ground, Known, Step, cite};

use super::lay::RIM;
use super::{State, Yajilin, the_loop};
use crate::Fact;
use crate::board::in_words;
use crate::kit::areas::shortest;
use crate::kit::words::capital;

/// A way round, all of whose crossings but one are known.
#[derive(Debug)]
pub(super) struct EvenCrossings {
    /// Where the way comes back: a border, or in a contradiction also a cell that is shaded and so
    /// lies outside.
    back: usize,
    /// The lines that it crosses elsewhere.
    crossed: Vec<usize>,
}

impl Deduction<Yajilin> for EvenCrossings {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let known = findings.known();
        let lay = &state.lay;
        let evidence = |because: &mut Vec<Ground>, between, differ, back| {
            let way = way(state, known, between, differ, Some(back));
            let line = |ground: &Ground| match ground {
                Ground::Fact(f) if f.is_yes() && f.var() >= lay.free => Some(f.var()),
                _ => None,
            };
            let crossed = way.iter().filter_map(line).collect();
            because.extend(way);
            Self { back, crossed }
        };
        if let Some(atom) = state.pieces.sides.odd {
            let (is_line, answer) = (atom >= lay.free, known.yes(atom));
            return findings.contradict(|because| {
                let between = match is_line {
                    true => lay.beside(atom),
                    false => [lay.corners(atom)[0], RIM],
                };
                because.push(Ground::Fact(Fact::new(atom, answer)));
                evidence(because, between, !(is_line && answer), atom)
            });
        }
        let roots = roots(state);
        findings.each(lay.lines(), |line, findings| {
            let [a, z] = lay.beside(line);
            if roots[a] >> 1 == roots[z] >> 1 && known.is_open(line) {
                let differ = roots[a] != roots[z];
                findings.conclude(&[Fact::new(line, differ)], |because| {
                    evidence(because, [a, z], differ, line)
                });
            }
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let line = puzzle.line_words(self.back);
        if step.is_clash() {
            return format!(
                "A way round that comes back between {line} crosses the loop an odd number of \
                 times."
            );
        }
        let times = match self.crossed.len() {
            0 => "does not cross the loop elsewhere".to_owned(),
            1 => "crosses the loop once elsewhere".to_owned(),
            2 => "crosses the loop twice elsewhere".to_owned(),
            n => format!("crosses the loop {n} times elsewhere"),
        };
        let what = puzzle.conclusions(step);
        format!(
            "A way round that comes back between {line} {times}, and in all it does so an even \
             number of times, so {what}."
        )
    }
}

/// For each place twice its root, and 1 more if it is on the other side.
fn roots(state: &State) -> Vec<usize> {
    (0..state.lay.places())
        .map(|place| {
            let (root, changes) = state.pieces.sides.root(place);
            2 * root + changes as usize
        })
        .collect()
}

/// What is crossed on a shortest way between two places on which the side changes, or does not,
/// over decided borders other than this one. (Where what is known is contradictory, not every way
/// will do.)
fn way(
    state: &State,
    known: &Known,
    [a, z]: [usize; 2],
    differ: bool,
    except: Option<usize>,
) -> Vec<Ground> {
    let lay = &state.lay;
    // In the variant with all shaded cells outside, these are where the rim is.
    let shaded: Vec<usize> = match state.shaded_outside {
        true => (0..lay.free)
            .filter(|&v| known.yes(v) && Some(v) != except)
            .collect(),
        false => Vec::new(),
    };
    // Twice the place, and 1 more if the side has changed.
    let next = |here: usize| {
        let (place, changed) = (here >> 1, here & 1);
        let over = (lay.around(place))
            .filter(move |&(line, _)| Some(line) != except && !known.is_open(line))
            .map(move |(line, other)| (2 * other + (changed ^ known.yes(line) as usize), line));
        let jumps = shaded.iter().filter_map(move |&v| {
            let [corner, ..] = lay.corners(v);
            match (corner == place, place) {
                (true, _) => Some((2 * RIM + changed, v)),
                (_, RIM) => Some((2 * corner + changed, v)),
                _ => None,
            }
        });
        over.chain(jumps)
    };
    let way = shortest(2 * lay.places(), &[2 * a], &[2 * z + differ as usize], next);
    let mut because = vec![the_loop()];
    for atom in way.into_iter().flatten() {
        let ground = match known.yes(atom) {
            true => Ground::yes(atom),
            false => state.why_closed(known, atom),
        };
        cite(&mut because, ground);
    }
    because
}

/// A cell between inside and outside.
#[derive(Debug)]
pub(super) struct CornersApart {
    cell: Cell,
    /// The corners that are apart are the north-western and the opposite one, not the other two.
    from_north_west: bool,
}

impl Deduction<Yajilin> for CornersApart {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let known = findings.known();
        if state.pieces.sides.odd.is_some() {
            return;
        }
        let roots = roots(state);
        let open = (0..state.lay.free).filter(|&v| known.is_open(v));
        findings.each(open, |v, findings| {
            let corners = state.lay.corners(v);
            for first in [0, 1] {
                let [a, z] = [corners[first], corners[first + 2]];
                if roots[a] ^ roots[z] == 1 {
                    findings.conclude(&[Fact::no(v)], |because| {
                        because.extend(way(state, known, [a, z], true, None));
                        Self {
                            cell: state.lay.at[v],
                            from_north_west: first == 0,
                        }
                    });
                }
            }
        });
    }

    fn say(&self, _: &Yajilin, step: &Step) -> String {
        let cell = in_words(self.cell);
        let which = match self.from_north_west {
            true => "north-western and south-eastern",
            false => "north-eastern and south-western",
        };
        if step.is_clash() {
            return format!("The {which} corners of {cell} are apart, but it is shaded.");
        }
        format!(
            "Of the {which} corners of {cell} one is inside the loop and one outside, so the loop \
             passes through this cell."
        )
    }
}

/// A cell with a corner inside the loop.
#[derive(Debug)]
pub(super) struct CornerInside {
    cell: Cell,
}

impl Deduction<Yajilin> for CornerInside {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let known = findings.known();
        if !state.shaded_outside || state.pieces.sides.odd.is_some() {
            return;
        }
        let roots = roots(state);
        let open = (0..state.lay.free).filter(|&v| known.is_open(v));
        findings.each(open, |v, findings| {
            let inside = |place: &usize| roots[*place] ^ roots[RIM] == 1;
            if let Some(place) = state.lay.corners(v).into_iter().find(inside) {
                findings.conclude(&[Fact::no(v)], |because| {
                    because.extend(way(state, known, [place, RIM], true, None));
                    let cell = state.lay.at[v];
                    Self { cell }
                });
            }
        });
    }

    fn say(&self, _: &Yajilin, step: &Step) -> String {
        let cell = in_words(self.cell);
        if step.is_clash() {
            return format!("{} is shaded, but lies inside the loop.", capital(cell));
        }
        format!("A corner of {cell} lies inside the loop, so this cell is not shaded.")
    }
}
