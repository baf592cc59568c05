//! Rules about inside and outside. A walk that comes back to where it began crosses the loop an
//! even number of times. Walks go from corner to corner of cells; which corners are on the same
//! side of the loop is kept in [`super::sides`].

use scene::Point;

use super::lay::{Lay, RIM};
use super::{Now, State, Yajilin, the_loop};
use crate::kit::areas::shortest;
use crate::kit::prelude::*;

/// A way round, all of whose crossings but one are known.
pub(super) struct EvenCrossings {
    /// Where the way comes back: a border, or in a contradiction also a cell that is shaded and so
    /// lies outside.
    back: usize,
    way: Drawn,
}

impl Deduction<Yajilin> for EvenCrossings {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let now = state.now(findings);
        let lay = &state.lay;
        let evidence = |because: &mut Vec<Ground>, between, differ, back| {
            let way = Drawn::round(now, between, differ, back, because);
            Self { back, way }
        };
        if let Some(atom) = state.pieces.sides.odd {
            let (is_line, answer) = (atom >= lay.free, now.yes(atom));
            return findings.contradict(|because| {
                let between = match is_line {
                    true => lay.beside(atom),
                    false => [lay.corners(atom)[0], RIM],
                };
                because.push(Ground::Fact(Fact::new(atom, answer)));
                evidence(because, between, !(is_line && answer), atom)
            });
        }
        let sides = sides(state);
        findings.each(lay.lines(), |line, findings| {
            let [a, z] = lay.beside(line);
            if sides[a] >> 1 == sides[z] >> 1 && now.is_open(line) {
                let differ = sides[a] != sides[z];
                findings.conclude([Fact::new(line, differ)], |because| {
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
        let (times, what) = (self.way.times(), puzzle.conclusions(step));
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
struct Drawn {
    /// Where it goes on around the board, it ends at the rim and begins again there.
    parts: Vec<Vec<Point>>,
    /// The lines that it crosses.
    crossed: Vec<usize>,
}

impl Drawn {
    /// A way from one place to another, and back over another border; see [`way`].
    fn round(
        now: Now,
        between: [usize; 2],
        differ: bool,
        back: usize,
        because: &mut Vec<Ground>,
    ) -> Drawn {
        let way = way(now, between, differ, Some(back), because);
        let mut pen = Pen::new(now.lay, between[0]);
        way.iter().rev().for_each(|&atom| pen.pass(atom));
        pen.pass(back);
        if let Some(&first) = pen.parts.first().and_then(|part| part.first()) {
            pen.go_to(first);
        }
        pen.drawn(now, &way)
    }

    /// A way on which the side changes, from a corner of a cell to another one or to the rim.
    fn between(now: Now, v: usize, ends: [Option<usize>; 2], because: &mut Vec<Ground>) -> Drawn {
        let lay = now.lay;
        let places = ends.map(|end| end.map_or(RIM, |corner| lay.corners(v)[corner]));
        let way = way(now, places, true, None, because);
        let mut pen = Pen::new(lay, places[0]);
        let [first, last] = ends.map(|end| end.map(|corner| lay.corner(v, corner)));
        first.into_iter().for_each(|corner| pen.go_to(corner));
        way.iter().rev().for_each(|&atom| pen.pass(atom));
        last.into_iter().for_each(|corner| pen.go_to(corner));
        pen.drawn(now, &way)
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

/// Draws a way from place to place.
struct Pen<'a> {
    lay: &'a Lay,
    /// Where it is.
    place: usize,
    parts: Vec<Vec<Point>>,
}

impl Pen<'_> {
    fn new(lay: &Lay, place: usize) -> Pen<'_> {
        let parts = Vec::new();
        Pen { lay, place, parts }
    }

    /// Go to another corner of the place: along cells that are not free or, at the rim, around the
    /// board, which is not drawn.
    fn go_to(&mut self, corner: Point) {
        let place = self.place;
        match self.parts.last_mut() {
            Some(part) if part.last() == Some(&corner) => {}
            Some(part) if place != RIM => {
                let end = part.last().copied();
                let along = end.and_then(|end| self.lay.along(end, corner));
                part.extend(along.unwrap_or_else(|| vec![corner]));
            }
            _ => self.parts.push(vec![corner]),
        }
    }

    /// Pass over a border, or through a shaded cell that lies outside, as the rim does.
    fn pass(&mut self, atom: usize) {
        let lay = self.lay;
        if atom < lay.free {
            let [corner, ..] = lay.corners(atom);
            if self.place == RIM {
                self.place = corner;
                self.parts.push(vec![lay.corner(atom, 0)]);
            } else {
                self.go_to(lay.corner(atom, 0));
                self.place = RIM;
            }
            return;
        }
        let (mut places, mut points) = (lay.beside(atom), lay.border_ends(atom));
        if places[0] != self.place {
            places.reverse();
            points.reverse();
        }
        self.go_to(points[0]);
        if let Some(part) = self.parts.last_mut() {
            part.push(points[1]);
        }
        self.place = places[1];
    }

    fn drawn(self, now: Now, way: &[usize]) -> Drawn {
        let lines = way.iter().rev().filter(|&&atom| atom >= self.lay.free);
        Drawn {
            parts: self.parts,
            crossed: lines.copied().filter(|&line| now.yes(line)).collect(),
        }
    }
}

/// For each place on which side of the loop it is, as far as that is known: see [`Sides::side`].
///
/// [`Sides::side`]: super::sides::Sides::side
fn sides(state: &State) -> Vec<usize> {
    let places = 0..state.lay.places();
    places.map(|place| state.pieces.sides.side(place)).collect()
}

/// What is crossed on a shortest way between two places on which the side changes, or does not,
/// over decided borders other than this one, from the end of the way. (Where what is known is
/// contradictory, not every way will do.)
fn way(
    now: Now,
    [a, z]: [usize; 2],
    differ: bool,
    except: Option<usize>,
    because: &mut Vec<Ground>,
) -> Vec<usize> {
    let lay = now.lay;
    // In the variant with all shaded cells outside, these are where the rim is.
    let shaded: Vec<usize> = match now.state.shaded_outside {
        true => (0..lay.free)
            .filter(|&v| now.yes(v) && Some(v) != except)
            .collect(),
        false => Vec::new(),
    };
    // Twice the place, and 1 more if the side has changed.
    let next = |here: usize| {
        let (place, changed) = (here >> 1, here & 1);
        let over = (lay.around(place))
            .filter(move |&(line, _)| Some(line) != except && !now.is_open(line))
            .map(move |(line, other)| (2 * other + (changed ^ now.yes(line) as usize), line));
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
        cite(because, now.why_decided(atom));
    }
    way
}

/// The cells of which nothing is known, with the sides of their corners; none if what is known about
/// sides is contradictory.
fn open_cells(now: Now) -> impl Iterator<Item = (usize, [usize; 4])> {
    let (lay, sides) = (now.lay, sides(now.state));
    let is_sound = now.state.pieces.sides.odd.is_none();
    let open = (0..lay.free).filter(move |&v| is_sound && now.is_open(v));
    open.map(move |v| (v, lay.corners(v).map(|place| sides[place])))
}

/// A cell between inside and outside.
pub(super) struct CornersApart {
    cell: Cell,
    /// The corners that are apart are the north-western and the opposite one, not the other two.
    from_north_west: bool,
    way: Drawn,
}

impl Deduction<Yajilin> for CornersApart {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let now = state.now(findings);
        findings.each(open_cells(now), |(v, sides), findings| {
            for first in [0, 1] {
                if sides[first] ^ sides[first + 2] == 1 {
                    let ends = [Some(first), Some(first + 2)];
                    findings.conclude([Fact::no(v)], |because| Self {
                        cell: state.lay.at[v],
                        from_north_west: first == 0,
                        way: Drawn::between(now, v, ends, because),
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
pub(super) struct CornerInside {
    cell: Cell,
    way: Drawn,
}

impl Deduction<Yajilin> for CornerInside {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let now = state.now(findings);
        if !state.shaded_outside {
            return;
        }
        let inside = state.pieces.sides.side(RIM) ^ 1;
        findings.each(open_cells(now), |(v, sides), findings| {
            if let Some(corner) = sides.iter().position(|&side| side == inside) {
                findings.conclude([Fact::no(v)], |because| Self {
                    cell: state.lay.at[v],
                    way: Drawn::between(now, v, [Some(corner), None], because),
                });
            }
        });
    }

    fn say(&self, _: &Yajilin, step: &Step) -> String {
        let cell = in_words(self.cell);
        if step.is_clash() {
            return format!("{cell} is shaded, but lies inside the loop.");
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
