//! Lines that stand twice: runs of the same lines in two files, where blanks at the ends of lines,
//! empty lines and comments do not count. Nor do modules that are only named: that two folders have
//! files of the same names is how they are meant to be.

use std::collections::BTreeMap;

use super::sources::Source;

/// Shorter runs are no duplicates.
pub const LEAST_LINES: usize = 10;

/// Two places with the same lines.
#[derive(PartialEq, Eq, Debug)]
pub struct Pair {
    /// How many lines, without comments and empty ones.
    pub lines: usize,
    /// One place: path and line.
    pub a: String,
    /// The other.
    pub b: String,
}

/// Numbers for lines: the same for the same line.
struct Text {
    /// Where the line is in its file.
    places: Vec<usize>,
    ids: Vec<usize>,
}

/// All longest runs in pairs of files that may not share any, the longest first.
pub fn pairs(sources: &[&Source], counts: impl Fn(&Source, &Source) -> bool) -> Vec<Pair> {
    let texts = numbered(sources);
    // Where each run of the least length begins.
    let mut runs: BTreeMap<&[usize], Vec<(usize, usize)>> = BTreeMap::new();
    for (file, text) in texts.iter().enumerate() {
        for (at, run) in text.ids.windows(LEAST_LINES).enumerate() {
            runs.entry(run).or_default().push((file, at));
        }
    }
    let mut pairs = Vec::new();
    for places in runs.values() {
        for (i, &(a, at)) in places.iter().enumerate() {
            for &(b, there) in &places[i + 1..] {
                let (one, other) = (&texts[a], &texts[b]);
                let goes_back = at > 0 && there > 0 && one.ids[at - 1] == other.ids[there - 1];
                if a == b || goes_back || !counts(sources[a], sources[b]) {
                    continue;
                }
                let both = one.ids[at..].iter().zip(&other.ids[there..]);
                let place = |file: usize, at: usize| {
                    format!("{}:{}", sources[file].path, texts[file].places[at])
                };
                pairs.push(Pair {
                    lines: both.take_while(|(x, y)| x == y).count(),
                    a: place(a, at),
                    b: place(b, there),
                });
            }
        }
    }
    pairs.sort_by(|x, y| (y.lines, &x.a, &x.b).cmp(&(x.lines, &y.a, &y.b)));
    pairs
}

fn numbered(sources: &[&Source]) -> Vec<Text> {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut text = |source: &&Source| {
        let (mut places, mut ids) = (Vec::new(), Vec::new());
        for (place, line) in source.statements() {
            if line.starts_with("mod ") && line.ends_with(';') {
                continue;
            }
            let next = numbers.len();
            places.push(place);
            ids.push(*numbers.entry(line).or_insert(next));
        }
        Text { places, ids }
    };
    sources.iter().map(&mut text).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sources::tests::sources;
    use super::*;

    fn lines(range: std::ops::Range<usize>) -> String {
        range.map(|i| format!("let a{i} = {i};\n")).collect()
    }

    fn found(a: &str, b: &str) -> Vec<(usize, String, String)> {
        let all = sources(&[("crates/a/src/x.rs", a), ("crates/b/src/x.rs", b)]);
        let all: Vec<&Source> = all.all.iter().collect();
        let pairs = pairs(&all, |a, b| a.krate != b.krate);
        pairs.into_iter().map(|p| (p.lines, p.a, p.b)).collect()
    }

    #[test]
    fn the_whole_run_is_one_pair() {
        let a = format!("fn a() {{\n{}}}\n", lines(0..12));
        let b = format!(
            "// said\n{}    // otherwise\n\n    {}",
            lines(0..5),
            lines(5..13)
        );
        let place = |krate: &str, line| format!("crates/{krate}/src/x.rs:{line}");
        assert_eq!(found(&a, &b), [(12, place("a", 2), place("b", 2))]);
    }

    #[test]
    fn short_runs_and_tests_do_not_count() {
        assert_eq!(found(&lines(0..9), &lines(0..9)), []);
        let tests = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", lines(0..20));
        assert_eq!(found(&lines(0..20), &tests), []);
        let modules: String = (0..20).map(|i| format!("mod a{i};\n")).collect();
        assert_eq!(found(&modules, &modules), []);
        // Ten, but one of them is another.
        let other = lines(0..5) + "let b = 1;\n" + &lines(6..10);
        assert_eq!(found(&lines(0..10), &other), []);
    }
}
