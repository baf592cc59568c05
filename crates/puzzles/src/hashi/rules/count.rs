//! Rules about the bridges of one island: what it needs against what its sides can take.

use logic::{About, Found, Ground, Rule, Step};

use super::words::{bridges, number, sentence};
use super::{Hashi, State, clue};
use crate::Fact;

pub(super) const COMPLETE: Rule<Hashi> = Rule {
    about: About {
        id: "island-complete",
        name: "Island complete",
        group: "",
        level: 1,
        weight: 1,
        once: false,
        trial: false,
        words: "An island that has all its bridges gets no more: its other sides are closed.",
    },
    find: complete,
    say: say_complete,
};

fn complete(game: &Hashi, state: &State, found: &mut Found) {
    for i in game.islands_to_look_at(found) {
        let Some(left) = game.left(state, i) else {
            continue;
        };
        if left > 0 {
            continue;
        }
        let grounds = |because: &mut Vec<Ground>| {
            because.push(clue(i));
            game.sides(i)
                .for_each(|s| game.cite_least(state, s, because));
        };
        let words = [i as u32, state.have[i] as u32, 0, 0];
        if left < 0 {
            found.clash(words, grounds);
            return;
        }
        let mut closed = [None; 4];
        for (slot, s) in closed.iter_mut().zip(game.sides(i)) {
            *slot = game.at_most(s, state.least[s]).next();
        }
        let closed: Vec<Fact> = closed.into_iter().flatten().collect();
        found.say(&closed, words, grounds);
    }
}

fn say_complete(game: &Hashi, step: &Step) -> String {
    let island = game.island_words(step.words[0] as usize);
    if step.is_clash() {
        let have = bridges(step.words[1] as usize);
        return sentence(format!("{island} would have {have}, which is too many."));
    }
    let closed = step.therefore.iter().all(|f| game.span_of(f.var()).1 == 1);
    let so = match (closed, step.therefore.len()) {
        (false, _) => "it gets no more".to_owned(),
        (true, 1) => "its other side stays closed".to_owned(),
        (true, _) => "its other sides stay closed".to_owned(),
    };
    sentence(format!("{island} has all its bridges, so {so}."))
}

pub(super) const FULL: Rule<Hashi> = Rule {
    about: About {
        id: "island-full",
        name: "Every bridge needed",
        group: "",
        level: 1,
        weight: 1,
        once: false,
        trial: false,
        words: "Count what the sides of an island can still take. If that is exactly its number, \
                every side gets all it can take: an 8 has two bridges on each side, a 4 in a \
                corner two on both. An island without a number needs at least one bridge, so its \
                last open side gets one.",
    },
    find: full,
    say: say_full,
};

fn full(game: &Hashi, state: &State, found: &mut Found) {
    for i in game.islands_to_look_at(found) {
        let room = state.room[i];
        let need = game.islands[i].need;
        let grounds = |because: &mut Vec<Ground>| {
            because.push(clue(i));
            game.sides(i)
                .for_each(|s| game.cite_most(state, s, because));
        };
        let words = [i as u32, room as u32, 0, 0];
        if room < need.unwrap_or(1) {
            found.clash(words, grounds);
            return;
        }
        match need {
            Some(need) if room == need => {
                let all = game.sides(i).filter(|&s| state.undecided(s));
                let all: Vec<Fact> = all
                    .map(|s| Fact::yes(game.atom(s, state.most[s])))
                    .collect();
                found.say(&all, words, grounds);
            }
            None if state.have[i] == 0 => {
                let mut open = game.sides(i).filter(|&s| state.most[s] > 0);
                if let (Some(s), None) = (open.next(), open.next()) {
                    // What the other sides can take is what matters, not what this one can.
                    let others = |because: &mut Vec<Ground>| {
                        because.push(clue(i));
                        let others = game.sides(i).filter(|&t| t != s);
                        others.for_each(|t| game.cite_most(state, t, because));
                    };
                    found.say(&[Fact::yes(game.atom(s, 1))], words, others);
                }
            }
            _ => {}
        }
    }
}

fn say_full(game: &Hashi, step: &Step) -> String {
    let i = step.words[0] as usize;
    let island = game.island_words(i);
    let room = step.words[1] as usize;
    let hidden = game.islands[i].need.is_none();
    if step.is_clash() {
        return match room {
            0 => sentence(format!("{island} has no side left for a bridge.")),
            _ => format!(
                "The sides of {island} can take only {}, which is too few.",
                bridges(room)
            ),
        };
    }
    if hidden {
        return sentence(format!(
            "{island} needs a bridge and has one side left, so {}.",
            game.conclusions(step)
        ));
    }
    match room {
        1 => format!("Only one side of {island} is left, so the bridge runs there."),
        _ => format!(
            "The sides of {island} can take {} and no more, so all of them are needed.",
            bridges(room)
        ),
    }
}

