//! Moving circles.
//!
//! A track drawn by hand stays clean: it stops before other circles and other tracks and at its
//! number. Tangles come from imported boards only, and can be wiped out.

use super::{Circle, Satogaeri, Way};
use crate::kit::hands::cells;
use crate::kit::prelude::*;

impl Play for Satogaeri {
    fn blank(&self) -> Board {
        Board::blank(self.size.borders() + self.size.len())
    }

    fn gesture(&self, board: &Board, gesture: &Gesture) -> Option<Board> {
        let cells = cells(self.size, gesture);
        match (gesture.kind, &cells[..]) {
            (GestureKind::Drag, &[from, .., to]) => {
                drag(self, board, from, to, gesture.targets.len() == 2)
            }
            (GestureKind::Tap, &[at]) => settle(self, board, at),
            (GestureKind::Alt, &[at, ref more @ ..]) => {
                let cleared = more.is_empty().then(|| clear(self, board, at)).flatten();
                cleared.or_else(|| mark(self, board, &cells))
            }
            _ => None,
        }
    }

    /// The cell's content for a screen reader.
    fn say(&self, board: &Board, at: Cell) -> String {
        if !self.size.contains(at) {
            return "outside the board".to_owned();
        }
        let country = format!("country {}", self.countries.of(at) + 1);
        let content = match owner(self, board, at) {
            Some(circle) if self.circles[circle].at == at => say_circle(self, board, circle),
            Some(circle) => {
                let way = self.track(board, circle).unwrap_or(Way::Stay);
                let is_end = self.landing(circle, way) == at;
                let part = if is_end { "end of the track" } else { "track" };
                format!("{part} of the {}", self.circle_words(circle))
            }
            None if !self.is_bare(board, at) => "line without a circle".to_owned(),
            None if self.is_marked(board, at) => "no track".to_owned(),
            None => "empty".to_owned(),
        };
        format!("{content}, {country}")
    }
}

/// The circle here, or the one whose track comes here.
fn owner(puzzle: &Satogaeri, board: &Board, at: Cell) -> Option<usize> {
    let comes_here = |&circle: &usize| {
        let way = puzzle.track(board, circle);
        way.is_some_and(|way| puzzle.entered(circle, way).any(|c| c == at))
    };
    (puzzle.circle_at(at)).or_else(|| (0..puzzle.circles.len()).find(comes_here))
}

fn drag(puzzle: &Satogaeri, board: &Board, from: Cell, to: Cell, one_step: bool) -> Option<Board> {
    let circle = owner(puzzle, board, from)?;
    let start = puzzle.circles[circle].at;
    let before = puzzle.track(board, circle).unwrap_or(Way::Stay);
    // One step from the circle itself, as with the keyboard, goes on from the track's end.
    let goes_on = one_step && from == start;
    let wanted = match before {
        Way::Go(dir, distance) if goes_on && to == start.step(dir) => Way::Go(dir, distance + 1),
        Way::Go(dir, distance) if goes_on && to == start.step(dir.opposite()) => {
            go(dir, distance as i16 - 1)
        }
        Way::Go(dir, _) if from != start => go(dir, along(start, to, dir)),
        _ => {
            let ways = Dir::ALL.map(|dir| (dir, along(start, to, dir))).into_iter();
            let longest = ways.max_by_key(|&(_, far)| far);
            longest.map_or(Way::Stay, |(dir, far)| go(dir, far))
        }
    };
    let mut after = wiped(puzzle, board, start);
    let way = shortened(puzzle, &after, circle, wanted);
    if way == Way::Stay && wanted != Way::Stay {
        return None;
    }
    puzzle.set_track(&mut after, circle, way, 1);
    for at in puzzle.entered(circle, way) {
        after.slots[puzzle.mark_slot(at)] = 0;
    }
    // Whoever drags a circle without a number means that it goes there and no further.
    if way != before {
        let is_there = way != Way::Stay && puzzle.circles[circle].number.is_none();
        after.slots[puzzle.mark_slot(start)] = is_there.into();
    }
    Some(after)
}

