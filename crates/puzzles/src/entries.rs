//! Texts that say in words what code does: a family, its makers, its engines.
//!
//! An entry begins a line, `KEY: WORDS` or `KEY ID: WORDS`, and goes on in the lines after it that
//! are indented. What counts something also says from where to where, after its id:
//! `option loops, 0 to 100, usually 10: WORDS`; for that `percent` and `yes or no` are shorter ways.
//! A line that begins with `#` is for whoever reads the text. Ids hold text and code together: what
//! only one of the two has is an error, and a test reads all families.

/// One entry of a text.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    line: usize,
    /// What kind of thing it tells about.
    pub key: &'static str,
    /// Which of them; empty if there is only one.
    pub id: &'static str,
    /// What stands between the id and the words.
    notes: Vec<&'static str>,
    /// What is told.
    pub words: &'static str,
}

/// The least, the most and the usual of something that is counted.
pub(crate) type Limits = (i64, i64, i64);

impl Entry {
    /// The error that something is wrong here.
    pub fn wrong(&self, what: impl std::fmt::Display) -> String {
        format!("line {}: {what}", self.line)
    }

    /// What it counts; none if it counts nothing.
    pub fn limits(&self) -> Result<Option<Limits>, String> {
        let [range, usual] = self.notes[..] else {
            let wrong = || self.wrong(format!("{} has no \"LEAST to MOST, usually N\"", self.id));
            return self.notes.is_empty().then_some(None).ok_or_else(wrong);
        };
        let number = |text: &str| -> Result<i64, String> {
            text.parse()
                .map_err(|_| self.wrong(format!("{text:?} is not a number")))
        };
        let (least, most) = match range {
            "percent" => ("0", "100"),
            "yes or no" => ("0", "1"),
            range => range
                .split_once(" to ")
                .ok_or_else(|| self.wrong(format!("{range:?} is not \"LEAST to MOST\"")))?,
        };
        let usual = usual
            .strip_prefix("usually ")
            .ok_or_else(|| self.wrong(format!("{usual:?} is not \"usually N\"")))?;
        Ok(Some((number(least)?, number(most)?, number(usual)?)))
    }

    /// The code that has its id.
    pub fn code<C: Copy>(&self, code: &[(&'static str, C)]) -> Result<C, String> {
        let found = code.iter().find(|(id, _)| *id == self.id);
        let wrong = || {
            self.wrong(format!(
                "there is no code for its {} {:?}",
                self.key, self.id
            ))
        };
        found.map(|&(_, code)| code).ok_or_else(wrong)
    }
}

/// The entries of a text.
pub(crate) fn entries(text: &'static str) -> Result<Vec<Entry>, String> {
    let mut found: Vec<(usize, &'static str, Vec<&'static str>)> = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        if text.starts_with('#') || text.is_empty() {
            continue;
        }
        match (text.strip_prefix(' '), found.last_mut()) {
            (Some(more), Some((_, _, words))) => words.push(more.trim_start()),
            (Some(_), None) => return Err(format!("line {line}: this goes on from nothing")),
            (None, _) => {
                let (head, words) = text
                    .split_once(": ")
                    .ok_or_else(|| format!("line {line}: {text:?} has no colon"))?;
                found.push((line, head, vec![words]));
            }
        }
    }
    let entry = |(line, head, words): (usize, &'static str, Vec<&'static str>)| {
        let (key, rest) = head.split_once(' ').unwrap_or((head, ""));
        let mut notes = rest.split(", ");
        Entry {
            line,
            key,
            id: notes.next().unwrap_or_default(),
            notes: notes.collect(),
            // Kept for as long as the program runs, as the rest of the text is.
            words: words.join(" ").leak(),
        }
    };
    Ok(found.into_iter().map(entry).collect())
}

/// The entries of this kind, each with those that follow it up to the next.
pub(crate) fn groups<'a>(entries: &'a [Entry], key: &str) -> impl Iterator<Item = &'a [Entry]> {
    let groups = entries.chunk_by(move |_, next| next.key != key);
    groups.filter(move |group| group[0].key == key)
}

/// An error if there is code that the text does not tell of, or tells of twice.
pub(crate) fn all_told<C>(
    text: &[Entry],
    key: &str,
    code: &[(&'static str, C)],
) -> Result<(), String> {
    for (id, _) in code {
        let told = text.iter().filter(|e| e.key == key && e.id == *id).count();
        if told != 1 {
            return Err(format!("it tells {told} times of the {key} {id:?}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# For readers.\nname: Two words\n\nmaker one, percent, usually 7: it\n  \
                        goes on\nvalue -1: of: it\nmaker two: the second\n";

    #[test]
    fn an_entry_has_a_key_an_id_limits_and_words() {
        let all = entries(TEXT).expect("it is right");
        let told: Vec<[&str; 3]> = all.iter().map(|e| [e.key, e.id, e.words]).collect();
        assert_eq!(
            told,
            [
                ["name", "", "Two words"],
                ["maker", "one", "it goes on"],
                ["value", "-1", "of: it"],
                ["maker", "two", "the second"],
            ]
        );
        assert_eq!(all[1].limits(), Ok(Some((0, 100, 7))));
        assert_eq!(all[3].limits(), Ok(None));
        let makers: Vec<usize> = groups(&all, "maker").map(<[Entry]>::len).collect();
        assert_eq!(makers, [2, 1]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let wrong = |text| {
            let all = entries(text)?;
            all[0].limits().map(|_| ())
        };
        for (text, what) in [
            ("\nname", "line 2: \"name\" has no colon"),
            ("  more", "line 1: this goes on from nothing"),
            ("a b, 1 to x, usually 1: c", "line 1: \"x\" is not a number"),
            ("a b, 1 to 2, 1: c", "line 1: \"1\" is not \"usually N\""),
            ("a b, 1: c", "line 1: b has no \"LEAST to MOST, usually N\""),
        ] {
            assert_eq!(wrong(text), Err(what.to_owned()));
        }
    }

    #[test]
    fn what_only_text_or_only_code_has_is_named() {
        let all = entries(TEXT).expect("it is right");
        let code = [("one", 1), ("three", 3)];
        assert_eq!(all[1].code(&code), Ok(1));
        assert_eq!(
            all[3].code(&code),
            Err("line 7: there is no code for its maker \"two\"".to_owned())
        );
        assert_eq!(
            all_told(&all, "maker", &code),
            Err("it tells 0 times of the maker \"three\"".to_owned())
        );
    }
}
