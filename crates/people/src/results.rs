//! What the lines of a results file come to: who has come, and how far each participant is.

use puzzles::Board;
use serde_json::Value;

use crate::code::code_of;
use crate::line::{Event, Happening, Line, Opened, Opinion};
use crate::trial::Trial;

/// What has become of a trial so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Results {
    /// In the order in which they first came.
    pub participants: Vec<Participant>,
}

/// How far a participant is.
#[derive(Clone, PartialEq, Debug)]
pub struct Participant {
    /// By which they come back.
    pub code: String,
    /// How often the page was opened.
    pub visits: u32,
    /// The puzzles that were begun, in order.
    pub plays: Vec<Play>,
}

/// How a puzzle was played.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Play {
    /// When it was first shown, in milliseconds since 1970.
    pub began: i64,
    /// When it ended.
    pub ended: Option<i64>,
    /// How long it was in sight and not paused, until now.
    pub seconds: f64,
    /// What was entered, in the page's own notation.
    pub entries: Vec<Value>,
    /// The last visit that said something about it.
    pub visit: u32,
    /// How often the clock stood still: paused, out of sight, or the page was left.
    pub pauses: u32,
    /// It stands still now.
    pub paused: bool,
    /// It ended with the right board.
    pub solved: bool,
    /// How many hints were asked for.
    pub hints: u32,
    /// What the participant says about it, once they were asked.
    pub said: Option<Opinion>,
}

/// What a participant does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Play the puzzle at this place.
    Play(usize),
    /// Say something about it.
    Say(usize),
    /// There is nothing more to do.
    End,
}

/// The most entries of one play, and the most bytes of one entry.
const MOST_ENTRIES: usize = 50_000;
const ENTRY_BYTES: usize = 100_000;

/// Some three thousand years.
const LATEST_SECOND: f64 = 1e11;

impl Play {
    /// How long it was begun and not being played: paused, out of sight, or left.
    pub fn away(&self) -> f64 {
        let whole = self
            .ended
            .map_or(0.0, |end| (end - self.began) as f64 / 1e3);
        (whole - self.seconds).max(0.0)
    }

    fn take(
        &mut self,
        trial: &Trial,
        number: usize,
        line: &Line,
        what: &Happening,
    ) -> Result<(), String> {
        if let Some(seconds) = what.seconds() {
            if !(0.0..LATEST_SECOND).contains(&seconds) {
                return Err("a duration is in seconds, and not negative".to_owned());
            }
            if self.ended.is_some() {
                return Err("this puzzle has ended".to_owned());
            }
            // A page that comes late says what is known already.
            self.seconds = self.seconds.max(seconds);
            self.visit = line.visit;
        }
        match what {
            Happening::Began => return Err("this puzzle has begun already".to_owned()),
            Happening::Moved { from, entries, .. } => self.move_on(*from, entries)?,
            Happening::Paused { .. } => self.pause(),
            Happening::WentOn { .. } => self.paused = false,
            Happening::Ended {
                solved,
                hints,
                board,
                ..
            } => {
                let puzzle = trial.puzzle(number);
                if board.len() != puzzle.blank().slots.len() {
                    return Err("the board does not fit this puzzle".to_owned());
                }
                let board = Board {
                    slots: board.clone(),
                };
                if *solved && !puzzle.check(&board).is_empty() {
                    return Err("this is not solved".to_owned());
                }
                self.ended = Some(line.at);
                self.solved = *solved;
                self.hints = *hints;
            }
            Happening::Said(opinion) => {
                if self.ended.is_none() || self.said.is_some() {
                    return Err("nothing is asked about this puzzle now".to_owned());
                }
                opinion.check()?;
                self.said = Some(opinion.clone());
            }
        }
        Ok(())
    }

    fn pause(&mut self) {
        self.pauses += u32::from(!self.paused);
        self.paused = true;
    }

    /// Take what is new of these entries: a page that had no answer sends the same again.
    fn move_on(&mut self, from: usize, entries: &[Value]) -> Result<(), String> {
        let have = self.entries.len();
        if from > have {
            return Err(format!("there are {have} entries; these begin at {from}"));
        }
        if from + entries.len() > MOST_ENTRIES {
            return Err(format!("at most {MOST_ENTRIES} entries are kept"));
        }
        if entries
            .iter()
            .any(|entry| entry.to_string().len() > ENTRY_BYTES)
        {
            return Err("an entry is too large".to_owned());
        }
        self.entries
            .extend(entries.iter().skip(have - from).cloned());
        Ok(())
    }
}

