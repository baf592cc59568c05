//! How the contents of a library look: lines for people and JSON for programs.

use ::library::{Contents, Count, Fault, Kept, Play, Stats, Summary};
use puzzles::DrawOptions;
use puzzles::format::write;
use serde_json::{Map, Value, json};

use crate::output::text_style;
use crate::words;

/// A line of `list --json`.
pub fn summary_json(line: &Summary) -> String {
    let object = json!({
        "id": line.id,
        "type": line.family,
        "rows": line.rows,
        "cols": line.cols,
        "grade": line.grade,
        "score": line.score,
        "state": line.state.name(),
        "tags": line.tags,
        "title": line.title,
    });
    format!("{object}\n")
}

/// The list for people.
pub fn table(list: &[Summary]) -> String {
    let line = |line: &Summary| {
        let size = format!("{}×{}", line.rows, line.cols);
        let score = line.score.map_or(String::new(), |s| format!("{s:.1}"));
        let text = format!(
            "{:>6}  {:<12} {size:<8} {score:>5} {:<7} {:<7} {}{}",
            line.id,
            line.family,
            words::harmless(line.grade.as_deref().unwrap_or("-")),
            line.state.name(),
            words::harmless(line.title.as_deref().unwrap_or("")),
            tags(&line.tags),
        );
        format!("{}\n", text.trim_end())
    };
    list.iter().map(line).collect()
}

fn tags(tags: &[String]) -> String {
    (tags.iter())
        .map(|tag| format!(" [{}]", words::harmless(tag)))
        .collect()
}

fn play_json(play: &Play) -> Value {
    json!({
        "at": play.at,
        "seconds": play.seconds,
        "solved": play.solved,
        "difficulty": play.difficulty,
        "fun": play.fun,
        "looks": play.looks,
    })
}

/// A line of `show --json`.
pub fn kept_json(kept: &Kept) -> anyhow::Result<String> {
    let entry = &kept.entry;
    let puzzle = write(&entry.document, "json").map_err(|e| anyhow::anyhow!(e.message))?;
    let object = json!({
        "id": kept.id,
        "type": entry.document.puzzle.family().id,
        "puzzle": serde_json::from_str::<Value>(&puzzle)?,
        "rating": entry.rating,
        "tags": entry.tags,
        "origin": {
            "command": entry.origin.command,
            "seed": entry.origin.seed,
            "index": entry.origin.index,
            "version": entry.origin.version,
        },
        "plays": kept.plays.iter().map(play_json).collect::<Vec<_>>(),
    });
    Ok(format!("{object}\n"))
}

/// A puzzle for people, drawn, with everything that is known about it.
pub fn kept_text(kept: &Kept, solution: bool) -> String {
    let entry = &kept.entry;
    let puzzle = entry.document.puzzle.as_ref();
    let size = puzzle.size();
    let text = |key: &str| {
        let text = entry.document.extra.get(key).and_then(Value::as_str);
        text.map(words::harmless)
    };
    let mut out = format!(
        "{}: {} {}×{}{}",
        kept.id,
        puzzle.family().name,
        size.rows(),
        size.cols(),
        tags(&entry.tags)
    );
    if let Some(title) = text("title") {
        out += &format!(", {title}");
    }
    if let Some(author) = text("author") {
        out += &format!(" ({author})");
    }
    out.push('\n');
    let scene = match &entry.document.solution {
        Some(board) if solution => puzzle.draw(board, &DrawOptions::SOLUTION),
        _ => puzzle.draw(
            entry.document.marks.as_ref().unwrap_or(&puzzle.blank()),
            &DrawOptions::default(),
        ),
    };
    out += &scene::text(&scene, &text_style());
    out += match (&entry.document.solution, solution) {
        (None, true) => "There is no solution in the library.\n",
        (None, false) => "No solution yet.\n",
        (Some(_), _) => "",
    };
    if let Some(rating) = &entry.rating {
        let grades = (rating.marks())
            .map(|(name, mark)| format!("{name} {:.1}, {}", mark.score, mark.grade));
        let grades = grades.collect::<Vec<_>>().join("; ");
        out += &format!("Rating: {}.\n", words::harmless(&grades));
    }
    let origin = &entry.origin;
    let from = [
        origin.command.clone(),
        origin.seed.map(|seed| format!("seed {seed}")),
        origin.index.map(|index| format!("index {index}")),
        origin.version.as_ref().map(|v| format!("version {v}")),
    ];
    let from: Vec<String> = from.into_iter().flatten().collect();
    if !from.is_empty() {
        out += &format!("From: {}.\n", words::harmless(&from.join(", ")));
    }
    for play in &kept.plays {
        let how = if play.solved { "Solved" } else { "Started" };
        let time = play.seconds.map(|s| format!(" in {:.1} minutes", s / 60.0));
        let opinions = [&play.difficulty, &play.fun, &play.looks];
        let opinions = opinions
            .into_iter()
            .flatten()
            .map(|word| format!(", {}", words::harmless(word)));
        out += &format!(
            "{how}{}{}.\n",
            time.unwrap_or_default(),
            opinions.collect::<String>()
        );
    }
    out
}

