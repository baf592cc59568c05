// Large boards to measure on, made anew from a fixed seed: a Hashi that grew island by island, and a
// Yajilin around a loop that winds about a tree. They have a solution; whether it is the only one
// does not matter here.

/** @import {Cell, Stroke} from "./drivers.js" */
/** @typedef {{ name: string, puzzle: object, strokes: Stroke[] }} Large */

/** Numbers that look random (mulberry32). @param {number} seed */
function dice(seed) {
  let state = seed;
  return (/** @type {number} */ sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

/** @type {Cell[]} */
const WAYS = [[0, 1], [1, 0], [0, -1], [-1, 0]];

/** @param {number} side @returns {Large} */
export function largeHashi(side) {
  const roll = dice(30);
  const grid = Array.from({ length: side }, () => Array.from({ length: side }, () => 0));
  const SEA = 0, BRIDGE = -1;
  /** @type {Cell[]} */
  const islands = [[roll(side), roll(side)]];
  /** @type {Stroke[]} */
  const strokes = [];
  for (let attempt = 0; attempt < side * side * 6; attempt += 1) {
    const from = islands[roll(islands.length)];
    const [down, right] = WAYS[roll(4)];
    const length = 2 + roll(4);
    const path = Array.from({ length: length + 1 }, (_, i) => /** @type {Cell} */ ([from[0] + down * i, from[1] + right * i]));
    const end = path[length];
    const free = path.slice(1).every(([row, col]) => grid[row]?.[col] === SEA);
    // Two islands side by side would block each other.
    const apart = WAYS.every(([d, r]) => !(grid[end[0] + d]?.[end[1] + r] > 0));
    if (!free || !apart) continue;
    const count = 1 + roll(2);
    if (grid[from[0]][from[1]] + count > 8) continue;
    for (const [row, col] of path.slice(1, -1)) grid[row][col] = BRIDGE;
    grid[from[0]][from[1]] += count;
    grid[end[0]][end[1]] = count;
    islands.push(end);
    strokes.push({ do: "drag", path });
    if (count === 2) strokes.push({ do: "tap", at: path[1] });
  }
  const problem = grid.map((row) => row.map((value) => (value > 0 ? String(value) : "-")));
  return {
    name: `${side}×${side} Hashi, ${islands.length} islands`,
    puzzle: { type: "hashi", rows: side, cols: side, problem },
    strokes,
  };
}

/** @param {number} side even @returns {Large} */
export function largeYajilin(side) {
  const roll = dice(20);
  const half = side / 2;
  // A tree over most of the blocks of 2 × 2 cells …
  const inTree = Array.from({ length: half }, () => Array.from({ length: half }, () => false));
  /** @type {Set<string>} */
  const joined = new Set();
  const join = (/** @type {Cell} */ a, /** @type {Cell} */ b) => joined.add([a, b].map(String).sort().join("-"));
  /** @type {Cell[]} */
  const tree = [[roll(half), roll(half)]];
  inTree[tree[0][0]][tree[0][1]] = true;
  while (tree.length < half * half * 0.85) {
    const [row, col] = tree[roll(tree.length)];
    const [down, right] = WAYS[roll(4)];
    /** @type {Cell} */
    const next = [row + down, col + right];
    if (inTree[next[0]]?.[next[1]] !== false) continue;
    inTree[next[0]][next[1]] = true;
    tree.push(next);
    join([row, col], next);
  }
  // … and the loop keeps the tree at its right hand.
  const linked = (/** @type {Cell} */ a, /** @type {Cell} */ b) => joined.has([a, b].map(String).sort().join("-"));
  const block = (/** @type {Cell} */ [row, col]) => /** @type {Cell} */ ([Math.floor(row / 2), Math.floor(col / 2)]);
  /** May the loop go from a cell to this neighbour? @param {Cell} a @param {Cell} b */
  const open = (a, b) => {
    const [x, y] = [block(a), block(b)];
    if (String(x) !== String(y)) return inTree[y[0]]?.[y[1]] === true && linked(x, y);
    // Inside a block the way is closed where a branch of the tree leaves it.
    const branch = /** @type {Cell} */ (a[0] === b[0] ? [x[0] + (a[0] % 2 ? 1 : -1), x[1]] : [x[0], x[1] + (a[1] % 2 ? 1 : -1)]);
    return !linked(x, branch);
  };
  /** @type {Cell} */
  const start = [tree[0][0] * 2, tree[0][1] * 2];
  /** @type {Cell[]} */
  const loop = [start];
  const neighbours = (/** @type {Cell} */ [row, col]) => WAYS.map(([down, right]) => /** @type {Cell} */ ([row + down, col + right]))
    .filter(([r, c]) => r >= 0 && c >= 0 && r < side && c < side);
  for (let before = start, at = neighbours(start).filter((to) => open(start, to))[0]; String(at) !== String(start);) {
    loop.push(at);
    const onward = neighbours(at).filter((to) => open(at, to) && String(to) !== String(before))[0];
    [before, at] = [at, onward];
  }
  loop.push(start);

  // What is left: a shaded cell and three clues to a block.
  const problem = Array.from({ length: side }, () => Array.from({ length: side }, () => "-"));
  /** @type {Stroke[]} */
  const strokes = [];
  const shaded = (/** @type {number} */ row, /** @type {number} */ col) => row % 2 === 0 && col % 2 === 0 && !inTree[row / 2][col / 2];
  for (let row = 0; row < side; row += 1) {
    for (let col = 0; col < side; col += 1) {
      if (inTree[row >> 1][col >> 1]) continue;
      if (shaded(row, col)) {
        strokes.push({ do: "alt", at: [row, col] });
        continue;
      }
      const way = roll(4);
      let count = 0;
      for (let r = row, c = col; r >= 0 && c >= 0 && r < side && c < side; r += WAYS[way][0], c += WAYS[way][1]) count += Number(shaded(r, c));
      problem[row][col] = `${count}${"eswn"[way]}`;
    }
  }
  for (let from = 0; from < loop.length - 1; from += 6) strokes.push({ do: "drag", path: loop.slice(from, from + 7) });
  return { name: `${side}×${side} Yajilin`, puzzle: { type: "yajilin", rows: side, cols: side, problem }, strokes };
}
