//! The font that is shipped with the page, for pictures and pages that stand alone.

/// The font of plots and pages as CSS, with the font itself in it.
pub fn font_style() -> String {
    const FONT: &[u8] = include_bytes!("../../../../../web/fonts/gridwright-sans.woff2");
    format!(
        "@font-face{{font-family:\"Gridwright Sans\";src:url(data:font/woff2;base64,{}) \
         format(\"woff2\")}}",
        base64(FONT)
    )
}

fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len() * 4 / 3 + 4);
    for three in bytes.chunks(3) {
        let byte = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * i) & 63) as usize] as char;
            out.push(if i > three.len() { '=' } else { sign });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_as_signs() {
        for (bytes, text) in [("", ""), ("M", "TQ=="), ("Ma", "TWE="), ("Man", "TWFu")] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
