//! From numbers to places on an axis, and the numbers that are written beside it.

use super::super::table::number_text;

/// Where an axis ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// Where the numbers end.
    Exact,
    /// A little beyond them.
    Near,
    /// A little beyond them, and at zero if that is not far.
    Zero,
}

/// An axis with its ends.
pub(super) struct Scale {
    least: f64,
    most: f64,
    logarithmic: bool,
    /// There are only whole numbers on it.
    whole: bool,
    /// Where the ends are in the picture.
    from: f64,
    to: f64,
}

impl Scale {
    /// For these numbers.
    pub(super) fn new(
        values: &[f64],
        logarithmic: bool,
        ends: Ends,
        (from, to): (f64, f64),
    ) -> Scale {
        let usable = |value: &&f64| value.is_finite() && (!logarithmic || **value > 0.0);
        let of = |fold: fn(f64, f64) -> f64, start: f64| {
            values.iter().filter(usable).copied().fold(start, fold)
        };
        let (mut least, mut most) = (of(f64::min, f64::INFINITY), of(f64::max, f64::NEG_INFINITY));
        if least > most {
            (least, most) = (if logarithmic { 0.1 } else { 0.0 }, 1.0);
        }
        if logarithmic {
            (least, most) = (least.log10(), most.log10());
            let spread = (most - least).max(0.3);
            least -= 0.05 * spread;
            most += 0.05 * spread;
        } else if ends != Ends::Exact {
            if ends == Ends::Zero && least >= 0.0 && least <= 0.4 * most {
                least = 0.0;
            }
            if most <= least {
                most = least + 1.0;
            }
            let spread = most - least;
            if least != 0.0 {
                least -= 0.05 * spread;
            }
            most += 0.05 * spread;
        }
        Scale {
            least,
            most,
            logarithmic,
            whole: values.iter().all(|value| value.fract() == 0.0),
            from,
            to,
        }
    }

    /// Where a number is. Below a logarithmic axis it is at its end.
    pub(super) fn place(&self, value: f64) -> f64 {
        let value = match self.logarithmic {
            true if value > 0.0 => value.log10().clamp(self.least, self.most),
            true => self.least,
            false => value,
        };
        let share = (value - self.least) / (self.most - self.least);
        self.from + share * (self.to - self.from)
    }

    /// Where the axis begins.
    pub(super) fn floor(&self) -> f64 {
        self.from
    }

    /// Round numbers along the axis, and how they are written.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let values: Vec<f64> = match self.logarithmic {
            true => {
                let decades = self.most.floor() - self.least.ceil();
                let steps: &[f64] = match decades {
                    ..1.0 => &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0],
                    ..3.0 => &[1.0, 3.0],
                    _ => &[1.0],
                };
                let every = if decades > 8.0 { 2 } else { 1 };
                let powers = self.least.floor() as i32..=self.most.ceil() as i32;
                powers
                    .step_by(every)
                    .flat_map(|power| steps.iter().map(move |step| step * 10f64.powi(power)))
                    .filter(|value| (self.least..=self.most).contains(&value.log10()))
                    .collect()
            }
            false => {
                let spread = self.most - self.least;
                let rough = spread / 5.0;
                let power = 10f64.powf(rough.log10().floor());
                let step = [1.0, 2.0, 5.0, 10.0]
                    .into_iter()
                    .map(|step| step * power)
                    .find(|step| spread / step <= 6.5 && (*step >= 1.0 || !self.whole))
                    .unwrap_or(10.0 * power);
                let first = (self.least / step).ceil() as i64;
                let last = (self.most / step).floor() as i64;
                (first..=last).map(|i| i as f64 * step).collect()
            }
        };
        let written = |value: f64| match (value.abs(), value.fract() == 0.0) {
            (1e6.., _) => format!("{value:.0e}"),
            (_, true) => number_text(value),
            (size, _) if size < 0.001 => format!("{value:.0e}"),
            _ => {
                let text = format!("{value:.4}");
                text.trim_end_matches('0').to_owned()
            }
        };
        values.into_iter().map(|v| (v, written(v))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(values: &[f64], logarithmic: bool) -> Vec<String> {
        let scale = Scale::new(values, logarithmic, Ends::Zero, (0.0, 100.0));
        scale.ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn round_numbers_stand_beside_an_axis() {
        assert_eq!(
            written(&[0.0, 10.0], false),
            ["0", "2", "4", "6", "8", "10"]
        );
        assert_eq!(
            written(&[4.0, 12.0], false),
            ["0", "2", "4", "6", "8", "10", "12"]
        );
        assert_eq!(written(&[0.5, 5000.0], true), ["1", "10", "100", "1,000"]);
        assert!(written(&[], true).len() > 1);
        assert!(written(&[3.0], false).len() > 1);
        let near = Scale::new(&[5.0, 7.0], false, Ends::Near, (0.0, 100.0)).ticks();
        assert_eq!(
            near.iter().map(|t| t.0).collect::<Vec<_>>(),
            [5.0, 6.0, 7.0]
        );
    }

    #[test]
    fn places_are_between_the_ends() {
        let scale = Scale::new(&[1.0, 100.0], true, Ends::Near, (10.0, 90.0));
        assert!((scale.place(10.0) - 50.0).abs() < 1e-9);
        assert!(scale.place(1.0) > 10.0 && scale.place(100.0) < 90.0);
        assert_eq!(scale.place(0.0), 10.0);
    }
}
