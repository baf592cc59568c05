//! The rules as constraints over "this circle makes this move".
//!
//! Start cells block, so a cell can be entered only by the nearest circle in each of the four
//! directions. With a helper "this circle comes at least this far this way" the rule that tracks
//! share no cell is at most six pairs per cell, and "one move" is two clauses per move, however
//! many moves a circle without a number has.

use sat::{Lit, Model, Name};

use super::{Move, Satogaeri, Way};
use crate::Fact;
use crate::board::{Board, Citation, Kind, Reading, Violation, in_words};
use crate::puzzle::Puzzle;

pub(super) fn encode(puzzle: &Satogaeri) -> Model {
    let size = puzzle.size;
    let mut model = Model::new(puzzle.moves.len());
    if puzzle.circles.len() != puzzle.countries.count() {
        // It follows from the rest, but only by counting, which clauses are bad at.
        model.name("count", 0);
        model.clause(&[]);
    }
    // For each cell, who may enter it.
    let mut enter: Vec<Vec<Lit>> = vec![Vec::new(); size.len()];
    for circle in 0..puzzle.circles.len() {
        model.name("circle", circle);
        one_move(&mut model, puzzle, circle, &mut enter);
    }
    for (cell, lits) in enter.iter().enumerate().filter(|(_, l)| l.len() > 1) {
        model.name("cell", cell);
        model.at_most(1, lits);
    }
    for (country, arrivals) in arrivals(&mut model, puzzle).iter().enumerate() {
        model.name("country", country);
        model.clause(&arrivals.moves);
        at_most_one(&mut model, &arrivals.circles);
    }
    model
}

/// A circle makes exactly one of its moves. Notes in `enter` how it may come into each cell.
fn one_move(model: &mut Model, puzzle: &Satogaeri, circle: usize, enter: &mut [Vec<Lit>]) {
    // Staying, and the first step in each direction.
    let mut choices = Vec::with_capacity(5);
    // The way looked at: its direction and "at least this far", from far to near.
    let mut atoms = puzzle.moves_of[circle].clone().rev().peekable();
    while let Some(atom) = atoms.next() {
        let Way::Go(dir, furthest) = puzzle.moves[atom].way else {
            choices.push(Lit::yes(atom));
            continue;
        };
        let start = puzzle.circles[circle].at;
        let mut comes = Lit::yes(atom);
        for distance in (1..=furthest).rev() {
            let stops = atoms.next_if(|&a| puzzle.moves[a].way == Way::Go(dir, distance));
            if let Some(stops) = stops.map(Lit::yes) {
                model.clause(&[!stops, !comes]);
                let further = comes;
                comes = model.helper();
                model.define(&[!further, comes]);
                model.define(&[!stops, comes]);
                model.define(&[!comes, further, stops]);
            }
            enter[puzzle.size.index(start.go(dir, distance))].push(comes);
        }
        choices.push(comes);
    }
    model.exactly(1, &choices);
}

/// How a country may get its circle.
#[derive(Clone, Default)]
struct Arrivals {
    /// Every move that ends here.
    moves: Vec<Lit>,
    /// For every circle that can come: whether one of its moves ends here.
    circles: Vec<Lit>,
}

/// The helpers for whole circles serve "at most one" only, so they need not be false where no move
/// is made. With that, and groups instead of a counter, 60×60 boards with few numbers took 74 ms
/// instead of 131.
fn arrivals(model: &mut Model, puzzle: &Satogaeri) -> Vec<Arrivals> {
    let mut arrivals = vec![Arrivals::default(); puzzle.countries.count()];
    for (circle, atoms) in puzzle.moves_of.iter().enumerate() {
        let mut landings: Vec<(usize, Lit)> = atoms
            .clone()
            .map(|atom| {
                let landing = puzzle.landing(circle, puzzle.moves[atom].way);
                (puzzle.countries.of(landing), Lit::yes(atom))
            })
            .collect();
        landings.sort_unstable();
        for ways in landings.chunk_by(|a, b| a.0 == b.0) {
            let moves: Vec<Lit> = ways.iter().map(|way| way.1).collect();
            let here = &mut arrivals[ways[0].0];
            here.circles.push(any_of(model, &moves));
            here.moves.extend(moves);
        }
    }
    arrivals
}

/// A literal that is true if one of these is, and otherwise free.
fn any_of(model: &mut Model, lits: &[Lit]) -> Lit {
    if let &[only] = lits {
        return only;
    }
    let any = model.helper();
    for &lit in lits {
        model.define(&[!lit, any]);
    }
    any
}

/// At most one in each group, and then at most one group: shorter chains than with a counter.
fn at_most_one(model: &mut Model, lits: &[Lit]) {
    const GROUP: usize = 4;
    if lits.len() <= GROUP + 2 {
        return model.at_most(1, lits);
    }
    let mut groups = Vec::with_capacity(lits.len().div_ceil(GROUP));
    for group in lits.chunks(GROUP) {
        model.at_most(1, group);
        groups.push(any_of(model, group));
    }
    at_most_one(model, &groups);
}

/// Lines that are not straight tracks from one circle each.
const NO_TRACK: [&str; 8] = [
    "lnBranch",
    "lnCross",
    "nmConnected",
    "laOnNum",
    "laCurve",
    "laLenNe",
    "laIsolate",
    "gvChanged",
];

