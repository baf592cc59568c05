//! Functions and how long they are, from the line of `fn` to that of the closing brace.

use super::sources::item_end;

/// A function with a body.
#[derive(PartialEq, Eq, Debug)]
pub struct Function {
    pub name: String,
    /// Where it begins, counted from 1.
    pub line: usize,
    /// How many lines it has.
    pub lines: usize,
}

/// All functions of a text without comments and with empty literals; those inside of others too.
pub fn functions(code: &str) -> Vec<Function> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let line = |at: usize| code[..at].matches('\n').count() + 1;
    let mut all = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        if code[..at].chars().next_back().is_some_and(is_word) {
            continue;
        }
        let name: String = code[at + 3..].chars().take_while(|&c| is_word(c)).collect();
        let end = item_end(code, at);
        if name.is_empty() || !code[end..].starts_with('}') {
            continue; // a type, or a declaration in a trait
        }
        all.push(Function {
            name,
            line: line(at),
            lines: line(end) - line(at) + 1,
        });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_fn_to_the_closing_brace() {
        let code = "trait A {\n    fn a(&self);\n}\nfn b(\n    c: fn (u8) -> u8,\n) -> [u8; 2] {\n    fn d() {}\n    if x {\n    }\n}\n";
        let found = functions(code);
        let named = |name: &str, line, lines| Function {
            name: name.to_owned(),
            line,
            lines,
        };
        assert_eq!(found, [named("b", 4, 7), named("d", 7, 1)]);
    }
}
