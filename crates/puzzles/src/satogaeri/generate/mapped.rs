//! Circles where the setter wants them. Their ways home are drawn first, and countries flow out from
//! where they end. Where circles are in doubt, some of them go another way, and the cells of their
//! countries are shared out anew; what leaves fewer in doubt is kept.

use super::*;

/// Tracks from where circles begin, and whose country each cell belongs to.
#[derive(Clone)]
struct Draft {
    tracks: Vec<Track>,
    /// The track that ends here.
    owner: Sheet<usize>,
}

/// Rounds of changes. Most leave as many in doubt as before.
const CHANGES: usize = 600;

pub(super) fn mapped(request: &BoardSpec, map: &ClueMap, tools: &mut Tools) -> Attempt<Satogaeri> {
    let starts = starts(map, &mut tools.rng);
    if starts.len() < 2 {
        return Err(TOO_FEW);
    }
    let zeros = request.option("zeros") as u32;
    let all: Vec<usize> = (0..starts.len()).collect();
    let mut draft = Draft {
        tracks: starts.into_iter().map(Track::staying).collect(),
        owner: Sheet::filled(map.size(), FREE),
    };
    draft.redraw(&all, zeros, &mut tools.rng);
    let (mut puzzle, mut doubts) = draft.examined(tools)?;
    for _ in 0..CHANGES {
        let moved = draft.tracks.iter().any(|track| track.far > 0);
        let done = doubts.is_empty() && moved;
        if tools.raw || done && (tools.plain || (tools.fits)(&puzzle)) {
            return Ok(puzzle);
        }
        let mut other = draft.clone();
        // One place at a time, with those around it; anywhere if nothing is in doubt.
        let first = match doubts.choose(&mut tools.rng) {
            Some(&circle) => circle,
            None => tools.rng.random_range(0..all.len()),
        };
        let mut some = shuffled(draft.beside(first), &mut tools.rng);
        some.truncate(tools.rng.random_range(1..=4));
        some.push(first);
        if !other.redraw(&some, zeros, &mut tools.rng) {
            continue;
        }
        let (new, new_doubts) = other.examined(tools)?;
        let slack = 2 * (tools.rng.random_range(0..10) == 0) as usize;
        if new_doubts.len() <= doubts.len() + slack {
            (draft, puzzle, doubts) = (other, new, new_doubts);
        }
    }
    Err(AMBIGUOUS)
}

/// Where circles begin: wherever one must, and elsewhere as many as there are usually.
fn starts(map: &ClueMap, rng: &mut Dice) -> Vec<Cell> {
    let (must, may): (Vec<Cell>, Vec<Cell>) =
        (map.size().cells().filter(|&at| map.may(at))).partition(|&at| map.must(at));
    let wanted = cells_of(map.size(), CIRCLES).max(2);
    let more = wanted.saturating_sub(must.len());
    must.into_iter()
        .chain(shuffled(may, rng).into_iter().take(more))
        .collect()
}

impl Draft {
    fn size(&self) -> Size {
        self.owner.size()
    }

    /// Circles whose countries touch that of this one.
    fn beside(&self, circle: usize) -> Vec<usize> {
        let here = self.owner.cells_where(|&owner| owner == circle);
        let around = here.flat_map(|at| self.size().neighbours(at));
        let owners = around.map(|(_, next)| self.owner[next]);
        distinct(owners.filter(|&other| other != circle))
    }

    /// Other ways for these circles, and their countries shared out anew. False if that does not work
    /// out.
    fn redraw(&mut self, circles: &[usize], zeros: u32, rng: &mut Dice) -> bool {
        let owners = self.owner.values_mut().iter_mut();
        let theirs = owners.filter(|owner| circles.contains(owner));
        theirs.for_each(|owner| *owner = FREE);
        for &circle in circles {
            self.tracks[circle] = Track::staying(self.tracks[circle].start());
        }
        let mut taken = Sheet::filled(self.size(), false);
        for track in &self.tracks {
            track.cells().for_each(|at| taken[at] = true);
        }
        for &circle in circles {
            let track = self.track(self.tracks[circle].start(), zeros, &taken, rng);
            self.tracks[circle] = track;
            track.cells().for_each(|at| taken[at] = true);
            if self.owner[track.end] != FREE {
                return false;
            }
            self.owner[track.end] = circle;
        }
        let end = |&circle: &usize| self.tracks[circle].end;
        let edge = circles.iter().map(end).collect();
        let (anywhere, alone) = (|_, _| true, |country: usize, at: Cell| (at, country));
        spread(
            &mut self.owner,
            edge,
            self.tracks.len(),
            anywhere,
            alone,
            rng,
        );
        !self.owner.values().contains(&FREE)
    }

    /// A track for a circle to a cell that nobody owns; it stays if there is none.
    fn track(&self, start: Cell, zeros: u32, taken: &Sheet<bool>, rng: &mut Dice) -> Track {
        let mut tracks: Vec<Track> = Vec::new();
        for dir in Dir::ALL {
            let ahead = self.size().ray(start, dir).take_while(|&at| !taken[at]);
            let homes = (1..).zip(ahead.take(farthest(self.size())));
            let homes = homes.filter(|&(_, end)| self.owner[end] == FREE);
            let dir = dir.opposite();
            tracks.extend(homes.map(|(far, end)| Track { end, dir, far }));
        }
        let home = self.owner[start] == FREE;
        match tracks.choose(rng) {
            Some(&track) if !home || !rng.random_ratio(zeros.min(100), 100) => track,
            _ => Track::staying(start),
        }
    }

    /// The puzzle, and which of our circles are in doubt.
    fn examined(&self, tools: &Tools) -> Attempt<(Satogaeri, Vec<usize>)> {
        let countries = Regions::from_labels(self.size(), self.owner.values());
        let made = puzzle_of(countries, &self.tracks);
        let doubts = doubted(&made, &self.tracks, tools)?;
        Ok((made.0, doubts))
    }
}
