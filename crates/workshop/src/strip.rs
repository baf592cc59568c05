//! Taking clues away while the puzzle stays good.
//!
//! Under proof a clue that cannot be taken away now cannot be taken away later either, when there
//! are fewer clues, so one pass over all clues in any order ends at a minimal set. Under rules of
//! deduction that is only nearly true; passes are repeated until one changes nothing. Which minimal
//! set it is depends on the order. If a number of clues is asked for and a pass ends short of it,
//! another order is tried, as long as the effort lasts, and the best is kept. (The study went back
//! step by step instead; its last clues were tried again and again while the first choice, which
//! mattered, stayed.) No question is asked twice, and a clue that cannot go alone is not tried
//! again, so that the search ends where there is little to try.
//!
//! Balance: the next clue comes from where fewest have gone so far – of the four sides for clues
//! outside, of the four quarters for those in cells.

use std::collections::BTreeMap;
use std::sync::Arc;

use puzzles::Puzzle;
use puzzles::make::{Edit, Place, edited};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use sat::Budget;

use crate::judge::{Judge, ProvedBy, Verdict};
use crate::place::{Side, part_of, side_of};

/// How to strip a puzzle.
#[derive(Clone, Debug)]
pub struct Strip {
    /// Take away at most this many; none means as many as possible.
    pub amount: Option<usize>,
    /// Ask at most this many times whether the puzzle is still good.
    pub effort: u64,
    /// Only clues on these sides; empty means everywhere.
    pub sides: Vec<Side>,
    /// Take evenly from all sides, or from all quarters of the board.
    pub balance: bool,
    /// What counts as having one solution.
    pub by: ProvedBy,
    /// Seed for the random numbers.
    pub seed: u64,
}

/// A puzzle with fewer clues, as good as before.
#[derive(Clone, Debug)]
pub struct Stripped {
    /// The puzzle with the clues that are left.
    pub puzzle: Arc<dyn Puzzle>,
    /// The clues taken away, in order.
    pub taken: Vec<Edit>,
    /// How many questions were asked.
    pub calls: u64,
    /// It is known that none of the clues that may go can go.
    pub minimal: bool,
    /// As many clues went as were asked for.
    pub enough: bool,
}

/// Why nothing could be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is not good to begin with.
    NotGood,
    /// Whether it is good was not found out.
    Unknown,
}

/// Strip a puzzle. The budget is for each question.
pub fn strip(puzzle: &Arc<dyn Puzzle>, strip: &Strip, budget: Budget) -> Result<Stripped, Refusal> {
    let mut judge = Judge::new(&strip.by, budget, strip.effort.max(1));
    match judge.ask(puzzle.as_ref()) {
        Verdict::Good => {}
        Verdict::Bad => return Err(Refusal::NotGood),
        Verdict::Unknown => return Err(Refusal::Unknown),
    }
    let mut rng = ChaCha8Rng::seed_from_u64(strip.seed);
    let amount = strip.amount.unwrap_or(usize::MAX);
    let mut asked = Asked::default();
    let mut best = once(puzzle, strip, &[], &mut asked, &mut judge, &mut rng);
    if best.taken.len() < amount && strip.amount.is_some() {
        let fixed = cannot_go(puzzle, strip, &best.taken, &mut asked, &mut judge);
        let most = amount.min(allowed(puzzle.as_ref(), strip, &fixed).len());
        let mut idle = 0;
        while best.taken.len() < most && !judge.is_spent() && idle < IDLE {
            let before = judge.calls;
            let other = once(puzzle, strip, &fixed, &mut asked, &mut judge, &mut rng);
            idle = if judge.calls == before { idle + 1 } else { 0 };
            if other.taken.len() > best.taken.len() {
                best = other;
            }
        }
    }
    if judge.confirm(best.puzzle.as_ref()) != Verdict::Good {
        return Err(Refusal::Unknown);
    }
    best.calls = judge.calls;
    best.enough = strip.amount.is_none_or(|amount| best.taken.len() >= amount);
    Ok(best)
}

/// What each clue alone is good for.
#[derive(Clone, Debug, Default)]
pub struct Alone {
    /// Those without which the puzzle is no longer good.
    pub needed: Vec<Edit>,
    /// Those that could go, each by itself.
    pub can_go: Vec<Edit>,
    /// Those of which it was not found out.
    pub unknown: Vec<Edit>,
    /// How many questions were asked.
    pub calls: u64,
}

/// Which clues could go alone, of those that may go. The budget is for each question.
pub fn each_alone(
    puzzle: &Arc<dyn Puzzle>,
    strip: &Strip,
    budget: Budget,
) -> Result<Alone, Refusal> {
    let mut judge = Judge::new(&strip.by, budget, strip.effort.max(1));
    let mut verdict = |puzzle: &dyn Puzzle| match judge.ask(puzzle) {
        Verdict::Good => judge.confirm(puzzle),
        other => other,
    };
    match verdict(puzzle.as_ref()) {
        Verdict::Good => {}
        Verdict::Bad => return Err(Refusal::NotGood),
        Verdict::Unknown => return Err(Refusal::Unknown),
    }
    let mut alone = Alone::default();
    for edit in allowed(puzzle.as_ref(), strip, &[]) {
        let Ok(fewer) = edited(puzzle.as_ref(), std::slice::from_ref(&edit)) else {
            continue;
        };
        let list = match verdict(fewer.as_ref()) {
            Verdict::Good => &mut alone.can_go,
            Verdict::Bad => &mut alone.needed,
            Verdict::Unknown => &mut alone.unknown,
        };
        list.push(edit);
    }
    alone.calls = judge.calls;
    Ok(alone)
}

