//! Sentences about moves. Directions are those of the compass, as everywhere in the project.

use super::super::Move;
use super::{Satogaeri, Way};
use crate::kit::prelude::*;
use crate::kit::words::several;

/// "one cell", "two cells".
pub(super) fn cells(count: usize) -> String {
    several(count, "cell")
}

/// The form of the verb in which a move is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tense {
    /// "it goes east"
    Goes,
    /// "it does not go east"
    Go,
    /// "if it went east"
    Went,
}

impl Tense {
    fn stay(self) -> &'static str {
        match self {
            Tense::Goes => "stays",
            Tense::Go => "stay",
            Tense::Went => "stayed",
        }
    }

    fn go(self) -> &'static str {
        match self {
            Tense::Goes => "goes",
            Tense::Go => "go",
            Tense::Went => "went",
        }
    }
}

impl Satogaeri {
    /// "the 3 in row 4, column 5".
    pub(super) fn the(&self, circle: usize) -> String {
        format!("the {}", self.circle_words(circle))
    }

    /// "the country of row 1, column 2".
    pub(super) fn land(&self, country: usize) -> String {
        format!("the {}", self.country_words(country))
    }

    /// Moves of one circle, in the order of the atoms: "go east", "go 2 or 3 cells east", "stay or
    /// go west or more than 2 cells north".
    pub(super) fn moves_words(&self, atoms: &[usize], tense: Tense) -> String {
        let mut atoms = atoms.to_vec();
        atoms.sort_unstable();
        // Moves one cell longer than the last one, the same way, are said together.
        let further = |&a: &usize, &b: &usize| match (self.moves[a].way, self.moves[b].way) {
            (Way::Go(dir, _), Way::Go(other, _)) => dir == other && b == a + 1,
            _ => false,
        };
        let (mut stays, mut sides, mut cells) = (Vec::new(), Vec::new(), Vec::new());
        for run in atoms.chunk_by(further) {
            match self.run_words(run[0], run[run.len() - 1]) {
                None => stays.push(tense.stay().to_owned()),
                Some((how_far, side)) if how_far.is_empty() => sides.push(side.to_owned()),
                Some((how_far, side)) => cells.push(format!("{how_far} {side}")),
            }
        }
        // "go" is said once, and whole directions come first: "go west or 2 cells east".
        let mut goes: Vec<String> = sides.into_iter().chain(cells).collect();
        if let Some(first) = goes.first_mut() {
            *first = format!("{} {first}", tense.go());
        }
        stays.extend(goes);
        list(&stays, "or")
    }

    /// A run of moves one way, from the shortest to the longest: how far, nothing if that need not
    /// be said, and which way. `None` is staying.
    fn run_words(&self, first: usize, last: usize) -> Option<(String, &'static str)> {
        let circle = self.mover(first);
        let (Way::Go(dir, least), Way::Go(_, most)) = (self.moves[first].way, self.moves[last].way)
        else {
            return None;
        };
        let goes_on = |n: &Move| n.circle == circle && n.way == Way::Go(dir, most + 1);
        let is_last = !self.moves.get(last + 1).is_some_and(goes_on);
        let how_far = match (least, most - least) {
            _ if self.circles[circle].number.is_some() => String::new(),
            (1, 1..) if is_last => String::new(),
            (_, 1..) if is_last => format!("more than {}", cells(least - 1)),
            (_, 0) => cells(least),
            (_, 1) => format!("{} or {}", number(least), cells(most)),
            (_, _) => format!("{} to {}", number(least), cells(most)),
        };
        Some((how_far, compass(dir)))
    }

    /// What these facts say about a circle, to follow its name: "goes east", "does not stay".
    pub(super) fn does(&self, circle: usize, facts: &[Fact]) -> String {
        let own = |f: &&Fact| self.mover(f.var()) == circle;
        if let Some(yes) = facts.iter().filter(own).find(|f| f.is_yes()) {
            return self.moves_words(&[yes.var()], Tense::Goes);
        }
        let atoms: Vec<usize> = facts.iter().filter(own).map(|f| f.var()).collect();
        format!("does not {}", self.moves_words(&atoms, Tense::Go))
    }

    /// The circles that facts are about, in reading order.
    pub(super) fn circles_in(&self, facts: &[Fact]) -> Vec<usize> {
        distinct(facts.iter().map(|f| self.mover(f.var())))
    }

    /// All conclusions, to follow "so": each circle with what it does or does not do. If there are
    /// many, and `many` says it for all of them, that.
    pub(super) fn conclusions(&self, facts: &[Fact], many: &str) -> String {
        match self.circles_in(facts).len() {
            4.. => many.to_owned(),
            _ => self.facts_words(facts),
        }
    }

    /// All conclusions where every denied move is denied because of where it ends: circles with one
    /// move left make it, and the others "may not end there".
    pub(super) fn conclusions_there(&self, facts: &[Fact], denied: &str, many: &str) -> String {
        let circles = self.circles_in(facts).into_iter();
        let yes = |c: usize| move |f: &Fact| f.is_yes() && self.mover(f.var()) == c;
        let moves = |&c: &usize| facts.iter().any(yes(c));
        let (made, others): (Vec<usize>, Vec<usize>) = circles.partition(moves);
        let does = |c: usize| format!("{} {}", self.the(c), self.does(c, facts));
        let mut parts: Vec<String> = made.into_iter().map(does).collect();
        match others.len() {
            0 => {}
            1..=3 => parts.push(format!("{} {denied}", self.circles_words(&others))),
            _ => parts.push(many.to_owned()),
        }
        list(&parts, "and")
    }

    /// "the 3 in row 1, column 2 and the circle in row 3, column 4".
    pub(super) fn circles_words(&self, circles: &[usize]) -> String {
        list(circles.iter().map(|&c| self.the(c)), "and")
    }

    /// "the countries of row 1, column 2 and row 3, column 4".
    pub(super) fn countries_words(&self, countries: &[usize]) -> String {
        let places = countries.iter().map(|&c| in_words(self.cells_of[c][0]));
        format!("the countries of {}", list(places, "and"))
    }
}
