//! FNV-1a with 64 bits: short, the same on every machine and in every version of the compiler, and
//! good enough to notice a change that nobody makes on purpose.

/// A digest in the making.
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// The digest of these bytes.
    pub fn of(bytes: &[u8]) -> Digest {
        let mut digest = Digest::default();
        digest.add(bytes);
        digest
    }

    /// Go on with these bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// What it comes to.
    pub fn value(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_test_vectors() {
        assert_eq!(Digest::of(b"").value(), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Digest::of(b"a").value(), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Digest::of(b"foobar").value(), 0x8594_4171_f739_67e8);
    }
}
