//! Rust without what is not code: comments become blanks and, where asked for, the insides of
//! literals too, so that braces and words can be counted. Lines stay where they are.

/// The text without comments.
pub fn without_comments(text: &str) -> String {
    blanked(text, false)
}

/// The text without comments, and with empty literals.
pub fn code(text: &str) -> String {
    blanked(text, true)
}

fn blanked(text: &str, literals: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        let (length, is_comment) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), true)
        } else if rest.starts_with("/*") {
            (block_comment(rest), true)
        } else if !is_word(before) && raw_string(rest).is_some() {
            (raw_string(rest).unwrap_or(1), false)
        } else if first == '"' {
            (string(rest), false)
        } else if first == '\'' {
            (character(rest), false)
        } else {
            out.push(first);
            before = first;
            rest = &rest[first.len_utf8()..];
            continue;
        };
        let (part, after) = rest.split_at(length);
        if is_comment || literals {
            out.extend(part.chars().map(|c| if c == '\n' { c } else { ' ' }));
        } else {
            out += part;
        }
        before = ' ';
        rest = after;
    }
    out
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// How long a block comment is; they nest.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// How long a raw string is that begins here: `r"…"`, `br#"…"#`.
fn raw_string(text: &str) -> Option<usize> {
    let start = text.strip_prefix("br").or_else(|| text.strip_prefix('r'))?;
    let hashes = start.len() - start.trim_start_matches('#').len();
    let inside = start[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let before = text.len() - inside.len();
    Some(before + inside.find(&end).map_or(inside.len(), |at| at + end.len()))
}

/// How long a string is.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// How long a character is; of a lifetime only its quote is taken.
fn character(text: &str) -> usize {
    let mut letters = text.char_indices().skip(1);
    match (letters.next(), letters.next()) {
        (Some((_, '\\')), Some(_)) => letters
            .find(|&(_, letter)| letter == '\'')
            .map_or(1, |(at, _)| at + 1),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_lines_stay() {
        let text = "a // b {\n/* c\n/* d */ } */ e \"// no\"";
        let bare = without_comments(text);
        assert_eq!(bare.lines().count(), 3);
        assert_eq!(bare.split_whitespace().collect::<String>(), "ae\"//no\"");
    }

    #[test]
    fn literals_are_emptied() {
        for literal in [
            r#""{ \" {""#,
            "'{'",
            r"'\''",
            r"'\u{7b}'",
            "r#\"{\"{\"#",
            "br\"{\"",
        ] {
            let text = format!("a({literal}, b)");
            let bare: String = code(&text).split_whitespace().collect();
            assert_eq!(bare, "a(,b)", "{literal}");
        }
        assert_eq!(code("fn a<'a>(b: &'a str) {}").matches('{').count(), 1);
    }
}
