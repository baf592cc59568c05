//! One entry, and where it would push the loop.
//!
//! A shaded cell or a line takes ways from the cells beside it. Those that are on the loop and have two
//! ways left lead it on, the next ones too, and so on: two lines side by side that run into a lane for
//! one, an arrow whose cells are packed and choke what lies between. This is followed wave by wave, so
//! that how far it goes does not depend on the order of cells, and no further than a person does
//! without writing anything down.

use super::arrows::{Arrows, Span};
use super::{Now, State, Yajilin, the_loop};
use crate::kit::prelude::*;

/// Nobody follows more lines and shaded cells than these.
const MARKS: usize = 10;

/// What goes wrong.
#[derive(Clone, Copy, Debug)]
enum Clash {
    /// A cell or a border would have to be both.
    Both(usize),
    /// The loop would come into a cell and could not leave it.
    Stuck(usize),
    /// A cell would get three lines.
    Third(usize),
    /// Arrows would see too many shaded cells, or too few.
    Count(Arrows),
    /// The loop would be closed with this line, and something left out.
    Closed(usize),
}

/// An entry that would push the loop until something goes wrong.
pub(super) struct Pushed {
    suppose: Fact,
    /// What would follow and matters, together what follows at the same time.
    waves: Vec<Vec<Fact>>,
    clash: Clash,
}

impl Deduction<Yajilin> for Pushed {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let now = state.now(findings);
        let mut paper = Paper::new(now);
        let open = (0..now.atoms()).filter(|&atom| now.is_open(atom));
        findings.each(open, |atom, findings| {
            for suppose in [Fact::yes(atom), Fact::no(atom)] {
                let clash = paper.follow(suppose);
                paper.rub_out();
                if clash.is_some() {
                    findings.conclude([!suppose], |because| {
                        let mut again = Paper::new(now);
                        again.reasons = true;
                        let (clash, last) = again.follow(suppose).expect("it did so before");
                        Self {
                            suppose,
                            waves: again.story(last, because),
                            clash,
                        }
                    });
                    break;
                }
            }
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let entry = puzzle.entry_words(self.suppose);
        let at = |atom: usize| puzzle.line_words(atom);
        let end = match self.clash {
            Clash::Both(v) if v < puzzle.free() => {
                format!("{} would have to be both shaded and on the loop", at(v))
            }
            Clash::Both(v) => {
                let line = at(v);
                format!("a line between {line} would be both needed and impossible")
            }
            Clash::Stuck(v) => format!("the loop could not get in and out of {}", at(v)),
            Clash::Third(v) => format!("{} would get three lines", at(v)),
            Clash::Count(arrows) => format!("{} could not be right", arrows.words(puzzle)),
            Clash::Closed(line) => format!("a loop would be closed too soon between {}", at(line)),
        };
        let so = puzzle.so_or_but(step, "but it is so");
        let mut marks: Vec<Fact> = self.waves.concat();
        if let Clash::Both(atom) = self.clash {
            marks.retain(|mark| mark.var() != atom);
        }
        let then = match marks.len() {
            0 => String::new(),
            1..=3 => format!("{}, and ", puzzle.imagined(&marks)),
            many => format!("{} entries would follow, and ", number(many)),
        };
        format!("If {entry}, {then}{end}, {so}.")
    }

    fn picture(&self, puzzle: &Yajilin, _: &Step) -> Picture {
        let at = match self.clash {
            Clash::Both(at) | Clash::Closed(at) | Clash::Stuck(at) | Clash::Third(at) => {
                puzzle.places(at)
            }
            Clash::Count(arrows) => arrows.both().collect(),
        };
        let start = Picture::default().thing(at).suppose(vec![self.suppose]);
        let waves = self.waves.iter().cloned();
        waves.fold(start, Picture::suppose)
    }
}

/// A mark on the paper, and why it is there.
struct Mark {
    fact: Fact,
    wave: usize,
    because: Vec<Ground>,
}

/// What is known, and what would follow from a supposition.
struct Paper<'a> {
    now: Now<'a>,
    answers: Vec<Option<bool>>,
    /// For each cell its lines and its ways.
    counts: Vec<[u8; 2]>,
    marks: Vec<Mark>,
    next: Vec<Mark>,
    reasons: bool,
}

/// What marks are about.
fn atoms(marks: &[Mark]) -> impl Iterator<Item = usize> {
    marks.iter().map(|mark| mark.fact.var())
}

