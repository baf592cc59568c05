//! Of all suppositions that break, the one that opens the puzzle.
//!
//! A person who has to suppose something does not look for the contradiction that comes soonest but
//! for one that gets them on. So every supposition is followed to its end, and of those that break
//! the one is taken after which the named rules find most, for each round that it took to break.
//! Which of several that are equally good is taken must not depend on the order of cells: the one
//! after which things take the easiest course, and all of them if even that is the same and they do
//! not open each other.
//!
//! What keeps that cheap: of what a conclusion opens, nothing can open more; and once something good
//! has been found, nothing has to be followed so far that it could not be better even if it opened
//! everything. (What follows from a supposition that stands must be followed all the same: there are
//! rules that find less when more is known, so it may break, and then which is found would depend on
//! the order of cells.)

use std::cmp::Ordering;

use crate::Fact;
use crate::rule::Reasoning;
use crate::think::{Outcome, Plan, Sheet};
use crate::trial::{Broken, Followed, LONGEST_CHAIN, follow};

/// The suppositions that open most among those that break under the rules of `inner`. What is opened
/// is what the rules of `named` find then. If nobody is waiting any longer, the best so far; in haste,
/// the best of those that break soon, if there are any.
pub(crate) fn opening_most<T: Reasoning>(
    sheet: &Sheet<T>,
    inner: &Plan,
    named: &Plan,
    in_haste: bool,
) -> Vec<Broken> {
    let mut search = Search {
        best: Vec::new(),
        skipped: Vec::new(),
        opened_already: vec![None; sheet.known.atoms()],
    };
    let mut paper = sheet.clone();
    let mut unknown = suppositions(sheet);
    let mut limit = FIRST_LIMIT;
    let longest = if in_haste {
        LONGEST_IN_HASTE
    } else {
        LONGEST_CHAIN
    };
    loop {
        let (broken, on) = followed(&mut paper, sheet, &unknown, inner, limit);
        search.look(&mut paper, sheet, broken, named);
        unknown = on;
        // What breaks later still must open more than there is, to be better.
        let is_settled = !search.is_worth(sheet, limit + 1) || in_haste && !search.best.is_empty();
        if unknown.is_empty() || is_settled || limit >= longest || sheet.watch.has_rung() {
            break;
        }
        limit = (2 * limit).min(longest);
    }
    one_of_each(&mut paper, sheet, search.best, search.skipped, named)
}

/// So many rounds are followed at first, then twice as many, and so on: what breaks soon is often so
/// good that nothing else has to be followed to its end.
const FIRST_LIMIT: u32 = 3;

/// With a last resort every round is an effort: nobody follows it for longer than this.
const LONGEST_IN_HASTE: u32 = 16;

/// The best so far.
struct Search {
    best: Vec<Opening>,
    /// Those that one that was looked at opens as well.
    skipped: Vec<Broken>,
    opened_already: Vec<Option<bool>>,
}

impl Search {
    /// Can something that breaks after so many rounds be as good as the best?
    fn is_worth<T: Reasoning>(&self, sheet: &Sheet<T>, rounds: u32) -> bool {
        let at_most = Worth {
            opened: sheet.known.open(),
            rounds: rounds.max(1) as usize,
        };
        !(self.best.first()).is_some_and(|best| at_most.cmp(best.worth()).is_lt())
    }

    /// What breaks soonest is looked at first. Of what it opens, nothing that breaks later can be
    /// better; and nothing at all can be, once it breaks so late that opening everything is not
    /// enough.
    fn look<'a, T: Reasoning>(
        &mut self,
        paper: &mut Sheet<'a, T>,
        sheet: &Sheet<'a, T>,
        mut broken: Vec<Broken>,
        named: &Plan,
    ) {
        soonest_first(&mut broken);
        for one in broken {
            let is_late = !self.is_worth(sheet, one.rounds);
            if is_late || !self.best.is_empty() && sheet.watch.is_over() {
                break;
            }
            let so = !one.suppose;
            if self.opened_already[so.var()] == Some(so.is_yes()) {
                self.skipped.push(one);
                continue;
            }
            let opening = opening(paper, sheet, one, named);
            for fact in &opening.found {
                self.opened_already[fact.var()] = Some(fact.is_yes());
            }
            let order = match self.best.first() {
                Some(best) => opening.worth().cmp(best.worth()),
                None => Ordering::Greater,
            };
            match order {
                Ordering::Greater => self.best = vec![opening],
                Ordering::Equal => self.best.push(opening),
                Ordering::Less => {}
            }
        }
    }
}

// Sorting is a lot of code: here it is there once, and not for each family.

