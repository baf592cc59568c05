//! A small trial by hand, and what must come out.

use people::{Opinion, Participant, Play, Results, Task, Trial};
use puzzles::format::split;
use serde_json::json;

use super::*;

/// A warm-up, two easy ones and two hard ones with these scores of ours.
fn trial(scores: [f64; 4]) -> Trial {
    let task = |category: &str, width: usize, score: f64| Task {
        name: String::new(),
        warm_up: false,
        category: category.to_owned(),
        rating: serde_json::from_value(
            json!({ "difficulty": { "score": score, "grade": "easy", "parts": {} } }),
        )
        .ok(),
        puzzle: split(&format!(
            "{width}x1m2:1{}1",
            (b'a' + width as u8 - 3) as char
        ))[0]
            .read()
            .expect("a puzzle"),
    };
    let [a, b, c, d] = scores;
    let puzzles = vec![
        task("easy", 4, a),
        task("easy", 5, b),
        task("hard", 6, c),
        task("hard", 7, d),
    ];
    let mut trial = Trial::new("By hand", 1, vec![task("x", 3, 1.0)], puzzles, None).unwrap();
    trial
        .puzzles
        .sort_by_key(|task| task.puzzle.puzzle.blank().slots.len());
    trial
}

fn play(seconds: f64, solved: bool, difficulty: Option<&str>) -> Play {
    Play {
        began: 1_000,
        ended: Some(1_000 + (seconds * 1e3) as i64 + 2_500),
        seconds,
        pauses: 1,
        solved,
        said: Some(Opinion {
            difficulty: difficulty.map(str::to_owned),
            ..Opinion::default()
        }),
        ..Play::default()
    }
}

fn results() -> Results {
    let one = |code: &str, plays: Vec<Play>| Participant {
        code: code.to_owned(),
        visits: 1,
        plays,
    };
    let open = Play {
        began: 1,
        seconds: 77.0,
        ..Play::default()
    };
    Results {
        participants: vec![
            one(
                "AAAAA",
                vec![
                    play(5.0, true, None),
                    play(10.0, true, Some("easy")),
                    play(30.0, true, Some("easy")),
                    play(100.0, true, Some("medium")),
                    play(300.0, true, Some("hard")),
                ],
            ),
            one(
                "BBBBB",
                vec![
                    play(7.0, true, None),
                    play(20.0, true, Some("easy")),
                    play(400.0, false, Some("hard")),
                    open,
                ],
            ),
        ],
    }
}

#[test]
fn the_table_is_that_of_the_study() {
    let report = Report::new(&trial([1.0, 2.0, 3.0, 4.0]), &[results()]);
    assert_eq!((report.participants, report.finished), (2, 1));
    // Given up and still open ones are not averaged. 10, 20, 30: sd 10. 100, 300: sd 141.4.
    assert_eq!(
        report.table().text(),
        "  Times by category\n\
         \x20 category  puzzles  solved  given up  mean s    sd  min  median  max\n\
         \x20 warm-up         1       2         0       6  1.41    5       6    7\n\
         \x20 easy            2       3         1      20    10   10      20   30\n\
         \x20 hard            2       2         0     200   141  100     200  300\n"
    );
    let ranks: Vec<_> = report
        .correlations
        .iter()
        .map(|c| (c.rank, c.count))
        .collect();
    assert_eq!(ranks[0], (Some(1.0), 4));
    assert_eq!(ranks[1].1, 5);
    let against = Report::new(&trial([4.0, 3.0, 2.0, 1.0]), &[results()]);
    assert_eq!(against.correlations[0].rank, Some(-1.0));
}

#[test]
fn every_play_is_a_line_that_experiments_read() {
    let report = Report::new(&trial([1.0, 2.0, 3.0, 4.0]), &[results()]);
    let csv = report.every_play().csv();
    assert_eq!(csv.lines().count(), 1 + 8);
    assert!(csv.contains("AAAAA,2,p"), "{csv}");
    let read = crate::experiment::Trial::read(&csv).expect("a trial");
    let times: Vec<_> = (0..read.len())
        .map(|row| read.number(row, "seconds"))
        .collect();
    assert_eq!(times[..2], [Some(5.0), Some(10.0)]);
    assert_eq!(read.cell(1, "category"), Some("easy"));
    assert_eq!(
        read.grade(4, "difficulty", ["easy", "medium", "hard"]),
        Some(2)
    );
    let puzzle = read.puzzle(1).expect("a puzzle");
    assert_eq!((puzzle.size().rows(), puzzle.size().cols()), (1, 4));
    assert_eq!(report.plays[0].paused, 2.5);
}

#[test]
fn plots_show_every_time() {
    let report = Report::new(&trial([1.0, 2.0, 3.0, 4.0]), &[results()]);
    for (name, plot) in report.plots() {
        let svg = plot.svg("");
        assert!(svg.contains("easy") && svg.contains("hard"), "{name}");
    }
    let (_, each) = &report.plots()[1];
    let crate::experiment::Drawing::Scatter(clouds) = &each.drawing else {
        panic!("points");
    };
    let points: usize = clouds.iter().map(|cloud| cloud.points.len()).sum();
    assert_eq!(points, 7, "everything that was solved");
    // Nobody came: nothing to show, and no panic.
    let empty = Report::new(&trial([1.0, 2.0, 3.0, 4.0]), &[]);
    assert_eq!(empty.plots().len(), 3);
    assert_eq!(empty.correlations[0].rank, None);
}
