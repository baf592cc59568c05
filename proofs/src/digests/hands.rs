//! What hands do: a player's gestures, a setter's, and the edits that the workshop makes.

use std::sync::Arc;

use grid::{Cell, Dir, Size};
use puzzles::format::{Document, write};
use puzzles::make::{Edit, edited};
use puzzles::play::{Gesture, GestureKind, Side, Target};
use puzzles::{FieldError, Grid, Puzzle};

use super::Pages;
use super::boards::{half, solution};

/// Keys that are tried besides those of the pad.
const KEYS: [&str; 8] = ["0", "1", "2", "delete", "~1", "~2", "x", "?"];

/// Some cells with a clue, and some of all.
fn cells(puzzle: &dyn Puzzle) -> Vec<Cell> {
    let size = puzzle.size();
    let problem = puzzle.record().problem;
    let has_clue = |at: &Cell| {
        let sign = |grid: &Grid| grid.0[at.row as usize][at.col as usize].clone();
        problem.as_ref().is_some_and(|grid| sign(grid) != "-")
    };
    let clues: Vec<Cell> = size.cells().filter(has_clue).collect();
    let clues = clues.iter().copied().step_by((clues.len() / 4).max(1));
    let some = size.cells().step_by((size.len() / 5).max(1));
    clues.chain(some).collect()
}

/// Every kind of gesture at some cells of the board and around it, in a fixed order.
fn gestures(puzzle: &dyn Puzzle, pad: Vec<String>) -> Vec<Gesture> {
    let size = puzzle.size();
    let keys: Vec<String> = pad.into_iter().chain(KEYS.map(str::to_owned)).collect();
    let mut all = Vec::new();
    let mut tidy = false;
    let mut add = |kind, targets: Vec<Target>, value: Option<&String>| {
        tidy = !tidy;
        all.push(Gesture {
            tidy,
            ..Gesture::new(kind, targets, value.map(String::as_str))
        });
    };
    for at in cells(puzzle) {
        let here = target(at);
        for kind in [GestureKind::Tap, GestureKind::Tap, GestureKind::Alt] {
            add(kind, vec![here], None);
        }
        for side in [Side::East, Side::South] {
            let border = Target::Border(at.row, at.col, side);
            add(GestureKind::Tap, vec![border], None);
            add(GestureKind::Alt, vec![border], None);
        }
        for dir in Dir::ALL {
            let ray: Vec<Target> = size.ray(at, dir).map(target).collect();
            for length in [1, 3, ray.len()] {
                let way = [&[here], &ray[..length.min(ray.len())]].concat();
                add(GestureKind::Drag, way.clone(), None);
                add(GestureKind::Alt, way, None);
            }
        }
        // Round a corner.
        let (row, col) = (at.row, at.col);
        let corner = [
            here,
            Target::Cell(row, col + 1),
            Target::Cell(row + 1, col + 1),
        ];
        add(GestureKind::Drag, corner.to_vec(), None);
        for key in &keys {
            add(GestureKind::Key, vec![here], Some(key));
        }
        for outside in [
            Target::Outside(-1, col),
            Target::Outside(size.rows() as i16, col),
            Target::Outside(row, -1),
            Target::Outside(row, size.cols() as i16),
        ] {
            add(GestureKind::Tap, vec![outside], None);
            add(GestureKind::Alt, vec![outside], None);
            for key in &keys {
                add(GestureKind::Key, vec![outside], Some(key));
            }
        }
    }
    // What means nothing.
    add(GestureKind::Drag, Vec::new(), None);
    add(GestureKind::Key, vec![Target::Cell(0, 0)], None);
    all
}

fn target(at: Cell) -> Target {
    Target::Cell(at.row, at.col)
}

