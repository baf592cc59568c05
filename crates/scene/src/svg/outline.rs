//! Writing as outlines, so that a number looks the same wherever the picture is opened: in a
//! browser, in a drawing program, in a print shop that has other fonts or none.
//!
//! An embedded font would be the other way; browsers know it, most other programs do not.

use super::glyphs::{Glyph, PRINTED, WRITTEN};
use super::number;
use std::fmt::Write;

/// The size of the font as a part of the size of a text: digits of this typeface are low for their
/// font size. The page multiplies by the same (web/board/scene.js).
const FONT_SIZE: f32 = 1.1;

/// Half the height of a digit, in units of the font: the middle of a text lies so far above its
/// baseline.
const HALF_DIGIT: i32 = 318;

const UNITS: f32 = 1000.0;

/// How heavy the strokes are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Weight {
    /// As the setter's print.
    Printed,
    /// As what is written by hand or added later.
    Written,
}

impl Weight {
    fn glyphs(self) -> &'static [Glyph] {
        match self {
            Weight::Printed => PRINTED,
            Weight::Written => WRITTEN,
        }
    }

    /// For signs without an outline, as CSS says it.
    pub(super) const fn css(self) -> u16 {
        match self {
            Weight::Printed => 600,
            Weight::Written => 400,
        }
    }
}

/// The size of the font and the way from the middle of a text down to its baseline, for a text
/// without outlines.
pub(super) fn font(size: f32) -> (f32, f32) {
    let font = size * FONT_SIZE;
    (font, font * HALF_DIGIT as f32 / UNITS)
}

/// A name for the outline of this text: the same for the same outline in all pictures, so that
/// several of them can stand in one page.
pub(super) fn name(text: &str, size: f32, weight: Weight) -> String {
    let letter = match weight {
        Weight::Printed => 'p',
        Weight::Written => 'w',
    };
    let mut name = format!("{letter}{}-", number(size));
    for sign in text.chars() {
        if sign.is_ascii_alphanumeric() {
            name.push(sign);
        } else {
            let _ = write!(name, "_{:x}_", u32::from(sign));
        }
    }
    name
}

/// The outline of a text around the origin, centred both ways, as the data of an SVG path; nothing
/// if it has a sign that is not in the table.
pub(super) fn outline(text: &str, size: f32, weight: Weight) -> Option<String> {
    let glyphs: Vec<&Glyph> = text
        .chars()
        .map(|sign| find(weight.glyphs(), sign))
        .collect::<Option<_>>()?;
    let width: i32 = glyphs.iter().map(|glyph| i32::from(glyph.1)).sum();
    // Sizes with the same name have the same outline.
    let size: f32 = number(size).parse().unwrap_or(size);
    let mut path = Path {
        data: String::new(),
        start: (0, 0),
        last: (0, 0),
        scale: size * FONT_SIZE / UNITS,
        // Doubled, because half an odd width is no whole number of units.
        pen: -width,
    };
    for &&(_, advance, outline) in &glyphs {
        path.glyph(outline);
        path.pen += 2 * i32::from(advance);
    }
    Some(path.data)
}

