//! The library in rows that a browser keeps and the library in a file give the same answers, letter by
//! letter, whatever is asked of them; and puzzles move from one to the other without loss.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use api::Budget;
use puzzles::{FAMILIES, all_turned};
use serde_json::{Value, json};
use serve::LibraryRequests;
use tempfile::TempDir;

/// What the page does (web/library/rows.js), without a page.
#[derive(Default)]
struct Browser {
    lines: BTreeMap<i64, Value>,
    rows: BTreeMap<i64, Value>,
    next: i64,
    plays: i64,
    /// How often the engine was asked.
    asked: usize,
}

impl Browser {
    fn answer(&mut self, request: &Value) -> String {
        let (mut lines, mut ids, mut keys) = (false, Vec::<i64>::new(), Vec::<String>::new());
        loop {
            let wanted = |row: &&Value| {
                ids.contains(&row["id"].as_i64().unwrap())
                    || keys.iter().any(|key| row["key"] == **key)
            };
            let kept: Vec<&Value> = self.rows.values().filter(wanted).collect();
            let mut rows = json!({ "next": self.next, "plays": self.plays, "kept": kept, "ids": ids, "keys": keys });
            if lines {
                rows["lines"] = self.lines.values().cloned().collect();
            }
            self.asked += 1;
            let whole = json!({ "op": "shelf", "request": request, "known": rows });
            let text = api::answer(&whole.to_string(), Budget::UNLIMITED);
            let answer: Value = serde_json::from_str(&text).unwrap();
            if answer["ok"] != true {
                return text;
            }
            if let Some(lacks) = answer.get("lacks") {
                let before = (lines, ids.len(), keys.len());
                lines |= lacks["lines"] == true;
                ids.extend(
                    lacks["ids"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|id| id.as_i64().unwrap()),
                );
                keys.extend(
                    lacks["keys"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|key| key.as_str().unwrap().to_owned()),
                );
                assert_ne!(before, (lines, ids.len(), keys.len()), "it comes to an end");
                continue;
            }
            if let Some(changes) = answer.get("changes") {
                self.next = changes["next"].as_i64().unwrap();
                self.plays = changes["plays"].as_i64().unwrap();
                for id in changes["removed"].as_array().unwrap() {
                    let id = id.as_i64().unwrap();
                    self.lines.remove(&id);
                    self.rows.remove(&id);
                }
                for row in changes["put"].as_array().unwrap() {
                    let id = row["id"].as_i64().unwrap();
                    self.lines.insert(id, row["line"].clone());
                    let kept = json!({ "id": id, "key": row["key"], "text": row["text"] });
                    self.rows.insert(id, kept);
                }
            }
            // As it was written, not as it is read here.
            return within(&text);
        }
    }

    fn ask(&mut self, request: Value) -> Value {
        let answer: Value = serde_json::from_str(&self.answer(&request)).unwrap();
        assert_eq!(answer["ok"], true, "{request}: {answer}");
        answer
    }
}

/// The field `answer` of a response, as it is written there.
fn within(text: &str) -> String {
    #[derive(serde::Deserialize)]
    struct Envelope<'a> {
        #[serde(borrow)]
        answer: &'a serde_json::value::RawValue,
    }
    serde_json::from_str::<Envelope>(text)
        .unwrap()
        .answer
        .get()
        .to_owned()
}

struct Both {
    browser: Browser,
    file: LibraryRequests,
    _folder: TempDir,
}

impl Both {
    fn new() -> Both {
        let folder = tempfile::tempdir().unwrap();
        Both {
            browser: Browser::default(),
            file: LibraryRequests::open(&folder.path().join("some.library")).unwrap(),
            _folder: folder,
        }
    }

    fn ask(&mut self, request: Value) -> Value {
        let in_file = self.file.answer(&request.to_string(), Budget::UNLIMITED);
        let in_rows = self.browser.answer(&request);
        assert_eq!(in_rows, in_file, "{request}");
        serde_json::from_str(&in_file).unwrap()
    }
}

