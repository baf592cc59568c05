//! One height in each cell, each height once in each line: SimpleScratch, FillGaps, BuildLocation.
//!
//! The park, where there is one, is height 0, and each line has as many as its length exceeds the
//! depth: a line that has all its parks gets no more, and where just enough cells are left for
//! them, they are parks.

use std::ops::Range;

use logic::{About, Found, Ground, Rule, Step};

use super::line::bits;
use super::{LINES, Skyscrapers, State};
use crate::Fact;
use crate::kit::words::capital;

const fn scratch(id: &'static str, name: &'static str, words: &'static str) -> About {
    About {
        id,
        name,
        group: "simple-scratch",
        level: 1,
        weight: 1,
        once: false,
        trial: false,
        words,
    }
}

pub(super) const SCRATCH_USED: Rule<Skyscrapers> = Rule {
    about: scratch(
        "simple-scratch-used",
        "SimpleScratch, used",
        "A cell that is built holds one height: every other height is scratched there.",
    ),
    find: used,
    say: say_used,
};

pub(super) const SCRATCH_ROW: Rule<Skyscrapers> = Rule {
    about: scratch(
        "simple-scratch-row",
        "SimpleScratch, row",
        "A height that is built somewhere stands nowhere else in its row, for a row holds each \
         height once. A row that has all its parks gets no more.",
    ),
    find: |game, state, found| once_in_lines(game, state, found, 0..game.side()),
    say: say_once,
};

pub(super) const SCRATCH_COLUMN: Rule<Skyscrapers> = Rule {
    about: scratch(
        "simple-scratch-column",
        "SimpleScratch, column",
        "A height that is built somewhere stands nowhere else in its column, for a column holds \
         each height once. A column that has all its parks gets no more.",
    ),
    find: |game, state, found| once_in_lines(game, state, found, game.side()..2 * game.side()),
    say: say_once,
};

pub(super) const SCRATCH_DIAGONAL: Rule<Skyscrapers> = Rule {
    about: scratch(
        "simple-scratch-diagonal",
        "SimpleScratch, diagonal",
        "Where the two long diagonals count, a height that is built on one of them stands nowhere \
         else on it.",
    ),
    find: |game, state, found| {
        once_in_lines(game, state, found, 2 * game.side()..game.line_count());
    },
    say: say_once,
};

const fn gaps(id: &'static str, name: &'static str, words: &'static str) -> About {
    About {
        id,
        name,
        group: "fill-gaps",
        level: 1,
        weight: 2,
        once: false,
        trial: false,
        words,
    }
}

pub(super) const GAPS_ROW: Rule<Skyscrapers> = Rule {
    about: gaps(
        "fill-gaps-row",
        "FillGaps, row",
        "Every row holds every height. If only one cell of the row is left for a height, it \
         stands there; likewise for parks, if just enough cells are left for them.",
    ),
    find: |game, state, found| one_place(game, state, found, 0..game.side()),
    say: say_place,
};

pub(super) const GAPS_COLUMN: Rule<Skyscrapers> = Rule {
    about: gaps(
        "fill-gaps-column",
        "FillGaps, column",
        "Every column holds every height. If only one cell of the column is left for a height, \
         it stands there; likewise for parks, if just enough cells are left for them.",
    ),
    find: |game, state, found| one_place(game, state, found, game.side()..2 * game.side()),
    say: say_place,
};

pub(super) const GAPS_DIAGONAL: Rule<Skyscrapers> = Rule {
    about: gaps(
        "fill-gaps-diagonal",
        "FillGaps, diagonal",
        "Where the two long diagonals count, each holds every height. If only one of its cells \
         is left for a height, it stands there.",
    ),
    find: |game, state, found| one_place(game, state, found, 2 * game.side()..game.line_count()),
    say: say_place,
};

pub(super) const BUILD_LOCATION: Rule<Skyscrapers> = Rule {
    about: About {
        id: "build-location",
        name: "BuildLocation",
        group: "",
        level: 1,
        weight: 2,
        once: false,
        trial: false,
        words: "If all heights but one are scratched in a cell, that one is built.",
    },
    find: one_height,
    say: say_height,
};

/// What has been built since: cell and height.
fn new_buildings<'a>(
    game: &'a Skyscrapers,
    state: &'a State,
    found: &Found<'a>,
) -> impl Iterator<Item = (usize, usize)> + use<'a> {
    let news = found.news();
    let all = match news {
        None => 0..game.size.len(),
        Some(_) => 0..0,
    };
    let everywhere = all.flat_map(|at| bits(state.built[at]).map(move |h| (at, h)));
    let built = news.unwrap_or(&[]).iter().filter(|f| f.is_yes());
    everywhere.chain(built.map(|&f| game.meaning(f)))
}

fn used(game: &Skyscrapers, state: &State, found: &mut Found) {
    for (at, height) in new_buildings(game, state, found) {
        let others = game.all_heights() & !(1 << height);
        if others & state.can[at] == 0 {
            continue;
        }
        let mut facts = [game.is_not(at, height); super::HEIGHTS];
        let mut count = 0;
        for other in bits(others) {
            facts[count] = game.is_not(at, other);
            count += 1;
        }
        found.say(
            &facts[..count],
            [at as u32, height as u32, 0, 0],
            |because| {
                because.push(Ground::Fact(game.is(at, height)));
            },
        );
        if found.over() {
            return;
        }
    }
}

fn say_used(game: &Skyscrapers, step: &Step) -> String {
    let [at, height, ..] = step.words.map(|w| w as usize);
    let what = capital(&game.building(at, height));
    if step.is_clash() {
        return format!("{what}, and something else stands in the same cell.");
    }
    format!("{what}, so nothing else is possible there.")
}

