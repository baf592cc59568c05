//! `gridwright compare`: how made puzzles differ from given ones of the same family and size.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Mutex;

use puzzles::make::ClueSymmetry;
use puzzles::{DrawOptions, Family, Puzzle};
use sat::Budget;
use scene::PRINT_CSS;
use serde_json::json;
use workshop::alike::{Likeness, classes};
use workshop::traits::{measures, quartiles};
use workshop::{ATTEMPTS, CONFLICTS, OrderForm, Wish, generate};

use crate::batch::{self, Mode, Reply, Threads};
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::output::{Out, write_file};
use crate::words;

/// Compare puzzles with ones that are made here, by family and size
///
/// For every size with enough puzzles, as many are made as asked for, and both are measured: how many
/// clues of which kind there are, how symmetric they lie and how far apart, how many steps the
/// rules take, how many of these are hard, and where the first hard one comes. The middle half of
/// the given puzzles is printed beside that of the made ones.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright compare published.jsonl
  gridwright compare --size 11 --sheet looks.html published.jsonl
  gridwright compare --alike set.jsonl

Exit status: 0 all compared; 2 wrong input.")]
pub struct Args {
    #[command(flatten)]
    input: Input,

    /// Only boards with this many rows and columns
    #[arg(long, value_name = "N")]
    size: Option<usize>,

    /// Leave out sizes with fewer puzzles than this
    #[arg(long, value_name = "N", default_value_t = 5)]
    least: usize,

    /// How many puzzles to make for every size
    #[arg(long, value_name = "N", default_value_t = 30)]
    count: u64,

    /// Seed for the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Make nothing; show which of the given puzzles look alike: their clues, perhaps turned, how they
    /// begin and how they go on
    #[arg(long, conflicts_with_all = ["count", "sheet", "least"])]
    alike: bool,

    /// Write pictures of both side by side to this file (HTML)
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,

    /// Print one JSON object per family and size, one per line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    threads: Threads,
}

