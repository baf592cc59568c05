//! Plots as data, and their drawing as SVG: curves with error bars, box plots, bars, scatter, and
//! diagrams of what comes before what.
//!
//! A plot is small enough for a phone: 480 units wide, with writing of 13, in the sans that is
//! shipped with the page. Series differ in colour and in shape, so that a print without colours
//! can be read; what was published is grey, dashed and hollow.

mod axis;
mod canvas;
mod diagram;
mod font;
mod marks;
mod of_table;

use serde::{Deserialize, Serialize};

use axis::{Ends, Scale};
use canvas::{Anchor, Canvas};

pub(super) use canvas::escaped;
pub use font::font_style;

/// A plot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// From left to right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// What is drawn.
    pub drawing: Drawing,
}

/// An axis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Axis {
    /// What it measures.
    pub label: String,
    /// Each step is so many times as much.
    pub logarithmic: bool,
}

impl Axis {
    /// Equal steps.
    pub fn plain(label: impl Into<String>) -> Axis {
        Axis {
            label: label.into(),
            logarithmic: false,
        }
    }

    /// Tenfold steps.
    pub fn logarithmic(label: impl Into<String>) -> Axis {
        Axis {
            label: label.into(),
            logarithmic: true,
        }
    }
}

/// What is drawn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drawing {
    /// Lines through points.
    Curves(Vec<Curve>),
    /// A box for each sample, side by side.
    Boxes(Vec<BoxOf>),
    /// Groups of bars: the names of the groups, and for each series a bar in each.
    Bars(Vec<String>, Vec<Bars>),
    /// Points without lines.
    Scatter(Vec<Cloud>),
    /// Names, and arrows from one to another.
    Diagram(Vec<String>, Vec<(usize, usize)>),
}

/// A line through points.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// It is the study's.
    pub published: bool,
    /// From left to right.
    pub points: Vec<Point>,
}

/// A point of a curve.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// From left to right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
    /// From where to where it may be, if that is known.
    pub around: Option<(f64, f64)>,
}

/// A sample as a box: the middle half, with the median in it, and lines to the ends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BoxOf {
    /// Its name below.
    pub name: String,
    /// What it is one of, in the legend.
    pub series: String,
    /// Smallest, a quarter, half, three quarters, largest. Of a published sample the mean is in the
    /// place of the median, and the standard deviation to both sides of it are the quarters.
    pub five: [f64; 5],
    /// It is the study's.
    pub published: bool,
}

/// A bar in each group.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bars {
    /// Its name in the legend.
    pub name: String,
    /// It is the study's.
    pub published: bool,
    /// As many as there are groups.
    pub values: Vec<Option<f64>>,
}

/// Points.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Cloud {
    /// Its name in the legend.
    pub name: String,
    /// From left to right, and upwards.
    pub points: Vec<(f64, f64)>,
}

impl Bars {
    /// What the study found.
    pub fn published(values: Vec<Option<f64>>) -> Bars {
        Bars {
            name: "published".to_owned(),
            published: true,
            values,
        }
    }

    /// What we found.
    pub fn ours(name: &str, values: Vec<Option<f64>>) -> Bars {
        Bars {
            name: name.to_owned(),
            published: false,
            values,
        }
    }
}

impl Curve {
    /// Points without anything around them.
    pub fn new(name: impl Into<String>, published: bool, points: &[(f64, f64)]) -> Curve {
        let point = |&(x, y): &(f64, f64)| Point { x, y, around: None };
        Curve {
            name: name.into(),
            published,
            points: points.iter().map(point).collect(),
        }
    }
}

/// How wide a plot is, and the part of it that is drawn on.
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 330.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 52.0;

/// Where things are drawn.
struct Frame {
    x: Scale,
    y: Scale,
}

impl Plot {
    /// Arrows between names; there are no axes.
    pub(super) fn diagram(title: &str, names: Vec<String>, arrows: Vec<(usize, usize)>) -> Plot {
        Plot {
            title: title.to_owned(),
            x: Axis::plain(""),
            y: Axis::plain(""),
            drawing: Drawing::Diagram(names, arrows),
        }
    }

