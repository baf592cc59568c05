//! What is said about cells and heights: the parts that sentences are made of.

use super::Skyscrapers;
use super::line::{Bits, bits};
use crate::kit::prelude::*;
use crate::kit::words::places;

/// "park" or "3"
pub(super) fn height_words(height: usize) -> String {
    number_or((height > 0).then_some(height), "park")
}

/// "a park" or "3"
pub(super) fn a_height(height: usize) -> String {
    number_or((height > 0).then_some(height), "a park")
}

impl Skyscrapers {
    /// "the 3 above column 2 and the 2 below column 2"
    pub(super) fn views_words(&self, views: &[usize]) -> String {
        list(views.iter().map(|&view| self.view_words(view)), "and")
    }

    pub(super) fn at_words(&self, at: usize) -> String {
        in_words(self.size.cell(at))
    }

    /// "in row 2", "on the diagonal from the top left"
    pub(super) fn in_line(&self, line: usize) -> String {
        let before = if line < 2 * self.side() { "in" } else { "on" };
        format!("{before} {}", self.line_words(line))
    }

    /// A sentence from its beginning: how it goes on to what follows, and how it ends if the
    /// grounds contradict each other.
    pub(super) fn sentence(&self, step: &Step, why: &str, so: &str, but: &str) -> String {
        match step.is_clash() {
            true => format!("{why}{but}."),
            false => format!("{why}{so}{}.", self.conclusion(&step.therefore)),
        }
    }

    pub(super) fn cells_words(&self, cells: &[usize]) -> String {
        list(self.places(cells), "and")
    }

    fn places(&self, cells: &[usize]) -> Vec<String> {
        places(cells.iter().map(|&at| self.size.cell(at)))
    }

    /// "the 3 stands in row 2, column 4"
    pub(super) fn building(&self, at: usize, height: usize) -> String {
        match height {
            0 => format!("{} is a park", self.at_words(at)),
            _ => format!("the {height} stands in {}", self.at_words(at)),
        }
    }

    /// The cells of facts, each once, in order.
    pub(super) fn cells_of(&self, facts: &[Fact]) -> Vec<usize> {
        distinct(facts.iter().map(|&f| self.meaning(f).0))
    }

    /// What follows, as the end of a sentence that began with "so".
    pub(super) fn conclusion(&self, facts: &[Fact]) -> String {
        let about: Vec<(usize, usize)> = facts.iter().map(|&f| self.meaning(f)).collect();
        let cells = self.cells_of(facts);
        let one_height = about.iter().all(|a| a.1 == about[0].1);
        if one_height && cells.len() > 1 && facts.iter().all(|f| !f.is_yes()) {
            let place = self.places(&cells).join(", nor in ");
            return format!("there is no {} in {place}", height_words(about[0].1));
        }
        // Cells of which the same is true are named together; what is built there says enough.
        let mut said: Vec<(String, Vec<usize>)> = Vec::new();
        for at in cells {
            let here = |yes: bool| {
                let of = facts.iter().filter(move |f| f.is_yes() == yes);
                of.map(|&f| self.meaning(f))
                    .filter(move |m| m.0 == at)
                    .fold(0 as Bits, |set, m| set | 1 << m.1)
            };
            let heights = bits(here(false) & !1).chain(bits(here(false) & 1));
            let not: Vec<String> = heights.map(a_height).collect();
            let what = match (bits(here(true)).next(), not.as_slice()) {
                (Some(height), _) => a_height(height),
                (None, [one]) if one == "a park" => "no park".to_owned(),
                (None, [one]) => format!("not {one}"),
                (None, [one, other]) => format!("neither {one} nor {other}"),
                (None, many) => format!("none of {}", list(many, "and")),
            };
            match said.iter_mut().find(|(other, _)| *other == what) {
                Some((_, cells)) => cells.push(at),
                None => said.push((what, vec![at])),
            }
        }
        let said: Vec<String> = (said.into_iter())
            .map(|(what, cells)| match (&cells[..], what.as_str()) {
                ([_], what) => format!("{} is {what}", self.cells_words(&cells)),
                (_, "a park") => format!("{} are parks", self.cells_words(&cells)),
                (_, "no park") => format!("{} are no parks", self.cells_words(&cells)),
                (_, what) => format!("{} are {what}", self.cells_words(&cells)),
            })
            .collect();
        match said.iter().any(|words| words.contains(" and ")) {
            true => said.join("; "),
            false => list(&said, "and"),
        }
    }
}
