//! Rule N−1: a view of one less than the length.
//!
//! The line is a stair in which one building has moved back: it stands on a later position, the
//! ones it has passed are a step further to the front, all others are at home.

use logic::{About, Found, Ground, Rule, Step};

use super::{Skyscrapers, State};
use crate::Fact;
use crate::kit::words::capital;

const fn part(id: &'static str, name: &'static str, once: bool, words: &'static str) -> About {
    About {
        id,
        name,
        group: "rule-n-minus-1",
        level: 2,
        weight: 6,
        once,
        trial: false,
        words,
    }
}

pub(super) const PREDEF: Rule<Skyscrapers> = Rule {
    about: part(
        "rule-n-minus-1-predef",
        "Rule N−1, predefined",
        true,
        "A view of one less than the length sees all buildings but one: a stair in which one \
         building has moved back. So no building is more than one step in front of its place in \
         the stair.",
    ),
    find: predef,
    say: say_predef,
};

pub(super) const BUBBLES_BACK: Rule<Skyscrapers> = Rule {
    about: part(
        "rule-n-minus-1-bubbles-back",
        "Rule N−1, bubbles back",
        false,
        "In a stair in which one building has moved back, every other building is on its own step \
         or one in front of it. A building that can be on neither is the one that moved: all \
         lower ones are at home, and the next higher one has taken its step.",
    ),
    find: bubbles_back,
    say: say_bubbles,
};

pub(super) const STEPS_FRONT: Rule<Skyscrapers> = Rule {
    about: part(
        "rule-n-minus-1-steps-front",
        "Rule N−1, steps front",
        false,
        "In a stair in which one building has moved back, every step but one holds its own \
         building or the next higher one. A step that can hold neither is where the moved one \
         has gone: the building of this step is one step in front, and all higher ones are at \
         home.",
    ),
    find: steps_front,
    say: say_steps,
};

/// The views that see all buildings but one, where the rule holds.
fn views<'a>(game: &'a Skyscrapers, lines: u32) -> impl Iterator<Item = usize> + 'a {
    let n = game.side();
    let all = if game.parks() == 0 && n >= 3 {
        2 * n
    } else {
        0
    };
    (0..all)
        .filter(move |line| lines & 1 << line != 0)
        .flat_map(|line| game.views_of(line))
        .filter(move |&view| game.views[view] == Some(n as u16 - 1))
}

fn predef(game: &Skyscrapers, _: &State, found: &mut Found) {
    for view in views(game, u32::MAX) {
        let facts: Vec<Fact> = (3..=game.side())
            .flat_map(|height| (0..height - 2).map(move |p| (p, height)))
            .map(|(p, height)| game.is_not(game.seen_cell(view, p), height))
            .collect();
        found.say(&facts, [view as u32, 0, 0, 0], |because| {
            because.push(game.view_ground(view));
        });
    }
}

fn say_predef(game: &Skyscrapers, step: &Step) -> String {
    let view = capital(&game.view_words(step.words[0] as usize));
    let why = format!("{view} sees all buildings but one: a stair in which one has moved back");
    match step.is_clash() {
        true => format!("{why}, but something stands too far in front."),
        false => format!("{why}. So {}.", game.conclusion(&step.therefore)),
    }
}

fn bubbles_back(game: &Skyscrapers, state: &State, found: &mut Found) {
    let n = game.side();
    for view in views(game, game.lines_to_look_at(found)) {
        // Positions count from 1 here, as in a stair.
        let at = |position: usize| game.seen_cell(view, position - 1);
        let can = |position: usize, height: usize| {
            game.open_heights(state, at(position)) & 1 << height != 0
        };
        for x in 1..n {
            if can(x, x) || (x > 1 && can(x - 1, x)) {
                continue;
            }
            let mut facts: Vec<Fact> = (1..x).map(|y| game.is(at(y), y)).collect();
            facts.push(game.is(at(x), x + 1));
            found.say(&facts, [view as u32, x as u32, 0, 0], |because| {
                because.push(game.view_ground(view));
                because.push(game.why_not(state, at(x), x));
                if x > 1 {
                    because.push(game.why_not(state, at(x - 1), x));
                }
            });
            if found.over() {
                return;
            }
        }
    }
}

fn say_bubbles(game: &Skyscrapers, step: &Step) -> String {
    let [view, x, ..] = step.words.map(|w| w as usize);
    let words = capital(&game.view_words(view));
    let why = format!(
        "{words} sees a stair in which one building has moved back; the {x} is neither on its step \
         nor in front of it, so it is the one"
    );
    match step.is_clash() {
        true => format!("{why}, but that is not possible."),
        false => format!("{why}: {}.", game.conclusion(&step.therefore)),
    }
}

fn steps_front(game: &Skyscrapers, state: &State, found: &mut Found) {
    let n = game.side();
    for view in views(game, game.lines_to_look_at(found)) {
        let at = |position: usize| game.seen_cell(view, position - 1);
        let can = |position: usize, height: usize| {
            game.open_heights(state, at(position)) & 1 << height != 0
        };
        for x in 2..=n {
            if can(x, x) || (x < n && can(x, x + 1)) {
                continue;
            }
            let mut facts: Vec<Fact> = (x + 1..=n).map(|y| game.is(at(y), y)).collect();
            facts.push(game.is(at(x - 1), x));
            found.say(
                &facts,
                [view as u32, at(x) as u32, x as u32, 0],
                |because| {
                    because.push(game.view_ground(view));
                    let first: Ground = game.why_not(state, at(x), x);
                    because.push(first);
                    if x < n {
                        let second = game.why_not(state, at(x), x + 1);
                        if second != first {
                            because.push(second);
                        }
                    }
                },
            );
            if found.over() {
                return;
            }
        }
    }
}

fn say_steps(game: &Skyscrapers, step: &Step) -> String {
    let [view, at, x, _] = step.words.map(|w| w as usize);
    let (words, at) = (capital(&game.view_words(view)), game.at_words(at));
    let holds = match x == game.side() {
        true => format!("{at} does not hold the {x}"),
        false => format!("{at} holds neither the {x} nor the {}", x + 1),
    };
    let why = format!(
        "{words} sees a stair in which one building has moved back; {holds}, so the moved one is \
         there"
    );
    match step.is_clash() {
        true => format!("{why}, but that is not possible."),
        false => format!("{why}: {}.", game.conclusion(&step.therefore)),
    }
}
