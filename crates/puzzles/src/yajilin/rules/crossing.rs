//! Rules about inside and outside. A walk that comes back to where it began crosses the loop an
//! even number of times. Walks go from corner to corner of cells; which corners are on the same
//! side of the loop is kept in [`super::sides`].

use logic::{About, Found, Ground, Known, Rule};

use super::lay::NONE;
use super::{State, Yajilin, the_loop};
use crate::Fact;
use crate::kit::words::capital;

pub(super) const EVEN: Rule<Yajilin> = Rule {
    about: About {
        id: "even-crossings",
        name: "Even crossings",
        group: "",
        level: 3,
        weight: 4,
        once: false,
        trial: false,
        words: "The loop comes back into a part of the board as often as it leaves: it crosses the \
                boundary of every part an even number of times. If all borders around a part but \
                one are decided, that one is decided too. In particular a part that is joined to \
                the rest by a single border is not entered there.",
    },
    find: even,
    say: |game, step| {
        let [atom, ..] = step.words;
        let line = game.line_words(atom as usize);
        let lines = (step.because.iter())
            .filter(|g| matches!(g, Ground::Fact(f) if f.is_yes() && f.var() >= game.free()))
            .count();
        if step.is_clash() {
            return format!(
                "A way round that comes back between {line} crosses the loop an odd number of \
                 times."
            );
        }
        let times = match lines {
            0 => "does not cross the loop elsewhere".to_owned(),
            1 => "crosses the loop once elsewhere".to_owned(),
            2 => "crosses the loop twice elsewhere".to_owned(),
            n => format!("crosses the loop {n} times elsewhere"),
        };
        let what = game.all_words(&step.therefore);
        format!(
            "A way round that comes back between {line} {times}, and in all it does so an even \
             number of times, so {what}."
        )
    },
};

fn even(_: &Yajilin, state: &State, found: &mut Found) {
    let known = found.known();
    let lay = &state.lay;
    if state.sides.odd != NONE {
        let atom = state.sides.odd;
        return found.clash([atom, 0, 0, 0], |because| {
            let [a, z] = match (atom as usize).checked_sub(lay.free) {
                Some(line) => lay.beside[line],
                None => [lay.corner[atom as usize][0], 0],
            };
            because.push(Ground::Fact(Fact::new(
                atom as usize,
                known.yes(atom as usize),
            )));
            let differ = !(atom as usize >= lay.free && known.yes(atom as usize));
            because.extend(way(state, known, [a, z], differ, atom));
        });
    }
    let roots = roots(state);
    for (line, &[a, z]) in lay.beside.iter().enumerate() {
        if found.over() {
            return;
        }
        let atom = line + lay.free;
        let (a_root, z_root) = (roots[a as usize], roots[z as usize]);
        if a_root >> 1 == z_root >> 1 && known.is_open(atom) {
            let differ = a_root != z_root;
            found.say(
                &[Fact::new(atom, differ)],
                [atom as u32, 0, 0, 0],
                |because| {
                    because.extend(way(state, known, [a, z], differ, atom as u32));
                },
            );
        }
    }
}

/// For each place twice its root, and 1 more if it is on the other side.
fn roots(state: &State) -> Vec<u32> {
    (0..state.lay.around.len() as u32)
        .map(|place| {
            let (root, changes) = state.sides.root(place);
            2 * root + changes as u32
        })
        .collect()
}

