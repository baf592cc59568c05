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

/// Spearman's correlation of ranks, from −1 to 1, with equal values sharing a rank; none if one of
/// the two never changes.
pub fn rank_correlation(a: &[f64], b: &[f64]) -> Option<f64> {
    let (a, b) = (ranks(a), ranks(b));
    let count = a.len().min(b.len()) as f64;
    let middle = |ranks: &[f64]| ranks.iter().sum::<f64>() / count;
    let (x, y) = (middle(&a), middle(&b));
    let (mut both, mut first, mut second) = (0.0, 0.0, 0.0);
    for (p, q) in a.iter().zip(&b) {
        both += (p - x) * (q - y);
        first += (p - x) * (p - x);
        second += (q - y) * (q - y);
    }
    (first > 0.0 && second > 0.0).then(|| both / (first * second).sqrt())
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
    let mut ranks = vec![0.0; values.len()];
    let mut place = 0;
    for equal in order.chunk_by(|&i, &j| values[i] == values[j]) {
        let rank = place as f64 + (equal.len() - 1) as f64 / 2.0;
        equal.iter().for_each(|&i| ranks[i] = rank);
        place += equal.len();
    }
    ranks
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

    #[test]
    fn ranks_are_compared_with_equal_ones_sharing() {
        assert_eq!(
            rank_correlation(&[1.0, 2.0, 9.0], &[2.0, 4.0, 5.0]),
            Some(1.0)
        );
        assert_eq!(
            rank_correlation(&[1.0, 2.0, 9.0], &[5.0, 4.0, 2.0]),
            Some(-1.0)
        );
        assert_eq!(rank_correlation(&[1.0, 2.0], &[3.0, 3.0]), None);
        let ties = rank_correlation(&[1.0, 1.0, 2.0], &[1.0, 2.0, 3.0]).expect("numbers");
        assert!((ties - 0.866).abs() < 1e-3, "{ties}");
    }
}
