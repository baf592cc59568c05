//! An address as a QR code, for the terminal: a phone that is pointed at it opens the page.
//!
//! Two rows of modules are one line of half blocks. On a terminal it is black on white, whatever the
//! colours there, because not every phone reads the opposite; elsewhere light modules are drawn, as for
//! a dark window.

use qrcodegen::{QrCode, QrCodeEcc};

/// The free margin that the standard asks for, in modules.
const MARGIN: i32 = 4;

/// The code as lines of text; nothing of an address that is too long for one.
pub(crate) fn drawn(address: &str, colours: bool) -> String {
    let Ok(code) = QrCode::encode_text(address, QrCodeEcc::Medium) else {
        return String::new();
    };
    let is_light = |x: i32, y: i32| !code.get_module(x, y);
    let side = -MARGIN..code.size() + MARGIN;
    let mut text = String::new();
    for y in side.clone().step_by(2) {
        if colours {
            text += "\u{1b}[97;40m";
        }
        let half = |x| match (is_light(x, y), is_light(x, y + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        };
        text.extend(side.clone().map(half));
        text += if colours { "\u{1b}[0m\n" } else { "\n" };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a phone that looks at the terminal reads.
    fn read(text: &str) -> String {
        const PIXELS: usize = 4;
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let (width, height) = (lines[0].len(), 2 * lines.len());
        let light = |x: usize, y: usize| match lines[y / 2][x] {
            '█' => true,
            '▀' => y.is_multiple_of(2),
            '▄' => !y.is_multiple_of(2),
            _ => false,
        };
        let pixel = |x: usize, y: usize| match light(x / PIXELS, y / PIXELS) {
            true => 255,
            false => 0,
        };
        let mut picture =
            rqrr::PreparedImage::prepare_from_greyscale(width * PIXELS, height * PIXELS, pixel);
        let grids = picture.detect_grids();
        assert_eq!(grids.len(), 1, "one code in\n{text}");
        grids[0].decode().expect("it can be read").1
    }

    #[test]
    fn a_phone_reads_the_address() {
        let token = "0123456789abcdef0123456789abcdef";
        for address in [
            "http://10.0.0.1:7777/#/token/x".to_owned(),
            format!("http://192.168.178.123:65535/#/token/{token}"),
            format!("http://[fe80:1234:5678:9abc:def0:1234:5678:9abc]:65535/#/token/{token}"),
        ] {
            assert_eq!(read(&drawn(&address, false)), address);
        }
    }

    #[test]
    fn colours_change_nothing_but_colours() {
        let plain = drawn("http://10.0.0.1:7777/", false);
        let coloured = drawn("http://10.0.0.1:7777/", true);
        let stripped = coloured
            .replace("\u{1b}[97;40m", "")
            .replace("\u{1b}[0m", "");
        assert_eq!(stripped, plain);
        assert_eq!(drawn(&"x".repeat(5000), false), "");
    }
}