impl<'a> Paper<'a> {
    fn new(now: Now<'a>) -> Paper<'a> {
        let counts = now.state.pieces.nodes.iter();
        Paper {
            now,
            answers: (0..now.atoms()).map(|atom| now.answer(atom)).collect(),
            counts: counts.map(|node| [node.lines, node.ways]).collect(),
            marks: Vec::new(),
            next: Vec::new(),
            reasons: false,
        }
    }

    fn is(&self, fact: Fact) -> bool {
        self.answers[fact.var()] == Some(fact.is_yes())
    }

    fn count(&mut self, fact: Fact, by: u8) {
        if fact.var() >= self.now.lay.free {
            for v in self.now.lay.ends(fact.var()) {
                match fact.is_yes() {
                    true => self.counts[v][0] = self.counts[v][0].wrapping_add(by),
                    false => self.counts[v][1] = self.counts[v][1].wrapping_sub(by),
                }
            }
        }
    }

    fn rub_out(&mut self) {
        self.next.clear();
        while let Some(mark) = self.marks.pop() {
            self.answers[mark.fact.var()] = None;
            self.count(mark.fact, 1u8.wrapping_neg());
        }
    }

    /// This follows in the next wave.
    fn follows(&mut self, fact: Fact, because: impl FnOnce(&Self) -> Vec<Ground>) {
        if !self.is(fact) {
            let because = match self.reasons {
                true => because(self),
                false => Vec::new(),
            };
            let wave = 0;
            self.next.push(Mark {
                fact,
                wave,
                because,
            });
        }
    }

    /// Suppose something and follow it. What goes wrong, and what that rests on.
    fn follow(&mut self, suppose: Fact) -> Option<(Clash, Vec<Ground>)> {
        let (lay, counting) = (self.now.lay, &self.now.state.counting);
        self.follows(suppose, |_| Vec::new());
        let mut written = 0;
        for wave in 0.. {
            let from = self.marks.len();
            let mut coming = std::mem::take(&mut self.next);
            for mark in coming.drain(..) {
                let fact = mark.fact;
                if self.is(!fact) {
                    let mut because = mark.because;
                    because.push(Ground::Fact(!fact));
                    return Some((Clash::Both(fact.var()), because));
                }
                if !self.is(fact) {
                    self.answers[fact.var()] = Some(fact.is_yes());
                    self.count(fact, 1);
                    self.marks.push(Mark { wave, ..mark });
                    written += fact.is_yes() as usize;
                }
            }
            // Its memory is used again.
            self.next = coming;
            let until = self.marks.len();
            if from == until || written > MARKS {
                return None;
            }
            let cells = atoms(&self.marks[from..]).flat_map(|atom| lay.cells(atom));
            let cells = distinct_below(lay.free, cells);
            let clash = (cells.into_iter().find_map(|v| self.look_at_cell(v)))
                .or_else(|| {
                    let atoms = atoms(&self.marks[from..until]);
                    let spans = atoms
                        .filter_map(|atom| counting.spans_of.get(atom))
                        .flatten();
                    let spans = distinct_below(counting.spans.len(), spans.copied());
                    spans.into_iter().find_map(|span| self.look_at_span(span))
                })
                .or_else(|| {
                    (from..until).find_map(|mark| self.look_at_loop(self.marks[mark].fact))
                });
            if clash.is_some() {
                return clash;
            }
        }
        None
    }

    /// The sides of a cell that have this answer, as grounds.
    fn sides(&self, v: usize, yes: bool) -> Vec<Ground> {
        let facts = self.now.lay.sides(v).map(|line| Fact::new(line, yes));
        facts.filter(|&f| self.is(f)).map(Ground::Fact).collect()
    }

    /// All open sides of a cell get this answer in the next wave.
    fn rest(&mut self, v: usize, yes: bool, because: impl Fn(&Self) -> Vec<Ground>) {
        for line in self.now.lay.sides(v) {
            if self.answers[line].is_none() {
                self.follows(Fact::new(line, yes), &because);
            }
        }
    }

    fn look_at_cell(&mut self, v: usize) -> Option<(Clash, Vec<Ground>)> {
        let lay = self.now.lay;
        let [lines, ways] = self.counts[v];
        if self.is(Fact::yes(v)) {
            for fact in lay.sides(v).chain(lay.neighbours(v)).map(Fact::no) {
                self.follows(fact, |_| vec![Ground::yes(v)]);
            }
            return None;
        }
        let why = |paper: &Self| [paper.sides(v, false), vec![Ground::no(v)]].concat();
        if lines > 2 {
            return Some((Clash::Third(v), self.sides(v, true)));
        }
        if lines > 0 {
            self.follows(Fact::no(v), |paper| paper.sides(v, true)[..1].to_vec());
        }
        if lines == 2 {
            self.rest(v, false, |paper| paper.sides(v, true));
        } else if self.is(Fact::no(v)) {
            if ways < 2 {
                return Some((Clash::Stuck(v), why(self)));
            }
            if ways == 2 {
                self.rest(v, true, why);
            }
        } else if ways < 2 && lines == 0 {
            self.follows(Fact::yes(v), |paper| {
                [paper.sides(v, false), vec![paper.now.shaded_or_not(v)]].concat()
            });
        }
        None
    }

    fn look_at_span(&mut self, at: usize) -> Option<(Clash, Vec<Ground>)> {
        let span: &Span = &self.now.state.counting.spans[at];
        let is_shut = |v: &Option<usize>| v.is_none_or(|v| self.answers[v].is_some());
        let runs = || span.cells.split(is_shut);
        let shaded = span.free().filter(|&v| self.is(Fact::yes(v))).count() as i32;
        let room: i32 = runs().map(|run| run.len().div_ceil(2) as i32).sum();
        let need = span.need - shaded;
        let why = |paper: &Self| {
            let mut because = Vec::new();
            span.arrows.cite(paper.now.lay.size, &mut because);
            let decided = |v: usize| Some(Ground::Fact(Fact::new(v, paper.answers[v]?)));
            because.extend(span.free().filter_map(decided));
            because
        };
        if need < 0 || need > room {
            return Some((Clash::Count(span.arrows), why(self)));
        }
        if need > 0 && need < room {
            return None;
        }
        let is_sure = |run: &&[Option<usize>]| need == 0 || run.len() % 2 == 1;
        let runs: Vec<&[Option<usize>]> = runs().filter(is_sure).collect();
        for run in runs {
            for (i, &v) in run.iter().flatten().enumerate() {
                self.follows(Fact::new(v, need > 0 && i % 2 == 0), why);
            }
        }
        None
    }

    /// A loop that this line closes, although the loop must pass somewhere else too.
    fn look_at_loop(&self, mark: Fact) -> Option<(Clash, Vec<Ground>)> {
        let (lay, line) = (self.now.lay, mark.var());
        if !mark.is_yes() || line < lay.free {
            return None;
        }
        let [start, mut at] = lay.ends(line);
        let mut way = vec![line];
        while at != start {
            let last = way[way.len() - 1];
            // A cell with three lines on the way: it goes round and round without coming back here.
            if way.len() > self.answers.len() {
                return None;
            }
            let goes_on = |&side: &usize| side != last && self.is(Fact::yes(side));
            let on = lay.sides(at).find(goes_on)?;
            way.push(on);
            at = lay.over(at, on);
        }
        let ends: Vec<usize> = way.iter().flat_map(|&line| lay.ends(line)).collect();
        let out = (0..lay.free).find(|v| self.is(Fact::no(*v)) && !ends.contains(v))?;
        let mut because = vec![the_loop(), Ground::no(out)];
        because.extend(way.into_iter().map(Ground::yes));
        Some((Clash::Closed(line), because))
    }

    /// What was written and matters for what goes wrong, wave by wave; and what is known that it rests
    /// on.
    fn story(&self, last: Vec<Ground>, because: &mut Vec<Ground>) -> Vec<Vec<Fact>> {
        let mut wanted = last;
        let mut story: Vec<(usize, Fact)> = Vec::new();
        for mark in self.marks.iter().rev() {
            if wanted.contains(&Ground::Fact(mark.fact)) {
                story.push((mark.wave, mark.fact));
                wanted.extend_from_slice(&mark.because);
            }
        }
        for ground in wanted {
            match ground {
                Ground::Fact(fact) if self.now.is_open(fact.var()) => {}
                ground => cite(because, ground),
            }
        }
        if because.is_empty() {
            because.push(the_loop());
        }
        story.reverse();
        story.retain(|&(wave, fact)| wave > 0 && fact.is_yes());
        let waves = story.chunk_by(|a, b| a.0 == b.0);
        let facts = |wave: &[(usize, Fact)]| wave.iter().map(|mark| mark.1).collect();
        waves.map(facts).collect()
    }
}
