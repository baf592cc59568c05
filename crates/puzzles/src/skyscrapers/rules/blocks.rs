//! Blocks, large and small, and the view that is met already.

use logic::{About, Found, Ground, Rule, Step};

use super::line::bits;
use super::{Skyscrapers, State};
use crate::Fact;
use crate::kit::words::capital;

const fn block(id: &'static str, name: &'static str, words: &'static str) -> About {
    About {
        id,
        name,
        group: "blocks",
        level: 2,
        weight: 5,
        once: false,
        trial: false,
        words,
    }
}

pub(super) const LARGE: Rule<Skyscrapers> = Rule {
    about: block(
        "blocks-large",
        "Blocks, large",
        "The highest missing building closes the view where it stands. If the view is not reached \
         even with every free cell before it seen, it does not stand there.",
    ),
    find: large,
    say: say_large,
};

pub(super) const SMALL: Rule<Skyscrapers> = Rule {
    about: block(
        "blocks-small",
        "Blocks, small",
        "Exactly one more building has to be seen. A height in the first free cell would be it; \
         but if there are too few lower heights for the other free cells of the front, something \
         higher comes there and is seen as well. So this height does not stand in the first one.",
    ),
    find: small,
    say: say_small,
};

pub(super) const VIEW_MET: Rule<Skyscrapers> = Rule {
    about: About {
        id: "view-met",
        name: "View met",
        group: "",
        level: 2,
        weight: 3,
        once: false,
        trial: false,
        words: "If as many buildings as the view says will be seen for certain, nothing \
                else may be seen: the free cells before the wall stay lower than what stands in \
                front of them.",
    },
    find: view_met,
    say: say_met,
};

fn large(game: &Skyscrapers, state: &State, found: &mut Found) {
    let mut facts: Vec<Fact> = Vec::new();
    for sight in game.sights(state, found) {
        if sight.missing() <= 0 {
            continue;
        }
        facts.clear();
        let mut last = 0;
        for (j, &p) in sight.free().iter().enumerate() {
            let p = p as usize;
            let mut highest = 0;
            let mut seen = 0;
            for (_, height) in sight.buildings().filter(|b| b.0 < p) {
                seen += (height > highest) as i32;
                highest = highest.max(height);
            }
            if seen + j as i32 + 1 + sight.seen_from_wall < sight.want {
                facts.push(game.is_not(sight.cell(p), sight.top));
                last = p;
            }
        }
        let words = [sight.view as u32, sight.top as u32, 0, 0];
        found.say(&facts, words, |because| {
            sight.cite(game, because, |p, _| p < last);
        });
        if found.over() {
            return;
        }
    }
}

fn say_large(game: &Skyscrapers, step: &Step) -> String {
    let [view, top, ..] = step.words.map(|w| w as usize);
    let words = capital(&game.view_words(view));
    if step.is_clash() {
        return format!("{words} is blocked by the {top}: too few buildings are seen.");
    }
    let so = game.conclusion(&step.therefore);
    format!("{words} is not reached if the {top} closes the view too early, so {so}.")
}

fn small(game: &Skyscrapers, state: &State, found: &mut Found) {
    let mut facts: Vec<Fact> = Vec::new();
    for sight in game.sights(state, found) {
        if sight.missing() != 1 || sight.free().is_empty() || !sight.front_is_clear() {
            continue;
        }
        let first = sight.cell(sight.free()[0] as usize);
        let others = sight.free().len() - 1;
        facts.clear();
        let mut limit = 0;
        for height in bits(sight.unbuilt & (u16::MAX << (sight.before + 1))) {
            if others > sight.lower_unbuilt(height) + sight.parks_left {
                facts.push(game.is_not(first, height));
                limit = height;
            }
        }
        let words = [sight.view as u32, first as u32, limit as u32, 0];
        found.say(&facts, words, |because| {
            sight.cite(game, because, |p, h| p < sight.wall || h < limit);
        });
        if found.over() {
            return;
        }
    }
}

fn say_small(game: &Skyscrapers, step: &Step) -> String {
    let [view, first, height, _] = step.words.map(|w| w as usize);
    let (words, at) = (capital(&game.view_words(view)), game.at_words(first));
    if step.is_clash() {
        return format!(
            "{words} needs exactly one more building, but behind the {height} in {at} something \
             higher must be seen, too."
        );
    }
    let so = game.conclusion(&step.therefore);
    format!(
        "{words} needs exactly one more building; with a low one in {at} something higher behind \
         it would be seen, too, so {so}."
    )
}

fn view_met(game: &Skyscrapers, state: &State, found: &mut Found) {
    let mut facts: Vec<Fact> = Vec::new();
    for sight in game.sights(state, found) {
        let sure = sight.seen_before + sight.seen_from_wall;
        if sure < sight.want {
            continue;
        }
        let first = sight.free().first().map_or(game.side(), |&p| p as usize);
        let words = [sight.view as u32, sight.before as u32, 0, 0];
        let in_front = |p: usize, _| p < first;
        if sure > sight.want {
            found.clash(words, |because| {
                sight.cite(game, because, in_front);
            });
            return;
        }
        if !sight.front_is_clear() {
            let rises = |p: usize, h: usize| p < first || (p < sight.wall && h > sight.before);
            found.clash(words, |because| {
                sight.cite(game, because, rises);
            });
            return;
        }
        facts.clear();
        let higher = u16::MAX << (sight.before + 1);
        for &p in sight.free() {
            let at = sight.cell(p as usize);
            facts.extend(bits(state.can[at] & higher).map(|h| game.is_not(at, h)));
        }
        found.say(&facts, words, |because: &mut Vec<Ground>| {
            sight.cite(game, because, in_front);
        });
        if found.over() {
            return;
        }
    }
}

fn say_met(game: &Skyscrapers, step: &Step) -> String {
    let [view, before, ..] = step.words.map(|w| w as usize);
    let words = capital(&game.view_words(view));
    if step.is_clash() {
        return format!("{words} is passed: more buildings are seen.");
    }
    let so = game.conclusion(&step.therefore);
    match before {
        0 => format!("{words} is met, so nothing new may be seen: {so}."),
        _ => {
            format!("{words} is met, so nothing higher than the {before} may come into view: {so}.")
        }
    }
}
