// A puzzle of each family that the server knows, and how to enter its solution.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DRIVERS } from "./drivers.js";

/** @import {Driver} from "./drivers.js" */
/** @import {Server} from "./harness.js" */

/**
 * @param {Server} server
 */
export async function casesOf(server) {
  const { families } = await server.ask("families");
  return Promise.all(families.map(async (/** @type {any} */ family) => {
    const driver = DRIVERS[family.id];
    if (!driver) throw new Error(`no driver for ${family.id}: say in web/tests/drivers.js how a hand enters its solution`);
    const puzzle = family.samples[0]?.puzzle ?? (await elsewhere(server, family.id));
    const { formats } = await server.ask("formats", { puzzle });
    const format = formats.includes("puzzlink") ? "puzzlink" : "janko";
    const { text } = await server.ask("export", { puzzle, format });
    return {
      id: /** @type {string} */ (family.id), name: /** @type {string} */ (family.name), text: /** @type {string} */ (text),
      puzzle,
      strokes: await strokesFor(server, driver, puzzle),
      mistake: driver.mistake(puzzle),
    };
  }));
}

/**
 * @param {Server} server
 * @param {Driver} driver
 * @param {any} puzzle
 */
async function strokesFor(server, driver, puzzle) {
  const { solutions: [board] } = await server.ask("solve", { puzzle });
  const written = JSON.parse((await server.ask("export", { puzzle, board, format: "json" })).text);
  return driver.solve(puzzle, written.solution ?? written.marks);
}

/**
 * The second sample of each family, to be looked at: half of it entered, and all of it.
 * @param {Server} server
 */
export async function showpieces(server) {
  const { families } = await server.ask("families");
  return Promise.all(families.map(async (/** @type {any} */ { id, samples: [, { puzzle }] }) => {
    const strokes = await strokesFor(server, DRIVERS[id], puzzle);
    /** @param {number} share */
    const after = async (share) => {
      let { board } = await server.ask("show", { puzzle });
      for (const stroke of strokes.slice(0, Math.ceil(strokes.length * share))) {
        const targets = (stroke.do === "drag" ? stroke.path : [stroke.at]).map((cell) => ({ cell }));
        const gesture = { kind: stroke.do, targets, ...(stroke.do === "key" && { value: stroke.value }) };
        ({ board } = await server.ask("gesture", { puzzle, board, gesture }));
      }
      return /** @type {string} */ ((await server.ask("export", { puzzle, board, format: "json" })).text);
    };
    return { id: /** @type {string} */ (id), half: await after(0.55), whole: await after(1) };
  }));
}

/** @param {Server} server @param {string} id */
async function elsewhere(server, id) {
  const { text } = DRIVERS[id];
  const corpora = process.env.GRIDWRIGHT_CORPORA;
  const source = text ?? (await readFile(join(corpora ?? "", "janko", `${id}.jsonl`), "utf8")).split("\n")[0];
  return (await server.ask("open", { text: source })).puzzles[0].puzzle;
}
