//! What follows for cells and borders, before anything is searched for: the loop passes a cell by two
//! of its borders or the cell is shaded, shaded cells never touch, an arrow sees as many as it says,
//! and no loop closes while something is left outside. On the colours of a chessboard the loop has as
//! many cells of one as of the other, which nobody sees who looks at one cell after the other. Where
//! that is not enough, a few ways for the loop to go on are tried.

use self::State::{No, Open, Yes};
use super::{Atom, Clue, Yajilin};
use crate::kit::prelude::*;
use crate::kit::sift::{Position, sift};

/// Cells times ways tried before the prover is asked.
const EFFORT: usize = 3000;

/// What is known about a cell or a border: `Yes` is shaded, or a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Open,
    Yes,
    No,
}

/// In the list of cells that an arrow sees: a cell that is not free.
const GAP: u32 = u32::MAX;

/// What never changes.
struct Sheet<'a> {
    puzzle: &'a Yajilin,
    /// For each free cell its borders with other free cells, and these cells.
    ways: Vec<[Option<(u32, u32)>; 4]>,
    /// The number of each arrow and the cells that it sees, the nearest first.
    arrows: Vec<(usize, Vec<u32>)>,
    /// The arrows in each row, then those in each column.
    arrows_along: Vec<Vec<u32>>,
}

impl Sheet<'_> {
    fn new(puzzle: &Yajilin) -> Sheet<'_> {
        let size = puzzle.size;
        let mut ways = vec![[None; 4]; size.len()];
        for border in (0..size.borders()).filter(|&b| puzzle.line_atom[b].is_some()) {
            let (a, across) = size.border_side(border);
            let (a, z) = (size.index(a), size.index(a.step(across)));
            ways[a][across as usize] = Some((border as u32, z as u32));
            ways[z][across.opposite() as usize] = Some((border as u32, a as u32));
        }
        let mut arrows = Vec::new();
        let mut arrows_along = vec![Vec::new(); size.rows() + size.cols()];
        for at in size.cells() {
            let Some(Clue::Arrow(dir, Some(number))) = puzzle.clue(at) else {
                continue;
            };
            let line = match dir.is_vertical() {
                false => at.row as usize,
                true => size.rows() + at.col as usize,
            };
            arrows_along[line].push(arrows.len() as u32);
            let sign = |cell| match puzzle.is_free(cell) {
                true => size.index(cell) as u32,
                false => GAP,
            };
            arrows.push((number as usize, size.ray(at, dir).map(sign).collect()));
        }
        Sheet {
            puzzle,
            ways,
            arrows,
            arrows_along,
        }
    }

    fn ways(&self, cell: u32) -> impl Iterator<Item = (u32, u32)> + Clone + use<> {
        self.ways[cell as usize].into_iter().flatten()
    }

    /// The colour of a cell on a chessboard.
    fn colour(&self, cell: u32) -> usize {
        let cols = self.puzzle.size.cols();
        (cell as usize / cols + cell as usize % cols) % 2
    }
}

/// What is known now.
#[derive(Clone)]
struct Known<'a> {
    sheet: &'a Sheet<'a>,
    cells: Vec<State>,
    borders: Vec<State>,
    /// For the end of a path (or a cell on its own) the other end, and how many cells it has.
    far: Vec<(u32, u32)>,
    /// For either colour of a chessboard how many cells are known to be on the loop.
    on_loop: [u32; 2],
    /// For either colour the cells of which nothing is known.
    open: [u32; 2],
    /// How many cells the loop has, once it has closed.
    closed: Option<u32>,
    /// Cells to be looked at; beyond them, arrows.
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
}

