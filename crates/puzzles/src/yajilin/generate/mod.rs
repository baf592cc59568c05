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

use self::draft::Draft;
use super::{Atom, Clue, Yajilin};
use crate::kit::prelude::*;
use crate::make::prelude::*;

pub(super) const MAKERS: &[(&str, Propose)] = &[("ours", ours)];

/// The usual share of clue cells.
const CLUES: f64 = 0.12;
/// The share of cells that are wished to be shaded.
const WISHES: f64 = 0.14;

/// A solution: by cell whether it is shaded, by border whether the loop uses it.
#[derive(Clone)]
struct Picture {
    shaded: Sheet<bool>,
    lines: Vec<bool>,
}

impl Picture {
    fn of(puzzle: &Yajilin, solution: &[bool]) -> Picture {
        let is = |atom: &Option<usize>| atom.is_some_and(|atom| solution[atom]);
        let shaded = |at| is(&puzzle.shaded_atom[puzzle.size.index(at)]);
        Picture {
            shaded: Sheet::of(puzzle.size, shaded),
            lines: puzzle.line_atom.iter().map(is).collect(),
        }
    }

    fn says(&self, puzzle: &Yajilin, atom: usize) -> Lit {
        let yes = match puzzle.atoms[atom] {
            Atom::Shaded(at) => self.shaded[at],
            Atom::Line(border) => self.lines[border],
        };
        Lit::new(atom, yes)
    }

    fn all(&self, puzzle: &Yajilin) -> Vec<bool> {
        let atoms = 0..puzzle.atoms.len();
        atoms.map(|a| self.says(puzzle, a).is_yes()).collect()
    }
}

const NO_LOOP: &str = "no loop around these clues";

/// How many loops with their clues are tried before a proposal is abandoned.
const ATTEMPTS: usize = 5;

fn ours(request: &BoardSpec, tools: &mut Tools) -> Attempt<Arc<dyn Puzzle>> {
    let mut made = attempt(request, tools);
    for _ in 1..ATTEMPTS {
        if made.is_ok() || tools.hopeless || (tools.budget.stop)() {
            break;
        }
        made = attempt(request, tools);
    }
    made
}

fn attempt(request: &BoardSpec, tools: &mut Tools) -> Attempt<Arc<dyn Puzzle>> {
    let size = request.size()?;
    let wanted = match request.number("clues") {
        0 => cells_of(size, request.density.unwrap_or(CLUES)),
        clues => clues,
    };
    let mut wanted = wanted.max(1);
    let is_clue = match &request.map {
        None => clue_cells(size, request.symmetry, wanted, &mut tools.rng)?,
        Some(map) => map.scattered(wanted, &mut tools.rng),
    };
    if request.map.is_some() {
        // A setter may want more than we do.
        wanted = is_clue.cells_where(|&clue| clue).count();
    }
    let blocked = |&clue: &bool| clue.then_some(Clue::Blocked);
    let clues = is_clue.values().iter().map(blocked).collect();
    let puzzle = Yajilin::new(size, clues, false);
    let mut solver = Solver::new(&puzzle.encode(), tools.budget);
    let is_fixed = request.map.as_ref().is_some_and(|map| map.is_fixed());
    if is_fixed && solver.solve(&[]) == Verdict::Unsat {
        // No other cells can be tried.
        tools.hopeless = true;
        return Err(NO_LOOP);
    }
    let mut picture = first(&puzzle, &mut solver, &mut tools.rng)?;
    settle(&puzzle, &mut solver, &mut picture, &mut tools.rng)?;
    let zeros = match request.option("zeros") {
        -1 if size.len() <= LARGE_BOARD => 22,
        -1 => 15,
        percent => percent as usize,
    };
    let mut draft = Draft::new(request, is_clue, picture, zeros, &mut tools.rng);
    if tools.raw {
        return Ok(Arc::new(draft.puzzle()));
    }
    let most = wanted + (wanted / 2).max(3);
    let (budget, deduced) = (tools.budget, is_deduced(tools.budget));
    if size.len() <= LARGE_BOARD {
        draft.aim(most, budget, &mut tools.rng)?;
        draft.shade_spare_clues(wanted, tools);
        draft.turn_zeros(|draft| draft.is_alone(budget), &mut tools.rng);
        let by_rules = tools.plain && tools.rules_prove_uniqueness;
        return Ok(Arc::new(draft.eased(most + most / 4, by_rules, tools)?));
    }
    draft.eased(most + most / 4, true, tools)?;
    draft.turn_zeros(|draft| deduced(&draft.puzzle()), &mut tools.rng);
    let puzzle = draft.puzzle();
    match (tools.fits)(&puzzle) {
        true => Ok(Arc::new(puzzle)),
        false => Err(UNWANTED),
    }
}

