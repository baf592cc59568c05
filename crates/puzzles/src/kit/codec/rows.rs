//! Rows of cells in a file of lines, blank ones among them.

use super::Word;
use crate::format::TextError;

/// Where a part of a text begins in it.
pub(crate) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The lines of a text that are not blank. A line ends with \n, \r\n, or \r alone.
pub(crate) fn lines(text: &str) -> Vec<&str> {
    let lines = text.split(['\n', '\r']);
    lines.filter(|line| !line.trim().is_empty()).collect()
}

/// What a word of a text says; what is wrong with it is said at its place.
pub(crate) fn read_word<W: Word>(text: &str, word: &str, by: &W) -> Result<W::Value, TextError> {
    let wrong = |message| TextError::at(offset(text, word), message);
    by.read(word).map_err(wrong)
}

/// Words in rows of this length, with a sign between two, and no line end after the last row.
pub(crate) fn rows(words: impl IntoIterator<Item = String>, cols: usize, between: &str) -> String {
    let words: Vec<String> = words.into_iter().collect();
    let rows: Vec<String> = words.chunks(cols).map(|row| row.join(between)).collect();
    rows.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_written_and_their_lines_found_again() {
        let text = rows("abcdef".chars().map(String::from), 3, ",");
        assert_eq!(text, "a,b,c\nd,e,f");
        let spaced = format!("\n{}\r\n \r", text.replace('\n', "\r"));
        let found = lines(&spaced);
        assert_eq!(found, ["a,b,c", "d,e,f"]);
        assert_eq!(offset(&spaced, found[1]), 7);
    }
}
