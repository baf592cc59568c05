// What a participant's page asks of the server that runs the trial (docs/trials.md).

import { refusal } from "../../server/errors.js";
import { post } from "../../server/http.js";

/** @import {Family, Puzzle} from "../../protocol.d.ts" */
/** @import {Entry} from "../../storage/history.js" */

/**
 * What everybody may know about the trial.
 * @typedef {object} About
 * @property {string} title
 * @property {string} welcome
 * @property {"none" | "rules" | "all"} hints what participants are told while they play
 * @property {boolean} codesAreGivenOut by whoever organises it
 * @property {number} warmUps
 * @property {number} puzzles
 * @property {Family[]} families
 */

/** Which puzzle. @typedef {{ name: string, warmUp: boolean, number: number, of: number }} Place */
/** @typedef {Place & { stage: "play", puzzle: Puzzle, begun: boolean, seconds: number, hints: number, visit: number, entries?: Entry[] }} ToPlay */
/** @typedef {Place & { stage: "say", solved: boolean, seconds: number }} ToSay */
/** What comes next. @typedef {(ToPlay | ToSay | { stage: "end" }) & { solvedSoFar: number }} State */

/** What happens with a puzzle. @typedef {{ event: "began" | "moved" | "paused" | "went_on" | "ended" | "said", [field: string]: unknown }} Happening */
/** @typedef {{ have?: number, state?: State, elsewhere?: boolean }} Told */

/** Browsers send no more than this, in characters, for a page that is being left. */
const LAST_WORDS = 8_000;

/** @param {object} body @returns {Promise<any>} */
async function ask(body) {
  const answer = await post("/api/trial", body, { keepalive: JSON.stringify(body).length < LAST_WORDS });
  if (!answer.ok) throw refusal(answer);
  return answer;
}

/** @returns {Promise<About>} */
export function about() {
  return ask({ op: "about" });
}

/** A code for somebody new. @returns {Promise<string>} */
export async function join() {
  return (await ask({ op: "join" })).code;
}

/** Somebody has opened the page. @param {string} code @returns {Promise<{ code: string, visit: number, state: State }>} */
export function come(code) {
  return ask({ op: "come", code });
}

/** @param {{ code: string, visit: number }} who @param {string} puzzle @param {Happening} happening @returns {Promise<Told>} */
export function tell({ code, visit }, puzzle, happening) {
  return ask({ op: "tell", code, visit, puzzle, ...happening });
}

const CODE = "gw:trial-code";

/** Who used this browser last. @returns {string | null} */
export function rememberedCode() {
  try {
    return localStorage.getItem(CODE);
  } catch {
    return null;
  }
}

/** @param {string | null} code null: nobody */
export function rememberCode(code) {
  try {
    if (code === null) localStorage.removeItem(CODE);
    else localStorage.setItem(CODE, code);
  } catch {
    // Then they type it again.
  }
}