/// The samples of all families, each in all its positions.
fn puzzles() -> Vec<Vec<Value>> {
    let samples = FAMILIES.iter().flat_map(|family| family.samples());
    let small = samples
        .map(|document| document.unwrap())
        .filter(|document| {
            let size = document.puzzle.size();
            size.rows() * size.cols() <= 64
        });
    let turned = |document: puzzles::format::Document| {
        let text = |puzzle| {
            let text = puzzles::format::write(&puzzles::format::Document::new(puzzle), "json");
            serde_json::from_str(&text.unwrap()).unwrap()
        };
        all_turned(document.puzzle.as_ref()).map(text).collect()
    };
    small.map(turned).collect()
}

/// Numbers that look random, and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = (self.0)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    fn ids(&mut self) -> Vec<i64> {
        (0..=self.below(3))
            .map(|_| 1 + self.below(20) as i64)
            .collect()
    }
}

fn blank(puzzle: &Value) -> Vec<u16> {
    let request = json!({ "op": "show", "puzzle": puzzle });
    let answer = api::answer(&request.to_string(), Budget::UNLIMITED);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    serde_json::from_value(answer["board"].clone()).unwrap()
}

fn request(dice: &mut Dice, pool: &[Vec<Value>]) -> Value {
    let tags = ["odd", "even", "Größe", "for Ann"];
    let grades = ["easy", "medium", "hard"];
    let positions = dice.below(pool.len());
    let puzzle = dice.one(&pool[positions]).clone();
    let play = |dice: &mut Dice, slots: usize| {
        let mut play = json!({ "at": dice.below(5) * 1000, "solved": dice.below(2) == 0 });
        if dice.below(2) == 0 {
            play["seconds"] = json!(dice.below(3));
            play["fun"] = json!("fun");
        }
        if dice.below(2) == 0 && slots > 0 {
            play["board"] = json!(vec![0; slots]);
            play["moves"] = json!([[[dice.below(slots), 0, 1]]]);
        }
        play
    };
    match dice.below(12) {
        0 | 1 => {
            let mut one = json!({ "puzzle": puzzle, "tags": [dice.one(&tags)] });
            if dice.below(2) == 0 {
                one["puzzle"]["title"] = json!(format!("No. {}", dice.below(9)));
                let (score, grade) = *dice.one(&[(10.0, "easy"), (50.0, "medium"), (90.0, "hard")]);
                one["rating"] = json!({ "difficulty": { "score": score, "grade": grade } });
            }
            if dice.below(3) == 0 {
                let solve = json!({ "op": "solve", "puzzle": puzzle }).to_string();
                let answer = api::answer(&solve, Budget::UNLIMITED);
                let answer: Value = serde_json::from_str(&answer).unwrap();
                one["solution"] = answer["solutions"][0].clone();
            }
            json!({ "op": "add", "puzzles": [one] })
        }
        2 => {
            let mut one = puzzle.clone();
            let slots = blank(&puzzle).len();
            one["plays"] = json!([play(dice, slots), play(dice, slots)]);
            json!({ "op": "import", "text": format!("{one}\nnonsense\n{puzzle}"), "tags": [dice.one(&tags)] })
        }
        3 => json!({ "op": "play", "id": dice.below(20) as i64 + 1, "play": play(dice, 0) }),
        4 => {
            let slots = blank(&puzzle).len();
            json!({ "op": "play", "puzzle": puzzle, "play": play(dice, slots) })
        }
        5 => {
            json!({ "op": "tag", "ids": dice.ids(), "add": [dice.one(&tags)], "remove": [dice.one(&tags)] })
        }
        6 if dice.below(3) == 0 => json!({ "op": "remove", "ids": dice.ids() }),
        6 | 7 => json!({ "op": "get", "ids": dice.ids() }),
        8 => {
            json!({ "op": "export", "ids": dice.ids(), "format": dice.one(&["json", "janko", "puzzlink"]), "plays": dice.below(2) == 0 })
        }
        9 => json!({ "op": "stats", "family": dice.one(FAMILIES).id }),
        10 => {
            let op = dice.one(&["rate", "opinions", "cluster"]);
            json!({ "op": op, "ids": dice.ids(), "player": 1 + dice.below(3) })
        }
        _ => {
            let sort = dice.one(&["id", "size", "grade", "score", "played"]);
            let mut list = json!({ "op": "list", "sort": sort, "reverse": dice.below(2) == 0 });
            match dice.below(6) {
                0 => list["family"] = json!(dice.one(FAMILIES).id),
                1 => list["grade"] = json!(dice.one(&grades)),
                2 => list["tags"] = json!([dice.one(&tags)]),
                3 => list["state"] = json!(dice.one(&["new", "started", "solved"])),
                4 => list["text"] = json!(dice.one(&["no. 3", "GRÖSSE", "gröSSe", "ANN", "größe"])),
                _ => list["rows"] = json!(4 + dice.below(5)),
            }
            list
        }
    }
}

