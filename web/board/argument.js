// How a step is shown on its board: with what it imagines there, and case by case.

import { picture } from "./scene.js";
import { call } from "../server/api.js";
import { h } from "../ui/dom.js";

/** @import {Board, Case, Move, Puzzle, Scene} from "../protocol.d.ts" */

/**
 * A board with entries that are only imagined, as if somebody tried them out.
 * @param {Puzzle} puzzle
 * @param {Board} board
 * @param {Move | null | undefined} imagine
 * @param {object} [here] how the board is shown besides
 * @param {number[]} here.layers what is tried out already
 * @param {number} here.depth
 * @param {boolean} here.met
 * @returns {Promise<Scene>}
 */
export async function imagined(puzzle, board, imagine, here) {
  const with_ = [...board];
  const layers = here ? [...here.layers] : board.map(() => 0);
  for (const [slot, , now] of imagine ?? []) {
    with_[slot] = now;
    layers[slot] = (here?.depth ?? 0) + 1;
  }
  return (await call("show", { puzzle, board: with_, look: { layers, ...(here && { met: here.met }) } })).scene;
}

/**
 * What was looked at, case by case, as small pictures.
 * @param {Puzzle} puzzle
 * @param {Board} board
 * @param {Case[]} cases
 */
export async function casesShown(puzzle, board, cases) {
  const figures = await Promise.all(cases.map(async ({ text, struck, imagine, view }) => {
    const scene = { ...await imagined(puzzle, board, imagine), view };
    return h("figure", { class: struck ? "case struck" : "case" }, picture(scene), h("figcaption", null, text));
  }));
  return h("div", { class: "cases", role: "group", tabindex: "0", "aria-label": "Case by case" }, ...figures);
}
