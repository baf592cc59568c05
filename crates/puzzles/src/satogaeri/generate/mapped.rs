//! Circles where the setter wants them. Their ways home are drawn first, and countries flow out from
//! where they end. Where circles are in doubt, some of them go another way, and the cells of their
//! countries are shared out anew; what leaves fewer in doubt is kept.

use super::*;
use crate::make::ClueMap;

/// Circles with their ways home, and whose country each cell belongs to.
#[derive(Clone)]
struct Draft {
    size: Size,
    starts: Vec<Cell>,
    /// The way from each start to its end.
    ways: Vec<(Dir, usize)>,
    /// The circle that comes home here.
    owner: Vec<usize>,
}

const FREE: usize = usize::MAX;

/// Rounds of changes. Most leave as many in doubt as before.
const CHANGES: usize = 600;

pub(super) fn mapped(
    request: &BoardSpec,
    map: &ClueMap,
    tools: &mut Tools,
) -> Result<Satogaeri, &'static str> {
    let size = map.size();
    let starts = starts(map, &mut tools.rng);
    if starts.len() < 2 {
        return Err("no room for two countries");
    }
    let zeros = request.option("zeros") as u32;
    let mut draft = Draft {
        size,
        ways: vec![(Dir::North, 0); starts.len()],
        owner: vec![FREE; size.len()],
        starts,
    };
    let all: Vec<usize> = (0..draft.starts.len()).collect();
    draft.redraw(&all, zeros, &mut tools.rng);
    let (mut puzzle, mut doubted) = draft.doubted(tools)?;
    for _ in 0..CHANGES {
        if tools.raw {
            return Ok(puzzle);
        }
        let moved = draft.ways.iter().any(|way| way.1 > 0);
        let done = doubted.is_empty() && moved;
        if done && (tools.plain || (tools.fits)(&puzzle)) {
            return Ok(puzzle);
        }
        let mut other = draft.clone();
        // One place at a time, with those around it; anywhere if nothing is in doubt.
        let first = match doubted.choose(&mut tools.rng) {
            Some(&circle) => circle,
            None => tools.rng.random_range(0..draft.starts.len()),
        };
        let mut some = draft.beside(first);
        some.shuffle(&mut tools.rng);
        some.truncate(tools.rng.random_range(1..=4));
        some.push(first);
        if !other.redraw(&some, zeros, &mut tools.rng) {
            continue;
        }
        let (new, doubts) = other.doubted(tools)?;
        let slack = if tools.rng.random_range(0..10) == 0 {
            2
        } else {
            0
        };
        if doubts.len() <= doubted.len() + slack {
            (draft, puzzle, doubted) = (other, new, doubts);
        }
    }
    Err("still ambiguous after all changes")
}

/// Where circles begin: wherever one must, and elsewhere as many as there are usually.
fn starts(map: &ClueMap, rng: &mut ChaCha8Rng) -> Vec<Cell> {
    let size = map.size();
    let must = size.cells().filter(|&at| map.must(at));
    let mut starts: Vec<Cell> = must.collect();
    let may = size.cells().filter(|&at| map.may(at) && !map.must(at));
    let wanted = (size.len() as f64 * CIRCLES).round() as usize;
    let more = wanted.max(2).saturating_sub(starts.len());
    starts.extend(shuffled(may, rng).into_iter().take(more));
    starts
}

impl Draft {
    fn end(&self, circle: usize) -> Cell {
        let (dir, far) = self.ways[circle];
        self.starts[circle].go(dir, far)
    }

    /// Circles whose countries touch that of this one.
    fn beside(&self, circle: usize) -> Vec<usize> {
        let here = |at: &Cell| self.owner[self.size.index(*at)] == circle;
        let around = (self.size.cells().filter(here)).flat_map(|at| self.size.neighbours(at));
        let owners = around.map(|(_, next)| self.owner[self.size.index(next)]);
        distinct(owners.filter(|&other| other != circle))
    }

