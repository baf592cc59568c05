//! Places and the ways between them: what can be reached, what falls apart without one place or one
//! way, and how to get from here to there.
//!
//! A place is whatever a family takes for one (a cell, an island, a corner), by its number; so are
//! ways. Every walk looks at the ways of a place in the order in which it is told them: what is found
//! first, and what is cited for it, is the same on every machine.

use std::ops::Range;

use grid::{Cell, Size};

/// What to do with a place that a search meets for the first time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Met {
    /// It belongs to the area: go on from there.
    Inside,
    /// It lies beside the area.
    Beside,
    /// Enough is known: look no further.
    Enough,
}

/// Places that are marked, all of which can be forgotten at once.
pub(crate) struct Marks {
    /// A place is marked if it holds the number of this time.
    stamps: Vec<u32>,
    stamp: u32,
}

impl Marks {
    /// None of this many places is marked.
    pub fn new(places: usize) -> Marks {
        Marks {
            stamps: vec![0; places],
            stamp: 1,
        }
    }

    /// Forget all marks.
    pub fn clear(&mut self) {
        self.stamp += 1;
    }

    /// Mark a place; false if it was marked already.
    pub fn add(&mut self, place: usize) -> bool {
        let is_new = !self.has(place);
        if is_new {
            self.stamps[place] = self.stamp;
        }
        is_new
    }

    /// Whether a place is marked.
    pub fn has(&self, place: usize) -> bool {
        self.stamps[place] == self.stamp
    }
}

/// A search over an area, the nearest places first. Its memory is used again by the next one.
pub(crate) struct Search {
    /// The places that have been met, or are left out.
    pub met: Marks,
    area: Vec<usize>,
}

impl Search {
    /// A search among this many places.
    pub fn new(places: usize) -> Search {
        Search {
            met: Marks::new(places),
            area: Vec::with_capacity(places),
        }
    }

    /// Forget the last search, and begin the next one here. What is left out is never met.
    pub fn begin(&mut self, start: usize, left_out: impl IntoIterator<Item = usize>) {
        self.met.clear();
        self.met.add(start);
        for place in left_out {
            self.met.add(place);
        }
        self.area.clear();
        self.area.push(start);
    }

    /// Meet every place beside the area once. True if all was looked at.
    pub fn go<I: IntoIterator<Item = usize>>(
        &mut self,
        next: impl Fn(usize) -> I,
        mut meet: impl FnMut(usize) -> Met,
    ) -> bool {
        let mut at = 0;
        while let Some(&place) = self.area.get(at) {
            at += 1;
            for other in next(place) {
                if !self.met.add(other) {
                    continue;
                }
                match meet(other) {
                    Met::Inside => self.area.push(other),
                    Met::Beside => {}
                    Met::Enough => return false,
                }
            }
        }
        true
    }

    /// The area as far as it was searched, the nearest places first.
    pub fn area(&self) -> &[usize] {
        &self.area
    }
}

/// How many lines leave each cell, given the borders that they cross.
pub(crate) fn degrees(size: Size, is_crossed: impl Fn(usize) -> bool) -> Vec<u8> {
    let mut degrees = vec![0; size.len()];
    for border in (0..size.borders()).filter(|&border| is_crossed(border)) {
        let (a, z) = size.border_cells(border);
        degrees[size.index(a)] += 1;
        degrees[size.index(z)] += 1;
    }
    degrees
}

/// The cells for which `is_in` holds, by what hangs together. A piece begins with its first cell in
/// reading order, and the nearest come first.
pub(crate) fn pieces<I: IntoIterator<Item = Cell>>(
    size: Size,
    is_in: impl Fn(Cell) -> bool,
    next: impl Fn(Cell) -> I,
) -> Vec<Vec<Cell>> {
    let mut met = Marks::new(size.len());
    let mut pieces = Vec::new();
    for start in size.cells() {
        if !is_in(start) || !met.add(size.index(start)) {
            continue;
        }
        let mut piece = vec![start];
        let mut at = 0;
        while let Some(&from) = piece.get(at) {
            at += 1;
            let others = next(from).into_iter();
            piece.extend(others.filter(|&to| is_in(to) && met.add(size.index(to))));
        }
        pieces.push(piece);
    }
    pieces
}

