// A puzzle of each family that the server knows, and how to enter its solution.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DRIVERS } from "./drivers.js";

/** @import {Server} from "./harness.js" */

/**
 * @param {Server} server
 */
export async function casesOf(server) {
  const { families } = await server.ask("families");
  return Promise.all(families.map(async (/** @type {any} */ family) => {
    const driver = DRIVERS[family.id];
    if (!driver) throw new Error(`no driver for ${family.id}`);
    const puzzle = family.samples[0]?.puzzle ?? (await elsewhere(server, family.id));
    const showpiece = family.samples[1]?.puzzle ?? puzzle;
    const { solutions: [finished] } = await server.ask("solve", { puzzle: showpiece });
    const { formats } = await server.ask("formats", { puzzle });
    const format = formats.includes("puzzlink") ? "puzzlink" : "janko";
    const { text } = await server.ask("export", { puzzle, format });
    const { solutions: [board] } = await server.ask("solve", { puzzle });
    const written = JSON.parse((await server.ask("export", { puzzle, board, format: "json" })).text);
    const solution = written.solution ?? written.marks;
    const half = await server.ask("export", { puzzle: showpiece, board: finished.map((/** @type {number} */ slot, /** @type {number} */ i) => (i < finished.length / 2 ? slot : 0)), format: "json" });
    const whole = await server.ask("export", { puzzle: showpiece, board: finished, format: "json" });
    return {
      // The second sample is the one to be looked at.
      half: /** @type {string} */ (half.text), whole: /** @type {string} */ (whole.text),
      id: /** @type {string} */ (family.id), name: /** @type {string} */ (family.name), text: /** @type {string} */ (text),
      puzzle, board,
      strokes: driver.solve(puzzle, solution),
      mistake: driver.mistake(puzzle),
    };
  }));
}

/** @param {Server} server @param {string} id */
async function elsewhere(server, id) {
  const { text } = DRIVERS[id];
  const corpora = process.env.GRIDWRIGHT_CORPORA;
  const source = text ?? (await readFile(join(corpora ?? "", "janko", `${id}.jsonl`), "utf8")).split("\n")[0];
  return (await server.ask("open", { text: source })).puzzles[0].puzzle;
}
