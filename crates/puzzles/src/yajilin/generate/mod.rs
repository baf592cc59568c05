//! Making Yajilin. The study has no generator, only a wish for one, and this is it: a random loop
//! with shaded cells that do not touch, clue cells among the rest, and arrows chosen to make it
//! unique.
//!
//! 1. Clue cells are laid down as the symmetry wants, and the solver finds a loop around them,
//!    pushed about by random wishes (this cell is shaded, this border is used) as far as they can
//!    be granted.
//! 2. Arrows say something about shaded cells only, so the shaded cells must leave the loop no
//!    choice. Where they leave one, another cell is shaded and the loop is found anew around it.
//! 3. Arrows are chosen against all other solutions seen so far: each must be contradicted by some
//!    clue. The solver answers with one more solution, or proves that there is none. If no choice
//!    of arrows does it, a shaded cell becomes a clue.
//! 4. If the request wants easier reasoning, shaded cells become clues where the rules of deduction
//!    get stuck.
//!
//! Density is the share of cells that are clues.

mod draft;

use crate::kit::prelude::*;

use logic::{Plan, Reasoner, TraceEnd};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use sat::{Solver, Verdict};

use self::draft::Draft;
use super::{Atom, Clue, Yajilin};
use crate::make::ClueMap;
use crate::solve::{Status, solve};

pub(super) const MAKERS: &[(&str, Propose)] = &[("ours", ours)];

/// The usual share of clue cells.
const CLUES: f64 = 0.12;
/// The share of cells that are wished to be shaded.
const WISHES: f64 = 0.14;

/// A solution: by cell whether it is shaded, by border whether the loop uses it.
#[derive(Clone)]
struct Picture {
    shaded: Vec<bool>,
    lines: Vec<bool>,
}

impl Picture {
    fn of(puzzle: &Yajilin, solver: &Solver) -> Picture {
        let is = |atom: &Option<usize>| atom.is_some_and(|a| solver.value(Lit::yes(a)));
        Picture {
            shaded: puzzle.shaded_atom.iter().map(is).collect(),
            lines: puzzle.line_atom.iter().map(is).collect(),
        }
    }

    fn says(&self, puzzle: &Yajilin, atom: usize) -> Lit {
        let yes = match puzzle.atoms[atom] {
            Atom::Shaded(at) => self.shaded[puzzle.size.index(at)],
            Atom::Line(border) => self.lines[border],
        };
        Lit::new(atom, yes)
    }

    fn all(&self, puzzle: &Yajilin) -> Vec<bool> {
        (0..puzzle.atoms.len())
            .map(|a| self.says(puzzle, a).is_yes())
            .collect()
    }
}

const TOO_LONG: &str = "the proof took too long";
const NO_LOOP: &str = "no loop around these clues";

/// How many loops with their clues are tried before a proposal is abandoned.
const ATTEMPTS: usize = 5;

fn ours(request: &BoardSpec, tools: &mut Tools) -> Result<Arc<dyn Puzzle>, &'static str> {
    let mut made = attempt(request, tools);
    for _ in 1..ATTEMPTS {
        if made.is_ok() || tools.hopeless || (tools.budget.stop)() {
            break;
        }
        made = attempt(request, tools);
    }
    made
}

fn attempt(request: &BoardSpec, tools: &mut Tools) -> Result<Arc<dyn Puzzle>, &'static str> {
    let size = request.size()?;
    let share = request.density.unwrap_or(CLUES);
    let wanted = match request.option("clues") {
        0 => (size.len() as f64 * share).round() as usize,
        clues => clues as usize,
    };
    let wanted = wanted.max(1);
    let is_clue = match &request.map {
        Some(map) => mapped_cells(map, wanted, &mut tools.rng),
        None => clue_cells(size, request.symmetry, wanted, &mut tools.rng)?,
    };
    // A setter may want more than we do.
    let wanted = match &request.map {
        Some(_) => is_clue.iter().filter(|&&clue| clue).count(),
        None => wanted,
    };
    let blocked = |&clue: &bool| clue.then_some(Clue::Blocked);
    let puzzle = Yajilin::new(size, is_clue.iter().map(blocked).collect(), false);
    let mut solver = Solver::new(&puzzle.encode(), tools.budget);
    if request.map.as_ref().is_some_and(|map| map.is_fixed()) && solver.solve(&[]) == Verdict::Unsat
    {
        // No other cells can be tried.
        tools.hopeless = true;
        return Err(NO_LOOP);
    }
    let mut picture = first(&puzzle, &mut solver, &mut tools.rng)?;
    settle(&puzzle, &mut solver, &mut picture, &mut tools.rng)?;
    let zeros = match request.option("zeros") {
        -1 if size.len() <= LARGE => 22,
        -1 => 15,
        percent => percent as usize,
    };
    let mut draft = Draft::new(request, is_clue, picture, zeros, &mut tools.rng)?;
    if tools.raw {
        return Ok(Arc::new(draft.puzzle()));
    }
    let most = wanted + (wanted / 2).max(3);
    if size.len() <= LARGE {
        draft.aim(most, tools.budget, &mut tools.rng)?;
        draft.shade_spare_clues(wanted, tools);
        let budget = tools.budget;
        let unique = |puzzle: &dyn Puzzle| solve(puzzle, 2, budget).status == Status::Unique;
        draft.turn_zeros(&unique, &mut tools.rng);
        return Ok(Arc::new(draft.eased(most + most / 4, tools.fits, tools)?));
    }
    draft.eased(most + most / 4, &is_deduced(tools.budget), tools)?;
    draft.turn_zeros(&is_deduced(tools.budget), &mut tools.rng);
    let puzzle = draft.puzzle();
    match (tools.fits)(&puzzle) {
        true => Ok(Arc::new(puzzle)),
        false => Err(UNWANTED),
    }
}

