//! Rules about the board as a whole: the network of all bridges that are still possible, and what
//! its narrow places must carry. One walk over the network finds all of them (Tarjan's low
//! points): a span is a narrow place if the walk has no other way to get behind it.

use logic::{About, Found, Ground, Rule, Step};

use super::suppose::{Paper, Suppose};
use super::words::bridges;
use super::{Hashi, State, clue, connected};
use crate::Fact;
use crate::kit::words::{capital, number};

/// A depth-first walk over some of the spans.
struct Walk {
    /// The islands in the order of the walk; what lies behind a span stands together.
    order: Vec<usize>,
    /// For each island its place in the order.
    place: Vec<usize>,
    /// The narrow places, each with the part of the order that lies behind it, and the part of
    /// the order that is connected with it.
    narrow: Vec<Narrow>,
    /// Where the parts begin that are not connected with each other.
    parts: Vec<usize>,
}

struct Narrow {
    span: usize,
    from: usize,
    until: usize,
    part: usize,
}

const NOWHERE: usize = usize::MAX;

impl Walk {
    fn new(game: &Hashi, open: impl Fn(usize) -> bool) -> Walk {
        let n = game.islands.len();
        let mut walk = Walk {
            order: Vec::with_capacity(n),
            place: vec![NOWHERE; n],
            narrow: Vec::new(),
            parts: Vec::new(),
        };
        let mut low = vec![0; n];
        // The island, the span that led there, and the next of its directions.
        let mut path: Vec<(usize, usize, usize)> = Vec::new();
        for root in 0..n {
            if walk.place[root] != NOWHERE {
                continue;
            }
            walk.parts.push(walk.order.len());
            walk.enter(root, &mut low);
            path.push((root, NOWHERE, 0));
            while let Some((i, by, dir)) = path.last_mut() {
                let (i, by) = (*i, *by);
                if *dir < 4 {
                    let span = game.spans_at[i][*dir];
                    *dir += 1;
                    let Some(s) = span.filter(|&s| s != by && open(s)) else {
                        continue;
                    };
                    let j = game.across(s, i);
                    if walk.place[j] == NOWHERE {
                        walk.enter(j, &mut low);
                        path.push((j, s, 0));
                    } else {
                        low[i] = low[i].min(walk.place[j]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(parent, ..)) = path.last() {
                    low[parent] = low[parent].min(low[i]);
                    if low[i] == walk.place[i] {
                        walk.narrow.push(Narrow {
                            span: by,
                            from: walk.place[i],
                            until: walk.order.len(),
                            part: walk.parts.len() - 1,
                        });
                    }
                }
            }
        }
        walk
    }

    fn enter(&mut self, island: usize, low: &mut [usize]) {
        let place = self.order.len();
        low[island] = place;
        self.place[island] = place;
        self.order.push(island);
    }

    /// Spans with one end in this part of the order.
    fn border<'a>(
        &'a self,
        game: &'a Hashi,
        from: usize,
        until: usize,
    ) -> impl Iterator<Item = usize> + 'a {
        self.order[from..until].iter().flat_map(move |&i| {
            let outside = move |&s: &usize| !(from..until).contains(&self.place[game.across(s, i)]);
            game.sides(i).filter(outside)
        })
    }

    /// The part of the order that belongs to a part of the network.
    fn part(&self, part: usize) -> (usize, usize) {
        let until = self.parts.get(part + 1).copied();
        (self.parts[part], until.unwrap_or(self.order.len()))
    }
}

pub(super) const BOTTLENECK: Rule<Hashi> = Rule {
    about: About {
        id: "bottleneck",
        name: "Bottleneck",
        group: "",
        level: 4,
        weight: 8,
        once: false,
        trial: false,
        words: "Think of all bridges that are still possible as drawn. If the islands fell into \
                two parts without one of them, that one is needed.",
    },
    find: bottleneck,
    say: say_bottleneck,
};