impl Participant {
    /// What comes next.
    pub fn stage(&self, trial: &Trial) -> Stage {
        let number = self.plays.len();
        match self.plays.last() {
            Some(last) if last.ended.is_none() => Stage::Play(number - 1),
            Some(last) if last.said.is_none() => Stage::Say(number - 1),
            _ if number < trial.puzzles.len() => Stage::Play(number),
            _ => Stage::End,
        }
    }

    /// Would this change anything? A page that had no answer says the same again.
    fn is_known(&self, trial: &Trial, puzzle: &str, what: &Happening) -> bool {
        let play = trial
            .place(puzzle)
            .and_then(|number| self.plays.get(number));
        play.is_some_and(|play| match what {
            Happening::Began => true,
            Happening::Ended {
                seconds, solved, ..
            } => play.ended.is_some() && play.seconds == *seconds && play.solved == *solved,
            Happening::Said(opinion) => play.said.as_ref() == Some(opinion),
            Happening::Paused { .. } => play.paused,
            Happening::WentOn { .. } => !play.paused,
            Happening::Moved { .. } => false,
        })
    }

    fn take(&mut self, trial: &Trial, line: &Line) -> Result<(), String> {
        let (puzzle, happening) = match &line.event {
            Event::Came if line.visit == self.visits + 1 => {
                self.visits += 1;
                // A page that was left may not have had the time to say so.
                if let Some(play) = self.plays.last_mut().filter(|play| play.ended.is_none()) {
                    play.pause();
                }
                return Ok(());
            }
            Event::Came => return Err(format!("visit {} comes after {}", line.visit, self.visits)),
            Event::Puzzle { puzzle, happening } => (puzzle, happening),
        };
        if line.visit != self.visits {
            return Err("this code is in use on another page".to_owned());
        }
        let expected = match (self.stage(trial), happening) {
            (Stage::Play(number), _) | (Stage::Say(number), Happening::Said(_)) => number,
            _ => return Err("nothing is expected of this participant now".to_owned()),
        };
        if trial.place(puzzle) != Some(expected) {
            return Err(format!("{puzzle} is not this participant's turn"));
        }
        if self.plays.len() == expected {
            if *happening != Happening::Began {
                return Err(format!("{puzzle} has not begun"));
            }
            self.plays.push(Play {
                began: line.at,
                visit: line.visit,
                ..Play::default()
            });
            return Ok(());
        }
        self.plays[expected].take(trial, expected, line, happening)
    }
}

impl Results {
    /// The results in a text, and how many of its bytes they take: a server that was killed may have
    /// left half a line behind, of which nobody was told that it was kept.
    pub fn read(trial: &Trial, text: &str) -> Result<(Results, usize), String> {
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut results = Results::default();
        for (i, line) in text[..whole].lines().enumerate() {
            let place = |why: String| format!("line {}: {why}", i + 1);
            if line.trim().is_empty() {
                continue;
            }
            if let Ok(opened) = serde_json::from_str::<Opened>(line) {
                if opened.opened != trial.mark() {
                    let words = "these are results of another trial, or its puzzles were changed";
                    return Err(place(words.to_owned()));
                }
                continue;
            }
            let line: Line = serde_json::from_str(line).map_err(|e| place(e.to_string()))?;
            results.take(trial, &line).map_err(place)?;
        }
        Ok((results, whole))
    }

    /// Take what has happened. False: it is known already, and need not be written down.
    pub fn take(&mut self, trial: &Trial, line: &Line) -> Result<bool, String> {
        let at = self
            .participants
            .iter()
            .position(|one| one.code == line.code);
        let Some(at) = at else {
            return self.welcome(trial, line).map(|()| true);
        };
        let one = &mut self.participants[at];
        if let Event::Puzzle { puzzle, happening } = &line.event
            && line.visit == one.visits
            && one.is_known(trial, puzzle, happening)
        {
            return Ok(false);
        }
        // Half of a change must not stay.
        let mut next = one.clone();
        next.take(trial, line)?;
        *one = next;
        Ok(true)
    }

