//! A solution with its clues on the way to a puzzle.

use super::*;
use crate::kit::lists::sort_by_number;

/// A puzzle whose arrows are being chosen.
#[derive(Clone)]
pub(super) struct Draft {
    size: Size,
    shape: ClueSymmetry,
    map: Option<ClueMap>,
    picture: Picture,
    clues: Vec<(Cell, Dir)>,
    is_clue: Sheet<bool>,
    /// Percent of the clues that may be 0.
    zeros: usize,
    /// The shaded cells of other solutions.
    others: Vec<Sheet<bool>>,
}

/// How many shaded cells an arrow sees.
fn count(shaded: &Sheet<bool>, (at, dir): (Cell, Dir)) -> usize {
    shaded.size().ray(at, dir).filter(|&c| shaded[c]).count()
}

impl Draft {
    pub(super) fn new(
        request: &BoardSpec,
        is_clue: Sheet<bool>,
        picture: Picture,
        zeros: usize,
        rng: &mut Dice,
    ) -> Draft {
        let mut draft = Draft {
            size: is_clue.size(),
            shape: request.symmetry,
            map: request.map.clone(),
            picture,
            clues: Vec::new(),
            is_clue,
            zeros,
            others: Vec::new(),
        };
        let cells = draft.is_clue.cells_where(|&clue| clue);
        draft.clues = cells.map(|at| (at, draft.any_dir(at, rng))).collect();
        draft
    }

    /// Of three random directions, the one that sees more; one that sees something shaded, unless a
    /// few may see nothing.
    fn any_dir(&self, at: Cell, rng: &mut Dice) -> Dir {
        let mut dirs = shuffled(Dir::ALL, rng);
        dirs.truncate(3);
        let zero = rng.random_ratio(self.zeros as u32, 100);
        let seen = |&dir: &Dir| {
            let free = self.size.ray(at, dir).filter(|&c| !self.is_clue[c]);
            (zero || self.seen((at, dir)) > 0, free.count())
        };
        dirs.into_iter().max_by_key(seen).expect("three of them")
    }

    /// How many shaded cells an arrow sees.
    fn seen(&self, arrow: (Cell, Dir)) -> usize {
        count(&self.picture.shaded, arrow)
    }

    /// The clues that are 0.
    fn zero_clues(&self) -> impl Iterator<Item = usize> {
        (0..self.clues.len()).filter(|&c| self.seen(self.clues[c]) == 0)
    }

    pub(super) fn puzzle(&self) -> Yajilin {
        let mut clues = vec![None; self.size.len()];
        for &(at, dir) in &self.clues {
            let number = self.seen((at, dir)) as u16;
            clues[self.size.index(at)] = Some(Clue::Arrow(dir, Some(number)));
        }
        Yajilin::new(self.size, clues, false)
    }

    /// Choose arrows, and make clues of shaded cells, until no other solution is left.
    pub(super) fn aim(&mut self, most: usize, budget: Budget, rng: &mut Dice) -> Attempt<()> {
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
        Err(AMBIGUOUS)
    }

