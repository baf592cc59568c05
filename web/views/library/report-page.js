// What a selection of the library is made of, and how often each rule is used to solve it.

import { library, libraryJob } from "../../server/api.js";
import { complainIn } from "../../ui/complain.js";
import { h, icon } from "../../ui/dom.js";
import { bar } from "../../ui/scores.js";
import { judging } from "./judging.js";

/** @import {Count, LibraryRequests} from "../../protocol.d.ts" */
/** @import {Shell} from "../../ui/shell.d.ts" */

/** @typedef {{ id: string, puzzles: number, grades: Map<string, number>, rules: Map<string, { name: string, level: number, times: number, puzzles: number }> }} FamilySum */

/** How many puzzles are looked at in one request. */
const CHUNK = 40;
/** Filters whose values are numbers, or lists. */
const NUMBERS = ["rows", "cols"];
const LISTS = ["tags"];

/**
 * @param {string} rest the filter, written like a query
 * @param {Shell} app
 * @returns {Promise<{ element: HTMLElement, title: string, close: () => void }>}
 */
export async function reportPage(rest, app) {
  const ends = new AbortController();
  const filter = filterIn(rest);
  const [{ entries }, stats] = await Promise.all([library("list", filter), library("stats", filter)]);
  const families = await app.families();
  const ids = entries.map(({ id }) => id);
  const named = (/** @type {string} */ id) => families.find((family) => family.id === id)?.name ?? id;
  const parts = h("div", { class: "report-parts" }, ...tallies(stats));
  const usage = h("div", { class: "usage" });
  const element = h("div", { class: "report" },
    h("header", { class: "page-head" },
      h("a", { class: "quiet round", href: "#/library", "aria-label": "Back to the library" }, icon("back")),
      h("div", { class: "names" }, h("h1", null, "Statistics and grades"), h("p", null, inWords(filter, entries.length)))),
    entries.length === 0
      ? h("p", { class: "waiting" }, "No puzzle in the library matches this selection.")
      : parts,
    entries.length > 0 && judging(ids, named, ends.signal, async () => parts.replaceChildren(...tallies(await library("stats", filter)))),
    entries.length > 0 && h("section", { class: "report-rules" },
      h("h2", null, "Rules used to solve them"), usage));
  if (entries.length > 0) count(ids, usage, ends.signal, named);
  return { element, title: "Statistics and grades", close: () => ends.abort() };
}

/** @param {string} rest */
function filterIn(rest) {
  /** @type {Record<string, unknown>} */
  const filter = {};
  for (const [name, value] of new URLSearchParams(rest)) {
    if (value === "") continue;
    if (NUMBERS.includes(name)) filter[name] = Number(value);
    else filter[name] = LISTS.includes(name) ? value.split(",") : value;
  }
  return filter;
}

/** @param {Record<string, unknown>} filter @param {number} many */
function inWords(filter, many) {
  const puzzles = many === 1 ? "one puzzle" : `${many.toLocaleString("en")} puzzles`;
  const parts = Object.entries(filter).filter(([name]) => name !== "sort" && name !== "reverse").map(([name, value]) => `${name} ${String(value)}`);
  return parts.length === 0 ? `${puzzles}, the whole library` : `${puzzles} · ${parts.join(", ")}`;
}

/** What counts are called where puzzles are listed. @type {Record<string, string>} */
const NAMES = { unrated: "not rated", new: "not played" };

/** @param {LibraryRequests["stats"][1]} stats */
function tallies({ families, grades, states, tags }) {
  return [tally("Puzzles", families), tally("Grades", grades, NAMES), tally("Played", states, NAMES), tally("Tags", tags)].filter((part) => part !== null);
}

/** @param {string} title @param {Count[]} counts @param {Record<string, string>} [names] */
function tally(title, counts, names = {}) {
  if (counts.length === 0) return null;
  const most = Math.max(...counts.map(({ count }) => count));
  return h("section", null, h("h2", null, title),
    h("table", null,
      h("thead", { class: "unseen" }, h("tr", null, h("th", { scope: "col" }, title), h("th", { scope: "col" }, "Puzzles"))),
      h("tbody", null, ...counts.map(({ name, count }) => h("tr", null,
        h("th", { scope: "row" }, names[name] ?? name),
        h("td", null, bar((100 * count) / most), h("span", null, count.toLocaleString("en"))))))));
}

