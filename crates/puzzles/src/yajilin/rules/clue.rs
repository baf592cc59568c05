//! Rules about what one arrow sees, or what lies between two arrows of the same direction.

use super::arrows::{Arrows, Span};
use super::{Now, State, Yajilin};
use crate::kit::prelude::*;

/// The arrows of a span that say something about its cells, by one of these rules.
pub(super) struct OfSpan<const RULE: usize> {
    arrows: Arrows,
    need: i32,
}

/// An arrow with a 0.
pub(super) type Zero = OfSpan<ZERO>;
/// An arrow that sees as many shaded cells as it says, or more.
pub(super) type Done = OfSpan<DONE>;
/// An arrow that has no cells to spare, or too few.
pub(super) type NeedsAll = OfSpan<NEEDS_ALL>;
/// An arrow that needs as many shaded cells as fit, or more.
pub(super) type Packed = OfSpan<PACKED>;
/// Neighbours of which one is shaded, because as many cells are needed as fit.
pub(super) type OneOfTwo = OfSpan<ONE_OF_TWO>;
/// What two arrows of the same direction say about the cells between them.
pub(super) type Between = OfSpan<BETWEEN>;

const ZERO: usize = 0;
const DONE: usize = 1;
const NEEDS_ALL: usize = 2;
const PACKED: usize = 3;
const ONE_OF_TWO: usize = 4;
const BETWEEN: usize = 5;

impl<const RULE: usize> Deduction<Yajilin> for OfSpan<RULE> {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let all = &state.counting.spans;
        let mut spans = findings.touched(all.len(), |fact| {
            let spans = state.counting.spans_of.get(fact.var());
            spans.into_iter().flatten().copied()
        });
        let is_single = |span: &Span| span.arrows.far.is_none();
        spans.retain(|&s| match RULE {
            ZERO => is_single(&all[s]) && all[s].need == 0,
            DONE => is_single(&all[s]) && all[s].need != 0,
            ONE_OF_TWO => true,
            BETWEEN => !is_single(&all[s]),
            _ => is_single(&all[s]),
        });
        if let ZERO | DONE | BETWEEN = RULE {
            Self::settled(state, findings, &spans, false);
        }
        if let NEEDS_ALL | BETWEEN = RULE {
            Self::settled(state, findings, &spans, true);
        }
        if let PACKED | ONE_OF_TWO | BETWEEN = RULE {
            Self::packed(state, findings, &spans);
        }
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let arrows = self.arrows.words(puzzle);
        let (wrong, why) = match RULE {
            ZERO => ("points to a shaded cell", "sees no shaded cell"),
            DONE => ("sees too many shaded cells", "has all its shaded cells"),
            NEEDS_ALL => (
                "cannot see as many shaded cells as it needs",
                "needs every cell that is left to it",
            ),
            PACKED => (
                "needs more shaded cells than fit without touching",
                "needs as many shaded cells as fit without touching",
            ),
            ONE_OF_TWO => return format!("{arrows} {}.", self.pairs_words(puzzle, step)),
            _ => return self.between_words(puzzle, step),
        };
        let why = format!("{why}, so {}", puzzle.conclusions(step));
        format!("{arrows} {}.", step.so_or_but(&*why, wrong))
    }
}

/// The clue, and what is known about its cells.
pub(super) fn cite_full(now: Now, span: &Span, because: &mut Vec<Ground>) {
    span.arrows.cite(now.lay.size, because);
    for (i, v) in span.cells.iter().enumerate() {
        let shaded = |i: &usize| {
            let there = span.cells.get(*i).copied().flatten();
            there.is_some_and(|w| now.yes(w))
        };
        if let &Some(v) = v
            && let Some(answer) = now.answer(v)
        {
            // Beside a shaded cell it goes without saying.
            if answer || ![i.wrapping_sub(1), i + 1].iter().any(shaded) {
                because.push(Ground::Fact(Fact::new(v, answer)));
            }
        }
    }
}

impl<const RULE: usize> OfSpan<RULE> {
    fn of(span: &Span) -> Self {
        let &Span { arrows, need, .. } = span;
        Self { arrows, need }
    }

