// A puzzle in the address of this page: #/puzzle/<code>. The code is the puzzle's JSON, deflated and
// written in the letters that addresses allow, so any puzzle of any family fits, with its title.

import { Refused } from "../server/api.js";

/** @import {Puzzle} from "../protocol.d.ts" */

/** A code may not unfold to more characters than this; the server reads no more either. */
const LARGEST = 1_000_000;

/** @param {Puzzle} puzzle @returns {Promise<string>} the whole address */
export async function linkTo(puzzle) {
  // An edition may know under which address others reach it.
  const known = document.querySelector('meta[name="gridwright-address"]')?.getAttribute("content");
  return `${known ?? location.origin + location.pathname}#/puzzle/${await codeOf(puzzle)}`;
}

/** @param {Puzzle} puzzle */
export async function codeOf(puzzle) {
  const stream = new Blob([JSON.stringify(puzzle)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} code @returns {Promise<string>} the text of the puzzle */
export async function textIn(code) {
  try {
    const letters = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream());
    const reader = stream.getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value;
      if (text.length > LARGEST) {
        await reader.cancel();
        break;
      }
    }
    if (text.length <= LARGEST) return text;
  } catch {
    // Cut off on its way, or never a code.
  }
  throw new Refused("This link is damaged: there is no puzzle in it.");
}
