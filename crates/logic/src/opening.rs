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
//! the order of cells.) Harder rules go on where easier ones had nothing more to say.

use std::cmp::Ordering;

use crate::Fact;
use crate::order::sort_by_number;
use crate::rule::Reasoning;
use crate::think::{Outcome, Plan, Sheet};
use crate::trial::{Broken, Followed, LONGEST_CHAIN, follow, follow_on};
use crate::watch::Watch;

/// The suppositions that open most among those that break, and the plan under which they do. What is
/// opened is what the rules of `named` find then. A later plan follows what has stood so far, the most
/// promising of it, and only if nothing has opened much. If nobody is waiting any longer, the best so far.
pub(crate) fn opening_most<T: Reasoning>(
    sheet: &Sheet<T>,
    plans: &[Plan],
    named: &Plan,
) -> (Plan, Vec<Broken>) {
    let mut best = Under::default();
    let mut by = named.clone();
    let mut among = suppositions(sheet);
    let mut kept: Vec<Kept<T>> = Vec::new();
    for (at, inner) in plans.iter().enumerate() {
        if !(at.checked_sub(1)).is_some_and(|at| inner.rules.starts_with(&plans[at].rules)) {
            kept.clear();
        }
        let answers = among.len() * sheet.known.atoms();
        if kept.is_empty() && (among.len() <= MOST_KEPT || answers <= MOST_ANSWERS_KEPT) {
            let mut sorted = among.clone();
            sort_by_number(&mut sorted, |&suppose| number(suppose));
            kept.extend(sorted.into_iter().map(|suppose| Kept::new(sheet, suppose)));
        }
        let mut found = under(sheet, &among, inner, named, &mut kept);
        among = promising(std::mem::take(&mut found.standing));
        if found.opened > best.opened {
            (best, by) = (found, inner.clone());
        }
        if best.opened * MUCH >= sheet.known.open() || sheet.watch.has_rung() {
            break;
        }
    }
    (by, best.broken)
}

/// One part in so many of what is open is much: nobody looks for harder arguments then. (With a
/// seventh or a quarter the trials of published puzzles come out the same but for a few.)
const MUCH: usize = 5;

/// So many suppositions are followed with harder rules, those of which easier ones have found most.
/// With 16 the hardest published puzzles take up to 14 trials instead of 8, and from 30 on following them
/// takes more time than the trials that it saves.
const PROMISING: usize = 24;

/// No more sheets than these are kept while they are followed, or no more answers on all of them: enough
/// for boards of 10×10. What is not kept is followed anew whenever it is followed further; that took an
/// eighth of the time to rate puzzles of numbers in lines, and a tenth where circles hang together.
const MOST_KEPT: usize = 2 * PROMISING;
const MOST_ANSWERS_KEPT: usize = 200_000;

/// A number for a fact that others do not have.
fn number(fact: Fact) -> usize {
    2 * fact.var() + usize::from(fact.is_yes())
}

/// A supposition that is followed on its own sheet, and how many rounds it has been. More rounds, or a
/// plan that has the same rules first, go on from there.
struct Kept<'a, T: Reasoning> {
    suppose: Fact,
    rounds: u32,
    paper: Sheet<'a, T>,
}

impl<'a, T: Reasoning> Kept<'a, T> {
    fn new(sheet: &Sheet<'a, T>, suppose: Fact) -> Kept<'a, T> {
        Kept {
            suppose,
            rounds: 0,
            paper: sheet.clone(),
        }
    }
}

/// What became of suppositions under one plan.
#[derive(Default)]
struct Under {
    /// How much each of those that open most opens.
    opened: usize,
    broken: Vec<Broken>,
    /// Those that stand, and how much is known if they are followed.
    standing: Vec<(usize, Fact)>,
}

fn under<'a, T: Reasoning>(
    sheet: &Sheet<'a, T>,
    among: &[Fact],
    inner: &Plan,
    named: &Plan,
    kept: &mut [Kept<'a, T>],
) -> Under {
    let mut search = Search {
        best: Vec::new(),
        skipped: Vec::new(),
        opened_already: vec![None; sheet.known.atoms()],
    };
    let mut paper = sheet.clone();
    let mut standing = Vec::new();
    let mut unknown = among.to_vec();
    let mut limit = FIRST_LIMIT;
    loop {
        let mut further = |suppose: Fact| {
            let place = kept.binary_search_by_key(&number(suppose), |kept| number(kept.suppose));
            let (followed, paper) = match place.map(|place| &mut kept[place]) {
                Ok(Kept {
                    rounds, paper: own, ..
                }) => {
                    // One notebook for all, which has room already.
                    std::mem::swap(&mut own.notes, &mut paper.notes);
                    let followed = follow_on(own, suppose, inner, rounds, limit);
                    std::mem::swap(&mut own.notes, &mut paper.notes);
                    (followed, &*own)
                }
                Err(_) => {
                    paper.copy_from(sheet);
                    (follow(&mut paper, suppose, inner, limit), &paper)
                }
            };
            (followed, paper.known.facts().len())
        };
        let (broken, on) = followed(sheet.watch, &unknown, &mut further, &mut standing);
        search.look(&mut paper, sheet, broken, named);
        unknown = on;
        // What breaks later still must open more than there is, to be better.
        let is_settled = !search.is_worth(sheet, limit + 1);
        if unknown.is_empty() || is_settled || limit >= LONGEST_CHAIN || sheet.watch.has_rung() {
            break;
        }
        limit = (2 * limit).min(LONGEST_CHAIN);
    }
    Under {
        opened: search.best.first().map_or(0, |best| best.opened),
        broken: one_of_each(&mut paper, sheet, search.best, search.skipped, named),
        standing,
    }
}

/// So many rounds are followed at first, then twice as many, and so on: what breaks soon is often so
/// good that nothing else has to be followed to its end.
const FIRST_LIMIT: u32 = 3;

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
        sort_by_number(&mut broken, |one| one.rounds as usize);
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

/// Of no family, so that the code that sorts is there once.
fn easiest_first(best: &mut [Opening]) {
    best.sort_by(|a, b| a.course.cmp(&b.course));
}

/// Those of which most was found, as many as are promising and all that are no worse than the last of
/// these, so that it does not depend on the order of cells.
fn promising(mut standing: Vec<(usize, Fact)>) -> Vec<Fact> {
    sort_by_number(&mut standing, |&(found, _)| usize::MAX - found);
    let least = standing.get(PROMISING - 1).map_or(0, |&(found, _)| found);
    let promising = standing.into_iter().filter(|&(found, _)| found >= least);
    promising.map(|(_, suppose)| suppose).collect()
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
        match paper.round(named, &mut ()) {
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

/// Those suppositions that break, and those of which it is not known so far; if nobody is waiting any
/// longer, those found so far. Those that stand are added to the others. `further` says what becomes of
/// one, and how much is known then. Of no family, as above.
fn followed(
    watch: &Watch,
    suppositions: &[Fact],
    further: &mut dyn FnMut(Fact) -> (Followed, usize),
    standing: &mut Vec<(usize, Fact)>,
) -> (Vec<Broken>, Vec<Fact>) {
    let (mut broken, mut unknown) = (Vec::new(), Vec::new());
    for &suppose in suppositions {
        if watch.is_over() {
            break;
        }
        match further(suppose) {
            (Followed::Broke(rounds), _) => broken.push(Broken { suppose, rounds }),
            (Followed::Unknown, _) => unknown.push(suppose),
            (Followed::Stands, known) => standing.push((known, suppose)),
        }
    }
    (broken, unknown)
}
