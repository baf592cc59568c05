//! Everything tried: on small boards all that can be entered is entered, and the boards that the
//! checker calls right must be the solutions, by the prover and by its encoding. The checker shares
//! nothing with the encoding, so that this is the plainest proof of both there is.
//!
//! Every variant is proved on as many boards, since mixed together the rare ones would hardly be
//! seen.

use std::collections::BTreeSet;
use std::sync::Arc;

use puzzles::make::edited;
use puzzles::{Board, Fact, Family, Puzzle, Reading, Severity, Status, solve};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sat::{Budget, Solver, Verdict};

use crate::random;
use crate::spread::spread;

/// What a board says.
pub type Facts = BTreeSet<Fact>;

/// Trying everything is too much where there are more boards than this.
const BOARDS: f64 = 1e12;

/// Does the checker call something wrong, whatever is entered later?
pub fn is_wrong(puzzle: &dyn Puzzle, board: &Board) -> bool {
    let found = puzzle.check(board);
    found.iter().any(|v| v.kind == Severity::Wrong)
}

/// What a board says, which must be sayable.
pub fn said(puzzle: &dyn Puzzle, board: &Board, reading: Reading) -> Facts {
    let facts = puzzle.facts(board, reading);
    let facts = facts.unwrap_or_else(|e| panic!("{puzzle:?} {board:?} cannot be said: {e:?}"));
    facts.into_iter().collect()
}

/// What an answer may hold in each slot: nothing, or what some atom puts there.
fn entries(puzzle: &dyn Puzzle) -> Vec<Vec<u16>> {
    let mut entries = vec![vec![]; puzzle.blank().slots.len()];
    for atom in 0..puzzle.reasoner().atoms() {
        let board = puzzle.board(&[Fact::yes(atom)]);
        for (entries, slot) in entries.iter_mut().zip(board.slots) {
            if slot != 0 && !entries.contains(&slot) {
                entries.push(slot);
            }
        }
    }
    for entries in &mut entries {
        if !is_filled(puzzle, entries.len()) {
            entries.push(0);
        }
    }
    entries
}

/// Whether a slot that can hold so many things has to be filled, so that leaving it blank need not be
/// tried: a cell of Skyscrapers that can hold everything, for what is given need not be entered. A park
/// may be left blank as well, which is tried where there are no diagonals; with them it would be too
/// much.
fn is_filled(puzzle: &dyn Puzzle, things: usize) -> bool {
    let all = match (puzzle.family().id, variant(puzzle)) {
        ("skyscrapers", "usual" | "diagonals") => puzzle.size().rows(),
        ("skyscrapers", "diagonals and parks") => {
            puzzle.record().depth.map_or(0, |depth| depth as usize) + 1
        }
        _ => return false,
    };
    things == all
}

/// All boards that the checker calls right, as facts, filled slot by slot. A board that is wrong is
/// not continued, so this also finds out whether "wrong" is ever said too early. None if that takes
/// more steps than these.
pub fn right_boards(puzzle: &dyn Puzzle, most: usize) -> Option<BTreeSet<Facts>> {
    let entries = entries(puzzle);
    let boards: f64 = entries.iter().map(|entries| entries.len() as f64).product();
    if boards > BOARDS {
        return None;
    }
    let mut right = BTreeSet::new();
    let mut todo = vec![(puzzle.blank(), 0)];
    let mut steps = 0;
    while let Some((board, slot)) = todo.pop() {
        steps += 1;
        if steps > most {
            return None;
        }
        if is_wrong(puzzle, &board) {
            continue;
        }
        let Some(entries) = entries.get(slot) else {
            if puzzle.check(&board).is_empty() {
                right.insert(said(puzzle, &board, Reading::Finished));
            }
            continue;
        };
        for &entry in entries {
            let mut next = board.clone();
            next.slots[slot] = entry;
            todo.push((next, slot + 1));
        }
    }
    Some(right)
}

/// All solutions of the encoding; none of them comes twice.
pub fn solutions(puzzle: &dyn Puzzle) -> BTreeSet<Facts> {
    let mut solver = Solver::new(&puzzle.encode(), Budget::UNLIMITED);
    let mut found = BTreeSet::new();
    while solver.solve(&[]) == Verdict::Sat {
        let atoms = solver.atoms();
        solver.exclude(&atoms);
        let facts = atoms.iter().enumerate();
        let facts = facts.map(|(atom, &yes)| Fact::new(atom, yes)).collect();
        assert!(found.insert(facts), "the same solution twice: {puzzle:?}");
    }
    found
}

/// Which variant a puzzle is of, in a few words; those of its family that are drawn at random are
/// [`variants`].
fn variant(puzzle: &dyn Puzzle) -> &'static str {
    let record = puzzle.record();
    let depth = record.depth.map_or(0, |depth| depth as usize);
    let has_parks = depth < puzzle.size().rows();
    match (puzzle.family().id, record.variant.as_deref()) {
        ("hashi", Some(_)) => "without loops",
        ("hashi", None) => match depth {
            1 => "one bridge at most",
            0 | 2 => "two bridges at most",
            3 => "three bridges at most",
            _ => "four bridges at most",
        },
        ("skyscrapers", Some(_)) if has_parks => "diagonals and parks",
        ("skyscrapers", Some(_)) => "diagonals",
        ("skyscrapers", None) if has_parks => "parks",
        ("yajilin", Some(_)) => "shaded outside",
        _ => "usual",
    }
}

