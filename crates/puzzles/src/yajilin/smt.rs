//! The study's SAT rules: six truth values per cell (black, clue, and a line to the north, east,
//! south and west), and for each arrow the binomial rules: of n cells with k black, among any
//! n − k + 1 one is black, among any k + 1 one is not.
//!
//! The study had no rule for the single loop and looked through models until one was right, as
//! *clauses-study* does: its clauses to the letter, clue squares in an arrow's direction included,
//! and each wrong model forbidden by itself. Otherwise the loop comes in two ways. *refinement* adds, for each small loop of a model, what every solution
//! satisfies: if the loop passes inside and outside the cells of that small loop, then some line
//! leads from them to the others. *levels* states it at once, as a level mapping: one root, and
//! every other cell on the loop is joined to one of a lower level.
//!
//! Beyond the study: shaded cells outside the loop, by a truth value "inside" for each corner of
//! the cells, which changes exactly where a line passes between two corners. Where the binomial
//! rules of an arrow would be too many, *levels* counts instead, and *refinement*, which has no
//! numbers, refuses.

use ::smt::{Logic, Script, Sort, Term};

use super::patterns::paths;
use super::{Atom, Clue, Yajilin};
use crate::engine::{Build, Instance, Refine};
use crate::kit::prelude::*;

pub(super) const ENCODINGS: &[(&str, Build)] = &[
    ("refinement", |puzzle| build(own(puzzle), Loop::Refined)),
    ("levels", |puzzle| build(own(puzzle), Loop::Levels)),
    ("clauses-study", |puzzle| build(own(puzzle), Loop::Study)),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Loop {
    Refined,
    Levels,
    Study,
}

/// The most binomial rules for one arrow, and for all arrows of a puzzle together.
const MOST_RULES: u64 = 20_000;
const MOST_IN_ALL: u64 = 200_000;

/// The six truth values of a cell.
struct Square {
    black: Term,
    clue: Term,
    /// North, east, south, west.
    lines: [Term; 4],
}

fn build(puzzle: &Yajilin, way: Loop) -> Result<Instance, String> {
    let size = puzzle.size;
    if way == Loop::Study && puzzle.outside {
        return Err("the study's clauses have no outside of the loop".to_owned());
    }
    let mut script = Script::new(match way {
        Loop::Refined | Loop::Study => Logic::QfUf,
        Loop::Levels => Logic::QfLia,
    });
    let squares = Sheet::of(size, |at| {
        let name = |what: &str| format!("{what}{}-{}", at.row, at.col);
        let mut declare = |what: &str| script.declare(name(what), Sort::Bool);
        Square {
            black: declare("black"),
            clue: declare("clue"),
            lines: ["north", "east", "south", "west"].map(declare),
        }
    });
    states(&mut script, &squares);
    lines_go_on(&mut script, &squares);
    script.section("black cells do not touch");
    for border in 0..size.borders() {
        let (a, z) = size.border_cells(border);
        script.assert(Term::or([!&squares[a].black, !&squares[z].black]));
    }
    clues(&mut script, puzzle, way, &squares)?;
    if puzzle.outside {
        outside(&mut script, size, &squares);
    }
    if way == Loop::Levels {
        levels(&mut script, puzzle, &squares);
    }
    let term = |atom: &Atom| match *atom {
        Atom::Shaded(at) => squares[at].black.clone(),
        Atom::Line(border) => {
            let (a, dir) = size.border_side(border);
            squares[a].lines[dir as usize].clone()
        }
    };
    let atoms: Vec<Term> = puzzle.atoms.iter().map(term).collect();
    let refine = (way != Loop::Levels).then(|| refinement(puzzle.clone(), way, atoms.clone()));
    Ok(Instance {
        refine,
        ..Instance::of(script, atoms, false)
    })
}

/// The study's clauses as a model for the proving engine, six variables a cell in its numbering, and
/// which of them are the puzzle's atoms.
pub(super) fn clauses(puzzle: &Yajilin) -> Result<(Model, Vec<Lit>), String> {
    let Instance { script, atoms, .. } = build(puzzle, Loop::Study)?;
    let mut model = Model::new(script.symbols());
    model.name("study", 0);
    for clause in script.clauses().ok_or("not only clauses")? {
        model.clause(&clause);
    }
    let lit = |atom: &Term| atom.literal().ok_or("an atom is a symbol".to_owned());
    let lits: Result<_, String> = atoms.iter().map(lit).collect();
    Ok((model, lits?))
}

fn lines_go_on(script: &mut Script, squares: &Sheet<Square>) {
    script.section("lines stay on the board and go on in the next cell");
    for at in squares.size().cells() {
        for dir in Dir::ALL {
            let line = &squares[at].lines[dir as usize];
            match squares.size().neighbour(at, dir) {
                None => script.assert(!line),
                Some(next) if at < next => {
                    let other = &squares[next].lines[dir.opposite() as usize];
                    script.assert(Term::or([line.clone(), !other]));
                    script.assert(Term::or([!line, other.clone()]));
                }
                Some(_) => {}
            }
        }
    }
}

/// Clues are where they are, and their numbers are right.
fn clues(
    script: &mut Script,
    puzzle: &Yajilin,
    way: Loop,
    squares: &Sheet<Square>,
) -> Result<(), String> {
    let size = puzzle.size;
    script.section("clues are where they are");
    for at in size.cells() {
        let clue = squares[at].clue.clone();
        script.assert(if puzzle.is_free(at) { !clue } else { clue });
    }
    let mut left = MOST_IN_ALL;
    for at in size.cells() {
        match puzzle.clue(at) {
            Some(Clue::Arrow(dir, Some(number))) => {
                script.section(puzzle.clue_words(at));
                let every = way == Loop::Study;
                let seen = size.ray(at, dir).filter(|&c| every || puzzle.is_free(c));
                let arrow = Arrow {
                    words: puzzle.clue_words(at),
                    number: number as usize,
                    black: seen.map(|c| squares[c].black.clone()).collect(),
                };
                count(script, way, &arrow, &mut left)?;
            }
            Some(Clue::Number(_)) => {
                script.section(format!("{} has no arrow", puzzle.clue_words(at)));
                script.assert(Term::Bool(false));
            }
            _ => {}
        }
    }
    Ok(())
}

/// A cell is black, or a clue, or has a line in exactly two directions.
fn states(script: &mut Script, squares: &Sheet<Square>) {
    script.section("each cell is black, a clue, or has two lines");
    for Square { black, clue, lines } in squares.values() {
        script.assert(Term::or([!black, !clue]));
        for line in lines {
            script.assert(Term::or([!black, !line]));
            script.assert(Term::or([!clue, !line]));
        }
        for left_out in 0..lines.len() {
            let three = || {
                let others = lines.iter().enumerate().filter(|&(i, _)| i != left_out);
                others.map(|(_, line)| line)
            };
            script.assert(Term::or([black, clue].into_iter().chain(three())));
            script.assert(Term::or(three().map(|line| !line)));
        }
    }
}

struct Arrow {
    words: String,
    number: usize,
    /// "This cell is black", for all free cells that it sees.
    black: Vec<Term>,
}

/// Exactly as many cells are black as the arrow says. At most `left` more rules may be written.
fn count(script: &mut Script, way: Loop, arrow: &Arrow, left: &mut u64) -> Result<(), String> {
    let (number, black) = (arrow.number, &arrow.black);
    if number > black.len() {
        script.assert(Term::Bool(false));
        return Ok(());
    }
    let group = black.len() - number + 1;
    let rules = choose(black.len(), group).saturating_add(choose(black.len(), number + 1));
    if rules <= MOST_RULES && rules <= *left {
        *left -= rules;
        let white: Vec<Term> = black.iter().map(|b| !b).collect();
        for (terms, size) in [(black, group), (&white, number + 1)] {
            subsets(terms, size, &mut |some| script.assert(Term::or(some)));
        }
        return Ok(());
    }
    match way {
        Loop::Levels => {
            let sum = Term::sum(black.iter().map(Term::counted));
            script.assert(sum.equals(number as i64));
            Ok(())
        }
        Loop::Refined | Loop::Study => Err(format!(
            "{} sees {} cells, for which this encoding needs {rules} rules; it writes at most \
             {MOST_RULES} for an arrow and {MOST_IN_ALL} in all; the encoding \"levels\" counts \
             instead",
            arrow.words,
            black.len()
        )),
    }
}

/// n choose k, or something large.
fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    let k = k.min(n - k) as u64;
    (0..k).fold(1u64, |product, i| {
        product.saturating_mul(n as u64 - i) / (i + 1)
    })
}