impl<'a> Known<'a> {
    fn new(sheet: &'a Sheet<'a>) -> Known<'a> {
        let puzzle = sheet.puzzle;
        let size = puzzle.size;
        let looks = size.len() + sheet.arrows.len();
        let open = |atom: &Option<usize>| atom.map_or(No, |_| Open);
        let mut known = Known {
            sheet,
            cells: puzzle.shaded_atom.iter().map(open).collect(),
            borders: puzzle.line_atom.iter().map(open).collect(),
            far: (0..size.len() as u32).map(|cell| (cell, 1)).collect(),
            on_loop: [0; 2],
            open: [0; 2],
            closed: None,
            waiting: Vec::new(),
            is_waiting: vec![false; looks],
        };
        let free = (0..size.len()).filter(|&cell| puzzle.shaded_atom[cell].is_some());
        for cell in free.clone() {
            known.open[sheet.colour(cell as u32)] += 1;
        }
        (free.chain(size.len()..looks)).for_each(|i| known.wait(i as u32));
        known
    }

    fn wait(&mut self, for_look: u32) {
        if !std::mem::replace(&mut self.is_waiting[for_look as usize], true) {
            self.waiting.push(for_look);
        }
    }

    /// False if it is known to be otherwise.
    fn set_cell(&mut self, cell: u32, state: State) -> bool {
        if self.cells[cell as usize] != Open {
            return self.cells[cell as usize] == state;
        }
        self.cells[cell as usize] = state;
        let colour = self.sheet.colour(cell);
        self.on_loop[colour] += (state == No) as u32;
        self.open[colour] -= 1;
        self.wait(cell);
        let size = self.sheet.puzzle.size;
        let (row, col) = (cell as usize / size.cols(), cell as usize % size.cols());
        for line in [row, size.rows() + col] {
            let arrows = self.sheet.arrows_along[line].iter();
            arrows.for_each(|arrow| self.wait(size.len() as u32 + arrow));
        }
        true
    }

    /// False if it is known to be otherwise, or a second loop closes.
    fn set_border(&mut self, border: u32, state: State) -> bool {
        if self.borders[border as usize] != Open {
            return self.borders[border as usize] == state;
        }
        self.borders[border as usize] = state;
        let size = self.sheet.puzzle.size;
        let (a, z) = size.border_cells(border as usize);
        let (a, z) = (size.index(a) as u32, size.index(z) as u32);
        self.wait(a);
        self.wait(z);
        if state == No {
            return true;
        }
        let ((x, before), (y, after)) = (self.far[a as usize], self.far[z as usize]);
        if x == z {
            return self.closed.replace(before).is_none();
        }
        self.far[x as usize] = (y, before + after);
        self.far[y as usize] = (x, before + after);
        true
    }

    fn look_at(&mut self, cell: u32) -> bool {
        let mut ways = self.sheet.ways(cell);
        let is = |state: State| {
            let is = |way: &(u32, u32)| self.borders[way.0 as usize] == state;
            ways.clone().filter(is).count()
        };
        let (lines, open) = (is(Yes), is(Open));
        let rest = match self.cells[cell as usize] {
            Open if lines > 0 => return self.set_cell(cell, No),
            Open if open < 2 => return self.set_cell(cell, Yes),
            Open => return true,
            Yes if lines > 0 => return false,
            Yes => match (ways.clone()).all(|(_, beside)| self.set_cell(beside, No)) {
                true => No,
                false => return false,
            },
            No if lines > 2 || lines + open < 2 => return false,
            No if lines == 2 => No,
            No if lines + open == 2 => Yes,
            No => return true,
        };
        ways.all(|(border, _)| {
            self.borders[border as usize] != Open || self.set_border(border, rest)
        })
    }

    fn look_along(&mut self, arrow: usize) -> bool {
        let (number, seen) = &self.sheet.arrows[arrow];
        let state = |cell: u32| match cell {
            GAP => No,
            cell => self.cells[cell as usize],
        };
        let shaded = seen.iter().filter(|&&cell| state(cell) == Yes).count();
        // Of neighbours at most every second one is shaded.
        let open = || seen.chunk_by(|&a, &b| state(a) == Open && state(b) == Open);
        let runs: Vec<&[u32]> = open().filter(|run| state(run[0]) == Open).collect();
        let room: usize = runs.iter().map(|run| run.len().div_ceil(2)).sum();
        if shaded > *number || shaded + room < *number {
            return false;
        }
        if shaded == *number {
            let mut cells = runs.into_iter().flatten();
            return cells.all(|&cell| self.set_cell(cell, No));
        }
        let odd = runs.into_iter().filter(|run| run.len() % 2 == 1);
        let mut every_second = odd.flat_map(|run| run.iter().step_by(2));
        shaded + room > *number || every_second.all(|&cell| self.set_cell(cell, Yes))
    }

    /// The loop has as many cells of one colour as of the other.
    fn balance(&mut self) -> bool {
        for colour in [0, 1] {
            let other = 1 - colour;
            let most = self.on_loop[other] + self.open[other];
            if self.on_loop[colour] > most {
                return false;
            }
            if self.on_loop[colour] == most && self.open != [0; 2] {
                for cell in 0..self.cells.len() as u32 {
                    let is_shaded = self.sheet.colour(cell) == colour;
                    if self.cells[cell as usize] == Open {
                        self.set_cell(cell, if is_shaded { Yes } else { No });
                    }
                }
            }
        }
        true
    }

    /// No path is closed while something else is on the loop; and once it has closed, everything
    /// else is shaded.
    fn look_at_ends(&mut self) -> bool {
        let cells = 0..self.cells.len() as u32;
        let on_loop = self.on_loop[0] + self.on_loop[1];
        if let Some(len) = self.closed {
            return on_loop == len
                && cells
                    .into_iter()
                    .all(|cell| self.cells[cell as usize] != Open || self.set_cell(cell, Yes));
        }
        for cell in cells {
            let (far, len) = self.far[cell as usize];
            if cell < far && self.far[far as usize].0 == cell && on_loop > len && len > 2 {
                let mut ways = self.sheet.ways(cell);
                let way = ways.find(|way| way.1 == far && self.borders[way.0 as usize] == Open);
                if let Some((border, _)) = way
                    && !self.set_border(border, No)
                {
                    return false;
                }
            }
        }
        true
    }
}