/// After this many orders in a row that raised no new question there are probably no others.
const IDLE: usize = 20;

/// What was found out about the puzzle without some of its clues.
#[derive(Default)]
struct Asked(BTreeMap<Vec<Edit>, Verdict>);

impl Asked {
    /// Is the puzzle still good without these clues and that one?
    fn ask(
        &mut self,
        taken: &[Edit],
        edit: &Edit,
        left: &dyn Puzzle,
        judge: &mut Judge,
    ) -> Verdict {
        let mut gone = taken.to_vec();
        gone.push(edit.clone());
        gone.sort_unstable();
        if let Some(&known) = self.0.get(&gone) {
            return known;
        }
        let verdict = judge.ask(left);
        if verdict != Verdict::Unknown {
            self.0.insert(gone, verdict);
        }
        verdict
    }
}

/// The places of clues that cannot even go alone, and so never can. A clue that has gone once is
/// not among them.
fn cannot_go(
    puzzle: &Arc<dyn Puzzle>,
    strip: &Strip,
    gone: &[Edit],
    asked: &mut Asked,
    judge: &mut Judge,
) -> Vec<Place> {
    // With rules of deduction fewer clues may show more.
    if !matches!(strip.by, ProvedBy::Proof) {
        return Vec::new();
    }
    let mut edits = allowed(puzzle.as_ref(), strip, &[]);
    edits.retain(|edit| {
        let single = edited(puzzle.as_ref(), std::slice::from_ref(edit));
        !gone.contains(edit)
            && single.is_ok_and(|left| asked.ask(&[], edit, left.as_ref(), judge) == Verdict::Bad)
    });
    edits.into_iter().map(|edit| edit.place).collect()
}

fn allowed(puzzle: &dyn Puzzle, strip: &Strip, fixed: &[Place]) -> Vec<Edit> {
    let mut edits = puzzle.removals();
    if !strip.sides.is_empty() {
        let size = puzzle.size();
        edits.retain(|edit| side_of(size, edit.place).is_some_and(|s| strip.sides.contains(&s)));
    }
    edits.retain(|edit| !fixed.contains(&edit.place));
    edits
}

/// Try all clues but the fixed ones in one order, until a pass takes none.
fn once(
    puzzle: &Arc<dyn Puzzle>,
    strip: &Strip,
    fixed: &[Place],
    asked: &mut Asked,
    judge: &mut Judge,
    rng: &mut ChaCha8Rng,
) -> Stripped {
    let amount = strip.amount.unwrap_or(usize::MAX);
    let mut done = Stripped {
        puzzle: puzzle.clone(),
        taken: Vec::new(),
        calls: 0,
        minimal: false,
        enough: false,
    };
    let mut gone = [0usize; 8];
    loop {
        let mut edits = allowed(done.puzzle.as_ref(), strip, fixed);
        edits.shuffle(rng);
        let (mut changed, mut certain) = (false, true);
        while done.taken.len() < amount
            && let Some(edit) = next(&mut edits, done.puzzle.as_ref(), strip.balance, &gone)
        {
            let Ok(fewer) = edited(done.puzzle.as_ref(), std::slice::from_ref(&edit)) else {
                continue;
            };
            match asked.ask(&done.taken, &edit, fewer.as_ref(), judge) {
                Verdict::Good => {
                    gone[part_of(puzzle.size(), edit.place)] += 1;
                    done.puzzle = fewer;
                    done.taken.push(edit);
                    changed = true;
                }
                Verdict::Bad => {}
                Verdict::Unknown => certain = false,
            }
            if judge.is_spent() {
                certain = certain && edits.is_empty();
                edits.clear();
            }
        }
        // A clue that was taken away in part may go entirely.
        let once_each = allowed(done.puzzle.as_ref(), strip, fixed)
            .iter()
            .all(|edit| done.taken.iter().all(|taken| taken.place != edit.place));
        let settled = !changed || matches!(strip.by, ProvedBy::Proof) && once_each;
        if judge.is_spent() || done.taken.len() >= amount || settled {
            done.minimal = certain && edits.is_empty() && settled;
            return done;
        }
    }
}

/// The clue to try now.
fn next(edits: &mut Vec<Edit>, puzzle: &dyn Puzzle, balance: bool, gone: &[usize]) -> Option<Edit> {
    if !balance {
        return edits.pop();
    }
    let size = puzzle.size();
    let loss = |place: Place| gone[part_of(size, place)];
    let best = (0..edits.len()).min_by_key(|&i| loss(edits[i].place))?;
    Some(edits.swap_remove(best))
}