/// Up to this many cells the solver is asked for other solutions. On larger boards that takes too
/// long (four seconds at 15×15 with few zeros), and there are dozens of places with two ways, of which
/// it shows one combination after the other; so there the rules of deduction are asked what is open.
const LARGE: usize = 150;
const UNWANTED: &str = "unique, but not as wanted";

fn is_deduced(budget: Budget) -> impl Fn(&dyn Puzzle) -> bool {
    move |puzzle| {
        let plan = Plan::without_trial(&puzzle.reasoner().rules());
        puzzle.reasoner().trace(&[], &plan, budget).end == TraceEnd::Solved
    }
}

/// Where the clues are: symmetric, and no two side by side.
fn clue_cells(
    size: Size,
    shape: ClueSymmetry,
    wanted: usize,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<bool>, &'static str> {
    let mut is_clue = vec![false; size.len()];
    let order = shuffled(size.cells(), rng);
    let mut count = 0;
    for at in order {
        if count >= wanted {
            break;
        }
        let pair = [at, shape.image(size, at)];
        let alone = |&at: &Cell| {
            !is_clue[size.index(at)]
                && size
                    .neighbours(at)
                    .all(|(_, n)| !is_clue[size.index(n)] && !pair.contains(&n))
        };
        if pair.iter().all(alone) {
            for at in pair {
                count += !std::mem::replace(&mut is_clue[size.index(at)], true) as usize;
            }
        }
    }
    if count < wanted {
        return Err("no room for that many clues");
    }
    Ok(is_clue)
}

/// Wherever one must be, and where one may be as many as wanted, these not side by side.
fn mapped_cells(map: &ClueMap, wanted: usize, rng: &mut ChaCha8Rng) -> Vec<bool> {
    let size = map.size();
    let mut is_clue: Vec<bool> = size.cells().map(|at| map.must(at)).collect();
    let mut count = is_clue.iter().filter(|&&clue| clue).count();
    for at in shuffled(size.cells().filter(|&at| map.may(at)), rng) {
        let beside = |(_, next): (Dir, Cell)| is_clue[size.index(next)];
        if count < wanted && !is_clue[size.index(at)] && !size.neighbours(at).any(beside) {
            is_clue[size.index(at)] = true;
            count += 1;
        }
    }
    is_clue
}

/// A random loop: wishes are granted one after another, if they can be.
fn first(
    puzzle: &Yajilin,
    solver: &mut Solver,
    rng: &mut ChaCha8Rng,
) -> Result<Picture, &'static str> {
    let cells = puzzle.size.len();
    let is_cell = |&a: &usize| matches!(puzzle.atoms[a], Atom::Shaded(_));
    let (mut shades, mut lines): (Vec<usize>, Vec<usize>) =
        (0..puzzle.atoms.len()).partition(is_cell);
    shades.shuffle(rng);
    lines.shuffle(rng);
    let wishes = (cells as f64 * WISHES) as usize;
    let mut granted: Vec<Lit> = Vec::new();
    match solver.solve(&[]) {
        Verdict::Sat => {}
        Verdict::Unsat => return Err(NO_LOOP),
        Verdict::Unknown => return Err(TOO_LONG),
    }
    let mut picture = Picture::of(puzzle, solver);
    let ways = lines
        .into_iter()
        .take(cells / 8)
        .map(|a| Lit::new(a, rng.random_bool(0.5)));
    let all: Vec<Lit> = ways
        .chain(shades.into_iter().take(wishes).map(Lit::yes))
        .collect();
    for wish in all {
        granted.push(wish);
        if picture.says(puzzle, wish.var()) == wish {
            continue;
        }
        match solver.solve(&granted) {
            Verdict::Sat => picture = Picture::of(puzzle, solver),
            Verdict::Unsat => {
                granted.pop();
            }
            Verdict::Unknown => return Err(TOO_LONG),
        }
    }
    if !picture.lines.contains(&true) {
        return Err(NO_LOOP);
    }
    Ok(picture)
}

