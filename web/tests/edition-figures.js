// What is measured of an edition only: the first visit, and what the engine takes for hints and verdicts, beside
// the program on the same machine in the same minute.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Instance } from "../engine/instance.js";
import { largeHashi } from "./large.js";
import { Profile, WIDE, at } from "./harness.js";
import { host } from "./static.js";

/** @import {Server} from "./harness.js" */

/** Where published puzzles are, if they are there. */
const CORPORA = process.env.GRIDWRIGHT_CORPORA ?? join(import.meta.dirname, "../../../shared/corpora");
/** Collections of published puzzles. */
const COLLECTIONS = ["janko/hashi", "janko/skyscrapers", "janko/yajilin", "janko/satogaeri", "janko/fobidoshi", "tatham/bridges", "tatham/bridges-50", "tatham/towers"];
/** How many puzzles of each collection are asked about: hints on some of it from its beginning to its end. */
const EACH = 12;
/** … and verdicts on those that take the program longest: what takes it no time cannot be compared. */
const SLOWEST = 4;
/** What takes the program less than this, in milliseconds, is left out. */
const LEAST = 0.5;
/** The better of so many runs counts: others are at work on the machine as well. */
const RUNS = 7;

/**
 * From an empty profile to the first stroke that is seen: the page is opened at a puzzle, and the hand draws
 * as soon as there is a board. The processor is slowed four times.
 * @param {string} edition
 * @returns {Promise<number[]>} in milliseconds
 */
export async function firstGesture(edition) {
  const { server, url } = await host(edition);
  const { puzzle, strokes: [stroke] } = largeHashi(10);
  const times = [];
  for (let i = 0; i < RUNS; i += 1) {
    const profile = await Profile.open(WIDE);
    const page = await profile.page();
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const began = performance.now();
    await page.goto(`${url}#/open/${encodeURIComponent(JSON.stringify(puzzle))}`, { waitUntil: "commit" });
    await page.locator("#main[aria-busy=false] .board .scene > *").first().waitFor({ state: "attached" });
    if (stroke.do !== "drag") throw new Error("a bridge is a drag");
    const [from, ...rest] = await Promise.all(stroke.path.map((cell) => at(page, ...cell)));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const { x, y } of rest) await page.mouse.move(x, y);
    await page.mouse.up();
    await page.locator(".board .scene .entered").first().waitFor({ state: "attached" });
    times.push(performance.now() - began);
    await profile.context.close();
  }
  server.closeAllConnections();
  server.close();
  return times;
}

/**
 * @param {Server} server
 * @param {(what: string, numbers: number[], unit: string) => void} row
 */
export async function hintsAndVerdicts(server, row) {
  const bytes = readFileSync(join(process.env.GRIDWRIGHT_EDITION ?? "", "engine/engine.wasm"));
  const engine = new Instance(await WebAssembly.compile(new Uint8Array(bytes)));
  /** @param {object} body */
  const here = async (body) => {
    const began = performance.now();
    const answer = JSON.parse(engine.answer(JSON.stringify(body), 60_000));
    return { ms: performance.now() - began, answer };
  };
  /** @param {object} body */
  const there = async (body) => {
    const began = performance.now();
    const response = await fetch(`http://127.0.0.1:${server.port}/api`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const answer = await response.json();
    return { ms: performance.now() - began, answer };
  };
  const best = async (/** @type {(body: object) => Promise<{ ms: number }>} */ ask, /** @type {object} */ body) => {
    let least = Infinity;
    for (let i = 0; i < RUNS; i += 1) least = Math.min(least, (await ask(body)).ms);
    return least;
  };
  // What it takes to ask the program anything at all is not part of its work.
  const way = await best(there, { op: "open", text: "" });
  const hints = [];
  const ratios = [];
  for (const name of COLLECTIONS) {
    const all = published(name);
    for (const puzzle of all.filter((_, i) => i % Math.ceil(all.length / EACH) === 0)) {
      // A hint on the empty board, and on the way.
      let { answer: { board } } = await here({ op: "show", puzzle });
      for (let step = 0; step < 20; step += 1) {
        const { ms, answer } = await here({ op: "hint", puzzle, board });
        hints.push(ms);
        if (!answer.move) break;
        board = [...board];
        for (const [slot, , now] of answer.move) board[slot] = now;
      }
    }
    const asked = [];
    for (const puzzle of all) asked.push({ puzzle, ms: (await there({ op: "verdict", puzzle })).ms });
    for (const { puzzle } of asked.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)) {
      const body = { op: "verdict", puzzle };
      const native = (await best(there, body)) - way;
      if (native >= LEAST) ratios.push((await best(here, body)) / native);
    }
  }
  if (hints.length === 0) {
    console.log("  skipped: hints and verdicts, which need the published puzzles");
    return;
  }
  row(`${hints.length} hints on published puzzles`, hints, "ms");
  if (ratios.length > 0) row(`${ratios.length} verdicts, beside those of the program`, ratios, "times");
  else console.log(`  none of the verdicts takes the program ${LEAST} ms`);
}

/** A collection, if it is there. @param {string} name @returns {object[]} */
function published(name) {
  try {
    const lines = readFileSync(join(CORPORA, `${name}.jsonl`), "utf8").split("\n").filter(Boolean);
    return lines.map((line) => {
      const { solution: _, moves: __, ...puzzle } = JSON.parse(line);
      return puzzle;
    });
  } catch {
    return [];
  }
}