/// All that can be reached from a place, the nearest first.
pub(crate) fn reach<I: IntoIterator<Item = usize>>(
    places: usize,
    start: usize,
    next: impl Fn(usize) -> I,
) -> Vec<usize> {
    let mut search = Search::new(places);
    search.begin(start, []);
    search.go(next, |_| Met::Inside);
    search.area
}

/// For each place the first of those that hang together with it.
pub(crate) fn firsts<I: IntoIterator<Item = usize>>(
    places: usize,
    next: impl Fn(usize) -> I,
) -> Vec<usize> {
    let mut first = vec![usize::MAX; places];
    let mut todo = Vec::new();
    for start in 0..places {
        if first[start] != usize::MAX {
            continue;
        }
        first[start] = start;
        todo.push(start);
        while let Some(place) = todo.pop() {
            for other in next(place) {
                if first[other] == usize::MAX {
                    first[other] = start;
                    todo.push(other);
                }
            }
        }
    }
    first
}

/// For each place the first of those that these pairs join it with.
pub(crate) fn joined(places: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Vec<usize> {
    // Each place is linked to one before it that it is joined with, the first to itself.
    let mut first: Vec<usize> = (0..places).collect();
    let find = |first: &mut [usize], mut place: usize| {
        while first[place] != place {
            first[place] = first[first[place]];
            place = first[place];
        }
        place
    };
    for (a, z) in pairs {
        let (a, z) = (find(&mut first, a), find(&mut first, z));
        first[a.max(z)] = a.min(z);
    }
    for place in 0..places {
        first[place] = first[first[place]];
    }
    first
}

/// A shortest way from one of some places to one of others, where `next` says what can be reached
/// at once and what is passed on the way there. Returned is all that is passed, from the end of the
/// way; `None` if there is no way.
pub(crate) fn shortest<P: Copy, I: IntoIterator<Item = (usize, P)>>(
    places: usize,
    starts: &[usize],
    goals: &[usize],
    next: impl Fn(usize) -> I,
) -> Option<Vec<P>> {
    let mut from: Vec<Option<(usize, P)>> = vec![None; places];
    let mut todo = starts.to_vec();
    let mut i = 0;
    while !goals.contains(todo.get(i)?) {
        for (place, passed) in next(todo[i]) {
            if from[place].is_none() && !starts.contains(&place) {
                from[place] = Some((todo[i], passed));
                todo.push(place);
            }
        }
        i += 1;
    }
    let back = std::iter::successors(from[todo[i]], |&(before, _)| from[before]);
    Some(back.map(|(_, passed)| passed).collect())
}

/// No place has more ways.
const WAYS: u32 = 4;

/// A walk that goes on as far as it can before it turns back. When it leaves a place for good it
/// knows whether anything behind that place leads back to before it (Tarjan's low points): if not,
/// everything hangs by one place, or by one way.
///
/// Each place has a note, with what the caller wants to count.
pub(crate) struct Walk<N> {
    visits: Vec<Visit<N>>,
    /// The places in the order in which the walk came to them: what is behind a place stands right
    /// after it.
    pub order: Vec<usize>,
}

#[derive(Clone, Copy)]
struct Visit<N> {
    /// One more than the number in the order; 0 if the walk has not been here.
    entered: u32,
    /// The earliest place that it can get back to from here and from what is behind.
    low: u32,
    /// Where it came from, and how many ways it has looked at.
    from: u32,
    tried: u32,
    note: N,
}

/// A place that the walk leaves for good.
pub(crate) struct Left<'a, N> {
    pub place: usize,
    pub note: N,
    /// Where in the order it stands, and all that is behind it.
    pub behind: Range<usize>,
    /// How the walk came here; `None` where it began.
    pub came: Option<Came<'a, N>>,
}

/// How a walk came to a place.
pub(crate) struct Came<'a, N> {
    pub from: usize,
    /// By which of the ways from there.
    pub way: usize,
    /// The note of the place that it came from.
    pub note: &'a mut N,
    /// Nothing from here on leads back to before that place: it cuts all this off.
    pub by_cut: bool,
    /// Nothing from here on leads back even to that place, but for the way that was taken.
    pub by_narrow: bool,
}

impl<N: Copy + Default> Walk<N> {
    /// A walk over this many places, which has been nowhere.
    pub fn new(places: usize) -> Walk<N> {
        let mut walk = Walk {
            visits: Vec::new(),
            order: Vec::with_capacity(places),
        };
        walk.begin_anew(places);
        walk
    }

