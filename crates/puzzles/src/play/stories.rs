//! The stories in `examples/play.txt` and `examples/set.txt` of every family: what a hand does, line
//! by line, and what is on the board then.
//!
//! A story begins with `story:` and its title. Then comes where it starts: a puzzle from `begin` to
//! `end` as in `examples/boards.txt`, perhaps with marks, or for a setter an empty `sheet 3x4`. After
//! that, each line is one of these:
//!
//! | line | means |
//! |---|---|
//! | `tap r0c1`, `alt r0c1 r1c1`, `drag r0c1 r0c3`, `key r0c1 3` | a gesture, which changes something. `r0c1` is a cell, `r0c1e` and `r0c1s` are borders, `(r-1c0)` is a place around the board. `any` is all gestures one by one. |
//! | `no tap r0c1` | a gesture that changes nothing |
//! | `tidy key r0c1 3` | a gesture of a player who wants pencil marks tidied up |
//! | `resize 4x5` | another sheet for the setter; `no resize 3x4 square` is refused, with a message that says "square" |
//! | `= . o / x .` | what is there: the player's board as marks, with what they cannot say behind them; the setter's problem |
//! | `= areas 1 1 / 2 2` | any other field of the record |
//! | `say r0c1 circle` | what a screen reader says |
//! | `keys 1, 2, delete` | the keys of the pad |
//! | `choices loops, no loops (1)` | what the variant may be, and which of it holds |
//! | `hands puzzlink` | from here on with these hands; `again` before a gesture: the cursor was there already |
//! | `start` | back to where the story started |

use std::sync::Arc;

use grid::{Cell, Size};
use serde_json::Value;

use super::{Gesture, GestureKind, STORY, Side, Target, how_to};
use crate::board::Board;
use crate::format::split;
use crate::puzzle::{Family, Puzzle};
use crate::record::{Grid, Notation, Record};
use crate::{FAMILIES, newfamily};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Hand {
    Player,
    Setter,
}

/// How far a story has come.
#[derive(Clone)]
struct Sheet {
    hand: Hand,
    puzzle: Arc<dyn Puzzle>,
    board: Board,
    hands: Option<String>,
}

impl Sheet {
    fn new(hand: Hand, puzzle: Arc<dyn Puzzle>, marks: Option<Board>) -> Sheet {
        let board = marks.unwrap_or_else(|| puzzle.blank());
        Sheet {
            hand,
            puzzle,
            board,
            hands: None,
        }
    }

    /// Returns whether the gesture changed something.
    fn act(&mut self, gesture: &Gesture) -> bool {
        let before = self.clone();
        match self.hand {
            Hand::Player => {
                let gesture = Gesture {
                    hands: self.hands.clone(),
                    ..gesture.clone()
                };
                let meant = self.puzzle.family().meant(&gesture);
                let after = self.puzzle.gesture(&self.board, &meant);
                self.board = after.unwrap_or_else(|| self.board.clone());
                self.board != before.board
            }
            Hand::Setter => {
                let after = self.puzzle.edit(gesture);
                self.puzzle = after.unwrap_or_else(|| Arc::clone(&self.puzzle));
                *self.puzzle != *before.puzzle
            }
        }
    }

    /// What is there, as a story writes it.
    fn text(&self) -> String {
        let mut record = self.puzzle.record();
        if self.hand == Hand::Setter {
            return field(&record, "problem");
        }
        self.puzzle
            .write_board(&self.board, Notation::Marks, &mut record);
        let more = (self.puzzle.family().board_fields.iter())
            .filter_map(|field| Some(format!(" {}", record.extra.get(*field)?)));
        field(&record, "marks") + &more.collect::<String>()
    }

    /// Do what a line says, or compare what it expects.
    fn follow(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "=" => self.expect(rest),
            "say" => {
                let (place, words) = rest.split_once(' ').expect("a cell and words");
                let at = cell(place).expect("a cell");
                assert_eq!(self.puzzle.say(&self.board, at), words);
            }
            "keys" => {
                let keys = match self.hand {
                    Hand::Player => self.puzzle.player_keys(),
                    Hand::Setter => self.puzzle.setter_keys(),
                };
                assert_eq!(keys.join(", "), rest);
            }
            "choices" => {
                let words = |choice: &crate::puzzle::Choice| {
                    format!("{} ({})", choice.keys.join(", "), choice.now + 1)
                };
                let choices: Vec<String> = self.puzzle.choices().iter().map(words).collect();
                assert_eq!(choices.join("; "), rest);
            }
            "hands" => {
                let all = self.puzzle.family().hands();
                assert!(all.iter().any(|hands| hands.id == rest), "no hands {rest}");
                self.hands = Some(rest.to_owned());
            }
            "resize" => self.puzzle = self.puzzle.resized(size(rest)).expect("a size it has"),
            "no" if rest.starts_with("resize ") => {
                let (to, part) = rest["resize ".len()..].split_once(' ').expect("a reason");
                let error = self.puzzle.resized(size(to)).expect_err("it is refused");
                assert!(error.message.contains(part), "{}", error.message);
            }
            "no" => {
                for gesture in gestures(rest) {
                    assert!(!self.act(&gesture), "{gesture:?} makes it {}", self.text());
                }
            }
            _ => {
                for gesture in gestures(line) {
                    assert!(self.act(&gesture), "{gesture:?} changes nothing");
                }
            }
        }
    }

    fn expect(&self, what: &str) {
        let (name, value) = what.split_once(' ').unwrap_or((what, ""));
        match ["areas", "clabels", "rlabels", "depth", "variant"].contains(&name) {
            true => assert_eq!(field(&self.puzzle.record(), name), value),
            false => assert_eq!(self.text(), what),
        }
    }
}