#[test]
fn rows_and_file_answer_alike() {
    let pool = puzzles();
    assert!(pool.len() > 5);
    let mut both = Both::new();
    let mut dice = Dice(1);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut most = 0;
    for _ in 0..600 {
        let asked = request(&mut dice, &pool);
        *seen.entry(asked["op"].to_string()).or_default() += 1;
        both.ask(asked);
        most = most.max(both.browser.rows.len());
    }
    assert_eq!(seen.len(), 12, "{seen:?}");
    assert!(most > 6, "at most {most} puzzles");
    both.ask(json!({ "op": "list" }));
    let ids: Vec<i64> = both.browser.rows.keys().copied().take(3).collect();
    both.ask(json!({ "op": "report", "ids": ids }));
    let more = both.browser.asked;
    assert!(more < 1400, "{more} questions");
}

/// What a text says, line by line. Plays come in the order of their times, where these are known.
fn records(text: &str) -> Vec<Value> {
    let record = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        if let Some(plays) = record["plays"].as_array_mut() {
            plays.sort_by_key(Value::to_string);
        }
        record
    };
    text.lines().map(record).collect()
}

#[test]
fn all_that_is_known_moves_from_one_to_the_other_and_back_and_never_twice() {
    let pool = puzzles();
    let mut both = Both::new();
    let mut dice = Dice(7);
    for _ in 0..200 {
        both.ask(request(&mut dice, &pool));
    }
    let of = |answer: &Value| -> Vec<i64> {
        let entries = answer["entries"].as_array().unwrap();
        entries.iter().map(|e| e["id"].as_i64().unwrap()).collect()
    };
    let ids = of(&both.ask(json!({ "op": "list" })));
    assert!(ids.len() > 5);
    let text = both.ask(json!({ "op": "export", "ids": ids, "format": "json", "plays": true }));
    let text = text["text"].as_str().unwrap().to_owned();

    let mut other = Both::new();
    let moved = other.ask(json!({ "op": "import", "text": text }));
    assert_eq!(moved["errors"], json!([]));
    let again = other.ask(json!({ "op": "import", "text": text }));
    assert!(
        again["added"]
            .as_array()
            .unwrap()
            .iter()
            .all(|one| one["new"] == false)
    );
    let new_ids = of(&other.ask(json!({ "op": "list" })));
    assert_eq!(new_ids.len(), ids.len());
    let back =
        other.ask(json!({ "op": "export", "ids": new_ids, "format": "json", "plays": true }));
    assert_eq!(records(back["text"].as_str().unwrap()), records(&text));

    // What is there already, turned, gets what it lacks.
    let before = both.browser.ask(json!({ "op": "get", "ids": ids }));
    both.ask(json!({ "op": "import", "text": text }));
    assert_eq!(both.browser.ask(json!({ "op": "get", "ids": ids })), before);
}

#[test]
fn a_row_that_cannot_be_read_is_said() {
    let row = json!({ "id": 1, "key": "k", "text": "{}" });
    let rows = json!({ "next": 2, "plays": 0, "kept": [row], "ids": [1] });
    let request = json!({ "op": "shelf", "request": { "op": "get", "ids": [1] }, "known": rows });
    let answer = api::answer(&request.to_string(), Budget::UNLIMITED);
    assert!(answer.contains("puzzle 1 cannot be read"), "{answer}");
}