    /// Some solutions of the puzzle as it is now.
    fn look_for_others(&mut self, budget: Budget) -> Attempt<()> {
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
            let other = Picture::of(&puzzle, &solver.atoms());
            // From here on only solutions shaded differently, which is all that arrows can see.
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

    /// Is it proved that there is no other solution? Most others have been seen before.
    pub(super) fn is_alone(&self, budget: Budget) -> bool {
        let agrees = |other: &Sheet<bool>| {
            (self.clues.iter()).all(|&clue| count(other, clue) == self.seen(clue))
        };
        let puzzle = self.puzzle();
        !self.others.iter().any(agrees) && is_only(&puzzle, &self.picture.all(&puzzle), budget)
    }

    /// Look for arrows that contradict every other solution known. True if there are none left.
    fn turn_arrows(&mut self, rng: &mut Dice) -> bool {
        let counts = |shaded: &Sheet<bool>| -> Vec<[usize; 4]> {
            let each = |&(at, _): &(Cell, Dir)| Dir::ALL.map(|dir| count(shaded, (at, dir)));
            self.clues.iter().map(each).collect()
        };
        let right = counts(&self.picture.shaded);
        // For each other solution and clue, the directions in which it would have another number.
        let differ = |other: &Sheet<bool>| -> Vec<[bool; 4]> {
            let both = counts(other).into_iter().zip(&right);
            let differs = both.map(|(its, ours)| [0, 1, 2, 3].map(|d| its[d] != ours[d]));
            differs.collect()
        };
        let tells: Vec<Vec<[bool; 4]>> = self.others.iter().map(differ).collect();
        let clues = 0..self.clues.len();
        // How many clues contradict each.
        let contradicts = |tells: &Vec<[bool; 4]>| {
            let dir = |c: usize| self.clues[c].1 as usize;
            clues.clone().filter(|&c| tells[c][dir(c)]).count()
        };
        let mut against: Vec<usize> = tells.iter().map(contradicts).collect();
        let mut zeros = self.zero_clues().count();
        for _ in 0..50 + 4 * self.clues.len() {
            let open: Vec<usize> = (0..against.len()).filter(|&j| against[j] == 0).collect();
            let Some(&j) = open.choose(rng) else {
                return true;
            };
            let all = clues.clone().flat_map(|c| Dir::ALL.map(|d| (c, d)));
            let choices = shuffled(all.filter(|&(c, d)| tells[j][c][d as usize]), rng);
            let many = 100 * (zeros + 1) > self.zeros * self.clues.len();
            let lost = |&(c, d): &(usize, Dir)| {
                let (now, then) = (self.clues[c].1 as usize, d as usize);
                let zero = many && right[c][then] == 0 && right[c][now] > 0;
                let only = |k: &usize| against[*k] == 1 && tells[*k][c][now] && !tells[*k][c][then];
                (zero, (0..against.len()).filter(only).count())
            };
            let best = match rng.random_bool(0.1) {
                true => choices.first().copied(),
                false => choices.iter().copied().min_by_key(lost),
            };
            let Some((c, d)) = best else {
                return false;
            };
            let before = std::mem::replace(&mut self.clues[c].1, d) as usize;
            let now = d as usize;
            zeros += (right[c][now] == 0) as usize;
            zeros -= (right[c][before] == 0) as usize;
            for (count, tells) in against.iter_mut().zip(&tells) {
                *count += tells[c][now] as usize;
                *count -= tells[c][before] as usize;
            }
        }
        against.iter().all(|&count| count > 0)
    }

    /// A shaded cell becomes a clue, preferably one through which most other loops run.
    fn add_clue(&mut self, most: usize, rng: &mut Dice) -> Attempt<()> {
        let cells = shuffled(self.possible_clues(), rng);
        let passed = |at: &Cell| self.others.iter().filter(|other| !other[*at]).count();
        let best = cells.into_iter().max_by_key(passed);
        let Some(at) = best.filter(|_| self.clues.len() < most) else {
            return Err("no arrows tell the solutions apart");
        };
        self.make_clue(at, rng);
        Ok(())
    }

    /// Shaded cells that may become clues, with their images.
    fn possible_clues(&self) -> Vec<Cell> {
        let shaded = &self.picture.shaded;
        let both = |at: &Cell| shaded[*at] && shaded[self.shape.image(self.size, *at)];
        let may = |at: &Cell| self.map.as_ref().is_none_or(|map| map.may(*at));
        self.size.cells().filter(both).filter(may).collect()
    }

    /// A shaded cell and its image become clues.
    fn make_clue(&mut self, at: Cell, rng: &mut Dice) {
        let pair = [at, self.shape.image(self.size, at)];
        for &at in &pair[..if pair[0] == pair[1] { 1 } else { 2 }] {
            self.others.retain(|other| other[at]);
            self.others.iter_mut().for_each(|other| other[at] = false);
            self.picture.shaded[at] = false;
            self.is_clue[at] = true;
            let dir = self.any_dir(at, rng);
            self.clues.push((at, dir));
        }
    }

    /// The puzzle as wanted (with `by_rules`, one that they finish): where the rules get stuck, shaded
    /// cells become clues that look at what is open there, all over the board at once. (It may not be
    /// unique in between: beside a clue there can be shaded cells. What the rules finish is unique.)
    pub(super) fn eased(
        &mut self,
        most: usize,
        by_rules: bool,
        tools: &mut Tools,
    ) -> Attempt<Yajilin> {
        loop {
            let puzzle = self.puzzle();
            if !by_rules && (tools.fits)(&puzzle) {
                return Ok(puzzle);
            }
            let plan = Plan::without_trial(&Reasoner::rules(&puzzle));
            let trace = Reasoner::trace(&puzzle, &[], &plan, tools.budget);
            if by_rules && trace.end == TraceEnd::Solved {
                return Ok(puzzle);
            }
            let is_open = |at: Cell| {
                let atom = puzzle.shaded_atom[self.size.index(at)];
                atom.is_some_and(|a| trace.known.is_open(a))
            };
            let mut cells = self.possible_clues();
            cells.retain(|&at| is_open(at) || is_open(self.shape.image(self.size, at)));
            if trace.end == TraceEnd::Solved || cells.is_empty() || self.clues.len() >= most {
                return Err(UNWANTED);
            }
            let seen = |at: Cell, dir: Dir| self.size.ray(at, dir).filter(|&c| is_open(c)).count();
            let many = 100 * self.zero_clues().count() >= self.zeros * self.clues.len();
            let best = |at: Cell| {
                let says = |dir: Dir| (!many || self.seen((at, dir)) > 0, seen(at, dir));
                let best = Dir::ALL.into_iter().max_by_key(|&dir| says(dir));
                (at, best.expect("four of them"))
            };
            let cells = shuffled(cells, &mut tools.rng).into_iter();
            // Those that see most first, and none near another.
            let mut chosen: Vec<(Cell, Dir)> = cells.map(best).collect();
            sort_by_number(&mut chosen, |&(at, dir)| usize::MAX - seen(at, dir));
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

    /// Zeros beyond what may be are turned to where they say more, as long as it stays good.
    pub(super) fn turn_zeros(&mut self, good: impl Fn(&Draft) -> bool, rng: &mut Dice) {
        let zeros = shuffled(self.zero_clues(), rng);
        let mut many = zeros.len();
        for c in zeros {
            let (at, now) = self.clues[c];
            let mut dirs = shuffled(Dir::ALL, rng);
            dirs.retain(|&dir| self.seen((at, dir)) > 0);
            for dir in dirs {
                if many * 100 <= self.zeros * self.clues.len() {
                    return;
                }
                self.clues[c].1 = dir;
                if good(self) {
                    many -= 1;
                    break;
                }
                self.clues[c].1 = now;
            }
        }
    }

    /// Clues beyond what was wanted become shaded cells where it stays unique; not if the clues
    /// must lie in pairs.
    pub(super) fn shade_spare_clues(&mut self, wanted: usize, tools: &mut Tools) {
        if self.shape != ClueSymmetry::Any {
            return;
        }
        let must = |at: &Cell| self.map.as_ref().is_some_and(|map| map.must(*at));
        let cells = self.clues.iter().map(|c| c.0).filter(|at| !must(at));
        for at in shuffled(cells, &mut tools.rng) {
            if self.clues.len() <= wanted {
                return;
            }
            let is_shaded = |(_, next): (Dir, Cell)| self.picture.shaded[next];
            if self.size.neighbours(at).any(is_shaded) {
                continue;
            }
            let mut fewer = self.clone();
            fewer.clues.retain(|c| c.0 != at);
            // Those in which this cell can be shaded, too.
            let size = self.size;
            let can = |other: &Sheet<bool>| size.neighbours(at).all(|(_, next)| !other[next]);
            fewer.others.retain(can);
            fewer.others.iter_mut().for_each(|other| other[at] = true);
            (fewer.picture.shaded[at], fewer.is_clue[at]) = (true, false);
            if fewer.is_alone(tools.budget) {
                *self = fewer;
            }
        }
    }
}
