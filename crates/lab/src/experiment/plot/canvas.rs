//! Shapes as SVG.

use std::fmt::Write;

/// Where a text is held.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// The colours of Okabe and Ito, which people with any eyes can tell apart.
const COLOURS: [&str; 6] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
];
const DASHES: [&str; 6] = ["", "6 3", "2 3", "8 3 2 3", "4 2", "1 2"];
pub(super) const PUBLISHED: &str = "#666";

/// The colour of a series of ours, or of a published one.
pub(super) fn colour(series: Option<usize>) -> &'static str {
    series.map_or(PUBLISHED, |series| COLOURS[series % COLOURS.len()])
}

/// How its lines are broken.
pub(super) fn dashes(series: Option<usize>) -> &'static str {
    series.map_or("5 4", |series| DASHES[series % DASHES.len()])
}

/// About how wide a text is.
pub(super) fn wide(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.53
}

/// A picture in the making.
pub(super) struct Canvas {
    out: String,
}

impl Canvas {
    /// From so much left of 0, where names need the room.
    pub(super) fn new(left: f64, width: f64, height: f64, title: &str, style: &str) -> Canvas {
        let title = escaped(title);
        let (x, width) = (0.0 - left.round(), width + left.round());
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x:.0} 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-label=\"{title}\" \
             font-family=\"'Gridwright Sans','Source Sans 3',system-ui,sans-serif\">\n\
             <title>{title}</title>\n"
        );
        if !style.is_empty() {
            let _ = writeln!(out, "<style>{style}</style>");
        }
        let _ = writeln!(
            out,
            "<rect x=\"{x:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#fff\"/>"
        );
        Canvas { out }
    }

    pub(super) fn line(
        &mut self,
        (x1, y1): (f64, f64),
        (x2, y2): (f64, f64),
        colour: &str,
        width: f64,
        dashes: &str,
    ) {
        let dashes = match dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        let _ = writeln!(
            self.out,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\" \
             stroke-width=\"{width}\"{dashes}/>"
        );
    }

    pub(super) fn path(&mut self, points: &[(f64, f64)], series: Option<usize>) {
        let places: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let _ = writeln!(
            self.out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\" \
             stroke-dasharray=\"{}\"/>",
            places.join(" "),
            colour(series),
            match dashes(series) {
                "" => "none",
                dashes => dashes,
            }
        );
    }

    /// A rectangle by two corners; hollow if it is published.
    pub(super) fn rect(
        &mut self,
        (x1, y1): (f64, f64),
        (x2, y2): (f64, f64),
        series: Option<usize>,
    ) {
        let fill = match series {
            Some(_) => format!("fill=\"{}\" fill-opacity=\".55\"", colour(series)),
            None => "fill=\"#fff\" stroke-dasharray=\"4 3\"".to_owned(),
        };
        let _ = writeln!(
            self.out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" {fill} stroke=\"{}\" \
             stroke-width=\"1.4\"/>",
            x1.min(x2),
            y1.min(y2),
            (x2 - x1).abs(),
            (y2 - y1).abs(),
            colour(series),
        );
    }

    /// The mark of a series: neighbours have another shape and another colour, and no two both, up to
    /// as many as there are of shapes and colours.
    pub(super) fn mark(&mut self, x: f64, y: f64, series: Option<usize>) {
        let colour = colour(series);
        let shape = |series: usize| (series + series / 12) % 4;
        let _ = match series.map(shape) {
            None => writeln!(
                self.out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#fff\" stroke=\"{colour}\" \
                 stroke-width=\"1.6\"/>"
            ),
            Some(0) => writeln!(
                self.out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.8\" fill=\"{colour}\"/>"
            ),
            Some(1) => writeln!(
                self.out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"7\" height=\"7\" fill=\"{colour}\"/>",
                x - 3.5,
                y - 3.5
            ),
            Some(2) => writeln!(
                self.out,
                "<path d=\"M{x:.1} {:.1}l4.4 7.6h-8.8z\" fill=\"{colour}\"/>",
                y - 4.6
            ),
            Some(_) => writeln!(
                self.out,
                "<path d=\"M{x:.1} {:.1}l4.8 4.8l-4.8 4.8l-4.8-4.8z\" fill=\"{colour}\"/>",
                y - 4.8
            ),
        };
    }

    pub(super) fn text(&mut self, x: f64, y: f64, anchor: Anchor, size: f64, text: &str) {
        self.written(x, y, anchor, size, text, "");
    }

    /// From the bottom to the top.
    pub(super) fn upright(&mut self, x: f64, y: f64, size: f64, text: &str) {
        let turn = format!(" transform=\"rotate(-90 {x:.1} {y:.1})\"");
        self.written(x, y, Anchor::Middle, size, text, &turn);
    }

    /// For long names that stand close together.
    pub(super) fn slanted(&mut self, x: f64, y: f64, size: f64, text: &str) {
        let turn = format!(" transform=\"rotate(-35 {x:.1} {y:.1})\"");
        self.written(x, y, Anchor::End, size, text, &turn);
    }

    fn written(&mut self, x: f64, y: f64, anchor: Anchor, size: f64, text: &str, turn: &str) {
        let _ = writeln!(
            self.out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{}\" \
             fill=\"#222\"{turn}>{}</text>",
            anchor.name(),
            escaped(text)
        );
    }

    pub(super) fn end(mut self) -> String {
        self.out += "</svg>\n";
        self.out
    }
}

/// Text for HTML and SVG.
pub(in super::super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