fn find(glyphs: &'static [Glyph], sign: char) -> Option<&'static Glyph> {
    let place = glyphs.binary_search_by_key(&sign, |glyph| glyph.0).ok()?;
    glyphs.get(place)
}

/// Path data being written: relative, in thousandths of a cell, which is shortest.
struct Path {
    data: String,
    /// Where the contour began and where its last point was, as rounded: so roundings do not add up.
    start: (i32, i32),
    last: (i32, i32),
    scale: f32,
    pen: i32,
}

impl Path {
    /// Add a glyph of the table where the pen stands.
    fn glyph(&mut self, outline: &str) {
        let mut rest = outline;
        while let Some(letter) = rest.chars().next() {
            let after = &rest[letter.len_utf8()..];
            let end = after.find(char::is_alphabetic).unwrap_or(after.len());
            self.command(letter, &after[..end]);
            rest = &after[end..];
        }
    }

    /// The points of a command are relative to where the one before it ended.
    fn command(&mut self, letter: char, numbers: &str) {
        self.data.push(letter.to_ascii_lowercase());
        let mut to = self.last;
        let mut x = None;
        for number in numbers.split_whitespace() {
            let number: i32 = number.parse().unwrap_or_default();
            match x.take() {
                None => x = Some(number),
                Some(x) => {
                    to = self.point(x, number);
                    self.number(to.0 - self.last.0);
                    self.number(to.1 - self.last.1);
                }
            }
        }
        match letter {
            'M' => (self.start, self.last) = (to, to),
            'Z' => self.last = self.start,
            _ => self.last = to,
        }
    }

    /// A point of the glyph, in thousandths of a cell from the middle of the text.
    fn point(&self, x: i32, y: i32) -> (i32, i32) {
        let thousandths = |units: f32| (units * self.scale * 1000.0).round() as i32;
        (
            thousandths(x as f32 + self.pen as f32 / 2.0),
            thousandths((HALF_DIGIT - y) as f32),
        )
    }

    /// A number after the one before it, with a blank between them only where one is needed.
    fn number(&mut self, thousandths: i32) {
        let text = number(thousandths as f32 / 1000.0);
        let text = match text.strip_prefix("-0.") {
            Some(decimals) => format!("-.{decimals}"),
            None => text
                .strip_prefix("0.")
                .map_or(text.clone(), |decimals| format!(".{decimals}")),
        };
        if self.data.ends_with(|c: char| c.is_ascii_digit()) && !text.starts_with('-') {
            self.data.push(' ');
        }
        self.data.push_str(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_in_order_and_outlines_end() {
        for weight in [Weight::Printed, Weight::Written] {
            let glyphs = weight.glyphs();
            assert!(glyphs.windows(2).all(|pair| pair[0].0 < pair[1].0));
            for &(sign, advance, outline) in glyphs {
                assert!(advance > 0, "{sign:?}");
                assert!(outline.is_empty() == (sign == ' '), "{sign:?}");
                assert!(outline.is_empty() || outline.ends_with('Z'), "{sign:?}");
                let known = |c: char| c.is_ascii_digit() || "MLCZ -".contains(c);
                assert!(outline.chars().all(known), "{sign:?}");
            }
        }
    }

    #[test]
    fn all_digits_are_as_wide_and_have_their_middle_on_the_line() {
        for weight in [Weight::Printed, Weight::Written] {
            let zero = find(weight.glyphs(), '0').expect("a digit").1;
            for digit in '0'..='9' {
                let (_, advance, outline) = find(weight.glyphs(), digit).expect("a digit");
                assert_eq!(*advance, zero);
                let heights = ends(outline).into_iter().map(|(_, y)| y);
                let (low, high) = (heights.clone().min(), heights.max());
                let middle = (low.expect("points") + high.expect("points")) / 2;
                assert!((middle - HALF_DIGIT).abs() <= 8, "{digit}: {middle}");
            }
        }
    }

    /// The points at which the commands of an outline end; digits have their extremes there.
    fn ends(outline: &str) -> Vec<(i32, i32)> {
        let commands = outline.split(['M', 'L', 'C', 'Z']);
        let numbers = commands.map(|command| {
            let numbers = command
                .split_whitespace()
                .map(|n| n.parse().expect("a number"));
            numbers.collect::<Vec<i32>>()
        });
        numbers
            .filter_map(|n| Some((*n.get(n.len().checked_sub(2)?)?, *n.last()?)))
            .collect()
    }

    #[test]
    fn an_outline_is_relative_and_short() {
        let bar = outline("|", 1.0, Weight::Written).expect("a sign of the table");
        assert!(bar.starts_with("m-") && bar.ends_with('z'), "{bar}");
        assert!(!bar.contains("0."), "{bar}");
        assert_eq!(outline("", 1.0, Weight::Written), Some(String::new()));
        assert_eq!(outline("1☃", 1.0, Weight::Written), None);
    }

    #[test]
    fn a_name_says_what_is_drawn() {
        assert_eq!(name("12", 0.55, Weight::Printed), "p0.55-12");
        assert_eq!(name("?", 0.5, Weight::Written), "w0.5-_3f_");
    }
}
