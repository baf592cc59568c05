//! Literals: a variable, or its opposite.

use std::fmt;
use std::ops::Not;

/// Twice the variable, plus one for its opposite. Variables count from 0 here, from 1 in files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Lit(u32);

/// No file may have more variables than this, however long it is: each takes some fifty bytes.
pub(crate) const MOST_VARS: usize = 1 << 24;

impl Lit {
    /// From the number in a file; none if it is 0 or its variable is beyond `vars`.
    pub(crate) fn of(number: i64, vars: usize) -> Option<Lit> {
        let var = usize::try_from(number.unsigned_abs())
            .ok()?
            .checked_sub(1)?;
        let double = 2 * u32::try_from(var)
            .ok()
            .filter(|_| var < vars.min(MOST_VARS))?;
        Some(Lit(double + u32::from(number < 0)))
    }

    pub(crate) fn var(self) -> usize {
        self.0 as usize / 2
    }

    /// Its place in a list of all literals.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn is_yes(self) -> bool {
        self.0.is_multiple_of(2)
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_yes() { "" } else { "-" };
        write!(f, "{sign}{}", self.var() + 1)
    }
}

/// A clause as a set: sorted, each literal once.
pub(crate) fn sorted(lits: &[Lit]) -> Box<[Lit]> {
    let mut set = lits.to_vec();
    set.sort_unstable();
    set.dedup();
    set.into()
}

/// Does the set hold a literal and its opposite? Then it is true whatever happens.
pub(crate) fn always_true(set: &[Lit]) -> bool {
    set.windows(2).any(|pair| pair[0] == !pair[1])
}

/// The clause for a message: as in the file, but not too long.
pub(crate) fn text(lits: &[Lit]) -> String {
    const SHOWN_LITERALS: usize = 12;
    let mut words: Vec<String> = lits
        .iter()
        .take(SHOWN_LITERALS)
        .map(Lit::to_string)
        .collect();
    if lits.len() > SHOWN_LITERALS {
        words.push(format!("… ({} literals)", lits.len()));
    }
    words.push("0".to_owned());
    words.join(" ")
}
