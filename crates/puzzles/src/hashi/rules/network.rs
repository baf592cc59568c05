//! Rules about the board as a whole: the network of all bridges that are still possible, and what
//! its narrow places must carry. One walk over the network finds all of them: a span is a narrow
//! place if there is no other way to get behind it. A 1 is a dead end, so that no way leads over it.

use std::ops::Range;

use super::suppose::{Paper, Suppose};
use super::words::a_bridge_or_more;
use super::{Hashi, State, clue, connected};
use crate::kit::areas::Walk;
use crate::kit::prelude::*;

/// A walk over some of the spans.
struct Network {
    walk: Walk<()>,
    /// The spans without which the islands behind them could not be reached.
    narrow: Vec<Narrow>,
    /// Where in the order the parts begin that are not connected with each other.
    parts: Vec<usize>,
}

struct Narrow {
    span: usize,
    /// The places in the order that lie behind it.
    behind: Range<usize>,
    /// The part of the network in which it lies.
    part: usize,
}

impl Network {
    /// Over these spans, without the islands that are left out.
    fn new(
        puzzle: &Hashi,
        open: impl Fn(usize) -> bool,
        is_out: impl Fn(usize) -> bool,
    ) -> Network {
        let mut walk = Walk::new(puzzle.islands.len());
        let (mut narrow, mut parts) = (Vec::new(), Vec::new());
        for root in 0..puzzle.islands.len() {
            if walk.number(root).is_some() || is_out(root) {
                continue;
            }
            let part = parts.len();
            parts.push(walk.order.len());
            let is_open = |s: usize, to: usize| open(s) && !is_out(to);
            puzzle.walk(&mut walk, root, is_open, |span, behind| {
                narrow.push(Narrow { span, behind, part });
            });
        }
        Network {
            walk,
            narrow,
            parts,
        }
    }

    /// Cite why these islands are joined to others by no span but perhaps one.
    fn cite_border(
        puzzle: &Hashi,
        state: &State,
        islands: &[usize],
        but: Option<usize>,
        because: &mut Vec<Ground>,
    ) {
        for &i in islands {
            for s in puzzle.sides(i).filter(|&s| Some(s) != but) {
                let other = puzzle.across(s, i);
                match islands.contains(&other) {
                    true => {}
                    false if state.most[s] > 0 => cite(because, clue(other)),
                    false => because.push(puzzle.no_bridge(s)),
                }
            }
        }
        because.push(connected());
    }

    /// The places in the order that belong to a part of the network.
    fn part(&self, part: usize) -> Range<usize> {
        let until = self.parts.get(part + 1).copied();
        self.parts[part]..until.unwrap_or(self.walk.order.len())
    }
}

/// Islands that only one span can join to the others, or none.
pub(super) struct Bottleneck {
    span: Option<usize>,
    islands: Vec<usize>,
    cells: Vec<Cell>,
}

impl Deduction<Hashi> for Bottleneck {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        let open = |s: usize| state.most[s] > 0;
        let network = Network::new(puzzle, open, |i| puzzle.is_dead_end(i));
        let order = &network.walk.order;
        let evidence = |islands: Vec<usize>, span: Option<usize>, because: &mut Vec<Ground>| {
            Network::cite_border(puzzle, state, &islands, span, because);
            Bottleneck {
                span,
                cells: puzzle.cells_of(state, &islands, false),
                islands,
            }
        };
        if network.parts.len() > 1 {
            let part = order[network.part(0)].to_vec();
            return found.contradict(|because| evidence(part, None, because));
        }
        found.each(&network.narrow, |Narrow { span, behind, .. }, found| {
            found.conclude(&[Fact::yes(puzzle.atom(*span, 1))], |because| {
                let is_smaller = 2 * behind.len() <= order.len();
                let places = (0..order.len()).filter(|at| behind.contains(at) == is_smaller);
                evidence(places.map(|at| order[at]).collect(), Some(*span), because)
            });
        });
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let part = puzzle.part_words(&self.islands);
        let Some(span) = self.span else {
            return format!("No way leads from {part} to all other islands.");
        };
        let so = step.so_or_but("so at least one runs", "but none can run");
        let (ends, but) = (puzzle.ends_words(span), puzzle.but_for_dead_ends(step));
        format!("Only a bridge between {ends} can join {part} to the others{but}, {so} there.")
    }

    fn picture(&self, _: &Hashi, _: &Step) -> Picture {
        Picture::default().area(self.cells.iter().copied())
    }
}

/// A span on which so many bridges would cut off these islands.
pub(super) struct DividedByBridge {
    span: usize,
    bridges: u8,
    islands: Vec<usize>,
    cells: Vec<Cell>,
}

impl Deduction<Hashi> for DividedByBridge {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        let mut paper = Paper::new(puzzle);
        found.each(state.undecided_spans(), |span, found| {
            for bridges in state.least[span] + 1..=state.most[span] {
                let mut suppose = Suppose::new(puzzle, state);
                suppose.set.push((span, bridges));
                if suppose.divides(&mut paper) {
                    found.conclude(&[Fact::no(puzzle.atom(span, bridges))], |because| {
                        suppose.cite_division(&paper, because);
                        because.push(connected());
                        let islands = suppose.smaller_part(&paper);
                        DividedByBridge {
                            span,
                            bridges,
                            cells: puzzle.cells_of(state, &islands, false),
                            islands,
                        }
                    });
                    break;
                }
            }
        });
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let (bridge, ends) = (a_bridge_or_more(self.bridges), puzzle.ends_words(self.span));
        let part = puzzle.part_words(&self.islands);
        if step.is_clash() {
            return format!(
                "With {bridge} between {ends}, as it must be now, so much is closed that no way leads \
                 from {part} to the others."
            );
        }
        let so = puzzle.runs(false, self.bridges - 1);
        format!(
            "With {bridge} between {ends}, so much would be closed that no way would lead from {part} \
             to the others, so {so} there."
        )
    }

    fn picture(&self, _: &Hashi, _: &Step) -> Picture {
        Picture::default().area(self.cells.iter().copied())
    }
}