    /// As a picture. `style` is put into it: the font, if the picture stands alone.
    pub fn svg(&self, style: &str) -> String {
        if let Drawing::Diagram(names, arrows) = &self.drawing {
            let height = diagram::height(names.len(), arrows);
            let mut canvas = Canvas::new(0.0, WIDTH, height, &self.title, style);
            canvas.text(WIDTH / 2.0, 20.0, Anchor::Middle, 15.0, &self.title);
            diagram::draw(names, arrows, &mut canvas);
            return canvas.end();
        }
        let entries = self.legend();
        let rows = legend_rows(&entries);
        let below = HEIGHT + self.slant();
        let height = below + 20.0 * rows.len() as f64;
        let mut canvas = Canvas::new(self.beyond(), WIDTH, height, &self.title, style);
        canvas.text(WIDTH / 2.0, 20.0, Anchor::Middle, 15.0, &self.title);
        let frame = self.frame();
        self.axes(&frame, &mut canvas);
        match &self.drawing {
            Drawing::Curves(curves) => marks::curves(curves, &frame, &mut canvas),
            Drawing::Boxes(boxes) => marks::boxes(boxes, &frame, &mut canvas),
            Drawing::Bars(groups, series) => marks::bars(groups, series, &frame, &mut canvas),
            Drawing::Scatter(clouds) => marks::scatter(clouds, &frame, &mut canvas),
            Drawing::Diagram(..) => {}
        }
        for (row, places) in rows.iter().enumerate() {
            let y = below + 20.0 * row as f64 + 4.0;
            for &(x, entry) in places {
                let (name, series) = &entries[entry];
                canvas.mark(x + 6.0, y - 4.0, *series);
                canvas.text(x + 18.0, y, Anchor::Start, 13.0, name);
            }
        }
        canvas.end()
    }

    /// Names and places of the series; none if there is only one.
    fn legend(&self) -> Vec<(String, Option<usize>)> {
        let mut all: Vec<(String, bool)> = match &self.drawing {
            Drawing::Curves(curves) => (curves.iter())
                .map(|c| (c.name.clone(), c.published))
                .collect(),
            Drawing::Boxes(boxes) => (boxes.iter())
                .map(|b| (b.series.clone(), b.published))
                .collect(),
            Drawing::Bars(_, series) => (series.iter())
                .map(|s| (s.name.clone(), s.published))
                .collect(),
            Drawing::Scatter(clouds) => clouds.iter().map(|c| (c.name.clone(), false)).collect(),
            Drawing::Diagram(..) => Vec::new(),
        };
        let mut seen: Vec<(String, bool)> = Vec::new();
        all.retain(|entry| {
            let new = !seen.contains(entry);
            if new {
                seen.push(entry.clone());
            }
            new
        });
        if all.len() < 2 {
            return Vec::new();
        }
        let places = series_places(seen.iter().map(|(_, published)| *published));
        (seen.into_iter().map(|(name, _)| name))
            .zip(places)
            .collect()
    }

    /// What stands below boxes or groups of bars.
    fn names(&self) -> Option<Vec<&str>> {
        match &self.drawing {
            Drawing::Boxes(boxes) => Some(boxes.iter().map(|b| b.name.as_str()).collect()),
            Drawing::Bars(groups, _) => Some(groups.iter().map(String::as_str).collect()),
            _ => None,
        }
    }

    /// How much more room names need that are too long to stand beside each other; 0 if they are
    /// not.
    fn slant(&self) -> f64 {
        let names = self.names().unwrap_or_default();
        let wide = names.iter().map(|name| canvas::wide(name, 11.0));
        let longest = wide.fold(0.0, f64::max);
        let room = (WIDTH - LEFT - RIGHT) / names.len().max(1) as f64;
        match longest <= room - 3.0 {
            true => 0.0,
            false => (longest * 0.6 - 12.0).max(1.0),
        }
    }

