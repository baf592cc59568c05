//! The smallest sample of every experiment, its shape, and the facts that must come out exactly.

use std::collections::BTreeSet;
use std::sync::{Mutex, OnceLock};

use pipe::Solver;

use super::*;

fn settings(solvers: &[&str]) -> Settings {
    let solvers = solvers
        .iter()
        .map(|name| Solver::parse(name).expect("a solver"));
    Settings {
        sample: Sample::Smallest,
        seed: 1,
        threads: 2,
        solvers: solvers.filter(Solver::is_installed).collect(),
        missing: Vec::new(),
        given: Vec::new(),
        trial: None,
        limit: None,
        census: [OnceLock::new(), OnceLock::new()],
    }
}

fn run(id: &str, settings: &Settings) -> Report {
    let entry = ENTRIES.iter().find(|entry| entry.id == id);
    let entry = entry.unwrap_or_else(|| panic!("an experiment {id}"));
    entry.run(&Lab::new(settings, entry, &|_| {}))
}

/// Do something with what an experiment works with.
pub(super) fn with_lab(id: &str, work: impl FnOnce(&Lab, &mut Report)) {
    let settings = settings(&[]);
    let entry = ENTRIES.iter().find(|entry| entry.id == id);
    let entry = entry.unwrap_or_else(|| panic!("an experiment {id}"));
    let lab = Lab::new(&settings, entry, &|_| {});
    work(&lab, &mut Report::new(entry, &lab));
}

/// What this table has in a row with these words, in the first of our columns.
fn ours(table: &Table, words: &str) -> Cell {
    let row = table.rows.iter().find(|row| row[0].text() == words);
    let row = row.unwrap_or_else(|| panic!("{words} in {}", table.text()));
    let column = table
        .columns
        .iter()
        .position(|column| column.side == Side::Ours);
    row[column.expect("a column of ours")].clone()
}

#[test]
fn there_are_forty_two_experiments_of_five_studies() {
    assert_eq!(ENTRIES.len(), 42);
    for study in STUDIES {
        let own = ENTRIES
            .iter()
            .filter(|entry| entry.study() == study)
            .count();
        let wanted = match study.id {
            "fobidoshi" => 7,
            "yajilin" => 3,
            "sky" => 19,
            "satogaeri" => 4,
            _ => 9,
        };
        assert_eq!(own, wanted, "{}", study.id);
        assert!(puzzles::family(study.family).is_some());
    }
    for entry in ENTRIES {
        assert!(entry.sample.is_sorted(), "{}", entry.id);
        assert!(!entry.title.ends_with('.') && !entry.source.is_empty());
    }
}

/// Every experiment gives a table with numbers of ours, and sentences; and it is read back from
/// JSON as it was. With a solver if there is one: where there is none, it is said.
#[test]
fn the_smallest_sample_of_every_experiment_has_its_shape() {
    let settings = settings(&["z3"]);
    for entry in ENTRIES {
        let report = entry.run(&Lab::new(&settings, entry, &|_| {}));
        let needs_solver = ["hashi border", "hashi variants"].contains(&entry.id);
        assert!(!report.cut, "{}", entry.id);
        assert!(!report.tables.is_empty(), "{}", entry.id);
        for table in &report.tables {
            let is_ours = |i: &usize| table.columns[*i].side == Side::Ours;
            let columns: Vec<usize> = (0..table.columns.len()).filter(is_ours).collect();
            let known = |row: &Vec<Cell>| columns.iter().any(|&i| row[i] != Cell::Nothing);
            let some = table.rows.iter().any(known);
            assert!(
                some || needs_solver && settings.solvers.is_empty(),
                "{}: nothing of ours in\n{}",
                entry.id,
                table.text()
            );
            assert_eq!(table.csv().lines().count(), table.rows.len() + 1);
        }
        let draws = |plot: &Plot| match &plot.drawing {
            Drawing::Curves(curves) => curves.iter().any(|curve| !curve.points.is_empty()),
            Drawing::Boxes(boxes) => !boxes.is_empty(),
            Drawing::Bars(_, series) => !series.is_empty(),
            Drawing::Scatter(clouds) => clouds.iter().any(|cloud| !cloud.points.is_empty()),
            Drawing::Diagram(names, _) => !names.is_empty(),
        };
        assert!(
            report.plots.iter().any(draws) || needs_solver && settings.solvers.is_empty(),
            "{}: nothing is drawn",
            entry.id
        );
        for plot in &report.plots {
            let svg = plot.svg("");
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", entry.id);
        }
        // All that there is needs nobody to make it.
        let made = !entry.of.is_empty();
        assert!(
            !made || !report.material.is_empty(),
            "{}: no call",
            entry.id
        );
        let is_call = |call: &String| call.starts_with("gridwright generate ");
        assert!(report.material.iter().all(is_call), "{}", entry.id);
        assert!(
            !report
                .words
                .iter()
                .any(|words| words.contains("must not be")),
            "{}",
            report.text()
        );
        let json = serde_json::to_string(&report).expect("JSON");
        let read: Report = serde_json::from_str(&json).expect("a report");
        // Times may come back with another last digit, far behind those that are shown.
        assert_eq!(read.text(), report.text());
        assert_eq!(read.plots.len(), report.plots.len(), "{}", entry.id);
    }
}

