//! Encodings for SMT solvers write what the texts beside them say, and have a term for every atom.

use puzzles::{FAMILIES, Family, Puzzle, format};
use smt::Sort;

/// What an encoding makes of a puzzle: its text, or the reason why it refuses.
fn built(family: &Family, id: &str, puzzle: &dyn Puzzle) -> Result<String, String> {
    let encoding = family
        .engines()
        .encodings
        .iter()
        .find(|encoding| encoding.id == id);
    let encoding = encoding.unwrap_or_else(|| panic!("{family:?} has no encoding {id:?}"));
    let instance = (encoding.build)(puzzle)?;
    assert_eq!(instance.atoms.len(), puzzle.reasoner().atoms(), "{id}");
    for atom in &instance.atoms {
        assert_eq!(instance.script.sort_of(atom), Ok(Sort::Bool), "{id}");
    }
    Ok(smt::script(&instance.script, &[]))
}

#[test]
fn encodings_say_what_their_examples_say() {
    for family in FAMILIES {
        let mut shown = 0;
        for example in family.engines().examples.split("begin\n").skip(1) {
            let (block, lines) = example.split_once("\nend\n").expect("an end");
            let read = format::split(&format!("begin\n{block}\nend"))[0].read();
            let document = read.unwrap_or_else(|e| panic!("{family:?}: {e}"));
            let mut text = String::new();
            let lines = lines.lines().map(str::trim);
            for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
                if let Some(named) = line.strip_prefix("encoding ") {
                    let (id, reason) = match named.split_once(" refuses ") {
                        Some((id, reason)) => (id, Some(reason)),
                        None => (named, None),
                    };
                    text = match (built(family, id, document.puzzle.as_ref()), reason) {
                        (Ok(text), None) => text,
                        (Err(refused), Some(part)) if refused.contains(part) => String::new(),
                        (built, _) => panic!("{family:?}: {line:?} gives {built:?}"),
                    };
                } else if let Some((times, part)) = line.split_once(" times ") {
                    let found = text.matches(part).count().to_string();
                    assert_eq!(found, times, "{family:?}: {part} in\n{text}");
                } else {
                    assert!(text.contains(line), "{family:?}: {line} is not in\n{text}");
                }
                shown += 1;
            }
        }
        assert!(
            shown > 0 || family.engines().encodings.is_empty(),
            "{family:?}"
        );
    }
}
