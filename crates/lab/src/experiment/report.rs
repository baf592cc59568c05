//! What comes out of an experiment: tables of *published | ours*, plots and sentences; as text and
//! as CSV. As JSON it is what serde makes of it, and it is read back, so that a run that was killed
//! can go on.

use puzzles::counted;
use serde::{Deserialize, Serialize};

use super::entry::Entry;
use super::lab::Lab;
use super::plot::Plot;
use super::table::{Table, number_text};

/// What came out of an experiment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The experiment's name.
    pub id: String,
    /// What it is about.
    pub title: String,
    /// Where the study has it.
    pub source: String,
    /// What is varied.
    pub varied: String,
    /// What is measured.
    pub measured: String,
    /// How much was done: `quick`, `full` or `smallest`.
    pub sample: String,
    /// How many that is, and of what.
    pub sample_words: String,
    /// The seed of all random numbers.
    pub seed: u64,
    /// How long it took.
    pub seconds: f64,
    /// The time ran out, so there is less than was asked for.
    pub cut: bool,
    /// Published and ours, side by side.
    pub tables: Vec<Table>,
    /// Like the study's figures.
    pub plots: Vec<Plot>,
    /// What the numbers say, in sentences.
    pub words: Vec<String>,
    /// Why ours differs from what was published, or that nobody knows.
    pub differs: String,
    /// What could not be done as the study did it, and why.
    pub missing: Vec<String>,
    /// The calls that make the same puzzles.
    pub material: Vec<String>,
}

impl Report {
    /// Nothing has come out yet.
    pub(super) fn new(entry: &Entry, lab: &Lab) -> Report {
        let sample = lab.settings().sample;
        Report {
            id: entry.id.to_owned(),
            title: entry.title.to_owned(),
            source: entry.source.to_owned(),
            varied: entry.varied.to_owned(),
            measured: entry.measured.to_owned(),
            sample: sample.name().to_owned(),
            sample_words: match entry.of {
                "" => "everything there is".to_owned(),
                of => format!("{} {of}", number_text(lab.count() as f64)),
            },
            seed: lab.seed(),
            seconds: 0.0,
            cut: false,
            tables: Vec::new(),
            plots: Vec::new(),
            words: Vec::new(),
            differs: entry.differs.to_owned(),
            missing: Vec::new(),
            material: Vec::new(),
        }
    }

    /// It is over.
    pub(super) fn close(&mut self, lab: &Lab) {
        self.seconds = (lab.elapsed().as_secs_f64() * 1e3).round() / 1e3;
        self.cut = lab.was_cut();
        self.material.dedup();
        self.words.extend(lab.of_no_use().map(str::to_owned));
        let earlier = lab.taken();
        if earlier > 0 {
            let earlier = counted(earlier, "measurement");
            self.say(format!(
                "{earlier} are those of a run that was interrupted."
            ));
        }
    }

    /// Say something.
    pub fn say(&mut self, words: impl Into<String>) {
        self.words.push(words.into());
    }

    /// Say what could not be done as the study did it, once.
    pub fn lacks(&mut self, words: impl Into<String>) {
        let words = words.into();
        if !self.missing.contains(&words) {
            self.missing.push(words);
        }
    }

    /// For a terminal.
    pub fn text(&self) -> String {
        let mut out = format!("{} · {} ({})\n", self.id, self.title, self.source);
        for table in &self.tables {
            out.push('\n');
            out += &table.text();
        }
        if !self.tables.is_empty() {
            out.push('\n');
        }
        for words in self.sentences() {
            out += &wrapped(&words, 96);
        }
        out
    }

    /// Everything that is said in sentences, in order.
    pub(super) fn sentences(&self) -> Vec<String> {
        let mut all = self.words.clone();
        all.push(self.differs.clone());
        all.extend(self.missing.iter().map(|words| format!("Missing: {words}")));
        if self.cut {
            all.push(
                "The time ran out: these are figures of less than the sample (--time-limit)."
                    .to_owned(),
            );
        }
        all.retain(|words| !words.is_empty());
        all
    }
}

/// Lines of at most so many characters, indented.
fn wrapped(words: &str, width: usize) -> String {
    let mut out = String::new();
    let mut line = String::new();
    for word in words.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            out += &format!("  {line}\n");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    out + &format!("  {line}\n")
}
