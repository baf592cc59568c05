//! Vertices that the chosen part already connects: union-find that can be taken back.

pub(crate) struct Groups {
    parent: Vec<u32>,
    size: Vec<u32>,
    /// Roots that were joined to another one, and when.
    joined: Vec<(u32, u32)>,
}

impl Groups {
    pub(crate) fn new(n: usize) -> Groups {
        Groups {
            parent: (0..n as u32).collect(),
            size: vec![1; n],
            joined: Vec::new(),
        }
    }

    /// The root of a vertex; logarithmic, because paths are not compressed but trees are balanced.
    pub(crate) fn of(&self, mut v: u32) -> u32 {
        while self.parent[v as usize] != v {
            v = self.parent[v as usize];
        }
        v
    }

    pub(crate) fn join(&mut self, a: u32, b: u32, time: u32) {
        let (mut a, mut b) = (self.of(a), self.of(b));
        if a == b {
            return;
        }
        if self.size[a as usize] < self.size[b as usize] {
            (a, b) = (b, a);
        }
        self.parent[b as usize] = a;
        self.size[a as usize] += self.size[b as usize];
        self.joined.push((b, time));
    }

    pub(crate) fn undo_to(&mut self, time: u32) {
        while let Some(&(b, when)) = self.joined.last()
            && when >= time
        {
            let a = self.parent[b as usize];
            self.size[a as usize] -= self.size[b as usize];
            self.parent[b as usize] = b;
            self.joined.pop();
        }
    }
}
