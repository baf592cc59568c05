//! Pieces of sentences.

use logic::Step;

use super::Hashi;
use crate::Fact;

/// With a capital letter.
pub(super) fn sentence(text: String) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}

pub(super) fn number(k: usize) -> String {
    match k {
        0 => "no".to_owned(),
        1 => "one".to_owned(),
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        k => k.to_string(),
    }
}

/// "one bridge", "two bridges".
pub(super) fn bridges(k: usize) -> String {
    match k {
        1 => "one bridge".to_owned(),
        k => format!("{} bridges", number(k)),
    }
}

/// "at least one bridge runs", "at most two bridges run", "no bridge runs".
pub(super) fn runs(least: bool, k: usize) -> String {
    let verb = if k == 1 { "runs" } else { "run" };
    match (least, k) {
        (_, 0) => "no bridge runs".to_owned(),
        (true, k) => format!("at least {} {verb}", bridges(k)),
        (false, k) => format!("at most {} {verb}", bridges(k)),
    }
}

/// "x", "x and y", "x, y and z".
pub(super) fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

impl Hashi {
    /// "the 3 in row 1, column 1 and the 2 in row 1, column 4".
    pub(super) fn ends_words(&self, span: usize) -> String {
        let (a, z) = self.spans[span].ends;
        format!("{} and {}", self.island_words(a), self.island_words(z))
    }

    /// What a step concludes, each span once: "at least one bridge runs between … and …".
    pub(super) fn conclusions(&self, step: &Step) -> String {
        let mut spans: Vec<usize> = (step.therefore.iter())
            .map(|f| self.span_of(f.var()).0)
            .collect();
        spans.sort_unstable();
        spans.dedup();
        let parts: Vec<String> = (spans.into_iter())
            .map(|s| {
                let (least, most) = self.said(s, &step.therefore);
                let count = match (least, most) {
                    (Some(k), Some(m)) if k == m => {
                        let verb = if k == 1 { "runs" } else { "run" };
                        format!("exactly {} {verb}", bridges(k as usize))
                    }
                    (Some(k), Some(m)) => format!("{} to {} run", number(k as usize), bridges(m as usize)),
                    (Some(k), None) => runs(true, k as usize),
                    (None, m) => runs(false, m.unwrap_or(self.max) as usize),
                };
                format!("{count} between {}", self.ends_words(s))
            })
            .collect();
        list(&parts)
    }

    /// The bounds that these facts give for a span.
    pub(super) fn said(&self, span: usize, facts: &[Fact]) -> (Option<u8>, Option<u8>) {
        let here = || (facts.iter()).filter(move |f| self.span_of(f.var()).0 == span);
        let k = |f: &Fact| self.span_of(f.var()).1;
        let least = here().filter(|f| f.is_yes()).map(k).max();
        let most = here().filter(|f| !f.is_yes()).map(|f| k(f) - 1).min();
        (least, most)
    }
}