/// All variants of a family that random puzzles are of.
pub fn variants(family: &Family) -> &'static [&'static str] {
    match family.id {
        "hashi" => &[
            "two bridges at most",
            "one bridge at most",
            "three bridges at most",
            "four bridges at most",
            "without loops",
        ],
        "skyscrapers" => &["usual", "parks", "diagonals", "diagonals and parks"],
        "yajilin" => &["usual", "shaded outside"],
        _ => &["usual"],
    }
}

/// What was tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All puzzles.
    pub puzzles: usize,
    /// Those with exactly one solution.
    pub unique: usize,
    /// Those with several.
    pub ambiguous: usize,
    /// Their solutions, together.
    pub solutions: usize,
}

/// Puzzles that one thread tries before it takes on others.
const AT_ONCE: usize = 1_000;

/// Boards that take more steps than this are left to others. Of some variants those with one solution
/// and with several are larger than of most: 4×4 where there are diagonals, and 3×3 in Yajilin, whose
/// lines can be drawn in many wrong ways.
fn most_steps(puzzle: &dyn Puzzle) -> usize {
    match (puzzle.family().id, variant(puzzle)) {
        ("skyscrapers", "diagonals" | "diagonals and parks") => 10_000,
        ("yajilin", _) if puzzle.size().len() <= 9 => 70_000,
        _ => 2_000,
    }
}

/// Try everything on this many small random puzzles of a variant.
pub fn prove(family: &Family, name: &str, count: usize) -> Tally {
    let parts: Vec<(u64, usize)> = (0..count.div_ceil(AT_ONCE))
        .map(|part| (part as u64, AT_ONCE.min(count - part * AT_ONCE)))
        .collect();
    let tallies = spread(&parts, |&(part, count)| some(family, name, part, count));
    tallies.iter().fold(Tally::default(), |sum, one| Tally {
        puzzles: sum.puzzles + one.puzzles,
        unique: sum.unique + one.unique,
        ambiguous: sum.ambiguous + one.ambiguous,
        solutions: sum.solutions + one.solutions,
    })
}

fn some(family: &Family, name: &str, part: u64, count: usize) -> Tally {
    let mut rng = ChaCha8Rng::seed_from_u64(part);
    let mut tally = Tally::default();
    while tally.puzzles < count {
        let puzzle = random::small(family.id, &mut rng).puzzle;
        if variant(puzzle.as_ref()) != name {
            continue;
        }
        // Without clues, or with some of a solution's, there are several solutions or one, which is
        // rare otherwise on such boards.
        let puzzle = match rng.random_range(0..4) {
            0 => bare(puzzle.as_ref()),
            1 => told(bare(puzzle.as_ref()), &mut rng),
            _ => puzzle,
        };
        let puzzle = puzzle.as_ref();
        let Some(expected) = right_boards(puzzle, most_steps(puzzle)) else {
            continue;
        };
        let status = match expected.len() {
            0 => Status::None,
            1 => Status::Unique,
            _ => Status::Multiple,
        };
        let ours = solve(puzzle, 2, Budget::UNLIMITED);
        assert_eq!(ours.status, status, "{puzzle:?}");
        for board in &ours.solutions {
            let said = said(puzzle, board, Reading::Finished);
            assert!(expected.contains(&said), "{board:?} of {puzzle:?}");
        }
        assert_eq!(solutions(puzzle), expected, "{puzzle:?}");
        tally.puzzles += 1;
        tally.unique += usize::from(status == Status::Unique);
        tally.ambiguous += usize::from(status == Status::Multiple);
        tally.solutions += expected.len();
    }
    tally
}

/// The puzzle without its clues.
fn bare(puzzle: &dyn Puzzle) -> Arc<dyn Puzzle> {
    edited(puzzle, &puzzle.removals()).expect("no clue")
}

/// The puzzle with some of the clues that one of its solutions has, if there is one.
fn told(puzzle: Arc<dyn Puzzle>, rng: &mut ChaCha8Rng) -> Arc<dyn Puzzle> {
    let solutions = solve(puzzle.as_ref(), 8, Budget::UNLIMITED).solutions;
    let Some(solution) = solutions.choose(rng) else {
        return puzzle;
    };
    let share = rng.random_range(0.1..0.9);
    let mut clues = puzzle.reveals(solution);
    clues.retain(|_| rng.random_bool(share));
    edited(puzzle.as_ref(), &clues).expect("clues of a solution")
}

#[cfg(test)]
mod tests {
    use puzzles::FAMILIES;

    use super::*;

    #[test]
    fn everything_tried_on_small_boards_of_every_variant_is_what_the_prover_says() {
        for family in FAMILIES {
            for name in variants(family) {
                let tally = prove(family, name, 60);
                assert_eq!(tally.puzzles, 60, "{family:?} {name}");
                let has_all = tally.unique > 0 && tally.ambiguous > 0;
                assert!(has_all, "{family:?} {name}: {tally:?}");
            }
        }
    }

    #[test]
    fn every_random_puzzle_is_of_a_variant_that_is_proved() {
        for family in FAMILIES {
            let mut rng = ChaCha8Rng::seed_from_u64(3);
            let mut seen = BTreeSet::new();
            for _ in 0..500 {
                seen.insert(variant(random::small(family.id, &mut rng).puzzle.as_ref()));
            }
            let listed: BTreeSet<&str> = variants(family).iter().copied().collect();
            assert_eq!(seen, listed, "{family:?}");
        }
    }
}
