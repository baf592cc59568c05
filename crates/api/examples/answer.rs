//! Answers requests of the protocol: one to a line on standard input, the answers in the same order on
//! standard output. `cargo xtask edition` asks it beforehand what a page will ask first.

#![allow(clippy::print_stdout, reason = "this is what it is for")]

use std::io::stdin;

fn main() {
    for request in stdin().lines().map_while(Result::ok) {
        println!("{}", api::answer(&request, api::Budget::UNLIMITED));
    }
}