/// Islands with one undecided side to the others, or with none and an odd need.
pub(super) struct OddOrEven {
    islands: Vec<usize>,
    cells: Vec<Cell>,
    sum: i32,
    side: Option<usize>,
}

/// What some islands still need.
#[derive(Clone, Copy, Default)]
struct Needs {
    sum: i32,
    islands: usize,
    /// How many of them have no number, so that it is not known what they need.
    hidden: usize,
}

impl Needs {
    /// The needs of the islands of a walk, up to each place of its order.
    fn along(order: &[usize], puzzle: &Hashi, state: &State) -> Vec<Needs> {
        let mut needs = Needs::default();
        let mut along = Vec::with_capacity(order.len() + 1);
        along.push(needs);
        for &i in order {
            needs.islands += 1;
            match puzzle.left(state, i) {
                Some(left) => needs.sum += left,
                None => needs.hidden += 1,
            }
            along.push(needs);
        }
        along
    }

    fn without(self, others: Needs) -> Needs {
        Needs {
            sum: self.sum - others.sum,
            islands: self.islands - others.islands,
            hidden: self.hidden - others.hidden,
        }
    }
}

/// Cite what these islands need: all their bridges to others are known exactly, but for one side.
/// The evidence goes with it.
fn cited(
    puzzle: &Hashi,
    state: &State,
    islands: &[usize],
    sum: i32,
    side: Option<usize>,
    because: &mut Vec<Ground>,
) -> OddOrEven {
    because.extend(islands.iter().map(|&i| clue(i)));
    for &i in islands {
        let out = |&t: &usize| Some(t) != side && !islands.contains(&puzzle.across(t, i));
        (puzzle.sides(i).filter(out)).for_each(|t| puzzle.cite_bounds(state, t, because));
    }
    if let Some(side) = side {
        puzzle.cite_bounds(state, side, because);
    }
    OddOrEven {
        islands: islands.to_vec(),
        cells: puzzle.cells_of(state, islands, false),
        sum,
        side,
    }
}

impl Deduction<Hashi> for OddOrEven {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        let network = Network::new(puzzle, |s| state.undecided(s), |_| false);
        let along = Needs::along(&network.walk.order, puzzle, state);
        let needs = |places: &Range<usize>| along[places.end].without(along[places.start]);
        for part in (0..network.parts.len()).map(|part| network.part(part)) {
            let Needs { sum, hidden, .. } = needs(&part);
            if hidden == 0 && sum % 2 != 0 {
                let islands = &network.walk.order[part];
                let grounds = |because: &mut _| cited(puzzle, state, islands, sum, None, because);
                return found.contradict(grounds);
            }
        }
        found.each(&network.narrow, |narrow, found| {
            let part = network.part(narrow.part);
            let behind = needs(&narrow.behind);
            let before = needs(&part).without(behind);
            // The smaller side, if all its numbers are known.
            let behind_is_better =
                before.hidden > 0 || (behind.hidden == 0 && behind.islands <= before.islands);
            let Needs { sum, hidden, .. } = if behind_is_better { behind } else { before };
            if hidden > 0 {
                return;
            }
            let side = narrow.span;
            let (least, most) = (state.least[side], state.most[side]);
            let odd = sum.rem_euclid(2) as u8;
            let (fewest, greatest) = (least + odd, most - (most - least + odd) % 2);
            let facts = puzzle.narrowed(state, side, fewest, greatest);
            found.conclude(facts, |because| {
                let islands = part.filter(|at| narrow.behind.contains(at) == behind_is_better);
                let islands: Vec<usize> = islands.map(|at| network.walk.order[at]).collect();
                cited(puzzle, state, &islands, sum, Some(side), because)
            });
        });
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let (sum, part) = (self.sum, puzzle.part_words(&self.islands));
        let needs = match self.islands.len() {
            1 => format!("{part} still needs {sum}"),
            _ => format!("{part} still need {sum}, and every bridge among them counts twice"),
        };
        let Some(side) = self.side else {
            return format!("{needs}: that cannot come out even.");
        };
        let ends = puzzle.both_ends(side);
        let here = ends.iter().find(|i| self.islands.contains(i));
        let a = *here.unwrap_or(&ends[0]);
        let how_many = format!(": {}", puzzle.how_many(side, &step.therefore));
        let how_many = step.so_or_but(&*how_many, ", which is no longer possible");
        format!(
            "{needs}. So the only open side to others, {} from {}, gets an {} number of new \
             bridges{how_many}.",
            puzzle.towards(a, side),
            puzzle.island_words(a),
            if sum % 2 == 0 { "even" } else { "odd" },
        )
    }

    fn picture(&self, _: &Hashi, _: &Step) -> Picture {
        Picture::default().area(self.cells.iter().copied())
    }
}
