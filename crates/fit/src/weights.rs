//! Weights by which the higher of two scores more.
//!
//! The loss of a pair is the square of what it lacks to a margin of one; sets of pairs count the same,
//! however many they have, but for small ones, which count less. The sum, and what it costs to leave the start, is convex: Nesterov's
//! method with a projection onto what is not negative finds its only minimum.

/// Of two things, the one that is to score more; pairs of one set are reported together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The place of the one that is to score less.
    pub low: usize,
    /// The place of the one that is to score more.
    pub high: usize,
    /// Which set it belongs to.
    pub set: usize,
}

/// How far weights are held to their start: with so much, some hundred pairs that agree move them.
const HOLD: f64 = 0.003;
/// A set with fewer pairs counts less.
const SMALL: usize = 100;
const ROUNDS: usize = 400;

/// The weighted mean of parts.
pub fn score(parts: &[f64], weights: &[f64]) -> f64 {
    let all: f64 = weights.iter().sum();
    let sum: f64 = parts.iter().zip(weights).map(|(p, w)| p * w).sum();
    if all > 0.0 { sum / all } else { 0.0 }
}

/// The weights that put pairs in order best, adding up to ten. Parts are numbers from 0 to 100.
pub fn fitted(parts: &[Vec<f64>], pairs: &[Pair], start: &[f64]) -> Vec<f64> {
    let to_ten = |weights: &[f64]| -> Vec<f64> {
        let all: f64 = weights.iter().sum();
        weights
            .iter()
            .map(|w| if all > 0.0 { 10.0 * w / all } else { *w })
            .collect()
    };
    let start = to_ten(start);
    let sets = pairs.iter().map(|pair| pair.set + 1).max().unwrap_or(0);
    let mut sizes = vec![0usize; sets];
    for pair in pairs {
        sizes[pair.set] += 1;
    }
    let all: f64 = (sizes.iter())
        .map(|&size| size as f64 / size.max(SMALL) as f64)
        .sum();
    let rows: Vec<(f64, Vec<f64>)> = (pairs.iter())
        .map(|pair| {
            let (low, high) = (&parts[pair.low], &parts[pair.high]);
            let more = high.iter().zip(low).map(|(h, l)| (h - l) / 100.0);
            let share = 1.0 / (all * sizes[pair.set].max(SMALL) as f64);
            (share, more.collect())
        })
        .collect();
    let squares = |row: &[f64]| row.iter().map(|d| d * d).sum::<f64>();
    let steep: f64 = rows.iter().map(|(share, row)| share * squares(row)).sum();
    let pace = 1.0 / (2.0 * steep + 2.0 * HOLD);
    let (mut weights, mut ahead, mut swing) = (start.clone(), start.clone(), 1.0f64);
    for _ in 0..ROUNDS {
        let mut slope: Vec<f64> = (ahead.iter().zip(&start))
            .map(|(w, s)| 2.0 * HOLD * (w - s))
            .collect();
        for (share, row) in &rows {
            let margin: f64 = row.iter().zip(&ahead).map(|(d, w)| d * w).sum();
            let lacks = (1.0 - margin).max(0.0);
            for (s, d) in slope.iter_mut().zip(row) {
                *s -= 2.0 * share * lacks * d;
            }
        }
        let next: Vec<f64> = (ahead.iter().zip(&slope))
            .map(|(w, s)| (w - pace * s).max(0.0))
            .collect();
        let wider = (1.0 + (1.0 + 4.0 * swing * swing).sqrt()) / 2.0;
        ahead = (next.iter().zip(&weights))
            .map(|(n, w)| n + (swing - 1.0) / wider * (n - w))
            .collect();
        (weights, swing) = (next, wider);
    }
    if weights.iter().sum::<f64>() > 0.0 {
        to_ten(&weights)
    } else {
        start
    }
}

