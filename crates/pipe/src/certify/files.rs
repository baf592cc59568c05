//! The files of a certificate: their names, what is said in those for people and programs, and how
//! they are read without trusting their size.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Claim, TRUSTED};

pub(super) const README: &str = "README.txt";
pub(super) const MANIFEST: &str = "manifest.json";
pub(super) const PUZZLE: &str = "puzzle.json";
pub(super) const INSTANCE: &str = "instance.cnf";
pub(super) const WITNESS: &str = "witness.txt";
pub(super) const DRAT: &str = "proof.drat";
pub(super) const LRAT: &str = "proof.lrat";

/// The form of certificates that this version writes and reads.
const FORM: u32 = 1;

/// What a certificate is, for programs. It is written last: a folder without it is no certificate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    /// The form of the certificate.
    certificate: u32,
    /// What is claimed.
    claim: String,
    /// The family.
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// The file with the proof, whose name says which kind of proof it is.
    pub(super) proof: String,
    /// Who proved it, as that program calls itself.
    pub(super) solver: String,
    /// Which program wrote the certificate.
    pub(super) made_by: String,
}

impl Manifest {
    pub(super) fn new(claim: Claim, puzzle: &dyn puzzles::Puzzle, solver: String) -> Manifest {
        Manifest {
            certificate: FORM,
            claim: claim.word().to_owned(),
            kind: puzzle.family().id.to_owned(),
            rows: puzzle.size().rows(),
            cols: puzzle.size().cols(),
            proof: DRAT.to_owned(),
            solver,
            made_by: concat!("gridwright ", env!("CARGO_PKG_VERSION")).to_owned(),
        }
    }

    pub(super) fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("strings and numbers always serialise") + "\n"
    }

    /// Read and look through it. What is let through can be printed on a terminal.
    pub(super) fn read(text: &[u8]) -> Result<(Manifest, Claim), String> {
        let manifest: Manifest = serde_json::from_slice(text).map_err(|e| e.to_string())?;
        if manifest.certificate != FORM {
            return Err(format!(
                "it is of form {}, and this version reads form {FORM}",
                manifest.certificate
            ));
        }
        if manifest.proof != DRAT && manifest.proof != LRAT {
            return Err(format!("the proof must be in {DRAT} or {LRAT}"));
        }
        for (field, words) in [("solver", &manifest.solver), ("made_by", &manifest.made_by)] {
            if words.len() > 200 || words.chars().any(char::is_control) {
                return Err(format!("{field} is no name of a program"));
            }
        }
        let claim = Claim::of(&manifest.claim);
        let claim = claim.ok_or("the claim must be unique or none")?;
        Ok((manifest, claim))
    }
}

/// What a certificate is, for people.
pub(super) fn readme(manifest: &Manifest, claim: Claim, name: &str) -> String {
    let proof = &manifest.proof;
    let (puzzle, instance, witness) = match claim {
        Claim::Unique => (
            "the puzzle with its solution",
            "rules and clues as clauses (DIMACS); the last clause excludes the solution",
            format!("{WITNESS:<14} answers that satisfy all clauses but the last: the solution\n"),
        ),
        Claim::None => (
            "the puzzle",
            "rules and clues as clauses (DIMACS)",
            String::new(),
        ),
    };
    let solver = &manifest.solver;
    let made_by = &manifest.made_by;
    let other = match proof.as_str() {
        DRAT => format!("drat-trim {INSTANCE} {proof}"),
        _ => format!("cake_lpr {INSTANCE} {proof}"),
    };
    let trusted = TRUSTED.map(|words| format!("  - {words}\n")).concat();
    format!(
        "\
A certificate that this puzzle ({name}) {claim}. Written by {made_by}.

{PUZZLE:<14} {puzzle}
{INSTANCE:<14} {instance}
{witness}{proof:<14} a proof by {solver} that no answers satisfy all clauses
{MANIFEST:<14} what this certificate is, for programs

To check everything:      gridwright certify FOLDER
To check the proof alone: {other}
                          (or any other checker of such proofs)

To make the clauses again from the puzzle takes gridwright. What has to be believed:
{trusted}"
    )
}

