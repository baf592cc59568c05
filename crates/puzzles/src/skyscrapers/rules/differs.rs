//! Comparing a view with what is seen now: DiffersIsPossible, DiffersOne, SuperFillGaps.
//!
//! The study's printed rules forget that a new building can hide one that is seen now, and that a
//! new building can itself be hidden; the conditions "clear front" and "lit" put that right.

use logic::{About, Found, Ground, Rule, Step};

use super::line::bits;
use super::sight::Sight;
use super::{Skyscrapers, State};
use crate::Fact;
use crate::kit::words::capital;

const fn one(id: &'static str, name: &'static str, words: &'static str) -> About {
    About {
        id,
        name,
        group: "differs-one",
        level: 2,
        weight: 5,
        once: false,
        trial: false,
        words,
    }
}

pub(super) const IS_POSSIBLE: Rule<Skyscrapers> = Rule {
    about: About {
        id: "differs-is-possible",
        name: "DiffersIsPossible",
        group: "",
        level: 2,
        weight: 4,
        once: false,
        trial: false,
        words: "Count the buildings that are seen now, and the free cells up to the first building \
                that nothing new can top. If all these cells are needed to reach the view, each of \
                them will be seen, and nothing that is seen now may disappear: the heights rise. So \
                the lowest missing height stands in the first of these cells or behind the wall, \
                and every new building is between its neighbours in height.",
    },
    find: is_possible,
    say: say_possible,
};

pub(super) const ONE_NO_HIDE: Rule<Skyscrapers> = Rule {
    about: one(
        "differs-one-no-hide",
        "DiffersOne, no hide",
        "Exactly one more building has to be seen, and whatever comes into the first free cell \
         will be seen. If the highest missing building cannot hide behind a higher one, it will be \
         seen as well: so it stands in that first free cell.",
    ),
    find: no_hide,
    say: say_no_hide,
};

pub(super) const ONE_HIDE: Rule<Skyscrapers> = Rule {
    about: one(
        "differs-one-hide",
        "DiffersOne, hide",
        "Exactly one more building has to be seen, and whatever comes into the first free cell \
         will be seen. So the highest missing building is not in a later cell of the front, where \
         it would be seen too; and if it is not in the first one, it hides behind a higher one.",
    ),
    find: hide,
    say: say_hide,
};

pub(super) const ONE_SCRATCH: Rule<Skyscrapers> = Rule {
    about: one(
        "differs-one-scratch",
        "DiffersOne, scratch",
        "Exactly one more building has to be seen. The lowest missing height in the first free \
         cell would be seen, and so would something higher in another free cell of the front.",
    ),
    find: scratch,
    say: say_scratch,
};

pub(super) const SUPER_FILL_GAPS: Rule<Skyscrapers> = Rule {
    about: About {
        id: "super-fill-gaps",
        name: "SuperFillGaps",
        group: "",
        level: 2,
        weight: 4,
        once: false,
        trial: false,
        words: "All free cells up to the wall have to be seen, and there are just as many missing \
                heights above the last building in front of them: these heights stand there in \
                rising order.",
    },
    find: super_fill_gaps,
    say: say_super,
};

fn is_possible(game: &Skyscrapers, state: &State, found: &mut Found) {
    let mut facts: Vec<Fact> = Vec::new();
    for sight in game.sights(state, found) {
        let free = sight.free();
        if sight.missing() < free.len() as i32 || (free.is_empty() && sight.missing() == 0) {
            continue;
        }
        let in_zone = |p: usize, _| p < sight.wall;
        if sight.missing() > free.len() as i32 {
            found.clash(sight.words(), |because| {
                sight.cite(game, because, in_zone);
            });
            return;
        }
        // All of them are seen: none is a park, and each is between its neighbours.
        facts.clear();
        for &p in free {
            let (low, high) = sight.between(p as usize);
            let at = sight.cell(p as usize);
            let (too_low, lower) = ((1u32 << (low + 1)) - 1, (1u32 << high.min(31)) - 1);
            let wrong = state.can[at] & (too_low | !lower) as u16;
            facts.extend(bits(wrong).map(|h| game.is_not(at, h)));
        }
        found.say(&facts, sight.words(), |because| {
            sight.cite(game, because, in_zone);
        });
        let lowest = sight.lowest_unbuilt();
        let words = [sight.view as u32, lowest as u32, 0, 0];
        let or_lower = |p: usize, h: usize| p < sight.wall || (h > 0 && h < lowest);
        facts.clear();
        if sight.hiding_places(game, state, lowest).next().is_none() {
            facts.push(game.is(sight.cell(free[0] as usize), lowest));
            found.say(&facts, words, |because| {
                let from = sight.cite(game, because, or_lower);
                sight.cite_not_hidden((game, state), lowest, None, because, from);
            });
        } else {
            let later = free[1..].iter();
            facts.extend(later.map(|&p| game.is_not(sight.cell(p as usize), lowest)));
            found.say(&facts, words, |because| {
                sight.cite(game, because, or_lower);
            });
        }
        if found.over() {
            return;
        }
    }
}

