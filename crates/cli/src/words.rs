//! Small phrases that several commands print.

use std::time::Duration;

/// "1 puzzle", "2 puzzles".
pub fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// As exact as a person wants it: "0.84 ms", "12 ms", "3.1 s".
pub fn time(time: Duration) -> String {
    let millis = time.as_secs_f64() * 1e3;
    match millis {
        ..0.995 => format!("{millis:.2} ms"),
        ..9.95 => format!("{millis:.1} ms"),
        ..999.5 => format!("{millis:.0} ms"),
        ..99_950.0 => format!("{:.1} s", millis / 1e3),
        _ => format!("{:.0} s", millis / 1e3),
    }
}

/// A text from a file on a line of ours: what a terminal would obey, or what would turn the rest of
/// the line around, is written as programmers write it.
pub fn harmless(text: &str) -> String {
    escaped(text, |_| false)
}

/// The same, where some control characters may stay.
pub fn escaped(text: &str, may_stay: impl Fn(char) -> bool) -> String {
    let is_obeyed = |c: char| puzzles::format::is_obeyed(c) && !may_stay(c);
    if !text.contains(is_obeyed) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match is_obeyed(c) {
            true => out.extend(c.escape_default()),
            false => out.push(c),
        }
    }
    out
}

/// A paragraph in lines that fit on a terminal.
pub fn wrapped(text: &str) -> String {
    lines(text, "")
}

/// A paragraph in lines that fit on a terminal, indented by two.
pub fn set_in(text: &str) -> String {
    lines(text, "  ")
}

fn lines(text: &str, margin: &str) -> String {
    const WIDTH: usize = 78;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("{margin}{word}")),
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_left() {
        assert_eq!(harmless("grün 5×5"), "grün 5×5");
        assert_eq!(harmless("\u{1b}]0;x\u{7}"), "\\u{1b}]0;x\\u{7}");
        assert_eq!(
            harmless("a\nb\u{9b}2J\u{202e}c\u{7f}"),
            "a\\nb\\u{9b}2J\\u{202e}c\\u{7f}"
        );
        assert_eq!(escaped("a\nb\r", |c| c == '\n'), "a\nb\\r");
    }

    #[test]
    fn times_are_as_exact_as_needed() {
        let of = |seconds| time(Duration::from_secs_f64(seconds));
        assert_eq!(of(0.000_84), "0.84 ms");
        assert_eq!(of(0.000_999), "1.0 ms");
        assert_eq!(of(0.012_4), "12 ms");
        assert_eq!(of(3.12), "3.1 s");
        assert_eq!(of(125.0), "125 s");
    }
}