    fn welcome(&mut self, trial: &Trial, line: &Line) -> Result<(), String> {
        const MOST_PARTICIPANTS: usize = 10_000;
        if code_of(&line.code).as_ref() != Some(&line.code) {
            return Err(format!("{:?} is no code", line.code));
        }
        if !trial.codes.is_empty() && !trial.codes.contains(&line.code) {
            return Err(format!("{} is not a code of this trial", line.code));
        }
        if self.participants.len() >= MOST_PARTICIPANTS {
            return Err(format!("at most {MOST_PARTICIPANTS} participants"));
        }
        if line.event != Event::Came || line.visit != 1 {
            return Err(format!("{} has not come yet", line.code));
        }
        self.participants.push(Participant {
            code: line.code.clone(),
            visits: 1,
            plays: Vec::new(),
        });
        Ok(())
    }

    /// The participant with this code.
    pub fn participant(&self, code: &str) -> Option<&Participant> {
        self.participants.iter().find(|one| one.code == code)
    }
}

#[cfg(test)]
mod tests {
    use puzzles::format::split;
    use serde_json::json;

    use super::*;
    use crate::line::Why;
    use crate::trial::Task;

    /// A warm-up and a puzzle, each of which needs one bridge.
    fn trial() -> Trial {
        let task = |water: &[&str]| {
            let row = |signs: &[&str]| json!([&["1"], signs, &["1"]].concat());
            let dashes = vec!["-"; water.len()];
            let text = json!({
                "type": "hashi", "rows": 1, "cols": water.len() + 2,
                "problem": [row(&dashes)], "solution": [row(water)],
            });
            Task {
                name: String::new(),
                warm_up: false,
                category: "easy".to_owned(),
                rating: None,
                puzzle: split(&text.to_string())[0].read().expect("a puzzle"),
            }
        };
        Trial::new("T", 1, vec![task(&["1"])], vec![task(&["1", "1"])], None).unwrap()
    }

    /// The finished board of a puzzle.
    fn solved(trial: &Trial, number: usize) -> Vec<u16> {
        let solution = trial.puzzles[number].puzzle.solution.as_ref();
        solution.expect("it came along").slots.clone()
    }

    struct Told {
        trial: Trial,
        results: Results,
        text: String,
        at: i64,
    }

    impl Told {
        fn tell(&mut self, visit: u32, event: Event) -> Result<bool, String> {
            self.at += 1000;
            let line = Line {
                at: self.at,
                code: "ABC".to_owned(),
                visit,
                event,
            };
            let new = self.results.take(&self.trial, &line)?;
            if new {
                self.text += &format!("{}\n", json!(line));
            }
            Ok(new)
        }

        fn of(&mut self, visit: u32, puzzle: &str, happening: Happening) -> Result<bool, String> {
            let puzzle = puzzle.to_owned();
            self.tell(visit, Event::Puzzle { puzzle, happening })
        }

        fn stage(&self) -> Stage {
            self.results.participants[0].stage(&self.trial)
        }
    }

    fn told() -> Told {
        let trial = trial();
        let opened = Opened {
            at: 0,
            opened: trial.mark(),
            version: "0".to_owned(),
        };
        let text = format!("{}\n", json!(opened));
        Told {
            trial,
            results: Results::default(),
            text,
            at: 0,
        }
    }

