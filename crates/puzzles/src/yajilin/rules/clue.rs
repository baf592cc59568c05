//! Rules about what one arrow sees, or what lies between two arrows of the same direction.

use super::arrows::{Arrows, Span};
use super::{State, Yajilin};
use crate::kit::prelude::*;

/// An arrow with a 0.
#[derive(Debug)]
pub(super) struct Zero {
    arrow: Arrows,
}

impl Deduction<Yajilin> for Zero {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let spans = all(state, |span| is_single(span) && span.need == 0);
        settled(state, findings, &spans, false, |span| Self {
            arrow: span.arrows,
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let wrong = "points to a shaded cell";
        sentence(puzzle, step, self.arrow, wrong, "sees no shaded cell")
    }
}

/// An arrow that sees as many shaded cells as it says, or more.
#[derive(Debug)]
pub(super) struct Done {
    arrow: Arrows,
}

impl Deduction<Yajilin> for Done {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let spans = touched(state, findings, |span| is_single(span) && span.need != 0);
        settled(state, findings, &spans, false, |span| Self {
            arrow: span.arrows,
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let wrong = "sees too many shaded cells";
        sentence(puzzle, step, self.arrow, wrong, "has all its shaded cells")
    }
}

/// An arrow that has no cells to spare, or too few.
#[derive(Debug)]
pub(super) struct NeedsAll {
    arrow: Arrows,
}

impl Deduction<Yajilin> for NeedsAll {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let spans = touched(state, findings, is_single);
        settled(state, findings, &spans, true, |span| Self {
            arrow: span.arrows,
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let wrong = "cannot see as many shaded cells as it needs";
        let why = "needs every cell that is left to it";
        sentence(puzzle, step, self.arrow, wrong, why)
    }
}

/// An arrow that needs as many shaded cells as fit, or more.
#[derive(Debug)]
pub(super) struct Packed {
    arrow: Arrows,
}

impl Deduction<Yajilin> for Packed {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let spans = touched(state, findings, is_single);
        packed(state, findings, &spans, false, |span| Self {
            arrow: span.arrows,
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let wrong = "needs more shaded cells than fit without touching";
        let why = "needs as many shaded cells as fit without touching";
        sentence(puzzle, step, self.arrow, wrong, why)
    }
}

/// What is wrong with an arrow, or what about it leads to the conclusions.
fn sentence(puzzle: &Yajilin, step: &Step, arrow: Arrows, wrong: &str, why: &str) -> String {
    let arrow = capital(arrow.words(puzzle));
    if step.is_clash() {
        return format!("{arrow} {wrong}.");
    }
    format!("{arrow} {why}, so {}.", puzzle.conclusions(step))
}

/// Neighbours of which one is shaded, because as many cells are needed as fit.
#[derive(Debug)]
pub(super) struct OneOfTwo {
    arrows: Arrows,
}

impl Deduction<Yajilin> for OneOfTwo {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let spans = touched(state, findings, |_| true);
        packed(state, findings, &spans, true, |span| Self {
            arrows: span.arrows,
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let need = match self.arrows.far {
            None => "needs",
            Some(_) => "need between them",
        };
        let one_of = |line: usize| format!("one of {}", puzzle.line_words(line));
        if let (true, Some(Ground::Fact(line))) = (step.is_clash(), step.because.last()) {
            return format!(
                "{} {need} {} shaded, but a line runs between the two.",
                capital(self.arrows.words(puzzle)),
                one_of(line.var())
            );
        }
        let pairs: Vec<String> = step.therefore.iter().map(|f| one_of(f.var())).collect();
        let them = match &*pairs {
            [_] => "the two",
            _ => "such a pair",
        };
        let (arrows, pairs) = (capital(self.arrows.words(puzzle)), list(&pairs, "and"));
        format!("{arrows} {need} {pairs} shaded, so no line runs between {them}.")
    }
}

/// What two arrows of the same direction say about the cells between them.
#[derive(Debug)]
pub(super) struct Between {
    arrows: Arrows,
    need: i32,
}

impl Deduction<Yajilin> for Between {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let spans = touched(state, findings, |span| !is_single(span));
        let evidence = |span: &Span| Self {
            arrows: span.arrows,
            need: span.need,
        };
        settled(state, findings, &spans, false, evidence);
        settled(state, findings, &spans, true, evidence);
        packed(state, findings, &spans, false, evidence);
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let clues = self.arrows.words(puzzle);
        let count = match self.need {
            0 => "no shaded cell lies".to_owned(),
            1 => "one shaded cell lies".to_owned(),
            n if n < 0 => "fewer than no shaded cells would lie".to_owned(),
            n => format!("{n} shaded cells lie"),
        };
        if step.is_clash() {
            return format!("Between {clues} {count}, which is not possible any more.");
        }
        let what = puzzle.conclusions(step);
        format!("Between {clues} {count}, so {what}.")
    }
}

fn is_single(span: &Span) -> bool {
    span.arrows.far.is_none()
}

/// The wanted spans.
fn all(state: &State, wanted: impl Fn(&Span) -> bool) -> Vec<usize> {
    let spans = &state.counting.spans;
    (0..spans.len()).filter(|&s| wanted(&spans[s])).collect()
}

/// The wanted spans with news about their cells.
fn touched(state: &State, found: &Situation, wanted: impl Fn(&Span) -> bool) -> Vec<usize> {
    let Some(news) = found.news() else {
        return all(state, wanted);
    };
    let of = |fact: &Fact| state.counting.spans_of.get(fact.var());
    let spans = news.iter().filter_map(of).flatten().copied();
    distinct(spans.filter(|&s| wanted(&state.counting.spans[s])))
}

/// The clue, and what is known about its cells.
pub(super) fn cite_full(state: &State, known: &Known, span: &Span, because: &mut Vec<Ground>) {
    span.arrows.cite(state.lay.size, because);
    for (i, v) in span.cells.iter().enumerate() {
        let shaded = |i: &usize| {
            let there = span.cells.get(*i).copied().flatten();
            there.is_some_and(|w| known.yes(w))
        };
        if let &Some(v) = v
            && let Some(answer) = known.answer(v)
        {
            // Beside a shaded cell it goes without saying.
            if answer || ![i.wrapping_sub(1), i + 1].iter().any(shaded) {
                because.push(Ground::Fact(Fact::new(v, answer)));
            }
        }
    }
}

/// Spans whose open cells are all shaded because every one is needed (`fill`), or all passed because
/// none is needed any more.
fn settled<D: Deduction<Yajilin>>(
    state: &State,
    findings: &mut Findings<D>,
    spans: &[usize],
    fill: bool,
    evidence: impl Fn(&Span) -> D,
) {
    let known = findings.known();
    for &s in spans {
        let (span, count) = (&state.counting.spans[s], state.counts[s]);
        let (need, open) = (span.need - count.shaded as i32, count.open as i32);
        let spare = if fill { open - need } else { need };
        if spare > 0 || spare == 0 && open == 0 {
            continue;
        }
        let because = |because: &mut Vec<Ground>| {
            span.arrows.cite(state.lay.size, because);
            let others = span.free().map(|v| Fact::new(v, !fill));
            because.extend(others.filter(|&f| known.holds(f)).map(Ground::Fact));
            evidence(span)
        };
        if spare < 0 {
            return findings.contradict(because);
        }
        let open = span.free().filter(|&v| known.is_open(v));
        let all: Vec<Fact> = open.map(|v| Fact::new(v, fill)).collect();
        findings.conclude(&all, because);
    }
}

/// Spans that take as many shaded cells as fit: what is then known about odd rows of open cells, or
/// about pairs of neighbours in even ones.
fn packed<D: Deduction<Yajilin>>(
    state: &State,
    findings: &mut Findings<D>,
    spans: &[usize],
    pairs: bool,
    evidence: impl Fn(&Span) -> D,
) {
    let known = findings.known();
    for &s in spans {
        let (span, count) = (&state.counting.spans[s], state.counts[s]);
        let need = span.need - count.shaded as i32;
        if need <= 0 || need > count.open as i32 {
            continue;
        }
        let shut = |v: &Option<usize>| v.is_none_or(|v| !known.is_open(v));
        let runs = || span.cells.split(shut).filter(|run| !run.is_empty());
        let room: usize = runs().map(|run| run.len().div_ceil(2)).sum();
        if need < room as i32 {
            continue;
        }
        let because = |because: &mut Vec<Ground>| {
            cite_full(state, known, span, because);
            evidence(span)
        };
        if need > room as i32 {
            // Once is enough.
            if !pairs {
                findings.contradict(because);
            }
            return;
        }
        let runs = runs().filter(|run| (run.len() % 2 == 0) == pairs);
        let facts: Vec<Fact> = match pairs {
            false => runs
                .flat_map(|run| run.iter().flatten().enumerate())
                .map(|(i, &v)| Fact::new(v, i % 2 == 0))
                .collect(),
            true => runs
                .flat_map(|run| run.chunks(2))
                .filter_map(|two| state.lay.between(two[0]?, two[1]?))
                .map(Fact::no)
                .collect(),
        };
        findings.conclude(&facts, because);
    }
}
