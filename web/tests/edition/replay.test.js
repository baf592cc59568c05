// The engine in the page and the server give the same answers, letter by letter: requests of every kind, for
// every family, are answered by both. The engine runs in Node here, as it does in a worker of the page.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Instance } from "../../engine/instance.js";
import { DRIVERS } from "../drivers.js";
import { Server } from "../harness.js";

const server = new Server();
/** @type {WebAssembly.Module} */
let module;
/** @type {Instance} */
let engine;
before(async () => {
  await server.start();
  const bytes = await readFile(join(process.env.GRIDWRIGHT_EDITION ?? "", "engine/engine.wasm"));
  module = await WebAssembly.compile(new Uint8Array(bytes));
  engine = new Instance(module);
});
after(() => server.stop());

/** Nobody is stopped by time here, or the answers could differ. */
const PATIENCE = 3_600_000;

/** What has been asked so far. @type {Set<string>} */
const asked = new Set();

/** @param {string} text @returns {Promise<any>} */
async function both(text) {
  const response = await fetch(`http://127.0.0.1:${server.port}/api`, { method: "POST", headers: { "content-type": "application/json" }, body: text });
  const there = await response.text();
  const here = engine.answer(text, PATIENCE);
  if (here !== there) assert.fail(`not the same to ${text.slice(0, 300)}\n${difference(here, there)}`);
  return JSON.parse(here);
}

/** @param {string} here @param {string} there */
function difference(here, there) {
  let at = 0;
  while (at < here.length && here[at] === there[at]) at += 1;
  const part = (/** @type {string} */ text) => text.slice(Math.max(0, at - 80), at + 120);
  return `in the page: … ${part(here)}\non the server: … ${part(there)}`;
}

/** @param {string} op @param {object} [request] */
async function ask(op, request = {}) {
  asked.add(op);
  const answer = await both(JSON.stringify({ op, ...request }));
  assert(answer.ok, `${op}: ${JSON.stringify(answer.error)}`);
  return answer;
}

test("what is refused is refused with the same words", async () => {
  for (const text of [
    "", "{", "[]", "7", '{"op":"nothing"}', '{"op":"open"}', '{"op":"open","text":"hello"}', '{"op":"show","puzzle":{}}',
    '{"op":"blank","family":"none","rows":3,"cols":3}', `{"op":"open","text":"${"\u00fc\u{1f600}".repeat(50)}"}`, "[".repeat(5_000),
  ]) await both(text);
});

/** A file of grades, about all families. */
const GRADES = "difficulty cuts 20 40\nfun cuts 30 60\nlooks cuts 50 70\n";

test("a file of grades is read", async () => {
  const { families } = await ask("grades", { text: GRADES });
  assert.equal(families.length, Object.keys(DRIVERS).length);
});