/// Whoever has no solver gets what needs none, and is told what is missing.
#[test]
fn without_a_solver_experiments_go_on() {
    let mut settings = settings(&[]);
    settings.missing.push("z3 is not installed.".to_owned());
    for id in ["hashi solve", "satogaeri example", "fobidoshi smt"] {
        let report = run(id, &settings);
        assert!(!report.tables[0].rows.is_empty(), "{id}");
        let missing = report.missing.join(" ");
        assert!(missing.contains("z3 is not installed"), "{id}: {missing}");
        assert!(report.text().contains("Missing: z3 is not installed."));
    }
}

#[test]
fn an_experiment_without_time_says_so() {
    let mut settings = settings(&[]);
    settings.limit = Some(std::time::Duration::ZERO);
    for id in ["sky census", "hashi generate", "fobidoshi switches"] {
        let report = run(id, &settings);
        assert!(report.cut, "{id}");
        assert!(report.text().contains("The time ran out"), "{id}");
    }
}

/// What an experiment gives with the lines that an earlier run has kept, and the lines that it keeps.
fn gone_on(id: &str, lines: &[String]) -> (Report, Vec<String>) {
    let settings = settings(&["z3"]);
    let entry = ENTRIES.iter().find(|entry| entry.id == id);
    let entry = entry.unwrap_or_else(|| panic!("an experiment {id}"));
    let kept = Mutex::new(Vec::new());
    let keep = |line: &str| kept.lock().expect("no panic").push(line.to_owned());
    let memo = Memo::new(lines, &keep);
    let report = entry.run(&Lab::new(&settings, entry, &|_| {}).with_memo(&memo));
    (report, kept.into_inner().expect("no panic"))
}

/// Even times are those of the first run, so nothing was measured twice.
#[test]
fn a_run_that_was_killed_goes_on_where_it_was() {
    for id in [
        "fobidoshi switches",
        "fobidoshi smt",
        "yajilin seeded",
        "sky backtracking",
        "sky census",
        "satogaeri countrysize",
        "hashi solve",
        "hashi satunsat",
        "hashi generate",
    ] {
        let (whole, lines) = gone_on(id, &[]);
        assert!(lines.len() > 2, "{id} keeps {} lines", lines.len());
        let tables =
            |report: &Report| -> Vec<String> { report.tables.iter().map(Table::text).collect() };
        let (again, new) = gone_on(id, &lines);
        assert_eq!(new, [""; 0], "{id}");
        assert_eq!(tables(&again), tables(&whole), "{id}");
        assert!(
            again.text().contains("of a run that was interrupted"),
            "{id}"
        );
        // Killed in the middle: the rest is measured, and no more.
        let half = lines.len() / 2;
        let (_, mut rest) = gone_on(id, &lines[..half]);
        let name = |line: &String| line.split('"').nth(1).map(str::to_owned);
        rest.extend_from_slice(&lines[..half]);
        let names = |lines: &[String]| lines.iter().map(name).collect::<BTreeSet<_>>();
        assert_eq!(names(&rest), names(&lines), "{id}");
        assert_eq!(rest.len(), lines.len(), "{id}");
    }
}

