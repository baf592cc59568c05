//! What is drawn between the axes.

use super::canvas::{Canvas, colour};
use super::{Bars, BoxOf, Cloud, Curve, Frame, series_places};

pub(super) fn curves(curves: &[Curve], frame: &Frame, canvas: &mut Canvas) {
    let places = series_places(curves.iter().map(|curve| curve.published));
    for (curve, series) in curves.iter().zip(places) {
        let place = |x: f64, y: f64| (frame.x.place(x), frame.y.place(y));
        let points: Vec<(f64, f64)> = curve.points.iter().map(|p| place(p.x, p.y)).collect();
        for point in &curve.points {
            if let Some((low, high)) = point.around {
                let ((x, bottom), (_, top)) = (place(point.x, low), place(point.x, high));
                canvas.line((x, bottom), (x, top), colour(series), 1.0, "");
                for end in [bottom, top] {
                    canvas.line((x - 3.0, end), (x + 3.0, end), colour(series), 1.0, "");
                }
            }
        }
        canvas.path(&points, series);
        for (x, y) in points {
            canvas.mark(x, y, series);
        }
    }
}

pub(super) fn boxes(boxes: &[BoxOf], frame: &Frame, canvas: &mut Canvas) {
    let mut names: Vec<(&str, bool)> = Vec::new();
    for one in boxes {
        let name = (one.series.as_str(), one.published);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let places = series_places(names.iter().map(|(_, published)| *published));
    let half = (frame.x.place(1.0) - frame.x.place(0.0)).abs().min(60.0) * 0.36;
    for (i, one) in boxes.iter().enumerate() {
        let own = (one.series.as_str(), one.published);
        let series = names.iter().position(|name| *name == own);
        let series = series.and_then(|series| places[series]);
        let x = frame.x.place(i as f64);
        let [least, low, middle, high, most] = one.five.map(|value| frame.y.place(value));
        let line = colour(series);
        canvas.line((x, least), (x, low), line, 1.3, "");
        canvas.line((x, high), (x, most), line, 1.3, "");
        for end in [least, most] {
            canvas.line((x - half / 2.0, end), (x + half / 2.0, end), line, 1.3, "");
        }
        canvas.rect((x - half, low), (x + half, high), series);
        canvas.line((x - half, middle), (x + half, middle), "#111", 2.0, "");
    }
}

pub(super) fn bars(groups: &[String], series: &[Bars], frame: &Frame, canvas: &mut Canvas) {
    let places = series_places(series.iter().map(|s| s.published));
    let group = (frame.x.place(1.0) - frame.x.place(0.0)) * 0.8;
    let width = (group / series.len().max(1) as f64).min(46.0);
    for i in 0..groups.len() {
        let first = frame.x.place(i as f64) - width * series.len() as f64 / 2.0;
        for (j, (bars, &place)) in series.iter().zip(&places).enumerate() {
            if let Some(value) = bars.values.get(i).copied().flatten() {
                let x = first + width * j as f64;
                let top = frame.y.place(value);
                canvas.rect((x + 1.0, frame.y.floor()), (x + width - 1.0, top), place);
            }
        }
    }
}

pub(super) fn scatter(clouds: &[Cloud], frame: &Frame, canvas: &mut Canvas) {
    for (series, cloud) in clouds.iter().enumerate() {
        for &(x, y) in &cloud.points {
            canvas.mark(frame.x.place(x), frame.y.place(y), Some(series));
        }
    }
}