/**
 * Ask for some at a time and show the sums as they grow.
 * @param {number[]} ids
 * @param {HTMLElement} into
 * @param {AbortSignal} signal
 * @param {(id: string) => string} named
 */
async function count(ids, into, signal, named) {
  const sums = new Sums();
  const told = h("p", { class: "note", role: "status" }, "Solving them by rules …");
  const tables = h("div", { class: "usage-tables" });
  into.replaceChildren(told, tables);
  try {
    for (let from = 0; from < ids.length && !signal.aborted; from += CHUNK) {
      sums.add(await libraryJob("report", { ids: ids.slice(from, from + CHUNK) }, signal, () => {}));
      const asked = Math.min(ids.length, from + CHUNK);
      told.textContent = asked < ids.length
        ? `${asked.toLocaleString("en")} of ${ids.length.toLocaleString("en")} …`
        : sums.puzzles < ids.length ? `${ids.length - sums.puzzles} took too long and were left out.` : "";
      tables.replaceChildren(...sums.families().map((family) => usageTable(family, named(family.id))));
    }
  } catch (error) {
    if (signal.aborted) return;
    complainIn(error, told);
  }
}

/** Reports of parts, added up. */
class Sums {
  puzzles = 0;
  /** @type {Map<string, FamilySum>} */
  #families = new Map();

  /** @param {LibraryRequests["report"][1]} report */
  add({ puzzles, rules, grades }) {
    this.puzzles += puzzles;
    for (const each of grades) {
      const sum = this.#of(each.family);
      sum.puzzles += each.puzzles;
      for (const { name, count: n } of each.grades) sum.grades.set(name, (sum.grades.get(name) ?? 0) + n);
    }
    for (const { family, rule, name, level, times, puzzles: percent } of rules) {
      const sum = this.#of(family);
      const used = sum.rules.get(rule) ?? { name, level, times: 0, puzzles: 0 };
      used.times += times;
      // The share was of this part only.
      used.puzzles += (percent / 100) * (grades.find((each) => each.family === family)?.puzzles ?? 0);
      sum.rules.set(rule, used);
    }
  }

  families() {
    return [...this.#families.values()];
  }

  /** @param {string} id */
  #of(id) {
    let sum = this.#families.get(id);
    if (!sum) this.#families.set(id, sum = { id, puzzles: 0, grades: new Map(), rules: new Map() });
    return sum;
  }
}

/** @param {FamilySum} family @param {string} name */
function usageTable({ puzzles, grades, rules }, name) {
  const all = [...rules.values()].sort((a, b) => a.level - b.level || b.times - a.times);
  const used = all.filter(({ times }) => times > 0);
  const unused = all.filter(({ times }) => times === 0).map((rule) => rule.name);
  const total = used.reduce((sum, { times }) => sum + times, 0);
  const graded = [...grades].map(([grade, n]) => `${n.toLocaleString("en")} ${grade}`).join(", ");
  return h("div", null,
    h("table", null,
      h("caption", null, name, h("span", null, `${puzzles.toLocaleString("en")} ${puzzles === 1 ? "puzzle" : "puzzles"}: ${graded}`)),
      h("thead", null, h("tr", null, ...["Rule", "Level", "Times", "Share of steps", "Share of puzzles"].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", null, ...used.map((rule) => {
        const [steps, within] = [(100 * rule.times) / total, (100 * rule.puzzles) / puzzles];
        return h("tr", null,
          h("th", { scope: "row" }, rule.name),
          h("td", null, h("span", { class: `level level-${rule.level}` }, String(rule.level))),
          h("td", null, rule.times.toLocaleString("en")),
          h("td", null, bar(steps), h("span", null, percent(steps))),
          h("td", null, bar(within), h("span", null, percent(within))));
      }))),
    unused.length > 0 && h("p", { class: "unused" }, `Not used: ${unused.join(" · ")}`));
}

/** @param {number} share */
function percent(share) {
  return `${share > 0 && share < 9.95 ? share.toFixed(1) : share.toFixed(0)} %`;
}
