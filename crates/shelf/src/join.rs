//! One puzzle out of several that are the same: everything that any of them knows.
//!
//! Where they contradict each other a fixed order decides, which does not ask who came first. So it
//! does not matter in which order files are merged, and merging again changes nothing.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use puzzles::format::Document;
use puzzles::{Board, Notation, Puzzle};
use serde_json::{Map, Value, json};

use crate::entry::{Entry, Origin};
use crate::gain;
use crate::play::Play;

/// A puzzle as one library keeps it.
#[derive(Clone, Debug)]
pub struct Side {
    /// The puzzle with what is known about it.
    pub entry: Entry,
    /// Each time it was played.
    pub plays: Vec<Play>,
}

impl Side {
    /// Boards fit only the puzzle as it lies here.
    fn has_boards(&self) -> bool {
        let played = |play: &Play| play.board.is_some() || play.moves.is_some();
        self.entry.document.marks.is_some() || self.plays.iter().any(played)
    }

    fn lies_as(&self, puzzle: &dyn Puzzle) -> bool {
        *self.entry.document.puzzle == *puzzle
    }
}

/// Everything that the sides know, of which there is at least one, as one entry. If `own` then the
/// first side is what the library keeps already: how a puzzle was played on is not changed, so it
/// stays as it lies if there are boards. Boards of plays that do not fit are taken out of the sides.
pub fn join(sides: &mut [Side], own: bool) -> Entry {
    let puzzle = lie(sides, own);
    for side in sides
        .iter_mut()
        .filter(|side| !side.lies_as(puzzle.as_ref()))
    {
        for play in &mut side.plays {
            (play.board, play.moves) = (None, None);
        }
    }
    let mut document = Document::new(puzzle.clone());
    document.solution = board(sides, &puzzle, Notation::Solution);
    if document.solution.is_none() && sides.iter().any(|s| s.entry.document.solution.is_some()) {
        document.solution = gain::only_solution(puzzle.as_ref());
    }
    document.marks = board(sides, &puzzle, Notation::Marks);
    document.extra = fields(sides);
    let mut tags: Vec<String> = sides.iter().flat_map(|s| s.entry.tags.clone()).collect();
    tags.sort_unstable();
    tags.dedup();
    // The rating that says most.
    let ratings = sides.iter().filter_map(|side| side.entry.rating.as_ref());
    let rating = ratings.min_by_key(|rating| {
        let text = json!(rating).to_string();
        (Reverse(text.len()), text)
    });
    // How it was made says more than who added it; and a batch's first index made it.
    let origin = sides
        .iter()
        .map(|side| &side.entry.origin)
        .min_by_key(|origin| {
            let Origin {
                command,
                seed,
                index,
                version,
            } = *origin;
            let least = (seed.is_none(), command.is_none(), version.is_none());
            (least, command, seed, index.is_none(), index, version)
        });
    Entry {
        document,
        rating: rating.cloned(),
        tags,
        origin: origin.cloned().unwrap_or_default(),
    }
}

/// How the puzzle is to lie: so that boards fit; and of several ways the first in the alphabet.
fn lie(sides: &[Side], own: bool) -> Arc<dyn Puzzle> {
    let all = sides.iter().enumerate();
    let side = all.min_by_key(|(at, side)| {
        let boards = side.has_boards();
        let is_own = own && *at == 0;
        let text = serde_json::to_string(&side.entry.document.puzzle.record());
        (!(boards && is_own), !boards, text.unwrap_or_default())
    });
    let (_, side) = side.expect("at least one side");
    side.entry.document.puzzle.clone()
}

/// The first in the alphabet of the boards that fit this puzzle.
fn board(sides: &[Side], puzzle: &Arc<dyn Puzzle>, notation: Notation) -> Option<Board> {
    let fitting = sides.iter().filter(|side| side.lies_as(puzzle.as_ref()));
    let boards = fitting.filter_map(|side| match notation {
        Notation::Solution => side.entry.document.solution.as_ref(),
        _ => side.entry.document.marks.as_ref(),
    });
    boards
        .min_by_key(|board| puzzle.write_grid(board, notation).0)
        .cloned()
}

