//! Where the puzzles of a trial come from: a file, or a command of ours that prints puzzles. The
//! command is run by this very program, so all filters of a library and all wishes to `generate` are
//! there without being said twice.

use std::process::{Command, Stdio};

use anyhow::{Context, anyhow, bail};
use puzzles::format::{Document, split};

use crate::input::{Input, Item, Source};

/// The puzzles that these words name.
pub fn puzzles(source: &str) -> anyhow::Result<Vec<Document>> {
    let words = words(source)?;
    let documents = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["generate", ..] | ["library", "export", ..] => printed(&words)?,
        _ => {
            let input = Input {
                puzzles: vec![source.into()],
            };
            input
                .items()
                .map(|item| read(&item))
                .collect::<Result<_, _>>()?
        }
    };
    if documents.is_empty() {
        bail!("{source}: there is no puzzle");
    }
    Ok(documents)
}

fn read(item: &Item) -> anyhow::Result<Document> {
    let job = item.read().map_err(|error| {
        let place = match &item.source {
            Source::Word(_) => item.source.to_string(),
            source => format!("{source}:{}:{}", error.line, error.column),
        };
        anyhow!("{place}: {}", error.message)
    })?;
    Ok(job.document)
}

/// What a command of ours prints.
fn printed(words: &[String]) -> anyhow::Result<Vec<Document>> {
    let call = words.join(" ");
    let mut command = Command::new(std::env::current_exe().context("where is this program?")?);
    command
        .args(words)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit());
    let wants_json = words[0] == "generate" && !words.iter().any(|word| word == "--json");
    if wants_json {
        command.arg("--json");
    }
    let output = command
        .output()
        .with_context(|| format!("cannot run `{call}`"))?;
    if !output.status.success() {
        bail!("`{call}` did not end well");
    }
    let text =
        String::from_utf8(output.stdout).with_context(|| format!("`{call}` printed no text"))?;
    if text.trim().is_empty() {
        bail!("`{call}` printed no puzzle");
    }
    let read = |chunk: &puzzles::format::Chunk<'_>| {
        let document = chunk.read();
        document.map_err(|error| anyhow!("`{call}`, line {}: {}", error.line, error.message))
    };
    split(&text).iter().map(read).collect()
}

/// The words of a command, as a shell would take them apart: between spaces, or in quotes.
fn words(text: &str) -> anyhow::Result<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for sign in text.chars() {
        match quote {
            Some(end) if sign == end => quote = None,
            None if sign == '\'' || sign == '"' => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            None if sign.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(sign),
        }
    }
    if quote.is_some() {
        bail!("{text}: a quote is not closed");
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_taken_apart_as_a_shell_does() {
        let of = |text| words(text).unwrap().join("|");
        assert_eq!(of("generate hashi  --size 7"), "generate|hashi|--size|7");
        assert_eq!(
            of("library export 'my own.library' --tag \"\""),
            "library|export|my own.library|--tag|"
        );
        assert_eq!(of("a'b c'd"), "ab cd");
        assert!(words("library export 'my").is_err());
    }
}
