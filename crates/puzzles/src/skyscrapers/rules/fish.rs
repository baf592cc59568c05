//! One height in several lines: x-wing, swordfish, and the corner between two diagonal cells.

use logic::{About, Found, Ground, Rule, Step};

use super::line::bits;
use super::sets::tight;
use super::{MOST, Skyscrapers, State};
use crate::Fact;
use crate::kit::words::{capital, list};

pub(super) const CORNER: Rule<Skyscrapers> = Rule {
    about: About {
        id: "corner",
        name: "Corner",
        group: "",
        level: 3,
        weight: 10,
        once: false,
        trial: false,
        words: "Where the diagonals count: if a height has only two cells left in some line, a \
                cell that shares a line with both of them cannot hold it, whichever it is.",
    },
    find: corner,
    say: say_corner,
};

pub(super) const X_WING: Rule<Skyscrapers> = Rule {
    about: About {
        id: "x-wing",
        name: "X-wing",
        group: "fish",
        level: 4,
        weight: 18,
        once: false,
        trial: false,
        words: "If a height has only two cells left in each of two rows, and these lie in the same \
                two columns, it uses up both columns: it stands nowhere else in them. The same \
                goes with rows and columns exchanged.",
    },
    find: |game, state, found| fish(game, state, found, 2),
    say: say_fish,
};

pub(super) const SWORDFISH: Rule<Skyscrapers> = Rule {
    about: About {
        id: "swordfish",
        name: "Swordfish",
        group: "fish",
        level: 4,
        weight: 24,
        once: false,
        trial: false,
        words: "Three rows in which a height has only cells of the same three columns left use up \
                these columns: it stands nowhere else in them. The same goes with rows and columns \
                exchanged.",
    },
    find: |game, state, found| fish(game, state, found, 3),
    say: say_fish,
};

fn fish(game: &Skyscrapers, state: &State, found: &mut Found, size: usize) {
    let n = game.side();
    for height in bits(game.heights_with_news(found) & game.single_heights()) {
        for base in [0, n] {
            let mut sets = [(0, 0u16); MOST];
            let mut count = 0;
            for line in base..base + n {
                let places = state.places[line][height];
                if (2..=size as u32).contains(&places.count_ones()) {
                    sets[count] = (line, places);
                    count += 1;
                }
            }
            tight(&sets[..count], size, |lines, places| {
                let mut facts: Vec<Fact> = Vec::new();
                let cover = n - base;
                for across in bits(places) {
                    for p in bits(state.places[cover + across][height]) {
                        if !lines.contains(&(base + p)) {
                            facts.push(game.is_not(game.line_cell(cover + across, p), height));
                        }
                    }
                }
                let set = lines
                    .iter()
                    .fold(0u32, |set, line| set | 1 << (line - base));
                let words = [height as u32, base as u32, set, places as u32];
                found.say(&facts, words, |because| {
                    for &line in lines {
                        for p in bits(!places & ((1 << n) - 1)) {
                            let at = game.line_cell(line, p);
                            because.push(game.why_not(state, at, height));
                        }
                    }
                });
            });
            if found.over() {
                return;
            }
        }
    }
}

fn say_fish(game: &Skyscrapers, step: &Step) -> String {
    let [height, base, set, places] = step.words;
    let (lines, across) = match base {
        0 => ("rows", "columns"),
        _ => ("columns", "rows"),
    };
    let numbers = |set: u32| -> Vec<usize> { bits(set as u16).map(|i| i + 1).collect() };
    let what = match height {
        0 => "park".to_owned(),
        h => h.to_string(),
    };
    let why = format!(
        "In {lines} {} the {what} can only be in {across} {}",
        list(&numbers(set), "and"),
        list(&numbers(places), "and")
    );
    match step.is_clash() {
        true => format!("{why}, but it stands there already in another place."),
        false => format!("{why}, so {}.", game.conclusion(&step.therefore)),
    }
}

fn corner(game: &Skyscrapers, state: &State, found: &mut Found) {
    if !game.diagonals {
        return;
    }
    let touched = game.heights_to_look_at(found);
    for (line, touched) in touched.into_iter().enumerate() {
        for height in bits(touched & game.single_heights()) {
            let places = state.places[line][height];
            if places.count_ones() != 2 {
                continue;
            }
            let [a, b] =
                [places.trailing_zeros(), places.ilog2()].map(|p| game.line_cell(line, p as usize));
            let mut facts: Vec<Fact> = Vec::new();
            for at in 0..game.size.len() {
                if state.can[at] & 1 << height != 0
                    && at != a
                    && at != b
                    && game.share_a_line(at, a)
                    && game.share_a_line(at, b)
                {
                    facts.push(game.is_not(at, height));
                }
            }
            let words = [line as u32, height as u32, a as u32, b as u32];
            found.say(&facts, words, |because| {
                for p in bits(!places & ((1 << game.side()) - 1)) {
                    let at = game.line_cell(line, p);
                    because.push(Ground::Fact(game.is_not(at, height)));
                }
            });
            if found.over() {
                return;
            }
        }
    }
}

fn say_corner(game: &Skyscrapers, step: &Step) -> String {
    let [line, height, a, b] = step.words.map(|w| w as usize);
    let what = match height {
        0 => "park".to_owned(),
        h => h.to_string(),
    };
    let why = format!(
        "{} the {what} is in {} or in {}",
        capital(&game.in_line(line)),
        game.at_words(a),
        game.at_words(b)
    );
    match step.is_clash() {
        true => format!("{why}, but both see another {what}."),
        false => format!(
            "{why}, and what shares a line with both cannot be it: {}.",
            game.conclusion(&step.therefore)
        ),
    }
}
