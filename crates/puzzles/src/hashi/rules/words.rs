//! Pieces of sentences.

use logic::Step;

use super::Hashi;
use crate::Fact;
use crate::kit::lists::distinct;
use crate::kit::words::number;

/// "one bridge", "two bridges".
pub(super) fn bridges(k: impl Into<usize>) -> String {
    match k.into() {
        1 => "one bridge".to_owned(),
        k => format!("{} bridges", number(k)),
    }
}

/// "a bridge", "two bridges".
pub(super) fn a_bridge_or_more(k: u8) -> String {
    match k {
        1 => "a bridge".to_owned(),
        k => bridges(k),
    }
}

impl Hashi {
    /// "at least one bridge runs", "at most two bridges run", "no bridge runs"; if there cannot be
    /// more, "two bridges run".
    pub(super) fn runs(&self, least: bool, k: u8) -> String {
        let verb = if k == 1 { "runs" } else { "run" };
        match least {
            _ if k == 0 => "no bridge runs".to_owned(),
            true if k == self.max => format!("{} {verb}", bridges(k)),
            true => format!("at least {} {verb}", bridges(k)),
            false => format!("at most {} {verb}", bridges(k)),
        }
    }

    /// "the 3 in row 1, column 1 and the 2 in row 1, column 4".
    pub(super) fn ends_words(&self, span: usize) -> String {
        let (a, z) = self.spans[span].ends;
        format!("{} and {}", self.island_words(a), self.island_words(z))
    }

    /// What a step concludes, each span once: "at least one bridge runs between … and …".
    pub(super) fn conclusions(&self, step: &Step) -> String {
        let spans = step.therefore.iter().map(|f| self.span_of(f.var()).0);
        let parts: Vec<String> = (distinct(spans).into_iter())
            .map(|s| {
                let (least, most) = self.said(s, &step.therefore);
                let count = match (least, most) {
                    (Some(k), Some(m)) if k == m => {
                        let verb = if k == 1 { "runs" } else { "run" };
                        format!("exactly {} {verb}", bridges(k))
                    }
                    (Some(k), Some(m)) => {
                        format!("{} to {} run", number(k as usize), bridges(m))
                    }
                    (Some(k), None) => self.runs(true, k),
                    (None, m) => self.runs(false, m.unwrap_or(self.max)),
                };
                format!("{count} between {}", self.ends_words(s))
            })
            .collect();
        parts.join("; ")
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