fn say_possible(game: &Skyscrapers, step: &Step) -> String {
    let [view, lowest, ..] = step.words.map(|w| w as usize);
    let words = capital(&game.view_words(view));
    if step.is_clash() && lowest == 0 {
        return format!("{words} can no longer be reached: too few buildings can be seen.");
    }
    let why = format!("{words} is reached only if every free cell in front is seen");
    if step.is_clash() {
        return format!("{why}, but the {lowest} has no place then.");
    }
    let so = game.conclusion(&step.therefore);
    match (lowest, step.therefore[0].is_yes()) {
        (0, _) => format!("{why}, so the heights rise there: {so}."),
        (_, true) => {
            format!("{why}; the {lowest} is the lowest of the rest and cannot hide, so {so}.")
        }
        (_, false) => format!("{why}; the {lowest} is the lowest of the rest, so {so}."),
    }
}

/// One more is to be seen, nothing can be taken away, and the first free cell exists.
fn one_missing(sight: &Sight) -> bool {
    sight.missing() == 1 && !sight.free().is_empty() && sight.front_is_clear()
}

/// Whatever comes into the first free cell will be seen.
fn is_lit(state: &State, sight: &Sight) -> bool {
    let first = sight.cell(sight.free()[0] as usize);
    // Bit 0 is the park, which is never seen.
    state.can[first] & ((1 << sight.before) - 1) as u16 == 0 && state.can[first] & 1 == 0
}

fn cite_lit(game: &Skyscrapers, sight: &Sight, because: &mut Vec<Ground>) {
    let first = sight.cell(sight.free()[0] as usize);
    for height in bits(game.all_heights() & !(u16::MAX << sight.before.max(1))) {
        // What stands in the zone is cited anyway; but another park says nothing about this cell.
        let cited = sight.buildings().any(|b| b.1 == height && b.0 < sight.wall);
        if height == 0 || !cited {
            because.push(Ground::Fact(game.is_not(first, height)));
        }
    }
}

fn no_hide(game: &Skyscrapers, state: &State, found: &mut Found) {
    for sight in game.sights(state, found) {
        if !one_missing(&sight) || !is_lit(state, &sight) {
            continue;
        }
        if sight.hiding_places(game, state, sight.top).next().is_some() {
            continue;
        }
        let first = sight.cell(sight.free()[0] as usize);
        let words = [sight.view as u32, sight.top as u32, 0, 0];
        found.say(&[game.is(first, sight.top)], words, |because| {
            let from = sight.cite(game, because, |p, _| p < sight.wall);
            cite_lit(game, &sight, because);
            sight.cite_not_hidden((game, state), sight.top, None, because, from);
        });
        if found.over() {
            return;
        }
    }
}

fn say_no_hide(game: &Skyscrapers, step: &Step) -> String {
    let [view, top, ..] = step.words.map(|w| w as usize);
    let words = capital(&game.view_words(view));
    let why = format!(
        "{words} needs exactly one more building, which the first free cell will show; the {top} \
         cannot hide"
    );
    match step.is_clash() {
        true => format!("{why}, but cannot stand there either."),
        false => format!("{why}, so {}.", game.conclusion(&step.therefore)),
    }
}

