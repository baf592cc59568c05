//! Making Yajilin. The study has no generator, only the wish for one, and this is it: a random loop
//! with shaded cells that do not touch, clue cells among the rest, and arrows chosen to make it
//! unique.
//!
//! 1. Clue cells are laid down as the symmetry wants, and the solver finds a loop around them,
//!    pushed about by random wishes (this cell is shaded, this border is used) as far as they can
//!    be granted.
//! 2. Arrows say something about shaded cells only, so the shaded cells must leave no choice to the
//!    loop. Where they do, one more cell is shaded and the loop is found anew just around it.
//! 3. Arrows are chosen against all other solutions seen so far: each must be contradicted by some
//!    clue. The solver answers with one more solution, or proves that there is none. If no choice
//!    of arrows does it, a shaded cell becomes a clue.
//! 4. If the request wants easier reasoning, shaded cells become clues where the rules of deduction
//!    come to a halt.
//!
//! Density is the share of cells that are clues.

use std::sync::Arc;

use grid::{Cell, Dir, Size};
use logic::{End, Plan, Reasoner};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use sat::{Budget, Lit, Solver, Verdict};

use super::{Atom, Clue, Yajilin};
use crate::make::{Maker, MakerOption, Request, Shape, Tools};
use crate::puzzle::Puzzle;

pub(super) const MAKERS: &[Maker] = &[Maker {
    id: "ours",
    words: "a random loop, and arrows chosen against every other solution (the study's wish)",
    options: &[MakerOption {
        id: "clues",
        words: "how many clues to begin with; 0 for as many as the density says",
        usual: 0,
        least: 0,
        most: 1000,
    }],
    shapes: &[Shape::Turn, Shape::Mirror],
    propose: ours,
}];

/// The usual share of clue cells, and the share of cells that are wished to be shaded.
const CLUES: f64 = 0.13;
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

/// How often a loop and its clues are tried before a proposal is given up.
const ATTEMPTS: usize = 5;

fn ours(request: &Request, tools: &mut Tools) -> Result<Arc<dyn Puzzle>, &'static str> {
    let mut made = attempt(request, tools);
    for _ in 1..ATTEMPTS {
        if made.is_ok() || (tools.budget.stop)() {
            break;
        }
        made = attempt(request, tools);
    }
    made
}

fn attempt(request: &Request, tools: &mut Tools) -> Result<Arc<dyn Puzzle>, &'static str> {
    let size = Size::new(request.rows, request.cols).ok_or("no such size")?;
    let share = request.density.unwrap_or(CLUES);
    let wanted = match request.option("clues") {
        0 => (size.len() as f64 * share).round() as usize,
        clues => clues as usize,
    };
    let wanted = wanted.max(1);
    let is_clue = clue_cells(size, request.symmetry, wanted, &mut tools.rng)?;
    let blocked = |&clue: &bool| clue.then_some(Clue::Blocked);
    let puzzle = Yajilin::new(size, is_clue.iter().map(blocked).collect(), false);
    let mut solver = Solver::new(&puzzle.encode(), tools.budget);
    let mut picture = first(&puzzle, &mut solver, &mut tools.rng)?;
    settle(&puzzle, &mut solver, &mut picture, &mut tools.rng)?;
    let mut draft = Draft::new(size, request.symmetry, is_clue, picture, &mut tools.rng);
    let most = wanted + (wanted / 2).max(3);
    if size.len() <= LARGE {
        draft.aim(most, tools.budget, &mut tools.rng)?;
        draft.shade_spare_clues(wanted, tools);
        return Ok(Arc::new(draft.eased(most + most / 4, tools.fits, tools)?));
    }
    let puzzle = draft.eased(most + most / 4, &is_deduced(tools.budget), tools)?;
    match (tools.fits)(&puzzle) {
        true => Ok(Arc::new(puzzle)),
        false => Err(UNWANTED),
    }
}

/// Up to so many cells the solver is asked for other solutions. On larger boards that takes too
/// long, and there are dozens of places with two ways, of which it shows one combination after the
/// other; so there the rules of deduction are asked what is open.
const LARGE: usize = 400;
const UNWANTED: &str = "unique, but not as wanted";

fn is_deduced(budget: Budget) -> impl Fn(&dyn Puzzle) -> bool {
    move |puzzle| {
        let plan = Plan::without_trial(&puzzle.reasoner().rules());
        puzzle.reasoner().trace(&[], &plan, budget).end == End::Solved
    }
}