/// Up to this many cells the solver is asked for other solutions. On larger boards that takes too
/// long (four seconds at 15×15 with few zeros), and there are dozens of places with two ways, of which
/// it shows one combination after the other; so there the rules of deduction are asked what is open.
const LARGE_BOARD: usize = 150;

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
    rng: &mut Dice,
) -> Attempt<Sheet<bool>> {
    let mut is_clue = Sheet::filled(size, false);
    let mut count = 0;
    for at in shuffled(size.cells(), rng) {
        if count >= wanted {
            break;
        }
        let pair = [at, shape.image(size, at)];
        let alone = |&at: &Cell| {
            let apart = |(_, next)| !is_clue[next] && !pair.contains(&next);
            !is_clue[at] && size.neighbours(at).all(apart)
        };
        if pair.iter().all(alone) {
            for at in pair {
                count += !std::mem::replace(&mut is_clue[at], true) as usize;
            }
        }
    }
    match count >= wanted {
        true => Ok(is_clue),
        false => Err("no room for that many clues"),
    }
}

impl Yajilin {
    /// The atoms about cells, and those about borders.
    fn shades_and_lines(&self) -> (Vec<usize>, Vec<usize>) {
        let is_cell = |&a: &usize| matches!(self.atoms[a], Atom::Shaded(_));
        (0..self.atoms.len()).partition(is_cell)
    }
}

/// A random loop: wishes are granted one after another, if they can be.
fn first(puzzle: &Yajilin, solver: &mut Solver, rng: &mut Dice) -> Attempt<Picture> {
    let cells = puzzle.size.len();
    let (mut shades, mut lines) = puzzle.shades_and_lines();
    shades.shuffle(rng);
    lines.shuffle(rng);
    match solver.solve(&[]) {
        Verdict::Sat => {}
        Verdict::Unsat => return Err(NO_LOOP),
        Verdict::Unknown => return Err(TOO_LONG),
    }
    let wished = (cells as f64 * WISHES) as usize;
    let ways = lines.into_iter().take(cells / 8);
    let ways = ways.map(|a| Lit::new(a, rng.random_bool(0.5)));
    let wishes = ways.chain(shades.into_iter().take(wished).map(Lit::yes));
    let wishes: Vec<Lit> = wishes.collect();
    let solution = solver.atoms();
    let solution = granted(solver, Vec::new(), solution, wishes).ok_or(TOO_LONG)?;
    let picture = Picture::of(puzzle, &solution);
    match picture.lines.contains(&true) {
        true => Ok(picture),
        false => Err(NO_LOOP),
    }
}

const CHOICE: &str = "the loop has a choice that no shaded cell takes away";

/// Shade more cells until the shaded cells leave the loop no choice.
fn settle(
    puzzle: &Yajilin,
    solver: &mut Solver,
    picture: &mut Picture,
    rng: &mut Dice,
) -> Attempt<()> {
    let size = puzzle.size;
    let (shades, lines) = puzzle.shades_and_lines();
    for _ in 0..20 + size.len() / 2 {
        let differs = |atoms: &mut dyn Iterator<Item = &usize>, if_so: Lit| -> Vec<Lit> {
            let differs = atoms.map(|&a| !picture.says(puzzle, a));
            differs.chain([!if_so]).collect()
        };
        let other = solver.helper();
        solver.add(&differs(&mut lines.iter(), other));
        let mut assumed: Vec<Lit> = shades.iter().map(|&a| picture.says(puzzle, a)).collect();
        assumed.push(other);
        match solver.solve(&assumed) {
            Verdict::Unsat => return Ok(()),
            Verdict::Unknown => return Err(TOO_LONG),
            Verdict::Sat => {}
        }
        let second = Picture::of(puzzle, &solver.atoms());
        solver.add(&[!other]);
        let borders = (0..size.borders()).filter(|&b| picture.lines[b] != second.lines[b]);
        let places = distinct(borders.flat_map(|b| <[Cell; 2]>::from(size.border_cells(b))));
        let is_shaded = |(_, at): (Dir, Cell)| picture.shaded[at];
        let (crowded, open): (Vec<Cell>, Vec<Cell>) =
            (shuffled(places, rng).into_iter()).partition(|&at| size.neighbours(at).any(is_shaded));
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
                let near = |a: &&usize| is_near(puzzle, **a, at, 2 + tries);
                solver.add(&differs(&mut shades.iter().filter(near), wish));
                changed = redrawn(puzzle, solver, picture, at, 2 + tries, wish);
                solver.add(&[!wish]);
            }
        }
        *picture = changed.ok_or(CHOICE)?;
    }
    Err(CHOICE)
}

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
    found.then(|| Picture::of(puzzle, &solver.atoms()))
}

/// How far new clues are from each other: what is open further away is open for other reasons.
const APART: i16 = 6;
