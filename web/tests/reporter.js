// What `npm test` prints: every test as it ends, and last of all, where one looks first, what was skipped
// and why, and the names of those that failed. GRIDWRIGHT_RESULTS names a file for the same as JSON.

import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { spec } from "node:test/reporters";

/** @typedef {{ type: string, data: any }} Event */

/** @param {AsyncIterable<Event>} source */
export default async function* report(source) {
  /** The names that a test lies in, by file; an outer one ends after those in it. @type {Map<string, { name: string, nesting: number }[]>} */
  const open = new Map();
  /** In which file, under which name (none: the file as a whole), and in words. @type {{ file: string, name: string | null, words: string }[]} */
  const failed = [];
  /** @type {string[]} */
  const skipped = [];
  let passed = 0;

  /** @param {Event} event */
  const note = ({ type, data }) => {
    if (type === "test:start") {
      const outer = (open.get(data.file) ?? []).filter(({ nesting }) => nesting < data.nesting);
      open.set(data.file, [...outer, { name: data.name, nesting: data.nesting }]);
    }
    if (type !== "test:pass" && type !== "test:fail") return;
    const outer = (open.get(data.file) ?? []).filter(({ nesting }) => nesting < data.nesting);
    const isFile = data.file === undefined || data.name === data.file || data.name.endsWith(".test.js");
    const where = [basename(data.file ?? data.name), ...isFile ? [] : [...outer.map(({ name }) => name), data.name]].join(" › ");
    // What nobody asked for is not skipped.
    if (data.skip === "test name does not match pattern") return;
    if (data.skip !== undefined || data.todo !== undefined) skipped.push(`${where}: ${data.skip || data.todo || "without a word"}`);
    else if (data.details?.type === "suite") return;
    else if (type === "test:pass") passed += 1;
    // What failed only because something in it did is named by that.
    else if (!["subtestsFailed", "cancelledByParent"].includes(data.details?.error?.failureType)) {
      const why = isFile ? "it ended before its tests did, with the words above" : reason(data.details?.error);
      failed.push({ file: data.file ?? data.name, name: isFile ? null : data.name, words: `${where}: ${why}` });
    }
  };

  async function* watched() {
    for await (const event of source) {
      note(event);
      yield event;
    }
  }
  yield* Readable.from(watched()).pipe(new spec());
  yield `\n${passed} tests of the page passed, ${failed.length} failed, ${skipped.length} skipped.\n`;
  for (const each of skipped) yield `  skipped: ${each}\n`;
  for (const { words } of failed) yield `  failed: ${words}\n`;
  const { GRIDWRIGHT_RESULTS } = process.env;
  if (GRIDWRIGHT_RESULTS) writeFileSync(GRIDWRIGHT_RESULTS, JSON.stringify({ passed, failed, skipped }));
}

/** The first line of it. @param {any} error */
function reason(error) {
  const cause = error?.cause ?? error;
  const text = String(cause?.message ?? cause ?? "").replaceAll(/\u001b\[\d+m/g, "");
  return text.split("\n").find((line) => line.trim() !== "") ?? "";
}