    /// How far slanted names reach beyond the left edge.
    fn beyond(&self) -> f64 {
        if self.slant() == 0.0 {
            return 0.0;
        }
        let names = self.names().unwrap_or_default();
        let room = (WIDTH - LEFT - RIGHT) / names.len().max(1) as f64;
        let left = names.iter().enumerate().map(|(i, name)| {
            let x = LEFT + room * (i as f64 + 0.5);
            canvas::wide(name, 10.5) * 0.82 - x
        });
        left.fold(0.0, f64::max)
    }

    fn frame(&self) -> Frame {
        let (mut xs, mut ys): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
        match &self.drawing {
            Drawing::Curves(curves) => {
                for point in curves.iter().flat_map(|curve| &curve.points) {
                    xs.push(point.x);
                    ys.push(point.y);
                    ys.extend(point.around.iter().flat_map(|&(low, high)| [low, high]));
                }
            }
            Drawing::Boxes(boxes) => {
                xs.extend([-0.5, boxes.len() as f64 - 0.5]);
                ys.extend(boxes.iter().flat_map(|b| b.five));
            }
            Drawing::Bars(groups, series) => {
                xs.extend([-0.5, groups.len() as f64 - 0.5]);
                ys.extend(series.iter().flat_map(|s| s.values.iter().flatten()));
                if !self.y.logarithmic {
                    ys.push(0.0);
                }
            }
            Drawing::Scatter(clouds) => {
                for &(x, y) in clouds.iter().flat_map(|cloud| &cloud.points) {
                    xs.push(x);
                    ys.push(y);
                }
            }
            Drawing::Diagram(..) => {}
        }
        let ends = match self.drawing {
            Drawing::Boxes(_) | Drawing::Bars(..) => Ends::Exact,
            _ => Ends::Near,
        };
        let x = Scale::new(&xs, self.x.logarithmic, ends, (LEFT, WIDTH - RIGHT));
        let y = Scale::new(&ys, self.y.logarithmic, Ends::Zero, (HEIGHT - BOTTOM, TOP));
        Frame { x, y }
    }

