//! Scripts and stylesheets without their comments: nobody reads them in a browser, and compressed
//! they are a quarter of all scripts.
//!
//! Only lines that are nothing but comment are left out. What follows a statement stays, so that no
//! string or pattern has to be told from a comment, and a line that could belong to a longer string
//! stays as well.

/// Whether the file of this name has comments that can go.
pub fn has_comments(name: &str) -> bool {
    name.ends_with(".js") || name.ends_with(".css")
}

/// The text without lines that are nothing but comment, and without indentation.
pub fn without_comments(text: &str) -> String {
    let mut lean = String::with_capacity(text.len());
    let (mut in_comment, mut in_string) = (false, false);
    for line in text.lines() {
        let bare = line.trim();
        if in_comment {
            in_comment = !bare.ends_with("*/");
            continue;
        }
        if !in_string {
            let block = bare.starts_with("/*");
            if bare.is_empty() || bare.starts_with("//") || block && ends_with_comment(bare) {
                continue;
            }
            if block && !bare.contains("*/") {
                in_comment = true;
                continue;
            }
        }
        // A string in backticks may go on over lines, and anything may stand in it.
        let was_in_string = in_string;
        in_string ^= line.replace("\\`", "").matches('`').count() % 2 == 1;
        lean += match (was_in_string, in_string) {
            (false, false) => bare,
            (false, true) => line.trim_start(),
            (true, _) => line,
        };
        lean.push('\n');
    }
    lean
}

/// Does the comment that begins the line end it, too?
fn ends_with_comment(line: &str) -> bool {
    line.find("*/").is_some_and(|end| end + 2 == line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_their_own_go_and_all_else_stays() {
        let text = "\
// Why this is here.

/** A line. */
/**
 * Several, with a `tick.
 */
const a = /** @type {any} */ (b); // stays
/** @type {any} */ (c).d();
  /* in a stylesheet */
  const e = `two
  // lines`;
const f = \"/* no comment\";
// a `tick
const g = /\\/\\*/;
";
        let lean = "\
const a = /** @type {any} */ (b); // stays
/** @type {any} */ (c).d();
const e = `two
  // lines`;
const f = \"/* no comment\";
const g = /\\/\\*/;
";
        assert_eq!(without_comments(text), lean);
    }
}