/// Where the clues are: symmetric, and no two side by side.
fn clue_cells(
    size: Size,
    shape: Shape,
    wanted: usize,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<bool>, &'static str> {
    let mut is_clue = vec![false; size.len()];
    let mut order: Vec<Cell> = size.cells().collect();
    order.shuffle(rng);
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
        return Err("no room for so many clues");
    }
    Ok(is_clue)
}

/// A random loop: wishes are granted one after the other, if they can be.
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
        Verdict::Unsat => return Err("no loop around these clues"),
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
        return Err("no loop around these clues");
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

/// New clues are so far from each other: what is open further away is open for other reasons.
const APART: i16 = 6;

/// A puzzle whose arrows are being chosen.
struct Draft {
    size: Size,
    shape: Shape,
    picture: Picture,
    clues: Vec<(Cell, Dir)>,
    is_clue: Vec<bool>,
    /// The shaded cells of other solutions.
    others: Vec<Vec<bool>>,
}

impl Draft {
    fn new(
        size: Size,
        shape: Shape,
        is_clue: Vec<bool>,
        picture: Picture,
        rng: &mut ChaCha8Rng,
    ) -> Draft {
        let cells: Vec<Cell> = size.cells().filter(|&at| is_clue[size.index(at)]).collect();
        let mut draft = Draft {
            size,
            shape,
            picture,
            clues: Vec::new(),
            is_clue,
            others: Vec::new(),
        };
        draft.clues = cells
            .into_iter()
            .map(|at| (at, draft.any_dir(at, rng)))
            .collect();
        draft
    }

    /// Of two random directions the one that sees more.
    fn any_dir(&self, at: Cell, rng: &mut ChaCha8Rng) -> Dir {
        let mut dirs = Dir::ALL;
        dirs.shuffle(rng);
        let is_free = |&c: &Cell| !self.is_clue[self.size.index(c)];
        let seen = |&dir: &Dir| self.size.ray(at, dir).filter(is_free).count();
        dirs[..3]
            .iter()
            .copied()
            .max_by_key(seen)
            .expect("three of them")
    }

    fn count(&self, shaded: &[bool], at: Cell, dir: Dir) -> usize {
        self.size
            .ray(at, dir)
            .filter(|&c| shaded[self.size.index(c)])
            .count()
    }

    fn puzzle(&self) -> Yajilin {
        let mut clues = vec![None; self.size.len()];
        for &(at, dir) in &self.clues {
            let number = self.count(&self.picture.shaded, at, dir) as u16;
            clues[self.size.index(at)] = Some(Clue::Arrow(dir, Some(number)));
        }
        Yajilin::new(self.size, clues, false)
    }

