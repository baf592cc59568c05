//! Chains of cells with two heights and of heights with two cells.
//!
//! A chain starts with "if this cell had that height". A cell that loses one of its two heights
//! has the other; a height that loses one of its two cells in a line stands in the other. Each
//! link follows from the one before it alone, so a chain is a path and not a search: we look for
//! the shortest one that comes back to deny its beginning.

use logic::{About, Found, Ground, Known, Reasoning, Rule, Step};

use super::line::bits;
use super::{HEIGHTS, MOST, Skyscrapers, State};

const fn chain(id: &'static str, name: &'static str, weight: u32, words: &'static str) -> About {
    About {
        id,
        name,
        group: "chains",
        level: 4,
        weight,
        once: false,
        trial: false,
        words,
    }
}

pub(super) const X_CHAIN: Rule<Skyscrapers> = Rule {
    about: chain(
        "x-chain",
        "Chain of one height",
        20,
        "Follow one height through lines in which it has only two cells left: if it is not in the \
         one, it is in the other. A cell whose height would come back to exclude itself along \
         such a chain does not hold it.",
    ),
    find: |game, state, found| find(game, state, found, Links::LINES),
    say: |game, step| say(game, step, Links::LINES),
};

pub(super) const XY_CHAIN: Rule<Skyscrapers> = Rule {
    about: chain(
        "xy-chain",
        "Chain of pairs",
        22,
        "Follow cells with only two heights left: a cell that loses one of them holds the other, \
         which takes it from the next. A height that would come back to exclude itself along such \
         a chain does not stand in its cell.",
    ),
    find: |game, state, found| find(game, state, found, Links::CELLS),
    say: |game, step| say(game, step, Links::CELLS),
};

pub(super) const MIXED_CHAIN: Rule<Skyscrapers> = Rule {
    about: chain(
        "mixed-chain",
        "Mixed chain",
        26,
        "A chain of both kinds of links: cells with only two heights left, and heights with only \
         two cells left in a line. If a height in a cell would come back along the chain to \
         exclude itself, it does not stand there.",
    ),
    find: |game, state, found| find(game, state, found, Links::BOTH),
    say: |game, step| say(game, step, Links::BOTH),
};

/// Which links a chain may have.
#[derive(Clone, Copy)]
struct Links {
    cells: bool,
    lines: bool,
    /// Whether the height may change along the chain.
    change: bool,
}

impl Links {
    const LINES: Links = Links {
        cells: false,
        lines: true,
        change: false,
    };
    const CELLS: Links = Links {
        cells: true,
        lines: false,
        change: true,
    };
    const BOTH: Links = Links {
        cells: true,
        lines: true,
        change: true,
    };
}

/// Why one link follows from the one before.
#[derive(Clone, Copy)]
enum Link {
    /// This cell has only two heights left.
    Cell(usize),
    /// This line has only two cells left for this height.
    Line(usize, usize),
}

/// "This cell has this height", and the link that led here from an earlier one.
#[derive(Clone, Copy)]
struct Node {
    at: usize,
    height: usize,
    from: usize,
    link: Link,
}

/// The chains from one beginning, shortest first.
struct Walk<'a> {
    game: &'a Skyscrapers,
    state: &'a State,
    links: Links,
    nodes: Vec<Node>,
    visited: [u16; MOST * MOST],
}

