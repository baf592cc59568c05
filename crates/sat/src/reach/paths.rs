//! The pieces of a loop that are there already.
//!
//! Chosen edges form paths. Both ends of a path know each other, so an edge that would close a path
//! to a loop is seen at once. Joins are undone in reverse order.

#[derive(Clone, Debug)]
pub(crate) struct Paths {
    /// For the end of a path (or a vertex on its own): the other end. Out of date inside a path.
    far: Vec<u32>,
    /// For the end of a path: how many vertices are on it. Inside a path: how many there were when
    /// this was still an end.
    len: Vec<u32>,
    degree: Vec<u8>,
    joins: Vec<Join>,
    branches: usize,
}

/// What choosing an edge did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Join {
    /// A path with these ends and this many vertices.
    Path(u32, u32, u32),
    /// A loop with this many vertices.
    Loop(u32),
    /// More than two edges at a vertex: other constraints see to it that this does not last.
    Branch,
}

impl Paths {
    pub(crate) fn new(vertices: usize) -> Paths {
        Paths {
            far: (0..vertices as u32).collect(),
            len: vec![1; vertices],
            degree: vec![0; vertices],
            joins: Vec::new(),
            branches: 0,
        }
    }

    /// The edge between `a` and `b` is chosen.
    pub(crate) fn join(&mut self, a: u32, b: u32) -> Join {
        let (i, j) = (a as usize, b as usize);
        let (x, y) = (self.far[i], self.far[j]);
        let join = if self.degree[i] >= 2 || self.degree[j] >= 2 {
            self.branches += 1;
            Join::Branch
        } else if x == b {
            Join::Loop(self.len[i])
        } else {
            Join::Path(x, y, self.len[i] + self.len[j])
        };
        self.degree[i] += 1;
        self.degree[j] += 1;
        if let Join::Path(x, y, len) = join {
            self.set(x, y, len);
            self.set(y, x, len);
        }
        self.joins.push(join);
        join
    }

    /// Take back the last join, which was of `a` and `b`.
    pub(crate) fn part(&mut self, a: u32, b: u32) {
        self.degree[a as usize] -= 1;
        self.degree[b as usize] -= 1;
        match self.joins.pop().expect("an edge was chosen before") {
            Join::Path(x, y, _) => {
                for (near, end) in [(a, x), (b, y)] {
                    let len = if near == end {
                        1
                    } else {
                        self.len[near as usize]
                    };
                    self.set(end, near, len);
                }
            }
            Join::Loop(_) => {}
            Join::Branch => self.branches -= 1,
        }
    }

    fn set(&mut self, end: u32, far: u32, len: u32) {
        self.far[end as usize] = far;
        self.len[end as usize] = len;
    }

    /// Are these still the two ends of one path, and is there no branch anywhere?
    pub(crate) fn are_ends(&self, x: u32, y: u32) -> bool {
        self.branches == 0
            && self.far[x as usize] == y
            && self.degree[x as usize] == 1
            && self.degree[y as usize] == 1
    }

    pub(crate) fn has_branch(&self) -> bool {
        self.branches > 0
    }
}