    /// Choose arrows, and make clues of shaded cells, until no other solution is left.
    fn aim(
        &mut self,
        most: usize,
        budget: Budget,
        rng: &mut ChaCha8Rng,
    ) -> Result<(), &'static str> {
        for _ in 0..40 + 2 * self.size.len() {
            let known = self.others.len();
            self.look_for_others(budget)?;
            if self.others.len() == known {
                return Ok(());
            }
            while !self.turn_arrows(rng) {
                self.add_clue(most, rng)?;
            }
        }
        Err("still ambiguous after all changes")
    }

    /// Some solutions of the puzzle as it is now.
    fn look_for_others(&mut self, budget: Budget) -> Result<(), &'static str> {
        let puzzle = self.puzzle();
        let mut solver = Solver::new(&puzzle.encode(), budget);
        solver.exclude(&self.picture.all(&puzzle));
        for found in 0..4 {
            match solver.solve(&[]) {
                Verdict::Unsat => break,
                Verdict::Unknown if found == 0 => return Err(TOO_LONG),
                Verdict::Unknown => break,
                Verdict::Sat => {}
            }
            let other = Picture::of(&puzzle, &solver);
            // From here on others that are shaded otherwise, which is all that arrows can see.
            let cells = puzzle.shaded_atom.iter().flatten();
            let differs = cells.map(|&a| !other.says(&puzzle, a));
            solver.add(&differs.collect::<Vec<_>>());
            if other.shaded == self.picture.shaded {
                return Err("the loop has a choice that no arrow can see");
            }
            self.others.push(other.shaded);
        }
        Ok(())
    }

    /// Look for arrows that contradict every other solution known. True if there are none left.
    fn turn_arrows(&mut self, rng: &mut ChaCha8Rng) -> bool {
        // For each other solution and clue, the directions in which it would have another number.
        let right: Vec<[usize; 4]> = (self.clues.iter())
            .map(|&(at, _)| Dir::ALL.map(|d| self.count(&self.picture.shaded, at, d)))
            .collect();
        let tells: Vec<Vec<[bool; 4]>> = (self.others.iter())
            .map(|other| {
                let differs = |(c, &(at, _)): (usize, &(Cell, Dir))| {
                    Dir::ALL.map(|d| self.count(other, at, d) != right[c][d as usize])
                };
                self.clues.iter().enumerate().map(differs).collect()
            })
            .collect();
        // How many clues contradict each.
        let mut against: Vec<usize> = (tells.iter())
            .map(|t| {
                (0..self.clues.len())
                    .filter(|&c| t[c][self.clues[c].1 as usize])
                    .count()
            })
            .collect();
        for _ in 0..50 + 4 * self.clues.len() {
            let open: Vec<usize> = (0..against.len()).filter(|&j| against[j] == 0).collect();
            let Some(&j) = open.choose(rng) else {
                return true;
            };
            let mut choices: Vec<(usize, Dir)> = (0..self.clues.len())
                .flat_map(|c| Dir::ALL.map(|d| (c, d)))
                .filter(|&(c, d)| tells[j][c][d as usize])
                .collect();
            choices.shuffle(rng);
            let lost = |&(c, d): &(usize, Dir)| {
                let now = self.clues[c].1 as usize;
                let only =
                    |k: &usize| against[*k] == 1 && tells[*k][c][now] && !tells[*k][c][d as usize];
                (0..against.len()).filter(only).count()
            };
            let best = if rng.random_bool(0.1) {
                choices.first().copied()
            } else {
                choices.iter().copied().min_by_key(lost)
            };
            let Some((c, d)) = best else {
                return false;
            };
            let before = std::mem::replace(&mut self.clues[c].1, d);
            for (count, tells) in against.iter_mut().zip(&tells) {
                *count += tells[c][d as usize] as usize;
                *count -= tells[c][before as usize] as usize;
            }
        }
        against.iter().all(|&count| count > 0)
    }

    /// A shaded cell becomes a clue, best one through which most other loops run.
    fn add_clue(&mut self, most: usize, rng: &mut ChaCha8Rng) -> Result<(), &'static str> {
        let mut cells = self.possible_clues();
        cells.shuffle(rng);
        let passed = |at: &Cell| {
            let index = self.size.index(*at);
            self.others.iter().filter(|other| !other[index]).count()
        };
        let best = cells.into_iter().max_by_key(passed);
        let Some(at) = best.filter(|_| self.clues.len() < most) else {
            return Err("no arrows tell the solutions apart");
        };
        self.make_clue(at, rng);
        Ok(())
    }

    /// Shaded cells that may become clues, with their images.
    fn possible_clues(&self) -> Vec<Cell> {
        let shaded = |at: Cell| self.picture.shaded[self.size.index(at)];
        let both = |at: &Cell| shaded(*at) && shaded(self.shape.image(self.size, *at));
        self.size.cells().filter(both).collect()
    }

    /// A shaded cell and its image become clues.
    fn make_clue(&mut self, at: Cell, rng: &mut ChaCha8Rng) {
        let pair = [at, self.shape.image(self.size, at)];
        for at in &pair[..if pair[0] == pair[1] { 1 } else { 2 }] {
            let index = self.size.index(*at);
            self.others.retain(|other| other[index]);
            for other in &mut self.others {
                other[index] = false;
            }
            self.picture.shaded[index] = false;
            self.is_clue[index] = true;
            let dir = self.any_dir(*at, rng);
            self.clues.push((*at, dir));
        }
    }

    /// The puzzle as wanted: where the rules come to a halt, shaded cells become clues that look at
    /// what is open there, all over the board at once. (It may not be unique in between: beside a
    /// clue there can be shaded cells. What the rules finish is.)
    fn eased(
        &mut self,
        most: usize,
        fits: &dyn Fn(&dyn Puzzle) -> bool,
        tools: &mut Tools,
    ) -> Result<Yajilin, &'static str> {
        loop {
            let puzzle = self.puzzle();
            if fits(&puzzle) {
                return Ok(puzzle);
            }
            let plan = Plan::without_trial(&Reasoner::rules(&puzzle));
            let trace = Reasoner::trace(&puzzle, &[], &plan, tools.budget);
            let is_open = |at: Cell| {
                let atom = puzzle.shaded_atom[self.size.index(at)];
                atom.is_some_and(|a| trace.known.is_open(a))
            };
            let mut cells = self.possible_clues();
            cells.retain(|&at| is_open(at) || is_open(self.shape.image(self.size, at)));
            if trace.end == End::Solved || cells.is_empty() || self.clues.len() >= most {
                return Err(UNWANTED);
            }
            cells.shuffle(&mut tools.rng);
            let seen = |at: Cell, dir: Dir| self.size.ray(at, dir).filter(|&c| is_open(c)).count();
            let best = |at: Cell| {
                let dirs = Dir::ALL.into_iter();
                dirs.max_by_key(|&dir| seen(at, dir)).expect("four of them")
            };
            // Those that see most first, and none near another.
            let mut chosen: Vec<(Cell, Dir)> = cells.iter().map(|&at| (at, best(at))).collect();
            chosen.sort_by_key(|&(at, dir)| std::cmp::Reverse(seen(at, dir)));
            let mut clues: Vec<(Cell, Dir)> = Vec::new();
            for (at, dir) in chosen {
                let far = |&(c, _): &(Cell, Dir)| {
                    (c.row - at.row).abs().max((c.col - at.col).abs()) > APART
                        && self.shape.image(self.size, c) != at
                };
                if clues.iter().all(far) {
                    clues.push((at, dir));
                }
            }
            for (at, dir) in clues {
                self.make_clue(at, &mut tools.rng);
                let clue = self.clues.iter_mut().rfind(|clue| clue.0 == at);
                clue.expect("it was just made").1 = dir;
            }
        }
    }

    /// Clues beyond what was wanted become shaded cells where it stays unique; not if the clues
    /// must lie in pairs.
    fn shade_spare_clues(&mut self, wanted: usize, tools: &mut Tools) {
        if self.shape != Shape::Any {
            return;
        }
        let mut cells: Vec<Cell> = self.clues.iter().map(|c| c.0).collect();
        cells.shuffle(&mut tools.rng);
        for at in cells {
            if self.clues.len() <= wanted {
                return;
            }
            let beside = |(_, n): (Dir, Cell)| self.picture.shaded[self.size.index(n)];
            if self.size.neighbours(at).any(beside) {
                continue;
            }
            let index = self.size.index(at);
            let before = self.clues.clone();
            self.clues.retain(|c| c.0 != at);
            self.picture.shaded[index] = true;
            self.is_clue[index] = false;
            if !tools.is_unique(&self.puzzle()) {
                self.clues = before;
                self.picture.shaded[index] = false;
                self.is_clue[index] = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::tests::{all_unique, same_again, unasked};

    #[test]
    fn the_same_seed_makes_the_same_puzzle() {
        for maker in MAKERS {
            same_again(maker, &unasked(maker, 7, 7));
        }
    }

    #[test]
    fn ours_are_unique_with_numbers_only() {
        for (rows, cols) in [(4, 4), (5, 8), (8, 8)] {
            for puzzle in all_unique(&MAKERS[0], &unasked(&MAKERS[0], rows, cols), 20) {
                let signs = puzzle.record().problem.expect("clues").0;
                assert!(
                    signs.iter().flatten().all(|s| !s.contains('?')),
                    "{puzzle:?}"
                );
            }
        }
    }

    #[test]
    fn clues_lie_as_wanted() {
        for shape in MAKERS[0].shapes {
            let mut request = unasked(&MAKERS[0], 7, 8);
            request.symmetry = *shape;
            for puzzle in all_unique(&MAKERS[0], &request, 5) {
                let size = puzzle.size();
                let signs = puzzle.record().problem.expect("clues").0;
                let is_clue = |at: Cell| signs[at.row as usize][at.col as usize] != "-";
                for at in size.cells() {
                    assert_eq!(is_clue(at), is_clue(shape.image(size, at)), "{puzzle:?}");
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let mut tools = crate::make::tests::tools(1);
        assert!(ours(&unasked(&MAKERS[0], 1, 5), &mut tools).is_err());
        assert!(ours(&unasked(&MAKERS[0], 2, 2), &mut tools).is_err());
    }
}