/// Shade more cells until the shaded cells leave the loop no choice.
fn settle(
    puzzle: &Yajilin,
    solver: &mut Solver,
    picture: &mut Picture,
    rng: &mut ChaCha8Rng,
) -> Result<(), &'static str> {
    let size = puzzle.size;
    let atoms = 0..puzzle.atoms.len();
    for _ in 0..20 + size.len() / 2 {
        let is_cell = |&a: &usize| matches!(puzzle.atoms[a], Atom::Shaded(_));
        let (shades, lines): (Vec<usize>, Vec<usize>) = atoms.clone().partition(is_cell);
        let other = solver.helper();
        let differs = lines.iter().map(|&a| !picture.says(puzzle, a));
        solver.add(&differs.chain([!other]).collect::<Vec<_>>());
        let mut assumed: Vec<Lit> = shades.iter().map(|&a| picture.says(puzzle, a)).collect();
        assumed.push(other);
        match solver.solve(&assumed) {
            Verdict::Unsat => return Ok(()),
            Verdict::Unknown => return Err(TOO_LONG),
            Verdict::Sat => {}
        }
        let second = Picture::of(puzzle, solver);
        solver.add(&[!other]);
        let mut places: Vec<Cell> = (0..size.borders())
            .filter(|&b| picture.lines[b] != second.lines[b])
            .flat_map(|b| <[Cell; 2]>::from(size.border_cells(b)))
            .collect();
        places.sort_unstable();
        places.dedup();
        places.shuffle(rng);
        let beside = |at: Cell| {
            size.neighbours(at)
                .any(|(_, n)| picture.shaded[size.index(n)])
        };
        let (crowded, open): (Vec<Cell>, Vec<Cell>) = places.into_iter().partition(|&c| beside(c));
        let mut changed = None;
        for (tries, &at) in open.iter().cycle().take(2 * open.len().min(4)).enumerate() {
            let shaded = puzzle.shaded_atom[size.index(at)].map(Lit::yes);
            let wish = shaded.expect("a cell of the loop");
            changed = changed.or_else(|| redrawn(puzzle, solver, picture, at, 2 + tries / 3, wish));
        }
        // No room for one more: shade other cells around here, whichever they are.
        for (tries, &at) in crowded.iter().chain(&open).take(4).enumerate() {
            if changed.is_none() {
                let wish = solver.helper();
                let near = |&&a: &&usize| is_near(puzzle, a, at, 2 + tries);
                let differs = shades
                    .iter()
                    .filter(near)
                    .map(|&a| !picture.says(puzzle, a));
                solver.add(&differs.chain([!wish]).collect::<Vec<_>>());
                changed = redrawn(puzzle, solver, picture, at, 2 + tries, wish);
                solver.add(&[!wish]);
            }
        }
        *picture = changed.ok_or(CHOICE)?;
    }
    Err(CHOICE)
}

const CHOICE: &str = "the loop has a choice that no shaded cell takes away";

/// Is an atom about cells no further away than this?
fn is_near(puzzle: &Yajilin, atom: usize, at: Cell, radius: usize) -> bool {
    let radius = radius as i16;
    let near = |c: Cell| (c.row - at.row).abs() <= radius && (c.col - at.col).abs() <= radius;
    match puzzle.atoms[atom] {
        Atom::Shaded(c) => near(c),
        Atom::Line(border) => {
            let (a, z) = puzzle.size.border_cells(border);
            near(a) && near(z)
        }
    }
}

/// The same picture with a wish granted, changed only near a cell.
fn redrawn(
    puzzle: &Yajilin,
    solver: &mut Solver,
    picture: &Picture,
    at: Cell,
    radius: usize,
    wish: Lit,
) -> Option<Picture> {
    let kept = (0..puzzle.atoms.len()).filter(|&a| !is_near(puzzle, a, at, radius));
    let mut assumed: Vec<Lit> = kept.map(|a| picture.says(puzzle, a)).collect();
    assumed.push(wish);
    let found = solver.solve(&assumed) == Verdict::Sat;
    found.then(|| Picture::of(puzzle, solver))
}

/// How far new clues are from each other: what is open further away is open for other reasons.
const APART: i16 = 6;
