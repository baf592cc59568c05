//! Public items: declarations that begin with `pub`, in what users get. Fields and `pub use` are no
//! items; `pub(crate)` is not public.

use std::collections::BTreeMap;

use super::sources::Sources;

const KINDS: [&str; 9] = [
    "fn", "struct", "enum", "trait", "const", "static", "type", "mod", "union",
];

/// How many each crate has.
pub fn print(sources: &Sources) {
    let mut crates: BTreeMap<&str, usize> = BTreeMap::new();
    for source in sources.production() {
        *crates.entry(&source.krate).or_default() += items(&source.code());
    }
    println!("\nPublic items by crate");
    for (name, items) in &crates {
        println!("  {name:<32} {items:>6}");
    }
}

/// The public items of a text.
fn items(code: &str) -> usize {
    let is_item = |line: &&str| {
        let mut words = line.split_whitespace();
        let kind = |word: &str| KINDS.contains(&word);
        words.next() == Some("pub")
            && words
                .find(|word| !["async", "extern", "unsafe"].contains(word))
                .is_some_and(kind)
    };
    code.lines().filter(is_item).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_counted_and_nothing_else() {
        let code = "pub fn a() {}\n  pub const fn b() {}\npub(crate) fn c() {}\npub use d;\n\
                    pub struct E {\n    pub f: u8,\n}\npub async fn g() {}\nfn h() {}\n";
        assert_eq!(items(code), 4);
    }
}
