// What a participant's page asks of the server that runs the trial (docs/trials.md).

import { refusal } from "../../server/errors.js";
import { post } from "../../server/http.js";

/** @import {TrialAboutResponse, TrialComeResponse, TrialRequests, TrialState, TrialTellRequest, TrialTellResponse} from "../../protocol.d.ts" */

/** What everybody may know about the trial. @typedef {TrialAboutResponse} About */
/** What comes next. @typedef {TrialState} State */
/** @typedef {Extract<State, { stage: "play" }>} ToPlay */
/** @typedef {Extract<State, { stage: "say" }>} ToSay */
/** What happens with a puzzle. @typedef {{ event: TrialTellRequest["event"], [field: string]: unknown }} Happening */

/** Browsers send no more than this, in characters, for a page that is being left. */
const LAST_WORDS = 8_000;

/**
 * @template {keyof TrialRequests} Op
 * @param {Op} op @param {object} fields
 * @returns {Promise<TrialRequests[Op][1]>}
 */
async function ask(op, fields) {
  const body = { op, ...fields };
  const answer = await post("/api/trial", body, { keepalive: JSON.stringify(body).length < LAST_WORDS });
  if (!answer.ok) throw refusal(answer);
  return answer;
}

/** @returns {Promise<About>} */
export function about() {
  return ask("about", {});
}

/** A code for somebody new. @returns {Promise<string>} */
export async function join() {
  return (await ask("join", {})).code;
}

/** Somebody has opened the page. @param {string} code @returns {Promise<TrialComeResponse>} */
export function come(code) {
  return ask("come", { code });
}

/** @param {{ code: string, visit: number }} who @param {string} puzzle @param {Happening} happening @returns {Promise<TrialTellResponse>} */
export function tell({ code, visit }, puzzle, happening) {
  return ask("tell", { code, visit, puzzle, ...happening });
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