/// The share of pairs of a set in which the one that is to score more does; a tie is half. None if
/// the set is empty.
pub fn accuracy(scores: &[f64], pairs: &[Pair], set: usize) -> Option<f64> {
    let (points, all) = points(scores, pairs.iter().filter(|pair| pair.set == set));
    (all > 0.0).then(|| points / all)
}

fn points<'p>(scores: &[f64], pairs: impl Iterator<Item = &'p Pair>) -> (f64, f64) {
    pairs.fold((0.0, 0.0), |(points, all), pair| {
        let point = match scores[pair.high].total_cmp(&scores[pair.low]) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
        (points + point, all + 1.0)
    })
}

const FOLDS: u64 = 5;

/// For each set the accuracy on pairs of which neither was seen by the fit: things are dealt into
/// five heaps, each heap is judged by weights fitted to the others, and that is done `times` times.
pub fn cross_validated(
    parts: &[Vec<f64>],
    pairs: &[Pair],
    start: &[f64],
    times: u64,
) -> Vec<Option<f64>> {
    let sets = pairs.iter().map(|pair| pair.set + 1).max().unwrap_or(0);
    let mut sums = vec![(0.0, 0.0); sets];
    for time in 0..times {
        let heap = |thing: usize| mixed(time << 32 | thing as u64) % FOLDS;
        for fold in 0..FOLDS {
            let seen = |pair: &&Pair| heap(pair.low) != fold && heap(pair.high) != fold;
            let kept = |pair: &&Pair| heap(pair.low) == fold && heap(pair.high) == fold;
            let train: Vec<Pair> = pairs.iter().filter(seen).copied().collect();
            let weights = fitted(parts, &train, start);
            let scores: Vec<f64> = parts.iter().map(|p| score(p, &weights)).collect();
            for (set, sum) in sums.iter_mut().enumerate() {
                let own = pairs.iter().filter(kept).filter(|pair| pair.set == set);
                let (points, all) = points(&scores, own);
                sum.0 += points;
                sum.1 += all;
            }
        }
    }
    let share = |(points, all): (f64, f64)| (all > 0.0).then(|| points / all);
    sums.into_iter().map(share).collect()
}

/// A number that looks drawn, the same for the same place (SplitMix64).
pub(crate) fn mixed(place: u64) -> u64 {
    let mut z = place.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn things(count: usize) -> Vec<Vec<f64>> {
        let part = |thing: usize, part: u64| (mixed(thing as u64 * 7 + part) % 101) as f64;
        (0..count)
            .map(|thing| (0..3).map(|p| part(thing, p)).collect())
            .collect()
    }

    fn pairs_by(scores: &[f64]) -> Vec<Pair> {
        let all = (0..scores.len()).flat_map(|a| (0..scores.len()).map(move |b| (a, b)));
        all.filter(|&(a, b)| scores[a] + 5.0 < scores[b])
            .map(|(low, high)| Pair { low, high, set: 0 })
            .collect()
    }

    #[test]
    fn known_weights_are_found_again() {
        let parts = things(60);
        let known = [7.0, 0.0, 3.0];
        let scores: Vec<f64> = parts.iter().map(|p| score(p, &known)).collect();
        let pairs = pairs_by(&scores);
        let found = fitted(&parts, &pairs, &[1.0, 1.0, 1.0]);
        for (found, known) in found.iter().zip(known) {
            assert!((found - known).abs() < 0.5, "{found} for {known}");
        }
        let kept = cross_validated(&parts, &pairs, &[1.0, 1.0, 1.0], 2);
        assert!(kept[0].is_some_and(|share| share > 0.97), "{kept:?}");
    }

    #[test]
    fn without_pairs_weights_stay() {
        assert_eq!(fitted(&things(3), &[], &[1.0, 3.0, 1.0]), [2.0, 6.0, 2.0]);
        assert_eq!(accuracy(&[1.0, 1.0], &[], 0), None);
        let tie = Pair {
            low: 0,
            high: 1,
            set: 0,
        };
        assert_eq!(accuracy(&[1.0, 1.0], &[tie], 0), Some(0.5));
    }
}
