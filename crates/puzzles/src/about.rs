//! What a family says about itself (`family.txt`), and the macro by which its folder becomes a
//! family.

use crate::entries::{Entry, all_told, entries, groups};
use crate::make::{ClueSymmetry, Maker, MakerOption, Propose};

/// What a family says about itself, in words and numbers. All of it can be asked of the family.
pub struct About {
    /// The name that people see.
    pub name: &'static str,
    /// Other names that people and formats use.
    pub aliases: &'static [&'static str],
    /// The rules of the game, for people, one sentence after another.
    pub rules: &'static str,
    /// Variants of the game; empty if there is only one.
    pub variants: &'static [Variant],
    /// All violation codes with their meaning.
    pub violations: &'static [(&'static str, &'static str)],
    /// Ways to make new puzzles, the best first.
    pub makers: &'static [Maker],
}

/// One variant of a family's game.
pub struct Variant {
    /// Its name in records.
    pub name: &'static str,
    /// What is different in it, for people.
    pub words: &'static str,
}

impl About {
    /// What the text of a family says, joined with the code of its makers.
    pub(crate) fn of(
        family: &str,
        text: &'static str,
        makers: &[(&'static str, Propose)],
    ) -> About {
        About::read(text, makers).unwrap_or_else(|wrong| panic!("{family}/family.txt: {wrong}"))
    }

    fn read(text: &'static str, code: &[(&'static str, Propose)]) -> Result<About, String> {
        let all = entries(text)?;
        all_told(&all, "maker", code)?;
        let makers: Result<Vec<Maker>, String> = groups(&all, "maker")
            .map(|group| maker(group, code))
            .collect();
        let told = all.split(|entry| entry.key == "maker").next();
        let mut about = About {
            name: "",
            aliases: &[],
            rules: "",
            variants: &[],
            violations: &[],
            makers: makers?.leak(),
        };
        let (mut variants, mut violations) = (Vec::new(), Vec::new());
        for entry in told.unwrap_or_default() {
            let &Entry { id, words, .. } = entry;
            match entry.key {
                "name" => about.name = words,
                "also" => about.aliases = words.split(", ").collect::<Vec<_>>().leak(),
                "rules" => about.rules = words,
                "variant" => variants.push(Variant { name: id, words }),
                "violation" => violations.push((id, words)),
                key => return Err(entry.wrong(format!("a family has no {key:?}"))),
            }
        }
        if about.name.is_empty() || about.rules.is_empty() {
            return Err("it has no \"name\" or no \"rules\"".to_owned());
        }
        (about.variants, about.violations) = (variants.leak(), violations.leak());
        Ok(about)
    }
}

