//! Rules about the board as a whole: the network of all bridges that are still possible, and what
//! its narrow places must carry. One walk over the network finds all of them: a span is a narrow
//! place if there is no other way to get behind it.

use std::ops::Range;

use logic::{Deduction, Findings, Ground, Step};

use super::suppose::{Paper, Suppose};
use super::words::a_bridge_or_more;
use super::{Hashi, State, clue, connected};
use crate::Fact;
use crate::kit::areas::Walk;
use crate::kit::words::{capital, number};

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
    fn new(puzzle: &Hashi, open: impl Fn(usize) -> bool) -> Network {
        let mut walk = Walk::new(puzzle.islands.len());
        let (mut narrow, mut parts) = (Vec::new(), Vec::new());
        let side = |i: usize, dir: usize| puzzle.spans_at[i][dir].filter(|&s| open(s));
        let way = |i: usize, dir: usize| side(i, dir).map(|s| puzzle.across(s, i));
        for root in 0..puzzle.islands.len() {
            if walk.number(root).is_some() {
                continue;
            }
            parts.push(walk.order.len());
            walk.go(
                root,
                way,
                |_| (),
                |left| {
                    let came = left.came.filter(|came| came.by_narrow);
                    let span = came.and_then(|came| side(came.from, came.way));
                    narrow.extend(span.map(|span| Narrow {
                        span,
                        behind: left.behind.clone(),
                        part: parts.len() - 1,
                    }));
                },
            );
        }
        Network {
            walk,
            narrow,
            parts,
        }
    }

    /// Spans with one end at these places of the order.
    fn border<'a>(
        &'a self,
        puzzle: &'a Hashi,
        places: &'a Range<usize>,
    ) -> impl Iterator<Item = usize> + 'a {
        self.walk.order[places.clone()].iter().flat_map(move |&i| {
            let is_inside = |j: usize| self.walk.number(j).is_some_and(|at| places.contains(&at));
            puzzle
                .sides(i)
                .filter(move |&s| !is_inside(puzzle.across(s, i)))
        })
    }

    /// The places in the order that belong to a part of the network.
    fn part(&self, part: usize) -> Range<usize> {
        let until = self.parts.get(part + 1).copied();
        self.parts[part]..until.unwrap_or(self.walk.order.len())
    }
}

/// A narrow place of the network, or a network in several parts.
#[derive(Debug)]
pub(super) enum Bottleneck {
    Needed { span: usize },
    Divided { island: usize },
}

impl Deduction<Hashi> for Bottleneck {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        let network = Network::new(puzzle, |s| state.most[s] > 0);
        if network.parts.len() > 1 {
            found.contradict(|because| {
                because.extend(
                    (network.border(puzzle, &network.part(0))).map(|s| puzzle.no_bridge(s)),
                );
                because.push(connected());
                let island = network.walk.order[0];
                Bottleneck::Divided { island }
            });
            return;
        }
        found.each(&network.narrow, |narrow, found| {
            let span = narrow.span;
            found.conclude(&[Fact::yes(puzzle.atom(span, 1))], |because| {
                let border = network.border(puzzle, &narrow.behind);
                because.extend((border.filter(|&t| t != span)).map(|t| puzzle.no_bridge(t)));
                because.push(connected());
                Bottleneck::Needed { span }
            });
        });
    }

    fn say(&self, puzzle: &Hashi, _: &Step) -> String {
        match *self {
            Bottleneck::Divided { island } => format!(
                "No way leads from {} to all other islands.",
                puzzle.island_words(island)
            ),
            Bottleneck::Needed { span } => format!(
                "Without a bridge between {} the islands would fall into two parts, so at least \
                 one bridge runs there.",
                puzzle.ends_words(span)
            ),
        }
    }
}

/// A span on which so many bridges would divide the islands.
#[derive(Debug)]
pub(super) struct DividedByBridge {
    span: usize,
    bridges: u8,
}

impl Deduction<Hashi> for DividedByBridge {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        let mut paper = Paper::new(puzzle);
        found.each(state.undecided_spans(), |span, found| {
            for bridges in state.least[span] + 1..=state.most[span] {
                let mut suppose = Suppose::new(puzzle, state);
                suppose.set(span, bridges);
                if suppose.divides(&mut paper) {
                    found.conclude(&[Fact::no(puzzle.atom(span, bridges))], |because| {
                        suppose.cite_division(&paper, because);
                        because.push(connected());
                        DividedByBridge { span, bridges }
                    });
                    break;
                }
            }
        });
    }

    fn say(&self, puzzle: &Hashi, _: &Step) -> String {
        format!(
            "With {} between {} the islands could no longer all be joined, so {} there.",
            a_bridge_or_more(self.bridges),
            puzzle.ends_words(self.span),
            puzzle.runs(false, self.bridges - 1)
        )
    }
}

/// Islands with one undecided side to the others, or with none and an odd need.
#[derive(Debug)]
pub(super) struct OddOrEven {
    /// The island of that side, or any of them.
    island: usize,
    islands: usize,
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
    let inner = |s: usize| (puzzle.both_ends(s).into_iter()).find(|i| islands.contains(i));
    OddOrEven {
        island: side.and_then(inner).unwrap_or(islands[0]),
        islands: islands.len(),
        sum,
        side,
    }
}

impl Deduction<Hashi> for OddOrEven {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        let network = Network::new(puzzle, |s| state.undecided(s));
        let along = Needs::along(&network.walk.order, puzzle, state);
        let needs = |places: &Range<usize>| along[places.end].without(along[places.start]);
        for part in (0..network.parts.len()).map(|part| network.part(part)) {
            let Needs { sum, hidden, .. } = needs(&part);
            if hidden == 0 && sum % 2 != 0 {
                let islands = &network.walk.order[part];
                found.contradict(|because| cited(puzzle, state, islands, sum, None, because));
                return;
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
            found.conclude(&facts.collect::<Vec<Fact>>(), |because| {
                let islands = part.filter(|at| narrow.behind.contains(at) == behind_is_better);
                let islands: Vec<usize> = islands.map(|at| network.walk.order[at]).collect();
                cited(puzzle, state, &islands, sum, Some(side), because)
            });
        });
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let island = puzzle.island_words(self.island);
        let sum = self.sum;
        let Some(side) = self.side else {
            return match self.islands {
                1 => capital(format!(
                    "{island} still needs {sum}, and no side of it is open."
                )),
                _ => format!(
                    "The islands around {island} need {sum} more bridge ends among themselves, \
                     which is an odd number."
                ),
            };
        };
        let need = match self.islands {
            1 => format!("{island} still needs {sum}, and its"),
            2 => format!(
                "together {island} and its neighbour still need {sum}, every bridge among them \
                 counts twice, and the"
            ),
            k => format!(
                "together {island} and {} islands behind it still need {sum}, every bridge among \
                 them counts twice, and the",
                number(k - 1)
            ),
        };
        capital(format!(
            "{need} only open side leads to {}, so the number of new bridges there is {}: {}.",
            puzzle.island_words(puzzle.across(side, self.island)),
            if sum % 2 == 0 { "even" } else { "odd" },
            puzzle.conclusions(step)
        ))
    }
}
