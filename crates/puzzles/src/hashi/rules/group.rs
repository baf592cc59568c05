//! Rules about groups of islands that would be cut off from the rest. While islands lie outside a
//! group, some bridge must leave it.

use logic::{About, Found, Ground, Rule, Step};

use super::suppose::Suppose;
use super::words::bridges;
use super::{Hashi, State, clue, connected};
use crate::Fact;
use crate::kit::words::capital;

pub(super) const PAIR: Rule<Hashi> = Rule {
    about: About {
        id: "lonely-pair",
        name: "Lonely pair",
        group: "",
        level: 3,
        weight: 4,
        once: true,
        trial: false,
        words: "Two 1s are never joined to each other, and two 2s never by a double bridge: both \
                would be complete, and nothing would lead from them to the other islands.",
    },
    find: pair,
    say: say_pair,
};

/// The number of bridges between the two ends that would complete both.
fn pair_number(game: &Hashi, span: usize) -> Option<u8> {
    let (a, z) = game.spans[span].ends;
    let need = game.islands[a].need?;
    let same = game.islands[z].need == Some(need);
    (same && need <= game.max && game.islands.len() > 2).then_some(need)
}

fn pair(game: &Hashi, _: &State, found: &mut Found) {
    for s in 0..game.spans.len() {
        let Some(need) = pair_number(game, s) else {
            continue;
        };
        let (a, z) = game.spans[s].ends;
        let words = [s as u32, need as u32, 0, 0];
        found.say(&[Fact::no(game.atom(s, need))], words, |because| {
            because.extend([clue(a), clue(z), connected()]);
        });
    }
}

fn say_pair(game: &Hashi, step: &Step) -> String {
    let [s, k, ..] = step.words.map(|w| w as usize);
    let ends = game.ends_words(s);
    if step.is_clash() {
        return capital(format!(
            "{ends} have bridges to each other only and are cut off from the rest."
        ));
    }
    let by = match k {
        1 => "a bridge".to_owned(),
        k => bridges(k),
    };
    capital(format!(
        "Joined by {by}, {ends} would be complete and cut off from the rest, so {} between them.",
        game.runs(false, k - 1)
    ))
}

pub(super) const WAY_OUT: Rule<Hashi> = Rule {
    about: About {
        id: "only-way-out",
        name: "Only way out",
        group: "",
        level: 3,
        weight: 4,
        once: false,
        trial: false,
        words: "Look at islands that are joined already. If only one side leads from them to \
                islands outside, a bridge runs there.",
    },
    find: way_out,
    say: say_way_out,
};

fn way_out(game: &Hashi, state: &State, found: &mut Found) {
    for leader in game.groups_to_look_at(state, found) {
        if state.group_size(leader) == game.islands.len() {
            continue;
        }
        let border = || {
            (state.group(leader))
                .flat_map(|i| game.sides(i).map(move |s| (i, s)))
                .filter(|&(i, s)| state.leader(game.across(s, i)) != leader)
        };
        let mut open = border().filter(|&(_, s)| state.most[s] > 0);
        let (way, second) = (open.next(), open.next());
        if second.is_some() {
            continue;
        }
        let closed = |because: &mut Vec<Ground>| {
            let closed = border().filter(|&(_, s)| state.most[s] == 0);
            because.extend(closed.map(|(_, s)| Ground::Fact(Fact::no(game.atom(s, 1)))));
            because.push(connected());
        };
        let size = state.group_size(leader) as u32;
        match way {
            Some((i, s)) => {
                let words = [i as u32, s as u32, size, 0];
                found.say(&[Fact::yes(game.atom(s, 1))], words, closed);
            }
            None => {
                found.clash([leader as u32, 0, size, 0], closed);
                return;
            }
        }
    }
}

fn say_way_out(game: &Hashi, step: &Step) -> String {
    let [i, s, size, _] = step.words.map(|w| w as usize);
    let island = game.island_words(i);
    match (step.is_clash(), size) {
        (true, 1) => capital(format!("{island} is cut off from the rest.")),
        (true, _) => format!("The group of {island} is cut off from the rest."),
        (false, _) => {
            let other = game.island_words(game.across(s, i));
            let group = match size {
                1 => island,
                _ => format!("the group of {island}"),
            };
            capital(format!(
                "{group} has only one way out to the other islands, so at least one bridge runs \
                 to {other}."
            ))
        }
    }
}

pub(super) const FILLING: Rule<Hashi> = Rule {
    about: About {
        id: "cut-off-by-bridge",
        name: "Cut off by a bridge",
        group: "",
        level: 3,
        weight: 5,
        once: false,
        trial: false,
        words: "A bridge that would complete the last open islands of a group, so that nothing \
                leads from the group to the islands outside, is impossible. The same goes for the \
                second bridge of two.",
    },
    find: filling,
    say: say_filling,
};