/// A player's gestures one after another, from a blank board and from one half done.
pub fn play(document: &Document, pages: &mut Pages) {
    let puzzle = document.puzzle.as_ref();
    let gestures = gestures(puzzle, puzzle.player_keys());
    pages.line("play", format!("pad {:?}", puzzle.player_keys()));
    for mut board in [puzzle.blank(), half(&solution(document), 0)] {
        for gesture in &gestures {
            let after = puzzle.gesture(&board, gesture);
            let moved = match &after {
                None => "nothing".to_owned(),
                Some(after) => match puzzles::play::difference(&board, after) {
                    None => "no change".to_owned(),
                    Some(moved) => {
                        let change = |c: &puzzles::play::Change| (c.slot, c.old, c.new);
                        format!("{:?}", moved.iter().map(change).collect::<Vec<_>>())
                    }
                },
            };
            pages.line("play", format!("{} {moved}", short(gesture)));
            board = after.unwrap_or(board);
            if let Some(at) = gesture.targets.last().and_then(|target| target.cell())
                && puzzle.size().contains(at)
            {
                pages.line("play-words", puzzle.say(&board, at));
            }
        }
        pages.line("play", format!("{:?}", board.slots));
        for at in puzzle.size().cells() {
            pages.line("play-words", puzzle.say(&board, at));
        }
    }
}

fn short(gesture: &Gesture) -> String {
    let Gesture {
        kind,
        targets,
        value,
        tidy,
        ..
    } = gesture;
    format!("{kind:?} {targets:?} {value:?} {tidy}:")
}

fn json(puzzle: &Arc<dyn Puzzle>) -> String {
    let text = write(&Document::new(puzzle.clone()), "json");
    text.unwrap_or_else(|_| "cannot be written".to_owned())
}

/// A setter's gestures one after another, from the puzzle and from an empty board; and other sizes.
pub fn set(document: &Document, pages: &mut Pages) {
    let puzzle = &document.puzzle;
    let size = puzzle.size();
    let empty = (puzzle.family().empty)(size);
    for start in [Some(puzzle.clone()), empty.ok()].into_iter().flatten() {
        let mut puzzle = start;
        let pad = puzzle.all_setter_keys();
        pages.line("set", format!("pad {pad:?}"));
        for gesture in gestures(puzzle.as_ref(), pad) {
            let after = puzzle.edit(&gesture);
            let text = after.as_ref().map_or_else(|| "nothing".to_owned(), json);
            pages.line("set", format!("{} {text}", short(&gesture)));
            puzzle = after.unwrap_or(puzzle);
        }
        pages.line("set", format!("pad {:?}", puzzle.all_setter_keys()));
    }
    let (rows, cols) = (size.rows(), size.cols());
    for (rows, cols) in [
        (rows + 1, cols + 1),
        (rows - 1, cols - 1),
        (rows + 2, cols),
        (rows, cols - 1),
        (rows + 5, cols + 5),
    ] {
        let Some(size) = Size::new(rows, cols) else {
            continue;
        };
        put(
            pages,
            "set",
            &format!("{rows}×{cols}"),
            puzzle.resized(size),
        );
    }
}

/// The puzzle, or where it is wrong; the message is for people and apart.
fn put(
    pages: &mut Pages,
    kind: &'static str,
    what: &str,
    made: Result<Arc<dyn Puzzle>, FieldError>,
) {
    match made {
        Ok(puzzle) => pages.line(kind, format!("{what} {}", json(&puzzle))),
        Err(FieldError {
            field, row, col, ..
        }) => pages.line(kind, format!("{what} wrong at {field} {row:?} {col:?}")),
    }
}

/// Clues that could go, be told or be put in, and what some of them lead to.
pub fn edits(document: &Document, pages: &mut Pages) {
    let puzzle = document.puzzle.as_ref();
    let right = solution(document);
    let lists = [
        ("weaker", puzzle.removals()),
        ("stronger", puzzle.reveals(&right)),
        ("fresh", puzzle.insertions()),
    ];
    for (name, edits) in lists {
        let step = (edits.len() / 5).max(1);
        for (i, edit) in edits.iter().enumerate() {
            let Edit { place, sign } = edit;
            pages.line("edits", format!("{name} {place:?} {sign}"));
            pages.line("edits-words", edit.words(puzzle));
            if i % step == 0 {
                put(
                    pages,
                    "edits",
                    "  makes",
                    edited(puzzle, std::slice::from_ref(edit)),
                );
            }
        }
    }
}