type Key = (&'static str, usize, usize);
type Measures = BTreeMap<String, f64>;

/// What is known of one puzzle.
struct Measured {
    /// Where it came in the input or in the run.
    number: usize,
    measures: Measures,
    /// Its drawing, if one is wanted.
    drawing: String,
}

/// How many of each are drawn.
const DRAWN: usize = 30;

pub fn run(mut args: Args) -> anyhow::Result<Exit> {
    let input = std::mem::take(&mut args.input.puzzles);
    let input = Input { puzzles: input };
    if args.alike {
        return alike(input, &args);
    }
    let with_drawing = args.sheet.is_some();
    let groups: Mutex<BTreeMap<Key, Vec<Measured>>> = Mutex::new(BTreeMap::new());
    let work = |job: &Job| {
        let puzzle = job.document.puzzle.as_ref();
        let (rows, cols) = (puzzle.size().rows(), puzzle.size().cols());
        if args.size.is_none_or(|side| (rows, cols) == (side, side)) {
            let measured = measured(job.number, puzzle, with_drawing);
            let mut groups = groups.lock().map_err(|_| "a defect in gridwright")?;
            let key = (puzzle.family().id, rows, cols);
            groups.entry(key).or_default().push(measured);
        }
        Ok(Reply::default())
    };
    let exit = batch::run(input.items(), args.threads, Mode::Human, work)?.exit;
    let mut groups = groups.into_inner().unwrap_or_default();
    groups.retain(|_, given| given.len() >= args.least);
    let mut out = Out::new();
    let mut page = String::from(
        "<!doctype html><meta charset=utf-8><title>Given and made</title><style>\
         body{font:14px sans-serif} td{vertical-align:top} svg{height:190px;margin:6px}</style>\n",
    );
    for ((id, rows, cols), mut given) in groups {
        given.sort_by_key(|one| one.number);
        let family = puzzles::family(id).expect("a family of the list");
        let made = made(family, (rows, cols), &args, with_drawing)?;
        let names: BTreeSet<&String> = (given.iter().chain(&made))
            .flat_map(|one| one.measures.keys())
            .collect();
        let rows_of: Vec<(&str, [f64; 3], [f64; 3])> = (names.iter())
            .map(|&name| (name.as_str(), middle(&given, name), middle(&made, name)))
            .collect();
        let told = if args.json { told_json } else { told_words };
        let text = told(family, (rows, cols), [given.len(), made.len()], &rows_of);
        out.print(text.as_bytes(), exit);
        out.flush(exit);
        page += &format!("<h2>{} {rows}×{cols}</h2><table><tr>", family.name);
        for (words, some) in [("given", &given), ("made", &made)] {
            let drawings = some.iter().take(DRAWN).map(|one| one.drawing.as_str());
            page += &format!(
                "<td width=50%><h3>{words}</h3>{}",
                drawings.collect::<String>()
            );
        }
        page += "</table>\n";
    }
    if let Some(path) = &args.sheet {
        write_file(path, page.as_bytes())?;
    }
    Ok(exit)
}

/// Which puzzles look alike, class by class.
fn alike(input: Input, args: &Args) -> anyhow::Result<Exit> {
    let all: Mutex<Vec<(usize, serde_json::Value, Likeness)>> = Mutex::default();
    let work = |job: &Job| {
        let size = job.document.puzzle.size();
        if args
            .size
            .is_none_or(|side| (size.rows(), size.cols()) == (side, side))
        {
            let likeness = Likeness::of(job.document.puzzle.clone());
            let mut all = all.lock().map_err(|_| "a defect in gridwright")?;
            all.push((job.number, job.id(), likeness));
        }
        Ok(Reply::default())
    };
    let exit = batch::run(input.items(), args.threads, Mode::Human, work)?.exit;
    let mut all = all.into_inner().unwrap_or_default();
    all.sort_by_key(|one| one.0);
    let likenesses: Vec<Likeness> = all.iter().map(|one| one.2.clone()).collect();
    let mut classes = classes(&likenesses);
    classes.retain(|class| class.len() > 1);
    let ids = |class: &Vec<usize>| class.iter().map(|&i| all[i].1.clone()).collect::<Vec<_>>();
    let text: String = match args.json {
        true => (classes.iter())
            .map(|class| format!("{}\n", json!({"alike": ids(class)})))
            .collect(),
        false if classes.is_empty() => {
            format!(
                "{}: no two look alike.\n",
                words::count(all.len(), "puzzle", "puzzles")
            )
        }
        false => (classes.iter())
            .map(|class| {
                let label = |id: &serde_json::Value| match id.as_str() {
                    Some(id) => words::harmless(id),
                    None => id.to_string(),
                };
                let names: Vec<String> = ids(class).iter().map(label).collect();
                format!("Alike: {}\n", names.join(", "))
            })
            .collect(),
    };
    let mut out = Out::new();
    out.print(text.as_bytes(), exit);
    out.flush(exit);
    Ok(exit)
}

fn measured(number: usize, puzzle: &dyn Puzzle, with_drawing: bool) -> Measured {
    let drawing = || {
        let scene = puzzle.draw(&puzzle.blank(), &DrawOptions::default());
        scene::svg(&scene, PRINT_CSS, 24.0)
    };
    Measured {
        number,
        measures: measures(puzzle, Budget::conflicts(CONFLICTS)),
        drawing: if with_drawing {
            drawing()
        } else {
            String::new()
        },
    }
}

/// Puzzles of this size, as they come without any wish.
fn made(
    family: &'static Family,
    (rows, cols): (usize, usize),
    args: &Args,
    with_drawing: bool,
) -> anyhow::Result<Vec<Measured>> {
    let form = OrderForm {
        method: None,
        rows,
        cols,
        symmetry: ClueSymmetry::Any,
        density: None,
        options: Vec::new(),
        map: None,
        wish: Wish::default(),
        seed: args.seed,
        attempts: Some(ATTEMPTS),
        conflicts: CONFLICTS,
        unchecked: false,
    };
    let order = form.order(family).map_err(anyhow::Error::msg)?;
    let mut all = Vec::new();
    batch::in_order(
        args.threads.number(),
        0..args.count,
        |index| {
            let made = generate(&order, index, &|| false).made;
            made.map(|made| measured(index as usize, made.puzzle.as_ref(), with_drawing))
        },
        |event| {
            if let batch::Event::Ready(Some(one)) = event {
                all.push(one);
            }
        },
    )?;
    Ok(all)
}

fn middle(some: &[Measured], name: &str) -> [f64; 3] {
    let value = |one: &Measured| one.measures.get(name).copied().unwrap_or(0.0);
    quartiles(some.iter().map(value).collect())
}

/// Does the median of the second lie within the middle half of the first?
fn is_within([least, _, most]: [f64; 3], [_, median, _]: [f64; 3]) -> bool {
    const ROUNDING: f64 = 1e-9;
    (least - ROUNDING..=most + ROUNDING).contains(&median)
}

fn told_words(
    family: &Family,
    (rows, cols): (usize, usize),
    [given, made]: [usize; 2],
    lines: &[(&str, [f64; 3], [f64; 3])],
) -> String {
    let name = family.name;
    let mut text = format!("{name} {rows}×{cols}: {given} given, {made} made\n");
    text += &format!("  {:<16} {:^23}  {:^23}\n", "", "given ¼ ½ ¾", "made ¼ ½ ¾");
    for (name, first, second) in lines {
        let three = |[a, b, c]: [f64; 3]| format!("{a:>7.1} {b:>7.1} {c:>7.1}");
        let verdict = if is_within(*first, *second) {
            ""
        } else {
            "outside"
        };
        let line = format!(
            "  {name:<16} {}  {}  {verdict}",
            three(*first),
            three(*second)
        );
        text += line.trim_end();
        text.push('\n');
    }
    text
}

fn told_json(
    family: &Family,
    (rows, cols): (usize, usize),
    [given, made]: [usize; 2],
    lines: &[(&str, [f64; 3], [f64; 3])],
) -> String {
    let one = |(name, first, second): &(&str, [f64; 3], [f64; 3])| {
        let within = is_within(*first, *second);
        json!({"name": name, "given": first, "made": second, "within": within})
    };
    let measures: Vec<_> = lines.iter().map(one).collect();
    let object = json!({
        "type": family.id, "rows": rows, "cols": cols,
        "given": given, "made": made, "measures": measures,
    });
    format!("{object}\n")
}
