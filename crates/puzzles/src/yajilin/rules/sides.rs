//! Which places are on the same side of the loop, and which on different sides: between two places
//! the side changes where a line passes, and nowhere else. Kept as trees with a sign on each link.

logic::clone_by_field! {
    #[derive(Debug)]
    pub(super) struct Sides {
        /// For each place twice the one above it, and 1 more if the side changes on the way.
        above: Vec<u32>,
        size: Vec<u32>,
        /// An atom that disagreed with those before it.
        pub odd: Option<usize>,
    }
}

impl Sides {
    /// Nothing known about this many places.
    pub fn new(places: usize) -> Sides {
        Sides {
            above: (0..places as u32).map(|p| 2 * p).collect(),
            size: vec![1; places],
            odd: None,
        }
    }

    /// Twice the root of a place, and 1 more if the side changes on the way there.
    pub fn side(&self, place: usize) -> usize {
        let mut at = place as u32;
        let mut changes = 0;
        loop {
            let above = self.above[at as usize];
            if above >> 1 == at {
                return (2 * at + (changes & 1)) as usize;
            }
            changes ^= above;
            at = above >> 1;
        }
    }

    /// Note that two places are on the same side or on different ones, because of this atom.
    pub fn join(&mut self, a: usize, z: usize, differ: bool, atom: usize) {
        let (a, z) = (self.side(a), self.side(z));
        let differ = differ ^ ((a ^ z) & 1 == 1);
        let (a, z) = (a >> 1, z >> 1);
        if a == z {
            if differ {
                self.odd = Some(atom);
            }
            return;
        }
        let is_lower = self.size[a] < self.size[z];
        let (low, high) = if is_lower { (a, z) } else { (z, a) };
        self.above[low] = 2 * high as u32 + differ as u32;
        self.size[high] += self.size[low];
    }
}