    #[test]
    fn puzzles_come_one_after_the_other_and_everything_is_read_back() {
        let mut told = told();
        let board = [solved(&told.trial, 0), solved(&told.trial, 1)];
        assert!(
            told.of(1, "w1", Happening::Began).is_err(),
            "nobody has come"
        );
        told.tell(1, Event::Came).unwrap();
        assert_eq!(told.stage(), Stage::Play(0));
        assert!(
            told.of(1, "p1", Happening::Began).is_err(),
            "not this one's turn"
        );
        let end = |seconds, solved, board: &Vec<u16>| Happening::Ended {
            seconds,
            solved,
            hints: 0,
            board: board.clone(),
        };
        assert!(
            told.of(1, "w1", end(1.0, true, &board[0])).is_err(),
            "not begun"
        );
        assert_eq!(told.of(1, "w1", Happening::Began), Ok(true));
        assert_eq!(told.of(1, "w1", Happening::Began), Ok(false), "said again");
        let moved = |from, entries: &[i32]| Happening::Moved {
            seconds: 2.5,
            from,
            entries: entries.iter().map(|e| json!(e)).collect(),
        };
        told.of(1, "w1", moved(0, &[1, 2])).unwrap();
        told.of(1, "w1", moved(1, &[2, 3])).unwrap();
        assert!(
            told.of(1, "w1", moved(4, &[5])).is_err(),
            "something is missing"
        );
        assert_eq!(
            told.results.participants[0].plays[0].entries,
            [json!(1), json!(2), json!(3)]
        );
        told.of(
            1,
            "w1",
            Happening::Paused {
                seconds: 2.5,
                why: Why::Left,
            },
        )
        .unwrap();
        told.tell(2, Event::Came).unwrap();
        assert!(
            told.of(1, "w1", moved(3, &[4])).is_err(),
            "the old page is out of date"
        );
        assert_eq!(
            told.results.participants[0].plays[0].pauses, 1,
            "left, and come back"
        );
        let on = || Happening::WentOn { seconds: 2.5 };
        assert_eq!(told.of(2, "w1", on()), Ok(true));
        assert_eq!(told.of(2, "w1", on()), Ok(false), "said again");
        told.tell(3, Event::Came).unwrap();
        let visit = 3;
        let blank = vec![0; board[0].len()];
        assert!(
            told.of(visit, "w1", end(4.0, true, &blank)).is_err(),
            "not solved"
        );
        assert!(
            told.of(visit, "w1", end(f64::NAN, true, &board[0]))
                .is_err()
        );
        assert_eq!(
            told.results.participants[0].plays[0].seconds, 2.5,
            "half a change is none"
        );
        told.of(visit, "w1", end(4.0, true, &board[0])).unwrap();
        assert_eq!(
            told.of(visit, "w1", end(4.0, true, &board[0])),
            Ok(false),
            "said again"
        );
        assert_eq!(told.stage(), Stage::Say(0));
        let opinion = |fun: &str| {
            Happening::Said(Opinion {
                fun: Some(fun.to_owned()),
                ..Opinion::default()
            })
        };
        assert!(told.of(visit, "w1", opinion("great")).is_err());
        told.of(visit, "w1", opinion("fair")).unwrap();
        assert_eq!(
            told.of(visit, "w1", opinion("fair")),
            Ok(false),
            "said again"
        );
        told.of(visit, "p1", Happening::Began).unwrap();
        let blank = vec![0; board[1].len()];
        told.of(visit, "p1", end(9.0, false, &blank)).unwrap();
        told.of(visit, "p1", Happening::Said(Opinion::default()))
            .unwrap();
        assert_eq!(told.stage(), Stage::End);

        let first = &told.results.participants[0].plays[0];
        assert_eq!((first.solved, first.seconds, first.pauses), (true, 4.0, 2));
        assert!(first.away() > 0.0);
        assert!(!told.results.participants[0].plays[1].solved);
        let (read, whole) = Results::read(&told.trial, &told.text).expect("results");
        assert_eq!((read, whole), (told.results.clone(), told.text.len()));
        // A line that was cut off was never called kept.
        let cut = &told.text[..told.text.len() - 3];
        let (read, whole) = Results::read(&told.trial, cut).expect("results");
        assert_eq!(read.participants[0].stage(&told.trial), Stage::Say(1));
        assert!(whole < cut.len() && cut[..whole].ends_with('\n'));
    }

    #[test]
    fn wrong_results_are_refused_with_their_line() {
        let mut told = told();
        told.tell(1, Event::Came).unwrap();
        for (text, why) in [
            (format!("{}nonsense\n", told.text), "line 3"),
            (told.text.replace(&told.trial.mark(), "0"), "another trial"),
            (told.text.replace("\"visit\":1", "\"visit\":7"), "line 2"),
        ] {
            let error = Results::read(&told.trial, &text).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn only_the_codes_of_the_trial_take_part() {
        let mut told = told();
        told.trial.codes = vec!["XYZ".to_owned()];
        assert!(told.tell(1, Event::Came).is_err());
        told.trial.codes.push("ABC".to_owned());
        assert_eq!(told.tell(1, Event::Came), Ok(true));
    }
}
