//! Pieces of sentences, and the cells that a picture marks for them.

use scene::{Point, centre};

use super::{Hashi, State};
use crate::kit::prelude::*;
use crate::kit::words::{part, several, towards};

/// "one bridge", "two bridges".
pub(super) fn bridges(k: impl Into<usize>) -> String {
    several(k.into(), "bridge")
}

/// "a bridge", "two bridges".
pub(super) fn a_bridge_or_more(k: u8) -> String {
    match k {
        1 => "a bridge".to_owned(),
        k => bridges(k),
    }
}

/// Where an island lies beside another, by the place of the side in [`Hashi::spans_at`].
const PLACES: [&str; 4] = ["above", "on its right", "below", "on its left"];

impl Hashi {
    /// "at least one bridge runs", "at most two bridges run", "no bridge runs"; if there cannot be
    /// more, "two bridges run".
    pub(super) fn runs(&self, least: bool, k: u8) -> String {
        let bounds = (Some(k).filter(|_| least), Some(k).filter(|_| !least));
        self.count_words(bounds, true)
    }

    /// How many bridges there are between these bounds: "at least one"; if it is said for the first
    /// time, "at least one bridge runs".
    fn count_words(&self, bounds: (Option<u8>, Option<u8>), is_first: bool) -> String {
        let count = |k: u8| number(k.into());
        let (how_many, k) = match bounds {
            (None, Some(0)) if is_first => ("no".to_owned(), 1),
            (None, Some(0)) => ("none".to_owned(), 1),
            (Some(k), Some(m)) if k == m => (format!("exactly {}", count(k)), k),
            (Some(k), Some(m)) => (format!("{} to {}", count(k), count(m)), m),
            (Some(k), None) if k == self.max => (count(k), k),
            (Some(k), None) => (format!("at least {}", count(k)), k),
            (None, most) => {
                let most = most.unwrap_or(self.max);
                (format!("at most {}", count(most)), most)
            }
        };
        match (is_first, k) {
            (false, _) => how_many,
            (true, 1) => format!("{how_many} bridge runs"),
            (true, _) => format!("{how_many} bridges run"),
        }
    }

    /// How many bridges facts say that there are on a side: "at least one".
    pub(super) fn how_many(&self, side: usize, facts: &[Fact]) -> String {
        self.count_words(self.bounds(side, facts), false)
    }

    /// Which side of an island this is, north first.
    fn side_of(&self, island: usize, side: usize) -> usize {
        let sides = self.spans_at[island].iter();
        sides.take_while(|&&s| s != Some(side)).count().min(3)
    }

    /// "the 2 above", "the 2 on its right": the island at the other end of a side, once this one has
    /// been named.
    pub(super) fn neighbour(&self, island: usize, side: usize) -> String {
        let other = number_or(self.islands[self.across(side, island)].need, "?");
        format!("the {other} {}", PLACES[self.side_of(island, side)])
    }

