//! Numbers about many numbers.

/// What the studies say about a sample.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// How many there are.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, as that of a sample.
    pub sd: f64,
    /// The smallest.
    pub min: f64,
    /// A quarter is below it.
    pub low: f64,
    /// Half is below it.
    pub median: f64,
    /// Three quarters are below it.
    pub high: f64,
    /// The largest.
    pub max: f64,
}

impl Summary {
    /// None of nothing.
    pub fn of(values: &[f64]) -> Option<Summary> {
        let mut sorted: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
        sorted.sort_by(f64::total_cmp);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let count = sorted.len();
        let mean = sorted.iter().sum::<f64>() / count as f64;
        let squares: f64 = sorted.iter().map(|v| (v - mean) * (v - mean)).sum();
        let sd = match count {
            1 => 0.0,
            _ => (squares / (count - 1) as f64).sqrt(),
        };
        let part = |share: f64| {
            let at = share * (count - 1) as f64;
            let (below, rest) = (at.floor() as usize, at.fract());
            sorted[below] + rest * (sorted[(below + 1).min(count - 1)] - sorted[below])
        };
        Some(Summary {
            count,
            mean,
            sd,
            min,
            low: part(0.25),
            median: part(0.5),
            high: part(0.75),
            max,
        })
    }
}

/// The mean; none of nothing.
pub(super) fn mean(values: &[f64]) -> Option<f64> {
    Summary::of(values).map(|summary| summary.mean)
}

/// So many of all, in percent; none of nothing.
pub(super) fn percent(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| 100.0 * part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_says_what_the_studies_say() {
        let summary = Summary::of(&[4.0, 1.0, 3.0, 2.0, 10.0]).expect("numbers");
        assert_eq!((summary.mean, summary.min, summary.max), (4.0, 1.0, 10.0));
        assert_eq!((summary.low, summary.median, summary.high), (2.0, 3.0, 4.0));
        assert!((summary.sd - 12.5f64.sqrt()).abs() < 1e-12);
        assert_eq!(Summary::of(&[]), None);
    }
}
