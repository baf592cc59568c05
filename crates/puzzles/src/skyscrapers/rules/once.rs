//! What the views alone say: PlaceStair, PlaceN, Rule N+1, SideBlock; one look is enough.
//!
//! With parks the first three do not hold as they stand: the order of the buildings is fixed, but
//! not their cells. For PlaceN and PlaceStair there are sisters that say what is left of them; for
//! Rule N+1, SideBlock from both sides says the same about the highest building.

use logic::{About, Found, Rule, Step};

use super::{Skyscrapers, State};
use crate::Fact;
use crate::kit::words::capital;

const fn about(id: &'static str, name: &'static str, weight: u32, words: &'static str) -> About {
    About {
        id,
        name,
        group: "",
        level: 1,
        weight,
        once: true,
        trial: false,
        words,
    }
}

pub(super) const PLACE_STAIR: Rule<Skyscrapers> = Rule {
    about: about(
        "place-stair",
        "PlaceStair",
        1,
        "A view as large as the board sees every building, so they rise like a stair: 1, 2, 3, … \
         from that side.",
    ),
    find: place_stair,
    say: say_stair,
};

pub(super) const PLACE_N: Rule<Skyscrapers> = Rule {
    about: about(
        "place-n",
        "PlaceN",
        1,
        "A view of 1 sees only one building, so the highest one stands right in front of it.",
    ),
    find: place_n,
    say: say_n,
};

pub(super) const N_PLUS_1: Rule<Skyscrapers> = Rule {
    about: about(
        "rule-n-plus-1",
        "Rule N+1",
        2,
        "If the two views of a line add up to one more than its length, every building is seen \
         from one side or the other: the line rises to the highest and falls after it. So the \
         highest building has its place, and on both slopes a building is at least as high as \
         its distance from its own end.",
    ),
    find: n_plus_1,
    say: say_n_plus_1,
};

pub(super) const SIDE_BLOCK: Rule<Skyscrapers> = Rule {
    about: about(
        "side-block",
        "SideBlock",
        2,
        "A high building near the edge blocks the view. There is little room for buildings before \
         it, and only higher ones can be seen behind it. Where that is less than the view asks \
         for, it cannot stand.",
    ),
    find: side_block,
    say: say_block,
};

pub(super) const PARKS_FIRST: Rule<Skyscrapers> = Rule {
    about: about(
        "parks-place-n",
        "PlaceN with parks",
        2,
        "With parks a view of 1 says that the highest building comes before all others. So the \
         nearest cell is the highest building or a park, and before the highest there is no room \
         for more than the line's parks.",
    ),
    find: parks_first,
    say: say_parks_first,
};

pub(super) const PARKS_STAIR: Rule<Skyscrapers> = Rule {
    about: about(
        "parks-stair",
        "PlaceStair with parks",
        2,
        "With parks a view as large as the highest building says that the buildings rise from \
         that side, with parks anywhere between them. So a building is never further back than \
         its own height and the number of parks.",
    ),
    find: parks_stair,
    say: say_parks_stair,
};

/// The views that are given, with what they say.
fn views(game: &Skyscrapers) -> impl Iterator<Item = (usize, usize)> + '_ {
    let given = |(view, want): (usize, &Option<u16>)| want.map(|w| (view, w as usize));
    game.views.iter().enumerate().filter_map(given)
}

fn place_stair(game: &Skyscrapers, _: &State, found: &mut Found) {
    let n = game.side();
    if game.parks() > 0 {
        return;
    }
    for (view, _) in views(game).filter(|v| v.1 == n) {
        let stair: Vec<Fact> = (0..n)
            .map(|p| game.is(game.seen_cell(view, p), p + 1))
            .collect();
        found.say(&stair, [view as u32, 0, 0, 0], |because| {
            because.push(game.view_ground(view));
        });
    }
}

fn say_stair(game: &Skyscrapers, step: &Step) -> String {
    let view = capital(&game.view_words(step.words[0] as usize));
    if step.is_clash() {
        return format!("{view} sees every building, but they cannot rise like a stair.");
    }
    let n = game.side();
    format!("{view} sees every building, so they rise from 1 to {n} from there.")
}

fn place_n(game: &Skyscrapers, _: &State, found: &mut Found) {
    if game.parks() > 0 {
        return;
    }
    for (view, _) in views(game).filter(|v| v.1 == 1) {
        let highest = game.is(game.seen_cell(view, 0), game.side());
        found.say(&[highest], [view as u32, 0, 0, 0], |because| {
            because.push(game.view_ground(view));
        });
    }
}

fn say_n(game: &Skyscrapers, step: &Step) -> String {
    let view = step.words[0] as usize;
    let words = capital(&game.view_words(view));
    let (n, at) = (game.side(), game.at_words(game.seen_cell(view, 0)));
    match step.is_clash() {
        true => format!("{words} sees one building only, but the {n} cannot stand in {at}."),
        false => format!("{words} sees one building only, so the {n} stands in {at}."),
    }
}

