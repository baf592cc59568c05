//! The rules of a family: a text says what they are and in which order they are tried, the code says
//! how they find steps, and ids hold the two together.
//!
//! So somebody who reads no Rust can correct a name, a level, a weight or a paragraph. The form of
//! the text is explained in its head; it is read once, when the family is first asked for its rules.

use std::sync::OnceLock;

use crate::level;
use crate::rule::{About, Reasoning, Rule};
use crate::step::Step;

/// The rules of a family, as its text and its code say them.
pub struct Rulebook<T: Reasoning> {
    text: &'static str,
    code: &'static [Rule<T>],
    entries: OnceLock<Vec<Entry<T>>>,
}

/// A rule with all that is known about it.
pub(crate) struct Entry<T: Reasoning> {
    pub about: About,
    /// The place of the first rule of its group; its own, if it belongs to none.
    pub first_of_group: usize,
    code: &'static Rule<T>,
}

impl<T: Reasoning> std::ops::Deref for Entry<T> {
    type Target = Rule<T>;

    fn deref(&self) -> &Rule<T> {
        self.code
    }
}

impl<T: Reasoning> Rulebook<T> {
    /// The rules of this text, each with the code that has its id.
    pub const fn new(text: &'static str, code: &'static [Rule<T>]) -> Rulebook<T> {
        // A round keeps its rules as bits, and trial is one more (`Round::rules`).
        assert!(code.len() < u64::BITS as usize, "too many rules");
        Rulebook {
            text,
            code,
            entries: OnceLock::new(),
        }
    }

    /// All rules, in the order of the text.
    ///
    /// # Panics
    ///
    /// If the text cannot be read, or does not fit the code: it is part of the program, and the
    /// first test that asks for a rule says what is wrong with it.
    pub(crate) fn entries(&'static self) -> &'static [Entry<T>] {
        self.entries.get_or_init(|| {
            let family = std::any::type_name::<T>();
            (self.read())
                .unwrap_or_else(|wrong| panic!("the text of the rules of {family}: {wrong}"))
        })
    }

    fn read(&self) -> Result<Vec<Entry<T>>, String> {
        let abouts = read(self.text)?;
        let ids: Vec<&str> = self.code.iter().map(|rule| rule.id).collect();
        let code = places(&abouts, &ids)?;
        let first = |(own, about): (usize, &About)| {
            let same = |other: &About| other.group == about.group;
            match about.group {
                "" => own,
                _ => abouts.iter().position(same).unwrap_or(own),
            }
        };
        let firsts: Vec<usize> = abouts.iter().enumerate().map(first).collect();
        let entry = |((about, place), first_of_group): ((About, usize), usize)| Entry {
            about,
            first_of_group,
            code: &self.code[place],
        };
        let entries = abouts.into_iter().zip(code).zip(firsts);
        Ok(entries.map(entry).collect())
    }
}

impl<T: Reasoning> Entry<T> {
    /// The sentence for a step of this rule; what the rule is, if its evidence was not wanted.
    pub(crate) fn sentence(&self, puzzle: &T, step: &Step) -> String {
        (self.say)(puzzle, step).unwrap_or_else(|| self.about.words.to_owned())
    }
}

/// Where the code of each of these rules stands, if its rules have these ids.
fn places(abouts: &[About], ids: &[&str]) -> Result<Vec<usize>, String> {
    for (i, id) in ids.iter().enumerate() {
        if ids[..i].contains(id) {
            return Err(format!("the code has two rules with the id {id:?}"));
        }
        if abouts.iter().all(|about| about.id != *id) {
            return Err(format!("it has no rule {id:?}, and the code has one"));
        }
    }
    let place = |about: &About| {
        (ids.iter().position(|id| *id == about.id))
            .ok_or_else(|| format!("there is no code for its rule {:?}", about.id))
    };
    abouts.iter().map(place).collect()
}

/// What a text says about rules. An error names the line.
fn read(text: &'static str) -> Result<Vec<About>, String> {
    let mut abouts: Vec<About> = Vec::new();
    let mut lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.starts_with('#'));
    while let Some((at, head)) = lines.next() {
        if head.is_empty() {
            continue;
        }
        let wrong = |at: usize, what: String| format!("line {at}: {what}");
        let (id, name) = (head.split_once(": "))
            .ok_or_else(|| wrong(at, format!("{head:?} is not an id, a colon and a name")))?;
        if abouts.iter().any(|about| about.id == id) {
            return Err(wrong(at, format!("a second rule with the id {id:?}")));
        }
        let (_, traits) = (lines.next())
            .ok_or_else(|| wrong(at + 1, format!("{id} has no level and no weight")))?;
        let about = with_traits(id, name, traits).map_err(|what| wrong(at + 1, what))?;
        let paragraph: Vec<&str> = (lines.by_ref())
            .map(|(_, line)| line)
            .take_while(|line| !line.is_empty())
            .collect();
        if paragraph.is_empty() {
            return Err(wrong(at + 2, format!("nothing says what {id} is")));
        }
        // Kept for as long as the program runs, as the rest of the text is.
        let words = paragraph.join(" ").leak();
        abouts.push(About { words, ..about });
    }
    Ok(abouts)
}

