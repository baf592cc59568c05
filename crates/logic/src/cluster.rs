//! Grades: the scores of a reference set, joined into a few clusters. The two nearest clusters are
//! joined until as many remain as are wanted; the value of a cluster is its mean.

/// Scores that are close together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cluster {
    /// The mean of its scores.
    pub mean: f64,
    /// How many scores are in it.
    pub members: usize,
    /// The lowest of its scores.
    pub least: f64,
    /// The highest of its scores.
    pub most: f64,
}

/// Clusters from the lowest to the highest; fewer than wanted if there are fewer different scores.
pub fn clusters(scores: &[f64], wanted: usize) -> Vec<Cluster> {
    let mut sorted: Vec<f64> = scores.iter().copied().filter(|s| s.is_finite()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let mut all: Vec<Cluster> = Vec::new();
    for score in sorted {
        match all.last_mut() {
            Some(last) if last.mean == score => last.members += 1,
            _ => all.push(Cluster {
                mean: score,
                members: 1,
                least: score,
                most: score,
            }),
        }
    }
    while all.len() > wanted.max(1) {
        // Of equally near pairs, the lowest.
        let gap = |i: &usize| all[i + 1].mean - all[*i].mean;
        let nearest = (0..all.len() - 1)
            .min_by(|a, b| gap(a).total_cmp(&gap(b)))
            .expect("there are at least two");
        let high = all.remove(nearest + 1);
        let low = &mut all[nearest];
        let (l, h) = (low.members as f64, high.members as f64);
        low.mean = (low.mean * l + high.mean * h) / (l + h);
        low.members += high.members;
        low.most = high.most;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_are_joined_and_the_value_is_the_mean() {
        let found = clusters(&[9.0, 1.0, 2.0, 10.0, 5.0, 2.0], 3);
        let means: Vec<(f64, usize)> = found.iter().map(|c| (c.mean, c.members)).collect();
        assert_eq!(means, [(5.0 / 3.0, 3), (5.0, 1), (9.5, 2)]);
        assert_eq!((found[0].least, found[0].most), (1.0, 2.0));
        assert_eq!(clusters(&[3.0, 3.0], 3).len(), 1);
        assert!(clusters(&[], 3).is_empty());
    }
}