fn n_plus_1(game: &Skyscrapers, _: &State, found: &mut Found) {
    let n = game.side();
    if game.parks() > 0 {
        return;
    }
    for line in 0..2 * n {
        let [near, far] = game.views_of(line);
        let (Some(a), Some(z)) = (game.views[near], game.views[far]) else {
            continue;
        };
        if (a + z) as usize != n + 1 {
            continue;
        }
        let top = a as usize - 1;
        let mut facts = vec![game.is(game.line_cell(line, top), n)];
        for p in (0..n).filter(|&p| p != top) {
            // The p-th of a slope is at least p high.
            let rank = if p < top { p + 1 } else { n - p };
            let too_low = 1..rank;
            facts.extend(too_low.map(|h| game.is_not(game.line_cell(line, p), h)));
        }
        found.say(&facts, [line as u32, 0, 0, 0], |because| {
            because.extend([near, far].map(|v| game.view_ground(v)));
        });
    }
}

fn say_n_plus_1(game: &Skyscrapers, step: &Step) -> String {
    let line = step.words[0] as usize;
    let n = game.side();
    let views = game.views_of(line);
    let [near, far] = views.map(|v| game.view_words(v));
    let why = format!(
        "{} and {far} add up to {}, so the buildings rise to the {n} and fall after it",
        capital(&near),
        n + 1
    );
    if step.is_clash() {
        return format!("{why}, but that is no longer possible.");
    }
    format!("{why}: {}.", game.conclusion(&step.therefore))
}

fn side_block(game: &Skyscrapers, _: &State, found: &mut Found) {
    let depth = game.depth as usize;
    for (view, want) in views(game) {
        for height in 1..=depth {
            // Position p (from 1) with p + depth − height < want.
            let blocked = (want + height).saturating_sub(depth + 1).min(game.side());
            let facts: Vec<Fact> = (0..blocked)
                .map(|p| game.is_not(game.seen_cell(view, p), height))
                .collect();
            found.say(&facts, [view as u32, height as u32, 0, 0], |because| {
                because.push(game.view_ground(view));
            });
        }
    }
}

fn say_block(game: &Skyscrapers, step: &Step) -> String {
    let [view, height, ..] = step.words.map(|w| w as usize);
    let words = capital(&game.view_words(view));
    if step.is_clash() {
        return format!("{words} would be blocked by the {height}, which stands too near.");
    }
    let far = step.therefore.len();
    let cells = match far {
        1 => "the nearest cell".to_owned(),
        _ => format!("one of the {far} nearest cells"),
    };
    let so = game.conclusion(&step.therefore);
    format!("{words} could not be reached with a {height} in {cells}, so {so}.")
}

fn parks_first(game: &Skyscrapers, _: &State, found: &mut Found) {
    let depth = game.depth as usize;
    if game.parks() == 0 {
        return;
    }
    for (view, _) in views(game).filter(|v| v.1 == 1) {
        let nearest = game.seen_cell(view, 0);
        let mut facts: Vec<Fact> = (1..depth).map(|h| game.is_not(nearest, h)).collect();
        let too_far = game.parks() + 1..game.side();
        facts.extend(too_far.map(|p| game.is_not(game.seen_cell(view, p), depth)));
        found.say(&facts, [view as u32, 0, 0, 0], |because| {
            because.push(game.view_ground(view));
        });
    }
}

fn say_parks_first(game: &Skyscrapers, step: &Step) -> String {
    let view = step.words[0] as usize;
    let words = capital(&game.view_words(view));
    let (depth, near) = (game.depth, game.parks() + 1);
    let why =
        format!("{words} sees one building only, so nothing but parks comes before the {depth}");
    let at = game.at_words(game.seen_cell(view, 0));
    match step.is_clash() {
        true => format!("{why}, but that is no longer possible."),
        false => format!(
            "{why}: it is in one of the {near} nearest cells, and {at} holds the {depth} or a park."
        ),
    }
}

fn parks_stair(game: &Skyscrapers, _: &State, found: &mut Found) {
    let depth = game.depth as usize;
    if game.parks() == 0 {
        return;
    }
    for (view, _) in views(game).filter(|v| v.1 == depth) {
        let mut facts: Vec<Fact> = Vec::new();
        for height in 1..=depth {
            let too_near = 0..height - 1;
            let too_far = height + game.parks()..game.side();
            facts.extend(
                too_near
                    .chain(too_far)
                    .map(|p| game.is_not(game.seen_cell(view, p), height)),
            );
        }
        found.say(&facts, [view as u32, 0, 0, 0], |because| {
            because.push(game.view_ground(view));
        });
    }
}

fn say_parks_stair(game: &Skyscrapers, step: &Step) -> String {
    let view = capital(&game.view_words(step.words[0] as usize));
    let why = format!("{view} sees every building, so they rise from there, parks between them");
    match step.is_clash() {
        true => format!("{why}, but that is no longer possible."),
        false => format!("{why}: {}.", game.conclusion(&step.therefore)),
    }
}