fn once_in_lines(game: &Skyscrapers, state: &State, found: &mut Found, lines: Range<usize>) {
    // A line's parks are looked at once, however many are new.
    let mut parks_seen = 0u32;
    for (at, height) in new_buildings(game, state, found) {
        for (line, position) in game.lines_through(at) {
            if !lines.contains(&line) {
                continue;
            }
            let words = [line as u32, height as u32, at as u32, 0];
            let others = state.places[line][height];
            let mut facts = [game.is(at, height); super::MOST];
            let mut count = 0;
            if height > 0 {
                for p in bits(others & !(1 << position)) {
                    facts[count] = game.is_not(game.line_cell(line, p), height);
                    count += 1;
                }
                found.say(&facts[..count], words, |because| {
                    because.push(Ground::Fact(game.is(at, height)));
                });
            } else if parks_seen & 1 << line == 0 {
                parks_seen |= 1 << line;
                let is_park = |&p: &usize| state.built[game.line_cell(line, p)] & 1 != 0;
                let parks = || (0..game.side()).filter(is_park);
                if parks().count() < game.parks() {
                    continue;
                }
                let grounds = |because: &mut Vec<Ground>| {
                    let park = |p| Ground::Fact(game.is(game.line_cell(line, p), 0));
                    because.extend(parks().map(park));
                };
                if parks().count() > game.parks() {
                    found.clash(words, grounds);
                } else {
                    for p in bits(others).filter(|p| !is_park(p)) {
                        facts[count] = game.is_not(game.line_cell(line, p), 0);
                        count += 1;
                    }
                    found.say(&facts[..count], words, grounds);
                }
            }
            if found.over() {
                return;
            }
        }
    }
}

fn say_once(game: &Skyscrapers, step: &Step) -> String {
    let [line, height, at, _] = step.words.map(|w| w as usize);
    let (name, inside) = (game.line_words(line), game.in_line(line));
    match (height, step.is_clash()) {
        (0, true) => format!("There are too many parks {inside}."),
        (0, false) => format!("All parks of {name} are known, so its other cells are buildings."),
        (_, true) => format!("The {height} stands twice {inside}."),
        (_, false) => {
            let what = capital(&game.building(at, height));
            format!("{what}, so there is no other {height} {inside}.")
        }
    }
}

fn one_place(game: &Skyscrapers, state: &State, found: &mut Found, lines: Range<usize>) {
    if lines.is_empty() {
        return;
    }
    let touched: [u16; LINES] = game.heights_to_look_at(found);
    for line in lines {
        for height in bits(touched[line]) {
            let places = state.places[line][height];
            let need = if height == 0 { game.parks() } else { 1 };
            if places.count_ones() as usize > need {
                continue;
            }
            let words = [line as u32, height as u32, 0, 0];
            let grounds = |because: &mut Vec<Ground>| {
                let others = !places & ((1 << game.side()) - 1);
                let why = |p| game.why_not(state, game.line_cell(line, p), height);
                because.extend(bits(others).map(why));
            };
            if (places.count_ones() as usize) < need {
                found.clash(words, grounds);
                return;
            }
            let mut facts: [Fact; super::MOST] = [game.is(0, height); super::MOST];
            let mut count = 0;
            for p in bits(places) {
                facts[count] = game.is(game.line_cell(line, p), height);
                count += 1;
            }
            found.say(&facts[..count], words, grounds);
            if found.over() {
                return;
            }
        }
    }
}

fn say_place(game: &Skyscrapers, step: &Step) -> String {
    let [line, height, ..] = step.words.map(|w| w as usize);
    let line = capital(&game.line_words(line));
    match (height, step.is_clash()) {
        (0, true) => format!("{line} has no room left for all its parks."),
        (0, false) => {
            let parks = game.cells_words(&game.cells_of(&step.therefore));
            match game.parks() {
                1 => format!("{line} has only one cell left for its park, which is {parks}."),
                _ => format!(
                    "{line} has just enough cells left for its parks, so {parks} must be parks."
                ),
            }
        }
        (_, true) => format!("{line} has no cell left for the {height}."),
        (_, false) => {
            let at = game.cells_words(&game.cells_of(&step.therefore));
            format!("{line} has only one cell left for the {height}, so it stands in {at}.")
        }
    }
}

fn one_height(game: &Skyscrapers, state: &State, found: &mut Found) {
    let mut done = [0u64; 3];
    let mut look = |at: usize, found: &mut Found| {
        if done[at / 64] & 1 << (at % 64) != 0 {
            return;
        }
        done[at / 64] |= 1 << (at % 64);
        let left = state.can[at];
        if left & left.wrapping_sub(1) != 0 {
            return;
        }
        let words = [at as u32, 0, 0, 0];
        let grounds = |because: &mut Vec<Ground>| {
            let others = game.all_heights() & !left;
            because.extend(bits(others).map(|h| Ground::Fact(game.is_not(at, h))));
        };
        if left == 0 {
            found.clash(words, grounds);
        } else {
            let height = left.trailing_zeros() as usize;
            found.say(&[game.is(at, height)], words, grounds);
        }
    };
    match found.news() {
        None => {
            for at in 0..game.size.len() {
                look(at, found);
            }
        }
        Some(news) => {
            for &fact in news.iter().filter(|f| !f.is_yes()) {
                look(game.meaning(fact).0, found);
                if found.over() {
                    return;
                }
            }
        }
    }
}

fn say_height(game: &Skyscrapers, step: &Step) -> String {
    let at = game.at_words(step.words[0] as usize);
    if step.is_clash() {
        return format!("Nothing is left for {at}.");
    }
    match game.meaning(step.therefore[0]).1 {
        0 => format!("Every height is excluded in {at}, so it is a park."),
        height => format!("Only the {height} is left for {at}, so it is built there."),
    }
}