/// All fields, of several values the first in the alphabet. Their order stays if all agree on it.
fn fields(sides: &[Side]) -> Map<String, Value> {
    let mut all: BTreeMap<&String, &Value> = BTreeMap::new();
    for (name, value) in sides.iter().flat_map(|side| &side.entry.document.extra) {
        let kept = all.entry(name).or_insert(value);
        let [old, new] = [*kept, value].map(Value::to_string);
        if new < old {
            *kept = value;
        }
    }
    let mut orders = sides.iter().map(|side| side.entry.document.extra.keys());
    let first: Vec<&String> = orders.next().into_iter().flatten().collect();
    let order = match orders.all(|order| order.eq(first.iter().copied())) {
        true => first,
        false => all.keys().copied().collect(),
    };
    let field = |name: &String| (name.clone(), all[&name].clone());
    order.into_iter().map(field).collect()
}

/// What is to be done so that every play of every side is kept, and none twice.
#[derive(Default)]
pub struct Plays {
    /// To be appended, in this order.
    pub new: Vec<Play>,
    /// Records that are kept without board and moves, and what they gain.
    pub gaining: Vec<(i64, Play)>,
}

/// Plays are the same if all that is known of them is; one of which board and moves are not known is
/// the same as one of which they are. Several that are the same in one file are several.
pub fn plays(kept: &[(i64, Play)], sides: &[Side]) -> Plays {
    let bare = |play: &Play| Play {
        board: None,
        moves: None,
        ..play.clone()
    };
    let word = |play: &Play| format!("{play:?}");
    let has_boards = |play: &&Play| play.board.is_some() || play.moves.is_some();
    // By what is known beside board and moves: the plays of each side.
    let mut groups: BTreeMap<_, Vec<Vec<&Play>>> = BTreeMap::new();
    for (at, side) in sides.iter().enumerate() {
        for play in &side.plays {
            let group = groups.entry((play.at, word(&bare(play)))).or_default();
            group.resize_with(sides.len(), Vec::new);
            group[at].push(play);
        }
    }
    let mut all = Plays::default();
    for group in groups.into_values() {
        let Some(alike) = group.iter().flatten().next().map(|play| bare(play)) else {
            continue;
        };
        let here: Vec<&(i64, Play)> = (kept.iter())
            .filter(|(_, play)| word(&bare(play)) == word(&alike))
            .collect();
        // As often as each with its boards is in one file.
        let mut full: BTreeMap<String, (&Play, usize)> = BTreeMap::new();
        let of_kept: Vec<&Play> = here.iter().map(|(_, play)| play).collect();
        for file in group.iter().chain([&of_kept]) {
            let mut counts: BTreeMap<String, (&Play, usize)> = BTreeMap::new();
            for play in file.iter().copied().filter(has_boards) {
                counts.entry(word(play)).or_insert((play, 0)).1 += 1;
            }
            for (key, (play, count)) in counts {
                let most = full.entry(key).or_insert((play, 0));
                most.1 = most.1.max(count);
            }
        }
        let sum: usize = full.values().map(|(_, count)| count).sum();
        let most = group
            .iter()
            .map(Vec::len)
            .max()
            .unwrap_or(0)
            .max(here.len());
        let mut without = here
            .iter()
            .filter(|(_, play)| !has_boards(&play))
            .map(|(id, _)| *id);
        let mut total = here.len();
        for (key, (play, count)) in full {
            let there = of_kept.iter().filter(|kept| word(kept) == key).count();
            for _ in there..count {
                match without.next() {
                    Some(id) => all.gaining.push((id, play.clone())),
                    None => {
                        all.new.push(play.clone());
                        total += 1;
                    }
                }
            }
        }
        for _ in total..most.max(sum) {
            all.new.push(alike.clone());
        }
    }
    all
}