impl Walk<'_> {
    /// The index of the node that denies the beginning, if a chain gets there.
    fn denies(&mut self, at: usize, height: usize) -> Option<usize> {
        self.nodes.clear();
        self.visited = [0; MOST * MOST];
        let start = Node {
            at,
            height,
            from: 0,
            link: Link::Cell(at),
        };
        self.visited[at] |= 1 << height;
        self.nodes.push(start);
        let mut next = 0;
        while next < self.nodes.len() {
            let Node { at, height, .. } = self.nodes[next];
            if let Some(end) = self.step(next, at, height) {
                return Some(end);
            }
            next += 1;
        }
        None
    }

    /// What follows from "this cell has this height" by one link.
    fn step(&mut self, from: usize, at: usize, height: usize) -> Option<usize> {
        let (game, state) = (self.game, self.state);
        // Where there are several parks, one takes nothing from the others.
        let single = game.single_heights() & 1 << height != 0;
        for (line, position) in game.lines_through(at).filter(|_| single) {
            for p in bits(state.places[line][height] & !(1 << position)) {
                // This height is lost here,
                let lost = game.line_cell(line, p);
                if state.built[lost] != 0 {
                    continue;
                }
                // so the cell holds its other height,
                let others = state.can[lost] & !(1 << height);
                if self.links.cells && others.count_ones() == 1 {
                    let other = others.trailing_zeros() as usize;
                    let end = self.reach(lost, other, from, Link::Cell(lost));
                    if end.is_some() {
                        return end;
                    }
                }
                // or the height stands in the other cell of another line.
                if self.links.lines {
                    for (across, q) in game.lines_through(lost) {
                        let rest = state.places[across][height] & !(1 << q);
                        if across != line && rest.count_ones() == 1 {
                            let there = game.line_cell(across, rest.trailing_zeros() as usize);
                            let end = self.reach(there, height, from, Link::Line(across, height));
                            if end.is_some() {
                                return end;
                            }
                        }
                    }
                }
            }
        }
        if !(self.links.lines && self.links.change) {
            return None;
        }
        // The other heights are lost in this cell, so they stand in their other cells.
        for other in bits(state.can[at] & !(1 << height) & game.single_heights()) {
            for (line, position) in game.lines_through(at) {
                let rest = state.places[line][other] & !(1 << position);
                if rest.count_ones() == 1 {
                    let there = game.line_cell(line, rest.trailing_zeros() as usize);
                    let end = self.reach(there, other, from, Link::Line(line, other));
                    if end.is_some() {
                        return end;
                    }
                }
            }
        }
        None
    }

    fn reach(&mut self, at: usize, height: usize, from: usize, link: Link) -> Option<usize> {
        if self.visited[at] & 1 << height != 0 {
            return None;
        }
        self.visited[at] |= 1 << height;
        self.nodes.push(Node {
            at,
            height,
            from,
            link,
        });
        let start = self.nodes[0];
        let denied = match at == start.at {
            true => height != start.height,
            false => {
                height == start.height
                    && self.game.single_heights() & 1 << height != 0
                    && self.game.share_a_line(at, start.at)
            }
        };
        denied.then(|| self.nodes.len() - 1)
    }

    /// The nodes from the beginning to this one.
    fn path(&self, mut end: usize) -> Vec<Node> {
        let mut path = Vec::new();
        while end != 0 {
            path.push(self.nodes[end]);
            end = self.nodes[end].from;
        }
        path.push(self.nodes[0]);
        path.reverse();
        path
    }
}

fn find(game: &Skyscrapers, state: &State, found: &mut Found, links: Links) {
    if found.news().is_some_and(|news| news.is_empty()) {
        return;
    }
    let mut walk = Walk {
        game,
        state,
        links,
        nodes: Vec::with_capacity(64),
        visited: [0; MOST * MOST],
    };
    for at in 0..game.size.len() {
        if state.built[at] != 0 {
            continue;
        }
        for height in bits(state.can[at]) {
            // A park takes nothing away if there are several.
            if game.single_heights() & 1 << height == 0 && !links.change {
                continue;
            }
            let Some(end) = walk.denies(at, height) else {
                continue;
            };
            let words = [at as u32, height as u32, 0, 0];
            found.say(&[game.is_not(at, height)], words, |because| {
                let all = game.all_heights();
                let from = because.len();
                let mut cite = |at: usize, height: usize| {
                    let ground = Ground::Fact(game.is_not(at, height));
                    if !because[from..].contains(&ground) {
                        because.push(ground);
                    }
                };
                for node in &walk.path(end)[1..] {
                    match node.link {
                        Link::Cell(at) => bits(all & !state.can[at]).for_each(|h| cite(at, h)),
                        Link::Line(line, h) => {
                            let not = bits(!state.places[line][h] & ((1 << game.side()) - 1));
                            not.for_each(|p| cite(game.line_cell(line, p), h));
                        }
                    }
                }
            });
        }
    }
}

/// The chain in words, from what was cited.
fn say(game: &Skyscrapers, step: &Step, links: Links) -> String {
    let [at, height, ..] = step.words.map(|w| w as usize);
    let mut state = game.start();
    let nothing = Known::new(0);
    for ground in &step.because {
        if let Ground::Fact(fact) = ground {
            game.learn(&mut state, &nothing, *fact);
        }
    }
    let mut walk = Walk {
        game,
        state: &state,
        links,
        nodes: Vec::new(),
        visited: [0; MOST * MOST],
    };
    let is = |at: usize, height: usize| match height {
        0 => format!("{} would be a park", game.at_words(at)),
        _ => format!("{} would be {height}", game.at_words(at)),
    };
    let begin = is(at, height).replacen("would be", "were", 1);
    let so = match height {
        0 => format!("{} is no park", game.at_words(at)),
        _ => format!("{} is not {height}", game.at_words(at)),
    };
    let Some(end) = walk.denies(at, height) else {
        return format!("If {begin}, it would exclude itself, so {so}.");
    };
    let links: Vec<String> = walk.path(end)[1..]
        .iter()
        .map(|node| is(node.at, node.height))
        .collect();
    format!(
        "If {begin}, then {}, which is impossible, so {so}.",
        links.join(", then ")
    )
}

impl Skyscrapers {
    pub(super) fn share_a_line(&self, a: usize, b: usize) -> bool {
        let through = |(line, _)| self.lines_through(b).any(|(other, _)| other == line);
        self.lines_through(a).any(through)
    }
}

const _: () = assert!(HEIGHTS <= 16, "heights are bits of a u16");
