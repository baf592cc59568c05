//! Pairs and triples in a line, naked and hidden. The park takes part if a line has just one.

use logic::{About, Found, Ground, Rule, Step};

use super::line::bits;
use super::{MOST, Skyscrapers, State};
use crate::Fact;
use crate::kit::words::{capital, list};

const fn set(id: &'static str, name: &'static str, weight: u32, words: &'static str) -> About {
    About {
        id,
        name,
        group: "sets",
        level: 3,
        weight,
        once: false,
        trial: false,
        words,
    }
}

pub(super) const NAKED_PAIR: Rule<Skyscrapers> = Rule {
    about: set(
        "naked-pair",
        "Naked pair",
        8,
        "If two cells of a line can hold only the same two heights, these two stand there, one in \
         each: they are scratched in the rest of the line.",
    ),
    find: |game, state, found| naked(game, state, found, 2),
    say: say_naked,
};

pub(super) const HIDDEN_PAIR: Rule<Skyscrapers> = Rule {
    about: set(
        "hidden-pair",
        "Hidden pair",
        10,
        "If two heights have only the same two cells left in a line, they stand there, one in \
         each: everything else is scratched in these cells.",
    ),
    find: |game, state, found| hidden(game, state, found, 2),
    say: say_hidden,
};

pub(super) const NAKED_TRIPLE: Rule<Skyscrapers> = Rule {
    about: set(
        "naked-triple",
        "Naked triple",
        12,
        "If three cells of a line can hold only three heights between them, these stand there: \
         they are scratched in the rest of the line.",
    ),
    find: |game, state, found| naked(game, state, found, 3),
    say: say_naked,
};

pub(super) const HIDDEN_TRIPLE: Rule<Skyscrapers> = Rule {
    about: set(
        "hidden-triple",
        "Hidden triple",
        14,
        "If three heights have only three cells left between them in a line, they stand there: \
         everything else is scratched in these cells.",
    ),
    find: |game, state, found| hidden(game, state, found, 3),
    say: say_hidden,
};

/// Every choice of `size` of the sets whose union has exactly `size` elements and of which no
/// part does so already.
pub(super) fn tight(sets: &[(usize, u16)], size: usize, mut say: impl FnMut(&[usize], u16)) {
    for (i, &(a, first)) in sets.iter().enumerate() {
        for (j, &(b, second)) in sets.iter().enumerate().skip(i + 1) {
            let two = first | second;
            if two.count_ones() as usize > size {
                continue;
            }
            if size == 2 {
                if two.count_ones() == 2 {
                    say(&[a, b], two);
                }
                continue;
            }
            for &(c, third) in &sets[j + 1..] {
                let all = two | third;
                let pair = [two, first | third, second | third]
                    .iter()
                    .any(|p| p.count_ones() < 3);
                if all.count_ones() == 3 && !pair {
                    say(&[a, b, c], all);
                }
            }
        }
    }
}

fn naked(game: &Skyscrapers, state: &State, found: &mut Found, size: usize) {
    let lines = game.lines_to_look_at(found);
    for line in (0..game.line_count()).filter(|line| lines & 1 << line != 0) {
        let mut sets = [(0, 0u16); MOST];
        let mut count = 0;
        for p in 0..game.side() {
            let at = game.line_cell(line, p);
            let can = state.can[at];
            if state.built[at] == 0
                && (2..=size as u32).contains(&can.count_ones())
                && can & !game.single_heights() == 0
            {
                sets[count] = (p, can);
                count += 1;
            }
        }
        tight(&sets[..count], size, |positions, heights| {
            let mut facts: Vec<Fact> = Vec::new();
            let others = (0..game.side()).filter(|p| !positions.contains(p));
            for p in others {
                let at = game.line_cell(line, p);
                facts.extend(bits(heights & state.can[at]).map(|h| game.is_not(at, h)));
            }
            let places = positions.iter().fold(0u32, |set, p| set | 1 << p);
            found.say(
                &facts,
                [line as u32, places, heights as u32, 0],
                |because| {
                    for &p in positions {
                        let at = game.line_cell(line, p);
                        let not = bits(game.all_heights() & !state.can[at]);
                        because.extend(not.map(|h| Ground::Fact(game.is_not(at, h))));
                    }
                },
            );
        });
        if found.over() {
            return;
        }
    }
}

fn hidden(game: &Skyscrapers, state: &State, found: &mut Found, size: usize) {
    let lines = game.lines_to_look_at(found);
    for line in (0..game.line_count()).filter(|line| lines & 1 << line != 0) {
        let built = (0..game.side()).fold(0, |set, p| set | state.built[game.line_cell(line, p)]);
        let mut sets = [(0, 0u16); MOST + 1];
        let mut count = 0;
        for height in bits(game.single_heights() & !built) {
            let places = state.places[line][height];
            if (2..=size as u32).contains(&places.count_ones()) {
                sets[count] = (height, places);
                count += 1;
            }
        }
        tight(&sets[..count], size, |heights, places| {
            let mut facts: Vec<Fact> = Vec::new();
            let set = heights.iter().fold(0u16, |set, h| set | 1 << h);
            for p in bits(places) {
                let at = game.line_cell(line, p);
                facts.extend(bits(state.can[at] & !set).map(|h| game.is_not(at, h)));
            }
            let words = [line as u32, places as u32, set as u32, 0];
            found.say(&facts, words, |because| {
                for &height in heights {
                    for p in bits(!state.places[line][height] & ((1 << game.side()) - 1)) {
                        let at = game.line_cell(line, p);
                        because.push(Ground::Fact(game.is_not(at, height)));
                    }
                }
            });
        });
        if found.over() {
            return;
        }
    }
}

/// "the 2, the 3 and the park"
fn heights_words(set: u32) -> String {
    let words: Vec<String> = bits(set as u16 & !1)
        .map(|h| format!("the {h}"))
        .chain((set & 1 != 0).then(|| "the park".to_owned()))
        .collect();
    list(&words, "and")
}

fn places_words(game: &Skyscrapers, line: usize, places: u32) -> String {
    let cells: Vec<usize> = bits(places as u16)
        .map(|p| game.line_cell(line, p))
        .collect();
    game.cells_words(&cells)
}

fn say_naked(game: &Skyscrapers, step: &Step) -> String {
    let [line, places, heights, _] = step.words;
    let line = line as usize;
    let why = format!(
        "{} can hold only {}",
        capital(&places_words(game, line, places)),
        heights_words(heights)
    );
    match step.is_clash() {
        true => format!(
            "{why}, which are needed elsewhere in {}, too.",
            game.line_words(line)
        ),
        false => format!(
            "{why}, so they stand nowhere else in {}: {}.",
            game.line_words(line),
            game.conclusion(&step.therefore)
        ),
    }
}

fn say_hidden(game: &Skyscrapers, step: &Step) -> String {
    let [line, places, heights, _] = step.words;
    let line = line as usize;
    let n = game.side();
    let numbers: Vec<usize> = bits(places as u16).map(|p| p + 1).collect();
    let cells = match line {
        _ if line < n => format!("columns {}", list(&numbers, "and")),
        _ if line < 2 * n => format!("rows {}", list(&numbers, "and")),
        _ => places_words(game, line, places),
    };
    let why = format!(
        "{} only {cells} are left for {}",
        capital(&game.in_line(line)),
        heights_words(heights)
    );
    match step.is_clash() {
        true => format!("{why}, but something else stands there."),
        false => format!(
            "{why}, so nothing else stands there: {}.",
            game.conclusion(&step.therefore)
        ),
    }
}
