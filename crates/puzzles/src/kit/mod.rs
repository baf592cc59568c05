//! What families share between the seams and themselves. A module comes into being with its second
//! user, never before. It knows no family.

pub(crate) mod areas;
pub(crate) mod codec;
pub(crate) mod hands;
pub(crate) mod lists;
pub(crate) mod prelude;
pub(crate) mod report;
pub(crate) mod runs;
pub(crate) mod sift;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod words;
