// What needs no browser: history, and what a point or a drag on the board means.

import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../history.js";
import { Trail, meant } from "../targets.js";

/** @param {number} rows @param {number} cols @param {number} [around] @returns {any} */
const scene = (rows, cols, around = 0.1) => ({ size: [rows, cols], items: [], view: { x: -around, y: -around, w: cols + 2 * around, h: rows + 2 * around } });

test("undo and redo go over everything", () => {
  const past = new History([0, 0, 0]);
  past.move([[0, 0, 5]]);
  past.begin();
  past.move([[1, 0, 7], [0, 5, 6]]);
  past.begin();
  past.move([[2, 0, 9]]);
  assert.deepEqual([past.board, past.layers, past.depth], [[6, 7, 9], [1, 1, 2], 2]);
  past.keep();
  assert.deepEqual([past.layers, past.depth], [[1, 1, 1], 1]);
  past.drop();
  assert.deepEqual([past.board, past.layers, past.depth], [[5, 0, 0], [0, 0, 0], 0]);
  past.undo();
  assert.deepEqual([past.board, past.layers, past.depth], [[6, 7, 9], [1, 1, 1], 1]);
  past.redo();
  past.restart();
  assert.deepEqual(past.board, [0, 0, 0]);
  while (past.canUndo) past.undo();
  assert.deepEqual([past.board, past.layers, past.depth], [[0, 0, 0], [0, 0, 0], 0]);
  while (past.canRedo) past.redo();
  assert.deepEqual([past.board, past.layers, past.depth], [[0, 0, 0], [0, 0, 0], 0]);
});

test("dropping a trial comes back to before it, also after an earlier one was closed", () => {
  const past = new History([0, 0]);
  past.begin();
  past.move([[0, 0, 1]]);
  past.keep();
  past.begin();
  past.move([[0, 1, 2]]);
  past.move([[1, 0, 2]]);
  past.drop();
  assert.deepEqual([past.board, past.layers], [[1, 0], [0, 0]]);
});

test("what is written down can be done again", () => {
  const past = new History([0, 0]);
  const entries = [past.move([[0, 0, 1]]), past.begin(), past.move([[1, 0, 1]]), past.undo(), past.undo(), past.redo(), past.move([[1, 0, 2]]), past.restart(), past.undo()];
  const again = new History([0, 0]);
  for (const entry of JSON.parse(JSON.stringify(entries))) again.replay(entry);
  assert.deepEqual([again.board, again.layers, again.depth, again.at], [past.board, past.layers, past.depth, past.at]);
});

test("every board on the way can be seen again", () => {
  const past = new History([0, 3]);
  past.move([[0, 0, 1]]);
  past.begin();
  past.move([[0, 1, 2], [1, 3, 4]]);
  past.drop();
  past.undo();
  assert.deepEqual([0, 1, 2, 3].map((at) => past.boardAt(at)), [[0, 3], [1, 3], [1, 3], [2, 4]]);
  assert.deepEqual(past.boardAt(past.at), past.board);
});

test("a new move forgets what was undone", () => {
  const past = new History([0]);
  past.move([[0, 0, 1]]);
  past.undo();
  past.move([[0, 0, 2]]);
  assert(!past.canRedo);
  assert.deepEqual(past.board, [2]);
});

test("blank slots are foreseen in the present trial", () => {
  const past = new History([0, 0]);
  past.move([[0, 0, 1]]);
  assert.deepEqual(past.layersAhead, []);
  past.begin();
  assert.deepEqual(past.layersAhead, [0, 1]);
  assert(!past.surprises([[1, 0, 1]]));
  assert(past.surprises([[0, 1, 2]]));
});

test("a click in the middle means the cell, near a border the border", () => {
  const board = scene(3, 3);
  assert.deepEqual(meant(board, { x: 1.5, y: 1.5 }, 40), [{ cell: [1, 1] }]);
  assert.deepEqual(meant(board, { x: 1.9, y: 1.5 }, 40), [{ border: [1, 1, "e"] }, { cell: [1, 1] }]);
  assert.deepEqual(meant(board, { x: 1.1, y: 1.5 }, 40), [{ border: [1, 0, "e"] }, { cell: [1, 1] }]);
  assert.deepEqual(meant(board, { x: 1.5, y: 1.95 }, 40), [{ border: [1, 1, "s"] }, { cell: [1, 1] }]);
  assert.deepEqual(meant(board, { x: 1.75, y: 1.5 }, 40), [{ cell: [1, 1] }, { border: [1, 1, "e"] }]);
});

test("small cells, corners and the edge of the board mean cells", () => {
  const board = scene(3, 3);
  assert.deepEqual(meant(board, { x: 1.95, y: 1.5 }, 12)[0], { cell: [1, 1] });
  assert.deepEqual(meant(board, { x: 1.95, y: 1.9 }, 40), [{ cell: [1, 1] }]);
  assert.deepEqual(meant(board, { x: 2.95, y: 1.5 }, 40), [{ cell: [1, 2] }]);
  assert.deepEqual(meant(board, { x: -0.5, y: 1.5 }, 40), []);
});

test("around the board there are places if there is room", () => {
  const board = scene(3, 4, 1.1);
  assert.deepEqual(meant(board, { x: -0.5, y: 1.5 }, 40), [{ outside: [1, -1] }]);
  assert.deepEqual(meant(board, { x: 4.2, y: 0.5 }, 40), [{ outside: [0, 4] }]);
  assert.deepEqual(meant(board, { x: 1.5, y: 3.5 }, 40), [{ outside: [3, 1] }]);
  assert.deepEqual(meant(board, { x: -0.5, y: -0.5 }, 40), []);
});

test("a drag passes neighbours only, does not tremble, and shortens on the way back", () => {
  const trail = new Trail(scene(5, 5), [0, 0], { x: 0.5, y: 0.5 });
  trail.moveTo({ x: 1.05, y: 0.5 });
  assert.deepEqual(trail.cells, [[0, 0]], "not yet");
  trail.moveTo({ x: 3.5, y: 0.5 });
  assert.deepEqual(trail.cells, [[0, 0], [0, 1], [0, 2], [0, 3]]);
  trail.moveTo({ x: 3.5, y: 2.5 });
  assert.equal(trail.cells.length, 6);
  trail.moveTo({ x: 3.5, y: 0.5 });
  assert.deepEqual(trail.cells, [[0, 0], [0, 1], [0, 2], [0, 3]]);
  trail.moveTo({ x: 0.5, y: 0.5 });
  assert.deepEqual(trail.cells, [[0, 0]]);
  assert(trail.left);
});

test("a drag across corners and beside the board stays on neighbours", () => {
  const trail = new Trail(scene(4, 4), [0, 0], { x: 0.5, y: 0.5 });
  trail.moveTo({ x: 3.5, y: 3.5 });
  trail.moveTo({ x: 9, y: -2 });
  for (const [i, [row, col]] of trail.cells.entries()) {
    assert(row >= 0 && row < 4 && col >= 0 && col < 4);
    if (i > 0) assert.equal(Math.abs(row - trail.cells[i - 1][0]) + Math.abs(col - trail.cells[i - 1][1]), 1);
  }
});
