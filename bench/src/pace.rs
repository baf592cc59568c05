//! How long people take, fitted to the only times that are known: those of table 6.2 of the Bridges
//! study, five people on puzzles of four categories. Its puzzles are not known, so others of the same
//! kinds stand in for them: Tatham's easy and hard ones, and what the study's generator makes.
//!
//! One number is fitted, the minutes for each unit of search (`Rating::search`), so that leaving a
//! category out says something about the others. How far apart the study's people are gives the range.

use puzzles::Family;
use puzzles::reason::Rating;
use workshop::generate;

use crate::making;

/// Category, mean seconds, standard deviation; the side of its puzzles, and which stand in for them:
/// levels of Tatham's, and whether generated ones do.
const PEOPLE: [(&str, f64, f64, usize, &[usize], bool); 4] = [
    ("Warmup", 59.27, 44.57, 7, &[0, 2], true),
    ("Easy", 141.12, 74.56, 15, &[0], false),
    ("Hard", 272.54, 207.21, 15, &[2], false),
    ("Generated", 313.40, 252.42, 15, &[], true),
];
const FAMILY: &str = "hashi";
/// So many are generated for a category.
const GENERATED: u64 = 100;
/// Islands of the study's generated puzzles, by side.
const ISLANDS: [(usize, i64); 2] = [(7, 11), (15, 36)];

type One<'j> = (&'j Option<(String, usize)>, (usize, usize), &'j Rating);

/// The line for a file of grades; nothing for a family of which no times are known.
pub fn line<'j>(family: &Family, all: impl Iterator<Item = One<'j>>) -> String {
    if family.id != FAMILY {
        return "# Minutes: nobody has measured how long people take.\n".to_owned();
    }
    let all: Vec<One> = all.collect();
    let mut rows: Vec<(&str, f64, f64)> = Vec::new();
    for (name, seconds, _, side, levels, made) in PEOPLE {
        let stands_in = |(label, size, _): &&One| {
            let level = label.as_ref().filter(|(source, _)| source.is_empty());
            *size == (side, side) && level.is_some_and(|(_, level)| levels.contains(level))
        };
        let mut search: Vec<f64> = (all.iter().filter(stands_in))
            .map(|(_, _, rating)| rating.search)
            .collect();
        if made {
            search.extend(generated(family, side));
        }
        if search.is_empty() {
            println!("  minutes: no puzzles stand in for {name}");
            return String::new();
        }
        let mean = search.iter().sum::<f64>() / search.len() as f64;
        rows.push((name, seconds / 60.0, mean));
    }
    let fit = |but: Option<usize>| {
        let used: Vec<f64> = (rows.iter().enumerate())
            .filter(|(i, _)| Some(*i) != but)
            .map(|(_, (_, minutes, search))| minutes / search)
            .collect();
        used.iter().sum::<f64>() / used.len() as f64
    };
    println!("  minutes: people, fitted, fitted without them, off by");
    for (i, (name, minutes, search)) in rows.iter().enumerate() {
        let without = fit(Some(i)) * search;
        println!(
            "    {name}: {minutes:.2}, {:.2}, {without:.2}, {:+.0} %",
            fit(None) * search,
            100.0 * (without / minutes - 1.0)
        );
    }
    let spread = PEOPLE
        .iter()
        .map(|(_, mean, sd, ..)| sd / mean)
        .sum::<f64>()
        / PEOPLE.len() as f64;
    format!(
        "# Minutes for each unit of search, and as shares of it a low and a high estimate (one standard \
         deviation of people);\n# fitted to table 6.2 of the Bridges study (te Wechel 2023).\n\
         minutes {:.5} {:.2} {:.2}\n",
        fit(None),
        1.0 - spread,
        1.0 + spread
    )
}

/// What there is to look through in puzzles of the study's generator.
fn generated(family: &Family, side: usize) -> Vec<f64> {
    let islands = ISLANDS.iter().find(|(of, _)| *of == side).map(|(_, n)| *n);
    let options: Vec<(&str, i64)> = islands.map(|n| ("islands", n)).into_iter().collect();
    let order = making::order(family, "study", side, &options);
    let made = (0..GENERATED).filter_map(|index| generate(&order, index, &|| false).made?.checked);
    made.map(|(_, rating)| rating.search).collect()
}