fn subsets(terms: &[Term], k: usize, found: &mut dyn FnMut(&[Term])) {
    fn extend(terms: &[Term], k: usize, chosen: &mut Vec<Term>, found: &mut dyn FnMut(&[Term])) {
        if k == 0 {
            return found(chosen);
        }
        if terms.len() < k {
            return;
        }
        for i in 0..=terms.len() - k {
            chosen.push(terms[i].clone());
            extend(&terms[i + 1..], k - 1, chosen, found);
            chosen.pop();
        }
    }
    extend(terms, k, &mut Vec::new(), found);
}

/// One root; every other cell on the loop is joined to one of a lower level.
fn levels(script: &mut Script, puzzle: &Yajilin, squares: &Sheet<Square>) {
    let size = puzzle.size;
    let root = script.declare("root", Sort::Int);
    let name = |at: Cell| format!("level{}-{}", at.row, at.col);
    let level = Sheet::of(size, |at| script.declare(name(at), Sort::Int));
    script.section("all lines form one loop: levels fall towards the root");
    for at in size.cells().filter(|&at| puzzle.is_free(at)) {
        let lower = size.neighbours(at).map(|(dir, next)| {
            let line = squares[at].lines[dir as usize].clone();
            Term::and([line, level[next].less(level[at].clone())])
        });
        let is_root = root.equals(size.index(at) as i64);
        let excused = [squares[at].black.clone(), is_root];
        script.assert(Term::or(excused.into_iter().chain(lower)));
        script.assert(level[at].at_least(0));
    }
}