pub(super) fn facts(
    puzzle: &Satogaeri,
    board: &Board,
    reading: Reading,
) -> Result<Vec<Fact>, Vec<Violation>> {
    let finished = reading == Reading::Finished;
    let bad: Vec<Violation> = puzzle
        .check(board)
        .into_iter()
        .filter(|v| NO_TRACK.contains(&v.rule) && (finished || v.kind == Kind::Wrong))
        .collect();
    if !bad.is_empty() {
        return Err(bad);
    }
    let ways: Vec<Way> = (0..puzzle.circles.len())
        .map(|circle| puzzle.track(board, circle).unwrap_or(Way::Stay))
        .collect();
    // Cells of lines that no circle has yet.
    let mut loose: Vec<bool> = puzzle
        .size
        .cells()
        .map(|at| !puzzle.is_bare(board, at))
        .collect();
    for (circle, &way) in ways.iter().enumerate() {
        for at in puzzle.entered(circle, way) {
            loose[puzzle.size.index(at)] = false;
        }
    }
    let mut facts = Vec::new();
    for (atom, step) in puzzle.moves.iter().enumerate() {
        let drawn = ways[step.circle];
        let settled = finished
            || match drawn {
                // An untouched 0 says nothing yet.
                Way::Stay => puzzle.is_marked(board, puzzle.circles[step.circle].at),
                Way::Go(..) => puzzle.is_settled(board, step.circle, drawn),
            };
        if settled {
            facts.push(Fact::new(atom, step.way == drawn));
        } else if !goes_on(drawn, step.way) || !is_free(puzzle, board, &loose, *step) {
            facts.push(Fact::no(atom));
        }
    }
    Ok(facts)
}

/// Can a track drawn so far become this one?
fn goes_on(drawn: Way, way: Way) -> bool {
    match (drawn, way) {
        (Way::Stay, _) => true,
        (Way::Go(..), Way::Stay) => false,
        (Way::Go(dir, begun), Way::Go(towards, distance)) => dir == towards && begun <= distance,
    }
}

/// Does a move keep off the cells marked as empty, and take each line without a circle that it
/// meets as a whole?
fn is_free(puzzle: &Satogaeri, board: &Board, loose: &[bool], step: Move) -> bool {
    let Way::Go(dir, _) = step.way else {
        return true;
    };
    let end = puzzle.landing(step.circle, step.way);
    puzzle.entered(step.circle, step.way).all(|at| {
        if puzzle.is_bare(board, at) {
            return !puzzle.is_marked(board, at);
        }
        !loose[puzzle.size.index(at)]
            || puzzle
                .lines_at(board, at)
                .all(|side| side == dir.opposite() || side == dir && at != end)
    })
}

pub(super) fn board(puzzle: &Satogaeri, facts: &[Fact]) -> Board {
    let mut board = puzzle.blank();
    let mut denied = vec![false; puzzle.moves.len()];
    let mut is_known = vec![false; puzzle.circles.len()];
    for &fact in facts {
        let Move { circle, way } = puzzle.moves[fact.var()];
        if !fact.is_yes() {
            denied[fact.var()] = true;
            continue;
        }
        is_known[circle] = true;
        puzzle.set_track(&mut board, circle, way, 1);
        // A track as long as its number needs no mark to be complete.
        if puzzle.circles[circle].number.unwrap_or(0) == 0 {
            board.slots[puzzle.mark_slot(puzzle.circles[circle].at)] = 1;
        }
    }
    for circle in (0..puzzle.circles.len()).filter(|&c| !is_known[c]) {
        if puzzle.circles[circle].number.is_none()
            && let Some(common) = common_part(puzzle, circle, &denied)
        {
            puzzle.set_track(&mut board, circle, common, 1);
        }
    }
    // A cell that moves could enter, but none of them is left.
    let mut is_entered = vec![None; puzzle.size.len()];
    for (step, &denied) in puzzle.moves.iter().zip(&denied) {
        for at in puzzle.entered(step.circle, step.way) {
            *is_entered[puzzle.size.index(at)].get_or_insert(false) |= !denied;
        }
    }
    for at in puzzle.size.cells() {
        if is_entered[puzzle.size.index(at)] == Some(false) && puzzle.is_bare(&board, at) {
            board.slots[puzzle.mark_slot(at)] = 1;
        }
    }
    board
}

/// The track that all moves left to a circle begin with.
fn common_part(puzzle: &Satogaeri, circle: usize, denied: &[bool]) -> Option<Way> {
    let left = puzzle.moves_of[circle].clone().filter(|&a| !denied[a]);
    left.map(|atom| puzzle.moves[atom].way)
        .reduce(|a, b| match (a, b) {
            (Way::Go(dir, d), Way::Go(other, e)) if dir == other => Way::Go(dir, d.min(e)),
            _ => Way::Stay,
        })
}

pub(super) fn cite(puzzle: &Satogaeri, name: Name) -> Citation {
    let at = name.at as usize;
    match name.rule {
        "circle" => Citation::clue(
            format!("the {}", puzzle.circle_words(at)),
            vec![puzzle.circles[at].at],
        ),
        "country" => Citation::rule(
            format!("the {} holds one circle", puzzle.country_words(at)),
            puzzle.cells_of[at].clone(),
        ),
        "cell" => {
            let cell = puzzle.size.cell(at);
            Citation::rule(
                format!("tracks do not meet in {}", in_words(cell)),
                vec![cell],
            )
        }
        _ => Citation::rule(
            format!(
                "every country takes one circle, and there are {} for {}",
                words(puzzle.circles.len(), "circle", "circles"),
                words(puzzle.countries.count(), "country", "countries"),
            ),
            Vec::new(),
        ),
    }
}

/// "1 circle", "7 circles".
fn words(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
