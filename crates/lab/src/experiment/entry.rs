//! What an experiment is, and how it is found by its name.

use super::entries::ENTRIES;
use super::lab::{Lab, Sample};
use super::report::Report;

/// One of the five studies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Study {
    /// The first word of its experiments' names.
    pub id: &'static str,
    /// The family that it is about.
    pub family: &'static str,
    /// Author and year, as docs/studies.md has them.
    pub words: &'static str,
}

/// All of them, in the order of their texts.
pub const STUDIES: &[Study] = &[
    Study {
        id: "fobidoshi",
        family: "fobidoshi",
        words: "N. Heslenfeld, Solving and generating Fobidoshi puzzles",
    },
    Study {
        id: "yajilin",
        family: "yajilin",
        words: "L. Vialls, Yajilin Puzzle Dissertation, 2016",
    },
    Study {
        id: "sky",
        family: "skyscrapers",
        words: "T. K. Cocx, Automated generation and analysis of logical puzzles, 2004",
    },
    Study {
        id: "satogaeri",
        family: "satogaeri",
        words: "M. Leitner, Satogaeri",
    },
    Study {
        id: "hashi",
        family: "hashi",
        words: "R. te Wechel, \"Bridges\" as an SMT problem, 2023",
    },
];

/// One experiment.
pub struct Entry {
    /// Its name: the study and a word.
    pub id: &'static str,
    /// What it is about, in a line.
    pub title: &'static str,
    /// Where the study has it.
    pub source: &'static str,
    /// What is varied.
    pub varied: &'static str,
    /// What is measured.
    pub measured: &'static str,
    /// What is counted by `sample`.
    pub of: &'static str,
    /// How many: the smallest number that shows the shape, a quick run, the study's own.
    pub sample: [usize; 3],
    /// Why ours differs from what was published, or that nobody knows; or what the study says in
    /// words.
    pub differs: &'static str,
    /// Do it.
    pub run: fn(&Lab, &mut Report),
}

impl Entry {
    /// The study that it is from.
    pub fn study(&self) -> &'static Study {
        let word = self.id.split(' ').next().unwrap_or_default();
        let found = STUDIES.iter().find(|study| study.id == word);
        found.expect("a test finds the study of every entry")
    }

    /// Its name as that of a file.
    pub fn file(&self) -> String {
        self.id.replace(' ', "-")
    }

    /// How many there are in a sample of this kind.
    pub fn count(&self, sample: Sample) -> usize {
        self.sample[sample as usize]
    }

    /// Run it.
    pub fn run(&self, lab: &Lab) -> Report {
        let mut report = Report::new(self, lab);
        (self.run)(lab, &mut report);
        report.close(lab);
        report
    }
}

/// A name that no experiment has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongName {
    /// What was written.
    pub name: String,
    /// Names that are much like it.
    pub near: Vec<&'static str>,
}

impl std::fmt::Display for WrongName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no experiment {:?}", self.name)?;
        match &self.near[..] {
            [] => f.write_str("; `gridwright experiment list` shows all"),
            near => write!(f, "; did you mean {}?", near.join(", or ")),
        }
    }
}

/// The experiments that words name: `all`, a study, or an experiment, as one word or as two
/// (`hashi solve`, `hashi-solve`). Each comes once, in the order of the table.
pub fn chosen(words: &[String]) -> Result<Vec<&'static Entry>, WrongName> {
    let words: Vec<String> = (words.iter())
        .flat_map(|word| word.split_whitespace())
        .map(str::to_lowercase)
        .collect();
    let mut wanted = vec![false; ENTRIES.len()];
    let mut i = 0;
    while i < words.len() {
        let one = &words[i];
        let two = words.get(i + 1).map(|next| format!("{one} {next}"));
        let place = |name: &str| ENTRIES.iter().position(|entry| entry.id == name);
        if let Some(found) = two.as_deref().and_then(place) {
            wanted[found] = true;
            i += 1;
        } else if let Some(found) = place(&one.replacen(['-', '/'], " ", 1)) {
            wanted[found] = true;
        } else if one == "all" {
            wanted.fill(true);
        } else if let Some(study) = STUDIES.iter().find(|s| s.id == *one || s.family == *one) {
            for (wanted, entry) in wanted.iter_mut().zip(ENTRIES) {
                *wanted |= entry.study() == study;
            }
            // A second word that begins no name of its own was meant to go with the first.
            let begins = |word: &String| {
                word == "all"
                    || STUDIES.iter().any(|s| s.id == *word || s.family == *word)
                    || place(&word.replacen(['-', '/'], " ", 1)).is_some()
            };
            if let Some(name) = two.filter(|_| !begins(&words[i + 1])) {
                return Err(wrong(name));
            }
        } else {
            return Err(wrong(one.clone()));
        }
        i += 1;
    }
    Ok((ENTRIES.iter().zip(wanted))
        .filter(|(_, wanted)| *wanted)
        .map(|(entry, _)| entry)
        .collect())
}

fn wrong(name: String) -> WrongName {
    let far = |entry: &&Entry| {
        let last = entry.id.split(' ').next_back().unwrap_or_default();
        let whole = distance(&name, entry.id);
        whole.min(distance(&name, last))
    };
    let least = ENTRIES.iter().map(|e| far(&e)).min().unwrap_or(usize::MAX);
    let near = ENTRIES
        .iter()
        .filter(|e| far(e) == least && least <= 1 + name.len() / 3);
    WrongName {
        near: near.map(|e| e.id).take(4).collect(),
        name,
    }
}

/// How many letters have to be changed, put in or left out to make one word of the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let change = corner + (x != y) as usize;
            corner = row[j + 1];
            row[j + 1] = change.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(words: &[&str]) -> Result<Vec<&'static str>, String> {
        let words: Vec<String> = words.iter().map(|&w| w.to_owned()).collect();
        let chosen = chosen(&words).map_err(|e| e.to_string())?;
        Ok(chosen.iter().map(|entry| entry.id).collect())
    }

    #[test]
    fn names_are_found_in_every_form() {
        for words in [&["hashi", "solve"][..], &["hashi solve"], &["Hashi-solve"]] {
            assert_eq!(names(words), Ok(vec!["hashi solve"]));
        }
        let two = names(&["hashi", "solve", "sky-latin"]);
        assert_eq!(two, Ok(vec!["sky latin", "hashi solve"]));
        assert_eq!(
            names(&["sky", "filled-ratings"]),
            Ok(vec!["sky filled-ratings"])
        );
        assert_eq!(names(&["all"]).map(|all| all.len()), Ok(ENTRIES.len()));
        assert_eq!(names(&["skyscrapers"]), names(&["sky"]));
        assert_eq!(names(&["yajilin"]).map(|all| all.len()), Ok(3));
    }

    #[test]
    fn a_wrong_name_is_told_what_is_near() {
        for (words, near) in [
            (&["hashi", "solv"][..], "hashi solve"),
            (&["hashisolve"], "hashi solve"),
            (&["sky", "latn"], "sky latin"),
            (&["countrysize"], "satogaeri countrysize"),
        ] {
            let error = names(words).expect_err("a wrong name");
            assert!(error.contains(near), "{error}");
        }
        let far = names(&["qqqqqqqqqqqqq"]).expect_err("a wrong name");
        assert!(far.contains("experiment list"), "{far}");
    }
}