/// A maker: its head, what it can do, and its options.
fn maker(entries: &[Entry], code: &[(&'static str, Propose)]) -> Result<Maker, String> {
    let options: Result<Vec<MakerOption>, String> = groups(entries, "option").map(option).collect();
    let mut maker = Maker {
        id: entries[0].id,
        words: entries[0].words,
        options: options?.leak(),
        shapes: &[],
        density: None,
        lets_prove: false,
        propose: entries[0].code(code)?,
    };
    for entry in &entries[1..] {
        match entry.key {
            "option" => break,
            "density" => maker.density = Some(entry.words),
            "shapes" => {
                let shape = |name| ClueSymmetry::named(name).ok_or_else(|| entry.wrong(name));
                let shapes: Result<Vec<_>, String> = entry.words.split(", ").map(shape).collect();
                maker.shapes = shapes?.leak();
            }
            "prover" if entry.words == "any" => maker.lets_prove = true,
            key => return Err(entry.wrong(format!("a maker has no {key:?}"))),
        }
    }
    Ok(maker)
}

/// An option of a maker, and what some of its values mean.
fn option(entries: &[Entry]) -> Result<MakerOption, String> {
    let head = &entries[0];
    let (least, most, usual) = (head.limits()?).ok_or_else(|| head.wrong("it has no limits"))?;
    let name = |entry: &Entry| match (entry.key, entry.id.parse()) {
        ("value", Ok(value)) => Ok((value, entry.words)),
        _ => Err(entry.wrong("an option has nothing but values, which are numbers")),
    };
    let names: Result<Vec<_>, String> = entries[1..].iter().map(name).collect();
    Ok(MakerOption {
        id: head.id,
        words: head.words,
        usual,
        least,
        most,
        names: names?.leak(),
    })
}

/// The family of a folder, whose things are at their usual places: its own type of clues with a
/// field `size`, its id, and what differs from family to family.
macro_rules! family {
    (
        $clues:ident, $id:literal,
        sides: $sides:expr,
        board_fields: $fields:expr,
        formats: $formats:expr,
        methods: $methods:expr $(,)?
    ) => {
        #[doc = concat!("The family `", $id, "` as the list of families knows it.")]
        pub static FAMILY: $crate::puzzle::Family = $crate::puzzle::Family {
            id: $id,
            about: std::sync::LazyLock::new(|| {
                $crate::about::About::of($id, include_str!("family.txt"), generate::MAKERS)
            }),
            sides: $sides,
            read: |record| {
                Ok(std::sync::Arc::new(
                    <$clues as $crate::puzzle::Records>::read(record)?,
                ))
            },
            board_fields: &$fields,
            formats: &$formats,
            deductions: logic::rule_table::<$clues>,
            empty: |size| {
                Ok(std::sync::Arc::new(
                    <$clues as $crate::puzzle::Setting>::sheet(size)?,
                ))
            },
            texts: $crate::puzzle::Texts {
                boards: include_str!("examples/boards.txt"),
                play: include_str!("examples/play.txt"),
                set: include_str!("examples/set.txt"),
                #[cfg(test)]
                makers: include_str!("examples/makers.txt"),
                rules: include_str!("examples/rules.txt"),
                grades: include_str!("examples/grades.txt"),
                samples: include_str!("examples/samples.jsonl"),
            },
        };

        /// What it is solved by besides the proving engine.
        pub static ENGINES: std::sync::LazyLock<$crate::engine::Engines> =
            std::sync::LazyLock::new(|| $crate::engine::Engines {
                examples: include_str!("examples/encodings.txt"),
                ..$crate::engine::Engines::of(
                    $id,
                    include_str!("engines.txt"),
                    smt::ENCODINGS,
                    $methods,
                )
            });

        impl $crate::puzzle::Clues for $clues {
            fn family(&self) -> &'static $crate::puzzle::Family {
                &FAMILY
            }

            fn size(&self) -> grid::Size {
                self.size
            }
        }
    };
}
pub(crate) use family;

#[cfg(test)]
mod tests {
    use super::*;

    const PROPOSE: (&str, Propose) = ("one", |_, _| Err("never"));

    #[test]
    fn a_family_and_its_makers_are_read_from_text() {
        let about = About::read(
            "name: A\nalso: b, c d\nrules: Do this.\n  Not that.\nvariant v: other\nviolation x: bad\n\
             maker one: makes\nshapes: turn, both\nprover: any\noption o, -1 to 3, usually 2: opts\n\
             value -1: none\n",
            &[PROPOSE],
        );
        let about = about.unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!((about.name, about.aliases), ("A", &["b", "c d"][..]));
        assert_eq!(about.rules, "Do this. Not that.");
        assert_eq!(about.violations, [("x", "bad")]);
        let maker = &about.makers[0];
        assert_eq!(maker.shapes, [ClueSymmetry::Turn, ClueSymmetry::Both]);
        assert!(maker.lets_prove && maker.density.is_none());
        let option = &maker.options[0];
        assert_eq!((option.least, option.most, option.usual), (-1, 3, 2));
        assert_eq!(option.names, [(-1, "none")]);
    }

    #[test]
    fn what_a_family_does_not_have_is_refused() {
        for (text, what) in [
            ("name: A\n", "it tells 0 times of the maker \"one\""),
            (
                "rules: B\nmaker one: m\n",
                "it has no \"name\" or no \"rules\"",
            ),
            (
                "colour: red\nmaker one: m\n",
                "line 1: a family has no \"colour\"",
            ),
            ("maker one: m\nshapes: round\n", "line 2: round"),
            ("maker one: m\noption o: x\n", "line 2: it has no limits"),
        ] {
            assert_eq!(About::read(text, &[PROPOSE]).err().as_deref(), Some(what));
        }
    }
}