    fn axes(&self, frame: &Frame, canvas: &mut Canvas) {
        let (floor, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for (value, text) in frame.y.ticks() {
            let y = frame.y.place(value);
            canvas.line((LEFT, y), (right, y), "#ddd", 1.0, "");
            canvas.text(LEFT - 6.0, y + 4.0, Anchor::End, 12.0, &text);
        }
        canvas.line((LEFT, floor), (right, floor), "#222", 1.2, "");
        canvas.line((LEFT, TOP), (LEFT, floor), "#222", 1.2, "");
        let slanted = self.slant() > 0.0;
        match self.names() {
            Some(names) => {
                for (i, name) in names.iter().enumerate() {
                    let x = frame.x.place(i as f64);
                    match slanted {
                        true => canvas.slanted(x + 4.0, floor + 12.0, 10.5, name),
                        false => canvas.text(x, floor + 15.0, Anchor::Middle, 11.0, name),
                    }
                }
            }
            None => {
                for (value, text) in frame.x.ticks() {
                    let x = frame.x.place(value);
                    canvas.line((x, floor), (x, floor + 4.0), "#222", 1.0, "");
                    canvas.text(x, floor + 17.0, Anchor::Middle, 12.0, &text);
                }
            }
        }
        let middle = (LEFT + right) / 2.0;
        canvas.text(
            middle,
            HEIGHT + self.slant() - 12.0,
            Anchor::Middle,
            13.0,
            &self.x.label,
        );
        canvas.upright(14.0, (TOP + floor) / 2.0, 13.0, &self.y.label);
    }
}

/// The place of each series among those of ours; none for published ones.
fn series_places(published: impl Iterator<Item = bool>) -> Vec<Option<usize>> {
    let mut next = 0;
    published
        .map(|published| match published {
            true => None,
            false => {
                next += 1;
                Some(next - 1)
            }
        })
        .collect()
}

/// The entries of the legend in rows that are not wider than the plot, each with where it begins.
fn legend_rows(entries: &[(String, Option<usize>)]) -> Vec<Vec<(f64, usize)>> {
    let mut rows: Vec<Vec<(f64, usize)>> = Vec::new();
    let mut x = f64::INFINITY;
    for (i, (name, _)) in entries.iter().enumerate() {
        let width = canvas::wide(name, 13.0) + 34.0;
        if x + width > WIDTH {
            rows.push(Vec::new());
            x = 14.0;
        }
        if let Some(row) = rows.last_mut() {
            row.push((x, i));
        }
        x += width;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::canvas::colour;
    use super::*;

    fn drawn(drawing: Drawing) -> String {
        let plot = Plot {
            title: "Times <here>".to_owned(),
            x: Axis::plain("size"),
            y: Axis::logarithmic("ms"),
            drawing,
        };
        plot.svg("")
    }

    /// Nothing that is not a number gets into a picture, whatever is drawn, and what is written in
    /// it is escaped.
    #[test]
    fn every_kind_is_a_picture() {
        let point = |x: f64, y: f64| Point {
            x,
            y,
            around: Some((y / 2.0, y * 2.0)),
        };
        let curve = Curve {
            name: "a".to_owned(),
            published: false,
            points: vec![point(4.0, 0.5), point(5.0, 20.0)],
        };
        let five = |published| BoxOf {
            name: "7×7".to_owned(),
            series: if published { "published" } else { "ours" }.to_owned(),
            five: [1.0, 2.0, 3.0, 4.0, 50.0],
            published,
        };
        let bars = Bars {
            name: "ours".to_owned(),
            published: false,
            values: vec![Some(3.0), None],
        };
        let cloud = Cloud {
            name: "z3".to_owned(),
            points: vec![(1.0, 2.0), (3.0, 0.0)],
        };
        let groups = vec!["one".to_owned(), "two".to_owned()];
        for (drawing, marks) in [
            (
                Drawing::Curves(vec![curve.clone(), Curve::new("b", true, &[(4.0, 1.0)])]),
                "<polyline",
            ),
            (Drawing::Boxes(vec![five(false), five(true)]), "<rect"),
            (Drawing::Bars(groups, vec![bars]), "<rect"),
            (Drawing::Scatter(vec![cloud]), "<circle"),
            (
                Drawing::Diagram(vec!["a".to_owned(), "b".to_owned()], vec![(1, 0)]),
                "<line",
            ),
            (Drawing::Curves(Vec::new()), "<line"),
            (Drawing::Boxes(Vec::new()), "<line"),
        ] {
            let svg = drawn(drawing);
            assert!(svg.contains(marks) && svg.ends_with("</svg>\n"), "{svg}");
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            assert!(svg.contains("Times &lt;here&gt;"), "{svg}");
        }
    }

    /// Long names stand slanted, and the first has room on the left.
    #[test]
    fn long_names_are_not_cut_off() {
        let groups = ["a name that is far too long to stand to the left", "b"].map(str::to_owned);
        let bars = Bars::ours("ours", vec![Some(1.0), Some(2.0)]);
        let long = drawn(Drawing::Bars(groups.to_vec(), vec![bars.clone()]));
        assert!(long.contains("viewBox=\"-"), "{long}");
        let short = drawn(Drawing::Bars(
            vec!["a".to_owned(), "b".to_owned()],
            vec![bars],
        ));
        assert!(short.contains("viewBox=\"0 0 480 "), "{short}");
    }

    #[test]
    fn a_legend_is_not_wider_than_the_plot() {
        let entries: Vec<_> = (0..9)
            .map(|i| (format!("a long name {i}"), Some(i)))
            .collect();
        let rows = legend_rows(&entries);
        assert!(rows.len() > 1);
        assert_eq!(rows.iter().map(Vec::len).sum::<usize>(), 9);
        assert!(colour(Some(100)).starts_with('#'));
    }
}
