//! Pieces of sentences: capitals, lists, numbers, directions.

use grid::Dir;

/// With a capital letter.
pub(crate) fn capital(text: impl AsRef<str>) -> String {
    let mut letters = text.as_ref().chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// "a", "a and b", "a, b and c"; if parts have commas themselves, "a, b; c, d and e, f".
pub(crate) fn list<T: ToString>(items: impl IntoIterator<Item = T>, and: &str) -> String {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    let Some(last) = items.pop() else {
        return String::new();
    };
    if items.is_empty() {
        return last;
    }
    let has_commas = items.len() > 1 && items.iter().any(|item| item.contains(','));
    let between = if has_commas { "; " } else { ", " };
    format!("{} {and} {last}", items.join(between))
}

/// "no", "one", … "twelve", "13".
pub(crate) fn number(count: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    (WORDS.get(count)).map_or_else(|| count.to_string(), |word| word.to_string())
}

/// "north", "east", "south", "west".
pub(crate) fn compass(dir: Dir) -> &'static str {
    match dir {
        Dir::North => "north",
        Dir::East => "east",
        Dir::South => "south",
        Dir::West => "west",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_letter_is_made_a_capital() {
        assert_eq!(capital("the 3 in row 1"), "The 3 in row 1");
        assert_eq!(capital("édge"), "Édge");
        assert_eq!(capital(""), "");
    }

    #[test]
    fn a_list_reads_as_a_person_would_say_it() {
        assert_eq!(list([0; 0], "and"), "");
        assert_eq!(list([1], "and"), "1");
        assert_eq!(list([1, 2], "or"), "1 or 2");
        assert_eq!(list(["a", "b", "c"], "and"), "a, b and c");
        assert_eq!(list(["a, b", "c, d", "e"], "and"), "a, b; c, d and e");
    }

    #[test]
    fn small_numbers_are_words() {
        assert_eq!([0, 1, 12, 13].map(number), ["no", "one", "twelve", "13"]);
    }
}
