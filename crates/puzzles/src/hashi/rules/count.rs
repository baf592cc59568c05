//! Rules about the bridges of one island.

use logic::{About, Found, Ground, Rule, Step};
use sat::Name;

use super::{Hashi, State};
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

fn island(i: usize) -> Ground {
    Ground::Named(Name {
        rule: "island",
        at: i as u32,
    })
}

fn complete(game: &Hashi, state: &State, found: &mut Found) {
    for i in game.islands_to_look_at(found) {
        let spans = || game.spans_at[i].iter().flatten().copied();
        let Some(need) = game.islands[i].need else {
            continue;
        };
        let have: u8 = spans().map(|s| state.least[s]).sum();
        if have < need {
            continue;
        }
        let grounds = |because: &mut Vec<Ground>| {
            because.push(island(i));
            let drawn = spans().flat_map(|s| game.at_least(s, state.least[s]));
            because.extend(drawn.map(Ground::Fact));
        };
        let words = [i as u32, 0, 0, 0];
        if have > need {
            found.clash(words, grounds);
            return;
        }
        let closed: Vec<Fact> = spans()
            .flat_map(|s| game.at_most(s, state.least[s]))
            .collect();
        found.say(&closed, words, grounds);
    }
}

fn say_complete(game: &Hashi, step: &Step) -> String {
    let island = game.island_words(step.words[0] as usize);
    if step.is_clash() {
        return format!("{island} has too many bridges.");
    }
    format!("{island} has all its bridges, so its other sides stay closed.")
}