    /// "up", "to the right": where a side of an island leads.
    pub(super) fn towards(&self, island: usize, side: usize) -> &'static str {
        towards(Dir::ALL[self.side_of(island, side)])
    }

    /// "the 3 in row 1, column 1 and the 2 on its right".
    pub(super) fn ends_words(&self, span: usize) -> String {
        let a = self.spans[span].ends.0;
        format!("{} and {}", self.island_words(a), self.neighbour(a, span))
    }

    /// "the 2", "the five islands at the top left": islands by themselves, or as a part of the board.
    pub(super) fn part_words(&self, islands: &[usize]) -> String {
        if let [one] = islands {
            return self.island_words(*one);
        }
        let place = part(self.size, islands.iter().map(|&i| self.islands[i].at));
        format!("the {} islands {place}", number(islands.len()))
    }

    /// A word about the dead ends that a step cites, if it does.
    pub(super) fn but_for_dead_ends(&self, step: &Step) -> &'static str {
        let is_dead_end = |ground: &Ground| match ground {
            Ground::Named(name) => name.rule == "island" && self.is_dead_end(name.at as usize),
            Ground::Fact(_) => false,
        };
        match step.because.iter().any(is_dead_end) {
            true => " (a 1 is a dead end)",
            false => "",
        }
    }

    /// What facts say; if they are many, only some of the bridges that are certain, and how much else
    /// there is.
    pub(super) fn said_in_short(&self, facts: &[Fact]) -> String {
        const MOST_SPANS: usize = 3;
        let spans = distinct(facts.iter().map(|f| self.span_of(f.var()).0));
        let is_more = |s: &usize| self.bounds(*s, facts).0.is_some();
        let (more, less): (Vec<usize>, Vec<usize>) = spans.iter().partition(|s| is_more(s));
        if spans.len() <= MOST_SPANS || more.is_empty() {
            return self.said(facts, None);
        }
        let named = &more[..more.len().min(MOST_SPANS)];
        let about = |f: &&Fact| named.contains(&self.span_of(f.var()).0);
        let certain: Vec<Fact> = facts.iter().filter(about).copied().collect();
        let others = |count: usize, one: &str, many: &str| match count {
            0 => String::new(),
            1 => format!("; one other side {one}"),
            count => format!("; {} other sides {many}", number(count)),
        };
        let unnamed = more.len() - named.len();
        let more = others(unnamed, "gets bridges, too", "get bridges, too");
        let less = others(less.len(), "takes fewer", "take fewer than before");
        format!("{}{more}{less}", self.said(&certain, None))
    }

    /// What facts say, side by side: "two bridges run down and none right from the 3 in row 1,
    /// column 1". The island that is spoken of already is called "it".
    pub(super) fn said(&self, facts: &[Fact], it: Option<usize>) -> String {
        let mut spans = distinct(facts.iter().map(|f| self.span_of(f.var()).0));
        let mut parts: Vec<String> = Vec::new();
        while let Some(&first) = spans.first() {
            // The island with most of these sides.
            let is_at = |i: usize| move |s: &&usize| self.both_ends(**s).contains(&i);
            let count = |&i: &usize| spans.iter().filter(is_at(i)).count();
            let ends = spans.iter().flat_map(|&s| self.both_ends(s));
            let most = ends.clone().map(|i| count(&i)).max();
            let mut best = ends.filter(|i| Some(count(i)) == most);
            let island = match it.filter(|it| self.both_ends(first).contains(it)) {
                Some(it) => it,
                None => best.next().unwrap_or(self.spans[first].ends.0),
            };
            let (own, others): (Vec<usize>, _) = spans.iter().partition(is_at(island));
            spans = others;
            let ways = own.iter().enumerate().map(|(at, &s)| {
                let count = self.count_words(self.bounds(s, facts), at == 0);
                format!("{count} {}", self.towards(island, s))
            });
            let from = match it == Some(island) {
                true => "it".to_owned(),
                false => self.island_words(island),
            };
            parts.push(format!("{} from {from}", list(ways, "and")));
        }
        parts.join("; ")
    }

    /// The bounds that these facts give for a span.
    fn bounds(&self, span: usize, facts: &[Fact]) -> (Option<u8>, Option<u8>) {
        let here = || (facts.iter()).filter(move |f| self.span_of(f.var()).0 == span);
        let k = |f: &Fact| self.span_of(f.var()).1;
        let least = here().filter(|f| f.is_yes()).map(k).max();
        let most = here().filter(|f| !f.is_yes()).map(|f| k(f) - 1).min();
        (least, most)
    }

    /// What sides can take: "two bridges above and one on its left".
    pub(super) fn takes_words(&self, island: usize, sides: &[(usize, u8)]) -> String {
        let each = sides.iter().enumerate().map(|(at, &(s, k))| {
            let take = match at {
                0 => bridges(k),
                _ => number(k.into()),
            };
            format!("{take} {}", PLACES[self.side_of(island, s)])
        });
        list(each, "and")
    }

    /// Where islands lie, one after another.
    pub(super) fn points(&self, islands: impl IntoIterator<Item = usize>) -> Vec<Point> {
        let at = |i: usize| centre(self.islands[i].at);
        islands.into_iter().map(at).collect()
    }

    /// The cells of islands, and those between them where a bridge may run or, if `drawn`, does.
    pub(super) fn cells_of(&self, state: &State, islands: &[usize], drawn: bool) -> Vec<Cell> {
        let mut cells: Vec<Cell> = islands.iter().map(|&i| self.islands[i].at).collect();
        let bridges = if drawn { &state.least } else { &state.most };
        for (s, span) in self.spans.iter().enumerate() {
            if bridges[s] > 0 && self.both_ends(s).iter().all(|i| islands.contains(i)) {
                cells.extend(self.water(*span));
            }
        }
        cells
    }
}
