//! Try and TryLarge: all ways to fill a line that fit what is known and both views.

use logic::{About, Found, Ground, Rule, Step};

use super::fits::{Frame, fits};
use super::line::bits;
use super::{MOST, Skyscrapers, State};
use crate::Fact;
use crate::kit::words::capital;

/// Try is for lines with at most this many open cells.
const FEW: usize = 3;

pub(super) const TRY: Rule<Skyscrapers> = Rule {
    about: About {
        id: "try",
        name: "Try",
        group: "",
        level: 2,
        weight: 8,
        once: false,
        trial: false,
        words: "If at most three cells of a line are open, go through all ways to fill them that \
                fit the heights still possible and the views at both ends. What none of them has \
                is scratched, what all have is built.",
    },
    find: |game, state, found| attempt(game, state, found, false),
    say: say_attempt,
};

pub(super) const TRY_LARGE: Rule<Skyscrapers> = Rule {
    about: About {
        id: "try-large",
        name: "TryLarge",
        group: "",
        level: 3,
        weight: 14,
        once: false,
        trial: false,
        words: "The same as Try for lines with four or more open cells: go through all ways to \
                fill the line that fit the heights still possible and the views at both ends.",
    },
    find: |game, state, found| attempt(game, state, found, true),
    say: say_attempt,
};

impl Skyscrapers {
    fn frame(&self, state: &State, line: usize) -> Frame {
        let mut frame = Frame {
            side: self.side(),
            depth: self.depth as usize,
            views: self.views_of(line).map(|v| self.views[v]),
            can: [0; MOST],
        };
        for p in 0..self.side() {
            frame.can[p] = self.open_heights(state, self.line_cell(line, p));
        }
        frame
    }
}

fn attempt(game: &Skyscrapers, state: &State, found: &mut Found, large: bool) {
    let n = game.side();
    let lines = game.lines_to_look_at(found);
    let mut facts: Vec<Fact> = Vec::new();
    for line in (0..2 * n).filter(|line| lines & 1 << line != 0) {
        let free = |p: &usize| state.built[game.line_cell(line, *p)] == 0;
        let open = (0..n).filter(free).count();
        if (open > FEW) != large {
            continue;
        }
        let frame = game.frame(state, line);
        let words = [line as u32, open as u32, 0, 0];
        let Some(fitting) = fits(&frame) else {
            found.clash(words, |because| {
                cite(game, state, line, because, |frame| fits(frame).is_none());
            });
            return;
        };
        if (0..n).all(|p| fitting[p] == frame.can[p] && (!free(&p) || fitting[p].count_ones() > 1))
        {
            continue;
        }
        facts.clear();
        for (p, &fitting) in fitting[..n].iter().enumerate() {
            let at = game.line_cell(line, p);
            let gone = bits(frame.can[p] & !fitting);
            facts.extend(gone.map(|h| game.is_not(at, h)));
            if fitting.count_ones() == 1 {
                facts.push(game.is(at, fitting.trailing_zeros() as usize));
            }
        }
        found.say(&facts, words, |because| {
            cite(game, state, line, because, |less| {
                fits(less).is_none_or(|wider| {
                    (0..n).all(|p| {
                        let gone = frame.can[p] & !fitting[p];
                        wider[p] & gone == 0
                            && (fitting[p].count_ones() > 1 || wider[p] == fitting[p] || !free(&p))
                    })
                })
            });
        });
    }
}

/// Cite what is needed: leave out what can be left out, whole cells first.
fn cite(
    game: &Skyscrapers,
    state: &State,
    line: usize,
    because: &mut Vec<Ground>,
    enough: impl Fn(&Frame) -> bool,
) {
    let all = game.all_heights();
    let mut frame = game.frame(state, line);
    let mut without = |change: &dyn Fn(&mut Frame)| {
        let mut less = frame;
        change(&mut less);
        let enough = enough(&less);
        if enough {
            frame = less;
        }
        enough
    };
    for (i, view) in game.views_of(line).into_iter().enumerate() {
        if game.views[view].is_some() && !without(&|less| less.views[i] = None) {
            because.push(game.view_ground(view));
        }
    }
    for p in 0..game.side() {
        let at = game.line_cell(line, p);
        if without(&|less| less.can[p] = all) {
            continue;
        }
        match state.built[at] {
            0 => {
                for h in bits(all & !state.can[at]) {
                    if !without(&|less| less.can[p] |= 1 << h) {
                        because.push(Ground::Fact(game.is_not(at, h)));
                    }
                }
            }
            built => because.extend(bits(built).map(|h| Ground::Fact(game.is(at, h)))),
        }
    }
}

fn say_attempt(game: &Skyscrapers, step: &Step) -> String {
    let [line, open, ..] = step.words.map(|w| w as usize);
    let views: Vec<String> = game
        .views_of(line)
        .into_iter()
        .filter(|&v| step.because.contains(&game.view_ground(v)))
        .map(|v| game.view_words(v))
        .collect();
    let fits = crate::kit::words::list(&views, "and");
    let (that_fits, in_a_way) = match views.len() {
        0 => (String::new(), String::new()),
        _ => (
            format!(" that fits {fits}"),
            format!(" in a way that fits {fits}"),
        ),
    };
    let line = capital(&game.line_words(line));
    if step.is_clash() {
        return match open {
            0 => format!("{line} is finished, but not{in_a_way}."),
            _ => format!("{line} can no longer be filled{in_a_way}."),
        };
    }
    let so = game.conclusion(&step.therefore);
    let cells = match open {
        1 => "one open cell".to_owned(),
        _ => format!("{open} open cells"),
    };
    format!("{line} has {cells}. In every way to fill it{that_fits}, {so}.")
}