/// Black cells lie outside the loop. A corner is named after the cell south-east of it; those on
/// the rim are outside.
fn outside(script: &mut Script, size: Size, squares: &Sheet<Square>) {
    let corners = Sheet::of(size, |at| {
        let name = format!("inside{}-{}", at.row, at.col);
        let is_inner = at.row > 0 && at.col > 0;
        is_inner.then(|| script.declare(name, Sort::Bool))
    });
    let inside = |at: Cell| size.contains(at).then(|| corners[at].clone()).flatten();
    script.section("inside changes where a line passes");
    for border in 0..size.borders() {
        let (a, z) = size.border_cells(border);
        let (dir, other) = match a.row == z.row {
            true => (Dir::East, inside(z.step(Dir::South))),
            false => (Dir::South, inside(z.step(Dir::East))),
        };
        let line = squares[a].lines[dir as usize].clone();
        script.assert(match (inside(z), other) {
            (Some(a), Some(z)) => line.equals(a.xor(z)),
            (Some(one), None) | (None, Some(one)) => line.equals(one),
            (None, None) => !line,
        });
    }
    script.section("black cells lie outside");
    for at in size.cells() {
        let below = at.step(Dir::South);
        for corner in [at, at.step(Dir::East), below, below.step(Dir::East)] {
            let inside = inside(corner).into_iter();
            inside.for_each(|inside| script.assert(Term::or([!&squares[at].black, !inside])));
        }
    }
}

/// For each of several loops: a line leaves it, or nothing else is on the loop, or nothing of it. The
/// study only knows that this model is wrong.
fn refinement(puzzle: Yajilin, way: Loop, atoms: Vec<Term>) -> Refine {
    Box::new(move |answers| {
        let size = puzzle.size;
        let shaded = |cell: usize| puzzle.shaded_atom[cell];
        let on_loop = |cell: usize| shaded(cell).is_some_and(|atom| !answers[atom]);
        let part = paths(&puzzle, |line| answers[line]);
        let is_first = |&cell: &usize| on_loop(cell) && part[cell] == cell;
        let firsts: Vec<usize> = (0..size.len()).filter(is_first).collect();
        if firsts.len() < 2 {
            return Vec::new();
        }
        if way == Loop::Study {
            let model = atoms.iter().cloned().zip(answers);
            let differs = model.map(|(atom, &yes)| if yes { !atom } else { atom });
            return vec![Term::or(differs)];
        }
        let mut cuts = Vec::new();
        for (i, &inside) in firsts.iter().enumerate() {
            let beyond = firsts[(i + 1) % firsts.len()];
            let mut ways: Vec<Term> = [inside, beyond]
                .into_iter()
                .filter_map(|cell| shaded(cell).map(|atom| atoms[atom].clone()))
                .collect();
            for border in 0..size.borders() {
                let (a, z) = size.border_cells(border);
                let is_in = |at: Cell| part[size.index(at)] == inside;
                if is_in(a) != is_in(z)
                    && let Some(atom) = puzzle.line_atom[border]
                {
                    ways.push(atoms[atom].clone());
                }
            }
            cuts.push(Term::or(ways));
        }
        cuts
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials() {
        assert_eq!((choose(4, 3), choose(4, 0), choose(3, 4)), (4, 1, 0));
        assert!(choose(60, 30) > MOST_RULES);
        let mut sizes = Vec::new();
        let terms = vec![Term::Bool(true); 4];
        subsets(&terms, 3, &mut |some| sizes.push(some.len()));
        assert_eq!(sizes, [3; 4]);
    }
}
