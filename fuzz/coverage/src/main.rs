//! A target of the fuzzer, given to libFuzzer. Which one is said by `GRIDWRIGHT_TARGET`; `cargo xtask fuzz
//! --coverage` sets it, and builds this with a nightly compiler.

#![no_main]

use std::sync::LazyLock;

use fuzz::{TARGETS, Target};
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<&'static Target> = LazyLock::new(|| {
    let name = std::env::var("GRIDWRIGHT_TARGET").unwrap_or_default();
    let found = TARGETS.iter().find(|target| target.name == name);
    found.unwrap_or_else(|| panic!("GRIDWRIGHT_TARGET names no target: {name:?}"))
});

fuzz_target!(|input: &[u8]| {
    if let Err(fault) = (TARGET.take)(input) {
        panic!("{}: {fault}", TARGET.name);
    }
});
