//! Where scores are divided into grades.

/// Two cuts between three grades so that scores of one grade are as near to each other as can be, but
/// no grade holds more than a share of any of these sets. A set is its scores, and how many it has
/// besides that are of another grade. The share is the smallest from 50 % on that is possible.
pub fn cuts_by_spread(sets: &[(Vec<f64>, usize)]) -> Option<[f64; 2]> {
    let mut all: Vec<f64> = sets
        .iter()
        .flat_map(|(scores, _)| scores)
        .copied()
        .collect();
    all.sort_unstable_by(f64::total_cmp);
    let sorted: Vec<(Vec<f64>, usize)> = (sets.iter())
        .map(|(scores, others)| {
            let mut scores = scores.clone();
            scores.sort_unstable_by(f64::total_cmp);
            (scores, *others)
        })
        .collect();
    let between: Vec<f64> = (all.windows(2))
        .filter(|two| two[1] - two[0] > 1e-9)
        .map(|two| (two[0] + two[1]) / 2.0)
        .collect();
    let below = |scores: &[f64], cut: f64| scores.partition_point(|score| *score <= cut);
    let mut sums = vec![(0.0, 0.0)];
    for score in &all {
        let (sum, squares) = sums[sums.len() - 1];
        sums.push((sum + score, squares + score * score));
    }
    let spread = |from: usize, to: usize| {
        let (sum, squares) = (sums[to].0 - sums[from].0, sums[to].1 - sums[from].1);
        squares - sum * sum / (to - from).max(1) as f64
    };
    for percent in (50..=100).step_by(5) {
        let most = |(scores, others): &(Vec<f64>, usize)| (scores.len() + others) * percent / 100;
        let mut best: Option<(f64, [f64; 2])> = None;
        for (i, &low) in between.iter().enumerate() {
            let fits_low = |set: &(Vec<f64>, usize)| below(&set.0, low) <= most(set);
            if !sorted.iter().all(fits_low) {
                break;
            }
            for &high in &between[i + 1..] {
                let fits = |set: &(Vec<f64>, usize)| {
                    let (a, b) = (below(&set.0, low), below(&set.0, high));
                    b - a <= most(set) && set.0.len() - b <= most(set)
                };
                let (a, b) = (below(&all, low), below(&all, high));
                let small = all.len() / 8;
                if a < small || b - a < small || all.len() - b < small {
                    continue;
                }
                let now = spread(0, a) + spread(a, b) + spread(b, all.len());
                if best.is_none_or(|(before, _)| now < before) && sorted.iter().all(fits) {
                    best = Some((now, [low, high]));
                }
            }
        }
        if let Some((_, cuts)) = best {
            return Some(cuts);
        }
    }
    None
}

/// The cuts with which most scores get the grade that somebody gave them, counted from 0; of equally
/// good ones those in the middle. With fewer grades given than there are, the outer cuts lie beyond
/// all scores.
pub fn cuts_by_labels(said: &[(f64, usize)]) -> [f64; 2] {
    let mut scores: Vec<f64> = said.iter().map(|(score, _)| *score).collect();
    scores.sort_unstable_by(f64::total_cmp);
    scores.dedup();
    let mut between: Vec<f64> = scores
        .windows(2)
        .map(|two| (two[0] + two[1]) / 2.0)
        .collect();
    between.insert(0, 0.0);
    between.push(100.0);
    let wrong = |low: f64, high: f64| -> usize {
        let off = |(score, grade): &(f64, usize)| {
            let is = usize::from(*score > low) + usize::from(*score > high);
            is.abs_diff((*grade).min(2))
        };
        said.iter().map(off).sum()
    };
    let mut best: Vec<[f64; 2]> = Vec::new();
    let mut least = usize::MAX;
    for (i, &low) in between.iter().enumerate() {
        for &high in &between[i..] {
            let now = wrong(low, high);
            if now < least {
                (least, best) = (now, Vec::new());
            }
            if now == least {
                best.push([low, high]);
            }
        }
    }
    best.get(best.len() / 2)
        .copied()
        .unwrap_or([100.0 / 3.0, 200.0 / 3.0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_lie_in_gaps_and_no_grade_holds_too_much() {
        let scores = |list: &[f64]| (list.to_vec(), 0);
        let gaps = scores(&[1.0, 2.0, 3.0, 11.0, 12.0, 13.0, 21.0, 22.0, 23.0]);
        assert_eq!(cuts_by_spread(&[gaps]), Some([7.0, 17.0]));
        let heap: Vec<f64> = (0..90)
            .map(|i| f64::from(i) / 100.0)
            .chain((0..10).map(f64::from))
            .collect();
        let [low, high] = cuts_by_spread(&[(heap.clone(), 0)]).expect("cuts");
        let count = |from: f64, to: f64| heap.iter().filter(|s| **s > from && **s <= to).count();
        let counts = [count(-1.0, low), count(low, high), count(high, 100.0)];
        assert!(counts.iter().all(|n| *n <= 50), "{counts:?}");
    }

    #[test]
    fn cuts_follow_what_was_said() {
        let said = [
            (10.0, 0),
            (20.0, 0),
            (30.0, 1),
            (50.0, 1),
            (70.0, 2),
            (80.0, 2),
        ];
        assert_eq!(cuts_by_labels(&said), [25.0, 60.0]);
        let [low, high] = cuts_by_labels(&[(10.0, 0), (20.0, 0)]);
        assert!(low >= 20.0 || high >= low);
        assert_eq!(cuts_by_labels(&[]).len(), 2);
    }
}