fn filling(game: &Hashi, state: &State, found: &mut Found) {
    for s in spans_of_groups(game, state, found) {
        if found.over() {
            return;
        }
        let (a, z) = game.spans[s].ends;
        for k in state.least[s] + 1..=state.most[s] {
            // Two islands by themselves: left to the easier rule.
            let alone = state.group_size(state.leader(a)) + state.group_size(state.leader(z)) == 2;
            if alone && pair_number(game, s) == Some(k) {
                break;
            }
            let mut suppose = Suppose::new(game, state);
            suppose.set(s, k);
            if suppose.cuts_off(&[a, z]) {
                let words = [s as u32, k as u32, state.least[s] as u32, 0];
                found.say(&[Fact::no(game.atom(s, k))], words, |because| {
                    suppose.cite_border(&[a, z], because);
                    because.push(connected());
                });
                break;
            }
        }
    }
}

/// The undecided spans of the groups that have news.
fn spans_of_groups(game: &Hashi, state: &State, found: &Found) -> Vec<usize> {
    if found.news().is_none() {
        return (0..game.spans.len())
            .filter(|&s| state.undecided(s))
            .collect();
    }
    let mut spans = Vec::new();
    for leader in game.groups_to_look_at(state, found) {
        for i in state.group(leader) {
            spans.extend(game.sides(i).filter(|&s| state.undecided(s)));
        }
    }
    spans.sort_unstable();
    spans.dedup();
    spans
}

fn say_filling(game: &Hashi, step: &Step) -> String {
    let [s, k, least, _] = step.words.map(|w| w as usize);
    let ends = game.ends_words(s);
    let what = match (k - least, least) {
        (1, 0) => "a bridge".to_owned(),
        (1, _) => "another bridge".to_owned(),
        (_, 0) => bridges(k),
        (more, _) => format!("{} more", bridges(more)),
    };
    let so = match least {
        0 => game.runs(false, k - 1) + " there",
        l if l + 1 == k => format!("it stays at {}", bridges(l)),
        _ => game.runs(false, k - 1) + " there",
    };
    format!(
        "With {what} between {ends}, nothing would lead from their group to the other islands, so \
         {so}."
    )
}

pub(super) const CLOSING: Rule<Hashi> = Rule {
    about: About {
        id: "cut-off-by-closing",
        name: "Cut off by closing a side",
        group: "",
        level: 3,
        weight: 6,
        once: false,
        trial: false,
        words: "If an island got no more bridges on one side, it might have to fill all its other \
                sides. If it and the islands it is then joined to would be complete, and cut off \
                from the rest, this side needs a bridge: a 2 beside two 1s is not joined to both \
                of them.",
    },
    find: closing,
    say: say_closing,
};

fn closing(game: &Hashi, state: &State, found: &mut Found) {
    for i in islands_at_groups(game, state, found) {
        if found.over() {
            return;
        }
        let Some(need) = game.islands[i].need else {
            continue;
        };
        for s in game.sides(i).filter(|&s| state.undecided(s)) {
            let others = state.room[i] - state.most[s];
            if others + state.least[s] != need {
                continue;
            }
            let mut suppose = Suppose::new(game, state);
            let mut islands = [i; 5];
            for (t, slot) in game.sides(i).zip(&mut islands[1..]) {
                let k = if t == s {
                    state.least[s]
                } else {
                    state.most[t]
                };
                suppose.set(t, k);
                if k > 0 {
                    *slot = game.across(t, i);
                }
            }
            if suppose.cuts_off(&islands) {
                let others = game.sides(i).filter(|&t| t != s && state.most[t] > 0);
                let others = others.count() as u32;
                let words = [i as u32, s as u32, state.least[s] as u32, others];
                let more = Fact::yes(game.atom(s, state.least[s] + 1));
                found.say(&[more], words, |because| {
                    because.push(clue(i));
                    let others = game.sides(i).filter(|&t| t != s);
                    others.for_each(|t| game.cite_most(state, t, because));
                    suppose.cite_border(&islands, because);
                    because.push(connected());
                });
            }
        }
    }
}

/// The islands of the groups that have news, and their neighbours.
fn islands_at_groups(game: &Hashi, state: &State, found: &Found) -> Vec<usize> {
    if found.news().is_none() {
        return (0..game.islands.len()).collect();
    }
    let mut islands = Vec::new();
    for leader in game.groups_to_look_at(state, found) {
        for i in state.group(leader) {
            islands.push(i);
            let open = game.sides(i).filter(|&s| state.undecided(s));
            islands.extend(open.map(|s| game.across(s, i)));
        }
    }
    islands.sort_unstable();
    islands.dedup();
    islands
}

fn say_closing(game: &Hashi, step: &Step) -> String {
    let [i, s, least, others] = step.words.map(|w| w as usize);
    let island = game.island_words(i);
    let other = game.island_words(game.across(s, i));
    let (without, so) = match least {
        0 => ("a bridge", "at least one bridge runs there".to_owned()),
        k => ("another bridge", game.runs(true, k + 1) + " there"),
    };
    let sides = if others == 1 { "side" } else { "sides" };
    format!(
        "Without {without} to {other}, {island} would have to fill its other {sides} and be cut off \
         with what lies there, so {so}."
    )
}