pub(super) const SMALL: Rule<Hashi> = Rule {
    about: About {
        id: "small-number",
        name: "Small number",
        group: "",
        level: 1,
        weight: 1,
        once: true,
        trial: false,
        words: "No side of an island takes more bridges than its number says: a 1 has no double \
                bridge.",
    },
    find: small,
    say: say_small,
};

fn small(game: &Hashi, _: &State, found: &mut Found) {
    for i in 0..game.islands.len() {
        if let Some(need) = game.islands[i].need.filter(|&n| n < game.max) {
            let sides = game.sides(i);
            let too_many: Vec<Fact> = sides.map(|s| Fact::no(game.atom(s, need + 1))).collect();
            let words = [i as u32, need as u32, 0, 0];
            found.say(&too_many, words, |because| because.push(clue(i)));
        }
    }
}

fn say_small(game: &Hashi, step: &Step) -> String {
    let island = game.island_words(step.words[0] as usize);
    let text = match step.words[1] as usize {
        _ if step.is_clash() => format!("{island} would have too many bridges on one side."),
        1 => format!("{island} has one bridge only, so none of its sides is double."),
        k => format!(
            "{island} has {} only, so no side of it takes more.",
            bridges(k)
        ),
    };
    sentence(text)
}

pub(super) const LAST: Rule<Hashi> = Rule {
    about: About {
        id: "last-side",
        name: "Last side",
        group: "",
        level: 1,
        weight: 1,
        once: false,
        trial: false,
        words: "If all sides of an island but one are settled, the last one gets exactly the \
                bridges that are still missing.",
    },
    find: last,
    say: say_last,
};

fn last(game: &Hashi, state: &State, found: &mut Found) {
    for i in game.islands_to_look_at(found) {
        let Some(left @ 1..) = game.left(state, i) else {
            continue;
        };
        let mut open = game.sides(i).filter(|&s| state.undecided(s));
        let (Some(s), None) = (open.next(), open.next()) else {
            continue;
        };
        let exactly = state.least[s] + left as u8;
        // If it can take no more than that, another rule says so, or that it is too few.
        if exactly >= state.most[s] {
            continue;
        }
        let facts = [
            Fact::yes(game.atom(s, exactly)),
            Fact::no(game.atom(s, exactly + 1)),
        ];
        found.say(&facts, [i as u32, s as u32, left as u32, 0], |because| {
            because.push(clue(i));
            for t in game.sides(i).filter(|&t| t != s) {
                game.cite_least(state, t, because);
                game.cite_most(state, t, because);
            }
        });
    }
}

fn say_last(game: &Hashi, step: &Step) -> String {
    let [i, s, left, _] = step.words.map(|w| w as usize);
    let island = game.island_words(i);
    let other = game.island_words(game.across(s, i));
    let what = match left {
        1 => "its last bridge runs".to_owned(),
        k => format!("its last {} bridges run", number(k)),
    };
    sentence(format!("{island} has one side left, so {what} to {other}."))
}

pub(super) const EACH: Rule<Hashi> = Rule {
    about: About {
        id: "one-each",
        name: "One on each side",
        group: "",
        level: 1,
        weight: 2,
        once: false,
        trial: false,
        words: "If an island needs more than all its open sides but one could take, none of them \
                can be left out: a 7 has a bridge on each of its four sides, a 5 with three sides \
                on all three, a 3 in a corner on both.",
    },
    find: each,
    say: say_each,
};

fn each(game: &Hashi, state: &State, found: &mut Found) {
    for i in game.islands_to_look_at(found) {
        let Some(need) = game.islands[i].need else {
            continue;
        };
        // As if a side could always take the most that any side can: that is seen at a glance.
        let open = || game.sides(i).filter(|&s| state.most[s] > 0);
        let all = open().count() as u8 * game.max;
        let Some(least) = (need + game.max).checked_sub(all).filter(|&k| k > 0) else {
            continue;
        };
        if all <= need {
            continue;
        }
        let least: Vec<Fact> = open().map(|s| Fact::yes(game.atom(s, least))).collect();
        let words = [
            i as u32,
            open().count() as u32,
            (need + game.max - all) as u32,
            0,
        ];
        found.say(&least, words, |because| {
            because.push(clue(i));
            let closed = game.sides(i).filter(|&s| state.most[s] == 0);
            closed.for_each(|s| game.cite_most(state, s, because));
        });
    }
}

