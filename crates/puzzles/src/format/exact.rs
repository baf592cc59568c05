//! Fields that we have no name for, kept as they came.
//!
//! They are values like any others, but a number with more digits than a float has would come back
//! changed. A field with such a number is kept as it was written, too, and as long as nobody changes
//! the field, that is what is written back.

use std::collections::BTreeMap;

use serde_json::{Error, Value};

/// The value of a field, which is JSON; and its text again if a number in it is too long.
pub(super) fn read(text: &str) -> Result<(Value, Option<String>), Error> {
    let value = serde_json::from_str(text)?;
    let kept = !numbers(text).all(survives);
    Ok((value, kept.then(|| text.to_owned())))
}

/// How a field was written, if a number in it is too long and it is still the same.
pub(super) fn as_written<'a>(
    verbatim: &'a BTreeMap<String, String>,
    field: &str,
    value: &Value,
) -> Option<&'a str> {
    let text = verbatim.get(field)?;
    let is_same = serde_json::from_str::<Value>(text).is_ok_and(|there| there == *value);
    is_same.then_some(text.as_str())
}

/// The numbers in a JSON text that is well-formed.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let start = rest.find(|c: char| c == '"' || c == '-' || c.is_ascii_digit())?;
            rest = &rest[start..];
            if rest.starts_with('"') {
                rest = &rest[string_end(rest)..];
                continue;
            }
            let is_part = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            let (number, after) = rest.split_at(end);
            rest = after;
            return Some(number);
        }
    })
}

/// Where the string ends with which a text begins.
fn string_end(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Does a number of ours hold this one? A float holds fifteen digits, whatever they are.
fn survives(number: &str) -> bool {
    let mantissa = number.split(['e', 'E']).next().unwrap_or(number);
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let counted = digits.trim_start_matches('0').trim_end_matches('0').len();
    let again = || serde_json::from_str::<Value>(number).map(|value| value.to_string());
    // So small a number that a float has none for it is another one afterwards.
    let vanishes = || counted > 0 && serde_json::from_str::<f64>(number).is_ok_and(|n| n == 0.0);
    (counted <= 15 && !vanishes()) || again().is_ok_and(|again| again == number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_that_are_too_long_are_kept_as_written() {
        for text in [
            "5",
            "-18446744073709551",
            "18446744073709551615",
            "1.50",
            "[1e5, {\"a\": 0.30000000000000004}]",
            "\"123456789012345678901234567890\"",
            "\"\\\"123456789012345678901234567890\"",
            "100000000000000000000000000000",
        ] {
            assert_eq!(read(text).expect("JSON").1, None, "{text}");
        }
        for text in [
            "123456789012345678901234567890",
            "-123456789012345678901234567890",
            "[\"a\\\\\", 18446744073709551616]",
            "{\"deep\": [0.1234567890123456789]}",
            "1e-400",
        ] {
            assert_eq!(read(text).expect("JSON").1.as_deref(), Some(text));
        }
    }
}
