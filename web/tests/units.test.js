// What needs no browser: history, what is done in order and foreseen, what a point or a drag on the board
// means, and where the page's widths are written down.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { BoardModel } from "../board/board-model.js";
import { Refused, Unreachable, connection } from "../server/api.js";
import { History } from "../storage/history.js";
import { DragPreview } from "../server/drag-preview.js";
import { Queue } from "../server/queue.js";
import { Trail, meant } from "../board/targets.js";
import { firstOf } from "../ui/complain.js";
import { checkMessages } from "../views/play/check-messages.js";

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

test("dropping a trial comes back to before it, even after an earlier one was closed", () => {
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

/** An answer that comes when it is told to. */
function answer() {
  /** @type {(value: string) => void} */
  let give = () => {};
  /** @type {(error: Error) => void} */
  let fail = () => {};
  const promise = new Promise((resolve, reject) => { [give, fail] = [resolve, reject]; });
  return { promise, give, fail };
}

/** Until everything that only waits for its turn has had it. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** @param {string} value @returns {any} */
const drag = (value) => ({ kind: "drag", targets: [], value });

test("one thing after another; what is refused is said, and the next is done", async () => {
  /** @type {(string | null)[]} */
  const log = [];
  const queue = new Queue((why) => log.push(`failed: ${why}`), async () => { log.push("back"); });
  const first = answer();
  const one = queue.do(async () => { log.push(`one ${await first.promise}`); });
  const two = queue.do(() => { throw new Refused("not allowed"); });
  const three = queue.do(() => { log.push("three"); });
  await turn();
  assert.deepEqual([log, queue.busy], [[], true]);
  first.give("done");
  await Promise.all([one, two, three]);
  assert.deepEqual(log, ["one done", "failed: not allowed", "three"]);
  await turn();
  assert.equal(queue.busy, false);
  queue.close();
});

/** A queue whose server is away as long as a test says so. @param {(string | null)[]} log */
function queueWith(log) {
  const server = { away: false };
  const queue = new Queue((why) => log.push(why), async () => { log.push("back"); }, () => server.away);
  const goAway = () => { server.away = true; };
  const comeBack = () => {
    server.away = false;
    connection.dispatchEvent(new Event("back"));
  };
  return { queue, goAway, comeBack };
}

test("what is done by hand waits for a server that goes away; what only asks is given up", async () => {
  /** @type {(string | null)[]} */
  const log = [];
  const { queue, goAway, comeBack } = queueWith(log);
  let there = false;
  const needing = (/** @type {string} */ name) => async () => {
    if (!there) {
      goAway();
      throw new Unreachable();
    }
    log.push(name);
  };
  await queue.do(needing("a question"));
  assert.deepEqual([...log], [null], "given up, and nobody waits for it");
  const one = queue.insist(needing("one"));
  const two = queue.insist(() => { log.push("two"); });
  await turn();
  assert.deepEqual([log, queue.busy], [[null, null], true], "nothing overtakes what waits");
  comeBack();
  await turn();
  assert.deepEqual(log, [null, null, null], "it is tried again, and again in vain");
  there = true;
  comeBack();
  await Promise.all([one, two]);
  await turn();
  assert.deepEqual(log, [null, null, null, "one", "two", "back", "back"], "in order, and none twice");
  assert.equal(queue.busy, false);
});

test("what is taken back while it waits for the server holds up nothing", async () => {
  /** @type {(string | null)[]} */
  const log = [];
  const { queue, goAway } = queueWith(log);
  let wanted = true;
  const one = queue.insist(async () => {
    goAway();
    throw new Unreachable();
  }, () => wanted);
  const two = queue.insist(() => { log.push("two"); });
  await turn();
  wanted = false;
  queue.unblock();
  await Promise.all([one, two]);
  assert.deepEqual(log, [null, "two"]);
  queue.close();
});

test("a queue that is closed leaves nobody waiting", async () => {
  /** @type {(string | null)[]} */
  const log = [];
  const { queue, goAway, comeBack } = queueWith(log);
  const one = queue.insist(async () => {
    goAway();
    throw new Unreachable();
  });
  await turn();
  queue.close();
  await one;
  comeBack();
  await turn();
  assert.deepEqual(log, [null]);
});

test("what breaks the server again and again is given up, and said", async () => {
  /** @type {(string | null)[]} */
  const log = [];
  const { queue, comeBack } = queueWith(log);
  const one = queue.insist(async () => { throw new Unreachable(undefined, true); });
  const two = queue.insist(() => { log.push("two"); });
  await Promise.all([one, two]);
  assert.deepEqual(log, [null, null, "The server cannot do this.", "two"]);
  comeBack();
  await turn();
});

test("a drag that ends takes the answer that is known or on its way", async () => {
  /** @type {{ gesture: any, promise: Promise<any>, give: (value: string) => void }[]} */
  const asked = [];
  let [at, busy, changes] = [0, false, 0];
  const preview = new DragPreview({
    at: () => at,
    ask: (gesture) => {
      const next = answer();
      asked.push({ gesture, ...next });
      return next.promise;
    },
    busy: () => busy,
    onchange: () => { changes += 1; },
  });
  preview.follow(drag("a"));
  preview.follow(drag("ab"));
  assert.equal(asked.length, 1, "one at a time");
  assert.equal(preview.shown, null);
  asked[0].give("A");
  await turn();
  assert.deepEqual([preview.shown, asked.length, changes], ["A", 2, 1]);

  // It ends while its answer is on the way.
  busy = true;
  preview.follow(null);
  const last = preview.answerTo(drag("ab"));
  assert.equal(preview.answerTo(drag("abc")), null);
  assert.equal(preview.shown, "A", "what was foreseen stays until it is done");
  asked[1].give("AB");
  assert.equal(await last, "AB");
  await turn();
  assert.equal(asked.length, 2, "nothing was asked twice");
  assert.equal(preview.answerTo(drag("ab")), "AB", "and it is known from now on");
  at = 1;
  assert.deepEqual([preview.answerTo(drag("ab")), preview.shown], [null, null], "of another board it says nothing");
  at = 0;
  preview.forget();
  assert.deepEqual([preview.answerTo(drag("ab")), preview.shown], [null, null]);
});

test("a drag that is given up leaves no trace", async () => {
  let changes = 0;
  const preview = new DragPreview({ at: () => 0, ask: async () => "A", busy: () => false, onchange: () => { changes += 1; } });
  preview.follow(drag("a"));
  await turn();
  assert.equal(preview.shown, "A");
  preview.follow(null);
  await turn();
  assert.deepEqual([preview.shown, changes], [null, 2]);
});

test("what a pointer means that does not move is asked when it goes down, once", async () => {
  let [at, busy] = [0, false];
  /** @type {string[]} */
  const asked = [];
  const preview = new DragPreview({
    at: () => at,
    ask: async () => "shown ahead",
    askPlainly: async ({ kind }) => {
      asked.push(kind);
      if (kind === "alt") throw new Error("away");
      return kind;
    },
    busy: () => busy,
    onchange: () => assert.fail("nothing is seen of it"),
  });
  /** @param {"tap" | "alt"} kind */
  const still = (kind) => ({ kind, targets: [{ cell: /** @type {[number, number]} */ ([0, 0]) }] });
  preview.press([still("tap"), still("alt")]);
  const answer = preview.answerTo(still("tap"));
  assert.equal(await answer, "tap");
  await turn();
  assert.equal(preview.answerTo(still("alt")), null, "what failed is to be asked again");
  assert.deepEqual([preview.shown, asked], [null, ["tap", "alt"]]);
  at = 1;
  assert.equal(preview.answerTo(still("tap")), null, "of another board it says nothing");
  busy = true;
  preview.press([still("tap")]);
  assert.equal(asked.length, 2, "while something else is being done, what it means is not known yet");
  at = 0;
  preview.forget();
  assert.equal(preview.answerTo(still("tap")), null);
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

/** A board of letters, on which only a drag does something. @extends {BoardModel<string>} */
class Letters extends BoardModel {
  text = "";
  /** @type {string[]} */
  asked = [];

  get at() {
    return this.text.length;
  }

  constructor() {
    super(scene(1, 1), []);
    for (const name of ["change", "nothing", "puzzled"]) {
      this.addEventListener(name, (event) => this.asked.push(`${name} ${/** @type {CustomEvent} */ (event).detail ?? ""}`.trim()));
    }
  }

  /** @param {import("../protocol.d.ts").Gesture} gesture */
  async ask({ kind, value = "" }) {
    this.asked.push(`ask ${kind}`);
    if (kind === "key") throw new Refused(`no ${value}`);
    return kind === "drag" ? "d" : "";
  }

  pictureOf() {
    return scene(2, 2);
  }

  /** @param {string} answer */
  take(answer) {
    if (answer === "") return false;
    this.text += answer;
    return true;
  }

  async look() {
    this.changed();
  }
}

test("of the readings of a gesture the first that does something counts", async () => {
  const board = new Letters();
  board.gesture([{ kind: "tap", targets: [] }, { kind: "drag", targets: [] }, { kind: "alt", targets: [] }]);
  board.gesture([{ kind: "alt", targets: [] }]);
  await board.queue.do(() => {});
  assert.equal(board.text, "d");
  assert.deepEqual(board.asked, ["ask tap", "ask drag", "change", "ask alt", "change", "nothing alt"]);
});

test("a gesture that is refused is told, and the picture is shown as it is", async () => {
  const board = new Letters();
  board.gesture([{ kind: "key", targets: [], value: "7" }]);
  await board.queue.do(() => {});
  assert.deepEqual([board.text, board.asked], ["", ["ask key", "change", "puzzled no 7"]]);
});

test("a drag that was foreseen is shown at once and not asked again", async () => {
  const board = new Letters();
  const drag = { kind: /** @type {const} */ ("drag"), targets: [] };
  const before = board.shown;
  await new Promise((resolve) => {
    board.addEventListener("change", resolve, { once: true });
    board.preview(drag);
  });
  assert.notEqual(board.shown, before);
  board.preview(null);
  board.gesture([drag]);
  await board.queue.do(() => {});
  assert.deepEqual([board.text, board.asked], ["d", ["ask drag", "change", "change"]]);
  assert.equal(board.shown, before);
});

test("a list that is cut says how many more there are, and where", () => {
  const broken = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => (/** @type {any} */ ({ rule: "r", kind: "wrong", message: `broken ${i}`, cells: [[i, 0]] })));
  const told = (/** @type {"live" | "rules"} */ kind, /** @type {any[]} */ violations) =>
    checkMessages({ kind, violations, differs: [], unique: true, known: true, complete: false });
  assert.deepEqual(told("live", broken(3)).map(({ text }) => text), ["broken 0", "broken 1", "broken 2"]);
  assert.deepEqual(told("live", broken(5))[3], { text: "And 2 more broken rules.", cells: [[3, 0], [4, 0]], tone: "wrong" });
  assert.deepEqual(told("rules", broken(7)).at(-1), { text: "And one more broken rule.", cells: [[6, 0]], tone: "wrong" });
  const open = broken(4).map((each) => ({ ...each, kind: "unfinished" }));
  assert.deepEqual(told("rules", open).map(({ text }) => text), ["No rule is broken so far.", "broken 0", "broken 1", "And 2 more things to do."]);
  const errors = ["a", "b", "c", "d"].map((message) => ({ message }));
  assert.equal(firstOf(/** @type {any} */ (errors), "x"), "A. B. C. And 1 more.");
  assert.equal(firstOf(/** @type {any} */ (errors.slice(1)), "x"), "B. C. D.");
});

test("no stylesheet has a width of its own at which the page changes", async () => {
  const root = join(import.meta.dirname, "..");
  const sheets = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".css") && !name.startsWith("node_modules"));
  assert(sheets.length > 5, "the stylesheets have moved");
  for (const sheet of sheets) {
    const asked = (await readFile(join(root, sheet), "utf8")).match(/@(?:media|container)[^{]*(?:width|height|orientation)[^{]*/);
    assert.equal(asked, null, `${sheet} asks for what ui/width.js says: ${asked}`);
  }
});

test("the README names every file that several views share, and no other", async () => {
  const root = join(import.meta.dirname, "..");
  const words = await readFile(join(root, "README.md"), "utf8");
  const said = new Set([...words.matchAll(/`((?:board|engine|server|storage|ui)\/[\w-]+\.js)`/g)].map(([, name]) => name));
  const folders = ["board", "engine", "server", "storage", "ui"];
  const files = await Promise.all(folders.map(async (folder) => (await readdir(join(root, folder))).filter((name) => name.endsWith(".js")).map((name) => `${folder}/${name}`)));
  assert.deepEqual([...said].sort(), files.flat().sort());
});
