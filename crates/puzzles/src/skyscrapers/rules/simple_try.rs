//! SimpleTry: a height with two places in a line is supposed in one of them.

use logic::{About, Found, Reasoner, Rule, Step};

use super::line::bits;
use super::{Skyscrapers, State};
use crate::kit::words::capital;

pub(super) const SIMPLE_TRY: Rule<Skyscrapers> = Rule {
    about: About {
        id: "simple-try",
        name: "SimpleTry",
        group: "",
        level: 5,
        weight: 25,
        once: false,
        trial: true,
        words: "If a height has just two cells left in a line, build it in one of them on a copy \
                and continue with all other rules. If that breaks a rule of the game, it does not \
                stand there. Nothing is supposed inside a supposition.",
    },
    find: simple_try,
    say: say_try,
};

fn simple_try(game: &Skyscrapers, state: &State, found: &mut Found) {
    // Each height with two cells left, once, even if both its lines have only two.
    let mut seen = [0u16; super::MOST * super::MOST];
    let mut places: Vec<(usize, usize, usize)> = Vec::new();
    for line in 0..game.line_count() {
        for height in bits(game.all_heights() & !1) {
            let two = state.places[line][height];
            if two.count_ones() != 2 {
                continue;
            }
            for at in bits(two).map(|p| game.line_cell(line, p)) {
                let open = found.known().is_open(game.is(at, height).var());
                if open && seen[at] & 1 << height == 0 {
                    seen[at] |= 1 << height;
                    places.push((line, at, height));
                }
            }
        }
    }
    if places.is_empty() {
        return;
    }
    // The easiest contradictions first; in the end every enabled rule has had its turn.
    let mut supposing = found.supposing(game, state);
    for level in supposing.levels() {
        supposing.up_to(level);
        let mut any = false;
        for &(line, at, height) in &places {
            if let Some((because, chain)) = supposing.breaks(game.is(at, height)) {
                any = true;
                found.say_broken([line as u32, height as u32, at as u32, 0], because, chain);
            }
        }
        if any {
            return;
        }
    }
}

fn say_try(game: &Skyscrapers, step: &Step) -> String {
    let [line, height, at, _] = step.words.map(|w| w as usize);
    let last = step.chain.as_ref().and_then(|chain| chain.steps.last());
    let broken = match last {
        Some(clash) => Reasoner::say(game, clash),
        None => "That breaks a rule.".to_owned(),
    };
    format!(
        "{} the {height} has two cells left. Suppose that it stands in {}, and follow that to the \
         end: {broken} So it does not stand there.",
        capital(&game.in_line(line)),
        game.at_words(at)
    )
}
