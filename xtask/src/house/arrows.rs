//! Who uses whom: what Cargo knows, and what docs/architecture.md says.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// For each crate, by the name of its folder, those of ours that it depends on.
pub type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The arrows in the output of `cargo metadata --no-deps`; those of tests are left out.
pub fn found(metadata: &str) -> Result<Arrows, String> {
    let value: Value =
        serde_json::from_str(metadata).map_err(|e| format!("cargo metadata: {e}"))?;
    let packages = value["packages"]
        .as_array()
        .ok_or("cargo metadata: no packages")?;
    let folder = |path: &str| {
        path.rsplit(['/', '\\'])
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let mut arrows = Arrows::new();
    for package in packages {
        let manifest = package["manifest_path"].as_str().unwrap_or_default();
        let own = manifest
            .trim_end_matches("Cargo.toml")
            .trim_end_matches(['/', '\\']);
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        let ours = dependencies
            .filter(|dependency| dependency["kind"].is_null())
            .filter_map(|dependency| dependency["path"].as_str().map(folder));
        arrows.insert(folder(own), ours.collect());
    }
    Ok(arrows)
}

/// The arrows of the table under "Who may use whom", row by row. Of the words in a cell those in
/// backticks count that name a crate; what is in brackets is only for people.
pub fn said(page: &str, found: &Arrows) -> Result<Vec<(String, BTreeSet<String>)>, String> {
    let (_, section) = (page.split_once("### Who may use whom"))
        .ok_or("docs/architecture.md has no section \"Who may use whom\"")?;
    let section = section.split("\n#").next().unwrap_or(section);
    let mut rows = Vec::new();
    for line in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').collect();
        let [left, right] = cells[..] else {
            return Err(format!(
                "docs/architecture.md: two cells expected in {line:?}"
            ));
        };
        let uses: BTreeSet<String> = names(right, found).collect();
        rows.extend(names(left, found).map(|name| (name, uses.clone())));
        if let Some(unknown) = quoted(left).find(|name| !found.contains_key(*name)) {
            return Err(format!("docs/architecture.md: there is no crate {unknown}"));
        }
    }
    Ok(rows)
}

fn names<'a>(cell: &'a str, found: &'a Arrows) -> impl Iterator<Item = String> + 'a {
    let before = cell.split('(').next().unwrap_or(cell);
    let after = cell.split_once(')').map_or("", |(_, after)| after);
    let all = quoted(before).chain(quoted(after));
    all.filter(|name| found.contains_key(*name))
        .map(str::to_owned)
}

/// The words in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// What is found and not said, said and not found; and arrows that point up, to a crate that comes
/// later in the table.
pub fn compare(found: &Arrows, said: &[(String, BTreeSet<String>)]) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, uses) in found {
        let rows: Vec<_> = said.iter().filter(|(row, _)| row == name).collect();
        let [(_, row)] = rows[..] else {
            faults.push(format!(
                "{name} has {} rows in the table, not one",
                rows.len()
            ));
            continue;
        };
        for extra in uses.difference(row) {
            faults.push(format!(
                "{name} depends on {extra}, which the page does not say"
            ));
        }
        for missing in row.difference(uses) {
            faults.push(format!(
                "{name} does not depend on {missing}, as the page says"
            ));
        }
    }
    let place = |name: &String| said.iter().position(|(row, _)| row == name);
    for (at, (name, uses)) in said.iter().enumerate() {
        for up in uses.iter().filter(|other| place(other) >= Some(at)) {
            faults.push(format!("the arrow from {name} to {up} points up"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    const METADATA: &str = r#"{"packages": [
        {"manifest_path": "/w/crates/low/Cargo.toml", "dependencies": [
            {"name": "serde", "kind": null},
            {"name": "high", "kind": "dev", "path": "/w/crates/high"}]},
        {"manifest_path": "/w/crates/high/Cargo.toml", "dependencies": [
            {"name": "low", "kind": null, "path": "/w/crates/low"}]}
    ]}"#;

    fn faults(table: &str) -> Vec<String> {
        let page = format!(
            "# a\n### Who may use whom\n\n| crate | depends on |\n|---|---|\n{table}\n## b\n| `no` | `low` |"
        );
        let found = found(METADATA).expect("JSON");
        match said(&page, &found) {
            Ok(said) => compare(&found, &said),
            Err(fault) => vec![fault],
        }
    }

    #[test]
    fn what_is_said_is_compared_with_what_is_found() {
        let none = Vec::<String>::new();
        let low = "| `low` | none of ours (`low` on `serde`) |";
        assert_eq!(faults(&format!("{low}\n| `high` | `low` |")), none);
        let missing = ["high depends on low, which the page does not say"];
        assert_eq!(faults(&format!("{low}\n| `high` | |")), missing);
        let extra = [
            "low does not depend on high, as the page says",
            "the arrow from low to high points up",
        ];
        assert_eq!(faults("| `low` | `high` |\n| `high` | `low` |"), extra);
        assert_eq!(faults(low), ["high has 0 rows in the table, not one"]);
        let gone = ["docs/architecture.md: there is no crate gone"];
        assert_eq!(faults(&format!("{low}\n| `high`, `gone` | `low` |")), gone);
    }
}