    /// Other ways for these circles, and their countries shared out anew. False if that does not work
    /// out.
    fn redraw(&mut self, circles: &[usize], zeros: u32, rng: &mut ChaCha8Rng) -> bool {
        for owner in &mut self.owner {
            if circles.contains(owner) {
                *owner = FREE;
            }
        }
        let mut taken = vec![false; self.size.len()];
        for (circle, &start) in self.starts.iter().enumerate() {
            let (dir, far) = self.ways[circle];
            let stays = circles.contains(&circle);
            for d in 0..=if stays { 0 } else { far } {
                taken[self.size.index(start.go(dir, d))] = true;
            }
        }
        for &circle in circles {
            self.ways[circle] = self.way(circle, zeros, &taken, rng);
            let (dir, far) = self.ways[circle];
            for d in 0..=far {
                taken[self.size.index(self.starts[circle].go(dir, d))] = true;
            }
            let end = self.size.index(self.end(circle));
            if self.owner[end] != FREE {
                return false;
            }
            self.owner[end] = circle;
        }
        self.flow(circles, rng);
        !self.owner.contains(&FREE)
    }

    /// A way for a circle to a cell that nobody owns; it stays if there is none.
    fn way(&self, circle: usize, zeros: u32, taken: &[bool], rng: &mut ChaCha8Rng) -> (Dir, usize) {
        let start = self.starts[circle];
        let furthest = (2 + self.size.rows().max(self.size.cols()) / 3).min(9);
        let free = |at: &Cell| !taken[self.size.index(*at)];
        let mut ways: Vec<(Dir, usize)> = Vec::new();
        for dir in Dir::ALL {
            let ahead = self.size.ray(start, dir).take_while(free).take(furthest);
            let unowned = |at: Cell| self.owner[self.size.index(at)] == FREE;
            let homes = ahead.enumerate().filter(|&(_, at)| unowned(at));
            ways.extend(homes.map(|(d, _)| (dir, d + 1)));
        }
        let home = self.owner[self.size.index(start)] == FREE;
        match ways.choose(rng) {
            Some(&way) if !home || !rng.random_ratio(zeros.min(100), 100) => way,
            _ => (Dir::North, 0),
        }
    }

    /// The countries of these circles take the cells that nobody owns, the smaller first.
    fn flow(&mut self, circles: &[usize], rng: &mut ChaCha8Rng) {
        let mut sizes = vec![1; self.starts.len()];
        let mut edge: Vec<Cell> = circles.iter().map(|&circle| self.end(circle)).collect();
        while !edge.is_empty() {
            let two = [0; 2].map(|_| rng.random_range(0..edge.len()));
            let size_of = |i: usize| sizes[self.owner[self.size.index(edge[i])]];
            let i = if size_of(two[1]) < size_of(two[0]) {
                two[1]
            } else {
                two[0]
            };
            let at = edge[i];
            let free: Vec<Cell> = (self.size.neighbours(at).map(|(_, next)| next))
                .filter(|&next| self.owner[self.size.index(next)] == FREE)
                .collect();
            let Some(&next) = free.choose(rng) else {
                edge.swap_remove(i);
                continue;
            };
            let mine = self.owner[self.size.index(at)];
            sizes[mine] += 1;
            self.owner[self.size.index(next)] = mine;
            edge.push(next);
        }
    }

    /// The puzzle, and which of our circles are in doubt.
    fn doubted(&self, tools: &Tools) -> Result<(Satogaeri, Vec<usize>), &'static str> {
        let mut order: Vec<usize> = (0..self.starts.len()).collect();
        sort_by_number(&mut order, |circle| self.size.index(self.starts[circle]));
        let circle = |&c: &usize| Circle {
            at: self.starts[c],
            number: Some(self.ways[c].1 as u16),
        };
        let countries = Regions::from_labels(self.size, &self.owner);
        let puzzle = Satogaeri::new(countries, order.iter().map(circle).collect());
        let way = |circle: usize| match self.ways[order[circle]] {
            (_, 0) => Way::Stay,
            (dir, far) => Way::Go(dir, far),
        };
        let intended: Vec<bool> = (puzzle.moves.iter())
            .map(|m| m.way == way(m.circle))
            .collect();
        let doubts = doubts(&puzzle, &intended, tools).ok_or("the proof took too long")?;
        let in_doubt = |&circle: &usize| doubts[puzzle.moves_of[circle].clone()].contains(&true);
        let doubted = (0..order.len()).filter(in_doubt).map(|c| order[c]);
        let doubted = doubted.collect();
        Ok((puzzle, doubted))
    }
}
