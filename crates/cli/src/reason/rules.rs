//! `gridwright rules`: the rules of deduction of a family, and each at work on an example.

use anyhow::{Context, bail};
use logic::{About, RuleId};
use puzzles::format::{self, Document, split};
use puzzles::reason::{cells, example_step, sentence};
use puzzles::{DrawOptions, FAMILIES, Fact, Family, Puzzle, Reading};
use scene::Role;
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::output::{self, text_style};
use crate::words;

/// List the rules of deduction of a family, or show one with an example
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright rules hashi
  gridwright rules hashi island-complete
  gridwright rules yajilin --json")]
pub struct Args {
    /// A family (see `gridwright families`)
    family: String,

    /// A rule, by its id
    rule: Option<String>,

    /// Print one JSON object per rule, one per line
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let Some(family) = puzzles::family(&args.family) else {
        let all: Vec<&str> = FAMILIES.iter().map(|f| f.id).collect();
        bail!(
            "there is no family {}; there are {}",
            args.family,
            all.join(", ")
        );
    };
    let table = (family.deductions)();
    let wanted: Vec<RuleId> = match &args.rule {
        None => table.ids().collect(),
        Some(id) => vec![table.find(id).with_context(|| {
            format!(
                "{} has no rule {id}; `gridwright rules {}` lists them",
                family.name, family.id
            )
        })?],
    };
    let mut out = String::new();
    for &rule in &wanted {
        let about = table[rule];
        if args.json {
            out += &format!("{}\n", json_line(family, rule, about));
        } else if args.rule.is_none() {
            let group = if about.group.is_empty() {
                String::new()
            } else {
                format!(", group {}", about.group)
            };
            out += &format!(
                "{}  {} – level {}, weight {}{group}\n",
                about.id, about.name, about.level, about.weight
            );
            out += &format!("{}\n", words::set_in(about.words));
        } else {
            out += &format!(
                "{} ({}): level {}, weight {}\n",
                about.name, about.id, about.level, about.weight
            );
            out += &format!("{}\n", words::wrapped(about.words));
            for example in examples(family, about.id) {
                out += &example.text(rule);
            }
        }
    }
    output::print(out.as_bytes());
    Ok(Exit::Well)
}

/// A puzzle, what is known before the step, and what a step of the rule adds.
struct Example {
    document: Document,
    known: Vec<Fact>,
    then: Vec<Fact>,
}

fn examples(family: &Family, rule: &str) -> Vec<Example> {
    if family.texts.rules.is_empty() {
        return Vec::new();
    }
    (split(family.texts.rules).iter())
        .filter_map(|chunk| chunk.read().ok())
        .filter(|d| d.extra.get("rule").and_then(Value::as_str) == Some(rule))
        .map(|document| {
            let puzzle = document.puzzle.as_ref();
            let mut known = facts(puzzle, document.extra.get("known"));
            if let Some(marks) = &document.marks {
                known.extend(puzzle.facts(marks, Reading::Partial).unwrap_or_default());
            }
            let then = facts(puzzle, document.extra.get("then"));
            Example {
                known,
                then,
                document,
            }
        })
        .collect()
}

fn facts(puzzle: &dyn Puzzle, words: Option<&Value>) -> Vec<Fact> {
    let words: Vec<&str> = words
        .and_then(Value::as_str)
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    (0..puzzle.reasoner().atoms())
        .flat_map(|atom| [Fact::yes(atom), Fact::no(atom)])
        .filter(|&fact| words.contains(&puzzle.fact_text(fact).as_str()))
        .collect()
}

impl Example {
    fn step(&self, rule: RuleId) -> Option<logic::Step> {
        example_step(self.document.puzzle.as_ref(), &self.known, rule, &self.then)
    }

    fn text(&self, rule: RuleId) -> String {
        let puzzle = self.document.puzzle.as_ref();
        let style = text_style();
        let mut known = puzzle.reasoner().givens();
        known.extend_from_slice(&self.known);
        let before = scene::text(
            &puzzle.draw(&puzzle.board(&known), &DrawOptions::default()),
            &style,
        );
        let Some(step) = self.step(rule) else {
            return before;
        };
        known.extend_from_slice(&step.therefore);
        let mut scene = puzzle.draw(&puzzle.board(&known), &DrawOptions::default());
        let (_, then) = cells(puzzle, &step);
        scene.underlay(Role::Highlight, &then);
        format!(
            "\nBefore:\n{before}\n{}\n\nAfter:\n{}",
            words::wrapped(&sentence(puzzle, &step)),
            scene::text(&scene, &style)
        )
    }
}

/// The puzzle itself in the `json` format, without what makes it an example.
fn as_json(document: &Document) -> Value {
    let bare = Document::new(document.puzzle.clone());
    let line = format::write(&bare, "json").unwrap_or_default();
    serde_json::from_str(&line).unwrap_or_default()
}

fn json_line(family: &Family, rule: RuleId, about: &About) -> Value {
    let examples: Vec<Value> = examples(family, about.id)
        .iter()
        .map(|example| {
            let puzzle = example.document.puzzle.as_ref();
            let texts = |facts: &[Fact]| -> Vec<String> {
                facts.iter().map(|&f| puzzle.fact_text(f)).collect()
            };
            json!({
                "puzzle": as_json(&example.document),
                "known": texts(&example.known),
                "then": texts(&example.then),
                "text": example.step(rule).map(|s| sentence(puzzle, &s)),
            })
        })
        .collect();
    json!({
        "id": about.id,
        "name": about.name,
        "group": about.group,
        "level": about.level,
        "weight": about.weight,
        "once": about.once,
        "trial": about.trial,
        "words": about.words,
        "examples": examples,
    })
}