fn say_each(game: &Hashi, step: &Step) -> String {
    let [i, open, least, _] = step.words.map(|w| w as usize);
    let island = game.island_words(i);
    let sides = match open {
        1 => "one side".to_owned(),
        k => format!("{} sides", number(k)),
    };
    if step.is_clash() {
        return sentence(format!(
            "{island} has {sides} for its bridges and needs {} on each, which one of them cannot \
             take.",
            number(least)
        ));
    }
    let others = bridges((open - 1) * game.max as usize);
    sentence(match (open, least) {
        (1, k) => format!(
            "{island} has only one side, so {} there.",
            game.runs(true, k)
        ),
        (2, 1) => format!(
            "With one of its two sides closed, {island} could have {others} at most, so both get \
             at least one."
        ),
        (n, 1) => format!(
            "With one of its {} sides closed, {island} could have {others} at most, so each of \
             them gets at least one.",
            number(n)
        ),
        (n, k) => format!(
            "{island} has {} sides, of which all but one take {others} at most, so each of them \
             gets at least {}.",
            number(n),
            number(k)
        ),
    })
}

pub(super) const OTHERS: Rule<Hashi> = Rule {
    about: About {
        id: "others-not-enough",
        name: "The other sides are not enough",
        group: "",
        level: 2,
        weight: 3,
        once: false,
        trial: false,
        words: "Add up what the other sides of an island can take, given that a neighbouring 1 \
                takes only one bridge and that a finished neighbour takes none. What is missing \
                from the island's number must run on this side.",
    },
    find: others,
    say: say_others,
};

fn others(game: &Hashi, state: &State, found: &mut Found) {
    for i in game.islands_to_look_at(found) {
        let Some(need) = game.islands[i].need else {
            continue;
        };
        // If there is no choice at all, the easier rule says it.
        if state.room[i] <= need {
            continue;
        }
        for s in game.sides(i).filter(|&s| state.undecided(s)) {
            let others = state.room[i] - state.most[s];
            let least = need.saturating_sub(others);
            if least <= state.least[s] {
                continue;
            }
            let words = [i as u32, s as u32, others as u32, least as u32];
            found.say(&[Fact::yes(game.atom(s, least))], words, |because| {
                because.push(clue(i));
                let others = game.sides(i).filter(|&t| t != s);
                others.for_each(|t| game.cite_most(state, t, because));
            });
        }
    }
}

fn say_others(game: &Hashi, step: &Step) -> String {
    let [i, s, others, least] = step.words.map(|w| w as usize);
    let island = game.island_words(i);
    let other = game.island_words(game.across(s, i));
    let take = match others {
        0 => "cannot take any bridge".to_owned(),
        k => format!("can take only {}", bridges(k)),
    };
    format!(
        "The other sides of {island} {take}, so {} to {other}.",
        game.runs(true, least),
    )
}

pub(super) const FEW: Rule<Hashi> = Rule {
    about: About {
        id: "few-left",
        name: "Few bridges left",
        group: "",
        level: 3,
        weight: 3,
        once: false,
        trial: false,
        words: "No side of an island gets more new bridges than the island still needs: a 3 that \
                has two of its bridges already has only one to give, so no other side of it is \
                double.",
    },
    find: few,
    say: say_few,
};

fn few(game: &Hashi, state: &State, found: &mut Found) {
    for i in game.islands_to_look_at(found) {
        let Some(left @ 1..) = game.left(state, i) else {
            continue;
        };
        if left >= game.max as i32 || state.have[i] == 0 {
            continue;
        }
        let too_many = (game.sides(i))
            .map(|s| (s, state.least[s] + left as u8))
            .filter(|&(s, most)| most < state.most[s]);
        let too_many: Vec<Fact> = too_many
            .map(|(s, most)| Fact::no(game.atom(s, most + 1)))
            .collect();
        let words = [i as u32, left as u32, 0, 0];
        found.say(&too_many, words, |because| {
            because.push(clue(i));
            game.sides(i)
                .for_each(|s| game.cite_least(state, s, because));
        });
    }
}

fn say_few(game: &Hashi, step: &Step) -> String {
    let island = game.island_words(step.words[0] as usize);
    sentence(match step.words[1] as usize {
        1 => format!("{island} needs only one more bridge, so no side of it gets two more."),
        k => format!(
            "{island} needs only {} more bridges, so no side of it gets more than that.",
            number(k)
        ),
    })
}
