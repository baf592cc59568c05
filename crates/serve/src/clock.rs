//! What time it is. Only the dates of plays and of what participants do come from here; everything
//! that waits has a clock that nobody can set.
//!
//! `cargo xtask soak` lets the clock jump, for which it would otherwise need rights over the machine:
//! it names a file in `GRIDWRIGHT_CLOCK`, and the seconds that stand in it are added to every date.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970; none if the clock is before that.
pub(crate) fn seconds() -> Option<i64> {
    millis().map(|millis| millis / 1000)
}

/// Thousandths of a second since 1970; none if the clock is before that.
pub(crate) fn millis() -> Option<i64> {
    static FILE: LazyLock<Option<PathBuf>> =
        LazyLock::new(|| Some(std::env::var_os("GRIDWRIGHT_CLOCK")?.into()));
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    let now = i64::try_from(since.as_millis()).ok()?;
    let seconds = (FILE.as_ref())
        .and_then(|file| std::fs::read_to_string(file).ok())
        .map_or(0, |text| jump(&text));
    let jumped = now.checked_add(seconds.checked_mul(1000)?)?;
    (jumped >= 0).then_some(jumped)
}

fn jump(text: &str) -> i64 {
    text.trim().parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_jumps_by_what_a_file_says() {
        assert_eq!(jump("-86400\n"), -86400);
        assert_eq!(jump(" 60 "), 60);
        assert_eq!(jump("rubbish"), 0);
        assert_eq!(jump(""), 0);
        assert!(seconds().is_some_and(|at| at > 1_600_000_000));
    }
}
