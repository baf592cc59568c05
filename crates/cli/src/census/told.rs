//! What a census has found, as text.

use lab::census::sample::{Drawn, Estimate, SQUARES};
use lab::census::{Ends, Extreme, Findings, LARGEST_IN_FULL};

use super::Args;

/// "102,398".
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn ends(ends: &Ends) -> String {
    let mut text = String::new();
    for (words, extreme) in [
        ("hardest", &ends.hardest),
        ("easiest", &ends.easiest),
        ("most fun", &ends.most_fun),
        ("least fun", &ends.least_fun),
    ] {
        if let Some(Extreme {
            score,
            classes,
            example,
            ..
        }) = extreme
        {
            let many = match classes {
                1 => "one".to_owned(),
                _ => format!("one of {}", grouped(*classes)),
            };
            text += &format!("  {words:<10} {score:5.1}  {example}  ({many})\n");
        }
    }
    text
}

/// What squares that were drawn let one expect of all of them.
fn estimated(drawn: &Drawn) -> String {
    let mut text = format!("  {:<46} {:>22}\n", "Latin squares", grouped(SQUARES));
    for (words, estimate) in [
        ("different sets of clues", drawn.clue_sets(SQUARES)),
        ("with one solution", drawn.unique(SQUARES)),
    ] {
        let Some(Estimate {
            value, low, high, ..
        }) = estimate
        else {
            continue;
        };
        let share = |number: f64| 100.0 * number / SQUARES as f64;
        text += &format!(
            "  {words:<46} {:>22}  {:.2} % of the squares ({:.2} to {:.2} %)\n",
            grouped(value.round() as u64),
            share(value),
            share(low),
            share(high)
        );
    }
    let unique = drawn.by_solutions.get(&1).copied().unwrap_or(0);
    text + &format!(
        "\nEstimated from {} squares drawn uniformly, {} of them with one solution; the truth is\n\
         within what is in brackets in 19 of 20 samples. Up to turns and mirrors there are an eighth as\n\
         many: sets of clues that look the same when turned are rare.\n",
        grouped(drawn.squares()),
        grouped(unique)
    )
}

pub(super) fn told(args: &Args, found: &Findings) -> String {
    let counts = found.counts;
    let share = |part: u64, of: u64| 100.0 * part as f64 / of.max(1) as f64;
    let mut text = format!("Size {}", args.size);
    if args.part.of > 1 {
        text += &format!(", part {} of {}", args.part.part, args.part.of);
    }
    text.push('\n');
    if let Some(drawn) = &found.drawn {
        return text + &estimated(drawn);
    }
    let mut line = |words: &str, number: u64, more: &str| {
        text += &format!("  {words:<46} {:>13}{more}\n", grouped(number));
    };
    line("Latin squares", counts.squares, "");
    let more = format!(
        "  {:.1} % of the squares",
        share(counts.clue_sets, counts.squares)
    );
    line("different sets of clues", counts.clue_sets, &more);
    let more = format!(
        "  {:.1} % of the sets of clues",
        share(counts.unique, counts.clue_sets)
    );
    line("with one solution", counts.unique, &more);
    line("sets of clues up to turns and mirrors", counts.classes, "");
    line("of these with one solution", counts.unique_classes, "");
    if let Some(ratings) = &found.ratings {
        text += "\nOf those with one solution the study's rules solve\n";
        for (rules, &solved) in &ratings.solved_by {
            let words = match rules.as_str() {
                "study" => "all of its rules",
                "study_without_simple_try" => "all but SimpleTry",
                _ => "all but Try, TryLarge and SimpleTry",
            };
            text += &format!("  {words:<46} {:>13}\n", grouped(solved));
        }
        text += "\nBy the study's rating\n";
        text += &ends(&ratings.ends);
        text += "\nBy the study's rating, of those solved without SimpleTry\n";
        text += &ends(&ratings.without_simple_try);
    }
    if let Some(stripped) = &found.stripped {
        text += "\nThey still have one solution without\n";
        for (words, puzzles) in [
            ("one side", stripped.one_side),
            ("two sides that meet", stripped.two_adjacent_sides),
            ("two opposite sides", stripped.two_opposite_sides),
            ("three sides", stripped.three_sides),
        ] {
            text += &format!("  {words:<46} {:>13}\n", grouped(puzzles));
        }
        text += &format!(
            "A certain single view cannot be left out of {} of them.\n",
            grouped(stripped.some_view_is_needed)
        );
        if let Some((views, puzzles)) = stripped.puzzles_by_views.first_key_value() {
            text += &format!(
                "The fewest views of a puzzle with one solution are {views}; {} have so few.\n",
                grouped(*puzzles)
            );
        }
        text += "\nTaking views away until nothing more can be: how many are gone then\n";
        for (taken, &ways) in &stripped.maximal_sets {
            text += &format!("  {taken:>4} {:>55} ways\n", grouped(ways));
        }
        let ends = [
            stripped.examples.first_key_value(),
            stripped.examples.last_key_value(),
        ];
        for (taken, example) in ends.into_iter().flatten() {
            text += &format!("What is left after {taken}, for example: {example}\n");
        }
    }
    if args.size as usize > LARGEST_IN_FULL {
        text += "\nRules, ratings and what can be stripped are found out up to size 5 only.\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// None of 200 says that there are few, not that there are none.
    #[test]
    fn an_estimate_of_none_has_an_upper_end() {
        let drawn = Drawn {
            by_solutions: [(40, 200)].into(),
        };
        let text = estimated(&drawn);
        assert!(text.contains("0.00 to 1.88 %"), "{text}");
    }

    #[test]
    fn numbers_are_grouped() {
        let grouped: Vec<String> = [0, 7, 999, 1_000, 812_851_200].map(grouped).to_vec();
        assert_eq!(grouped, ["0", "7", "999", "1,000", "812,851,200"]);
    }
}
