//! How well two ways to judge the same things agree.

/// How often each of one side's grades meets each of the other's.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Confusion {
    /// A row for each grade of the first, a column for each of the second.
    pub counts: Vec<Vec<usize>>,
}

impl Confusion {
    /// Count pairs of grades, numbered from 0.
    pub fn of(grades: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Confusion {
        let mut counts = vec![vec![0; grades]; grades];
        for (a, b) in pairs {
            counts[a][b] += 1;
        }
        Confusion { counts }
    }

    /// How many there are, and how many of them agree.
    pub fn agreement(&self) -> (usize, usize) {
        let same = (0..self.counts.len()).map(|i| self.counts[i][i]).sum();
        (same, self.counts.iter().flatten().sum())
    }
}

/// Spearman's rank correlation, ties with their mean rank; none if one side is all the same.
pub fn rank_correlation(a: &[f64], b: &[f64]) -> Option<f64> {
    let (a, b) = (ranks(a), ranks(b));
    let mean = |ranks: &[f64]| ranks.iter().sum::<f64>() / ranks.len().max(1) as f64;
    let (ma, mb) = (mean(&a), mean(&b));
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (x, y) in a.iter().zip(&b) {
        ab += (x - ma) * (y - mb);
        aa += (x - ma) * (x - ma);
        bb += (y - mb) * (y - mb);
    }
    (aa > 0.0 && bb > 0.0).then(|| ab / (aa * bb).sqrt())
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    for same in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let rank = first as f64 + (same.len() - 1) as f64 / 2.0;
        same.iter().for_each(|&place| ranks[place] = rank);
        first += same.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_and_rank() {
        let both = Confusion::of(3, [(0, 0), (1, 1), (2, 1), (0, 2)]);
        assert_eq!(both.agreement(), (2, 4));
        assert_eq!(both.counts[2], [0, 1, 0]);
        assert_eq!(
            rank_correlation(&[1.0, 2.0, 9.0], &[4.0, 5.0, 6.0]),
            Some(1.0)
        );
        assert_eq!(
            rank_correlation(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]),
            Some(-1.0)
        );
        assert_eq!(rank_correlation(&[1.0, 1.0], &[3.0, 2.0]), None);
        let ties = rank_correlation(&[1.0, 1.0, 2.0], &[1.0, 2.0, 3.0]).expect("numbers");
        assert!((ties - 0.75f64.sqrt()).abs() < 1e-12, "{ties}");
    }
}