/// What is crossed on a shortest way between two places on which the side changes, or does not,
/// over decided borders other than this one. (Where what is known is contradictory, not every way
/// will do.)
fn way(state: &State, known: &Known, [a, z]: [u32; 2], differ: bool, except: u32) -> Vec<Ground> {
    let lay = &state.lay;
    // Twice the place, and 1 more if the side has changed.
    let mut from: Vec<Option<(u32, u32)>> = vec![None; 2 * lay.around.len()];
    let (start, goal) = (2 * a, 2 * z + differ as u32);
    from[start as usize] = Some((start, NONE));
    let mut todo = vec![start];
    // In the variant with all shaded cells outside, these are where the rim is.
    let shaded: Vec<u32> = match state.shaded_outside {
        true => (0..lay.free as u32)
            .filter(|&v| known.yes(v as usize) && v != except)
            .collect(),
        false => Vec::new(),
    };
    let mut i = 0;
    while let Some(&here) = todo.get(i) {
        let (place, changed) = (here >> 1, here & 1);
        let decided = lay.around[place as usize].iter().copied();
        let over = decided
            .filter(|&atom| atom != except && !known.is_open(atom as usize))
            .map(|atom| {
                let [p, q] = lay.beside[atom as usize - lay.free];
                let other = if p == place { q } else { p };
                (
                    2 * other + (changed ^ known.yes(atom as usize) as u32),
                    atom,
                )
            });
        let jumps = shaded.iter().filter_map(|&v| {
            let corner = lay.corner[v as usize][0];
            match (corner == place, place) {
                (true, _) => Some((changed, v)),
                (_, 0) => Some((2 * corner + changed, v)),
                _ => None,
            }
        });
        for (next, atom) in over.chain(jumps) {
            if from[next as usize].is_none() {
                from[next as usize] = Some((here, atom));
                todo.push(next);
            }
        }
        i += 1;
    }
    let mut because = vec![the_loop()];
    let mut at = goal;
    while let Some((before, atom)) = from[at as usize]
        && at != start
    {
        let ground = match (atom as usize) < lay.free || known.yes(atom as usize) {
            true => Ground::Fact(Fact::yes(atom as usize)),
            false => state.why_closed(known, atom),
        };
        if !because.contains(&ground) {
            because.push(ground);
        }
        at = before;
    }
    because
}

pub(super) const CORNERS: Rule<Yajilin> = Rule {
    about: About {
        id: "corners-apart",
        name: "Between inside and outside",
        group: "",
        level: 3,
        weight: 5,
        once: false,
        trial: false,
        words: "If one corner of a cell lies inside the loop and the opposite one outside, the \
                loop runs between them, that is, through the cell. Count the lines on any way \
                from corner to corner: an odd number says that they are apart.",
    },
    find: corners,
    say: |game, step| {
        let [v, first, ..] = step.words;
        let cell = game.cell_words(v);
        let which = [
            "north-western and south-eastern",
            "north-eastern and south-western",
        ];
        let which = which[first as usize % 2];
        if step.is_clash() {
            return format!("The {which} corners of {cell} are apart, but it is shaded.");
        }
        format!(
            "Of the {which} corners of {cell} one is inside the loop and one outside, so the loop \
             passes through this cell."
        )
    },
};

fn corners(_: &Yajilin, state: &State, found: &mut Found) {
    let known = found.known();
    if state.sides.odd != NONE {
        return;
    }
    let roots = roots(state);
    for v in 0..state.lay.free {
        if found.over() {
            return;
        }
        if !known.is_open(v) {
            continue;
        }
        for first in [0, 1] {
            let [a, z] = [first, first + 2].map(|c| state.lay.corner[v][c]);
            if roots[a as usize] ^ roots[z as usize] == 1 {
                found.say(&[Fact::no(v)], [v as u32, first as u32, 0, 0], |because| {
                    because.extend(way(state, known, [a, z], true, NONE));
                });
            }
        }
    }
}

pub(super) const OUTSIDE: Rule<Yajilin> = Rule {
    about: About {
        id: "inside-not-shaded",
        name: "Inside is not shaded",
        group: "",
        level: 3,
        weight: 4,
        once: false,
        trial: false,
        words: "Where all shaded cells lie outside the loop: a cell with a corner inside the loop \
                cannot be shaded. Count the lines between that corner and the rim: an odd number \
                says that it is inside.",
    },
    find: outside,
    say: |game, step| {
        let cell = game.cell_words(step.words[0]);
        if step.is_clash() {
            return format!("{} is shaded, but lies inside the loop.", capital(cell));
        }
        format!("A corner of {cell} lies inside the loop, so this cell is not shaded.")
    },
};

fn outside(_: &Yajilin, state: &State, found: &mut Found) {
    let known = found.known();
    if !state.shaded_outside || state.sides.odd != NONE {
        return;
    }
    let roots = roots(state);
    for v in 0..state.lay.free {
        if found.over() {
            return;
        }
        if !known.is_open(v) {
            continue;
        }
        let inside = |place: &&u32| roots[**place as usize] ^ roots[0] == 1;
        if let Some(&place) = state.lay.corner[v].iter().find(inside) {
            found.say(&[Fact::no(v)], [v as u32, 0, 0, 0], |because| {
                because.extend(way(state, known, [place, 0], true, NONE));
            });
        }
    }
}
