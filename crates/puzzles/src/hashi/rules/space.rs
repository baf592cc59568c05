//! Rules about bridges in each other's way: crossings, and loops where they are forbidden.

use super::{Hashi, State};
use crate::kit::areas::shortest;
use crate::kit::prelude::*;

/// A bridge that other bridges would have to cross.
pub(super) struct Crossing {
    span: usize,
}

impl Deduction<Hashi> for Crossing {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        let look = |span: usize, found: &mut Findings<Self>| {
            if state.least[span] == 0 || puzzle.crossed_by[span].is_empty() {
                return;
            }
            let closed = puzzle.crossed_by[span].iter();
            found.conclude(closed.map(|&c| Fact::no(puzzle.atom(c, 1))), |because| {
                because.push(puzzle.some_bridge(span));
                Crossing { span }
            });
        };
        match found.news() {
            None => (0..puzzle.spans.len()).for_each(|s| look(s, found)),
            Some(news) => {
                let built = news.iter().filter(|fact| fact.is_yes());
                let spans = built.map(|fact| puzzle.span_of(fact.var()));
                { spans.filter(|&(_, k)| k == 1) }.for_each(|(s, _)| look(s, found));
            }
        }
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let ends = puzzle.ends_words(self.span);
        if step.is_clash() {
            return format!("The bridge between {ends} would cross another bridge.");
        }
        let so = match step.therefore.len() {
            1 => puzzle.said(&step.therefore, None),
            _ => "the sides that it crosses are closed".to_owned(),
        };
        format!("A bridge runs between {ends}, so {so}.")
    }

    /// What a bridge crosses is closed: anybody sees that, and nothing is said about it.
    fn aside(&self, _: &Hashi, _: &Step) -> Option<Aside> {
        Some(Aside::Words(String::new()))
    }
}

/// A span whose ends are joined already by other bridges.
pub(super) struct Loop {
    span: usize,
    around: Vec<usize>,
}

impl Deduction<Hashi> for Loop {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        if !puzzle.no_loop {
            return;
        }
        for leader in puzzle.groups_to_look_at(state, found) {
            let to_behind = |i| (puzzle.sides(i)).filter(move |&s| puzzle.spans[s].ends.0 == i);
            let spans = || {
                let all = state.group(leader).flat_map(to_behind);
                all.filter(|&s| state.leader(puzzle.spans[s].ends.1) == leader)
            };
            let drawn = || spans().filter(|&s| state.least[s] > 0);
            if drawn().count() >= state.group_size(leader) {
                let closed = drawn().find_map(|s| Some((s, way_around(puzzle, state, s)?)));
                if let Some((span, around)) = closed {
                    return found.contradict(|because| {
                        because.push(puzzle.some_bridge(span));
                        (around.iter()).for_each(|&t| cite(because, puzzle.some_bridge(t)));
                        Loop { span, around }
                    });
                }
            }
            for span in spans().filter(|&s| state.least[s] == 0 && state.most[s] > 0) {
                found.conclude(&[Fact::no(puzzle.atom(span, 1))], |because| {
                    let around = way_around(puzzle, state, span).unwrap_or_default();
                    (around.iter()).for_each(|&t| cite(because, puzzle.some_bridge(t)));
                    Loop { span, around }
                });
            }
        }
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let ends = puzzle.ends_words(self.span);
        if step.is_clash() {
            return format!("The bridges through {ends} form a loop.");
        }
        format!(
            "{ends} are joined already by a way around, so a bridge between them would close a \
             loop: none runs there."
        )
    }

    fn picture(&self, puzzle: &Hashi, _: &Step) -> Picture {
        let mut at = self.around.first().map_or(0, |&first| {
            let ends = puzzle.both_ends(self.span);
            let begins = |i: &&usize| puzzle.both_ends(first).contains(i);
            ends.iter().find(begins).copied().unwrap_or(ends[0])
        });
        let mut way = vec![at];
        for &s in &self.around {
            at = puzzle.across(s, at);
            way.push(at);
        }
        Picture::default().way(puzzle.points(way))
    }
}

/// Known bridges from one end of a span to the other, without this span.
fn way_around(puzzle: &Hashi, state: &State, span: usize) -> Option<Vec<usize>> {
    let (a, z) = puzzle.spans[span].ends;
    let next = |i: usize| {
        let drawn = (puzzle.sides(i)).filter(|&s| s != span && state.least[s] > 0);
        drawn.map(move |s| (puzzle.across(s, i), s))
    };
    shortest(puzzle.islands.len(), &[a], &[z], next)
}
