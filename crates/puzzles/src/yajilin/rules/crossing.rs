//! Rules about inside and outside. A walk that comes back to where it began crosses the loop an
//! even number of times. Walks go from corner to corner of cells; which corners are on the same
//! side of the loop is kept in [`super::sides`].

use scene::Point;

use super::lay::RIM;
use super::{State, Yajilin, the_loop};
use crate::kit::areas::shortest;
use crate::kit::prelude::*;

/// A way round, all of whose crossings but one are known.
#[derive(Debug)]
pub(super) struct EvenCrossings {
    /// Where the way comes back: a border, or in a contradiction also a cell that is shaded and so
    /// lies outside.
    back: usize,
    way: Drawn,
}

impl Deduction<Yajilin> for EvenCrossings {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let known = findings.known();
        let lay = &state.lay;
        let evidence = |because: &mut Vec<Ground>, between, differ, back| {
            let way = way(state, known, between, differ, Some(back), because);
            let way = Drawn::new(state, known, between[0], &way, Some(back));
            Self { back, way }
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
                "The dashed way round, which comes back between {line}, crosses the loop an odd \
                 number of times."
            );
        }
        let times = self.way.times();
        let what = puzzle.conclusions(step);
        format!(
            "The dashed way round {times} before it comes back between {line}. In all it does so \
             an even number of times, so {what}."
        )
    }

    fn picture(&self, puzzle: &Yajilin, _: &Step) -> Picture {
        self.way.picture(puzzle)
    }
}

/// A way from corner to corner, as it is drawn.
#[derive(Debug)]
struct Drawn {
    /// Where it goes on around the board, it ends at the rim and begins again there.
    parts: Vec<Vec<Point>>,
    /// The lines that it crosses.
    crossed: Vec<usize>,
}

impl Drawn {
    /// The way from a place over these borders, and back over another one.
    fn new(state: &State, known: &Known, from: usize, way: &[usize], back: Option<usize>) -> Drawn {
        let lay = &state.lay;
        let is_line = |&atom: &usize| atom >= lay.free;
        let (mut place, mut parts) = (from, vec![Vec::new()]);
        for line in way.iter().copied().chain(back).filter(is_line) {
            let (mut places, mut points) = (lay.beside(line), lay.border_ends(line));
            if places[0] != place {
                places.reverse();
                points.reverse();
            }
            let last = parts.len() - 1;
            match parts[last].last() {
                Some(&end) if place == RIM && end != points[0] => parts.push(points.to_vec()),
                _ => parts[last].extend(points),
            }
            place = places[1];
        }
        let crossed = way.iter().copied().filter(is_line);
        Drawn {
            parts,
            crossed: crossed.filter(|&line| known.yes(line)).collect(),
        }
    }

    /// "crosses the loop twice".
    fn times(&self) -> String {
        match self.crossed.len() {
            0 => "does not cross the loop".to_owned(),
            1 => "crosses the loop once".to_owned(),
            2 => "crosses the loop twice".to_owned(),
            n => format!("crosses the loop {} times", number(n)),
        }
    }

    /// With numbers where it crosses the loop.
    fn picture(&self, puzzle: &Yajilin) -> Picture {
        let mut picture = (self.parts.iter().cloned()).fold(Picture::default(), Picture::way);
        for (i, &line) in self.crossed.iter().enumerate() {
            picture = picture.label(puzzle.middle(line), (i + 1).to_string());
        }
        picture
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
    because: &mut Vec<Ground>,
) -> Vec<usize> {
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
    let way = way.unwrap_or_default();
    because.push(the_loop());
    for &atom in &way {
        let ground = match known.yes(atom) {
            true => Ground::yes(atom),
            false => state.why_closed(known, atom),
        };
        cite(because, ground);
    }
    way
}

/// A cell between inside and outside.
#[derive(Debug)]
pub(super) struct CornersApart {
    cell: Cell,
    /// The corners that are apart are the north-western and the opposite one, not the other two.
    from_north_west: bool,
    way: Drawn,
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
                        let way = way(state, known, [a, z], true, None, because);
                        Self {
                            cell: state.lay.at[v],
                            from_north_west: first == 0,
                            way: Drawn::new(state, known, a, &way, None),
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
            "The dashed way between the {which} corners of {cell} {}, so one of them is inside and \
             one outside, and the loop passes between them, through this cell.",
            self.way.times()
        )
    }

    fn picture(&self, puzzle: &Yajilin, _: &Step) -> Picture {
        self.way.picture(puzzle)
    }
}

/// A cell with a corner inside the loop.
#[derive(Debug)]
pub(super) struct CornerInside {
    cell: Cell,
    way: Drawn,
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
                    let way = way(state, known, [place, RIM], true, None, because);
                    Self {
                        cell: state.lay.at[v],
                        way: Drawn::new(state, known, place, &way, None),
                    }
                });
            }
        });
    }

    fn say(&self, _: &Yajilin, step: &Step) -> String {
        let cell = in_words(self.cell);
        if step.is_clash() {
            return format!("{} is shaded, but lies inside the loop.", capital(cell));
        }
        format!(
            "The dashed way from a corner of {cell} to the rim {}, so the corner lies inside the \
             loop and this cell is not shaded.",
            self.way.times()
        )
    }

    fn picture(&self, puzzle: &Yajilin, _: &Step) -> Picture {
        self.way.picture(puzzle)
    }
}