/// Something to suppose.
#[derive(Clone, Copy)]
enum Guess {
    Cell(u32, State),
    Border(u32, State),
}

impl Position for Known<'_> {
    type Way = Guess;

    fn conclude(&mut self) -> bool {
        let cells = self.cells.len();
        loop {
            while let Some(look) = self.waiting.pop() {
                self.is_waiting[look as usize] = false;
                let possible = match (look as usize).checked_sub(cells) {
                    None => self.look_at(look),
                    Some(arrow) => self.look_along(arrow),
                };
                if !possible {
                    return false;
                }
            }
            if !self.balance() || self.waiting.is_empty() && !self.look_at_ends() {
                return false;
            }
            if self.waiting.is_empty() {
                return true;
            }
        }
    }

    fn ways(&self) -> Vec<Guess> {
        let open = |cell: u32| {
            let ways = self.sheet.ways(cell);
            ways.filter(|way| self.borders[way.0 as usize] == Open)
                .map(|way| way.0)
        };
        let cells = || 0..self.cells.len() as u32;
        // The loop goes on from an end.
        let ends = cells().filter(|&cell| self.far[cell as usize].1 > 1);
        let ends = ends.map(|cell| (open(cell).count(), cell));
        if let Some((_, end)) = ends.filter(|&(ways, _)| ways > 0).min() {
            return open(end).map(|border| Guess::Border(border, Yes)).collect();
        }
        if let Some(cell) = cells().find(|&cell| self.cells[cell as usize] == Open) {
            return vec![Guess::Cell(cell, Yes), Guess::Cell(cell, No)];
        }
        let borders = 0..self.borders.len() as u32;
        match { borders }.find(|&border| self.borders[border as usize] == Open) {
            Some(border) => vec![Guess::Border(border, Yes), Guess::Border(border, No)],
            None => Vec::new(),
        }
    }

    fn suppose(&mut self, guess: Guess) {
        match guess {
            Guess::Cell(cell, state) => self.set_cell(cell, state),
            Guess::Border(border, state) => self.set_border(border, state),
        };
    }
}

impl Sift for Yajilin {
    fn sift(&self, want: usize, budget: Budget) -> Sifted {
        let is_odd = |clue: &Option<Clue>| matches!(clue, Some(Clue::Number(_)));
        if self.outside || self.clues.iter().any(is_odd) {
            return Sifted::nothing();
        }
        let sheet = Sheet::new(self);
        let tries = (EFFORT / self.size.len()) as u64;
        let sieve = sift(Known::new(&sheet), want, tries, budget);
        Sifted::of(sieve, |known| {
            let state = |atom: &Atom| match *atom {
                Atom::Shaded(at) => known.cells[self.size.index(at)],
                Atom::Line(border) => known.borders[border],
            };
            let states = self.atoms.iter().map(state).enumerate();
            let sure = states.filter(|&(_, state)| state != Open);
            sure.map(|(atom, state)| Fact::new(atom, state == Yes))
                .collect()
        })
    }
}