fn hide(game: &Skyscrapers, state: &State, found: &mut Found) {
    let mut facts: Vec<Fact> = Vec::new();
    for sight in game.sights(state, found) {
        if !one_missing(&sight) || !is_lit(state, &sight) {
            continue;
        }
        let top = sight.top;
        let first = sight.cell(sight.free()[0] as usize);
        facts.clear();
        let later = sight.free()[1..].iter();
        facts.extend(later.map(|&p| game.is_not(sight.cell(p as usize), top)));
        let hidden = state.can[first] & 1 << top == 0;
        let mut last = None;
        if hidden {
            let mut places = sight.hiding_places(game, state, top);
            if let (Some(only), None) = (places.next(), places.next()) {
                last = Some(only);
                facts.push(game.is(sight.cell(only), top));
            }
        }
        let words = [sight.view as u32, top as u32, hidden as u32, 0];
        found.say(&facts, words, |because| {
            let from = sight.cite(game, because, |p, _| p < sight.wall);
            cite_lit(game, &sight, because);
            if last.is_some() {
                because.push(Ground::Fact(game.is_not(first, top)));
                sight.cite_not_hidden((game, state), top, last, because, from);
            }
        });
        if found.over() {
            return;
        }
    }
}

fn say_hide(game: &Skyscrapers, step: &Step) -> String {
    let [view, top, hidden, _] = step.words.map(|w| w as usize);
    let words = capital(&game.view_words(view));
    let why =
        format!("{words} needs exactly one more building, which the first free cell will show");
    match (step.is_clash(), hidden) {
        (true, _) => format!("{why}, but the {top} would be seen, too."),
        (_, 0) => format!(
            "{why}; the {top} further back would be seen, too, so {}.",
            game.conclusion(&step.therefore)
        ),
        _ => format!(
            "{why}; the {top} is not there, so it hides: {}.",
            game.conclusion(&step.therefore)
        ),
    }
}

fn scratch(game: &Skyscrapers, state: &State, found: &mut Found) {
    for sight in game.sights(state, found) {
        let lowest = sight.lowest_unbuilt();
        if !one_missing(&sight)
            || sight.before >= lowest
            || sight.free().len() <= 1 + sight.parks_left
        {
            continue;
        }
        let first = sight.cell(sight.free()[0] as usize);
        let words = [sight.view as u32, lowest as u32, first as u32, 0];
        found.say(&[game.is_not(first, lowest)], words, |because| {
            sight.cite(game, because, |p, h| p < sight.wall || h < lowest);
        });
        if found.over() {
            return;
        }
    }
}

fn say_scratch(game: &Skyscrapers, step: &Step) -> String {
    let [view, lowest, first, _] = step.words.map(|w| w as usize);
    let (words, at) = (capital(&game.view_words(view)), game.at_words(first));
    let but = if step.is_clash() {
        "but it stands there"
    } else {
        "so it does not stand there"
    };
    format!(
        "{words} needs exactly one more building; behind the {lowest} in {at} something higher \
         would be seen, too, {but}."
    )
}

fn super_fill_gaps(game: &Skyscrapers, state: &State, found: &mut Found) {
    let mut facts: Vec<Fact> = Vec::new();
    for sight in game.sights(state, found) {
        let free = sight.free();
        if free.is_empty() || sight.missing() != free.len() as i32 {
            continue;
        }
        let higher = sight.unbuilt & (u16::MAX << (sight.before + 1));
        let words = [sight.view as u32, sight.before as u32, 0, 0];
        let grounds = |because: &mut Vec<Ground>| {
            sight.cite(game, because, |p, h| p < sight.wall || h > sight.before);
        };
        match (higher.count_ones() as usize).cmp(&free.len()) {
            std::cmp::Ordering::Greater => continue,
            std::cmp::Ordering::Less => found.clash(words, grounds),
            std::cmp::Ordering::Equal => {
                facts.clear();
                let stair = free.iter().zip(bits(higher));
                facts.extend(stair.map(|(&p, h)| game.is(sight.cell(p as usize), h)));
                found.say(&facts, words, grounds);
            }
        }
        if found.over() {
            return;
        }
    }
}

fn say_super(game: &Skyscrapers, step: &Step) -> String {
    let [view, before, ..] = step.words.map(|w| w as usize);
    let words = capital(&game.view_words(view));
    let why = format!("{words} is reached only if every free cell in front is seen");
    if step.is_clash() {
        return format!("{why}, but too few heights above {before} are left for them.");
    }
    let so = game.conclusion(&step.therefore);
    match before {
        0 => format!("{why}, and just enough heights are left for them, so they rise: {so}."),
        _ => format!(
            "{why}, and just enough heights above {before} are left for them, so they rise: {so}."
        ),
    }
}