    /// Spans whose open cells are all shaded because every one is needed (`fill`), or all passed
    /// because none is needed any more.
    fn settled(state: &State, findings: &mut Findings<Self>, spans: &[usize], fill: bool) {
        let now = state.now(findings);
        for &s in spans {
            let (span, count) = (&state.counting.spans[s], state.counts[s]);
            let (need, open) = (span.need - count.shaded as i32, count.open as i32);
            let spare = if fill { open - need } else { need };
            if spare > 0 || spare == 0 && open == 0 {
                continue;
            }
            let open = span.free().filter(|&v| now.is_open(v));
            let facts = open.map(|v| Fact::new(v, fill));
            findings.conclude_unless(spare < 0, facts, |because| {
                span.arrows.cite(state.lay.size, because);
                let others = span.free().map(|v| Fact::new(v, !fill));
                because.extend(others.filter(|&f| now.holds(f)).map(Ground::Fact));
                Self::of(span)
            });
            if spare < 0 {
                return;
            }
        }
    }

    /// Spans that take as many shaded cells as fit: what is then known about odd rows of open cells,
    /// or about pairs of neighbours in even ones.
    fn packed(state: &State, findings: &mut Findings<Self>, spans: &[usize]) {
        let now = state.now(findings);
        let in_pairs = RULE == ONE_OF_TWO;
        for &s in spans {
            let (span, count) = (&state.counting.spans[s], state.counts[s]);
            let need = span.need - count.shaded as i32;
            if need <= 0 || need > count.open as i32 {
                continue;
            }
            let shut = |v: &Option<usize>| v.is_none_or(|v| !now.is_open(v));
            let runs = || span.cells.split(shut).filter(|run| !run.is_empty());
            let room: usize = runs().map(|run| run.len().div_ceil(2)).sum();
            if need < room as i32 {
                continue;
            }
            let because = |because: &mut Vec<Ground>| {
                cite_full(now, span, because);
                Self::of(span)
            };
            if need > room as i32 {
                // Once is enough.
                if !in_pairs {
                    findings.contradict(because);
                }
                return;
            }
            let runs = runs().filter(|run| (run.len() % 2 == 0) == in_pairs);
            if in_pairs {
                let pairs = runs.flat_map(|run| run.chunks(2));
                let lines = pairs.filter_map(|two| state.lay.between(two[0]?, two[1]?));
                findings.conclude(lines.map(Fact::no), because);
            } else {
                let cells = runs.flat_map(|run| run.iter().flatten().enumerate());
                findings.conclude(cells.map(|(i, &v)| Fact::new(v, i % 2 == 0)), because);
            }
        }
    }

    /// "needs one of columns 3 and 4 of row 2 shaded, so no line runs between the two".
    fn pairs_words(&self, puzzle: &Yajilin, step: &Step) -> String {
        let need = match self.arrows.far {
            None => "needs",
            Some(_) => "need between them",
        };
        let one_of = |line: usize| format!("{need} one of {} shaded", puzzle.line_words(line));
        if let (true, Some(Ground::Fact(line))) = (step.is_clash(), step.because.last()) {
            return format!("{}, but a line runs between the two", one_of(line.var()));
        }
        if let [line] = step.therefore[..] {
            return format!("{}, so no line runs between the two", one_of(line.var()));
        }
        let lines = step.therefore.iter();
        let pairs: Vec<_> = lines.map(|line| puzzle.places(line.var())).collect();
        let [a, z] = [pairs[0][0], pairs[0][1]];
        let (line, across, number): (_, _, fn(&Cell) -> i16) = match a.row == z.row {
            true => (format!("row {}", a.row + 1), "columns", |at| at.col + 1),
            false => (format!("column {}", a.col + 1), "rows", |at| at.row + 1),
        };
        let pair = |pair: &Vec<Cell>| list(pair.iter().map(number), "and");
        let pairs = pairs.iter().map(pair).collect::<Vec<String>>().join(", ");
        let each = format!("{need} one shaded cell in each pair of {line} ({across} {pairs})");
        format!("{each}, so no line runs between them")
    }

    fn between_words(&self, puzzle: &Yajilin, step: &Step) -> String {
        let clues = self.arrows.words(puzzle);
        let count = match self.need {
            0 => "no shaded cell lies".to_owned(),
            1 => "one shaded cell lies".to_owned(),
            n if n < 0 => "fewer than no shaded cells would lie".to_owned(),
            n => format!("{n} shaded cells lie"),
        };
        let so = puzzle.so_or_but(step, "which is not possible any more");
        format!("Between {clues} {count}, {so}.")
    }
}
