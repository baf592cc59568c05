//! Zip archives, as much of them as a release needs: files in order, compressed, all of the same
//! time. Windows opens these without a tool.

use std::io::{self, Write};

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

/// 1 January 1980, the first day that the format knows.
const DAY: u16 = 1 << 5 | 1;
/// Made on a Unix, so that the rights count; format 2.0.
const MADE_BY: u16 = 3 << 8 | 20;
const DEFLATED: u16 = 8;
/// Names are UTF-8.
const UTF8: u16 = 1 << 11;

/// An archive of these files: name, rights as on Unix, contents.
pub fn zip(files: &[(String, u32, Vec<u8>)]) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut directory = Vec::new();
    for (name, mode, contents) in files {
        let mut crc = Crc::new();
        crc.update(contents);
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(contents)?;
        let packed = encoder.finish()?;
        let mut about = Vec::new();
        for word in [20, UTF8, DEFLATED, 0, DAY] {
            about.extend(u16::to_le_bytes(word));
        }
        for word in [crc.sum(), length(&packed)?, length(contents)?] {
            about.extend(word.to_le_bytes());
        }
        about.extend((length(name.as_bytes())? as u16).to_le_bytes());
        about.extend(0u16.to_le_bytes());

        directory.extend(*b"PK\x01\x02");
        directory.extend(MADE_BY.to_le_bytes());
        directory.extend(&about);
        // No comment, first disk, no kind of text.
        directory.extend([0; 6]);
        directory.extend(((0o100_000 | mode) << 16).to_le_bytes());
        directory.extend(length(&out)?.to_le_bytes());
        directory.extend(name.as_bytes());

        out.extend(*b"PK\x03\x04");
        out.extend(&about);
        out.extend(name.as_bytes());
        out.extend(&packed);
    }
    let start = length(&out)?;
    let count = files.len() as u16;
    out.extend(&directory);
    out.extend(*b"PK\x05\x06\0\0\0\0");
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend(length(&directory)?.to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0; 2]);
    Ok(out)
}

fn length(bytes: &[u8]) -> io::Result<u32> {
    u32::try_from(bytes.len()).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::zip;

    /// The archive is walked from its end, as programs that open it do.
    #[test]
    fn what_was_put_in_comes_out() {
        let files = [
            ("a/one.txt".to_owned(), 0o644, b"one ".repeat(1000)),
            ("a/prögram".to_owned(), 0o755, vec![0, 255, 7]),
        ];
        let archive = zip(&files).expect("an archive");
        let two = |at: usize| u16::from_le_bytes([archive[at], archive[at + 1]]) as usize;
        let four = |at: usize| two(at) | two(at + 2) << 16;
        let end = archive.len() - 22;
        assert_eq!(&archive[end..end + 4], b"PK\x05\x06");
        assert_eq!(two(end + 10), files.len());
        let mut at = four(end + 16);
        for (name, mode, contents) in &files {
            assert_eq!(&archive[at..at + 4], b"PK\x01\x02");
            let (packed, whole, letters) = (four(at + 20), four(at + 24), two(at + 28));
            assert_eq!(&archive[at + 46..at + 46 + letters], name.as_bytes());
            assert_eq!(four(at + 38) >> 16 & 0o777, *mode as usize);
            let file = four(at + 42);
            assert_eq!(&archive[file..file + 4], b"PK\x03\x04");
            let data = file + 30 + two(file + 26) + two(file + 28);
            let mut read = Vec::new();
            flate2::read::DeflateDecoder::new(&archive[data..data + packed])
                .read_to_end(&mut read)
                .expect("compressed");
            assert_eq!((&read, whole), (contents, contents.len()));
            at += 46 + letters;
        }
        assert_eq!(at, end);
    }
}
