//! Rules about bridges in each other's way: crossings, and loops where they are forbidden.

use logic::{About, Found, Ground, Rule, Step};

use super::{Hashi, State, cite};
use crate::Fact;
use crate::kit::words::capital;

pub(super) const CROSSING: Rule<Hashi> = Rule {
    about: About {
        id: "crossing",
        name: "No crossing",
        group: "",
        level: 1,
        weight: 1,
        once: false,
        trial: false,
        words: "Bridges never cross. Where a bridge runs, every side that would have to pass over \
                it is closed.",
    },
    find: crossing,
    say: say_crossing,
};

fn crossing(game: &Hashi, state: &State, found: &mut Found) {
    let look = |s: usize, found: &mut Found| {
        if state.least[s] == 0 || game.crossed_by[s].is_empty() {
            return;
        }
        let closed = game.crossed_by[s].iter();
        let closed: Vec<Fact> = closed.map(|&c| Fact::no(game.atom(c, 1))).collect();
        found.say(&closed, [s as u32, 0, 0, 0], |because| {
            because.push(Ground::Fact(Fact::yes(game.atom(s, 1))));
        });
    };
    match found.news() {
        None => (0..game.spans.len()).for_each(|s| look(s, found)),
        Some(news) => {
            for fact in news.iter().filter(|f| f.is_yes()) {
                let (s, k) = game.span_of(fact.var());
                if k == 1 {
                    look(s, found);
                }
            }
        }
    }
}

fn say_crossing(game: &Hashi, step: &Step) -> String {
    let ends = game.ends_words(step.words[0] as usize);
    if step.is_clash() {
        return format!("The bridge between {ends} would cross another bridge.");
    }
    let so = match step.therefore.len() {
        1 => game.conclusions(step),
        _ => "the sides that it crosses are closed".to_owned(),
    };
    format!("A bridge runs between {ends}, so {so}.")
}

pub(super) const LOOP: Rule<Hashi> = Rule {
    about: About {
        id: "no-loop",
        name: "No loop",
        group: "",
        level: 2,
        weight: 2,
        once: false,
        trial: false,
        words: "Where loops are forbidden, two islands that are joined by bridges over other \
                islands are not joined directly as well.",
    },
    find: no_loop,
    say: say_loop,
};

fn no_loop(game: &Hashi, state: &State, found: &mut Found) {
    if !game.no_loop {
        return;
    }
    for leader in game.groups_to_look_at(state, found) {
        let spans = || {
            (state.group(leader))
                .flat_map(|i| game.sides(i).filter(move |&s| game.spans[s].ends.0 == i))
                .filter(|&s| state.leader(game.spans[s].ends.1) == leader)
        };
        let drawn = spans().filter(|&s| state.least[s] > 0).count();
        if drawn >= state.group_size(leader) {
            for s in spans().filter(|&s| state.least[s] > 0) {
                if let Some(path) = path(game, state, s) {
                    found.clash([s as u32, 0, 0, 0], |because| {
                        because.push(Ground::Fact(Fact::yes(game.atom(s, 1))));
                        let path = path.iter().map(|&t| Fact::yes(game.atom(t, 1)));
                        path.for_each(|f| cite(because, Ground::Fact(f)));
                    });
                    return;
                }
            }
        }
        for s in spans().filter(|&s| state.least[s] == 0 && state.most[s] > 0) {
            found.say(
                &[Fact::no(game.atom(s, 1))],
                [s as u32, 0, 0, 0],
                |because| {
                    let path = path(game, state, s).unwrap_or_default();
                    let path = path.iter().map(|&t| Fact::yes(game.atom(t, 1)));
                    path.for_each(|f| cite(because, Ground::Fact(f)));
                },
            );
        }
    }
}

/// Known bridges from one end of a span to the other, without this span.
fn path(game: &Hashi, state: &State, span: usize) -> Option<Vec<usize>> {
    let (a, z) = game.spans[span].ends;
    let mut from: Vec<Option<usize>> = vec![None; game.islands.len()];
    let mut queue = vec![a];
    let mut next = 0;
    while let Some(&i) = queue.get(next) {
        next += 1;
        for s in game.sides(i).filter(|&s| s != span && state.least[s] > 0) {
            let j = game.across(s, i);
            if j != a && from[j].is_none() {
                from[j] = Some(s);
                queue.push(j);
            }
        }
    }
    let mut path = Vec::new();
    let mut at = z;
    while at != a {
        let s = from[at]?;
        path.push(s);
        at = game.across(s, at);
    }
    Some(path)
}

fn say_loop(game: &Hashi, step: &Step) -> String {
    let ends = game.ends_words(step.words[0] as usize);
    if step.is_clash() {
        return format!("The bridges through {ends} form a loop.");
    }
    capital(format!(
        "{ends} are joined already by a way around, so a bridge between them would close a loop: \
         none runs there."
    ))
}