for (const id of Object.keys(DRIVERS)) {
  describe(id, () => {
    test("opened, played, checked, written", async () => {
      const { families } = await ask("families");
      await ask("levels");
      const family = families.find((/** @type {any} */ each) => each.id === id);
      for (const { puzzle } of family.samples) {
        const { solutions: [solution] } = await ask("solve", { puzzle });
        const { formats } = await ask("formats", { puzzle });
        for (const format of formats) {
          const { text } = await ask("export", { puzzle, board: solution, format });
          await ask("open", { text });
        }
        let { board } = await ask("show", { puzzle, look: { met: true } });
        const written = JSON.parse((await ask("export", { puzzle, board: solution, format: "json" })).text);
        for (const stroke of DRIVERS[id].solve(puzzle, written.solution ?? written.marks)) {
          const targets = (stroke.do === "drag" ? stroke.path : [stroke.at]).map((cell) => ({ cell }));
          const gesture = { kind: stroke.do, targets, ...(stroke.do === "key" && { value: stroke.value }) };
          ({ board } = await ask("gesture", { puzzle, board, gesture, look: { met: true } }));
          await ask("say", { puzzle, board, cell: targets[0].cell });
          await ask("check", { puzzle, board, against: "rules" });
        }
        await ask("check", { puzzle, board, against: "solution" });
      }
    });

    test("reasoned about, from the first step to the last", async () => {
      const { families } = await ask("families");
      const family = families.find((/** @type {any} */ each) => each.id === id);
      for (const { puzzle } of family.samples) {
        const { start } = await ask("trace", { puzzle });
        await ask("rate", { puzzle });
        await ask("rate", { puzzle, player: 3, grades: GRADES });
        await ask("help", { puzzle, board: start });
        await ask("scratch", { puzzle, board: start, steps: 3 });
        let board = start;
        for (let steps = 0; steps < 12; steps += 1) {
          const { move } = await ask("hint", { puzzle, board });
          if (!move) break;
          board = [...board];
          for (const [slot, , value] of move) board[slot] = value;
        }
      }
    });

    test("drawn, judged, stripped and repaired", async () => {
      const { families } = await ask("families");
      const family = families.find((/** @type {any} */ each) => each.id === id);
      const { puzzle } = family.samples[0];
      await ask("canvas", { puzzle });
      await ask("verdict", { puzzle, rate: true });
      await ask("resize", { puzzle, rows: puzzle.rows + 1, cols: puzzle.cols + 1 });
      const blank = await ask("blank", { family: id, rows: 5, cols: 5 });
      await ask("verdict", { puzzle: blank.puzzle });
      for (const value of ["1", "3", "delete"]) {
        const gesture = { kind: "key", targets: [{ cell: [1, 2] }], value };
        const { puzzle: edited } = await ask("set", { puzzle, gesture, symmetry: "turn" });
        const { status } = await ask("verdict", { puzzle: edited });
        if (status !== "multiple") continue;
        await ask("repair", { puzzle: edited });
        await ask("fill", { puzzle: edited, seed: 3 });
      }
      await ask("repair", { puzzle });
      const { puzzle: minimal } = await ask("strip", { puzzle, seed: 3 });
      await ask("fill", { puzzle: minimal });
    });

    test("kept in rows", async () => {
      const { families } = await ask("families");
      const family = families.find((/** @type {any} */ each) => each.id === id);
      const text = family.samples.map((/** @type {any} */ { puzzle }) => JSON.stringify(puzzle)).join("\n");
      const request = { op: "import", text, tags: ["x"] };
      const { lacks } = await ask("shelf", { request, known: { next: 1, plays: 0 } });
      const { changes } = await ask("shelf", { request, known: { next: 1, plays: 0, keys: lacks.keys } });
      const known = { next: changes.next, plays: 0, lines: changes.put.map((/** @type {any} */ { line }) => line), kept: changes.put };
      await ask("shelf", { request: { op: "list", sort: "size" }, known });
      await ask("shelf", { request: { op: "get", ids: [1, 2] }, known });
      await ask("shelf", { request: { op: "export", ids: [1], format: "json" }, known });
      await ask("shelf", { request: { op: "opinions", ids: [1, 2] }, known });
      const { answer: made } = await ask("shelf", { request: { op: "cluster", ids: [1, 2, 3], clusters: 3 }, known });
      await ask("grades", { text: made.text });
    });

    test("made, from small seeds and from large ones", async () => {
      for (const [seed, index] of [[1, 0], [7, 3], [2 ** 32 + 1, 0], [2 ** 53 - 1, 2 ** 33]]) {
        await ask("generate", { family: id, rows: 6, cols: 6, seed, index });
      }
      await ask("generate", { family: id, rows: 6, cols: 6, seed: 5, index: 0, difficulty: "medium" });
    });
  });
}

test("nothing that the protocol offers was left out", async () => {
  const schema = /** @type {any} */ (await (await fetch(`http://127.0.0.1:${server.port}/api`)).json());
  assert.deepEqual([...asked].sort(), Object.keys(schema.ops).sort());
});

test("the engine asks its host for nothing but time and ears, and its memory has an end", () => {
  assert.deepEqual(WebAssembly.Module.imports(module).map(({ module, name }) => `${module}.${name}`).sort(), ["host.panicked", "host.stop"]);
  const { exports } = new WebAssembly.Instance(module, { host: { stop: () => 0, panicked: () => {} } });
  const { request } = /** @type {import("../../engine/instance.js").Exports} */ (/** @type {unknown} */ (exports));
  assert(request(10 << 20) > 0);
  assert.throws(() => request(600 << 20), WebAssembly.RuntimeError);
});

test("work that is out of time stops, and the engine can go on", () => {
  const { families } = JSON.parse(engine.answer('{"op":"families"}', PATIENCE));
  const { id, sides: [, most] } = families[0];
  const side = Math.min(most, 30);
  const request = { op: "generate", family: id, rows: side, cols: side, seed: 1, index: 0, difficulty: "hard" };
  assert.equal(JSON.parse(engine.answer(JSON.stringify(request), 0)).status, "unknown");
  assert(JSON.parse(engine.answer('{"op":"levels"}', 0)).ok);
});
