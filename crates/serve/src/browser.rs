//! Showing the client in the person's browser.

use std::process::{Command, Stdio};

/// Ask the desktop to show a page. If it cannot, the person has the address on the screen anyway.
pub(crate) fn open(url: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        // `start` takes its first quoted argument for a window title.
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    command
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        // Some openers run as long as the browser; wait for them on another thread.
        std::thread::spawn(move || child.wait());
    }
}