/// A field of a record in one line, with ` / ` between the rows of a grid; empty if it has none.
fn field(record: &Record, name: &str) -> String {
    let grid = |grid: &Option<Grid>| {
        let rows = grid.iter().flat_map(|grid| &grid.0);
        rows.map(|row| row.join(" "))
            .collect::<Vec<_>>()
            .join(" / ")
    };
    match name {
        "problem" => grid(&record.problem),
        "areas" => grid(&record.areas),
        "clabels" => grid(&record.clabels),
        "rlabels" => grid(&record.rlabels),
        "marks" => grid(&record.marks),
        "depth" => record
            .depth
            .map_or(String::new(), |depth| depth.to_string()),
        "variant" => record.variant.clone().unwrap_or_default(),
        _ => record
            .extra
            .get(name)
            .map_or(String::new(), Value::to_string),
    }
}

/// `3x4`
fn size(text: &str) -> Size {
    let (rows, cols) = text.split_once('x').expect("rows and columns");
    let side = |text: &str| text.parse().expect("a number");
    Size::new(side(rows), side(cols)).expect("a board")
}

/// `r0c1`
fn cell(text: &str) -> Option<Cell> {
    let (row, col) = text.strip_prefix('r')?.split_once('c')?;
    let (row, col) = (row.parse().ok()?, col.parse().ok()?);
    Some(Cell { row, col })
}

fn target(text: &str) -> Option<Target> {
    let border = |name: &str, side| {
        let at = cell(name)?;
        Some(Target::Border(at.row, at.col, side))
    };
    if let Some(at) = cell(text) {
        Some(Target::Cell(at.row, at.col))
    } else if let Some(name) = text.strip_suffix('e') {
        border(name, Side::East)
    } else if let Some(name) = text.strip_suffix('s') {
        border(name, Side::South)
    } else {
        let at = cell(text.strip_prefix('(')?.strip_suffix(')')?)?;
        Some(Target::Outside(at.row, at.col))
    }
}

/// What a line does: one gesture, or with `any` every kind of gesture, each with several keys.
fn gestures(line: &str) -> Vec<Gesture> {
    use GestureKind::{Alt, Drag, Key, Tap};
    let (tidy, line) = match line.strip_prefix("tidy ") {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let (again, line) = match line.strip_prefix("again ") {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let (kind, mut rest) = line.split_once(' ').unwrap_or((line, ""));
    let mut targets = Vec::new();
    while let (word, after) = rest.split_once(' ').unwrap_or((rest, ""))
        && let Some(target) = target(word)
    {
        targets.push(target);
        rest = after;
    }
    let keys = [
        None,
        Some(""),
        Some("1"),
        Some("~1"),
        Some("5"),
        Some("e"),
        Some("delete"),
    ];
    let (kinds, keys): (&[GestureKind], &[Option<&str>]) = match kind {
        "tap" => (&[Tap], &[None]),
        "alt" => (&[Alt], &[None]),
        "drag" => (&[Drag], &[None]),
        "key" => (&[Key], &[Some(rest)]),
        "any" => (&[Tap, Alt, Drag, Key], &keys),
        _ => panic!("there is no gesture {kind:?}"),
    };
    assert!(kind == "key" || rest.is_empty(), "{rest:?} is no place");
    let all = kinds.iter().flat_map(|&kind| {
        keys.iter().map({
            let targets = &targets;
            move |&key| Gesture {
                tidy,
                again,
                ..Gesture::new(kind, targets.clone(), key)
            }
        })
    });
    all.collect()
}

/// All stories of a text come out as they are told; how many there are.
fn tell(family: &Family, hand: Hand, text: &'static str) -> usize {
    let parts = text.split(STORY).skip(1);
    parts
        .map(|story| {
            let mut lines = story.lines().map(str::trim);
            let title = lines.next().unwrap_or_default();
            let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
            tell_one(family, hand, title, lines);
        })
        .count()
}

fn tell_one<'a>(
    family: &Family,
    hand: Hand,
    title: &str,
    mut lines: impl Iterator<Item = &'a str>,
) {
    let first = lines.next().expect("where it starts");
    let start = match first.strip_prefix("sheet ") {
        Some(sheet) => {
            let empty = (family.empty)(size(sheet)).expect("an empty sheet");
            Sheet::new(hand, empty, None)
        }
        None => {
            let mut block = vec![first];
            block.extend(lines.by_ref().take_while(|line| *line != "end"));
            let read = split(&block.join("\n"))[0].read();
            let document = read.unwrap_or_else(|e| panic!("{family:?}, {title}: {e}"));
            Sheet::new(hand, document.puzzle, document.marks)
        }
    };
    let mut sheet = start.clone();
    for line in lines {
        // A failure says in which story and where.
        let place = Place(family, title, line);
        match line {
            "start" => sheet = start.clone(),
            line => sheet.follow(line),
        }
        std::mem::forget(place);
    }
}

/// Printed while a failure is on its way out.
struct Place<'a>(&'a Family, &'a str, &'a str);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let Place(family, title, line) = self;
        eprintln!("{family:?}, story {title:?}, line {line:?}");
    }
}

#[test]
fn hands_do_what_the_stories_tell() {
    for family in FAMILIES.iter().copied().chain([&newfamily::FAMILY]) {
        for (hand, text) in [
            (Hand::Player, family.texts.play),
            (Hand::Setter, family.texts.set),
        ] {
            let help = how_to(text);
            assert!(help.len() > 2, "{family:?}: say what the hand does");
            assert!(
                help.iter()
                    .all(|h| !h.gesture.is_empty() && !h.meaning.is_empty())
            );
            let stories = tell(family, hand, text);
            assert!(stories > 0, "{family:?}: tell what the hand does");
        }
    }
}
