// Puzzles on their way into a library: texts cut into parts, and everything that this browser keeps moved
// into the library of a server.

import { library, libraryHere } from "../../server/api.js";
import { alone } from "../../storage/locks.js";

/** @import {Complaint} from "../../protocol.d.ts" */

/** This many characters go to the server at once; it reads no more than a megabyte. */
const CHUNK = 300_000;
/** And this many lines, so that no answer takes long. */
const LINES = 100;
/** This many puzzles are moved at once. */
const AT_ONCE = 20;

/**
 * @param {string} text
 * @param {string[]} tags
 * @param {(percent: number) => void} onprogress
 */
export async function importAll(text, tags, onprogress) {
  const parts = cut(text);
  let [added, fresh, lines] = [0, 0, 0];
  /** @type {Complaint[]} */
  const errors = [];
  for (const [i, part] of parts.entries()) {
    if (parts.length > 1) onprogress(Math.round((100 * i) / parts.length));
    const answer = await library("import", { text: part, ...(tags.length > 0 && { tags }) });
    added += answer.added.length;
    fresh += answer.added.filter((each) => each.new).length;
    errors.push(...answer.errors.map((error) => ({ ...error, line: error.line ? error.line + lines : error.line })));
    lines += part.split("\n").length;
  }
  return { added, fresh, errors };
}

/**
 * Where every line is a puzzle, as in JSON lines and lists of links, a long text can be sent in parts.
 * @param {string} text
 */
export function cut(text) {
  const lines = text.split("\n");
  const single = lines.every((line) => /^\s*($|\{.*\}\s*$|https?:)/.test(line));
  if (!single || (text.length <= CHUNK && lines.length <= LINES)) return [text];
  /** @type {string[]} */
  const parts = [];
  /** @type {string[]} */
  let part = [];
  let length = 0;
  for (const line of lines) {
    if (part.length > 0 && (part.length >= LINES || length + line.length > CHUNK)) {
      parts.push(part.join("\n"));
      part = [];
      length = 0;
    }
    part.push(line);
    length += line.length + 1;
  }
  parts.push(part.join("\n"));
  return parts;
}

/**
 * Move everything that this browser keeps into the library of the server, with how it was played. What has
 * arrived is removed here, and only that.
 * @param {(percent: number) => void} onprogress
 * @returns {Promise<string>} what came of it
 */
export async function moveAll(onprogress) {
  const ids = (await libraryHere("list", {})).entries.map(({ id }) => id);
  let [moved, kept] = [0, 0];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    onprogress(Math.round((100 * from) / ids.length));
    const some = ids.slice(from, from + AT_ONCE);
    // Nothing that another tab has still to tell may come in between: it would be removed, too.
    if (await alone("sending", () => moveSome(some))) moved += some.length;
    else kept += some.length;
  }
  const words = moved === 1 ? "One puzzle was moved." : `${moved.toLocaleString("en")} puzzles were moved.`;
  return kept === 0 ? words : `${words} ${kept} stay in this browser, because some of them could not be written down.`;
}

/** @param {number[]} ids @returns {Promise<boolean>} false: something about them cannot be written down, so they stay */
async function moveSome(ids) {
  const { text, errors } = await libraryHere("export", { ids, format: "json", plays: true });
  const answer = await importAll(text, [], () => {});
  if (errors.length > 0 || answer.errors.length > 0) return false;
  await libraryHere("remove", { ids });
  return true;
}
