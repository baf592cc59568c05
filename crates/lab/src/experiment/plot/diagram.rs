//! What comes before what: names in rows, with arrows down.

use super::canvas::{Anchor, Canvas, wide};
use super::{TOP, WIDTH};

const ROW: f64 = 58.0;
const SIZE: f64 = 12.0;

/// The row of each name: below everything that an arrow leads from. Names in a circle, which an order
/// does not have, end in the last row.
pub(super) fn rows(names: usize, arrows: &[(usize, usize)]) -> Vec<usize> {
    let mut rows = vec![0; names];
    for _ in 0..names {
        for &(from, to) in arrows {
            rows[to] = rows[to].max(rows[from] + 1).min(names - 1);
        }
    }
    rows
}

/// How high it is.
pub(super) fn height(names: usize, arrows: &[(usize, usize)]) -> f64 {
    let last = rows(names, arrows).into_iter().max().unwrap_or(0);
    TOP + ROW * (last + 1) as f64
}

pub(super) fn draw(names: &[String], arrows: &[(usize, usize)], canvas: &mut Canvas) {
    let rows = rows(names.len(), arrows);
    let places: Vec<(f64, f64)> = (0..names.len())
        .map(|i| {
            let same: Vec<usize> = (0..names.len()).filter(|&j| rows[j] == rows[i]).collect();
            let place = same.iter().position(|&j| j == i).unwrap_or(0);
            // Every other name of a full row stands a little lower, so that long names have room.
            let lower = if same.len() > 4 {
                (place % 3) as f64 * 13.0 - 13.0
            } else {
                0.0
            };
            let x = WIDTH * (place as f64 + 0.5) / same.len() as f64;
            (x, TOP + ROW * (rows[i] as f64 + 0.5) + lower)
        })
        .collect();
    for &(from, to) in arrows {
        let ((x1, y1), (x2, y2)) = (places[from], places[to]);
        let (begin, end) = ((x1, y1 + 6.0), (x2, y2 - 14.0));
        canvas.line(begin, end, "#0072b2", 1.3, "");
        let length = (end.0 - begin.0).hypot(end.1 - begin.1).max(1.0);
        let (dx, dy) = ((end.0 - begin.0) / length, (end.1 - begin.1) / length);
        for turn in [-1.0, 1.0] {
            let back = (
                end.0 - 7.0 * dx - turn * 4.0 * dy,
                end.1 - 7.0 * dy + turn * 4.0 * dx,
            );
            canvas.line(back, end, "#0072b2", 1.3, "");
        }
    }
    for (name, &(x, y)) in names.iter().zip(&places) {
        let half = wide(name, SIZE) / 2.0;
        let x = x.clamp(half + 2.0, WIDTH - half - 2.0);
        canvas.text(x, y, Anchor::Middle, SIZE, name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_lead_down() {
        let arrows = [(1, 0), (0, 2), (3, 2)];
        assert_eq!(rows(5, &arrows), [1, 0, 2, 0, 0]);
        // A circle ends all the same.
        assert_eq!(rows(2, &[(0, 1), (1, 0)]).len(), 2);
    }
}
