//! Moving circles.
//!
//! A track drawn by hand stays clean: it stops before other circles and other tracks and at its
//! number. Tangles come from imported boards only, and can be wiped out.

use grid::{Cell, Dir};

use super::{Circle, Satogaeri, Way};
use crate::board::{Board, in_words};
use crate::kit::words::compass;
use crate::play::{Gesture, GestureKind, HowTo};
use crate::puzzle::Play;

pub(super) const HOW_TO: &[HowTo] = &[
    HowTo {
        gesture: "drag a circle, or the end of its track",
        meaning: "move it there; dragging back shortens the track",
    },
    HowTo {
        gesture: "click or tap a circle without a number",
        meaning: "it goes no further; without a track it stays",
    },
    HowTo {
        gesture: "right click, or long press, on a circle or a track",
        meaning: "remove the track",
    },
    HowTo {
        gesture: "right click, or long press, on another cell; drag for several",
        meaning: "no track comes here",
    },
    HowTo {
        gesture: "Shift and an arrow key on a circle or the end of its track",
        meaning: "one cell further that way, or back",
    },
];

impl Play for Satogaeri {
    fn blank(&self) -> Board {
        Board::blank(self.size.borders() + self.size.len())
    }

    fn gesture(&self, board: &Board, gesture: &Gesture) -> Option<Board> {
        let cells: Vec<Cell> = gesture
            .targets
            .iter()
            .filter_map(|t| t.cell())
            .filter(|&at| self.size.contains(at))
            .collect();
        match (gesture.kind, &cells[..]) {
            (GestureKind::Drag, &[from, .., to]) => {
                drag(self, board, from, to, gesture.targets.len() == 2)
            }
            (GestureKind::Tap, &[at]) => settle(self, board, at),
            (GestureKind::Alt, &[at]) => {
                clear(self, board, at).or_else(|| mark(self, board, &[at]))
            }
            (GestureKind::Alt, &[_, ..]) => mark(self, board, &cells),
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
                let part = if self.landing(circle, way) == at {
                    "end of the track"
                } else {
                    "track"
                };
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
    puzzle.circle_at(at).or_else(|| {
        (0..puzzle.circles.len()).find(|&circle| {
            let way = puzzle.track(board, circle);
            way.is_some_and(|way| puzzle.entered(circle, way).any(|c| c == at))
        })
    })
}

fn drag(puzzle: &Satogaeri, board: &Board, from: Cell, to: Cell, one_step: bool) -> Option<Board> {
    let circle = owner(puzzle, board, from)?;
    let start = puzzle.circles[circle].at;
    let before = puzzle.track(board, circle).unwrap_or(Way::Stay);
    let wanted = match before {
        // One step from the circle itself, as with the keyboard, goes on from the track's end.
        Way::Go(dir, distance) if one_step && from == start && to == start.step(dir) => {
            Way::Go(dir, distance + 1)
        }
        Way::Go(dir, distance) if one_step && from == start && to == start.step(dir.opposite()) => {
            go(dir, distance as i16 - 1)
        }
        Way::Go(dir, _) if from != start => go(dir, along(start, to, dir)),
        _ => {
            let dir = main_direction(start, to);
            dir.map_or(Way::Stay, |dir| go(dir, along(start, to, dir)))
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
    if way != before {
        after.slots[puzzle.mark_slot(start)] = 0;
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

fn main_direction(from: Cell, to: Cell) -> Option<Dir> {
    let longest = Dir::ALL
        .into_iter()
        .max_by_key(|&dir| along(from, to, dir))?;
    (along(from, to, longest) > 0).then_some(longest)
}

/// The part of a way that neither the number, nor a circle, nor a line stops.
fn shortened(puzzle: &Satogaeri, board: &Board, circle: usize, way: Way) -> Way {
    let Way::Go(dir, distance) = way else {
        return Way::Stay;
    };
    let Circle { at, number } = puzzle.circles[circle];
    let most = number.map_or(distance, |n| distance.min(n as usize));
    let free = puzzle
        .size
        .ray(at, dir)
        .take(most)
        .take_while(|&c| puzzle.circle_at(c).is_none() && puzzle.is_bare(board, c));
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
    let mut free = cells
        .iter()
        .filter(|&&at| puzzle.circle_at(at).is_none() && puzzle.is_bare(board, at))
        .peekable();
    let on = !puzzle.is_marked(board, **free.peek()?);
    let mut after = board.clone();
    for &at in free {
        after.slots[puzzle.mark_slot(at)] = on as u16;
    }
    Some(after)
}

fn say_circle(puzzle: &Satogaeri, board: &Board, circle: usize) -> String {
    let Circle { at, number } = puzzle.circles[circle];
    let number = number.map_or("without a number".to_owned(), |n| n.to_string());
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::format::split;
    use crate::play::{Side, Target};

    use crate::record::Notation;
    use crate::satogaeri::random;

    const PUZZLE: &str = "begin
puzzle satogaeri
size 3x5
problem
3 - - - -
- - ? - -
- 0 - - 2
areas
a a b b b
a a c c c
d d c c c
end";

    /// The board after gestures, as marks; `None` if the last one means nothing.
    fn play(gestures: &[(GestureKind, &[(i16, i16)])]) -> Option<String> {
        let document = split(PUZZLE)[0].read().unwrap();
        let mut board = document.puzzle.blank();
        for (kind, cells) in gestures {
            let gesture = Gesture {
                kind: *kind,
                targets: cells.iter().map(|&(r, c)| Target::Cell(r, c)).collect(),
                value: None,
                tidy: false,
            };
            board = document.puzzle.gesture(&board, &gesture)?;
        }
        let grid = document.puzzle.write_grid(&board, Notation::Marks);
        let rows: Vec<String> = grid.0.iter().map(|row| row.join(" ")).collect();
        Some(rows.join("/"))
    }

    use GestureKind::{Alt, Drag, Tap};

    #[test]
    fn dragging_a_circle_draws_its_track() {
        let blank = Some(". . . . ./. . . . ./. . . . .".to_owned());
        let moved = Some("e ew ew w ./. . . . ./. . . . .".to_owned());
        assert_eq!(play(&[(Drag, &[(0, 0), (0, 3)])]), moved);
        let path = [(0, 0), (0, 1), (0, 2), (0, 3)];
        assert_eq!(play(&[(Drag, &path)]), moved);
        // A shaky hand; and no further than the number.
        assert_eq!(
            play(&[(Drag, &[(0, 0), (0, 1), (1, 1), (1, 2), (1, 3)])]),
            moved
        );
        assert_eq!(play(&[(Drag, &[(0, 0), (0, 4)])]), moved);
        // Back by the end of the track, by its middle, by the circle.
        let two = Some("e ew w . ./. . . . ./. . . . .".to_owned());
        let there = (Drag, &path[..]);
        assert_eq!(play(&[there, (Drag, &[(0, 3), (0, 2)])]), two);
        assert_eq!(
            play(&[there, (Drag, &[(0, 1), (1, 1), (1, 2), (0, 2)])]),
            two
        );
        assert_eq!(play(&[there, (Drag, &[(0, 3), (0, 0)])]), blank);
        assert_eq!(play(&[(Drag, &[(0, 0), (0, 1), (0, 0)])]), blank);
        // A different way instead.
        let down = Some("s . . . ./ns . . . ./n . . . .".to_owned());
        assert_eq!(play(&[there, (Drag, &[(0, 0), (1, 0), (2, 0)])]), down);
    }

    #[test]
    fn the_keyboard_can_do_it_too() {
        let east = |at: (i16, i16)| [at, (at.0, at.1 + 1)];
        let (first, second) = (east((0, 0)), east((0, 1)));
        let two = Some("e ew w . ./. . . . ./. . . . .".to_owned());
        // With the cursor moving along, or staying on the circle.
        assert_eq!(play(&[(Drag, &first), (Drag, &second)]), two);
        assert_eq!(play(&[(Drag, &first), (Drag, &first)]), two);
        let back = [(1, 2), (1, 1)];
        let freely = [(Drag, &east((1, 2))[..]), (Drag, &east((1, 2))[..])];
        let one = Some(". . . . ./. . e w ./. . . . .".to_owned());
        assert_eq!(play(&[freely[0], freely[1], (Drag, &back)]), one);
    }

    #[test]
    fn tracks_stop_before_circles_and_other_tracks() {
        let up_to = Some(". . . . ./. . . . ./. . e ew w".to_owned());
        assert_eq!(play(&[(Drag, &[(2, 4), (2, 0)])]), up_to);
        let wall = (Drag, &[(1, 2), (0, 2)][..]);
        let stopped = Some("e w s . ./. . n . ./. . . . .".to_owned());
        assert_eq!(play(&[wall, (Drag, &[(0, 0), (0, 3)])]), stopped);
        assert_eq!(
            play(&[(Drag, &[(2, 1), (2, 3)])]),
            None,
            "a 0 does not move"
        );
        assert_eq!(play(&[(Drag, &[(1, 0), (1, 3)])]), None, "nothing to drag");
    }

    #[test]
    fn taps_and_alternative_taps() {
        let stays = Some(". . . . ./. . - . ./. . . . .".to_owned());
        let blank = Some(". . . . ./. . . . ./. . . . .".to_owned());
        assert_eq!(play(&[(Tap, &[(1, 2)])]), stays);
        assert_eq!(play(&[(Tap, &[(1, 2)]), (Tap, &[(1, 2)])]), blank);
        assert_eq!(play(&[(Tap, &[(1, 2)]), (Alt, &[(1, 2)])]), blank);
        assert_eq!(play(&[(Tap, &[(0, 0)])]), None, "a 3 cannot stay");
        assert_eq!(play(&[(Tap, &[(0, 1)])]), None);
        // Moving it takes the mark back.
        let moved = Some(". . . . ./. . e w ./. . . . .".to_owned());
        assert_eq!(play(&[(Tap, &[(1, 2)]), (Drag, &[(1, 2), (1, 3)])]), moved);
        let there = (Drag, &[(0, 0), (0, 3)][..]);
        assert_eq!(play(&[there, (Alt, &[(0, 0)])]), blank);
        assert_eq!(play(&[there, (Alt, &[(0, 2)])]), blank);
        let dots = Some(". - . . ./- - . . ./. . . . .".to_owned());
        let some = (Alt, &[(0, 1), (1, 1), (1, 0)][..]);
        assert_eq!(play(&[some]), dots);
        assert_eq!(play(&[some, some]), blank);
        let over = Some("e ew ew w ./- - . . ./. . . . .".to_owned());
        assert_eq!(play(&[some, there]), over);
    }

    #[test]
    fn cells_in_words() {
        let document = split(PUZZLE)[0].read().unwrap();
        let puzzle = document.puzzle.as_ref();
        let mut board = puzzle.blank();
        let say = |board: &Board, row, col| puzzle.say(board, Cell { row, col });
        assert_eq!(say(&board, 0, 0), "circle 3, not moved, country 1");
        assert_eq!(say(&board, 0, 1), "empty, country 1");
        assert_eq!(say(&board, -1, 9), "outside the board");
        let gesture = Gesture {
            kind: Drag,
            targets: vec![Target::Cell(1, 2), Target::Cell(1, 4)],
            value: None,
            tidy: false,
        };
        board = puzzle.gesture(&board, &gesture).unwrap();
        let moves = "circle without a number, moves 2 east to row 2, column 5, country 3";
        assert_eq!(say(&board, 1, 2), moves);
        let end = "end of the track of the circle in row 2, column 3, country 3";
        assert_eq!(say(&board, 1, 4), end);
    }

    fn target() -> impl Strategy<Value = Target> {
        let place = || prop_oneof![8 => -1i16..6, 1 => any::<i16>()];
        (0..3, place(), place()).prop_map(|(kind, row, col)| match kind {
            0 => Target::Border(row, col, Side::East),
            1 => Target::Outside(row, col),
            _ => Target::Cell(row, col),
        })
    }

    proptest! {
        #[test]
        fn any_gesture_on_any_board(
            seed: u64,
            kind in 0usize..4,
            targets in prop::collection::vec(target(), 0..6),
        ) {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let size = grid::Size::new(5, 5).unwrap();
            let (puzzle, _) = random::with_solution(&mut rng, size, 5, 0.4);
            let kind = [Tap, Alt, Drag, GestureKind::Key][kind];
            let gesture = Gesture { kind, targets, value: None, tidy: false };
            let tangle = random::filling(&mut rng, &puzzle);
            puzzle.gesture(&tangle, &gesture);
            for at in size.cells() {
                puzzle.say(&tangle, at);
            }
            // By hand nothing is drawn that no atom can say.
            if let Some(after) = puzzle.gesture(&puzzle.blank(), &gesture) {
                for circle in 0..puzzle.circles.len() {
                    prop_assert!(puzzle.track(&after, circle).is_some());
                }
            }
        }
    }
}
