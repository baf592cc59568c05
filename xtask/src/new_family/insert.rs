//! A new family in the lists that have one entry for each.

/// `lib.rs` with the family's module among those of the others, by name, and the family at the end
/// of the list. None if there is no such list.
pub fn family(text: &str, id: &str) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let begin = 1 + lines.iter().position(|line| line == "families! {")?;
    let end = begin + lines[begin..].iter().position(|line| line == "}")?;
    let names = lines[begin..end].iter().map(|line| line.trim());
    let families: Vec<String> = names
        .map(|name| name.trim_end_matches(',').into())
        .collect();
    lines.insert(end, format!("    {id},"));
    let module = |line: &String| {
        let name = line.strip_prefix("mod ")?.strip_suffix(';')?;
        (families.iter().any(|family| family == name)).then(|| name.to_owned())
    };
    let is_later = |line: &String| module(line).is_some_and(|name| name.as_str() > id);
    let place = match lines.iter().position(is_later) {
        Some(place) => place,
        None => 1 + lines.iter().rposition(|line| module(line).is_some())?,
    };
    lines.insert(place, format!("mod {id};"));
    Some(lines.join("\n") + "\n")
}

/// A file of the page's tests with one more entry at the end of this list.
pub fn entry(text: &str, list: &str, entry: &str) -> Option<String> {
    let begin = text.find(&format!("export const {list} = {{"))?;
    let end = begin + text[begin..].find("\n};")? + 1;
    Some([&text[..end], entry, &text[end..]].concat())
}