/// A rule with what is said on the line under its name.
fn with_traits(
    id: &'static str,
    name: &'static str,
    traits: &'static str,
) -> Result<About, String> {
    let mut parts = traits.split(", ");
    let named = parts.next().unwrap_or_default();
    let (level, _) = (level::ALL.iter())
        .find(|(_, name)| *name == named)
        .ok_or_else(|| format!("{named:?} is not a level"))?;
    let weight = (parts.next())
        .and_then(|part| part.strip_prefix("weight ")?.parse().ok())
        .ok_or("the level is not followed by a weight, as in \", weight 3\"")?;
    let mut about = About::new(id, name, *level, weight, "");
    for part in parts {
        match (part, part.strip_prefix("group ")) {
            (_, Some(group)) => about.group = group,
            ("looks once", _) => about.once = true,
            ("supposes", _) => about.trial = true,
            ("last resort", _) => about.last_resort = true,
            ("never made", _) => about.never_made = true,
            _ => {
                return Err(format!(
                    "{part:?} is none of \"group NAME\", \"looks once\", \"supposes\", \"last resort\", \
                     \"never made\""
                ));
            }
        }
    }
    Ok(about)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "# A head.\n\nfirst: The first\nAt a glance, weight 1\nOne line,\nand another.\
        \n\n\nsecond: The second\nExpert, weight 12, group hard, looks once, supposes, \
        never made\nWords.";

    #[test]
    fn a_text_says_everything_about_its_rules() {
        let abouts = read(TWO).expect("it is right");
        let [first, second] = &abouts[..] else {
            panic!("{abouts:?}");
        };
        assert_eq!((first.id, first.name), ("first", "The first"));
        assert_eq!(
            (first.level, first.weight, first.group),
            (level::GLANCE, 1, "")
        );
        assert_eq!((first.once, first.trial), (false, false));
        assert_eq!(first.words, "One line, and another.");
        assert_eq!(
            (second.level, second.weight, second.group),
            (level::EXPERT, 12, "hard")
        );
        assert_eq!((second.once, second.trial), (true, true));
        assert_eq!((first.never_made, second.never_made), (false, true));
    }

    #[test]
    fn what_is_wrong_with_a_text_is_said_with_its_line() {
        for (text, wrong) in [
            (
                "alone\n",
                "line 1: \"alone\" is not an id, a colon and a name",
            ),
            ("a: A", "line 2: a has no level and no weight"),
            (
                "\na: A\nVery hard, weight 1\nWords.",
                "line 3: \"Very hard\" is not a level",
            ),
            (
                "a: A\nEasy\nWords.",
                "line 2: the level is not followed by a weight, as in \", weight 3\"",
            ),
            ("a: A\nEasy, weight 1\n\n", "line 3: nothing says what a is"),
            (
                "a: A\nEasy, weight 1, twice\nWords.",
                "line 2: \"twice\" is none of \"group NAME\", \"looks once\", \"supposes\", \
                 \"last resort\", \"never made\"",
            ),
            (
                "a: A\nEasy, weight 1\nWords.\n\na: B\nEasy, weight 1\nWords.",
                "line 5: a second rule with the id \"a\"",
            ),
        ] {
            assert_eq!(read(text).expect_err(text), wrong);
        }
    }

    #[test]
    fn a_rule_that_only_the_text_or_only_the_code_has_is_named() {
        let abouts = read(TWO).expect("it is right");
        assert_eq!(places(&abouts, &["second", "first"]), Ok(vec![1, 0]));
        for (ids, wrong) in [
            (&["first"][..], "there is no code for its rule \"second\""),
            (
                &["first", "second", "third"],
                "it has no rule \"third\", and the code has one",
            ),
            (
                &["first", "first"],
                "the code has two rules with the id \"first\"",
            ),
        ] {
            assert_eq!(places(&abouts, ids), Err(wrong.to_owned()));
        }
    }
}
