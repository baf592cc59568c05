//! Rules about what one arrow sees, or what lies between two arrows of the same direction.

use logic::{About, Found, Ground, Known, Rule, Step};

use super::lay::{NONE, Span};
use super::{State, Yajilin, cite_clue};
use crate::Fact;
use crate::kit::words::{capital, list};

pub(super) const ZERO: Rule<Yajilin> = Rule {
    about: About {
        id: "zero",
        name: "Zero",
        group: "",
        level: 1,
        weight: 1,
        once: true,
        trial: false,
        words: "An arrow with a 0 sees no shaded cell: the loop passes through every free cell \
                that it points to.",
    },
    find: |_, state, found| {
        let zero = |s: &u32| state.lay.spans[*s as usize].need == 0;
        let spans: Vec<u32> = single(state).filter(zero).collect();
        done(state, found, spans);
    },
    say: |game, step| {
        let clue = capital(game.clue_at(step.words[0]));
        if step.is_clash() {
            return format!("{clue} points to a shaded cell.");
        }
        format!(
            "{clue} sees no shaded cell, so {}.",
            game.all_words(&step.therefore)
        )
    },
};

pub(super) const DONE: Rule<Yajilin> = Rule {
    about: About {
        id: "clue-done",
        name: "Clue satisfied",
        group: "",
        level: 1,
        weight: 1,
        once: false,
        trial: false,
        words: "When an arrow sees as many shaded cells as its number says, the loop passes \
                through all its other cells.",
    },
    find: |_, state, found| {
        let spans = touched(state, found, |span| span.beyond == NONE && span.need != 0);
        done(state, found, spans);
    },
    say: |game, step| {
        let clue = capital(game.clue_at(step.words[0]));
        if step.is_clash() {
            return format!("{clue} sees too many shaded cells.");
        }
        let what = game.all_words(&step.therefore);
        format!("{clue} has all its shaded cells, so {what}.")
    },
};

pub(super) const NEEDS_ALL: Rule<Yajilin> = Rule {
    about: About {
        id: "clue-needs-all",
        name: "Clue needs all",
        group: "",
        level: 1,
        weight: 1,
        once: false,
        trial: false,
        words: "When an arrow has only as many cells left as it still needs, all of them are \
                shaded.",
    },
    find: |_, state, found| {
        let spans = touched(state, found, |span| span.beyond == NONE);
        needs_all(state, found, spans);
    },
    say: |game, step| {
        let clue = capital(game.clue_at(step.words[0]));
        if step.is_clash() {
            return format!("{clue} cannot see as many shaded cells as it needs.");
        }
        let what = game.all_words(&step.therefore);
        format!("{clue} needs every cell that is left to it, so {what}.")
    },
};

pub(super) const PACKED: Rule<Yajilin> = Rule {
    about: About {
        id: "clue-packed",
        name: "Only every other cell fits",
        group: "",
        level: 2,
        weight: 2,
        once: false,
        trial: false,
        words: "Shaded cells never touch, so a row of cells takes at most half of them, rounded \
                up. If an arrow needs as many as fit, then in each odd row of open cells every \
                other one is shaded, beginning with the first.",
    },
    find: |_, state, found| {
        let spans = touched(state, found, |span| span.beyond == NONE);
        packed(state, found, spans, false);
    },
    say: |game, step| {
        let clue = capital(game.clue_at(step.words[0]));
        if step.is_clash() {
            return format!("{clue} needs more shaded cells than fit without touching.");
        }
        let what = game.all_words(&step.therefore);
        format!("{clue} needs as many shaded cells as fit without touching, so {what}.")
    },
};

pub(super) const ONE_OF_TWO: Rule<Yajilin> = Rule {
    about: About {
        id: "one-of-two",
        name: "One of two neighbours",
        group: "",
        level: 2,
        weight: 2,
        once: false,
        trial: false,
        words: "If an arrow needs as many shaded cells as fit without touching, then in each even \
                row of open cells the first or the second is shaded, the third or the fourth, and \
                so on. Between two cells of which one is shaded no line runs.",
    },
    find: |_, state, found| {
        let spans = touched(state, found, |_| true);
        packed(state, found, spans, true);
    },
    say: |game, step| {
        let [clue, beyond, ..] = step.words;
        let clue = match beyond {
            NONE => format!("{} needs", capital(game.clue_at(clue))),
            _ => format!(
                "{} and {} need between them",
                capital(game.clue_at(clue)),
                game.clue_at(beyond)
            ),
        };
        let pairs: Vec<String> = (step.therefore.iter())
            .map(|f| format!("one of {}", game.line_words(f.var())))
            .collect();
        let (them, pairs) = match &*pairs {
            [one] => ("the two", one.clone()),
            _ => ("such a pair", list(&pairs, "and")),
        };
        format!("{clue} {pairs} shaded, so no line runs between {them}.")
    },
};

pub(super) const BETWEEN: Rule<Yajilin> = Rule {
    about: About {
        id: "clues-between",
        name: "Between two arrows",
        group: "",
        level: 2,
        weight: 2,
        once: false,
        trial: false,
        words: "Of two arrows in the same row or column that point the same way, the nearer one \
                sees everything that the other sees, and what lies between them. So the \
                difference of their numbers lies between them: nothing if they are equal.",
    },
    find: |_, state, found| {
        let spans = touched(state, found, |span| span.beyond != NONE);
        done(state, found, spans.clone());
        needs_all(state, found, spans.clone());
        packed(state, found, spans, false);
    },
    say: between_words,
};

