//! What is known about the loop itself, whatever the puzzle is about: which cells it passes
//! through, how many lines and ways a cell has, which line ends belong together, and what is on the
//! same side of it. The family tells what it learns; nothing here knows a clue or a shaded cell.

use super::lay::Lay;
use super::sides::Sides;

/// What is known about a cell.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// How many sides are not closed.
    pub ways: u8,
    pub lines: u8,
    /// Somebody said that the loop passes here.
    passed: bool,
    /// For the end of a piece of the loop: its other end.
    mate: u32,
}

logic::clone_by_field! {
    pub(super) struct Pieces {
        pub nodes: Vec<Node>,
        pub sides: Sides,
        /// Cells that are on the loop and have no line yet.
        pub loose: u32,
        /// How many pieces of the loop there are.
        pub count: u32,
        /// A line of a closed loop.
        pub closed: Option<usize>,
        /// Some cell has three lines: what is kept about pieces is no longer true.
        pub branched: bool,
    }
}

impl Pieces {
    /// Nothing is known.
    pub fn new(lay: &Lay) -> Pieces {
        let node = |v: usize| Node {
            ways: lay.sides(v).count() as u8,
            lines: 0,
            passed: false,
            mate: v as u32,
        };
        Pieces {
            nodes: (0..lay.free).map(node).collect(),
            sides: Sides::new(lay.places()),
            loose: 0,
            count: 0,
            closed: None,
            branched: false,
        }
    }

    /// The loop passes through this cell.
    pub fn pass(&mut self, v: usize) {
        self.nodes[v].passed = true;
        self.loose += (self.nodes[v].lines == 0) as u32;
    }

    /// No line runs here.
    pub fn close(&mut self, lay: &Lay, line: usize) {
        let [a, z] = lay.beside(line);
        self.sides.join(a, z, false, line);
        for v in lay.ends(line) {
            self.nodes[v].ways -= 1;
        }
    }

    /// The loop runs here: the line joins pieces, or closes one.
    pub fn draw(&mut self, lay: &Lay, line: usize) {
        let [a, z] = lay.beside(line);
        self.sides.join(a, z, true, line);
        let [u, w] = lay.ends(line);
        let mut far = [None; 2];
        for (end, v) in far.iter_mut().zip([u, w]) {
            let node = &mut self.nodes[v];
            match node.lines {
                0 => {
                    *end = Some(v);
                    self.loose -= node.passed as u32;
                }
                1 => *end = Some(node.mate as usize),
                _ => {}
            }
            node.lines += 1;
        }
        let [Some(a), Some(z)] = far else {
            self.branched = true;
            return;
        };
        if a == w && z == u && self.nodes[u].lines == 2 {
            self.closed = Some(line);
            return;
        }
        let fresh = (a == u) as u32 + (z == w) as u32;
        self.count = (self.count + fresh).saturating_sub(1);
        self.nodes[a].mate = z as u32;
        self.nodes[z].mate = a as u32;
    }

    /// There is no closed loop, and what is known about pieces is true.
    pub fn are_open(&self) -> bool {
        self.closed.is_none() && !self.branched
    }

    /// The two ends of each piece that is not closed.
    pub fn ends(&self) -> impl Iterator<Item = [usize; 2]> {
        (self.nodes.iter().enumerate())
            .filter(|(u, node)| node.lines == 1 && node.mate as usize >= *u)
            .map(|(u, node)| [u, node.mate as usize])
    }
}