fn soonest_first(broken: &mut [Broken]) {
    broken.sort_by_key(|broken| broken.rounds);
}

fn easiest_first(best: &mut [Opening]) {
    best.sort_by(|a, b| a.course.cmp(&b.course));
}

/// Of equally good ones those that take the easiest course, and of several that open the same only
/// one. Then nobody can tell from the course which of them it was.
fn one_of_each<'a, T: Reasoning>(
    paper: &mut Sheet<'a, T>,
    sheet: &Sheet<'a, T>,
    mut best: Vec<Opening>,
    skipped: Vec<Broken>,
    named: &Plan,
) -> Vec<Broken> {
    for one in skipped {
        let opens = |best: &Opening| best.found.contains(&!one.suppose);
        let same = |best: &Opening| best.broken.rounds == one.rounds && opens(best);
        if best.iter().any(same) && !sheet.watch.is_over() {
            let opening = opening(paper, sheet, one, named);
            if opening.found.len() == best[0].found.len() {
                best.push(opening);
            }
        }
    }
    easiest_first(&mut best);
    let mut taken: Vec<Opening> = Vec::new();
    for opening in best {
        let is_opened = |other: &Opening| other.found.contains(&!opening.broken.suppose);
        let is_easiest = taken
            .first()
            .is_none_or(|first| first.course == opening.course);
        if is_easiest && !taken.iter().any(is_opened) {
            taken.push(opening);
        }
    }
    taken.into_iter().map(|opening| opening.broken).collect()
}

/// What the opposite of a supposition that breaks opens.
struct Opening {
    broken: Broken,
    opened: usize,
    found: Vec<Fact>,
    /// How it goes on, round by round: level, steps, rules, and how much is known then.
    course: Vec<(u8, u32, u64, usize)>,
}

impl Opening {
    fn worth(&self) -> Worth {
        Worth {
            opened: self.opened,
            rounds: self.broken.rounds.max(1) as usize,
        }
    }
}

fn opening<'a, T: Reasoning>(
    paper: &mut Sheet<'a, T>,
    sheet: &Sheet<'a, T>,
    broken: Broken,
    named: &Plan,
) -> Opening {
    paper.copy_from(sheet);
    let mut course = Vec::new();
    let mut is_broken = !paper.learn(!broken.suppose);
    while !is_broken {
        match paper.round(named, &mut |_| {}) {
            Outcome::Progress(round) => {
                let known = paper.known.facts().len();
                course.push((round.level, round.steps, round.rules, known));
            }
            Outcome::Clash => is_broken = true,
            Outcome::Nothing | Outcome::Stopped => break,
        }
    }
    let found = paper.known.facts()[sheet.known.facts().len()..].to_vec();
    Opening {
        broken,
        // If neither way is possible, that says everything.
        opened: match is_broken {
            true => sheet.known.open(),
            false => found.len(),
        },
        found,
        course,
    }
}

/// How much a supposition that breaks is worth.
#[derive(Clone, Copy, Debug)]
struct Worth {
    opened: usize,
    rounds: usize,
}

impl Worth {
    /// More opened for each round is better; of equals, more altogether.
    fn cmp(self, other: Worth) -> Ordering {
        (self.opened * other.rounds)
            .cmp(&(other.opened * self.rounds))
            .then(self.opened.cmp(&other.opened))
    }
}

/// Everything that can be supposed.
fn suppositions<T: Reasoning>(sheet: &Sheet<T>) -> Vec<Fact> {
    let open = |&atom: &usize| sheet.known.is_open(atom);
    let atoms = (0..sheet.known.atoms()).filter(open);
    atoms
        .flat_map(|atom| [Fact::yes(atom), Fact::no(atom)])
        .collect()
}

/// Those suppositions that break within so many rounds, and those of which that is not known then; if
/// nobody is waiting any longer, those found so far.
fn followed<'a, T: Reasoning>(
    paper: &mut Sheet<'a, T>,
    sheet: &Sheet<'a, T>,
    suppositions: &[Fact],
    inner: &Plan,
    limit: u32,
) -> (Vec<Broken>, Vec<Fact>) {
    let (mut broken, mut unknown) = (Vec::new(), Vec::new());
    for &suppose in suppositions {
        if sheet.watch.is_over() {
            break;
        }
        paper.copy_from(sheet);
        match follow(paper, suppose, inner, limit) {
            Followed::Broke(rounds) => broken.push(Broken { suppose, rounds }),
            Followed::Unknown => unknown.push(suppose),
            Followed::Stands => {}
        }
    }
    (broken, unknown)
}