/// What the end of the time has cut short is measured again by the next run.
#[test]
fn nothing_is_kept_of_what_was_cut_short() {
    let kept = Mutex::new(0);
    let keep = |_: &str| *kept.lock().expect("no panic") += 1;
    let memo = Memo::new(&[], &keep);
    let mut settings = settings(&[]);
    settings.limit = Some(std::time::Duration::ZERO);
    let entry = &ENTRIES[0];
    let lab = Lab::new(&settings, entry, &|_| {}).with_memo(&memo);
    assert_eq!(lab.measure(3, |i| i.to_string(), |i| i), [0; 0]);
    settings.limit = None;
    let lab = Lab::new(&settings, entry, &|_| {}).with_memo(&memo);
    let odd = lab.try_measure(
        4,
        |i| i.to_string(),
        |i| if i % 2 == 1 { Ok(i) } else { Err(i) },
    );
    assert_eq!(odd, [Err(0), Ok(1), Err(2), Ok(3)]);
    assert_eq!(*kept.lock().expect("no panic"), 2);
}

#[test]
fn the_squares_of_size_4() {
    let settings = settings(&[]);
    let latin = run("sky latin", &settings);
    let squares = [(4, 576.0), (5, 161_280.0)];
    for (side, squares) in squares {
        assert_eq!(
            ours(&latin.tables[0], &side.to_string()),
            Cell::Number(squares)
        );
    }
    let census = &run("sky census", &settings).tables[0];
    assert_eq!(ours(census, "Latin squares"), Cell::Number(576.0));
    assert_eq!(ours(census, "different sets of clues"), Cell::Number(438.0));
    assert_eq!(ours(census, "with one solution"), Cell::Number(372.0));
    assert_eq!(ours(census, "solved by all rules"), Cell::Number(372.0));
}

/// All of size 5, as `experiment run "sky census"` has it: some seconds.
#[test]
fn the_squares_of_size_5() {
    let mut settings = settings(&[]);
    settings.sample = Sample::Quick;
    let census = &run("sky census", &settings).tables[0];
    for (what, number) in [
        ("Latin squares", 161_280.0),
        ("different sets of clues", 102_398.0),
        ("with one solution", 68_368.0),
        ("solved without SimpleTry", 67_056.0),
        ("solved by all rules", 68_364.0),
    ] {
        assert_eq!(ours(census, what), Cell::Number(number), "{what}");
    }
}

#[test]
fn the_eight_clauses_of_figure_4_15_are_counted() {
    let report = run("yajilin engines", &settings(&[]));
    let table = &report.tables[1];
    let row = table.rows.iter().find(|row| row[2] == Cell::Number(8.0));
    assert_eq!(row.expect("the figure's clue")[3], Cell::Number(8.0));
    assert!(
        table.rows.iter().all(|row| row[3] == row[4]),
        "{}",
        table.text()
    );
}

#[test]
fn the_same_seed_gives_the_same_puzzles() {
    let settings = settings(&[]);
    let id = "satogaeri countrysize";
    assert_eq!(run(id, &settings).tables, run(id, &settings).tables);
}

#[test]
fn the_page_has_everything_in_it() {
    let settings = settings(&[]);
    let reports = [run("sky latin", &settings), run("sky genetic", &settings)];
    let facts = Facts {
        facts: vec![("machine".to_owned(), "a <small> one".to_owned())],
    };
    let page = page(&facts, &reports);
    for text in [
        "a &lt;small&gt; one",
        "id=\"sky-latin\"",
        "<svg",
        "161,280",
        "base64,",
    ] {
        assert!(page.contains(text), "{text}");
    }
    let elsewhere = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!elsewhere.contains("http:") && !elsewhere.contains("https:"));
}
