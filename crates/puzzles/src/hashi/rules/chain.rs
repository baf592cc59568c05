//! Chains: where an island has only two undecided sides, one of them decides the other. Along a
//! row of such islands one number decides all; there are two or three ways at most, and those that
//! break something at once are struck out. A chain may come back to where it began (a ring), or to
//! an island where it has been; that is where it says something that the islands alone do not.

use logic::{About, Found, Ground, Rule, Step};

use super::suppose::{Paper, Suppose};
use super::{Hashi, State, clue};
use crate::Fact;
use crate::kit::words::number;

pub(super) const CHAIN: Rule<Hashi> = Rule {
    about: About {
        id: "chain",
        name: "Chain",
        group: "",
        level: 4,
        weight: 12,
        once: false,
        trial: false,
        words: "An island with two open sides links them: what one of them does not get, the \
                other gets. Follow a chain of such islands; the number on its first side decides \
                all the others. Strike out the numbers with which bridges would cross, an island \
                would have too many or too few, or islands would be cut off. What is left is true \
                all along the chain.",
    },
    find: chains,
    say: say_chain,
};

/// The sides of a chain in order, and the islands that link them: the first links the first two
/// sides. A ring has as many islands as sides.
struct Chain {
    sides: Vec<usize>,
    links: Vec<usize>,
}

/// The other undecided side, if the island has exactly two and a number.
fn partner(game: &Hashi, state: &State, island: usize, side: usize) -> Option<usize> {
    game.islands[island].need?;
    let mut others = (game.sides(island)).filter(|&s| s != side && state.undecided(s));
    let other = others.next()?;
    others.next().is_none().then_some(other)
}

/// The chain through a side, if it has at least two sides.
fn chain(game: &Hashi, state: &State, side: usize) -> Option<Chain> {
    // Go back to its beginning, or once around.
    let (mut first, mut towards) = (side, game.spans[side].ends.1);
    let mut at = game.spans[side].ends.0;
    while let Some(before) = partner(game, state, at, first) {
        towards = at;
        at = game.across(before, at);
        first = before;
        if first == side {
            break;
        }
    }
    let mut chain = Chain {
        sides: vec![first],
        links: Vec::new(),
    };
    let (mut last, mut at) = (first, towards);
    while let Some(next) = partner(game, state, at, last) {
        chain.links.push(at);
        if next == first {
            break;
        }
        chain.sides.push(next);
        at = game.across(next, at);
        last = next;
    }
    (chain.sides.len() > 1).then_some(chain)
}

/// Suppose the number on the first side and all that it decides; false if that is impossible.
fn follow(game: &Hashi, state: &State, chain: &Chain, first: u8, suppose: &mut Suppose) -> bool {
    suppose.clear();
    suppose.set(chain.sides[0], first);
    let mut more = (first - state.least[chain.sides[0]]) as i32;
    for (k, &island) in chain.links.iter().enumerate() {
        let Some(left) = game.left(state, island) else {
            return false;
        };
        more = left - more;
        match chain.sides.get(k + 1) {
            Some(&s) => {
                let most = (state.most[s] - state.least[s]) as i32;
                if !(0..=most).contains(&more) {
                    return false;
                }
                suppose.set(s, state.least[s] + more as u8);
            }
            // Around the ring it must come out the same.
            None if more != (first - state.least[chain.sides[0]]) as i32 => return false,
            None => {}
        }
    }
    true
}

fn chains(game: &Hashi, state: &State, found: &mut Found) {
    let mut done = vec![false; game.spans.len()];
    let mut paper = Paper::new(game);
    let mut suppose = Suppose::new(game, state);
    for side in 0..game.spans.len() {
        if done[side] || !state.undecided(side) || found.over() {
            continue;
        }
        let Some(chain) = chain(game, state, side) else {
            continue;
        };
        chain.sides.iter().for_each(|&s| done[s] = true);
        let mut good: Vec<(u8, u8)> = Vec::new();
        let from = chain.sides[0];
        for first in state.least[from]..=state.most[from] {
            if !follow(game, state, &chain, first, &mut suppose) || suppose.breaks(&mut paper) {
                continue;
            }
            if good.is_empty() {
                good.extend(suppose.all().iter().map(|&(_, k)| (k, k)));
            }
            for ((least, most), &(_, k)) in good.iter_mut().zip(suppose.all()) {
                *least = k.min(*least);
                *most = k.max(*most);
            }
        }
        let mut facts: Vec<Fact> = Vec::new();
        for (&s, &(least, most)) in chain.sides.iter().zip(&good) {
            if least > state.least[s] {
                facts.push(Fact::yes(game.atom(s, least)));
            }
            if most < state.most[s] {
                facts.push(Fact::no(game.atom(s, most + 1)));
            }
        }
        let ring = chain.links.len() == chain.sides.len();
        let last = chain.sides[chain.sides.len() - 1];
        let words = [
            from as u32,
            last as u32,
            chain.sides.len() as u32,
            ring as u32,
        ];
        let grounds = |because: &mut Vec<Ground>| cite_chain(game, state, &chain, because);
        match good.is_empty() {
            true => found.clash(words, grounds),
            false if facts.is_empty() => {}
            false => found.say(&facts, words, grounds),
        }
    }
}

fn cite_chain(game: &Hashi, state: &State, chain: &Chain, because: &mut Vec<Ground>) {
    for &i in &chain.links {
        super::cite(because, clue(i));
        for s in game.sides(i) {
            game.cite_least(state, s, because);
            game.cite_most(state, s, because);
        }
    }
    for &s in &chain.sides {
        game.cite_least(state, s, because);
        game.cite_most(state, s, because);
    }
    let mut paper = Paper::new(game);
    let mut suppose = Suppose::new(game, state);
    let from = chain.sides[0];
    for first in state.least[from]..=state.most[from] {
        if follow(game, state, chain, first, &mut suppose) && suppose.breaks(&mut paper) {
            suppose.cite_break(&mut paper, because);
        }
    }
}

fn say_chain(game: &Hashi, step: &Step) -> String {
    let [first, last, sides, ring] = step.words.map(|w| w as usize);
    let begin = game.ends_words(first);
    let chain = match ring {
        1 => format!("Around the ring of {} sides through {begin}", number(sides)),
        _ => format!(
            "Along the chain of {} sides from that between {begin} to that between {}",
            number(sides),
            game.ends_words(last)
        ),
    };
    if step.is_clash() {
        return format!("{chain} one number of bridges decides the others, and none of them fits.");
    }
    format!(
        "{chain} one number of bridges decides the others, and those that break no rule have this \
         in common: {}.",
        game.conclusions(step)
    )
}