fn bottleneck(game: &Hashi, state: &State, found: &mut Found) {
    let walk = Walk::new(game, |s| state.most[s] > 0);
    if walk.parts.len() > 1 {
        let (from, until) = walk.part(0);
        found.clash([walk.order[from] as u32, 0, 0, 0], |because| {
            let border = walk.border(game, from, until);
            because.extend(border.map(|s| Ground::Fact(Fact::no(game.atom(s, 1)))));
            because.push(connected());
        });
        return;
    }
    for narrow in &walk.narrow {
        if found.over() {
            return;
        }
        let s = narrow.span;
        let yes = Fact::yes(game.atom(s, 1));
        found.say(&[yes], [s as u32, 0, 0, 0], |because| {
            let border = walk.border(game, narrow.from, narrow.until);
            let closed = border.filter(|&t| t != s);
            because.extend(closed.map(|t| Ground::Fact(Fact::no(game.atom(t, 1)))));
            because.push(connected());
        });
    }
}

fn say_bottleneck(game: &Hashi, step: &Step) -> String {
    if step.is_clash() {
        let island = game.island_words(step.words[0] as usize);
        return format!("No way leads from {island} to all other islands.");
    }
    let ends = game.ends_words(step.words[0] as usize);
    format!(
        "Without a bridge between {ends} the islands would fall into two parts, so at least one \
         bridge runs there."
    )
}

pub(super) const DIVIDED: Rule<Hashi> = Rule {
    about: About {
        id: "divided-by-bridge",
        name: "Divided by a bridge",
        group: "",
        level: 4,
        weight: 9,
        once: false,
        trial: false,
        words: "A bridge closes the sides that it crosses, and the other sides of an island that \
                it completes. If the islands could then no longer all be joined, even with every \
                bridge that would still be possible, it is impossible.",
    },
    find: divided,
    say: say_divided,
};

fn divided(game: &Hashi, state: &State, found: &mut Found) {
    let mut paper = Paper::new(game);
    for s in (0..game.spans.len()).filter(|&s| state.undecided(s)) {
        if found.over() {
            return;
        }
        for k in state.least[s] + 1..=state.most[s] {
            let mut suppose = Suppose::new(game, state);
            suppose.set(s, k);
            if suppose.divides(&mut paper) {
                let words = [s as u32, k as u32, state.least[s] as u32, 0];
                found.say(&[Fact::no(game.atom(s, k))], words, |because| {
                    suppose.cite_division(&paper, because);
                    because.push(connected());
                });
                break;
            }
        }
    }
}

fn say_divided(game: &Hashi, step: &Step) -> String {
    let [s, k, ..] = step.words.map(|w| w as usize);
    let ends = game.ends_words(s);
    let what = match k {
        1 => "a bridge".to_owned(),
        k => bridges(k),
    };
    format!(
        "With {what} between {ends} the islands could no longer all be joined, so {} there.",
        game.runs(false, k - 1)
    )
}

pub(super) const ODD_EVEN: Rule<Hashi> = Rule {
    about: About {
        id: "odd-or-even",
        name: "Odd or even",
        group: "",
        level: 4,
        weight: 9,
        once: false,
        trial: false,
        words: "Take some islands that are joined to the others by only one undecided side, and \
                add up what they still need. A bridge among themselves counts twice. So if the \
                sum is odd, an odd number of bridges runs on that side, and if it is even, an even \
                number.",
    },
    find: odd_even,
    say: say_odd_even,
};

