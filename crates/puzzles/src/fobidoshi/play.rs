//! Putting circles and crosses.

use grid::Cell;

use super::{Fobidoshi, Mark};
use crate::board::Board;
use crate::kit::hands::path;
use crate::play::{Gesture, GestureKind, HowTo};
use crate::puzzle::Play;

pub(super) const HOW_TO: &[HowTo] = &[
    HowTo {
        gesture: "click or tap",
        meaning: "circle, cross (no circle here), nothing",
    },
    HowTo {
        gesture: "right click or long press",
        meaning: "cross, nothing",
    },
    HowTo {
        gesture: "drag",
        meaning: "go on with what is in the first cell; circles, if it is blank",
    },
    HowTo {
        gesture: "drag with the right button",
        meaning: "paint crosses; from a cross, remove crosses",
    },
    HowTo {
        gesture: "O, X, Delete",
        meaning: "circle, cross, nothing in the cursor's cell",
    },
    HowTo {
        gesture: "Shift and an arrow key",
        meaning: "go on painting that way",
    },
];

impl Play for Fobidoshi {
    fn blank(&self) -> Board {
        Board::blank(self.size.len())
    }

    fn gesture(&self, board: &Board, gesture: &Gesture) -> Option<Board> {
        let cells = path(self.size, gesture);
        let &first = cells.first()?;
        let before = self.mark(board, first);
        let mut after = board.clone();
        let mut put = |at: Cell, mark: Mark| {
            if !self.is_given(at) {
                self.enter(&mut after, at, mark);
            }
        };
        match gesture.kind {
            GestureKind::Tap => put(first, next(before)),
            GestureKind::Drag => {
                let paint = match before {
                    Mark::Nothing => Mark::Circle,
                    mark => mark,
                };
                for at in cells {
                    put(at, paint);
                }
            }
            GestureKind::Alt if before == Mark::Cross => {
                for at in cells {
                    if self.mark(board, at) == Mark::Cross {
                        put(at, Mark::Nothing);
                    }
                }
            }
            GestureKind::Alt => {
                for at in cells {
                    put(at, Mark::Cross);
                }
            }
            GestureKind::Key => put(first, key(gesture.value.as_deref()?)?),
        }
        Some(after)
    }

    /// The cell's content for a screen reader.
    fn say(&self, board: &Board, at: Cell) -> String {
        if !self.size.contains(at) {
            return "outside the board".to_owned();
        }
        let words = |mark| match mark {
            Mark::Nothing => "blank",
            Mark::Circle => "circle",
            Mark::Cross => "cross",
        };
        let i = self.size.index(at);
        let (given, entry) = (words(self.given[i]), words(Mark::of(board.slots[i])));
        match (self.is_given(at), board.slots[i]) {
            (true, 0) => format!("given {given}"),
            (true, _) => format!("{entry} on a given {given}"),
            (false, _) => entry.to_owned(),
        }
    }
}

fn next(mark: Mark) -> Mark {
    match mark {
        Mark::Nothing => Mark::Circle,
        Mark::Circle => Mark::Cross,
        Mark::Cross => Mark::Nothing,
    }
}