fn between_words(game: &Yajilin, step: &Step) -> String {
    let [clue, beyond, need, _] = step.words;
    let clues = format!("{} and {}", game.clue_at(clue), game.clue_at(beyond));
    let count = match need as i32 {
        0 => "no shaded cell lies".to_owned(),
        1 => "one shaded cell lies".to_owned(),
        n if n < 0 => "fewer than no shaded cells would lie".to_owned(),
        n => format!("{n} shaded cells lie"),
    };
    if step.is_clash() {
        return format!("Between {clues} {count}, which is not possible any more.");
    }
    let what = game.all_words(&step.therefore);
    format!("Between {clues} {count}, so {what}.")
}

fn single(state: &State) -> impl Iterator<Item = u32> {
    let spans = state.lay.spans.iter().enumerate();
    spans
        .filter(|(_, s)| s.beyond == NONE)
        .map(|(s, _)| s as u32)
}

/// The wanted spans with news about their cells.
fn touched(state: &State, found: &Found, wanted: impl Fn(&Span) -> bool) -> Vec<u32> {
    let wanted = |s: &u32| wanted(&state.lay.spans[*s as usize]);
    let Some(news) = found.news() else {
        return (0..state.lay.spans.len() as u32).filter(wanted).collect();
    };
    let cells = news.iter().map(|f| f.var()).filter(|&v| v < state.lay.free);
    let mut spans: Vec<u32> = cells
        .flat_map(|v| state.lay.spans_of[v].iter().copied())
        .filter(wanted)
        .collect();
    spans.sort_unstable();
    spans.dedup();
    spans
}

fn words(span: &Span) -> [u32; 4] {
    [span.clue, span.beyond, span.need as u32, 0]
}

fn cite(span: &Span, because: &mut Vec<Ground>) {
    because.push(cite_clue(span.clue));
    if span.beyond != NONE {
        because.push(cite_clue(span.beyond));
    }
}

/// The clue, and what is known about its cells.
pub(super) fn cite_full(known: &Known, span: &Span, because: &mut Vec<Ground>) {
    cite(span, because);
    for (i, &v) in span.cells.iter().enumerate() {
        let shaded = |i: &usize| {
            let there = span.cells.get(*i).copied();
            there.is_some_and(|w| w != NONE && known.yes(w as usize))
        };
        // Beside a shaded cell it goes without saying.
        let said = v == NONE || known.is_open(v as usize);
        if !said && (known.yes(v as usize) || ![i.wrapping_sub(1), i + 1].iter().any(shaded)) {
            because.push(Ground::Fact(Fact::new(v as usize, known.yes(v as usize))));
        }
    }
}

fn free(span: &Span) -> impl Iterator<Item = usize> {
    let cells = span.cells.iter().filter(|&&v| v != NONE);
    cells.map(|&v| v as usize)
}

fn done(state: &State, found: &mut Found, spans: Vec<u32>) {
    let known = found.known();
    for s in spans {
        let (span, count) = (&state.lay.spans[s as usize], state.counts[s as usize]);
        let spare = span.need - count.shaded as i32;
        if spare > 0 || spare == 0 && count.open == 0 {
            continue;
        }
        let because = |because: &mut Vec<Ground>| {
            cite(span, because);
            let shaded = free(span).filter(|&v| known.yes(v));
            because.extend(shaded.map(|v| Ground::Fact(Fact::yes(v))));
        };
        if spare < 0 {
            return found.clash(words(span), because);
        }
        let passed: Vec<Fact> = free(span)
            .filter(|&v| known.is_open(v))
            .map(Fact::no)
            .collect();
        found.say(&passed, words(span), because);
    }
}

fn needs_all(state: &State, found: &mut Found, spans: Vec<u32>) {
    let known = found.known();
    for s in spans {
        let (span, count) = (&state.lay.spans[s as usize], state.counts[s as usize]);
        let need = span.need - count.shaded as i32;
        let open = count.open as i32;
        if need < open || need <= 0 {
            continue;
        }
        let because = |because: &mut Vec<Ground>| {
            cite(span, because);
            let passed = free(span).filter(|&v| known.no(v));
            because.extend(passed.map(|v| Ground::Fact(Fact::no(v))));
        };
        if need > open {
            return found.clash(words(span), because);
        }
        let shaded: Vec<Fact> = free(span)
            .filter(|&v| known.is_open(v))
            .map(Fact::yes)
            .collect();
        found.say(&shaded, words(span), because);
    }
}

/// Spans that take as many shaded cells as fit: what is then known about odd rows of open cells, or
/// about pairs of neighbours in even ones.
fn packed(state: &State, found: &mut Found, spans: Vec<u32>, pairs: bool) {
    let known = found.known();
    for s in spans {
        let (span, count) = (&state.lay.spans[s as usize], state.counts[s as usize]);
        let need = span.need - count.shaded as i32;
        if need <= 0 || need > count.open as i32 {
            continue;
        }
        let open = |&v: &u32| v != NONE && known.is_open(v as usize);
        let runs = || span.cells.split(|v| !open(v)).filter(|run| !run.is_empty());
        let room: usize = runs().map(|run| run.len().div_ceil(2)).sum();
        if need < room as i32 {
            continue;
        }
        let because = |because: &mut Vec<Ground>| cite_full(known, span, because);
        if need > room as i32 {
            // Once is enough.
            if !pairs {
                found.clash(words(span), because);
            }
            return;
        }
        let odd = || runs().filter(|run| run.len() % 2 == 1);
        let even = || runs().filter(|run| run.len() % 2 == 0);
        let facts: Vec<Fact> = match pairs {
            false => odd()
                .flat_map(|run| run.iter().enumerate())
                .map(|(i, &v)| Fact::new(v as usize, i % 2 == 0))
                .collect(),
            true => even()
                .flat_map(|run| run.chunks(2))
                .filter_map(|two| state.lay.between(two[0], two[1]))
                .map(Fact::no)
                .collect(),
        };
        found.say(&facts, words(span), because);
    }
}