fn odd_even(game: &Hashi, state: &State, found: &mut Found) {
    let walk = Walk::new(game, |s| state.undecided(s));
    // Sums and hidden numbers over the order, up to each place.
    let mut sums: Vec<(i32, u32)> = Vec::with_capacity(walk.order.len() + 1);
    sums.push((0, 0));
    let (mut sum, mut hidden) = (0, 0);
    for &i in &walk.order {
        match game.left(state, i) {
            Some(left) => sum += left,
            None => hidden += 1,
        }
        sums.push((sum, hidden));
    }
    let between = |from: usize, until: usize| {
        let ((a, b), (c, d)) = (sums[from], sums[until]);
        (c - a, d - b)
    };
    // All their bridges to others are known exactly, but for one span.
    let cite = |islands: &mut dyn Iterator<Item = usize>, s: usize, because: &mut Vec<Ground>| {
        let islands: Vec<usize> = islands.collect();
        because.extend(islands.iter().map(|&i| clue(i)));
        for &i in &islands {
            for t in game.sides(i) {
                if t != s && !islands.contains(&game.across(t, i)) {
                    game.cite_least(state, t, because);
                    game.cite_most(state, t, because);
                }
            }
        }
        if s != NOWHERE {
            game.cite_least(state, s, because);
            game.cite_most(state, s, because);
        }
    };
    for part in 0..walk.parts.len() {
        let (from, until) = walk.part(part);
        let (sum, hidden) = between(from, until);
        if hidden == 0 && sum % 2 != 0 {
            let words = [
                walk.order[from] as u32,
                0,
                sum as u32,
                (until - from) as u32,
            ];
            found.clash(words, |because| {
                cite(
                    &mut walk.order[from..until].iter().copied(),
                    NOWHERE,
                    because,
                );
            });
            return;
        }
    }
    for narrow in &walk.narrow {
        if found.over() {
            return;
        }
        let s = narrow.span;
        let (first, last) = walk.part(narrow.part);
        let whole = between(first, last);
        let behind = between(narrow.from, narrow.until);
        let before = (whole.0 - behind.0, whole.1 - behind.1);
        let counts = (
            narrow.until - narrow.from,
            (last - first) - (narrow.until - narrow.from),
        );
        // The smaller side, if all its numbers are known.
        let behind_is_better = before.1 > 0 || (behind.1 == 0 && counts.0 <= counts.1);
        let (sum, hidden) = if behind_is_better { behind } else { before };
        let size = if behind_is_better { counts.0 } else { counts.1 };
        if hidden > 0 {
            continue;
        }
        let (least, most) = (state.least[s], state.most[s]);
        let odd = (sum.rem_euclid(2)) as u8;
        let fewest = least + odd;
        let greatest = most - (most - least + odd) % 2;
        let mut facts: Vec<Fact> = Vec::new();
        if fewest > least {
            facts.push(Fact::yes(game.atom(s, fewest)));
        }
        if greatest < most {
            facts.push(Fact::no(game.atom(s, greatest + 1)));
        }
        let (a, z) = game.spans[s].ends;
        let inner = [a, z]
            .into_iter()
            .find(|&i| (narrow.from..narrow.until).contains(&walk.place[i]) == behind_is_better);
        let words = [inner.unwrap_or(a) as u32, s as u32, sum as u32, size as u32];
        found.say(&facts, words, |because| {
            let behind = narrow.from..narrow.until;
            let mut islands = (first..last)
                .filter(|place| behind.contains(place) == behind_is_better)
                .map(|place| walk.order[place]);
            cite(&mut islands, s, because);
        });
    }
}

fn say_odd_even(game: &Hashi, step: &Step) -> String {
    let [i, s, sum, size] = step.words.map(|w| w as usize);
    let island = game.island_words(i);
    let islands = match size {
        2 => format!("{island} and its neighbour"),
        k => format!("{island} and {} islands behind it", number(k - 1)),
    };
    if step.is_clash() {
        return match size {
            1 => capital(format!(
                "{island} still needs {sum}, and no side of it is open."
            )),
            _ => format!(
                "The islands around {island} need {sum} more bridge ends among themselves, which is \
             an odd number."
            ),
        };
    }
    let parity = if sum % 2 == 1 { "odd" } else { "even" };
    let other = game.island_words(game.across(s, i));
    if size == 1 {
        return capital(format!(
            "{island} still needs {sum}, and its only open side leads to {other}, so the number of \
             new bridges there is {parity}: {}.",
            game.conclusions(step)
        ));
    }
    format!(
        "Together {islands} still need {sum}, every bridge among them counts twice, and the only \
         open side leads to {other}, so the number of new bridges there is {parity}: {}.",
        game.conclusions(step)
    )
}