/// The most bytes that are read of a file.
pub(super) fn most(name: &str) -> u64 {
    match name {
        MANIFEST | README => 1 << 16,
        PUZZLE => 1 << 24,
        DRAT | LRAT => 1 << 30,
        _ => 1 << 28,
    }
}

/// A file of the certificate, if it is one and not too large.
pub(super) fn read(folder: &Path, name: &str) -> Result<Vec<u8>, String> {
    let path = folder.join(name);
    // A pipe would keep us waiting for ever, so this comes before opening it.
    let there = path.metadata().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => "it is missing".to_owned(),
        _ => format!("it cannot be read: {error}"),
    })?;
    if !there.is_file() {
        return Err("it is not a file".to_owned());
    }
    let most = most(name);
    let mut bytes = Vec::new();
    File::open(&path)
        .and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("it cannot be read: {error}"))?;
    match bytes.len() as u64 <= most {
        true => Ok(bytes),
        false => Err(format!("it has more than {most} bytes")),
    }
}

/// Is the file what it should be? If not, the first line that is not.
pub(super) fn compare(found: &[u8], expected: &str) -> Result<(), String> {
    if found == expected.as_bytes() {
        return Ok(());
    }
    let found = found.split(|&b| b == b'\n').map(Some);
    let mut found = found.chain(std::iter::repeat(None));
    let expected = expected.as_bytes().split(|&b| b == b'\n').map(Some);
    for (i, wanted) in expected.chain([None]).enumerate() {
        let line = found.next().flatten();
        if line != wanted {
            let there = line.map_or("missing".to_owned(), quoted);
            let wanted = wanted.map_or("nothing".to_owned(), quoted);
            return Err(format!("line {} is {there}, and should be {wanted}", i + 1));
        }
    }
    Err("it is longer than it should be".to_owned())
}

/// A line for a message: no control characters, and not too long.
fn quoted(line: &[u8]) -> String {
    const SHOWN_LETTERS: usize = 40;
    let text: String = String::from_utf8_lossy(line)
        .chars()
        .take(SHOWN_LETTERS + 1)
        .collect();
    let cut = if text.chars().count() > SHOWN_LETTERS {
        "…"
    } else {
        ""
    };
    let start: String = text.chars().take(SHOWN_LETTERS).collect();
    format!("“{}{cut}”", start.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named() {
        let said = |found: &str, expected: &str| compare(found.as_bytes(), expected).err();
        assert_eq!(said("a\nb\n", "a\nb\n"), None);
        let b = Some("line 2 is “c”, and should be “b”".to_owned());
        assert_eq!(said("a\nc\n", "a\nb\n"), b);
        let gone = Some("line 3 is missing, and should be “”".to_owned());
        assert_eq!(said("a\nb", "a\nb\n"), gone);
        let more = Some("line 3 is “c”, and should be “”".to_owned());
        assert_eq!(said("a\nb\nc", "a\nb\n"), more);
        let more = Some("line 4 is “”, and should be nothing".to_owned());
        assert_eq!(said("a\nb\n\n", "a\nb\n"), more);
    }

    #[test]
    fn what_a_manifest_lets_through_can_be_printed() {
        let good = r#"{"certificate":1,"claim":"none","type":"x","rows":1,"cols":1,
            "proof":"proof.drat","solver":"s","made_by":"m"}"#;
        assert!(Manifest::read(good.as_bytes()).is_ok());
        for (from, to) in [
            ("\"certificate\":1", "\"certificate\":2"),
            ("none", "perhaps"),
            ("proof.drat", "../../elsewhere"),
            ("\"s\"", r#""\u001b[31m""#),
            ("\"rows\":1", "\"rows\":-1"),
            ("\"rows\":1", "\"rows\":1,\"more\":2"),
            ("}", ""),
        ] {
            let bad = good.replacen(from, to, 1);
            assert!(Manifest::read(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
