//! The codes by which participants come back. Nobody's name is asked for.

/// Letters and digits that nobody mistakes for one another.
const SIGNS: &[u8; 31] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/// How long a code is: there are 28 million of them.
const LENGTH: usize = 5;

/// A code from random bits.
pub fn code(bits: u64) -> String {
    let mut rest = bits;
    let sign = |_| {
        let sign = SIGNS[(rest % SIGNS.len() as u64) as usize];
        rest /= SIGNS.len() as u64;
        char::from(sign)
    };
    (0..LENGTH).map(sign).collect()
}

/// The code that somebody has typed: in capitals, without what was put between them. None if that
/// cannot be a code, whether or not it is one of ours.
pub fn code_of(typed: &str) -> Option<String> {
    const LONGEST_CODE: usize = 24;
    let signs = typed.chars().filter(|c| !c.is_whitespace() && *c != '-');
    let code: String = signs.map(|c| c.to_ascii_uppercase()).collect();
    let is_plain = code.chars().all(|c| c.is_ascii_alphanumeric());
    (is_plain && (1..=LONGEST_CODE).contains(&code.len())).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_was_meant() {
        assert_eq!(code(0), "AAAAA");
        assert_eq!(code(u64::MAX).len(), LENGTH);
        assert_ne!(code(1), code(31));
        assert_eq!(code_of(" k7q-f2 ").as_deref(), Some("K7QF2"));
        assert_eq!(code_of(&code(123_456_789)), Some(code(123_456_789)));
        for wrong in ["", " - ", "K7Q/2", "ä", &"A".repeat(25)] {
            assert_eq!(code_of(wrong), None, "{wrong}");
        }
    }
}
