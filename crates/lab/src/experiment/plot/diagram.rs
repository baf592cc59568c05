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

/// Where each name stands: in its row below the middle of those that arrows come from, as far as there
/// is room beside the others.
fn places(names: &[String], arrows: &[(usize, usize)]) -> Vec<(f64, f64)> {
    let rows = rows(names.len(), arrows);
    let mut places = vec![(0.0, 0.0); names.len()];
    for row in 0..names.len() {
        let mut own: Vec<(f64, usize)> = Vec::new();
        let count = rows.iter().filter(|&&one| one == row).count();
        for i in (0..names.len()).filter(|&i| rows[i] == row) {
            let above = arrows.iter().filter(|&&(_, to)| to == i);
            let above: Vec<f64> = above.map(|&(from, _)| places[from].0).collect();
            let x = match above.len() {
                0 => WIDTH * (own.len() as f64 + 0.5) / count as f64,
                parents => above.iter().sum::<f64>() / parents as f64,
            };
            own.push((x, i));
        }
        own.sort_by(|a, b| a.0.total_cmp(&b.0));
        // From left to right, then back from the right edge.
        let half = |i: usize| wide(&names[i], SIZE) / 2.0 + 5.0;
        let mut left = 0.0;
        for (x, i) in &mut own {
            *x = x.max(left + half(*i));
            left = *x + half(*i);
        }
        let mut right = WIDTH;
        for (x, i) in own.iter_mut().rev() {
            *x = x.min(right - half(*i));
            right = *x - half(*i);
        }
        for (x, i) in own {
            places[i] = (x, TOP + ROW * (row as f64 + 0.5));
        }
    }
    places
}

pub(super) fn draw(names: &[String], arrows: &[(usize, usize)], canvas: &mut Canvas) {
    let places = places(names, arrows);
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
        let names = ["a", "b", "c", "d", "e"].map(str::to_owned);
        let places = places(&names, &arrows);
        for (from, to) in arrows {
            assert!(places[from].1 < places[to].1, "{places:?}");
        }
        // The last is not in the way of the arrow from d to c.
        assert!(
            places[0].0 < places[2].0 && places[2].0 < places[3].0,
            "{places:?}"
        );
        // A circle ends all the same.
        assert_eq!(rows(2, &[(0, 1), (1, 0)]).len(), 2);
    }
}
