//! The address under which others reach the page, for links that are shared.

/// The address as it goes into an attribute of the page: whole, with a slash at its end.
pub fn public_address(url: &str) -> Result<String, String> {
    let whole = url.starts_with("https://") || url.starts_with("http://");
    let harmless = |letter: char| letter.is_ascii_graphic() && !"\"'<>&#?".contains(letter);
    if !whole || !url.chars().all(harmless) {
        return Err(format!(
            "{url} is no address of a page, such as https://example.org/puzzles/"
        ));
    }
    Ok(format!("{}/", url.trim_end_matches('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_whole_and_end_in_a_slash() {
        let slash = Ok("https://example.org/a/".to_owned());
        assert_eq!(public_address("https://example.org/a"), slash);
        assert_eq!(public_address("https://example.org/a/"), slash);
        for wrong in [
            "example.org",
            "https://a/\"",
            "https://a/#b",
            "javascript:1",
        ] {
            assert!(public_address(wrong).is_err(), "{wrong}");
        }
    }
}
