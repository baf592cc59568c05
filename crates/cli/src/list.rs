//! `gridwright formats` and `gridwright families`: what there is.

use puzzles::FAMILIES;
use puzzles::engine::{Method, Switch, SwitchKind};
use puzzles::format::{Format, formats as all_formats};
use puzzles::make::{Maker, MakerOption};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::{output, words};

/// List the formats that can be read and written
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright formats
  gridwright formats --json")]
pub struct FormatsArgs {
    /// Print one JSON object per format, one per line
    #[arg(long)]
    json: bool,
}

/// List the puzzle families with their rules
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright families
  gridwright families --json")]
pub struct FamiliesArgs {
    /// Print one JSON object per family, one per line
    #[arg(long)]
    json: bool,
}

/// The families that have a format.
fn ids(format: &'static Format) -> Vec<&'static str> {
    format.families().map(|family| family.id).collect()
}

pub fn formats(args: &FormatsArgs) -> anyhow::Result<Exit> {
    let all: Vec<&Format> = all_formats().collect();
    if args.json {
        return print_lines(all.iter().map(|format| {
            json!({
                "name": format.name,
                "carries": format.carries,
                "families": ids(format),
            })
        }));
    }
    let name_width = all.iter().map(|f| f.name.len()).max().unwrap_or(0);
    let carries_width = all.iter().map(|f| f.carries.len()).max().unwrap_or(0);
    let mut out = String::new();
    for format in &all {
        let having = ids(format);
        let families = if having.len() == FAMILIES.len() {
            "all families".to_owned()
        } else {
            having.join(", ")
        };
        out += &format!(
            "{:name_width$}  {:carries_width$}  {families}\n",
            format.name, format.carries
        );
    }
    output::print(out.as_bytes());
    Ok(Exit::Well)
}

pub fn families(args: &FamiliesArgs) -> anyhow::Result<Exit> {
    let formats: Vec<&Format> = all_formats().collect();
    let formats_of = |id: &str| -> Vec<&str> {
        let holding = formats.iter().filter(|f| ids(f).contains(&id));
        holding.map(|f| f.name).collect()
    };
    if args.json {
        return print_lines(FAMILIES.iter().map(|family| {
            let variants = family.variants.iter();
            let violations = family.violations.iter();
            json!({
                "id": family.id,
                "name": family.name,
                "aliases": family.aliases,
                "rules": family.rules,
                "variants": variants
                    .map(|v| json!({ "name": v.name, "words": v.words }))
                    .collect::<Vec<_>>(),
                "sides": [family.sides.0, family.sides.1],
                "formats": formats_of(family.id),
                "encodings": family.engines().encodings.iter()
                    .map(|e| json!({ "id": e.id, "words": e.words }))
                    .collect::<Vec<_>>(),
                "makers": family.makers.iter().map(maker).collect::<Vec<_>>(),
                "methods": family.engines().methods.iter().map(method).collect::<Vec<_>>(),
                "violations": violations
                    .map(|(rule, words)| json!({ "rule": rule, "words": words }))
                    .collect::<Vec<_>>(),
            })
        }));
    }
    let mut out = String::new();
    for family in FAMILIES {
        if !out.is_empty() {
            out.push('\n');
        }
        out += &format!("{} ({})", family.name, family.id);
        if !family.aliases.is_empty() {
            out += &format!(", also {}", family.aliases.join(", "));
        }
        out += &format!("\n{}\n", words::set_in(family.rules));
        for variant in family.variants {
            out += &format!("  variant {}: {}\n", variant.name, variant.words);
        }
        out += &format!("  formats {}\n", formats_of(family.id).join(", "));
        for encoding in family.engines().encodings {
            out += &format!("  encoding {}: {}\n", encoding.id, encoding.words);
        }
        for maker in family.makers {
            out += &format!("  makes {}: {}\n", maker.id, maker.words);
            if let Some(density) = maker.density {
                out += &format!("    density: what share {density}\n");
            }
            for option in maker.options {
                out += &format!(
                    "    with {}={}: {}\n",
                    option.id,
                    option.usual,
                    option.in_full()
                );
            }
        }
        for method in family.engines().methods {
            out += &format!("  method {}: {}\n", method.id, method.words);
            for switch in method.switches {
                let value = match switch.kind {
                    SwitchKind::OnOff => String::new(),
                    SwitchKind::Number { usual, .. } => format!("={usual}"),
                };
                out += &format!("    with {}{value}: {}\n", switch.id, switch.words);
            }
        }
    }
    output::print(out.as_bytes());
    Ok(Exit::Well)
}

fn maker(maker: &Maker) -> Value {
    let option = |o: &MakerOption| {
        json!({
            "id": o.id, "words": o.in_full(), "usual": o.usual, "least": o.least, "most": o.most,
        })
    };
    let options: Vec<Value> = maker.options.iter().map(option).collect();
    json!({
        "id": maker.id,
        "words": maker.words,
        "density": maker.density,
        "options": options,
    })
}

fn method(method: &Method) -> Value {
    let switch = |switch: &Switch| {
        let mut object = json!({ "id": switch.id, "words": switch.words });
        if let SwitchKind::Number { usual, least, most } = switch.kind {
            object["number"] = json!({ "usual": usual, "least": least, "most": most });
        }
        object
    };
    let switches: Vec<Value> = method.switches.iter().map(switch).collect();
    json!({ "id": method.id, "words": method.words, "switches": switches })
}

fn print_lines(objects: impl Iterator<Item = Value>) -> anyhow::Result<Exit> {
    let lines: String = objects.map(|object| format!("{object}\n")).collect();
    output::print(lines.as_bytes());
    Ok(Exit::Well)
}
