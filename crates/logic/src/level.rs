//! How hard rules are to see. A rule has a level as a number; what the numbers mean is said here, for
//! every crate and for the page.

/// Seen at a glance.
pub const GLANCE: u8 = 1;
/// Easy to see.
pub const EASY: u8 = 2;
/// Takes some practice.
pub const INTERMEDIATE: u8 = 3;
/// Takes an expert. Named rules go up to here, and nothing is supposed.
pub const EXPERT: u8 = 4;
/// Something is supposed.
pub const TRIAL: u8 = 5;
/// Found by a search for the smallest reason.
pub const SMALLEST: u8 = 6;

/// All levels with their names, from low to high.
pub const ALL: [(u8, &str); 6] = [
    (GLANCE, "At a glance"),
    (EASY, "Easy"),
    (INTERMEDIATE, "Intermediate"),
    (EXPERT, "Expert"),
    (TRIAL, "Trial"),
    (SMALLEST, "Smallest reason"),
];
