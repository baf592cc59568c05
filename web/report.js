// What a selection of the library is made of, and which rules solve it how often.

import { Refused, Unreachable, library, libraryJob } from "./api.js";
import { h, icon } from "./dom.js";
import { bar } from "./scores.js";

/** @import {Count, Usage} from "./protocol.d.ts" */
/** @import {Place} from "./play.js" */

/** Filters whose values are numbers, or lists. */
const NUMBERS = ["rows", "cols"];
const LISTS = ["tags"];

/**
 * @param {string} rest the filter, written like a query
 * @param {Place} place
 * @returns {Promise<{ element: HTMLElement, title: string, close: () => void }>}
 */
export async function reportPage(rest, place) {
  const ends = new AbortController();
  const filter = filterIn(rest);
  const [{ entries }, stats] = await Promise.all([library("list", filter), library("stats", filter)]);
  const families = await place.families();
  const usage = h("div", { class: "usage" });
  const element = h("div", { class: "report" },
    h("header", { class: "play-head" },
      h("a", { class: "quiet round", href: "#/library", "aria-label": "To the library" }, icon("back")),
      h("div", { class: "names" }, h("h1", null, "Statistics"), h("p", null, inWords(filter, entries.length)))),
    entries.length === 0
      ? h("p", { class: "waiting" }, "No puzzle of the library fits this selection.")
      : h("div", { class: "report-parts" },
        tally("Puzzles", stats.families), tally("Grades", stats.grades), tally("State", stats.states), tally("Tags", stats.tags)),
    entries.length > 0 && h("section", { class: "report-rules" },
      h("h2", null, "Rules that solve them"), usage));
  if (entries.length > 0) count(entries.map(({ id }) => id), usage, ends.signal, (id) => families.find((family) => family.id === id)?.name ?? id);
  return { element, title: "Statistics", close: () => ends.abort() };
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

/** @param {string} title @param {Count[]} counts */
function tally(title, counts) {
  if (counts.length === 0) return null;
  const most = Math.max(...counts.map(({ count }) => count));
  return h("section", null, h("h2", null, title),
    h("table", null,
      h("thead", { class: "unseen" }, h("tr", null, h("th", { scope: "col" }, title), h("th", { scope: "col" }, "Puzzles"))),
      h("tbody", null, ...counts.map(({ name, count }) => h("tr", null,
        h("th", { scope: "row" }, name),
        h("td", null, bar((100 * count) / most), h("span", null, count.toLocaleString("en"))))))));
}

/**
 * @param {number[]} ids
 * @param {HTMLElement} into
 * @param {AbortSignal} signal
 * @param {(id: string) => string} named
 */
async function count(ids, into, signal, named) {
  const told = h("p", { class: "note", role: "status" }, "Solving them by rules …");
  into.replaceChildren(told);
  try {
    const { rules } = await libraryJob("report", { ids }, signal, (seconds) => {
      if (seconds >= 1) told.textContent = `Solving them by rules … ${Math.floor(seconds)} s`;
    });
    into.replaceChildren(...rules.length > 0 ? usageTables(rules, named) : [h("p", { class: "note" }, "None could be solved by rules in the time there was.")]);
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof Refused) told.textContent = error.message;
    else if (error instanceof Unreachable) told.textContent = "The server is not reachable.";
    else throw error;
  }
}

/** @param {Usage[]} rules @param {(id: string) => string} named */
function usageTables(rules, named) {
  return [...new Set(rules.map(({ family }) => family))].map((family) => h("table", null,
    h("caption", null, named(family)),
    h("thead", null, h("tr", null, ...["Rule", "Times", "Of all steps", "In puzzles"].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", null, ...rules.filter((rule) => rule.family === family).map(({ name, times, steps, puzzles }) => h("tr", { class: times === 0 ? "unused" : null },
      h("th", { scope: "row" }, name),
      h("td", null, times.toLocaleString("en")),
      h("td", null, bar(steps), h("span", null, `${steps.toFixed(steps < 10 ? 1 : 0)} %`)),
      h("td", null, bar(puzzles), h("span", null, `${puzzles.toFixed(0)} %`)))))));
}