fn key(value: &str) -> Option<Mark> {
    match value {
        "o" | "O" => Some(Mark::Circle),
        "x" | "X" => Some(Mark::Cross),
        "delete" => Some(Mark::Nothing),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use grid::cell;

    use super::super::testing::{board, puzzle};
    use super::*;
    use crate::play::{Side, Target};

    /// The board after a gesture over these cells, as a picture; `.` is nothing.
    fn after(kind: GestureKind, cells: &[(i16, i16)], key: &str, entered: &[&str]) -> String {
        let puzzle = puzzle(&["o---x", "-----", "-----"]);
        let gesture = Gesture {
            kind,
            targets: cells.iter().map(|&(r, c)| Target::Cell(r, c)).collect(),
            value: Some(key.to_owned()),
            tidy: false,
        };
        let board = board(&puzzle, entered);
        let Some(after) = puzzle.gesture(&board, &gesture) else {
            return "nothing".to_owned();
        };
        let sign = |at: Cell| match puzzle.mark(&after, at) {
            Mark::Nothing => '.',
            Mark::Circle => 'o',
            Mark::Cross => 'x',
        };
        let signs: String = puzzle.size.cells().map(sign).collect();
        format!("{} {} {}", &signs[..5], &signs[5..10], &signs[10..])
    }

    const BLANK: &[&str] = &["-----", "-----", "-----"];
    const SOME: &[&str] = &["--o--", "-xx--", "-----"];

    #[test]
    fn a_click_goes_round_and_a_right_click_crosses() {
        use GestureKind::{Alt, Tap};
        assert_eq!(after(Tap, &[(1, 4)], "", BLANK), "o...x ....o .....");
        assert_eq!(after(Tap, &[(0, 2)], "", SOME), "o.x.x .xx.. .....");
        assert_eq!(after(Tap, &[(1, 1)], "", SOME), "o.o.x ..x.. .....");
        assert_eq!(after(Alt, &[(1, 4)], "", BLANK), "o...x ....x .....");
        assert_eq!(after(Alt, &[(0, 2)], "", SOME), "o.x.x .xx.. .....");
        assert_eq!(after(Alt, &[(1, 1)], "", SOME), "o.o.x ..x.. .....");
    }

    #[test]
    fn dragging_paints() {
        use GestureKind::{Alt, Drag};
        let step_by_step = [(2, 0), (2, 1), (2, 2), (1, 2)];
        assert_eq!(after(Drag, &step_by_step, "", BLANK), "o...x ..o.. ooo..");
        // Two ends of a line are the whole line; a given cell is painted on, not painted over.
        assert_eq!(
            after(Drag, &[(0, 0), (0, 4)], "", BLANK),
            "oooox ..... ....."
        );
        assert_eq!(
            after(Drag, &[(0, 4), (2, 4)], "", BLANK),
            "o...x ....x ....x"
        );
        assert_eq!(
            after(Drag, &[(1, 1), (1, 4)], "", SOME),
            "o.o.x .xxxx ....."
        );
        assert_eq!(after(Alt, &[(2, 4), (2, 2)], "", SOME), "o.o.x .xx.. ..xxx");
        assert_eq!(
            after(Alt, &[(1, 1), (1, 2), (0, 2)], "", SOME),
            "o.o.x ..... ....."
        );
    }

    #[test]
    fn keys_write_and_givens_stay() {
        use GestureKind::{Alt, Key, Tap};
        assert_eq!(after(Key, &[(1, 1)], "o", SOME), "o.o.x .ox.. .....");
        assert_eq!(after(Key, &[(1, 0)], "x", SOME), "o.o.x xxx.. .....");
        assert_eq!(after(Key, &[(1, 1)], "delete", SOME), "o.o.x ..x.. .....");
        assert_eq!(after(Key, &[(1, 1)], "7", SOME), "nothing");
        for kind in [Tap, Alt, Key] {
            for given in [(0, 0), (0, 4)] {
                assert_eq!(after(kind, &[given], "delete", BLANK), "o...x ..... .....");
            }
        }
    }

    #[test]
    fn targets_elsewhere_mean_nothing() {
        use GestureKind::{Drag, Tap};
        assert_eq!(after(Tap, &[(3, 0)], "", BLANK), "nothing");
        assert_eq!(after(Tap, &[(i16::MIN, i16::MAX)], "", BLANK), "nothing");
        assert_eq!(
            after(Drag, &[(i16::MAX, 1), (1, 1), (1, i16::MIN)], "", BLANK),
            "o...x .o... ....."
        );
        let puzzle = puzzle(&["o-"]);
        let gesture = Gesture {
            kind: Tap,
            targets: vec![Target::Border(0, 0, Side::East), Target::Outside(-1, 0)],
            value: None,
            tidy: false,
        };
        assert_eq!(puzzle.gesture(&board(&puzzle, &["--"]), &gesture), None);
    }

    #[test]
    fn a_screen_reader_hears_what_is_there() {
        let puzzle = puzzle(&["o-x", "---"]);
        let board = board(&puzzle, &["x--", "-ox"]);
        let heard: Vec<String> = puzzle
            .size
            .cells()
            .map(|at| puzzle.say(&board, at))
            .collect();
        assert_eq!(
            heard,
            [
                "cross on a given circle",
                "blank",
                "given cross",
                "blank",
                "circle",
                "cross"
            ]
        );
        assert_eq!(puzzle.say(&board, cell(9, 9)), "outside the board");
    }
}