/// The object of `stats --json`.
pub fn stats_json(stats: &Stats) -> String {
    let counts = |counts: &[Count]| -> Map<String, Value> {
        let pairs = counts.iter().map(|c| (c.name.clone(), c.count.into()));
        pairs.collect()
    };
    let batches: Vec<Value> = (stats.batches.iter())
        .map(|batch| {
            json!({
                "request": batch.request,
                "seed": batch.seed.parse::<u64>().ok(),
                "version": batch.version,
                "puzzles": batch.puzzles,
                "twice": batch.twice,
                "given_up": batch.given_up,
            })
        })
        .collect();
    let object = json!({
        "puzzles": stats.puzzles,
        "with_solution": stats.with_solution,
        "plays": stats.plays,
        "families": counts(&stats.families),
        "grades": counts(&stats.grades),
        "states": counts(&stats.states),
        "tags": counts(&stats.tags),
        "batches": batches,
        "faults": faults_json(&stats.faults),
    });
    format!("{object}\n")
}

/// The numbers for people.
pub fn stats_text(stats: &Stats) -> String {
    let mut out = format!(
        "{}, {} with solution; {}\n",
        words::count(stats.puzzles, "puzzle", "puzzles"),
        stats.with_solution,
        words::count(stats.plays, "play", "plays"),
    );
    let parts = [
        ("Families", &stats.families),
        ("Grades", &stats.grades),
        ("States", &stats.states),
        ("Tags", &stats.tags),
    ];
    for (name, counts) in parts {
        let counts: Vec<String> = (counts.iter().filter(|c| c.count > 0))
            .map(|c| format!("{} {}", words::harmless(&c.name), c.count))
            .collect();
        if !counts.is_empty() {
            out += &format!("{name}: {}\n", counts.join(", "));
        }
    }
    for batch in &stats.batches {
        out += &format!(
            "Batch {:?}, seed {}: {}, {}, {} given up\n",
            batch.request,
            words::harmless(&batch.seed),
            words::count(batch.puzzles, "puzzle", "puzzles"),
            words::count(batch.twice, "duplicate", "duplicates"),
            batch.given_up,
        );
    }
    out
}

/// What is wrong with a file, as a list of objects.
fn faults_json(faults: &[Fault]) -> Vec<Value> {
    let object = |fault: &Fault| {
        json!({
            "place": fault.place,
            "puzzle": fault.puzzle,
            "message": fault.why,
        })
    };
    faults.iter().map(object).collect()
}

/// What a file holds and what is wrong with it, as the object of `check` and `repair`.
pub fn contents_json(contents: &Contents) -> Value {
    json!({
        "ok": contents.faults.is_empty(),
        "puzzles": contents.puzzles,
        "tags": contents.tags,
        "plays": contents.plays,
        "batches": contents.batches,
        "faults": faults_json(&contents.faults),
    })
}

/// "3 puzzles, 1 tag, no plays, no batches".
pub fn contents_text(contents: &Contents) -> String {
    let part = |n: usize, one: &str, many: &str| match n {
        0 => format!("no {many}"),
        n => words::count(n, one, many),
    };
    [
        part(contents.puzzles, "puzzle", "puzzles"),
        part(contents.tags, "tag", "tags"),
        part(contents.plays, "play", "plays"),
        part(contents.batches, "batch", "batches"),
    ]
    .join(", ")
}