    /// Forget where the walk has been.
    pub fn begin_anew(&mut self, places: usize) {
        let nowhere = Visit {
            entered: 0,
            low: 0,
            from: 0,
            tried: 0,
            note: N::default(),
        };
        self.visits.clear();
        self.visits.resize(places, nowhere);
        self.order.clear();
    }

    /// The number of a place in the order; `None` if the walk has not been there.
    pub fn number(&self, place: usize) -> Option<usize> {
        (self.visits[place].entered as usize).checked_sub(1)
    }

    fn enter(&mut self, place: usize, from: usize, note: N) {
        self.order.push(place);
        let entered = self.order.len() as u32;
        self.visits[place] = Visit {
            entered,
            low: entered,
            from: from as u32,
            tried: 0,
            note,
        };
    }

    /// Walk over all that can be reached from here: `way` says where the ways of a place lead, if
    /// they are open, and `note` what is noted about a place before anything is known.
    pub fn go(
        &mut self,
        root: usize,
        way: impl Fn(usize, usize) -> Option<usize>,
        note: impl Fn(usize) -> N,
        mut leave: impl FnMut(Left<N>),
    ) {
        self.enter(root, root, note(root));
        let mut place = root;
        loop {
            let here = self.visits[place];
            if here.tried < WAYS {
                self.visits[place].tried += 1;
                let Some(other) = way(place, here.tried as usize) else {
                    continue;
                };
                let there = self.visits[other].entered;
                if there == 0 {
                    self.enter(other, place, note(other));
                    place = other;
                } else if there < here.low && other != here.from as usize {
                    self.visits[place].low = there;
                }
                continue;
            }
            let behind = here.entered as usize - 1..self.order.len();
            if place == root {
                return leave(Left {
                    place,
                    note: here.note,
                    behind,
                    came: None,
                });
            }
            let from = here.from as usize;
            let before = &mut self.visits[from];
            before.low = before.low.min(here.low);
            leave(Left {
                place,
                note: here.note,
                behind,
                came: Some(Came {
                    from,
                    way: before.tried as usize - 1,
                    by_cut: here.low >= before.entered,
                    by_narrow: here.low == here.entered,
                    note: &mut before.note,
                }),
            });
            place = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places as letters, joined where they stand side by side or on top of each other.
    struct Picture {
        cells: Vec<Vec<u8>>,
    }

    impl Picture {
        fn new(rows: &[&str]) -> Picture {
            let cells = rows.iter().map(|row| row.bytes().collect()).collect();
            Picture { cells }
        }

        fn find(&self, letter: char) -> usize {
            let all = self.cells.concat();
            let at = all.iter().position(|&c| c == letter as u8);
            at.expect("a letter of the picture")
        }

        fn letter(&self, place: usize) -> char {
            self.cells.concat()[place] as char
        }

        fn letters(&self, places: &[usize]) -> String {
            places.iter().map(|&place| self.letter(place)).collect()
        }

        fn places(&self) -> usize {
            self.cells.concat().len()
        }

        /// Where one of the four ways of a place leads.
        fn way(&self, place: usize, way: usize) -> Option<usize> {
            let cols = self.cells[0].len();
            let (row, col) = (place / cols, place % cols);
            let (row, col) = match way {
                0 => (row.checked_sub(1)?, col),
                1 => (row, col + 1),
                2 => (row + 1, col),
                _ => (row, col.checked_sub(1)?),
            };
            let there = *self.cells.get(row)?.get(col)?;
            (there != b' ').then_some(row * cols + col)
        }

        fn next(&self, place: usize) -> impl Iterator<Item = usize> {
            (0..4).filter_map(move |way| self.way(place, way))
        }

        /// The places that cut something off, and the ways that everything behind them hangs by.
        fn threads(&self) -> (String, String) {
            let mut walk: Walk<()> = Walk::new(self.places());
            let (mut cuts, mut narrow) = (Vec::new(), String::new());
            let way = |place, way| self.way(place, way);
            walk.go(
                self.find('a'),
                way,
                |_| (),
                |left| {
                    let Some(came) = left.came else { return };
                    if came.by_cut {
                        cuts.push(came.from);
                    }
                    if came.by_narrow {
                        assert_eq!(self.way(came.from, came.way), Some(left.place));
                        narrow.push(self.letter(came.from));
                        narrow.push(self.letter(left.place));
                    }
                },
            );
            (self.letters(&cuts), narrow)
        }
    }

    #[test]
    fn an_area_is_found_from_near_to_far() {
        let picture = Picture::new(&["abc", "d e", "  f"]);
        let found = |from| reach(9, picture.find(from), |place| picture.next(place));
        assert_eq!(picture.letters(&found('a')), "abdcef");
        assert_eq!(picture.letters(&found('d')), "dabcef");
    }

    #[test]
    fn what_lies_beside_an_area_is_met_once() {
        let picture = Picture::new(&["#a#", "#a ", " # "]);
        let mut search = Search::new(9);
        let mut walls = 0;
        search.begin(1, [2]);
        let all = search.go(
            |place| picture.next(place).collect::<Vec<_>>(),
            |place| {
                if picture.letter(place) == 'a' {
                    return Met::Inside;
                }
                walls += 1;
                Met::Beside
            },
        );
        assert!(all);
        assert_eq!(search.area(), [1, 4]);
        assert_eq!(walls, 3, "the one that was left out does not count");
        assert!(search.met.has(2) && search.met.has(7) && !search.met.has(6));
        search.begin(1, []);
        assert!(!search.go(|place| picture.next(place), |_| Met::Enough));
    }

    #[test]
    fn each_place_knows_the_first_of_its_area() {
        let picture = Picture::new(&["ab c", "d  e"]);
        let firsts = firsts(8, |place| {
            let is_open = picture.letter(place) != ' ';
            picture.next(place).filter(move |_| is_open)
        });
        assert_eq!(firsts, [0, 0, 2, 3, 0, 5, 6, 3]);
        assert_eq!(joined(8, [(7, 3), (4, 0), (1, 4)]), firsts);
    }

    #[test]
    fn a_shortest_way_is_told_from_its_end() {
        let picture = Picture::new(&["abc", "d e", "fgh"]);
        let way = |from: char, to: char| {
            let [from, to] = [from, to].map(|letter| picture.find(letter));
            let next = |place| {
                picture
                    .next(place)
                    .map(|other| (other, picture.letter(other)))
            };
            let way = shortest(9, &[from], &[to], next)?;
            Some(way.into_iter().collect::<String>())
        };
        assert_eq!(way('a', 'e').as_deref(), Some("ecb"));
        assert_eq!(way('a', 'a').as_deref(), Some(""));
        let divided = Picture::new(&["a b"]);
        let next = |place| divided.next(place).map(|other| (other, other));
        assert_eq!(shortest(3, &[0], &[2], next), None);
    }

    #[test]
    fn two_islands_hang_together_by_one_way() {
        // Two rings of four.
        let picture = Picture::new(&["ab  ef", "dc--hg"]);
        let (cuts, narrow) = picture.threads();
        assert_eq!(cuts, "h--ca");
        assert_eq!(narrow, "-h--c-");
    }

    #[test]
    fn nothing_cuts_a_ring() {
        let picture = Picture::new(&["abc", "h d", "gfe"]);
        // The beginning cuts nothing off unless it does so twice.
        assert_eq!(picture.threads(), ("a".to_owned(), String::new()));
    }

    #[test]
    fn two_rings_may_share_a_place() {
        let picture = Picture::new(&["ab ", "cde", " fg"]);
        assert_eq!(picture.threads(), ("da".to_owned(), String::new()));
    }

    #[test]
    fn notes_add_up_on_the_way_back() {
        let picture = Picture::new(&["abc", " d ", " e "]);
        let mut walk: Walk<usize> = Walk::new(9);
        let mut behind = Vec::new();
        let way = |place, way| picture.way(place, way);
        walk.go(
            0,
            way,
            |_| 1,
            |left| {
                behind.push((picture.letter(left.place), left.note));
                if let Some(came) = left.came {
                    *came.note += left.note;
                }
            },
        );
        assert_eq!(behind, [('c', 1), ('e', 1), ('d', 2), ('b', 4), ('a', 5)]);
        assert_eq!(picture.letters(&walk.order), "abcde");
        assert_eq!(walk.number(picture.find('d')), Some(3));
        assert_eq!(walk.number(3), None);
    }
}
