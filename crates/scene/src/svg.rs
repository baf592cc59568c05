//! A scene as SVG: self-contained, printable, coloured by a stylesheet.
//!
//! Each shape carries its role as a class and paints with `currentColor`, so a theme needs one
//! `color` per role and nothing else. A shape that is filled also says how: `fill-ink`, `fill-pale`
//! or `fill-paper`. Only `.fill-paper` has a colour of its own: that of the sheet. How a shape is
//! drawn is written as presentation attributes, which any stylesheet overrides; CSS variables and
//! inherited `currentColor` are avoided because not every renderer outside browsers knows them.
//!
//! Numbers and words are outlines ([`outline`]): each different one is defined once and used
//! wherever it stands, by `xlink:href`, which old programs know as well. `aria-label` keeps what
//! they say. A text with a sign that has no outline stays a text.

mod glyphs;
mod outline;

use crate::{Fill, Item, Point, Role, Scene, Shape, Symbol};
use outline::Weight;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Black on white. Every role is told apart in colour, and most of them in grey as well: a
/// satisfied clue is lighter, what is not printed is set in a lighter weight, a trial is dashed, a
/// highlight is an area.
pub const PRINT_CSS: &str = "\
.fill-paper{fill:#fff}
.paper{color:#fff}
.grid{color:#777}
.frame{color:#000}
.given{color:#000}
.met{color:#999}
.entered{color:#1d3f94}
.note{color:#777}
.trial{color:#8a4fbf}
.trial2{color:#006a78}
.trial3{color:#855700}
.solution{color:#0b6e4f}
.wrong{color:#d40000}
.highlight{color:#f0b400}
.concluded{color:#0b6e4f}
.area{color:#2f86c9}
.beyond{color:#c2559a}
.way{color:#333}
.wall{color:#333}
.fill-pale{fill-opacity:.28}
line.trial,line.trial2,line.trial3{stroke-dasharray:.1 .14}
line.way{stroke-dasharray:.16 .12}
";

/// The scene in the colours of `css`, with `cell_px` pixels to the side of a cell. An empty `css`
/// leaves the colours to the page that the SVG is put into.
pub fn svg(scene: &Scene, css: &str, cell_px: f32) -> String {
    let mut defined = Definitions::default();
    let mut body = String::new();
    for item in &scene.items {
        draw(&mut body, &mut defined, item);
    }
    let mut out = opening(scene, !defined.list.is_empty(), cell_px);
    if !css.is_empty() {
        let _ = writeln!(out, "<style>{}</style>", escaped(css));
    }
    if !defined.list.is_empty() {
        let _ = writeln!(out, "<defs>\n{}</defs>", defined.list);
    }
    let _ = write!(
        out,
        "<g fill=\"none\" stroke-linejoin=\"round\">\n{body}</g>\n</svg>\n"
    );
    out
}

/// The beginning of the element; `linked` if something in it refers to outlines.
fn opening(scene: &Scene, linked: bool, cell_px: f32) -> String {
    let view = scene.view;
    let linked = if linked {
        " xmlns:xlink=\"http://www.w3.org/1999/xlink\""
    } else {
        ""
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\"{linked} class=\"scene\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\">\n",
        number(view.x),
        number(view.y),
        number(view.w),
        number(view.h),
        number(view.w * cell_px),
        number(view.h * cell_px),
    )
}

/// Drawings of one page in pieces, for a page that shows one after another in the same place. The
/// outlines that they share are written once.
#[derive(Default)]
pub struct SvgPieces {
    defined: Definitions,
    /// How much of the definitions has been handed out.
    told: usize,
}

impl SvgPieces {
    /// The beginning and the end of a drawing of this size, between which its shapes are put.
    pub fn frame(scene: &Scene, cell_px: f32) -> (String, &'static str) {
        let open = opening(scene, true, cell_px);
        (
            open + "<g fill=\"none\" stroke-linejoin=\"round\">",
            "</g></svg>",
        )
    }

    /// One shape, as an element without a line break at its end.
    pub fn item(&mut self, item: &Item) -> String {
        let mut out = String::new();
        draw(&mut out, &mut self.defined, item);
        out.truncate(out.trim_end().len());
        out
    }

    /// The outlines that have been used since this was last asked and not before, as elements for a
    /// `defs` somewhere on the page.
    pub fn outlines(&mut self) -> &str {
        let new = &self.defined.list[self.told..];
        self.told = self.defined.list.len();
        new
    }
}

/// The outlines that are used, in the order in which they are first needed.
#[derive(Default)]
struct Definitions {
    names: BTreeSet<String>,
    list: String,
}

impl Definitions {
    /// The name of the outline of this text, if all its signs have one.
    fn outline(&mut self, text: &str, size: f32, weight: Weight) -> Option<String> {
        let name = outline::name(text, size, weight);
        if !self.names.contains(&name) {
            let path = outline::outline(text, size, weight)?;
            let label = escaped(text);
            let _ = writeln!(
                self.list,
                "<path id=\"{name}\" aria-label=\"{label}\" d=\"{path}\"/>"
            );
            self.names.insert(name.clone());
        }
        Some(name)
    }
}

/// Writing to a `String` cannot fail, so the results of `write!` are dropped here and above.
fn draw(out: &mut String, defined: &mut Definitions, item: &Item) {
    let role = item.role;
    let class = role.class();
    match &item.shape {
        Shape::Line { from, to, width } => {
            let _ = writeln!(
                out,
                "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"{} stroke-linecap=\"{}\"/>",
                number(from.x),
                number(from.y),
                number(to.x),
                number(to.y),
                stroked(*width),
                line_cap(role),
            );
        }
        Shape::Rect { rect, fill, stroke } => {
            let _ = writeln!(
                out,
                "<rect {} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}{}/>",
                painted(role, *fill),
                number(rect.x),
                number(rect.y),
                number(rect.w),
                number(rect.h),
                stroked(*stroke),
                // The frame meets the borders of regions at right angles.
                if *stroke > 0.0 {
                    " stroke-linejoin=\"miter\""
                } else {
                    ""
                },
            );
        }
        Shape::Circle {
            centre,
            radius,
            fill,
            stroke,
        } => {
            let _ = writeln!(
                out,
                "<circle {} cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>",
                painted(role, *fill),
                number(centre.x),
                number(centre.y),
                number(*radius),
                stroked(*stroke),
            );
        }
        Shape::Text { centre, size, text } => {
            draw_text(out, defined, role, *centre, *size, text);
        }
        Shape::Symbol {
            centre,
            size,
            symbol,
        } => draw_symbol(out, role, *centre, *size, *symbol),
    }
}

fn draw_text(
    out: &mut String,
    defined: &mut Definitions,
    role: Role,
    centre: Point,
    size: f32,
    text: &str,
) {
    let class = role.class();
    let weight = weight(role);
    let x = number(centre.x);
    if let Some(name) = defined.outline(text, size, weight) {
        let _ = writeln!(
            out,
            "<use class=\"{class}\" xlink:href=\"#{name}\" x=\"{x}\" y=\"{}\" fill=\"currentColor\"/>",
            number(centre.y),
        );
    } else {
        // `dominant-baseline` would be shorter to write, but renderers disagree about it.
        let (font_size, down) = outline::font(size);
        let _ = writeln!(
            out,
            "<text class=\"{class}\" x=\"{x}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{}\" \
             font-weight=\"{}\" text-anchor=\"middle\" fill=\"currentColor\">{}</text>",
            number(centre.y + down),
            number(font_size),
            weight.css(),
            escaped(text),
        );
    }
}

/// What a setter prints is heavier than what is written into it.
fn weight(role: Role) -> Weight {
    match role {
        Role::Given | Role::Met | Role::Wrong => Weight::Printed,
        _ => Weight::Written,
    }
}

/// Arrows are as long as `size`, a cross fills a square of that side, a dot is half as wide.
fn draw_symbol(out: &mut String, role: Role, centre: Point, size: f32, symbol: Symbol) {
    let class = role.class();
    // Where a point of the arrow to the east goes when the arrow is turned.
    let turn = |along: f32, across: f32| match symbol {
        Symbol::North => (across, -along),
        Symbol::South => (-across, along),
        Symbol::West => (-along, -across),
        Symbol::East | Symbol::Cross | Symbol::Dot => (along, across),
    };
    match symbol {
        Symbol::North | Symbol::East | Symbol::South | Symbol::West => {
            let outline = [
                (-0.5, -0.06),
                (0.1, -0.06),
                (0.1, -0.23),
                (0.5, 0.0),
                (0.1, 0.23),
                (0.1, 0.06),
                (-0.5, 0.06),
            ];
            let mut path = String::new();
            for (index, (along, across)) in outline.into_iter().enumerate() {
                let (x, y) = turn(along, across);
                let verb = if index == 0 { 'M' } else { 'L' };
                let (x, y) = (centre.x + x * size, centre.y + y * size);
                let _ = write!(path, "{verb}{} {}", number(x), number(y));
            }
            let _ = writeln!(
                out,
                "<path class=\"{class}\" d=\"{path}Z\" fill=\"currentColor\"/>"
            );
        }
        Symbol::Cross => {
            let reach = size / 2.0;
            let (west, east) = (number(centre.x - reach), number(centre.x + reach));
            let (north, south) = (number(centre.y - reach), number(centre.y + reach));
            let _ = writeln!(
                out,
                "<path class=\"{class}\" d=\"M{west} {north}L{east} {south}M{east} {north}L{west} {south}\"{} stroke-linecap=\"round\"/>",
                stroked(size * 0.16),
            );
        }
        Symbol::Dot => {
            let _ = writeln!(
                out,
                "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"currentColor\"/>",
                number(centre.x),
                number(centre.y),
                number(size / 4.0),
            );
        }
    }
}

/// Round ends make the corners of a loop join; straight ones keep frame and lattice sharp.
fn line_cap(role: Role) -> &'static str {
    match role {
        Role::Frame | Role::Grid => "square",
        _ => "round",
    }
}

fn painted(role: Role, fill: Option<Fill>) -> String {
    let role = role.class();
    match fill {
        None => format!("class=\"{role}\""),
        Some(Fill::Ink) => format!("class=\"{role} fill-ink\" fill=\"currentColor\""),
        Some(Fill::Pale) => {
            format!("class=\"{role} fill-pale\" fill=\"currentColor\" fill-opacity=\"0.25\"")
        }
        Some(Fill::Paper) => format!("class=\"{role} fill-paper\" fill=\"#fff\""),
    }
}

fn stroked(width: f32) -> String {
    if width > 0.0 {
        format!(
            " stroke=\"currentColor\" stroke-width=\"{}\"",
            number(width)
        )
    } else {
        String::new()
    }
}

/// At most three decimals, finer than any printer at these sizes, and none that say nothing.
fn number(value: f32) -> String {
    if !value.is_finite() {
        return "0".to_owned();
    }
    let digits = format!("{value:.3}");
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    if digits == "-0" { "0" } else { digits }.to_owned()
}

/// Text comes from imported files: nothing in it may end the element or make the file unreadable.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(character),
            // Not allowed in XML, not even as a reference.
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
    out
}
