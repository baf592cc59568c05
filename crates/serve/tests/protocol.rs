//! The published schema: it has every operation of the description, and the page's types are those
//! of the schema.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod typescript;

use std::fs;

use typescript::typescript;

/// Where the page's types are.
const TYPES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/protocol.d.ts");

/// Set by `cargo xtask protocol`: write the types instead of comparing them.
const WRITE: &str = "GRIDWRIGHT_WRITE_PROTOCOL";

#[test]
fn the_types_of_the_page_are_those_of_the_schema() {
    let types = typescript(&serve::schema());
    if std::env::var_os(WRITE).is_some() {
        fs::write(TYPES, types).unwrap();
        return;
    }
    let there = fs::read_to_string(TYPES).unwrap_or_default();
    let (mut there, mut ours) = (there.lines(), types.lines());
    for number in 1.. {
        let pair = (there.next(), ours.next());
        let ((Some(_), _) | (_, Some(_))) = pair else {
            break;
        };
        assert_eq!(
            pair.0, pair.1,
            "line {number} of web/protocol.d.ts (left) is not what the schemas say (right); \
             run `cargo xtask protocol`"
        );
    }
}

#[test]
fn the_schema_has_every_operation_of_the_description() {
    let description = include_str!("../../../docs/protocol.md");
    let (protocol, rest) = description.split_once("\n## The library\n").unwrap();
    let (library, rest) = rest.split_once("\n## A trial\n").unwrap();
    let (trial, _) = rest.split_once("\n## Jobs\n").unwrap();
    let schema = serve::schema();
    for (text, table, least) in [
        (protocol, "ops", 9),
        (library, "library", 9),
        (trial, "trial", 4),
    ] {
        let described: Vec<&str> = (text.lines())
            .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
            .collect();
        assert!(described.len() >= least, "{table}");
        let ops = schema[table].as_object().unwrap();
        for op in &described {
            assert!(ops.contains_key(*op), "{op} is described but not published");
        }
        assert_eq!(ops.len(), described.len(), "{table}");
    }
}
