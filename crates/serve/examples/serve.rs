//! The server alone, for work on the client: `cargo run -p serve --example serve [port]`. In a
//! debug build the files of `web/` are read again for every request.

#![allow(clippy::print_stderr, reason = "a program, if a small one")]

fn main() {
    let port = std::env::args().nth(1).and_then(|port| port.parse().ok());
    let options = serve::Options {
        port: port.unwrap_or(7777),
        open: false,
        ..serve::Options::default()
    };
    if let Err(error) = serve::run(options) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