fn go(dir: Dir, distance: i16) -> Way {
    match distance {
        1.. => Way::Go(dir, distance as usize),
        _ => Way::Stay,
    }
}

/// How far a cell is from another in that direction; distance to the side does not count.
fn along(from: Cell, to: Cell, dir: Dir) -> i16 {
    let (dr, dc) = dir.delta();
    (to.row - from.row) * dr + (to.col - from.col) * dc
}

/// The part of a way that neither the number, nor a circle, nor a line stops.
fn shortened(puzzle: &Satogaeri, board: &Board, circle: usize, way: Way) -> Way {
    let Way::Go(dir, distance) = way else {
        return Way::Stay;
    };
    let Circle { at, number } = puzzle.circles[circle];
    let most = number.map_or(distance, |n| distance.min(n as usize));
    let is_free = |&c: &Cell| puzzle.is_free(board, c);
    let free = puzzle.size.ray(at, dir).take(most).take_while(is_free);
    go(dir, free.count() as i16)
}

/// The board without the lines that are connected with this cell.
fn wiped(puzzle: &Satogaeri, board: &Board, at: Cell) -> Board {
    let mut after = board.clone();
    let mut todo = vec![at];
    while let Some(at) = todo.pop() {
        for dir in Dir::ALL {
            if let Some(border) = puzzle.size.border(at, dir)
                && std::mem::take(&mut after.slots[border]) != 0
            {
                todo.push(at.step(dir));
            }
        }
    }
    after
}

/// "It goes no further", on and off; a number above 0 says that itself.
fn settle(puzzle: &Satogaeri, board: &Board, at: Cell) -> Option<Board> {
    let circle = owner(puzzle, board, at)?;
    let way = puzzle.track(board, circle)?;
    let Circle { at: start, number } = puzzle.circles[circle];
    if at != start && at != puzzle.landing(circle, way) || number.is_some_and(|n| n > 0) {
        return None;
    }
    let mut after = board.clone();
    after.slots[puzzle.mark_slot(start)] ^= 1;
    Some(after)
}

/// Take away the track here, and the mark of a circle.
fn clear(puzzle: &Satogaeri, board: &Board, at: Cell) -> Option<Board> {
    let circle = owner(puzzle, board, at);
    if circle.is_none() && puzzle.is_bare(board, at) {
        return None;
    }
    let mut after = wiped(puzzle, board, at);
    if let Some(circle) = circle {
        after.slots[puzzle.mark_slot(puzzle.circles[circle].at)] = 0;
    }
    Some(after)
}

/// "No track here" on free cells, all on or all off like the first of them.
fn mark(puzzle: &Satogaeri, board: &Board, cells: &[Cell]) -> Option<Board> {
    let free = || cells.iter().filter(|&&at| puzzle.is_free(board, at));
    let on = !puzzle.is_marked(board, *free().next()?);
    let mut after = board.clone();
    free().for_each(|&at| after.slots[puzzle.mark_slot(at)] = on as u16);
    Some(after)
}

fn say_circle(puzzle: &Satogaeri, board: &Board, circle: usize) -> String {
    let Circle { at, number } = puzzle.circles[circle];
    let number = number_or(number, "without a number");
    let is_marked = puzzle.is_marked(board, at);
    let way = match puzzle.track(board, circle) {
        None => "on a tangled line".to_owned(),
        Some(Way::Stay) if is_marked => "stays".to_owned(),
        Some(Way::Stay) => "not moved".to_owned(),
        Some(way @ Way::Go(dir, distance)) => {
            let end = in_words(puzzle.landing(circle, way));
            let dir = compass(dir);
            let no_further = if is_marked { " and no further" } else { "" };
            format!("moves {distance} {dir} to {end}{no_further}")
        }
    };
    format!("circle {number}, {way}")
}
