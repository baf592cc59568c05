//! No four in a row.

use logic::{About, Found, Ground, Rule, Step};

use super::tell::places;
use super::{Fobidoshi, State};
use crate::Fact;

pub(super) const FOURTH: Rule<Fobidoshi> = Rule {
    about: About {
        id: "fourth",
        name: "Fourth in a row",
        group: "",
        level: 1,
        weight: 1,
        once: false,
        trial: false,
        words: "Three circles and one blank cell next to each other in a row or column: the blank \
                cell gets a cross, because a circle would make four. The blank cell may lie at the \
                end or between the circles.",
    },
    find,
    say,
};

fn find(game: &Fobidoshi, _: &State, found: &mut Found) {
    let known = found.known();
    let news = found.news().unwrap_or(known.facts());
    for (i, fact) in news.iter().enumerate().filter(|(_, f)| f.is_yes()) {
        for four in game.fours_at(fact.var()) {
            let circles = four.iter().filter(|&&c| known.yes(c)).count();
            let grounds = |because: &mut Vec<Ground>| {
                let circles = four.iter().filter(|&&c| known.yes(c));
                because.extend(circles.map(|&c| Ground::Fact(Fact::yes(c))));
            };
            let words = four.map(|c| c as u32);
            if circles == 4 {
                found.clash(words, grounds);
                return;
            }
            let blank = four.iter().find(|&&c| known.is_open(c));
            if let (3, Some(&blank)) = (circles, blank)
                // Each of the three could report it; the last one does.
                && !news[i + 1..].iter().any(|f| f.is_yes() && four.contains(&f.var()))
            {
                found.say(&[Fact::no(blank)], words, grounds);
            }
        }
    }
}

fn say(game: &Fobidoshi, step: &Step) -> String {
    let four = step.words.map(|c| c as usize);
    let Some(fact) = step.therefore.first() else {
        return format!("There are four circles in a row: {}.", places(game, &four));
    };
    let others: Vec<usize> = four.into_iter().filter(|&c| c != fact.var()).collect();
    format!(
        "A circle in {} would make four in a row with those in {}, so it gets a cross.",
        game.cell_words(fact.var()),
        places(game, &others)
    )
}
