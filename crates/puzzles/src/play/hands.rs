//! Hands: what click, right click and drag mean. Every family has its usual hands; some know others as well,
//! which players bring along from elsewhere.
//!
//! They are data, in a family's `examples/play.txt` behind the help:
//!
//! ```text
//! hands usual: Left draws, right shades (as in the study)
//! hands puzzlink: Left shades, right dots (as on puzz.link)
//! = tap cell -> alt
//! = alt cell -> tap
//! = alt drag -> key dot
//! click, tap, or Enter: shade the cell, or clear it
//! ```
//!
//! A line `=` says which gesture stands for which of the usual ones; what no line names means what it always
//! does. The other lines are the help for these hands.

use super::{Gesture, GestureKind, HowTo, STORY, Target};

/// What begins the part of a text that is about hands.
pub(super) const HANDS: &str = "hands ";

/// A way to use one's hands in a family.
pub struct Hands {
    /// Its name in requests; that of the usual hands is [`USUAL`].
    pub id: &'static str,
    /// What is special about it, for people.
    pub name: &'static str,
    /// What the hand does, for the family's help; empty for the usual hands, whose help is the family's.
    pub how_to: Vec<HowTo>,
    means: Vec<(Deed, Meaning)>,
}

/// The name of the hands that every family has.
pub const USUAL: &str = "usual";

/// What a hand did, as far as hands differ in it.
struct Deed {
    kind: GestureKind,
    /// Over several places.
    is_long: bool,
    /// On a cell, or on a border; none: wherever it was.
    on_cell: Option<bool>,
    /// The cursor must have been there before.
    is_again: bool,
}

/// The usual gesture that it stands for.
struct Meaning {
    kind: GestureKind,
    key: Option<&'static str>,
}

impl Deed {
    fn read(text: &str) -> Option<Deed> {
        let mut words = text.split(' ');
        let kind = kind(words.next()?)?;
        let mut deed = Deed {
            is_long: kind == GestureKind::Drag,
            kind,
            on_cell: None,
            is_again: false,
        };
        for word in words {
            match word {
                "drag" => deed.is_long = true,
                "cell" => deed.on_cell = Some(true),
                "border" => deed.on_cell = Some(false),
                "again" => deed.is_again = true,
                _ => return None,
            }
        }
        Some(deed)
    }

    fn fits(&self, gesture: &Gesture) -> bool {
        let on_cell = gesture
            .targets
            .first()
            .map(|target| matches!(target, Target::Cell(..)));
        gesture.kind == self.kind
            && (gesture.targets.len() > 1) == self.is_long
            && self.on_cell.is_none_or(|wanted| on_cell == Some(wanted))
            && (gesture.again || !self.is_again)
    }
}

impl Meaning {
    fn read(text: &'static str) -> Option<Meaning> {
        let (word, key) = match text.split_once(' ') {
            Some((word, key)) => (word, Some(key)),
            None => (text, None),
        };
        let kind = kind(word)?;
        ((kind == GestureKind::Key) == key.is_some()).then_some(Meaning { kind, key })
    }
}

fn kind(word: &str) -> Option<GestureKind> {
    match word {
        "tap" => Some(GestureKind::Tap),
        "alt" => Some(GestureKind::Alt),
        "drag" => Some(GestureKind::Drag),
        "key" => Some(GestureKind::Key),
        _ => None,
    }
}

impl Hands {
    /// The usual gesture that this one stands for.
    pub fn meant(&self, gesture: &Gesture) -> Gesture {
        let mut meant = gesture.clone();
        let means = self.means.iter().find(|(deed, _)| deed.fits(gesture));
        if let Some((_, Meaning { kind, key })) = means {
            meant.kind = *kind;
            meant.value = key.map(str::to_owned);
        }
        meant
    }
}

/// The hands that a family's text on playing names, the usual ones first; none if there are only those.
pub(crate) fn hands(text: &'static str) -> Vec<Hands> {
    let mut all: Vec<Hands> = Vec::new();
    for line in text.lines().take_while(|line| !line.starts_with(STORY)) {
        if let Some((id, name)) = line.strip_prefix(HANDS).and_then(|l| l.split_once(": ")) {
            all.push(Hands {
                id,
                name,
                how_to: Vec::new(),
                means: Vec::new(),
            });
        } else if let Some(last) = all.last_mut() {
            let means = line.strip_prefix("= ").and_then(|l| l.split_once(" -> "));
            if let Some((deed, meaning)) = means {
                last.means
                    .extend(Deed::read(deed).zip(Meaning::read(meaning)));
            } else if let Some((gesture, meaning)) = line.split_once(": ") {
                last.how_to.push(HowTo { gesture, meaning });
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FAMILIES;

    #[test]
    fn every_line_about_hands_is_understood() {
        let mut seen = 0;
        for family in FAMILIES {
            let text = family.texts.play;
            let said = text.lines().take_while(|line| !line.starts_with(STORY));
            let lines = said.filter(|line| line.starts_with("= ")).count();
            let hands = hands(text);
            assert_eq!(
                hands.iter().map(|h| h.means.len()).sum::<usize>(),
                lines,
                "{family:?}"
            );
            for (i, hands) in hands.iter().enumerate() {
                assert_eq!(
                    hands.id == USUAL,
                    i == 0,
                    "{family:?}: the usual ones come first"
                );
                assert_eq!(
                    hands.how_to.is_empty(),
                    i == 0,
                    "{family:?}: the others have help"
                );
                assert_eq!(
                    hands.means.is_empty(),
                    i == 0,
                    "{family:?}: the others differ"
                );
            }
            assert_ne!(hands.len(), 1, "{family:?}: one way is no choice");
            seen += lines;
        }
        assert!(seen > 5);
    }

    #[test]
    fn what_no_line_names_means_what_it_always_does() {
        let text = "hands usual: u\nhands other: o\n= tap cell -> alt\n= tap again -> key up\n";
        let all = hands(text);
        let tap = |target| Gesture::new(GestureKind::Tap, vec![target], None);
        let border = Target::Border(0, 0, super::super::Side::East);
        assert_eq!(
            all[1].meant(&tap(Target::Cell(0, 0))).kind,
            GestureKind::Alt
        );
        assert_eq!(all[1].meant(&tap(border)), tap(border));
        let again = Gesture {
            again: true,
            ..tap(border)
        };
        assert_eq!(all[1].meant(&again).value.as_deref(), Some("up"));
        assert_eq!(all[0].meant(&again), again);
    }
}
